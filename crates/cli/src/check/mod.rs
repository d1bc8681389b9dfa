//! `isoform check`: which tools each dialect takes, and what is lost on the way.

mod advice;
mod capitals;
mod findings;
mod github;
mod json;
mod sarif;
mod text;
mod tools;

use std::io::{self, Write};

use isoform::dialect::Dialect;
use isoform::{Class, Error, Form, FormOptions, Place, Schema, Source, Verdict};

use crate::Outcome;
use crate::args::{CheckArgs, CheckFormat};
use crate::input::{Failure, Input};
use crate::style::{Page, Tone};
use tools::{Read, Tool};

/// Every tool with every dialect that was asked for.
struct Report<'a> {
    dialects: Vec<&'static Dialect>,
    checked: Vec<Checked<'a>>,
    /// What the inputs were, in words.
    shapes: Vec<&'static str>,
    /// Tools that have no schema because they are the provider's own.
    built_in: usize,
    /// How many inputs there were.
    files: usize,
}

/// One tool, with its result in each dialect of the report.
struct Checked<'a> {
    tool: Tool<'a>,
    results: Vec<Result<Form, Error>>,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let reads = args.files.iter().map(|file| Read::new(Input::read(file)?)).collect::<Result<Vec<_>, Failure>>()?;
    let report = check(args, &reads)?;
    let printed = match args.format {
        CheckFormat::Table => Some(text::page(&report, args.full, Page::of_stdout())),
        CheckFormat::Json => json::object(&report),
        CheckFormat::Sarif => sarif::object(&report),
        CheckFormat::Github => Some(github::annotations(&report)),
    };
    let printed = printed.ok_or_else(|| Failure::new("the report is too large"))?;
    crate::finished(io::stdout().lock().write_all(printed.as_bytes()))?;
    let refused = report.checked.iter().flat_map(|checked| &checked.results).any(Result::is_err);
    Ok(Outcome::of(!refused))
}

fn check<'a>(args: &CheckArgs, reads: &'a [Read]) -> Result<Report<'a>, Failure> {
    let dialects = args.to.clone().unwrap_or_default().0;
    let mut report = Report { dialects, checked: Vec::new(), shapes: Vec::new(), built_in: 0, files: reads.len() };
    for read in reads {
        let found = read.tools()?;
        for shape in found.shapes {
            if !report.shapes.contains(&shape) {
                report.shapes.push(shape);
            }
        }
        report.built_in += found.built_in;
        for tool in found.tools {
            let results = results(args, &tool, &report.dialects);
            report.checked.push(Checked { tool, results });
        }
    }
    Ok(report)
}

fn results(args: &CheckArgs, tool: &Tool<'_>, dialects: &[&Dialect]) -> Vec<Result<Form, Error>> {
    let choices = &args.choices;
    let source = if choices.source == Source::Auto { tool.source } else { choices.source };
    let options = FormOptions::default()
        .with_allowed(choices.allow.clone().unwrap_or_default())
        .with_encodings(choices.encode)
        .with_place(tool.place.unwrap_or(choices.place));
    let options = match tool.place {
        Some(Place::Tool) => options.with_name(tool.name),
        _ => options,
    };
    let schema = Schema::read(tool.document(), source);
    dialects.iter().map(|dialect| schema.clone()?.form(dialect, &options)).collect()
}

/// The verdict's word; an error is `refused`.
fn verdict(result: &Result<Form, Error>) -> &'static str {
    result.as_ref().map_or("refused", |form| form.verdict().as_str())
}

/// How a verdict is meant.
fn verdict_tone(result: &Result<Form, Error>) -> Tone {
    match result.as_ref().map(Form::verdict) {
        Ok(Verdict::AsIs) => Tone::Good,
        Ok(Verdict::Rewritten | Verdict::Encoded) => Tone::Notice,
        Ok(Verdict::Looser) => Tone::Warning,
        Err(_) => Tone::Bad,
    }
}

/// How a change of a class is meant.
pub(crate) fn tone(class: Class) -> Tone {
    match class {
        Class::Narrower => Tone::Bad,
        Class::Wider => Tone::Warning,
        Class::Mapped => Tone::Notice,
        _ => Tone::Faint,
    }
}
