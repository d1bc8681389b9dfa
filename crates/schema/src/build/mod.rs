//! Schemas written in code.
//!
//! A function for each kind of schema gives a [`SchemaBuilder`], whose methods are named after the keywords they set.
//! [`SchemaBuilder::build`] makes a [`Schema`](crate::Schema) of it.
//!
//! The order is fixed by these rules, so that the same calls give the same bytes:
//!
//! 1. Properties, patterns and definitions stand in the order in which they were first added. Adding a name again
//!    replaces its schema in its place.
//! 2. `required` lists names in the order in which they became required.
//! 3. Keywords stand in one order, whatever the order of calls: first what names the schema (`$schema`, `$id`, `$ref`),
//!    then `type`, `title`, `description`, `const`, `enum`, the rules for strings and numbers, `items` and the rules for
//!    arrays, `properties`, `patternProperties`, `required`, `additionalProperties` and the rules for objects, `anyOf`,
//!    `oneOf`, `allOf`, `not`, `default`, `examples`, then keywords that this list does not have, in the order of calls,
//!    and `$defs` at the end.
//! 4. What was there before stays where it is: a builder made from an object keeps the order of that object, and puts
//!    new keywords before the first one that rule 3 has later.
//!
//! # Examples
//! ```
//! use isoform_schema::build::{array_of, enum_of, integer, object, string};
//!
//! let schema = object()
//!     .description("A table for the evening")
//!     .required("city", string().min_length(1))
//!     .required("guests", integer().minimum(1))
//!     .optional("area", enum_of(["inside", "terrace"]))
//!     .optional("wishes", array_of(string()))
//!     .closed()
//!     .build()?;
//! assert_eq!(
//!     schema.document().to_json(),
//!     concat!(
//!         r#"{"type":"object","description":"A table for the evening","properties":{"#,
//!         r#""city":{"type":"string","minLength":1},"guests":{"type":"integer","minimum":1},"#,
//!         r#""area":{"type":"string","enum":["inside","terrace"]},"#,
//!         r#""wishes":{"type":"array","items":{"type":"string"}}},"#,
//!         r#""required":["city","guests"],"additionalProperties":false}"#,
//!     ),
//! );
//! # Ok::<(), isoform_schema::Error>(())
//! ```
//!
//! A tree of any depth:
//! ```
//! use isoform_schema::build::{array_of, object, reference, string};
//!
//! let node = object().required("name", string()).optional("children", array_of(reference("Node"))).closed();
//! let schema = reference("Node").definition("Node", node).build()?;
//! assert_eq!(schema.document().root().at("/$ref").and_then(|to| to.as_str()), Some("#/$defs/Node"));
//! # Ok::<(), isoform_schema::Error>(())
//! ```

mod builder;
mod reference;

use isoform_json::Value;

pub use builder::SchemaBuilder;

/// An object. It is silent about keys that it does not declare, which lets them all in; see
/// [`SchemaBuilder::closed`].
pub fn object() -> SchemaBuilder {
    typed("object")
}

/// An object whose keys are data, each with a value that fits this schema.
///
/// ```
/// use isoform_schema::build::{integer, map_of};
///
/// let text = map_of(integer()).build()?.document().to_json();
/// assert_eq!(text, r#"{"type":"object","additionalProperties":{"type":"integer"}}"#);
/// # Ok::<(), isoform_schema::Error>(())
/// ```
pub fn map_of(values: impl Into<SchemaBuilder>) -> SchemaBuilder {
    object().additional_properties(values)
}

/// An array of any length whose items fit this schema.
pub fn array_of(items: impl Into<SchemaBuilder>) -> SchemaBuilder {
    typed("array").items(items)
}

/// A string.
pub fn string() -> SchemaBuilder {
    typed("string")
}

/// A whole number.
pub fn integer() -> SchemaBuilder {
    typed("integer")
}

/// A number, whole or not.
pub fn number() -> SchemaBuilder {
    typed("number")
}

