//! What can go wrong, as data.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::Document;

/// The class of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text breaks the JSON grammar.
    Malformed,
    /// The text ends inside a value.
    Truncated,
    /// Something other than white space follows the value.
    Trailing,
    /// The text is empty or only white space.
    Empty,
    /// There is no JSON value in the text, nor anything that was meant to be one.
    NoJson,
    /// Two readings are left, and nothing in the text tells which one is meant.
    Ambiguous,
    /// An object has a name twice.
    DuplicateKey,
    /// NaN or an infinity, which JSON does not have.
    NotANumber,
    /// The nesting passes the limit.
    TooDeep,
    /// The text passes the limit on bytes.
    TooLarge,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// A `\u` escape names half of a surrogate pair.
    LoneSurrogate,
    /// A number is not JSON, or does not fit where it has to go.
    Number,
    /// A builder was used out of order.
    Build,
    /// A value does not fit the Rust type it was to become.
    Decode,
}

impl ErrorKind {
    /// The stable name of the kind, in kebab-case.
    ///
    /// ```
    /// assert_eq!(isoform_json::ErrorKind::TooDeep.code(), "too-deep");
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ErrorKind::Malformed => "malformed",
            ErrorKind::Truncated => "truncated",
            ErrorKind::Trailing => "trailing",
            ErrorKind::Empty => "empty",
            ErrorKind::NoJson => "no-json",
            ErrorKind::Ambiguous => "ambiguous",
            ErrorKind::DuplicateKey => "duplicate-key",
            ErrorKind::NotANumber => "not-a-number",
            ErrorKind::TooDeep => "too-deep",
            ErrorKind::TooLarge => "too-large",
            ErrorKind::NotUtf8 => "not-utf8",
            ErrorKind::LoneSurrogate => "lone-surrogate",
            ErrorKind::Number => "number",
            ErrorKind::Build => "build",
            ErrorKind::Decode => "decode",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            ErrorKind::Malformed => "malformed JSON",
            ErrorKind::Truncated => "the JSON text ends too early",
            ErrorKind::Trailing => "text after the JSON value",
            ErrorKind::Empty => "the text is empty",
            ErrorKind::NoJson => "no JSON value in the text",
            ErrorKind::Ambiguous => "the JSON can be read in two ways",
            ErrorKind::DuplicateKey => "an object has a name twice",
            ErrorKind::NotANumber => "not a number",
            ErrorKind::TooDeep => "the JSON is nested too deeply",
            ErrorKind::TooLarge => "the JSON is too large",
            ErrorKind::NotUtf8 => "the text is not UTF-8",
            ErrorKind::LoneSurrogate => "an escape is half of a surrogate pair",
            ErrorKind::Number => "a number cannot be used",
            ErrorKind::Build => "the document was built out of order",
            ErrorKind::Decode => "the value does not fit the type",
        }
    }
}

/// Why a text could not be read, a document not built, or a value not converted.
///
/// [`Display`](fmt::Display) is one line and never contains text of the input, so it is safe to log.
///
/// ```
/// use isoform_json::{Document, ErrorKind};
///
/// let error = Document::parse("{\n  \"a\": 1,\n}").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Malformed);
/// assert_eq!(error.code(), "malformed");
/// assert_eq!((error.line(), error.column()), (Some(3), Some(1)));
/// assert_eq!(error.span(), Some(12..13));
/// assert_eq!(error.to_string(), "malformed JSON at line 3 column 1: expected a name in double quotes");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    reason: Cow<'static, str>,
    place: Option<Place>,
    pointer: Option<String>,
    detail: Option<String>,
    partial: Option<Box<Document>>,
    readings: Vec<Range<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, reason: impl Into<Cow<'static, str>>) -> Error {
        Error(Box::new(Inner {
            kind,
            reason: reason.into(),
            place: None,
            pointer: None,
            detail: None,
            partial: None,
            readings: Vec::new(),
        }))
    }

    /// Adds the place in the source: a byte range, and the line and column of its start.
    #[cold]
    pub(crate) fn at(mut self, source: &str, span: Range<usize>) -> Error {
        let before = source.get(..span.start).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        self.0.place = Some(Place {
            start: span.start,
            end: span.end,
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before.get(line_start..).map_or(0, |line| line.chars().count()) + 1,
        });
        self
    }

    pub(crate) fn with_pointer(mut self, pointer: String) -> Error {
        self.0.pointer = Some(pointer);
        self
    }

    pub(crate) fn with_detail(mut self, detail: String) -> Error {
        self.0.detail = Some(detail);
        self
    }

    pub(crate) fn with_partial(mut self, partial: Document) -> Error {
        self.0.partial = Some(Box::new(partial));
        self
    }

    pub(crate) fn with_readings(mut self, readings: Vec<Range<usize>>) -> Error {
        self.0.readings = readings;
        self
    }

    /// The class of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The stable name of [`kind`](Error::kind), in kebab-case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// The byte offset in the source where the error starts.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.start)
    }

    /// The byte range in the source that is at fault; empty where something is missing.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.start..place.end)
    }

    /// The line of [`offset`](Error::offset), counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.line)
    }

    /// The column of [`offset`](Error::offset), counted from 1, in characters.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.0.place.as_ref().map(|place| place.column)
    }

    /// The JSON Pointer of the value at fault, where the error is about a value of a tree.
    ///
    /// It is made of names from the input.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.pointer.as_deref()
    }

    /// What there is of a truncated value; [`Document::open_pointers`] says where more was due.
    ///
    /// ```
    /// let error = isoform_json::Document::parse(r#"{"a": [1, "x"#).unwrap_err();
    /// let partial = error.partial().unwrap();
    /// assert_eq!(partial.to_json(), r#"{"a":[1,"x"]}"#);
    /// assert_eq!(partial.open_pointers(), ["", "/a", "/a/1"]);
    /// ```
    #[must_use]
    pub fn partial(&self) -> Option<&Document> {
        self.0.partial.as_deref()
    }

    /// Takes the partial document out of the error.
    #[must_use]
    pub fn into_partial(self) -> Option<Document> {
        self.0.partial.map(|partial| *partial)
    }

    /// The places of the source that stand against each other: two values, two members of one name, or the place
    /// that can be read in two ways.
    #[must_use]
    pub fn readings(&self) -> &[Range<usize>] {
        &self.0.readings
    }

    /// What a type's own `Deserialize` said when it refused a value. It may quote the input, which is why
    /// [`Display`](fmt::Display) leaves it out.
    #[must_use]
    pub fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.kind.sentence())?;
        if let Some(place) = &self.0.place {
            write!(formatter, " at line {} column {}", place.line, place.column)?;
        }
        if self.0.reason.is_empty() {
            return Ok(());
        }
        write!(formatter, ": {}", self.0.reason)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for Error {}
