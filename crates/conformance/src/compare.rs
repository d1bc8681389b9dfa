//! When two schemas say the same: apart from annotations, and from the order of `required`, type lists and `enum`.

use crate::atlas::subschemas;
use crate::json::Json;

const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "example",
    "$schema",
    "$comment",
    "propertyOrdering",
    "deprecated",
    "readOnly",
    "writeOnly",
];
const UNORDERED: &[&str] = &["required", "type", "enum"];

/// Whether a schema is the wanted one. `propertyOrdering` counts where the wanted one has it.
pub fn same_schema(wanted: &Json, got: &Json) -> bool {
    let ordering = wanted.to_string().contains("\"propertyOrdering\"");
    normal(wanted, ordering) == normal(got, ordering)
}

/// Whether two equal schemas also spell alike: properties in one order, numbers with the same digits.
pub fn same_spelling(wanted: &Json, got: &Json) -> bool {
    match (wanted, got) {
        (Json::Number(wanted), Json::Number(got)) => wanted == got,
        (Json::Array(wanted), Json::Array(got)) => {
            wanted.iter().zip(got).all(|(wanted, got)| same_spelling(wanted, got))
        }
        (Json::Object(wanted), Json::Object(_)) => wanted.iter().all(|(key, value)| {
            let Some(other) = got.get(key) else { return true };
            let names = |value: &Json| {
                value.as_object().map(|members| members.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
            };
            (key != "properties" || names(value) == names(other)) && same_spelling(value, other)
        }),
        _ => true,
    }
}

/// The schema without annotations, its sets in one order.
fn normal(schema: &Json, ordering: bool) -> Json {
    let mut out = schema.clone();
    strip(&mut out, ordering);
    out
}

fn strip(schema: &mut Json, ordering: bool) {
    for pointer in subschemas(schema, "") {
        if let Some(child) = schema.at_mut(&pointer) {
            strip(child, ordering);
        }
    }
    let Json::Object(members) = schema else { return };
    members.retain(|(key, _)| !ANNOTATIONS.contains(&key.as_str()) || (ordering && key == "propertyOrdering"));
    for (key, value) in members {
        if let (true, Json::Array(items)) = (UNORDERED.contains(&key.as_str()), value) {
            items.sort_by_key(Json::to_string);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{same_schema, same_spelling};
    use crate::json::Json;

    fn same(left: &str, right: &str) -> bool {
        same_schema(&Json::parse(left).expect("strict JSON"), &Json::parse(right).expect("strict JSON"))
    }

    #[test]
    fn annotations_and_order_do_not_count() {
        assert!(same(r#"{"type":["a","b"],"title":"x"}"#, r#"{"type":["b","a"]}"#));
        assert!(same(r#"{"required":["a","b"],"enum":[1,2]}"#, r#"{"enum":[2,1.0],"required":["b","a"]}"#));
        assert!(!same(r#"{"properties":{"title":{}}}"#, r#"{"properties":{}}"#));
        assert!(!same(r#"{"const":{"title":1}}"#, r#"{"const":{}}"#));
        assert!(!same(r#"{"anyOf":[{"type":"a"},{"type":"b"}]}"#, r#"{"anyOf":[{"type":"b"},{"type":"a"}]}"#));
        assert!(!same(r#"{"propertyOrdering":["a"]}"#, r"{}"));
        assert!(same(r"{}", r#"{"propertyOrdering":["a"]}"#));
    }

    #[test]
    fn spelling_is_order_and_digits() {
        let spelled = |left: &str, right: &str| {
            same_spelling(&Json::parse(left).expect("strict JSON"), &Json::parse(right).expect("strict JSON"))
        };
        assert!(spelled(
            r#"{"enum":[1.50],"properties":{"b":{},"a":{}}}"#,
            r#"{"properties":{"b":{},"a":{}},"enum":[1.50]}"#
        ));
        assert!(!spelled(r#"{"enum":[1.50]}"#, r#"{"enum":[1.5]}"#));
        assert!(!spelled(r#"{"properties":{"b":{},"a":{}}}"#, r#"{"properties":{"a":{},"b":{}}}"#));
    }
}
