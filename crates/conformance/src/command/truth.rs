//! `truth`: arguments that people found right, there and back in every dialect.

use std::collections::BTreeMap;

use super::Options;
use crate::judge::Draft;
use crate::law::short;
use crate::subject::Compiler;
use crate::truth::{Inadmissible, Outcome, Without, admissible, there_and_back};

/// The set that has ground truth.
const SET: &str = "tools-bfcl";

#[derive(Default)]
struct Row {
    functions: usize,
    documents: usize,
    refused: BTreeMap<String, usize>,
    unjudged: usize,
    sum: Outcome,
}

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut refused = Inadmissible::new();
    let (mut functions, mut given, mut kept) = (0, 0, 0);
    for trial in options.trials(SET)?.iter().filter(|trial| !trial.documents.is_empty()) {
        let source = compiler.source(&trial.schema.to_string(), &trial.request).unwrap_or_default();
        let draft = Draft::of_source(&source);
        functions += 1;
        given += trial.documents.len();
        let documents = match admissible(trial, draft) {
            Ok((documents, reasons)) => {
                reasons.into_iter().for_each(|(reason, count)| *refused.entry(reason).or_default() += count);
                documents
            }
            Err(_) => {
                *refused.entry("the validator does not read the schema".to_owned()).or_default() +=
                    trial.documents.len();
                continue;
            }
        };
        kept += documents.len();
        for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
            let row = rows.entry(dialect.clone()).or_default();
            row.functions += 1;
            match there_and_back(compiler, trial, &documents, draft, dialect) {
                Ok(outcome) => {
                    if options.verbose {
                        let narrowed = outcome.narrowed.iter();
                        narrowed.for_each(|(kind, count)| println!("narrowed {} {dialect} {kind} {count}", trial.id));
                    }
                    row.add(outcome, documents.len(), |line| println!("DIFFERS {} {dialect} {line}", trial.id));
                }
                Err(Without::Refused(refusal)) => {
                    if options.verbose {
                        println!("refused {} {dialect} {refusal}", trial.id);
                    }
                    *row.refused.entry(refusal.code).or_default() += 1;
                }
                Err(Without::Unjudged(_)) => row.unjudged += 1,
            }
        }
    }
    println!("{functions} functions with ground truth, {given} documents of it, {kept} valid under their schemas");
    refused.iter().for_each(|(reason, count)| println!("  not valid there: {count:>5} {reason}"));
    table(&rows);
    Ok(kept > 0 && rows.values().all(|row| row.sum.failures.is_empty()))
}

impl Row {
    fn add(&mut self, outcome: Outcome, documents: usize, tell: impl Fn(String)) {
        self.documents += documents;
        self.sum.same += outcome.same;
        self.sum.absent_or_null += outcome.absent_or_null;
        for (kind, count) in outcome.narrowed {
            *self.sum.narrowed.entry(kind).or_default() += count;
        }
        for failure in &outcome.failures {
            let witness = failure.witness.as_ref().map(ToString::to_string).unwrap_or_default();
            tell(format!("{}: {} (shown by {})", failure.rule.as_str(), failure.reason, short(&witness)));
        }
        self.sum.failures.extend(outcome.failures);
    }
}

fn table(rows: &BTreeMap<String, Row>) {
    println!(
        "\n{:18} {:>9} {:>7} {:>8} {:>9} {:>9} {:>9} {:>8} {:>7}",
        "dialect", "functions", "refused", "unjudged", "documents", "the same", "or absent", "narrowed", "DIFFERS"
    );
    for (dialect, row) in rows {
        println!(
            "{dialect:18} {:>9} {:>7} {:>8} {:>9} {:>9} {:>9} {:>8} {:>7}",
            row.functions,
            row.refused.values().sum::<usize>(),
            row.unjudged,
            row.documents,
            row.sum.same,
            row.sum.absent_or_null,
            row.sum.narrowed.values().sum::<usize>(),
            row.sum.failures.len()
        );
    }
    for (dialect, row) in rows {
        row.refused.iter().for_each(|(code, count)| println!("{dialect:18} refused {code:24} {count:>6}"));
        row.sum.narrowed.iter().for_each(|(kind, count)| println!("{dialect:18} narrowed {kind:23} {count:>6}"));
    }
}
