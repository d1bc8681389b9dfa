//! Alternatives: kept beside their base, put together with it, or left to the local check.

use std::rc::Rc;

use super::choose::Candidate;
use super::settle::Mark;
use super::tagged::Tagged;
use super::wire::Wire;
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Null, Support};
use crate::error::Error;
use crate::normal::node::{ANY_OF, Extra, Node, ONE_OF, Union, UnionKind, Use};
use crate::normal::unions::{Decided, decide};
use crate::plan::Step;
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

/// How many branches a union and its base may become together.
const DISTRIBUTED: usize = 32;

impl Compiler<'_, '_> {
    /// A node with alternatives.
    pub(crate) fn union(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        let before = self.mark();
        if self.dialect.untyped && self.dialect.union_siblings {
            if let Some(lowered) = self.beside_base(used, node)? {
                return Ok(lowered);
            }
            self.give_up(&before);
        }
        let mut kept: Vec<&Union> = Vec::new();
        let mut product = 1_usize;
        for union in &node.unions {
            product = product.saturating_mul(union.branches.len());
            let too_many = !kept.is_empty() && product > DISTRIBUTED;
            if too_many || self.is_presence_only(union)? {
                let why = if too_many {
                    "putting these alternatives together with the others would take too many branches"
                } else {
                    "the alternatives only say which members there have to be"
                };
                let why = format!("{why}: they are checked here after the answer");
                let (kind, keyword) = (Kind::DroppedKeyword, union.kind.keyword());
                self.report.add(&self.graph.sites, Class::Wider, kind, Some(keyword), union.site, why)?;
            } else {
                kept.push(union);
            }
        }
        let Some(first) = kept.first().copied() else {
            return self.lower_base(used, &Rc::new(node.without_unions()));
        };
        let plain = kept.len() == 1 && node.is_only_unions();
        if node.base_named {
            self.whole_numbers(node)?;
        }
        self.report_any_of(first)?;
        let mut branches = Vec::with_capacity(first.branches.len());
        for branch in &first.branches {
            let inner = self.graph.node(branch.node)?;
            let alone = plain && inner.types.is_within(node.base);
            let used_branch = if alone {
                branch.clone()
            } else {
                let dropped: Vec<_> = node
                    .unions
                    .iter()
                    .filter(|union| !kept.iter().any(|other| std::ptr::eq(*other, *union)))
                    .map(|union| (union.site, mark(union.kind)))
                    .collect();
                let both = self.with_branch(node, first, branch, &dropped)?;
                Use { node: both, place: branch.place, notes: branch.notes.clone(), referred: false }
            };
            if self.graph.never(used_branch.node)?.is_some() {
                continue;
            }
            branches.push((used_branch, self.site_of(branch)));
        }
        if !plain {
            let why = "the rules beside the alternatives are put into each of them";
            let (kind, keyword) = (Kind::RewrittenKeyword, first.kind.keyword());
            self.report.add(&self.graph.sites, Class::Exact, kind, Some(keyword), first.site, why)?;
        }
        self.join(used, &branches, &before)
    }

    /// The branches in the dialect, those that are named loosely without the rules that no test of a plan knows.
    fn candidates(&mut self, branches: &[(Use, SiteId)], loosely: &[usize]) -> Result<Vec<Candidate>, Error> {
        let mut candidates = Vec::with_capacity(branches.len());
        for (index, (branch, site)) in branches.iter().enumerate() {
            let node = self.graph.node(branch.node)?;
            let null = node.types == TypeSet::NULL && node.residue.is_empty();
            let loose = usize::from(loosely.contains(&index));
            self.loose += loose;
            let lowered = if null && self.dialect.null == Null::Nullable {
                Ok(Lowered { wire: Wire::of_type(TypeSet::NULL), step: Step::Keep })
            } else {
                self.lower(branch)
            };
            self.loose -= loose;
            candidates.push(Candidate { node: branch.node, site: *site, lowered: lowered? });
        }
        Ok(candidates)
    }

    fn with_branch(
        &mut self,
        node: &Node,
        union: &Union,
        branch: &Use,
        dropped: &[(crate::read::sites::SiteId, u8)],
    ) -> Result<crate::normal::node::NodeId, Error> {
        let decided = Decided { site: union.site, mark: mark(union.kind), branch: branch.node };
        if dropped.is_empty() {
            return decide(&mut self.graph, &node.atoms, &[decided]);
        }
        let mut atoms = node.atoms.to_vec();
        for atom in &mut atoms {
            for (site, mark) in dropped {
                if atom.site == *site {
                    atom.without |= mark;
                }
            }
        }
        decide(&mut self.graph, &atoms, &[decided])
    }

    fn lower_base(&mut self, used: &Use, base: &Rc<Node>) -> Result<Lowered, Error> {
        if base.is_any() {
            return self.any(used.place);
        }
        if base.values.is_some() {
            return self.values(used, base);
        }
        self.lower_plain(used, base)
    }

