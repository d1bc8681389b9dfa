//! Finding repeated names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::{Document, View};

/// Up to this many members, comparing each with each beats hashing.
const FEW: usize = 12;

/// The first value in source order within a value whose name its object already has.
pub(crate) fn first_duplicate(within: View<'_>) -> Option<View<'_>> {
    let document = within.document();
    let mut first: Option<View<'_>> = None;
    for index in document.nodes.objects_of_several(within.index()..document.subtree_end(within.index())) {
        // Every repetition inside a later object comes after the one found.
        if first.is_some_and(|first| first.index() < index) {
            break;
        }
        if let Some(found) = repeated_in(View::new(document, index)) {
            if first.is_none_or(|first| found.index() < first.index()) {
                first = Some(found);
            }
        }
    }
    first
}

/// Drops every member that repeats an earlier one of its object, name and value, and gives the spans of the
/// dropped ones. Names that are repeated with another value stay.
pub(crate) fn drop_equal(document: &mut Document) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    // Ranges of nodes to take out, and the object each belongs to.
    let mut out: Vec<(Range<u32>, u32)> = Vec::new();
    for index in document.nodes.objects_of_several(0..document.nodes.end()) {
        let object = View::new(document, index);
        if repeated_in(object).is_none() {
            continue;
        }
        let mut first: HashMap<&str, View<'_>> = HashMap::new();
        for (name, value) in object.members() {
            match first.get(name) {
                None => {
                    first.insert(name, value);
                }
                Some(known) if known.same_value(value) => {
                    let start = value.key_span().map_or(0, |span| span.start);
                    spans.push(start..value.span().map_or(start, |span| span.end));
                    let name = document.nodes.before(value.index()).unwrap_or(value.index());
                    out.push((name..document.subtree_end(value.index()), object.index()));
                }
                Some(_) => {}
            }
        }
    }
    out.sort_by_key(|(range, _)| range.start);
    // What lies inside something that goes, goes with it.
    out.dedup_by(|inner, outer| inner.0.start < outer.0.end);
    for (_, object) in &out {
        document.nodes.count_out(*object);
    }
    let ranges: Vec<Range<u32>> = out.into_iter().map(|(range, _)| range).collect();
    document.nodes.take_out(&ranges);
    spans
}

/// The first member of one object whose name occurred before.
fn repeated_in(object: View<'_>) -> Option<View<'_>> {
    if object.len() <= FEW {
        // Most names differ in their length or their last two bytes.
        let mut marks = [0u64; FEW];
        let (document, nodes) = (object.document(), &object.document().nodes);
        let mut next = nodes.after(object.index());
        for at in 0..object.len() {
            let name = document.name(next);
            let value = nodes.after(next);
            next = nodes.subtree_end(value);
            let mark = mark_of(name);
            let earlier = marks.get(..at).unwrap_or(&[]);
            if earlier.contains(&mark) && object.members().take(at).any(|(earlier, _)| earlier == name) {
                return Some(View::new(document, value));
            }
            if let Some(place) = marks.get_mut(at) {
                *place = mark;
            }
        }
        return None;
    }
    let mut seen = HashSet::with_capacity(object.len());
    object.members().find(|(name, _)| !seen.insert(*name)).map(|(_, value)| value)
}

fn mark_of(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let first = bytes.first().map_or(0, |byte| u64::from(*byte));
    let last = bytes.last_chunk::<2>().map_or(0, |last| u64::from(u16::from_le_bytes(*last)));
    (bytes.len() as u64) << 24 | last << 8 | first
}
