//! What a decision has to know of definitions before they are lowered.
//!
//! Inside a definition that comes back to itself it is not known yet what becomes of it. Decisions there go by the
//! types of its documents, and take it to travel exactly where a negation needs that. Where it turns out otherwise, as
//! text, say, everything is done once more with what it turned out to be. What is known of a definition only grows, so
//! that comes to an end.

use isoform_json::Kind;

use super::lower::kinds;
use super::{Adjustment, Compiler};
use crate::error::Error;
use crate::normal::node::NodeId;
use crate::read::types::TypeSet;

/// What definitions turned out to be, by the places they are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TurnedOut {
    /// The types of their answers.
    types: Vec<(Vec<String>, Vec<Kind>)>,
    /// Those that travel wider or narrower than they are.
    inexact: Vec<Vec<String>>,
}

/// What was guessed of definitions.
#[derive(Default)]
pub(super) struct Guesses {
    types: Vec<(usize, Vec<Kind>)>,
    exact: Vec<usize>,
}

impl Compiler<'_, '_> {
    /// The types of the answers of a definition that is not lowered yet, as far as can be said.
    pub(super) fn guess(&mut self, number: usize, types: TypeSet) -> Vec<Kind> {
        let mut guess = kinds(types);
        let node = self.definitions.get(number).and_then(|definition| definition.node);
        if let (Some(node), false) = (node, self.adjustment.turned_out.types.is_empty()) {
            let pointers = self.pointers(node);
            for (_, known) in self.adjustment.turned_out.types.iter().filter(|(places, _)| *places == pointers) {
                add(&mut guess, known);
            }
        }
        if self.settled() {
            match self.guesses.types.iter_mut().find(|(known, _)| *known == number) {
                // What is in every guess about it holds for all of them.
                Some((_, known)) => known.retain(|kind| guess.contains(kind)),
                None => self.guesses.types.push((number, guess.clone())),
            }
        }
        guess
    }

    /// Runs what has to travel exactly, and says whether it does.
    pub(super) fn exactly<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<(T, bool), Error> {
        let before = self.report.differences();
        self.negated += 1;
        let lowered = lower(self);
        self.negated -= 1;
        Ok((lowered?, self.report.differences() == before))
    }

    /// Takes a definition to travel exactly, as long as it is not known to do otherwise.
    pub(super) fn guess_exact(&mut self, number: usize) {
        let Some(node) = self.definitions.get(number).and_then(|definition| definition.node) else { return };
        let known = !self.adjustment.turned_out.inexact.is_empty()
            && self.adjustment.turned_out.inexact.contains(&self.pointers(node));
        if known {
            self.report.differs();
        } else if !self.guesses.exact.contains(&number) {
            self.guesses.exact.push(number);
        }
    }

    /// Whether each definition differs, by itself or in what it refers to.
    fn inexact(&self) -> Vec<bool> {
        let mut inexact: Vec<bool> = self.definitions.iter().map(|definition| definition.differs).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); inexact.len()];
        for (number, definition) in self.definitions.iter().enumerate() {
            for used in &definition.refers_to {
                if let Some(users) = users.get_mut(*used) {
                    users.push(number);
                }
            }
        }
        let mut open: Vec<usize> = (0..inexact.len()).filter(|number| inexact.get(*number) == Some(&true)).collect();
        while let Some(number) = open.pop() {
            for user in users.get_mut(number).map(std::mem::take).unwrap_or_default() {
                if let Some(known @ false) = inexact.get_mut(user) {
                    *known = true;
                    open.push(user);
                }
            }
        }
        inexact
    }

    /// What to try next where a definition is not what was guessed.
    pub(super) fn guessed_wrong(&mut self) -> Option<Adjustment> {
        let mut next = self.adjustment.clone();
        let Guesses { types, exact } = std::mem::take(&mut self.guesses);
        let inexact = if exact.is_empty() { Vec::new() } else { self.inexact() };
        for number in exact.into_iter().filter(|number| inexact.get(*number) == Some(&true)) {
            let Some(node) = self.definitions.get(number).and_then(|definition| definition.node) else { continue };
            let pointers = self.pointers(node);
            if !next.turned_out.inexact.contains(&pointers) {
                next.turned_out.inexact.push(pointers);
            }
        }
        for (number, guess) in types {
            let Some(definition) = self.definitions.get(number) else { continue };
            let (Some(node), Some(lowered)) = (definition.node, definition.lowered.clone()) else { continue };
            let found = self.kinds_of(&lowered.wire, TypeSet::ALL, &lowered.step);
            if found.iter().all(|kind| guess.contains(kind)) {
                continue;
            }
            let pointers = self.pointers(node);
            match next.turned_out.types.iter_mut().find(|(places, _)| *places == pointers) {
                Some((_, known)) => add(known, &found),
                None => next.turned_out.types.push((pointers, found)),
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
