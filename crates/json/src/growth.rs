//! Adding to a document in source order: the one way nodes come into being.

mod tail;

use crate::assemble::{Event, events};
use crate::node::{NO_SPAN, Nodes, Tag, spare};
use crate::{Document, View};

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

impl Growth {
    /// Starts with a text as the whole source, and room for what records hold of so many bytes.
    pub(crate) fn over(text: &str) -> Growth {
        Growth::new(text.to_owned(), text.len() / 8 + 4)
    }

    /// Starts with the source known so far and room for about `nodes` nodes.
    pub fn new(source: String, nodes: usize) -> Growth {
        Growth {
            document: Document { source, pool: String::new(), nodes: Nodes::with_capacity(nodes) },
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
        Some(self.document.nodes.tag(*self.open.last()?) == Tag::Object)
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
        View::new(&self.document, self.document.nodes.last_index().unwrap_or(0))
    }

    /// The document as far as it is known. [`Document::root`] is a null until something was added.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Ends the growth.
    pub fn into_document(self) -> Document {
        self.document
    }

    /// The nodes, to add to them a value that counts in its container, or a name, which does not.
    #[inline]
    fn adding(&mut self, role: Role) -> &mut Nodes {
        let nodes = &mut self.document.nodes;
        if role == Role::Value {
            if let Some(parent) = self.open.last() {
                nodes.count_in(*parent);
            }
        }
        nodes
    }

    /// Adds a null that the given bytes of the source spell.
    #[inline]
    pub fn null(&mut self, start: u32, end: u32) {
        self.adding(Role::Value).add(Tag::Null, start, end);
    }

    /// Adds a boolean.
    #[inline]
    pub fn bool(&mut self, value: bool, start: u32, end: u32) {
        let tag = if value { Tag::True } else { Tag::False };
        self.adding(Role::Value).add(tag, start, end);
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
        self.document.nodes.reopen_last();
    }

    /// Adds a number whose text is the given bytes of the source.
    #[inline]
    pub fn number(&mut self, start: u32, end: u32) {
        self.adding(Role::Value).add(Tag::Number, start, end);
    }

    /// Adds a finished string without escapes; the span includes the quotes.
    #[inline]
    pub fn plain_text(&mut self, role: Role, start: u32, end: u32) {
        self.adding(role).add(role.tag(), start, end);
    }

    /// Adds a finished string without quotes.
    pub(crate) fn bare_text(&mut self, role: Role, start: u32, end: u32) {
        self.adding(role).add_bare(role.tag(), start, end);
    }

    /// Adds a string whose quote stands at `start`, and leaves it open.
    #[inline]
    pub fn begin_text(&mut self, role: Role, start: u32) {
        self.begin_loose_text(role, start, start.saturating_add(1));
    }

    /// The same with the text from `first` on, behind a quote of another kind or none.
    #[inline]
    pub(crate) fn begin_loose_text(&mut self, role: Role, start: u32, first: u32) {
        self.adding(role).add_open_text(role.tag(), start, first);
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
        if let Some(from) = nodes.extend_last(to) {
            pool.push_str(source.get(from as usize..to as usize).unwrap_or(""));
            nodes.reach_last(pool.len() as u32);
        }
    }

    /// Appends text to the source and to the open string, which it belongs to as it stands.
    #[inline]
    pub(crate) fn append_plain_text(&mut self, text: &str) {
        self.append_source(text);
        let Document { source, pool, nodes } = &mut self.document;
        if nodes.extend_last(source.len() as u32).is_some() {
            pool.push_str(text);
            nodes.reach_last(pool.len() as u32);
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
        pool.push(decoded);
        nodes.reach_last(pool.len() as u32);
        nodes.span_last(to);
    }

    /// Takes the open string into the pool, from where on it need not stand in the source as it is meant.
    #[inline]
    pub(crate) fn pool_text(&mut self, source: &str) {
        let Document { pool, nodes, .. } = &mut self.document;
        let Some(node) = nodes.last().filter(|node| !node.pooled) else { return };
        let start = pool.len() as u32;
        pool.push_str(source.get(node.first as usize..node.second as usize).unwrap_or(""));
        nodes.pool_last(start, pool.len() as u32);
    }

    /// Closes the open string or literal; `end` lies behind it.
    #[inline]
    pub fn end_text(&mut self, end: u32) {
        self.document.nodes.end_last(end);
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
        let index = self.document.nodes.end();
        self.adding(Role::Value).add_container(tag, start);
        self.open.push(index);
    }

    /// Closes the innermost container; `end` lies behind its bracket.
    #[inline]
    pub fn end(&mut self, end: u32) {
        if let Some(container) = self.open.pop() {
            self.document.nodes.close(container, end);
        }
    }

    /// Adds a finished string that no source stands behind.
    pub(crate) fn built_text(&mut self, role: Role, text: &str) {
        self.pooled(role, role.tag(), text, (NO_SPAN, NO_SPAN));
    }

    /// Adds a number that no source stands behind.
    pub(crate) fn built_number(&mut self, text: &str) {
        self.pooled(Role::Value, Tag::Number, text, (NO_SPAN, NO_SPAN));
    }

    fn pooled(&mut self, role: Role, tag: Tag, text: &str, span: (u32, u32)) {
        let first = self.document.pool.len() as u32;
        self.document.pool.push_str(text);
        let second = self.document.pool.len() as u32;
        self.adding(role).add_pooled(tag, span, (first, second));
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

    /// Adds text to the open string that does not stand in the source as it is meant.
    pub(crate) fn push_text_from(&mut self, source: &str, text: &str, to: u32) {
        self.pool_text(source);
        let Document { pool, nodes, .. } = &mut self.document;
        pool.push_str(text);
        nodes.reach_last(pool.len() as u32);
        nodes.span_last(to);
    }

    /// Adds a number that the given bytes of the source spell in another way than JSON.
    pub(crate) fn spelled_number(&mut self, text: &str, start: u32, end: u32) {
        self.pooled(Role::Value, Tag::Number, text, (start, end));
    }

    /// Adds a copy of a value of another document as a root of its own, without spans; gives its index.
    pub(crate) fn copy_in(&mut self, view: View<'_>) -> usize {
        let root = self.node_bound();
        copy_into(self, view);
        root
    }

    /// Bytes of decoded text so far.
    pub(crate) fn pool_len(&self) -> usize {
        self.document.pool.len()
    }

    pub(crate) fn node_bound(&self) -> usize {
        self.document.nodes.end() as usize
    }
}
