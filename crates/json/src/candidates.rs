//! Looking for the value in a text: in fences, in prose, after thinking.
//!
//! A candidate is a value that begins with a bracket, in a fence or loose; strings count only inside candidates,
//! so that apostrophes and quotes in prose do not matter. A scalar is one where it is the whole text or fence.
//! What stands before a closing think tag is no candidate. A fence outranks loose values; its tag decides nothing.

mod choose;

use std::ops::Range;

use choose::{byte_order_mark, push_odd_space};

use crate::driver::{Driver, Fault, Input, Progress, State};
use crate::growth::Growth;
use crate::lenient::{LenientOptions, Reading};
use crate::mend::{Mender, Stop, stop_error};
use crate::repair::{Repair, RepairKind};
use crate::{Document, Error, ErrorKind, escaped, fence, think};

/// A value that could be read.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its first node; the value of an escaped document is copied among the others.
    pub(crate) root: u32,
    pub(crate) span: Range<usize>,
    pub(crate) fenced: bool,
    /// What had to be repaired in it, its fence included.
    pub(crate) repairs: Vec<Repair>,
    /// From its opening fence to its closing one.
    pub(crate) outer: Range<usize>,
}

/// A value that is still open where the text, or its fence, ends.
#[derive(Debug)]
struct Cut {
    error: Error,
    completed: Option<Document>,
    repairs: Vec<Repair>,
    start: usize,
}

/// What a try to read a value came to.
enum Try {
    Found,
    Cut,
    /// Nothing there is read; look on from that offset.
    Failed(usize),
}

/// The search over one text.
pub(crate) struct Search<'t> {
    text: &'t str,
    options: &'t LenientOptions,
    driver: Driver,
    mender: Mender,
    pub(crate) found: Vec<Found>,
    cut: Option<Cut>,
    /// The first thing that was meant to be JSON and is not.
    broken: Option<(usize, Error)>,
    /// What is no part of the answer.
    blocks: Vec<Range<usize>>,
    /// The opening fence around the place of the search.
    open_fence: Option<Range<usize>>,
    /// The bodies of fences that do not begin with a value.
    set_aside: Vec<Range<usize>>,
    /// How many more bytes may be looked through for the end of what cannot be read.
    budget: usize,
    /// Whether an escaped document was looked for in vain.
    escaped_in_vain: bool,
    /// Whether what cannot be read says nothing about the text.
    only_trying: bool,
}

