//! The values of others as those of serde_json, to compare them.

use jiter::JsonValue;
use serde_json::{Number, Value};

/// The value of one of our documents.
pub(crate) fn of_document(document: &isoform_json::Document) -> Option<Value> {
    serde_json::from_str(&document.to_json()).ok()
}

/// The value of jiter.
pub(crate) fn of_jiter(value: &JsonValue<'_>) -> Value {
    match value {
        JsonValue::Null => Value::Null,
        JsonValue::Bool(value) => Value::Bool(*value),
        JsonValue::Int(value) => Value::Number((*value).into()),
        JsonValue::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        JsonValue::Str(text) => Value::String(text.to_string()),
        JsonValue::Array(items) => Value::Array(items.iter().map(of_jiter).collect()),
        JsonValue::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.to_string(), of_jiter(value))).collect())
        }
        #[allow(unreachable_patterns, reason = "another crate of a build may switch big integers on")]
        _ => Value::Null,
    }
}

/// The value that text is.
pub(crate) fn of_text(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
