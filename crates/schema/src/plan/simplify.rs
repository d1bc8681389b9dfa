//! Making a plan smaller without changing what it does.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Absent, Branch, Field, Plan, Position, Rest, Step};

/// How many steps may nest in one another for a reader, whose stack is its limit.
pub(super) const MAX_NESTING: usize = 32;

/// How many tests may nest in one another for a reader.
pub(super) const MAX_TESTS: usize = 16;

/// How many steps nest in one another before the inner one becomes a definition of its own.
///
/// Each takes three levels of JSON at most, and constants, which nest as well, stand below them.
const SPLIT_NESTING: usize = 16;

impl Plan {
    /// Whether both directions give every value back as it is, up to the order of keys.
    ///
    /// # Examples
    /// ```
    /// use isoform_schema::plan::{Plan, Step};
    ///
    /// let list = Step::Array { prefix: vec![], items: Step::Reference("Node".into()).into() };
    /// assert!(Plan::new(Step::Reference("Node".into()), vec![("Node".into(), list)]).is_identity());
    /// ```
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let Some(references) = is_identity_tree(&self.root) else { return false };
        let identities = self.identities();
        references.iter().all(|name| identities.contains(name))
    }

    /// The same plan with what changes nothing collapsed, and what nothing reaches dropped.
    ///
    /// Objects and arrays whose parts are kept are kept, and so are references to such definitions, recursive
    /// ones included. A step that would nest deeply becomes a definition, so that the plan's JSON stays within
    /// the depth that every reader takes. [`Step::Expect`] is never collapsed.
    ///
    /// # Examples
    /// ```
    /// use isoform_schema::plan::{Absent, Field, Plan, Rest, Step};
    ///
    /// let tags = Field { name: "tags".into(), wire: "tags".into(), at: None, absent: Absent::Omitted, step: Step::Array { prefix: vec![], items: Step::Keep.into() } };
    /// let unused = ("Unused".into(), Step::Text { at: "".into() });
    /// let plan = Plan::new(Step::Object { fields: vec![tags], rest: Rest::Pass }, vec![unused]);
    /// assert_eq!(plan.simplify(), Plan::identity());
    /// ```
    #[must_use]
    pub fn simplify(mut self) -> Plan {
        if self.is_identity() {
            return Plan { version: self.version, ..Plan::identity() };
        }
        self = self.split();
        let identities: HashSet<Arc<str>> = self.identities().into_iter().cloned().collect();
        for step in self.steps_mut() {
            collapse(step, &identities);
        }
        self.prune();
        self
    }

    fn steps_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        std::iter::once(&mut self.root).chain(self.definitions.iter_mut().map(|(_, step)| step))
    }

    /// The definitions that change nothing: all of them, less those that do something or go to one that does.
    fn identities(&self) -> HashSet<&Arc<str>> {
        let mut identities: HashSet<&Arc<str>> = self.definitions.iter().map(|(name, _)| name).collect();
        let trees: Vec<_> = self.definitions.iter().map(|(name, step)| (name, is_identity_tree(step))).collect();
        let stays = |references: &Vec<&Arc<str>>| references.iter().all(|used| identities.contains(used));
        if trees.iter().all(|(_, references)| references.as_ref().is_some_and(stays)) {
            return identities;
        }
        let mut users: HashMap<&Arc<str>, Vec<&Arc<str>>> = HashMap::new();
        let mut doing = Vec::new();
        for (name, references) in trees {
            match references {
                Some(references) => references.into_iter().for_each(|used| users.entry(used).or_default().push(name)),
                None => doing.push(name),
            }
        }
        doing.extend(users.keys().filter(|used| !identities.contains(*used)));
        while let Some(name) = doing.pop() {
            identities.remove(name);
            doing.extend(users.remove(name).unwrap_or_default());
        }
        identities
    }

    /// Whether steps nest further than a reader takes.
    pub(super) fn nests_deeply(&self) -> bool {
        let roots = std::iter::once(&self.root).chain(self.definitions.iter().map(|(_, step)| step));
        let mut left: Vec<(&Step, usize)> = roots.map(|step| (step, 0)).collect();
        while let Some((step, nesting)) = left.pop() {
            if nesting > MAX_NESTING {
                return true;
            }
            left.extend(step.children().map(|child| (child, nesting + 1)));
        }
        false
    }

    /// Moves steps that nest deeply into definitions.
    pub(super) fn split(mut self) -> Plan {
        let names = self.definitions.iter().map(|(name, _)| name.clone());
        let taken = names.filter(|name| name.starts_with(FreshNames::PREFIX)).collect();
        let mut names = FreshNames { taken, last: 0 };
        let mut moved = Vec::new();
        for step in self.steps_mut() {
            split(step, 0, &mut names, &mut moved);
        }
        while let Some((name, mut step)) = moved.pop() {
            split(&mut step, 0, &mut names, &mut moved);
            self.definitions.push((name, step));
        }
        self
    }

    fn prune(&mut self) {
        let by_name: HashMap<&Arc<str>, &Step> = self.definitions.iter().map(|(name, step)| (name, step)).collect();
        let mut reached = HashSet::new();
        let mut left = vec![&self.root];
        while let Some(step) = left.pop() {
            if let Step::Reference(name) = step {
                if reached.insert(name.clone()) {
                    left.extend(by_name.get(name));
                }
            }
            left.extend(step.children());
        }
        self.definitions.retain(|(name, _)| reached.contains(name));
    }
}

/// The references of a step that changes nothing, provided that they go to steps that change nothing.
fn is_identity_tree(step: &Step) -> Option<Vec<&Arc<str>>> {
    let mut references = Vec::new();
    let mut left = vec![step];
    while let Some(step) = left.pop() {
        if let Step::Reference(name) = step {
            references.push(name);
        } else if !step.only_walks() {
            return None;
        }
        left.extend(step.children());
    }
    Some(references)
}

