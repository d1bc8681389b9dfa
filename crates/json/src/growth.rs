//! Adding to a document in source order: the one way nodes come into being.

use crate::assemble::{Event, events};
use crate::node::{NO_SPAN, Node, Tag};
use crate::{Document, View, pointer};

/// A document that is still growing.
///
/// Every reader and the [`Builder`](crate::Builder) write through this type, an incremental reader included:
/// bytes are appended to the source, the last open string grows in place, an open container reaches as far as
/// the nodes do so far. Nothing that was added is ever moved or renumbered, so a [`NodeId`](crate::NodeId) or
/// a span seen once stays right.
///
/// The type checks nothing: order, balance and offsets are its caller's duty. A wrong call gives a wrong
/// tree, never a panic.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Growth {
    document: Document,
    open: Vec<u32>,
}

/// A document of its own with the given value as the root.
pub(crate) fn copy(view: View<'_>) -> Document {
    let mut growth = Growth::new(String::new(), 0);
    copy_into(&mut growth, view);
    growth.into_document()
}

fn copy_into(growth: &mut Growth, view: View<'_>) {
    for event in events(view) {
        match event {
            Event::Name(name) => growth.built_text(Role::Name, name),
            Event::Begin(view) if view.is_object() => growth.begin_object(NO_SPAN),
            Event::Begin(_) => growth.begin_array(NO_SPAN),
            Event::End(_) => growth.end(NO_SPAN),
            Event::Scalar(scalar) => match (scalar.as_bool(), scalar.as_str(), scalar.as_number()) {
                (Some(value), ..) => growth.bool(value, NO_SPAN, NO_SPAN),
                (_, Some(text), _) => growth.built_text(Role::Value, text),
                (.., Some(number)) => growth.built_number(number.text()),
                _ => growth.null(NO_SPAN, NO_SPAN),
            },
        }
    }
}

/// Which of the two kinds of text a string is.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name of a member.
    Name,
    /// A value.
    Value,
}

impl Role {
    fn tag(self) -> Tag {
        match self {
            Role::Name => Tag::Name,
            Role::Value => Tag::String,
        }
    }
}

/// How much more room to make than is needed. What arrives may never end, and a document is kept for long, so
/// room is made in quarters rather than doubled.
#[cold]
fn spare(length: usize, least: usize) -> usize {
    (length / 4).max(least)
}

impl Growth {
    /// Starts with the source known so far and room for about `nodes` nodes.
    pub fn new(source: String, nodes: usize) -> Growth {
        Growth {
            document: Document { source, pool: String::new(), nodes: Vec::with_capacity(nodes) },
            open: Vec::new(),
        }
    }

    /// Appends text to the source.
    #[inline]
    pub fn append_source(&mut self, text: &str) {
        let source = &mut self.document.source;
        if source.capacity() - source.len() < text.len() {
            source.reserve_exact(text.len() + spare(source.len(), 1024));
        }
        source.push_str(text);
    }

    /// How many containers are open.
    #[inline]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost open container is an object; `None` where none is open.
    #[inline]
    pub fn in_object(&self) -> Option<bool> {
        let node = self.document.nodes.get(*self.open.last()? as usize)?;
        Some(node.tag == Tag::Object)
    }

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

