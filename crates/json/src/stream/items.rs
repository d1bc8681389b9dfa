//! Values that come one after the other: the items of an array, the lines of JSON Lines.

use crate::driver::{Driver, Input, Progress, State};
use crate::growth::Growth;
use crate::mend::{Mender, Stop, stop_error};
use crate::node::Tag;
use crate::repair::Severity;
use crate::{Document, Error, ErrorKind, ReadOptions, View, read};

use super::{Stream, StreamOptions, prelude::Prelude};

/// The items of one array, of any JSON type, each as soon as it is complete.
///
/// ```
/// use isoform_json::stream::{Items, StreamOptions};
///
/// let mut items = Items::new(StreamOptions::lenient());
/// let first = items.push(b"Here: {\"list\": [{\"a\": 1}, [2], 3")?;
/// assert_eq!(first.iter().map(|item| item.to_json()).collect::<Vec<_>>(), [r#"{"a":1}"#, "[2]"]);
/// let rest = items.push(b"0, \"x\"]}")?;
/// assert_eq!(rest.iter().map(|item| item.to_json()).collect::<Vec<_>>(), ["30", "\"x\""]);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Items {
    stream: Stream,
    pointer: Option<String>,
    /// The array, and the node of its next item.
    array: Option<(u32, u32)>,
    /// Nodes that are known not to be the array.
    looked: usize,
}

impl Items {
    /// The items of the first array in the text.
    #[must_use]
    pub fn new(options: StreamOptions) -> Items {
        Items { stream: Stream::with(options), pointer: None, array: None, looked: 0 }
    }

    /// The items of the array at a JSON Pointer.
    #[must_use]
    pub fn at(pointer: &str, options: StreamOptions) -> Items {
        Items { pointer: Some(pointer.to_owned()), ..Items::new(options) }
    }

    /// Takes the next bytes and gives the items that they complete. They have no spans.
    ///
    /// # Errors
    /// As [`Stream::push`]. The items before the error were given, or are by [`ready`](Items::ready).
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Document>, Error> {
        self.stream.push(bytes)?;
        Ok(self.ready())
    }

    /// The items that are complete and were not given yet.
    pub fn ready(&mut self) -> Vec<Document> {
        let document = self.stream.document();
        let nodes = document.node_bound();
        if self.array.is_none() {
            self.array = match &self.pointer {
                None => {
                    let mut new = document.nodes.from(self.looked as u32);
                    new.find(|(_, node)| node.tag == Tag::Array).map(|(array, _)| array)
                }
                Some(pointer) if nodes > self.looked => {
                    let view = self.stream.root().and_then(|root| root.at(pointer));
                    view.filter(|view| view.tag() == Tag::Array).map(|view| view.index())
                }
                Some(_) => None,
            }
            .map(|array| (array, document.nodes.after(array)));
            self.looked = nodes;
        }
        let Some((array, mut next)) = self.array else { return Vec::new() };
        let end = document.subtree_end(array);
        let mut items = Vec::new();
        while next < end && !document.nodes.is_open(next) {
            items.push(View::new(document, next).to_document());
            next = document.subtree_end(next);
        }
        self.array = Some((array, next));
        items
    }

    /// The JSON Pointer of the array, once it has begun.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        self.array.map(|(array, _)| View::new(self.stream.document(), array).pointer())
    }

    /// The stream below.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Ends the text; see [`Stream::finish`].
    ///
    /// # Errors
    /// As [`Stream::finish`].
    pub fn finish(self) -> Result<crate::read::Reading, Error> {
        self.stream.finish()
    }
}

/// The values of JSON Lines. Blank lines are skipped.
///
/// ```
/// use isoform_json::stream::Lines;
///
/// let mut lines = Lines::default();
/// let values = lines.push(b"{\"id\": 1}\n\n[2]\n{\"id\"");
/// assert_eq!(values.len(), 2);
/// assert_eq!(lines.finish().unwrap().unwrap_err().code(), "truncated");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    options: ReadOptions,
    line: Vec<u8>,
    too_large: bool,
}

impl Lines {
    /// Lines within the given limits, which hold for each line.
    #[must_use]
    pub fn new(options: ReadOptions) -> Lines {
        Lines { options, ..Lines::default() }
    }

