//! `sets`: every schema of a set in every dialect, and what real providers took and refused.

use super::Options;
use crate::corpus::{self, SETS};
use crate::figures::HEAD;
use crate::law::short;
use crate::provider::{Finding, accepted, refused};
use crate::sets::tally;
use crate::subject::Compiler;

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let mut held = true;
    let wanted = |name: &str| options.sets.is_empty() || options.sets.iter().any(|set| set == name);
    for (name, _, _) in SETS.iter().filter(|(name, _, _)| wanted(name)) {
        let trials = options.trials(name)?;
        println!("{name}: {} schemas", trials.len());
        println!("  {:20}{HEAD}  {:>9}", "", "slowest");
        for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
            let tally = tally(compiler, &trials, dialect);
            let (slowest, id) = (tally.slowest.0.as_millis(), &tally.slowest.1);
            println!(
                "  {dialect:20}{}  {slowest:>7}ms ({id}; {}ms in all)",
                tally.figures.row(),
                tally.total.as_millis()
            );
            tally.figures.details().iter().for_each(|line| println!("  {:20}   {line}", ""));
            held &= tally.panics.is_empty();
            for (id, reason) in tally.panics.iter().take(options.failures) {
                println!("  PANIC {id}: {reason}");
            }
        }
    }
    for (name, judge) in [
        ("accepted-schemas", accepted as fn(&dyn Compiler, &crate::json::Json) -> Option<Finding>),
        ("rejections", refused),
    ] {
        if !wanted(name) {
            continue;
        }
        let folder = corpus::shared().ok_or("no shared folder")?;
        let records = corpus::records(&folder.join(format!("corpus/{name}.jsonl")))?;
        let findings: Vec<Finding> = records.iter().filter_map(|record| judge(compiler, record)).collect();
        let wrong: Vec<&Finding> = findings.iter().filter(|finding| finding.problem.is_some()).collect();
        println!("{name}: {} records, {} held against a dialect, {} wrong", records.len(), findings.len(), wrong.len());
        held &= wrong.is_empty();
        for finding in &wrong {
            let problem = finding.problem.as_deref().unwrap_or_default();
            println!(
                "  WRONG {} {}: {}",
                finding.id,
                finding.dialect,
                if options.verbose { problem.to_owned() } else { short(problem) }
            );
        }
        if options.verbose {
            findings.iter().for_each(|finding| println!("  {} {}: {}", finding.id, finding.dialect, finding.did));
        }
    }
    Ok(held)
}
