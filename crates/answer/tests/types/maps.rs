//! Maps, and what their keys are read as.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::table::{Hidden, Tolerated, table};

#[test]
fn keys_of_text() {
    table::<HashMap<String, u8>>(&["{}", r#"{"a":1,"":255}"#], &[r#"{"a":256}"#, "[]", r#"{"a":null}"#], &[]);
    table::<BTreeMap<String, Option<u8>>>(&[r#"{"a":null}"#], &[r#"{"a":"b"}"#], &[]);
}

#[test]
fn keys_of_unsigned_integers() {
    let neither =
        [r#"{"256":1}"#, r#"{"-1":1}"#, r#"{"":1}"#, r#"{"a":1}"#, r#"{"01":1}"#, r#"{"+1":1}"#, r#"{"2.55e2":1}"#];
    table::<BTreeMap<u8, u8>>(&["{}", r#"{"0":1,"255":2}"#], &neither, &[]);
    let greatest = r#"{"18446744073709551615":1}"#;
    table::<HashMap<u64, u8>>(&[greatest], &[r#"{"18446744073709551616":1}"#], &[]);
    table::<HashMap<u128, u8>>(
        &[r#"{"340282366920938463463374607431768211455":1}"#],
        &[r#"{"340282366920938463463374607431768211456":1}"#],
        &[],
    );
}

#[test]
fn keys_of_signed_integers() {
    let (both, past) = (r#"{"-2147483648":1,"2147483647":2}"#, r#"{"99999999999":1}"#);
    table::<BTreeMap<i32, u8>>(
        &["{}", both],
        &[past, r#"{"-2147483649":1}"#, r#"{"007":1}"#, r#"{"-":1}"#],
        &[(r#"{"-0":1}"#, Tolerated("0 with a sign"))],
    );
}

#[test]
fn keys_of_booleans() {
    table::<BTreeMap<bool, u8>>(
        &["{}", r#"{"true":1}"#, r#"{"false":1,"true":2}"#],
        &[r#"{"yes":1}"#, r#"{"True":1}"#, r#"{"1":1}"#],
        &[],
    );
}

#[test]
fn keys_of_characters() {
    table::<BTreeMap<char, u8>>(&["{}", r#"{"a":1,"😀":2}"#], &[r#"{"ab":1}"#, r#"{"":1}"#], &[]);
}

#[test]
fn keys_of_variants() {
    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Blue,
    }
    table::<BTreeMap<Colour, u8>>(
        &["{}", r#"{"red":1}"#, r#"{"blue":1,"red":2}"#],
        &[r#"{"Red":1}"#, r#"{"green":1}"#, r#"{"red":256}"#],
        &[],
    );
}

#[test]
fn keys_of_a_newtype() {
    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(u16);
    table::<BTreeMap<Id, bool>>(&[r#"{"65535":true}"#], &[r#"{"65536":true}"#, r#"{"a":true}"#], &[]);
}

#[test]
fn keys_with_a_predicate() {
    #[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(try_from = "String")]
    #[schemars(with = "String")]
    struct Code(String);
    impl TryFrom<String> for Code {
        type Error = &'static str;
        fn try_from(text: String) -> Result<Code, &'static str> {
            if text.len() == 2 { Ok(Code(text)) } else { Err("a code has two letters") }
        }
    }
    let why = "the predicate of a try_from is in no schema";
    table::<BTreeMap<Code, u8>>(&[r#"{"no":1}"#], &[r#"{"no":256}"#], &[(r#"{"nor":1}"#, Hidden("/nor", why))]);
}

#[test]
fn maps_in_maps() {
    table::<BTreeMap<String, BTreeMap<u8, Vec<i8>>>>(
        &[r#"{"a":{"1":[1]}}"#],
        &[r#"{"a":{"256":[1]}}"#, r#"{"a":{"1":[128]}}"#, r#"{"a":[]}"#],
        &[],
    );
}

#[test]
fn a_map_of_anything() {
    table::<serde_json::Map<String, serde_json::Value>>(&["{}", r#"{"a":[{"b":null}]}"#], &["[]"], &[]);
    table::<BTreeMap<String, serde_json::Value>>(&["{}", r#"{"a":[{"b":null}]}"#], &["null"], &[]);
}
