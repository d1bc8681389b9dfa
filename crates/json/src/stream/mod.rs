//! Reading a text while it arrives.
//!
//! - [`Stream`] takes bytes in any pieces and shows the [`Document`] as it grows, or hands out [`Delta`]s.
//! - [`Items`] gives the items of one array as they close; [`Lines`] the values of JSON Lines.
//! - [`items_after`] does the same without a state, from a cursor.
//!
//! What is shown follows one rule: nothing is ever withdrawn. Strings grow at their end, arrays and objects get
//! more values at their end, and what is complete stays as it is. A number is shown once something follows it,
//! an escape, half of a surrogate pair or of a character once it is whole, and `true`, `false` and `null` by their
//! first letter. The result does not depend on how the bytes were cut, and what a piece costs does not depend on
//! what came before it.
//!
//! # Cost
//!
//! `scripts/instructions.py`, in instructions: a whole stream of records in pieces of 8 to 20 bytes, with a look at the
//! document after each, takes 0.92 of one `serde_json::Value` parse of the same text, an object of many names 0.79;
//! a string takes about 29 a byte, most of them for the piece. Ten times the text takes 9.3 to 10.1 times as many. A
//! document takes 9 or 18 bytes a node beside its text: 2.6 times the text for records, 2.5 for an object of many
//! names, once for a long string. Up to a quarter more is set aside while it grows.

mod delta;
mod items;
mod prelude;

use crate::driver::{self, Driver, Fault, Input, Progress};
use crate::grammar;
use crate::growth::Growth;
use crate::lenient::{LenientOptions, Reading};
use crate::mend::{Mender, Stop, stop_error};
use crate::repair::{Repair, Severity};
use crate::{Document, Error, ErrorKind, ReadOptions, View, read};

pub use delta::{Delta, Event, Path};
pub use items::{Items, Lines, items_after};

use prelude::Prelude;

/// How far a value has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing of it is there.
    Pending,
    /// More of it may come.
    Open,
    /// It is complete, and stays as it is.
    Done,
}

/// What a [`Stream`] accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamOptions {
    /// Limits on depth and size.
    pub limits: ReadOptions,
    /// The highest severity of a repair that is accepted; `None`, the default, is strict JSON.
    ///
    /// A stream makes the repairs that take no look ahead and change nothing that was shown: fences, prose and
    /// thinking before the value, comments, trailing commas, other quotes, names without quotes, Python's keywords,
    /// raw control characters.
    pub lenient: Option<Severity>,
}

impl StreamOptions {
    /// Options for text of a model: repairs up to [`Severity::Spelling`].
    #[must_use]
    pub fn lenient() -> StreamOptions {
        StreamOptions { limits: ReadOptions::default(), lenient: Some(Severity::Spelling) }
    }

    /// Sets the limits on depth and size.
    #[must_use]
    pub fn with_limits(mut self, limits: ReadOptions) -> StreamOptions {
        self.limits = limits;
        self
    }

    /// Sets the highest severity of a repair that is accepted.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> StreamOptions {
        self.lenient = Some(severity);
        self
    }
}

/// A value that is being received.
///
/// ```
/// use isoform_json::stream::{State, Stream};
///
/// let mut stream = Stream::new();
/// stream.push(br#"{"city": "Os"#)?;
/// assert_eq!(stream.document().to_json(), r#"{"city":"Os"}"#);
/// assert_eq!(stream.open_pointers(), ["", "/city"]);
///
/// stream.push(br#"lo", "nights": 1"#)?;
/// assert_eq!(stream.state("/city"), State::Done);
/// assert_eq!(stream.state("/nights"), State::Pending);
///
/// stream.push(b"2}")?;
/// assert_eq!(stream.finish()?.document.to_json(), r#"{"city":"Oslo","nights":12}"#);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    driver: Driver,
    mender: Option<Mender>,
    prelude: Prelude,
    phase: Phase,
    options: StreamOptions,
    /// The first bytes of a character whose others have not arrived.
    tail: Vec<u8>,
    fault: Option<Error>,
    cursor: delta::Cursor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The value has not begun.
    Before,
    Value,
    After,
}

impl Default for Stream {
    fn default() -> Stream {
        Stream::new()
    }
}

impl Stream {
    /// A stream of strict JSON.
    #[must_use]
    pub fn new() -> Stream {
        Stream::with(StreamOptions::default())
    }

