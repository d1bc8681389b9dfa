//! Data that looks like schemas, and names that look like keywords.

use isoform_schema::{ErrorCode, dialect};

use crate::harness::{every_way, list};

const LOOKALIKE: &str =
    r##"{"$ref":"#/nowhere","type":"nonsense","properties":7,"allOf":[],"enum":3,"$id":"http://x/","pattern":"("}"##;

#[test]
fn literals_are_data() {
    let text = format!(
        r##"{{"type":"object","properties":{{"a":{{"type":"object","const":{LOOKALIKE}}},"b":{{"type":"object","enum":[{LOOKALIKE},{{"$ref":"#"}}]}},"c":{{"type":"string","default":{LOOKALIKE},"examples":[{LOOKALIKE}],"example":{LOOKALIKE}}}}},"required":["a","b","c"],"additionalProperties":false}}"##
    );
    every_way(text, |outcome| {
        if outcome.way.is(&dialect::JSON_SCHEMA) {
            let sent = outcome.form().schema().unwrap();
            let kept = |pointer: &str| sent.root().at(pointer).map(|value| value.to_json());
            assert_eq!(kept("/properties/a/const").as_deref(), Some(LOOKALIKE));
            assert_eq!(kept("/properties/b/enum/0").as_deref(), Some(LOOKALIKE));
            assert_eq!(kept("/properties/c/default").as_deref(), Some(LOOKALIKE));
            assert_eq!(kept("/properties/c/examples/0").as_deref(), Some(LOOKALIKE));
        }
        // Nothing in a literal is ever looked up.
        outcome.form_or(20, &[ErrorCode::Unsatisfiable, ErrorCode::EnumNotString, ErrorCode::UnsupportedKeyword]);
    });
}

const NAMES: &[&str] = &[
    "$ref",
    "$defs",
    "$id",
    "$schema",
    "$anchor",
    "$dynamicRef",
    "$recursiveRef",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "items",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "default",
    "title",
    "description",
    "additionalProperties",
    "__proto__",
    "constructor",
    "toString",
    "",
    " ",
    "/",
    "~",
    "~0",
    "~1",
    "#",
    "%25",
    "\\\"",
    "\\\\",
    "\\u0000",
    "\\n",
    "\\r\\n",
    "é",
    "e\u{301}",
    "\u{feff}",
    "\u{202e}",
    "😀",
    "\\ud83d\\ude01",
    "0",
    "-1",
    "entries",
    "key",
    "value",
    "items_2",
    "null",
    "$serde_json::private::Number",
    "$serde_json::private::RawValue",
];

#[test]
fn names_are_names() {
    for member in [
        r#"{"type":"string"}"#,
        r##"{"$ref":"#/$defs/s"}"##,
        r#"{"type":"object","additionalProperties":{"type":"string"}}"#,
        "{}",
        "false",
    ] {
        let members = list(NAMES.len(), |index| format!(r#""{}":{member}"#, NAMES[index]));
        let required = list(NAMES.len(), |index| format!(r#""{}""#, NAMES[index]));
        for (required, extra) in
            [(required.as_str(), "false"), ("", "false"), ("", r#"{"type":"integer"}"#), ("", "true")]
        {
            let text = format!(
                r#"{{"type":"object","properties":{{{members}}},"required":[{required}],"additionalProperties":{extra},"$defs":{{"s":{{"type":"string"}}}}}}"#
            );
            every_way(text, move |outcome| {
                let kept = outcome.way.is(&dialect::JSON_SCHEMA) && member.starts_with(r#"{"type":"#);
                if kept {
                    let sent = outcome.form().schema().unwrap();
                    assert_eq!(sent.root().at("/properties").unwrap().len(), NAMES.len());
                }
                outcome.form_or(60, ErrorCode::ALL);
            });
        }
    }
}

#[test]
fn names_of_definitions_are_names() {
    let definitions = list(NAMES.len(), |index| {
        format!(
            r#""{}":{{"type":"object","properties":{{"a":{{"type":"string"}}}},"required":["a"],"additionalProperties":false}}"#,
            NAMES[index]
        )
    });
    let members = list(NAMES.len(), |index| {
        // Escaped as a pointer; percent signs of the fragment as well.
        let token = NAMES[index].replace('~', "~0").replace('/', "~1").replace('%', "%25");
        format!(r##""m{index}":{{"$ref":"#/$defs/{token}"}}"##)
    });
    let text = format!(
        r#"{{"type":"object","properties":{{{members}}},"required":[],"additionalProperties":false,"$defs":{{{definitions}}}}}"#
    );
    every_way(text, |outcome| {
        if outcome.way.is(&dialect::JSON_SCHEMA) {
            let sent = outcome.form().schema().unwrap();
            assert_eq!(sent.root().at("/$defs").unwrap().len(), NAMES.len());
        }
        outcome.form_or(8, &[ErrorCode::LimitOptional]);
    });
}

#[test]
fn an_error_is_one_line_whatever_the_names_are() {
    for name in NAMES {
        let text = format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":"string","enum":[]}}}},"required":["{name}"]}}"#
        );
        every_way(text, |outcome| {
            outcome.error(&[ErrorCode::Unsatisfiable]);
        });
        let text = format!(r##"{{"type":"object","properties":{{"{name}":{{"$ref":"#/nowhere"}}}}}}"##);
        every_way(text, |outcome| {
            outcome.error(&[ErrorCode::UnresolvedReference]);
        });
    }
}
