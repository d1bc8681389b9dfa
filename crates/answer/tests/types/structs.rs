//! Structs and the attributes of their fields.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::table::{Hidden, Tolerated, table};

const ARRAY: &str = "serde takes a struct as an array of its fields";

#[test]
fn plain() {
    #[derive(Deserialize, JsonSchema)]
    struct Plain {
        a: u8,
        b: String,
    }
    let neither = ["{}", r#"{"a":1}"#, r#"{"a":null,"b":"x"}"#, r#"{"a":256,"b":"x"}"#, "null", "[]"];
    table::<Plain>(&[r#"{"a":1,"b":"x"}"#, r#"{"b":"x","a":1,"c":2}"#], &neither, &[(r#"[1,"x"]"#, Tolerated(ARRAY))]);
}

#[test]
fn repeated_names_are_refused_before_anything_else() {
    #[derive(Deserialize, JsonSchema)]
    struct Plain {
        a: u8,
    }
    let contract = isoform_answer::Contract::of::<Plain>().unwrap();
    let error = contract.read(r#"{"a":1,"a":2}"#, &isoform_answer::ReadOptions::guided()).err().unwrap();
    assert_eq!((error.code(), error.pointer()), ("duplicate-key", Some("/a")));
}

#[test]
fn no_fields() {
    #[derive(Deserialize, JsonSchema)]
    struct Empty {}
    table::<Empty>(&["{}", r#"{"a":1}"#], &["null", "1"], &[("[]", Tolerated(ARRAY))]);
}

#[test]
fn unit_struct() {
    #[derive(Deserialize, JsonSchema)]
    struct Unit;
    table::<Unit>(&["null"], &["{}", "[]"], &[]);
}

#[test]
fn newtype() {
    #[derive(Deserialize, JsonSchema)]
    struct New(u8);
    table::<New>(&["1"], &["[1]", "256"], &[]);
}

#[test]
fn transparent() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(transparent)]
    struct Clear {
        only: Vec<u8>,
    }
    table::<Clear>(&["[1]"], &[r#"{"only":[1]}"#], &[]);
}

#[test]
fn closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        a: u8,
        b: Option<u8>,
    }
    table::<Closed>(
        &[r#"{"a":1}"#, r#"{"a":1,"b":null}"#],
        &[r#"{"a":1,"c":2}"#, r#"{"b":1}"#],
        &[("[1,2]", Tolerated(ARRAY))],
    );
}

#[test]
fn closed_and_empty() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {}
    table::<Closed>(&["{}"], &[r#"{"a":1}"#], &[]);
}

#[test]
fn optional() {
    #[derive(Deserialize, JsonSchema)]
    struct Optional {
        a: Option<u8>,
        b: Option<Option<u8>>,
    }
    table::<Optional>(&["{}", r#"{"a":null,"b":null}"#, r#"{"a":1,"b":2}"#], &[r#"{"a":"x"}"#], &[]);
}

#[test]
fn optional_by_hand() {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
        Option::<u8>::deserialize(deserializer)
    }
    #[derive(Deserialize, JsonSchema)]
    struct Optional {
        // There is no default: serde misses it. Only the type says so.
        #[serde(deserialize_with = "read")]
        a: Option<u8>,
        #[serde(default, deserialize_with = "read")]
        b: Option<u8>,
    }
    table::<Optional>(&[r#"{"a":null}"#, r#"{"a":1,"b":null}"#], &["{}", r#"{"b":1}"#, r#"{"a":256}"#], &[]);
}

#[test]
fn required_by_wish() {
    #[derive(Deserialize, JsonSchema)]
    struct Required {
        #[schemars(required)]
        a: Option<u8>,
    }
    let why = "the author wants an answer where serde would do without";
    table::<Required>(&[r#"{"a":1}"#], &[r#"{"a":256}"#], &[("{}", Tolerated(why)), (r#"{"a":null}"#, Tolerated(why))]);
}

#[test]
fn defaults() {
    #[derive(Deserialize, JsonSchema)]
    struct Defaults {
        #[serde(default)]
        a: u8,
        b: bool,
    }
    table::<Defaults>(&[r#"{"b":true}"#, r#"{"a":1,"b":true}"#], &[r#"{"a":null,"b":true}"#, r#"{"a":1}"#], &[]);
}

#[test]
fn a_default_of_all() {
    #[derive(Deserialize, JsonSchema, Default)]
    #[serde(default)]
    struct Defaults {
        a: u8,
        b: Vec<u8>,
    }
    table::<Defaults>(&["{}", r#"{"a":1}"#], &[r#"{"b":null}"#], &[("[]", Tolerated(ARRAY))]);
}

#[test]
fn renamed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Renamed {
        first_name: String,
        #[serde(rename = "$ref")]
        reference: u8,
    }
    table::<Renamed>(
        &[r#"{"firstName":"a","$ref":1}"#],
        &[r#"{"first_name":"a","$ref":1}"#, r#"{"firstName":"a","reference":1}"#],
        &[],
    );
}

#[test]
fn renamed_by_direction() {
    #[derive(Deserialize, JsonSchema)]
    struct Renamed {
        #[serde(rename(serialize = "out", deserialize = "in"))]
        a: u8,
    }
    table::<Renamed>(&[r#"{"in":1}"#], &[r#"{"out":1}"#, r#"{"a":1}"#], &[]);
}

#[test]
fn aliases() {
    #[derive(Deserialize, JsonSchema)]
    struct Alias {
        #[serde(alias = "aa")]
        a: u8,
    }
    table::<Alias>(
        &[r#"{"a":1}"#],
        &["{}"],
        &[
            (r#"{"aa":1}"#, Tolerated("an alias is for other writers, not a name to ask for")),
            (r#"{"a":1,"aa":1}"#, Hidden("/aa", "an open object may hold the alias beside the name")),
        ],
    );
}

#[test]
fn skipped() {
    #[derive(Deserialize, JsonSchema)]
    struct Skips {
        a: u8,
        #[serde(skip)]
        b: u8,
        #[serde(skip_deserializing)]
        c: u8,
        #[serde(skip_serializing)]
        d: u8,
    }
    table::<Skips>(&[r#"{"a":1,"d":1}"#, r#"{"a":1,"b":"x","c":"x","d":1}"#], &[r#"{"a":1}"#], &[]);
}

#[test]
fn skipped_and_closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Skips {
        a: u8,
        #[serde(skip)]
        b: u8,
    }
    table::<Skips>(&[r#"{"a":1}"#], &[r#"{"a":1,"b":1}"#], &[]);
}

#[test]
fn skipped_where_it_is_none() {
    #[derive(Deserialize, JsonSchema)]
    struct Skips {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
        b: u8,
    }
    table::<Skips>(&[r#"{"b":1}"#, r#"{"a":null,"b":1}"#], &["{}"], &[]);
}

#[test]
fn flattened() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        x: u8,
        y: Option<bool>,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
    }
    table::<Outer>(
        &[r#"{"a":1,"x":2}"#, r#"{"x":2,"a":1,"y":true,"z":1}"#],
        &[r#"{"a":1}"#, r#"{"a":1,"x":256}"#, r#"{"a":1,"inner":{"x":2}}"#, r#"{"a":1,"x":2,"y":1}"#],
        &[],
    );
}

#[test]
fn flattened_into_a_closed_one() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        x: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
    }
    table::<Outer>(&[r#"{"a":1,"x":2}"#], &[r#"{"a":1,"x":2,"z":3}"#, r#"{"a":1}"#], &[]);
}

#[test]
fn a_flattened_option() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        x: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Option<Inner>,
    }
    let why = "serde makes None of an inner value that does not fit, which would lose it";
    table::<Outer>(&[r#"{"a":1}"#, r#"{"a":1,"x":2}"#], &[r#"{"x":2}"#], &[(r#"{"a":1,"x":"bad"}"#, Tolerated(why))]);
}

#[test]
fn a_flattened_map() {
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u16>,
    }
    table::<Outer>(&[r#"{"a":1}"#, r#"{"a":1,"b":65535}"#], &[r#"{"a":1,"b":"x"}"#, r#"{"b":1}"#], &[]);
}

#[test]
fn a_flattened_map_of_anything() {
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        rest: serde_json::Map<String, serde_json::Value>,
    }
    table::<Outer>(&[r#"{"a":1}"#, r#"{"a":1,"b":null,"c":[{}]}"#], &[r#"{"b":1}"#], &[]);
}

#[test]
fn two_flattened() {
    #[derive(Deserialize, JsonSchema)]
    struct One {
        x: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Two {
        y: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        #[serde(flatten)]
        one: One,
        #[serde(flatten)]
        two: Two,
    }
    table::<Outer>(&[r#"{"x":1,"y":2}"#], &[r#"{"x":1}"#, r#"{"y":1}"#, "{}"], &[]);
}

#[test]
fn from_another_type() {
    #[derive(Deserialize, JsonSchema)]
    struct Shadow {
        a: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(from = "Shadow")]
    struct Real(u8);
    impl From<Shadow> for Real {
        fn from(shadow: Shadow) -> Real {
            Real(shadow.a)
        }
    }
    table::<Real>(&[r#"{"a":1}"#], &["1", "{}"], &[]);
}

#[test]
fn from_another_type_if_it_can() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(try_from = "i32")]
    struct Positive(i32);
    impl TryFrom<i32> for Positive {
        type Error = &'static str;
        fn try_from(number: i32) -> Result<Positive, &'static str> {
            if number > 0 { Ok(Positive(number)) } else { Err("it is not positive") }
        }
    }
    let why = "the predicate of a try_from is in no schema";
    table::<Positive>(&["1", "2147483647"], &["2147483648"], &[("-1", Hidden("", why)), ("0", Hidden("", why))]);
}

#[test]
fn from_another_type_inside() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(try_from = "u8")]
    struct Even(u8);
    impl TryFrom<u8> for Even {
        type Error = &'static str;
        fn try_from(number: u8) -> Result<Even, &'static str> {
            if number % 2 == 0 { Ok(Even(number)) } else { Err("it is odd") }
        }
    }
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        list: Vec<Even>,
    }
    let why = "the predicate of a try_from is in no schema";
    table::<Holds>(&[r#"{"list":[2,4]}"#], &["{}"], &[(r#"{"list":[2,3]}"#, Hidden("/list/1", why))]);
}

#[test]
fn read_by_hand_and_described_by_hand() {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        #[serde(deserialize_with = "read")]
        #[schemars(with = "String")]
        a: u8,
    }
    table::<Holds>(
        &[r#"{"a":"1"}"#],
        &[r#"{"a":1}"#, "{}"],
        &[(r#"{"a":"x"}"#, Hidden("/a", "what the text has to spell is in no schema"))],
    );
}

#[test]
fn anything_inside() {
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        a: serde_json::Value,
    }
    table::<Holds>(&[r#"{"a":null}"#, r#"{"a":{"b":[1]}}"#], &["{}"], &[]);
}

#[test]
fn a_tagged_struct() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    struct Tagged {
        a: u8,
    }
    // serde writes the tag of a struct and does not want it back.
    table::<Tagged>(&[r#"{"kind":"Tagged","a":1}"#, r#"{"a":1}"#], &[r#"{"kind":"Tagged"}"#], &[]);
}

#[test]
fn recursive() {
    #[derive(Deserialize, JsonSchema)]
    struct Node {
        name: String,
        children: Vec<Node>,
        parent: Option<Box<Node>>,
    }
    let deep = r#"{"name":"a","children":[{"name":"b","children":[]}],"parent":null}"#;
    table::<Node>(&[deep], &[r#"{"name":"a","children":[{"name":"b"}]}"#, r#"{"name":"a"}"#], &[]);
}

#[test]
fn recursive_below_the_root() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Node {
        below: Option<Box<Node>>,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        node: Node,
        other: Node,
    }
    table::<Holds>(
        &[r#"{"node":{},"other":{"below":{"below":null}}}"#],
        &[r#"{"node":{},"other":{"below":{"x":null}}}"#, r#"{"node":{"x":1},"other":{}}"#],
        &[],
    );
}

#[test]
fn generic() {
    #[derive(Deserialize, JsonSchema)]
    struct Pair<T> {
        one: T,
        two: T,
    }
    table::<Pair<u8>>(&[r#"{"one":1,"two":2}"#], &[r#"{"one":1,"two":256}"#], &[]);
    table::<Pair<Vec<bool>>>(&[r#"{"one":[],"two":[true]}"#], &[r#"{"one":1,"two":2}"#], &[]);
}
