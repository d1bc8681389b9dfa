//! Gemini, the OpenAPI subset.

use super::{declared, keys, nodes, property, required, types};
use crate::json::Json;
use crate::subject::Place;

const FIELDS: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "default",
    "example",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "propertyOrdering",
    "required",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "enum",
    "anyOf",
];
const TYPES: &[&str] = &["string", "number", "integer", "boolean", "array", "object"];

pub(super) fn check(schema: &Json, place: Place) -> Vec<String> {
    let mut out = Vec::new();
    if place == Place::Tool && schema.get("type").and_then(Json::as_str) != Some("object") {
        out.push("root of a tool is no object at \"\"".to_owned());
    }
    for (at, node) in nodes(schema) {
        if !matches!(node, Json::Object(_)) {
            out.push(format!("boolean schema at {at:?}"));
            continue;
        }
        for key in keys(&node).filter(|key| !FIELDS.contains(key)) {
            out.push(format!("keyword {key} is not taken at {at:?}"));
        }
        if node.get("anyOf").is_some() {
            for key in keys(&node).filter(|key| *key != "anyOf") {
                out.push(format!("{key} beside anyOf at {at:?}"));
            }
            continue;
        }
        let Some(kind) = node.get_str("type") else {
            let what = if types(&node).is_empty() { "no type" } else { "list of types" };
            out.push(format!("{what} at {at:?}"));
            continue;
        };
        if !TYPES.contains(&kind) {
            out.push(format!("type {kind} is not taken at {at:?}"));
        }
        if kind == "array" && !matches!(node.get("items"), Some(Json::Object(_))) {
            out.push(format!("array without items at {at:?}"));
        }
        if kind == "object" && declared(&node).is_empty() {
            out.push(format!("object without properties at {at:?}"));
        }
        if let Some(members) = node.get("enum") {
            let texts = members.as_array().unwrap_or_default();
            let good = kind == "string" && !texts.is_empty();
            if !good || texts.iter().any(|text| text.as_str().is_none_or(str::is_empty)) {
                out.push(format!("enum that is no list of texts of type string at {at:?}"));
            }
        }
        for name in required(&node) {
            if !declared(&node).contains(&name) {
                out.push(format!("required key {name:?} is not declared at {at:?}"));
            }
        }
        for name in declared(&node) {
            let first = name.chars().next().is_some_and(|char| char.is_ascii_alphabetic() || char == '_');
            let rest = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
            if !first || !rest || name.chars().count() > 64 {
                out.push(format!("name {name:?} is not legal at {:?}", property(&at, name)));
            }
        }
        if let Some(format) = node.get_str("format") {
            let taken = match kind {
                "string" => ["enum", "date-time"].contains(&format),
                "number" => ["float", "double"].contains(&format),
                "integer" => ["int32", "int64"].contains(&format),
                _ => false,
            };
            if !taken {
                out.push(format!("format {format} is not taken for {kind} at {at:?}"));
            }
        }
    }
    out
}

/// As it is read: `nullable` adds null, objects are answered with declared members only.
pub(super) fn understand(node: &Json) -> Json {
    let Json::Object(members) = node else { return node.clone() };
    let nullable = node.get("nullable").and_then(Json::as_bool) == Some(true);
    let mut out: Vec<(String, Json)> = Vec::new();
    for (key, value) in members {
        let value = match (key.as_str(), value) {
            ("nullable", _) => continue,
            ("type", Json::String(kind)) if nullable => Json::Array(vec![Json::text(kind), Json::text("null")]),
            ("enum", Json::Array(texts)) if nullable => {
                Json::Array(texts.iter().cloned().chain([Json::Null]).collect())
            }
            ("items", value) => understand(value),
            ("anyOf", Json::Array(branches)) => {
                let null = nullable.then(|| Json::object([("type", Json::text("null"))]));
                Json::Array(branches.iter().map(understand).chain(null).collect())
            }
            ("properties", Json::Object(properties)) => {
                Json::Object(properties.iter().map(|(name, value)| (name.clone(), understand(value))).collect())
            }
            (_, value) => value.clone(),
        };
        out.push((key.clone(), value));
    }
    if node.get_str("type") == Some("object") {
        out.push(("additionalProperties".to_owned(), Json::Bool(false)));
    }
    Json::Object(out)
}
