//! Where subschemas stand: one table for every draft, read by everything that walks a schema.

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

/// What stands under this keyword, where it holds subschemas.
pub(crate) fn holds(keyword: &str) -> Option<Holds> {
    POSITIONS.iter().find(|(name, _)| *name == keyword).map(|(_, holds)| *holds)
}
