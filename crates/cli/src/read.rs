//! `isoform read`: the value of a model's text, and what had to be repaired to see it.

use std::io::{self, Write};

use isoform::answer::{Answer, Coercion, ReadOptions};
use isoform::json::read::{self, LenientOptions, Reading};
use isoform::json::stream::{Stream, StreamOptions};
use isoform::json::{self, Document, Kind, ReadOptions as JsonOptions, Repair, Severity, View};

use crate::Outcome;
use crate::args::{Mode, Printed, ReadArgs, parse_severity};
use crate::fault::Fault;
use crate::guide::{self, Guide};
use crate::input::{self, Failure};
use crate::lines;
use crate::output::Output;
use crate::style::{Page, Tone};

/// What a text came to.
#[derive(Default)]
struct Came {
    value: Option<Document>,
    repairs: Vec<Repair>,
    coercions: Vec<Coercion>,
    /// The pointers of what is not all there.
    incomplete: Option<Vec<String>>,
    partial: Option<Document>,
    fault: Option<Fault>,
    /// What to tell the model.
    feedback: Option<String>,
    /// What else is wrong, which only people are shown.
    more: Vec<Fault>,
}

/// What to do with a text.
#[derive(Clone, Copy)]
struct Choices<'a> {
    /// `None`: guided with a schema, lenient without.
    mode: Option<Mode>,
    severity: Severity,
    complete_truncated: bool,
    words_as_booleans: bool,
    format_assertion: bool,
    guide: Option<&'a Guide>,
}

impl Choices<'_> {
    fn mode(&self) -> Mode {
        self.mode.unwrap_or(if self.guide.is_some() { Mode::Guided } else { Mode::Lenient })
    }
}

/// Runs the command.
pub(crate) fn run(args: &ReadArgs) -> Result<Outcome, Failure> {
    let ReadArgs { mode, severity, complete_truncated, words_as_booleans, format_assertion, .. } = *args;
    let guide = args.schema.as_deref().map(|file| Guide::open(file, args.to, format_assertion)).transpose()?;
    let guide = guide.as_ref();
    let choices = Choices { mode, severity, complete_truncated, words_as_booleans, format_assertion, guide };
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
        crate::complain_at(text, name, Some(repair.span.clone()), &message);
    }
    for coercion in &came.coercions {
        let word = page.paint(Tone::Notice, coercion.kind.code());
        let message = format!("{word}: {} (at {})", coercion.kind.note(), crate::place_name(&coercion.at));
        crate::complain_at(text, name, coercion.span.clone(), &message);
    }
    for fault in came.fault.iter().chain(&came.more) {
        let message = format!("{}: {}", page.paint(Tone::Bad, fault.code()), fault.sentence());
        crate::complain_at(text, name, fault.span(), &message);
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
fn answer(line: View<'_>, choices: Choices<'_>) -> lines::Answer {
    let came = choices_of(line, choices).and_then(|choices| {
        let own = guide_of(line, choices)?;
        read_line(line, Choices { guide: own.as_ref().or(choices.guide), ..choices })
    });
    let came = came.unwrap_or_else(Came::refused);
    Box::new(move |out| write_members(out, &came))
}

fn choices_of<'a>(line: View<'_>, mut choices: Choices<'a>) -> Result<Choices<'a>, Fault> {
    if let Some(mode) = line.get("mode").filter(|mode| !mode.is_null()) {
        let named = mode.as_str().and_then(|mode| clap::ValueEnum::from_str(mode, false).ok());
        choices.mode = Some(named.ok_or_else(|| Fault::configuration("/mode", "there is no such mode"))?);
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
            "words_as_booleans" => {
                choices.words_as_booleans = value.as_bool().ok_or_else(|| wrong("it is true or false"))?;
            }
            "format_assertion" => {
                choices.format_assertion = value.as_bool().ok_or_else(|| wrong("it is true or false"))?;
            }
            _ => return Err(wrong("there is no such option")),
        }
    }
    Ok(choices)
}

/// The schema of a line's own.
fn guide_of(line: View<'_>, choices: Choices<'_>) -> Result<Option<Guide>, Fault> {
    let Some(schema) = line.get("schema") else { return Ok(None) };
    let to = match line.get("to").filter(|to| !to.is_null()) {
        Some(to) => {
            let named = to.as_str().and_then(isoform::dialect::named);
            Some(named.ok_or_else(|| Fault::configuration("/to", "there is no such dialect"))?)
        }
        None => None,
    };
    Guide::of_line(schema, to, choices.format_assertion).map(Some)
}

fn read_line(line: View<'_>, choices: Choices<'_>) -> Result<Came, Fault> {
    Ok(
        if let Some(text) = line.get("text").and_then(|text| text.as_str()).filter(|_| line.get("bytes_hex").is_none())
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
            match choices.guide {
                Some(guide) => Came::answered(guide.read_value(value, &options(choices))),
                None => Came::of(Ok(Reading::of(value.to_document()))),
            }
        } else {
            return Err(Fault::configuration("", "there is no \"text\", \"bytes_hex\", \"value\" or \"deltas\""));
        },
    )
}

