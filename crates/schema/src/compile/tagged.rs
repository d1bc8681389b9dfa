//! Alternatives that nothing tells apart once they are encoded: each travels in an object, under a key of its own.
//!
//! The answer says by that key which alternative it took. For a document the plan asks what the wire of an alternative
//! will ask (`admits`), first of those whose tests are exact. An alternative whose tests are not may come last: what
//! none of the others takes is its own.

use std::sync::Arc;

use isoform_json::Kind as JsonKind;

use super::choose::{COMPARED, Candidate};
use super::takes::{Look, documents_tell};
use super::wire::{Datum, Wire, WireProperty};
use super::{Compiler, Lowered, names};
use crate::change::{Class, Kind};
use crate::dialect::Null;
use crate::error::Error;
use crate::plan::{Detail, Step, Test};
use crate::read::sites::SiteId;

/// The key of an alternative that has no name.
const OPTION: &str = "option";

/// What may still be done in one form to tell alternatives by tests: a bound on the work, whatever the schema.
pub(super) struct Telling {
    /// Wires that may be looked at.
    pub(super) looks: usize,
    /// Nodes that may be lowered once more, without the rules that no test knows.
    pub(super) loosened: usize,
}

impl Default for Telling {
    fn default() -> Telling {
        Telling { looks: 1 << 15, loosened: 1 << 11 }
    }
}

/// What came of it.
pub(super) enum Tagged {
    Made(Box<Lowered>),
    /// These alternatives hold answers to rules that no test of a plan knows.
    Loosen(Vec<usize>),
    /// Which alternative a document takes cannot be told either.
    Never,
}

impl Compiler<'_, '_> {
    /// The alternatives under keys.
    pub(super) fn tagged(&mut self, site: SiteId, candidates: &[Candidate]) -> Result<Tagged, Error> {
        let adjusted = self.adjustment.untagged || self.adjustment.deepest.is_some();
        let allowed = self.report.allows(Class::Mapped, Kind::TaggedBranch);
        if adjusted || !allowed || !self.settled() || !self.may_encode() || candidates.len() > COMPARED {
            return Ok(Tagged::Never);
        }
        let mut looks = Vec::with_capacity(candidates.len());
        let mut text = false;
        for candidate in candidates {
            let step = self.resolved(&candidate.lowered.step)?;
            text |= matches!(step, Step::Text { .. });
            looks.push(self.look(candidate, &step)?);
        }
        if candidates.iter().any(|candidate| self.may_not_be_required(&candidate.lowered.wire)) {
            return Ok(Tagged::Never);
        }
        if !documents_tell(&looks) {
            if self.loose > 0 || self.telling.loosened == 0 {
                return Ok(Tagged::Never);
            }
            let inexact = looks.iter().enumerate().filter(|(_, look)| !look.admits.exact);
            return Ok(Tagged::Loosen(inexact.map(|(index, _)| index).collect()));
        }
        let nullable = self.dialect.null == Null::Nullable;
        let mut keys: Vec<Arc<str>> = Vec::new();
        let mut wires = Vec::with_capacity(looks.len());
        let mut ways = Vec::with_capacity(looks.len());
        for (index, look) in looks.iter().enumerate() {
            let Lowered { wire, step } = look.candidate.lowered.clone();
            if needs_no_key(&looks, index) || nullable && wire.is_null() {
                ways.push((vec![Test::Type(look.wire.clone())], step));
                wires.push(wire);
                continue;
            }
            let key = self.key_of(look.candidate.site, &keys)?;
            let property = WireProperty { name: key.clone(), wire, required: true };
            let note = format!("This alternative is written under the key `{key}`.");
            let notes = vec![("description", Datum::Text(note))];
            wires.push(Wire { notes, ..Wire::closed_object(vec![property]) });
            let under = Some(Detail::new(Kind::TaggedBranch, self.pointer(site)));
            let step = Step::Wrap { key: key.to_string(), under, step: Box::new(step) };
            ways.push((vec![Test::Has(key.to_string())], step));
            keys.push(key);
        }
        let branches = self.taken_by(&looks, &ways)?;
        let why = "which alternative an answer took could not be told once they are encoded: each travels under a key";
        self.report.add(&self.graph.sites, Class::Mapped, Kind::TaggedBranch, None, site, why)?;
        if text {
            let why = "an alternative travels as text, which is not held to what stands beside the alternatives";
            self.report.add(&self.graph.sites, Class::Wider, Kind::JsonText, None, site, why)?;
        }
        self.tags = true;
        let lowered = Lowered { wire: self.alternatives(wires), step: Step::Choose { branches } };
        Ok(Tagged::Made(Box::new(lowered)))
    }

    /// The key of an alternative: the name of its definition, or its title.
    fn key_of(&mut self, site: SiteId, taken: &[Arc<str>]) -> Result<Arc<str>, Error> {
        let local = self.graph.local(site)?;
        let token = self.graph.sites.last_token(site);
        let title = local.notes.iter().find(|(keyword, _)| *keyword == "title").map(|(_, value)| *value);
        let title = title.and_then(|title| self.graph.sites.value(title).as_str());
        let named =
            |name: &str| !name.is_empty() && name.len() <= 40 && !name.bytes().all(|byte| byte.is_ascii_digit());
        let wanted = [Some(&*token), title].into_iter().flatten().find(|name| named(name)).unwrap_or(OPTION);
        let wanted: String = wanted.chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '_' }).collect();
        let wanted = names::legal(&wanted, &self.dialect.names.property);
        Ok(names::free(&wanted, |name| taken.iter().any(|known| **known == *name)))
    }
}

/// Whether the types of an alternative tell it from all others, and from an object with a key.
fn needs_no_key(looks: &[Look<'_>], index: usize) -> bool {
    let Some(look) = looks.get(index) else { return false };
    let mut others = looks.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other);
    !look.wire.contains(&JsonKind::Object)
        && !others.any(|other| other.wire.iter().any(|kind| look.wire.contains(kind)))
}
