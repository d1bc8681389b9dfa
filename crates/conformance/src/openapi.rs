//! OpenAPI 3.0 schemas as draft 7, each keyword left in its place so that pointers mean the same.

use crate::json::Json;

const SCHEMAS: &[&str] = &["items", "additionalProperties", "not"];
const LISTS: &[&str] = &["allOf", "anyOf", "oneOf"];
const MAPS: &[&str] = &["properties", "definitions", "patternProperties", "schemas"];

/// Keywords of draft 7 that OpenAPI 3.0 does not have.
const NEWER: &[&str] = &["const", "contains", "propertyNames", "if", "then", "else", "$id"];

/// `nullable: true` beside a `type` adds null to it, and a boolean `exclusiveMinimum` makes the `minimum` exclusive.
/// Draft 4 is nearer in its words, but its `integer` does not admit `1.0`, which readers of OpenAPI do.
pub(crate) fn to_draft7(schema: &Json) -> Json {
    let Json::Object(members) = schema else { return schema.clone() };
    if members.iter().any(|(key, _)| key == "$ref") {
        return schema.clone();
    }
    let says = |keyword: &str| schema.get(keyword).and_then(Json::as_bool) == Some(true);
    let nullable = says("nullable");
    let rewrite = |(key, value): &(String, Json)| {
        let value = match (key.as_str(), value) {
            (key, _) if NEWER.contains(&key) => return None,
            ("minimum", _) if says("exclusiveMinimum") => return None,
            ("maximum", _) if says("exclusiveMaximum") => return None,
            ("exclusiveMinimum", Json::Bool(true)) => schema.get("minimum")?.clone(),
            ("exclusiveMaximum", Json::Bool(true)) => schema.get("maximum")?.clone(),
            ("exclusiveMinimum" | "exclusiveMaximum", Json::Bool(false)) => return None,
            ("type", Json::String(name)) if nullable => Json::Array(vec![Json::text(name), Json::text("null")]),
            (key, value) if SCHEMAS.contains(&key) => to_draft7(value),
            (key, Json::Array(items)) if LISTS.contains(&key) => Json::Array(items.iter().map(to_draft7).collect()),
            (key, Json::Object(members)) if MAPS.contains(&key) => {
                Json::Object(members.iter().map(|(name, value)| (name.clone(), to_draft7(value))).collect())
            }
            ("components", Json::Object(_)) => to_draft7(value),
            (_, value) => value.clone(),
        };
        Some((key.clone(), value))
    };
    Json::Object(members.iter().filter_map(rewrite).collect())
}

#[cfg(test)]
mod tests {
    use super::to_draft7;
    use crate::json::Json;

    fn read(schema: &str) -> String {
        to_draft7(&Json::parse(schema).expect("strict JSON")).to_string()
    }

    #[test]
    fn nullable_is_a_type_and_not_a_property() {
        assert_eq!(
            read(r#"{"properties":{"nullable":{"type":"string","nullable":true}},"nullable":true}"#),
            r#"{"properties":{"nullable":{"type":["string","null"],"nullable":true}},"nullable":true}"#
        );
    }

    #[test]
    fn a_boolean_makes_a_bound_exclusive() {
        assert_eq!(
            read(r#"{"minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":false}"#),
            r#"{"exclusiveMinimum":1,"maximum":2}"#
        );
    }
}
