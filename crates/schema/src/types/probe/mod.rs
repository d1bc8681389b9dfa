//! What a type's `Deserialize` asks for, found out by decoding made-up values that fit the schema.
//!
//! `schemars` and serde read the same attributes and do not agree on all of them. So serde itself is asked: it decodes
//! values that are drawn from the schema, one branch of a union after the other, and what it asks for on the way is
//! written down for each place of the schema:
//!
//! - the fields of a struct, in the order of their declaration;
//! - members that the schema calls optional and serde misses;
//! - objects that refuse members nobody declared;
//! - what the keys of a map are read as;
//! - places where nothing that the schema admits is decoded.
//!
//! What is written out at several places is asked at the first of them (`run::Asked`), so that the cost goes with the types
//! and not with how often they stand there.
//!
//! Nothing is concluded from a refusal that another value could have prevented, such as that of a `try_from`. What
//! serde buffers (internally tagged and untagged enums, what is flattened) it asks for without names, and the schema
//! stays as it was.

mod fault;
mod key;
mod place;
mod run;
mod value;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use isoform_json::View;
use serde::de::DeserializeOwned;

use fault::{Fault, FaultKind};
pub(super) use key::Keys;
use run::{Asked, Plan, Run, Seen, TEXTS, UNKNOWN};

/// How many values are offered to one type, over all decodings.
const VALUES: usize = 250_000;

/// What is known of one place of a schema.
#[derive(Debug, Default)]
pub(super) struct Fact {
    /// The fields of the struct in the order of their declaration; aliases are among them.
    pub(super) fields: &'static [&'static str],
    /// Members that are refused where they are absent.
    pub(super) required: Vec<String>,
    /// Other members are refused.
    pub(super) closed: bool,
    /// What its free keys are read as.
    pub(super) keys: Option<Keys>,
}

/// What is known of a schema, by pointer.
#[derive(Debug, Default)]
pub(super) struct Facts {
    facts: BTreeMap<String, Fact>,
    /// Places of which is known what is known of others.
    alike: BTreeMap<String, String>,
}

impl Facts {
    pub(super) fn of(&self, schema: View<'_>) -> Option<&Fact> {
        if self.facts.is_empty() {
            return None;
        }
        let mut at = schema.pointer();
        // Each step leads to a place that was asked earlier.
        while let Some(other) = self.alike_above(&at) {
            at = other;
        }
        self.facts.get(&at)
    }

    /// The place that stands for this one, because of what it stands in.
    fn alike_above(&self, at: &str) -> Option<String> {
        let ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
        ends.filter_map(|end| {
            let (above, below) = at.split_at_checked(end)?;
            Some(format!("{}{below}", self.alike.get(above)?))
        })
        .next()
    }
}

/// A place of the schema where nothing is decoded, and why not.
#[derive(Debug)]
pub(super) struct Nothing {
    pub(super) at: String,
    pub(super) why: String,
}

/// Asks a type about its schema.
///
/// # Errors
/// There is a place where nothing that the schema admits is decoded.
pub(super) fn ask<T: DeserializeOwned>(schema: View<'_>) -> Result<Facts, Nothing> {
    let decode = |run: &Run<'_>| T::deserialize(run.probe()).map(drop).map_err(|fault| fault.within(""));
    let asked = Asked::new(schema);
    Survey { root: schema, decode: &decode, left: VALUES, facts: BTreeMap::new(), asked }.ask()
}

/// The runs of one type.
struct Survey<'s, 'd> {
    root: View<'s>,
    decode: &'d dyn Fn(&Run<'_>) -> Result<(), Fault>,
    left: usize,
    facts: BTreeMap<String, Fact>,
    asked: Asked,
}

/// What came of the runs that took one branch.
#[derive(Default)]
struct Branch {
    taken: bool,
    unclear: bool,
    refused: Option<Nothing>,
}

impl Survey<'_, '_> {
    fn ask(mut self) -> Result<Facts, Nothing> {
        let mut waiting = VecDeque::from([Plan::default()]);
        let mut expanded: BTreeSet<String> = BTreeSet::new();
        let mut branches: BTreeMap<String, BTreeMap<usize, Branch>> = BTreeMap::new();
        let mut whole = Branch::default();
        let mut good: Vec<(Plan, Seen)> = Vec::new();
        while let Some(plan) = waiting.pop_front() {
            let Some((plan, result, seen)) = self.tried(plan) else { break };
            for (at, (worth, chosen)) in &seen.unions {
                if expanded.insert(at.clone()) {
                    for other in worth.iter().filter(|other| *other != chosen) {
                        let mut next = plan.clone();
                        next.choices.insert(at.clone(), *other);
                        waiting.push_back(next);
                    }
                }
                let branch = branches.entry(at.clone()).or_default().entry(*chosen).or_default();
                branch.note(&result, &format!("{at}/{chosen}"));
            }
            whole.note(&result, "");
            if result.is_ok() {
                good.push((plan, seen));
            } else {
                self.learn(seen);
            }
        }
        if self.left > 0 {
            whole.verdict()?;
            for union in branches.into_values() {
                if union.values().any(|branch| branch.taken) {
                    union.into_values().try_for_each(Branch::verdict)?;
                }
            }
        }
        self.vary(good);
        Ok(Facts { facts: self.facts, alike: self.asked.alike })
    }

