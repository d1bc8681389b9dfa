//! The cases of `tests/corpus/lenient.jsonl` and `responses.jsonl` that are decided by the text alone.
//!
//! A case with a schema belongs here where the schema changes nothing: no coercion, no choice made by it, and an
//! error that the text has by itself. The others are counted.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

mod judge;

use std::collections::BTreeSet;

use isoform_json::read::{self, LenientOptions, Reading};
use isoform_json::stream::{Stream, StreamOptions};
use isoform_json::{Document, Error, ReadOptions, Severity, View};

use judge::{judge_repairs, strings, text};

const LENIENT: &str = include_str!("../../../tests/corpus/lenient.jsonl");
const RESPONSES: &str = include_str!("../../../tests/corpus/responses.jsonl");

/// The modes that are decided here.
const MODES: [&str; 6] = ["strict", "lenient", "guided", "final", "args", "partial"];

/// Errors that the answer layer adds.
const OF_THE_SCHEMA: [&str; 4] = ["schema", "schema-echo", "decode", "malformed-call"];

fn mode(case: View<'_>, outcome: View<'_>) -> String {
    text(outcome, "mode").or(text(case, "mode")).unwrap_or("lenient").to_owned()
}

/// Whether the schema has a say in the outcome.
fn of_the_schema(case: View<'_>, outcome: View<'_>) -> bool {
    if case.get("schema").is_none() {
        return false;
    }
    let coerced = outcome.get("coercions").is_some_and(|coercions| !coercions.is_empty());
    let errors = strings(outcome.get("want_error"));
    let chosen = strings(outcome.get("repairs")).iter().any(|kind| kind == "candidate-dropped");
    let partial = mode(case, outcome) == "partial";
    let args = mode(case, outcome) == "args";
    let limited = outcome
        .get("options")
        .or(case.get("options"))
        .is_some_and(|options| options.get("format_assertion").is_some() || options.get("words_as_booleans").is_some());
    coerced
        || chosen
        || limited
        || errors.iter().any(|code| OF_THE_SCHEMA.contains(&code.as_str()))
        || (partial && text(case, "kind") == Some("partial/enum-held"))
        || (args && case.get("text").is_none())
}

fn options(case: View<'_>, outcome: View<'_>) -> LenientOptions {
    let given = outcome.get("options").or(case.get("options"));
    let named = |key: &str| given.and_then(|options| options.get(key));
    let severity = named("severity").and_then(|severity| Severity::from_name(severity.as_str()?));
    let completed = named("complete_truncated").and_then(|value| value.as_bool());
    let mode = mode(case, outcome);
    let extract = matches!(mode.as_str(), "lenient" | "final") && case.get("schema").is_none() || mode == "final";
    LenientOptions::default()
        .with_severity(severity.unwrap_or(Severity::Spelling))
        .with_complete_truncated(completed.unwrap_or(false))
        .with_extract(extract)
}

/// What came of a case.
struct Outcome {
    read: Result<Reading, Error>,
    incomplete: Vec<String>,
}

