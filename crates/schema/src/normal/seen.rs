//! Values by their JSON equality.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher;

use isoform_json::{Kind, View};

use super::graph::Graph;
use crate::read::sites::Val;

/// A set of values in the order in which they were met: strings by themselves, all others by a hash of what they are.
#[derive(Default)]
pub(crate) struct Seen<'s> {
    values: Vec<Val>,
    /// The positions of strings.
    texts: HashMap<&'s str, usize>,
    /// The positions of other values.
    others: HashMap<u64, Vec<usize>>,
}

impl<'s> Seen<'s> {
    /// The set of these values.
    pub(crate) fn all(graph: &Graph<'s>, values: &[Val]) -> Seen<'s> {
        let mut seen = Seen::default();
        for value in values {
            seen.insert(graph, *value);
        }
        seen
    }

    /// Adds a value; false where it is there.
    pub(crate) fn insert(&mut self, graph: &Graph<'s>, value: Val) -> bool {
        let view = graph.sites.value(value);
        let position = self.values.len();
        if let Some(text) = view.as_str() {
            if let Entry::Vacant(vacant) = self.texts.entry(text) {
                vacant.insert(position);
                self.values.push(value);
                return true;
            }
            return false;
        }
        let alike = self.others.entry(hash(graph.hasher(), view)).or_default();
        if alike.iter().any(|known| is_at(&self.values, *known, graph, view)) {
            return false;
        }
        alike.push(position);
        self.values.push(value);
        true
    }

    pub(crate) fn has(&self, graph: &Graph<'s>, value: Val) -> bool {
        self.position(graph, value).is_some()
    }

    fn position(&self, graph: &Graph<'s>, value: Val) -> Option<usize> {
        let view = graph.sites.value(value);
        if let Some(text) = view.as_str() {
            return self.texts.get(text).copied();
        }
        if self.others.is_empty() {
            return None;
        }
        let alike = self.others.get(&hash(graph.hasher(), view))?;
        alike.iter().copied().find(|known| is_at(&self.values, *known, graph, view))
    }

    /// The values that are among these ones too, in the order of this set.
    pub(crate) fn common(&self, graph: &Graph<'s>, others: &[Val]) -> Vec<Val> {
        let mut positions: Vec<usize> = others.iter().filter_map(|value| self.position(graph, *value)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions.into_iter().filter_map(|position| self.values.get(position).copied()).collect()
    }
}

fn is_at(values: &[Val], position: usize, graph: &Graph<'_>, view: View<'_>) -> bool {
    values.get(position).is_some_and(|known| graph.sites.value(*known).same_value(view))
}

/// A hash that values which are the same share, whatever the order of members and the spelling of numbers: of
/// everything inside, each with the way that leads to it.
fn hash(hasher: &RandomState, value: View<'_>) -> u64 {
    let mut sum = 0_u64;
    let mut open: Vec<(View<'_>, u64)> = vec![(value, 0)];
    while let Some((value, way)) = open.pop() {
        let here = match value.kind() {
            Kind::Null => hasher.hash_one((way, 0)),
            Kind::Bool => hasher.hash_one((way, 1, value.as_bool())),
            Kind::Number => hasher.hash_one((way, 2, value.as_number())),
            Kind::String => hasher.hash_one((way, 3, value.as_str())),
            Kind::Array => {
                let items = value.items().enumerate();
                open.extend(items.map(|(position, item)| (item, hasher.hash_one((way, position)))));
                hasher.hash_one((way, 4, value.len()))
            }
            Kind::Object => {
                open.extend(value.members().map(|(name, held)| (held, hasher.hash_one((way, name)))));
                hasher.hash_one((way, 5, value.len()))
            }
        };
        sum = sum.wrapping_add(here);
    }
    sum
}
