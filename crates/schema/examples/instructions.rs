//! One form of one generated schema, for tools that count: `instructions INPUT SIZE DIALECT [floor|read|text]`.
//!
//! `scripts/instructions.sh` runs it under callgrind. What is counted stands in `counted`: with `text` reading the
//! schema and making the form, with `read` making the form alone, with `floor` parsing, cloning and writing a
//! `serde_json::Value`. It prints bytes in, bytes out, and the peak of resident memory before and after, in KiB.

#![allow(clippy::print_stdout, reason = "its output is its purpose")]

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use std::hint::black_box;

use isoform_schema::{Dialect, FormOptions, Schema, dialect};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize| arguments.get(index).map_or("", String::as_str);
    let text = inputs::input(argument(0), argument(1).parse()?)
        .ok_or("INPUT is small, wide, deep, recursive, bomb, chain or union")?;
    let dialect = dialect::named(argument(2)).ok_or("DIALECT is the name of a built-in one")?;
    let before = peak();
    let out = match argument(3) {
        "floor" => counted_floor(&text)?,
        "read" => {
            let schema = Schema::parse(&text)?;
            counted_read(&schema, dialect)
        }
        _ => counted_text(&text, dialect)?,
    };
    println!("{} {} {} {}", text.len(), out, before, peak());
    Ok(())
}

#[inline(never)]
fn counted_floor(text: &str) -> Result<String, serde_json::Error> {
    let value: serde_json::Value = serde_json::from_str(black_box(text))?;
    let copy = black_box(&value).clone();
    Ok(serde_json::to_string(&copy)?.len().to_string())
}

#[inline(never)]
fn counted_read(schema: &Schema, dialect: &Dialect) -> String {
    match black_box(schema).form(dialect, &FormOptions::default()) {
        Ok(form) => black_box(form.schema().map_or(0, |schema| schema.to_json().len())).to_string(),
        Err(error) => error.code().to_string(),
    }
}

#[inline(never)]
fn counted_text(text: &str, dialect: &Dialect) -> Result<String, isoform_schema::Error> {
    Ok(counted_read(&Schema::parse(black_box(text))?, dialect))
}

/// The most memory that was resident so far, in KiB; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
