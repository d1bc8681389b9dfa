//! The judge of the provider cases, by the rule in the command's interface document.
//!
//! A case says which schema goes to which dialect and what must come of it. A case passes where its own outcome holds
//! or one of its alternatives.

use crate::compare::{same_schema, same_spelling};
use crate::json::Json;
use crate::judge::{Draft, Judge};
use crate::law::{guarded, short};
use crate::rules;
use crate::subject::{Change, Compiler, Form, Place, Request};
use crate::trial::{Effort, Trial, all_answers, documents};

/// Kinds that may stand for `dropped-keyword` and `rewritten-keyword`, because they say more.
const TELLING: &[&str] = &["pattern", "format", "budget", "one-of"];

/// What became of a case.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The case.
    pub id: String,
    /// The dialect.
    pub target: String,
    /// What is wrong, by outcome: the case's own first, then its alternatives. Empty: it passed.
    pub problems: Vec<Vec<String>>,
}

impl Verdict {
    /// Whether the case passed.
    pub fn passed(&self) -> bool {
        self.problems.is_empty()
    }
}

/// How a case asks for its form.
pub fn request(case: &Json) -> Request {
    let options = case.get("options");
    let option = |key: &str| options.and_then(|options| options.get(key));
    let text = |key: &str| option(key).and_then(Json::as_str).map(str::to_owned);
    let flag = |key: &str| option(key).and_then(Json::as_bool).unwrap_or(false);
    let allow = option("allow").map(|allow| match allow {
        Json::Array(words) => words.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        other => other.as_str().unwrap_or_default().split(',').map(|word| word.trim().to_owned()).collect(),
    });
    Request {
        place: if case.get_str("place") == Some("tool") { Place::Tool } else { Place::Output },
        light: option("encode").and_then(Json::as_str) == Some("light"),
        allow,
        describe: flag("describe"),
        three_state: flag("three_state"),
        cut_recursion: flag("cut_recursion"),
        name: case.get_str("tool_name").or(case.get_str("name")).map(str::to_owned),
        source: case.get_str("source").map(str::to_owned).or(text("source")),
    }
}

/// Judges one case.
pub fn judge(compiler: &dyn Compiler, case: &Json, effort: Effort) -> Verdict {
    let id = case.get_str("id").unwrap_or_default().to_owned();
    let target = case.get_str("target").unwrap_or_default().to_owned();
    let mut problems = Vec::new();
    let alternatives = case.get("alt").and_then(Json::as_array).unwrap_or_default();
    for outcome in std::iter::once(case.clone()).chain(alternatives.iter().map(|alternative| merged(case, alternative)))
    {
        let found = outcome_problems(compiler, &outcome, effort);
        if found.is_empty() {
            return Verdict { id, target, problems: Vec::new() };
        }
        problems.push(found);
    }
    Verdict { id, target, problems }
}

/// An alternative: the case with what the alternative says in place of its own.
fn merged(case: &Json, alternative: &Json) -> Json {
    const OUTCOME: &[&str] = &["want", "want_schema", "want_reason", "at", "loss", "want_name"];
    let own = case
        .as_object()
        .unwrap_or_default()
        .iter()
        .filter(|(key, _)| alternative.get(key).is_none() && !OUTCOME.contains(&key.as_str()));
    Json::Object(own.chain(alternative.as_object().unwrap_or_default()).cloned().collect())
}

