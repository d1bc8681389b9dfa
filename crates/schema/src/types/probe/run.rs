//! One decoding of made-up values: which ones, and what was seen on the way.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use isoform_json::{Kind, NodeId, View};

use super::fault::{Fault, FaultKind};
use super::place::Place;
use super::value::Probe;
use super::{Fact, Keys};
use crate::walk::subschemas;

/// How many values are offered in one run.
const STEPS: usize = 20_000;

/// Who asked where, over all runs of a type. What is written out twice is asked once.
#[derive(Default)]
pub(super) struct Asked {
    /// A number for each schema that holds others, the same for the same text.
    texts: HashMap<NodeId, usize>,
    /// Where a schema was first asked by a visitor of that name.
    first: HashMap<(usize, &'static str), String>,
    /// Places that are like others.
    pub(super) alike: BTreeMap<String, String>,
}

impl Asked {
    pub(super) fn new(root: View<'_>) -> Asked {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut texts = HashMap::new();
        for schema in subschemas(root).filter(|schema| subschemas(*schema).next().is_some()) {
            let next = numbers.len();
            texts.insert(schema.id(), *numbers.entry(schema.to_json()).or_insert(next));
        }
        Asked { texts, ..Asked::default() }
    }
}

/// Which values are offered. What is not said here is the first there is, with every member present.
#[derive(Clone, Default)]
pub(super) struct Plan {
    /// The branches of unions, by the pointer of the list.
    pub(super) choices: BTreeMap<String, usize>,
    /// The texts for strings, by their pointer: an index into `TEXTS`.
    pub(super) texts: BTreeMap<String, usize>,
    /// An object that gets a member which it does not declare, and which of `UNKNOWN` that is.
    pub(super) unknown: Option<(String, usize)>,
    /// An object whose optional members are left out, but for these.
    pub(super) left_out: Option<(String, Vec<String>)>,
    /// Every object that is silent about others gets such a member.
    pub(super) all_unknown: bool,
}

/// What was met in a run.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) facts: BTreeMap<String, Fact>,
    /// The lists of branches, each with those worth a run, and the one that was taken.
    pub(super) unions: BTreeMap<String, (Vec<usize>, usize)>,
    /// Objects with optional members.
    pub(super) optional: BTreeSet<String>,
    /// Objects that are silent about other members.
    pub(super) silent: BTreeSet<String>,
    pub(super) strings: BTreeSet<String>,
    pub(super) steps: usize,
}

pub(super) struct Run<'s> {
    pub(super) root: View<'s>,
    pub(super) plan: Plan,
    pub(super) asked: RefCell<Asked>,
    pub(super) seen: RefCell<Seen>,
}

impl<'s> Run<'s> {
    pub(super) fn new(root: View<'s>, plan: Plan, asked: Asked) -> Run<'s> {
        Run { root, plan, asked: RefCell::new(asked), seen: RefCell::default() }
    }

    /// Whether a schema of the same text was asked by the same visitor at another place. Two types may have one schema, so
    /// the text alone says nothing; the name is compared within one run of a program and never kept.
    pub(super) fn was_asked(&self, schema: View<'s>, at: &str, asker: &'static str) -> bool {
        let mut asked = self.asked.borrow_mut();
        let Some(text) = asked.texts.get(&schema.id()).copied() else { return false };
        let first = asked.first.entry((text, asker)).or_insert_with(|| at.to_owned()).clone();
        if first == at {
            return false;
        }
        asked.alike.insert(at.to_owned(), first);
        true
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
