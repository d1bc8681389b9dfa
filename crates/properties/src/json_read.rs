//! What holds of the readers of a whole text.

use std::ops::Range;

use isoform_json::read::{self, LenientOptions, Reading};
use isoform_json::stream::items_after;
use isoform_json::{Document, Error, ErrorKind, ReadOptions, Severity, View, extract, fence};

use crate::Fault;
use crate::same::{Slack, same};

/// - The strict reader takes and refuses what serde_json does, and reads the same; but numbers past `f64` are numbers.
/// - The lenient reader changes nothing in strict JSON. Of anything else it makes JSON, with repairs that say where, or
///   an error that points into the text.
/// - What is cut out of a text stands in it.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    agrees_with_serde_json(bytes)?;
    let Ok(text) = std::str::from_utf8(bytes) else {
        let error = Document::parse_bytes(bytes, &ReadOptions::default());
        ensure!(error.is_err(), "bytes that are no text were read");
        return Ok(());
    };
    let strict = read::strict(text, &ReadOptions::default());
    if let Err(error) = &strict {
        points_into(text, error)?;
    }
    first_value(text)?;
    let choice = LenientOptions::default().with_severity(Severity::Choice);
    let ways = [
        LenientOptions::default(),
        LenientOptions::default().with_severity(Severity::Format),
        choice.clone().with_extract(false),
        choice.with_complete_truncated(true),
    ];
    for options in ways {
        match read::lenient(text, &options) {
            Ok(reading) => mended(text, &strict, &reading, &options)?,
            Err(error) => {
                ensure!(strict.is_err(), "the lenient reader refuses strict JSON: {error}");
                points_into(text, &error)?;
            }
        }
    }
    cuttings(text)
}

/// serde_json takes one level less than we do.
const LEVELS: usize = 127;

fn agrees_with_serde_json(bytes: &[u8]) -> Result<(), Fault> {
    let ours = Document::parse_bytes(bytes, &ReadOptions::default().with_max_depth(LEVELS));
    let theirs = serde_json::from_slice::<serde_json::Value>(bytes);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            let json = ours.to_json();
            let again = Document::parse(&json).map_err(|error| format!("what is written cannot be read: {error}"))?;
            ensure!(again.to_json() == json, "{json} does not read as itself");
            if ours.duplicate_key().is_none() {
                let slack = Slack::default();
                same(ours.root(), again.root(), slack)
                    .map_err(|at| format!("written and read it differs at {at:?}"))?;
            }
            says(ours.root(), &theirs)
        }
        (Ok(_), Err(error)) => {
            ensure!(error.to_string().contains("number out of range"), "we read it, serde_json does not: {error}");
            Ok(())
        }
        (Err(error), Ok(_)) => Err(format!("serde_json reads it, we do not: {error}")),
        (Err(_), Err(_)) => Ok(()),
    }
}

/// Whether a value is what serde_json read, which keeps the last of repeated members and rounds numbers.
fn says(ours: View<'_>, theirs: &serde_json::Value) -> Result<(), Fault> {
    let differs = || Err(format!("serde_json reads something else at {:?}", ours.pointer()));
    match theirs {
        serde_json::Value::Null if ours.is_null() => Ok(()),
        serde_json::Value::Bool(theirs) if ours.as_bool() == Some(*theirs) => Ok(()),
        serde_json::Value::String(theirs) if ours.as_str() == Some(theirs) => Ok(()),
        serde_json::Value::Number(theirs) => match ours.as_number() {
            Some(ours) if says_number(ours.text(), theirs) => Ok(()),
            _ => differs(),
        },
        serde_json::Value::Array(theirs) if ours.items().len() == theirs.len() => {
            ours.items().zip(theirs).try_for_each(|(ours, theirs)| says(ours, theirs))
        }
        serde_json::Value::Object(theirs) if ours.kind() == isoform_json::Kind::Object => {
            for (name, _) in ours.members() {
                let last = ours.members().filter(|(other, _)| *other == name).last();
                match (last, theirs.get(name)) {
                    (Some((_, ours)), Some(theirs)) => says(ours, theirs)?,
                    _ => return differs(),
                }
            }
            let all = theirs.keys().all(|name| ours.members().any(|(other, _)| other == name));
            if all { Ok(()) } else { differs() }
        }
        _ => differs(),
    }
}

