//! Objects where keys that nobody declared are taken as keys.

use std::rc::Rc;
use std::sync::Arc;

use super::wire::{Wire, WireExtra, WireObject, WireProperty};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Objects, Recursion, References, Support};
use crate::error::Error;
use crate::normal::node::{Extra, Node, ObjectRules, Property, Use};
use crate::plan::{Absent, Field, Rest, Step};
use crate::read::sites::SiteId;

impl Compiler<'_, '_> {
    /// An object that is sent with its free keys as they are.
    pub(super) fn open_object(&mut self, used: &Use, node: &Rc<Node>, wire: &mut Wire) -> Result<Step, Error> {
        let rules = &node.object;
        let site = self.site_of(used);
        let members: Vec<&Property> = rules.properties.iter().collect();
        let names = self.legal_names(&members, site)?;
        let renames = members.iter().zip(&names).any(|(property, name)| property.name != *name);
        let properties = Vec::with_capacity(members.len());
        let mut object = WireObject { properties, ..WireObject::default() };
        let mut fields = Vec::with_capacity(members.len());
        let mut renamed = Vec::new();
        for (property, name) in members.iter().zip(names) {
            let forbidden = property.forbidden || !property.required && self.is_never(property)?;
            let lowered = match &property.value {
                _ if forbidden => Lowered { wire: Wire::nothing(), step: Step::Keep },
                Some(value) => self.open_member(value, property.required)?,
                None => self.any(site)?,
            };
            let place = property.value.as_ref().filter(|_| property.declared).map_or(site, |value| value.place);
            let at = (property.name != name).then(|| self.pointer(place));
            if at.is_some() {
                renamed.push(place);
            }
            fields.push(Field {
                name: property.name.clone(),
                wire: name.clone(),
                at,
                absent: Absent::Omitted,
                step: lowered.step,
            });
            object.properties.push(WireProperty { name, wire: lowered.wire, required: property.required });
        }
        let mut rest = Rest::Pass;
        if rules.patterns.is_empty() {
            object.extra = self.open_extra(&rules.extra, site, &mut rest)?;
        } else {
            let sent = !renames && self.support(Keyword::PatternProperties) != Support::Refused;
            let encoded = |field: &Field| self.encodes && !field.step.is_identity();
            if !sent || fields.iter().any(encoded) || !self.with_patterns(rules, site, &mut object, wire, &mut rest)? {
                self.without_patterns(rules, site, &mut object, &mut rest)?;
            }
        }
        if let Some((rule, _)) = &rules.names {
            let sent = !renames && self.support(Keyword::PropertyNames) != Support::Refused;
            object.names = if sent { self.unaltered(rule)? } else { None };
            if object.names.is_none() {
                self.name_rules(node)?;
            }
        }
        self.count(Keyword::MinProperties, rules.min, wire)?;
        self.count(Keyword::MaxProperties, rules.max, wire)?;
        if !matches!(object.extra, WireExtra::Closed) {
            for place in renamed {
                let why = "an answer can hold the original name as a free key";
                self.report.add(&self.graph.sites, Class::Wider, Kind::Renamed, None, place, why)?;
            }
        }
        wire.object = Some(Box::new(object));
        Ok(Step::Object { fields, rest })
    }

    /// A member's value.
    fn open_member(&mut self, value: &Use, required: bool) -> Result<Lowered, Error> {
        let lowered = self.lower(value)?;
        if !required || !self.may_not_be_required(&lowered.wire) {
            return Ok(lowered);
        }
        let why = "a definition that comes back to itself may not be a required member in this dialect";
        self.text(value.place, &self.places_of(value.node), why)
    }

    /// Whether the dialect does not take this in a required member here: a definition may come back to itself in
    /// other places only.
    pub(super) fn may_not_be_required(&self, wire: &Wire) -> bool {
        matches!(self.dialect.references, References::Definitions { recursive: Recursion::OutsideRequired, .. })
            && self.comes_back(wire)
    }

    /// Whether a value is, itself or in a branch, a definition that leads back to what stands around it.
    fn comes_back(&self, wire: &Wire) -> bool {
        let node = wire.reference.and_then(|number| self.definitions.get(number)?.node);
        node.is_some_and(|node| self.open.iter().any(|open| self.measure.share_circle(node, *open)))
            || wire.any_of.iter().any(|branch| self.comes_back(branch))
    }

