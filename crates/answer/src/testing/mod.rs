//! For tests: whether a type's schema and its `Deserialize` say the same.
//!
//! [`assert_faithful`] draws documents from the schema, changes one thing about each at a time, and lets both judge. It
//! always does the same, and needs no source of randomness.
//!
//! ```
//! use isoform_answer::testing::assert_faithful;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Stay {
//!     town: String,
//!     nights: u8,
//!     note: Option<String>,
//! }
//!
//! assert_faithful::<Stay>();
//! ```

mod draw;
mod near;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use isoform_json::{Document, Kind, Value};
use isoform_schema::schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::contract::Contract;
use crate::error::Error;
use crate::fault::Fault;
use near::Neighbour;

/// How many documents are judged.
const JUDGED: usize = 20_000;
/// How many documents the neighbours are drawn from.
const DRAWN: usize = 200;
/// How often a document is made smaller.
const SMALLER: usize = 400;

/// What a document differs in from one over which both agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Aspect {
    /// A member that is missing.
    Required,
    /// A null.
    Null,
    /// A number, a length, or a number of items.
    Bounds,
    /// A value of another type.
    Type,
    /// A member that nobody declared, or one by another name.
    Names,
    /// Nothing: the document was drawn from the schema as it is.
    Whole,
}

impl Aspect {
    /// The name in a sentence.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Aspect::Names => "names",
            Aspect::Required => "required",
            Aspect::Null => "null",
            Aspect::Bounds => "bounds",
            Aspect::Type => "type",
            Aspect::Whole => "whole",
        }
    }
}

/// A document over which a schema and a type differ.
///
/// `Display` shows the document, so it is for tests and not for logs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// The document, as small as it could be made.
    pub document: Document,
    /// What about it they differ over.
    pub aspect: Aspect,
    /// Why the schema refuses it; `None` where the schema admits it.
    pub schema: Option<Fault>,
    /// Why the type refuses it (`decode`, with the place); `None` where the type takes it.
    pub decoding: Option<Error>,
}

impl Disagreement {
    /// Whether a document that was validated can fail to decode: the schema admits what the type refuses.
    ///
    /// The other way around nothing is lost. The schema asks for less than the type takes, which may be what was wanted,
    /// as with `#[schemars(range(...))]`.
    #[must_use]
    pub fn fails_to_decode(&self) -> bool {
        self.schema.is_none()
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "    {}\n", self.document.to_json())?;
        match &self.schema {
            None => writeln!(out, "    schema:      admits it")?,
            Some(fault) => writeln!(out, "    schema:      refuses it at {:?}: {}", fault.at, fault.message)?,
        }
        match &self.decoding {
            None => writeln!(out, "    Deserialize: takes it")?,
            Some(error) => {
                writeln!(out, "    Deserialize: refuses it at {:?}: {error}", error.pointer().unwrap_or(""))?
            }
        }
        write!(out, "    about:       {}", self.aspect.as_str())
    }
}

/// Asserts that the schema of a type and its `Deserialize` agree on names, on what is required, on null and on bounds, and
/// that no value of another type than it takes is admitted. What only a value decides, such as a format or the predicate of a `try_from` over texts, is not looked at.
///
/// What serde takes and no schema asks for is left out: structs as arrays, aliases, variants that are `other`, items that
/// a set holds once. Where the author asks for less than serde takes (`#[schemars(required)]`, `range`), use
/// [`assert_decodes`].
///
/// # Panics
/// It is an assertion: it panics with the smallest document over which both differ, and where the type has no contract.
#[track_caller]
pub fn assert_faithful<T: JsonSchema + DeserializeOwned + 'static>() {
    fail::<T>(&found::<T>());
}

/// Asserts that whatever the schema of a type admits is decoded, as far as [`assert_faithful`] looks. The type may take
/// more.
///
/// ```
/// use isoform_answer::testing::assert_decodes;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Rating {
///     #[schemars(range(min = 1, max = 5))]
///     stars: u8,
/// }
///
/// assert_decodes::<Rating>();
/// ```
///
/// # Panics
/// As [`assert_faithful`].
#[track_caller]
pub fn assert_decodes<T: JsonSchema + DeserializeOwned + 'static>() {
    let mut differ = found::<T>();
    differ.retain(Disagreement::fails_to_decode);
    fail::<T>(&differ);
}