fn says_number(ours: &str, theirs: &serde_json::Number) -> bool {
    if let Some(integer) = theirs.as_i64() {
        return ours.parse() == Ok(integer);
    }
    if let Some(integer) = theirs.as_u64() {
        return ours.parse() == Ok(integer);
    }
    // serde_json does not round to the nearest.
    let (Ok(ours), Some(theirs)) = (ours.parse::<f64>(), theirs.as_f64()) else { return false };
    ours == theirs || (ours - theirs).abs() <= ours.abs() * 1e-14 + 1e-300
}

fn first_value(text: &str) -> Result<(), Fault> {
    let Ok((first, rest)) = read::first_value(text, &ReadOptions::default()) else { return Ok(()) };
    let (Some(before), Some(_)) = (text.get(..rest.start), text.get(rest.clone())) else {
        return Err(format!("what follows the first value is no place in the text: {rest:?}"));
    };
    let alone = Document::parse(before).map_err(|error| format!("the first value is none: {error}"))?;
    ensure!(alone.to_json() == first.to_json(), "the first value is another one when it stands alone");
    Ok(())
}

fn mended(
    text: &str,
    strict: &Result<Document, Error>,
    reading: &Reading,
    options: &LenientOptions,
) -> Result<(), Fault> {
    let json = reading.document.to_json();
    let repaired = !reading.repairs.is_empty() || reading.completed;
    match strict {
        Ok(strict) => {
            ensure!(!repaired, "strict JSON was repaired: {:?}", reading.repairs);
            ensure!(strict.to_json() == json, "strict JSON was changed to {json}");
        }
        Err(error) => ensure!(repaired, "nothing was repaired, and the strict reader refuses it: {error}"),
    }
    let again = read::strict(&json, &ReadOptions::default());
    ensure!(again.is_ok_and(|again| again.to_json() == json), "{json} does not read as itself");
    ensure!(!reading.completed || options.complete_truncated, "closing brackets were added without leave");
    for repair in &reading.repairs {
        stands_in(text, &repair.span, "a repair")?;
        ensure!(repair.severity() <= options.severity, "{repair} was not accepted");
    }
    let in_order = reading.repairs.is_sorted_by_key(|repair| repair.span.start);
    ensure!(in_order, "repairs out of order: {:?}", reading.repairs);
    every_span(text, reading.document.root())
}

fn every_span(text: &str, view: View<'_>) -> Result<(), Fault> {
    for span in view.span().into_iter().chain(view.key_span()) {
        stands_in(text, &span, "a value")?;
    }
    view.items().chain(view.members().map(|(_, member)| member)).try_for_each(|inner| every_span(text, inner))
}

fn stands_in(text: &str, span: &Range<usize>, what: &str) -> Result<(), Fault> {
    ensure!(text.get(span.clone()).is_some(), "{what} at {span:?}, which is no place in the text");
    Ok(())
}

/// What an error says: places of the text, one short line, and what there is of a truncated value.
pub(crate) fn points_into(text: &str, error: &Error) -> Result<(), Fault> {
    for span in error.readings().iter().cloned().chain(error.span()) {
        stands_in(text, &span, error.code())?;
    }
    let shown = error.to_string();
    ensure!(!shown.chars().any(char::is_control) && shown.len() < 300, "the error is no short line: {shown}");
    let Some(partial) = error.partial() else { return Ok(()) };
    ensure!(error.kind() == ErrorKind::Truncated, "{} has a part of a value", error.code());
    every_span(text, partial.root())?;
    let open = partial.open_pointers();
    ensure!(open.first().is_none_or(String::is_empty), "the root is not the first of what is open: {open:?}");
    Ok(())
}

fn cuttings(text: &str) -> Result<(), Fault> {
    if let Ok(found) = extract::candidates(text, &LenientOptions::default()) {
        for candidate in found {
            stands_in(text, &candidate.span, "a candidate")?;
        }
    }
    if let Ok(Some(first)) = extract::first(text) {
        every_span(text, first.document.root())?;
    }
    let inside = |part: &str| text.as_bytes().as_ptr_range().contains(&part.as_ptr()) || part.is_empty();
    ensure!(inside(fence::unwrap(text)), "the body of a fence is not in the text");
    ensure!(fence::json_block(text).is_none_or(inside), "a block is not in the text");
    if let Ok((_, cursor)) = items_after(text, 0) {
        ensure!(text.get(cursor..).is_some(), "the cursor {cursor} is no place in the text");
        if let Ok((more, after)) = items_after(text, cursor) {
            ensure!(more.is_empty() && after == cursor, "items are given twice: {cursor} became {after}");
        }
    }
    Ok(())
}
