//! Free keys as a list of entries: what may stand in a key, and what in its value.

use std::sync::Arc;

use super::any::{KEY, VALUE};
use super::wire::{Datum, Wire, WireProperty, WireRule, WireValues};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Enums, Keyword, Support};
use crate::error::{Error, ErrorCode};
use crate::normal::node::{Extra, Node, PatternGroup};
use crate::normal::pattern::Features;
use crate::plan::Step;
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

/// Free keys in a list.
pub(super) struct Entries {
    /// What an entry may be: its key and its value.
    pub(super) kinds: Vec<(Wire, Wire)>,
    /// The step of every value.
    pub(super) step: Step,
}

impl Entries {
    /// Entries of one kind.
    pub(super) fn of(key: Wire, value: Lowered) -> Entries {
        Entries { kinds: vec![(key, value.wire)], step: value.step }
    }

    /// The list.
    pub(super) fn list(kinds: Vec<(Wire, Wire)>) -> Wire {
        let mut entries: Vec<Wire> = kinds.into_iter().map(|(key, value)| entry(key, value)).collect();
        let items = match entries.len() {
            1 => entries.pop().unwrap_or_default(),
            _ => Wire { any_of: entries, ..Wire::default() },
        };
        Wire { hint: Some("Keys and their values, an entry for each key."), ..Wire::list(items) }
    }
}

fn entry(key: Wire, value: Wire) -> Wire {
    Wire::closed_object(vec![
        WireProperty { name: Arc::from(KEY), wire: key, required: true },
        WireProperty { name: Arc::from(VALUE), wire: value, required: true },
    ])
}

fn any_key() -> Wire {
    Wire::of_type(TypeSet::STRING)
}

impl Compiler<'_, '_> {
    /// Says that free keys travel as entries, or that they cannot.
    pub(super) fn encodes_entries(&mut self, site: SiteId, code: ErrorCode) -> Result<(), Error> {
        if !self.may_encode() {
            let message = match code {
                ErrorCode::Map => "the object's keys are data, and the dialect admits only declared keys",
                _ => "the object has free keys, and the dialect admits only declared ones",
            };
            return Err(self.error(code, site, message));
        }
        let why = "free keys travel as a list of key and value";
        self.report.add(&self.graph.sites, Class::Mapped, Kind::Entries, None, site, why)?;
        let why = "a list of entries can repeat a key, an object cannot";
        self.report.add(&self.graph.sites, Class::Wider, Kind::UniqueKeys, None, site, why)
    }

    pub(super) fn any_entries(&mut self, node: &Node, site: SiteId, code: ErrorCode) -> Result<Entries, Error> {
        self.encodes_entries(site, code)?;
        let key = self.entry_key(node)?;
        let value = self.any(site)?;
        Ok(Entries::of(key, value))
    }

    /// Keys by pattern: entries of one kind for each pattern where nothing else is admitted and the values travel
    /// alike, else entries of any value.
    pub(super) fn by_pattern(&mut self, node: &Node, group: &PatternGroup, site: SiteId) -> Result<Entries, Error> {
        let before = self.mark();
        let Some(entries) = self.kinds_by_pattern(node, group, site)? else {
            self.give_up(&before);
            let entries = self.any_entries(node, site, ErrorCode::Map)?;
            self.drop_group(group)?;
            return Ok(entries);
        };
        Ok(entries)
    }

    fn kinds_by_pattern(&mut self, node: &Node, group: &PatternGroup, site: SiteId) -> Result<Option<Entries>, Error> {
        if !matches!(group.otherwise, Extra::Closed(_)) {
            return Ok(None);
        }
        self.encodes_entries(site, ErrorCode::Map)?;
        self.name_rules(node)?;
        let mut entries: Option<Entries> = None;
        let mut apart = apart(group);
        let mut held = true;
        for (pattern, value) in &group.patterns {
            if self.graph.never(value.node)?.is_some() {
                // A key that fits this pattern and another one is not admitted.
                apart = false;
                continue;
            }
            let key = self.key_of_pattern(pattern);
            held &= key.is_ruled();
            let Lowered { wire, step } = self.lower(value)?;
            match &mut entries {
                None => entries = Some(Entries { kinds: vec![(key, wire)], step }),
                Some(entries) if entries.step == step => entries.kinds.push((key, wire)),
                Some(_) => return Ok(None),
            }
        }
        if !held {
            self.drop_group(group)?;
        } else if !apart {
            self.drop_patterns(group.site)?;
        }
        Ok(entries)
    }

