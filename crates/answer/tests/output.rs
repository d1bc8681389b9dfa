//! What is known of a request before it is sent, and its final choices.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::error::Error as _;

use isoform_answer::output::{
    Asked, Choice, OutputError, OutputErrorKind, OutputRequest, hold_final_choices, preflight, validate_final_choices,
};
use isoform_answer::{Contract, Error, ErrorKind};
use isoform_schema::{Schema, dialect};

const SCHEMA: &str =
    r#"{"type":"object","properties":{"n":{"type":"integer"},"color":{"enum":["red"]}},"required":["n"]}"#;

fn judged(schema: &str, choices: &[Choice<'_>]) -> Result<(), OutputError> {
    validate_final_choices(schema, &Asked::new("acme", "big-2"), "stop", choices)
}

/// The number of the choice that does not hold.
fn failed(choices: &[Choice<'_>]) -> Option<usize> {
    match judged(SCHEMA, choices).err()?.kind() {
        OutputErrorKind::Validation { choice, .. } => Some(*choice),
        other => panic!("{other:?}"),
    }
}

fn stop(text: &str) -> Choice<'_> {
    Choice::new(text, "stop")
}

#[test]
fn the_first_final_choice_that_does_not_hold() {
    let (good, bad) = (r#" {"n": 1} "#, "{}");
    assert_eq!(failed(&[stop(good)]), None);
    assert_eq!(failed(&[stop(good), stop(bad)]), Some(1));
    assert_eq!(failed(&[stop(bad), stop(bad)]), Some(0));
    assert_eq!(failed(&[Choice::new(r#"{"n": 1"#, "length")]), None);
    assert_eq!(failed(&[Choice::new(r#"{"n": 1"#, "length"), stop(bad)]), Some(1));
    assert_eq!(failed(&[stop("Let me look that up.").with_calls(true)]), None);
    assert_eq!(failed(&[Choice::new("", "content_filter")]), None);
    assert_eq!(failed(&[]), None);
    // The word is compared as it is.
    assert_eq!(failed(&[Choice::new(bad, "STOP")]), None);
    assert_eq!(failed(&[Choice::new(bad, "stop ")]), None);
}

#[test]
fn a_final_text_is_one_strict_value() {
    for text in ["", "  ", r#"{"n":1"#, r#"{"n":1} done"#, r#"{"n":1}{"n":1}"#, "```json\n{\"n\":1}\n```", "{'n':1}"] {
        assert_eq!(failed(&[stop(text)]), Some(0), "{text:?}");
    }
    // Nothing is read in another way, and values are compared as they are written.
    assert_eq!(failed(&[stop(r#"{"n":"1"}"#)]), Some(0));
    assert_eq!(failed(&[stop(r#"{"n":1,"color":"Red"}"#)]), Some(0));
    assert_eq!(failed(&[stop(r#"{"n":123456789012345678901234567890,"color":"red"}"#)]), None);
    // Scalars and arrays are fine where the schema says so.
    assert!(judged(r#"{"type":["array","integer"]}"#, &[stop("[1]"), stop("2")]).is_ok());
}

#[test]
fn the_error_says_which_and_why() {
    let error = judged(SCHEMA, &[stop(r#"{"n":1}"#), stop(r#"{"n":"SECRET"}"#)]).unwrap_err();
    let wanted = OutputErrorKind::Validation {
        provider: "acme".into(),
        model: "big-2".into(),
        choice: 1,
        stop_reason: "stop".into(),
    };
    assert_eq!((error.kind(), error.code()), (&wanted, "validation"));
    let cause: &Error = error.source().unwrap().downcast_ref().unwrap();
    assert_eq!((cause.kind(), cause.pointer()), (&ErrorKind::Schema, Some("/n")));
    assert!(cause.feedback().unwrap().contains("expected integer, got string"));
    let told = error.to_string();
    assert!(told.contains("choice 1") && told.contains("acme") && told.contains("big-2"), "{told}");
    assert!(!told.contains("SECRET") && !told.contains('\n'), "{told}");

    let error = judged(SCHEMA, &[stop(r#"{"n":"#)]).unwrap_err();
    assert_eq!((error.code(), error.cause().map(Error::code)), ("validation", Some("truncated")));
}

#[test]
fn a_schema_that_cannot_be_compiled_is_nobodys_answer() {
    for broken in [r#"{"type":5}"#, r#"{"type":"#, "[]", r#"{"a":1,"a":2}"#, r#"{"$ref":"https://example.com/s"}"#] {
        // Where nothing has to be judged it is not looked at.
        assert!(judged(broken, &[]).is_ok(), "{broken}");
        assert!(judged(broken, &[Choice::new("{", "length"), stop("x").with_calls(true)]).is_ok(), "{broken}");
        let error = judged(broken, &[stop("{}")]).unwrap_err();
        assert_eq!((error.kind(), error.code()), (&OutputErrorKind::Configuration, "configuration"), "{broken}");
        assert!(error.source().is_some() && !error.to_string().contains("choice"), "{error}");
    }
    // No schema holds everything.
    assert!(judged(" \n", &[stop("not JSON")]).is_ok());
}

#[test]
fn a_contract_that_is_there_already() {
    let contract = Contract::new(Schema::parse(SCHEMA).unwrap()).unwrap();
    let asked = Asked::new("acme", "big-2");
    assert!(hold_final_choices(&contract, &asked, "stop", &[stop(r#"{"n":1}"#), Choice::new("", "length")]).is_ok());
    let error = hold_final_choices(&contract, &asked, "stop", &[stop(r#"{"n":1}"#), stop("[]")]).unwrap_err();
    assert!(matches!(error.kind(), OutputErrorKind::Validation { choice: 1, .. }));
}

fn code(request: &OutputRequest<'_>, asked: &Asked<'_>) -> Option<&'static str> {
    preflight(request, asked).err().map(|error| error.code())
}

#[test]
fn a_request_is_wrong_wherever_it_is_sent() {
    let unknown = Asked::new("acme", "never-heard-of");
    let sound = OutputRequest::new(SCHEMA);
    assert_eq!(code(&sound, &unknown), None);
    assert_eq!(code(&sound.with_tools(true), &unknown), None);
    assert_eq!(code(&sound.with_json(false), &unknown), Some("configuration"));
    for schema in ["", " ", "null", "[]", "5", "true", r#""{}""#, "{", "{} {}", r#"{"a":1,"a":1}"#, r#"{"type":5}"#] {
        assert_eq!(code(&OutputRequest::new(schema), &unknown), Some("configuration"), "{schema}");
    }
    for name in ["a", "A-z_09", &"n".repeat(64)] {
        assert_eq!(code(&sound.with_name(name), &unknown), None, "{name}");
    }
    for name in ["", "a b", "a.b", "é", &"n".repeat(65)] {
        assert_eq!(code(&sound.with_name(name), &unknown), Some("configuration"), "{name}");
    }
}

#[test]
fn what_is_sent_to_cannot_do_it() {
    let sound = OutputRequest::new(SCHEMA);
    let asked = Asked::new("acme", "tiny-1");
    let error = preflight(&sound, &asked.with_schemas(false)).unwrap_err();
    let unsupported = OutputErrorKind::Unsupported { provider: "acme".into(), model: "tiny-1".into() };
    assert_eq!((error.kind(), error.code()), (&unsupported, "unsupported"));

    let strict = asked.with_dialect(&dialect::OPENAI_STRICT);
    assert_eq!(code(&sound, &strict), None);
    let abroad = OutputRequest::new(r#"{"type":"object","properties":{"n":{"$ref":"https://example.com/s"}}}"#);
    assert_eq!(code(&abroad, &strict), Some("configuration"), "nobody can follow it");
    let members: Vec<String> = (0..6_000).map(|number| format!(r#""m{number}":{{"type":"string"}}"#)).collect();
    let large = format!(r#"{{"type":"object","properties":{{{}}}}}"#, members.join(","));
    let error = preflight(&OutputRequest::new(&large), &strict).unwrap_err();
    assert_eq!(error.kind(), &unsupported);
    let source: &isoform_schema::Error = error.source().unwrap().downcast_ref().unwrap();
    assert_eq!(source.code(), isoform_schema::ErrorCode::LimitProperties);

    let beside = asked.with_schemas(true).with_tools_beside(false);
    assert_eq!(code(&sound, &beside), None);
    let error = preflight(&sound.with_tools(true), &beside).unwrap_err();
    assert_eq!((error.kind(), error.code()), (&OutputErrorKind::Conflict { provider: "acme".into() }, "conflict"));
    assert_eq!(code(&sound.with_tools(true), &asked.with_tools_beside(true)), None);
}
