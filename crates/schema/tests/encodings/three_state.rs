//! An optional member that may be null, with absent and null apart.

use isoform_schema::{FormOptions, dialect};

use crate::harness::Encoded;

#[test]
fn absent_null_and_a_value() {
    let schema = r#"{"type":"object","properties":{"a":{"type":["integer","null"]}},"additionalProperties":false}"#;
    let options = FormOptions::default().with_three_state(true);
    Encoded::with(schema, &dialect::OPENAI_STRICT, &options)
        .never("absent-or-null")
        .pair("{}", r#"{"a":null}"#)
        .pair(r#"{"a":null}"#, r#"{"a":{"value":null}}"#)
        .back_and_forth(|dice| match dice.roll(3) {
            0 => "{}".to_owned(),
            1 => r#"{"a":null}"#.to_owned(),
            _ => format!(r#"{{"a":{}}}"#, dice.roll(100)),
        });
    // Without it the two are one, and that is said.
    Encoded::new(schema, &dialect::OPENAI_STRICT).reports("narrower absent-or-null /properties/a");
}
