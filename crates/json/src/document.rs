//! The document: an arena of fixed-size nodes over the text they were read from.
//!
//! # Layout
//!
//! A document is three buffers: the source text, a pool of decoded text, and one `Vec` of nodes in source order,
//! a container before what it contains. A node takes a slot of 9 bytes; a container takes two, and so does a text
//! that does not stand in the source between two quotes.
//!
//! - A container knows the index after its last node, so walking siblings steps over subtrees, and a subtree
//!   is one slice of nodes. It also counts its values.
//! - The name of a member is a node of its own, directly before the value's. Items of arrays pay nothing for
//!   names, and a value finds its name by looking one node back.
//! - A string without escapes is a range of the source; only one with escapes is copied, decoded, into the
//!   pool. A number is a range of the source. Nothing is allocated for a single node.
//! - Everything is an offset, never a reference. Offsets are `u32`, which is why a text ends below 4 GiB.
//! - Dropping, cloning, comparing and writing run over flat buffers or an explicit stack, so depth costs no
//!   stack. Depth is bounded all the same ([`Document::MAX_DEPTH`]), for the sake of serde, which recurses.
//!
//! # Growth
//!
//! The same three buffers serve a text that is still arriving. Bytes are appended to the source; the last open
//! string grows at its end (in place while it has no escape; the first escape copies it to the end of the pool
//! once, where it goes on growing); an open container reaches to the last node. No node and no byte that was
//! shown moves afterwards, so ids and spans stay right. One type does all adding, for the strict reader and
//! the builder as well.
//!
//! Invariant: text that a node takes from the source stands there as it could stand in strict JSON, between
//! double quotes. The writer copies it without a look. A reader of anything laxer puts such text in the pool.
//!
//! # Cost
//!
//! `cargo bench -p isoform-json`, each figure as a ratio to a `serde_json::Value` parse of the same text in the
//! same run, at 10 KB, 100 KB and 1 MB: reading records 0.34, 0.24, 0.14; reading one long string 0.7; growing
//! an object by single members with a look at the tree after each 0.25, 0.18, 0.28. Growing one long string
//! in pieces of 8 to 20 bytes with a look after each costs about 20 ns a piece wherever in the string it is,
//! 7 to 9 times the (very cheap) parse of the same string at all three sizes. In instructions
//! (`scripts/instructions.py`), reading 20 KB of records takes 0.33 of serde_json's `Value`, with a look for
//! repeated names 0.45.

use std::fmt;
use std::str::FromStr;

use crate::node::{Node, Nodes, Tag};
use crate::read;
use crate::{Error, ErrorKind, ReadOptions, Value, View};

/// A JSON text as a tree, in source order, with spans and exact number text.
///
/// ```
/// use isoform_json::Document;
///
/// let document = Document::parse(r#"{"city": "Oslo", "nights": 2.0}"#)?;
/// let root = document.root();
/// assert_eq!(root.get("city").and_then(|city| city.as_str()), Some("Oslo"));
/// assert_eq!(document.to_json(), r#"{"city":"Oslo","nights":2.0}"#);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) source: String,
    pub(crate) pool: String,
    pub(crate) nodes: Nodes,
}

