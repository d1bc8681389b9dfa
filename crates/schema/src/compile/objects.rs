//! Objects: members, optional ones, and keys that nobody declared.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use super::any::{ENTRIES, KEY, VALUE, entries_object};
use super::entries::Entries;
use super::wire::{Datum, Wire, WireObject, WireProperty};
use super::{Compiler, Lowered, names};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Objects, Optional};
use crate::error::{Error, ErrorCode, quoted};
use crate::normal::node::{Extra, Node, Property, Use};
use crate::plan::{Absent, Field, Rest, Step};
use crate::read::sites::SiteId;

/// What becomes of the keys that are not declared.
enum Undeclared {
    /// There are none, in the original too.
    None,
    /// The form takes them away.
    Closed,
    /// They travel as a list of entries.
    Entries(Entries),
}

impl Compiler<'_, '_> {
    /// The object part of a node, written into the wire.
    pub(crate) fn object(&mut self, used: &Use, node: &Rc<Node>, wire: &mut Wire) -> Result<Step, Error> {
        if matches!(self.dialect.objects, Objects::Open | Objects::OpenWhenSaid) {
            return self.open_object(used, node, wire);
        }
        let site = self.site_of(used);
        let arguments = std::mem::take(&mut self.at_tool_root);
        // An entry is an object in a list in an object.
        self.object_depth += 2;
        let undeclared = self.undeclared(node, site, arguments);
        self.object_depth -= 1;
        let closed_object = undeclared.and_then(|undeclared| self.closed_object(node, site, undeclared, wire));
        self.object_depth -= 1;
        closed_object
    }

    fn closed_object(
        &mut self,
        node: &Rc<Node>,
        site: SiteId,
        undeclared: Undeclared,
        wire: &mut Wire,
    ) -> Result<Step, Error> {
        let mut declared: Vec<&Property> = Vec::with_capacity(node.object.properties.len());
        for property in &node.object.properties {
            if !property.forbidden && (property.required || !self.is_never(property)?) {
                declared.push(property);
            }
        }
        let wires = self.legal_names(&declared, site)?;
        let mut properties = Vec::with_capacity(declared.len() + 1);
        let mut fields = Vec::with_capacity(declared.len());
        for (property, name) in declared.iter().zip(&wires) {
            let (property, field) = self.member(property, name.clone(), site)?;
            properties.push(property);
            fields.push(field);
        }
        let entries = matches!(undeclared, Undeclared::Entries(_));
        self.member_counts(node, &declared, entries, wire)?;
        let (object, rest) = match undeclared {
            Undeclared::None => (Box::new(WireObject::closed(properties)), Rest::Pass),
            Undeclared::Closed => {
                let (kind, at) = (Kind::ClosedObject.as_str().to_owned(), self.pointer(site));
                (Box::new(WireObject::closed(properties)), Rest::Narrowed { kind, at })
            }
            Undeclared::Entries(entries) => {
                let name = names::free(ENTRIES, |name| wires.iter().any(|wire| **wire == *name));
                self.keep_out(node, &name, &wires, &mut fields)?;
                let object = entries_object(properties, &name, entries.kinds);
                let rest = Rest::Entries {
                    wire: name.to_string(),
                    key: KEY.to_owned(),
                    value: VALUE.to_owned(),
                    at: self.pointer(site),
                    step: Box::new(entries.step),
                };
                (object.object.unwrap_or_default(), rest)
            }
        };
        wire.object = Some(object);
        Ok(Step::Object { fields, rest })
    }

    /// Members that must be absent are known to the plan, so that no entry takes their name.
    fn keep_out(
        &mut self,
        node: &Node,
        entries: &Arc<str>,
        wires: &[Arc<str>],
        fields: &mut Vec<Field>,
    ) -> Result<(), Error> {
        let mut taken: Option<HashSet<Arc<str>>> = None;
        for property in &node.object.properties {
            if !property.forbidden && (property.required || !self.is_never(property)?) {
                continue;
            }
            let taken =
                taken.get_or_insert_with(|| wires.iter().cloned().chain(std::iter::once(entries.clone())).collect());
            let wire = names::free(&property.name, |name| taken.contains(name));
            taken.insert(wire.clone());
            fields.push(Field {
                name: property.name.clone(),
                wire,
                at: None,
                absent: Absent::Omitted,
                step: Step::Keep,
            });
        }
        Ok(())
    }

    /// Whether nothing fits a member, found beyond where the search for reasons stopped before.
    pub(super) fn is_never(&mut self, property: &Property) -> Result<bool, Error> {
        match &property.value {
            Some(value) => Ok(self.graph.never(value.node)?.is_some()),
            None => Ok(false),
        }
    }

