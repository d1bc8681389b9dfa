//! `plans`: the product's interpreter of plans against the reference.

use std::collections::BTreeMap;

use super::Options;
use crate::law::short;
use crate::reference::{Batch, Counts};
use crate::subject::Compiler;

/// How many values the reference is asked at once.
const TOGETHER: usize = 20_000;

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let mut rows: BTreeMap<String, Counts> = BTreeMap::new();
    let mut batch = Batch::default();
    let mut different = Vec::new();
    for set in options.named_sets() {
        for trial in options.trials(set)? {
            for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
                batch.add(compiler, &trial, dialect, options.effort, rows.entry(dialect.clone()).or_default());
                if batch.len() >= TOGETHER {
                    different.extend(std::mem::take(&mut batch).compare()?);
                }
            }
        }
    }
    different.extend(batch.compare()?);
    for line in different.iter().take(options.failures) {
        println!("DISAGREE {}", if options.verbose { line.clone() } else { short(line) });
    }
    println!("{:18} {:>6} {:>7} {:>9} {:>8} {:>7}", "dialect", "forms", "refused", "values", "errors", "unread");
    let mut all = 0;
    for (dialect, counts) in &rows {
        println!(
            "{dialect:18} {:>6} {:>7} {:>9} {:>8} {:>7}",
            counts.forms, counts.refused, counts.values, counts.errors, counts.unread
        );
        all += counts.values + counts.errors;
    }
    println!("{all} compared, {} DISAGREE", different.len());
    Ok(all > 0 && different.is_empty())
}
