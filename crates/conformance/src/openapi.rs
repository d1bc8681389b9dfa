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
    // What an OpenAPI schema means is its neutral form, where 1.0 is an integer, as it is not in draft 4.
    let whole = schema.get_str("type") == Some("integer") && schema.get("multipleOf").is_none();
    let nullable = schema.get("nullable").and_then(Json::as_bool) == Some(true);
    let rewrite = |(key, value): &(String, Json)| {
        let value = match (key.as_str(), value) {
            ("type", Json::String(name)) => {
                let name = if whole { "number" } else { name };
                if nullable { Json::Array(vec![Json::text(name), Json::text("null")]) } else { Json::text(name) }
            }
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
    let mut members: Vec<(String, Json)> = members.iter().map(rewrite).collect();
    if whole {
        members.extend(Json::parse(r#"{"multipleOf":1}"#).ok().and_then(|step| match step {
            Json::Object(members) => members.into_iter().next(),
            _ => None,
        }));
    }
    Json::Object(members)
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
