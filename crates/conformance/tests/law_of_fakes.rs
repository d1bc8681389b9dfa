//! The law's judge catches forms that break it, and leaves alone forms that keep it.

#![allow(clippy::panic, reason = "a test fails loudly")]

mod fakes;

use fakes::{Fake, json, same, trouble};
use isoform_conformance::json::Json;
use isoform_conformance::law::Rule;
use isoform_conformance::subject::{Refusal, Trouble};
use isoform_conformance::trial::{Effort, Outcome, Report, Trial, run};

fn tried(schema: &str, fake: &Fake, dialect: &str) -> Report {
    let trial = Trial { id: "fake".to_owned(), schema: json(schema), ..Trial::default() };
    match run(fake, &trial, dialect, Effort::default()) {
        Outcome::Tried(report) => report,
        other => panic!("not tried: {other:?}"),
    }
}

fn rules(schema: &str, fake: &Fake) -> Vec<Rule> {
    tried(schema, fake, "plain").failures.iter().map(|failure| failure.rule).collect()
}

fn keeps(schema: &str, fake: &Fake) {
    let report = tried(schema, fake, "plain");
    assert!(report.failures.is_empty(), "{:#?}", report.failures);
    assert!(report.unwitnessed.is_empty(), "{:#?}", report.unwitnessed);
    assert!(report.documents > 0 && report.answers > 0, "nothing was tried");
}

const STRICT: &str = r#"{"type":"object","properties":{"a":{"type":"string","minLength":2},"b":{"type":["integer","null"]}},
    "required":["a"],"additionalProperties":false}"#;

#[test]
fn an_honest_form_is_left_alone() {
    keeps(STRICT, &Fake::honest(STRICT));
}

#[test]
fn a_dropped_keyword_has_to_be_reported_at_its_place() {
    let loose = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"]}},"required":["a"],
        "additionalProperties":false}"#;
    let dropped = Fake::honest(STRICT).enforcing(loose);
    assert_eq!(rules(STRICT, &dropped), [Rule::UnmapInvalid]);
    keeps(STRICT, &dropped.clone().reporting("wider", "dropped-keyword", Some("minLength"), "/properties/a"));
    let elsewhere = dropped.clone().reporting("wider", "dropped-keyword", Some("minLength"), "/properties/b");
    assert_eq!(rules(STRICT, &elsewhere), [Rule::UnmapInvalid]);
    let other_keyword = dropped.clone().reporting("wider", "dropped-keyword", Some("maxLength"), "/properties/a");
    assert_eq!(rules(STRICT, &other_keyword), [Rule::UnmapInvalid]);
    let exact_excuses_nothing = dropped.reporting("exact", "dropped-keyword", Some("minLength"), "/properties/a");
    assert_eq!(rules(STRICT, &exact_excuses_nothing), [Rule::UnmapInvalid]);
}

const OPEN: &str = r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#;
const CLOSED: &str = r#"{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}"#;

fn refuse_extra(value: &Json) -> Result<Json, Trouble> {
    let extra = value.as_object().unwrap_or_default().iter().any(|(key, _)| key != "a");
    if extra { Err(trouble("narrowed", "closed-object", "")) } else { same(value) }
}

#[test]
fn an_object_is_not_closed_in_silence() {
    assert_eq!(rules(OPEN, &Fake::honest(OPEN).enforcing(CLOSED)), [Rule::MapInvalid]);
    assert_eq!(rules(OPEN, &Fake::honest(OPEN).enforcing(CLOSED).mapping(refuse_extra)), [Rule::MapFails]);
    keeps(
        OPEN,
        &Fake::honest(OPEN).enforcing(CLOSED).mapping(refuse_extra).reporting("narrower", "closed-object", None, ""),
    );
    let wider =
        Fake::honest(OPEN).enforcing(CLOSED).mapping(refuse_extra).reporting("wider", "closed-object", None, "");
    assert_eq!(rules(OPEN, &wider), [Rule::MapFails]);
}

fn without_nulls(value: &Json) -> Result<Json, Trouble> {
    let members = value.as_object().unwrap_or_default().iter().filter(|(_, value)| *value != Json::Null);
    Ok(Json::Object(members.cloned().collect()))
}

