//! The dialects' rules once more, written from the rule tables and not from the product.
//!
//! [`check`] says what in a schema a provider would refuse; [`read`] says, as plain 2020-12, which answers a provider
//! lets through that is sent a schema.

mod anthropic;
mod gemini;
mod gemini_json;
mod openai;
mod tools;

use crate::atlas::Atlas;
use crate::json::{Json, join};
use crate::judge::Draft;
use crate::subject::Place;

/// Whether there is an independent rule set for a dialect.
pub fn known(dialect: &str) -> bool {
    matches!(
        dialect,
        "openai-strict"
            | "azure-openai"
            | "openai-tool"
            | "gemini"
            | "gemini-json"
            | "anthropic-strict"
            | "anthropic"
            | "bedrock-strict"
            | "bedrock"
            | "bedrock-nova"
            | "mcp"
    )
}

/// What a provider would refuse, a line for each.
pub fn check(dialect: &str, schema: &Json, place: Place) -> Vec<String> {
    match dialect {
        "openai-strict" => openai::check(schema, 1000),
        "azure-openai" => openai::check(schema, 500),
        "gemini" => gemini::check(schema, place),
        "gemini-json" => gemini_json::check(schema),
        "anthropic-strict" => anthropic::check(schema, &[]),
        "bedrock-strict" => anthropic::check(schema, &["pattern", "format", "default", "examples"]),
        _ => tools::check(dialect, schema, place),
    }
}

/// A plain 2020-12 schema of the answers that a provider lets through; `None` where nothing independent is known.
pub fn read(dialect: &str, schema: &Json, unenforced: &[String]) -> Option<Json> {
    let understood = match dialect {
        "gemini" => gemini::understand(schema),
        _ => schema.clone(),
    };
    let mut out = understood.clone();
    let atlas = Atlas::new(&understood, Draft::Draft202012);
    for (pointer, _) in atlas.places() {
        if let Some(Json::Object(members)) = out.at_mut(pointer) {
            members.retain(|(key, _)| !unenforced.contains(key));
        }
    }
    Some(out)
}

/// Every schema of a schema, with its pointer, the root first.
fn nodes(schema: &Json) -> Vec<(String, Json)> {
    let atlas = Atlas::new(schema, Draft::Draft202012);
    let mut nodes: Vec<(String, Json)> =
        atlas.places().map(|(pointer, node)| (pointer.to_owned(), node.clone())).collect();
    nodes.sort_by(|left, right| left.0.cmp(&right.0));
    nodes
}

fn keys(node: &Json) -> impl Iterator<Item = &str> {
    node.as_object().unwrap_or_default().iter().map(|(key, _)| key.as_str())
}

/// The types a node names.
fn types(node: &Json) -> Vec<&str> {
    match node.get("type") {
        Some(Json::String(name)) => vec![name],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn declared(node: &Json) -> Vec<&str> {
    node.get("properties").map(|properties| keys(properties).collect()).unwrap_or_default()
}

fn required(node: &Json) -> Vec<&str> {
    let list = node.get("required").and_then(Json::as_array).unwrap_or_default();
    list.iter().filter_map(Json::as_str).collect()
}

/// Shared by the two dialects that close every object by the keyword.
fn closed(node: &Json, at: &str, out: &mut Vec<String>) {
    let names = types(node);
    if names.contains(&"object") {
        if node.get("additionalProperties").and_then(Json::as_bool) != Some(false) {
            out.push(format!("object without additionalProperties false at {at:?}"));
        }
    } else if node.get("properties").is_some() || node.get("required").is_some() {
        out.push(format!("keywords of an object without type object at {at:?}"));
    }
    if names.contains(&"array") && !matches!(node.get("items"), Some(Json::Object(_))) {
        out.push(format!("array without items at {at:?}"));
    }
    for name in required(node) {
        if !declared(node).contains(&name) {
            out.push(format!("required key {name:?} is not declared at {at:?}"));
        }
    }
    if let Some(Json::Array(members)) = node.get("enum") {
        if members.is_empty() {
            out.push(format!("empty enum at {at:?}"));
        }
        if members.iter().any(|member| matches!(member, Json::Array(_) | Json::Object(_))) {
            out.push(format!("enum with a container at {at:?}"));
        }
    }
}

/// Shared by the dialects with `$defs`: references lead somewhere in the document.
fn references(schema: &Json, at: &str, node: &Json, siblings: bool, out: &mut Vec<String>) {
    let Some(reference) = node.get_str("$ref") else { return };
    let atlas = Atlas::new(schema, Draft::Draft202012);
    if atlas.target(at, reference).is_none() {
        out.push(format!("$ref to nothing ({reference}) at {at:?}"));
    }
    if !siblings && keys(node).count() > 1 {
        out.push(format!("$ref with siblings at {at:?}"));
    }
}

/// Whether a pattern uses what the engine behind a dialect lacks.
fn pattern_uses(pattern: &str, constructs: &[&str]) -> bool {
    constructs.iter().any(|construct| {
        pattern.match_indices(construct).any(|(index, _)| {
            let before = pattern.as_bytes().get(..index).unwrap_or_default();
            before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0
        })
    })
}

const LOOKAROUND: &[&str] = &["(?=", "(?!", "(?<=", "(?<!"];

/// Levels of nested objects.
fn depth(node: &Json) -> usize {
    let own = usize::from(types(node).contains(&"object"));
    let below = crate::atlas::subschemas(node, "").into_iter().filter(|pointer| !pointer.starts_with("/$defs"));
    own + below.filter_map(|pointer| node.at(&pointer)).map(depth).max().unwrap_or(0)
}

/// The pointer of a member's schema.
fn property(at: &str, name: &str) -> String {
    join(&join(at, "properties"), name)
}
