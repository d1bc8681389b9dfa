//! Schemas of Rust types: the order of declaration, exact bounds, and definitions only where they are needed.

#![allow(clippy::unwrap_used, dead_code)]

use std::collections::BTreeMap;

use isoform_schema::{FormOptions, Schema, Source, dialect};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn json<T: JsonSchema + DeserializeOwned + 'static>() -> String {
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
    // `secret` is decoded alone: the encoding does not name it, and the decoder's list of fields has its place.
    let wanted = r#"{"title":"Order","type":"object","properties":{"zone":{"type":"string"},"extras":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":4294967295},"default":{}},"secret":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"writeOnly":true},"note":{"type":["string","null"]},"alpha":{"type":"boolean"},"place":{"description":"A point.","type":"object","properties":{"y":{"type":"number"},"x":{"type":"number"}},"required":["y","x"]}},"required":["zone","secret","alpha","place"]}"#;
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

/// The names of the members at a place, in order.
fn names<T: JsonSchema + DeserializeOwned + 'static>(at: &str) -> Vec<String> {
    let schema = Schema::of::<T>().unwrap();
    let properties = schema.document().root().at(at).unwrap();
    properties.members().map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn what_is_not_encoded_stands_where_it_was_declared() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Holes {
        #[serde(skip_serializing)]
        zulu: Option<u8>,
        yankee: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        xray: Option<u8>,
        #[serde(default, skip_serializing)]
        whisky: u8,
        #[serde(skip)]
        nothing: u8,
        #[serde(skip_deserializing)]
        given: u8,
        #[serde(rename(serialize = "a", deserialize = "b"))]
        victor: u8,
        #[serde(alias = "aa")]
        uniform: u8,
    }
    assert_eq!(names::<Holes>("/properties"), ["zulu", "yankee", "xray", "whisky", "b", "uniform"]);
    let schema = Schema::of::<Holes>().unwrap();
    assert_eq!(schema.document().root().get("required").unwrap().to_json(), r#"["yankee","b","uniform"]"#);
}

#[test]
fn a_type_that_is_not_encoded_at_all_keeps_its_order() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        z: Option<u8>,
        y: Option<u8>,
        a: Option<u8>,
    }
    #[derive(Deserialize, JsonSchema)]
    enum Outer {
        Struct {
            #[serde(default)]
            z: u8,
            #[serde(skip_serializing)]
            inner: Option<Inner>,
            #[serde(skip_serializing)]
            a: Option<Vec<Inner>>,
        },
    }
    let branch = "/oneOf/0/properties/Struct/properties";
    assert_eq!(names::<Outer>(branch), ["z", "inner", "a"]);
    assert_eq!(names::<Outer>(&format!("{branch}/inner/properties")), ["z", "y", "a"]);
    assert_eq!(names::<Outer>(&format!("{branch}/a/items/properties")), ["z", "y", "a"]);
}

#[test]
fn a_hole_in_a_type_that_comes_back_to_itself() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Node {
        z: u8,
        #[serde(skip_serializing)]
        m: Option<Box<Node>>,
        a: u8,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Holds {
        node: Node,
    }
    assert_eq!(names::<Node>("/properties"), ["z", "m", "a"]);
    assert_eq!(names::<Holds>("/properties/node/properties"), ["z", "m", "a"]);
    assert_eq!(names::<Holds>("/$defs/Node/properties"), ["z", "m", "a"]);
}

#[test]
fn where_serde_asks_without_names_the_given_order_is_kept() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Tagged {
        One {
            #[serde(skip_serializing)]
            z: Option<u8>,
            y: u8,
            #[serde(skip_serializing)]
            a: Option<u8>,
        },
    }
    // The tag and what is encoded come first; the rest is sorted.
    assert_eq!(names::<Tagged>("/oneOf/0/properties"), ["t", "y", "a", "z"]);
}

mod here {
    use super::*;

    #[derive(Deserialize, Serialize, JsonSchema)]
    pub(super) struct Node {
        pub(super) here: Vec<Node>,
    }
}

