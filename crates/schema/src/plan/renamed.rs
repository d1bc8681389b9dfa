//! Free keys that meet the wire keys of renamed members.
//!
//! A free key that is the wire key of a renamed field, with any number of `_` after it, gets one `_` more in the
//! answer and loses it on the way back. No two keys meet, as long as no other wire key differs from that of a renamed
//! field only by `_` at its end; a reader of plans refuses one that does.

use super::Field;

/// The wire keys of the renamed fields.
pub(super) struct Renamed<'a>(Vec<&'a str>);

impl<'a> Renamed<'a> {
    pub(super) fn new(fields: &'a [Field]) -> Renamed<'a> {
        let renamed = fields.iter().filter(|field| field.name != field.wire);
        Renamed(renamed.map(|field| &*field.wire).collect())
    }

    /// Whether a free key of a document would be read as a renamed one, or as an escaped key.
    pub(super) fn meets(&self, key: &str) -> bool {
        self.0.iter().any(|wire| key.strip_prefix(wire).is_some_and(only_underscores))
    }

    /// The free key of the document that a free key of an answer spells.
    pub(super) fn unescaped<'k>(&self, key: &'k str) -> &'k str {
        match key.strip_suffix('_') {
            Some(shorter) if self.meets(shorter) => shorter,
            _ => key,
        }
    }
}

/// Whether the wire keys of renamed fields stay apart from all others.
pub(super) fn apart(fields: &[Field]) -> bool {
    if fields.iter().all(|field| field.name == field.wire) {
        return true;
    }
    let base = |field: &'_ Field| field.wire.trim_end_matches('_').to_owned();
    let mut seen = std::collections::HashMap::new();
    fields.iter().all(|field| {
        let renamed = field.name != field.wire;
        let before = seen.insert(base(field), renamed);
        before.is_none_or(|other_renamed| !renamed && !other_renamed)
    })
}

fn only_underscores(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'_')
}
