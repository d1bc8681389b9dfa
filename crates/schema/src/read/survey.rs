//! One look over the documents of a schema: which of the costlier things can be left out.

use isoform_json::{Document, Kind};

/// What occurs somewhere, in a schema position or not: a yes is only a reason to look closer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    /// A reference.
    pub(crate) refers: bool,
    /// A name for a schema below the root, or an anchor.
    pub(crate) names: bool,
    /// `unevaluatedProperties` or `unevaluatedItems`.
    pub(crate) evaluates: bool,
}

impl Survey {
    /// Looks over documents.
    pub(crate) fn of<'d>(documents: impl Iterator<Item = &'d Document>) -> Survey {
        let mut survey = Survey::default();
        for document in documents {
            survey.look(document);
        }
        survey
    }

    fn look(&mut self, document: &Document) {
        let mut open = vec![document.root()];
        let mut first = true;
        while let Some(value) = open.pop() {
            for (key, held) in value.members() {
                match key {
                    "$ref" | "$dynamicRef" | "$recursiveRef" => self.refers = true,
                    "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" => self.names = true,
                    "$id" | "id" => self.names |= !first || held.as_str().is_some_and(|id| id.contains('#')),
                    "unevaluatedProperties" | "unevaluatedItems" => self.evaluates = true,
                    _ => {}
                }
                if matches!(held.kind(), Kind::Object | Kind::Array) {
                    open.push(held);
                }
            }
            open.extend(value.items().filter(|item| matches!(item.kind(), Kind::Object | Kind::Array)));
            first = false;
        }
    }
}
