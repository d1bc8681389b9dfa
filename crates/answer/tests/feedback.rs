//! What a model is told.

#![allow(clippy::unwrap_used)]

use isoform_answer::{Contract, ReadOptions};
use isoform_schema::Schema;

fn feedback(schema: &str, text: &str) -> String {
    let contract = Contract::new(Schema::parse(schema).unwrap()).unwrap();
    contract.read(text, &ReadOptions::guided()).unwrap_err().feedback().unwrap()
}

#[test]
fn every_fault_stands_behind_its_place() {
    let schema = r#"{"type":"object","properties":{
            "city":{"type":"string"},
            "stay":{"type":"object","properties":{"nights":{"type":["integer","null"]},"unit":{"enum":["C","F"]}},
                    "required":["nights","beds"],"additionalProperties":false},
            "tags":{"type":"array","items":{"type":"string","maxLength":3}}},
        "required":["city"]}"#;
    let text = r#"{"stay": {"nights": "// ❌ two", "unit": "K", "x": []}, "tags": ["ab", "abcd"]}"#;
    let wanted = r#"The JSON does not fit the schema. Here it is, with a comment behind each fault:

```json
{ // ❌ the member "city" is missing
  "stay": { // ❌ the member "beds" is missing
    "nights": "// ❌ two", // ❌ expected integer or null, got string
    "unit": "K", // ❌ expected "C" or "F"
    "x": [] // ❌ no member of this name is taken: the object takes "nights" or "unit"
  },
  "tags": [
    "ab",
    "abcd" // ❌ value is longer than 3 characters
  ]
}
```

Answer with the whole corrected JSON and nothing else, without the comments.
"#;
    assert_eq!(feedback(schema, text), wanted);
}

#[test]
fn of_a_union_the_closest_alternative_is_told() {
    let schema = r#"{"oneOf":[
        {"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number"}},"required":["kind","radius"]},
        {"type":"object","properties":{"kind":{"const":"box"},"width":{"type":"number"},"height":{"type":"number"}},
         "required":["kind","width","height"]}]}"#;
    let told = feedback(schema, r#"{"kind": "box", "width": true}"#);
    let shown = told.split("```").nth(1).unwrap();
    let wanted = "json\n{ // ❌ none of 2 alternatives takes it: told is what the closest one wants; the member \"height\" is missing\n  \
                  \"kind\": \"box\",\n  \"width\": true // ❌ expected number, got boolean\n}\n";
    assert_eq!(shown, wanted);
}

#[test]
fn a_long_answer_is_not_repeated() {
    let items = vec![r#""some words that are no number""#; 2_000].join(",");
    let told = feedback(r#"{"type":"array","items":{"type":"number"}}"#, &format!("[{items}]"));
    assert!(told.len() < 4_000, "{} bytes", told.len());
    assert!(told.contains("- \"/0\": expected number, got string\n"), "{told}");
    assert!(told.contains("\nThere are 1968 more.\n"), "{told}");
    assert!(!told.contains("some words"), "{told}");
}

#[test]
fn a_text_that_cannot_be_read() {
    let told = feedback("{}", "I cannot help with that.");
    let wanted = "The answer could not be read as JSON: no JSON value in the text at line 1 column 1.\n\n\
                  Answer with one JSON value and nothing else.\n";
    assert_eq!(told, wanted);
}
