//! Names that a dialect does not take.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn illegal_names_beside_free_keys() {
    let schema = r#"{"type":"object","properties":{"a b":{"type":"integer"},"ä":{"type":"integer"}},"additionalProperties":{"type":"integer"}}"#;
    Encoded::new(schema, &dialect::ANTHROPIC)
        .reports("mapped renamed /properties/a b")
        .back_and_forth(|dice| dice.object(&["a b", "a_b", "a_b_", "ä", "_", "__"], |dice| dice.roll(9).to_string()));
}
