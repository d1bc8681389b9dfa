//! OpenAPI 3.0 schemas as draft 4, each keyword left in its place so that pointers mean the same.

use crate::json::Json;

const SCHEMAS: &[&str] = &["items", "additionalProperties", "not"];
const LISTS: &[&str] = &["allOf", "anyOf", "oneOf"];
const MAPS: &[&str] = &["properties", "definitions", "patternProperties", "schemas"];

/// `nullable: true` beside a `type` adds null to it; the rest is draft 4 already.
pub(crate) fn to_draft4(schema: &Json) -> Json {
    let Json::Object(members) = schema else { return schema.clone() };
    if members.iter().any(|(key, _)| key == "$ref") {
        return schema.clone();
    }
    let nullable = schema.get("nullable").and_then(Json::as_bool) == Some(true);
    let rewrite = |(key, value): &(String, Json)| {
        let value = match (key.as_str(), value) {
            ("type", Json::String(name)) if nullable => Json::Array(vec![Json::text(name), Json::text("null")]),
            (key, value) if SCHEMAS.contains(&key) => to_draft4(value),
            (key, Json::Array(items)) if LISTS.contains(&key) => Json::Array(items.iter().map(to_draft4).collect()),
            (key, Json::Object(members)) if MAPS.contains(&key) => {
                Json::Object(members.iter().map(|(name, value)| (name.clone(), to_draft4(value))).collect())
            }
            ("components", Json::Object(_)) => to_draft4(value),
            (_, value) => value.clone(),
        };
        (key.clone(), value)
    };
    Json::Object(members.iter().map(rewrite).collect())
}

#[cfg(test)]
mod tests {
    use super::to_draft4;
    use crate::json::Json;

    #[test]
    fn nullable_is_a_type_and_not_a_property() {
        let schema = Json::parse(r#"{"properties":{"nullable":{"type":"string","nullable":true}},"nullable":true}"#);
        let read = to_draft4(&schema.expect("strict JSON"));
        assert_eq!(
            read.to_string(),
            r#"{"properties":{"nullable":{"type":["string","null"],"nullable":true}},"nullable":true}"#
        );
    }
}
