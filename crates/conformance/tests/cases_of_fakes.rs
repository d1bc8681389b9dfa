//! The judge of the cases passes what the rule passes, and nothing else.

mod fakes;

use fakes::{Fake, json, trouble};
use isoform_conformance::cases::judge;
use isoform_conformance::json::Json;
use isoform_conformance::subject::{Refusal, Trouble};
use isoform_conformance::trial::Effort;

const SCHEMA: &str = r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"],"additionalProperties":false}"#;
const LOOSE: &str =
    r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#;

fn problems(case: &str, fake: &Fake) -> Vec<String> {
    let case = json(&case.replace("SCHEMA", SCHEMA).replace("LOOSE", LOOSE));
    judge(fake, &case, Effort::default()).problems.concat()
}

fn passes(case: &str, fake: &Fake) {
    let found = problems(case, fake);
    assert!(found.is_empty(), "{found:#?}");
}

fn fails(case: &str, fake: &Fake, with: &str) {
    let found = problems(case, fake);
    assert!(found.iter().any(|problem| problem.contains(with)), "{found:#?}");
}

fn refusing(code: &str, at: &str) -> Fake {
    let refusal = Refusal { code: code.to_owned(), at: Some(at.to_owned()), message: String::new() };
    Fake { refusal: Some(refusal), ..Fake::honest(SCHEMA) }
}

#[test]
fn accept_means_the_same_schema() {
    let case = r#"{"id":"x","target":"gemini","schema":SCHEMA,"want":"accept"}"#;
    passes(case, &Fake::honest(SCHEMA));
    fails(case, &Fake::honest(LOOSE), "not sent as it is");
    fails(case, &refusing("map", ""), "refused");
}

#[test]
fn reject_means_the_code_and_the_place() {
    let case = r#"{"id":"x","target":"gemini","schema":SCHEMA,"want":"reject","want_reason":["map","untyped"],"at":"/properties/a"}"#;
    passes(case, &refusing("untyped", "/properties/a"));
    fails(case, &refusing("recursive", "/properties/a"), "wanted map or untyped");
    fails(case, &refusing("map", ""), "refused at");
    fails(case, &Fake::honest(SCHEMA), "has a form");
}

#[test]
fn rewrite_means_the_wanted_schema_and_the_losses() {
    let case = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"rewrite","want_schema":LOOSE,
        "loss":[{"class":"wider","kind":"dropped-keyword","keyword":"minimum","at":"/properties/a"}],
        "wire_in":[{"a":0}],"wire_out":[{}]}"#;
    let loose = Fake::honest(SCHEMA).enforcing(LOOSE);
    passes(case, &loose.clone().reporting("wider", "dropped-keyword", Some("minimum"), "/properties/a"));
    passes(case, &loose.clone().reporting("wider", "budget", Some("minimum"), "/properties/a"));
    fails(case, &loose.clone().reporting("mapped", "budget", Some("minimum"), "/properties/a"), "not reported");
    fails(case, &loose.clone().reporting("wider", "dropped-keyword", Some("minimum"), ""), "not reported");
    fails(case, &loose, "not reported");
    let strict = Fake::honest(SCHEMA).reporting("wider", "dropped-keyword", Some("minimum"), "/properties/a");
    fails(case, &strict, "wire_in is refused");
    let open =
        Fake::honest(SCHEMA).enforcing("{}").reporting("wider", "dropped-keyword", Some("minimum"), "/properties/a");
    fails(case, &open, "wire_out is admitted");
}

#[test]
fn another_schema_will_do_where_the_rules_of_the_dialect_hold() {
    let case = r#"{"id":"x","target":"gemini","schema":SCHEMA,"want":"rewrite","want_schema":{"type":"object","properties":{"b":{"type":"string"}}},"wire_in":[{"a":1}]}"#;
    passes(
        case,
        &Fake::honest(SCHEMA)
            .sending(r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"]}"#),
    );
    fails(case, &Fake::honest(SCHEMA), "additionalProperties is not taken");
}

#[test]
fn documents_come_back_or_are_lost_to_what_is_named() {
    fn lost(value: &Json) -> Result<Json, Trouble> {
        if value.get("a") == Some(&Json::int(7)) {
            Err(trouble("narrowed", "closed-object", ""))
        } else {
            Ok(value.clone())
        }
    }
    let case = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"rewrite","docs_in":[{"a":1},{"doc":{"a":7},"because":"closed-object"}]}"#;
    let honest = Fake::honest(SCHEMA).mapping(lost);
    passes(case, &honest.clone().reporting("narrower", "closed-object", None, ""));
    fails(case, &honest, "should be lost to closed-object");
    fails(case, &Fake::honest(SCHEMA), "should be lost to closed-object and maps");
    let all_lost = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"rewrite","docs_in":[{"a":7}]}"#;
    fails(all_lost, &honest, "does not map");
}

#[test]
fn what_is_out_is_not_reached() {
    let case = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"rewrite","docs_out":[{"a":0}]}"#;
    passes(case, &Fake::honest(SCHEMA));
    fails(case, &Fake::honest(SCHEMA).enforcing(LOOSE), "is reached");
    let told = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"rewrite","docs_out":[{"doc":{"a":0},"because":"dropped-keyword"}]}"#;
    passes(told, &Fake::honest(SCHEMA).enforcing(LOOSE));
}

#[test]
fn an_alternative_counts() {
    let case = r#"{"id":"x","target":"plain","schema":SCHEMA,"want":"reject","want_reason":"map","at":"","docs_in":[{"a":1}],
        "alt":[{"want":"rewrite","want_schema":SCHEMA}]}"#;
    passes(case, &Fake::honest(SCHEMA));
    passes(case, &refusing("map", ""));
    fails(case, &refusing("untyped", ""), "wanted map");
}
