//! `isoform read`: the value of a model's text, and what had to be repaired to see it.

use std::io::{self, Write};

use isoform::json::read::{self, LenientOptions, Reading};
use isoform::json::stream::{Stream, StreamOptions};
use isoform::json::{self, Document, Kind, ReadOptions, Repair, Severity, View};

use crate::Outcome;
use crate::args::{Mode, Printed, ReadArgs, parse_severity};
use crate::fault::Fault;
use crate::input::{self, Failure, Place};
use crate::lines::{self, Answer};
use crate::output::Output;
use crate::style::{Page, Tone};

/// What a text came to.
struct Came {
    value: Option<Document>,
    repairs: Vec<Repair>,
    completed: bool,
    /// The pointers of what is not all there.
    incomplete: Option<Vec<String>>,
    partial: Option<Document>,
    fault: Option<Fault>,
}

/// What to do with a text.
#[derive(Clone, Copy)]
struct Choices {
    mode: Mode,
    severity: Severity,
    complete_truncated: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ReadArgs) -> Result<Outcome, Failure> {
    let ReadArgs { mode, severity, complete_truncated, .. } = *args;
    let choices = Choices { mode, severity, complete_truncated };
    if args.lines.jsonl {
        let input = input::open(&args.file)?;
        let answer = |line: View<'_>| answer(line, choices);
        return crate::finished(lines::run(input, io::stdout().lock(), args.lines.max_line, answer));
    }
    let bytes = input::read_bytes(&args.file)?;
    let came = read_bytes(&[&bytes], choices);
    let fine = came.fault.is_none();
    match args.lines.format {
        Printed::Json => {
            let written = Output::object(|out| write_members(out, &came));
            let written = written.ok_or_else(|| Failure::new("the answer would nest too deeply"))?;
            crate::finished(writeln!(io::stdout().lock(), "{}", written.to_json_pretty()))?;
        }
        Printed::Text => show(&came, &String::from_utf8_lossy(&bytes), &input::display_name(&args.file))?,
    }
    Ok(Outcome::of(fine))
}

/// The value on standard output; what was changed, and what is wrong, on standard error.
fn show(came: &Came, text: &str, name: &str) -> Result<(), Failure> {
    let page = Page::of_stderr();
    for repair in &came.repairs {
        let word = repair.kind.code();
        let message = format!("{}: {}", page.paint(tone(repair.severity()), word), repair.note());
        let inside = text.get(repair.span.clone()).unwrap_or("");
        crate::complain(&Place::of(text, repair.span.start).show_span(name, &message, inside.chars().count()));
    }
    if let Some(fault) = &came.fault {
        let message = format!("{}: {}", page.paint(Tone::Bad, fault.code()), fault.sentence());
        match fault.span() {
            Some(span) => {
                let inside = text.get(span.clone()).unwrap_or("");
                crate::complain(&Place::of(text, span.start).show_span(name, &message, inside.chars().count()));
            }
            None => crate::complain(&message),
        }
    }
    if let Some(incomplete) = came.incomplete.as_ref().filter(|incomplete| !incomplete.is_empty()) {
        let shown: Vec<String> = incomplete.iter().map(|at| format!("{:?}", at.escape_debug().to_string())).collect();
        crate::complain(&format!("still open: {}", shown.join(", ")));
    }
    if let Some(value) = came.value.as_ref().or(came.partial.as_ref()) {
        crate::finished(writeln!(io::stdout().lock(), "{}", value.to_json_pretty()))?;
    }
    Ok(())
}

fn tone(severity: Severity) -> Tone {
    match severity {
        Severity::Format => Tone::Faint,
        Severity::Spelling => Tone::Notice,
        Severity::Choice => Tone::Warning,
    }
}

/// Answers one line.
fn answer(line: View<'_>, choices: Choices) -> Answer {
    let came = match choices_of(line, choices) {
        Ok(choices) => read_line(line, choices).unwrap_or_else(Came::refused),
        Err(fault) => Came::refused(fault),
    };
    Box::new(move |out| write_members(out, &came))
}

fn choices_of(line: View<'_>, mut choices: Choices) -> Result<Choices, Fault> {
    if let Some(mode) = line.get("mode").filter(|mode| !mode.is_null()) {
        let named = mode.as_str().and_then(|mode| clap::ValueEnum::from_str(mode, false).ok());
        choices.mode = named.ok_or_else(|| Fault::configuration("/mode", "there is no such mode"))?;
    }
    let options = line.get("options").into_iter().flat_map(|options| options.members());
    for (name, value) in options {
        let at = format!("/options/{}", json::pointer::escape_token(name));
        let wrong = |message: &str| Fault::configuration(&at, message);
        match name {
            "severity" => {
                let named = value.as_str().ok_or_else(|| wrong("a severity is a word"))?;
                choices.severity = parse_severity(named).map_err(|message| wrong(&message))?;
            }
            "complete_truncated" => {
                choices.complete_truncated = value.as_bool().ok_or_else(|| wrong("it is true or false"))?;
            }
            // They have a meaning where there is a schema.
            "words_as_booleans" | "format_assertion" => {
                value.as_bool().ok_or_else(|| wrong("it is true or false"))?;
            }
            _ => return Err(wrong("there is no such option")),
        }
    }
    Ok(choices)
}

