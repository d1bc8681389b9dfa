//! The way from a document to its form and back, as data.
//!
//! A dialect cannot say every schema, so some documents travel in another spelling: a map as a list of
//! entries, an absent member as null, a tuple as an object. A [`Plan`] is the program for that, made once
//! when the form is made. [`Plan::map`] spells a document as the dialect wants it, [`Plan::unmap`] reads an
//! answer back.
//!
//! The promise, for documents of the schema that the plan was made for: where `map` gives an answer, `unmap` of
//! that answer gives the document again, up to the order of keys, and up to absent against null where a step says
//! so. Neither looks at a schema. What a step does not act on passes unchanged, so a wrong answer stays wrong in the
//! same way and the validator can say so. An encoding's own objects (a wrap, an entry, a tuple) hold the keys of the
//! encoding and no others, because a key that nobody reads would be lost in silence.
//!
//! A plan has a JSON form with a version, so that another process or another language can run it;
//! `scripts/plan.py` is the same interpreter in Python. Running takes no stack: values nest up to
//! [`MAX_DEPTH`] levels and a plan that runs in circles ends with an error.

mod error;
mod map;
mod read;
mod renamed;
mod run;
mod simplify;
mod unmap;
mod write;

use std::sync::Arc;

pub use error::{Detail, PlanError, PlanErrorCode};
use isoform_json::{Document, Kind};

/// How many levels of arrays and objects a document may nest where a plan walks it.
///
/// The levels that an encoding adds to an answer do not count, so what `map` gives, `unmap` takes back.
pub const MAX_DEPTH: usize = 128;

/// The version of the plan format that this crate writes and reads.
pub const VERSION: u32 = 1;

/// A program that spells documents as a dialect wants them, and reads answers back.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The version of the format: [`VERSION`].
    pub version: u32,
    /// Where every document starts.
    pub root: Step,
    /// Named steps that a [`Step::Reference`] may go to; the names are unique.
    pub definitions: Vec<(Arc<str>, Step)>,
}

/// What happens to one value.
///
/// Pointers (`at`) are into the original schema and name the reported change that an error falls under.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The value is the same on both sides. JSON: `"keep"`.
    Keep,
    /// Another step, by the name of its definition. JSON: `{"op":"ref","to":NAME}`.
    Reference(Arc<str>),
    /// The items of an array go through steps: the first ones each through its own, the others through one;
    /// other values pass unchanged. JSON: `{"op":"array","prefix"?:[STEP],"items":STEP}`.
    Array {
        /// The steps of the first items.
        prefix: Vec<Step>,
        /// The step of each further item.
        items: Box<Step>,
    },
    /// Members go through their own steps; values that are no object pass unchanged.
    /// JSON: `{"op":"object","fields":[FIELD],"rest":REST}`.
    ///
    /// `map` writes the fields in the plan's order and then the rest in the document's order;
    /// `unmap` keeps the answer's order.
    ///
    /// A free key that meets the wire key of a renamed field, with any number of `_` after it, gets one `_` more in
    /// the answer; so no other wire key may be that of a renamed field but for `_` at the end.
    Object {
        /// The declared keys; neither a name nor a wire key repeats.
        fields: Vec<Field>,
        /// What becomes of every other key.
        rest: Rest,
    },
    /// An array in the document is an object in the answer, with a key for each position.
    /// JSON: `{"op":"tuple","positions":[POSITION],"required":N,"rest":null|POSITION,"at":POINTER}`.
    ///
    /// Positions that the array does not have are null in the answer, so an optional element that is spelled
    /// null itself is `narrowed` with the kind `absent-or-null`.
    Tuple {
        /// The declared elements; no wire key repeats, that of `rest` included.
        positions: Vec<Position>,
        /// How many of them every array has.
        required: usize,
        /// The list of further elements; `None`: there are none.
        rest: Option<Box<Position>>,
        /// The pointer of the encoding.
        at: String,
    },
    /// A value in the document is its JSON text in a string of the answer. JSON: `{"op":"text","at":POINTER}`.
    Text {
        /// The pointer of the encoding.
        at: String,
    },
    /// Any value, with every object in it spelled as a list of entries: `{ENTRIES:[{KEY:name,VALUE:value}]}`.
    /// JSON: `{"op":"json-value","at":POINTER,"wire":ENTRIES,"key":KEY,"value":VALUE}`.
    JsonValue {
        /// The pointer of the encoding.
        at: String,
        /// The one key of an object's spelling.
        entries: String,
        /// The key of an entry's name.
        key: String,
        /// The key of an entry's value.
        value: String,
    },
    /// Some values are strings in the answer; other values pass unchanged.
    /// JSON: `{"op":"enum-text","pairs":[[TEXT,VALUE]]}`.
    EnumText {
        /// The string of the answer and the value of the document; the first that fits is taken.
        pairs: Vec<(String, Document)>,
    },
    /// The value is the one member of an object in the answer. JSON: `{"op":"wrap","key":KEY,"under"?:{"kind":KIND,"at":POINTER},"step":STEP}`.
    Wrap {
        /// The key of that member.
        key: String,
        /// The change that put the value into an object; `None`: the wrap of the root.
        under: Option<Detail>,
        /// The step of the value in it.
        step: Box<Step>,
    },
    /// `map` is `narrowed` unless the document has one of these JSON types; `unmap` does not look.
    /// JSON: `{"op":"expect","types":[TYPE],"kind":KIND,"at":POINTER,"step":STEP}`.
    Expect {
        /// The types that the form still takes.
        types: Vec<Kind>,
        /// The kind of the change that took the others away.
        kind: String,
        /// The pointer of that change.
        at: String,
        /// The step of a value that has one of the types.
        step: Box<Step>,
    },
    /// The first branch whose tests hold; no branch leaves the value unchanged.
    /// JSON: `{"op":"choose","branches":[BRANCH]}`.
    Choose {
        /// The branches, in the order in which they are tried.
        branches: Vec<Branch>,
    },
}

