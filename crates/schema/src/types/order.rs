//! A generated schema in the order that its author wrote it in, with what `Deserialize` says of it.

use std::collections::{HashMap, HashSet};

use isoform_json::{Builder, Decimal, Document, Error, Kind, View};

use super::definitions::Names;
use super::probe::{Fact, Facts, Keys};
use super::{keys, numbers};
use crate::read::positions::{Layout, layout};
use crate::read::uri::unescape;

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
const UNKNOWN_FORMATS: [&str; 5] = ["ip", "partial-date-time", "partial-time", "partial-date", "zoned-date-time"];

/// Keywords beside which an object cannot be closed: what they lead to may declare members.
const ELSEWHERE: [&str; 7] = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties"];

/// What is known of a type beside its schemas.
pub(super) struct Known {
    /// What `Deserialize` says of places of the schema.
    pub(super) facts: Facts,
    /// The names that definitions are to have.
    pub(super) names: Names,
}

/// The schema for decoding, with the order of the one for encoding and what is known of its places.
///
/// # Errors
/// It nests more deeply than a document may.
pub(super) fn ordered(decoding: View<'_>, encoding: Option<View<'_>>, known: &Known) -> Result<Document, Error> {
    let mut builder = Builder::new();
    schema(&mut builder, decoding, encoding, known);
    builder.finish()
}

fn schema(builder: &mut Builder, decoding: View<'_>, encoding: Option<View<'_>>, known: &Known) {
    if decoding.kind() != Kind::Object {
        builder.view(decoding);
        return;
    }
    let nothing = Fact::default();
    let fact = known.facts.of(decoding).unwrap_or(&nothing);
    if fact.keys.is_some_and(|keys| keyed(builder, decoding, keys, known)) {
        return;
    }
    let names = names(decoding, encoding, fact.fields);
    let closed = fact.closed && ELSEWHERE.iter().all(|keyword| decoding.get(keyword).is_none());
    let format = decoding.get("format").and_then(|format| format.as_str());
    let bounds = format.and_then(numbers::bounds);
    let dropped = bounds.is_some() || format.is_some_and(|format| UNKNOWN_FORMATS.contains(&format));
    builder.begin_object();
    let first = FIRST.iter().map(|keyword| (*keyword, decoding.get(keyword)));
    let others = decoding.members().filter(|(keyword, _)| !FIRST.contains(keyword) && *keyword != "$defs");
    let others = others.map(|(keyword, held)| (keyword, Some(held)));
    let definitions = ("$defs", decoding.get("$defs"));
    for (keyword, held) in first.chain(others).chain([definitions]) {
        if keyword == "required" {
            list_of_names(builder, held, &names, &fact.required);
            continue;
        }
        let Some(held) = held else {
            if keyword == "additionalProperties" && closed {
                builder.key(keyword).bool(false);
            }
            continue;
        };
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
        if let Some(renamed) = held.as_str().filter(|_| keyword == "$ref").and_then(|text| renamed(text, &known.names))
        {
            builder.string(&renamed);
            continue;
        }
        let other = encoding.and_then(|encoding| encoding.get(keyword));
        match layout(keyword, held.kind()).map(|(_, layout)| layout) {
            Some(Layout::Members) if keyword == "properties" => by_name(builder, held, other, &names, known),
            Some(Layout::Members) if keyword == "$defs" => by_new_name(builder, held, other, known),
            Some(Layout::Members) => {
                let names: Vec<&str> = held.members().map(|(name, _)| name).collect();
                by_name(builder, held, other, &names, known);
            }
            Some(Layout::Items) => list(builder, held, other, known),
            Some(Layout::One) => schema(builder, held, other, known),
            None => {
                builder.view(held);
            }
        }
    }
    builder.end_object();
}

/// A bound: the tighter of the one that is written and that of the type.
fn bound(builder: &mut Builder, decoding: View<'_>, keyword: &str, of_type: Option<&str>) {
    let least = keyword == "minimum";
    let exclusive = if least { "exclusiveMinimum" } else { "exclusiveMaximum" };
    let written = |keyword: &str| decoding.get(keyword).and_then(|bound| bound.as_number().map(Decimal::from));
    let tighter = |one: &Decimal, other: &Decimal| if least { one >= other } else { one <= other };
    let type_bound = of_type.and_then(Decimal::parse);
    let loose = |bound: Option<Decimal>| match (bound, &type_bound) {
        (Some(bound), Some(of_type)) => !tighter(&bound, of_type),
        (bound, _) => bound.is_none(),
    };
    match (decoding.get(keyword), of_type) {
        (Some(bound), _) if !loose(written(keyword)) => {
            builder.key(keyword).view(bound);
        }
        (_, Some(number)) if loose(written(exclusive)) => {
            builder.key(keyword).number(number);
        }
        _ => {}
    }
}

