//! The form law, checked on documents and answers.
//!
//! *map*: a document that is valid under the original maps to an answer that is valid under `enforced` and comes back
//! equal; or `map` names a reported narrowing. *unmap*: an answer that is valid under `enforced` unmaps to a document
//! that is valid under the original; or every fault of it falls under a reported `wider`, or `unmap` names one.
//! Whatever else happens is a [`Failure`].

use std::collections::{BTreeSet, HashMap};

use crate::atlas::Atlas;
use crate::excuse::all_excused;
use crate::json::{Json, join, split};
use crate::judge::{Draft, Fault, Judge};
use crate::subject::{Change, Form, Place, Trouble};

/// So many faults are looked at in one form: what a validator says of a union of unions has no bound of its own.
const MOST_FAULTS: usize = 200_000;

/// How the law was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// `enforced` is no schema that the judge can read.
    EnforcedUnreadable,
    /// A change points at nothing in the original, or the changes are out of order.
    Report,
    /// What is sent breaks a rule of the dialect.
    DialectRules,
    /// What is sent, as the dialect reads it, and `enforced` disagree on an answer.
    EnforcedDiffers,
    /// `map` fails on a valid document and names no reported narrowing.
    MapFails,
    /// `map` refuses a document that does not need what the named narrowing took away.
    MapRefuses,
    /// `map` gives an answer that `enforced` refuses.
    MapInvalid,
    /// What `map` gave cannot be unmapped.
    ReturnFails,
    /// What comes back is another document.
    ReturnDiffers,
    /// `unmap` fails on an answer that `enforced` admits and names no reported `wider`.
    UnmapFails,
    /// `unmap` gives an invalid document and no reported `wider` excuses it.
    UnmapInvalid,
    /// There is no form, for a reason that is not so.
    Refusal,
    /// The product panicked.
    Panic,
}

impl Rule {
    /// The word for tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::EnforcedUnreadable => "enforced-unreadable",
            Rule::Report => "report",
            Rule::DialectRules => "dialect-rules",
            Rule::EnforcedDiffers => "enforced-differs",
            Rule::MapFails => "map-fails",
            Rule::MapRefuses => "map-refuses",
            Rule::MapInvalid => "map-invalid",
            Rule::ReturnFails => "return-fails",
            Rule::ReturnDiffers => "return-differs",
            Rule::UnmapFails => "unmap-fails",
            Rule::UnmapInvalid => "unmap-invalid",
            Rule::Refusal => "refusal",
            Rule::Panic => "panic",
        }
    }
}

/// One broken promise, with what shows it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which promise.
    pub rule: Rule,
    /// Whether formats were asserted.
    pub formats: bool,
    /// The document (`map`) or the answer (`unmap`) that shows it.
    pub witness: Option<Json>,
    /// What was made of it.
    pub got: Option<Json>,
    /// What went wrong, one line.
    pub reason: String,
    /// What tells this failure from others of the same rule: a keyword place or a code.
    pub mark: String,
}

/// The two judges of one form, in one mode of formats.
struct Bench {
    formats: bool,
    original: Judge,
    enforced: Judge,
    /// What is sent, as an independent reading of the dialect understands it.
    reading: Option<Judge>,
}

/// One form under the law.
pub struct Law<'s> {
    form: &'s dyn Form,
    place: Place,
    atlas: Atlas<'s>,
    /// Every reported change.
    pub changes: Vec<Change>,
    benches: Vec<Bench>,
    /// Whether the form spells values anew, so that a number may come back in the schema's digits.
    spells: bool,
    witnessed: BTreeSet<usize>,
    /// How many faults were looked at so far.
    weight: usize,
    /// Answers whose documents are wrong and that were not looked at, since so much had been looked at.
    pub unweighed: usize,
    /// How many valid documents were mapped.
    pub documents: usize,
    /// How many admitted answers were unmapped.
    pub answers: usize,
}

/// Why the law cannot be checked.
#[derive(Clone, Debug)]
pub enum Unfit {
    /// The validator does not read the original.
    Unjudged(String),
    /// The form is broken before any document is seen.
    Broken(Failure),
}