#[track_caller]
#[allow(clippy::panic, reason = "an assertion of a test")]
fn found<T: JsonSchema + DeserializeOwned + 'static>() -> Vec<Disagreement> {
    match Contract::of::<T>() {
        Ok(contract) => disagreements(&contract),
        Err(error) => panic!("`{}` has no contract: {error}", std::any::type_name::<T>()),
    }
}

#[track_caller]
#[allow(clippy::panic, reason = "an assertion of a test")]
fn fail<T>(differ: &[Disagreement]) {
    let Some(smallest) = differ.first() else { return };
    let name = std::any::type_name::<T>();
    let more = match differ.len() - 1 {
        0 => String::new(),
        more => format!("\n\n(and {more} more)"),
    };
    panic!("the schema of `{name}` and its `Deserialize` differ over\n\n{smallest}{more}");
}

/// The documents over which a schema and a type differ, the smallest first; empty where they agree. Of documents that are
/// refused for the same reason there is one.
///
/// ```
/// use isoform_answer::Contract;
/// use isoform_answer::testing::{Aspect, disagreements};
/// use isoform_schema::Schema;
///
/// let contract = Contract::new(Schema::parse(r#"{"type":"integer","minimum":0,"maximum":1000}"#)?)?;
/// let differ = disagreements(&contract.typed::<u8>());
/// assert_eq!((differ[0].document.to_json().as_str(), differ[0].aspect), ("256", Aspect::Bounds));
/// assert!(differ[0].fails_to_decode());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn disagreements<T: DeserializeOwned>(contract: &Contract<T>) -> Vec<Disagreement> {
    Search { judge: &|document| Verdict::of(contract, document), left: JUDGED }.all(contract)
}

/// What both say of a document.
struct Verdict {
    schema: Option<Fault>,
    decoding: Option<Error>,
    document: Document,
}

impl Verdict {
    fn of<T: DeserializeOwned>(contract: &Contract<T>, document: &Value) -> Option<Verdict> {
        let document = document.to_document().ok()?;
        let schema = contract.faults(document.root()).ok()?.into_iter().next();
        let decoding = document.root().decode::<T>().err().map(Error::from);
        Some(Verdict { schema, decoding, document })
    }

    fn agree(&self) -> bool {
        self.schema.is_none() == self.decoding.is_none()
    }

    fn alike(&self, other: &Verdict) -> bool {
        self.schema.is_none() == other.schema.is_none() && self.decoding.is_none() == other.decoding.is_none()
    }
}

struct Search<'a> {
    judge: &'a dyn Fn(&Value) -> Option<Verdict>,
    left: usize,
}

/// Why a document is refused: the aspect, and the keyword or the place.
type Reason = (Aspect, String, bool);