#[test]
fn null_is_not_lost_in_silence() {
    let schema = r#"{"type":"object","properties":{"b":{"type":["integer","null"]}},"additionalProperties":false}"#;
    let lossy = Fake::honest(schema).unmapping(without_nulls);
    assert_eq!(rules(schema, &lossy), [Rule::ReturnDiffers]);
    keeps(schema, &lossy.clone().reporting("narrower", "absent-or-null", None, "/properties/b"));
    let elsewhere = r#"{"type":"object","properties":{"b":{"type":["integer","null"]},"c":{"type":"null"}},"additionalProperties":false}"#;
    let lossy =
        Fake::honest(elsewhere).unmapping(without_nulls).reporting("narrower", "absent-or-null", None, "/properties/b");
    assert_eq!(rules(elsewhere, &lossy), [Rule::ReturnDiffers]);
}

fn through_floats(value: &Json) -> Result<Json, Trouble> {
    Ok(match value {
        Json::Number(text) => Json::Number(format!("{}", text.parse::<f64>().unwrap_or(0.0))),
        other => other.clone(),
    })
}

#[test]
fn digits_are_not_lost() {
    let schema = r#"{"type":"integer","minimum":9007199254740993,"maximum":9007199254740995}"#;
    let trial = Trial { schema: json(schema), documents: vec![json("9007199254740993")], ..Trial::default() };
    let Outcome::Tried(report) =
        run(&Fake::honest(schema).unmapping(through_floats), &trial, "plain", Effort::default())
    else {
        panic!("not tried");
    };
    assert!(report.failures.iter().any(|failure| failure.rule == Rule::ReturnDiffers), "{:?}", report.failures);
}

const UNION: &str = r#"{"anyOf":[{"type":"string","minLength":3},{"type":"integer"}]}"#;

#[test]
fn a_fault_in_one_branch_of_a_union_is_excused_there() {
    let loose = Fake::honest(UNION).enforcing(r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#);
    assert_eq!(rules(UNION, &loose), [Rule::UnmapInvalid]);
    keeps(UNION, &loose.clone().reporting("wider", "dropped-keyword", Some("minLength"), "/anyOf/0"));
    keeps(UNION, &loose.clone().reporting("wider", "dropped-keyword", Some("anyOf"), ""));
    let wrong_branch = loose.reporting("wider", "dropped-keyword", Some("minLength"), "/anyOf/1");
    assert_eq!(rules(UNION, &wrong_branch), [Rule::UnmapInvalid]);
}

#[test]
fn exactly_one_is_not_at_least_one() {
    let one = r#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#;
    let any = Fake::honest(one).enforcing(r#"{"anyOf":[{"type":"integer"},{"type":"number"}]}"#);
    assert_eq!(rules(one, &any), [Rule::UnmapInvalid]);
    keeps(one, &any.reporting("wider", "one-of", Some("oneOf"), ""));
}

#[test]
fn faults_are_found_where_references_lead() {
    let schema = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/T"}},"required":["a"],
        "$defs":{"T":{"type":"integer","multipleOf":5}}}"##;
    let loose = r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}"#;
    let dropped = Fake::honest(schema).enforcing(loose);
    assert_eq!(rules(schema, &dropped), [Rule::UnmapInvalid]);
    keeps(schema, &dropped.clone().reporting("wider", "dropped-keyword", Some("multipleOf"), "/$defs/T"));
    let at_the_reference = dropped.reporting("wider", "dropped-keyword", Some("multipleOf"), "/properties/a");
    assert_eq!(rules(schema, &at_the_reference), [Rule::UnmapInvalid]);
}

#[test]
fn over_reporting_is_seen() {
    let fake = Fake::honest(STRICT).reporting("wider", "dropped-keyword", Some("minLength"), "/properties/a");
    let report = tried(STRICT, &fake, "plain");
    assert!(report.failures.is_empty());
    assert_eq!(report.unwitnessed.len(), 1);
}

#[test]
fn a_report_points_into_the_schema_in_order() {
    let nowhere = Fake::honest(STRICT).reporting("exact", "unknown-keyword", None, "/properties/z");
    assert_eq!(rules(STRICT, &nowhere), [Rule::Report]);
    let disordered = Fake::honest(STRICT).reporting("exact", "unknown-keyword", None, "/properties/b").reporting(
        "exact",
        "unknown-keyword",
        None,
        "/properties/a",
    );
    assert_eq!(rules(STRICT, &disordered), [Rule::Report]);
}

