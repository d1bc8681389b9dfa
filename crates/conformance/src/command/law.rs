//! `law`: the form law over a set of schemas.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::Options;
use crate::figures::{Figures, HEAD};
use crate::judge::Draft;
use crate::law::{Failure, short};
use crate::shrink::{line, shrink};
use crate::subject::Compiler;
use crate::trial::{Outcome, Trial, run as try_one};

#[derive(Default)]
struct Row {
    figures: Figures,
    unweighed: usize,
    unjudged: usize,
    documents: usize,
    answers: usize,
    failures: usize,
    unwitnessed: usize,
    slowest: (Duration, String),
}

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    let mut rules: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let mut shown = 0;
    for set in options.named_sets() {
        for trial in options.trials(set)? {
            for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
                if options.progress {
                    eprintln!("{} {dialect}", trial.id);
                }
                let started = Instant::now();
                let outcome = try_one(compiler, &trial, dialect, options.effort);
                let row = rows.entry((set.to_owned(), dialect.clone())).or_default();
                let took = started.elapsed();
                if took > row.slowest.0 {
                    row.slowest = (took, trial.id.clone());
                }
                match outcome {
                    Outcome::Refused(refusal) => row.figures.refusal(&refusal),
                    Outcome::Unjudged(_) => {
                        row.figures.schemas += 1;
                        row.unjudged += 1;
                    }
                    Outcome::Tried(report) => {
                        let draft = Draft::of_source(&report.source);
                        row.figures.form(&trial.schema, draft, &report.verdict, &report.changes);
                        row.unweighed += report.unweighed;
                        row.documents += report.documents;
                        row.answers += report.answers;
                        row.failures += report.failures.len();
                        row.unwitnessed += report.unwitnessed.len();
                        for failure in &report.failures {
                            *rules.entry((dialect.clone(), failure.rule.as_str())).or_default() += 1;
                            if shown < options.failures {
                                show(&trial, dialect, failure, options.verbose);
                                if options.shrink {
                                    let (least, shown) = shrink(compiler, &trial, dialect, failure, options.effort);
                                    println!("     line:     {}", line(&least, dialect, &shown));
                                }
                            }
                            shown += 1;
                        }
                        if options.unwitnessed {
                            for change in &report.unwitnessed {
                                println!("unwitnessed {:10} {dialect:18} {change}", trial.id);
                            }
                        }
                    }
                }
            }
        }
    }
    if shown > options.failures {
        println!("... and {} more (--failures N shows more)", shown - options.failures);
    }
    table(&rows, &rules);
    Ok(shown == 0)
}

fn show(trial: &Trial, dialect: &str, failure: &Failure, verbose: bool) {
    println!("UNREPORTED {} {dialect} {}: {}", trial.id, failure.rule.as_str(), failure.reason);
    if let Some(witness) = &failure.witness {
        println!("     shown by: {}", if verbose { witness.to_string() } else { short(&witness.to_string()) });
    }
    if verbose {
        if let Some(got) = &failure.got {
            println!("     got:      {got}");
        }
        println!("     formats:  {}", if failure.formats { "asserted" } else { "not asserted" });
        println!("     schema:   {}", trial.schema);
    }
}

fn table(rows: &BTreeMap<(String, String), Row>, rules: &BTreeMap<(String, &'static str), usize>) {
    println!(
        "\n{:16} {:18} {:>7}{HEAD} {:>9} {:>9} {:>8} {:>8} {:>11} {:>10} {:>9}",
        "set",
        "dialect",
        "schemas",
        "documents",
        "answers",
        "unjudged",
        "too-much",
        "UNWITNESSED",
        "UNREPORTED",
        "slowest"
    );
    for ((set, dialect), row) in rows {
        println!(
            "{set:16} {dialect:18} {:>7}{} {:>9} {:>9} {:>8} {:>8} {:>11} {:>10} {:>7}ms {}",
            row.figures.schemas,
            row.figures.row(),
            row.documents,
            row.answers,
            row.unjudged,
            row.unweighed,
            row.unwitnessed,
            row.failures,
            row.slowest.0.as_millis(),
            row.slowest.1
        );
        row.figures.details().iter().for_each(|line| println!("{:42}   {line}", ""));
    }
    for ((dialect, rule), count) in rules {
        println!("{dialect:18} {rule:20} {count:>6}");
    }
}