/// `true` or `false`.
pub fn boolean() -> SchemaBuilder {
    typed("boolean")
}

/// `null`.
pub fn null() -> SchemaBuilder {
    typed("null")
}

/// Any value: a schema without keywords.
pub fn any() -> SchemaBuilder {
    SchemaBuilder::default()
}

/// One of these values. `type` is said where they share one.
///
/// ```
/// use isoform_schema::build::enum_of;
///
/// let text = |schema: isoform_schema::build::SchemaBuilder| schema.build().map(|schema| schema.document().to_json());
/// assert_eq!(text(enum_of(["asc", "desc"]))?, r#"{"type":"string","enum":["asc","desc"]}"#);
/// assert_eq!(text(enum_of([1, 2, 3]))?, r#"{"type":"integer","enum":[1,2,3]}"#);
/// # Ok::<(), isoform_schema::Error>(())
/// ```
pub fn enum_of(values: impl IntoIterator<Item: Into<Value>>) -> SchemaBuilder {
    let values: Vec<Value> = values.into_iter().map(Into::into).collect();
    let schema = match shared_type(&values) {
        Some(name) => typed(name),
        None => any(),
    };
    schema.keyword("enum", values)
}

/// This value and no other.
pub fn constant(value: impl Into<Value>) -> SchemaBuilder {
    any().keyword("const", value)
}

/// What fits at least one of these schemas.
///
/// ```
/// use isoform_schema::build::{any_of, null, string};
///
/// let text = any_of([string(), null()]).build()?.document().to_json();
/// assert_eq!(text, r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
/// # Ok::<(), isoform_schema::Error>(())
/// ```
pub fn any_of(schemas: impl IntoIterator<Item: Into<SchemaBuilder>>) -> SchemaBuilder {
    list("anyOf", schemas)
}

/// What fits exactly one of these schemas.
pub fn one_of(schemas: impl IntoIterator<Item: Into<SchemaBuilder>>) -> SchemaBuilder {
    list("oneOf", schemas)
}

/// What fits each of these schemas.
pub fn all_of(schemas: impl IntoIterator<Item: Into<SchemaBuilder>>) -> SchemaBuilder {
    list("allOf", schemas)
}

/// What fits the [definition](SchemaBuilder::definition) of this name at the root. Any name will do: it is escaped.
///
/// ```
/// use isoform_schema::build::{reference, string};
///
/// let schema = reference("per cent/%").definition("per cent/%", string()).build()?;
/// assert_eq!(
///     schema.document().to_json(),
///     r##"{"$ref":"#/$defs/per%20cent~1%25","$defs":{"per cent/%":{"type":"string"}}}"##,
/// );
/// # Ok::<(), isoform_schema::Error>(())
/// ```
pub fn reference(definition: &str) -> SchemaBuilder {
    any().keyword("$ref", reference::to_definition(definition))
}

fn typed(name: &'static str) -> SchemaBuilder {
    any().keyword("type", name)
}

fn list(keyword: &'static str, schemas: impl IntoIterator<Item: Into<SchemaBuilder>>) -> SchemaBuilder {
    let schemas: Vec<SchemaBuilder> = schemas.into_iter().map(Into::into).collect();
    any().keyword(keyword, schemas)
}

/// The one name in `type` that admits all of these values.
fn shared_type(values: &[Value]) -> Option<&'static str> {
    let name = |value: &Value| match value.as_number() {
        // Draft 4 takes no number with a fraction or an exponent for an integer, not even 1.0.
        Some(number) if !number.text().contains(['.', 'e', 'E']) => "integer",
        _ => value.kind().name(),
    };
    let both = |one: &'static str, other: &'static str| match (one, other) {
        _ if one == other => Some(one),
        ("integer", "number") | ("number", "integer") => Some("number"),
        _ => None,
    };
    let mut names = values.iter().map(name);
    let first = names.next()?;
    names.try_fold(first, both)
}