impl<'t> Search<'t> {
    pub(crate) fn new(text: &'t str, options: &'t LenientOptions) -> Search<'t> {
        Search {
            text,
            options,
            driver: Driver::new(Growth::over(text), &options.limits),
            mender: Mender::new(options.severity).with_unquoted_values(options.unquoted_values),
            found: Vec::new(),
            cut: None,
            broken: None,
            blocks: Vec::new(),
            open_fence: None,
            set_aside: Vec::new(),
            budget: 4 * text.len(),
            escaped_in_vain: false,
            only_trying: false,
        }
    }

    /// Reads the one value of the text.
    pub(crate) fn run(mut self) -> Result<Reading, Error> {
        if let Some(start) = self.whole()? {
            return Ok(self.take_whole(start));
        }
        if self.cut.is_some() {
            return self.nothing_found();
        }
        self.look()?;
        self.resolve()
    }

    /// Finds all candidates.
    pub(crate) fn look(&mut self) -> Result<(), Error> {
        let start = self.found.first().map_or(0, |found| found.span.end);
        self.scan(start, self.text.len())?;
        if self.found.is_empty() && self.cut.is_none() {
            for region in std::mem::take(&mut self.set_aside) {
                self.scan_loose(region.start, region.end)?;
            }
        }
        Ok(())
    }

    /// The text as one value from its first byte to its last: the offset behind it. A first value that something
    /// follows is the first candidate.
    pub(crate) fn whole(&mut self) -> Result<Option<usize>, Error> {
        let input = Input::whole(self.text);
        if self.driver.significant(input).is_none() {
            let at = self.driver.at;
            return Err(Error::new(ErrorKind::Empty, "").at(self.text, at..at));
        }
        // A mark before the text is no part of the first value.
        if self.text.starts_with('\u{feff}') {
            self.driver.at = 3;
            self.driver.significant(input);
        }
        let start = self.driver.at;
        let bracket = matches!(input.byte(start), Some(b'{' | b'['));
        match self.mender.run(&mut self.driver, input) {
            Ok(Progress::Done | Progress::More) => {
                let end = self.driver.at;
                match self.rest_after(end, self.text.len(), start)? {
                    Some(true) => return Ok(Some(start)),
                    _ if bracket => self.keep(0, start..end),
                    _ => self.give_up(0),
                }
            }
            Err(Stop::Fault(Fault::End)) if bracket || self.mender.repairs.is_empty() => {
                self.cut = Some(self.truncated(0, start));
                return Ok(None);
            }
            Err(Stop::Refused { kind: ErrorKind::NotANumber, span, .. })
                if !bracket && self.text.get(span.end..).is_some_and(|rest| rest.trim().is_empty()) =>
            {
                let stop = Stop::Refused { kind: ErrorKind::NotANumber, reason: "JSON has no such number", span };
                return Err(stop_error(self.text, &self.driver, stop));
            }
            Err(_) => self.give_up(0),
        }
        Ok(None)
    }

    fn take_whole(self, start: usize) -> Reading {
        let mut repairs = self.mender.repairs;
        if let Some(mark) = byte_order_mark(self.text).filter(|mark| mark.end <= start) {
            repairs.push(Repair::new(RepairKind::ByteOrderMark, mark));
        }
        Reading { document: self.driver.growth.into_document(), repairs, completed: false }
    }

    /// What follows a value: `true` where nothing does but closing brackets, which are reported.
    fn rest_after(&mut self, end: usize, limit: usize, start: usize) -> Result<Option<bool>, Error> {
        let rest = self.text.get(end..limit).unwrap_or("");
        let closers = rest.trim_start_matches(|char: char| char.is_ascii_whitespace());
        let after = closers.trim_start_matches(|char: char| char.is_ascii_whitespace() || char == '}' || char == ']');
        let after_at = limit - after.len();
        if after.is_empty() || after.starts_with("```") {
            let run = self.text.get(end..after_at).unwrap_or("");
            if !run.trim().is_empty() {
                let from = limit - closers.len();
                let to = end + run.trim_end().len();
                self.mender.repairs.push(Repair::new(RepairKind::ExtraCloser, from..to));
            }
            push_odd_space(&mut self.mender.repairs, self.text, end..after_at);
            return Ok(Some(after.is_empty()));
        }
        if after.starts_with(',') {
            // Members or items behind the end: one of the brackets is wrong.
            let input = Input::whole(self.text);
            if crate::mend::member_follows(input, after_at + 1) {
                let error = Error::new(ErrorKind::Ambiguous, "members follow the end of the value");
                let spans = vec![start..end, after_at..limit];
                return Err(error.at(self.text, after_at..after_at + 1).with_readings(spans));
            }
        }
        Ok(None)
    }

    /// Forgets what was read from the given node on.
    fn give_up(&mut self, node: usize) {
        self.driver.growth.forget(node);
        self.mender.forget(0);
    }

    /// Keeps a value that was read as a candidate.
    fn keep(&mut self, root: usize, span: Range<usize>) {
        let mut repairs = std::mem::take(&mut self.mender.repairs);
        self.mender.forget(0);
        let mut outer = span.clone();
        if let Some(fence) = &self.open_fence {
            repairs.push(Repair::new(RepairKind::CodeFence, fence.clone()));
            outer.start = fence.start;
        }
        let fenced = self.open_fence.is_some();
        self.found.push(Found { root: root as u32, span, fenced, repairs, outer });
    }

    /// Reads a value at `at`.
    fn attempt(&mut self, at: usize, limit: usize) -> Result<Try, Error> {
        let node = self.driver.growth.node_bound();
        self.driver.at = at;
        self.driver.state = State::Value;
        let text = self.text.get(..limit).unwrap_or(self.text);
        let stop = match self.mender.run(&mut self.driver, Input::whole(text)) {
            Ok(Progress::Done | Progress::More) => {
                let end = self.driver.at;
                self.rest_after(end, limit, at)?;
                self.keep(node, at..end);
                return Ok(Try::Found);
            }
            Err(stop) => stop,
        };
        match stop {
            Stop::Fault(Fault::End) => {
                // Errors and partial documents cost as much as the text, so only the first is made.
                if self.cut.is_none() && !self.only_trying {
                    self.cut = Some(self.truncated(node, at));
                }
                self.give_up(node);
                Ok(Try::Cut)
            }
            Stop::Fault(Fault::TooDeep) => Err(stop_error(self.text, &self.driver, stop)),
            Stop::Escaped if !self.escaped_in_vain => self.attempt_escaped(node, at, limit),
            _ => {
                let wrong = self.driver.at.max(at + 1);
                if self.broken.is_none() && !self.only_trying && self.counts(at, wrong, limit) {
                    self.broken = Some((at, stop_error(self.text, &self.driver, stop)));
                }
                self.give_up(node);
                Ok(Try::Failed(wrong))
            }
        }
    }

    /// Whether what cannot be read at `at` is reason enough to say that the text was meant to be JSON.
    fn counts(&mut self, at: usize, wrong: usize, limit: usize) -> bool {
        let before = self.text.get(..at).unwrap_or("");
        let whole = self.open_fence.is_some() || before.trim_start_matches('\u{feff}').trim().is_empty();
        let end = self.balanced_end(at, limit).unwrap_or(wrong).max(wrong);
        whole || meant(self.text, at) || self.text.get(at..end).is_some_and(|read| read.contains(['"', ':']))
    }

    /// Reads a value all of whose quotes carry a backslash.
    fn attempt_escaped(&mut self, node: usize, at: usize, limit: usize) -> Result<Try, Error> {
        let wrong = self.driver.at.max(at + 1);
        let Some((document, end)) = escaped::read(self.text, at..limit, &self.options.limits) else {
            self.escaped_in_vain = true;
            if self.broken.is_none() {
                self.broken = Some((at, stop_error(self.text, &self.driver, Stop::Escaped)));
            }
            self.give_up(node);
            return Ok(Try::Failed(wrong));
        };
        self.give_up(node);
        let root = self.driver.growth.copy_in(document.root());
        self.driver.at = end;
        self.mender.repairs.push(Repair::new(RepairKind::EscapedDocument, at..end));
        self.keep(root, at..end);
        Ok(Try::Found)
    }

    /// What there is of a value that the text ends in.
    fn truncated(&mut self, node: usize, start: usize) -> Cut {
        let error = stop_error(self.text, &self.driver, Stop::Fault(Fault::End));
        let sound = self.driver.state == State::After
            && (!self.driver.growth.last_number() || self.driver.growth.after_container(self.text, self.text.len()));
        let partial = self.driver.growth.partial_from(node);
        let completed = match &partial {
            Some(partial) if sound && self.options.complete_truncated => Some(partial.closed()),
            _ => None,
        };
        let error = match partial {
            Some(partial) => error.with_partial(partial),
            None => error,
        };
        Cut { error, completed, repairs: std::mem::take(&mut self.mender.repairs), start }
    }

    /// Looks through a part of the text for fences, think blocks and loose values.
    fn scan(&mut self, mut at: usize, limit: usize) -> Result<(), Error> {
        while let Some(found) = next_sign(self.text, at, limit) {
            at = match self.text.as_bytes().get(found) {
                Some(b'<') => self.tag(found),
                Some(b'`') => self.backticks(found)?,
                _ => self.loose(found, limit)?,
            };
        }
        Ok(())
    }

    /// The same for loose values alone.
    fn scan_loose(&mut self, mut at: usize, limit: usize) -> Result<(), Error> {
        while let Some(found) = next_sign(self.text, at, limit) {
            at = match self.text.as_bytes().get(found) {
                Some(b'{' | b'[') => self.loose(found, limit)?,
                _ => found + 1,
            };
        }
        Ok(())
    }

    /// Reads a value that begins at `at`, and gives the offset to look on from.
    fn loose(&mut self, at: usize, limit: usize) -> Result<usize, Error> {
        Ok(match self.attempt(at, limit)? {
            Try::Found => self.driver.at,
            Try::Cut => limit,
            Try::Failed(wrong) => match self.balanced_end(at, limit) {
                Some(end) => end.max(wrong),
                None => wrong,
            },
        })
    }

    /// The offset behind the bracket that ends what begins at `at`, strings respected.
    fn balanced_end(&mut self, at: usize, limit: usize) -> Option<usize> {
        let bytes = self.text.as_bytes().get(at..limit)?;
        let bytes = bytes.get(..self.budget.min(bytes.len()))?;
        let length = fence::balanced(bytes);
        self.budget -= length.unwrap_or(bytes.len());
        length.map(|length| at + length)
    }

    /// A think tag, or any other `<`.
    fn tag(&mut self, at: usize) -> usize {
        match think::tag_at(self.text, at) {
            Some(think::Tag::Opening { end, name }) => {
                let close = think::closing(self.text, end, name).unwrap_or(self.text.len());
                self.blocks.push(at..close);
                close
            }
            Some(think::Tag::Closing { end }) => {
                // The block was opened in the prompt: nothing so far is part of the answer.
                self.found.clear();
                self.broken = None;
                self.set_aside.clear();
                self.open_fence = None;
                let start = byte_order_mark(self.text).map_or(0, |mark| mark.end);
                self.blocks.clear();
                self.blocks.push(start..end);
                end
            }
            None => at + 1,
        }
    }

    /// Backticks: the start or the end of a fence, or code within a line.
    fn backticks(&mut self, at: usize) -> Result<usize, Error> {
        let run = fence::run_of_backticks(self.text, at);
        if run < 3 {
            return Ok(at + run);
        }
        if self.open_fence.take().is_some() {
            let start = self.found.iter().rposition(|found| !found.fenced).map_or(0, |before| before + 1);
            if let Some(last) = self.found.get_mut(start..).and_then(<[Found]>::last_mut) {
                last.repairs.push(Repair::new(RepairKind::CodeFence, at..at + run));
                last.outer.end = at + run;
            }
            return Ok(at + run);
        }
        let Some(block) = fence::Opening::at(self.text, at, run) else { return Ok(at + run) };
        let body = block.body;
        let first = body + fence::blank(self.text, body);
        match self.text.as_bytes().get(first) {
            Some(b'{' | b'[') => {
                self.open_fence = Some(at..block.line_end);
                match self.attempt(first, self.text.len())? {
                    Try::Found => Ok(self.driver.at),
                    Try::Cut => Ok(self.text.len()),
                    Try::Failed(wrong) => {
                        let close = fence::closing_line(self.text, body);
                        let end = close.unwrap_or(self.text.len());
                        if close.is_some() && wrong >= end {
                            // The fence ends inside the value.
                            self.attempt(first, end)?;
                        }
                        self.open_fence = None;
                        Ok(end + close.map_or(0, |close| fence::run_of_backticks(self.text, close)))
                    }
                }
            }
            _ => {
                let close = fence::closing_line(self.text, body).or_else(|| fence::closing(self.text, body));
                let end = close.unwrap_or(self.text.len());
                let node = self.driver.growth.node_bound();
                self.open_fence = Some(at..block.line_end);
                if first < end {
                    self.only_trying = true;
                    let whole = matches!(self.attempt(first, end)?, Try::Found)
                        && self.text.get(self.driver.at..end).is_some_and(|rest| rest.trim().is_empty());
                    self.only_trying = false;
                    if !whole {
                        if self.found.last().is_some_and(|found| found.root as usize >= node) {
                            self.found.pop();
                        }
                        self.set_aside.push(body..end);
                    }
                }
                if self.found.last().is_some_and(|found| found.root as usize >= node) {
                    // The closing fence is the next thing the search meets.
                    return Ok(end);
                }
                self.open_fence = None;
                Ok(end + close.map_or(0, |close| fence::run_of_backticks(self.text, close)))
            }
        }
    }
}

/// Whether what begins at `at` looks like JSON that somebody meant to write.
fn meant(text: &str, at: usize) -> bool {
    let inside = text.get(at + 1..).unwrap_or("").trim_start();
    match text.as_bytes().get(at) {
        Some(b'{') => inside.starts_with('"'),
        _ => inside.starts_with(['{', '"']),
    }
}

/// The offset of the next byte that a fence, a tag or a value can begin with.
fn next_sign(text: &str, at: usize, limit: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..limit)?;
    rest.iter().position(|byte| matches!(byte, b'{' | b'[' | b'`' | b'<')).map(|found| at + found)
}
