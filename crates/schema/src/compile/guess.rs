//! The types of definitions that a decision has to know before they are lowered.
//!
//! Inside a definition that comes back to itself it is not known yet what becomes of it. Decisions there go by the
//! types of its documents. Where it turns out otherwise, as text, say, everything is done once more with what it turned
//! out to be. What is known of a definition only grows, so that comes to an end.

use isoform_json::Kind;

use super::lower::kinds;
use super::{Adjustment, Compiler};
use crate::normal::node::NodeId;
use crate::read::types::TypeSet;

/// Definitions, by the places they are made of, and types of their answers.
pub(super) type TurnedOut = Vec<(Vec<String>, Vec<Kind>)>;

/// Definitions whose types were guessed.
#[derive(Default)]
pub(super) struct Guesses(Vec<(usize, Vec<Kind>)>);

impl Compiler<'_, '_> {
    /// The types of the answers of a definition that is not lowered yet, as far as can be said.
    pub(super) fn guess(&mut self, number: usize, types: TypeSet) -> Vec<Kind> {
        let mut guess = kinds(types);
        let node = self.definitions.get(number).and_then(|definition| definition.node);
        if let (Some(node), false) = (node, self.adjustment.turned_out.is_empty()) {
            let pointers = self.pointers(node);
            for (_, known) in self.adjustment.turned_out.iter().filter(|(places, _)| *places == pointers) {
                add(&mut guess, known);
            }
        }
        if self.settled() {
            match self.guesses.0.iter_mut().find(|(known, _)| *known == number) {
                // What is in every guess about it holds for all of them.
                Some((_, known)) => known.retain(|kind| guess.contains(kind)),
                None => self.guesses.0.push((number, guess.clone())),
            }
        }
        guess
    }

    /// What to try next where a definition has other types than were guessed.
    pub(super) fn guessed_wrong(&mut self) -> Option<Adjustment> {
        let mut next = self.adjustment.clone();
        for (number, guess) in std::mem::take(&mut self.guesses.0) {
            let Some(definition) = self.definitions.get(number) else { continue };
            let (Some(node), Some(lowered)) = (definition.node, definition.lowered.clone()) else { continue };
            let found = self.kinds_of(&lowered.wire, TypeSet::ALL, &lowered.step);
            if found.iter().all(|kind| guess.contains(kind)) {
                continue;
            }
            let pointers = self.pointers(node);
            match next.turned_out.iter_mut().find(|(places, _)| *places == pointers) {
                Some((_, known)) => add(known, &found),
                None => next.turned_out.push((pointers, found)),
            }
        }
        (next != self.adjustment).then_some(next)
    }

    fn pointers(&self, node: NodeId) -> Vec<String> {
        self.places_of(node).into_iter().map(|site| self.pointer(site)).collect()
    }
}

fn add(kinds: &mut Vec<Kind>, more: &[Kind]) {
    for kind in more {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
}
