//! Watching a stream: every view and every delta is held against the ones before.

#![allow(dead_code, reason = "not every test uses all of it")]

mod grows;

use std::collections::HashMap;

use isoform_json::stream::{Event, Stream, StreamOptions};
use isoform_json::{Document, Error, ErrorKind, Kind, Value, View};

use crate::generate::Random;
use grows::grows;

/// What came of a stream.
#[derive(Debug)]
pub(crate) struct Watched {
    /// The final value as text, or the error.
    pub(crate) result: Result<String, Fault>,
    /// The last view before the end, as text.
    pub(crate) shown: String,
    /// Bytes of text, names and values in all deltas.
    pub(crate) delta_bytes: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) offset: Option<usize>,
}

impl Fault {
    fn of(error: &Error) -> Fault {
        let code = if error.kind() == ErrorKind::LoneSurrogate { "malformed" } else { error.code() };
        Fault { code, offset: error.offset() }
    }
}

/// Feeds the pieces and checks every view.
pub(crate) fn watch(pieces: &[&[u8]], options: &StreamOptions) -> Watched {
    let mut stream = Stream::with(options.clone());
    let mut before: Option<Value> = None;
    let mut rebuilt = Rebuilt::default();
    let mut fault = None;
    for piece in pieces {
        let pushed = stream.push(piece);
        let view = stream.root().map(|root| root.to_value());
        if let (Some(before), Some(view)) = (&before, &view) {
            assert!(grows(before, view), "{before:?} became {view:?}");
        }
        assert!(before.is_none() || view.is_some());
        before = view;
        rebuilt.take(&mut stream);
        assert_eq!(rebuilt.value(), before, "deltas make another value");
        assert_eq!(rebuilt.open_pointers(), stream.open_pointers());
        if let Err(error) = pushed {
            fault = Some(Fault::of(&error));
            break;
        }
    }
    let shown = before.as_ref().map(|value| value.to_document().unwrap().to_json()).unwrap_or_default();
    let done = stream.is_done();
    let result = match stream.finish() {
        Ok(reading) => Ok(reading.document.to_json()),
        Err(error) => {
            if let Some(partial) = error.partial() {
                // A lenient stream may have held something back to its end.
                let more = before.as_ref().is_none_or(|shown| grows(shown, &partial.to_value()));
                let same = partial.to_json() == shown;
                let lenient = options.lenient.is_some();
                // After a value that is done, it is another value that the text ends in.
                assert!(same || lenient && (more || done), "{partial}, {shown}");
            }
            Err(Fault::of(&error))
        }
    };
    if done && options.lenient.is_none() {
        assert_eq!(result.as_ref(), Ok(&shown), "done and then changed");
    }
    if let Some(fault) = fault {
        assert_eq!(result.as_ref().unwrap_err(), &fault);
    }
    Watched { result, shown, delta_bytes: rebuilt.bytes }
}

/// A value put together from deltas alone.
#[derive(Default)]
struct Rebuilt {
    /// What an open keyword will be: its kind is told at once, its value when it is complete.
    keyword: String,
    /// By pointer, in the order in which they started.
    order: Vec<String>,
    values: HashMap<String, (Kind, String, Option<Value>, bool)>,
    bytes: usize,
}

impl Rebuilt {
    fn take(&mut self, stream: &mut Stream) {
        let open = stream.open_pointers().pop();
        let open = open.and_then(|at| stream.root()?.at(&at).map(|view| view.to_json()));
        self.keyword = open.unwrap_or_default();
        for delta in stream.deltas() {
            let at = delta.at.pointer();
            match &delta.event {
                Event::Started { kind } => {
                    // An index takes no bytes of its own.
                    let token = at.rsplit('/').next().unwrap_or("");
                    self.bytes += if token.bytes().all(|byte| byte.is_ascii_digit()) { 0 } else { token.len() };
                    let new = self.values.insert(at.clone(), (*kind, String::new(), None, false));
                    assert!(new.is_none(), "{at} started twice");
                    if let Some((outer, _)) = at.rsplit_once('/') {
                        assert!(!self.values[outer].3, "{at} started in what was done");
                    }
                    self.order.push(at);
                }
                Event::Appended { text } => {
                    self.bytes += text.len();
                    let value = self.values.get_mut(&at).unwrap();
                    assert!(!value.3 && !text.is_empty(), "{at}");
                    value.1.push_str(text);
                }
                Event::Completed { value } => {
                    self.bytes += value.as_ref().map_or(0, |value| value.to_document().unwrap().to_json().len());
                    let entry = self.values.get_mut(&at).unwrap();
                    assert!(!entry.3, "{at} completed twice");
                    entry.2 = value.clone();
                    entry.3 = true;
                }
                _ => panic!("an event that this test does not know"),
            }
        }
    }

    fn value(&self) -> Option<Value> {
        let mut text = String::new();
        self.order.first()?;
        self.write("", &mut text);
        Some(Document::parse(&text).unwrap().to_value())
    }

    fn write(&self, at: &str, out: &mut String) {
        let (kind, text, value, _) = &self.values[at];
        let children = || {
            self.order.iter().filter_map(move |pointer| {
                let name = pointer.strip_prefix(at)?.strip_prefix('/')?;
                (!name.contains('/')).then_some((pointer, name))
            })
        };
        match kind {
            Kind::String => out.push_str(&Value::String(text.clone()).to_document().unwrap().to_json()),
            Kind::Array | Kind::Object => {
                out.push(if *kind == Kind::Array { '[' } else { '{' });
                for (index, (pointer, name)) in children().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    if *kind == Kind::Object {
                        let name = isoform_json::pointer::unescape_token(name).unwrap().into_owned();
                        out.push_str(&Value::String(name).to_document().unwrap().to_json());
                        out.push(':');
                    }
                    self.write(pointer, out);
                }
                out.push(if *kind == Kind::Array { ']' } else { '}' });
            }
            _ => match value {
                Some(value) => out.push_str(&value.to_document().unwrap().to_json()),
                None => out.push_str(&self.keyword),
            },
        }
    }

    fn open_pointers(&self) -> Vec<String> {
        self.order.iter().filter(|pointer| !self.values[*pointer].3).cloned().collect()
    }
}

/// Cuts bytes into random pieces of at most `most` bytes.
pub(crate) fn cut<'b>(bytes: &'b [u8], random: &mut Random, most: usize) -> Vec<&'b [u8]> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((1 + random.below(most)).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Every prefix is truncated, or a value of its own at the root, and what it shows is part of the whole.
pub(crate) fn prefixes_are_right(text: &str) {
    let whole = Document::parse(text).unwrap().to_value();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let prefix = &text[..end];
        match Document::parse(prefix) {
            Ok(document) => {
                let rest = text[end..].trim();
                assert!(rest.is_empty() || document.root().as_number().is_some(), "{prefix:?} is read as {document}");
            }
            Err(error) if prefix.trim().is_empty() => assert_eq!(error.code(), "empty"),
            Err(error) => {
                assert_eq!(error.code(), "truncated", "{prefix:?}: {error}");
                if let Some(partial) = error.partial() {
                    assert!(grows(&partial.to_value(), &whole), "{prefix:?} shows {partial}");
                    let open = partial.open_pointers();
                    assert!(
                        open.iter().all(|at| partial.root().at(at).is_some_and(|view: View<'_>| !view.is_complete()))
                    );
                }
            }
        }
    }
}
