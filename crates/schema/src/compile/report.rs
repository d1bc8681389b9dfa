//! Collecting changes: each once, refused where the caller does not allow it, in the order of the text.

use crate::change::{Change, Class, Kind};
use crate::error::{Error, ErrorCode};
use crate::ids::IdMap;
use crate::options::Allowed;
use crate::read::sites::{SiteId, Sites};

pub(crate) struct Report<'a> {
    allow: &'a Allowed,
    found: Vec<Found>,
    /// The number of what was found last at each place.
    last: IdMap<SiteId, usize>,
    /// How often something was said that makes the form wider or narrower, said before or not.
    differences: usize,
}

struct Found {
    class: Class,
    kind: Kind,
    keyword: Option<String>,
    at: SiteId,
    also: Vec<SiteId>,
    why: String,
    /// The number of what was found before at the same place.
    before: Option<usize>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(allow: &'a Allowed) -> Report<'a> {
        Report { allow, found: Vec::new(), last: IdMap::default(), differences: 0 }
    }

    pub(crate) fn allows(&self, class: Class, kind: Kind) -> bool {
        self.allow.allows(class, kind)
    }

    /// How many changes there are.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// How often something was said that makes the form wider or narrower.
    pub(crate) fn differences(&self) -> usize {
        self.differences
    }

    /// Sets aside what `differences` has counted, and gives it.
    pub(crate) fn count_anew(&mut self, differences: usize) -> usize {
        std::mem::replace(&mut self.differences, differences)
    }

    /// Counts a difference that is said where the definition is that it comes from.
    pub(crate) fn differs(&mut self) {
        self.differences += 1;
    }

    /// Forgets all but this many.
    pub(crate) fn take_back(&mut self, len: usize) {
        for found in self.found.drain(len..).rev() {
            match found.before {
                Some(before) => self.last.insert(found.at, before),
                None => self.last.remove(&found.at),
            };
        }
    }

    /// Adds a change.
    ///
    /// # Errors
    /// `not-allowed` where the caller does not accept it.
    pub(crate) fn add(
        &mut self,
        sites: &Sites<'_>,
        class: Class,
        kind: Kind,
        keyword: Option<&str>,
        at: SiteId,
        why: impl Into<String>,
    ) -> Result<(), Error> {
        self.add_merged(sites, class, kind, keyword, at, &[], why)
    }

    /// Adds a change that came from several places.
    #[allow(clippy::too_many_arguments, reason = "one change has that many parts")]
    pub(crate) fn add_merged(
        &mut self,
        sites: &Sites<'_>,
        class: Class,
        kind: Kind,
        keyword: Option<&str>,
        at: SiteId,
        also: &[SiteId],
        why: impl Into<String>,
    ) -> Result<(), Error> {
        if !self.allows(class, kind) {
            return Err(Error::new(
                ErrorCode::NotAllowed,
                sites.pointer(at),
                format!("the form needs a change that is not allowed here ({class}, {kind}): {}", why.into()),
            )
            .with_span(sites.view(at).span()));
        }
        self.differences += usize::from(matches!(class, Class::Wider | Class::Narrower));
        let before = self.last.get(&at).copied();
        let mut here = std::iter::successors(before.and_then(|number| self.found.get(number)), |found| {
            self.found.get(found.before?)
        });
        if here.any(|found| found.class == class && found.kind == kind && found.keyword.as_deref() == keyword) {
            return Ok(());
        }
        self.last.insert(at, self.found.len());
        self.found.push(Found {
            class,
            kind,
            keyword: keyword.map(str::to_owned),
            at,
            also: if also.len() > 1 { also.to_vec() } else { Vec::new() },
            why: why.into(),
            before,
        });
        Ok(())
    }

    pub(crate) fn into_changes(mut self, sites: &Sites<'_>) -> Vec<Change> {
        self.found.sort_by_key(|found| sites.order(found.at));
        self.found
            .into_iter()
            .map(|found| Change {
                class: found.class,
                kind: found.kind,
                keyword: found.keyword,
                at: sites.pointer(found.at),
                also: found.also.into_iter().map(|site| sites.pointer(site)).collect(),
                why: found.why,
            })
            .collect()
    }
}