impl Search<'_> {
    fn all<T>(mut self, contract: &Contract<T>) -> Vec<Disagreement> {
        let mut found: BTreeMap<Reason, Disagreement> = BTreeMap::new();
        let drawn = draw::documents(contract.schema().document().root());
        for document in drawn.into_iter().take(DRAWN) {
            let Some((document, verdict)) = self.settled(document) else { continue };
            if verdict.schema.is_some() {
                continue;
            }
            if verdict.decoding.is_some() {
                if !self.of_free_text(&document, &verdict) {
                    self.add(&mut found, Aspect::Whole, document, verdict);
                }
                continue;
            }
            for near in near::neighbours(&document) {
                let Some(verdict) = self.judged(&near.document) else { break };
                if !verdict.agree() && !excused(&near, &verdict) {
                    self.add(&mut found, near.aspect, near.document, verdict);
                }
            }
        }
        // What was drawn as it is says the same as its neighbours, and what shows two aspects shows the first of them.
        let said: BTreeSet<(String, bool)> = found
            .keys()
            .filter(|(aspect, ..)| *aspect != Aspect::Whole)
            .map(|(_, why, decodes)| (why.clone(), *decodes))
            .collect();
        found.retain(|(aspect, why, decodes), _| *aspect != Aspect::Whole || !said.contains(&(why.clone(), *decodes)));
        let mut differ: Vec<Disagreement> = found.into_values().collect();
        let mut seen = BTreeSet::new();
        differ.retain(|one| seen.insert(one.document.to_json()));
        differ.sort_by_cached_key(|one| {
            let text = one.document.to_json();
            (text.len(), text)
        });
        differ
    }

    fn judged(&mut self, document: &Value) -> Option<Verdict> {
        self.left = self.left.checked_sub(1)?;
        (self.judge)(document)
    }

    /// A document with other texts where the type refuses one for what it says.
    fn settled(&mut self, mut document: Value) -> Option<(Value, Verdict)> {
        let mut verdict = self.judged(&document)?;
        let mut tried = 0;
        while self.of_a_text(&document, &verdict) && tried < draw::TEXTS.len() {
            let at = verdict.decoding.as_ref().and_then(|error| error.pointer()).unwrap_or("").to_owned();
            let mut other = document.clone();
            if let (Some(slot), Some(text)) = (other.at_mut(&at), draw::TEXTS.get(tried)) {
                *slot = Value::from(*text);
            }
            tried += 1;
            let next = self.judged(&other)?;
            let elsewhere = next.decoding.as_ref().is_none_or(|error| error.pointer() != Some(at.as_str()));
            if next.schema.is_none() && elsewhere {
                (document, verdict, tried) = (other, next, 0);
            }
        }
        Some((document, verdict))
    }

    /// Whether the schema admits the document and the type refuses a text in it.
    fn of_a_text(&self, document: &Value, verdict: &Verdict) -> bool {
        let at = verdict.decoding.as_ref().and_then(|error| document.at(error.pointer()?));
        verdict.schema.is_none() && at.is_some_and(|value| value.kind() == Kind::String)
    }

    /// Whether the text that the type refuses is one of many, so that it is the text that is wrong and not a name.
    fn of_free_text(&mut self, document: &Value, verdict: &Verdict) -> bool {
        let Some(at) = verdict.decoding.as_ref().and_then(|error| error.pointer()) else { return false };
        let mut other = document.clone();
        self.of_a_text(document, verdict)
            && draw::TEXTS.iter().filter(|text| document.at(at).and_then(Value::as_str) != Some(*text)).any(|text| {
                if let Some(slot) = other.at_mut(at) {
                    *slot = Value::from(*text);
                }
                self.judged(&other).is_some_and(|verdict| verdict.schema.is_none())
            })
    }

    fn add(&mut self, found: &mut BTreeMap<Reason, Disagreement>, aspect: Aspect, document: Value, verdict: Verdict) {
        let verdict = self.shrunk(document, verdict);
        let why = match (&verdict.schema, &verdict.decoding) {
            (Some(fault), _) => fault.schema_at.clone(),
            (_, Some(error)) => error.pointer().unwrap_or("").to_owned(),
            _ => String::new(),
        };
        let reason = (aspect, why, verdict.schema.is_none());
        let one =
            Disagreement { document: verdict.document, aspect, schema: verdict.schema, decoding: verdict.decoding };
        let length = |one: &Disagreement| one.document.to_json().len();
        match found.get(&reason) {
            Some(known) if length(known) <= length(&one) => {}
            _ => {
                found.insert(reason, one);
            }
        }
    }

    /// The same disagreement over less.
    fn shrunk(&mut self, mut document: Value, mut verdict: Verdict) -> Verdict {
        let same = |one: &Verdict, other: &Verdict| {
            let keyword = |verdict: &Verdict| verdict.schema.as_ref().map(|fault| fault.schema_at.clone());
            let place =
                |verdict: &Verdict| verdict.decoding.as_ref().and_then(|error| error.pointer().map(str::to_owned));
            one.alike(other) && keyword(one) == keyword(other) && place(one) == place(other)
        };
        for _ in 0..SMALLER {
            let size = |verdict: &Verdict| {
                let text = verdict.document.to_json();
                (text.len(), text)
            };
            let least = size(&verdict);
            let next = near::smaller(&document).into_iter().find_map(|other| {
                let judged = self.judged(&other)?;
                (size(&judged) < least && same(&judged, &verdict)).then_some((other, judged))
            });
            match next {
                Some((other, judged)) => (document, verdict) = (other, judged),
                None => break,
            }
        }
        verdict
    }
}

/// Differences that are none: what serde takes and nobody is asked for, and what only the value of a text decides.
fn excused(near: &Neighbour, verdict: &Verdict) -> bool {
    match &verdict.schema {
        None => near.of_text,
        Some(fault) if near.of_text => !matches!(fault.keyword.as_str(), "minLength" | "maxLength"),
        // The names of variants may be numbers, and a set takes an item twice.
        Some(fault) => near.aspect == Aspect::Type || fault.keyword == "uniqueItems",
    }
}
