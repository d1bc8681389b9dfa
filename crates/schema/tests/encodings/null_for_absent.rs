//! Null where an optional member is absent.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn optional_members() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"enum":["x","y"]},"c":{"type":"array","items":{"type":"integer"}}},"required":["a"],"additionalProperties":false}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .reports("mapped null-for-absent /properties/b")
        .pair(r#"{"a":""}"#, r#"{"a":"","b":null,"c":null}"#)
        .back_and_forth(|dice| {
            let more = dice.pick(&["", r#","b":"x""#, r#","b":"y","c":[]"#, r#","c":[1,2]"#]);
            format!(r#"{{"a":"{}"{more}}}"#, dice.roll(50))
        });
}
