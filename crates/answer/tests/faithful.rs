//! `assert_faithful`: types that are, and types that are not, with the smallest document that shows it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use isoform_answer::Contract;
use isoform_answer::testing::{Aspect, assert_decodes, assert_faithful, disagreements};
use isoform_schema::Schema;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: Option<f64>,
}

#[test]
fn types_of_the_standard_library() {
    assert_faithful::<u8>();
    assert_faithful::<i64>();
    assert_faithful::<u128>();
    assert_faithful::<Option<bool>>();
    assert_faithful::<Vec<Option<u16>>>();
    assert_faithful::<(u8, String)>();
    assert_faithful::<[i8; 3]>();
    assert_faithful::<HashSet<u8>>();
    assert_faithful::<BTreeMap<u8, Point>>();
    assert_faithful::<BTreeMap<bool, u8>>();
    assert_faithful::<Result<u8, String>>();
    assert_faithful::<std::ops::Range<u8>>();
    assert_faithful::<std::net::IpAddr>();
    assert_faithful::<std::net::SocketAddr>();
    assert_faithful::<std::num::NonZeroI16>();
    assert_faithful::<char>();
}

#[test]
fn structs() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        a: u8,
        #[serde(default)]
        b: bool,
        #[serde(alias = "cc")]
        c: Option<Vec<Point>>,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Open {
        #[serde(flatten)]
        point: Point,
        #[serde(skip_serializing)]
        names: BTreeMap<String, u32>,
        closed: Closed,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Node {
        value: u8,
        below: Vec<Node>,
    }
    assert_faithful::<Point>();
    assert_faithful::<Closed>();
    assert_faithful::<Open>();
    assert_faithful::<Node>();
}

#[test]
fn enums() {
    #[derive(Deserialize, JsonSchema)]
    enum External {
        Unit,
        New(u8),
        Tuple(u8, bool),
        Struct { a: u8 },
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        Unit,
        New(Point),
        Struct { a: Option<u8> },
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        New(u8),
        Struct { a: Vec<u8> },
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Point(Point),
    }
    #[derive(Deserialize, JsonSchema)]
    enum Open {
        Known,
        #[serde(other)]
        Other,
    }
    assert_faithful::<External>();
    assert_faithful::<Internal>();
    assert_faithful::<Adjacent>();
    assert_faithful::<Untagged>();
    assert_faithful::<Open>();
}

#[test]
fn a_text_that_has_to_say_something() {
    #[derive(Deserialize, JsonSchema)]
    struct Entry {
        address: std::net::Ipv4Addr,
        size: u8,
    }
    assert_faithful::<Entry>();
}

/// What a schema and a type differ over: the document, the aspect, and whether it fails to decode.
#[track_caller]
fn differ<T: DeserializeOwned>(schema: &str, wanted: &[(&str, Aspect, bool)]) {
    let contract = Contract::new(Schema::parse(schema).unwrap()).unwrap().typed::<T>();
    let found = disagreements::<T>(&contract);
    let found: Vec<(String, Aspect, bool)> =
        found.iter().map(|one| (one.document.to_json(), one.aspect, one.fails_to_decode())).collect();
    let wanted: Vec<(String, Aspect, bool)> =
        wanted.iter().map(|(text, aspect, fails)| ((*text).to_owned(), *aspect, *fails)).collect();
    assert_eq!(found, wanted);
}

#[derive(Deserialize)]
struct Pair {
    a: u8,
    b: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: Option<u8>,
}

