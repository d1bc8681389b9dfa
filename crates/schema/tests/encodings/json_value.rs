//! Any value in a shared definition, where an object is a list of entries.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn any_value_and_lists_of_any() {
    let schema = r#"{"type":"object","properties":{"v":{},"l":{"type":"array"}},"required":["v","l"],"additionalProperties":false}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .reports("mapped json-value /properties/v")
        .reports("mapped json-value /properties/l")
        .pair(
            r#"{"v":{"a":[{}]},"l":[null]}"#,
            r#"{"v":{"entries":[{"key":"a","value":[{"entries":[]}]}]},"l":[null]}"#,
        )
        .back_and_forth(|dice| format!(r#"{{"v":{},"l":{}}}"#, dice.any(4), dice.list(3, |dice| dice.any(2))))
        .abuse(
            r#"{"v":{"entries":[{"key":"a","value":1},{"key":"a","value":2}]},"l":[]}"#,
            "/v/entries/1",
            "unique-keys",
            "/properties/v",
        );
}
