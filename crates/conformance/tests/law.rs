//! The form law over the project's own corpus: the schema of every case in every dialect, and every difference found so far.

use isoform_conformance::corpus;
use isoform_conformance::product::Product;
use isoform_conformance::subject::Compiler;
use isoform_conformance::trial::{Effort, Outcome, Trial, run};

fn broken(trials: &[Trial], effort: Effort, only: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for trial in trials {
        for dialect in Product.dialects().iter().filter(|dialect| only.is_none_or(|only| only == *dialect)) {
            if let Outcome::Tried(report) = run(&Product, trial, dialect, effort) {
                let line = |failure: &isoform_conformance::law::Failure| {
                    let witness = failure.witness.as_ref().map(ToString::to_string).unwrap_or_default();
                    format!("{} {dialect} {}: {} (shown by {witness})", trial.id, failure.rule.as_str(), failure.reason)
                };
                found.extend(report.failures.iter().map(line));
            }
        }
    }
    found
}

#[test]
fn every_case_keeps_the_law_in_every_dialect() {
    let trials = corpus::trials("cases").expect("the corpus");
    let effort = Effort { per: 10, aims: 20, shots: 2, ..Effort::default() };
    let found = broken(&trials, effort, None);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn differences_found_once_stay_away() {
    let regressions = corpus::regressions().expect("the corpus");
    println!("{} regressions", regressions.len());
    let mut found = Vec::new();
    for (trial, dialect) in &regressions {
        found.extend(broken(std::slice::from_ref(trial), Effort::default(), dialect.as_deref()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
