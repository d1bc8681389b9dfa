//! Mending: what the lenient reader does where the grammar does not go on.
//!
//! The rule behind every rule here: a change has to leave exactly one reading, otherwise the text is refused.
//! Nothing is weighed, no reading wins because it needs fewer changes.
//!
//! - [`space`]: comments and white space that JSON does not know.
//! - [`value`]: numbers, keywords, tuples; commas and closers before a value.
//! - [`member`]: names and colons.
//! - [`after`]: what stands between values: commas, closers, strings put together.
//! - [`string`]: other quotes, quotes inside strings, escapes, raw control characters.
//! - [`ahead`]: what follows a quote, which decides whether it closes its string.
//!
//! A mender looks ahead over a member's name at most, so that the work stays linear in the text. On a text that
//! is still arriving it changes nothing that was shown: no finished string is opened again.

mod after;
mod ahead;
mod member;
mod space;
mod string;
mod value;

use std::ops::Range;

use crate::driver::{Driver, Fault, Input, Progress};
use crate::repair::{Repair, RepairKind, Severity};
use crate::{Error, ErrorKind, read};

use space::Comment;
pub(crate) use space::is_odd_space;
use string::Loose;

/// Why a reading ends without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A fault that leaves no reading.
    Fault(Fault),
    /// What the text is refused for.
    Refused { kind: ErrorKind, reason: &'static str, span: Range<usize> },
    /// All quotes carry a backslash.
    Escaped,
}

/// What the mender knows of a reading so far.
#[derive(Clone, Debug)]
pub(crate) struct Mender {
    /// The highest severity that is accepted.
    severity: Severity,
    /// Whether what was shown may not be changed any more.
    final_once_shown: bool,
    pub(crate) repairs: Vec<Repair>,
    /// The open arrays that are tuples in the text.
    tuples: Vec<u32>,
    /// The comment or string that is being read.
    comment: Option<Comment>,
    loose: Option<Loose>,
    /// From there on the text holds closing brackets and white space alone.
    only_closers: Option<usize>,
    /// Whether a quote was taken for a part of its string because nothing near it told.
    pub(crate) guessed: bool,
    /// Whether a token without quotes is a string.
    unquoted_values: bool,
}

impl Mender {
    pub(crate) fn new(severity: Severity) -> Mender {
        Mender {
            severity,
            final_once_shown: false,
            repairs: Vec::new(),
            tuples: Vec::new(),
            comment: None,
            loose: None,
            only_closers: None,
            guessed: false,
            unquoted_values: false,
        }
    }

    /// A mender that takes tokens without quotes for strings, or not.
    pub(crate) fn with_unquoted_values(self, unquoted_values: bool) -> Mender {
        Mender { unquoted_values, ..self }
    }

    /// A mender for a text that is shown while it arrives.
    pub(crate) fn for_stream(severity: Severity) -> Mender {
        Mender { final_once_shown: true, ..Mender::new(severity) }
    }

    /// Whether it is in the middle of a comment or a string of its own.
    pub(crate) fn is_reading(&self) -> bool {
        self.comment.is_some() || self.loose.is_some()
    }

    /// Forgets what belonged to a reading that is given up.
    pub(crate) fn forget(&mut self, repairs: usize) {
        self.repairs.truncate(repairs);
        self.tuples.clear();
        self.comment = None;
        self.loose = None;
        self.only_closers = None;
    }

    /// Reads on as far as grammar, mending and text go.
    #[inline]
    pub(crate) fn run(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<Progress, Stop> {
        if self.is_reading() && !self.resume(driver, input)? {
            return Ok(Progress::More);
        }
        loop {
            match driver.run(input) {
                Ok(Progress::Done) if !self.tuples.is_empty() => {
                    return Err(refused(ErrorKind::Malformed, "a tuple is not closed", driver.at..driver.at));
                }
                Ok(progress) => return Ok(progress),
                Err(fault) => {
                    if !self.mend(driver, input, fault)? {
                        return Ok(Progress::More);
                    }
                }
            }
        }
    }

    #[cold]
    fn resume(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        Ok(self.go_on_comment(driver, input)? && self.go_on_loose(driver, input)?)
    }

    /// Changes what stands in the way. `false` where more text is needed to tell.
    fn mend(&mut self, driver: &mut Driver, input: Input<'_>, fault: Fault) -> Result<bool, Stop> {
        if matches!(fault, Fault::Value | Fault::Name | Fault::Colon | Fault::After) {
            if let Some(more) = self.space(driver, input, fault)? {
                return Ok(more);
            }
        }
        match fault {
            Fault::Value | Fault::Digit(_) | Fault::Keyword(_) => self.value(driver, input, fault),
            Fault::Name => self.name(driver, input),
            Fault::Colon => self.colon(driver, input),
            Fault::After => self.after(driver, input),
            Fault::Control => self.control(driver, input),
            Fault::Escape => self.bad_escape(driver, input),
            Fault::Hex(_) | Fault::Surrogate(_) | Fault::TooDeep | Fault::Duplicate | Fault::End => {
                Err(Stop::Fault(fault))
            }
        }
    }

    /// Reports a repair.
    fn repair(&mut self, kind: RepairKind, span: Range<usize>) -> Result<(), Stop> {
        if kind.severity() > self.severity {
            return Err(refused(ErrorKind::Malformed, "reading it takes a repair that is not accepted", span));
        }
        if self.repairs.len() == self.repairs.capacity() {
            // Where much is broken, more of it will be; the reader gives back at its end what was not used.
            self.repairs.reserve_exact(16.max(3 * self.repairs.len()));
        }
        self.repairs.push(Repair::new(kind, span));
        Ok(())
    }
}

/// Whether a member, or a bracket that ends one, stands at `at`.
pub(crate) fn member_follows(input: Input<'_>, at: usize) -> bool {
    ahead::member(input, ahead::skip(input, at), true) == ahead::Ahead::Yes
}

pub(crate) fn refused(kind: ErrorKind, reason: &'static str, span: Range<usize>) -> Stop {
    Stop::Refused { kind, reason, span }
}

/// The error for a reading that stopped, without a partial document.
#[cold]
pub(crate) fn stop_error(text: &str, driver: &Driver, stop: Stop) -> Error {
    match stop {
        Stop::Fault(Fault::Surrogate(end)) => {
            let error = Error::new(ErrorKind::Malformed, "an escape is half of a surrogate pair");
            error.at(text, driver.at..end).with_pointer(driver.growth.place())
        }
        Stop::Fault(fault) => read::fault_error(text, driver, fault),
        Stop::Refused { kind, reason, span } => {
            let error = Error::new(kind, reason).at(text, span.clone()).with_pointer(driver.growth.place());
            if kind == ErrorKind::Ambiguous { error.with_readings(vec![span]) } else { error }
        }
        Stop::Escaped => {
            let error = Error::new(ErrorKind::Malformed, "a quote carries a backslash outside strings");
            error.at(text, driver.at..driver.at + 1).with_pointer(driver.growth.place())
        }
    }
}