/// A map whose keys are read as something else than text; whether it was written.
fn keyed(builder: &mut Builder, decoding: View<'_>, keys: Keys, known: &Known) -> bool {
    let single = |keyword: &str| {
        decoding.get(keyword).and_then(|held| held.members().next().filter(|_| held.len() == 1)).map(|(_, held)| held)
    };
    if decoding.get("properties").is_some() {
        return false;
    }
    let any = decoding.get("additionalProperties").filter(|held| held.as_bool() != Some(false));
    let (keyword, values) = match (keys, single("patternProperties"), any) {
        (Keys::Integer(_), Some(values), None) => ("patternProperties", values),
        (Keys::Integer(_), None, Some(values)) => ("additionalProperties", values),
        (Keys::Bool | Keys::Char, None, Some(values)) => ("additionalProperties", values),
        _ => return false,
    };
    builder.begin_object();
    for (other, held) in decoding.members().filter(|(name, _)| *name != keyword && *name != "additionalProperties") {
        builder.key(other).view(held);
    }
    match (keys, keys::pattern(keys)) {
        (_, Some(pattern)) => {
            builder.key("patternProperties").begin_object().key(&pattern);
            schema(builder, values, None, known);
            builder.end_object().key("additionalProperties").bool(false);
        }
        (Keys::Char, _) => {
            builder.key("additionalProperties");
            schema(builder, values, None, known);
            builder.key("propertyNames").begin_object();
            builder.key("minLength").unsigned(1).key("maxLength").unsigned(1).end_object();
        }
        _ => {
            builder.key("properties").begin_object();
            for name in ["false", "true"] {
                builder.key(name);
                schema(builder, values, None, known);
            }
            builder.end_object().key("additionalProperties").bool(false);
        }
    }
    builder.end_object();
    true
}

/// The names of the members in the order of their declaration.
///
/// The encoding's required members are all that are encoded. What is only decoded stands behind what it follows in the
/// decoding's own list; the rest comes last. Then the fields that the struct asks for, where they are known, take the
/// places of theirs in the order of the struct: a tag stays where it is.
fn names<'a>(decoding: View<'a>, encoding: Option<View<'a>>, fields: &'static [&'static str]) -> Vec<&'a str> {
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
    let declared: HashMap<&str, &'a str> = names.iter().map(|name| (*name, *name)).collect();
    let mut asked = fields.iter().filter_map(|field| declared.get(field).copied()).collect::<Vec<_>>().into_iter();
    let known: HashSet<&str> = asked.as_slice().iter().copied().collect();
    for name in names.iter_mut().filter(|name| known.contains(**name)) {
        *name = asked.next().unwrap_or(name);
    }
    names
}

/// The names that are required: those of the schema, and those that are missed.
fn list_of_names(builder: &mut Builder, held: Option<View<'_>>, names: &[&str], missed: &[String]) {
    if held.is_none() && missed.is_empty() {
        return;
    }
    let items = || held.into_iter().flat_map(|held| held.items());
    let listed: HashSet<&str> =
        items().filter_map(|item| item.as_str()).chain(missed.iter().map(String::as_str)).collect();
    builder.key("required").begin_array();
    for name in names.iter().filter(|name| listed.contains(**name)) {
        builder.string(name);
    }
    // A name that is required and not declared.
    for item in items().filter(|item| !item.as_str().is_some_and(|name| names.contains(&name))) {
        builder.view(item);
    }
    builder.end_array();
}

fn by_name(builder: &mut Builder, held: View<'_>, other: Option<View<'_>>, names: &[&str], known: &Known) {
    builder.begin_object();
    for name in names {
        let Some(inner) = held.get(name) else { continue };
        builder.key(name);
        schema(builder, inner, other.and_then(|other| other.get(name)), known);
    }
    builder.end_object();
}

/// Definitions under their new names, in the order of those.
fn by_new_name(builder: &mut Builder, held: View<'_>, other: Option<View<'_>>, known: &Known) {
    let mut renamed: Vec<(&str, View<'_>, Option<View<'_>>)> = held
        .members()
        .map(|(name, inner)| {
            let new = known.names.get(name).map_or(name, String::as_str);
            (new, inner, other.and_then(|other| other.get(name)))
        })
        .collect();
    renamed.sort_by_key(|(name, ..)| *name);
    builder.begin_object();
    for (name, inner, other) in renamed {
        builder.key(name);
        schema(builder, inner, other, known);
    }
    builder.end_object();
}

/// A reference to a definition that has a new name.
fn renamed(reference: &str, names: &Names) -> Option<String> {
    let name = unescape(reference.strip_prefix("#/$defs/")?)?;
    // A pointer escapes two characters, which may be in names that schemars gave; new ones have neither.
    let name = name.replace("~1", "/").replace("~0", "~");
    names.get(&name).filter(|new| **new != name).map(|new| format!("#/$defs/{new}"))
}

/// Lists that are as long in both contracts are walked side by side.
fn list(builder: &mut Builder, held: View<'_>, other: Option<View<'_>>, known: &Known) {
    let others: Vec<View<'_>> = other.into_iter().flat_map(|other| other.items()).collect();
    let alike = others.len() == held.len();
    builder.begin_array();
    for (index, inner) in held.items().enumerate() {
        schema(builder, inner, others.get(index).copied().filter(|_| alike), known);
    }
    builder.end_array();
}
