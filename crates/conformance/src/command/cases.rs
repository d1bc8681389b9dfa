//! `cases`: every provider case, by the rule.

use std::collections::BTreeMap;

use super::Options;
use crate::cases::judge;
use crate::corpus;
use crate::json::Json;
use crate::subject::Compiler;

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let dialects = compiler.dialects();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let mut failed = false;
    for case in corpus::records(&corpus::own("providers.jsonl"))? {
        let (id, target) = (case.get_str("id").unwrap_or_default(), case.get_str("target").unwrap_or_default());
        if !options.wants(id) || !options.wants_dialect(target) {
            continue;
        }
        if !dialects.iter().any(|dialect| dialect == target) {
            *skipped.entry(target.to_owned()).or_default() += 1;
            continue;
        }
        let verdict = judge(compiler, &case, options.effort);
        let (passed, all) = counts.entry(target.to_owned()).or_default();
        *all += 1;
        *passed += usize::from(verdict.passed());
        if verdict.passed() {
            continue;
        }
        failed = true;
        let own = verdict.problems.first().map(Vec::as_slice).unwrap_or_default();
        println!(
            "FAIL {id:14} {target:17} {}",
            own.first().map(|problem| line(problem, options.verbose)).unwrap_or_default()
        );
        if options.verbose {
            println!("     why:    {}", case.get_str("why").unwrap_or_default());
            println!("     schema: {}", case.get("schema").unwrap_or(&Json::Null));
            for problem in own.iter().skip(1) {
                println!("     - {problem}");
            }
            for (number, problems) in verdict.problems.iter().enumerate().skip(1) {
                println!("     alternative {number}:");
                problems.iter().for_each(|problem| println!("       - {problem}"));
            }
        }
    }
    println!("\n{:20} {:>6} {:>6}", "cases", "passed", "of");
    for (target, (passed, all)) in &counts {
        println!("{target:20} {passed:>6} {all:>6}");
    }
    for (target, count) in &skipped {
        println!("{target:20} skipped {count:>5} (no such dialect yet)");
    }
    Ok(!failed)
}

fn line(text: &str, whole: bool) -> String {
    if whole { text.to_owned() } else { crate::law::short(text) }
}