    /// The root as far as it is known.
    pub fn root(&self) -> Option<View<'_>> {
        if self.document.nodes.is_empty() {
            return None;
        }
        Some(self.document.root())
    }

    /// The node added last, which is the name of a member where its value is still to come.
    pub fn last(&self) -> View<'_> {
        View::new(&self.document, (self.document.nodes.len() as u32).saturating_sub(1))
    }

    /// The document as far as it is known. [`Document::root`] is a null until something was added.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Ends the growth.
    pub fn into_document(self) -> Document {
        self.document
    }

    #[inline]
    fn push(&mut self, node: Node) {
        if let Some(parent) = self.open.last() {
            if let Some(parent) = self.document.nodes.get_mut(*parent as usize) {
                parent.second += 1;
            }
        }
        self.add(node);
    }

    #[inline]
    fn add(&mut self, node: Node) {
        let nodes = &mut self.document.nodes;
        if nodes.len() == nodes.capacity() {
            nodes.reserve_exact(1 + spare(nodes.len(), 32));
        }
        nodes.push(node);
    }

    #[inline]
    fn push_text(&mut self, role: Role, node: Node) {
        match role {
            Role::Name => self.add(node),
            Role::Value => self.push(node),
        }
    }

    /// Adds a null that the given bytes of the source spell.
    #[inline]
    pub fn null(&mut self, start: u32, end: u32) {
        self.push(Node::scalar(Tag::Null, start, end));
    }

    /// Adds a boolean.
    #[inline]
    pub fn bool(&mut self, value: bool, start: u32, end: u32) {
        let tag = if value { Tag::True } else { Tag::False };
        self.push(Node::scalar(tag, start, end));
    }

    /// Adds `true`, `false` or `null`.
    #[inline]
    pub(crate) fn literal(&mut self, word: &str, start: u32, end: u32) {
        match word {
            "null" => self.null(start, end),
            _ => self.bool(word == "true", start, end),
        }
    }

    /// Adds `true`, `false` or `null` of which not all letters are there; [`end_text`](Growth::end_text) ends it.
    pub(crate) fn begin_literal(&mut self, word: &str, start: u32) {
        self.literal(word, start, start);
        if let Some(node) = self.document.nodes.last_mut() {
            node.open = true;
        }
    }

    /// Adds a number whose text is the given bytes of the source.
    #[inline]
    pub fn number(&mut self, start: u32, end: u32) {
        self.push(Node { first: start, second: end, ..Node::scalar(Tag::Number, start, end) });
    }

    /// Adds a finished string without escapes; the span includes the quotes.
    #[inline]
    pub fn plain_text(&mut self, role: Role, start: u32, end: u32) {
        self.push_text(
            role,
            Node {
                first: start.saturating_add(1),
                second: end.saturating_sub(1),
                ..Node::scalar(role.tag(), start, end)
            },
        );
    }

    /// Adds a string whose quote stands at `start`, and leaves it open.
    #[inline]
    pub fn begin_text(&mut self, role: Role, start: u32) {
        self.push_text(
            role,
            Node {
                first: start.saturating_add(1),
                second: start.saturating_add(1),
                open: true,
                ..Node::scalar(role.tag(), start, start.saturating_add(1))
            },
        );
    }

    /// Extends the open string by the bytes of the source up to `to`, which hold no escape.
    #[inline]
    pub fn extend_text(&mut self, to: u32) {
        let source = std::mem::take(&mut self.document.source);
        self.extend_text_from(&source, to);
        self.document.source = source;
    }

    /// [`extend_text`](Growth::extend_text) with the source in other hands.
    #[inline]
    pub(crate) fn extend_text_from(&mut self, source: &str, to: u32) {
        let Document { pool, nodes, .. } = &mut self.document;
        let Some(node) = nodes.last_mut() else { return };
        if node.pooled {
            pool.push_str(source.get(node.end as usize..to as usize).unwrap_or(""));
            node.second = pool.len() as u32;
        } else {
            node.second = to;
        }
        node.end = to;
    }

    /// Appends text to the source and to the open string, which it belongs to as it stands.
    #[inline]
    pub(crate) fn append_plain_text(&mut self, text: &str) {
        self.append_source(text);
        let Document { source, pool, nodes } = &mut self.document;
        let Some(node) = nodes.last_mut() else { return };
        node.end = source.len() as u32;
        if node.pooled {
            pool.push_str(text);
            node.second = pool.len() as u32;
        } else {
            node.second = node.end;
        }
    }

    /// Extends the open string by a decoded escape that ends at `to` in the source.
    ///
    /// The first escape of a string copies what it has so far into the pool, once.
    #[inline]
    pub fn push_decoded(&mut self, decoded: char, to: u32) {
        let source = std::mem::take(&mut self.document.source);
        self.push_decoded_from(&source, decoded, to);
        self.document.source = source;
    }

    /// [`push_decoded`](Growth::push_decoded) with the source in other hands.
    #[inline]
    pub(crate) fn push_decoded_from(&mut self, source: &str, decoded: char, to: u32) {
        self.pool_text(source);
        let Document { pool, nodes, .. } = &mut self.document;
        let Some(node) = nodes.last_mut() else { return };
        pool.push(decoded);
        node.second = pool.len() as u32;
        node.end = to;
    }

    /// Takes the open string into the pool, from where on it need not stand in the source as it is meant.
    #[inline]
    pub(crate) fn pool_text(&mut self, source: &str) {
        let Document { pool, nodes, .. } = &mut self.document;
        let Some(node) = nodes.last_mut() else { return };
        if !node.pooled {
            let start = pool.len() as u32;
            pool.push_str(source.get(node.first as usize..node.second as usize).unwrap_or(""));
            node.first = start;
            node.second = pool.len() as u32;
            node.pooled = true;
        }
    }

    /// Closes the open string or literal; `end` lies behind it.
    #[inline]
    pub fn end_text(&mut self, end: u32) {
        if let Some(node) = self.document.nodes.last_mut() {
            node.open = false;
            node.end = end;
        }
    }

    /// Opens an array whose bracket stands at `start`.
    #[inline]
    pub fn begin_array(&mut self, start: u32) {
        self.begin(Tag::Array, start);
    }

    /// Opens an object whose brace stands at `start`.
    #[inline]
    pub fn begin_object(&mut self, start: u32) {
        self.begin(Tag::Object, start);
    }

    #[inline]
    fn begin(&mut self, tag: Tag, start: u32) {
        let index = self.document.nodes.len() as u32;
        self.push(Node { open: true, ..Node::scalar(tag, start, start) });
        self.open.push(index);
    }

    /// Closes the innermost container; `end` lies behind its bracket.
    #[inline]
    pub fn end(&mut self, end: u32) {
        let Some(index) = self.open.pop() else { return };
        let after = self.document.nodes.len() as u32;
        if let Some(node) = self.document.nodes.get_mut(index as usize) {
            node.open = false;
            node.first = after;
            node.end = end;
        }
    }

    /// Adds a finished string that no source stands behind.
    pub(crate) fn built_text(&mut self, role: Role, text: &str) {
        let node = self.pooled(role.tag(), text);
        self.push_text(role, node);
    }

    /// Adds a number that no source stands behind.
    pub(crate) fn built_number(&mut self, text: &str) {
        let node = self.pooled(Tag::Number, text);
        self.push(node);
    }

    fn pooled(&mut self, tag: Tag, text: &str) -> Node {
        let first = self.document.pool.len() as u32;
        self.document.pool.push_str(text);
        Node { first, second: self.document.pool.len() as u32, pooled: true, ..Node::scalar(tag, NO_SPAN, NO_SPAN) }
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

    /// Takes the source out, to be read from while nodes are added, and put back.
    #[inline]
    pub(crate) fn take_source(&mut self) -> String {
        std::mem::take(&mut self.document.source)
    }

    /// Puts the source back.
    #[inline]
    pub(crate) fn put_source(&mut self, source: String) {
        self.document.source = source;
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

    /// Adds text to the open string that does not stand in the source as it is meant.
    pub(crate) fn push_text_from(&mut self, source: &str, text: &str, to: u32) {
        self.pool_text(source);
        let Document { pool, nodes, .. } = &mut self.document;
        let Some(node) = nodes.last_mut() else { return };
        pool.push_str(text);
        node.second = pool.len() as u32;
        node.end = to;
    }

    /// Adds a number that the given bytes of the source spell in another way than JSON.
    pub(crate) fn spelled_number(&mut self, text: &str, start: u32, end: u32) {
        let node = self.pooled(Tag::Number, text);
        self.push(Node { start, end, ..node });
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

    /// Adds a copy of a value of another document as a root of its own, without spans; gives its index.
    pub(crate) fn copy_in(&mut self, view: View<'_>) -> usize {
        let root = self.document.nodes.len();
        copy_into(self, view);
        root
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

    /// Bytes of decoded text so far.
    pub(crate) fn pool_len(&self) -> usize {
        self.document.pool.len()
    }

    pub(crate) fn node_count(&self) -> usize {
        self.document.nodes.len()
    }
}
