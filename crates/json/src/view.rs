//! A borrowed value of a document.

use std::fmt;
use std::ops::Range;

use crate::node::{NO_SPAN, Node, Tag};
use crate::number::Number;
use crate::{Document, NodeId, Value, duplicate, equality, growth, pointer, write};

/// The six kinds of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    pub(crate) fn is_container(self) -> bool {
        matches!(self, Kind::Array | Kind::Object)
    }

    /// The kind as JSON Schema names it.
    ///
    /// ```
    /// assert_eq!(isoform_json::Kind::Bool.name(), "boolean");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

/// One value of a [`Document`], with everything inside it. Cheap to copy.
///
/// ```
/// use isoform_json::{Document, Kind};
///
/// let document = Document::parse(r#"{"tags": ["a", "b"]}"#)?;
/// let tags = document.root().at("/tags").unwrap();
/// assert_eq!(tags.kind(), Kind::Array);
/// assert_eq!(tags.items().filter_map(|tag| tag.as_str()).collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(tags.key(), Some("tags"));
/// assert_eq!(&document.source()[tags.span().unwrap()], r#"["a", "b"]"#);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    document: &'a Document,
    index: u32,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(document: &'a Document, index: u32) -> View<'a> {
        View { document, index }
    }

    #[inline]
    pub(crate) fn node(&self) -> Node {
        self.document.node(self.index)
    }

    #[inline]
    pub(crate) fn tag(&self) -> Tag {
        self.document.nodes.tag(self.index)
    }

    #[inline]
    pub(crate) fn index(&self) -> u32 {
        self.index
    }

    /// The place of the value in its document.
    #[must_use]
    pub fn id(&self) -> NodeId {
        NodeId(self.index)
    }

    /// The document the value belongs to.
    #[must_use]
    pub fn document(&self) -> &'a Document {
        self.document
    }

    /// The kind of value.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> Kind {
        match self.tag() {
            Tag::Null | Tag::Rest => Kind::Null,
            Tag::False | Tag::True => Kind::Bool,
            Tag::Number => Kind::Number,
            Tag::String | Tag::Name => Kind::String,
            Tag::Array => Kind::Array,
            Tag::Object => Kind::Object,
        }
    }

    #[inline]
    pub(crate) fn is_object(&self) -> bool {
        self.tag() == Tag::Object
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.tag() == Tag::Null
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.tag() {
            Tag::True => Some(true),
            Tag::False => Some(false),
            _ => None,
        }
    }

    /// The decoded text, if it is a string.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        let node = self.node();
        match node.tag {
            Tag::String => Some(self.document.text(&node)),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    #[inline]
    pub fn as_number(&self) -> Option<Number<'a>> {
        let node = self.node();
        match node.tag {
            Tag::Number => Some(Number::from_valid(self.document.text(&node))),
            _ => None,
        }
    }

    /// The values of an array; empty for any other kind.
    #[must_use]
    #[inline]
    pub fn items(&self) -> Items<'a> {
        let left = if self.tag() == Tag::Array { self.document.nodes.count(self.index) } else { 0 };
        Items { document: self.document, next: self.document.nodes.after(self.index), left }
    }

    /// The members of an object in source order, repeated names included; empty for any other kind.
    #[must_use]
    #[inline]
    pub fn members(&self) -> Members<'a> {
        let left = if self.tag() == Tag::Object { self.document.nodes.count(self.index) } else { 0 };
        Members { document: self.document, next: self.document.nodes.after(self.index), left }
    }

    /// The first member of that name.
    ///
    /// The search is linear in the number of members.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &str) -> Option<View<'a>> {
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// How many values stand directly inside; 0 for anything but arrays and objects.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.document.nodes.count(self.index) as usize
    }

    /// Whether no values stand inside.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn name_node(&self) -> Option<Node> {
        let nodes = &self.document.nodes;
        let name = nodes.before(self.index)?;
        if nodes.tag(name) == Tag::Name { nodes.get(name) } else { None }
    }

    /// The name under which the value stands, if it is a member of an object.
    #[must_use]
    pub fn key(&self) -> Option<&'a str> {
        self.name_node().map(|name| self.document.text(&name))
    }

    /// The bytes of the source that the value takes, quotes and brackets included; `None` in built documents.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.span_of(self.node())
    }

    /// The bytes of the source that the value's name takes, quotes included.
    #[must_use]
    pub fn key_span(&self) -> Option<Range<usize>> {
        self.span_of(self.name_node()?)
    }

    fn span_of(&self, node: Node) -> Option<Range<usize>> {
        if node.start == NO_SPAN {
            return None;
        }
        let end = if node.open && node.tag.is_container() { self.document.source.len() } else { node.end as usize };
        Some(node.start as usize..end)
    }

    /// Whether the value is all there: `false` only for strings and containers of a document that is still
    /// being received.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.document.nodes.is_open(self.index)
    }

    /// The value a JSON Pointer (RFC 6901) leads to; of repeated names the first.
    ///
    /// ```
    /// let document = isoform_json::Document::parse(r#"{"a/b": [10, 20]}"#)?;
    /// assert_eq!(document.root().at("/a~1b/1").unwrap().to_json(), "20");
    /// assert!(document.root().at("/a~1b/01").is_none());
    /// assert!(document.root().at("/a~1b/-").is_none());
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<View<'a>> {
        let mut view = *self;
        for token in pointer::tokens(pointer)? {
            view = match view.tag() {
                Tag::Object => view.get(&token)?,
                Tag::Array => view.items().nth(pointer::array_index(&token)?)?,
                _ => return None,
            };
        }
        Some(view)
    }

    /// The JSON Pointer from the root of the document to this value.
    ///
    /// ```
    /// let document = isoform_json::Document::parse(r#"{"a/b": [10, 20]}"#)?;
    /// let value = document.root().at("/a~1b/1").unwrap();
    /// assert_eq!(value.pointer(), "/a~1b/1");
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut path = String::new();
        let mut view = self.document.root();
        while view.index < self.index {
            let inside = |child: &View<'a>| self.index < self.document.subtree_end(child.index);
            let next = match view.tag() {
                Tag::Object => view.members().map(|(_, value)| value).find(inside),
                _ => view.items().enumerate().find_map(|(position, item)| {
                    if !inside(&item) {
                        return None;
                    }
                    pointer::push_token(&mut path, &position.to_string());
                    Some(item)
                }),
            };
            let Some(next) = next else { break };
            if let Some(name) = next.key() {
                pointer::push_token(&mut path, name);
            }
            view = next;
        }
        path
    }

    /// Whether both are the same JSON value: numbers by their exact value, objects whatever the order of
    /// their members. Where a name is repeated, its occurrences must agree one by one, in order.
    ///
    /// ```
    /// use isoform_json::Document;
    ///
    /// let left = Document::parse(r#"{"a": 1.0, "b": [1e2]}"#)?;
    /// let right = Document::parse(r#"{"b": [100], "a": 1}"#)?;
    /// assert!(left.root().same_value(right.root()));
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn same_value(&self, other: View<'_>) -> bool {
        equality::same_value(*self, other)
    }

    /// The first member in source order, within this value, whose object already has a member of that name.
    ///
    /// ```
    /// let document = isoform_json::Document::parse(r#"[{"b": 1, "b": 2}, {"b": 3}]"#)?;
    /// let repeated: Vec<bool> = document.root().items().map(|item| item.duplicate_key().is_some()).collect();
    /// assert_eq!(repeated, [true, false]);
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn duplicate_key(&self) -> Option<View<'a>> {
        duplicate::first_duplicate(*self)
    }

    /// A document of its own with this value as the root. It has no source and no spans.
    #[must_use]
    pub fn to_document(&self) -> Document {
        growth::copy(*self)
    }

    /// The value as an owned tree that can be edited. Of repeated names the last value is kept, in the first
    /// one's place.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::from_view(*self)
    }

    /// Writes the value on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::with_capacity(self.written_length());
        let _ = self.write_json(&mut text);
        text
    }

    /// How long the value is on one line, about.
    fn written_length(&self) -> usize {
        match self.span() {
            Some(span) => span.len(),
            // Texts of a built document lie in its pool; each node has quotes and commas around it.
            None if self.index == 0 => self.document.pool.len() + 4 * self.document.node_bound(),
            None => 0,
        }
    }

    /// Writes the value over several lines, indented by two spaces.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        let mut text = String::new();
        let _ = write::write(*self, &mut text, write::Layout::Pretty);
        text
    }

    /// Writes the value on one line into `out`.
    ///
    /// # Errors
    /// `out` refuses text; a `String` never does.
    pub fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write::write(*self, out, write::Layout::Compact)
    }
}

/// The text of [`View::to_json`].
impl fmt::Display for View<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_json(formatter)
    }
}

/// The text of [`View::to_json`].
impl fmt::Debug for View<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_json(formatter)
    }
}

/// The values of an array; see [`View::items`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    document: &'a Document,
    next: u32,
    left: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = View<'a>;

    #[inline]
    fn next(&mut self) -> Option<View<'a>> {
        self.left = self.left.checked_sub(1)?;
        let view = View::new(self.document, self.next);
        self.next = self.document.subtree_end(self.next);
        Some(view)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// The members of an object; see [`View::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    document: &'a Document,
    next: u32,
    left: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, View<'a>);

    #[inline]
    fn next(&mut self) -> Option<(&'a str, View<'a>)> {
        self.left = self.left.checked_sub(1)?;
        let name = self.document.name(self.next);
        let view = View::new(self.document, self.document.nodes.after(self.next));
        self.next = self.document.subtree_end(view.index);
        Some((name, view))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Members<'_> {}
