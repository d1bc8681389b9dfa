//! The independent rules agree with the cases: every wanted schema keeps them, and is read as its wire documents say.

use isoform_conformance::corpus;
use isoform_conformance::json::Json;
use isoform_conformance::judge::{Draft, Judge};
use isoform_conformance::{cases, rules};

#[test]
fn wanted_schemas_keep_the_rules_and_are_read_right() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for case in corpus::records(&corpus::own("providers.jsonl")).expect("the corpus") {
        let (id, target) = (case.get_str("id").unwrap_or("?"), case.get_str("target").unwrap_or("?"));
        if !rules::known(target) {
            continue;
        }
        let wanted = match case.get_str("want") {
            Some("accept") => case.get("schema"),
            Some("rewrite") => case.get("want_schema").filter(|wanted| **wanted != Json::Null),
            _ => None,
        };
        let Some(wanted) = wanted else { continue };
        seen += 1;
        let place = cases::request(&case).place;
        wrong.extend(rules::check(target, wanted, place).into_iter().map(|broken| format!("{id}: {broken}")));
        let Some(read) = rules::read(target, wanted, &[]) else { continue };
        let judge = Judge::new(&read, Draft::Draft202012, false).expect("a schema");
        let list = |key: &str| case.get(key).and_then(Json::as_array).unwrap_or_default().to_vec();
        wrong.extend(
            list("wire_in")
                .iter()
                .filter(|answer| !judge.admits(answer))
                .map(|answer| format!("{id}: refuses {answer}")),
        );
        wrong.extend(
            list("wire_out")
                .iter()
                .filter(|answer| judge.admits(answer))
                .map(|answer| format!("{id}: admits {answer}")),
        );
    }
    assert!(seen > 50, "{seen} cases");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
