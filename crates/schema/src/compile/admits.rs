//! Which documents a step turns into answers that a wire admits, as tests of a plan.
//!
//! Where alternatives travel under keys of their own, the answer says which one was taken, and the document does not.
//! So the plan asks the document what the wire of each alternative will ask the answer. The tests never turn away a
//! document that would do; where they let through one that would not (they know no ranges, lengths and patterns), they
//! say that they are not exact.

use isoform_json::{Document, Kind};

use super::Compiler;
use super::any::VALUE;
use super::choose::{push_once, string_document};
use super::lower::kinds;
use super::wire::{Datum, Wire, WireArray, WireExtra, WireObject};
use crate::error::Error;
use crate::normal::node::NodeId;
use crate::plan::{Absent, Branch, Field, Rest, Step, Test};
use crate::read::types::TypeSet;

/// How many tests nest in one another.
const DEPTH: usize = 12;
/// How many members of an object, and how many values of an enum, are asked about.
const WIDE: usize = 64;
/// How many wires are looked at for one alternative.
const NODES: usize = 400;

/// Tests that a document passes if its answer is admitted.
#[derive(Debug)]
pub(super) struct Admits {
    pub(super) tests: Vec<Test>,
    /// A document that passes them has an answer that is admitted, and that comes back.
    pub(super) exact: bool,
    /// They may turn away documents of the schema, which a reported narrowing takes.
    pub(super) narrows: bool,
}

impl Admits {
    fn all() -> Admits {
        Admits { tests: Vec::new(), exact: true, narrows: false }
    }

    /// Nothing is known.
    fn unknown() -> Admits {
        Admits { tests: Vec::new(), exact: false, narrows: true }
    }

    fn only(test: Test) -> Admits {
        Admits { tests: vec![test], ..Admits::all() }
    }

    fn also(&mut self, other: Admits) {
        other.tests.into_iter().for_each(|test| push_once(&mut self.tests, test));
        self.follow(other.exact, other.narrows);
    }

    fn follow(&mut self, exact: bool, narrows: bool) {
        self.exact &= exact;
        self.narrows |= narrows;
    }

    /// One of several; those that nothing passes are left out.
    fn any(parts: Vec<Admits>) -> Admits {
        let mut any = Admits::all();
        let mut lists: Vec<Vec<Test>> = Vec::with_capacity(parts.len());
        for part in parts.into_iter().filter(|part| !contradictory(&part.tests)) {
            any.follow(part.exact, part.narrows);
            if !lists.contains(&part.tests) {
                lists.push(part.tests);
            }
        }
        any.tests = match lists.len() {
            _ if lists.iter().any(Vec::is_empty) => Vec::new(),
            1 => lists.pop().unwrap_or_default(),
            _ => vec![Test::Any(lists)],
        };
        any
    }
}

/// What is left to be looked at.
struct Room {
    depth: usize,
    nodes: usize,
}

impl Compiler<'_, '_> {
    /// Tests for documents of a node whose answers are held to a wire.
    pub(super) fn admits(&mut self, node: NodeId, wire: &Wire, step: &Step) -> Result<Admits, Error> {
        self.admits_here(Some(node), wire, step, &mut Room { depth: DEPTH, nodes: NODES })
    }

