//! The command `isoform`: a schema's form in each dialect, its inverse, and a check of tools against all of them.

mod args;
mod check;
mod dialects;
mod fault;
mod form;
mod guide;
mod input;
mod lines;
mod map;
mod output;
mod read;
mod stream;
mod style;
mod table;
mod tools;
mod validate;

use std::io::{self, Write};
use std::ops::Range;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::input::{Failure, Place};
use crate::map::Way;

/// What a run that could be carried out came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Exit 0.
    Fine,
    /// The answer is no: exit 1.
    No,
}

impl Outcome {
    fn of(fine: bool) -> Outcome {
        if fine { Outcome::Fine } else { Outcome::No }
    }
}

fn main() -> ExitCode {
    let outcome = match &Cli::parse().command {
        Command::Form(args) => form::run(args),
        Command::Map(args) => map::run(Way::Map, &args.lines, &args.file),
        Command::Unmap(args) => map::run(Way::Unmap, &args.lines, &args.file),
        Command::Check(args) => check::run(args),
        Command::Tools(args) => tools::run(args),
        Command::Read(args) => read::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Stream(args) => stream::run(args),
        Command::Dialects(args) => dialects::run(args),
    };
    match outcome {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(failure) => {
            complain(&format!("isoform: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// The outcome of reading and writing. A reader that went away has seen what it wanted.
fn finished(written: io::Result<()>) -> Result<Outcome, Failure> {
    match written {
        Ok(()) => Ok(Outcome::Fine),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Fine),
        Err(error) => Err(Failure::new(error.to_string())),
    }
}

/// A message on standard error, and the place of the text that it is about, where there is one.
fn complain_at(text: &str, name: &str, span: Option<Range<usize>>, message: &str) {
    match span {
        Some(span) => {
            let inside = text.get(span.clone()).unwrap_or("");
            complain(&Place::of(text, span.start).show_span(name, message, inside.chars().count()));
        }
        None => complain(message),
    }
}

/// A place in a value, for people.
fn place_name(pointer: &str) -> String {
    if pointer.is_empty() { "the root".to_owned() } else { pointer.escape_debug().to_string() }
}

/// A message on standard error. There is nowhere left to say that it could not be written.
fn complain(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}
