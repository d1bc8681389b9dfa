//! Telling branches apart on the way there and on the way back. Two candidates never race: where no test decides,
//! there is no step, and the caller finds another spelling.

use isoform_json::{Document, Kind as JsonKind};

use super::apart::{documents, telling_key, told_by_keys, wire_key};
use super::lower::kinds;
use super::wire::Wire;
use super::{Compiler, Lowered};
use crate::change::Kind;
use crate::error::Error;
use crate::normal::disjoint::tag;
use crate::normal::node::{Node, NodeId};
use crate::plan::{Absent, Branch, Field, Rest, Step, Test};
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

/// How many branches are compared pairwise where no single member tells them apart.
pub(super) const COMPARED: usize = 64;

/// How many references, one to another, are followed.
const REFERENCES: usize = 16;

/// One branch.
pub(crate) struct Candidate {
    pub(crate) node: NodeId,
    /// The place that it is called by.
    pub(crate) site: SiteId,
    pub(crate) lowered: Lowered,
}

/// What a branch looks like from outside, before and after the encoding.
struct Looks {
    document: Vec<JsonKind>,
    wire: Vec<JsonKind>,
    tests: (Vec<Test>, Vec<Test>),
    /// Whether tests can say all that the branch asks for, where that was asked.
    exact: Option<bool>,
}

/// The step that takes each type of the document its own way. Every step keeps the type of what it acts on.
pub(crate) fn by_kind(parts: Vec<(TypeSet, Step)>) -> Step {
    let branches = parts
        .into_iter()
        .map(|(types, step)| {
            let test = vec![Test::Type(kinds(types))];
            Branch { document: test.clone(), wire: wire_kinds(types, &step), step }
        })
        .collect();
    Step::Choose { branches }
}

/// The types that an encoded value of these types has.
fn wire_kinds(types: TypeSet, step: &Step) -> Vec<Test> {
    let wire = match step {
        Step::Tuple { .. } => vec![JsonKind::Object],
        Step::Text { .. } | Step::EnumText { .. } => vec![JsonKind::String],
        Step::JsonValue { .. } => kinds(TypeSet::ALL),
        _ => kinds(types),
    };
    vec![Test::Type(wire)]
}

impl Compiler<'_, '_> {
    /// A step for parts of different types.
    pub(crate) fn choose_by_type(&self, parts: &[(TypeSet, Lowered)]) -> Option<Step> {
        if parts.iter().all(|(_, lowered)| lowered.step == Step::Keep) {
            return Some(Step::Keep);
        }
        let mut taken: Vec<JsonKind> = Vec::new();
        let mut branches = Vec::new();
        for (types, lowered) in parts {
            let wire = wire_kinds(*types, &lowered.step);
            if let Some(Test::Type(kinds)) = wire.first() {
                if kinds.iter().any(|kind| taken.contains(kind)) {
                    return None;
                }
                taken.extend(kinds);
            }
            if lowered.step != Step::Keep {
                let document = vec![Test::Type(kinds(*types))];
                branches.push(Branch { document, wire, step: lowered.step.clone() });
            }
        }
        Some(Step::Choose { branches })
    }

