//! What holds of any text that is given as a schema.

use isoform_json::{Document, Kind};
use isoform_schema::{Schema, Source, Tool, subschemas};

use crate::Fault;
use crate::bytes::Bytes;
use crate::holds;

/// The first bytes choose the draft and the options; the others are the text.
///
/// Reading it, and making its form in every dialect, ends in what holds of every form or in an error that points into
/// the text.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let mut bytes = Bytes::new(bytes);
    let (source, _) = bytes.pick(Source::ALL).copied().unwrap_or((Source::Auto, ""));
    let options = holds::options(&mut bytes);
    let text = String::from_utf8_lossy(bytes.rest());
    if let Err(error) = Schema::parse(&text) {
        let span = error.span();
        let there = span.as_ref().is_some_and(|span| text.get(span.clone()).is_some());
        ensure!(there, "{error:?} at {span:?}, which is no place in the text");
    }
    let Ok(document) = Document::parse(&text) else { return Ok(()) };
    if let (Some(_), Ok(_)) = (document.duplicate_key(), Schema::read(document.clone(), source)) {
        return Err("a schema that repeats a key was read".to_owned());
    }
    if document.duplicate_key().is_some() {
        return Ok(());
    }
    for subschema in subschemas(document.root()) {
        let at = subschema.pointer();
        ensure!(document.root().at(&at).is_some(), "a subschema at {at:?}, which is not there");
        ensure!(matches!(subschema.kind(), Kind::Object | Kind::Bool), "{at:?} is no schema");
    }
    if let Err(error) = Tool::from_mcp(document.root()) {
        let pointer = error.pointer().unwrap_or_default();
        ensure!(document.root().at(pointer).is_some() || pointer.len() > 1, "{error:?} is said of {pointer:?}");
    }
    let schema = match Schema::read(document.clone(), source) {
        Ok(schema) => schema,
        Err(error) => return holds::error_holds(document.root(), &error),
    };
    let forms = holds::forms(&schema, &options).map_err(|fault| format!("{fault}\noptions: {options:?}"))?;
    let answers = ["{}", "[]", "null", "\"[1]\"", r#"{"a":{"a":null},"value":[],"entries":[{"key":"a","value":1}]}"#];
    for answer in answers.into_iter().filter_map(|answer| Document::parse(answer).ok()) {
        for form in &forms {
            holds::unmaps(form, answer.root())?;
            if let Err(error) = form.map(answer.root()) {
                holds::plan_error_holds(answer.root(), &error)?;
            }
        }
    }
    Ok(())
}
