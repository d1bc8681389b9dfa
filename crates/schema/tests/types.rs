//! Schemas of Rust types: the order of declaration, exact bounds, and definitions only where they are needed.

#![allow(clippy::unwrap_used, dead_code)]

use std::collections::BTreeMap;

use isoform_schema::{FormOptions, Schema, Source, dialect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn json<T: JsonSchema>() -> String {
    Schema::of::<T>().unwrap().document().to_json()
}

/// A point.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Point {
    y: f64,
    x: f64,
}

#[test]
fn members_stand_in_the_order_of_their_declaration() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Order {
        zone: String,
        #[serde(default)]
        extras: BTreeMap<String, u32>,
        #[serde(skip_serializing)]
        secret: i64,
        note: Option<String>,
        #[serde(rename = "alpha")]
        renamed: bool,
        place: Point,
    }
    // `secret` is decoded alone: it stands behind what it follows in the list of required members.
    let wanted = r#"{"title":"Order","type":"object","properties":{"zone":{"type":"string"},"secret":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"writeOnly":true},"extras":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":4294967295},"default":{}},"note":{"type":["string","null"]},"alpha":{"type":"boolean"},"place":{"description":"A point.","type":"object","properties":{"y":{"type":"number"},"x":{"type":"number"}},"required":["y","x"]}},"required":["zone","secret","alpha","place"]}"#;
    assert_eq!(json::<Order>(), wanted);
}

#[test]
fn alternatives_keep_their_members_in_order_too() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Shape {
        Circle { radius: f32, centre: Point },
        Named(Named),
        Nothing,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Named {
        name: String,
        colour: Option<String>,
        area: u16,
    }
    let wanted = r#"{"title":"Shape","oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"circle"},"radius":{"type":"number"},"centre":{"description":"A point.","type":"object","properties":{"y":{"type":"number"},"x":{"type":"number"}},"required":["y","x"]}},"required":["kind","radius","centre"]},{"type":"object","properties":{"kind":{"type":"string","const":"named"},"name":{"type":"string"},"colour":{"type":["string","null"]},"area":{"type":"integer","minimum":0,"maximum":65535}},"required":["kind","name","area"]},{"type":"object","properties":{"kind":{"type":"string","const":"nothing"}},"required":["kind"]}]}"#;
    assert_eq!(json::<Shape>(), wanted);
}

#[test]
fn what_comes_back_to_itself_is_a_definition() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Outline {
        root: Heading,
        other: Option<Box<Heading>>,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Heading {
        text: String,
        below: Vec<Heading>,
    }
    let schema = Schema::of::<Outline>().unwrap();
    assert_eq!(schema.source(), Source::Draft202012);
    let definition = schema.document().root().at("/$defs/Heading/properties").unwrap();
    let names: Vec<&str> = definition.members().map(|(name, _)| name).collect();
    assert_eq!(names, ["text", "below"]);
    assert_eq!(
        schema.document().root().at("/properties/root/properties/below/items/$ref").unwrap().as_str(),
        Some("#/$defs/Heading")
    );
    for dialect in [&dialect::OPENAI_STRICT, &dialect::GEMINI, &dialect::ANTHROPIC_STRICT] {
        assert!(schema.form(dialect, &FormOptions::default()).is_ok(), "{}", dialect.name);
    }
}

#[test]
fn bounds_are_those_of_the_type_and_no_wider_than_what_is_written() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Numbers {
        small: i8,
        long: u64,
        longer: i128,
        #[schemars(range(min = 3, max = 9))]
        few: u32,
        maybe: Option<i32>,
        real: f64,
    }
    let wanted = r#"{"title":"Numbers","type":"object","properties":{"small":{"type":"integer","minimum":-128,"maximum":127},"long":{"type":"integer","minimum":0,"maximum":18446744073709551615},"longer":{"type":"integer","minimum":-170141183460469231731687303715884105728,"maximum":170141183460469231731687303715884105727},"few":{"type":"integer","minimum":3,"maximum":9},"maybe":{"type":["integer","null"],"minimum":-2147483648,"maximum":2147483647},"real":{"type":"number"}},"required":["small","long","longer","few","real"]}"#;
    assert_eq!(json::<Numbers>(), wanted);
}

#[test]
fn the_same_type_gives_the_same_bytes() {
    assert_eq!(json::<Point>(), json::<Point>());
    assert_eq!(
        json::<Vec<Point>>(),
        r#"{"title":"Array_of_Point","type":"array","items":{"description":"A point.","type":"object","properties":{"y":{"type":"number"},"x":{"type":"number"}},"required":["y","x"]}}"#
    );
}
