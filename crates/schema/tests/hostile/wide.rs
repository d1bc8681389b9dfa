//! Much of one thing: members, names, values, patterns, levels, bytes.

use isoform_schema::{ErrorCode, dialect};

use crate::harness::{closed_and_open, every_dialect, every_kind, list};

#[test]
fn two_hundred_thousand_values() {
    let values = list(200_000, |number| format!(r#""v{number}""#));
    closed_and_open(format!(r#"{{"type":"string","enum":[{values}]}}"#), |outcome| {
        outcome.form_or(2, &[ErrorCode::LimitEnumValues, ErrorCode::LimitString, ErrorCode::Unsatisfiable]);
    });
}

#[test]
fn two_hundred_thousand_numbers() {
    let values = list(200_000, |number| number.to_string());
    closed_and_open(format!(r#"{{"enum":[{values}]}}"#), |outcome| {
        outcome.form_or(4, &[ErrorCode::LimitEnumValues, ErrorCode::LimitString, ErrorCode::Unsatisfiable]);
    });
}

#[test]
fn many_values_that_are_objects() {
    let values = list(20_000, |number| format!(r##"{{"a":{number},"$ref":"#/nowhere"}}"##));
    every_kind(format!(r#"{{"enum":[{values}]}}"#), |outcome| outcome.form_or(4, ErrorCode::ALL));
}

#[test]
fn a_hundred_thousand_members() {
    let members = list(100_000, |number| format!(r#""m{number}":{{"type":"string"}}"#));
    closed_and_open(format!(r#"{{"type":"object","properties":{{{members}}}}}"#), |outcome| {
        let codes = [ErrorCode::TooLarge, ErrorCode::LimitProperties, ErrorCode::LimitString, ErrorCode::LimitOptional];
        outcome.form_or(3, &codes);
    });
}

#[test]
fn thirty_thousand_required_names() {
    let names = list(30_000, |number| format!(r#""m{number}""#));
    every_kind(format!(r#"{{"type":"object","required":[{names}]}}"#), |outcome| {
        outcome.form_or(16, ErrorCode::ALL);
    });
}

#[test]
fn one_name_required_a_hundred_thousand_times() {
    let names = list(100_000, |_| r#""m""#.to_owned());
    every_kind(format!(r#"{{"type":"object","required":[{names}]}}"#), |outcome| {
        outcome.form_or(2, ErrorCode::ALL);
    });
}

#[test]
fn twenty_thousand_names_that_may_be() {
    let names = list(20_000, |number| format!(r#""m{number}""#));
    every_kind(format!(r#"{{"type":"object","propertyNames":{{"enum":[{names}]}}}}"#), |outcome| {
        outcome.form_or(16, ErrorCode::ALL);
    });
}

#[test]
fn names_that_no_dialect_tells_apart() {
    // Twenty thousand names of one character that Gemini does not take.
    let members = list(20_000, |number| {
        let char = char::from_u32(0x4e00 + u32::try_from(number).unwrap()).unwrap();
        format!(r#""{char}":{{"type":"string"}}"#)
    });
    every_kind(format!(r#"{{"type":"object","properties":{{{members}}}}}"#), |outcome| {
        outcome.form_or(4, ErrorCode::ALL);
    });
}

#[test]
fn patterns_that_engines_choke_on() {
    let name = "a".repeat(40);
    for pattern in ["(a+)+$", "^(a|a)*b$", "^(a|aa)+$", "(.*)*x", "^((a*)*)*$", "(?=a)+b", "^(a?){40}a{40}$"] {
        let text = format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":"string","pattern":"{pattern}"}}}},"patternProperties":{{"{pattern}":{{"minLength":1}}}}}}"#
        );
        every_dialect(text, |outcome| outcome.form_or(8, ErrorCode::ALL));
    }
}

#[test]
fn patterns_that_grow() {
    for pattern in [
        "((((a{100}){100}){100}){100}){100}",
        "a{1000000}",
        "(a{1000}){1000}",
        &"(".repeat(10_000),
        &"[a-z]".repeat(100_000),
    ] {
        let text = format!(
            r#"{{"type":"object","properties":{{"x":{{"type":"string","pattern":"{pattern}"}}}},"patternProperties":{{"{pattern}":{{"type":"string"}}}}}}"#
        );
        every_dialect(text, |outcome| outcome.form_or(8, ErrorCode::ALL));
    }
}

#[test]
fn many_patterns_that_grow() {
    let patterns = list(500, |number| format!(r#""^(?:a{{100}}){{90}}{number}":{{}}"#));
    every_dialect(format!(r#"{{"type":"object","patternProperties":{{{patterns}}}}}"#), |outcome| {
        outcome.form_or(8, ErrorCode::ALL);
    });
}

#[test]
fn many_patterns_for_many_names() {
    let patterns = list(200, |number| format!(r#""^n{number}x":{{}}"#));
    let members = list(1_000, |number| format!(r#""m{number}":{{"type":"string"}}"#));
    every_dialect(
        format!(r#"{{"type":"object","properties":{{{members}}},"patternProperties":{{{patterns}}}}}"#),
        |outcome| outcome.form_or(8, ErrorCode::ALL),
    );
}

#[test]
fn a_hundred_and_twenty_levels() {
    for (open, close, levels) in [
        (r#"{"type":"array","items":"#, "}", 120),
        (r#"{"type":"object","properties":{"a":"#, r#"},"required":["a"],"additionalProperties":false}"#, 60),
        (r#"{"type":"object","properties":{"a":"#, "}}", 60),
        (r#"{"type":"object","additionalProperties":"#, "}", 120),
        (r#"{"allOf":[{"minLength":1},"#, "]}", 60),
        (r#"{"anyOf":[{"type":"null"},{"type":"array","items":"#, "}]}", 40),
        (r#"{"oneOf":[{"type":"integer"},{"type":"object","additionalProperties":"#, "}]}", 40),
        (r#"{"type":"array","prefixItems":[{"type":"number"},"#, r#"],"items":false}"#, 60),
        (r#"{"patternProperties":{"^x":"#, "}}", 60),
    ] {
        let text = format!(r#"{}{{"type":"string"}}{}"#, open.repeat(levels), close.repeat(levels));
        every_dialect(text, |outcome| outcome.form_or(12, ErrorCode::ALL));
    }
}

#[test]
fn a_hundred_and_twenty_levels_of_free_values() {
    let text = format!(r#"{}{{}}{}"#, r#"{"items":"#.repeat(120), "}".repeat(120));
    every_dialect(text, |outcome| outcome.form_or(12, ErrorCode::ALL));
}

/// A schema as people write them, of some size.
fn ordinary(members: usize, description: &str) -> String {
    let members = list(members, |number| {
        format!(
            r#""member_{number}":{{"type":"object","description":"{description}","properties":{{"id":{{"type":"integer","minimum":0}},"name":{{"type":["string","null"],"maxLength":80}},"tags":{{"type":"array","items":{{"type":"string","enum":["a","b","c"]}}}}}},"required":["id"],"additionalProperties":false}}"#
        )
    });
    format!(r#"{{"type":"object","properties":{{{members}}},"additionalProperties":false}}"#)
}

#[test]
fn ten_megabytes_of_members() {
    let text = ordinary(40_000, "What it is.");
    assert!(text.len() > 10 << 20, "{}", text.len());
    closed_and_open(text, |outcome| {
        outcome.error(&[
            ErrorCode::TooLarge,
            ErrorCode::LimitProperties,
            ErrorCode::LimitString,
            ErrorCode::LimitOptional,
        ]);
    });
}

#[test]
fn ten_megabytes_of_words() {
    let text = ordinary(2_000, &"Some words of a description. ".repeat(180));
    assert!(text.len() > 10 << 20, "{}", text.len());
    closed_and_open(text, |outcome| {
        let codes =
            [ErrorCode::LimitProperties, ErrorCode::LimitString, ErrorCode::LimitOptional, ErrorCode::LimitUnion];
        if outcome.way.is(&dialect::JSON_SCHEMA) {
            outcome.no_larger_than(2);
        } else {
            outcome.form_or(2, &codes);
        }
    });
}

#[test]
fn one_name_of_a_megabyte() {
    let name = "n".repeat(1 << 20);
    every_kind(
        format!(
            r#"{{"type":"object","properties":{{"{name}":{{"type":"string","{name}":1}}}},"required":["{name}"]}}"#
        ),
        |outcome| {
            outcome.form_or(8, ErrorCode::ALL);
        },
    );
    every_kind(
        format!(
            r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/{name}"}}}},"$defs":{{"{name}":{{"type":"string"}}}}}}"##
        ),
        |outcome| {
            outcome.form_or(8, ErrorCode::ALL);
        },
    );
}
