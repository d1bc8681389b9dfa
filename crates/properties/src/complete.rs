//! What holds of the text completer.

use isoform_json::{Document, ReadOptions, Value, completion};

use crate::Fault;
use crate::grows::grows;

/// How many prefixes of a text are completed.
const PREFIXES: usize = 64;

/// - What comes out is JSON: bytes of the text, and something behind them.
/// - JSON stays as it is, and completing twice is completing once.
/// - Every prefix of JSON completes to a part of the whole.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(bytes);
    let whole = read(&text);
    let Some(completed) = completed(&text)? else {
        ensure!(whole.is_none(), "JSON is not completed");
        return Ok(());
    };
    let again = completion(&completed.text).map(|again| again.text);
    ensure!(again.as_ref() == Some(&completed.text), "completing once more makes {again:?} of {:?}", completed.text);
    let Some(whole) = whole.filter(|whole| whole.duplicate_key().is_none()) else { return Ok(()) };
    let whole = whole.to_value();
    ensure!(completed.added.is_empty() && !completed.broken, "something was added to JSON");
    let white = |char| matches!(char, ' ' | '\t' | '\n' | '\r');
    ensure!(completed.text == text.trim_matches(white), "JSON became {:?}", completed.text);
    let step = text.len() / PREFIXES + 1;
    for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
        let prefix = text.get(..end).unwrap_or_default();
        let Some(part) = self::completed(prefix)? else { continue };
        ensure!(!part.broken, "{prefix:?} begins JSON and is called broken");
        let value = read(&part.text).map(|part| part.to_value());
        ensure!(value.is_some_and(|value| shows_part(&value, &whole)), "{prefix:?} became {:?}", part.text);
    }
    Ok(())
}

fn completed(text: &str) -> Result<Option<isoform_json::Completion>, Fault> {
    let Some(completed) = completion(text) else { return Ok(None) };
    ensure!(read(&completed.text).is_some(), "{:?} is not JSON", completed.text);
    let kept = text.get(completed.kept.clone());
    let kept = kept.ok_or_else(|| format!("{:?} is no place in the text", completed.kept))?;
    ensure!(format!("{kept}{}", completed.added) == completed.text, "{kept:?} and {:?}", completed.added);
    Ok(Some(completed))
}

fn read(text: &str) -> Option<Document> {
    let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH);
    Document::parse_with(text, &options).ok()
}

/// Whether a value is a part of the whole; unlike what a stream shows, a number may still grow.
fn shows_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Number(part), Value::Number(whole)) => whole.as_str().starts_with(part.as_str()),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| shows_part(part, whole))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.len() <= whole.len()
                && part.iter().zip(whole).all(|(part, whole)| part.0 == whole.0 && shows_part(part.1, whole.1))
        }
        (part, whole) => grows(part, whole),
    }
}