    /// What values are held to that travel as they are; `None`: they do not.
    fn unaltered(&mut self, used: &Use) -> Result<Option<Wire>, Error> {
        let before = self.mark();
        let outer = std::mem::take(&mut self.altered);
        let wire = self.lower_residue(used);
        let altered = std::mem::replace(&mut self.altered, outer);
        let wire = wire?;
        if altered {
            self.give_up(&before);
            return Ok(None);
        }
        Ok(Some(wire))
    }

    /// Keys by pattern, as they are. False where values are encoded: one key may fit several patterns.
    fn with_patterns(
        &mut self,
        rules: &ObjectRules,
        site: SiteId,
        object: &mut WireObject,
        wire: &mut Wire,
        rest: &mut Rest,
    ) -> Result<bool, Error> {
        if let Some((pattern, value)) = self.only_kind_of_key(rules)? {
            let lowered = self.lower(value)?;
            object.patterns = vec![(pattern.clone(), lowered.wire)];
            object.extra = WireExtra::Closed;
            *rest = of_rest(lowered.step);
            return Ok(true);
        }
        let before = self.mark();
        let mut parts = Vec::with_capacity(rules.patterns.len());
        for group in &rules.patterns {
            let mut part = WireObject::default();
            let mut rest = Rest::Pass;
            for (pattern, value) in &group.patterns {
                let Some(value) = self.unaltered(value)? else {
                    self.give_up(&before);
                    return Ok(false);
                };
                part.patterns.push((pattern.clone(), value));
            }
            part.extra = self.open_extra(&group.otherwise, site, &mut rest)?;
            if self.encodes && matches!(&rest, Rest::Step(step) if !step.is_identity()) {
                self.give_up(&before);
                return Ok(false);
            }
            parts.push(part);
        }
        for (index, mut part) in parts.into_iter().enumerate() {
            if index == 0 {
                // Declared names already carry what the patterns say of them.
                object.patterns = part.patterns;
                object.extra = part.extra;
            } else {
                let declared = rules.properties.iter().map(|property| property.name.clone());
                part.properties =
                    declared.map(|name| WireProperty { name, wire: Wire::default(), required: false }).collect();
                wire.all_of.push(Wire { object: Some(Box::new(part)), ..Wire::default() });
            }
        }
        Ok(true)
    }

    /// The pattern that every key fits, and what it holds.
    fn only_kind_of_key<'r>(&mut self, rules: &'r ObjectRules) -> Result<Option<&'r (Arc<str>, Use)>, Error> {
        let [group] = rules.patterns.as_slice() else { return Ok(None) };
        let ([only], Extra::Closed(_)) = (group.patterns.as_slice(), &group.otherwise) else { return Ok(None) };
        let admits = rules.properties.is_empty() && self.graph.never(only.1.node)?.is_none();
        Ok(admits.then_some(only))
    }

    /// Keys by pattern where the dialect has none, or where other names would meet the patterns: any key, or keys of
    /// the one kind there is.
    fn without_patterns(
        &mut self,
        rules: &ObjectRules,
        site: SiteId,
        object: &mut WireObject,
        rest: &mut Rest,
    ) -> Result<(), Error> {
        for group in &rules.patterns {
            self.drop_group(group)?;
        }
        object.extra = match rules.patterns.as_slice() {
            [group] => match (group.patterns.as_slice(), &group.otherwise) {
                ([(_, value)], Extra::Closed(_)) => {
                    self.open_extra(&Extra::Schema(value.clone(), group.site), site, rest)?
                }
                _ => self.open_extra(&Extra::Open, site, rest)?,
            },
            _ => self.open_extra(&Extra::Open, site, rest)?,
        };
        Ok(())
    }

    fn open_extra(&mut self, extra: &Extra, site: SiteId, rest: &mut Rest) -> Result<WireExtra, Error> {
        Ok(match extra {
            Extra::Silent if self.dialect.objects == Objects::OpenWhenSaid => {
                let why = "that other keys are free is said";
                let keyword = Some("additionalProperties");
                self.report.add(&self.graph.sites, Class::Exact, Kind::RewrittenKeyword, keyword, site, why)?;
                WireExtra::Open
            }
            Extra::Silent => WireExtra::Silent,
            Extra::Open => WireExtra::Open,
            Extra::Closed(_) => WireExtra::Closed,
            Extra::Schema(value, _) if self.graph.never(value.node)?.is_some() => WireExtra::Closed,
            Extra::Schema(value, _) => {
                let lowered = self.lower(value)?;
                *rest = of_rest(lowered.step);
                WireExtra::Schema(Box::new(lowered.wire))
            }
        })
    }
}

fn of_rest(step: Step) -> Rest {
    if step == Step::Keep { Rest::Pass } else { Rest::Step(Box::new(step)) }
}