/// Makes `Keep` of every step that changes nothing; the innermost first. Says whether this one became one.
fn collapse(step: &mut Step, identities: &HashSet<Arc<str>>) -> bool {
    let mut parts_keep = true;
    for child in step.children_mut() {
        parts_keep &= collapse(child, identities);
    }
    match step {
        Step::Keep => return true,
        Step::Reference(name) => parts_keep = identities.contains(name),
        Step::Object { rest, .. } if keeps_free_keys(rest) => *rest = Rest::Pass,
        Step::Choose { branches } => {
            // Where no branch holds the value is kept, so a last branch that keeps it says nothing.
            while branches.last().is_some_and(|branch| branch.step == Step::Keep) {
                branches.pop();
            }
        }
        _ => {}
    }
    let keeps = parts_keep && (matches!(step, Step::Reference(_)) || step.only_walks());
    if keeps {
        *step = Step::Keep;
    }
    keeps
}

fn keeps_free_keys(rest: &Rest) -> bool {
    matches!(rest, Rest::Step(step) if **step == Step::Keep)
}

fn split(step: &mut Step, nesting: usize, names: &mut FreshNames, moved: &mut Vec<(Arc<str>, Step)>) {
    if nesting == SPLIT_NESTING && !matches!(step, Step::Keep | Step::Reference(_)) {
        let name = names.next();
        let inner = std::mem::replace(step, Step::Reference(name.clone()));
        moved.push((name, inner));
        return;
    }
    for child in step.children_mut() {
        split(child, nesting + 1, names, moved);
    }
}

struct FreshNames {
    taken: HashSet<Arc<str>>,
    last: usize,
}

impl FreshNames {
    const PREFIX: &'static str = "part-";

    fn next(&mut self) -> Arc<str> {
        loop {
            self.last += 1;
            let name = Arc::from(format!("{}{}", Self::PREFIX, self.last));
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

impl Step {
    /// Whether this step changes nothing, whatever the definitions of the plan do.
    pub(crate) fn is_identity(&self) -> bool {
        is_identity_tree(self).is_some_and(|references| references.is_empty())
    }

    /// Whether this step changes nothing where the steps in it change nothing.
    fn only_walks(&self) -> bool {
        match self {
            Step::Keep | Step::Array { .. } | Step::Choose { .. } => true,
            Step::Object { fields, rest } => {
                fields.iter().all(Field::only_walks) && matches!(rest, Rest::Pass | Rest::Step(_))
            }
            Step::EnumText { pairs } => pairs.is_empty(),
            Step::Reference(_)
            | Step::Tuple { .. }
            | Step::Text { .. }
            | Step::JsonValue { .. }
            | Step::Wrap { .. }
            | Step::Expect { .. } => false,
        }
    }

    fn children(&self) -> impl Iterator<Item = &Step> {
        let (mut fields, mut positions, mut branches, mut prefix): (&[Field], &[Position], &[Branch], &[Step]) =
            (&[], &[], &[], &[]);
        let mut last = None;
        match self {
            Step::Keep | Step::Reference(_) | Step::Text { .. } | Step::JsonValue { .. } | Step::EnumText { .. } => {}
            Step::Array { prefix: first, items } => (prefix, last) = (first, Some(&**items)),
            Step::Wrap { step, .. } | Step::Expect { step, .. } => last = Some(&**step),
            Step::Object { fields: declared, rest } => (fields, last) = (declared, rest.step()),
            Step::Tuple { positions: first, rest, .. } => {
                (positions, last) = (first, rest.as_deref().map(|position| &position.step));
            }
            Step::Choose { branches: all } => branches = all,
        }
        let fields = fields.iter().map(|field| &field.step);
        let positions = positions.iter().map(|position| &position.step);
        fields.chain(positions).chain(branches.iter().map(|branch| &branch.step)).chain(prefix).chain(last)
    }

    fn children_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        let (mut fields, mut positions, mut branches, mut prefix): (
            &mut [Field],
            &mut [Position],
            &mut [Branch],
            &mut [Step],
        ) = (&mut [], &mut [], &mut [], &mut []);
        let mut last = None;
        match self {
            Step::Keep | Step::Reference(_) | Step::Text { .. } | Step::JsonValue { .. } | Step::EnumText { .. } => {}
            Step::Array { prefix: first, items } => (prefix, last) = (first, Some(&mut **items)),
            Step::Wrap { step, .. } | Step::Expect { step, .. } => last = Some(&mut **step),
            Step::Object { fields: declared, rest } => (fields, last) = (declared, rest.step_mut()),
            Step::Tuple { positions: first, rest, .. } => {
                (positions, last) = (first, rest.as_deref_mut().map(|position| &mut position.step));
            }
            Step::Choose { branches: all } => branches = all,
        }
        let fields = fields.iter_mut().map(|field| &mut field.step);
        let positions = positions.iter_mut().map(|position| &mut position.step);
        fields.chain(positions).chain(branches.iter_mut().map(|branch| &mut branch.step)).chain(prefix).chain(last)
    }
}

impl Rest {
    fn step(&self) -> Option<&Step> {
        match self {
            Rest::Step(step) | Rest::Entries { step, .. } => Some(step),
            Rest::Pass | Rest::Narrowed { .. } => None,
        }
    }

    fn step_mut(&mut self) -> Option<&mut Step> {
        match self {
            Rest::Step(step) | Rest::Entries { step, .. } => Some(step),
            Rest::Pass | Rest::Narrowed { .. } => None,
        }
    }
}

impl Field {
    fn only_walks(&self) -> bool {
        self.name == self.wire && self.absent == Absent::Omitted
    }
}
