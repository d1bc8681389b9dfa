//! Gemini's JSON Schema fields.

use super::{declared, keys, nodes, references, required, types};
use crate::atlas::Atlas;
use crate::json::Json;
use crate::judge::Draft;

const KEYWORDS: &[&str] = &[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];

pub(super) fn check(schema: &Json) -> Vec<String> {
    let mut out = Vec::new();
    let atlas = Atlas::new(schema, Draft::Draft202012);
    let mut items = 0_usize;
    for (at, node) in nodes(schema) {
        if !matches!(node, Json::Object(_)) {
            if !at.ends_with("/additionalProperties") && !at.contains("/properties/") {
                out.push(format!("boolean schema at {at:?}"));
            }
            continue;
        }
        out.extend(
            keys(&node)
                .filter(|key| !KEYWORDS.contains(key))
                .map(|key| format!("keyword {key} is not taken at {at:?}")),
        );
        references(schema, &at, &node, false, &mut out);
        if node.get("$ref").is_none() && node.get("anyOf").is_none() && types(&node).is_empty() {
            out.push(format!("no type at {at:?}"));
        }
        let members = node.get("enum").and_then(Json::as_array).unwrap_or_default();
        if members.iter().any(|member| !matches!(member, Json::String(_) | Json::Number(_))) {
            out.push(format!("enum of other than strings and numbers at {at:?}"));
        }
        if types(&node).contains(&"object") && node.get("additionalProperties").is_none() {
            out.push(format!("silent about other keys at {at:?}"));
        }
        items = items.saturating_add(node.get("maxItems").and_then(Json::as_count).unwrap_or(0));
        for name in required(&node) {
            if !declared(&node).contains(&name) {
                out.push(format!("required key {name:?} is not declared at {at:?}"));
            }
            // Directly, or as a branch: a definition that leads back here.
            let member = super::property(&at, name);
            for (place, value) in std::iter::once((member.clone(), schema.at(&member))).chain(
                (0..8).map(|branch| format!("{member}/anyOf/{branch}")).map(|place| (place.clone(), schema.at(&place))),
            ) {
                let target = value.and_then(|value| value.get_str("$ref")).and_then(|to| atlas.target(&place, to));
                if target.is_some_and(|target| at == target || at.starts_with(&format!("{target}/"))) {
                    out.push(format!("a definition comes back to itself in the required member {name:?} at {at:?}"));
                }
            }
        }
    }
    if items > 960 {
        out.push(format!("maxItems beyond the budget: {items} at \"\""));
    }
    out
}