#[test]
fn adding_a_field_renames_no_definition() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Pair<T> {
        one: Vec<Pair<T>>,
        value: T,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Before {
        numbers: Pair<u8>,
        words: Pair<String>,
        here: here::Node,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct After {
        a_first_one: Option<here::Node>,
        flags: Pair<bool>,
        numbers: Pair<u8>,
        plain: Point,
        words: Pair<String>,
        here: here::Node,
    }
    let definition =
        |schema: &Schema, name: &str| schema.document().root().at(&format!("/$defs/{name}")).unwrap().to_json();
    let (before, after) = (Schema::of::<Before>().unwrap(), Schema::of::<After>().unwrap());
    for name in ["Node", "Pair_uint8", "Pair_string"] {
        assert_eq!(definition(&before, name), definition(&after, name));
    }
    assert_eq!(names::<After>("/$defs"), ["Node", "Pair_boolean", "Pair_string", "Pair_uint8"]);
}

mod there {
    use super::*;

    #[derive(Deserialize, Serialize, JsonSchema)]
    pub(super) struct Node {
        pub(super) there: Option<Box<Node>>,
    }
}

#[test]
fn types_of_one_name_are_named_by_their_modules_in_any_order() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct One {
        here: here::Node,
        there: there::Node,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Other {
        there: there::Node,
        here: here::Node,
    }
    assert_eq!(names::<One>("/$defs"), ["types_here_Node", "types_there_Node"]);
    assert_eq!(names::<Other>("/$defs"), ["types_here_Node", "types_there_Node"]);
    let schema = Schema::of::<Other>().unwrap();
    let reference = |at: &str| schema.document().root().at(at).unwrap().as_str().unwrap().to_owned();
    assert_eq!(reference("/properties/here/properties/here/items/$ref"), "#/$defs/types_here_Node");
    assert_eq!(reference("/$defs/types_there_Node/properties/there/anyOf/0/$ref"), "#/$defs/types_there_Node");
}

#[test]
fn what_is_written_on_a_field_is_said_of_it() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Unit {
        Celsius,
        Fahrenheit,
    }
    /// The weather somewhere.
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Weather {
        /// City name, e.g. Paris, required
        city: String,
        unit: Unit,
        /// In the unit that was asked for.
        #[schemars(required)]
        temperature: Option<f64>,
        #[schemars(description = "Between 0 and 1.", range(min = 0, max = 1))]
        rain: Option<f64>,
        #[schemars(extend("enum" = ["low", "high"]))]
        level: String,
        #[serde(default)]
        days: u8,
    }
    let wanted = concat!(
        r#"{"title":"Weather","description":"The weather somewhere.","type":"object","properties":{"#,
        r#""city":{"description":"City name, e.g. Paris, required","type":"string"},"#,
        r#""unit":{"type":"string","enum":["celsius","fahrenheit"]},"#,
        r#""temperature":{"description":"In the unit that was asked for.","type":"number"},"#,
        r#""rain":{"description":"Between 0 and 1.","type":["number","null"],"minimum":0,"maximum":1},"#,
        r#""level":{"type":"string","enum":["low","high"]},"#,
        r#""days":{"type":"integer","minimum":0,"maximum":255,"default":0}},"#,
        r#""required":["city","unit","temperature","level"]}"#,
    );
    assert_eq!(json::<Weather>(), wanted);
}

#[test]
fn formats_that_no_draft_defines_are_gone_and_no_draft_is_named() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Formats {
        ip: std::net::IpAddr,
        four: std::net::Ipv4Addr,
        #[schemars(extend("format" = "partial-time"))]
        time: String,
        #[schemars(extend("format" = "date"))]
        date: String,
        real: f32,
    }
    let wanted = concat!(
        r#"{"title":"Formats","type":"object","properties":{"ip":{"type":"string"},"four":{"type":"string","format":"ipv4"},"#,
        r#""time":{"type":"string"},"date":{"type":"string","format":"date"},"real":{"type":"number"}},"#,
        r#""required":["ip","four","time","date","real"]}"#,
    );
    assert_eq!(json::<Formats>(), wanted);
}

