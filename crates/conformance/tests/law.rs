//! The form law over the project's own corpus: the schema of every case in every dialect, and every difference found so far.

use isoform_conformance::corpus;
use isoform_conformance::product::Product;
use isoform_conformance::subject::{Compiler, Request};
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
fn schemas_made_by_chance_keep_the_law() {
    let effort = Effort { per: 6, aims: 8, shots: 2, ..Effort::default() };
    let found = broken(&corpus::random(1, 60), effort, None);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn other_options_keep_the_law() {
    let effort = Effort { per: 4, aims: 8, shots: 2, ..Effort::default() };
    let narrower = Some(["exact", "mapped", "wider", "narrower"].map(str::to_owned).to_vec());
    let mut found = Vec::new();
    for (turn, trial) in corpus::trials("cases").expect("the corpus").into_iter().enumerate() {
        let request = match turn % 5 {
            4 => Request { three_state: true, ..trial.request },
            3 => Request { allow: Some(["exact", "mapped"].map(str::to_owned).to_vec()), ..trial.request },
            0 => Request { light: true, ..trial.request },
            1 => Request { cut_recursion: true, allow: narrower.clone(), ..trial.request },
            _ => Request { describe: true, allow: narrower.clone(), ..trial.request },
        };
        found.extend(broken(&[Trial { request, ..trial }], effort, None));
    }
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
