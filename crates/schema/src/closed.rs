//! Rules that a caller may ask of a schema as it stands, without a dialect.

use isoform_json::pointer::push_token;
use isoform_json::{Kind, View};

use crate::walk::subschemas;

/// The JSON Pointer, from `schema`, of every object schema in it that does not say `additionalProperties: false`, in
/// source order. Empty where every object is closed.
///
/// A schema is an object schema where its `type` is `object` or lists it, or where it has an object of `properties`. All
/// subschemas are looked at, those that are under a `not` or an `if` and definitions that nothing uses included;
/// literals are not. What is no object schema passes, and so does a value that is no schema at all.
///
/// The rule looks at each schema by itself: an object that is closed by a reference or by `unevaluatedProperties` is
/// open here, as it is for a provider that asks for the word. A [form](crate::Schema::form) closes objects by meaning.
///
/// ```
/// use isoform_json::Document;
/// use isoform_schema::open_objects;
///
/// let schema = Document::parse(
///     r#"{"type":"object","properties":{"a/b":{"type":["object","null"]},"c":{"const":{"type":"object"}}}}"#,
/// )?;
/// assert_eq!(open_objects(schema.root()), ["", "/properties/a~1b"]);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[must_use]
pub fn open_objects(schema: View<'_>) -> Vec<String> {
    let open = std::iter::once(schema).chain(subschemas(schema)).filter(|schema| is_open(*schema));
    pointers(schema, open)
}

