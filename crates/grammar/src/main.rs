//! A decoder as a judge of `enforced`: llguidance compiles it, has to admit what `map` gives, and answers that are
//! drawn from it have to come back as documents of the original, or fall under a reported `wider`.
//!
//!     cargo run --release --manifest-path crates/grammar/Cargo.toml -- [--set NAME] [--dialect D] [--limit N] [--every N] [--draws N]
//!
//! The decoder reads JSON Schema in its own way: members come in the order of `properties`, and some keywords it
//! refuses. What it refuses is listed by reason and then compiled without those keywords, so that it is looser; answers
//! are put into its order before it is asked, and what is drawn counts where the validator admits it too.

mod decoder;

use std::collections::BTreeMap;

use isoform_conformance::corpus;
use isoform_conformance::generate::Rng;
use isoform_conformance::json::Json;
use isoform_conformance::judge::{Draft, Judge};
use isoform_conformance::law::{Law, short};
use isoform_conformance::product::Product;
use isoform_conformance::subject::Compiler;
use isoform_conformance::trial::{self, Effort, Trial};

use decoder::{Decoder, Unknown};

/// The most bytes of an answer that the decoder is asked about: it gives up on longer ones.
const LONG: usize = 30_000;

/// How deep an answer may nest.
const DEEP: usize = 128;

#[derive(Default)]
struct Row {
    forms: usize,
    refused: usize,
    /// Forms that compile only without what the decoder does not know, by its reason.
    relaxed: BTreeMap<String, usize>,
    not_compiled: BTreeMap<String, usize>,
    admitted: usize,
    not_admitted: usize,
    too_long: usize,
    drawn: usize,
    cut_short: usize,
    /// Drawn answers that the validator does not admit: the decoder is looser than the schema.
    looser: usize,
    unreported: usize,
}

struct Options {
    sets: Vec<String>,
    dialects: Vec<String>,
    limit: usize,
    /// One of so many schemas is judged.
    every: usize,
    draws: usize,
    verbose: bool,
}

fn options() -> Result<Options, String> {
    let mut options =
        Options { sets: Vec::new(), dialects: Vec::new(), limit: usize::MAX, every: 1, draws: 20, verbose: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} takes a value"));
        let number = |text: String| text.parse::<usize>().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--set" => options.sets.push(value()?),
            "--dialect" => options.dialects.push(value()?),
            "--limit" => options.limit = number(value()?)?,
            "--every" => options.every = number(value()?)?.max(1),
            "--draws" => options.draws = number(value()?)?,
            "--verbose" => options.verbose = true,
            _ => return Err(format!("{word} is not known")),
        }
    }
    if options.sets.is_empty() {
        options.sets.push("cases".to_owned());
    }
    Ok(options)
}

fn main() -> std::process::ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(true) => std::process::ExitCode::SUCCESS,
        Ok(false) => std::process::ExitCode::from(1),
        Err(message) => {
            eprintln!("isoform-grammar: {message}");
            std::process::ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<bool, String> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for set in &options.sets {
        for trial in corpus::trials(set)?.into_iter().step_by(options.every).take(options.limit) {
            for dialect in Product.dialects() {
                if options.dialects.is_empty() || options.dialects.contains(&dialect) {
                    judge(&trial, &dialect, options, rows.entry(dialect.clone()).or_default());
                }
            }
        }
    }
    println!(
        "{:18} {:>6} {:>7} {:>7} {:>9} {:>9} {:>10} {:>6} {:>9} {:>6} {:>10}",
        "dialect",
        "forms",
        "refused",
        "relaxed",
        "no gramm.",
        "admitted",
        "not admit.",
        "drawn",
        "cut short",
        "looser",
        "UNREPORTED"
    );
    for (dialect, row) in &rows {
        println!(
            "{dialect:18} {:>6} {:>7} {:>7} {:>9} {:>9} {:>10} {:>6} {:>9} {:>6} {:>10}",
            row.forms,
            row.refused,
            row.relaxed.values().sum::<usize>(),
            row.not_compiled.values().sum::<usize>(),
            row.admitted,
            row.not_admitted,
            row.drawn,
            row.cut_short,
            row.looser,
            row.unreported
        );
    }
    for (dialect, row) in &rows {
        if row.too_long > 0 {
            println!("{dialect}: not asked about {} answers that are too long for a decoder", row.too_long);
        }
        for (reason, count) in &row.relaxed {
            println!("{dialect}: relaxed, {count} x {reason}");
        }
        for (reason, count) in &row.not_compiled {
            println!("{dialect}: no grammar, {count} x {reason}");
        }
    }
    Ok(rows.values().all(|row| row.unreported == 0 && row.not_admitted == 0))
}

