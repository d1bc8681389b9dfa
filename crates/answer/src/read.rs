//! From a text to a valid value: strict, lenient, back from the form, coerced.

use isoform_json::read::{self, LenientOptions, Reading};
use isoform_json::{
    Document, ErrorKind, Kind, ReadOptions as JsonOptions, Repair, RepairKind, Severity, View, extract,
};
use isoform_schema::Form;

use crate::coerce::{Coercion, CoercionKind, coerce, only_text};
use crate::contract::Answer;
use crate::error::Error;
use crate::options::{Mode, ReadOptions};
use crate::validator::Validator;

/// Reads a text.
pub(crate) fn text(
    validator: &Validator,
    text: &str,
    form: Option<&Form>,
    options: &ReadOptions,
) -> Result<Answer, Error> {
    match read::strict(text, &JsonOptions::default()) {
        Ok(document) => return finish(validator, Reading::of(document), form, options),
        Err(error) if error.kind() == ErrorKind::Empty && options.mode == Mode::Arguments => {
            return nothing(validator).ok_or_else(|| error.into());
        }
        Err(_) => {}
    }
    let whole = options.mode == Mode::Final;
    let lenient = LenientOptions::default()
        .with_severity(options.severity)
        .with_complete_truncated(options.complete_truncated)
        .with_extract(whole);
    let read = |options: &LenientOptions| read::lenient(text, options);
    let error = match read(&lenient.clone().with_unquoted_values(form.is_none())) {
        Ok(reading) => {
            let unquoted = reading.repairs.iter().any(|repair| repair.kind == RepairKind::UnquotedValue);
            match (finish(validator, reading, form, options), unquoted) {
                (Ok(answer), _) => return Ok(answer),
                (Err(error), false) => error,
                // Where the schema does not say that they are strings, they are no values.
                (Err(error), true) => read(&lenient).map_or_else(Error::from, |_| error),
            }
        }
        Err(error) => Error::from(error),
    };
    if !whole {
        return Err(error);
    }
    // The text does not tell which of its values is meant; the schema may.
    chosen(validator, text, form, options).ok_or(error)
}

/// Reads a value that came without text.
pub(crate) fn value(
    validator: &Validator,
    value: View<'_>,
    form: Option<&Form>,
    options: &ReadOptions,
) -> Result<Answer, Error> {
    fit(value)?;
    let answer = finish(validator, Reading::of(value.to_document()), form, options);
    match answer {
        Err(error) if options.mode == Mode::Arguments && value.is_null() => nothing(validator).ok_or(error),
        answer => answer,
    }
}

/// Refuses what a text of the value would be refused for: names that are there twice, and what nests too deeply for a
/// validator.
pub(crate) fn fit(value: View<'_>) -> Result<(), Error> {
    let limits = JsonOptions::default();
    if value.duplicate_key().is_none() && nests_within(value, limits.max_depth) {
        return Ok(());
    }
    // The reader tells which, and where.
    read::strict(&value.to_json(), &limits).map(drop).map_err(Error::from)
}

/// Whether no more than so many containers stand in each other.
fn nests_within(value: View<'_>, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((view, depth)) = open.pop() {
        if !matches!(view.kind(), Kind::Array | Kind::Object) {
            continue;
        }
        if depth > most {
            return false;
        }
        open.extend(view.items().map(|item| (item, depth + 1)));
        open.extend(view.members().map(|(_, held)| (held, depth + 1)));
    }
    true
}

/// No arguments, where the schema takes none.
fn nothing(validator: &Validator) -> Option<Answer> {
    let value = Document::parse("{}").ok().filter(|value| validator.admits(value.root()))?;
    Some(Answer { value, repairs: Vec::new(), coercions: vec![Coercion::at_root(CoercionKind::EmptyInput)] })
}

