//! `isoform validate`: what is wrong with values, by their schema.

use std::io::{self, Write};

use isoform::answer;
use isoform::json::{Document, View};

use crate::Outcome;
use crate::args::{Printed, ValidateArgs};
use crate::fault::Fault;
use crate::guide::Guide;
use crate::input::{self, Failure, Input};
use crate::lines::{self, Answer};
use crate::output::{Output, ToJson};
use crate::style::{Page, Tone};

/// All that is wrong with a value, or why that cannot be said.
type Found = Result<Vec<answer::Fault>, Fault>;

/// Runs the command.
pub(crate) fn run(args: &ValidateArgs) -> Result<Outcome, Failure> {
    let guide = Guide::open(&args.schema, None, args.format_assertion)?;
    if args.lines.jsonl {
        let input = input::open(&args.file)?;
        let plain = args.plain;
        let answer = |line: View<'_>| answer(&guide, line, plain);
        let wants = if plain { lines::Wants::Values } else { lines::Wants::Objects };
        return crate::finished(lines::run_with(input, io::stdout().lock(), args.lines.max_line, wants, answer));
    }
    let input = Input::read(&args.file)?;
    let document = input.document()?;
    let found = guide.faults(document.root());
    let fine = found.as_ref().is_ok_and(Vec::is_empty);
    match args.lines.format {
        Printed::Json => {
            let written = Output::object(|out| write_members(out, &found));
            let written = written.ok_or_else(|| Failure::new("the answer would nest too deeply"))?;
            crate::finished(writeln!(io::stdout().lock(), "{}", written.to_json_pretty()))?;
        }
        Printed::Text => show(&found, &document, &input::display_name(&args.file))?,
    }
    Ok(Outcome::of(fine))
}

fn answer(guide: &Guide, line: View<'_>, plain: bool) -> Answer {
    let value = if plain { Some(line) } else { line.get("value") };
    let found = match value {
        Some(value) => guide.faults(value),
        None => Err(Fault::configuration("/value", "there is no \"value\"")),
    };
    Box::new(move |out| write_members(out, &found))
}

fn write_members(out: &mut Output, found: &Found) {
    match found {
        Ok(faults) => {
            out.member("valid", faults.is_empty());
            out.key("errors").list(faults);
            out.member("error", None::<&Fault>);
        }
        Err(fault) => {
            out.member("valid", false);
            out.key("errors").list(None::<&answer::Fault>);
            out.member("error", fault);
        }
    }
}

impl ToJson for &answer::Fault {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("at", self.at.as_str());
            out.member("schema_at", self.schema_at.as_str());
            out.member("keyword", self.keyword.as_str());
            out.member("message", self.message.as_str());
        });
    }
}

/// Each fault with the place of the text that it is about.
fn show(found: &Found, document: &Document, name: &str) -> Result<(), Failure> {
    let page = Page::of_stderr();
    match found {
        Err(fault) => crate::complain(&format!("{}: {}", page.paint(Tone::Bad, fault.code()), fault.sentence())),
        Ok(faults) if faults.is_empty() => crate::finished(writeln!(io::stdout().lock(), "valid")).map(|_| ())?,
        Ok(faults) => {
            for fault in faults {
                let (word, at) = (page.paint(Tone::Bad, &fault.keyword), crate::place_name(&fault.at));
                let span = document.root().at(&fault.at).and_then(|view| view.span());
                crate::complain_at(document.source(), name, span, &format!("{word}: {} (at {at})", fault.message));
            }
        }
    }
    Ok(())
}
