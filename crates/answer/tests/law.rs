//! The read law over every schema and every text of the cases, crossed: what is handed back is valid under the original
//! schema, and reading it again changes nothing.

#![allow(clippy::unwrap_used)]

use isoform_answer::{Contract, ReadOptions};
use isoform_json::{Document, ReadOptions as JsonOptions};
use isoform_schema::{Schema, Source};

const FILES: [&str; 2] =
    [include_str!("../../../tests/corpus/lenient.jsonl"), include_str!("../../../tests/corpus/responses.jsonl")];

/// The schemas and the texts of the cases, each once.
fn schemas_and_texts() -> (Vec<Document>, Vec<String>) {
    let (mut schemas, mut texts): (Vec<Document>, Vec<String>) = (Vec::new(), Vec::new());
    for line in FILES.iter().flat_map(|file| file.lines()) {
        let case = Document::parse_with(line, &JsonOptions::default().with_max_depth(512)).unwrap();
        if let Some(schema) = case.root().get("schema").map(|schema| schema.to_document()) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        texts.extend(case.root().get("text").and_then(|text| text.as_str()).map(str::to_owned));
    }
    texts.sort();
    texts.dedup();
    (schemas, texts)
}

#[test]
fn what_is_read_is_valid_and_stays() {
    let (schemas, texts) = schemas_and_texts();
    let modes = [ReadOptions::guided(), ReadOptions::arguments(), ReadOptions::whole_answer()];
    let (mut read, mut coerced) = (0, 0);
    for schema in schemas {
        let contract = Contract::new(Schema::read(schema.clone(), Source::Auto).unwrap()).unwrap();
        for text in &texts {
            for mode in &modes {
                let Ok(answer) = contract.read(text, mode) else { continue };
                read += 1;
                coerced += usize::from(!answer.coercions.is_empty());
                let faults = contract.faults(answer.value.root()).unwrap();
                assert!(faults.is_empty(), "{text} under {schema} gave {}: {faults:?}", answer.value);
                let again = contract.read(&answer.value.to_json(), mode).unwrap();
                assert_eq!(again.value.to_json(), answer.value.to_json(), "{text} under {schema}");
                assert!(again.repairs.is_empty() && again.coercions.is_empty(), "{text} under {schema}: {again:?}");
            }
        }
    }
    assert!(read > 1_000 && coerced > 100, "{read} were read, {coerced} of them coerced");
}

/// A value that is valid is handed back digit by digit, whatever it could be read as.
#[test]
fn what_is_valid_is_left_alone() {
    let contract = Contract::new(Schema::parse(r#"{"type":["string","number","null","array"]}"#).unwrap()).unwrap();
    for text in [r#""12""#, r#""null""#, r#""[1]""#, "1.0", "-0", "1e2", "null", r#"["true", 5.0]"#] {
        let answer = contract.read(text, &ReadOptions::arguments()).unwrap();
        assert_eq!((answer.value.to_json(), answer.coercions.len()), (text.replace(", ", ","), 0));
    }
}

#[test]
fn two_readings_are_none() {
    let read = |schema: &str, text: &str| {
        let contract = Contract::new(Schema::parse(schema).unwrap()).unwrap();
        contract.read(text, &ReadOptions::guided()).map(|answer| answer.value.to_json()).map_err(|error| error.code())
    };
    // A list of one, or its element as text.
    let union = r#"{"anyOf":[{"type":"array","items":{"type":"number"}},{"type":"string"}]}"#;
    assert_eq!(read(union, "7"), Err("schema"));
    // Two listed values differ in case alone.
    assert_eq!(read(r#"{"enum":["Red","RED"]}"#, r#""red""#), Err("schema"));
    assert_eq!(read(r#"{"enum":["Red","Blue"]}"#, r#""red""#), Ok(r#""Red""#.to_owned()));
    // A union whose branches are told apart by a constant.
    let tagged = r#"{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"n":{"type":"integer"}},"required":["kind","n"]},
        {"type":"object","properties":{"kind":{"const":"b"},"n":{"type":"boolean"}},"required":["kind","n"]}]}"#;
    assert_eq!(read(tagged, r#"{"kind":"a","n":"4"}"#), Ok(r#"{"kind":"a","n":4}"#.to_owned()));
    assert_eq!(read(tagged, r#"{"kind":"b","n":"True"}"#), Ok(r#"{"kind":"b","n":true}"#.to_owned()));
    assert_eq!(read(tagged, r#"{"kind":"b","n":"4"}"#), Err("schema"));
}

#[test]
fn a_schema_that_does_not_compile_is_not_the_models_fault() {
    for schema in [r#"{"type":12}"#, r#"{"pattern":"("}"#, r#"{"$ref":"https://example.com/elsewhere"}"#] {
        let error = Contract::new(Schema::parse(schema).unwrap()).err().unwrap();
        assert_eq!((error.code(), error.pointer()), ("configuration", None), "{schema}");
    }
}

#[test]
fn names_that_repeat_are_refused_before_the_schema_is_asked() {
    let contract = Contract::new(Schema::parse(r#"{"type":"object"}"#).unwrap()).unwrap();
    let twice = Document::parse(r#"{"a":1,"a":2}"#).unwrap();
    assert_eq!(contract.faults(twice.root()).unwrap_err().code(), "duplicate-key");
    assert_eq!(contract.read_value(twice.root(), None, &ReadOptions::arguments()).unwrap_err().code(), "duplicate-key");
}

#[test]
fn contracts_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Contract>();
    let contract = Contract::new(Schema::parse(r#"{"type":"integer"}"#).unwrap()).unwrap();
    let threads: Vec<_> = (0..4)
        .map(|number| {
            let contract = contract.clone();
            std::thread::spawn(move || contract.read(&format!("\"{number}\""), &ReadOptions::guided()).unwrap().value)
        })
        .collect();
    let values: Vec<String> = threads.into_iter().map(|thread| thread.join().unwrap().to_json()).collect();
    assert_eq!(values, ["0", "1", "2", "3"]);
}