fn options(choices: Choices<'_>) -> ReadOptions {
    let options = match choices.mode() {
        Mode::Args => ReadOptions::arguments(),
        Mode::Final => ReadOptions::whole_answer(),
        _ => ReadOptions::guided(),
    };
    options
        .with_severity(choices.severity)
        .with_complete_truncated(choices.complete_truncated)
        .with_words_as_booleans(choices.words_as_booleans)
}

fn decode_hex(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = hex.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}

fn read_bytes(pieces: &[&[u8]], choices: Choices<'_>) -> Came {
    if choices.guide.is_some() && matches!(choices.mode(), Mode::Partial | Mode::Complete) {
        // A value that was not held against its schema must not look as if it had been.
        return Came::refused(Fault::configuration("/schema", "a text that breaks off is not read by a schema yet"));
    }
    if choices.mode() == Mode::Partial {
        return partial(pieces, choices);
    }
    let bytes = pieces.concat();
    let Ok(text) = std::str::from_utf8(&bytes) else {
        let error = Document::parse_bytes(&bytes, &JsonOptions::default());
        return Came::of(error.map(Reading::of));
    };
    if let (Some(guide), Mode::Guided | Mode::Args | Mode::Final) = (choices.guide, choices.mode()) {
        return Came::answered(guide.read(text, &options(choices)));
    }
    let extract = matches!(choices.mode(), Mode::Lenient | Mode::Final);
    let came = Came::of(match choices.mode() {
        Mode::Strict => read::strict(text, &JsonOptions::default()).map(Reading::of),
        Mode::Complete => {
            let completed = json::complete(text).unwrap_or_else(|| "{}".to_owned());
            Document::parse_with(&completed, &JsonOptions::default().with_max_depth(Document::MAX_DEPTH))
                .map(Reading::of)
        }
        _ => {
            let options = LenientOptions::default()
                .with_severity(choices.severity)
                .with_complete_truncated(choices.complete_truncated)
                .with_extract(extract);
            read::lenient(text, &options)
        }
    });
    match (choices.guide, &came.value) {
        (Some(guide), Some(value)) => match guide.check(value.root()) {
            Ok(()) => came,
            Err(fault) => Came { value: None, partial: came.value, fault: Some(fault), ..came },
        },
        _ => came,
    }
}

/// What there is of a text that is still arriving.
fn partial(pieces: &[&[u8]], choices: Choices<'_>) -> Came {
    let mut stream = Stream::with(StreamOptions::lenient().with_severity(choices.severity));
    let pushed = pieces.iter().try_for_each(|piece| stream.push(piece));
    let shown = stream.root().map(|root| root.to_document());
    let repairs = stream.repairs().to_vec();
    let incomplete = Some(stream.open_pointers());
    match pushed {
        Ok(()) => Came { value: shown, repairs, incomplete, ..Came::default() },
        Err(error) => Came { repairs, partial: shown, ..Came::of(Err(error)) },
    }
}

impl Came {
    fn of(read: Result<Reading, json::Error>) -> Came {
        match read {
            Ok(Reading { document, repairs, completed, .. }) => {
                let coercions = completed.then(Coercion::completed).into_iter().collect();
                Came { value: Some(document), repairs, coercions, ..Came::default() }
            }
            Err(error) => {
                let fault = Fault::of_reading(&error);
                let partial = error.into_partial();
                let incomplete = partial.as_ref().map(Document::open_pointers);
                Came { incomplete, partial, ..Came::refused(fault) }
            }
        }
    }

    fn answered(read: Result<Answer, isoform::answer::Error>) -> Came {
        match read {
            Ok(Answer { value, repairs, coercions, .. }) => {
                Came { value: Some(value), repairs, coercions, ..Came::default() }
            }
            Err(error) => {
                let (incomplete, partial) = (guide::open_pointers(&error), error.partial().cloned());
                let mut faults = guide::faults(&error);
                let fault = faults.next().unwrap_or_else(|| Fault::of_answer(&error));
                let (more, feedback) = (faults.collect(), error.feedback());
                Came { incomplete, partial, more, feedback, ..Came::refused(fault) }
            }
        }
    }

    fn refused(fault: Fault) -> Came {
        Came { fault: Some(fault), ..Came::default() }
    }
}

fn write_members(out: &mut Output, came: &Came) {
    if let Some(value) = &came.value {
        out.member("value", value);
    }
    out.key("repairs").list(&came.repairs);
    out.key("coercions").list(&came.coercions);
    if let Some(incomplete) = &came.incomplete {
        out.key("incomplete").list(incomplete.iter().map(String::as_str));
    }
    if let Some(partial) = &came.partial {
        out.member("partial", partial);
    }
    if let Some(feedback) = &came.feedback {
        out.member("feedback", feedback.as_str());
    }
    out.member("error", came.fault.as_ref());
}
