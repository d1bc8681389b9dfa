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
            (true, Tag::Name) if !last.open => pointer::push_token(&mut path, self.document.text(&last)),
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
        self.open.iter().map(|index| self.document.nodes.tag(*index) == Tag::Object)
    }

    /// The node added last.
    pub(crate) fn last_node(&self) -> Option<Node> {
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

    /// The name added last, if it is finished; the source is in other hands.
    #[inline]
    pub(crate) fn last_name<'a>(&'a self, source: &'a str) -> Option<&'a str> {
        let (first, second, pooled) = self.document.nodes.last_name()?;
        let buffer = if pooled { self.document.pool.as_str() } else { source };
        buffer.get(first as usize..second as usize)
    }

    /// The names before the one added last that the innermost object has so far; the source is in other hands.
    pub(crate) fn siblings<'a>(&'a self, source: &'a str) -> impl Iterator<Item = &'a str> {
        let Document { nodes, pool, .. } = &self.document;
        let last = nodes.last_index().unwrap_or(0);
        let first = self.open.last().map(|object| nodes.after(*object)).filter(|first| *first < last);
        let next = move |name: &u32| Some(nodes.subtree_end(nodes.after(*name))).filter(|next| *next < last);
        std::iter::successors(first, next).map(move |name| {
            let (first, second, pooled) = nodes.name(name);
            let buffer = if pooled { pool.as_str() } else { source };
            buffer.get(first as usize..second as usize).unwrap_or("")
        })
    }

    /// The span of the member whose name the name added last repeats.
    pub(crate) fn first_of_name(&self) -> Option<std::ops::Range<usize>> {
        let name = self.last_node().filter(|node| node.tag == Tag::Name)?;
        let name = self.document.text(&name);
        let mut members = View::new(&self.document, *self.open.last()?).members();
        members.find(|(known, _)| *known == name).and_then(|(_, value)| value.key_span())
    }

    /// The JSON Pointers of the values that are not all there, from the root inwards.
    pub(crate) fn open_pointers(&self) -> Vec<String> {
        let mut pointers: Vec<String> = Vec::new();
        let mut outer: Option<View<'_>> = None;
        let last = self.document.nodes.last_index().unwrap_or(0);
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
        let nodes = &self.document.nodes;
        let mut index = nodes.end();
        // A name, and a keyword that broke, are not sound by themselves.
        loop {
            index = nodes.before(index)?;
            let node = nodes.node(index);
            match node.tag {
                Tag::Name => {}
                Tag::Array | Tag::Object if node.open => return Some(node.start as usize + 1),
                _ if node.open => {}
                _ => break,
            }
        }
        // What is complete at the end of the nodes ends last: the containers closed after it end later.
        let innermost = self.open.last().map_or(0, |open| nodes.after(*open));
        Some(nodes.node(self.last_child(innermost, index)).end as usize)
    }

    /// The child of the innermost open container that the node at `index` lies in.
    fn last_child(&self, first: u32, index: u32) -> u32 {
        // Children that were closed end where the next begins; the last one spans `index`.
        let mut at = first;
        loop {
            let nodes = &self.document.nodes;
            if at >= nodes.end() {
                return index;
            }
            let value = if nodes.tag(at) == Tag::Name { nodes.after(at) } else { at };
            let end = nodes.subtree_end(value);
            if index < end {
                return value;
            }
            at = end;
        }
    }

    /// How many values the innermost open container has.
    pub(crate) fn innermost_len(&self) -> usize {
        self.open.last().map_or(0, |container| self.document.nodes.count(*container) as usize)
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
        let nodes = &self.document.nodes;
        let name = nodes.last_index().filter(|last| nodes.tag(*last) == Tag::Name)?;
        let text = nodes.get(nodes.before(name)?).filter(|text| text.tag == Tag::String && !text.open)?;
        Some((text.start as usize, text.end as usize))
    }

    /// Takes back the node added last, a name or a scalar.
    pub(crate) fn take_back(&mut self) {
        let Some(node) = self.document.nodes.pop() else { return };
        if node.pooled {
            self.document.pool.truncate(node.first as usize);
        }
        if node.tag != Tag::Name {
            if let Some(parent) = self.open.last() {
                self.document.nodes.count_out(*parent);
            }
        }
    }

    /// Opens the string added last again, its text in the pool.
    pub(crate) fn reopen_text(&mut self, source: &str) {
        self.pool_text(source);
        self.document.nodes.reopen_last();
    }

    /// Forgets all nodes from `node` on and all that is open.
    pub(crate) fn forget(&mut self, node: usize) {
        let node = node as u32;
        let pooled = self.document.nodes.from(node).find(|(_, node)| node.pooled);
        if let Some((_, first)) = pooled {
            self.document.pool.truncate(first.first as usize);
        }
        self.document.nodes.truncate(node);
        self.open.clear();
    }

    /// A document of what there is of the value at `node`; `None` where there is nothing.
    pub(crate) fn partial_from(&self, node: usize) -> Option<Document> {
        let nodes = self.document.nodes.part(node as u32, self.document.nodes.end());
        if nodes.is_empty() {
            return None;
        }
        Some(Document { source: self.document.source.clone(), pool: self.document.pool.clone(), nodes })
    }

    /// Keeps the value at `root` alone.
    pub(crate) fn into_document_of(mut self, root: u32) -> Document {
        let end = self.document.subtree_end(root);
        if root == 0 {
            self.document.nodes.truncate(end);
        } else {
            self.document.nodes = self.document.nodes.part(root, end);
        }
        self.document
    }
}
