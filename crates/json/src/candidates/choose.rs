//! Choosing among what was found: one value, or the reason why there is none.

use std::ops::Range;

use super::{Search, meant};
use crate::extract::Candidate;
use crate::lenient::Reading;
use crate::mend::is_odd_space;
use crate::repair::{Repair, RepairKind, Severity};
use crate::{Error, ErrorKind, View};

impl Search<'_> {
    /// All values that can be read, each as a document of its own; where there is none, what there is instead.
    pub(crate) fn all(mut self, most: usize) -> Result<Vec<Candidate>, Error> {
        if let Some(start) = self.whole()? {
            return Ok(vec![Candidate::of_whole(self.text, self.take_whole(start))]);
        }
        if self.cut.is_none() {
            self.look()?;
        }
        if self.found.is_empty() {
            return self.nothing_found().map(|reading| vec![Candidate::of_whole("", reading)]);
        }
        if self.found.len() > most {
            let at = self.found.get(most).map_or(0..0, |found| found.span.clone());
            return Err(Error::new(ErrorKind::Ambiguous, "too many values").at(self.text, at));
        }
        let growth = self.driver.growth;
        let candidates = self.found.into_iter().map(|found| Candidate {
            document: growth.clone().into_document_of(found.root),
            span: found.span,
            fenced: found.fenced,
            repairs: found.repairs,
        });
        Ok(candidates.collect())
    }

    /// The first container that can be read, or what there is of one that the text ends in.
    pub(crate) fn first(mut self) -> Result<Option<Reading>, Error> {
        let whole = self.whole()?;
        if let Some(start) = whole {
            let reading = self.take_whole(start);
            return Ok(Some(reading).filter(|reading| reading.document.root().kind().is_container()));
        }
        if self.cut.is_none() {
            self.look()?;
        }
        if let Some(first) = self.found.first() {
            let (root, repairs) = (first.root, first.repairs.clone());
            let document = self.driver.growth.into_document_of(root);
            return Ok(Some(Reading { document, repairs, completed: false }));
        }
        match (self.cut, self.broken) {
            (Some(cut), _) => {
                let document = cut.error.into_partial().map(|partial| partial.closed());
                let document = document.filter(|document| document.root().kind().is_container());
                Ok(document.map(|document| Reading { document, repairs: cut.repairs, completed: true }))
            }
            (None, Some((_, error))) => Err(error),
            (None, None) => Ok(None),
        }
    }

    /// Chooses among what was found.
    pub(super) fn resolve(mut self) -> Result<Reading, Error> {
        let Some(best) =
            self.found.iter().position(|found| found.fenced).or(if self.found.is_empty() { None } else { Some(0) })
        else {
            return self.nothing_found();
        };
        if let Some(cut) = self.cut {
            return Err(cut.error);
        }
        let chosen_root = self.found.get(best).map_or(0, |found| found.root);
        let fenced = self.found.get(best).is_some_and(|found| found.fenced);
        let document = self.driver.growth.document();
        let chosen = View::new(document, chosen_root);
        let mut dropped = Vec::new();
        for (index, other) in self.found.iter().enumerate().filter(|(index, _)| *index != best) {
            let equal = View::new(document, other.root).same_value(chosen);
            if !equal && other.fenced == fenced {
                let spans = vec![self.found.get(best).map_or(0..0, |found| found.span.clone()), other.span.clone()];
                let error = Error::new(ErrorKind::Ambiguous, "two different values");
                return Err(error.at(self.text, other.span.clone()).with_readings(spans));
            }
            let kind = if equal { RepairKind::DuplicateValue } else { RepairKind::CandidateDropped };
            dropped.push((index, kind));
        }
        if let Some((at, error)) = &self.broken {
            if self.options.severity < Severity::Choice && meant(self.text, *at) {
                return Err(error.clone());
            }
            if meant(self.text, *at) {
                dropped.push((usize::MAX, RepairKind::CandidateDropped));
            }
        }
        let spans: Vec<Range<usize>> = self.found.iter().map(|found| found.outer.clone()).collect();
        let found = self.found.swap_remove(best);
        let mut repairs = found.repairs;
        let first = spans.first().map_or(0, |span| span.start);
        let last = spans.last().map_or(0, |span| span.end).max(found.outer.end);
        for (index, kind) in dropped {
            // A dropped candidate takes the text between it and the chosen one along.
            let span = match spans.get(index) {
                Some(span) if index < best => span.start..spans.get(index + 1).map_or(span.end, |next| next.start),
                Some(span) => spans.get(index.wrapping_sub(1)).map_or(span.start, |before| before.end)..span.end,
                None => self.broken.as_ref().map_or(0..0, |(at, _)| *at..*at + 1),
            };
            repairs.push(Repair::new(kind, trimmed(self.text, span)));
        }
        let mark = byte_order_mark(self.text);
        let mut start = mark.as_ref().map_or(0, |mark| mark.end);
        repairs.extend(mark.map(|mark| Repair::new(RepairKind::ByteOrderMark, mark)));
        for block in self.blocks.into_iter().filter(|block| block.start < first || block.start >= last) {
            if block.start >= start && block.end <= first {
                push_prose(&mut repairs, RepairKind::ProseBefore, self.text, start..block.start);
                start = block.end;
            }
            repairs.push(Repair::new(RepairKind::ThinkBlock, block));
        }
        push_prose(&mut repairs, RepairKind::ProseBefore, self.text, start..first);
        let mut end = last;
        for repair in repairs.iter().filter(|repair| repair.span.start >= last) {
            end = end.max(repair.span.end);
        }
        push_prose(&mut repairs, RepairKind::ProseAfter, self.text, end..self.text.len());
        if let Some(colon) = bare_name_before(self.text, first, start) {
            let error = Error::new(ErrorKind::Malformed, "the inside of an object, without its brackets");
            return Err(error.at(self.text, colon..colon + 1));
        }
        let document = self.driver.growth.into_document_of(chosen_root);
        let reading = Reading { document, repairs, completed: false };
        if self.options.extract { Ok(reading) } else { only_a_value(self.text, reading) }
    }

    /// There is no value: what is there instead?
    pub(super) fn nothing_found(self) -> Result<Reading, Error> {
        if let Some(cut) = self.cut {
            let Some(document) = cut.completed else { return Err(cut.error) };
            let mut repairs = cut.repairs;
            push_prose(&mut repairs, RepairKind::ProseBefore, self.text, 0..cut.start);
            return Ok(Reading { document, repairs, completed: true });
        }
        match self.broken {
            Some((_, error)) => Err(error),
            None => {
                let end = self.text.trim_end().len();
                Err(Error::new(ErrorKind::NoJson, "").at(self.text, 0..end))
            }
        }
    }
}

