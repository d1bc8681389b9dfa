//! Anthropic strict.

use super::{LOOKAROUND, closed, declared, keys, nodes, pattern_uses, references, required, types};
use crate::atlas::Atlas;
use crate::json::Json;
use crate::judge::Draft;

const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "allOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "pattern",
    "format",
    "minItems",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "$schema",
    "$id",
];
const FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

/// What is refused; `also`: keywords that another host of the same surface does not take.
pub(super) fn check(schema: &Json, also: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    if schema.get("type").and_then(Json::as_str) != Some("object") {
        out.push("root is no object at \"\"".to_owned());
    }
    for keyword in ["anyOf", "allOf", "$ref"] {
        if schema.get(keyword).is_some() {
            out.push(format!("{keyword} at the root at \"\""));
        }
    }
    let atlas = Atlas::new(schema, Draft::Draft202012);
    let (mut optional, mut unions) = (0, 0);
    for (at, node) in nodes(schema) {
        if !matches!(node, Json::Object(_)) {
            if !at.ends_with("/additionalProperties") {
                out.push(format!("boolean schema at {at:?}"));
            }
            continue;
        }
        for key in keys(&node).filter(|key| !KEYWORDS.contains(key) || also.contains(key)) {
            out.push(format!("keyword {key} is not taken at {at:?}"));
        }
        references(schema, &at, &node, false, &mut out);
        if let Some(target) = node.get_str("$ref").and_then(|reference| atlas.target(&at, reference))
            && atlas.leading_to(std::slice::from_ref(&at)).contains(&target)
        {
            out.push(format!("recursion at {at:?}"));
        }
        let says = |keyword: &str| node.get(keyword).is_some();
        let typed = ["$ref", "anyOf", "allOf", "enum", "const"].into_iter().any(says);
        if !typed && types(&node).is_empty() {
            out.push(format!("no type at {at:?}"));
        }
        closed(&node, &at, &mut out);
        if let Some(count) = node.get("minItems").filter(|count| !matches!(count.as_count(), Some(0 | 1))) {
            out.push(format!("minItems {count} is not taken at {at:?}"));
        }
        if let Some(format) = node.get_str("format").filter(|format| !FORMATS.contains(format)) {
            out.push(format!("format {format} is not taken at {at:?}"));
        }
        let refused =
            |pattern: &str| pattern_uses(pattern, LOOKAROUND) || pattern_uses(pattern, &["\\b", "\\B", "\\1"]);
        if node.get_str("pattern").is_some_and(refused) {
            out.push(format!("pattern looks around, back or at words at {at:?}"));
        }
        optional +=
            declared(&node).len() - declared(&node).iter().filter(|name| required(&node).contains(name)).count();
        unions += usize::from(says("anyOf") || types(&node).len() > 1);
    }
    for (count, limit, what) in [(optional, 24, "optional keys"), (unions, 16, "unions")] {
        if count > limit {
            out.push(format!("{what} beyond the limit: {count} of {limit} at \"\""));
        }
    }
    out
}
