//! Which of several alternatives takes a document, where what each of them admits is asked of the document.

use isoform_json::Kind as JsonKind;

use super::Compiler;
use super::admits::Admits;
use super::choose::{Candidate, only_checks};
use super::lower::kinds;
use crate::error::Error;
use crate::plan::{Branch, Step, Test};
use crate::read::types::TypeSet;

/// An alternative, and what is known of it.
pub(super) struct Look<'c> {
    pub(super) candidate: &'c Candidate,
    pub(super) admits: Admits,
    pub(super) document: Vec<JsonKind>,
    pub(super) wire: Vec<JsonKind>,
}

impl Compiler<'_, '_> {
    /// Looks at an alternative, whose step is known.
    pub(super) fn look<'c>(&mut self, candidate: &'c Candidate, step: &Step) -> Result<Look<'c>, Error> {
        let node = self.graph.node(candidate.node)?;
        let (wire, own) = (&candidate.lowered.wire, &candidate.lowered.step);
        let mut admits = self.admits(candidate.node, wire, own)?;
        let document = kinds(node.types);
        let typed = admits.tests.iter().any(|test| matches!(test, Test::Type(_) | Test::Is(_)));
        if !admits.exact && !typed && node.types != TypeSet::ALL {
            // Where its tests do not tell, its types may.
            admits.tests.insert(0, Test::Type(document.clone()));
        }
        Ok(Look { candidate, admits, document, wire: self.kinds_of(wire, node.types, step) })
    }

    /// A step for alternatives that are sent as they are, and at most refuse what a change took away: on the way back
    /// it is all the same which of them an answer took.
    pub(super) fn by_checks(&mut self, candidates: &[Candidate], actual: &[Step]) -> Result<Option<Step>, Error> {
        if !self.settled() || !actual.iter().all(only_checks) {
            return Ok(None);
        }
        let mut looks = Vec::with_capacity(candidates.len());
        for (candidate, step) in candidates.iter().zip(actual) {
            looks.push(self.look(candidate, step)?);
        }
        if !documents_tell(&looks) {
            return Ok(None);
        }
        let way = |look: &Look<'_>| (look.admits.tests.clone(), look.candidate.lowered.step.clone());
        let ways: Vec<_> = looks.iter().map(way).collect();
        Ok(Some(Step::Choose { branches: self.taken_by(&looks, &ways)? }))
    }

    /// The branches of a choice: alternatives whose tests are exact, then those whose tests are not. Each has tests for
    /// its answers, and a step.
    ///
    /// What no alternative takes was taken away: the step of one that it would fit says by which change.
    pub(super) fn taken_by(&mut self, looks: &[Look<'_>], ways: &[(Vec<Test>, Step)]) -> Result<Vec<Branch>, Error> {
        let mut branches = Vec::with_capacity(looks.len());
        let branch =
            |document, (wire, step): &(Vec<Test>, Step)| Branch { document, wire: wire.clone(), step: step.clone() };
        for exact in [true, false] {
            for (look, way) in looks.iter().zip(ways).filter(|(look, _)| look.admits.exact == exact) {
                branches.push(branch(look.admits.tests.clone(), way));
            }
        }
        for (look, way) in looks.iter().zip(ways).filter(|(look, _)| look.admits.narrows) {
            let node = self.graph.node(look.candidate.node)?;
            branches.push(branch(self.fits_node(&node)?, way));
        }
        Ok(branches)
    }
}

/// Whether it is told for every document which alternative it takes: at most one has tests that are not exact, or
/// those that have are of different types; and no document that another one lost would be taken for one of its own.
pub(super) fn documents_tell(looks: &[Look<'_>]) -> bool {
    let meet = |one: &Look<'_>, other: &Look<'_>| one.document.iter().any(|kind| other.document.contains(kind));
    looks.iter().enumerate().filter(|(_, look)| !look.admits.exact).all(|(index, look)| {
        let mut others = looks.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other);
        !others.any(|other| (!other.admits.exact || other.admits.narrows) && meet(look, other))
    })
}