/// Without extraction nothing but the value may stand in the text.
fn only_a_value(text: &str, reading: Reading) -> Result<Reading, Error> {
    let around = reading.repairs.iter().find(|repair| {
        matches!(
            repair.kind,
            RepairKind::CodeFence | RepairKind::ProseBefore | RepairKind::ProseAfter | RepairKind::ThinkBlock
        )
    });
    let Some(repair) = around else { return Ok(reading) };
    let (kind, reason) = match repair.kind {
        RepairKind::ProseAfter => (ErrorKind::Trailing, ""),
        _ => (ErrorKind::Malformed, "expected a value"),
    };
    Err(Error::new(kind, reason).at(text, repair.span.clone()))
}

/// The offset of a colon with a name in quotes before it, where a text begins like the inside of an object.
fn bare_name_before(text: &str, first: usize, start: usize) -> Option<usize> {
    let before = text.get(start..first)?.trim_start();
    let rest = before.strip_prefix('"')?;
    let (_, after) = rest.split_once('"')?;
    after.trim_start().starts_with(':').then(|| first - after.trim_start().len())
}

pub(super) fn byte_order_mark(text: &str) -> Option<Range<usize>> {
    text.starts_with('\u{feff}').then_some(0..3)
}

fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = text.get(span.clone()).unwrap_or("");
    let start = span.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}

fn push_prose(repairs: &mut Vec<Repair>, kind: RepairKind, text: &str, span: Range<usize>) {
    let prose = trimmed(text, span.clone());
    if prose.is_empty() {
        push_odd_space(repairs, text, span);
    } else {
        repairs.push(Repair::new(kind, prose));
    }
}

/// Reports each run of white space that JSON does not know.
pub(super) fn push_odd_space(repairs: &mut Vec<Repair>, text: &str, span: Range<usize>) {
    let mut at = span.start;
    while let Some(rest) = text.get(at..span.end).filter(|rest| !rest.is_empty()) {
        let plain = rest.find(is_odd_space).unwrap_or(rest.len());
        let odd = rest.get(plain..).unwrap_or("");
        let length = odd.len() - odd.trim_start_matches(is_odd_space).len();
        if length > 0 {
            repairs.push(Repair::new(RepairKind::OddWhitespace, at + plain..at + plain + length));
        }
        at += plain + length;
    }
}
