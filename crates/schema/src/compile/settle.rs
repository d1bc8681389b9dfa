//! In which order the root and the definitions are lowered.
//!
//! A definition is lowered after what refers to it, unless a decision needs to know what became of it: then it is
//! lowered in the middle of its user. That goes only so deep, because it takes stack. Deeper down the definitions that
//! are needed are noted, what was done is taken back, and it is done again once they are there. A definition that
//! needs itself stays unknown to itself.

use std::rc::Rc;

use super::{Compiler, Lowered};
use crate::dialect::Keyword;
use crate::error::Error;
use crate::normal::node::Use;
use crate::read::sites::SiteId;

/// Down to this level definitions are lowered in the middle of others.
const NESTED: usize = 64;

/// What is kept to take work back.
#[derive(Default)]
pub(crate) struct Unsettled {
    /// Definitions that a decision missed: the decision has to be taken again.
    missing: Vec<usize>,
    /// Definitions that were lowered in the middle of others.
    inside: Vec<usize>,
    /// Annotations in the order in which they were written.
    told: Vec<(SiteId, Keyword)>,
    /// All definitions before this one are lowered.
    first: usize,
}

/// Where work began that may have to be taken back.
pub(super) struct Mark {
    definitions: usize,
    inside: usize,
    told: usize,
    changes: usize,
    differences: usize,
    lowered: usize,
    promote: usize,
}

impl Compiler<'_, '_> {
    /// Lowers the root and everything that it refers to.
    pub(crate) fn lower_all(&mut self, used: &Use) -> Result<Lowered, Error> {
        let root = loop {
            let mark = self.mark();
            let lowered = self.root(used);
            if self.settled() {
                break lowered?;
            }
            let missing = self.take_back(&mark, lowered)?;
            self.lower_definitions(missing)?;
        };
        while let Some(definition) = self.definitions.get(self.unsettled.first) {
            if definition.lowered.is_none() {
                self.lower_definitions(vec![self.unsettled.first])?;
            }
            self.unsettled.first += 1;
        }
        Ok(root)
    }

    /// What became of a definition, where a decision needs to know; `None` where that depends on the decision, or
    /// where the decision will be taken again.
    pub(crate) fn settle(&mut self, number: usize) -> Result<Option<Rc<Lowered>>, Error> {
        let waits = self.definitions.get(number).is_some_and(|definition| !definition.begun);
        if waits && self.settled() && self.depth < NESTED {
            self.begin(number, true);
            let lowered = self.lower_definition(number);
            if self.settled() {
                self.unsettled.inside.push(number);
                self.finish(number, lowered?);
            } else {
                self.begin(number, false);
                lowered?;
            }
        } else if waits {
            self.unsettled.missing.push(number);
        }
        Ok(self.definitions.get(number).and_then(|definition| definition.lowered.clone()))
    }

    /// Notes that an annotation was written.
    pub(crate) fn tell(&mut self, site: SiteId, keyword: Keyword) {
        if self.told.insert((site, keyword)) {
            self.unsettled.told.push((site, keyword));
        }
    }

    /// Lowers definitions, and before each the ones that decisions in it need.
    fn lower_definitions(&mut self, mut open: Vec<usize>) -> Result<(), Error> {
        while let Some(number) = open.last().copied() {
            if self.definitions.get(number).is_none_or(|definition| definition.lowered.is_some()) {
                open.pop();
                continue;
            }
            self.begin(number, true);
            let mark = self.mark();
            let lowered = self.lower_definition(number);
            if self.settled() {
                self.finish(number, lowered?);
                open.pop();
            } else {
                open.extend(self.take_back(&mark, lowered)?);
            }
        }
        Ok(())
    }

    fn lower_definition(&mut self, number: usize) -> Result<Lowered, Error> {
        let node = self.definitions.get(number).and_then(|definition| definition.node);
        let place = node.and_then(|node| self.graph.atoms(node).first().map(|atom| atom.site));
        let (Some(node), Some(place)) = (node, place) else {
            return Ok(Lowered { wire: super::wire::Wire::default(), step: crate::plan::Step::Keep });
        };
        let used = Use { node, place, notes: Vec::new(), referred: false };
        let level = self.definitions.get(number).and_then(|definition| definition.level).unwrap_or(self.object_depth);
        let outer = std::mem::replace(&mut self.base, self.depth);
        let outer_level = std::mem::replace(&mut self.object_depth, level);
        // A definition is everybody's, whoever asks for it first.
        let outer_loose = std::mem::take(&mut self.loose);
        let outer_negated = std::mem::take(&mut self.negated);
        let outer_differences = self.report.count_anew(0);
        let outer_refers = std::mem::take(&mut self.refers_to);
        let lowered = self.lower_here(&used);
        let refers_to = std::mem::replace(&mut self.refers_to, outer_refers);
        let differs = self.report.count_anew(outer_differences) > 0;
        if let Some(definition) = self.definitions.get_mut(number) {
            definition.differs = differs;
            definition.refers_to = refers_to;
        }
        self.negated = outer_negated;
        self.loose = outer_loose;
        self.object_depth = outer_level;
        self.base = outer;
        lowered
    }

    fn begin(&mut self, number: usize, begun: bool) {
        if let Some(definition) = self.definitions.get_mut(number) {
            definition.begun = begun;
        }
    }

    fn finish(&mut self, number: usize, lowered: Lowered) {
        if let Some(definition) = self.definitions.get_mut(number) {
            definition.lowered = Some(Rc::new(lowered));
        }
    }

    /// Whether every decision so far knew what it needed to know.
    pub(super) fn settled(&self) -> bool {
        self.unsettled.missing.is_empty()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            definitions: self.definitions.len(),
            inside: self.unsettled.inside.len(),
            told: self.unsettled.told.len(),
            changes: self.report.len(),
            differences: self.report.differences(),
            lowered: self.lowered,
            promote: self.promote,
        }
    }

    /// Takes back everything since the mark, and gives the definitions that were missed. An error that was met on the
    /// way may come of a decision that will be taken again, unless it says that the stack is too small.
    fn take_back(&mut self, mark: &Mark, lowered: Result<Lowered, Error>) -> Result<Vec<usize>, Error> {
        if self.too_deep_here {
            lowered?;
        }
        self.forget(mark);
        self.lowered = mark.lowered;
        Ok(std::mem::take(&mut self.unsettled.missing))
    }

    /// Gives up everything since the mark: what is sent instead has nothing of it.
    ///
    /// Not where definitions were made on the way. Others may come to need them, and to lower them again and again
    /// would cost more than a report that says too much.
    pub(super) fn give_up(&mut self, mark: &Mark) {
        let made = self.definitions.get(mark.definitions..).unwrap_or_default();
        let lasting = made.iter().any(|definition| definition.node.is_some());
        if !self.settled() || lasting || self.unsettled.inside.len() > mark.inside {
            return;
        }
        self.forget(mark);
        for definition in self.definitions.drain(mark.definitions..) {
            self.names.remove(&definition.name);
        }
        self.json_value = self.json_value.filter(|number| *number < mark.definitions);
    }

    fn forget(&mut self, mark: &Mark) {
        for number in self.unsettled.inside.split_off(mark.inside) {
            if let Some(definition) = self.definitions.get_mut(number) {
                definition.lowered = None;
                definition.begun = false;
            }
        }
        for told in self.unsettled.told.split_off(mark.told) {
            self.told.remove(&told);
        }
        self.report.take_back(mark.changes);
        self.report.count_anew(mark.differences);
        self.promote = mark.promote;
    }
}