/// The place of a node in its document; ids grow in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The id as an index below [`Document::node_bound`], for tables beside a document.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Document {
    /// How deep any document can be, whatever made it.
    ///
    /// Code that has to recurse over a document (serde, a derived `Deserialize`) relies on it.
    pub const MAX_DEPTH: usize = 512;

    /// Reads one JSON value as RFC 8259 has it, with the default [`ReadOptions`].
    ///
    /// ```
    /// use isoform_json::Document;
    ///
    /// assert_eq!(Document::parse("[1, 2]")?.root().len(), 2);
    /// assert_eq!(Document::parse("[1, 2,]").unwrap_err().code(), "malformed");
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text is not one JSON value, or passes a limit.
    pub fn parse(text: &str) -> Result<Document, Error> {
        read::parse(text, &ReadOptions::default())
    }

    /// Reads one JSON value within the given limits.
    ///
    /// # Errors
    /// The text is not one JSON value, or passes a limit.
    pub fn parse_with(text: &str, options: &ReadOptions) -> Result<Document, Error> {
        read::parse(text, options)
    }

    /// Reads one JSON value from bytes, which must be UTF-8.
    ///
    /// ```
    /// use isoform_json::{Document, ReadOptions};
    ///
    /// let error = Document::parse_bytes(b"[\"\xff\"]", &ReadOptions::default()).unwrap_err();
    /// assert_eq!((error.code(), error.offset()), ("not-utf8", Some(2)));
    /// ```
    ///
    /// # Errors
    /// The bytes are not UTF-8, or the text is not one JSON value, or passes a limit.
    pub fn parse_bytes(bytes: &[u8], options: &ReadOptions) -> Result<Document, Error> {
        read::check_size(bytes.len(), options)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => read::parse(text, options),
            Err(error) => {
                let start = error.valid_up_to();
                let width = error.error_len().unwrap_or(bytes.len() - start);
                let before = bytes.get(..start).unwrap_or(bytes);
                let before = String::from_utf8_lossy(before);
                Err(Error::new(ErrorKind::NotUtf8, "").at(&before, start..start + width))
            }
        }
    }

    /// The value that the document is.
    #[must_use]
    pub fn root(&self) -> View<'_> {
        View::new(self, 0)
    }

    /// The value with the given id; `None` where the id is past the end or is that of a member's name.
    #[must_use]
    pub fn view(&self, id: NodeId) -> Option<View<'_>> {
        match self.nodes.get(id.0)?.tag {
            Tag::Name | Tag::Rest => None,
            _ => Some(View::new(self, id.0)),
        }
    }

    /// A number above the [index](NodeId::index) of every node, for tables beside a document: one for each scalar and
    /// each name of a member, two for each container and each text that has escapes.
    #[must_use]
    pub fn node_bound(&self) -> usize {
        self.nodes.end() as usize
    }

    /// The text that spans point into; empty for a document that was built.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first member in source order whose object already has a member of that name.
    ///
    /// ```
    /// use isoform_json::Document;
    ///
    /// let document = Document::parse(r#"{"a": {"b": 1, "b": 2}, "a": 3}"#)?;
    /// let second = document.duplicate_key().unwrap();
    /// assert_eq!((second.key(), second.to_json().as_str()), (Some("b"), "2"));
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn duplicate_key(&self) -> Option<View<'_>> {
        self.root().duplicate_key()
    }

    /// The JSON Pointers of the values that are not all there, from the root inwards: none for a document that was
    /// read as a whole.
    ///
    /// They lie on one path, since only what was begun last can be open.
    #[must_use]
    pub fn open_pointers(&self) -> Vec<String> {
        let mut pointers: Vec<String> = Vec::new();
        let mut outer: Option<View<'_>> = None;
        for (index, node) in self.nodes.from(0) {
            if !node.open || node.tag == Tag::Name {
                continue;
            }
            let view = View::new(self, index);
            let mut path = pointers.last().cloned().unwrap_or_default();
            match (outer, view.key()) {
                (None, _) => {}
                (Some(_), Some(name)) => crate::pointer::push_token(&mut path, name),
                (Some(array), None) => {
                    crate::pointer::push_token(&mut path, &array.len().saturating_sub(1).to_string());
                }
            }
            pointers.push(path);
            outer = Some(view);
        }
        pointers
    }

    /// Writes the document on one line, members in source order, numbers as they were written.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.root().to_json()
    }

    /// Writes the document over several lines, indented by two spaces.
    ///
    /// ```
    /// let document = isoform_json::Document::parse(r#"{"a":[1,{}],"b":[]}"#)?;
    /// assert_eq!(document.to_json_pretty(), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        self.root().to_json_pretty()
    }

    /// The document as an owned tree that can be edited.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.root().to_value()
    }

    /// The same with an end to everything that is open.
    pub(crate) fn closed(&self) -> Document {
        let mut closed = self.clone();
        if closed.nodes.last().is_some_and(|node| node.tag == Tag::Name) {
            closed.nodes.pop();
        }
        // What was begun last alone can be open, and be no container.
        if let Some(scalar) = closed.nodes.last().filter(|node| node.open && !node.tag.is_container()) {
            closed.nodes.end_last(scalar.end);
        }
        let open: Vec<u32> = closed.nodes.from(0).filter(|(_, node)| node.open).map(|(index, _)| index).collect();
        for container in open {
            closed.nodes.close(container, closed.source.len() as u32);
        }
        closed
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> Node {
        self.nodes.node(index)
    }

    #[inline]
    pub(crate) fn text(&self, node: &Node) -> &str {
        let buffer = if node.pooled { &self.pool } else { &self.source };
        buffer.get(node.first as usize..node.second as usize).unwrap_or("")
    }

    #[inline]
    pub(crate) fn name(&self, index: u32) -> &str {
        let (first, second, pooled) = self.nodes.name(index);
        let buffer = if pooled { &self.pool } else { &self.source };
        buffer.get(first as usize..second as usize).unwrap_or("")
    }

    /// The index after the last node of the subtree at `index`.
    #[inline]
    pub(crate) fn subtree_end(&self, index: u32) -> u32 {
        self.nodes.subtree_end(index)
    }
}

/// Same value, as [`View::same_value`] of the roots.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        self.root().same_value(other.root())
    }
}

impl Eq for Document {}

/// The document of `null`.
impl Default for Document {
    fn default() -> Document {
        let mut growth = crate::Growth::new(String::new(), 1);
        growth.null(crate::node::NO_SPAN, crate::node::NO_SPAN);
        growth.into_document()
    }
}

/// The text of [`Document::to_json`].
impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().write_json(formatter)
    }
}

/// Reads as [`Document::parse`] does.
impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Document, Error> {
        Document::parse(text)
    }
}
