//! Alternatives and conjunctions: products, and many branches to compare.

use isoform_schema::{ErrorCode, dialect};

use crate::harness::{every_dialect, every_kind, every_way, list};

#[test]
fn products_of_conjunctions() {
    // Each level puts two copies of the next together: as many parts as two to the power of the levels, all alike.
    let levels = 40;
    let definitions = list(levels, |level| {
        let next = level + 1;
        format!(r##""L{level}":{{"allOf":[{{"$ref":"#/$defs/L{next}"}},{{"$ref":"#/$defs/L{next}"}}]}}"##)
    });
    let text = format!(r##"{{"$ref":"#/$defs/L0","$defs":{{{definitions},"L{levels}":{{"type":"object"}}}}}}"##);
    every_way(text, |outcome| outcome.form_or(3, ErrorCode::ALL));
}

#[test]
fn five_thousand_parts_at_one_place() {
    let parts = list(5_000, |number| format!(r#"{{"properties":{{"m{number}":{{"type":"string"}}}}}}"#));
    every_dialect(format!(r#"{{"type":"object","allOf":[{parts}]}}"#), |outcome| {
        let error = outcome.error(&[ErrorCode::TooLarge]);
        assert!(error.message().contains("4096"), "{error:?}");
    });
}

#[test]
fn two_thousand_parts_that_each_refer() {
    // Every part is a place where a reference and other rules are put together.
    let parts = list(2_000, |number| format!(r##"{{"$ref":"#/$defs/D","maxProperties":{}}}"##, number + 10));
    let text = format!(r#"{{"type":"object","allOf":[{parts}],"$defs":{{"D":{{"minProperties":1}}}}}}"#);
    every_way(text, |outcome| {
        if let Ok(form) = &outcome.form {
            let written: usize = form.changes().iter().map(|change| change.also.len()).sum();
            assert!(written <= 50_000, "{}: {written} pointers", outcome.way.name());
        }
    });
}

#[test]
fn two_thousand_parts_with_one_alternative_each() {
    let parts = list(2_000, |number| format!(r#"{{"anyOf":[{{"type":"object","minProperties":{number}}}]}}"#));
    every_dialect(format!(r#"{{"allOf":[{parts}]}}"#), |outcome| outcome.form_or(3, ErrorCode::ALL));
}

#[test]
fn products_of_alternatives() {
    let unions = list(12, |number| {
        let branches = list(10, |branch| {
            format!(r#"{{"properties":{{"k{number}":{{"const":"v{branch}"}}}},"required":["k{number}"]}}"#)
        });
        format!(r#"{{"anyOf":[{branches}]}}"#)
    });
    every_way(format!(r#"{{"type":"object","allOf":[{unions}]}}"#), |outcome| {
        if outcome.way.is(&dialect::JSON_SCHEMA) {
            outcome.form();
        }
        outcome.form_or(40, ErrorCode::ALL);
    });
}

#[test]
fn products_of_alternatives_at_every_level() {
    // A member of every branch is such a product again.
    let levels = 12;
    let definitions = list(levels, |level| {
        let next = level + 1;
        let union = |key: &str| {
            let branches = list(5, |branch| {
                format!(
                    r##"{{"properties":{{"{key}":{{"const":"v{branch}"}},"n{branch}":{{"$ref":"#/$defs/L{next}"}}}},"required":["{key}"]}}"##
                )
            });
            format!(r#"{{"anyOf":[{branches}]}}"#)
        };
        format!(r##""L{level}":{{"type":"object","allOf":[{},{}]}}"##, union("x"), union("y"))
    });
    let text = format!(r##"{{"$ref":"#/$defs/L0","$defs":{{{definitions},"L{levels}":{{"type":"string"}}}}}}"##);
    every_dialect(text, |outcome| outcome.form_or(80, ErrorCode::ALL));
}

#[test]
fn alternatives_in_alternatives_in_alternatives() {
    // Nothing but alternatives: a tree of references to few definitions.
    let level = |name: &str, next: &str, count: usize| {
        let branches = list(count, |number| format!(r##"{{"$ref":"#/$defs/{next}{number}"}}"##));
        list(count, |number| format!(r##""{name}{number}":{{"anyOf":[{branches}]}}"##))
    };
    let leaves = list(30, |number| {
        format!(
            r#""C{number}":{{"type":"object","properties":{{"kind":{{"const":"c{number}"}}}},"required":["kind"],"additionalProperties":false}}"#
        )
    });
    let text = format!(
        r##"{{"oneOf":[{}],"$defs":{{{},{},{leaves}}}}}"##,
        list(30, |number| format!(r##"{{"$ref":"#/$defs/A{number}"}}"##)),
        level("A", "B", 30),
        level("B", "C", 30),
    );
    every_kind(text, |outcome| {
        // Written out it is a tree, within the budget for nodes.
        outcome.form_or(if outcome.way.has_definitions() { 8 } else { 100 }, ErrorCode::ALL);
    });
}

#[test]
fn exclusions_that_only_the_innermost_shows() {
    // Each side is a union of unions whose branches exclude all of the other side's, which is found pair by pair.
    let side = |side: usize| {
        let inner = |part: usize| {
            let branches = list(40, |leaf| {
                format!(
                    r#"{{"type":"object","properties":{{"kind":{{"const":"{side}-{part}-{leaf}"}}}},"required":["kind"]}}"#
                )
            });
            format!(r#"{{"anyOf":[{branches}]}}"#)
        };
        format!(r#"{{"anyOf":[{}]}}"#, list(10, inner))
    };
    every_kind(format!(r#"{{"oneOf":[{}]}}"#, list(12, side)), |outcome| outcome.form_or(8, ErrorCode::ALL));
}

fn tagged(count: usize, member: &str) -> String {
    list(count, |number| {
        format!(
            r#"{{"type":"object","properties":{{"kind":{{"const":"k{number}"}},"data":{member}}},"required":["kind","data"],"additionalProperties":false}}"#
        )
    })
}

#[test]
fn two_thousand_branches() {
    for keyword in ["oneOf", "anyOf"] {
        let text = format!(r#"{{"{keyword}":[{}]}}"#, tagged(2_000, r#"{"type":"string"}"#));
        every_kind(text, |outcome| outcome.form_or(4, ErrorCode::ALL));
    }
}

#[test]
fn two_thousand_branches_that_travel_in_different_ways() {
    // A branch with free keys travels as entries, so all branches have to be told apart.
    let text = format!(
        r#"{{"oneOf":[{},{}]}}"#,
        tagged(2_000, r#"{"type":"string"}"#),
        r#"{"type":"object","properties":{"kind":{"const":"map"}},"required":["kind"],"additionalProperties":{"type":"string"}}"#
    );
    every_kind(text, |outcome| outcome.form_or(8, ErrorCode::ALL));
}

#[test]
fn branches_with_many_members() {
    let branch = |number: usize| {
        let names = list(300, |member| format!(r#""m{member}""#));
        let members = list(300, |member| format!(r#""m{member}":{{"type":"string"}}"#));
        format!(
            r#"{{"type":"object","properties":{{{members},"z":{{"type":"array","minItems":{number},"maxItems":{number},"items":{{"type":"string"}}}}}},"required":[{names},"z"]}}"#
        )
    };
    every_kind(format!(r#"{{"oneOf":[{}]}}"#, list(30, branch)), |outcome| outcome.form_or(4, ErrorCode::ALL));
}

#[test]
fn many_constants_beside_many_values() {
    let values = list(3_000, |number| format!(r#""v{number}""#));
    let branches = list(3_000, |number| format!(r#"{{"const":"v{number}","title":"t"}}"#));
    every_kind(format!(r#"{{"enum":[{values}],"anyOf":[{branches}]}}"#), |outcome| {
        outcome.form_or(4, ErrorCode::ALL);
    });
}

#[test]
fn many_multiples_at_one_place() {
    let parts = list(300, |number| format!(r#"{{"multipleOf":{}}}"#, 2 * number + 1));
    every_dialect(format!(r#"{{"type":"integer","allOf":[{parts}]}}"#), |outcome| outcome.form_or(4, ErrorCode::ALL));
    let digits = "7".repeat(2_000);
    let parts = list(100, |number| format!(r#"{{"multipleOf":{digits}{number}}}"#));
    every_dialect(format!(r#"{{"type":"integer","allOf":[{parts}]}}"#), |outcome| outcome.form_or(4, ErrorCode::ALL));
}

#[test]
fn negations_in_negations() {
    let text = format!("{}{{\"type\":\"string\"}}{}", r#"{"not":"#.repeat(120), "}".repeat(120));
    every_way(text, |outcome| outcome.form_or(3, ErrorCode::ALL));
    let text = format!(
        "{}{{\"type\":\"string\"}}{}",
        r#"{"if":{"type":"object"},"then":"#.repeat(100),
        r#","else":false}"#.repeat(100)
    );
    every_way(text, |outcome| outcome.form_or(3, ErrorCode::ALL));
}
