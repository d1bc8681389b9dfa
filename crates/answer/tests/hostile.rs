//! Schemas and answers of strangers: an error or a value, never a panic, a hang or an overflow.

#![allow(clippy::unwrap_used)]

use isoform_answer::{Contract, ReadOptions};
use isoform_json::{Document, ReadOptions as JsonOptions};
use isoform_schema::Schema;

fn code(schema: &str, text: &str) -> String {
    let contract = match Contract::new(Schema::parse(schema).unwrap()) {
        Ok(contract) => contract,
        Err(error) => return error.code().to_owned(),
    };
    match contract.read(text, &ReadOptions::whole_answer()) {
        Ok(answer) => answer.value.to_json(),
        Err(error) => error.code().to_owned(),
    }
}

#[test]
fn references_that_go_in_circles() {
    for schema in [
        r##"{"$ref":"#"}"##,
        r##"{"allOf":[{"$ref":"#"}]}"##,
        r##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##,
        r##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}"##,
        r##"{"not":{"$ref":"#"}}"##,
    ] {
        // What they mean is the validator's to say; that it says something is asked here.
        for text in ["{}", "\"a\"", "[[[[1]]]]", "'a'"] {
            assert!(!code(schema, text).is_empty(), "{schema}");
        }
    }
}

#[test]
fn patterns_that_backtrack() {
    let schema = r#"{"type":"string","pattern":"^(a+)+$"}"#;
    assert_eq!(code(schema, &format!("\"{}b\"", "a".repeat(5_000))), "schema");
    let schema = r#"{"type":"string","pattern":"^(?=(a+)+$)"}"#;
    assert_eq!(code(schema, &format!("\"{}b\"", "a".repeat(5_000))), "schema");
}

#[test]
fn values_that_nest() {
    let schema = r##"{"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"integer"}]}"##;
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(code(schema, &nested(100)), nested(100));
    assert_eq!(code(schema, &nested(200)), "too-deep");
    let contract = Contract::new(Schema::parse(schema).unwrap()).unwrap();
    let deep = Document::parse_with(&nested(500), &JsonOptions::default().with_max_depth(1_000)).unwrap();
    assert_eq!(contract.faults(deep.root()).unwrap_err().code(), "too-deep");
    assert_eq!(contract.read_value(deep.root(), None, &ReadOptions::guided()).unwrap_err().code(), "too-deep");
    // A text in a text in a text: each is one level of encoding, and only one is undone.
    let mut text = "[1]".to_owned();
    for _ in 0..8 {
        text = serde_json::to_string(&text).unwrap();
    }
    assert_eq!(code(schema, &text), "schema");
}

#[test]
fn many_faults_and_many_branches() {
    let wrong = format!("[{}]", vec!["\"x\""; 20_000].join(","));
    assert_eq!(code(r#"{"type":"array","items":{"type":"integer"}}"#, &wrong), "schema");
    let spelled = format!("[{}]", vec!["\"1\""; 2_000].join(","));
    assert_eq!(code(r#"{"type":"array","items":{"type":"integer"}}"#, &spelled), spelled.replace('"', ""));
    let branches: Vec<String> =
        (0..300).map(|index| format!(r#"{{"properties":{{"k":{{"const":{index}}}}},"required":["k"]}}"#)).collect();
    let union = format!(r#"{{"anyOf":[{}]}}"#, branches.join(","));
    assert_eq!(code(&union, r#"{"k":"7"}"#), r#"{"k":7}"#);
    let floats = format!("[{}]", vec!["1.0"; 5_000].join(","));
    assert_eq!(code(r#"{"type":"array","items":{"type":"integer"}}"#, &floats), floats.replace("1.0", "1"));
}

/// What no text could say is refused of a tree as well, and a part of one is judged by itself.
#[test]
fn a_value_that_came_without_text() {
    let contract = Contract::new(Schema::parse(r#"{"type":["array","object","null"]}"#).unwrap()).unwrap();
    let faults = |text: &str, at: &str| {
        let options = JsonOptions::default().with_max_depth(512);
        let document = Document::parse_with(text, &options).unwrap();
        let value = document.root().at(at).unwrap();
        let read = contract.read_value(value, None, &ReadOptions::guided());
        let faults = contract.faults(value);
        assert_eq!(faults.clone().err(), read.clone().err(), "{text} at {at}");
        faults.map_err(|error| (error.code(), error.pointer().map(str::to_owned)))
    };
    let nested = |levels: usize| format!("{}null{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(faults(&nested(128), ""), Ok(Vec::new()));
    assert_eq!(faults(&nested(129), "").unwrap_err().0, "too-deep");
    assert_eq!(faults(&nested(129), "/0"), Ok(Vec::new()));
    let twice = r#"{"a":{"b":1,"b":2},"c":{"d":3}}"#;
    assert_eq!(faults(twice, ""), Err(("duplicate-key", Some("/a/b".to_owned()))));
    assert_eq!(faults(twice, "/a"), Err(("duplicate-key", Some("/b".to_owned()))));
    assert_eq!(faults(twice, "/c"), Ok(Vec::new()));
}
