//! One schema under the law in one dialect: corpus documents, generated ones, and answers made of both.

use std::collections::BTreeSet;

use crate::atlas::Atlas;
use crate::generate::{Generator, Rng, Size, aims, everywhere, mutate, smaller};
use crate::json::Json;
use crate::judge::{Draft, Judge};
use crate::law::{Failure, Law, Rule, Unfit, guarded};
use crate::rules;
use crate::subject::{Change, Compiler, Form, Place, Refusal, Request};

/// What is tried.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The name of the schema.
    pub id: String,
    /// The schema.
    pub schema: Json,
    /// Documents of the corpus, valid or not.
    pub documents: Vec<Json>,
    /// Answers of the corpus, let through or not.
    pub answers: Vec<Json>,
    /// How the form is asked for.
    pub request: Request,
}

/// How hard it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The seed of chance.
    pub seed: u64,
    /// Generated documents, and generated answers.
    pub per: usize,
    /// Reported changes that are aimed at.
    pub aims: usize,
    /// Documents of each aim.
    pub shots: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { seed: 1, per: 24, aims: 60, shots: 3 }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// There is no form.
    Refused(Refusal),
    /// The validator does not read the original.
    Unjudged(String),
    /// The law was checked.
    Tried(Report),
}

/// What the law found in one form.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The verdict of the form.
    pub verdict: String,
    /// Broken promises, each kind once, with the least witness.
    pub failures: Vec<Failure>,
    /// Reported changes that were aimed at and that nothing witnessed.
    pub unwitnessed: Vec<Change>,
    /// Valid documents mapped.
    pub documents: usize,
    /// Admitted answers unmapped.
    pub answers: usize,
    /// Answers that were not looked at to the end: too much is wrong with them.
    pub unweighed: usize,
    /// As which specification the schema was read.
    pub source: String,
    /// What the form changed.
    pub changes: Vec<Change>,
}

/// As which specification a schema was read, and its form.
pub type Made = (String, Box<dyn Form>);

/// The form of a trial's schema, and as which specification the schema was read.
///
/// # Errors
/// The product panicked; inside, why there is no form.
pub fn made(compiler: &dyn Compiler, trial: &Trial, dialect: &str) -> Result<Result<Made, Refusal>, Failure> {
    let text = trial.schema.to_string();
    guarded(|| {
        let source = compiler.source(&text, &trial.request)?;
        Ok((source, compiler.form(&text, dialect, &trial.request)?))
    })
}

/// Tries one schema in one dialect.
pub fn run(compiler: &dyn Compiler, trial: &Trial, dialect: &str, effort: Effort) -> Outcome {
    let text = trial.schema.to_string();
    let (source, form) = match made(compiler, trial, dialect) {
        Ok(Ok(made)) => made,
        Ok(Err(refusal)) => {
            return match untrue(compiler, trial, &refusal, effort) {
                Some(failure) => Outcome::Tried(Report { failures: vec![failure], ..Report::default() }),
                None => Outcome::Refused(refusal),
            };
        }
        Err(failure) => return Outcome::Tried(Report { failures: vec![failure], ..Report::default() }),
    };
    let draft = Draft::of_source(&source);
    let sent = form.schema();
    let mut found = Found::default();
    if let Ok(Ok(again)) = guarded(|| compiler.form(&text, dialect, &trial.request)) {
        let told = |form: &dyn Form| {
            format!("{:?} {} {:?}", form.schema().map(|schema| schema.to_string()), form.enforced(), form.changes())
        };
        if told(&*form) != told(&*again) {
            found.extend([report_failure("the same schema gave two forms".to_owned(), "unstable")]);
        }
    }
    found.extend(sent.iter().flat_map(|sent| disordered(&trial.schema, sent)));
    let reading = sent.as_ref().and_then(|sent| rules::read(dialect, sent, &compiler.unenforced(dialect)));
    let mut law = match Law::new(&trial.schema, draft, &*form, trial.request.place, reading.as_ref()) {
        Ok(law) => law,
        Err(Unfit::Unjudged(reason)) => return Outcome::Unjudged(reason),
        Err(Unfit::Broken(failure)) => {
            return Outcome::Tried(Report { failures: vec![failure], ..Report::default() });
        }
    };
    found.extend(law.report(&trial.schema));
    found.extend(
        law.changes
            .iter()
            .filter(|change| !allowed(&trial.request, change))
            .map(|change| report_failure(format!("{change} was not allowed"), "not allowed")),
    );
    let broken = sent.as_ref().map(|sent| rules::check(dialect, sent, trial.request.place)).unwrap_or_default();
    found.extend(broken.into_iter().map(|reason| Failure {
        rule: Rule::DialectRules,
        formats: false,
        witness: None,
        got: None,
        mark: reason.split(" at ").next().unwrap_or_default().to_owned(),
        reason,
    }));

    let Documents { all: documents, abused, aimed } = documents(trial, draft, &*form, effort, dialect);
    let mut answers = trial.answers.clone();
    let mut abusing = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let (answer, failures) = law.document(document);
        if let Some(answer) = answer {
            if abused.contains(&index) && law.lets_through(&answer) {
                abusing.extend(everywhere(&answer, 60));
            }
            answers.push(answer);
        }
        found.shrink(failures, |candidate| law.document(candidate).1);
    }
    answers.extend(abusing);
    for answer in all_answers(&answers, &trial.documents, &*form, effort, dialect) {
        let (_, failures) = law.answer(&answer);
        found.shrink(failures, |candidate| law.answer(candidate).1);
    }
    Outcome::Tried(Report {
        verdict: form.verdict(),
        failures: found.failures,
        unwitnessed: law.unwitnessed(&aimed).into_iter().cloned().collect(),
        documents: law.documents,
        answers: law.answers,
        unweighed: law.unweighed,
        source,
        changes: law.changes,
    })
}

