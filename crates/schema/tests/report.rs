//! What the account of changes says, and what it must not say.

#![allow(clippy::unwrap_used, reason = "tests say what they expect by failing")]

use isoform_schema::{FormOptions, Kind, Schema, dialect};

fn dead(schema: &str) -> Vec<String> {
    let form = Schema::parse(schema).unwrap().form(&dialect::JSON_SCHEMA, &FormOptions::default()).unwrap();
    let dead = form.changes().iter().filter(|change| change.kind == Kind::DeadDefinition);
    dead.map(|change| change.at.clone()).collect()
}

#[test]
fn a_definition_that_is_entered_deep_inside_is_not_dead() {
    let schema = r##"{"properties":{"p":{"$ref":"#/$defs/A/properties/z/items"}},
        "$defs":{"A":{"properties":{"a":{"type":"null"},"b":{"type":"null"},"z":{"items":{"type":"string"}}}},
                 "B":{"type":"string"}}}"##;
    assert_eq!(dead(schema), ["/$defs/B"]);
}