    /// Names that the dialect takes.
    pub(super) fn legal_names(&mut self, declared: &[&Property], site: SiteId) -> Result<Vec<Arc<str>>, Error> {
        let originals = declared.iter().map(|property| property.name.clone()).collect();
        let legal = names::legal_all(originals, &self.dialect.names.property);
        for (property, legal) in declared.iter().zip(&legal) {
            if property.name != *legal {
                let at = property.value.as_ref().filter(|_| property.declared).map_or(site, |value| value.place);
                let why = format!("the dialect does not take this name: it travels as {}", quoted(legal));
                self.report.add(&self.graph.sites, Class::Mapped, Kind::Renamed, None, at, why)?;
            }
        }
        Ok(legal)
    }

    fn member(
        &mut self,
        property: &Property,
        wire_name: Arc<str>,
        site: SiteId,
    ) -> Result<(WireProperty, Field), Error> {
        let place = property.value.as_ref().filter(|_| property.declared).map_or(site, |value| value.place);
        let lowered = match &property.value {
            Some(value) => self.lower(value)?,
            None => self.any(site)?,
        };
        let mut required = property.required;
        let (Lowered { wire, step }, absent) = if !required && self.asks_for_null(property)? {
            required = true;
            self.null_or(property, lowered, place)?
        } else {
            (lowered, Absent::Omitted)
        };
        let at = (property.name != wire_name).then(|| self.pointer(place));
        let field = Field { name: property.name.clone(), wire: wire_name.clone(), at, absent, step };
        Ok((WireProperty { name: wire_name, wire, required }, field))
    }

    /// What becomes of undeclared keys in a dialect that closes every object.
    fn undeclared(&mut self, node: &Rc<Node>, site: SiteId, arguments: bool) -> Result<Undeclared, Error> {
        let object = &node.object;
        if let [group] = object.patterns.as_slice() {
            if self.admits_no_keys(group)? {
                return Ok(Undeclared::None);
            }
            return self.by_pattern(node, group, site).map(Undeclared::Entries);
        }
        if !object.patterns.is_empty() {
            let entries = self.any_entries(node, site, ErrorCode::Map)?;
            for group in &object.patterns {
                self.drop_group(group)?;
            }
            return Ok(Undeclared::Entries(entries));
        }
        match &object.extra {
            Extra::Closed(_) => Ok(Undeclared::None),
            Extra::Silent => {
                let says_members = object.properties.iter().any(|property| !property.forbidden);
                if (says_members || arguments) && self.report.allows(Class::Narrower, Kind::ClosedObject) {
                    let why = "the object says nothing about other keys, and the dialect admits only declared ones";
                    self.report.add(&self.graph.sites, Class::Narrower, Kind::ClosedObject, None, site, why)?;
                    return Ok(Undeclared::Closed);
                }
                if says_members && !self.may_encode() {
                    // Says which change would be needed.
                    let why = "the object says nothing about other keys, and the dialect admits only declared ones";
                    self.report.add(&self.graph.sites, Class::Narrower, Kind::ClosedObject, None, site, why)?;
                }
                self.any_entries(node, site, ErrorCode::OpenObject).map(Undeclared::Entries)
            }
            Extra::Open => self.any_entries(node, site, ErrorCode::OpenObject).map(Undeclared::Entries),
            // The search for reasons stops at some depth: here it starts anew.
            Extra::Schema(value, _) if self.graph.never(value.node)?.is_some() => Ok(Undeclared::None),
            Extra::Schema(value, _) => {
                self.encodes_entries(site, ErrorCode::Map)?;
                let key = self.entry_key(node)?;
                let value = self.lower(value)?;
                Ok(Undeclared::Entries(Entries::of(key, value)))
            }
        }
    }

    /// `minProperties` and `maxProperties`: not sent where the answer counts other members than the document.
    fn member_counts(
        &mut self,
        node: &Node,
        declared: &[&Property],
        entries: bool,
        wire: &mut Wire,
    ) -> Result<(), Error> {
        if !entries {
            self.name_rules(node)?;
        }
        let required = declared.iter().filter(|property| property.required).count() as u64;
        let counts = [
            (Keyword::MinProperties, node.object.min, node.object.min.is_some_and(|min| min.value <= required)),
            (
                Keyword::MaxProperties,
                node.object.max,
                !entries && node.object.max.is_some_and(|max| max.value >= declared.len() as u64),
            ),
        ];
        for (keyword, count, implied) in counts {
            let Some(rule) = count else { continue };
            if implied {
                let why = "the declared members say as much";
                let kind = Kind::DroppedKeyword;
                self.report.add(&self.graph.sites, Class::Exact, kind, Some(rule.keyword), rule.site, why)?;
            } else if entries || self.dialect.optional == Optional::NullForAbsent || self.promote > 0 {
                let value = Datum::Number(rule.value.to_string());
                let why = "the answer has other members than the document";
                self.lose_as(rule.keyword, Kind::DroppedKeyword, rule.site, value, why, wire)?;
            } else {
                self.count(keyword, count, wire)?;
            }
        }
        Ok(())
    }
}
