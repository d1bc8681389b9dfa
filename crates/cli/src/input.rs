//! Reading one whole input, and saying where it is wrong.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use isoform::json::{self, Document, ReadOptions};

/// The greatest size of an input that is read as a whole.
const MAX_BYTES: usize = 64 << 20;

/// Why the command cannot do what it was asked: wrong use or unreadable input. Its text is for people.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// A failure with a text of its own.
    pub(crate) fn new(text: impl Into<String>) -> Failure {
        Failure(text.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The text of one input, and what to call it.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as it was given, or `<stdin>`.
    pub(crate) name: String,
    /// The whole text.
    pub(crate) text: String,
}

impl Input {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
        let name = display_name(path);
        let mut bytes = Vec::new();
        let read = open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure(format!("{name}: {error}")))?;
        if bytes.len() > MAX_BYTES {
            return Err(Failure(format!("{name}: larger than {} MiB", MAX_BYTES >> 20)));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Input { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let message = Place::of(&text, valid).show(&name, "the text is not UTF-8");
                Err(Failure(message))
            }
        }
    }

    /// The text as one JSON document.
    pub(crate) fn document(&self) -> Result<Document, Failure> {
        Document::parse_with(&self.text, &ReadOptions::default().with_max_depth(Document::MAX_DEPTH))
            .map_err(|error| self.unreadable(&error, 0))
    }

    /// The message for a text that is not JSON; `base` is where the part that was read starts.
    pub(crate) fn unreadable(&self, error: &json::Error, base: usize) -> Failure {
        let offset = base + error.offset().unwrap_or(0);
        Failure(Place::of(&self.text, offset).show(&self.name, &without_place(error)))
    }

    /// The message for a document that is not what it should be, at a place of the text.
    pub(crate) fn wrong(&self, offset: usize, message: &str) -> Failure {
        Failure(Place::of(&self.text, offset).show(&self.name, message))
    }
}

/// What a person calls a path.
pub(crate) fn display_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure(format!("{}: {error}", path.display()))),
    }
}

/// Everything that a person, a pipe or a file gives, whether it is text or not.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure(format!("{}: {error}", display_name(path))))?;
    if bytes.len() > MAX_BYTES {
        return Err(Failure(format!("{}: larger than {} MiB", display_name(path), MAX_BYTES >> 20)));
    }
    Ok(bytes)
}

/// The error's sentence without its line and column, which count from the start of the part that was read.
pub(crate) fn without_place(error: &json::Error) -> String {
    let text = error.to_string();
    match (error.line(), error.column()) {
        (Some(line), Some(column)) => text.replacen(&format!(" at line {line} column {column}"), "", 1),
        _ => text,
    }
}

/// A place in a text: its line and column from 1, and the line itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    pub(crate) line: usize,
    pub(crate) column: usize,
    source: &'a str,
}

/// How much of a long line is shown on either side of the place.
const SHOWN: usize = 60;

impl<'a> Place<'a> {
    /// The place of a byte offset.
    pub(crate) fn of(text: &'a str, offset: usize) -> Place<'a> {
        let before = text.get(..text.floor_char_boundary(offset)).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let source = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
        let column = before.get(start..).map_or(0, |line| line.chars().count()) + 1;
        Place { line: before.bytes().filter(|byte| *byte == b'\n').count() + 1, column, source }
    }

    /// The message, the place, and the line with a caret under it.
    fn show(self, name: &str, message: &str) -> String {
        self.show_span(name, message, 1)
    }

    /// The same with as many carets as the span has characters on the line.
    pub(crate) fn show_span(self, name: &str, message: &str, characters: usize) -> String {
        let Place { line, column, .. } = self;
        let skipped = (column - 1).saturating_sub(SHOWN);
        let shown =
            self.source.chars().skip(skipped).take(2 * SHOWN).map(|char| if char.is_control() { ' ' } else { char });
        let shown: String = shown.collect();
        let more = if skipped > 0 { "…" } else { "" };
        let left = shown.chars().count().saturating_sub(column - 1 - skipped);
        let carets = "^".repeat(characters.min(left).max(1));
        let caret = " ".repeat(column - 1 - skipped + more.chars().count());
        let margin = " ".repeat(line.to_string().len());
        let source = format!("{line} | {more}{shown}");
        let source = source.trim_end();
        format!("{message}\n{margin}--> {name}:{line}:{column}\n{margin} |\n{source}\n{margin} | {caret}{carets}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_with_a_caret() {
        let text = "{\n  \"ä\": 1 2\n}";
        let place = Place::of(text, text.find('2').unwrap());
        let shown = "odd\n --> a.json:2:10\n  |\n2 |   \"ä\": 1 2\n  |          ^";
        assert_eq!(place.show("a.json", "odd"), shown);
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}!{}", "a".repeat(1000), "b".repeat(1000));
        let shown = Place::of(&text, 1000).show("a", "odd");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[3].chars().position(|char| char == '!'), lines[4].chars().position(|char| char == '^'));
        assert!(lines[3].chars().count() < 200);
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        assert_eq!(Place::of("", 9), Place { line: 1, column: 1, source: "" });
        assert_eq!(Place::of("a\n", 2), Place { line: 2, column: 1, source: "" });
    }
}
