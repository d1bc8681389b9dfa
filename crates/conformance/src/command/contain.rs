//! `contain`: the original and `enforced` as sets of documents, compared without any document.

use std::collections::BTreeMap;

use super::Options;
use crate::containment::{Answer, Question, Sides, questions};
use crate::json::Json;
use crate::judge::Draft;
use crate::law::{guarded, short};
use crate::subject::Compiler;
use crate::trial::{Trial, made};

#[derive(Default)]
struct Row {
    forms: usize,
    refused: usize,
    mapped: usize,
    both: usize,
    answers: BTreeMap<(Question, &'static str), usize>,
    unknown: BTreeMap<String, usize>,
}

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    for set in options.named_sets() {
        for trial in options.trials(set)? {
            for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
                if options.progress {
                    eprintln!("{} {dialect}", trial.id);
                }
                compare(compiler, &trial, dialect, options, rows.entry((set.to_owned(), dialect.clone())).or_default());
            }
        }
    }
    table(&rows);
    let no = |row: &Row| row.answers.iter().any(|((_, answer), count)| *answer == "no" && *count > 0);
    Ok(!rows.values().any(no))
}

fn compare(compiler: &dyn Compiler, trial: &Trial, dialect: &str, options: &Options, row: &mut Row) {
    let Ok(Ok((source, form))) = made(compiler, trial, dialect) else {
        row.refused += 1;
        return;
    };
    row.forms += 1;
    let changes = form.changes();
    let asked = questions(&changes);
    if asked.is_empty() {
        let mapped = changes.iter().any(|change| change.class == "mapped");
        *(if mapped { &mut row.mapped } else { &mut row.both }) += 1;
    }
    let (draft, enforced) = (Draft::of_source(&source), form.enforced());
    let sides = Sides { original: &trial.schema, draft, enforced: &enforced, place: trial.request.place };
    for question in asked {
        let answer = guarded(|| sides.ask(question))
            .unwrap_or_else(|failure| Answer::Unknown(format!("panic: {}", failure.reason)));
        *row.answers.entry((question, word(&answer))).or_default() += 1;
        tell(&answer, &format!("{} {dialect}: {}", trial.id, question.as_str()), options.verbose);
        if let Answer::Unknown(reason) = answer {
            *row.unknown.entry(reason).or_default() += 1;
        }
    }
}

fn tell(answer: &Answer, of: &str, verbose: bool) {
    let line = |value: &Option<Json>| {
        let text = value.as_ref().map_or_else(|| "none found".to_owned(), Json::to_string);
        if verbose { text } else { short(&text) }
    };
    match answer {
        Answer::Unknown(reason) if verbose => println!("unknown {of}: {reason}"),
        Answer::No { difference, witness } => {
            println!("NO {of}\n     left over: {}\n     witness:   {}", line(difference), line(witness));
        }
        _ => {}
    }
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No { .. } => "no",
        Answer::Unknown(_) => "unknown",
    }
}

fn table(rows: &BTreeMap<(String, String), Row>) {
    println!(
        "\n{:16} {:18} {:>6} {:>7} {:>7} {:>7} | {:^22} | {:^22}",
        "", "", "", "", "", "wider +", "original in enforced", "enforced in original"
    );
    println!(
        "{:16} {:18} {:>6} {:>7} {:>7} {:>7} | {:>6} {:>7} {:>7} | {:>6} {:>7} {:>7}",
        "set", "dialect", "forms", "refused", "mapped", "narrow.", "yes", "unknown", "NO", "yes", "unknown", "NO"
    );
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for ((set, dialect), row) in rows {
        let count = |question, answer| row.answers.get(&(question, answer)).copied().unwrap_or(0);
        let three = |question| ["yes", "unknown", "no"].map(|answer| count(question, answer));
        let ([a, b, c], [d, e, f]) = (three(Question::Kept), three(Question::Sound));
        println!(
            "{set:16} {dialect:18} {:>6} {:>7} {:>7} {:>7} | {a:>6} {b:>7} {c:>7} | {d:>6} {e:>7} {f:>7}",
            row.forms, row.refused, row.mapped, row.both
        );
        row.unknown.iter().for_each(|(reason, count)| *unknown.entry(reason).or_default() += count);
    }
    unknown.iter().for_each(|(reason, count)| println!("unknown {count:>6} x {reason}"));
}