impl<'s> Law<'s> {
    /// Sets up the judges.
    ///
    /// # Errors
    /// The original cannot be judged, or `enforced` is no schema.
    pub fn new(
        schema: &'s Json,
        draft: Draft,
        form: &'s dyn Form,
        place: Place,
        reading: Option<&Json>,
    ) -> Result<Law<'s>, Unfit> {
        let enforced = form.enforced();
        for (what, schema) in [("enforced", Some(&enforced)), ("what is sent", form.schema().as_ref())] {
            if let Some(at) = schema.and_then(Json::duplicate) {
                return Err(Unfit::Broken(Failure {
                    rule: Rule::EnforcedUnreadable,
                    formats: false,
                    witness: None,
                    got: schema.cloned(),
                    reason: format!("{what} repeats a key at {at:?}"),
                    mark: "duplicate".to_owned(),
                }));
            }
        }
        let mut benches = Vec::new();
        for formats in [false, true] {
            let original = Judge::new(schema, draft, formats).map_err(Unfit::Unjudged)?;
            let broken = |reason: String| {
                Unfit::Broken(Failure {
                    rule: Rule::EnforcedUnreadable,
                    formats,
                    witness: None,
                    got: Some(enforced.clone()),
                    reason,
                    mark: String::new(),
                })
            };
            let enforced = Judge::new(&enforced, Draft::Draft202012, formats).map_err(broken)?;
            let reading = reading.map(|schema| Judge::new(schema, Draft::Draft202012, formats));
            let reading = reading.transpose().map_err(broken)?;
            benches.push(Bench { formats, original, enforced, reading });
        }
        let atlas = Atlas::new(schema, draft);
        let changes = form.changes();
        let spells = changes.iter().any(|change| change.kind == "enum-text");
        Ok(Law {
            form,
            place,
            atlas,
            changes,
            benches,
            spells,
            witnessed: BTreeSet::new(),
            weight: 0,
            unweighed: 0,
            documents: 0,
            answers: 0,
        })
    }

    /// What the report itself gets wrong: pointers to nothing, and changes out of document order.
    pub fn report(&self, schema: &Json) -> Vec<Failure> {
        let order: HashMap<String, usize> = schema.pointers().into_iter().zip(0..).collect();
        let failure = |reason: String, mark: String| Failure {
            rule: Rule::Report,
            formats: false,
            witness: None,
            got: None,
            reason,
            mark,
        };
        let mut failures = Vec::new();
        let mut last = 0;
        for change in &self.changes {
            for place in &change.places {
                if schema.at(place).is_none() {
                    failures.push(failure(format!("{change} points at nothing ({place:?})"), "pointer".to_owned()));
                }
            }
            let here = change.places.first().and_then(|place| order.get(place).copied());
            if let Some(here) = here {
                if here < last {
                    failures.push(failure(format!("{change} is out of document order"), "order".to_owned()));
                }
                last = here;
            }
        }
        failures
    }

    fn counts(&self, value: &Json) -> bool {
        self.place == Place::Output || matches!(value, Json::Object(_))
    }

    fn note(&mut self, changes: &[usize]) {
        self.witnessed.extend(changes.iter().copied());
    }

    fn named(&self, class: &str, detail: Option<&(String, String)>) -> Vec<usize> {
        let Some((kind, at)) = detail else { return Vec::new() };
        let fits = |change: &Change| change.class == class && change.kind == *kind && change.places.contains(at);
        self.changes.iter().enumerate().filter(|(_, change)| fits(change)).map(|(index, _)| index).collect()
    }

    /// Whether the document is valid under the original, formats not asserted.
    pub fn admits(&self, document: &Json) -> bool {
        self.benches.first().is_some_and(|bench| bench.original.admits(document))
    }

    /// Whether the answer is let through, formats not asserted.
    pub fn lets_through(&self, answer: &Json) -> bool {
        self.counts(answer) && self.benches.first().is_some_and(|bench| bench.enforced.admits(answer))
    }

    /// Checks one document, whether it is valid or not, and gives the answer it maps to.
    pub fn document(&mut self, document: &Json) -> (Option<Json>, Vec<Failure>) {
        let mut failures = Vec::new();
        if !self.counts(document) {
            return (None, failures);
        }
        let mapped = match guarded(|| self.form.map(document)) {
            Ok(mapped) => mapped,
            Err(failure) => return (None, vec![Failure { witness: Some(document.clone()), ..failure }]),
        };
        let mut witnessed = Vec::new();
        let mut valid = false;
        for bench in &self.benches {
            if !bench.original.admits(document) {
                continue;
            }
            valid = true;
            let fail = |rule, got: Option<&Json>, reason: String, mark: String| Failure {
                rule,
                formats: bench.formats,
                witness: Some(document.clone()),
                got: got.cloned(),
                reason,
                mark,
            };
            let answer = match &mapped {
                Ok(answer) => answer,
                Err(trouble) => {
                    let named = self.named("narrower", trouble.detail.as_ref());
                    if trouble.code != "narrowed" || named.is_empty() {
                        let mark = trouble.detail.as_ref().map_or("", |(_, at)| at);
                        let mark = format!("{} {mark}", trouble.code);
                        failures.push(fail(Rule::MapFails, None, trouble.to_string(), mark));
                    }
                    if self.needless(document, trouble) {
                        let mark = trouble.detail.as_ref().map_or("", |(_, at)| at).to_owned();
                        failures.push(fail(Rule::MapRefuses, None, trouble.to_string(), mark));
                    }
                    witnessed.extend(named);
                    continue;
                }
            };
            if let Some(at) = answer.duplicate() {
                failures.push(fail(
                    Rule::MapInvalid,
                    Some(answer),
                    format!("repeats a key at {at:?}"),
                    "duplicate".to_owned(),
                ));
            }
            if let (false, Some(fault)) = (bench.enforced.admits(answer), bench.enforced.faults(answer).first()) {
                let reason = format!("at {:?}: {}", fault.instance, short(&fault.message));
                failures.push(fail(Rule::MapInvalid, Some(answer), reason, fault.schema.clone()));
                continue;
            }
            match guarded(|| self.form.unmap(answer)) {
                Ok(Ok(back)) => match self.same(document, &back) {
                    Ok(changes) => {
                        witnessed.extend(changes);
                        if !self.spells && !same_digits(document, &back) {
                            let reason = "came back with other digits".to_owned();
                            failures.push(fail(Rule::ReturnDiffers, Some(&back), reason, "digits".to_owned()));
                        }
                    }
                    Err(at) => {
                        let reason = format!("came back different at {at:?}");
                        failures.push(fail(Rule::ReturnDiffers, Some(&back), reason, shape(&at)));
                    }
                },
                Ok(Err(trouble)) => {
                    failures.push(fail(Rule::ReturnFails, Some(answer), trouble.to_string(), trouble.code.clone()));
                }
                Err(failure) => failures.push(Failure { witness: Some(answer.clone()), ..failure }),
            }
        }
        self.documents += usize::from(valid);
        self.note(&witnessed);
        failures.dedup_by(|later, first| later.rule == first.rule && later.mark == first.mark);
        (mapped.ok(), failures)
    }

    /// Checks one answer, whether it is let through or not, and gives the document it unmaps to.
    pub fn answer(&mut self, answer: &Json) -> (Option<Json>, Vec<Failure>) {
        let mut failures = Vec::new();
        if !self.counts(answer) {
            return (None, failures);
        }
        let mut witnessed = Vec::new();
        let mut back = None;
        let mut passed = false;
        let (mut weight, mut unweighed) = (self.weight, self.unweighed);
        for bench in &self.benches {
            let fail = |rule, got: Option<&Json>, reason: String, mark: String| Failure {
                rule,
                formats: bench.formats,
                witness: Some(answer.clone()),
                got: got.cloned(),
                reason,
                mark,
            };
            let admitted = bench.enforced.admits(answer);
            if let Some(reading) = &bench.reading
                && reading.admits(answer) != admitted
            {
                let faults = if admitted { reading.faults(answer) } else { bench.enforced.faults(answer) };
                let fault = faults.first().map_or_else(String::new, |fault| fault.schema.clone());
                let who = if admitted {
                    "what is sent refuses, enforced admits"
                } else {
                    "what is sent admits, enforced refuses"
                };
                failures.push(fail(Rule::EnforcedDiffers, None, format!("{who} ({fault})"), fault));
            }
            if !admitted {
                continue;
            }
            passed = true;
            let document = match guarded(|| self.form.unmap(answer)) {
                Ok(Ok(document)) => document,
                Ok(Err(trouble)) => {
                    let named = self.named("wider", trouble.detail.as_ref());
                    if trouble.code != "not-decodable" || named.is_empty() {
                        let mark = trouble.detail.as_ref().map_or("", |(_, at)| at);
                        failures.push(fail(
                            Rule::UnmapFails,
                            None,
                            trouble.to_string(),
                            format!("{} {mark}", trouble.code),
                        ));
                    }
                    witnessed.extend(named);
                    continue;
                }
                Err(failure) => {
                    failures.push(Failure { witness: Some(answer.clone()), ..failure });
                    continue;
                }
            };
            let wrong = !bench.original.admits(&document);
            if wrong && weight > MOST_FAULTS {
                unweighed += 1;
            } else if wrong {
                let wider: Vec<Change> =
                    self.changes.iter().filter(|change| change.class == "wider").cloned().collect();
                let faults = bench.original.faults(&document);
                weight += faults.iter().map(Fault::weight).sum::<usize>();
                let unexcused = faults
                    .iter()
                    .find(|fault| all_excused(std::slice::from_ref(*fault), &self.atlas, &wider).is_none());
                match unexcused {
                    Some(fault) => {
                        let reason = format!("{} at {:?}: {}", fault.schema, fault.instance, short(&fault.message));
                        failures.push(fail(Rule::UnmapInvalid, Some(&document), reason, fault.schema.clone()));
                    }
                    None => {
                        let used = all_excused(&faults, &self.atlas, &wider).unwrap_or_default();
                        let index = |change: &Change| self.changes.iter().position(|known| known == change);
                        witnessed.extend(used.into_iter().filter_map(index));
                    }
                }
            }
            back = Some(document);
        }
        (self.weight, self.unweighed) = (weight, unweighed);
        self.answers += usize::from(passed);
        self.note(&witnessed);
        failures.dedup_by(|later, first| later.rule == first.rule && later.mark == first.mark);
        (back, failures)
    }

    /// Those of the reported changes that no document and no answer has shown.
    pub fn unwitnessed(&self, aimed: &BTreeSet<usize>) -> Vec<&Change> {
        let moves = |change: &Change| change.class == "narrower" || change.class == "wider";
        let seen = |index: usize| self.witnessed.contains(&index) || !aimed.contains(&index);
        self.changes
            .iter()
            .enumerate()
            .filter(|(index, change)| moves(change) && !seen(*index))
            .map(|(_, change)| change)
            .collect()
    }

    /// Whether a document came back: equal, or equal up to absent and null where that is reported. Gives the changes
    /// that were needed for that, or the place that differs.
    fn same(&self, document: &Json, back: &Json) -> Result<Vec<usize>, String> {
        let mut needed = Vec::new();
        self.differ(document, back, "", &mut needed)?;
        Ok(needed)
    }

    fn differ(&self, left: &Json, right: &Json, at: &str, needed: &mut Vec<usize>) -> Result<(), String> {
        if left == right {
            return Ok(());
        }
        match (left, right) {
            (Json::Array(lefts), Json::Array(rights)) if lefts.len() == rights.len() => {
                for (index, (left, right)) in lefts.iter().zip(rights).enumerate() {
                    self.differ(left, right, &join(at, &index.to_string()), needed)?;
                }
                Ok(())
            }
            (Json::Object(lefts), Json::Object(rights)) => {
                for key in lefts.iter().chain(rights).map(|(key, _)| key) {
                    let at = join(at, key);
                    match (left.get(key), right.get(key)) {
                        (Some(left), Some(right)) => self.differ(left, right, &at, needed)?,
                        (Some(Json::Null), None) | (None, Some(Json::Null)) => {
                            let found = self.absent_or_null(&at);
                            if found.is_empty() {
                                return Err(at);
                            }
                            needed.extend(found);
                        }
                        _ => return Err(at),
                    }
                }
                Ok(())
            }
            _ => Err(at.to_owned()),
        }
    }

    /// Whether an object is refused for keys that are not declared, and all its keys are.
    fn needless(&self, document: &Json, trouble: &Trouble) -> bool {
        let Some((kind, at)) = trouble.detail.as_ref().filter(|(kind, _)| kind == "closed-object") else {
            return false;
        };
        let Some((parent, _)) = split(&trouble.at) else { return false };
        let Some(members) = document.at(parent).and_then(Json::as_object) else { return false };
        let mut closing = self.changes.iter().filter(|change| change.kind == *kind && change.places.contains(at));
        closing.any(|change| {
            let declared = self.atlas.declared(&change.places);
            members.iter().all(|(key, _)| declared.contains(key))
        })
    }

    fn absent_or_null(&self, at: &str) -> Vec<usize> {
        let (here, around) = self.atlas.speaking_of(at);
        let fits = |change: &Change| {
            change.class == "narrower"
                && change.kind == "absent-or-null"
                && change.places.iter().any(|place| here.contains(place) || around.contains(place))
        };
        self.changes.iter().enumerate().filter(|(_, change)| fits(change)).map(|(index, _)| index).collect()
    }
}

