//! Samples over the shared corpus. Without that folder these tests say that they were skipped.
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use isoform_conformance::corpus;
use isoform_conformance::judge::Draft;
use isoform_conformance::product::Product;
use isoform_conformance::provider::{accepted, refused};
use isoform_conformance::subject::Compiler;
use isoform_conformance::suite;
use isoform_conformance::trial::{Effort, Outcome, run};
use isoform_conformance::truth::{admissible, there_and_back};

fn skipped() -> bool {
    let none = corpus::shared().is_none();
    if none {
        println!("skipped: no shared folder (ISOFORM_SHARED, or ../shared beside the workspace)");
    }
    none
}

#[test]
fn a_sample_of_every_set_keeps_the_law() {
    if skipped() {
        return;
    }
    let effort = Effort { per: 6, aims: 16, shots: 2, ..Effort::default() };
    let mut found = Vec::new();
    let mut tried = 0;
    for (set, step) in [("tools-mcp", 12), ("schemas-sample", 18), ("schemas-extra", 40)] {
        // The largest ones take most of the time and say least; the command tries them all.
        let trials = corpus::trials(set).expect("the set");
        for trial in trials.iter().filter(|trial| trial.schema.size() < 700).step_by(step) {
            for dialect in Product.dialects() {
                let Outcome::Tried(report) = run(&Product, trial, &dialect, effort) else { continue };
                tried += 1;
                found.extend(
                    report
                        .failures
                        .iter()
                        .map(|failure| format!("{} {dialect} {}: {}", trial.id, failure.rule.as_str(), failure.reason)),
                );
            }
        }
    }
    println!("{tried} forms tried");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_neutral_form_agrees_with_the_official_suite() {
    if skipped() {
        return;
    }
    let folder = corpus::shared().expect("the folder").join("corpus/json-schema-test-suite");
    let (groups, documents) = suite::groups(&folder).expect("the suite");
    let mut wrong = Vec::new();
    for dialect in ["json-schema", "json-schema-inline"] {
        let mut counts = suite::Counts::default();
        for group in &groups {
            let verdict = suite::judge(&Product, group, &documents, dialect);
            counts.add(&verdict);
            if let suite::Verdict::Disagrees(reason) = verdict {
                wrong.push(format!("{} {dialect}: {reason}", group.id));
            }
        }
        println!("{dialect}: {} agree, {:?} refused, {} disagree", counts.agree, counts.refused, counts.disagree);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn providers_and_the_product_agree() {
    if skipped() {
        return;
    }
    let folder = corpus::shared().expect("the folder").join("corpus");
    let taken = corpus::records(&folder.join("accepted-schemas.jsonl")).expect("the records");
    let refusals = corpus::records(&folder.join("rejections.jsonl")).expect("the records");
    let findings = taken.iter().filter_map(|record| accepted(&Product, record));
    let findings = findings.chain(refusals.iter().filter_map(|record| refused(&Product, record)));
    let wrong: Vec<String> = findings
        .filter_map(|finding| Some(format!("{} {}: {}", finding.id, finding.dialect, finding.problem?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sample_of_ground_truth_comes_back() {
    if skipped() {
        return;
    }
    let trials = corpus::trials("tools-bfcl").expect("the set");
    let (mut same, mut narrowed, mut wrong) = (0, 0, Vec::new());
    for trial in trials.iter().filter(|trial| !trial.documents.is_empty()).step_by(12) {
        let Ok(source) = Product.source(&trial.schema.to_string(), &trial.request) else { continue };
        let draft = Draft::of_source(&source);
        let (documents, _) = admissible(trial, draft).expect("a schema");
        for dialect in Product.dialects() {
            let Ok(outcome) = there_and_back(&Product, trial, &documents, draft, &dialect) else { continue };
            same += outcome.same;
            narrowed += outcome.narrowed.values().sum::<usize>();
            wrong.extend(outcome.failures.iter().map(|failure| format!("{} {dialect}: {}", trial.id, failure.reason)));
        }
    }
    println!("{same} came back, {narrowed} were refused for what was narrowed");
    assert!(same > 100 * narrowed, "{same} came back, {narrowed} did not");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
