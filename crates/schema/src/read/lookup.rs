//! Looking values up by JSON Pointer. Wide objects and long arrays get an index when they are first asked,
//! so that many references into one `$defs` do not walk it each time.

use std::collections::HashMap;

use isoform_json::{Kind, NodeId, View, pointer};

use crate::ids::IdMap;

/// Up to this many members, walking them beats an index.
const FEW: usize = 16;

/// The indexes that were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup<'s> {
    names: IdMap<(u16, NodeId), HashMap<&'s str, View<'s>>>,
    items: IdMap<(u16, NodeId), Vec<View<'s>>>,
}

impl<'s> Lookup<'s> {
    /// What a pointer leads to from a value of the document of that number, as [`View::at`].
    pub(crate) fn at(&mut self, document: u16, from: View<'s>, pointer: &str) -> Option<View<'s>> {
        let mut view = from;
        for token in pointer::tokens(pointer)? {
            view = match view.kind() {
                Kind::Object if view.len() > FEW => self.names(document, view).get(&*token).copied()?,
                Kind::Object => view.get(&token)?,
                Kind::Array if view.len() > FEW => {
                    let items = self.items.entry((document, view.id())).or_insert_with(|| view.items().collect());
                    items.get(pointer::array_index(&token)?).copied()?
                }
                Kind::Array => view.items().nth(pointer::array_index(&token)?)?,
                _ => return None,
            };
        }
        Some(view)
    }

    /// The members of an object by name. A schema repeats none.
    fn names(&mut self, document: u16, object: View<'s>) -> &HashMap<&'s str, View<'s>> {
        self.names.entry((document, object.id())).or_insert_with(|| object.members().collect())
    }
}
