//! The machine that both directions run on: a list of tasks instead of a call stack.
//!
//! Visiting a value writes what can be written at once and leaves the rest as tasks, so that neither a deep
//! value nor a deep plan uses stack. A place remembers its parent, so a pointer is built only for an error.

use std::collections::HashMap;

use isoform_json::{Builder, Document, ErrorKind, Kind, View, pointer};

use super::error::{PlanError, PlanErrorCode};
use super::{Branch, MAX_DEPTH, Plan, Step, Test};

/// How many members a plan may write that the value does not have (nulls, wraps, empty lists).
///
/// A small plan and a small value could otherwise make an answer of the product of their sizes.
const MAX_INVENTED: usize = 1 << 20;

/// Which way a plan runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Map,
    Unmap,
}

/// What is still to be done, the next at the end.
pub(super) enum Task<'a> {
    Visit {
        step: &'a Step,
        value: View<'a>,
        place: usize,
    },
    Copy(View<'a>),
    Text(View<'a>),
    Key(&'a str),
    /// A free key that meets a renamed one.
    Escaped(&'a str),
    String(&'a str),
    Null,
    BeginObject,
    EndObject,
    BeginArray,
    EndArray,
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Key(&'a str),
    Index(usize),
}

struct Place<'a> {
    parent: usize,
    token: Token<'a>,
    depth: usize,
}

pub(super) struct Machine<'a> {
    definitions: HashMap<&'a str, &'a Step>,
    pub(super) out: Builder,
    tasks: Vec<Task<'a>>,
    places: Vec<Place<'a>>,
    invented: usize,
    direction: Direction,
}

impl<'a> Machine<'a> {
    /// The place of the value that was given.
    const ROOT: usize = 0;

    pub(super) fn run(plan: &'a Plan, value: View<'a>, direction: Direction) -> Result<Document, PlanError> {
        let definitions = plan.definitions.iter().map(|(name, step)| (&**name, step)).collect();
        let root = Place { parent: 0, token: Token::Index(0), depth: 0 };
        let mut machine =
            Machine { definitions, out: Builder::new(), tasks: Vec::new(), places: vec![root], invented: 0, direction };
        if plan.version != super::VERSION {
            return Err(machine.invalid(Self::ROOT, "the plan has a version that this release does not know"));
        }
        machine.tasks.push(Task::Visit { step: &plan.root, value, place: Self::ROOT });
        while let Some(task) = machine.tasks.pop() {
            machine.perform(task)?;
        }
        let Machine { out, .. } = machine;
        out.finish().map_err(|error| {
            let (code, reason) = match error.kind() {
                ErrorKind::TooDeep => (PlanErrorCode::TooDeep, "the result nests too deeply"),
                ErrorKind::TooLarge => (PlanErrorCode::TooLarge, "the result is too large"),
                _ => (PlanErrorCode::InvalidPlan, "the plan does not write one value"),
            };
            PlanError::new(code, String::new(), reason)
        })
    }

    fn perform(&mut self, task: Task<'a>) -> Result<(), PlanError> {
        match task {
            Task::Visit { step, value, place } => {
                let (step, value, place) = self.settle(step, value, place)?;
                let begun = self.tasks.len();
                match self.direction {
                    Direction::Map => self.map_value(step, value, place)?,
                    Direction::Unmap => self.unmap_value(step, value, place)?,
                }
                // Tasks are left in the order in which they are to be done, and are taken from the end.
                if let Some(left) = self.tasks.get_mut(begun..) {
                    left.reverse();
                }
                return Ok(());
            }
            Task::Copy(value) => self.out.view(value),
            Task::Text(value) => self.out.string(&value.to_json()),
            Task::Key(key) => self.out.key(key),
            Task::Escaped(key) => self.out.key(&format!("{key}_")),
            Task::String(text) => self.out.string(text),
            Task::Null => self.out.null(),
            Task::BeginObject => self.out.begin_object(),
            Task::EndObject => self.out.end_object(),
            Task::BeginArray => self.out.begin_array(),
            Task::EndArray => self.out.end_array(),
        };
        Ok(())
    }

    /// Follows the steps that look at a value without going into it, down to one that acts.
    fn settle(
        &mut self,
        step: &'a Step,
        value: View<'a>,
        place: usize,
    ) -> Result<(&'a Step, View<'a>, usize), PlanError> {
        let (mut step, mut value, mut place) = (step, value, place);
        let mut hops = 0;
        loop {
            match step {
                Step::Reference(name) => {
                    hops += 1;
                    step = self.follow(name, hops, place)?;
                }
                Step::Expect { types, kind, at, step: inner } => {
                    if self.direction == Direction::Map && !types.contains(&value.kind()) {
                        return Err(self.narrowed(place, kind, at));
                    }
                    step = inner;
                }
                Step::Choose { branches } => step = choose(branches, value, self.direction),
                Step::Wrap { key, under, step: inner } => {
                    step = inner;
                    if self.direction == Direction::Map {
                        self.invent(1, place)?;
                        self.out.begin_object().key(key);
                        self.tasks.push(Task::EndObject);
                    } else {
                        (value, place) = self.unwrap_member(key, under.as_ref(), value, place)?;
                        hops = 0;
                    }
                }
                acting => return Ok((acting, value, place)),
            }
        }
    }

    /// Whether `map` spells a null of the document as null.
    pub(super) fn keeps_null(&self, step: &'a Step, null: View<'a>, place: usize) -> Result<bool, PlanError> {
        let (mut step, mut hops) = (step, 0);
        loop {
            match step {
                Step::Reference(name) => {
                    hops += 1;
                    step = self.follow(name, hops, place)?;
                }
                Step::Expect { types, kind, at, .. } if !types.contains(&Kind::Null) => {
                    return Err(self.narrowed(place, kind, at));
                }
                Step::Expect { step: inner, .. } => step = inner,
                Step::Choose { branches } => step = choose(branches, null, self.direction),
                Step::EnumText { pairs } => return Ok(!pairs.iter().any(|(_, value)| value.root().same_value(null))),
                Step::Wrap { .. } | Step::Text { .. } => return Ok(false),
                Step::Keep | Step::Array { .. } | Step::Object { .. } | Step::Tuple { .. } | Step::JsonValue { .. } => {
                    return Ok(true);
                }
            }
        }
    }

    fn follow(&self, name: &'a str, hops: usize, place: usize) -> Result<&'a Step, PlanError> {
        // More references than there are definitions, with nothing taken from the value, have repeated one.
        if hops > self.definitions.len() {
            return Err(self.invalid(place, "references run in a circle"));
        }
        self.definitions.get(name).copied().ok_or_else(|| self.invalid(place, "a reference goes to no definition"))
    }

    pub(super) fn push(&mut self, task: Task<'a>) {
        self.tasks.push(task);
    }

    pub(super) fn visit(&mut self, step: &'a Step, value: View<'a>, place: usize) {
        self.tasks.push(Task::Visit { step, value, place });
    }

    /// Counts what the plan writes of its own.
    pub(super) fn invent(&mut self, count: usize, place: usize) -> Result<(), PlanError> {
        self.invented = self.invented.saturating_add(count);
        if self.invented > MAX_INVENTED {
            return Err(self.error(PlanErrorCode::TooLarge, place, "the plan writes more than its budget allows"));
        }
        Ok(())
    }

    /// The place of a member, one level of the document further in.
    pub(super) fn member(&mut self, parent: usize, key: &'a str) -> Result<usize, PlanError> {
        self.deeper(parent, Token::Key(key))
    }

    /// The place of an item, one level of the document further in.
    pub(super) fn item(&mut self, parent: usize, index: usize) -> Result<usize, PlanError> {
        self.deeper(parent, Token::Index(index))
    }

    /// The place of a member that an encoding added, which is no level of the document.
    pub(super) fn added_member(&mut self, parent: usize, key: &'a str) -> usize {
        self.place(parent, Token::Key(key), self.depth(parent))
    }

    /// The place of an item that an encoding added, which is no level of the document.
    pub(super) fn added_item(&mut self, parent: usize, index: usize) -> usize {
        self.place(parent, Token::Index(index), self.depth(parent))
    }

    fn deeper(&mut self, parent: usize, token: Token<'a>) -> Result<usize, PlanError> {
        let depth = self.depth(parent) + 1;
        if depth > MAX_DEPTH {
            return Err(self.error(PlanErrorCode::TooDeep, parent, "the value nests too deeply"));
        }
        Ok(self.place(parent, token, depth))
    }

    /// How many levels a value at this place may have.
    pub(super) fn levels_left(&self, place: usize) -> usize {
        MAX_DEPTH.saturating_sub(self.depth(place))
    }

    fn depth(&self, place: usize) -> usize {
        self.places.get(place).map_or(0, |place| place.depth)
    }

    fn place(&mut self, parent: usize, token: Token<'a>, depth: usize) -> usize {
        self.places.push(Place { parent, token, depth });
        self.places.len() - 1
    }

    pub(super) fn error(&self, code: PlanErrorCode, place: usize, reason: &'static str) -> PlanError {
        PlanError::new(code, self.pointer(place), reason)
    }

    pub(super) fn narrowed(&self, place: usize, kind: &str, at: &str) -> PlanError {
        self.error(PlanErrorCode::Narrowed, place, "the document needs what the form took away").with_detail(kind, at)
    }

    pub(super) fn undecodable(&self, place: usize, reason: &'static str, kind: &str, at: &str) -> PlanError {
        self.error(PlanErrorCode::NotDecodable, place, reason).with_detail(kind, at)
    }

    fn invalid(&self, place: usize, reason: &'static str) -> PlanError {
        self.error(PlanErrorCode::InvalidPlan, place, reason)
    }

    fn pointer(&self, place: usize) -> String {
        let mut tokens = Vec::new();
        let mut index = place;
        while let Some(place) = self.places.get(index) {
            if index == Self::ROOT {
                break;
            }
            tokens.push(place.token);
            index = place.parent;
        }
        let mut text = String::new();
        for token in tokens.iter().rev() {
            match token {
                Token::Key(key) => pointer::push_token(&mut text, key),
                Token::Index(index) => pointer::push_token(&mut text, &index.to_string()),
            }
        }
        text
    }
}

fn choose<'a>(branches: &'a [Branch], value: View<'_>, direction: Direction) -> &'a Step {
    branches
        .iter()
        .find(|branch| {
            let tests = match direction {
                Direction::Map => &branch.document,
                Direction::Unmap => &branch.wire,
            };
            tests.iter().all(|test| test.holds(value))
        })
        .map_or(&Step::Keep, |branch| &branch.step)
}

impl Test {
    fn holds(&self, value: View<'_>) -> bool {
        // Tests nest no deeper than a reader of plans takes.
        let all = |tests: &[Test], value: View<'_>| tests.iter().all(|test| test.holds(value));
        let member = |key: &str| if value.kind() == Kind::Object { value.get(key) } else { None };
        match self {
            Test::Type(types) => types.contains(&value.kind()),
            Test::Has(key) => member(key).is_some(),
            Test::Lacks(key) => value.kind() == Kind::Object && value.get(key).is_none(),
            Test::Equals(key, wanted) => {
                member(key).is_some_and(|found| wanted.iter().any(|wanted| found.same_value(wanted.root())))
            }
            Test::Only(keys) => {
                value.kind() == Kind::Object && value.members().all(|(key, _)| keys.iter().any(|known| known == key))
            }
            Test::Is(values) => values.iter().any(|wanted| value.same_value(wanted.root())),
            Test::Whole => value.as_number().is_none_or(|number| number.decimal().is_integer()),
            Test::Member(key, tests) => member(key).is_none_or(|found| all(tests, found)),
            Test::Items(tests) => value.kind() != Kind::Array || value.items().all(|item| all(tests, item)),
            Test::Others(keys, tests) => {
                let known = |key: &str| keys.iter().any(|known| known == key);
                value.kind() != Kind::Object || value.members().all(|(key, member)| known(key) || all(tests, member))
            }
            Test::Any(lists) => lists.iter().any(|tests| all(tests, value)),
        }
    }
}

/// Where a key stands in a list of declared keys, without a walk over a long list for each question.
pub(super) struct Keys<'a> {
    list: Vec<&'a str>,
    index: HashMap<&'a str, usize>,
}

impl<'a> Keys<'a> {
    /// Up to here a walk is cheaper than a hash.
    const SHORT: usize = 8;

    pub(super) fn new(keys: impl Iterator<Item = &'a str>) -> Keys<'a> {
        let list: Vec<&'a str> = keys.collect();
        let index = if list.len() <= Self::SHORT {
            HashMap::new()
        } else {
            list.iter().enumerate().map(|(at, key)| (*key, at)).collect()
        };
        Keys { list, index }
    }

    pub(super) fn find(&self, key: &str) -> Option<usize> {
        if self.list.len() <= Self::SHORT {
            self.list.iter().position(|known| *known == key)
        } else {
            self.index.get(key).copied()
        }
    }
}
