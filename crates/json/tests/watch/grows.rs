//! What a later view of a stream owes an earlier one. The watchers of this crate and of `isoform-properties` share it.

use isoform_json::Value;

/// Whether `after` shows everything that `before` shows: strings grow at their end, containers get more at their end,
/// and everything else stays.
pub(crate) fn grows(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::String(before), Value::String(after)) => after.starts_with(before.as_str()),
        (Value::Array(before), Value::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(before, after)| grows(before, after))
        }
        (Value::Object(before), Value::Object(after)) => {
            before.len() <= after.len()
                && before.iter().zip(after).all(|(before, after)| before.0 == after.0 && grows(before.1, after.1))
        }
        (Value::Number(before), Value::Number(after)) => before.as_str() == after.as_str(),
        (before, after) => before == after,
    }
}