/// A refusal that says what is not so: that nothing fits, where a document does; that the schema is invalid, where the
/// validator reads it.
fn untrue(compiler: &dyn Compiler, trial: &Trial, refusal: &Refusal, effort: Effort) -> Option<Failure> {
    let failure = |witness: Option<Json>| Failure {
        rule: Rule::Refusal,
        formats: false,
        witness,
        got: None,
        reason: refusal.to_string(),
        mark: refusal.code.clone(),
    };
    let source = compiler.source(&trial.schema.to_string(), &trial.request).ok();
    let draft = Draft::of_source(source.as_deref().unwrap_or_default());
    let judge = Judge::new(&trial.schema, draft, false).ok()?;
    match refusal.code.as_str() {
        "invalid-schema" => trial.schema.duplicate().is_none().then(|| failure(None)),
        "unsatisfiable" => {
            let atlas = Atlas::new(&trial.schema, draft);
            let mut generator = Generator::new(&atlas, Rng::new(effort.seed, &trial.id));
            let made = (0..effort.per * 2).map(|turn| generator.document([Size::Lean, Size::Some][turn % 2]));
            let counts = |document: &Json| trial.request.place == Place::Output || matches!(document, Json::Object(_));
            let mut tried = trial.documents.iter().cloned().chain(made).filter(counts);
            tried.find(|document| judge.admits(document)).map(|document| failure(Some(document)))
        }
        _ => None,
    }
}

fn report_failure(reason: String, mark: &str) -> Failure {
    Failure { rule: Rule::Report, formats: false, witness: None, got: None, reason, mark: mark.to_owned() }
}

/// Whether the request lets a form make this change.
fn allowed(request: &Request, change: &Change) -> bool {
    const DEFAULT: &[&str] = &["exact", "mapped", "wider", "closed-object", "absent-or-null", "implied-type"];
    match &request.allow {
        Some(words) => words.iter().any(|word| *word == change.class || *word == change.kind),
        None => DEFAULT.iter().any(|word| *word == change.class || *word == change.kind),
    }
}

/// Objects whose properties are sent in another order than they are declared.
fn disordered(schema: &Json, sent: &Json) -> Option<Failure> {
    let atlas = Atlas::new(sent, Draft::Draft202012);
    // Names that encodings use may stand for something else than the declared key of that name.
    let of_encodings = |name: &str| ["entries", "key", "value", "rest"].contains(&name) || name.starts_with("item_");
    let names = |schema: Option<&Json>| -> Vec<String> {
        let properties =
            schema.and_then(|schema| schema.get("properties")).and_then(Json::as_object).unwrap_or_default();
        properties.iter().map(|(name, _)| name.clone()).filter(|name| !of_encodings(name)).collect()
    };
    // The parts of an `allOf` that is sent are of the form's own making.
    atlas.places().filter(|(place, _)| !place.contains("/allOf/")).find_map(|(place, node)| {
        let (declared, got) = (names(schema.at(place)), names(Some(node)));
        let declared: Vec<&String> = declared.iter().filter(|name| got.contains(name)).collect();
        let got: Vec<&String> = got.iter().filter(|name| declared.contains(name)).collect();
        let ordering = node.get("propertyOrdering").and_then(Json::as_array);
        let ordering =
            ordering.map(|names| names.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>());
        let agrees = ordering.is_none_or(|mut ordering| {
            ordering.retain(|name| !of_encodings(name));
            ordering == names(Some(node))
        });
        (declared != got || !agrees)
            .then(|| report_failure(format!("properties in another order at {place:?}: {got:?}"), "order of keys"))
    })
}

/// Documents to try.
pub struct Documents {
    /// Those of the corpus, generated ones, ones near both, and ones aimed at changes.
    pub all: Vec<Json>,
    /// Which of them reach an encoding that an answer can abuse.
    abused: BTreeSet<usize>,
    /// Which changes were aimed at.
    aimed: BTreeSet<usize>,
}

