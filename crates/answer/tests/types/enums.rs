//! Enums in every representation.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::table::{Hidden, Tolerated, table};

const ARRAY: &str = "serde takes a struct as an array of its fields";
const UNIT: &str = "serde takes a unit variant as an object with null";

#[derive(Deserialize, JsonSchema)]
struct Inner {
    x: u8,
}

#[test]
fn units() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        DarkRed,
        #[serde(rename = "sea")]
        Blue,
    }
    table::<Colour>(
        &["\"dark-red\"", "\"sea\""],
        &["\"DarkRed\"", "\"Blue\"", "0", "null", r#"{"red":null}"#],
        &[(r#"{"sea":null}"#, Tolerated(UNIT))],
    );
}

#[test]
fn one_unit() {
    #[derive(Deserialize, JsonSchema)]
    enum Only {
        This,
    }
    table::<Only>(&["\"This\""], &["\"That\"", "null"], &[]);
}

#[test]
fn external() {
    #[derive(Deserialize, JsonSchema)]
    enum External {
        Unit,
        New(u8),
        Tuple(u8, bool),
        Struct { a: u8 },
    }
    table::<External>(
        &["\"Unit\"", r#"{"New":1}"#, r#"{"Tuple":[1,true]}"#, r#"{"Struct":{"a":1}}"#, r#"{"Struct":{"a":1,"b":2}}"#],
        &[
            "\"New\"",
            r#"{"New":256}"#,
            r#"{"Tuple":[1]}"#,
            r#"{"Struct":{}}"#,
            "{}",
            r#"{"New":1,"x":1}"#,
            r#"{"Other":1}"#,
        ],
        &[(r#"{"Unit":null}"#, Tolerated(UNIT)), (r#"{"Struct":[1]}"#, Tolerated(ARRAY))],
    );
}

#[test]
fn external_and_closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    enum External {
        Struct { a: u8 },
        Open(Inner),
    }
    table::<External>(&[r#"{"Struct":{"a":1}}"#, r#"{"Open":{"x":1,"y":2}}"#], &[r#"{"Struct":{"a":1,"b":2}}"#], &[]);
}

#[test]
fn external_with_optional_content() {
    #[derive(Deserialize, JsonSchema)]
    enum External {
        Maybe(Option<u8>),
        Nothing(()),
    }
    table::<External>(
        &[r#"{"Maybe":null}"#, r#"{"Maybe":1}"#, r#"{"Nothing":null}"#],
        &["\"Maybe\"", "\"Nothing\""],
        &[],
    );
}

#[test]
fn internal() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        Unit,
        Struct { a: u8 },
        New(Inner),
    }
    table::<Internal>(
        &[r#"{"t":"Unit"}"#, r#"{"t":"Unit","z":1}"#, r#"{"a":1,"t":"Struct"}"#, r#"{"t":"New","x":1}"#],
        &["{}", r#"{"t":"Struct"}"#, r#"{"t":"New"}"#, r#"{"t":"Other"}"#, r#"{"t":"New","x":256}"#, r#"{"x":1}"#],
        &[(r#"["Struct",1]"#, Tolerated("serde takes a tagged enum as an array"))],
    );
}

#[test]
fn internal_and_closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t", deny_unknown_fields)]
    enum Internal {
        Unit,
        Struct { a: u8 },
    }
    let why = "serde does not look at what stands beside the tag of a unit variant";
    table::<Internal>(
        &[r#"{"t":"Unit"}"#, r#"{"t":"Struct","a":1}"#],
        &[r#"{"t":"Struct","a":1,"b":2}"#],
        &[(r#"{"t":"Unit","z":1}"#, Tolerated(why))],
    );
}

#[test]
fn internal_around_a_closed_one() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        x: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        New(Closed),
        Other { a: u8 },
    }
    table::<Internal>(
        &[r#"{"t":"New","x":1}"#, r#"{"t":"Other","a":1,"b":2}"#],
        &[r#"{"t":"New","x":1,"y":2}"#, r#"{"t":"New"}"#],
        &[],
    );
}

#[test]
fn internal_around_an_enum() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "u")]
    enum Below {
        One { a: u8 },
        Two { b: u8 },
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        New(Below),
        Other,
    }
    table::<Internal>(
        &[r#"{"t":"New","u":"One","a":1}"#, r#"{"t":"Other"}"#],
        &[r#"{"t":"New"}"#, r#"{"t":"New","u":"One","b":1}"#],
        &[],
    );
}

#[test]
fn adjacent() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        New(u8),
        Struct { a: u8 },
    }
    table::<Adjacent>(
        &[r#"{"t":"Unit"}"#, r#"{"c":1,"t":"New"}"#, r#"{"t":"Struct","c":{"a":1}}"#, r#"{"t":"New","c":1,"z":2}"#],
        &[r#"{"t":"New"}"#, r#"{"t":"New","c":256}"#, r#"{"c":1}"#, r#"{"t":"Other"}"#],
        &[
            (r#"["New",1]"#, Tolerated("serde takes a tagged enum as an array")),
            (
                r#"{"t":"Unit","c":5}"#,
                Hidden("/c", "the branch of a unit variant says nothing of content, as it has none"),
            ),
        ],
    );
}

#[test]
fn adjacent_and_closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum Adjacent {
        Unit,
        New(u8),
    }
    table::<Adjacent>(
        &[r#"{"t":"Unit"}"#, r#"{"t":"New","c":1}"#],
        &[r#"{"t":"New","c":1,"z":2}"#, r#"{"t":"Unit","c":5}"#],
        &[(r#"{"t":"Unit","c":null}"#, Tolerated("null is the content of a unit variant"))],
    );
}

#[test]
fn untagged() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Text(String),
        Struct { a: u8 },
        List(Vec<bool>),
    }
    table::<Untagged>(&["1", "\"a\"", r#"{"a":1}"#, "[true]", "[]"], &["256", "null", r#"{"b":1}"#, "[\"a\"]"], &[]);
}

#[test]
fn untagged_and_closed() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged, deny_unknown_fields)]
    enum Untagged {
        One { a: u8 },
        Two { b: u8 },
    }
    table::<Untagged>(&[r#"{"a":1}"#, r#"{"b":1}"#], &[r#"{"a":1,"b":1}"#, "{}"], &[]);
}

#[test]
fn an_untagged_variant() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Mixed {
        Struct {
            a: u8,
        },
        #[serde(untagged)]
        Rest(Vec<u8>),
    }
    table::<Mixed>(&[r#"{"t":"Struct","a":1}"#, "[1]"], &[r#"{"t":"Other"}"#, "1"], &[]);
}

#[test]
fn other() {
    #[derive(Deserialize, JsonSchema)]
    enum Known {
        One,
        #[serde(other)]
        Other,
    }
    table::<Known>(
        &["\"One\"", "\"Other\""],
        &["1"],
        &[("\"zzz\"", Tolerated("a catch-all is for other writers, not something to ask for"))],
    );
}

#[test]
fn other_with_a_tag() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Known {
        One {
            a: u8,
        },
        #[serde(other)]
        Other,
    }
    table::<Known>(
        &[r#"{"t":"One","a":1}"#, r#"{"t":"Other"}"#],
        &["{}"],
        &[(r#"{"t":"zzz"}"#, Tolerated("a catch-all is for other writers, not something to ask for"))],
    );
}

#[test]
fn a_variant_s_alias() {
    #[derive(Deserialize, JsonSchema)]
    enum Colour {
        #[serde(alias = "crimson")]
        Red,
        Blue,
    }
    table::<Colour>(
        &["\"Red\"", "\"Blue\""],
        &["\"green\""],
        &[("\"crimson\"", Tolerated("an alias is for other writers, not a name to ask for"))],
    );
}

#[test]
fn a_skipped_variant() {
    #[derive(Deserialize, JsonSchema)]
    enum Colour {
        Red,
        #[serde(skip_deserializing)]
        Secret,
    }
    table::<Colour>(&["\"Red\""], &["\"Secret\""], &[]);
}

#[test]
fn a_flattened_enum() {
    #[derive(Deserialize, JsonSchema)]
    enum External {
        New(u8),
        Struct { a: u8 },
        Unit,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        choice: External,
    }
    table::<Outer>(
        &[r#"{"id":1,"New":2}"#, r#"{"id":1,"Struct":{"a":1}}"#, r#"{"id":1,"Unit":null}"#],
        &[r#"{"id":1}"#, r#"{"id":1,"New":256}"#],
        &[
            (r#"{"id":1,"New":2,"Struct":{"a":1}}"#, Tolerated("serde takes the first of two variants")),
            (r#"{"id":1,"Unit":{}}"#, Tolerated("serde does not look at the content of a unit variant here")),
        ],
    );
}

#[test]
fn a_flattened_tagged_enum() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        One { a: u8 },
        Two { b: u8 },
    }
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        choice: Internal,
    }
    table::<Outer>(
        &[r#"{"id":1,"t":"One","a":1}"#, r#"{"b":1,"t":"Two","id":1}"#],
        &[r#"{"id":1,"t":"One","b":1}"#, r#"{"id":1}"#],
        &[],
    );
}

#[test]
fn a_recursive_enum() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "op", rename_all = "lowercase")]
    enum Expression {
        Add { left: Box<Expression>, right: Box<Expression> },
        Number { value: i32 },
    }
    let sum = r#"{"op":"add","left":{"op":"number","value":1},"right":{"op":"number","value":2}}"#;
    table::<Expression>(&[sum], &[r#"{"op":"add","left":{"op":"number","value":1}}"#, r#"{"op":"number"}"#], &[]);
}

#[test]
fn numbers_for_names() {
    #[derive(JsonSchema)]
    #[schemars(extend("type" = "integer", "enum" = [1, 2]))]
    #[allow(unused)]
    #[schemars(transparent)]
    struct Level(u8);
    impl<'de> Deserialize<'de> for Level {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
            match u8::deserialize(deserializer)? {
                level @ 1..=2 => Ok(Level(level)),
                _ => Err(serde::de::Error::custom("no level")),
            }
        }
    }
    table::<Level>(&["1", "2"], &["0", "3", "\"1\""], &[]);
}
