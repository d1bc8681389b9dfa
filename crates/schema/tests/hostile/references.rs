//! References: chains, bombs and circles of many members. The small circles stand in the corpus.

use isoform_schema::{ErrorCode, dialect};

use crate::harness::{closed_and_open, every_dialect, every_kind, every_way, list};

/// A chain of definitions, each referenced twice by the one before.
fn bomb(levels: usize) -> String {
    let definitions = list(levels, |level| {
        let next = level + 1;
        format!(
            r##""L{level}":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/L{next}"}},"b":{{"$ref":"#/$defs/L{next}"}}}},"required":["a","b"],"additionalProperties":false}}"##
        )
    });
    format!(r##"{{"$ref":"#/$defs/L0","$defs":{{{definitions},"L{levels}":{{"type":"string"}}}}}}"##)
}

#[test]
fn bombs_stay_small_or_are_refused_with_their_size() {
    for levels in [10, 14, 20, 30, 60] {
        every_kind(bomb(levels), move |outcome| {
            if outcome.way.limits_levels() {
                // Ten levels of objects are taken there.
                outcome.form_or(3, &[ErrorCode::LimitDepth]);
            } else if outcome.way.has_definitions() {
                outcome.no_larger_than(3);
                assert!(outcome.form().schema().unwrap().root().get("$defs").is_some());
            } else if levels >= 20 {
                let error = outcome.error(&[ErrorCode::TooLarge]);
                assert!(error.pointer().unwrap().starts_with("/$defs/L"), "{error:?}");
                let size: u64 = (1 << (levels + 1)) - 1;
                assert!(error.message().contains(&size.to_string()), "{size}: {error:?}");
            } else {
                outcome.form_or(1 << levels, &[]);
            }
        });
    }
}

#[test]
fn a_bomb_whose_size_no_number_holds() {
    every_dialect(bomb(120), |outcome| {
        if !outcome.way.has_definitions() {
            let error = outcome.error(&[ErrorCode::TooLarge]);
            assert!(error.message().contains(&u64::MAX.to_string()), "{error:?}");
        }
    });
}

/// Definitions that each hold the next one in a member.
fn chain(length: usize, next: impl Fn(usize) -> String) -> String {
    let definitions = list(length, |number| format!(r#""D{number}":{}"#, next(number + 1)));
    format!(r##"{{"$ref":"#/$defs/D0","$defs":{{{definitions},"D{length}":{{"type":"string"}}}}}}"##)
}

const DEEP: &[ErrorCode] = &[ErrorCode::TooDeep, ErrorCode::LimitDepth, ErrorCode::LimitProperties];

#[test]
fn a_chain_of_two_thousand_definitions() {
    let text = chain(2_000, |next| {
        format!(
            r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/D{next}"}}}},"required":["a"],"additionalProperties":false}}"##
        )
    });
    every_kind(text, |outcome| {
        if outcome.way.has_definitions() {
            // Where objects nest too deeply for the dialect, the rest travels as JSON text.
            outcome.form_or(3, if outcome.way.limits_levels() { DEEP } else { &[] });
        } else {
            outcome.error(DEEP);
        }
    });
}

#[test]
fn a_chain_of_two_thousand_lists() {
    let text = chain(2_000, |next| format!(r##"{{"type":"array","items":{{"$ref":"#/$defs/D{next}"}}}}"##));
    every_dialect(text, |outcome| {
        if outcome.way.wants_objects() {
            outcome.error(&[ErrorCode::Unsatisfiable]);
        } else if outcome.way.has_definitions() {
            outcome.no_larger_than(3);
        } else {
            outcome.error(DEEP);
        }
    });
}

#[test]
fn a_chain_of_two_thousand_alternatives() {
    let text = chain(2_000, |next| format!(r##"{{"anyOf":[{{"$ref":"#/$defs/D{next}"}},{{"const":"c{next}"}}]}}"##));
    every_kind(text, |outcome| outcome.form_or(3, &[DEEP, &[ErrorCode::LimitUnion]].concat()));
}

#[test]
fn a_chain_of_two_thousand_alternatives_that_travel_in_different_ways() {
    // Free keys travel as entries: which branch an answer took has to be told.
    let text = chain(2_000, |next| {
        format!(
            r##"{{"anyOf":[{{"$ref":"#/$defs/D{next}"}},{{"type":"array","items":{{"type":"object","additionalProperties":{{"type":"string"}}}}}}]}}"##
        )
    });
    every_kind(text, |outcome| outcome.form_or(8, ErrorCode::ALL));
}

#[test]
fn a_chain_of_fifty_thousand_aliases() {
    let text = chain(50_000, |next| format!(r##"{{"$ref":"#/$defs/D{next}"}}"##));
    every_kind(text, |outcome| {
        if outcome.way.wants_objects() {
            outcome.error(&[ErrorCode::Unsatisfiable]);
        } else {
            outcome.no_larger_than(1);
        }
    });
}

#[test]
fn members_that_each_begin_an_alias_chain() {
    let count = 2_000;
    let members = list(count, |number| format!(r##""m{number}":{{"$ref":"#/$defs/D{number}"}}"##));
    let definitions = list(count, |number| format!(r##""D{number}":{{"$ref":"#/$defs/D{}"}}"##, number + 1));
    let text = format!(
        r#"{{"type":"object","properties":{{{members}}},"$defs":{{{definitions},"D{count}":{{"type":"string"}}}}}}"#
    );
    every_kind(text, |outcome| {
        outcome.form_or(4, &[ErrorCode::TooLarge, ErrorCode::LimitString, ErrorCode::LimitOptional]);
    });
}

#[test]
fn a_chain_of_two_thousand_extensions() {
    // Each definition takes over all members of the one before and adds one.
    let text = chain(2_000, |next| {
        format!(r##"{{"allOf":[{{"$ref":"#/$defs/D{next}"}}],"type":"object","properties":{{"m{next}":{{"type":"string"}}}}}}"##)
    })
    .replace(r#""D2000":{"type":"string"}"#, r#""D2000":{"type":"object"}"#);
    every_kind(text, |outcome| {
        outcome.form_or(4, &[ErrorCode::TooLarge, ErrorCode::LimitProperties, ErrorCode::LimitOptional]);
    });
}

#[test]
fn extensions_that_are_all_used() {
    // As many members in all as the square of the definitions: a refusal, or a form that says so.
    let count = 1_000;
    let members = list(count, |number| format!(r##""u{number}":{{"$ref":"#/$defs/D{number}"}}"##));
    let definitions = list(count, |number| {
        let next = number + 1;
        format!(
            r##""D{number}":{{"allOf":[{{"$ref":"#/$defs/D{next}"}}],"type":"object","properties":{{"m{number}":{{"type":"string"}}}}}}"##
        )
    });
    let text = format!(
        r#"{{"type":"object","properties":{{{members}}},"$defs":{{{definitions},"D{count}":{{"type":"object"}}}}}}"#
    );
    closed_and_open(text, |outcome| outcome.form_or(8, ErrorCode::ALL));
}

#[test]
fn two_thousand_definitions_in_a_circle() {
    for hold in [
        r##"{"type":"object","properties":{"a":REF},"additionalProperties":false}"##,
        r##"{"type":"array","items":REF}"##,
        r##"{"anyOf":[REF,{"type":"null"}]}"##,
        r##"{"not":REF}"##,
        r##"REF"##,
        r##"{"allOf":[REF,{"minLength":1}]}"##,
    ] {
        let length = 2_000;
        let definitions = list(length, |number| {
            let target = format!(r##"{{"$ref":"#/$defs/D{}"}}"##, (number + 1) % length);
            format!(r#""D{number}":{}"#, hold.replace("REF", &target))
        });
        let text = format!(r##"{{"$ref":"#/$defs/D0","$defs":{{{definitions}}}}}"##);
        every_kind(text, |outcome| {
            let circular = [ErrorCode::Recursive, ErrorCode::Unsatisfiable, ErrorCode::UnsupportedKeyword];
            // An alternative may get an object and a sentence of its own.
            outcome.form_or(6, &[DEEP, &circular].concat());
        });
    }
}

#[test]
fn fifty_definitions_that_all_hold_each_other() {
    let count = 50;
    let definitions = list(count, |number| {
        let members = list(count, |other| format!(r##""m{other}":{{"$ref":"#/$defs/D{other}"}}"##));
        format!(r##""D{number}":{{"type":"object","properties":{{{members}}},"additionalProperties":false}}"##)
    });
    let text = format!(r##"{{"$ref":"#/$defs/D7","$defs":{{{definitions}}}}}"##);
    every_kind(text, |outcome| {
        if outcome.way.is(&dialect::JSON_SCHEMA) || outcome.way.is(&dialect::OPENAI_STRICT) {
            outcome.no_larger_than(4);
        } else {
            // Every reference that comes back is written out as JSON text with a description.
            outcome.form_or(20, ErrorCode::ALL);
        }
    });
}

#[test]
fn ten_thousand_definitions_each_used_once() {
    let count = 10_000;
    let members = list(count, |number| format!(r##""m{number}":{{"$ref":"#/$defs/D{number}"}}"##));
    let definitions = list(count, |number| format!(r##""D{number}":{{"type":"string"}}"##));
    let text = format!(r#"{{"type":"object","properties":{{{members}}},"$defs":{{{definitions}}}}}"#);
    every_kind(text, |outcome| outcome.form_or(4, ErrorCode::ALL));
}

#[test]
fn definitions_whose_names_are_all_alike() {
    // A reference into the middle of something is named after its last part.
    let count = 5_000;
    let members = list(count, |number| {
        format!(r##""m{number}":{{"type":"array","items":{{"type":"string","title":"t{number}"}}}}"##)
    });
    let users = list(count, |number| format!(r##""u{number}":{{"$ref":"#/properties/m{number}/items"}}"##));
    let text = format!(r#"{{"type":"object","properties":{{{members},{users}}}}}"#);
    every_kind(text, |outcome| outcome.form_or(4, ErrorCode::ALL));
}

#[test]
fn names_inside_of_names() {
    let levels = 100;
    let mut inner = r##"{"$id":"x","type":"string"}"##.to_owned();
    for level in 0..levels / 3 {
        inner = format!(
            r##"{{"$id":"../a{level}/","$anchor":"n{level}","$dynamicAnchor":"d","items":{{"$ref":"#n{level}"}},"$defs":{{"in":{inner}}}}}"##
        );
    }
    every_way(format!(r##"{{"$id":"http://x/","$ref":"#/$defs/in","$defs":{{"in":{inner}}}}}"##), |outcome| {
        outcome.form_or(8, ErrorCode::ALL);
    });
}

#[test]
fn seven_thousand_anchors() {
    let count = 7_000;
    let definitions =
        list(count, |number| format!(r##""D{number}":{{"$anchor":"n{number}","$id":"i{number}","type":"string"}}"##));
    let members = list(count, |number| format!(r##""m{number}":{{"$ref":"i{number}#n{number}"}}"##));
    let text =
        format!(r#"{{"$id":"http://x/y","type":"object","properties":{{{members}}},"$defs":{{{definitions}}}}}"#);
    every_kind(text, |outcome| outcome.form_or(4, ErrorCode::ALL));
}
