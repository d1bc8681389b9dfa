//! The end of a document that grows: what was added last, what is open, and taking it back.

use super::{Growth, Role};
use crate::node::{Node, Tag};
use crate::{Document, View, pointer};

impl Growth {
    /// The JSON Pointer of where the reader stands: the value last begun while it is open, or what comes next.
    pub(crate) fn place(&self) -> String {
        let mut path = String::new();
        let nodes = &self.document.nodes;
        let innermost = self.open.last();
        for index in &self.open {
            let view = View::new(&self.document, *index);
            if let Some(name) = view.key() {
                pointer::push_token(&mut path, name);
            } else if let Some(outer) = self.outer(*index) {
                pointer::push_token(&mut path, &outer.len().saturating_sub(1).to_string());
            }
        }
        let (Some(innermost), Some(last)) = (innermost, nodes.last()) else { return path };
        let container = View::new(&self.document, *innermost);
        let last_view = self.last();
        match (container.is_object(), last.tag) {
            (true, Tag::Name) if !last.open => pointer::push_token(&mut path, self.document.text(last)),
            (true, Tag::String) if last.open => pointer::push_token(&mut path, last_view.key().unwrap_or("")),
            (false, Tag::String) if last.open => {
                pointer::push_token(&mut path, &container.len().saturating_sub(1).to_string());
            }
            _ => {}
        }
        path
    }