fn judge(trial: &Trial, dialect: &str, options: &Options, row: &mut Row) {
    let text = trial.schema.to_string();
    let (Ok(source), Ok(form)) = (Product.source(&text, &trial.request), Product.form(&text, dialect, &trial.request))
    else {
        row.refused += 1;
        return;
    };
    row.forms += 1;
    let draft = Draft::of_source(&source);
    let enforced = form.enforced();
    let decoder = match Decoder::new(&enforced, Unknown::Refused) {
        Ok(decoder) => decoder,
        Err(reason) => {
            if options.verbose {
                println!("RELAXED {} {dialect}: {reason}", trial.id);
            }
            match Decoder::new(&enforced, Unknown::Ignored) {
                Ok(decoder) => {
                    *row.relaxed.entry(reason).or_default() += 1;
                    decoder
                }
                Err(reason) => {
                    *row.not_compiled.entry(reason).or_default() += 1;
                    return;
                }
            }
        }
    };
    let Ok(mut law) = Law::new(&trial.schema, draft, &*form, trial.request.place, None) else { return };
    let formats = Judge::new(&enforced, Draft::Draft202012, true);
    let effort = Effort { per: 6, aims: 0, shots: 0, ..Effort::default() };
    for document in trial::documents(trial, draft, &*form, effort, dialect).all {
        if !law.admits(&document) {
            continue;
        }
        let Ok(answer) = form.map(&document) else { continue };
        if !law.lets_through(&answer) {
            continue;
        }
        if answer.to_string().len() > LONG {
            row.too_long += 1;
            continue;
        }
        // The decoder asserts formats, and knows whole numbers in plain digits only.
        if !formats.as_ref().is_ok_and(|judge| judge.admits(&answer)) {
            continue;
        }
        if decoder.admits(&decoder::ordered(&answer, &enforced, &enforced)) {
            row.admitted += 1;
        } else {
            row.not_admitted += 1;
            if options.verbose {
                println!("NOT ADMITTED {} {dialect}: {}", trial.id, short(&answer.to_string()));
            }
        }
    }
    let mut rng = Rng::new(1, &trial.id);
    for _ in 0..options.draws {
        let Some(answer) = decoder.draw(&mut rng) else {
            row.cut_short += 1;
            continue;
        };
        let Ok(answer) = Json::parse(&answer) else {
            row.drawn += 1;
            row.looser += 1;
            continue;
        };
        // A decoder that stops at no depth writes what no reader of ours takes.
        if depth(&answer) > DEEP {
            row.cut_short += 1;
            continue;
        }
        row.drawn += 1;
        if !law.lets_through(&answer) {
            row.looser += 1;
            if options.verbose {
                println!("LOOSER {} {dialect}: {}", trial.id, short(&answer.to_string()));
            }
            continue;
        }
        for failure in law.answer(&answer).1 {
            row.unreported += 1;
            println!(
                "UNREPORTED {} {dialect} {}: {} (drawn: {})",
                trial.id,
                failure.rule.as_str(),
                failure.reason,
                short(&answer.to_string())
            );
        }
    }
}

fn depth(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Json::Object(members) => 1 + members.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
        _ => 0,
    }
}
