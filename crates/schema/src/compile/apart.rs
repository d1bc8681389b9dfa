//! Tests that tell two branches apart: by a member that both require, by listed values, by the keys there are.

use std::collections::{HashMap, HashSet};

use isoform_json::Document;

use super::Compiler;
use super::choose::{COMPARED, Candidate, only_checks_field, string_document};
use crate::error::Error;
use crate::normal::disjoint::forbids_undeclared;
use crate::normal::node::Node;
use crate::plan::{Rest, Step, Test};

/// The tests of two branches, each on the document and on the wire.
pub(super) type Pair = ((Test, Test), (Test, Test));

impl Compiler<'_, '_> {
    /// A member that both require and whose values never agree: strings, which every dialect spells alike.
    pub(super) fn told_by_member(
        &mut self,
        a: &Node,
        b: &Node,
        step_a: &Step,
        step_b: &Step,
    ) -> Result<Option<Pair>, Error> {
        for property in a.object.properties.iter().filter(|property| property.required) {
            let Some(theirs) = b.property(&property.name).filter(|theirs| theirs.required) else { continue };
            let (Some(ours), Some(theirs)) = (&property.value, &theirs.value) else { continue };
            let (ours, theirs) = (self.graph.node(ours.node)?, self.graph.node(theirs.node)?);
            let (Some(mine), Some(other)) = (self.strings_of(&ours), self.strings_of(&theirs)) else { continue };
            let known: HashSet<&str> = other.iter().map(String::as_str).collect();
            if mine.iter().any(|text| known.contains(text.as_str())) {
                continue;
            }
            let (Some(wire_a), Some(wire_b)) = (wire_key(step_a, &property.name), wire_key(step_b, &property.name))
            else {
                continue;
            };
            let (Some(mine), Some(other)) = (documents(&mine), documents(&other)) else { continue };
            return Ok(Some((
                (Test::Equals(property.name.to_string(), mine.clone()), Test::Equals(wire_a.to_owned(), mine)),
                (Test::Equals(property.name.to_string(), other.clone()), Test::Equals(wire_b.to_owned(), other)),
            )));
        }
        Ok(None)
    }

    /// Listed values, none of which stands in both lists, neither in the documents nor in the answers.
    pub(super) fn told_by_values(&mut self, a: &Candidate, b: &Candidate) -> Result<Option<Pair>, Error> {
        let mut tests = Vec::with_capacity(2);
        for candidate in [a, b] {
            let node = self.graph.node(candidate.node)?;
            let (Some(values), Some(wires)) = (&node.values, &candidate.lowered.wire.values) else { return Ok(None) };
            if values.list.len() > COMPARED || wires.list.len() > COMPARED {
                return Ok(None);
            }
            let documents: Vec<Document> =
                values.list.iter().map(|value| self.graph.sites.value(*value).to_document()).collect();
            let wires: Option<Vec<Document>> = wires.list.iter().map(|value| self.datum(value)).collect();
            let Some(wires) = wires else { return Ok(None) };
            tests.push((documents, wires));
        }
        let (Some((of_b, wire_b)), Some((of_a, wire_a))) = (tests.pop(), tests.pop()) else { return Ok(None) };
        let apart = |one: &[Document], other: &[Document]| {
            !one.iter().any(|value| other.iter().any(|known| known.root().same_value(value.root())))
        };
        if !apart(&of_a, &of_b) || !apart(&wire_a, &wire_b) {
            return Ok(None);
        }
        Ok(Some(((Test::Is(of_a), Test::Is(wire_a)), (Test::Is(of_b), Test::Is(wire_b)))))
    }

    /// The texts that are listed, where nothing else is and none is empty.
    pub(super) fn strings_of(&self, node: &Node) -> Option<Vec<String>> {
        let values = node.values.as_ref()?;
        values
            .list
            .iter()
            .map(|value| self.graph.sites.value(*value).as_str().filter(|text| !text.is_empty()).map(str::to_owned))
            .collect()
    }
}

