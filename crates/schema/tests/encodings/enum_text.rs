//! Values as text where enums hold strings.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn values_of_every_type() {
    let values = ["1", "\"1\"", "true", "null", "[1]", r#"{"a":null}"#, "\"\"", "1.50"];
    let schema =
        format!(r#"{{"type":"object","properties":{{"v":{{"enum":[{}]}}}},"required":["v"]}}"#, values.join(","));
    Encoded::new(&schema, &dialect::GEMINI)
        .reports("mapped enum-text /properties/v")
        .pair(r#"{"v":"1"}"#, r#"{"v":"\"1\""}"#)
        .pair(r#"{"v":1}"#, r#"{"v":"1"}"#)
        .back_and_forth(|dice| format!(r#"{{"v":{}}}"#, dice.pick(&values)));
}