#[test]
fn answers_that_cannot_be_read_need_a_reported_reason() {
    fn fails(_: &Json) -> Result<Json, Trouble> {
        Err(trouble("not-decodable", "json-text", ""))
    }
    let fake = Fake::honest(STRICT).unmapping(fails);
    let found = rules(STRICT, &fake);
    assert!(found.contains(&Rule::ReturnFails) && found.contains(&Rule::UnmapFails), "{found:?}");
    let reported = rules(STRICT, &fake.reporting("wider", "json-text", None, ""));
    assert_eq!(reported, [Rule::ReturnFails]);
}

#[test]
fn only_allowed_changes_are_made() {
    let closed =
        Fake::honest(OPEN).enforcing(CLOSED).mapping(refuse_extra).reporting("narrower", "recursion", None, "");
    assert!(rules(OPEN, &closed).contains(&Rule::Report), "a narrowing that is not among the default ones");
}

#[test]
fn a_refusal_has_to_be_true() {
    let refusing = |code: &str| {
        let refusal = Refusal { code: code.to_owned(), at: None, message: String::new() };
        Fake { refusal: Some(refusal), ..Fake::honest(STRICT) }
    };
    assert_eq!(rules(STRICT, &refusing("unsatisfiable")), [Rule::Refusal]);
    assert_eq!(rules(STRICT, &refusing("invalid-schema")), [Rule::Refusal]);
    let trial = |schema: &str| Trial { schema: json(schema), ..Trial::default() };
    let nothing = trial(r#"{"allOf":[{"type":"string"},{"type":"null"}]}"#);
    assert!(matches!(run(&refusing("unsatisfiable"), &nothing, "plain", Effort::default()), Outcome::Refused(_)));
    let invalid = trial(r#"{"type":"text"}"#);
    assert!(matches!(run(&refusing("invalid-schema"), &invalid, "plain", Effort::default()), Outcome::Refused(_)));
}

#[test]
fn repeated_keys_other_digits_and_needless_refusals_are_seen() {
    let twice = Fake::honest(STRICT).sending(r#"{"type":"object","type":"object"}"#);
    assert_eq!(rules(STRICT, &twice), [Rule::EnforcedUnreadable]);
    fn respelled(value: &Json) -> Result<Json, Trouble> {
        Ok(match value {
            Json::Number(text) => Json::Number(text.replace(".0", "").replace("e0", "")),
            other => other.clone(),
        })
    }
    let integer = r#"{"type":"integer"}"#;
    assert_eq!(rules(integer, &Fake::honest(integer).unmapping(respelled)), [Rule::ReturnDiffers]);
    fn refuses_a(value: &Json) -> Result<Json, Trouble> {
        let at = |at: &str| Trouble { at: at.to_owned(), ..trouble("narrowed", "closed-object", "") };
        match value.as_object().unwrap_or_default() {
            [] => same(value),
            [(key, _), ..] => Err(at(&format!("/{key}"))),
        }
    }
    let needless =
        Fake::honest(OPEN).enforcing(CLOSED).mapping(refuses_a).reporting("narrower", "closed-object", None, "");
    assert_eq!(rules(OPEN, &needless), [Rule::MapRefuses]);
}

#[test]
fn properties_keep_their_order() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#;
    let turned = r#"{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}}}"#;
    assert_eq!(rules(schema, &Fake::honest(schema).sending(turned)), [Rule::Report]);
}

#[test]
fn a_panic_is_a_failure() {
    fn panics(_: &Json) -> Result<Json, Trouble> {
        panic!("at the disco")
    }
    assert_eq!(rules(STRICT, &Fake::honest(STRICT).mapping(panics)), [Rule::Panic]);
}

#[test]
fn what_is_sent_and_what_is_enforced_agree_as_the_dialect_reads() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#;
    let silent =
        Fake::honest(schema).sending(r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#);
    let found: Vec<Rule> = tried(schema, &silent, "gemini").failures.iter().map(|failure| failure.rule).collect();
    assert!(found.contains(&Rule::EnforcedDiffers), "an object that this dialect closes: {found:?}");
    let loud = Fake::honest(schema).sending(r#"{"type":["object"],"properties":{"a":{"type":"string"}}}"#);
    let found: Vec<Rule> = tried(schema, &loud, "gemini").failures.iter().map(|failure| failure.rule).collect();
    assert!(found.contains(&Rule::DialectRules), "{found:?}");
}

#[test]
fn an_enforced_schema_that_is_none_is_a_failure() {
    assert_eq!(rules(STRICT, &Fake::honest(STRICT).enforcing(r#"{"type":"text"}"#)), [Rule::EnforcedUnreadable]);
}
