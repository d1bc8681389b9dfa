//! The cases of `tests/corpus/lenient.jsonl` and `responses.jsonl` that have a schema.
//!
//! Left to others: the mode `partial`, which is the stream's, and the mode `calls`, which is that of provider envelopes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../json/tests/judge/mod.rs"]
mod judge;

use isoform_answer::{Answer, Contract, Error, ReadOptions};
use isoform_json::{Document, ReadOptions as JsonOptions, Severity, View};
use isoform_schema::{Schema, Source};

use judge::{judge_repairs, strings, text};

const LENIENT: &str = include_str!("../../../tests/corpus/lenient.jsonl");
const RESPONSES: &str = include_str!("../../../tests/corpus/responses.jsonl");

fn mode<'a>(case: View<'a>, outcome: View<'a>) -> &'a str {
    text(outcome, "mode").or(text(case, "mode")).unwrap_or("guided")
}

fn run(case: View<'_>, outcome: View<'_>) -> Result<Answer, Error> {
    let given = outcome.get("options").or(case.get("options"));
    let flag = |key: &str| given.and_then(|options| options.get(key)?.as_bool()).unwrap_or(false);
    let severity = given.and_then(|options| Severity::from_name(options.get("severity")?.as_str()?));
    let options = match mode(case, outcome) {
        "args" => ReadOptions::arguments(),
        "final" => ReadOptions::whole_answer(),
        "guided" => ReadOptions::guided(),
        other => panic!("{other} is no mode of this crate"),
    };
    let options = options
        .with_severity(severity.unwrap_or(Severity::Spelling))
        .with_complete_truncated(flag("complete_truncated"))
        .with_words_as_booleans(flag("words_as_booleans"));
    let schema = Schema::read(case.get("schema").unwrap().to_document(), Source::Auto).unwrap();
    let contract = if flag("format_assertion") { Contract::with_formats(schema) } else { Contract::new(schema) };
    let contract = contract.unwrap();
    match text(case, "text") {
        Some(text) => contract.read(text, &options),
        None => contract.read_value(case.get("value").unwrap(), None, &options),
    }
}

/// What is wrong with the outcome.
fn judge(case: View<'_>, wanted: View<'_>) -> Result<(), String> {
    let came = run(case, wanted);
    let errors = strings(wanted.get("want_error"));
    if !errors.is_empty() {
        let error = match came {
            Ok(answer) => return Err(format!("read as {}, wanted {errors:?}", answer.value)),
            Err(error) => error,
        };
        if !errors.iter().any(|wanted| wanted == error.code()) {
            return Err(format!("{} ({error}), wanted {errors:?}", error.code()));
        }
        let at = text(wanted, "at");
        if at.is_some() && at != error.pointer() {
            return Err(format!("at {:?}, wanted {at:?}", error.pointer()));
        }
        if let Some(partial) = wanted.get("partial") {
            let found = error.partial().ok_or("no partial value")?;
            if !found.root().same_value(partial) {
                return Err(format!("partial {found}, wanted {partial}"));
            }
        }
        return Ok(());
    }
    let answer = came.map_err(|error| format!("{} ({error})", error.code()))?;
    if let Some(want) = wanted.get("want") {
        let digits = case.get("digits").is_some();
        if !answer.value.root().same_value(want) || digits && answer.value.to_json() != want.to_json() {
            return Err(format!("read as {}, wanted {want}", answer.value));
        }
    }
    let coercions: Vec<(String, String)> =
        answer.coercions.iter().map(|coercion| (coercion.kind.code().to_owned(), coercion.at.clone())).collect();
    let expected: Vec<(String, String)> = wanted
        .get("coercions")
        .into_iter()
        .flat_map(|list| list.items())
        .map(|one| (text(one, "kind").unwrap().to_owned(), text(one, "at").unwrap().to_owned()))
        .collect();
    if coercions != expected {
        return Err(format!("coerced {coercions:?}, wanted {expected:?}"));
    }
    if let Some(repairs) = wanted.get("repairs") {
        judge_repairs(&answer.repairs, repairs)?;
    }
    Ok(())
}

fn judge_all(cases: &str) -> usize {
    let mut wrong = Vec::new();
    let mut judged = 0;
    for line in cases.lines() {
        let case = Document::parse_with(line, &JsonOptions::default().with_max_depth(512)).unwrap();
        let case = case.root();
        let alternatives = case.get("alt").into_iter().flat_map(|alt| alt.items());
        let outcomes = std::iter::once(case).chain(alternatives.filter(|outcome| outcome.get("note").is_none()));
        for outcome in outcomes {
            let mine = case.get("schema").is_some() && ["args", "final", "guided"].contains(&mode(case, outcome));
            if !mine {
                continue;
            }
            judged += 1;
            if let Err(why) = judge(case, outcome) {
                wrong.push(format!("{} {}: {why}", text(case, "id").unwrap(), text(case, "text").unwrap_or("")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {judged}\n{}", wrong.len(), wrong.join("\n"));
    judged
}

#[test]
fn lenient_cases() {
    assert!(judge_all(LENIENT) == 53);
}

#[test]
fn cases_from_reports() {
    assert!(judge_all(RESPONSES) == 32);
}