/// A declared key of an object. JSON: `{"name":KEY,"wire":KEY,"at"?:POINTER,"absent"?:ABSENT,"step":STEP}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key in the document.
    pub name: Arc<str>,
    /// The key in the answer.
    pub wire: Arc<str>,
    /// The pointer of the change that gave the answer another key than the document.
    pub at: Option<String>,
    /// What the answer has where the document lacks the key.
    pub absent: Absent,
    /// The step of the member's value.
    pub step: Step,
}

/// What the answer has where the document lacks a declared key.
#[derive(Clone, Debug, PartialEq)]
pub enum Absent {
    /// The answer lacks it too. JSON: `absent` is left out.
    Omitted,
    /// The answer has null, and `unmap` drops a null. JSON: `"null"`.
    Null,
    /// The answer cannot lack it: `map` is `narrowed`, and `unmap` leaves a null alone.
    /// JSON: `{"narrowed":{"kind":KIND,"at":POINTER}}`.
    Narrowed {
        /// The kind of the change that made the key required.
        kind: String,
        /// The pointer of that change.
        at: String,
    },
}

/// What becomes of the keys of an object that are not declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// They are copied. JSON: `"pass"`.
    Pass,
    /// They keep their names and go through one step. JSON: `{"step":STEP}`.
    Step(Box<Step>),
    /// `map` is `narrowed` by one; `unmap` copies them. JSON: `{"narrowed":{"kind":KIND,"at":POINTER}}`.
    Narrowed {
        /// The kind of the change that closed the object.
        kind: String,
        /// The pointer of that change.
        at: String,
    },
    /// They are a list of entries in the answer.
    /// JSON: `{"entries":{"wire":KEY,"key":KEY,"value":KEY,"at":POINTER,"step":STEP}}`.
    Entries {
        /// The key of the list, which is always written; no field has it.
        wire: String,
        /// The key of an entry's name.
        key: String,
        /// The key of an entry's value.
        value: String,
        /// The pointer of the encoding.
        at: String,
        /// The step of each value.
        step: Box<Step>,
    },
}

/// An element of a tuple. JSON: `{"wire":KEY,"step":STEP}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Its key in the answer.
    pub wire: String,
    /// The step of its value.
    pub step: Step,
}

/// One way to go on at a [`Step::Choose`]. JSON: `{"doc":[TEST],"wire":[TEST],"step":STEP}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// What a document must pass for this branch.
    pub document: Vec<Test>,
    /// What an answer must pass for this branch.
    pub wire: Vec<Test>,
    /// The step of the branch.
    pub step: Step,
}

/// A question about a value that tells branches apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// It has one of these JSON types. JSON: `{"type":[TYPE]}`.
    Type(Vec<Kind>),
    /// It is an object with this key. JSON: `{"has":KEY}`.
    Has(String),
    /// It is an object without this key. JSON: `{"lacks":KEY}`.
    Lacks(String),
    /// It is an object with this key, and the member equals one of the values. JSON: `{"equals":[KEY,VALUE,..]}`.
    Equals(String, Vec<Document>),
    /// It is an object without any other keys. JSON: `{"only":[KEY,..]}`.
    Only(Vec<String>),
    /// It equals one of these values. JSON: `{"is":[VALUE]}`.
    Is(Vec<Document>),
    /// It is no number with a fraction. JSON: `{"whole":true}`.
    Whole,
    /// If it is an object with this key, the member passes these tests. JSON: `{"member":[KEY,TEST,..]}`.
    Member(String, Vec<Test>),
    /// If it is an array, each item passes these tests. JSON: `{"items":[TEST,..]}`.
    Items(Vec<Test>),
    /// If it is an object, each member with another key passes these tests. JSON: `{"others":[[KEY,..],TEST,..]}`.
    Others(Vec<String>, Vec<Test>),
    /// It passes all the tests of one of these lists. JSON: `{"any":[[TEST,..],..]}`.
    Any(Vec<Vec<Test>>),
}

impl Plan {
    /// A plan of the present version.
    #[must_use]
    pub fn new(root: Step, definitions: Vec<(Arc<str>, Step)>) -> Plan {
        Plan { version: VERSION, root, definitions }
    }

    /// The plan that changes nothing.
    #[must_use]
    pub fn identity() -> Plan {
        Plan::new(Step::Keep, Vec::new())
    }
}
