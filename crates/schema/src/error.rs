//! The one error of this crate: a code, the place in the schema, and a sentence.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Why there is no form, or why a schema could not be read.
///
/// `Display` is one line and never contains text of a model's answer. Long names and pointers are shortened in it;
/// [`pointer`](Error::pointer) has all of the pointer.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    code: ErrorCode,
    message: String,
    pointer: Option<String>,
    span: Option<Range<usize>>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// The stable name of an [`Error`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum ErrorCode { $($(#[$doc])* $variant,)* }

        impl ErrorCode {
            /// Every code, in its documented order.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// The stable kebab-case spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$variant => $text,)* }
            }
        }
    };
}

codes! {
    /// A keyword has a value that its draft does not allow, or the text repeats a key.
    InvalidSchema = "invalid-schema",
    /// A keyword that the dialect cannot say and that cannot be left out.
    UnsupportedKeyword = "unsupported-keyword",
    /// No document fits.
    Unsatisfiable = "unsatisfiable",
    /// An object with free keys, in a dialect that closes every object.
    OpenObject = "open-object",
    /// An object whose keys are data, in a dialect that closes every object.
    Map = "map",
    /// A place that admits any value, in a dialect that wants a type.
    Untyped = "untyped",
    /// An array that does not say what it holds, in a dialect that wants it said.
    ArrayWithoutItems = "array-without-items",
    /// An enum with members other than strings.
    EnumNotString = "enum-not-string",
    /// An enum with the empty string.
    EnumEmptyString = "enum-empty-string",
    /// A definition that comes back to itself.
    Recursive = "recursive",
    /// A reference to another document.
    ExternalReference = "external-reference",
    /// A reference to nothing.
    UnresolvedReference = "unresolved-reference",
    /// A keyword that stands where a property's schema is expected.
    MisplacedKeyword = "misplaced-keyword",
    /// Nesting beyond what the dialect takes.
    LimitDepth = "limit-depth",
    /// More properties than the dialect takes.
    LimitProperties = "limit-properties",
    /// More enum values than the dialect takes.
    LimitEnumValues = "limit-enum-values",
    /// More optional parameters than the dialect takes.
    LimitOptional = "limit-optional",
    /// More parameters of union type than the dialect takes.
    LimitUnion = "limit-union",
    /// More text in names and values than the dialect takes.
    LimitString = "limit-string",
    /// Larger arrays than the dialect takes.
    LimitItems = "limit-items",
    /// More tools than the dialect takes.
    LimitTools = "limit-tools",
    /// A name that cannot be made legal.
    Name = "name",
    /// A budget of ours: the schema or its expansion is too large.
    TooLarge = "too-large",
    /// A budget of ours: the schema is nested too deeply.
    TooDeep = "too-deep",
    /// A Rust type decodes nothing of what its schema admits at this place.
    Undecodable = "undecodable",
    /// The only form there is needs a change that the caller did not allow.
    NotAllowed = "not-allowed",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl Error {
    pub(crate) fn new(code: ErrorCode, pointer: impl Into<String>, message: impl Into<String>) -> Error {
        Error(Box::new(Inner { code, message: message.into(), pointer: Some(pointer.into()), span: None }))
    }

    pub(crate) fn with_span(mut self, span: Option<Range<usize>>) -> Error {
        self.0.span = span;
        self
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// JSON Pointer into the original schema.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.pointer.as_deref()
    }

    /// Byte span in the text of the schema, where the schema came from text.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The sentence, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

/// The most characters of a pointer in a sentence.
const POINTER: usize = 240;
/// The most characters of a name in a sentence.
const NAME: usize = 60;

/// A pointer as a sentence has it: on one line, and without its middle where it is long.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for char in shortened(self.0, POINTER).chars() {
            if char.is_ascii_graphic() || char == ' ' {
                write!(out, "{char}")?;
            } else {
                write!(out, "{}", char.escape_debug())?;
            }
        }
        Ok(())
    }
}

/// A name as a sentence has it: in quotes, and without its middle where it is long.
pub(crate) fn quoted(name: &str) -> String {
    format!("{:?}", shortened(name, NAME))
}

/// At most so many characters of a text, from its beginning and its end.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let half = most / 2;
    let begins = text.char_indices().nth(half).map_or(text.len(), |(index, _)| index);
    let ends = text.char_indices().rev().nth(half).map_or(0, |(index, _)| index);
    if text.len() <= most || ends <= begins {
        return Cow::Borrowed(text);
    }
    let (head, tail) = (text.get(..begins).unwrap_or(""), text.get(ends..).unwrap_or(""));
    Cow::Owned(format!("{head}…{tail}"))
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer() {
            Some("") => write!(out, "{} (at the root)", self.0.message),
            Some(pointer) => write!(out, "{} (at {})", self.0.message, Shown(pointer)),
            None => out.write_str(&self.0.message),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Error({}: {self})", self.0.code)
    }
}

impl std::error::Error for Error {}
