//! Types of the standard library, and stand-ins for those of others.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::{Bound, Range, RangeInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::table::{Hidden, Tolerated, table};

const ARRAY: &str = "serde takes a struct as an array of its fields";

#[test]
fn text() {
    table::<String>(&["\"\"", "\"a\""], &["null", "1", "[]"], &[]);
    table::<Cow<'static, str>>(&["\"a\""], &["1"], &[]);
    table::<PathBuf>(&["\"a/b\""], &["1"], &[]);
    table::<bool>(&["true"], &["\"true\"", "1", "null"], &[]);
}

#[test]
fn char_() {
    table::<char>(&["\"a\"", "\"😀\"", r#""\n""#], &["\"\"", "\"ab\"", "97"], &[]);
}

#[test]
fn options() {
    table::<Option<u8>>(&["null", "1"], &["256", "\"a\""], &[]);
    table::<Option<Option<u8>>>(&["null", "1"], &["[]"], &[]);
    table::<Option<Vec<u8>>>(&["null", "[]"], &["[null]"], &[]);
    table::<Option<()>>(&["null"], &["0"], &[]);
}

#[test]
fn wrappers() {
    table::<Mutex<u8>>(&["1"], &["256"], &[]);
    table::<Box<Option<u8>>>(&["null", "1"], &["256"], &[]);
    table::<Cow<'static, [u8]>>(&["[1]"], &["[256]"], &[]);
}

#[test]
fn duration() {
    let most = r#"{"secs":18446744073709551615,"nanos":4294967295}"#;
    table::<Duration>(
        &[r#"{"secs":1,"nanos":999999999}"#, r#"{"secs":1,"nanos":4294967295}"#],
        &[
            "{}",
            r#"{"secs":1}"#,
            r#"{"secs":1,"nanos":-1}"#,
            r#"{"secs":1,"nanos":4294967296}"#,
            r#"{"secs":1,"nanos":0,"other":1}"#,
        ],
        &[("[1,0]", Tolerated(ARRAY)), (most, Hidden("", "the sum of both overflows, which no schema adds up"))],
    );
}

#[test]
fn system_time() {
    table::<SystemTime>(
        &[r#"{"secs_since_epoch":1,"nanos_since_epoch":0}"#],
        &[r#"{"secs_since_epoch":1}"#, r#"{"secs_since_epoch":1,"nanos_since_epoch":0,"zone":"UTC"}"#],
        &[("[1,0]", Tolerated(ARRAY))],
    );
}

#[test]
fn ranges() {
    let neither = [r#"{"start":1}"#, r#"{"start":1,"end":2,"step":1}"#, r#"{"start":1,"end":256}"#];
    table::<Range<u8>>(&[r#"{"start":1,"end":2}"#], &neither, &[("[1,2]", Tolerated(ARRAY))]);
    table::<RangeInclusive<u8>>(&[r#"{"start":2,"end":1}"#], &neither, &[("[1,2]", Tolerated(ARRAY))]);
}

#[test]
fn a_range_of_one_s_own_stays_open() {
    // The same members as those of the standard library's, and other names are ignored.
    #[derive(Deserialize, JsonSchema)]
    struct Range {
        start: u8,
        end: u8,
    }
    table::<Range>(
        &[r#"{"start":1,"end":2}"#, r#"{"start":1,"end":2,"step":1}"#],
        &[r#"{"start":1}"#],
        &[("[1,2]", Tolerated(ARRAY))],
    );
}

#[test]
fn bound() {
    table::<Bound<u8>>(
        &["\"Unbounded\"", r#"{"Included":1}"#, r#"{"Excluded":255}"#],
        &["\"Included\"", r#"{"Included":256}"#, r#"{"Included":1,"Excluded":2}"#, r#"{"Included":1,"other":2}"#, "{}"],
        &[(r#"{"Unbounded":null}"#, Tolerated("a unit variant as an object"))],
    );
}

#[test]
fn result() {
    table::<Result<u8, String>>(
        &[r#"{"Ok":1}"#, r#"{"Err":"a"}"#],
        &["\"Ok\"", r#"{"Ok":256}"#, r#"{"Ok":1,"other":2}"#, r#"{"Ok":1,"Err":"a"}"#],
        &[],
    );
}

#[test]
fn addresses() {
    let why = "a format is an annotation";
    table::<Ipv4Addr>(&["\"127.0.0.1\""], &["1"], &[("\"nope\"", Hidden("", why))]);
    table::<IpAddr>(&["\"::1\""], &["null"], &[("\"nope\"", Hidden("", why))]);
    table::<SocketAddr>(&["\"127.0.0.1:80\""], &["80"], &[("\"nope\"", Hidden("", "no format says it"))]);
}

#[test]
fn anything() {
    table::<serde_json::Value>(&["null", "1", r#"{"a":[1]}"#], &[], &[]);
    table::<serde_json::Number>(&["1", "0.5", "-1"], &["\"1\"", "null"], &[]);
}

/// Text with a format, such as an identifier or a date of another crate.
struct Identifier;

impl JsonSchema for Identifier {
    fn schema_name() -> Cow<'static, str> {
        "Identifier".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uuid" })
    }
}

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Identifier, D::Error> {
        let text = String::deserialize(deserializer)?;
        let long = text.len() == 36 && text.split('-').count() == 5;
        if long { Ok(Identifier) } else { Err(serde::de::Error::custom("no identifier")) }
    }
}

#[test]
fn formats() {
    table::<Identifier>(
        &["\"00000000-0000-4000-8000-000000000000\""],
        &["0"],
        &[("\"nope\"", Hidden("", "a format is an annotation"))],
    );
}

#[test]
fn behind_a_text_that_is_not_guessed() {
    // The others are asked for nevertheless.
    #[derive(Deserialize, JsonSchema)]
    struct Entry {
        id: Identifier,
        valid: Range<u8>,
    }
    table::<Entry>(
        &[r#"{"id":"00000000-0000-4000-8000-000000000000","valid":{"start":1,"end":2}}"#],
        &[r#"{"id":"00000000-0000-4000-8000-000000000000","valid":{"start":1,"end":2,"step":3}}"#],
        &[],
    );
}

/// A number, or text that spells one: a decimal of another crate.
struct Amount;

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number"], "pattern": r"^-?\d+(\.\d+)?([eE]\d+)?$" })
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let number = match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => text.replace('_', "").parse().ok(),
            other => other.as_f64(),
        };
        match number {
            Some(number) if f64::abs(number) < 1e28 => Ok(Amount),
            _ => Err(serde::de::Error::custom("no amount")),
        }
    }
}

#[test]
fn amounts() {
    table::<Amount>(
        &["1.5", "\"1.5\"", "\"-3\""],
        &["null", "\"a\""],
        &[
            ("\"1_000\"", Tolerated("digits in groups")),
            ("1e40", Hidden("", "the bound is no part of the other crate's schema")),
        ],
    );
}

#[test]
fn shared() {
    // Rc has no Deserialize without a feature of serde; what wraps is written out.
    assert!(isoform_schema::Schema::described::<Rc<u8>>().is_ok());
}