    fn admits_here(
        &mut self,
        node: Option<NodeId>,
        wire: &Wire,
        step: &Step,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        if room.nodes == 0 || room.depth == 0 || self.telling.looks == 0 {
            return Ok(Admits::unknown());
        }
        room.nodes -= 1;
        self.telling.looks -= 1;
        // The members of a step that changes nothing may be those of one alternative of several.
        let step = if step.is_identity() { &Step::Keep } else { step };
        if let Step::Text { .. } | Step::JsonValue { .. } = step {
            return Ok(Admits::all());
        }
        if let Some(number) = wire.reference {
            if self.is_recursive(number) {
                return Ok(Admits::unknown());
            }
            let Some(known) = self.settle(number)? else { return Ok(Admits::unknown()) };
            return self.admits_here(node, &known.wire, step, room);
        }
        match step {
            Step::Reference(_) => match self.resolved(step)? {
                Step::Reference(_) => Ok(Admits::unknown()),
                step => self.admits_here(node, wire, &step, room),
            },
            Step::Expect { types, step, .. } => {
                let mut admits = Admits { narrows: true, ..Admits::only(Test::Type(types.clone())) };
                admits.also(self.admits_here(node, wire, step, room)?);
                Ok(admits)
            }
            Step::EnumText { pairs } => {
                let mut values: Vec<Document> = pairs.iter().map(|(_, value)| value.clone()).collect();
                if wire.admits_null() {
                    values.extend(null());
                }
                Ok(Admits::only(Test::Is(values)))
            }
            Step::Wrap { .. } if !wire.any_of.is_empty() => self.admits_any(node, &wire.any_of, step, room),
            Step::Wrap { key, step, .. } => match wire.object.as_deref().map(|object| object.properties.as_slice()) {
                Some([only]) if *only.name == *key.as_str() => self.admits_here(node, &only.wire, step, room),
                _ => Ok(Admits::only(Test::Is(Vec::new()))),
            },
            Step::Choose { branches } => self.admits_choice(wire, branches, room),
            Step::Tuple { .. } => Ok(Admits { tests: vec![Test::Type(vec![Kind::Array])], ..Admits::unknown() }),
            _ => self.admits_parts(node, wire, step, room),
        }
    }

    /// A choice by type or by one member, where no two branches meet; or one of alternatives under keys of their own,
    /// where what meets is taken by an alternative that surely admits it.
    fn admits_choice(&mut self, wire: &Wire, branches: &[Branch], room: &mut Room) -> Result<Admits, Error> {
        let tagged = branches.iter().any(|branch| matches!(branch.step, Step::Wrap { .. }));
        let others = match uncovered(branches) {
            Some(others) => others,
            None if tagged => Vec::new(),
            None => return Ok(Admits::unknown()),
        };
        let wires = if wire.any_of.is_empty() { std::slice::from_ref(wire) } else { wire.any_of.as_slice() };
        let rest = Test::Type(others.clone());
        let left = (!others.is_empty()).then_some((std::slice::from_ref(&rest), &Step::Keep));
        let ways = branches.iter().map(|branch| (branch.document.as_slice(), &branch.step)).chain(left);
        let mut parts = Vec::new();
        room.depth -= 1;
        for (tests, step) in ways {
            for wire in wires {
                let tests = if tagged { Vec::new() } else { tests.to_vec() };
                let mut part = Admits { tests, ..Admits::all() };
                part.also(self.admits_here(None, wire, step, room)?);
                parts.push(part);
            }
        }
        room.depth += 1;
        Ok(Admits::any(parts))
    }

    /// One of several wires, whose answers one step makes.
    fn admits_any(
        &mut self,
        node: Option<NodeId>,
        wires: &[Wire],
        step: &Step,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        room.depth -= 1;
        let parts: Result<Vec<Admits>, Error> =
            wires.iter().map(|wire| self.admits_here(node, wire, step, room)).collect();
        room.depth += 1;
        parts.map(Admits::any)
    }

