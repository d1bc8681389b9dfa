//! Free keys as a list of key and value.

use isoform_schema::dialect;

use crate::harness::Encoded;

#[test]
fn maps() {
    Encoded::new(r#"{"type":"object","additionalProperties":{"type":"integer"}}"#, &dialect::OPENAI_STRICT)
        .reports("mapped entries ")
        .reports("wider unique-keys ")
        .pair(r#"{"a":1,"":2}"#, r#"{"entries":[{"key":"a","value":1},{"key":"","value":2}]}"#)
        .back_and_forth(|dice| dice.object(&["a", "b", "", "entries", "key", "x y"], |dice| dice.roll(9).to_string()))
        .abuse(r#"{"entries":[{"key":"a","value":1},{"key":"a","value":2}]}"#, "/entries/1", "unique-keys", "");
}

#[test]
fn open_objects_and_maps_in_maps() {
    let schema = r#"{"type":"object","properties":{"entries":{"type":"string"}},"required":["entries"],
        "additionalProperties":{"type":"object","additionalProperties":{"type":"boolean"}}}"#;
    Encoded::new(schema, &dialect::ANTHROPIC_STRICT)
        .pair(
            r#"{"entries":"e","m":{"x":true}}"#,
            r#"{"entries":"e","entries_2":[{"key":"m","value":{"entries":[{"key":"x","value":true}]}}]}"#,
        )
        .back_and_forth(|dice| {
            let rest = dice.object(&["m", "n"], |dice| dice.object(&["a", "entries"], |_| "false".to_owned()));
            let comma = if rest == "{}" { "" } else { "," };
            rest.replacen('{', &format!(r#"{{"entries":"e"{comma}"#), 1)
        })
        .abuse(
            r#"{"entries":"e","entries_2":[{"key":"entries","value":{"entries":[]}}]}"#,
            "/entries_2/0",
            "unique-keys",
            "",
        );
}

#[test]
fn keys_by_pattern_are_held_to_it() {
    let schema = r#"{"type":"object","patternProperties":{"^x-":{"type":"string"},"^y-":{"type":"integer"}},"additionalProperties":false}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .never("dropped-keyword")
        .pair(r#"{"x-a":"1","y-b":2}"#, r#"{"entries":[{"key":"x-a","value":"1"},{"key":"y-b","value":2}]}"#)
        .back_and_forth(|dice| {
            dice.object(&["x-", "x-1", "x-2", "x-y-"], |dice| dice.pick(&["\"\"", "\"a\""]).to_owned())
        });
    // A key may fit both.
    let both = schema.replace("^y-", "^x-y-");
    Encoded::new(&both, &dialect::OPENAI_STRICT).reports("wider dropped-keyword ");
}

#[test]
fn names_are_held_to_their_rule() {
    let schema = r#"{"type":"object","propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"null"}}"#;
    Encoded::new(schema, &dialect::OPENAI_STRICT)
        .never("dropped-keyword")
        .never("pattern")
        .back_and_forth(|dice| dice.object(&["a", "b", "key", "entries", "value"], |_| "null".to_owned()));
}
