//! Alternatives none of which takes a value: each is asked what it would take.

use isoform_json::Value;

use super::readings::{Change, Edit};
use super::{ROUNDS, Work, within};
use crate::fault::{Due, Fault};

impl Work<'_> {
    /// What each branch makes of the value at a place.
    pub(super) fn of_branches(&mut self, value: &Value, place: &str, branches: &[Vec<Fault>]) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for index in 0..branches.len() {
            let Some(edit) = self.of_branch(value, place, branches, index) else { continue };
            if !edits.iter().any(|known| known.change == edit.change) {
                edits.push(edit);
            }
        }
        edits
    }

    /// The value as one branch takes it.
    fn of_branch(&mut self, value: &Value, place: &str, branches: &[Vec<Fault>], index: usize) -> Option<Edit> {
        let mut changed = value.clone();
        let mut told = Vec::new();
        let mut faults = branches.get(index)?.clone();
        for _ in 0..ROUNDS {
            let mut done: Vec<String> = Vec::new();
            for fault in &faults {
                if done.iter().any(|outer| within(&fault.at, outer)) {
                    continue;
                }
                let edits = self.edits_for(&changed, fault);
                // Which of several readings the branch takes is not asked here: only one that is the only one counts.
                let [edit] = edits.as_slice() else { return None };
                if edit.change == Change::Drop && fault.at == place {
                    return Some(edit.clone());
                }
                edit.apply(&mut changed, &fault.at)?;
                let below = fault.at.strip_prefix(place)?;
                told.extend(edit.told.iter().map(|(kind, further)| (*kind, format!("{below}{further}"))));
                done.push(fault.at.clone());
            }
            self.tries = self.tries.checked_sub(1)?;
            let document = changed.to_document().ok()?;
            let left = self.validator.faults(document.root());
            let mut here = left.into_iter().filter(|fault| within(&fault.at, place)).peekable();
            if here.peek().is_none() {
                return Some(Edit { change: Change::Put(changed.at(place)?.clone()), told });
            }
            // The branch says what is left to do in it.
            let next = here.find_map(|fault| match fault.due {
                Due::Branches(inner) if fault.at == place && inner.len() == branches.len() => {
                    inner.into_iter().nth(index)
                }
                _ => None,
            });
            faults = next.filter(|faults| !faults.is_empty())?;
        }
        None
    }
}
