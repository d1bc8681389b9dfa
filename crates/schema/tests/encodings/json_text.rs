//! A value as JSON text in a string.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn any_value() {
    Encoded::new(r#"{"type":"object","properties":{"v":{}},"required":["v"]}"#, &dialect::ANTHROPIC_STRICT)
        .reports("mapped json-text /properties/v")
        .reports("wider json-text /properties/v")
        .pair(r#"{"v":{"a":[1.50]}}"#, r#"{"v":"{\"a\":[1.50]}"}"#)
        .back_and_forth(|dice| format!(r#"{{"v":{}}}"#, dice.any(3)))
        .abuse(r#"{"v":"{\"a\":"}"#, "/v", "json-text", "/properties/v")
        .abuse(r#"{"v":"1 2"}"#, "/v", "json-text", "/properties/v");
}

#[test]
fn recursion_that_the_dialect_does_not_take() {
    let schema = r##"{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"v":{"type":"integer"},"next":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["v","next"],"additionalProperties":false}}}"##;
    Encoded::new(schema, &dialect::ANTHROPIC_STRICT)
        .reports("mapped json-text /$defs/T")
        .pair(r#"{"v":1,"next":[{"v":2,"next":[]}]}"#, r#"{"v":1,"next":["{\"v\":2,\"next\":[]}"]}"#)
        .back_and_forth(|dice| {
            let leaf = |dice: &mut crate::harness::Dice| format!(r#"{{"v":{},"next":[]}}"#, dice.roll(100));
            format!(r#"{{"v":{},"next":{}}}"#, dice.roll(100), dice.list(4, leaf))
        });
}