    /// Says what it means that a union is held to as `anyOf`.
    fn report_any_of(&mut self, union: &Union) -> Result<(), Error> {
        let (class, why) = match (union.kind, union.disjoint) {
            (UnionKind::AnyOf, _) => return Ok(()),
            (UnionKind::OneOf, true) => (Class::Exact, "the branches exclude each other: anyOf says the same"),
            (UnionKind::OneOf, false) => (
                Class::Wider,
                "a document may fit several branches of anyOf: that only one fits is checked here after the answer",
            ),
        };
        self.report.add(&self.graph.sites, class, Kind::OneOf, Some("oneOf"), union.site, why)
    }

    /// The branches as one.
    fn join(&mut self, used: &Use, branches: &[(Use, SiteId)], before: &Mark) -> Result<Lowered, Error> {
        let site = self.site_of(used);
        let inside = self.mark();
        let mut candidates = self.candidates(branches, &[])?;
        if candidates.len() == 1 {
            if let Some(only) = candidates.pop() {
                return Ok(only.lowered);
            }
        }
        if let Some(step) = self.choose(&candidates)? {
            let wires = candidates.into_iter().map(|candidate| candidate.lowered.wire).collect();
            return Ok(Lowered { wire: self.alternatives(wires), step });
        }
        match self.tagged(site, &candidates)? {
            Tagged::Made(lowered) => return Ok(*lowered),
            Tagged::Loosen(which) => {
                self.give_up(&inside);
                let candidates = self.candidates(branches, &which)?;
                if let Tagged::Made(lowered) = self.tagged(site, &candidates)? {
                    return Ok(*lowered);
                }
            }
            Tagged::Never => {}
        }
        if self.dialect.json_text && self.may_encode() {
            self.give_up(before);
            let why = "which branch an answer took cannot be told once they are encoded";
            return self.text(site, &self.places_of(used.node), why);
        }
        let message = "the branches are encoded differently, and which one an answer took cannot be told";
        Err(self.error(crate::error::ErrorCode::UnsupportedKeyword, site, message))
    }

    /// Alternatives of wires: null becomes a mark on another branch where the dialect has no type for it.
    pub(crate) fn alternatives(&self, mut wires: Vec<Wire>) -> Wire {
        if self.dialect.null == Null::Nullable && wires.len() > 1 && wires.iter().any(Wire::is_null) {
            wires.retain(|wire| !wire.is_null());
            let _ = wires.iter_mut().any(Wire::mark_null);
        }
        if wires.len() == 1 {
            return wires.pop().unwrap_or_default();
        }
        Wire { any_of: wires, ..Wire::default() }
    }

    /// Whether every branch says no more than which members there have to be.
    pub(super) fn is_presence_only(&mut self, union: &Union) -> Result<bool, Error> {
        for branch in &union.branches {
            let node = self.graph.node(branch.node)?;
            let object = &node.object;
            let free = node.values.is_none()
                && node.unions.is_empty()
                && node.types.is_within(TypeSet::ALL)
                && node.ruled().without(TypeSet::OBJECT).is_empty()
                && !node.named
                && object.patterns.is_empty()
                && object.names.is_none()
                && !matches!(object.extra, Extra::Closed(_) | Extra::Schema(..))
                && object.properties.iter().all(|property| property.value.is_none() && !property.forbidden);
            if !free {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// JSON Schema itself: unions stand beside their base. `None`: a branch is encoded, so that each has to be put
    /// together with the base to be told apart.
    fn beside_base(&mut self, used: &Use, node: &Rc<Node>) -> Result<Option<Lowered>, Error> {
        let base = Rc::new(node.without_unions());
        let mut lowered = if base.is_any() {
            Lowered { wire: Wire::default(), step: Step::Keep }
        } else {
            self.lower_base(used, &base)?
        };
        for union in &node.unions {
            let mut branches = Vec::with_capacity(union.branches.len());
            // Where only one branch may hold, what widens a branch narrows the whole.
            let exclusive = union.kind == UnionKind::OneOf && !union.disjoint;
            let mut inexact = false;
            for branch in &union.branches {
                let one = if exclusive {
                    let (one, exact) = self.exactly(|compiler| compiler.lower(branch))?;
                    inexact |= !exact;
                    one
                } else {
                    self.lower(branch)?
                };
                if self.encodes && !one.step.is_identity() {
                    return Ok(None);
                }
                branches.push(one.wire);
            }
            let support = self.support(Keyword::OneOf);
            let one_of = union.kind == UnionKind::OneOf && !inexact && support != Support::Refused;
            if inexact || support != Support::Enforced {
                self.report_any_of(union)?;
            }
            let wire = &mut lowered.wire;
            if one_of && wire.one_of.is_empty() {
                wire.one_of = branches;
            } else if !one_of && wire.any_of.is_empty() {
                wire.any_of = branches;
            } else if one_of {
                wire.all_of.push(Wire { one_of: branches, ..Wire::default() });
            } else {
                wire.all_of.push(Wire { any_of: branches, ..Wire::default() });
            }
        }
        if !node.unions.is_empty() && self.encodes && !lowered.step.is_identity() {
            return Ok(None);
        }
        Ok(Some(lowered))
    }
}

fn mark(kind: UnionKind) -> u8 {
    match kind {
        UnionKind::AnyOf => ANY_OF,
        UnionKind::OneOf => ONE_OF,
    }
}
