//! OpenAI strict.

use super::{LOOKAROUND, closed, declared, depth, keys, nodes, pattern_uses, references, required, types};
use crate::json::Json;

const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "title",
    "description",
];
const FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

pub(super) fn check(schema: &Json, enum_values: usize) -> Vec<String> {
    let mut out = Vec::new();
    if schema.get("type").and_then(Json::as_str) != Some("object") {
        out.push("root is no object at \"\"".to_owned());
    }
    for keyword in ["anyOf", "oneOf", "allOf", "enum", "not", "$ref"] {
        if schema.get(keyword).is_some() {
            out.push(format!("{keyword} at the root at \"\""));
        }
    }
    let (mut properties, mut values, mut characters) = (0, 0, 0);
    for (at, node) in nodes(schema) {
        if !matches!(node, Json::Object(_)) {
            if !at.ends_with("/additionalProperties") {
                out.push(format!("boolean schema at {at:?}"));
            }
            continue;
        }
        for key in keys(&node).filter(|key| !KEYWORDS.contains(key)) {
            out.push(format!("keyword {key} is not taken at {at:?}"));
        }
        if !at.is_empty() && node.get("$defs").is_some() {
            out.push(format!("$defs below the root at {at:?}"));
        }
        references(schema, &at, &node, false, &mut out);
        if node.get("$ref").is_none() && node.get("anyOf").is_none() && types(&node).is_empty() {
            out.push(format!("no type at {at:?}"));
        }
        let names = types(&node);
        if names.len() > 2 || (names.len() == 2 && !names.contains(&"null")) {
            out.push(format!("list of types at {at:?}"));
        }
        closed(&node, &at, &mut out);
        if names.contains(&"object") {
            let needed = required(&node);
            for name in declared(&node).into_iter().filter(|name| !needed.contains(name)) {
                out.push(format!("key {name:?} is not required at {at:?}"));
            }
            if node.get("required").is_none() || node.get("properties").is_none() {
                out.push(format!("object without properties and required at {at:?}"));
            }
        }
        if let Some(format) = node.get_str("format").filter(|format| !FORMATS.contains(format)) {
            out.push(format!("format {format} is not taken at {at:?}"));
        }
        if node.get_str("pattern").is_some_and(|pattern| pattern_uses(pattern, LOOKAROUND)) {
            out.push(format!("pattern looks around at {at:?}"));
        }
        properties += declared(&node).len();
        characters += declared(&node).iter().map(|name| name.chars().count()).sum::<usize>();
        let listed = node.get("enum").and_then(Json::as_array).unwrap_or_default();
        values += listed.len();
        let texts = listed.iter().chain(node.get("const")).filter_map(Json::as_str);
        let length: usize = texts.map(|text| text.chars().count()).sum();
        characters += length;
        if listed.len() > 250 && length > 15_000 {
            out.push(format!("enum with too much text at {at:?}"));
        }
    }
    if let Some(definitions) = schema.get("$defs") {
        characters += keys(definitions).map(|name| name.chars().count()).sum::<usize>();
    }
    for (count, limit, what) in [
        (properties, 5000, "properties"),
        (values, enum_values, "enum values"),
        (characters, 120_000, "characters"),
        (depth(schema), 10, "levels"),
    ] {
        if count > limit {
            out.push(format!("{what} beyond the limit: {count} of {limit} at \"\""));
        }
    }
    out
}
