//! `suite`: the official test suite against the neutral forms.

use std::collections::BTreeMap;

use super::Options;
use crate::corpus;
use crate::law::short;
use crate::subject::Compiler;
use crate::suite::{Counts, Verdict, groups, judge};

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let folder = corpus::shared().ok_or("no shared folder")?.join("corpus/json-schema-test-suite");
    let (groups, documents) = groups(&folder)?;
    let mut counts: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    let mut shown = 0;
    for group in groups.iter().filter(|group| options.wants(&group.id)) {
        for dialect in
            ["json-schema", "json-schema-inline"].into_iter().filter(|dialect| options.wants_dialect(dialect))
        {
            let verdict = judge(compiler, group, &documents, dialect);
            counts.entry((group.source, dialect)).or_default().add(&verdict);
            match verdict {
                Verdict::Disagrees(reason) => {
                    shown += 1;
                    if shown <= options.failures {
                        println!(
                            "DISAGREE {} {dialect}: {}",
                            group.id,
                            if options.verbose { reason } else { short(&reason) }
                        );
                        if options.verbose {
                            println!("     schema: {}", group.record.get("schema").cloned().unwrap_or_default());
                        }
                    }
                }
                Verdict::Refused(code) if options.verbose => println!("refused  {} {dialect}: {code}", group.id),
                _ => {}
            }
        }
    }
    println!("\n{:14} {:20} {:>6} {:>8} {:>9}", "source", "dialect", "agree", "refused", "DISAGREE");
    for ((source, dialect), counts) in &counts {
        let refused: usize = counts.refused.values().sum();
        println!(
            "{source:14} {dialect:20} {:>6} {refused:>8} {:>9}   {:?}",
            counts.agree, counts.disagree, counts.refused
        );
    }
    Ok(shown == 0)
}