    /// Decodes by a plan, with other texts where a string is refused.
    fn tried(&mut self, mut plan: Plan) -> Option<(Plan, Result<(), Fault>, Seen)> {
        loop {
            let (result, seen) = self.run(plan.clone())?;
            if let Err(Fault { kind: FaultKind::Value, at: Some(at), .. }) = &result {
                let next = plan.texts.get(at).map_or(1, |index| index + 1);
                if seen.strings.contains(at) && next < TEXTS.len() {
                    plan.texts.insert(at.clone(), next);
                    continue;
                }
            }
            return Some((plan, result, seen));
        }
    }

    fn run(&mut self, plan: Plan) -> Option<(Result<(), Fault>, Seen)> {
        if self.left == 0 {
            return None;
        }
        let run = Run::new(self.root, plan, std::mem::take(&mut self.asked));
        let result = (self.decode)(&run);
        self.asked = run.asked.into_inner();
        let seen = run.seen.into_inner();
        self.left = self.left.saturating_sub(seen.steps.max(1));
        Some((result, seen))
    }

    fn learn(&mut self, seen: Seen) {
        for (at, fact) in seen.facts {
            let known = self.facts.entry(at).or_default();
            if known.fields.is_empty() {
                known.fields = fact.fields;
            }
            known.keys = known.keys.or(fact.keys);
        }
    }

    /// From what is taken, one thing is changed at a time.
    fn vary(&mut self, good: Vec<(Plan, Seen)>) {
        let (mut thinned, mut grown) = (BTreeSet::new(), BTreeSet::new());
        for (plan, seen) in good {
            for at in seen.optional.iter().filter(|at| thinned.insert((*at).clone())) {
                self.thin(&plan, at);
            }
            let silent: Vec<&String> = seen.silent.iter().filter(|at| grown.insert((*at).clone())).collect();
            let all = Plan { all_unknown: true, ..plan.clone() };
            // Mostly none of them minds.
            if !silent.is_empty() && self.run(all).is_none_or(|(result, _)| result.is_err()) {
                silent.into_iter().for_each(|at| self.grow(&plan, at));
            }
            self.learn(seen);
        }
    }

    /// Leaves out the optional members of an object, and learns which are missed.
    fn thin(&mut self, plan: &Plan, at: &str) {
        let mut kept: Vec<String> = Vec::new();
        loop {
            let plan = Plan { left_out: Some((at.to_owned(), kept.clone())), ..plan.clone() };
            match self.run(plan) {
                Some((Err(Fault { kind: FaultKind::Missing(name), .. }), _)) if !kept.contains(&name) => {
                    kept.push(name)
                }
                Some((Ok(()), _)) => break,
                // What else it is does not come from one of them being absent.
                _ => return,
            }
        }
        if !kept.is_empty() {
            self.facts.entry(at.to_owned()).or_default().required.extend(kept);
        }
    }

    /// Adds a member that nobody declared to an object, and learns whether it is refused.
    fn grow(&mut self, plan: &Plan, at: &str) {
        let takes = (0..UNKNOWN.len()).any(|kind| {
            let plan = Plan { unknown: Some((at.to_owned(), kind)), ..plan.clone() };
            // Without a run nothing is concluded.
            self.run(plan).is_none_or(|(result, _)| result.is_ok())
        });
        self.facts.entry(at.to_owned()).or_default().closed |= !takes;
    }
}

impl Branch {
    fn note(&mut self, result: &Result<(), Fault>, at: &str) {
        match result {
            Ok(()) => self.taken = true,
            Err(Fault { kind: FaultKind::Value, .. }) => self.unclear = true,
            Err(fault) => {
                // The branch says more than a place above it.
                let known = fault.at.as_deref().filter(|known| !at.starts_with(known));
                let at = known.unwrap_or(at).to_owned();
                self.refused.get_or_insert_with(|| Nothing { at, why: fault.message.clone() });
            }
        }
    }

    fn verdict(self) -> Result<(), Nothing> {
        match self.refused {
            Some(nothing) if !self.taken && !self.unclear => Err(nothing),
            _ => Ok(()),
        }
    }
}