    /// Types, values, members and elements.
    fn admits_parts(
        &mut self,
        node: Option<NodeId>,
        wire: &Wire,
        step: &Step,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        if wire.never {
            return Ok(Admits::only(Test::Is(Vec::new())));
        }
        let mut admits = Admits::all();
        let simple = wire.one_of.is_empty() && wire.all_of.is_empty() && wire.applied.is_empty();
        let ruled = wire.rules.iter().any(|rule| rule.enforced);
        admits.follow(simple && !ruled, false);
        if let Some(values) = &wire.values {
            if *step != Step::Keep || values.list.len() > WIDE {
                return Ok(Admits::unknown());
            }
            let values = values.list.iter().map(|value| self.datum(value)).collect::<Option<Vec<_>>>();
            let Some(values) = values else { return Ok(Admits::unknown()) };
            admits.tests.push(Test::Is(values));
            return Ok(admits);
        }
        if let Some(types) = wire.types {
            admits.tests.push(Test::Type(kinds(types)));
            if types.has(TypeSet::NUMBER) && !types.has(TypeSet::FRACTION) {
                admits.tests.push(Test::Whole);
            }
        }
        if !wire.any_of.is_empty() {
            admits.also(self.admits_any(node, &wire.any_of, step, room)?);
        }
        match (&wire.array, step) {
            (Some(array), Step::Keep | Step::Object { .. }) => {
                admits.also(self.admits_items(node, array, None, room)?);
            }
            (Some(array), Step::Array { prefix, items }) if prefix.is_empty() => {
                admits.also(self.admits_items(node, array, Some(items), room)?);
            }
            (_, Step::Array { .. }) if wire.any_of.is_empty() => admits.follow(false, true),
            _ => {}
        }
        let only_objects = wire.types == Some(TypeSet::OBJECT);
        let depth = room.depth;
        // What holds for objects alone is a test in a test.
        room.depth = depth.saturating_sub(usize::from(!only_objects)).max(1);
        let members = match (&wire.object, step) {
            (Some(object), Step::Keep | Step::Array { .. }) => Some(self.admits_members(node, object, None, room)?),
            (Some(object), Step::Object { fields, rest }) => {
                Some(self.admits_members(node, object, Some((fields, rest)), room)?)
            }
            (None, Step::Object { .. }) if wire.any_of.is_empty() && wire.types.is_none_or(has_objects) => {
                Some(Admits::unknown())
            }
            _ => None,
        };
        room.depth = depth;
        let Some(members) = members else { return Ok(admits) };
        if only_objects {
            admits.also(members);
            return Ok(admits);
        }
        let others = wire.types.unwrap_or(TypeSet::ALL).without(TypeSet::OBJECT);
        let mut object = Admits::only(Test::Type(vec![Kind::Object]));
        object.also(members);
        admits.also(Admits::any(vec![Admits::only(Test::Type(kinds(others))), object]));
        Ok(admits)
    }

    fn admits_items(
        &mut self,
        node: Option<NodeId>,
        array: &WireArray,
        step: Option<&Step>,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        if !array.prefix.is_empty() {
            return Ok(Admits::unknown());
        }
        let Some(items) = &array.items else { return Ok(Admits::all()) };
        let node = match node {
            Some(node) => self.graph.node(node)?.array.rest.as_ref().map(|rest| rest.node),
            None => None,
        };
        room.depth -= 1;
        let inner = self.admits_here(node, items, step.unwrap_or(&Step::Keep), room);
        room.depth += 1;
        let inner = inner?;
        let tests = if inner.tests.is_empty() { Vec::new() } else { vec![Test::Items(inner.tests)] };
        Ok(Admits { tests, ..inner })
    }

    fn admits_members(
        &mut self,
        node: Option<NodeId>,
        object: &WireObject,
        steps: Option<(&[Field], &Rest)>,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        if object.properties.len() > WIDE {
            return Ok(Admits::unknown());
        }
        let node = match node {
            Some(node) => Some(self.graph.node(node)?),
            None => None,
        };
        let (fields, rest) = steps.unwrap_or((&[], &Rest::Pass));
        let mut admits = Admits::all();
        admits.follow(object.patterns.is_empty() && object.names.is_none(), false);
        let mut entries = None;
        room.depth -= 1;
        for property in &object.properties {
            let field = fields.iter().find(|field| field.wire == property.name);
            if field.is_none() && matches!(rest, Rest::Entries { wire, .. } if *wire.as_str() == *property.name) {
                entries = Some(&property.wire);
                continue;
            }
            let name = field.map_or(&property.name, |field| &field.name);
            if property.wire.never {
                admits.tests.push(Test::Lacks(name.to_string()));
                continue;
            }
            let absent = field.map_or(&Absent::Omitted, |field| &field.absent);
            let step = field.map_or(&Step::Keep, |field| &field.step);
            if property.required && *absent != Absent::Null {
                admits.tests.push(Test::Has(name.to_string()));
                admits.follow(true, *absent != Absent::Omitted);
            }
            let value = node.as_ref().and_then(|node| node.property(name)?.value.as_ref().map(|value| value.node));
            let mut inner = self.admits_here(value, &property.wire, step, room)?;
            if *absent == Absent::Null && !matches!(step, Step::Text { .. } | Step::Wrap { .. }) {
                // A null would come back as nothing.
                let nullable = match value {
                    Some(value) => self.graph.may_be_null(value)?,
                    None => true,
                };
                push_once(&mut inner.tests, Test::Type(kinds(TypeSet::ALL.without(TypeSet::NULL))));
                inner.narrows |= nullable;
            }
            admits.follow(inner.exact, inner.narrows);
            if !inner.tests.is_empty() {
                admits.tests.push(Test::Member(name.to_string(), inner.tests));
            }
        }
        let others = self.admits_others(object, fields, rest, entries, room);
        room.depth += 1;
        admits.also(others?);
        for field in fields.iter().filter(|field| !object.properties.iter().any(|known| known.name == field.wire)) {
            admits.tests.push(Test::Lacks(field.name.to_string()));
        }
        Ok(admits)
    }