    /// A stream with the given options.
    #[must_use]
    pub fn with(options: StreamOptions) -> Stream {
        let mut driver = Driver::new(Growth::new(String::new(), 0), &options.limits);
        driver.names = Some(Box::default());
        Stream {
            driver,
            mender: options.lenient.map(Mender::for_stream),
            prelude: Prelude::default(),
            phase: if options.lenient.is_some() { Phase::Before } else { Phase::Value },
            options,
            tail: Vec::new(),
            fault: None,
            cursor: delta::Cursor::default(),
        }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// The text breaks the grammar there, repeats a name, or passes a limit. No later text can mend that: every
    /// further call gives the same error, and what was shown stays.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.is_more_of_a_string(bytes) {
            return Ok(());
        }
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let pushed = self.take(bytes);
        if let Err(error) = &pushed {
            self.fault = Some(error.clone());
        }
        pushed
    }

    /// The short way for plain text inside a string, which is most of what arrives.
    #[inline]
    fn is_more_of_a_string(&mut self, bytes: &[u8]) -> bool {
        let in_string = matches!(self.driver.state, driver::State::Text(_)) && self.tail.is_empty();
        let source = self.driver.growth.document().source().len();
        if !in_string
            || self.driver.at != source
            || bytes.len() > self.options.limits.byte_limit().saturating_sub(source)
            || grammar::plain_run_end(bytes, 0) < bytes.len()
            || self.mender.as_ref().is_some_and(Mender::is_reading)
            || self.fault.is_some()
        {
            return false;
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        self.driver.growth.append_plain_text(text);
        self.driver.at += text.len();
        true
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let known = self.driver.growth.document().source().len() + self.tail.len();
        let room = self.options.limits.byte_limit().saturating_sub(known);
        if bytes.len() > room {
            self.take_within(bytes.get(..room).unwrap_or(bytes))?;
            return Err(Error::new(ErrorKind::TooLarge, "the limit on bytes is passed"));
        }
        self.take_within(bytes)
    }

    #[inline]
    fn take_within(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        while !self.tail.is_empty() {
            let Some((byte, rest)) = bytes.split_first() else { return Ok(()) };
            self.tail.push(*byte);
            bytes = rest;
            let tail = std::mem::take(&mut self.tail);
            match std::str::from_utf8(&tail) {
                Ok(char) => self.advance(char)?,
                Err(error) if error.error_len().is_none() => self.tail = tail,
                Err(_) => return Err(self.not_utf8()),
            }
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.advance(text),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                if let Ok(text) = std::str::from_utf8(valid) {
                    self.advance(text)?;
                }
                if error.error_len().is_some() {
                    return Err(self.not_utf8());
                }
                self.tail.extend_from_slice(rest);
                Ok(())
            }
        }
    }

    fn not_utf8(&self) -> Error {
        let source = self.driver.growth.document().source();
        Error::new(ErrorKind::NotUtf8, "").at(source, source.len()..source.len())
    }

    #[inline]
    fn advance(&mut self, text: &str) -> Result<(), Error> {
        self.driver.growth.append_source(text);
        let source = self.driver.growth.take_source();
        let stopped = self.step(Input { text: &source, last: false });
        let stopped = stopped.map_err(|stop| self.error(&source, stop));
        self.driver.growth.put_source(source);
        stopped
    }

    fn error(&mut self, source: &str, stop: Stop) -> Error {
        // Pointers are made of names, which the source has.
        self.driver.growth.put_source(source.to_owned());
        stop_error(source, &self.driver, stop)
    }

    #[inline]
    fn step(&mut self, input: Input<'_>) -> Result<(), Stop> {
        if self.phase == Phase::Before {
            let Some(start) = self.prelude.seek(input) else { return Ok(()) };
            self.driver.at = start;
            self.phase = Phase::Value;
        }
        if self.phase == Phase::Value {
            let progress = match &mut self.mender {
                None => self.driver.run(input).map_err(Stop::Fault)?,
                Some(mender) => mender.run(&mut self.driver, input)?,
            };
            if progress == Progress::More {
                return Ok(());
            }
            self.phase = Phase::After;
        }
        if self.mender.is_none() && self.driver.significant(input).is_some() {
            let at = self.driver.at;
            let span = at..input.after_char(at);
            return Err(Stop::Refused { kind: ErrorKind::Trailing, reason: "", span });
        }
        Ok(())
    }

    /// The document as far as it is known. Its root is a null until something was shown; see [`root`](Stream::root).
    #[must_use]
    pub fn document(&self) -> &Document {
        self.driver.growth.document()
    }

    /// The value as far as it is known; `None` while nothing is.
    #[must_use]
    pub fn root(&self) -> Option<View<'_>> {
        self.driver.growth.root()
    }

    /// The repairs so far. What stood around the value is reported by [`finish`](Stream::finish).
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        self.mender.as_ref().map_or(&[], |mender| &mender.repairs)
    }

    /// How far the value at a JSON Pointer has come.
    #[must_use]
    pub fn state(&self, pointer: &str) -> State {
        match self.root().and_then(|root| root.at(pointer)) {
            None => State::Pending,
            Some(view) if view.is_complete() => State::Done,
            Some(_) => State::Open,
        }
    }

    /// The JSON Pointers of the values that are not all there, from the root inwards.
    #[must_use]
    pub fn open_pointers(&self) -> Vec<String> {
        self.driver.growth.open_pointers()
    }

    /// What was added since the last call.
    ///
    /// The cost is that of what was added. A program that only looks at the document need not call it.
    pub fn deltas(&mut self) -> Vec<Delta> {
        self.cursor.take(self.driver.growth.document())
    }

    /// Whether the value is there in full.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::After && self.fault.is_none()
    }

    /// Says that no more comes: a number at the root, which might have gone on, is shown then.
    ///
    /// Only those who want its deltas need it before [`finish`](Stream::finish).
    ///
    /// # Errors
    /// The value is not all there.
    pub fn close(&mut self) -> Result<(), Error> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let source = self.driver.growth.take_source();
        let closed = self.end(Input::whole(&source)).map_err(|stop| self.error(&source, stop));
        self.driver.growth.put_source(source);
        closed
    }

    /// Ends the text.
    ///
    /// # Errors
    /// The error of an earlier [`push`](Stream::push); `truncated` with what there is; `empty` or `no-json` where
    /// nothing was found. A lenient stream also refuses what [`read::lenient`] refuses, for
    /// instance a second value after the first.
    pub fn finish(mut self) -> Result<Reading, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let source = self.driver.growth.take_source();
        let outcome = self.end(Input::whole(&source));
        let outcome = match outcome {
            Ok(()) => Ok(()),
            Err(stop) => Err((self.error(&source, stop.clone()), stop)),
        };
        self.driver.growth.put_source(source);
        let guessed = self.mender.as_ref().is_some_and(|mender| mender.guessed);
        let repairs = self.mender.map(|mender| mender.repairs).unwrap_or_default();
        match outcome {
            Err((error, Stop::Fault(Fault::End))) if self.driver.growth.node_bound() > 0 => {
                Err(error.with_partial(self.driver.growth.into_document()))
            }
            Err((error, _)) => Err(error),
            Ok(()) => {
                let document = self.driver.growth.into_document();
                let around = document.root().span().is_some_and(|span| {
                    let source = document.source();
                    let says = |text: &str| !text.trim_matches([' ', '\t', '\n', '\r']).is_empty();
                    source.get(..span.start).is_some_and(says) || source.get(span.end..).is_some_and(says)
                });
                match self.options.lenient {
                    Some(severity) if self.phase == Phase::Before || around || guessed => {
                        let limits = self.options.limits;
                        let options = LenientOptions::default().with_limits(limits).with_severity(severity);
                        let reading = read::lenient(document.source(), &options)?;
                        if self.phase == Phase::After && !reading.document.root().same_value(document.root()) {
                            let error = Error::new(ErrorKind::Ambiguous, "another value than the one that was shown");
                            return Err(error);
                        }
                        Ok(reading)
                    }
                    _ => Ok(Reading { document, repairs, completed: false }),
                }
            }
        }
    }

    fn end(&mut self, input: Input<'_>) -> Result<(), Stop> {
        if !self.tail.is_empty() && self.phase != Phase::Value {
            let at = input.text.len();
            return Err(Stop::Refused { kind: ErrorKind::NotUtf8, reason: "", span: at..at });
        }
        if self.phase != Phase::Value {
            return Ok(());
        }
        if self.driver.growth.node_bound() == 0 && self.tail.is_empty() && input.text.trim().is_empty() {
            let at = input.text.len();
            return Err(Stop::Refused { kind: ErrorKind::Empty, reason: "", span: at..at });
        }
        let progress = match &mut self.mender {
            None => self.driver.run(input).map_err(Stop::Fault),
            Some(mender) => mender.run(&mut self.driver, input),
        };
        if !self.tail.is_empty() {
            return Err(Stop::Fault(Fault::End));
        }
        progress?;
        self.phase = Phase::After;
        Ok(())
    }
}
