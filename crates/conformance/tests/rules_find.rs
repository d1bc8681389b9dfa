//! The independent rules find what they are there for.

use isoform_conformance::json::Json;
use isoform_conformance::rules;
use isoform_conformance::subject::Place;

#[test]
fn each_rule_is_broken_by_something() {
    let broken = [
        ("openai-tool", r#"{"type":"object"}"#, "object without properties"),
        ("openai-tool", r#"{"type":"object","properties":{"a":{"type":"array"}}}"#, "array without items"),
        ("openai-tool", r#"{"type":"object","properties":{"a":{"oneOf":[{"type":"null"}]}}}"#, "oneOf is not taken"),
        ("openai-tool", r#"{"type":"object","properties":{},"not":{}}"#, "not at the root"),
        ("azure-openai", r#"{"type":"string"}"#, "root is no object"),
        ("anthropic", r#"{"type":"object","anyOf":[{}]}"#, "anyOf at the root"),
        ("anthropic", r#"{"type":"object","properties":{"a b":{}}}"#, "is not taken"),
        ("anthropic", r#"{"type":"object","properties":{"a":{"items":[{}]}}}"#, "list of items"),
        ("bedrock", r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##, "$ref is not taken"),
        (
            "bedrock-strict",
            r#"{"type":"object","properties":{"a":{"type":"string","pattern":"a"}},"required":[],"additionalProperties":false}"#,
            "pattern is not taken",
        ),
        ("mcp", r#"{"type":"string"}"#, "root is no object"),
        (
            "mcp",
            r#"{"type":"object","properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}"#,
            "boolean exclusive bound",
        ),
        ("gemini-json", r#"{"type":"object","properties":{}}"#, "silent about other keys"),
        ("gemini-json", r#"{"enum":["a"]}"#, "no type"),
        ("gemini-json", r#"{"type":"boolean","enum":[true]}"#, "enum of other than"),
        ("gemini-json", r#"{"type":"array","items":{"type":"string"},"maxItems":961}"#, "beyond the budget"),
        ("gemini-json", r#"{"type":"string","pattern":"a"}"#, "pattern is not taken"),
        (
            "gemini-json",
            r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/A"}]}},"required":["a"],"additionalProperties":false}}}"##,
            "comes back to itself in the required member",
        ),
    ];
    for (dialect, schema, wanted) in broken {
        let schema = Json::parse(schema).expect("JSON");
        let found = rules::check(dialect, &schema, Place::Tool);
        assert!(found.iter().any(|line| line.contains(wanted)), "{dialect} {schema}: {found:?}");
    }
}