    /// A key that fits a pattern, where the dialect holds an answer to it.
    fn key_of_pattern(&self, pattern: &Arc<str>) -> Wire {
        let mut key = any_key();
        let known = Features::of(pattern).beyond(self.dialect.pattern).is_none();
        if known && self.loose == 0 && self.support(Keyword::Pattern) == Support::Enforced {
            let value = Datum::Text(pattern.to_string());
            key.rules.push(WireRule { keyword: "pattern", value, enforced: true });
        }
        key
    }

    /// What `propertyNames` says of the keys of entries, where it is about keys alone; else it is left to the check.
    pub(super) fn entry_key(&mut self, node: &Node) -> Result<Wire, Error> {
        let Some((names, _)) = &node.object.names else { return Ok(any_key()) };
        let rules = self.graph.node(names.node)?;
        let simple = rules.unions.is_empty() && rules.residue.is_empty() && rules.types.has(TypeSet::STRING);
        let free = node.object.properties.is_empty() && node.object.patterns.is_empty();
        if !simple || !free || self.loose > 0 {
            self.name_rules(node)?;
            return Ok(any_key());
        }
        let mut key = any_key();
        if let Some(values) = &rules.values {
            let texts: Vec<Val> =
                values.list.iter().copied().filter(|value| self.graph.sites.value(*value).as_str().is_some()).collect();
            if texts.is_empty() || !matches!(self.dialect.enums, Enums::Any | Enums::Scalars) {
                self.name_rules(node)?;
                return Ok(any_key());
            }
            let list = texts.into_iter().map(Datum::Given).collect();
            key.values = Some(WireValues { list, constant: false });
        }
        self.strings(&rules, TypeSet::STRING, &mut key)?;
        Ok(key)
    }

    /// Says that nothing one place says about undeclared keys is sent.
    pub(super) fn drop_group(&mut self, group: &PatternGroup) -> Result<(), Error> {
        if !group.patterns.is_empty() {
            self.drop_patterns(group.site)?;
        }
        if let Extra::Schema(_, place) | Extra::Closed(place) = &group.otherwise {
            let owner = self.graph.sites.parent(*place).unwrap_or(*place);
            let why = "what other keys hold is not sent: it is checked here after the answer";
            let kind = Kind::DroppedKeyword;
            self.report.add(&self.graph.sites, Class::Wider, kind, Some("additionalProperties"), owner, why)?;
        }
        Ok(())
    }

    /// Whether a key fits neither a pattern nor the rest.
    pub(super) fn admits_no_keys(&mut self, group: &PatternGroup) -> Result<bool, Error> {
        for (_, value) in &group.patterns {
            if self.graph.never(value.node)?.is_none() {
                return Ok(false);
            }
        }
        Ok(matches!(group.otherwise, Extra::Closed(_)))
    }

    pub(super) fn drop_patterns(&mut self, site: SiteId) -> Result<(), Error> {
        let why = "the patterns of the keys are not sent: they are checked here after the answer";
        let kind = Kind::DroppedKeyword;
        self.report.add(&self.graph.sites, Class::Wider, kind, Some("patternProperties"), site, why)
    }

    /// Rules for names that are data.
    pub(super) fn name_rules(&mut self, node: &Node) -> Result<(), Error> {
        if let Some((_, site)) = &node.object.names {
            let owner = self.graph.sites.parent(*site).unwrap_or(*site);
            let why = "the rule for names is not sent: it is checked here after the answer";
            let kind = Kind::DroppedKeyword;
            self.report.add(&self.graph.sites, Class::Wider, kind, Some("propertyNames"), owner, why)?;
        }
        Ok(())
    }
}

/// Whether surely no key fits two of the patterns: each begins with a text of its own.
fn apart(group: &PatternGroup) -> bool {
    let begins: Vec<&str> = group.patterns.iter().map(|(pattern, _)| literal_beginning(pattern)).collect();
    begins.iter().enumerate().all(|(index, one)| {
        begins.iter().skip(index + 1).all(|other| !one.starts_with(other) && !other.starts_with(one))
    })
}

/// The text that everything that fits begins with, as far as it can be read off.
fn literal_beginning(pattern: &str) -> &str {
    let Some(rest) = pattern.strip_prefix('^') else { return "" };
    let plain = |char: char| char.is_ascii_alphanumeric() || "_- /:@".contains(char);
    let end = rest.find(|char| !plain(char)).unwrap_or(rest.len());
    // What may be repeated or left out is no part of it, and neither is anything where there is a choice.
    let counted = rest.get(end..).is_some_and(|rest| rest.starts_with(['?', '*', '{', '+']));
    let end = if counted { end.saturating_sub(1) } else { end };
    if pattern.contains('|') { "" } else { rest.get(..end).unwrap_or("") }
}