#[test]
fn the_same() {
    let byte = r#"{"type":"integer","minimum":0,"maximum":255}"#;
    let null = r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#;
    differ::<Pair>(&format!(r#"{{"type":"object","properties":{{"a":{byte},"b":{null}}},"required":["a"]}}"#), &[]);
    differ::<Strict>(&format!(r#"{{"type":"object","properties":{{"a":{null}}},"additionalProperties":false}}"#), &[]);
    differ::<Vec<u8>>(&format!(r#"{{"type":"array","items":{byte}}}"#), &[]);
}

#[test]
fn a_bound_that_is_missing_or_too_tight() {
    differ::<u8>(r#"{"type":"integer","minimum":0}"#, &[("256", Aspect::Bounds, true)]);
    differ::<u8>(r#"{"type":"integer","maximum":255}"#, &[("-1", Aspect::Bounds, true)]);
    differ::<u8>(r#"{"type":"integer","minimum":0,"maximum":254}"#, &[("255", Aspect::Bounds, false)]);
    differ::<i8>(r#"{"type":"integer","minimum":-127,"maximum":127}"#, &[("-128", Aspect::Bounds, false)]);
    differ::<u8>(r#"{"type":"number","minimum":0,"maximum":255}"#, &[("0.5", Aspect::Bounds, true)]);
    differ::<(u8, u8)>(
        r#"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"minItems":2}"#,
        &[("[0,0,0]", Aspect::Bounds, true)],
    );
    differ::<(u8, u8)>(
        r#"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"maxItems":2}"#,
        &[("[]", Aspect::Bounds, true)],
    );
}

#[test]
fn null() {
    differ::<u8>(r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#, &[("null", Aspect::Null, true)]);
    differ::<Option<u8>>(r#"{"type":"integer","minimum":0,"maximum":255}"#, &[("null", Aspect::Null, false)]);
}

#[test]
fn what_is_required() {
    let byte = r#"{"type":"integer","minimum":0,"maximum":255}"#;
    let null = r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#;
    differ::<Pair>(
        &format!(r#"{{"type":"object","properties":{{"a":{byte},"b":{null}}}}}"#),
        &[("{}", Aspect::Required, true)],
    );
    differ::<Pair>(
        &format!(r#"{{"type":"object","properties":{{"a":{byte},"b":{null}}},"required":["a","b"]}}"#),
        &[(r#"{"a":0}"#, Aspect::Required, false)],
    );
}

#[test]
fn names() {
    let null = r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#;
    differ::<Strict>(
        &format!(r#"{{"type":"object","properties":{{"a":{null}}}}}"#),
        &[(r#"{"isoform-nobody":0}"#, Aspect::Names, true)],
    );
    #[derive(Deserialize)]
    enum Colour {
        Red,
    }
    differ::<Colour>(r#"{"enum":["Red","Blue"]}"#, &[(r#""Blue""#, Aspect::Whole, true)]);
}

/// A struct whose hand-written schema is wrong: the note may not be null, and the nights have no end.
#[derive(Deserialize)]
struct Stay {
    nights: u8,
    note: String,
}

impl JsonSchema for Stay {
    fn schema_name() -> Cow<'static, str> {
        "Stay".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "properties": {
                "nights": { "type": "integer", "minimum": 0, "maximum": 1000 },
                "note": { "type": ["string", "null"] }
            },
            "required": ["nights", "note"]
        })
    }
}

/// What an assertion says when it fails.
fn said(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panicked = std::panic::catch_unwind(assertion).expect_err("it holds");
    panicked.downcast_ref::<String>().unwrap().clone()
}

#[test]
fn a_failure_shows_the_smallest_document_and_both_verdicts() {
    let text = said(assert_faithful::<Stay>);
    assert!(text.starts_with("the schema of `faithful::Stay` and its `Deserialize` differ over\n\n"), "{text}");
    let body = concat!(
        "    {\"nights\":0,\"note\":null}\n\n",
        "    schema:      admits it\n",
        "    Deserialize: refuses it at \"/note\": "
    );
    assert!(text.contains(body), "{text}");
    assert!(text.contains("about:       null"), "{text}");
    assert!(text.contains("(and 1 more)"), "{text}");
    let contract = Contract::of::<Stay>().unwrap();
    let documents: Vec<String> = disagreements::<Stay>(&contract).iter().map(|one| one.document.to_json()).collect();
    assert_eq!(documents, [r#"{"nights":0,"note":null}"#, r#"{"nights":256,"note":""}"#]);
}

#[test]
fn what_the_author_asks_for_may_be_less() {
    #[derive(Deserialize, JsonSchema)]
    struct Rating {
        #[schemars(range(min = 1, max = 5))]
        stars: u8,
        #[schemars(required)]
        why: Option<String>,
    }
    assert_decodes::<Rating>();
    let text = said(assert_faithful::<Rating>);
    assert!(text.contains("Deserialize: takes it"), "{text}");
    assert!(text.contains("schema:      refuses it at "), "{text}");
    assert!(said(assert_decodes::<Stay>).contains(r#"{"nights":0,"note":null}"#));
}

#[test]
fn a_type_without_a_contract() {
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<u32, u8>,
    }
    let text = said(assert_faithful::<Outer>);
    assert!(text.starts_with("`faithful::a_type_without_a_contract::Outer` has no contract: "), "{text}");
}

#[test]
fn a_sum_that_overflows_is_shown_as_what_it_is() {
    // The one difference of a Duration that no schema can say.
    let contract = Contract::of::<Duration>().unwrap();
    let found = disagreements::<Duration>(&contract);
    assert!(found.iter().all(|one| one.fails_to_decode() && one.decoding.as_ref().unwrap().pointer() == Some("")));
}

#[test]
fn the_same_every_time() {
    let contract = Contract::of::<Stay>().unwrap();
    let texts = || -> Vec<String> { disagreements::<Stay>(&contract).iter().map(ToString::to_string).collect() };
    assert_eq!(texts(), texts());
}
