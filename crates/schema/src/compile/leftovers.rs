//! What was read and not sent, and what was never reached.

use std::rc::Rc;

use isoform_json::View;

use super::Compiler;
use super::wire::Datum;
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Support};
use crate::error::Error;
use crate::ids::IdSet;
use crate::normal::node::{Node, Use};
use crate::read::local::{Idle, IdleBecause, Local};
use crate::read::sites::SiteId;

/// Annotations that are carried by structure, or that mean nothing outside of their document.
const STRUCTURE: &[&str] = &[
    "$defs",
    "definitions",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$vocabulary",
    "$schema",
    "openapi",
    "swagger",
];

impl Compiler<'_, '_> {
    /// The annotations of a node where it is used: of the places on the way first, each keyword once.
    pub(crate) fn notes(&mut self, used: &Use, node: &Rc<Node>) -> Result<Vec<(&'static str, Datum)>, Error> {
        self.notes_of(used.notes.iter().copied().chain(node.atoms.iter().map(|atom| atom.site)))
    }

    pub(crate) fn notes_of(
        &mut self,
        places: impl Iterator<Item = SiteId>,
    ) -> Result<Vec<(&'static str, Datum)>, Error> {
        let mut notes: Vec<(&'static str, Datum)> = Vec::new();
        for site in places {
            let local = self.graph.local(site)?;
            notes.reserve_exact(local.notes.len());
            for (keyword, value) in &local.notes {
                let Some(known) = Keyword::from_name(keyword) else { continue };
                let sent = self.dialect.keywords.get(known) != Support::Refused;
                if sent && !notes.iter().any(|(told, _)| told == keyword) {
                    notes.push((keyword, Datum::Given(*value)));
                    self.tell(site, known);
                }
            }
        }
        Ok(notes)
    }

    /// Takes back that these annotations of a node were written.
    pub(crate) fn untold(&mut self, used: &Use, node: &Rc<Node>, notes: &[(&'static str, Datum)]) {
        for site in used.notes.iter().copied().chain(node.atoms.iter().map(|atom| atom.site)) {
            for known in notes.iter().filter_map(|(keyword, _)| Keyword::from_name(keyword)) {
                self.told.remove(&(site, known));
            }
        }
    }

    /// Reports every keyword that was read and has no counterpart, and every definition that nothing reached.
    pub(crate) fn leftovers(&mut self) -> Result<(), Error> {
        let read: Vec<(SiteId, Rc<Local>)> =
            self.graph.read_places().map(|(site, local)| (site, local.clone())).collect();
        for (site, local) in &read {
            for (keyword, _) in &local.notes {
                let told = Keyword::from_name(keyword).is_some_and(|known| self.told.contains(&(*site, known)));
                if told || STRUCTURE.contains(keyword) && *keyword != "$schema" {
                    continue;
                }
                let why = if *keyword == "$schema" {
                    "the draft is known here and is not sent"
                } else {
                    "an annotation that is not sent: it restricts nothing"
                };
                self.report.add(&self.graph.sites, Class::Exact, Kind::DroppedKeyword, Some(keyword), *site, why)?;
            }
            for idle in &local.idle {
                self.idle(*site, idle)?;
            }
        }
        let reached: IdSet<(u16, usize)> = read.iter().map(|(site, _)| self.graph.sites.order(*site)).collect();
        for (site, local) in &read {
            for keyword in ["$defs", "definitions"] {
                if local.notes.iter().any(|(known, _)| *known == keyword) {
                    self.dead(*site, keyword, &reached)?;
                }
            }
        }
        Ok(())
    }

    fn idle(&mut self, site: SiteId, idle: &Idle) -> Result<(), Error> {
        let name = self.graph.sites.value(idle.value).key().unwrap_or("").to_owned();
        let (kind, why) = match idle.why {
            IdleBecause::Unknown => (Kind::UnknownKeyword, "no draft defines it: it restricts nothing".to_owned()),
            IdleBecause::OtherDraft => (
                Kind::UnknownKeyword,
                format!(
                    "another draft defines it, and {} does not: it restricts nothing",
                    self.graph.draft.source.name()
                ),
            ),
            IdleBecause::BesideReference => {
                (Kind::DroppedKeyword, "beside $ref it has no effect in this draft".to_owned())
            }
            IdleBecause::NoCompanion => {
                (Kind::DroppedKeyword, "without the keyword that it goes with it has no effect".to_owned())
            }
            IdleBecause::NearMiss(meant) => {
                (Kind::UnknownKeyword, format!("no draft defines it: it restricts nothing. Is {meant} meant?"))
            }
        };
        self.report.add(&self.graph.sites, Class::Exact, kind, Some(&name), site, why)
    }

    /// Definitions under a place that nothing reached.
    fn dead(&mut self, owner: SiteId, keyword: &'static str, reached: &IdSet<(u16, usize)>) -> Result<(), Error> {
        let Some(definitions) = self.graph.sites.view(owner).get(keyword) else { return Ok(()) };
        let document = self.graph.sites.val(owner).document;
        for (_, held) in definitions.members() {
            let lives = |value: View<'_>| reached.contains(&(document, value.id().index()));
            // Most definitions are reached as a whole, which needs no walk.
            if lives(held) || some_value(held, lives) {
                continue;
            }
            let site = self.graph.sites.member(owner, keyword, held);
            let why = "nothing that applies refers to this definition: it is not sent";
            self.report.add(&self.graph.sites, Class::Exact, Kind::DeadDefinition, None, site, why)?;
        }
        Ok(())
    }
}

/// Whether something holds of a value or of one in it.
fn some_value(view: View<'_>, holds: impl Fn(View<'_>) -> bool) -> bool {
    let mut open = vec![view];
    while let Some(view) = open.pop() {
        if holds(view) {
            return true;
        }
        open.extend(view.items());
        open.extend(view.members().map(|(_, held)| held));
    }
    false
}
