//! Surfaces that hold no answer to the schema, and MCP: what they check all the same.

use super::{declared, keys, nodes, types};
use crate::json::Json;
use crate::subject::Place;

/// What one surface checks.
struct Outline {
    /// Keywords that may not stand at the root of a tool's arguments.
    root: &'static [&'static str],
    /// Keywords that may stand nowhere.
    nowhere: &'static [&'static str],
    /// Objects have `properties`, arrays have `items`.
    explicit: bool,
    /// Names of members are of the alphabet `[a-zA-Z0-9_.-]`, 64 characters at most.
    plain_names: bool,
}

/// Spellings of earlier drafts, which 2020-12 does not have.
const EARLIER: &[&str] = &["definitions", "additionalItems", "dependencies", "$recursiveRef", "nullable"];

fn outline(dialect: &str) -> Option<Outline> {
    let outline = |root, nowhere, explicit, plain_names| Some(Outline { root, nowhere, explicit, plain_names });
    match dialect {
        "openai-tool" => outline(&["anyOf", "oneOf", "allOf", "enum", "not", "$ref"], &["oneOf"], true, false),
        "anthropic" => outline(&["anyOf", "oneOf", "allOf", "$ref"], &[], false, true),
        "bedrock" | "bedrock-nova" => outline(&["$ref"], &["$defs", "$ref"], false, false),
        "mcp" => outline(&["$ref"], &[], false, false),
        _ => None,
    }
}

pub(super) fn check(dialect: &str, schema: &Json, place: Place) -> Vec<String> {
    let Some(outline) = outline(dialect) else { return Vec::new() };
    let mut out = Vec::new();
    if place == Place::Tool || dialect != "mcp" {
        if schema.get("type").and_then(Json::as_str) != Some("object") {
            out.push("root is no object at \"\"".to_owned());
        }
        let standing = outline.root.iter().filter(|keyword| schema.get(keyword).is_some());
        out.extend(standing.map(|keyword| format!("{keyword} at the root at \"\"")));
    }
    for (at, node) in nodes(schema) {
        let refused = keys(&node).filter(|key| outline.nowhere.contains(key) || EARLIER.contains(key));
        out.extend(refused.map(|key| format!("keyword {key} is not taken at {at:?}")));
        if matches!(node.get("items"), Some(Json::Array(_))) {
            out.push(format!("list of items at {at:?}"));
        }
        if ["exclusiveMinimum", "exclusiveMaximum"].into_iter().any(|key| matches!(node.get(key), Some(Json::Bool(_))))
        {
            out.push(format!("boolean exclusive bound at {at:?}"));
        }
        if outline.explicit {
            for (name, keyword) in [("object", "properties"), ("array", "items")] {
                if types(&node).contains(&name) && node.get(keyword).is_none() {
                    out.push(format!("{name} without {keyword} at {at:?}"));
                }
            }
        }
        let plain = |name: &str| {
            (1..=64).contains(&name.len())
                && name.chars().all(|char| char.is_ascii_alphanumeric() || "_.-".contains(char))
        };
        if let Some(name) = declared(&node).into_iter().find(|name| outline.plain_names && !plain(name)) {
            out.push(format!("name {name:?} is not taken at {at:?}"));
        }
    }
    out
}
