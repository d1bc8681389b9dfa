//! `isoform check`: which tools each dialect takes, and what is lost on the way.

mod advice;
mod capitals;
mod findings;
mod github;
mod json;
mod sarif;
pub(crate) mod text;
mod tools;

use std::io::{self, Write};

use isoform::dialect::Dialect;
use isoform::{Change, Class, Error, Form, FormOptions, OverBudget, Place, Schema, Source, ToolSet, Verdict};

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
    /// Each input as one request to each dialect, where something is wrong with that.
    requests: Vec<Request>,
}

/// The tools of one input as one request.
struct Request {
    file: String,
    to: &'static Dialect,
    changes: Vec<Change>,
    faults: Vec<Error>,
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
    let mut report = Report {
        dialects,
        checked: Vec::new(),
        shapes: Vec::new(),
        built_in: 0,
        files: reads.len(),
        requests: Vec::new(),
    };
    for read in reads {
        let found = read.tools()?;
        for shape in found.shapes {
            if !report.shapes.contains(&shape) {
                report.shapes.push(shape);
            }
        }
        report.built_in += found.built_in;
        let (results, requests) = judge(args, read, &found.tools, &report.dialects);
        report.requests.extend(requests);
        let checked = found.tools.into_iter().zip(results);
        report.checked.extend(checked.map(|(tool, results)| Checked { tool, results }));
    }
    Ok(report)
}

/// The results of each tool of an input, and all its tools as one request, in each dialect. Every form is made once.
fn judge(
    args: &CheckArgs,
    read: &Read,
    tools: &[Tool<'_>],
    dialects: &[&'static Dialect],
) -> (Vec<Vec<Result<Form, Error>>>, Vec<Request>) {
    let schemas: Vec<_> = tools.iter().map(|tool| Schema::read(tool.document(), source(args, tool))).collect();
    // What is no tool's, and what cannot be read, is no part of a request.
    let part = |tool: &Tool<'_>, schema: &Result<Schema, Error>| tool.place == Some(Place::Tool) && schema.is_ok();
    let parts = tools.iter().zip(&schemas).filter(|(tool, schema)| part(tool, schema));
    let parts = parts.filter_map(|(tool, schema)| Some(isoform::Tool::new(tool.name, schema.clone().ok()?)));
    let set = ToolSet::new(parts.collect());
    let options = options(args);
    let alone = options.clone().with_place(args.choices.place);
    let mut results: Vec<Vec<Result<Form, Error>>> = tools.iter().map(|_| Vec::with_capacity(dialects.len())).collect();
    let mut requests = Vec::new();
    for to in dialects {
        let declared = set.declare(to, &options, OverBudget::Refuse);
        if set.tools().len() > 1 {
            let (changes, faults) = (declared.changes().to_vec(), declared.faults().to_vec());
            requests.push(Request { file: read.input.name.clone(), to, changes, faults });
        }
        let mut forms = declared.into_tools().into_iter().map(|tool| tool.form);
        for ((tool, schema), results) in tools.iter().zip(&schemas).zip(&mut results) {
            let declared = if part(tool, schema) { forms.next() } else { None };
            results.push(declared.unwrap_or_else(|| {
                let options = tool.place.map_or_else(|| alone.clone(), |place| options.clone().with_place(place));
                schema.clone()?.form(to, &options)
            }));
        }
    }
    (results, requests)
}

fn source(args: &CheckArgs, tool: &Tool<'_>) -> Source {
    if args.choices.source == Source::Auto { tool.source } else { args.choices.source }
}

fn options(args: &CheckArgs) -> FormOptions {
    let choices = &args.choices;
    FormOptions::default().with_allowed(choices.allow.clone().unwrap_or_default()).with_encodings(choices.encode)
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
