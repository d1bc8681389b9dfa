//! Finding repeated names.

use std::collections::HashSet;

use crate::node::Tag;
use crate::{Document, View};

/// Up to this many members, comparing each with each beats hashing.
const FEW: usize = 12;

/// The first value in source order whose name its object already has.
pub(crate) fn first_duplicate(document: &Document) -> Option<View<'_>> {
    let mut first: Option<View<'_>> = None;
    for (index, node) in document.nodes.iter().enumerate() {
        let index = index as u32;
        // Every repetition inside a later object comes after the one found.
        if first.is_some_and(|first| first.index() < index) {
            break;
        }
        if node.tag != Tag::Object || node.second < 2 {
            continue;
        }
        if let Some(found) = repeated_in(View::new(document, index)) {
            if first.is_none_or(|first| found.index() < first.index()) {
                first = Some(found);
            }
        }
    }
    first
}

/// The first member of one object whose name occurred before.
fn repeated_in(object: View<'_>) -> Option<View<'_>> {
    if object.len() <= FEW {
        let names = object.members().map(|(name, _)| name);
        return object
            .members()
            .enumerate()
            .find(|(at, (name, _))| names.clone().take(*at).any(|earlier| earlier == *name))
            .map(|(_, (_, value))| value);
    }
    let mut seen = HashSet::with_capacity(object.len());
    object.members().find(|(name, _)| !seen.insert(*name)).map(|(_, value)| value)
}