    /// The open container around the one at `index`.
    fn outer(&self, index: u32) -> Option<View<'_>> {
        let at = self.open.iter().position(|open| *open == index)?;
        Some(View::new(&self.document, *self.open.get(at.checked_sub(1)?)?))
    }

    /// The index of the innermost open container.
    pub(crate) fn innermost(&self) -> Option<u32> {
        self.open.last().copied()
    }

    /// The kinds of the open containers, outermost first: `true` for an object.
    pub(crate) fn open_objects(&self) -> impl DoubleEndedIterator<Item = bool> + '_ {
        self.open.iter().map(|index| self.document.node(*index).tag == Tag::Object)
    }

    /// The node added last.
    pub(crate) fn last_node(&self) -> Option<&Node> {
        self.document.nodes.last()
    }

    /// Role, start and end of the node added last, if it is a finished string.
    pub(crate) fn last_text(&self) -> Option<(Role, usize, usize)> {
        let node = self.last_node().filter(|node| !node.open)?;
        let role = match node.tag {
            Tag::String => Role::Value,
            Tag::Name => Role::Name,
            _ => return None,
        };
        Some((role, node.start as usize, node.end as usize))
    }

    /// The name added last, and the names that its object has so far; the source is in other hands.
    pub(crate) fn name_and_siblings<'a>(
        &'a self,
        source: &'a str,
    ) -> Option<(&'a str, impl Iterator<Item = &'a str> + Clone + use<'a>)> {
        let document = &self.document;
        let text = move |node: &Node| {
            let buffer = if node.pooled { document.pool.as_str() } else { source };
            buffer.get(node.first as usize..node.second as usize).unwrap_or("")
        };
        let name = self.last_node().filter(|node| node.tag == Tag::Name && !node.open)?;
        let object = *self.open.last()?;
        let last = document.nodes.len() as u32 - 1;
        let first = Some(object + 1).filter(|first| *first < last);
        let names =
            std::iter::successors(first, move |name| Some(document.subtree_end(name + 1)).filter(|next| *next < last));
        Some((text(name), names.map(move |name| text(document.node(name)))))
    }

    /// The span of the member whose name the name added last repeats.
    pub(crate) fn first_of_name(&self) -> Option<std::ops::Range<usize>> {
        let name = self.last_node().filter(|node| node.tag == Tag::Name)?;
        let name = self.document.text(name);
        let mut members = View::new(&self.document, *self.open.last()?).members();
        members.find(|(known, _)| *known == name).and_then(|(_, value)| value.key_span())
    }

    /// The JSON Pointers of the values that are not all there, from the root inwards.
    pub(crate) fn open_pointers(&self) -> Vec<String> {
        let mut pointers: Vec<String> = Vec::new();
        let mut outer: Option<View<'_>> = None;
        let last = self.document.nodes.len().saturating_sub(1) as u32;
        let scalar = self.last_node().filter(|node| node.open && !node.tag.is_container() && node.tag != Tag::Name);
        for index in self.open.iter().copied().chain(scalar.map(|_| last)) {
            let view = View::new(&self.document, index);
            let mut path = pointers.last().cloned().unwrap_or_default();
            match (outer, view.key()) {
                (None, _) => {}
                (Some(_), Some(name)) => pointer::push_token(&mut path, name),
                (Some(array), None) => pointer::push_token(&mut path, &array.len().saturating_sub(1).to_string()),
            }
            pointers.push(path);
            outer = Some(view);
        }
        pointers
    }

    /// The offset behind the last value that is complete, or behind the last bracket that opened a container.
    pub(crate) fn sound_end(&self) -> Option<usize> {
        let mut index = self.document.nodes.len();
        // A name, and a keyword that broke, are not sound by themselves.
        while let Some(node) = self.document.nodes.get(index.checked_sub(1)?) {
            index -= 1;
            match node.tag {
                Tag::Name => {}
                Tag::Array | Tag::Object if node.open => return Some(node.start as usize + 1),
                _ if node.open => {}
                _ => break,
            }
        }
        // What is complete at the end of the nodes ends last: the containers closed after it end later.
        let last = self.document.nodes.get(index)?;
        let innermost = self.open.last().map_or(0, |open| *open as usize + 1);
        let child = self.last_child(innermost, index);
        Some(self.document.nodes.get(child).unwrap_or(last).end as usize)
    }

    /// The child of the innermost open container that the node at `index` lies in.
    fn last_child(&self, first: usize, index: usize) -> usize {
        // Children that were closed end where the next begins; the last one spans `index`.
        let mut at = first;
        loop {
            let value = match self.document.nodes.get(at) {
                Some(node) if node.tag == Tag::Name => at + 1,
                Some(_) => at,
                None => return index,
            };
            let end = self.document.subtree_end(value as u32) as usize;
            if index < end {
                return value;
            }
            at = end;
        }
    }

    /// How many values the innermost open container has.
    pub(crate) fn innermost_len(&self) -> usize {
        self.open.last().map_or(0, |index| View::new(&self.document, *index).len())
    }

    /// Whether the node added last is a number.
    pub(crate) fn last_number(&self) -> bool {
        self.last_node().is_some_and(|node| node.tag == Tag::Number)
    }

    /// Whether the node added last is a number that ends at `at`.
    pub(crate) fn last_is_number_to(&self, at: usize) -> bool {
        self.last_node().is_some_and(|node| node.tag == Tag::Number && node.end as usize == at)
    }

    /// Whether the value before `at` ended with a bracket.
    pub(crate) fn after_container(&self, source: &str, at: usize) -> bool {
        let Some(node) = self.last_node() else { return false };
        if node.tag.is_container() {
            return !node.open;
        }
        let last = node.end as usize;
        source
            .as_bytes()
            .get(last..at)
            .is_some_and(|between| between.iter().any(|byte| matches!(byte, b']' | b'}' | b')')))
    }

    /// Role and start of the open string.
    pub(crate) fn open_text(&self) -> Option<(Role, usize)> {
        let node = self.last_node().filter(|node| node.open)?;
        let role = if node.tag == Tag::Name { Role::Name } else { Role::Value };
        Some((role, node.start as usize))
    }

    /// Start and end of the string value that stands directly before the name added last.
    pub(crate) fn text_before_name(&self) -> Option<(usize, usize)> {
        match self.document.nodes.as_slice() {
            [.., text, name] if text.tag == Tag::String && !text.open && name.tag == Tag::Name => {
                Some((text.start as usize, text.end as usize))
            }
            _ => None,
        }
    }

    /// Takes back the node added last, a name or a scalar.
    pub(crate) fn take_back(&mut self) {
        let Some(node) = self.document.nodes.pop() else { return };
        if node.pooled {
            self.document.pool.truncate(node.first as usize);
        }
        if node.tag != Tag::Name {
            if let Some(parent) = self.open.last() {
                if let Some(parent) = self.document.nodes.get_mut(*parent as usize) {
                    parent.second = parent.second.saturating_sub(1);
                }
            }
        }
    }

    /// Opens the string added last again, its text in the pool.
    pub(crate) fn reopen_text(&mut self, source: &str) {
        self.pool_text(source);
        if let Some(node) = self.document.nodes.last_mut() {
            node.open = true;
        }
    }

    /// Forgets all nodes from `node` on and all that is open.
    pub(crate) fn forget(&mut self, node: usize) {
        let pooled = self.document.nodes.get(node..).and_then(|nodes| nodes.iter().find(|node| node.pooled));
        if let Some(first) = pooled.map(|node| node.first as usize) {
            self.document.pool.truncate(first);
        }
        self.document.nodes.truncate(node);
        self.open.clear();
    }

    /// A document of what there is of the value at `node`; `None` where there is nothing.
    pub(crate) fn partial_from(&self, node: usize) -> Option<Document> {
        let nodes = self.document.nodes.get(node..).filter(|nodes| !nodes.is_empty())?;
        let mut nodes = nodes.to_vec();
        for inside in nodes.iter_mut().filter(|node| node.tag.is_container() && !node.open) {
            inside.first = inside.first.saturating_sub(node as u32);
        }
        Some(Document { source: self.document.source.clone(), pool: self.document.pool.clone(), nodes })
    }

    /// Keeps the value at `root` alone.
    pub(crate) fn into_document_of(mut self, root: u32) -> Document {
        let end = self.document.subtree_end(root);
        let nodes = &mut self.document.nodes;
        nodes.truncate(end as usize);
        nodes.drain(..(root as usize).min(end as usize));
        for node in nodes.iter_mut().filter(|node| node.tag.is_container() && !node.open) {
            node.first = node.first.saturating_sub(root);
        }
        self.document
    }
}