/// Whether two equal values spell their numbers alike.
fn same_digits(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left == right,
        (Json::Array(lefts), Json::Array(rights)) => {
            lefts.iter().zip(rights).all(|(left, right)| same_digits(left, right))
        }
        (Json::Object(lefts), Json::Object(_)) => {
            lefts.iter().all(|(key, left)| right.get(key).is_none_or(|right| same_digits(left, right)))
        }
        _ => true,
    }
}

/// Runs the product, and makes a panic of it a failure.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without text");
        Failure { rule: Rule::Panic, formats: false, witness: None, got: None, reason: short(text), mark: short(text) }
    })
}

/// A sentence cut to a line.
pub fn short(text: &str) -> String {
    let line = text.replace('\n', " ");
    if line.chars().count() > 200 { line.chars().take(200).chain("...".chars()).collect() } else { line }
}

/// A pointer with its indices made alike, so that one mistake at many elements is one mistake.
fn shape(pointer: &str) -> String {
    let mut shape = String::new();
    let mut rest = pointer;
    let mut parts = Vec::new();
    while let Some((parent, token)) = split(rest) {
        parts.push(if token.bytes().all(|byte| byte.is_ascii_digit()) { "*".to_owned() } else { token });
        rest = parent;
    }
    for part in parts.iter().rev() {
        shape = join(&shape, part);
    }
    shape
}
