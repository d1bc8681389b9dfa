//! Where subschemas stand: one table for every draft, read by everything that walks a schema.

use isoform_json::{Kind, View};

/// What stands under a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// One schema.
    Schema,
    /// A list of schemas.
    List,
    /// An object whose values are schemas.
    Map,
    /// One schema, or a list of them (`items` of the older drafts).
    SchemaOrList,
    /// An object whose values are schemas or lists of names (`dependencies`).
    MapOfSchemaOrNames,
}

/// The keywords that hold subschemas, in every draft. What stands under any other keyword is data.
pub(crate) const POSITIONS: &[(&str, Holds)] = &[
    ("properties", Holds::Map),
    ("items", Holds::SchemaOrList),
    ("additionalProperties", Holds::Schema),
    ("anyOf", Holds::List),
    ("oneOf", Holds::List),
    ("allOf", Holds::List),
    ("$defs", Holds::Map),
    ("definitions", Holds::Map),
    ("patternProperties", Holds::Map),
    ("prefixItems", Holds::List),
    ("additionalItems", Holds::Schema),
    ("not", Holds::Schema),
    ("if", Holds::Schema),
    ("then", Holds::Schema),
    ("else", Holds::Schema),
    ("contains", Holds::Schema),
    ("propertyNames", Holds::Schema),
    ("dependentSchemas", Holds::Map),
    ("dependencies", Holds::MapOfSchemaOrNames),
    ("unevaluatedProperties", Holds::Schema),
    ("unevaluatedItems", Holds::Schema),
    ("contentSchema", Holds::Schema),
];

/// How subschemas stand in the value of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// The value is one.
    One,
    /// Its items are.
    Items,
    /// Its members are.
    Members,
}

/// How subschemas stand under this keyword, where its value is of this kind; with the keyword as the table spells it.
pub(crate) fn layout(keyword: &str, kind: Kind) -> Option<(&'static str, Layout)> {
    let (name, holds) = POSITIONS.iter().find(|(name, _)| *name == keyword)?;
    let layout = match (holds, kind) {
        (Holds::Schema | Holds::SchemaOrList, Kind::Object | Kind::Bool) => Layout::One,
        (Holds::List | Holds::SchemaOrList, Kind::Array) => Layout::Items,
        (Holds::Map | Holds::MapOfSchemaOrNames, Kind::Object) => Layout::Members,
        _ => return None,
    };
    Some((name, layout))
}

/// Whether a value of this kind can be a schema. What stands in a subschema position and cannot, such as the names in
/// `dependencies`, is no subschema.
pub(crate) fn is_schema(kind: Kind) -> bool {
    matches!(kind, Kind::Object | Kind::Bool)
}

/// The subschemas that stand directly in a schema, in source order.
pub(crate) fn children(schema: View<'_>) -> impl Iterator<Item = View<'_>> {
    schema
        .members()
        .flat_map(|(keyword, value)| {
            let layout = layout(keyword, value.kind()).map(|(_, layout)| layout);
            let one = (layout == Some(Layout::One)).then_some(value);
            let items = (layout == Some(Layout::Items)).then(|| value.items());
            let members = (layout == Some(Layout::Members)).then(|| value.members());
            let members = members.into_iter().flatten().map(|(_, held)| held);
            one.into_iter().chain(items.into_iter().flatten()).chain(members)
        })
        .filter(|held| is_schema(held.kind()))
}
