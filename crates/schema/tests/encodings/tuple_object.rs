//! A tuple as an object with a key for each position.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn positions_optional_ones_and_further_elements() {
    let schema = r#"{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"},{"type":"boolean"}],"items":{"type":"number"},"minItems":2}},"required":["t"],"additionalProperties":false}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .reports("mapped tuple-object /properties/t")
        .pair(r#"{"t":["a",1]}"#, r#"{"t":{"item_0":"a","item_1":1,"item_2":null,"rest":[]}}"#)
        .pair(r#"{"t":["a",1,true,1.50]}"#, r#"{"t":{"item_0":"a","item_1":1,"item_2":true,"rest":[1.50]}}"#)
        .back_and_forth(|dice| {
            let more = dice.pick(&["", ",true", ",false,1", ",true,1,2.5"]);
            format!(r#"{{"t":["{}",{}{more}]}}"#, dice.roll(9), dice.roll(9))
        })
        .abuse(r#"{"t":{"item_0":"a","item_1":1,"item_2":null,"rest":[1]}}"#, "/t", "tuple-object", "/properties/t");
}

#[test]
fn tuples_in_tuples() {
    let schema = r#"{"type":"array","prefixItems":[{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2},{"type":"boolean"}],"items":false,"minItems":2}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .pair(r#"[["a",1],true]"#, r#"{"item_0":{"item_0":"a","item_1":1},"item_1":true}"#)
        .back_and_forth(|dice| format!(r#"[["{}",{}],{}]"#, dice.roll(9), dice.roll(9), dice.pick(&["true", "false"])));
}