fn input(case: View<'_>) -> Vec<u8> {
    match text(case, "bytes_hex") {
        Some(hex) => (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect(),
        None => text(case, "text").unwrap().as_bytes().to_vec(),
    }
}

fn run(case: View<'_>, outcome: View<'_>) -> Outcome {
    let bytes = input(case);
    let whole = |document: Document| Reading::of(document);
    if mode(case, outcome) == "partial" {
        let mut stream = Stream::with(StreamOptions::lenient());
        let pushed = stream.push(&bytes);
        let read = pushed.map(|()| whole(stream.document().clone()));
        return Outcome { read, incomplete: stream.open_pointers() };
    }
    let read = match mode(case, outcome).as_str() {
        "strict" => read::strict(std::str::from_utf8(&bytes).unwrap(), &ReadOptions::default()).map(whole),
        _ => read::lenient(std::str::from_utf8(&bytes).unwrap(), &options(case, outcome)),
    };
    Outcome { read, incomplete: Vec::new() }
}

/// Compares by the exact value of numbers; with `digits`, by their digits.
fn same(left: View<'_>, right: View<'_>, digits: bool) -> bool {
    left.same_value(right) && (!digits || left.to_json() == right.to_json())
}

/// What is wrong with the outcome.
fn judge(case: View<'_>, wanted: View<'_>) -> Result<(), String> {
    let came = run(case, wanted);
    let errors = strings(wanted.get("want_error"));
    if !errors.is_empty() {
        let Err(error) = &came.read else {
            return Err(format!("read as {}, wanted {errors:?}", came.read.unwrap().document));
        };
        let code = error.code();
        if !errors.iter().any(|wanted| wanted == code) {
            return Err(format!("{code} ({error}), wanted {errors:?}"));
        }
        if let Some(at) = text(wanted, "at") {
            if error.pointer() != Some(at) {
                return Err(format!("at {:?}, wanted {at:?}", error.pointer()));
            }
        }
        if let Some(partial) = wanted.get("partial") {
            let found = error.partial().ok_or("no partial value")?;
            if !found.root().same_value(partial) {
                return Err(format!("partial {found}, wanted {partial}"));
            }
        }
        return Ok(());
    }
    let reading = came.read.map_err(|error| format!("{} ({error})", error.code()))?;
    let digits = case.get("digits").is_some();
    if let Some(want) = wanted.get("want") {
        if !same(reading.document.root(), want, digits) {
            return Err(format!("read as {}, wanted {want}", reading.document));
        }
    }
    if let Some(repairs) = wanted.get("repairs") {
        judge_repairs(&reading.repairs, repairs)?;
    }
    if let Some(incomplete) = wanted.get("incomplete") {
        let wanted: BTreeSet<String> = strings(Some(incomplete)).into_iter().collect();
        let found: BTreeSet<String> = came.incomplete.into_iter().collect();
        if wanted != found {
            return Err(format!("incomplete {found:?}, wanted {wanted:?}"));
        }
    }
    let completed =
        wanted.get("coercions").is_some_and(|list| list.items().any(|one| text(one, "kind") == Some("completed")));
    if reading.completed != completed {
        return Err(format!("completed: {}", reading.completed));
    }
    Ok(())
}

/// Judges every outcome of a file that the text alone decides, and counts the outcomes that it does not.
fn judge_all(cases: &str, modes: &[&str]) -> (usize, usize) {
    let mut wrong = Vec::new();
    let (mut judged, mut left) = (0, 0);
    for line in cases.lines() {
        let options = ReadOptions::default().with_max_depth(512);
        let case = Document::parse_with(line, &options).unwrap();
        let case = case.root();
        let alternatives = case.get("alt").into_iter().flat_map(|alt| alt.items());
        let of_note = |outcome: &View<'_>| outcome.get("note").is_none();
        let outcomes = std::iter::once(case).chain(alternatives.filter(of_note));
        for outcome in outcomes {
            let text_alone = modes.contains(&mode(case, outcome).as_str())
                && (case.get("text").is_some() || case.get("bytes_hex").is_some())
                && !of_the_schema(case, outcome);
            if !text_alone {
                left += 1;
                continue;
            }
            judged += 1;
            if let Err(why) = judge(case, outcome) {
                wrong.push(format!("{} {}: {why}", text(case, "id").unwrap(), text(case, "text").unwrap_or("")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {judged}\n{}", wrong.len(), wrong.join("\n"));
    (judged, left)
}

#[test]
fn lenient_cases() {
    let (judged, left) = judge_all(LENIENT, &MODES);
    println!("{judged} outcomes judged by the text alone, {left} take a schema or another mode");
    assert!(judged >= 102, "{judged}");
}

#[test]
fn cases_from_reports() {
    let (judged, left) = judge_all(RESPONSES, &MODES);
    println!("{judged} outcomes judged by the text alone, {left} take a schema or another mode");
    assert!(judged >= 10, "{judged}");
}
