//! What the cases of every layer are judged by: their words, and the repairs that were reported.

use isoform_json::{Repair, View};

pub(crate) fn text<'a>(case: View<'a>, key: &str) -> Option<&'a str> {
    case.get(key).and_then(|value| value.as_str())
}

/// One string, or a list of them.
pub(crate) fn strings(value: Option<View<'_>>) -> Vec<String> {
    let Some(value) = value else { return Vec::new() };
    match value.as_str() {
        Some(one) => vec![one.to_owned()],
        None => value.items().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
    }
}

/// Every kind that was reported is wanted, every kind that is wanted was reported, over the wanted bytes.
pub(crate) fn judge_repairs(reported: &[Repair], wanted: View<'_>) -> Result<(), String> {
    let kinds_of = |entry: View<'_>| strings(Some(entry.get("kind").unwrap_or(entry)));
    let allowed: Vec<String> = wanted.items().flat_map(kinds_of).collect();
    let shown = || reported.iter().map(ToString::to_string).collect::<Vec<_>>();
    if !reported.iter().all(|repair| allowed.iter().any(|kind| kind == repair.kind.code())) {
        return Err(format!("reported {:?}, wanted {wanted}", shown()));
    }
    for entry in wanted.items() {
        let kinds = kinds_of(entry);
        let of_kind = || reported.iter().filter(|repair| kinds.iter().any(|kind| kind == repair.kind.code()));
        if of_kind().next().is_none() {
            return Err(format!("reported {:?}, wanted {wanted}", shown()));
        }
        let Some(span) = entry.get("span") else { continue };
        let bounds: Vec<usize> = span.items().filter_map(|bound| bound.to_json().parse().ok()).collect();
        if let Some(byte) = (bounds[0]..bounds[1]).find(|byte| !of_kind().any(|repair| repair.span.contains(byte))) {
            return Err(format!("byte {byte} is not covered: {:?}, wanted {wanted}", shown()));
        }
    }
    Ok(())
}