#[test]
fn a_schema_is_made_once() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static MADE: AtomicUsize = AtomicUsize::new(0);
    #[derive(Deserialize)]
    struct Counted;
    impl JsonSchema for Counted {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Counted".into()
        }
        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            MADE.fetch_add(1, Ordering::Relaxed);
            schemars::json_schema!({ "type": "null" })
        }
    }
    let first = Schema::of::<Counted>().unwrap();
    let made = MADE.load(Ordering::Relaxed);
    let second = Schema::of::<Counted>().unwrap();
    assert!(made > 0);
    assert_eq!(MADE.load(Ordering::Relaxed), made);
    // The very same document.
    assert!(std::ptr::eq(first.document(), second.document()));
}

#[test]
fn a_type_that_asks_for_its_own_schema_while_it_is_read() {
    // The lock is not held while types are asked.
    struct Curious;
    impl<'de> Deserialize<'de> for Curious {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Curious, D::Error> {
            Schema::of::<Point>().map_err(serde::de::Error::custom)?;
            bool::deserialize(deserializer).map(|_| Curious)
        }
    }
    impl JsonSchema for Curious {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Curious".into()
        }
        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({ "type": "boolean" })
        }
    }
    assert!(Schema::of::<Curious>().is_ok());
}

#[test]
fn what_is_written_out_twice_is_known_at_both_places() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Hole {
        #[serde(skip_serializing)]
        z: Option<std::time::Duration>,
        y: u8,
        #[serde(skip_serializing)]
        a: Option<u8>,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Holds {
        one: Hole,
        two: Hole,
        list: Vec<Hole>,
        nothing: Option<Box<Hole>>,
    }
    let schema = Schema::of::<Holds>().unwrap();
    for at in ["one", "two", "list/items", "nothing"] {
        let at = format!("/properties/{at}/properties");
        assert_eq!(names::<Holds>(&at), ["z", "y", "a"], "{at}");
        let closed = schema.document().root().at(&format!("{at}/z/additionalProperties")).unwrap();
        assert_eq!(closed.as_bool(), Some(false), "{at}");
    }
}

#[test]
fn two_types_of_one_schema_are_two() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Span {
        start: u8,
        end: u8,
    }
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Holds {
        ours: Span,
        theirs: std::ops::Range<u8>,
        again: Span,
        theirs_again: std::ops::Range<u8>,
    }
    let schema = Schema::of::<Holds>().unwrap();
    let says = |name: &str| schema.document().root().at(&format!("/properties/{name}/additionalProperties")).is_some();
    assert_eq!(["ours", "theirs", "again", "theirs_again"].map(says), [false, true, false, true]);
}

#[test]
fn a_wide_type_is_asked_in_proportion() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static DECODED: AtomicUsize = AtomicUsize::new(0);
    struct Counted;
    impl<'de> Deserialize<'de> for Counted {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Counted, D::Error> {
            DECODED.fetch_add(1, Ordering::Relaxed);
            u8::deserialize(deserializer).map(|_| Counted)
        }
    }
    impl JsonSchema for Counted {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Counted".into()
        }
        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            u8::json_schema(generator)
        }
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Choice {
        A { a: Counted, b: Option<Counted> },
        B { a: Option<Counted>, b: Counted },
        C,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Four {
        a: Option<Choice>,
        b: Option<Choice>,
        c: Vec<Choice>,
        d: Choice,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Sixteen {
        a: Four,
        b: Four,
        c: Option<Four>,
        d: Vec<Four>,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Many {
        a: Sixteen,
        b: Sixteen,
        c: Option<Sixteen>,
        d: Vec<Sixteen>,
    }
    Schema::of::<Many>().unwrap();
    // 256 places where a number stands, each decoded a few times and not once for every other.
    let decoded = DECODED.load(Ordering::Relaxed);
    assert!((1..5_000).contains(&decoded), "{decoded} numbers were decoded");
}
