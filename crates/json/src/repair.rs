//! What the lenient reader changed.

use std::fmt;
use std::ops::Range;

use serde::{Serialize, Serializer};

/// How much a repair touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// No data: what stands around the value or between its tokens.
    Format,
    /// Data that was spelled otherwise and has one meaning.
    Spelling,
    /// Something was dropped, or one of several was chosen.
    Choice,
}

impl Severity {
    /// All of them, mildest first.
    pub const ALL: [Severity; 3] = [Severity::Format, Severity::Spelling, Severity::Choice];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Format => "format",
            Severity::Spelling => "spelling",
            Severity::Choice => "choice",
        }
    }

    /// The severity of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// A kind of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The fence of a code block around the value.
    CodeFence,
    /// Text before the value.
    ProseBefore,
    /// Text after the value.
    ProseAfter,
    /// What a model thought before it answered.
    ThinkBlock,
    /// A byte-order mark.
    ByteOrderMark,
    /// White space that JSON does not know.
    OddWhitespace,
    /// A comment.
    Comment,
    /// A comma with nothing after it.
    TrailingComma,
    /// A closing bracket after the end.
    ExtraCloser,
    /// A document whose quotes all carry a backslash.
    EscapedDocument,
    /// A string between single quotes.
    SingleQuotes,
    /// A string between typographic quotes.
    SmartQuotes,
    /// A name without quotes.
    UnquotedKey,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// A Python tuple.
    PythonTuple,
    /// A number that JSON spells otherwise.
    NumberSpelling,
    /// A line feed, carriage return or tab in a string.
    RawControl,
    /// A backslash in a string that begins no escape.
    BadEscape,
    /// A quote inside a string.
    UnescapedQuote,
    /// A comma that is missing.
    MissingComma,
    /// A colon that is missing.
    MissingColon,
    /// Something else where a colon belongs.
    WrongColon,
    /// A closing bracket that is missing before an outer one.
    MissingCloser,
    /// Strings that were to be put together.
    StringConcat,
    /// A value without quotes that was read as a string. Only where the options ask for it.
    UnquotedValue,
    /// Another candidate for the value.
    CandidateDropped,
    /// The same value once more.
    DuplicateValue,
    /// The same member once more.
    DuplicateKey,
}

use RepairKind as K;
use Severity as S;

/// Name, severity and sentence of every kind.
const TABLE: [(RepairKind, &str, Severity, &str); 28] = [
    (K::CodeFence, "code-fence", S::Format, "the value stood in a code fence"),
    (K::ProseBefore, "prose-before", S::Format, "text before the value was left out"),
    (K::ProseAfter, "prose-after", S::Format, "text after the value was left out"),
    (K::ThinkBlock, "think-block", S::Format, "the model's thinking was left out"),
    (K::ByteOrderMark, "byte-order-mark", S::Format, "a byte-order mark was left out"),
    (K::OddWhitespace, "odd-whitespace", S::Format, "white space that JSON does not know was skipped"),
    (K::Comment, "comment", S::Format, "a comment was left out"),
    (K::TrailingComma, "trailing-comma", S::Format, "a comma before a closing bracket was left out"),
    (K::ExtraCloser, "extra-closer", S::Format, "a closing bracket after the end was left out"),
    (K::EscapedDocument, "escaped-document", S::Format, "one level of escaping was undone"),
    (K::SingleQuotes, "single-quotes", S::Spelling, "a single quote was read as a double one"),
    (K::SmartQuotes, "smart-quotes", S::Spelling, "a typographic quote was read as a plain one"),
    (K::UnquotedKey, "unquoted-key", S::Spelling, "a name without quotes was read as a name"),
    (K::PythonLiteral, "python-literal", S::Spelling, "a Python keyword was read as JSON's"),
    (K::PythonTuple, "python-tuple", S::Spelling, "a tuple was read as an array"),
    (K::NumberSpelling, "number-spelling", S::Spelling, "a number was spelled as JSON has it"),
    (K::RawControl, "raw-control", S::Spelling, "a control character was read as its escape"),
    (K::BadEscape, "bad-escape", S::Spelling, "a backslash that begins no escape was read as itself"),
    (K::UnescapedQuote, "unescaped-quote", S::Spelling, "a quote inside a string was read as part of it"),
    (K::MissingComma, "missing-comma", S::Spelling, "a comma was put in"),
    (K::MissingColon, "missing-colon", S::Spelling, "a colon was put in"),
    (K::WrongColon, "wrong-colon", S::Spelling, "another sign was read as a colon"),
    (K::MissingCloser, "missing-closer", S::Spelling, "a closing bracket was put in before an outer one"),
    (K::StringConcat, "string-concat", S::Spelling, "strings were put together"),
    (K::UnquotedValue, "unquoted-value", S::Spelling, "a token without quotes was read as a string"),
    (K::CandidateDropped, "candidate-dropped", S::Choice, "another candidate for the value was left out"),
    (K::DuplicateValue, "duplicate-value", S::Choice, "the same value once more was left out"),
    (K::DuplicateKey, "duplicate-key", S::Choice, "the same member once more was left out"),
];

impl RepairKind {
    fn row(self) -> &'static (RepairKind, &'static str, Severity, &'static str) {
        // The rows stand in the order of the kinds; a test holds them to it.
        TABLE.get(self as usize).unwrap_or(&TABLE[0])
    }

    /// All kinds, mildest first.
    pub fn all() -> impl Iterator<Item = RepairKind> {
        TABLE.iter().map(|row| row.0)
    }

    /// The stable name of the kind, in kebab-case.
    ///
    /// ```
    /// assert_eq!(isoform_json::RepairKind::TrailingComma.code(), "trailing-comma");
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// How much a repair of this kind touches.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.row().2
    }

    /// What was done, in a sentence.
    #[must_use]
    pub fn note(self) -> &'static str {
        self.row().3
    }
}

/// One change to a text: what kind, and which bytes were damaged.
///
/// The span is empty where something was put in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Repair {
    /// What was done.
    pub kind: RepairKind,
    /// The bytes of the source it was done to.
    pub span: Range<usize>,
}

impl Repair {
    /// A repair of these bytes.
    #[must_use]
    pub fn new(kind: RepairKind, span: Range<usize>) -> Repair {
        Repair { kind, span }
    }

    /// How much it touches.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// What was done, in a sentence without text of the source.
    #[must_use]
    pub fn note(&self) -> &'static str {
        self.kind.note()
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at bytes {}..{}: {}", self.kind.code(), self.span.start, self.span.end, self.note())
    }
}

/// The stable name.
impl Serialize for RepairKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// The stable name.
impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// `{"kind","severity","span":[start,end]}`
impl Serialize for Repair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Repair", 3)?;
        object.serialize_field("kind", &self.kind)?;
        object.serialize_field("severity", &self.severity())?;
        object.serialize_field("span", &[self.span.start, self.span.end])?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_order() {
        for (index, kind) in RepairKind::all().enumerate() {
            assert_eq!(kind as usize, index);
        }
        assert!(RepairKind::all().map(RepairKind::severity).is_sorted());
    }
}
