//! The names of an object's members, in the order in which they are met, with the places that declare them.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::read::sites::SiteId;

/// Up to here a walk over a list is cheaper than a hash.
const SHORT: usize = 12;

/// A name of a member.
#[derive(Clone, Copy)]
pub(super) struct Name<'s> {
    pub(super) text: &'s str,
    /// Where the first place that declares it does.
    pub(super) declared: Option<SiteId>,
    pub(super) required: bool,
}

/// Names, each once.
#[derive(Default)]
pub(super) struct Names<'s> {
    list: Vec<Name<'s>>,
    /// The positions of the first names, as many as it has.
    index: HashMap<&'s str, usize>,
    /// Behind the name that was asked for last: lists tend to have the same order.
    next: usize,
}

impl<'s> Names<'s> {
    /// Adds the names that one place declares.
    pub(super) fn declare(&mut self, declared: &Declared<'s>) {
        if self.list.is_empty() {
            // One object repeats no name.
            let name = |(text, place): &(&'s str, SiteId)| Name { text, declared: Some(*place), required: false };
            self.list.extend(declared.list.iter().map(name));
            return;
        }
        for (text, place) in &declared.list {
            self.add(text).declared.get_or_insert(*place);
        }
    }

    /// The name, added where it is new.
    pub(super) fn add(&mut self, text: &'s str) -> &mut Name<'s> {
        let position = self.find(text).unwrap_or(self.list.len());
        if position == self.list.len() {
            self.list.push(Name { text, declared: None, required: false });
        }
        self.next = position + 1;
        &mut self.list[position]
    }

    fn find(&mut self, text: &str) -> Option<usize> {
        if self.list.get(self.next).is_some_and(|name| name.text == text) {
            return Some(self.next);
        }
        if self.list.len() <= SHORT {
            return self.list.iter().position(|name| name.text == text);
        }
        let known = self.index.len();
        self.index.extend(self.list.iter().enumerate().skip(known).map(|(position, name)| (name.text, position)));
        self.index.get(text).copied()
    }

    pub(super) fn into_list(self) -> Vec<Name<'s>> {
        self.list
    }
}

/// The members that one place declares.
pub(super) struct Declared<'s> {
    list: Vec<(&'s str, SiteId)>,
    index: OnceCell<HashMap<&'s str, SiteId>>,
}

impl<'s> Declared<'s> {
    pub(super) fn new(list: Vec<(&'s str, SiteId)>) -> Declared<'s> {
        Declared { list, index: OnceCell::new() }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'s str> {
        self.list.iter().map(|(text, _)| *text)
    }

    pub(super) fn get(&self, text: &str) -> Option<SiteId> {
        if self.list.len() <= SHORT {
            return self.list.iter().find(|(known, _)| *known == text).map(|(_, place)| *place);
        }
        self.index.get_or_init(|| self.list.iter().copied().collect()).get(text).copied()
    }
}