/// Texts as documents.
pub(super) fn documents(texts: &[String]) -> Option<Vec<Document>> {
    texts.iter().map(|text| string_document(text)).collect()
}

/// The name under which a member travels, where the object's members travel as members.
pub(super) fn wire_key<'s>(step: &'s Step, name: &'s str) -> Option<&'s str> {
    match step {
        Step::Keep => Some(name),
        Step::Object { fields, .. } => fields.iter().find(|field| *field.name == *name).map(|field| &*field.wire),
        Step::Expect { step, .. } => wire_key(step, name),
        _ => None,
    }
}

/// The same for many members.
enum WireKeys<'s> {
    Same,
    Named(HashMap<&'s str, &'s str>),
}

impl<'s> WireKeys<'s> {
    fn of(step: &'s Step) -> WireKeys<'s> {
        match step {
            Step::Keep => WireKeys::Same,
            Step::Expect { step, .. } => WireKeys::of(step),
            Step::Object { fields, .. } => {
                WireKeys::Named(fields.iter().rev().map(|field| (&*field.name, &*field.wire)).collect())
            }
            _ => WireKeys::Named(HashMap::new()),
        }
    }

    fn get<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        match self {
            WireKeys::Same => Some(name),
            WireKeys::Named(names) => names.get(name).copied(),
        }
    }
}

/// Whether a step admits no undeclared key on the wire.
fn closes(step: &Step, node: &Node) -> bool {
    match step {
        Step::Object { rest: Rest::Narrowed { .. }, .. } => true,
        Step::Object { rest: Rest::Pass, .. } | Step::Keep => forbids_undeclared(node),
        Step::Expect { step, .. } => closes(step, node),
        _ => false,
    }
}

/// A key that one branch requires and the other, closed, does not have.
pub(super) fn telling_key(a: &Node, b: &Node, step_a: &Step, step_b: &Step) -> Option<Pair> {
    let find = |one: &Node, other: &Node, step_one: &Step, step_other: &Step| {
        if !closes(step_other, other) {
            return None;
        }
        let absent = |name: &str| other.property(name).is_none_or(|theirs| theirs.forbidden);
        let mut missing =
            one.object.properties.iter().filter(|property| property.required && absent(&property.name)).peekable();
        missing.peek()?;
        let (keys, taken) = (WireKeys::of(step_one), WireKeys::of(step_other));
        let taken: HashSet<&str> =
            other.object.properties.iter().filter_map(|theirs| taken.get(&theirs.name)).collect();
        missing.find_map(|property| {
            let wire = keys.get(&property.name)?;
            (!taken.contains(wire)).then(|| (property.name.to_string(), wire.to_owned()))
        })
    };
    if let Some((name, wire)) = find(a, b, step_a, step_b) {
        return Some(((Test::Has(name.clone()), Test::Has(wire.clone())), (Test::Lacks(name), Test::Lacks(wire))));
    }
    if let Some((name, wire)) = find(b, a, step_b, step_a) {
        return Some(((Test::Lacks(name.clone()), Test::Lacks(wire.clone())), (Test::Has(name), Test::Has(wire))));
    }
    None
}

/// Two closed objects that are sent as they are: which keys there are tells.
pub(super) fn told_by_keys(node_a: &Node, node_b: &Node, a: &Step, b: &Step) -> Option<Pair> {
    let keys = |step: &Step, node: &Node| -> Option<Vec<String>> {
        match step {
            Step::Object { fields, .. } if closes(step, node) && fields.iter().all(only_checks_field) => {
                Some(fields.iter().map(|field| field.name.to_string()).collect())
            }
            _ => None,
        }
    };
    let (a, b) = (keys(a, node_a)?, keys(b, node_b)?);
    Some(((Test::Only(a.clone()), Test::Only(a)), (Test::Only(b.clone()), Test::Only(b))))
}
