//! Alternatives that nothing tells apart once they are encoded.

use isoform_schema::dialect;

use crate::harness::Encoded;

/// Two maps: an answer would be a list of entries either way.
const MAPS: &str = r#"{"type":"object","properties":{"v":{"anyOf":[
    {"title":"Counts","type":"object","additionalProperties":{"type":"array","items":{"type":"object","additionalProperties":{"type":"integer"}}}},
    {"title":"Names","type":"object","additionalProperties":{"type":"object","additionalProperties":{"type":"string"}}}]}},
    "required":["v"],"additionalProperties":false}"#;

#[test]
fn maps_of_different_kinds() {
    Encoded::new(MAPS, &dialect::OPENAI_STRICT)
        .reports("mapped tagged-branch /properties/v")
        .never("json-text")
        .pair(
            r#"{"v":{"a":[{"n":1}]}}"#,
            r#"{"v":{"Counts":{"entries":[{"key":"a","value":[{"entries":[{"key":"n","value":1}]}]}]}}}"#,
        )
        .pair(
            r#"{"v":{"a":{"n":"x"}}}"#,
            r#"{"v":{"Names":{"entries":[{"key":"a","value":{"entries":[{"key":"n","value":"x"}]}}]}}}"#,
        )
        .back_and_forth(|dice| {
            let map = if dice.roll(2) == 0 {
                dice.object(&["a", "Names"], |dice| {
                    dice.list(2, |dice| dice.object(&["n"], |dice| dice.roll(9).to_string()))
                })
            } else {
                dice.object(&["a", "Counts"], |dice| dice.object(&["n", "m"], |_| "\"x\"".to_owned()))
            };
            format!(r#"{{"v":{map}}}"#)
        });
}

/// No test of a plan knows a pattern, so the alternatives are told by their types alone and the pattern is left to the
/// check.
#[test]
fn a_pattern_that_would_be_needed_is_left_to_the_check() {
    let schema = r#"{"type":"object","properties":{"v":{"anyOf":[
        {"type":"object","properties":{"k":{"type":"string","pattern":"^a"}},"required":["k"],"additionalProperties":true},
        {"type":"object","properties":{"k":{"type":"string","pattern":"^b"},"l":{"type":"integer"}},"required":["k","l"],"additionalProperties":{"type":"string"}}]}},
        "required":["v"],"additionalProperties":false}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .reports("mapped tagged-branch /properties/v")
        .reports("wider pattern /properties/v/anyOf/0/properties/k")
        .never("json-text")
        .back_and_forth(|dice| {
            let k = dice.pick(&["a", "ab", "b", "ba"]);
            format!(r#"{{"v":{{"k":"{k}","l":{},"m":"{}"}}}}"#, dice.roll(3), dice.roll(3))
        });
}

#[test]
fn what_every_alternative_took_away_is_named() {
    let schema = r#"{"anyOf":[
        {"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"integer"}}}},
        {"type":"object","properties":{"b":{"type":"object","additionalProperties":{"type":"integer"}}}}]}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .reports("mapped tagged-branch ")
        .pair(r#"{"b":{"x":1}}"#, r#"{"value":{"option_2":{"b":{"entries":[{"key":"x","value":1}]}}}}"#)
        .narrowed(r#"{"b":{"x":1},"c":1}"#, "closed-object", "/anyOf/0");
}
