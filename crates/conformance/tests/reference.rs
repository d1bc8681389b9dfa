//! The product's interpreter of plans and the reference agree on the plans, documents and answers of real schemas.
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::process::Command;

use isoform_conformance::corpus;
use isoform_conformance::product::Product;
use isoform_conformance::reference::{Batch, Counts};
use isoform_conformance::subject::Compiler;
use isoform_conformance::trial::{Effort, Trial};

fn agree(trials: &[Trial], effort: Effort) {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 to run the reference interpreter");
        return;
    }
    let (mut batch, mut counts) = (Batch::default(), Counts::default());
    for trial in trials {
        for dialect in Product.dialects() {
            batch.add(&Product, trial, &dialect, effort, &mut counts);
        }
    }
    println!("{counts:?}");
    assert!(counts.values > 0 && counts.errors > 0, "{counts:?}");
    assert_eq!(batch.compare(), Ok(Vec::new()));
}

#[test]
fn plans_of_every_case_run_alike() {
    let effort = Effort { per: 4, aims: 4, shots: 1, ..Effort::default() };
    agree(&corpus::trials("cases").expect("the corpus"), effort);
}

#[test]
fn plans_of_shared_tools_run_alike() {
    if corpus::shared().is_none() {
        println!("skipped: no shared folder (ISOFORM_SHARED, or ../shared beside the workspace)");
        return;
    }
    let trials: Vec<Trial> = corpus::trials("tools-mcp").expect("the set").into_iter().step_by(12).collect();
    agree(&trials, Effort { per: 4, aims: 4, shots: 1, ..Effort::default() });
}
