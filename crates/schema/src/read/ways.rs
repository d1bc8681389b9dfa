//! The way to every value of a document, for pointers to places that no pointer led to.

use isoform_json::pointer::push_token;
use isoform_json::{Document, NodeId, View};

/// For each node the container it stands in and its position there; the root stands in none.
#[derive(Clone, Debug)]
pub(crate) struct Ways(Vec<Option<(NodeId, u32)>>);

impl Ways {
    pub(crate) fn of(document: &Document) -> Ways {
        let mut ways = vec![None; document.node_bound()];
        let mut open = vec![document.root()];
        while let Some(container) = open.pop() {
            let inside = container.items().chain(container.members().map(|(_, held)| held));
            for (position, held) in inside.enumerate() {
                if let Some(way) = ways.get_mut(held.id().index()) {
                    *way = Some((container.id(), position as u32));
                }
                if !held.is_empty() {
                    open.push(held);
                }
            }
        }
        Ways(ways)
    }

    /// The JSON Pointer of a node.
    pub(crate) fn pointer(&self, document: &Document, node: NodeId) -> String {
        let mut steps: Vec<(View<'_>, u32)> = Vec::new();
        let mut at = node;
        while let Some((container, position)) = self.0.get(at.index()).copied().flatten() {
            steps.extend(document.view(at).map(|view| (view, position)));
            at = container;
        }
        let mut pointer = String::new();
        for (view, position) in steps.into_iter().rev() {
            match view.key() {
                Some(name) => push_token(&mut pointer, name),
                None => push_token(&mut pointer, &position.to_string()),
            }
        }
        pointer
    }
}
