//! Line mode: one JSON object in, one JSON object out, in the same order, whatever happens to a line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use isoform::json::{Document, Kind, ReadOptions, View};

use crate::fault::Fault;
use crate::output::Output;

/// A line's answer: writes every member after `id`.
pub(crate) type Answer = Box<dyn FnOnce(&mut Output)>;

/// What a line has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    /// An object, whose `id` is given back.
    Objects,
    /// Any value.
    Values,
}

/// Answers every line of the input, an object, with one line.
///
/// # Errors
/// The input or the output failed. What is wrong with a line is an answer, not an error.
pub(crate) fn run(
    input: impl Read,
    output: impl Write,
    limit: usize,
    answer: impl Fn(View<'_>) -> Answer,
) -> io::Result<()> {
    run_with(input, output, limit, Wants::Objects, answer)
}

/// [`run`] over lines that may be something else.
///
/// # Errors
/// The input or the output failed.
pub(crate) fn run_with(
    input: impl Read,
    mut output: impl Write,
    limit: usize,
    wants: Wants,
    answer: impl Fn(View<'_>) -> Answer,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut buffer = Vec::new();
    loop {
        // Another program may wait for this answer before it writes the next line.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        let text = match read_line(&mut input, limit, &mut buffer)? {
            Line::End => return output.flush(),
            Line::TooLarge => {
                unreadable(&Fault::new("line-too-large", format!("the line is longer than {limit} bytes")))
            }
            Line::Bytes => answer_bytes(&buffer, wants, &answer),
        };
        output.write_all(text.as_bytes())?;
        output.write_all(b"\n")?;
        // One huge line should not hold its memory for the rest of the run.
        if buffer.capacity() > 1 << 20 {
            buffer = Vec::new();
        }
    }
}

fn answer_bytes(bytes: &[u8], wants: Wants, answer: &impl Fn(View<'_>) -> Answer) -> String {
    let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH).with_max_bytes(bytes.len());
    let line = match Document::parse_bytes(bytes, &options) {
        Ok(line) => line,
        Err(error) => return unreadable(&Fault::from(&error)),
    };
    let root = line.root();
    if wants == Wants::Objects && root.kind() != Kind::Object {
        return unreadable(&Fault::configuration("", "the line is not an object"));
    }
    let id = root.get("id").filter(|_| wants == Wants::Objects);
    let answered = panic::catch_unwind(AssertUnwindSafe(|| answer_line(id, answer(root))));
    answered.unwrap_or_else(|_| error_line(id, &Fault::new("internal", "a fault of isoform itself")))
}

fn answer_line(id: Option<View<'_>>, answer: Answer) -> String {
    let written = Output::object(|out| {
        out.member("id", id);
        answer(out);
    });
    match written {
        Some(written) => written.to_json(),
        None => error_line(id, &Fault::new("too-deep", "the answer would nest too deeply")),
    }
}

fn unreadable(fault: &Fault) -> String {
    error_line(None, fault)
}

fn error_line(id: Option<View<'_>>, fault: &Fault) -> String {
    let written = Output::object(|out| {
        out.member("id", id);
        out.member("error", fault);
    });
    match written {
        Some(written) => written.to_json(),
        // Only an id that is as deep as a document can be does not fit into an object.
        None => error_line(None, fault),
    }
}

/// What one line of the input was.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// Its bytes are in the buffer, without the line feed.
    Bytes,
    /// Longer than the limit: it was read past and not kept.
    TooLarge,
    /// There is none left.
    End,
}

/// Reads one line into `buffer`, never keeping more than `limit` bytes.
fn read_line(input: &mut impl BufRead, limit: usize, buffer: &mut Vec<u8>) -> io::Result<Line> {
    buffer.clear();
    let (mut seen, mut too_large) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = available.iter().position(|byte| *byte == b'\n');
        let piece = available.split_at(end.unwrap_or(available.len())).0;
        if available.is_empty() && !seen {
            return Ok(Line::End);
        }
        let last = available.is_empty() || end.is_some();
        seen = true;
        too_large |= buffer.len() + piece.len() > limit;
        if too_large {
            buffer.clear();
        } else {
            buffer.extend_from_slice(piece);
        }
        let consumed = piece.len() + usize::from(end.is_some());
        input.consume(consumed);
        if last {
            return Ok(if too_large { Line::TooLarge } else { Line::Bytes });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, limit: usize) -> Vec<Option<String>> {
        // A tiny buffer, so that lines span several reads.
        let mut input = BufReader::with_capacity(3, text.as_bytes());
        let (mut buffer, mut lines) = (Vec::new(), Vec::new());
        loop {
            match read_line(&mut input, limit, &mut buffer).unwrap() {
                Line::End => return lines,
                Line::TooLarge => lines.push(None),
                Line::Bytes => lines.push(Some(String::from_utf8(buffer.clone()).unwrap())),
            }
        }
    }

    #[test]
    fn reads_lines_of_any_length() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(lines("", 5), []);
        assert_eq!(lines("\n", 5), [some("")]);
        assert_eq!(lines("a\n\nlong line\nbb", 5), [some("a"), some(""), None, some("bb")]);
        assert_eq!(lines("12345\n123456\n12345", 5), [some("12345"), None, some("12345")]);
    }
}
