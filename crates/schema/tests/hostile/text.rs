//! Texts that are no schema, or hardly one: nesting, numbers, bytes.

use isoform_json::{Document, ReadOptions};
use isoform_schema::{ErrorCode, Schema, dialect};

use crate::harness::{every_kind, every_way, within};

fn refused(text: String, code: ErrorCode) {
    within(move || {
        let error = Schema::parse(&text).err().unwrap();
        assert_eq!(error.code(), code, "{error:?}");
        assert!(!error.to_string().contains('\n') && error.to_string().len() < 4096, "{error}");
    });
}

#[test]
fn a_hundred_thousand_nested_arrays() {
    refused("[".repeat(100_000), ErrorCode::TooDeep);
    refused(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), ErrorCode::TooDeep);
}

#[test]
fn a_hundred_thousand_nested_schemas() {
    refused(format!("{}{{}}{}", r#"{"items":"#.repeat(100_000), "}".repeat(100_000)), ErrorCode::TooDeep);
    refused(format!("{}{{}}{}", r#"{"allOf":["#.repeat(100_000), "]}".repeat(100_000)), ErrorCode::TooDeep);
}

#[test]
fn nesting_that_a_reader_was_told_to_take() {
    for (open, close) in [(r#"{"items":"#, "}"), (r#"{"properties":{"a":"#, "}}"), (r#"{"anyOf":[{},"#, "]}")] {
        let levels = Document::MAX_DEPTH / (open.matches(['{', '[']).count()) - 1;
        let text = format!("{}{{\"type\":\"string\"}}{}", open.repeat(levels), close.repeat(levels));
        within(move || {
            let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH);
            let document = Document::parse_with(&text, &options).unwrap();
            let schema = Schema::read(document, isoform_schema::Source::Auto).unwrap();
            for way in crate::harness::Way::all() {
                if let Err(error) = schema.form(way.dialect, &way.options()) {
                    let codes = [ErrorCode::TooDeep, ErrorCode::LimitDepth, ErrorCode::ArrayWithoutItems];
                    let others = [ErrorCode::Untyped, ErrorCode::OpenObject, ErrorCode::Unsatisfiable];
                    assert!(codes.contains(&error.code()) || others.contains(&error.code()), "{error:?}");
                }
            }
        });
    }
}

#[test]
fn bytes_that_are_no_text() {
    for bytes in [&b"{\"title\":\"\xff\"}"[..], b"\xfe\xff\x00{", b"{\"a\xc3\":1}", b"\xed\xa0\x80", b"\0", b""] {
        let bytes = bytes.to_vec();
        within(move || {
            assert!(Document::parse_bytes(&bytes, &ReadOptions::default()).is_err());
        });
    }
}

#[test]
fn half_of_a_surrogate_pair() {
    for text in [r#"{"title":"\ud800"}"#, r#"{"\udc00":1}"#, r#"{"properties":{"\ud800\ud800":{}}}"#] {
        refused(text.to_owned(), ErrorCode::InvalidSchema);
    }
}

#[test]
fn keys_that_stand_twice() {
    for text in [
        r#"{"type":"object","type":"string"}"#,
        r#"{"properties":{"a":{},"\u0061":{}}}"#,
        r#"{"default":{"a":1,"a":1}}"#,
        r#"{"enum":[{"a":1,"a":2}]}"#,
    ] {
        refused(text.to_owned(), ErrorCode::InvalidSchema);
    }
}

#[test]
fn what_is_no_schema() {
    for text in
        ["null", "[]", "1", "\"x\"", "", " ", "{", "}", "{]", "tru", "{\"a\":}", "\u{feff}{}", "{}{}", "[[[[", "{{{{"]
    {
        refused(text.to_owned(), ErrorCode::InvalidSchema);
    }
}

#[test]
fn numbers_of_a_million_digits() {
    let digits = "9".repeat(1_000_000);
    for keyword in ["minimum", "multipleOf", "maxLength", "minProperties"] {
        let text = format!(r#"{{"type":["number","string","array","object"],"items":{{}},"{keyword}":{digits}}}"#);
        every_kind(text, |outcome| {
            if outcome.way.is(&dialect::JSON_SCHEMA) && outcome.way.place == isoform_schema::Place::Output {
                outcome.form();
            }
        });
    }
    let fraction = format!(r#"{{"type":"number","const":0.{digits},"minimum":-{digits}.5,"maximum":{digits}}}"#);
    every_kind(fraction, |outcome| {
        if outcome.way.is(&dialect::JSON_SCHEMA) && outcome.way.place == isoform_schema::Place::Output {
            assert!(outcome.form().schema().unwrap().to_json().contains(&"9".repeat(1_000_000)));
        }
    });
}

#[test]
fn exponents_past_all_reason() {
    for number in ["1e999999999", "1E-999999999", "1e99999999999999999999999999", "-0.0e-999999999999999", "1e400"] {
        for keyword in
            ["minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxItems", "maxProperties"]
        {
            let text = format!(
                r#"{{"type":"object","properties":{{"a":{{"{keyword}":{number}}},"b":{{"type":"integer","{keyword}":{number}}},"c":{{"allOf":[{{"{keyword}":{number}}},{{"{keyword}":3}},{{"{keyword}":0.7}}]}},"d":{{"enum":[{number},1],"{keyword}":{number}}},"e":{{"type":"array","items":{{"type":"string"}},"{keyword}":{number}}}}}}}"#
            );
            // Counts that are negative or no whole numbers are invalid schemas; everything else is a form or an answer why not.
            every_way(text, |outcome| {
                outcome.form_or(8, ErrorCode::ALL);
            });
        }
    }
}