/// Back from the form, coerced, valid.
fn finish(
    validator: &Validator,
    reading: Reading,
    form: Option<&Form>,
    options: &ReadOptions,
) -> Result<Answer, Error> {
    let Reading { document, mut repairs, completed, .. } = reading;
    let unquoted = unquoted_values(&document, &mut repairs);
    let document = match form {
        Some(form) => form.unmap(document.root())?,
        None => document,
    };
    let (value, mut coercions) =
        coerce(validator, document, options).map_err(|(value, faults)| Error::invalid(value, faults))?;
    for (at, coercion) in unquoted {
        if !only_text(validator, &value, &at) {
            return Err(Error::invalid(value, Vec::new()));
        }
        // What the text says comes before what was made of it.
        coercions.insert(0, coercion);
    }
    if completed {
        coercions.insert(0, Coercion::at_root(CoercionKind::Completed));
    }
    Ok(Answer { value, repairs, coercions })
}

/// The values that were read without quotes, which are taken out of the repairs: the schema has to say that strings are
/// due. The last in the text comes first.
fn unquoted_values(document: &Document, repairs: &mut Vec<Repair>) -> Vec<(String, Coercion)> {
    let mut found = Vec::new();
    if !repairs.iter().any(|repair| repair.kind == RepairKind::UnquotedValue) {
        return found;
    }
    let mut open = vec![document.root()];
    while let Some(view) = open.pop() {
        open.extend(view.items());
        open.extend(view.members().map(|(_, held)| held));
        let (Some(text), Some(span)) = (view.as_str(), view.span()) else { continue };
        if !repairs.iter().any(|repair| repair.kind == RepairKind::UnquotedValue && repair.span == span) {
            continue;
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let kind = if digits { CoercionKind::NumberToString } else { CoercionKind::UnquotedValue };
        let at = view.pointer();
        found.push((at.clone(), Coercion { kind, at, span: Some(span) }));
    }
    repairs.retain(|repair| repair.kind != RepairKind::UnquotedValue);
    found.sort_by_key(|(_, coercion)| std::cmp::Reverse(coercion.span.clone().map(|span| span.start)));
    found
}

/// The one of the values of a text that is valid; `None` where none is. Equal ones are one.
fn chosen(validator: &Validator, text: &str, form: Option<&Form>, options: &ReadOptions) -> Option<Answer> {
    let lenient = LenientOptions::default().with_severity(options.severity.max(Severity::Spelling));
    let candidates = extract::candidates(text, &lenient).ok()?;
    if candidates.len() < 2 {
        return None;
    }
    let mut valid = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let mut reading = Reading::of(candidate.document.clone());
        reading.repairs.clone_from(&candidate.repairs);
        if let Ok(answer) = finish(validator, reading, form, options) {
            valid.push((index, answer));
        }
    }
    let (first, mut answer) = valid.first().cloned()?;
    if valid.iter().any(|(_, other)| !other.value.root().same_value(answer.value.root())) {
        return None;
    }
    let spans: Vec<_> = candidates.iter().map(|candidate| candidate.span.clone()).collect();
    for (index, span) in spans.iter().enumerate().filter(|(index, _)| *index != first) {
        let equal = valid.iter().any(|(other, _)| *other == index);
        let kind = if equal { RepairKind::DuplicateValue } else { RepairKind::CandidateDropped };
        answer.repairs.push(Repair::new(kind, span.clone()));
    }
    prose(text, &spans, first, &mut answer.repairs);
    answer.repairs.sort_by_key(|repair| (repair.span.start, repair.span.end));
    Some(answer)
}

/// The words around the values, if there are any.
fn prose(text: &str, spans: &[std::ops::Range<usize>], first: usize, repairs: &mut Vec<Repair>) {
    let Some(own) = spans.get(first) else { return };
    let mut gaps = Vec::with_capacity(spans.len() + 1);
    let mut from = 0;
    for span in spans {
        gaps.push(from..span.start);
        from = span.end;
    }
    gaps.push(from..text.len());
    for gap in gaps {
        let words = text.get(gap.clone()).unwrap_or("");
        let trimmed = words.trim();
        if trimmed.is_empty() {
            continue;
        }
        let start = gap.start + (words.len() - words.trim_start().len());
        let kind = if start < own.start { RepairKind::ProseBefore } else { RepairKind::ProseAfter };
        repairs.push(Repair::new(kind, start..start + trimmed.len()));
    }
}
