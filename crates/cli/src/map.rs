//! `isoform map` and `isoform unmap`: the way there and back, with the plan of a form.

use std::io::{self, Write};

use isoform::Plan;
use isoform::json::{Document, Kind, View};

use crate::Outcome;
use crate::args::{LineArgs, Printed};
use crate::fault::Fault;
use crate::input::{self, Failure, Input};
use crate::lines::{self, Answer};
use crate::output::Output;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From a document of the original schema to the dialect's spelling.
    Map,
    /// From an answer to a document of the original schema.
    Unmap,
}

/// Runs either command.
pub(crate) fn run(way: Way, lines: &LineArgs, file: &std::path::Path) -> Result<Outcome, Failure> {
    if lines.jsonl {
        let input = input::open(file)?;
        return crate::finished(lines::run(input, io::stdout().lock(), lines.max_line, |line| answer(way, line)));
    }
    let input = Input::read(file)?;
    let document = input.document()?;
    if document.root().kind() != Kind::Object {
        return Err(input.wrong(0, "the input is not an object with \"unmap\" and \"value\""));
    }
    let turned = turn(way, document.root());
    match (lines.format, &turned) {
        (Printed::Json, _) => {
            let written = Output::object(|out| write_members(out, &turned));
            let written = written.ok_or_else(|| Failure::new("the answer would nest too deeply"))?;
            crate::finished(writeln!(io::stdout().lock(), "{}", written.to_json_pretty()))?;
        }
        (Printed::Text, Ok(value)) => {
            crate::finished(writeln!(io::stdout().lock(), "{}", value.to_json_pretty()))?;
        }
        (Printed::Text, Err(fault)) => crate::complain(&fault.to_string()),
    }
    Ok(Outcome::of(turned.is_ok()))
}

fn turn(way: Way, line: View<'_>) -> Result<Document, Fault> {
    let member =
        |key: &str, at: &str| line.get(key).ok_or_else(|| Fault::configuration(at, format!("there is no \"{key}\"")));
    let plan = Plan::from_document(member("unmap", "/unmap")?).map_err(|error| Fault::from(&error))?;
    let value = member("value", "/value")?;
    let turned = match way {
        Way::Map => plan.map(value),
        Way::Unmap => plan.unmap(value),
    };
    turned.map_err(|error| Fault::from(&error))
}

fn answer(way: Way, line: View<'_>) -> Answer {
    let turned = turn(way, line);
    Box::new(move |out| write_members(out, &turned))
}

fn write_members(out: &mut Output, turned: &Result<Document, Fault>) {
    if let Ok(value) = turned {
        out.member("value", value);
    }
    out.member("error", turned.as_ref().err());
}