fn outcome_problems(compiler: &dyn Compiler, case: &Json, effort: Effort) -> Vec<String> {
    let schema = case.get("schema").cloned().unwrap_or_default();
    let target = case.get_str("target").unwrap_or_default();
    let request = request(case);
    let text = schema.to_string();
    let made = match guarded(|| compiler.form(&text, target, &request)) {
        Ok(made) => made,
        Err(failure) => return vec![format!("panic: {}", failure.reason)],
    };
    let want = case.get_str("want").unwrap_or_default();
    if want == "reject" {
        return match made {
            Ok(form) => vec![format!("has a form, wanted {}: {}", wanted_codes(case).join(" or "), sent(&*form))],
            Err(refusal) => {
                let mut problems = Vec::new();
                if !wanted_codes(case).contains(&refusal.code) {
                    problems.push(format!("refused as {refusal}, wanted {}", wanted_codes(case).join(" or ")));
                }
                if case.get_str("at").is_some_and(|at| refusal.at.as_deref() != Some(at)) {
                    problems.push(format!(
                        "refused at {:?}, wanted {}",
                        refusal.at.as_deref().unwrap_or("?"),
                        case.get("at").unwrap_or(&Json::Null)
                    ));
                }
                problems
            }
        };
    }
    let form = match made {
        Ok(form) => form,
        Err(refusal) => return vec![format!("refused: {refusal}")],
    };
    let draft = match compiler.source(&text, &request) {
        Ok(source) => Draft::of_source(&source),
        Err(refusal) => return vec![format!("form without source: {refusal}")],
    };
    let mut problems = schema_problems(case, &schema, &*form, target, request.place);
    let changes = form.changes();
    for loss in list(case, "loss") {
        if !changes.iter().any(|change| is_loss(change, loss)) {
            problems.push(format!("change is not reported: {loss}; reported: {}", told(&changes)));
        }
    }
    if let Some(pattern) = case.get("want_name").filter(|_| request.name.is_some()) {
        let name = form.name();
        let judge = Judge::new(&Json::object([("pattern", pattern.clone())]), Draft::Draft202012, false);
        if !name.as_ref().is_some_and(|name| judge.is_ok_and(|judge| judge.admits(&Json::text(name)))) {
            problems.push(format!("name {name:?} does not match {pattern}"));
        }
    }
    problems.extend(document_problems(case, &*form, &changes));
    let trial = Trial { id: case.get_str("id").unwrap_or_default().to_owned(), schema, request, ..Trial::default() };
    problems.extend(reached(case, &trial, draft, &*form, effort));
    problems
}

fn list<'c>(case: &'c Json, key: &str) -> &'c [Json] {
    case.get(key).and_then(Json::as_array).unwrap_or_default()
}

fn wanted_codes(case: &Json) -> Vec<String> {
    match case.get("want_reason") {
        Some(Json::Array(codes)) => codes.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        Some(Json::String(code)) => vec![code.clone()],
        _ => Vec::new(),
    }
}

fn sent(form: &dyn Form) -> String {
    form.schema().map_or_else(|| "no schema is sent".to_owned(), |schema| schema.to_string())
}

fn told(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "nothing".to_owned();
    }
    changes.iter().map(Change::to_string).collect::<Vec<_>>().join("; ")
}

/// The schema is the wanted one; or, for a rewrite, the dialect's rules hold and the wire documents are judged right.
fn schema_problems(case: &Json, schema: &Json, form: &dyn Form, target: &str, place: Place) -> Vec<String> {
    let got = form.schema();
    let same = |wanted: &Json| match (&got, wanted) {
        (None, Json::Null) => true,
        (Some(got), wanted) => same_schema(wanted, got),
        _ => false,
    };
    if case.get_str("want") == Some("accept") {
        if !same(schema) {
            return vec![format!("not sent as it is: {}", sent(form))];
        }
        if !got.as_ref().is_some_and(|got| same_spelling(schema, got)) {
            return vec![format!("order of properties or digits changed: {}", sent(form))];
        }
        return wire_problems(case, form);
    }
    let wanted = case.get("want_schema");
    if wanted.is_some_and(same) {
        return wire_problems(case, form);
    }
    let mut problems: Vec<String> = match &got {
        Some(got) => rules::check(target, got, place)
            .into_iter()
            .map(|broken| format!("breaks a rule of the dialect: {broken}"))
            .collect(),
        None => Vec::new(),
    };
    if wanted.is_some_and(orders) && !got.as_ref().is_some_and(orders) {
        problems.push("propertyOrdering is missing".to_owned());
    }
    problems.extend(wire_problems(case, form));
    if !problems.is_empty() {
        problems.push(format!("sent: {}", sent(form)));
        problems.extend(wanted.map(|wanted| format!("want: {wanted}")));
    }
    problems
}

fn orders(schema: &Json) -> bool {
    schema.get("propertyOrdering").is_some()
}

fn wire_problems(case: &Json, form: &dyn Form) -> Vec<String> {
    let enforced = form.enforced();
    let judge = match Judge::new(&enforced, Draft::Draft202012, false) {
        Ok(judge) => judge,
        Err(error) => return vec![format!("enforced is no schema: {error}")],
    };
    let refused = list(case, "wire_in").iter().filter(|answer| !judge.admits(answer));
    let refused = refused.map(|answer| format!("wire_in is refused by enforced: {answer}"));
    let admitted = list(case, "wire_out").iter().filter(|answer| judge.admits(answer));
    let admitted = admitted.map(|answer| format!("wire_out is admitted by enforced: {answer}"));
    let mut problems: Vec<String> = refused.chain(admitted).collect();
    if !problems.is_empty() {
        problems.push(format!("enforced: {enforced}"));
    }
    problems
}