    /// A step for the branches of a union; `None`: nothing tells them apart.
    pub(crate) fn choose(&mut self, candidates: &[Candidate]) -> Result<Option<Step>, Error> {
        let Some(first) = candidates.first() else { return Ok(Some(Step::Keep)) };
        let mut actual = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            actual.push(self.resolved(&candidate.lowered.step)?);
        }
        if actual.iter().all(|step| *step == Step::Keep) {
            return Ok(Some(Step::Keep));
        }
        if candidates.iter().all(|candidate| candidate.lowered.step == first.lowered.step) {
            return Ok(Some(first.lowered.step.clone()));
        }
        let mut looks = Vec::with_capacity(candidates.len());
        for (candidate, step) in candidates.iter().zip(&actual) {
            let node = self.graph.node(candidate.node)?;
            looks.push(Looks {
                document: kinds(node.types),
                wire: self.kinds_of(&candidate.lowered.wire, node.types, step),
                tests: (Vec::new(), Vec::new()),
                exact: None,
            });
        }
        if let Some(step) = self.by_tag(candidates, &actual)? {
            return Ok(Some(step));
        }
        if candidates.len() > COMPARED {
            return Ok(None);
        }
        for one in 0..candidates.len() {
            for other in one + 1..candidates.len() {
                if !self.separate(candidates, &actual, &mut looks, one, other)? {
                    return self.by_checks(candidates, &actual);
                }
            }
        }
        let mut branches: Vec<Branch> = Vec::with_capacity(candidates.len());
        for (candidate, look) in candidates.iter().zip(looks) {
            let mut document = vec![Test::Type(look.document)];
            let mut wire = vec![Test::Type(look.wire)];
            for test in look.tests.0 {
                push_once(&mut document, test);
            }
            for test in look.tests.1 {
                push_once(&mut wire, test);
            }
            branches.push(Branch { document, wire, step: candidate.lowered.step.clone() });
        }
        self.refusals(candidates, &actual, &mut branches)?;
        Ok(Some(Step::Choose { branches }))
    }

    /// The last branches: an object that fits none of the others has a key that a form took away.
    fn refusals(&mut self, candidates: &[Candidate], actual: &[Step], branches: &mut Vec<Branch>) -> Result<(), Error> {
        let narrowing: Vec<_> = candidates
            .iter()
            .zip(actual)
            .filter_map(|(candidate, step)| Some((candidate, narrowed_at(step)?)))
            .collect();
        let object = vec![Test::Type(vec![JsonKind::Object])];
        for (index, (candidate, at)) in narrowing.iter().enumerate() {
            let last = index + 1 == narrowing.len();
            let node = self.graph.node(candidate.node)?;
            // Where there is a choice, the one that the object would fit is named.
            let document = if last { object.clone() } else { self.fits_node(&node)? };
            let rest = Rest::Narrowed { kind: Kind::ClosedObject.as_str().to_owned(), at: (*at).to_owned() };
            let step = Step::Object { fields: Vec::new(), rest };
            branches.push(Branch { document, wire: object.clone(), step });
        }
        Ok(())
    }

    /// The step for objects that one member tells apart.
    fn by_tag(&mut self, candidates: &[Candidate], actual: &[Step]) -> Result<Option<Step>, Error> {
        let nodes: Vec<NodeId> = candidates.iter().map(|candidate| candidate.node).collect();
        let Some(name) = tag(&mut self.graph, &nodes)? else { return Ok(None) };
        let mut branches = Vec::with_capacity(candidates.len());
        for (candidate, step) in candidates.iter().zip(actual) {
            let node = self.graph.node(candidate.node)?;
            let value = node.property(&name).and_then(|property| property.value.clone());
            let (Some(value), Some(wire)) = (value, wire_key(step, &name)) else { return Ok(None) };
            let value = self.graph.node(value.node)?;
            let Some(values) = self.strings_of(&value).and_then(|texts| documents(&texts)) else { return Ok(None) };
            branches.push(Branch {
                document: vec![Test::Equals(name.to_string(), values.clone())],
                wire: vec![Test::Equals(wire.to_owned(), values)],
                step: candidate.lowered.step.clone(),
            });
        }
        Ok(Some(Step::Choose { branches }))
    }

    /// The step a reference leads to, where that is known yet.
    pub(super) fn resolved(&mut self, step: &Step) -> Result<Step, Error> {
        let mut step = step.clone();
        for _ in 0..REFERENCES {
            let Step::Reference(name) = &step else { break };
            let Some(number) = self.named(name) else { break };
            match self.settle(number)? {
                Some(lowered) => step = lowered.step.clone(),
                None => break,
            }
        }
        Ok(step)
    }

    /// The JSON types of a wire.
    pub(super) fn kinds_of(&mut self, wire: &Wire, types: TypeSet, step: &Step) -> Vec<JsonKind> {
        if let Some(types) = wire.types {
            return kinds(types);
        }
        if !wire.any_of.is_empty() {
            let mut all = Vec::new();
            for branch in &wire.any_of {
                for kind in self.kinds_of(branch, TypeSet::ALL, &Step::Keep) {
                    if !all.contains(&kind) {
                        all.push(kind);
                    }
                }
            }
            return all;
        }
        let mut reference = wire.reference;
        for _ in 0..REFERENCES {
            let Some(number) = reference else { break };
            let Some(definition) = self.definitions.get(number) else { break };
            let Some(lowered) = definition.lowered.clone() else { return self.guess(number, types) };
            if lowered.wire.reference.is_none() {
                return self.kinds_of(&lowered.wire, types, &lowered.step);
            }
            reference = lowered.wire.reference;
        }
        match wire_kinds(types, step).pop() {
            Some(Test::Type(kinds)) => kinds,
            _ => kinds(types),
        }
    }

    /// Finds tests that tell two branches apart; false where there are none.
    fn separate(
        &mut self,
        candidates: &[Candidate],
        actual: &[Step],
        looks: &mut [Looks],
        one: usize,
        other: usize,
    ) -> Result<bool, Error> {
        let (Some(a), Some(b)) = (looks.get(one), looks.get(other)) else { return Ok(false) };
        let shared = |a: &[JsonKind], b: &[JsonKind]| -> Vec<JsonKind> {
            a.iter().copied().filter(|kind| b.contains(kind)).collect()
        };
        let (documents, wires) = (shared(&a.document, &b.document), shared(&a.wire, &b.wire));
        let (Some(step_a), Some(step_b)) = (actual.get(one), actual.get(other)) else { return Ok(false) };
        let (Some(ca), Some(cb)) = (candidates.get(one), candidates.get(other)) else { return Ok(false) };
        if documents.is_empty() && wires.is_empty() || ca.lowered.step == cb.lowered.step {
            return Ok(true);
        }
        if let Some(found) = self.told_by_values(ca, cb)? {
            for (index, (document, wire)) in [(one, found.0), (other, found.1)] {
                if let Some(look) = looks.get_mut(index) {
                    push_once(&mut look.tests.0, document);
                    push_once(&mut look.tests.1, wire);
                }
            }
            return Ok(true);
        }
        // What both leave alone needs no test.
        let idle = |step: &Step, kind: JsonKind| !acts_on(step, kind);
        if documents == wires && documents.iter().all(|kind| idle(step_a, *kind) && idle(step_b, *kind)) {
            return Ok(true);
        }
        if documents != wires
            || documents.iter().any(|kind| *kind != JsonKind::Object && !(idle(step_a, *kind) && idle(step_b, *kind)))
        {
            return Ok(false);
        }
        let others = |look: &Looks, step: &Step| {
            look.document.iter().chain(&look.wire).any(|kind| *kind != JsonKind::Object && acts_on(step, *kind))
        };
        if others(a, step_a) || others(b, step_b) {
            return Ok(false);
        }
        let (node_a, node_b) = (self.graph.node(ca.node)?, self.graph.node(cb.node)?);
        let (found, sure) = match self.told_by_member(&node_a, &node_b, step_a, step_b)? {
            Some(found) => (found, true),
            None => match telling_key(&node_a, &node_b, step_a, step_b)
                .or_else(|| told_by_keys(&node_a, &node_b, step_a, step_b))
            {
                Some(found) => (found, false),
                None => return Ok(false),
            },
        };
        // A document that a narrowing in one branch takes away must not be taken for one of the other branch: that one
        // asks for what it needs, and where it needs what no test knows, the two are not told apart.
        for (narrowing, index, candidate) in [(step_b, one, ca), (step_a, other, cb)] {
            if !sure && narrows(narrowing) && !self.is_exact(looks, index, candidate)? {
                return Ok(false);
            }
        }
        let beside = |compiler: &mut Self, one: &Node, other: &Node, step: &Step| {
            if sure || !narrows(step) { Ok(Vec::new()) } else { compiler.fits_beside(one, other) }
        };
        let of_a = beside(self, &node_a, &node_b, step_b)?;
        let of_b = beside(self, &node_b, &node_a, step_a)?;
        for (index, (document, wire), fits) in [(one, found.0, of_a), (other, found.1, of_b)] {
            if let Some(look) = looks.get_mut(index) {
                look.tests.0.push(document);
                look.tests.0.extend(fits);
                look.tests.1.push(wire);
            }
        }
        Ok(true)
    }

    /// Whether tests can say all that a branch asks for: found once, however many branches it is compared with.
    fn is_exact(&mut self, looks: &mut [Looks], index: usize, candidate: &Candidate) -> Result<bool, Error> {
        if let Some(known) = looks.get(index).and_then(|look| look.exact) {
            return Ok(known);
        }
        let exact = self.admits(candidate.node, &candidate.lowered.wire, &candidate.lowered.step)?.exact;
        if let Some(look) = looks.get_mut(index) {
            look.exact = Some(exact);
        }
        Ok(exact)
    }
}