fn is_open(schema: View<'_>) -> bool {
    let closed = |(name, value): (&str, View<'_>)| name == "additionalProperties" && value.as_bool() == Some(false);
    // A key that is repeated has no meaning that can be relied on.
    let says_otherwise =
        |(name, value): (&str, View<'_>)| name == "additionalProperties" && value.as_bool() != Some(false);
    is_object_schema(schema) && (!schema.members().any(closed) || schema.members().any(says_otherwise))
}

fn is_object_schema(schema: View<'_>) -> bool {
    schema.members().any(|(name, value)| match name {
        "type" => value.as_str() == Some("object") || value.items().any(|item| item.as_str() == Some("object")),
        "properties" => value.kind() == Kind::Object,
        _ => false,
    })
}

/// The pointers of values that come in source order, found in one walk over them all.
fn pointers<'a>(root: View<'a>, wanted: impl Iterator<Item = View<'a>>) -> Vec<String> {
    let mut wanted = wanted.peekable();
    let mut found = Vec::new();
    let mut open = vec![(root, String::new())];
    while let Some((view, at)) = open.pop() {
        let Some(next) = wanted.peek() else { break };
        if view.id() == next.id() {
            found.push(at.clone());
            wanted.next();
        }
        let below = |token: &str| {
            let mut at = at.clone();
            push_token(&mut at, token);
            at
        };
        let first = open.len();
        open.extend(view.members().map(|(name, value)| (value, below(name))));
        open.extend(view.items().enumerate().map(|(index, item)| (item, below(&index.to_string()))));
        if let Some(added) = open.get_mut(first..) {
            added.reverse();
        }
    }
    found
}

/// Whether a schema says of itself that its values are arrays, and of what: `type` is the word `array`, alone, and
/// there is `items`.
///
/// ```
/// use isoform_json::Document;
/// use isoform_schema::is_array_schema;
///
/// let is = |text| Document::parse(text).map(|schema| is_array_schema(schema.root()));
/// assert!(is(r#"{"type":"array","items":{"type":"string"}}"#)?);
/// assert!(!is(r#"{"type":["array","null"],"items":{"type":"string"}}"#)?, "null is none");
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[must_use]
pub fn is_array_schema(schema: View<'_>) -> bool {
    schema.get("type").and_then(|name| name.as_str()) == Some("array") && schema.get("items").is_some()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use isoform_json::{Document, ReadOptions};

    use crate::read::positions::{Holds, POSITIONS};

    fn check(schema: &str, open: &[&str]) {
        let document = Document::parse(schema).unwrap();
        assert_eq!(open_objects(document.root()), open, "{schema}");
    }

    #[test]
    fn what_is_no_object_schema_passes() {
        for schema in [r#"{"type":"string"}"#, "true", "false", "[]", "5", "null", r#""object""#, "{}"] {
            check(schema, &[]);
        }
        check(r#"{"type":"object","additionalProperties":false}"#, &[]);
        // Nothing in a literal is a schema.
        for keyword in ["enum", "const", "default", "examples", "x-note"] {
            check(&format!(r#"{{"{keyword}":[{{"type":"object"}}]}}"#), &[]);
        }
        check(r#"{"const":{"properties":{}}}"#, &[]);
        check(r#"{"properties":5}"#, &[]);
    }

    #[test]
    fn what_is_open() {
        check(r#"{"properties":{}}"#, &[""]);
        check(r#"{"type":"object"}"#, &[""]);
        check(r#"{"type":["object","null"]}"#, &[""]);
        check(r#"{"type":"object","additionalProperties":true}"#, &[""]);
        check(r#"{"type":"object","additionalProperties":{"type":"string"}}"#, &[""]);
        check(r#"{"type":"object","additionalProperties":{"not":{}}}"#, &[""]);
        // A property of that name is a property.
        check(r#"{"type":"object","properties":{"additionalProperties":false}}"#, &[""]);
        check(r#"{"type":"object","properties":{"additionalProperties":{"const":false}}}"#, &[""]);
        // Said twice, it is not known what counts.
        check(r#"{"type":"object","additionalProperties":false,"additionalProperties":true}"#, &[""]);
    }

    #[test]
    fn every_place_is_told() {
        check(
            r#"{"properties":{"a":{"properties":{"~/":{"type":"object"}}},"b":{"type":"object","additionalProperties":false}},
                "additionalProperties":{"type":"object"},"$defs":{"unused":{"type":"object"}},"not":{"type":"object"}}"#,
            &["", "/properties/a", "/properties/a/properties/~0~1", "/additionalProperties", "/$defs/unused", "/not"],
        );
        check(
            r#"{"anyOf":[true,{"if":{"type":"object"},"then":{"properties":{}}}]}"#,
            &["/anyOf/1/if", "/anyOf/1/then"],
        );
        check(r#"{"dependencies":{"a":["type"],"b":{"type":"object"}}}"#, &["/dependencies/b"]);
        check(r#"{"items":[{"type":"object"}]}"#, &["/items/0"]);
    }

    /// An open object is found wherever a schema can stand, in a subschema of a larger document as well.
    #[test]
    fn every_position_of_the_table() {
        for (keyword, holds) in POSITIONS {
            let (value, at) = match holds {
                Holds::Schema => (r#"{"type":"object"}"#, format!("/{keyword}")),
                Holds::List | Holds::SchemaOrList => (r#"[{"type":"object"}]"#, format!("/{keyword}/0")),
                Holds::Map | Holds::MapOfSchemaOrNames => (r#"{"k":{"type":"object"}}"#, format!("/{keyword}/k")),
            };
            let schema = format!(r#"{{"title":"t","{keyword}":{value},"default":{{}}}}"#);
            let open = open_objects(Document::parse(&schema).unwrap().root());
            assert!(open.contains(&at), "{keyword}: {open:?}");
            let outer = Document::parse(&format!("[{schema}]")).unwrap();
            assert_eq!(open_objects(outer.root().items().next().unwrap()), open, "{keyword}");
        }
    }

    /// Neither depth nor breadth is a danger.
    #[test]
    fn large_schemas() {
        let deep = format!("{}true{}", r#"{"not":"#.repeat(500), "}".repeat(500));
        let deep = Document::parse_with(&deep, &ReadOptions::default().with_max_depth(512)).unwrap();
        assert_eq!(open_objects(deep.root()), [""; 0]);
        let members: Vec<String> = (0..50_000).map(|number| format!(r#""m{number}":{{"type":"object"}}"#)).collect();
        let broad = Document::parse(&format!(r#"{{"properties":{{{}}}}}"#, members.join(","))).unwrap();
        let open = open_objects(broad.root());
        assert_eq!((open.len(), open.last().map(String::as_str)), (50_001, Some("/properties/m49999")));
    }

    #[test]
    fn arrays() {
        let check =
            |schema: &str, is| assert_eq!(is_array_schema(Document::parse(schema).unwrap().root()), is, "{schema}");
        check(r#"{"type":"array","items":{}}"#, true);
        check(r#"{"type":"array","items":false}"#, true);
        check(r#"{"type":"array"}"#, false);
        check(r#"{"type":"array","prefixItems":[{}]}"#, false);
        check(r#"{"type":["array"],"items":{}}"#, false);
        check(r#"{"type":"object","items":{}}"#, false);
        check(r#"{"items":{}}"#, false);
        check("null", false);
        check("true", false);
        check(r#"["array","items"]"#, false);
    }
}
