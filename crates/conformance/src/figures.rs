//! What forms of a whole set come to in one dialect: the row of the one table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::atlas::{Atlas, subschemas};
use crate::json::Json;
use crate::judge::Draft;
use crate::subject::{Change, Refusal};

/// Keywords that restrict one value by themselves.
const LEAVES: &[&str] = &[
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "required",
];

/// The sentence of a value that travels as text because any value may stand there begins so.
const ANY: &str = "any value is admitted";

/// Counts over a set.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Schemas.
    pub schemas: usize,
    /// By verdict: `as-is`, `rewritten`, `encoded`, `looser`.
    pub verdicts: BTreeMap<String, usize>,
    /// Schemas with a narrowing, by kind.
    pub narrower: BTreeMap<String, usize>,
    /// Refused schemas, by code.
    pub refused: BTreeMap<String, usize>,
    /// Schemas where a value that may not be any travels as JSON text.
    pub cuts: usize,
    /// The same by sentence.
    pub cut_by: BTreeMap<String, usize>,
    /// Assertions about single values in the originals that have a form.
    pub assertions: usize,
    /// Those of them that no answer is held to.
    pub lost: usize,
}

impl Figures {
    /// Counts a form.
    pub fn form(&mut self, schema: &Json, draft: Draft, verdict: &str, changes: &[Change]) {
        self.schemas += 1;
        *self.verdicts.entry(verdict.to_owned()).or_default() += 1;
        let narrower: BTreeSet<&String> =
            changes.iter().filter(|change| change.class == "narrower").map(|change| &change.kind).collect();
        for kind in narrower {
            *self.narrower.entry(kind.clone()).or_default() += 1;
        }
        let cut =
            |change: &&Change| change.kind == "json-text" && change.class == "mapped" && !change.why.starts_with(ANY);
        let sentences: BTreeSet<&String> = changes.iter().filter(cut).map(|change| &change.why).collect();
        self.cuts += usize::from(!sentences.is_empty());
        for why in sentences {
            *self.cut_by.entry(why.clone()).or_default() += 1;
        }
        self.assertions(schema, draft, changes);
    }

    /// Counts a refusal.
    pub fn refusal(&mut self, refusal: &Refusal) {
        self.schemas += 1;
        *self.refused.entry(refusal.code.clone()).or_default() += 1;
    }

    /// Adds the assertions of a schema, and those that are lost: named by a reported `wider`, or below a place whose
    /// value travels as text. Where the surface holds answers to nothing, all are lost.
    fn assertions(&mut self, schema: &Json, draft: Draft, changes: &[Change]) {
        let atlas = Atlas::new(schema, draft);
        let advisory = changes.iter().any(|change| change.kind == "advisory");
        let mut lost: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut texts: BTreeSet<String> = BTreeSet::new();
        for change in changes.iter().filter(|change| change.class == "wider") {
            for place in &change.places {
                if let Some(keyword) = &change.keyword {
                    lost.insert((place, keyword));
                } else if change.kind == "json-text" && !change.why.starts_with(ANY) {
                    texts.insert(place.clone());
                }
            }
        }
        let mut open: Vec<String> = texts.iter().cloned().collect();
        while let Some(place) = open.pop() {
            let below = atlas.schema(&place).map(|schema| subschemas(schema, &place)).unwrap_or_default();
            open.extend(below.into_iter().filter(|below| texts.insert(below.clone())));
        }
        for (place, node) in atlas.places() {
            for (keyword, value) in node.as_object().unwrap_or_default() {
                let leaf = LEAVES.contains(&keyword.as_str())
                    || keyword == "additionalProperties" && value.as_bool() == Some(false);
                if !leaf {
                    continue;
                }
                self.assertions += 1;
                let gone = advisory || texts.contains(place) || lost.contains(&(place, keyword.as_str()));
                self.lost += usize::from(gone);
            }
        }
    }

    fn refusals(&self) -> usize {
        self.refused.values().sum()
    }

    fn share(&self, count: usize) -> String {
        format!("{:.2} %", 100.0 * count as f64 / self.schemas.max(1) as f64)
    }

    /// The row, in the order of [`HEAD`].
    pub fn row(&self) -> String {
        let mut row = String::new();
        for verdict in ["as-is", "rewritten", "encoded", "looser"] {
            let _ = write!(row, " {:>9}", self.verdicts.get(verdict).copied().unwrap_or(0));
        }
        let kept = 100.0 * (self.assertions - self.lost) as f64 / self.assertions.max(1) as f64;
        let (refused, cuts) = (self.refusals(), self.cuts);
        let _ = write!(row, " {refused:>7} {:>8} {cuts:>5} {:>8} {kept:>8.1} %", self.share(refused), self.share(cuts));
        row
    }

    /// What stands under the row: kinds, codes and sentences.
    pub fn details(&self) -> Vec<String> {
        let list = |counts: &BTreeMap<String, usize>| -> Vec<String> {
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect()
        };
        let mut lines = Vec::new();
        for (what, counts) in [("narrower", &self.narrower), ("refused", &self.refused), ("text", &self.cut_by)] {
            if !counts.is_empty() {
                lines.push(format!("{what}: {}", list(counts).join(", ")));
            }
        }
        lines
    }
}

/// The words over the rows: verdicts, refusals, values that travel as text though they may not be any, and the share
/// of assertions about single values that answers are held to.
pub const HEAD: &str = "     as-is rewritten   encoded    looser refused    share  cuts    share    enforced";
