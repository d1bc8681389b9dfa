//! Documents and answers that do not care what the schema says.

use isoform_json::{Document, ReadOptions};
use isoform_schema::{Form, Schema};

use crate::harness::{Way, in_steps, through, within};

/// Schemas that use every encoding somewhere.
const SCHEMAS: &[&str] = &[
    r#"{}"#,
    r#"{"type":"object"}"#,
    r#"{"type":"object","additionalProperties":{}}"#,
    r#"{"type":"object","properties":{"a":{},"b":{"type":"object","additionalProperties":{"type":"array","items":{}}}}}"#,
    r#"{"type":"array","items":{"type":"array","prefixItems":[{"type":"number"},{}],"items":false}}"#,
    r#"{"enum":[1,"1",null,{"a":1e5},[0.10]]}"#,
    r##"{"type":"object","properties":{"next":{"$ref":"#"},"value":{}},"additionalProperties":false}"##,
    r#"{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"array","items":{}},{"type":"null"}]}"#,
    r#"{"type":"object","properties":{"é":{"type":"string"},"$ref":{"type":["null","integer"]}},"required":["é"]}"#,
];

fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for text in SCHEMAS {
        let schema = Schema::parse(text).unwrap();
        forms.extend(Way::kinds().filter_map(|way| schema.form(way.dialect, &way.options()).ok()));
    }
    assert!(forms.len() > SCHEMAS.len() * 4, "{}", forms.len());
    forms
}

fn all_through(text: String) {
    in_steps(move |progress| {
        let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH);
        let document = Document::parse_with(&text, &options).unwrap();
        for form in forms() {
            progress.next(form.dialect());
            through(&form, document.root());
        }
    });
}

#[test]
fn a_hundred_thousand_nested_arrays() {
    for text in
        ["[".repeat(100_000), format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), "{\"a\":".repeat(100_000)]
    {
        within(move || {
            assert_eq!(Document::parse(&text).unwrap_err().code(), "too-deep");
        });
    }
}

#[test]
fn as_deep_as_a_document_gets() {
    let deep = Document::MAX_DEPTH;
    all_through(format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
    all_through(format!("{}1{}", r#"{"next":"#.repeat(deep), "}".repeat(deep)));
    all_through(format!("{}1{}", r#"{"entries":[{"key":"a","value":"#.repeat(deep / 3), "}]}".repeat(deep / 3)));
    all_through(format!("{}1{}", r#"{"value":"#.repeat(deep), "}".repeat(deep)));
}

#[test]
fn nesting_hidden_in_text() {
    // Where a value travels as JSON text, the text is another document.
    let hidden = "[".repeat(100_000) + &"]".repeat(100_000);
    for answer in [
        format!(r#""{hidden}""#),
        format!(r#"{{"value":"{hidden}"}}"#),
        format!(r#"{{"entries":[{{"key":"a","value":"{hidden}"}}]}}"#),
        format!(r#"{{"next":null,"value":"{hidden}"}}"#),
        r#"{"value":"{\"a\":\"\\ud800\"}"}"#.to_owned(),
        r#"{"value":"{\"a\":1,\"a\":2}"}"#.to_owned(),
        format!(r#"{{"value":"{}"}}"#, "9".repeat(1_000_000)),
    ] {
        all_through(answer);
    }
}

#[test]
fn numbers_of_very_many_digits() {
    let digits = "9".repeat(300_000);
    for number in
        [digits.clone(), format!("-0.{digits}"), format!("1e{digits}"), format!("{digits}.{digits}e-{digits}")]
    {
        all_through(number.clone());
        all_through(format!(r#"{{"a":{number},"b":{{"c":[{number}]}},"value":{number}}}"#));
    }
}

#[test]
fn keys_that_stand_twice() {
    all_through(r#"{"a":1,"a":2,"entries":[],"entries":[]}"#.to_owned());
    all_through(r#"{"value":{"value":1},"value":2,"next":null,"next":null}"#.to_owned());
    all_through(r#"{"entries":[{"key":"a","value":"1"},{"key":"a","value":"2"},{"key":"a","key":"a"}]}"#.to_owned());
}

#[test]
fn a_great_many_small_things() {
    let many = |one: &str| format!("[{}{one}]", format!("{one},").repeat(10_000));
    all_through(many("1"));
    let keys: Vec<String> = (0..5_000).map(|number| format!(r#""k{number}":"v""#)).collect();
    all_through(format!("{{{}}}", keys.join(",")));
    let entries: Vec<String> = (0..3_000).map(|number| format!(r#"{{"key":"k{number}","value":"1"}}"#)).collect();
    all_through(format!(r#"{{"entries":[{}]}}"#, entries.join(",")));
}

#[test]
fn plans_that_are_no_plans() {
    for text in ["{}", "[]", "{\"version\":\"1\"}", "{\"version\":\"99\",\"root\":\"keep\",\"definitions\":{}}"] {
        let document = Document::parse(text).unwrap();
        assert!(isoform_schema::Plan::from_document(document.root()).is_err(), "{text}");
    }
}
