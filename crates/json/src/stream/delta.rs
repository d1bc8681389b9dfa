//! What was added to a document that grows.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::node::Tag;
use crate::{Document, Kind, Value, View, pointer};

/// One change of a value that is being received.
///
/// Every value is `Started` once and `Completed` once; the text of a string comes in between, and no text comes
/// twice. Put together, deltas are the document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Delta {
    /// The place of the value.
    pub at: Path,
    /// What happened to it.
    pub event: Event,
}

/// What happened to a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// It began.
    Started {
        /// Its kind.
        kind: Kind,
    },
    /// Text was added to a string.
    Appended {
        /// The text, decoded.
        text: String,
    },
    /// It is complete.
    Completed {
        /// The value of a number, a boolean or a null. A string was appended, a container's values have deltas of
        /// their own.
        value: Option<Value>,
    },
}

/// The place of a value in a document; paths that begin alike share their beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Option<Arc<Segment>>);

#[derive(Debug, PartialEq, Eq)]
struct Segment {
    outer: Path,
    token: Token,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Name(Box<str>),
    Index(u32),
}

impl Path {
    fn of_name(&self, name: &str) -> Path {
        Path(Some(Arc::new(Segment { outer: self.clone(), token: Token::Name(name.into()) })))
    }

    fn of_index(&self, index: u32) -> Path {
        Path(Some(Arc::new(Segment { outer: self.clone(), token: Token::Index(index) })))
    }

    /// The path as a JSON Pointer.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.to_string()
    }

    /// How many names and indices it has.
    #[must_use]
    pub fn depth(&self) -> usize {
        std::iter::successors(self.0.as_deref(), |segment| segment.outer.0.as_deref()).count()
    }
}

/// The JSON Pointer.
impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut segments: Vec<&Segment> =
            std::iter::successors(self.0.as_deref(), |segment| segment.outer.0.as_deref()).collect();
        segments.reverse();
        for segment in segments {
            match &segment.token {
                Token::Name(name) => write!(formatter, "/{}", pointer::escape_token(name))?,
                Token::Index(index) => write!(formatter, "/{index}")?,
            }
        }
        Ok(())
    }
}

/// The JSON Pointer.
impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `{"event","at"}` and, by event, `"type"`, `"text"` or `"value"`.
impl Serialize for Delta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut object = serializer.serialize_map(None)?;
        let name = match &self.event {
            Event::Started { .. } => "started",
            Event::Appended { .. } => "appended",
            Event::Completed { .. } => "completed",
        };
        object.serialize_entry("event", name)?;
        object.serialize_entry("at", &self.at)?;
        match &self.event {
            Event::Started { kind } => object.serialize_entry("type", kind.name())?,
            Event::Appended { text } => object.serialize_entry("text", text)?,
            Event::Completed { value: Some(value) } => object.serialize_entry("value", value)?,
            Event::Completed { value: None } => {}
        }
        object.end()
    }
}

/// How much of a document was handed out.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    next: u32,
    open: Vec<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    node: u32,
    path: Path,
    /// Values handed out, of a container; bytes of text, of a string.
    seen: usize,
}

impl Cursor {
    pub(super) fn take(&mut self, document: &Document) -> Vec<Delta> {
        let mut deltas = Vec::new();
        let end = document.node_bound() as u32;
        loop {
            let nodes = &document.nodes;
            self.next = nodes.settled(self.next);
            self.settle(document, &mut deltas);
            // A name comes with its value.
            let value = if nodes.tag(self.next) == Tag::Name { nodes.after(self.next) } else { self.next };
            if value >= end {
                return deltas;
            }
            self.begin(View::new(document, value), &mut deltas);
            self.next = nodes.after(value);
        }
    }

    /// Hands out what became of the values that were open.
    fn settle(&mut self, document: &Document, deltas: &mut Vec<Delta>) {
        while let Some(open) = self.open.last_mut() {
            let view = View::new(document, open.node);
            let node = view.node();
            if let Some(text) = view.as_str().and_then(|text| text.get(open.seen..)).filter(|text| !text.is_empty()) {
                open.seen += text.len();
                deltas.push(Delta { at: open.path.clone(), event: Event::Appended { text: text.to_owned() } });
            }
            if node.open || (node.tag.is_container() && node.first > self.next) {
                return;
            }
            let value = scalar(view);
            if let Some(open) = self.open.pop() {
                deltas.push(Delta { at: open.path, event: Event::Completed { value } });
            }
        }
    }

    fn begin(&mut self, view: View<'_>, deltas: &mut Vec<Delta>) {
        let path = match self.open.last_mut() {
            None => Path::default(),
            Some(outer) => {
                let index = outer.seen;
                outer.seen += 1;
                match view.key() {
                    Some(name) => outer.path.of_name(name),
                    None => outer.path.of_index(index as u32),
                }
            }
        };
        deltas.push(Delta { at: path.clone(), event: Event::Started { kind: view.kind() } });
        self.open.push(Open { node: view.index(), path, seen: 0 });
    }
}

fn scalar(view: View<'_>) -> Option<Value> {
    match view.kind() {
        Kind::Null | Kind::Bool | Kind::Number => Some(view.to_value()),
        Kind::String | Kind::Array | Kind::Object => None,
    }
}