    /// Members that are not declared.
    fn admits_others(
        &mut self,
        object: &WireObject,
        fields: &[Field],
        rest: &Rest,
        entries: Option<&Wire>,
        room: &mut Room,
    ) -> Result<Admits, Error> {
        let mut known: Vec<String> = fields.iter().map(|field| field.name.to_string()).collect();
        for property in object.properties.iter().filter(|_| fields.is_empty() && entries.is_none()) {
            known.push(property.name.to_string());
        }
        let (wire, step) = match (rest, &object.extra) {
            (Rest::Narrowed { .. }, _) => return Ok(Admits { narrows: true, ..Admits::only(Test::Only(known)) }),
            (Rest::Entries { step, .. }, _) => match entries.and_then(entry_value) {
                Some(value) => (value, &**step),
                None => return Ok(Admits::unknown()),
            },
            (Rest::Pass, WireExtra::Closed) => return Ok(Admits::only(Test::Only(known))),
            (Rest::Pass, WireExtra::Silent | WireExtra::Open) => return Ok(Admits::all()),
            (Rest::Pass, WireExtra::Schema(wire)) => (&**wire, &Step::Keep),
            (Rest::Step(step), WireExtra::Schema(wire)) => (&**wire, &**step),
            (Rest::Step(_), _) => return Ok(Admits::unknown()),
        };
        let inner = self.admits_here(None, wire, step, room)?;
        let tests = if inner.tests.is_empty() { Vec::new() } else { vec![Test::Others(known, inner.tests)] };
        Ok(Admits { tests, ..inner })
    }

    pub(super) fn datum(&self, datum: &Datum) -> Option<Document> {
        match datum {
            Datum::Given(value) => Some(self.graph.sites.value(*value).to_document()),
            Datum::Number(text) => Document::parse(text).ok(),
            Datum::Text(text) => string_document(text),
            Datum::Null => null(),
        }
    }
}

fn has_objects(types: TypeSet) -> bool {
    types.has(TypeSet::OBJECT)
}

fn null() -> Option<Document> {
    Document::parse("null").ok()
}

/// The wire of an entry's value, where the entry says nothing of its key.
fn entry_value(list: &Wire) -> Option<&Wire> {
    let entry = list.array.as_ref()?.items.as_ref()?.object.as_ref()?;
    let free = entry.properties.iter().all(|property| *property.name == *VALUE || !property.wire.is_ruled());
    entry.properties.iter().find(|property| *property.name == *VALUE).filter(|_| free).map(|property| &property.wire)
}

/// The types that no branch asks for; `None`: branches may meet.
fn uncovered(branches: &[Branch]) -> Option<Vec<Kind>> {
    let mut left = kinds(TypeSet::ALL);
    let mut keys = Vec::new();
    for branch in branches {
        match branch.document.as_slice() {
            [Test::Type(types)] if types.iter().all(|kind| left.contains(kind)) => {
                left.retain(|kind| !types.contains(kind));
            }
            [Test::Equals(key, _)] => keys.push(key),
            _ => return None,
        }
    }
    let one_key = keys.first().is_none_or(|first| keys.iter().all(|key| key == first));
    match keys.len() {
        0 => Some(left),
        count if count == branches.len() && one_key => Some(Vec::new()),
        _ => None,
    }
}

/// Whether two of the tests ask for types that exclude each other.
fn contradictory(tests: &[Test]) -> bool {
    let mut left = kinds(TypeSet::ALL);
    for test in tests {
        match test {
            Test::Type(types) => left.retain(|kind| types.contains(kind)),
            Test::Is(values) => left.retain(|kind| values.iter().any(|value| value.root().kind() == *kind)),
            Test::Has(_) | Test::Lacks(_) | Test::Equals(..) | Test::Only(_) => {
                left.retain(|kind| *kind == Kind::Object)
            }
            _ => {}
        }
    }
    left.is_empty()
}
