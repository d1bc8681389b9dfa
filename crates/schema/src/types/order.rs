//! A generated schema in the order that its author wrote it in.

use isoform_json::{Builder, Document, Error, Kind, View};

use super::numbers;
use crate::read::positions::{Layout, layout};

/// Keywords in the order in which people read them; others follow as they came.
const FIRST: [&str; 12] = [
    "$ref",
    "title",
    "description",
    "type",
    "format",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "prefixItems",
    "items",
];

/// Formats of strings that no draft defines.
const UNKNOWN_FORMATS: [&str; 4] = ["ip", "partial-date-time", "partial-time", "partial-date"];

/// The schema for decoding, with the order of the one for encoding.
///
/// # Errors
/// It nests more deeply than a document may.
pub(super) fn ordered(decoding: View<'_>, encoding: Option<View<'_>>) -> Result<Document, Error> {
    let mut builder = Builder::new();
    schema(&mut builder, decoding, encoding);
    builder.finish()
}

fn schema(builder: &mut Builder, decoding: View<'_>, encoding: Option<View<'_>>) {
    if decoding.kind() != Kind::Object {
        builder.view(decoding);
        return;
    }
    let names = names(decoding, encoding);
    let format = decoding.get("format").and_then(|format| format.as_str());
    let bounds = format.and_then(numbers::bounds);
    let dropped = bounds.is_some() || format.is_some_and(|format| UNKNOWN_FORMATS.contains(&format));
    builder.begin_object();
    let known = FIRST.iter().filter_map(|keyword| Some((*keyword, decoding.get(keyword)?)));
    let others = decoding.members().filter(|(keyword, _)| !FIRST.contains(keyword) && *keyword != "$defs");
    let definitions = decoding.get("$defs").map(|held| ("$defs", held));
    for (keyword, held) in known.chain(others).chain(definitions) {
        if keyword == "format" {
            if !dropped {
                builder.key(keyword).view(held);
            }
            if let Some((least, greatest)) = bounds {
                bound(builder, decoding, "minimum", least);
                bound(builder, decoding, "maximum", greatest);
            }
            continue;
        }
        // They were written with the format.
        if bounds.is_some() && matches!(keyword, "minimum" | "maximum") {
            continue;
        }
        builder.key(keyword);
        let other = encoding.and_then(|encoding| encoding.get(keyword));
        match layout(keyword, held.kind()).map(|(_, layout)| layout) {
            _ if keyword == "required" => list_of_names(builder, held, &names),
            Some(Layout::Members) if keyword == "properties" => by_name(builder, held, other, &names),
            Some(Layout::Members) => {
                let names: Vec<&str> = held.members().map(|(name, _)| name).collect();
                by_name(builder, held, other, &names);
            }
            Some(Layout::Items) => list(builder, held, other),
            Some(Layout::One) => schema(builder, held, other),
            None => {
                builder.view(held);
            }
        }
    }
    builder.end_object();
}

/// A bound: the one that is written, where there is one, else that of the type.
fn bound(builder: &mut Builder, decoding: View<'_>, keyword: &str, of_type: Option<&str>) {
    let exclusive = if keyword == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
    match (decoding.get(keyword), of_type) {
        (Some(written), _) => {
            builder.key(keyword).view(written);
        }
        (None, Some(number)) if decoding.get(exclusive).is_none() => {
            builder.key(keyword).number(number);
        }
        _ => {}
    }
}

/// The names of the members in the order of their declaration.
///
/// The encoding's required members are all that are encoded. What is only decoded stands behind what it follows in the
/// decoding's own list; the rest comes last.
fn names<'a>(decoding: View<'a>, encoding: Option<View<'a>>) -> Vec<&'a str> {
    let required = |schema: Option<View<'a>>| -> Vec<&'a str> {
        let list = schema.and_then(|schema| schema.get("required"));
        list.into_iter().flat_map(|list| list.items()).filter_map(|name| name.as_str()).collect()
    };
    let Some(properties) = decoding.get("properties") else { return Vec::new() };
    let mut names = required(encoding);
    names.retain(|name| properties.get(name).is_some());
    let mut before: Option<&str> = None;
    for name in required(Some(decoding)) {
        if !names.contains(&name) {
            let at = before.and_then(|before| names.iter().position(|known| *known == before)).map_or(0, |at| at + 1);
            names.insert(at, name);
        }
        before = Some(name);
    }
    for (name, _) in properties.members() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn list_of_names(builder: &mut Builder, held: View<'_>, names: &[&str]) {
    let listed = |name: &str| held.items().any(|item| item.as_str() == Some(name));
    builder.begin_array();
    for name in names.iter().filter(|name| listed(name)) {
        builder.string(name);
    }
    // A name that is required and not declared.
    for item in held.items().filter(|item| !item.as_str().is_some_and(|name| names.contains(&name))) {
        builder.view(item);
    }
    builder.end_array();
}

fn by_name(builder: &mut Builder, held: View<'_>, other: Option<View<'_>>, names: &[&str]) {
    builder.begin_object();
    for name in names {
        let Some(inner) = held.get(name) else { continue };
        builder.key(name);
        schema(builder, inner, other.and_then(|other| other.get(name)));
    }
    builder.end_object();
}

/// Lists that are as long in both contracts are walked side by side.
fn list(builder: &mut Builder, held: View<'_>, other: Option<View<'_>>) {
    let others: Vec<View<'_>> = other.into_iter().flat_map(|other| other.items()).collect();
    let alike = others.len() == held.len();
    builder.begin_array();
    for (index, inner) in held.items().enumerate() {
        schema(builder, inner, others.get(index).copied().filter(|_| alike));
    }
    builder.end_array();
}
