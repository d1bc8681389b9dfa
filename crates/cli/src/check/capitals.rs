//! Types in capitals: the Gemini API spells the schema object of OpenAPI 3.0 with the names of its own enum.

use isoform::json::{Document, Value, View};

/// Whether the root names its type in capitals.
pub(super) fn are_used(schema: View<'_>) -> bool {
    let word = schema.get("type").and_then(|word| word.as_str());
    word.is_some_and(|word| lower(word).is_some())
}

/// The schema with its types in small letters, and nothing else changed.
pub(super) fn lowered(schema: View<'_>) -> Document {
    let mut value = schema.to_value();
    let mut schemas = vec![&mut value];
    while let Some(schema) = schemas.pop() {
        let Value::Object(keywords) = schema else { continue };
        for (keyword, value) in keywords.iter_mut() {
            match (keyword, value) {
                ("type", Value::String(word)) => {
                    if let Some(small) = lower(word) {
                        small.clone_into(word);
                    }
                }
                ("properties" | "defs" | "$defs", Value::Object(named)) => {
                    schemas.extend(named.iter_mut().map(|(_, schema)| schema));
                }
                ("anyOf" | "prefixItems", Value::Array(listed)) => schemas.extend(listed),
                ("items" | "additionalProperties", schema) => schemas.push(schema),
                _ => {}
            }
        }
    }
    value.to_document().unwrap_or_else(|_| schema.to_document())
}

fn lower(word: &str) -> Option<&'static str> {
    let words = [
        ("OBJECT", "object"),
        ("ARRAY", "array"),
        ("STRING", "string"),
        ("NUMBER", "number"),
        ("INTEGER", "integer"),
        ("BOOLEAN", "boolean"),
        ("NULL", "null"),
    ];
    words.iter().find(|(capital, _)| *capital == word).map(|(_, small)| *small)
}
