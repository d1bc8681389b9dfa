//! Decoding types from trees, and trees from and to other serde formats.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, HashMap};

use isoform_json::{Document, Error, ErrorKind, Value, from_view};
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn decode<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    Document::parse(text).unwrap().root().decode()
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Point,
    Circle(f64),
    Line(i8, i8),
    Square { side: u32 },
    Nothing(()),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Booking {
    city: String,
    nights: u8,
    note: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Tagged {
    Count { value: u8 },
    Share { value: f64 },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Inner {
    count: u16,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Text(String),
    Number(i64),
    List(Vec<Either>),
}

#[test]
fn structs_and_options() {
    let booking: Booking = decode(r#"{"nights":2,"city":"Oslo","note":null}"#).unwrap();
    assert_eq!((booking.city.as_str(), booking.nights, booking.note), ("Oslo", 2, None));
    let booking: Booking = decode(r#"{"city":"Oslo","nights":2.0,"note":"x","tags":["a"]}"#).unwrap();
    assert_eq!((booking.nights, booking.note.as_deref(), booking.tags.len()), (2, Some("x"), 1));
    assert_eq!(decode::<Option<Option<u8>>>("null").unwrap(), None);
    assert_eq!(decode::<(u8, String, ((),))>(r#"[1,"a",[null]]"#).unwrap(), (1, "a".into(), ((),)));
    assert_eq!(decode::<char>(r#""é""#).unwrap(), 'é');
}

#[test]
fn strings_are_borrowed_where_the_text_allows() {
    let document = Document::parse(r#"{"plain":"abc","escaped":"a\nc"}"#).unwrap();
    let map: HashMap<&str, &str> = from_view(document.root()).unwrap();
    assert_eq!((map["plain"], map["escaped"]), ("abc", "a\nc"));
    assert!(document.source().as_bytes().as_ptr_range().contains(&map["plain"].as_ptr()));
}

#[test]
fn enums_as_serde_json_has_them() {
    for (text, shape) in [
        (r#""point""#, Shape::Point),
        (r#"{"point":null}"#, Shape::Point),
        (r#"{"circle":1}"#, Shape::Circle(1.0)),
        (r#"{"line":[1,-2]}"#, Shape::Line(1, -2)),
        (r#"{"square":{"side":3}}"#, Shape::Square { side: 3 }),
        (r#"{"nothing":null}"#, Shape::Nothing(())),
    ] {
        assert_eq!(decode::<Shape>(text).unwrap(), shape);
        assert_eq!(serde_json::from_str::<Shape>(text).unwrap(), shape);
    }
    for text in [
        r#""circle""#,
        r#"{"point":1}"#,
        r#"{"circle":1,"line":2}"#,
        "{}",
        "[]",
        "1",
        "null",
        r#"{"line":{}}"#,
        r#"{"line":[1]}"#,
        r#"{"line":[1,2,3]}"#,
        r#"{"square":1}"#,
        r#""oval""#,
    ] {
        assert_eq!(decode::<Shape>(text).unwrap_err().kind(), ErrorKind::Decode, "{text}");
        assert!(serde_json::from_str::<Shape>(text).is_err(), "{text}");
    }
}

#[test]
fn integers_by_value() {
    assert_eq!(decode::<u8>("2.0").unwrap(), 2);
    assert_eq!(decode::<i64>("-1e3").unwrap(), -1000);
    assert_eq!(decode::<i32>("-0").unwrap(), 0);
    assert_eq!(decode::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(decode::<u128>("340282366920938463463374607431768211455").unwrap(), u128::MAX);
    assert_eq!(decode::<i128>("-170141183460469231731687303715884105728").unwrap(), i128::MIN);
    for text in ["2.5", "256", "-1", "1e30", "\"2\"", "null", "1e400"] {
        assert_eq!(decode::<u8>(text).unwrap_err().kind(), ErrorKind::Decode, "{text}");
    }
    // Behind a buffer too, where the type asked for is not known yet.
    let tagged: Tagged = decode(r#"{"type":"count","value":2.0}"#).unwrap();
    assert_eq!(tagged, Tagged::Count { value: 2 });
    let tagged: Tagged = decode(r#"{"value":2,"type":"share"}"#).unwrap();
    assert_eq!(tagged, Tagged::Share { value: 2.0 });
    let flat: Flat = decode(r#"{"count":1e2,"b":3,"a":-4}"#).unwrap();
    assert_eq!((flat.inner.count, flat.rest["a"], flat.rest["b"]), (100, -4, 3));
    let either: Either = decode(r#"["x",[1,2.0]]"#).unwrap();
    let numbers = Either::List(vec![Either::Number(1), Either::Number(2)]);
    assert_eq!(either, Either::List(vec![Either::Text("x".into()), numbers]));
}

#[test]
fn floats_are_rounded_once() {
    assert_eq!(decode::<f64>("0.1").unwrap(), 0.1);
    assert_eq!(decode::<f64>("3").unwrap(), 3.0);
    assert!(decode::<f64>("-0").unwrap().is_sign_negative());
    // Halfway between two f32 but for the last digit, which a way through f64 would lose.
    assert_eq!(decode::<f32>("1.00000005960464477540").unwrap(), 1.000_000_1);
    assert_eq!(decode::<f32>("1.00000005960464477539").unwrap(), 1.0);
    for text in ["1e400", "-1e400"] {
        assert_eq!(decode::<f64>(text).unwrap_err().kind(), ErrorKind::Decode);
    }
    assert_eq!(decode::<f32>("1e39").unwrap_err().kind(), ErrorKind::Decode);
}

#[test]
fn names_of_members_as_keys() {
    assert!(!decode::<BTreeMap<u32, bool>>(r#"{"1":true,"20":false}"#).unwrap()[&20]);
    assert_eq!(decode::<BTreeMap<bool, u8>>(r#"{"true":1}"#).unwrap()[&true], 1);
    assert!(decode::<BTreeMap<u32, bool>>(r#"{"+1":true}"#).is_err());
    assert!(decode::<BTreeMap<u8, bool>>(r#"{"256":true}"#).is_err());
    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Key {
        A,
        B,
    }
    assert_eq!(decode::<BTreeMap<Key, u8>>(r#"{"B":1,"A":2}"#).unwrap()[&Key::A], 2);
    assert_eq!(decode::<BTreeMap<Option<String>, u8>>(r#"{"a":1}"#).unwrap().len(), 1);
}

#[test]
fn an_error_names_the_value_and_never_quotes_it() {
    let text = r#"{"city": "sesame",
  "nights": "sesame", "note": null}"#;
    let error = decode::<Booking>(text).unwrap_err();
    assert_eq!(error.pointer(), Some("/nights"));
    assert_eq!((error.line(), error.column(), error.span()), (Some(2), Some(13), Some(31..39)));
    assert_eq!(error.to_string(), "the value does not fit the type at line 2 column 13: found string, expected u8");
    assert!(error.detail().unwrap().contains("sesame"));

    for (text, pointer) in [
        (r#"{"city":"a","nights":2,"sesame":1}"#, "/sesame"),
        (r#"{"city":"a"}"#, ""),
        (r#"{"city":"a","nights":2,"tags":["a",{"sesame":1}]}"#, "/tags/1"),
        (r#"{"city":"a","nights":1000}"#, "/nights"),
        (r#"{"city":"a","city":"sesame","nights":2}"#, "/city"),
        (r#"["sesame"]"#, ""),
    ] {
        let error = decode::<Booking>(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.pointer(), Some(pointer), "{text}: {error}");
        assert!(!error.to_string().contains("sesame"), "{error}");
        assert!(!error.to_string().contains('\n'));
    }
    for text in [r#""sesame""#, r#"{"sesame":1}"#, "[\"sesame\"]"] {
        assert!(!decode::<Shape>(text).unwrap_err().to_string().contains("sesame"));
        assert!(!decode::<std::net::IpAddr>(text).unwrap_err().to_string().contains("sesame"));
        assert!(!decode::<Tagged>(text).unwrap_err().to_string().contains("sesame"));
        assert!(!decode::<Either>(r#"{"sesame":1}"#).unwrap_err().to_string().contains("sesame"));
    }
}

#[test]
fn private_names_of_serde_json_are_ordinary_names() {
    for text in [
        r#"{"$serde_json::private::Number":"1.5"}"#,
        r#"{"$serde_json::private::RawValue":"[1]"}"#,
        r#"[{"$serde_json::private::Number":"1.5","b":1}]"#,
    ] {
        let document = Document::parse(text).unwrap();
        assert_eq!(document.to_json(), text);
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
        assert_eq!(serde_json::to_string(&document.to_value()).unwrap(), text);
        assert_eq!(serde_json::from_str::<Document>(text).unwrap(), document);
        let theirs = document.root().to_serde_json().unwrap();
        assert_eq!(Document::from_serde_json(&theirs).unwrap(), document);
        assert_eq!(from_view::<Document>(document.root()).unwrap(), document);
    }
}

#[test]
fn order_and_digits_pass_through_serde() {
    for text in [
        r#"{"z":1,"a":[0,-1,18446744073709551615,-9223372036854775808],"m":{"y":0.1,"b":1.5}}"#,
        "[1.0,0.1,-2.25,123456.789,5e-324]",
        "[123456789012345678901234567890,-123456789012345678901234567890]",
        r#"{"a":1,"a":2}"#,
        r#"["é\n\u0001\"\\",null,true,false,{},[]]"#,
    ] {
        let document = Document::parse(text).unwrap();
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
        assert_eq!(serde_json::to_string(&document.root()).unwrap(), text);
    }
    let value = Document::parse(r#"{"z":[1.5],"a":null}"#).unwrap().to_value();
    assert_eq!(serde_json::to_string(&value).unwrap(), r#"{"z":[1.5],"a":null}"#);
}

#[test]
fn trees_come_from_any_format() {
    let document: Document = serde_json::from_value(serde_json::json!({"a": [1, -2, 0.5, "x", null, true]})).unwrap();
    assert_eq!(document.to_json(), r#"{"a":[1,-2,0.5,"x",null,true]}"#);
    let value: Value = serde_json::from_str(r#"{"b":1,"a":{"x":[]},"b":2}"#).unwrap();
    assert_eq!(value.to_document().unwrap().to_json(), r#"{"b":2,"a":{"x":[]}}"#);

    type Fault = serde::de::value::Error;
    let from = |float: f64| Document::deserialize(serde::de::value::F64Deserializer::<Fault>::new(float));
    assert!(from(f64::NAN).is_err());
    assert!(from(f64::INFINITY).is_err());
    assert_eq!(from(1e300).unwrap().to_json(), "1e300");
    assert_eq!(from(1e-7).unwrap().to_json(), "1e-7");
    assert_eq!(from(-0.0).unwrap().to_json(), "-0.0");
    let wide = serde::de::value::U128Deserializer::<Fault>::new(u128::MAX);
    assert_eq!(Document::deserialize(wide).unwrap().to_json(), u128::MAX.to_string());

    #[derive(Deserialize)]
    struct Holder {
        kept: Document,
    }
    let holder: Holder = serde_json::from_str(r#"{"kept":{"b":1,"a":2}}"#).unwrap();
    assert_eq!(holder.kept.to_json(), r#"{"b":1,"a":2}"#);
}

#[test]
fn a_document_inside_a_type_keeps_order_and_digits() {
    #[derive(Deserialize)]
    struct Holder {
        kept: Document,
        edited: Value,
        many: Vec<Option<Document>>,
    }
    let kept = r#"{"b":1.50,"a":[123456789012345678901234567890,-0,1E400],"b":"\n\""}"#;
    let text = format!(r#"{{"kept":{kept},"edited":{{"y":1.0,"x":0.10}},"many":[null,1.0,"x"]}}"#);
    let holder: Holder = decode(&text).unwrap();
    assert_eq!(holder.kept.to_json(), kept);
    assert_eq!(holder.edited.to_document().unwrap().to_json(), r#"{"y":1.0,"x":0.10}"#);
    let many: Vec<_> = holder.many.iter().flatten().map(Document::to_json).collect();
    assert_eq!(many, ["1.0", "\"x\""]);
    let text = r#"{"$isoform_json::private::Whole":"1"}"#;
    assert_eq!(decode::<Document>(text).unwrap().to_json(), text);
}

#[test]
fn numbers_on_the_way_to_serde_json() {
    let convert = |text: &str| Document::parse(text).unwrap().root().to_serde_json();
    for text in ["0", "-1", "18446744073709551615", "-9223372036854775808", "1.5", "0.1", "1.0"] {
        assert_eq!(convert(text).unwrap().to_string(), text);
    }
    assert_eq!(convert("1.50").unwrap(), serde_json::json!(1.5));
    assert_eq!(convert("-0").unwrap(), serde_json::json!(-0.0));
    assert_eq!(convert("1e2").unwrap(), serde_json::json!(100.0));
    assert_eq!(convert("0.30000000000000000000001").unwrap(), serde_json::json!(0.3));
    assert_eq!(convert("100000000000000000000").unwrap(), serde_json::json!(1e20));
    let error = convert(r#"{"a": [123456789012345678901]}"#).unwrap_err();
    assert_eq!((error.code(), error.pointer(), error.span()), ("number", Some("/a/0"), Some(7..28)));
    assert_eq!(convert("1e400").unwrap_err().code(), "number");
}

#[test]
fn what_a_type_refuses_after_its_value_was_read_has_a_place() {
    #[derive(serde::Deserialize, Debug)]
    #[serde(try_from = "i32")]
    struct Positive(#[allow(dead_code)] i32);
    impl TryFrom<i32> for Positive {
        type Error = &'static str;
        fn try_from(number: i32) -> Result<Positive, &'static str> {
            if number > 0 { Ok(Positive(number)) } else { Err("it is not positive") }
        }
    }
    let document = isoform_json::Document::parse(r#"[1, -1]"#).unwrap();
    let inner = document.root().decode::<Vec<Positive>>().unwrap_err();
    assert_eq!((inner.pointer(), inner.span()), (Some("/1"), Some(4..6)));
    let document = isoform_json::Document::parse("-1").unwrap();
    let root = document.root().decode::<Positive>().unwrap_err();
    assert_eq!((root.pointer(), root.span()), (Some(""), Some(0..2)));
}
