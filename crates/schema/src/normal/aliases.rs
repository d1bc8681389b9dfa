//! Places that say nothing but where to go on: followed to their end, and from the second time on in one step.

use crate::ids::IdMap;
use crate::read::sites::SiteId;

/// From this many places on it pays to remember where a chain leads.
const LONG: usize = 4;

/// The aliases that were met while the places of one node were collected.
#[derive(Default)]
pub(crate) struct Aliases {
    /// Each with the chain in which it was met.
    met: IdMap<SiteId, usize>,
    chain: usize,
    /// The aliases without notes that the chain went through last, each with whether it is a reference.
    way: Vec<(SiteId, bool)>,
}

/// How an alias was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    First,
    /// On another chain.
    Before,
    /// On the chain that leads here again.
    InCircles,
}

impl Aliases {
    pub(crate) fn meet(&mut self, site: SiteId) -> Met {
        match self.met.insert(site, self.chain) {
            None => Met::First,
            Some(chain) if chain == self.chain => Met::InCircles,
            Some(_) => Met::Before,
        }
    }

    /// Goes through an alias that says nothing to people.
    pub(crate) fn pass(&mut self, site: SiteId, refers: bool) {
        self.way.push((site, refers));
    }

    /// Arrives at a place that says something, and remembers it for all places on the way.
    pub(crate) fn arrive(&mut self, end: SiteId, ends: &mut IdMap<SiteId, (SiteId, bool)>) {
        if self.way.len() >= LONG {
            let mut referred = false;
            for (site, refers) in self.way.iter().rev() {
                referred |= refers;
                ends.insert(*site, (end, referred));
            }
        }
        self.way.clear();
    }

    /// What is met next is on another chain.
    pub(crate) fn next(&mut self) {
        self.chain += 1;
        self.way.clear();
    }
}
