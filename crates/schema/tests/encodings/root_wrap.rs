//! A root that is no object.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn lists_and_unions() {
    Encoded::new(r#"{"type":"array","items":{"type":"integer"}}"#, &dialect::OPENAI_STRICT)
        .reports("mapped root-wrap ")
        .pair("[1,2]", r#"{"value":[1,2]}"#)
        .back_and_forth(|dice| dice.list(5, |dice| dice.roll(100).to_string()));
    Encoded::new(r#"{"anyOf":[{"type":"string"},{"type":"boolean"}]}"#, &dialect::OPENAI_STRICT).back_and_forth(
        |dice| dice.pick(&["true", "false", "\"\"", "\"value\"", "\"a\"", "\"b\"", "\"c\""]).to_owned(),
    );
}