fn is_loss(change: &Change, loss: &Json) -> bool {
    let kind = loss.get_str("kind").unwrap_or_default();
    loss.get_str("class") == Some(change.class.as_str())
        && stands_for(&change.kind, kind)
        && loss.get_str("keyword").is_none_or(|keyword| change.keyword.as_deref() == Some(keyword))
        && loss.get_str("at").is_none_or(|at| change.places.iter().any(|place| place == at))
}

fn stands_for(kind: &str, wanted: &str) -> bool {
    kind == wanted || (TELLING.contains(&kind) && matches!(wanted, "dropped-keyword" | "rewritten-keyword"))
}

/// A document of a case, and the kind of change it is lost to.
fn told_document(entry: &Json) -> (&Json, Option<&str>) {
    match (entry.get("doc"), entry.get_str("because")) {
        (Some(document), Some(because)) => (document, Some(because)),
        _ => (entry, None),
    }
}

fn document_problems(case: &Json, form: &dyn Form, changes: &[Change]) -> Vec<String> {
    let mut problems = Vec::new();
    let judge = match Judge::new(&form.enforced(), Draft::Draft202012, false) {
        Ok(judge) => judge,
        Err(error) => return vec![format!("enforced is no schema: {error}")],
    };
    for entry in list(case, "docs_in") {
        let (document, because) = told_document(entry);
        let mapped = match guarded(|| form.map(document)) {
            Ok(mapped) => mapped,
            Err(failure) => {
                problems.push(format!("panic in map of {document}: {}", failure.reason));
                continue;
            }
        };
        match (mapped, because) {
            (Ok(answer), None) => {
                if let Some(fault) = judge.faults(&answer).first() {
                    problems.push(format!(
                        "docs_in {document} maps to {answer}, which enforced refuses at {:?}: {}",
                        fault.instance,
                        short(&fault.message)
                    ));
                }
                match guarded(|| form.unmap(&answer)) {
                    Ok(Ok(back)) if back == *document => {}
                    Ok(Ok(back)) => problems.push(format!("docs_in {document} comes back as {back} (by {answer})")),
                    Ok(Err(trouble)) => {
                        problems.push(format!("docs_in {document} maps to {answer}, which does not unmap: {trouble}"))
                    }
                    Err(failure) => problems.push(format!("panic in unmap of {answer}: {}", failure.reason)),
                }
            }
            (Err(trouble), None) => problems.push(format!("docs_in {document} does not map: {trouble}")),
            (Ok(answer), Some(because)) => {
                problems.push(format!("docs_in {document} should be lost to {because} and maps to {answer}"))
            }
            (Err(trouble), Some(because)) => {
                let named = trouble.detail.as_ref().is_some_and(|(kind, at)| {
                    let reported = |change: &Change| change.kind == *kind && change.places.contains(at);
                    stands_for(kind, because) && changes.iter().any(reported)
                });
                if trouble.code != "narrowed" || !named {
                    problems.push(format!(
                        "docs_in {document} should be lost to {because}: {trouble}; reported: {}",
                        told(changes)
                    ));
                }
            }
        }
    }
    problems
}

/// No document that is out is reached from an answer that is let through.
fn reached(case: &Json, trial: &Trial, draft: Draft, form: &dyn Form, effort: Effort) -> Vec<String> {
    let out: Vec<&Json> = list(case, "docs_out")
        .iter()
        .map(told_document)
        .filter(|(_, because)| because.is_none())
        .map(|(document, _)| document)
        .collect();
    if out.is_empty() {
        return Vec::new();
    }
    let Ok(judge) = Judge::new(&form.enforced(), Draft::Draft202012, false) else { return Vec::new() };
    let given: Vec<Json> = list(case, "docs_in")
        .iter()
        .chain(list(case, "docs_out"))
        .map(|entry| told_document(entry).0.clone())
        .collect();
    let tried = Trial { documents: given.clone(), ..trial.clone() };
    let mut mapped: Vec<Json> = list(case, "wire_in").iter().chain(list(case, "wire_out")).cloned().collect();
    for document in documents(&tried, draft, form, effort, "out").all {
        mapped.extend(guarded(|| form.map(&document)).ok().and_then(Result::ok));
    }
    let mut problems: Vec<String> = Vec::new();
    for answer in all_answers(&mapped, &given, form, effort, "out") {
        if !judge.admits(&answer) {
            continue;
        }
        if let Ok(Ok(document)) = guarded(|| form.unmap(&answer))
            && out.contains(&&document)
        {
            let problem = format!("docs_out {document} is reached from {answer}");
            if !problems.contains(&problem) && problems.len() < 5 {
                problems.push(problem);
            }
        }
    }
    problems
}
