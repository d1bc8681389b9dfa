//! Places that are gathered for one node, each once.

use super::node::Atom;
use crate::ids::IdMap;
use crate::read::sites::SiteId;

/// Up to here a walk over a list is cheaper than a hash.
const FEW: usize = 16;

/// Places in the order in which they were met.
#[derive(Default)]
pub(super) struct Atoms {
    list: Vec<Atom>,
    /// The position of each, where there are many.
    index: IdMap<SiteId, usize>,
}

impl Atoms {
    pub(super) fn with_capacity(capacity: usize) -> Atoms {
        Atoms { list: Vec::with_capacity(capacity), index: IdMap::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn find(&mut self, site: SiteId) -> Option<&mut Atom> {
        let position = if self.list.len() <= FEW {
            self.list.iter().position(|atom| atom.site == site)
        } else {
            self.index.get(&site).copied()
        };
        self.list.get_mut(position?)
    }

    /// Adds a place that is not there yet.
    pub(super) fn push(&mut self, atom: Atom) {
        let known = self.index.len();
        self.list.push(atom);
        if self.list.len() > FEW {
            self.index.extend(self.list.iter().enumerate().skip(known).map(|(position, atom)| (atom.site, position)));
        }
    }

    pub(super) fn into_list(self) -> Vec<Atom> {
        self.list
    }
}