/// A string as a document.
pub(super) fn string_document(text: &str) -> Option<Document> {
    let mut builder = isoform_json::Builder::new();
    builder.string(text);
    builder.finish().ok()
}

pub(super) fn push_once(tests: &mut Vec<Test>, test: Test) {
    if !tests.contains(&test) {
        tests.push(test);
    }
}

/// Whether a step does anything to values of this type.
fn acts_on(step: &Step, kind: JsonKind) -> bool {
    match step {
        Step::Keep => false,
        Step::Array { .. } | Step::Tuple { .. } => {
            kind == JsonKind::Array || matches!(step, Step::Tuple { .. }) && kind == JsonKind::Object
        }
        Step::Object { .. } => kind == JsonKind::Object,
        _ => true,
    }
}

/// Where a step refuses undeclared keys that the schema admits.
fn narrowed_at(step: &Step) -> Option<&str> {
    match step {
        Step::Object { rest: Rest::Narrowed { at, .. }, .. } => Some(at),
        Step::Expect { step, .. } => narrowed_at(step),
        _ => None,
    }
}

/// Whether a step takes documents away, here or further in.
fn narrows(step: &Step) -> bool {
    match step {
        Step::Expect { .. } => true,
        Step::Array { prefix, items } => prefix.iter().any(narrows) || narrows(items),
        Step::Object { fields, rest } => {
            matches!(rest, Rest::Narrowed { .. }) || fields.iter().any(|field| narrows(&field.step))
        }
        Step::Choose { branches } => branches.iter().any(|branch| narrows(&branch.step)),
        Step::Wrap { step, .. } => narrows(step),
        _ => false,
    }
}

pub(super) fn only_checks_field(field: &Field) -> bool {
    field.name == field.wire && field.absent == Absent::Omitted && only_checks(&field.step)
}

/// Whether a step changes nothing and at most refuses what was taken away.
pub(super) fn only_checks(step: &Step) -> bool {
    match step {
        Step::Keep => true,
        Step::Array { prefix, items } => prefix.iter().all(only_checks) && only_checks(items),
        Step::Object { fields, rest } => {
            fields.iter().all(only_checks_field) && matches!(rest, Rest::Pass | Rest::Narrowed { .. })
        }
        Step::Expect { step, .. } => only_checks(step),
        Step::Choose { branches } => branches.iter().all(|branch| only_checks(&branch.step)),
        _ => false,
    }
}
