//! The same answers whatever features of serde_json are on, but for what only they make possible.

use isoform_json::{Document, Value, from_view};

const TEXTS: [&str; 8] = [
    r#"{"z":1,"a":[0,-1,18446744073709551615,-9223372036854775808],"m":{"y":0.1,"b":1.5}}"#,
    r#"{"$serde_json::private::Number":"1.5"}"#,
    r#"{"$serde_json::private::Number":"1.5","other":1}"#,
    r#"{"$serde_json::private::Number":"not a number"}"#,
    r#"{"$serde_json::private::RawValue":"[1]"}"#,
    "[123456789012345678901234567890]",
    "[1.0,0.1,-2.25]",
    "[]",
];

#[test]
fn order_digits_and_private_names() {
    for text in TEXTS {
        let document = Document::parse(text).unwrap();
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
        assert_eq!(serde_json::to_string(&document.to_value()).unwrap(), text);
        assert_eq!(from_view::<Document>(document.root()).unwrap().to_json(), text);
    }
}

#[test]
fn trees_read_by_serde_json() {
    for text in TEXTS {
        let document = Document::parse(text).unwrap();
        let read: Document = serde_json::from_str(text).unwrap();
        if text.contains("123456789012345678901234567890") && !cfg!(feature = "arbitrary_precision") {
            assert_eq!(read.to_json(), "[1.2345678901234568e29]");
            continue;
        }
        assert_eq!(read.to_json(), text);
        assert_eq!(read, document);
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), document.to_value());
        assert_eq!(serde_json::from_reader::<_, Document>(text.as_bytes()).unwrap(), document);
    }
}

#[test]
fn numbers_read_by_serde_json() {
    let text = "[1.50,1e2,-0,1E400,0.30000000000000000000000001]";
    if cfg!(feature = "arbitrary_precision") {
        let read: Document = serde_json::from_str(text).unwrap();
        // serde_json itself respells the exponent.
        assert_eq!(read.to_json(), "[1.50,1e+2,-0,1E+400,0.30000000000000000000000001]".replace("1E+400", "1e+400"));
    } else {
        assert!(serde_json::from_str::<Document>(text).is_err());
    }
}

#[test]
fn to_and_from_its_value() {
    for text in TEXTS {
        let document = Document::parse(text).unwrap();
        let exact = cfg!(feature = "arbitrary_precision");
        if text.contains("123456789012345678901234567890") && !exact {
            assert_eq!(document.root().to_serde_json().unwrap_err().code(), "number");
            continue;
        }
        let theirs = document.root().to_serde_json().unwrap();
        assert_eq!(Document::from_serde_json(&theirs).unwrap(), document);
        assert_eq!(serde_json::from_value::<Document>(theirs.clone()).unwrap(), document);
        if cfg!(feature = "preserve_order") {
            assert_eq!(theirs.to_string(), text);
            assert_eq!(Document::from_serde_json(&theirs).unwrap().to_json(), text);
        }
    }
    let long = Document::parse("[1.50,1e-7,0.30000000000000000000000001]").unwrap();
    let theirs = long.root().to_serde_json().unwrap();
    if cfg!(feature = "arbitrary_precision") {
        assert_eq!(Document::from_serde_json(&theirs).unwrap(), long);
    } else {
        assert_eq!(theirs, serde_json::json!([1.5, 1e-7, 0.3]));
    }
}

#[test]
fn its_value_decoded_from_ours() {
    let document = Document::parse(r#"{"a":[1,1.5,"x",null],"b":{}}"#).unwrap();
    let theirs: serde_json::Value = from_view(document.root()).unwrap();
    assert_eq!(theirs, serde_json::json!({"a": [1, 1.5, "x", null], "b": {}}));
    let number: serde_json::Number = from_view(document.root().at("/a/1").unwrap()).unwrap();
    assert_eq!(number.as_f64(), Some(1.5));
}

#[test]
fn floats_to_the_last_bit() {
    for text in ["1.7976931348623157e308", "2.2250738585072014e-308", "5.9604644775390625e-8", "3.5844466002796428e298"]
    {
        let expected: f64 = text.parse().unwrap();
        let document = Document::parse(text).unwrap();
        assert_eq!(document.root().to_serde_json().unwrap().as_f64(), Some(expected));
        assert_eq!(from_view::<f64>(document.root()).unwrap(), expected);
    }
}

#[cfg(feature = "raw_value")]
#[test]
fn raw_values_are_written() {
    #[derive(serde::Serialize)]
    struct Both {
        ours: Document,
        raw: Box<serde_json::value::RawValue>,
    }
    let both = Both {
        ours: Document::parse(r#"{"b":1,"a":2}"#).unwrap(),
        raw: serde_json::value::RawValue::from_string("1.50".into()).unwrap(),
    };
    assert_eq!(serde_json::to_string(&both).unwrap(), r#"{"ours":{"b":1,"a":2},"raw":1.50}"#);
}