    /// Takes the next bytes and gives the values of the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Result<Document, Error>> {
        let mut values = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.last() == Some(&b'\n');
            let piece = if ends { piece.get(..piece.len() - 1).unwrap_or(piece) } else { piece };
            if self.line.len() + piece.len() > self.options.byte_limit() {
                self.too_large = true;
                self.line.clear();
            }
            if !self.too_large {
                self.line.extend_from_slice(piece);
            }
            if ends {
                values.extend(self.value());
            }
        }
        values
    }

    /// Ends the text: the value of a last line without a line feed.
    pub fn finish(mut self) -> Option<Result<Document, Error>> {
        self.value()
    }

    fn value(&mut self) -> Option<Result<Document, Error>> {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.too_large) {
            return Some(Err(Error::new(ErrorKind::TooLarge, "the limit on bytes is passed")));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        Some(match std::str::from_utf8(&line) {
            Ok(text) => read::strict(text, &self.options),
            Err(_) => Document::parse_bytes(&line, &self.options),
        })
    }
}

/// The items of the first array of a text that are complete, from a cursor on, and the cursor behind them.
///
/// The cursor is a byte offset that a call gave, or 0 for a text that is new; nothing else is remembered. What a
/// call costs grows with the text behind the cursor. A text without an array gives its own length.
///
/// ```
/// use isoform_json::stream::items_after;
///
/// let (items, cursor) = items_after(r#"[{"name": "John"}, {"name": "J"#, 0)?;
/// assert_eq!((items.len(), cursor), (1, 17));
/// let (items, cursor) = items_after(r#"[{"name": "John"}, {"name": "Jane"}]"#, cursor)?;
/// assert_eq!((items[0].to_json().as_str(), cursor), (r#"{"name":"Jane"}"#, 35));
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// The text cannot be read there.
pub fn items_after(text: &str, cursor: usize) -> Result<(Vec<Document>, usize), Error> {
    let mut items = Vec::new();
    if cursor > text.len() {
        return Ok((items, cursor));
    }
    let mut at = match cursor {
        0 => match first_array(text)? {
            Some(array) => array + 1,
            None => return Ok((items, text.len())),
        },
        cursor => cursor,
    };
    let input = Input { text, last: false };
    let mut driver = Driver::new(Growth::new(String::new(), 0), &ReadOptions::default());
    let mut mender = Mender::for_stream(Severity::Spelling);
    let first = at;
    let mut source = text.to_owned();
    loop {
        driver.growth = Growth::new(String::new(), 0);
        driver.at = at;
        driver.state = State::Value;
        match driver.significant(input) {
            Some(b',') if at > first || cursor > 0 => driver.at += 1,
            Some(b']') | None => return Ok((items, at)),
            Some(_) if at > first || cursor > 0 => {
                return Err(stop_error(text, &driver, Stop::Fault(crate::driver::Fault::After)));
            }
            Some(_) => {}
        }
        if matches!(driver.significant(input), Some(b']') | None) {
            return Ok((items, at));
        }
        match mender.run(&mut driver, input) {
            Ok(Progress::More) => return Ok((items, at)),
            Ok(Progress::Done) => {}
            Err(stop) => return Err(stop_error(text, &driver, stop)),
        }
        at = driver.at;
        driver.growth.put_source(source);
        items.push(driver.growth.document().root().to_document());
        source = driver.growth.take_source();
    }
}

/// The offset of the first array's bracket. In prose, one that no item can be read behind is none.
fn first_array(text: &str) -> Result<Option<usize>, Error> {
    let input = Input { text, last: false };
    let mut prelude = Prelude::default();
    loop {
        let Some(start) = prelude.seek(input) else { return Ok(None) };
        let mut driver = Driver::new(Growth::new(String::new(), 0), &ReadOptions::default());
        driver.at = start;
        let ran = Mender::for_stream(Severity::Spelling).run(&mut driver, input);
        let document = driver.growth.document();
        let found = document.nodes.from(0).find(|(_, node)| node.tag == Tag::Array);
        let read = document.nodes.from(0).filter(|(_, node)| node.tag != Tag::Name).count();
        match (found, ran) {
            (_, Err(_)) if prelude.in_prose() && read < 3 => prelude.pass(),
            (Some((_, array)), _) => return Ok(Some(array.start as usize)),
            (None, Ok(_)) => return Ok(None),
            (None, Err(stop)) => return Err(stop_error(text, &driver, stop)),
        }
    }
}