/// The documents of a trial.
pub fn documents(trial: &Trial, draft: Draft, form: &dyn Form, effort: Effort, salt: &str) -> Documents {
    let changes = &form.changes();
    let atlas = Atlas::new(&trial.schema, draft);
    let rng = Rng::new(effort.seed, &format!("{}{salt}", trial.id));
    let mut generator = Generator::new(&atlas, rng).with_names(invented(&form.enforced(), &trial.schema));
    let mut documents = trial.documents.clone();
    for turn in 0..effort.per {
        let size = [Size::Some, Size::Full, Size::Lean, Size::Some][turn % 4];
        documents.push(generator.document(size));
    }
    let near: Vec<Json> = documents.iter().take(trial.documents.len() + effort.per).cloned().collect();
    for _ in 0..effort.per {
        if let Some(document) = generator.rng.pick(&near).cloned() {
            documents.push(mutate(&document, &mut generator));
        }
    }
    let mut aimed: BTreeSet<usize> = (0..changes.len()).collect();
    while aimed.len() > effort.aims {
        let all: Vec<usize> = aimed.iter().copied().collect();
        aimed.remove(generator.rng.pick(&all).unwrap_or(&0));
    }
    let mut abused = BTreeSet::new();
    for change in aimed.iter().filter_map(|index| changes.get(*index)) {
        for aim in aims(change) {
            let leads = atlas.leading_to(std::slice::from_ref(&aim.place));
            for _ in 0..effort.shots {
                if change.class == "wider" && change.keyword.is_none() {
                    abused.insert(documents.len());
                }
                documents.push(generator.aimed(&aim, &leads));
            }
        }
    }
    Documents { all: documents, abused, aimed }
}

/// Names of properties that the form has and the schema does not.
fn invented(enforced: &Json, schema: &Json) -> Vec<String> {
    let names = |schema: &Json| -> BTreeSet<String> {
        let atlas = Atlas::new(schema, Draft::Draft202012);
        let declared = atlas.places().filter_map(|(_, node)| node.get("properties")?.as_object());
        declared.flatten().map(|(name, _)| name.clone()).collect()
    };
    names(enforced).difference(&names(schema)).cloned().collect()
}

/// The answers of a trial: given ones, ones made of `enforced`, ones near both, and ones that abuse encodings.
pub fn all_answers(given: &[Json], documents: &[Json], form: &dyn Form, effort: Effort, salt: &str) -> Vec<Json> {
    let enforced = form.enforced();
    let atlas = Atlas::new(&enforced, Draft::Draft202012);
    let mut generator = Generator::new(&atlas, Rng::new(effort.seed, salt));
    let mut answers: Vec<Json> = given.to_vec();
    for turn in 0..effort.per {
        let size = [Size::Some, Size::Full, Size::Lean][turn % 3];
        answers.push(generator.document(size));
    }
    let near = answers.clone();
    for _ in 0..effort.per * 2 {
        if let Some(answer) = generator.rng.pick(&near).cloned() {
            answers.push(mutate(&answer, &mut generator));
        }
    }
    let mut small: Vec<&Json> = near.iter().filter(|answer| answer.size() > 1).collect();
    small.sort_by_key(|answer| answer.size());
    small.dedup();
    for _ in 0..(effort.per / 4).min(small.len()) {
        if let Some(answer) = generator.rng.pick(&small) {
            answers.extend(everywhere(answer, 40));
        }
    }
    // The documents themselves: what a reader that forgets to map would take for an answer.
    answers.extend(documents.iter().cloned());
    answers
}

/// Failures, each kind once.
#[derive(Default)]
struct Found {
    seen: BTreeSet<(Rule, String)>,
    failures: Vec<Failure>,
}

impl Found {
    fn extend(&mut self, failures: impl IntoIterator<Item = Failure>) {
        for failure in failures {
            if self.seen.insert((failure.rule, failure.mark.clone())) {
                self.failures.push(failure);
            }
        }
    }

    /// Adds failures with the least witness that still fails in the same way.
    fn shrink(&mut self, failures: Vec<Failure>, mut check: impl FnMut(&Json) -> Vec<Failure>) {
        for failure in failures {
            if self.seen.contains(&(failure.rule, failure.mark.clone())) {
                continue;
            }
            let mut least = failure;
            let mut budget = 300;
            'smaller: while let Some(witness) = least.witness.clone() {
                for candidate in smaller(&witness) {
                    if budget == 0 {
                        break 'smaller;
                    }
                    budget -= 1;
                    let same = |other: &Failure| other.rule == least.rule && other.mark == least.mark;
                    if let Some(shown) = check(&candidate).into_iter().find(same) {
                        least = shown;
                        continue 'smaller;
                    }
                }
                break;
            }
            self.extend([least]);
        }
    }
}