fn read_line(line: View<'_>, choices: Choices) -> Result<Came, Fault> {
    let came = if let Some(text) =
        line.get("text").and_then(|text| text.as_str()).filter(|_| line.get("bytes_hex").is_none())
    {
        read_bytes(&[text.as_bytes()], choices)
    } else if let Some(hex) = line.get("bytes_hex").and_then(|hex| hex.as_str()) {
        let bytes =
            decode_hex(hex).ok_or_else(|| Fault::configuration("/bytes_hex", "not pairs of hexadecimal digits"))?;
        read_bytes(&[&bytes], choices)
    } else if let Some(deltas) = line.get("deltas").filter(|deltas| deltas.kind() == Kind::Array) {
        let pieces: Option<Vec<&[u8]>> = deltas.items().map(|delta| Some(delta.as_str()?.as_bytes())).collect();
        let pieces = pieces.ok_or_else(|| Fault::configuration("/deltas", "not all of them are strings"))?;
        read_bytes(&pieces, choices)
    } else if let Some(value) = line.get("value") {
        Came::of(Ok(Reading::of(value.to_document())))
    } else {
        return Err(Fault::configuration("", "there is no \"text\", \"bytes_hex\", \"value\" or \"deltas\""));
    };
    if came.fault.is_none() && line.get("schema").is_some() {
        // A value that was not held against its schema must not look as if it had been.
        return Err(Fault::configuration("/schema", "reading by a schema is not built yet"));
    }
    Ok(came)
}

fn decode_hex(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = hex.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}

fn read_bytes(pieces: &[&[u8]], choices: Choices) -> Came {
    if choices.mode == Mode::Partial {
        return partial(pieces, choices);
    }
    let bytes = pieces.concat();
    let Ok(text) = std::str::from_utf8(&bytes) else {
        let error = Document::parse_bytes(&bytes, &ReadOptions::default());
        return Came::of(error.map(Reading::of));
    };
    let extract = matches!(choices.mode, Mode::Lenient | Mode::Final);
    Came::of(match choices.mode {
        Mode::Strict => read::strict(text, &ReadOptions::default()).map(Reading::of),
        Mode::Complete => {
            let completed = json::complete(text).unwrap_or_else(|| "{}".to_owned());
            Document::parse_with(&completed, &ReadOptions::default().with_max_depth(Document::MAX_DEPTH))
                .map(Reading::of)
        }
        _ => {
            let options = LenientOptions::default()
                .with_severity(choices.severity)
                .with_complete_truncated(choices.complete_truncated)
                .with_extract(extract);
            read::lenient(text, &options)
        }
    })
}

/// What there is of a text that is still arriving.
fn partial(pieces: &[&[u8]], choices: Choices) -> Came {
    let mut stream = Stream::with(StreamOptions::lenient().with_severity(choices.severity));
    let pushed = pieces.iter().try_for_each(|piece| stream.push(piece));
    let shown = stream.root().map(|root| root.to_document());
    let repairs = stream.repairs().to_vec();
    let incomplete = Some(stream.open_pointers());
    match pushed {
        Ok(()) => Came { value: shown, repairs, completed: false, incomplete, partial: None, fault: None },
        Err(error) => Came { repairs, partial: shown, ..Came::of(Err(error)) },
    }
}

impl Came {
    fn of(read: Result<Reading, json::Error>) -> Came {
        match read {
            Ok(Reading { document, repairs, completed, .. }) => {
                Came { value: Some(document), repairs, completed, incomplete: None, partial: None, fault: None }
            }
            Err(error) => {
                let fault = Fault::of_reading(&error);
                let partial = error.into_partial();
                let incomplete = partial.as_ref().map(Document::open_pointers);
                Came { incomplete, partial, ..Came::refused(fault) }
            }
        }
    }

    fn refused(fault: Fault) -> Came {
        Came { value: None, repairs: Vec::new(), completed: false, incomplete: None, partial: None, fault: Some(fault) }
    }
}

fn write_members(out: &mut Output, came: &Came) {
    if let Some(value) = &came.value {
        out.member("value", value);
    }
    out.key("repairs").list(&came.repairs);
    out.key("coercions").list(came.completed.then_some(Completed));
    if let Some(incomplete) = &came.incomplete {
        out.key("incomplete").list(incomplete.iter().map(String::as_str));
    }
    if let Some(partial) = &came.partial {
        out.member("partial", partial);
    }
    out.member("error", came.fault.as_ref());
}

/// The coercion that adds closing brackets.
struct Completed;

impl crate::output::ToJson for Completed {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("kind", "completed");
            out.member("at", "");
        });
    }
}
