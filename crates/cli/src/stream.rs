//! `isoform stream`: a text while it arrives, an event a line.

use std::io::{self, Read, Write};

use isoform::json::read::Reading;
use isoform::json::stream::{Delta, Event, Items, Stream, StreamOptions};
use isoform::json::{self, Document, Severity, pointer};

use crate::Outcome;
use crate::args::StreamArgs;
use crate::fault::Fault;
use crate::input::{self, Failure};
use crate::output::Output;

/// What is watched.
enum Watch {
    Everything(Stream),
    Items { items: Items, given: usize },
}

/// Runs the command.
pub(crate) fn run(args: &StreamArgs) -> Result<Outcome, Failure> {
    let mut input = input::open(&args.file)?;
    let strict = StreamOptions::default();
    let options = if args.strict { strict } else { strict.with_severity(Severity::Spelling) };
    let mut watch = match &args.items {
        None => Watch::Everything(Stream::with(options)),
        Some(None) => Watch::Items { items: Items::new(options), given: 0 },
        Some(Some(pointer)) => Watch::Items { items: Items::at(pointer, options), given: 0 },
    };
    let mut out = io::stdout().lock();
    let mut buffer = vec![0; 1 << 16];
    let ended = loop {
        let read = match input.read(&mut buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Failure::new(format!("{}: {error}", input::display_name(&args.file)))),
        };
        let piece = buffer.get(..read).unwrap_or(&[]);
        let at_end = piece.is_empty();
        let (lines, pushed) = if at_end { (watch.close(), Ok(())) } else { watch.push(piece) };
        for line in lines.into_iter().flatten() {
            if let Err(error) = writeln!(out, "{line}") {
                return crate::finished(Err(error));
            }
        }
        // Somebody may wait for it.
        if let Err(error) = out.flush() {
            return crate::finished(Err(error));
        }
        if let Err(error) = pushed {
            break Err(error);
        }
        if at_end {
            break watch.finish();
        }
    };
    let fine = ended.is_ok();
    let last = Output::object(|out| match &ended {
        Ok(reading) => {
            out.member("event", "done");
            out.member("value", &reading.document);
        }
        Err(error) => {
            out.member("event", "error");
            out.member("error", &Fault::of_reading(error));
        }
    });
    let last = last.ok_or_else(|| Failure::new("the answer would nest too deeply"))?;
    crate::finished(writeln!(out, "{last}"))?;
    Ok(Outcome::of(fine))
}

impl Watch {
    /// The events of the next bytes. Those before an error come with it.
    fn push(&mut self, bytes: &[u8]) -> (Vec<Option<Document>>, Result<(), json::Error>) {
        match self {
            Watch::Everything(stream) => {
                let pushed = stream.push(bytes);
                (stream.deltas().iter().map(of_delta).collect(), pushed)
            }
            Watch::Items { items, given } => {
                let pushed = items.push(bytes);
                let (ready, pushed) = match pushed {
                    Ok(ready) => (ready, Ok(())),
                    Err(error) => (items.ready(), Err(error)),
                };
                let array = items.place().unwrap_or_default();
                let lines = ready.iter().map(|item| {
                    let mut at = array.clone();
                    pointer::push_token(&mut at, &given.to_string());
                    *given += 1;
                    Output::object(|out| {
                        out.member("event", "completed");
                        out.member("at", at);
                        out.member("value", item);
                    })
                });
                (lines.collect(), pushed)
            }
        }
    }

    /// The events of what might have gone on. What is wrong at the end is said by `finish`.
    fn close(&mut self) -> Vec<Option<Document>> {
        match self {
            Watch::Everything(stream) => {
                let _ = stream.close();
                stream.deltas().iter().map(of_delta).collect()
            }
            Watch::Items { .. } => Vec::new(),
        }
    }

    fn finish(self) -> Result<Reading, json::Error> {
        match self {
            Watch::Everything(stream) => stream.finish(),
            Watch::Items { items, .. } => items.finish(),
        }
    }
}

fn of_delta(delta: &Delta) -> Option<Document> {
    Output::object(|out| {
        let (name, at) = (event_name(&delta.event), delta.at.pointer());
        out.member("event", name);
        out.member("at", at);
        match &delta.event {
            Event::Started { kind } => out.member("type", kind.name()),
            Event::Appended { text } => out.member("text", text.as_str()),
            Event::Completed { value: Some(value) } => {
                if let Ok(value) = value.to_document() {
                    out.member("value", &value);
                }
            }
            _ => {}
        }
    })
}

fn event_name(event: &Event) -> &'static str {
    match event {
        Event::Started { .. } => "started",
        Event::Appended { .. } => "appended",
        _ => "completed",
    }
}
