//! One decoding of made-up values: which ones, and what was seen on the way.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use isoform_json::{Kind, View};

use super::fault::{Fault, FaultKind};
use super::place::Place;
use super::value::Probe;
use super::{Fact, Keys};

/// How many values are offered in one run.
const STEPS: usize = 20_000;

/// Which values are offered. What is not said here is the first there is, with every member present.
#[derive(Clone, Default)]
pub(super) struct Plan {
    /// The branches of unions, by the pointer of the list.
    pub(super) choices: BTreeMap<String, usize>,
    /// The texts for strings, by their pointer: an index into `TEXTS`.
    pub(super) texts: BTreeMap<String, usize>,
    /// An object that gets a member which it does not declare, and which of `UNKNOWN` that is.
    pub(super) unknown: Option<(String, usize)>,
    /// An optional member that is left out: the pointer of the object and the name.
    pub(super) left_out: Option<(String, String)>,
}

/// What was met in a run.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) facts: BTreeMap<String, Fact>,
    /// The lists of branches, each with those worth a run, and the one that was taken.
    pub(super) unions: BTreeMap<String, (Vec<usize>, usize)>,
    pub(super) optional: BTreeSet<(String, String)>,
    /// Objects that are silent about other members.
    pub(super) silent: BTreeSet<String>,
    pub(super) strings: BTreeSet<String>,
    steps: usize,
}

pub(super) struct Run<'s> {
    pub(super) root: View<'s>,
    pub(super) plan: Plan,
    pub(super) seen: RefCell<Seen>,
}

impl<'s> Run<'s> {
    pub(super) fn new(root: View<'s>, plan: Plan) -> Run<'s> {
        Run { root, plan, seen: RefCell::default() }
    }

    /// A deserializer of what the schema says.
    pub(super) fn probe(&self) -> Probe<'_, 's> {
        Probe { run: self, place: Place::root(self) }
    }

    pub(super) fn choose(&self, at: &str, worth: &[usize]) -> usize {
        let chosen = self.plan.choices.get(at).copied().or(worth.first().copied()).unwrap_or(0);
        self.seen.borrow_mut().unions.insert(at.to_owned(), (worth.to_vec(), chosen));
        chosen
    }

    pub(super) fn step(&self) -> Result<(), Fault> {
        let mut seen = self.seen.borrow_mut();
        seen.steps += 1;
        if seen.steps > STEPS {
            return Err(Fault::new(FaultKind::Value, "the type asks for too many values"));
        }
        Ok(())
    }

    /// Notes the fields that a struct asks for, where the schema declares them.
    pub(super) fn asked_for(&self, place: &Place<'s>, fields: &'static [&'static str]) {
        let mut seen = self.seen.borrow_mut();
        for layer in place.layers.iter().filter(|layer| layer.get("properties").is_some()) {
            let fact = seen.facts.entry(layer.pointer()).or_default();
            if fact.fields.is_empty() {
                fact.fields = fields;
            }
        }
    }

    /// Notes what the free keys of an object are read as.
    pub(super) fn keys(&self, at: &str, keys: Keys) {
        self.seen.borrow_mut().facts.entry(at.to_owned()).or_default().keys.get_or_insert(keys);
    }

    pub(super) fn text(&self, at: &str) -> &'static str {
        self.seen.borrow_mut().strings.insert(at.to_owned());
        let index = self.plan.texts.get(at).copied().unwrap_or(0);
        TEXTS.get(index).copied().unwrap_or("a")
    }
}

/// What strings are offered, one after the other, until one is taken.
pub(super) const TEXTS: [&str; 12] = [
    "a",
    "1",
    "2000-01-01T00:00:00Z",
    "2000-01-01",
    "2000-01-01T00:00:00",
    "00:00:00",
    "2000-01-01T00:00:00+00:00[UTC]",
    "PT1S",
    "00000000-0000-4000-8000-000000000000",
    "127.0.0.1",
    "::1",
    "https://example.org/",
];

/// The kinds of value that a member gets which nobody declared. It is refused where none is taken.
pub(super) const UNKNOWN: [Kind; 6] = [Kind::Null, Kind::Number, Kind::String, Kind::Bool, Kind::Array, Kind::Object];
