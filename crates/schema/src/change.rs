//! What differs between a schema and the form that is sent, told as data.
//!
//! The form law rests on these: every difference between the documents of the original schema and the
//! answers a dialect lets through is one [`Change`], with a class that says in which direction it goes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Shown;

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every word of this vocabulary, in its documented order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The stable kebab-case spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                match text { $($text => Ok($name::$variant),)* _ => Err(UnknownWord) }
            }
        }
    };
}

/// A word that the vocabulary of changes does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWord;

impl fmt::Display for UnknownWord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("not a word of the vocabulary of changes")
    }
}

impl std::error::Error for UnknownWord {}

words! {
    /// In which direction a change moves the set of documents.
    Class {
        /// The same documents: another spelling, or an annotation.
        Exact = "exact",
        /// The same documents once the answer went through `unmap`.
        Mapped = "mapped",
        /// The dialect lets through more; the original schema is still checked locally.
        Wider = "wider",
        /// Some documents of the original can no longer be produced.
        Narrower = "narrower",
    }
}

words! {
    /// What kind of change it is: a closed list.
    Kind {
        /// An object that was silent about other keys admits only the declared ones.
        ClosedObject = "closed-object",
        /// Absent and null were two documents, and one spelling stands for both.
        AbsentOrNull = "absent-or-null",
        /// Rules of one JSON type without a `type` were read as that type.
        ImpliedType = "implied-type",
        /// A keyword that the dialect does not take is not sent.
        DroppedKeyword = "dropped-keyword",
        /// A keyword is said by other keywords.
        RewrittenKeyword = "rewritten-keyword",
        /// `oneOf` is sent as `anyOf`.
        OneOf = "one-of",
        /// `allOf` is sent as the intersection of its parts.
        AllOf = "all-of",
        /// A reference is sent as what it refers to, or under another name.
        Reference = "reference",
        /// The whole document travels as the one member of an object.
        RootWrap = "root-wrap",
        /// An optional member travels as a required one whose null means absent.
        NullForAbsent = "null-for-absent",
        /// Free keys travel as a list of key and value.
        Entries = "entries",
        /// A list of entries can repeat a key, a map cannot.
        UniqueKeys = "unique-keys",
        /// A free value travels in a shared recursive definition.
        JsonValue = "json-value",
        /// A value travels as JSON text in a string.
        JsonText = "json-text",
        /// A tuple travels as an object with a key for each position.
        TupleObject = "tuple-object",
        /// A branch of a union travels with a tag.
        TaggedBranch = "tagged-branch",
        /// The members of an enum travel as strings.
        EnumText = "enum-text",
        /// A name that the dialect does not take travels under another.
        Renamed = "renamed",
        /// A regular expression is not sent, or not known to be enforced.
        Pattern = "pattern",
        /// A string format is not sent, or not known to be enforced.
        Format = "format",
        /// A limit of the dialect made a rule looser or tighter.
        Budget = "budget",
        /// Recursion was cut.
        Recursion = "recursion",
        /// A keyword that no draft defines: an annotation.
        UnknownKeyword = "unknown-keyword",
        /// A definition that nothing reaches.
        DeadDefinition = "dead-definition",
        /// The surface enforces nothing: the schema only advises the model.
        Advisory = "advisory",
        /// A lost rule was written into a description.
        Described = "described",
    }
}

/// One difference between the original schema and the form that is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Change {
    /// The direction of the difference.
    pub class: Class,
    /// What kind of difference it is.
    pub kind: Kind,
    /// The keyword of the original that it concerns, where it concerns one.
    pub keyword: Option<String>,
    /// JSON Pointer into the original schema.
    pub at: String,
    /// Every pointer it concerns, where several places were merged into one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// One sentence for people.
    pub why: String,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = Shown(if self.at.is_empty() { "the root" } else { &self.at });
        write!(out, "{} {} at {at}: {}", self.class, self.kind, self.why)
    }
}
