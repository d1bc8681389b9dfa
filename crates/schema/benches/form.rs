//! What a form costs, as a multiple of the least that anything could do with the same text.
//!
//! `cargo bench -p isoform-schema --bench form`. The floor is a `serde_json::Value` parsed from the text, cloned and
//! written; it takes turns with the forms in the same run, and minima are compared. A form counts with writing what is
//! sent and with dropping everything. `error` marks a dialect that refuses the input: then the ratio is what the
//! refusal costs.
//!
//! Goals: 4 from text and 2 from a schema that was read; 2 for a refusal because of a budget.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and its own texts are schemas")]

mod inputs;

use std::hint::black_box;
use std::time::{Duration, Instant};

use isoform_schema::{Dialect, FormOptions, Schema, dialect};

const INPUTS: &[(&str, usize)] = &[
    ("small", 0),
    ("wide", 200),
    ("deep", 60),
    ("recursive", 50),
    ("union", 50),
    ("bomb", 10),
    ("bomb", 14),
    ("bomb", 20),
];

fn main() {
    // `cargo test --benches` only wants to see it run.
    let measuring = std::env::args().any(|argument| argument == "--bench");
    println!(
        "{:<13} {:<19} {:>7} {:>9} {:>10} {:>10} {:>7} {:>7}  outcome",
        "input", "dialect", "bytes", "floor us", "text us", "read us", "/floor", "/floor"
    );
    for (name, size) in INPUTS {
        let text = inputs::input(name, *size).expect("an input of this list");
        for dialect in dialect::BUILT_IN {
            measure(&format!("{name} {size}"), &text, dialect, measuring);
        }
    }
}

fn measure(name: &str, text: &str, dialect: &Dialect, measuring: bool) {
    let options = FormOptions::default();
    let schema = Schema::parse(text).expect("the benchmark's own text is a schema");
    let outcome = match schema.form(dialect, &options) {
        Ok(form) => format!("{} bytes", form.schema().map_or(0, |schema| schema.to_json().len())),
        Err(error) => format!("error: {}", error.code()),
    };
    let once = time(|| read(&schema, dialect, &options));
    let samples =
        if measuring { (Duration::from_millis(300).as_nanos() / once.as_nanos().max(1)).clamp(15, 2000) } else { 1 };
    let (mut floor, mut from_text, mut from_read) = (Duration::MAX, Duration::MAX, Duration::MAX);
    // Taking turns spreads whatever else the machine does over all.
    for _ in 0..samples {
        floor = floor.min(time(|| least(text)));
        from_text =
            from_text.min(time(|| read(&Schema::parse(black_box(text)).expect("read before"), dialect, &options)));
        from_read = from_read.min(time(|| read(&schema, dialect, &options)));
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{name:<13} {:<19} {:>7} {:>9.1} {:>10.1} {:>10.1} {:>7.2} {:>7.2}  {outcome}",
        dialect.name,
        text.len(),
        micros(floor),
        micros(from_text),
        micros(from_read),
        from_text.as_secs_f64() / floor.as_secs_f64(),
        from_read.as_secs_f64() / floor.as_secs_f64(),
    );
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The floor.
fn least(text: &str) {
    let value: serde_json::Value = serde_json::from_str(black_box(text)).expect("JSON");
    let copy = black_box(&value).clone();
    black_box(serde_json::to_string(&copy).expect("a value can be written"));
}

/// A form, and what is sent of it as text.
fn read(schema: &Schema, dialect: &Dialect, options: &FormOptions) {
    if let Ok(form) = black_box(schema).form(dialect, options) {
        black_box(form.schema().map(isoform_json::Document::to_json));
        black_box(form);
    }
}
