//! The text completer: pairs of a text and its completion, and what holds for every text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

mod generate;

use generate::Random;
use isoform_json::{Document, Value, complete, completion};

/// From the contract: what goes in and what comes out; `-` for nothing yet.
const PAIRS: [(&str, &str); 84] = [
    (r#"{"name": "John""#, r#"{"name": "John"}"#),
    ("[1, 2, 3", "[1, 2, 3]"),
    (r#"[{"a": 1"#, r#"[{"a": 1}]"#),
    (r#"{"a": [{"#, r#"{"a": [{}]}"#),
    (r#"{"a": "x\"#, r#"{"a": "x"}"#),
    (r#"{"a": "x\u26"#, r#"{"a": "x"}"#),
    (r#"{"a": "x\""#, r#"{"a": "x\""}"#),
    (r#"{"a": 1, "b":"#, r#"{"a": 1}"#),
    (r#"{"a""#, "{}"),
    (r#"{"a": tr,"#, "{}"),
    (r#"{"a": 1."#, "{}"),
    ("[1, -", "[1]"),
    ("[1e", "[]"),
    ("", "-"),
    ("xy", "-"),
    (r#""abc"#, r#""abc""#),
    ("123", "123"),
    ("[1, 2}", "[1, 2]"),
    ("{{", "{}"),
    ("{:}", "{}"),
    (r#"{"a"}"#, "{}"),
    ("{,}", "{}"),
    ("[1 2]", "[1]"),
    ("{\"a\": \"x\ny\", \"b\": 1}", r#"{"a": "x"}"#),
    (r#""x\q""#, r#""x""#),
    (r#"{"a":1,"a":2"#, r#"{"a":1,"a":2}"#),
    (r#""a" "b""#, r#""a""#),
    (r#"{"a":"\ud83d"#, r#"{"a":""}"#),
    (r#"{"a":"\ud83d\ude"#, r#"{"a":""}"#),
    ("[tru", "[true]"),
    ("[nul", "[null]"),
    ("t", "true"),
    ("[TRUE", "[]"),
    ("[nulL", "[]"),
    ("[-0", "[-0]"),
    ("[-0.", "[]"),
    ("[01", "[]"),
    ("[1.0e", "[]"),
    ("[1E+", "[]"),
    ("[1.5.2", "[]"),
    ("[1e5", "[1e5]"),
    ("[1.5", "[1.5]"),
    ("[12 ", "[12]"),
    ("-", "-"),
    ("}", "-"),
    ("]", "-"),
    (r#"hello {"a":1}"#, "-"),
    ("// c\n{\"a\":1}", "-"),
    ("\u{feff}{\"a\":1}", "-"),
    ("null", "null"),
    ("nul", "null"),
    ("\"", "\"\""),
    (r#""\"#, r#""""#),
    (r#"{"a":"b","c":""#, r#"{"a":"b","c":""}"#),
    (r#"[{"a":1},{"#, r#"[{"a":1},{}]"#),
    (r#"[{"a":1},{"b"#, r#"[{"a":1},{}]"#),
    (r#"{"a":{""#, r#"{"a":{}}"#),
    (r#"{"x":1}}"#, r#"{"x":1}"#),
    ("[1]]", "[1]"),
    (r#"{"a":1]"#, r#"{"a":1}"#),
    (r#"{"a":tru}"#, "{}"),
    (r#"{"a":1,,"b":2}"#, r#"{"a":1}"#),
    (r#"{"a":1 "b":2}"#, r#"{"a":1}"#),
    (r#"{"a"::1}"#, "{}"),
    ("{'a':1}", "{}"),
    ("{a:1}", "{}"),
    (r#"{"a":NaN"#, "{}"),
    (r#"{"a":Infinity}"#, "{}"),
    (r#"{"a":"x"y"}"#, r#"{"a":"x"}"#),
    (r#"{"":"#, "{}"),
    (r#"{"":1"#, r#"{"":1}"#),
    ("{\"a\": 1 }  ", "{\"a\": 1 }"),
    ("[[],", "[[]]"),
    (r#"{"ok": tr"#, r#"{"ok": true}"#),
    ("[{\"a\": [1, 2", "[{\"a\": [1, 2]}]"),
    (r#"{"a": 1, "b": [2,], "c": 3}"#, r#"{"a": 1, "b": [2]}"#),
    (r#"{"k": "v", {"#, r#"{"k": "v"}"#),
    (r#"{"e": "x\ud83d"#, r#"{"e": "x"}"#),
    (r#"{"e": "x\ud83dz"}"#, r#"{"e": "x"}"#),
    (r#"[[1,{"a":[]}], x"#, r#"[[1,{"a":[]}]]"#),
    (r#"{"a":{"b":[1,2]},"c":tru1"#, r#"{"a":{"b":[1,2]}}"#),
    ("{\"\u{e9}\":\"\u{e9}", "{\"\u{e9}\":\"\u{e9}\"}"),
    ("[\"a\"  ,  ", "[\"a\"]"),
    ("[1,2] trailing", "[1,2]"),
];

#[test]
fn every_pair_of_the_contract() {
    for (text, expected) in PAIRS {
        let came = complete(text);
        assert_eq!(came.as_deref(), Some(expected).filter(|text| *text != "-"), "{text:?}");
        if let Some(came) = came {
            assert!(Document::parse(&came).is_ok());
        }
    }
}

/// Strings and numbers are prefixes, containers miss only what comes last.
fn is_snapshot(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::String(part), Value::String(whole)) => whole.starts_with(part.as_str()),
        (Value::Number(part), Value::Number(whole)) => whole.as_str().starts_with(part.as_str()),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| is_snapshot(part, whole))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.len() <= whole.len()
                && part.iter().zip(whole).all(|(part, whole)| part.0 == whole.0 && is_snapshot(part.1, whole.1))
        }
        (part, whole) => part == whole,
    }
}

#[test]
fn every_prefix_completes_to_a_snapshot() {
    let mut random = Random::new(21);
    for _ in 0..200 {
        let document = generate::document(&mut random);
        let text = generate::spaced(&mut random, &document);
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let prefix = &text[..end];
            let Some(completion) = completion(prefix) else {
                assert!(!prefix.contains(['{', '[', '"', 't', 'f', 'n']), "{prefix:?}");
                continue;
            };
            let read = Document::parse(&completion.text).unwrap();
            assert!(is_snapshot(&read.to_value(), &document.to_value()), "{prefix:?} became {}", completion.text);
            assert!(!completion.broken && completion.kept.end <= end);
            let kept = &prefix[completion.kept.clone()];
            assert_eq!(format!("{kept}{}", completion.added), completion.text);
        }
    }
}

#[test]
fn whatever_comes_in_json_comes_out() {
    let mut random = Random::new(22);
    let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "a", "1", "-", ".", "e", "tru", "e", " ", "\n", "\\u12", "\\ud83d",
        "é",
    ];
    for _ in 0..20_000 {
        let text: String = (0..random.below(14)).map(|_| random.pick(&pieces)).collect();
        if let Some(completed) = complete(&text) {
            assert!(Document::parse(&completed).is_ok(), "{text:?} became {completed:?}");
        }
    }
    let deep = "[".repeat(100_000);
    assert!(complete(&deep).is_some_and(|completed| completed.len() == 2 * Document::MAX_DEPTH));
}
