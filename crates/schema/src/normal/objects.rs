//! Elements of arrays and members of objects, put together from several places.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::graph::Graph;
use super::names::{Declared, Name, Names};
use super::node::{Atom, Count, Extra, Never, Node, PatternGroup, Property, Use};
use super::rules::{self, exclude, exclude_at};
use crate::error::{Error, ErrorCode, quoted};
use crate::read::local::{LocalArray, LocalObject};
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

/// Elements: position by position, then the rest.
pub(crate) fn arrays(graph: &mut Graph<'_>, parts: &rules::Parts, node: &mut Node) -> Result<(), Error> {
    if !node.types.has(TypeSet::ARRAY) {
        return Ok(());
    }
    let said: Vec<&LocalArray> = parts.iter().filter_map(|(_, _, local)| local.array.as_deref()).collect();
    let longest = said.iter().map(|array| array.prefix.len()).max().unwrap_or(0);
    for position in 0..longest {
        let places = said.iter().filter_map(|array| array.prefix.get(position).copied().or(array.rest));
        let seeds: Vec<Atom> = places.map(Atom::whole).collect();
        let Some(first) = seeds.first() else { continue };
        let place = first.site;
        let element = graph.conjunction(&seeds, place)?;
        if graph.never(element.node)?.is_some() {
            cap(graph, node, position as u64, place);
            break;
        }
        node.array.prefix.push(element);
    }
    let rests: Vec<Atom> = said.iter().filter_map(|array| array.rest).map(Atom::whole).collect();
    if let Some(first) = rests.first() {
        let place = first.site;
        let rest = graph.conjunction(&rests, place)?;
        if graph.never(rest.node)?.is_some() {
            let length = node.array.prefix.len() as u64;
            cap(graph, node, length, place);
            node.array.ended_by = Some(rest);
        } else if graph.draft.evaluates || !graph.node_is_any(rest.node)? {
            node.array.rest = Some(rest);
        }
    }
    if let (Some(min), Some(max)) = (node.array.min, node.array.max) {
        if min.value > max.value {
            exclude(node, TypeSet::ARRAY, "an array has to be longer than it may be");
        }
    }
    Ok(())
}

/// No element from this position on: what the schema `false` at `site` says.
fn cap(graph: &Graph<'_>, node: &mut Node, value: u64, site: SiteId) {
    let keyword = graph.sites.under(site).unwrap_or("items");
    let site = graph.sites.parent(site).unwrap_or(site);
    if node.array.max.is_none_or(|max| max.value > value) {
        node.array.max = Some(Count { value, keyword, site, given: None });
    }
}

/// Members: every declared or required name with all that applies to it, then the undeclared ones.
pub(crate) fn objects<'s>(graph: &mut Graph<'s>, parts: &rules::Parts, node: &mut Node) -> Result<(), Error> {
    if !node.types.has(TypeSet::OBJECT) {
        return Ok(());
    }
    let mut said: Vec<Said<'s>> = Vec::with_capacity(parts.len());
    for (site, _, local) in parts {
        if let Some(object) = local.object.as_deref() {
            said.push(Said::read(graph, *site, object));
        }
    }
    let closing = closing_residue(graph, parts, node)?;
    names(graph, &said, node)?;
    let single_names = single_names(graph, node)?;
    let listed: Option<HashSet<&str>> = single_names.as_ref().map(|names| names.iter().copied().collect());
    let said = Parts::new(said);
    let mut all = Names::default();
    for part in &said.all {
        all.declare(&part.properties);
    }
    for name in said.all.iter().flat_map(|part| &part.required) {
        all.add(name).required = true;
    }
    for name in single_names.iter().flatten() {
        all.add(name);
    }
    let all = all.into_list();
    let mut properties = Vec::with_capacity(all.len());
    let mut seeds = Vec::new();
    for name in all {
        seeds.clear();
        let property = member(graph, &said, listed.as_ref(), closing, node, name, &mut seeds)?;
        if property.forbidden && property.required {
            let deeper = match &property.value {
                // A conflict between parts belongs to the object; what fits nothing by itself lies deeper.
                Some(value) if property.alone => graph.never(value.node)?.map(|never| (never, value.place)),
                _ => None,
            };
            let why = match deeper {
                Some((never, place)) => Never { site: never.site.or(Some(place)), ..never },
                None => Never::here(format!("the member {} is required and must be absent", quoted(&property.name))),
            };
            exclude_at(node, TypeSet::OBJECT, why);
        }
        properties.push(property);
    }
    if !properties.is_empty() {
        node.object.properties = properties;
        node.object.index();
    }
    extras(graph, &said.all, single_names.is_some(), closing, node)?;
    if let (Some(min), Some(max)) = (node.object.min, node.object.max) {
        if min.value > max.value {
            exclude(node, TypeSet::OBJECT, "an object has to have more members than it may have");
        }
    }
    Ok(())
}

/// The object keywords of one place, ready to be asked about names.
struct Said<'s> {
    site: SiteId,
    properties: Declared<'s>,
    required: Vec<&'s str>,
    patterns: Vec<(&'s str, SiteId)>,
    additional: Option<SiteId>,
    names: Option<SiteId>,
}

impl<'s> Said<'s> {
    fn read(graph: &Graph<'s>, site: SiteId, object: &LocalObject) -> Said<'s> {
        let keyed = |places: &[SiteId]| -> Vec<(&'s str, SiteId)> {
            places.iter().map(|place| (graph.sites.key(*place).unwrap_or(""), *place)).collect()
        };
        Said {
            site,
            properties: Declared::new(keyed(&object.properties)),
            required: object.required.iter().filter_map(|name| graph.sites.value(*name).as_str()).collect(),
            patterns: keyed(&object.patterns),
            additional: object.additional,
            names: object.names,
        }
    }

    /// The places of this part that apply to a name, with the one that declares it.
    fn applying(
        &self,
        graph: &mut Graph<'_>,
        name: &str,
        declared: Option<SiteId>,
        seeds: &mut Vec<Atom>,
    ) -> Result<(), Error> {
        seeds.extend(declared.map(Atom::whole));
        let mut matched = declared.is_some();
        for (text, place) in &self.patterns {
            let Some(regex) = graph.pattern(*place) else {
                return Err(Error::new(
                    ErrorCode::UnsupportedKeyword,
                    graph.sites.pointer(*place),
                    format!(
                        "whether the pattern {} matches the declared name {} cannot be told: it uses what only a backtracking engine can run",
                        quoted(text),
                        quoted(name),
                    ),
                ));
            };
            if regex.is_match(name) {
                matched = true;
                seeds.push(Atom::whole(*place));
            }
        }
        if !matched {
            seeds.extend(self.additional.map(Atom::whole));
        }
        Ok(())
    }
}

/// Up to so many places each name is held against all of them.
const SHORT: usize = 12;

/// The object keywords of all places.
struct Parts<'s> {
    all: Vec<Said<'s>>,
    /// Where there are many: the ones that declare a name.
    declaring: HashMap<&'s str, Vec<usize>>,
    /// Where there are many: the ones that say something of names that they do not declare.
    broad: Vec<usize>,
}

impl<'s> Parts<'s> {
    fn new(all: Vec<Said<'s>>) -> Parts<'s> {
        let mut parts = Parts { all, declaring: HashMap::new(), broad: Vec::new() };
        if parts.all.len() > SHORT {
            for (number, part) in parts.all.iter().enumerate() {
                for name in part.properties.names() {
                    parts.declaring.entry(name).or_default().push(number);
                }
                if part.additional.is_some() || !part.patterns.is_empty() {
                    parts.broad.push(number);
                }
            }
        }
        parts
    }

    /// The places that may say something of a name, in their order.
    fn concerning(&self, name: &str) -> impl Iterator<Item = &Said<'s>> {
        let mut numbers: Vec<usize> = Vec::new();
        let many = self.all.len() > SHORT;
        if many {
            numbers.extend(self.declaring.get(name).into_iter().flatten().chain(&self.broad));
            numbers.sort_unstable();
            numbers.dedup();
        }
        let all = if many { &[][..] } else { &self.all };
        all.iter().chain(numbers.into_iter().filter_map(|number| self.all.get(number)))
    }
}

fn member(
    graph: &mut Graph<'_>,
    said: &Parts<'_>,
    listed: Option<&HashSet<&str>>,
    closing: Option<SiteId>,
    node: &Node,
    name: Name<'_>,
    seeds: &mut Vec<Atom>,
) -> Result<Property, Error> {
    let Name { text, declared: place, required } = name;
    let mut work = 0;
    for part in said.concerning(text) {
        let declared = if said.all.len() == 1 { place } else { part.properties.get(text) };
        part.applying(graph, text, declared, seeds)?;
        work += 1 + part.patterns.len();
    }
    if work > 1 || said.all.len() > 1 {
        graph.spend(work, node.site())?;
    }
    let declared = place.is_some();
    let unnamed = listed.is_some_and(|names| !names.contains(text));
    let unevaluated = closing.is_some() && !declared && seeds.is_empty();
    let place = place.or(seeds.first().map(|seed| seed.site)).or(node.site());
    let mut forbidden = unnamed || unevaluated;
    let mut value = None;
    if let (false, Some(place), false) = (seeds.is_empty(), place, forbidden) {
        let used = graph.conjunction(seeds, place)?;
        forbidden = graph.never(used.node)?.is_some();
        value = Some(used);
    }
    let alone = declared && seeds.len() == 1;
    Ok(Property { name: Arc::from(text), value, required, declared, alone, forbidden })
}

/// `propertyNames` of all places.
fn names(graph: &mut Graph<'_>, said: &[Said<'_>], node: &mut Node) -> Result<(), Error> {
    let places: Vec<SiteId> = said.iter().filter_map(|part| part.names).collect();
    let Some(first) = places.first().copied() else { return Ok(()) };
    let seeds: Vec<Atom> = places.iter().copied().map(Atom::whole).collect();
    let used = graph.conjunction(&seeds, first)?;
    if !graph.may_build() {
        node.object.names = Some((used, first));
        return Ok(());
    }
    let names = graph.node(used.node)?;
    let any_text = names.types.has(TypeSet::STRING)
        && names.values.is_none()
        && names.unions.is_empty()
        && names.residue.is_empty()
        && !names.ruled().has(TypeSet::STRING)
        && names.never.is_none();
    if !any_text {
        node.object.names = Some((used, first));
    }
    Ok(())
}

/// The names themselves, where `propertyNames` lists them.
fn single_names<'s>(graph: &mut Graph<'s>, node: &mut Node) -> Result<Option<Vec<&'s str>>, Error> {
    let Some((used, _)) = &node.object.names else { return Ok(None) };
    if !graph.may_build() {
        return Ok(None);
    }
    let names = graph.node(used.node)?;
    if names.never.is_some() || !names.types.has(TypeSet::STRING) {
        return Ok(Some(Vec::new()));
    }
    let Some(values) = &names.values else { return Ok(None) };
    if !names.residue.is_empty()
        || !names.unions.is_empty()
        || !names.string.patterns.is_empty()
        || !names.string.formats.is_empty()
    {
        return Ok(None);
    }
    let list = values.list.iter().filter_map(|value| graph.sites.value(*value).as_str()).collect();
    node.object.names = None;
    Ok(Some(list))
}

/// What undeclared keys hold.
fn extras(
    graph: &mut Graph<'_>,
    said: &[Said<'_>],
    listed: bool,
    closing: Option<SiteId>,
    node: &mut Node,
) -> Result<(), Error> {
    let close = if listed { said.first().map(|part| part.site) } else { closing };
    if let Some(site) = close {
        node.object.extra = Extra::Closed(site);
        return Ok(());
    }
    if said.iter().any(|part| !part.patterns.is_empty()) {
        for part in said {
            if part.patterns.is_empty() && part.additional.is_none() {
                continue;
            }
            let mut patterns = Vec::new();
            for (text, place) in &part.patterns {
                patterns.push((Arc::from(*text), graph.single(*place)?));
            }
            let otherwise = extra(graph, part.additional)?;
            node.object.patterns.push(PatternGroup { site: part.site, patterns, otherwise });
        }
        // One place with patterns and nothing but closed or silent places beside it is the common case.
        if let [group] = node.object.patterns.as_slice() {
            node.object.extra = group.otherwise.clone();
        }
        return Ok(());
    }
    let mut seeds: Vec<Atom> = Vec::new();
    let mut open = None;
    for part in said {
        if let Some(site) = part.additional {
            if graph.local(site)?.boolean == Some(true) {
                open = open.or(Some(site));
            }
            seeds.push(Atom::whole(site));
        }
    }
    let Some(first) = seeds.first().copied() else { return Ok(()) };
    let used = graph.conjunction(&seeds, first.site)?;
    node.object.extra = classify(graph, used, first.site)?;
    Ok(())
}

fn extra(graph: &mut Graph<'_>, additional: Option<SiteId>) -> Result<Extra, Error> {
    match additional {
        None => Ok(Extra::Silent),
        Some(site) => {
            let used = graph.single(site)?;
            classify(graph, used, site)
        }
    }
}

fn classify(graph: &mut Graph<'_>, used: Use, site: SiteId) -> Result<Extra, Error> {
    Ok(if graph.never(used.node)?.is_some() {
        Extra::Closed(site)
    } else if graph.node_is_any(used.node)? {
        Extra::Open
    } else {
        Extra::Schema(used, site)
    })
}

/// `unevaluatedProperties: false` whose meaning is plain: everything that evaluates members belongs to its own place, and
/// nothing of it depends on the document. It closes the object, and leaves the residue.
fn closing_residue(graph: &mut Graph<'_>, parts: &rules::Parts, node: &mut Node) -> Result<Option<SiteId>, Error> {
    let Some(position) = node.residue.iter().position(|rule| rule.keyword == "unevaluatedProperties") else {
        return Ok(None);
    };
    let rule = node.residue[position];
    if graph.sites.value(rule.value).as_bool() != Some(false)
        || parts.first().is_none_or(|(site, ..)| *site != rule.site)
    {
        return Ok(None);
    }
    let plain = parts.iter().all(|(_, _, local)| {
        local.any_of.is_empty()
            && local.one_of.is_empty()
            && local.object.as_ref().is_none_or(|object| object.additional.is_none() && object.patterns.is_empty())
            && local.residue.iter().all(|(keyword, _)| {
                matches!(*keyword, "not" | "dependentRequired" | "unevaluatedItems" | "contains")
                    || *keyword == "unevaluatedProperties"
            })
    });
    let alone = node.residue.iter().filter(|rule| rule.keyword == "unevaluatedProperties").count() == 1;
    if !plain || !alone {
        return Ok(None);
    }
    let own = graph.single(rule.site)?;
    let own = graph.atoms(own.node);
    if !parts.iter().all(|(site, ..)| own.iter().any(|atom| atom.site == *site)) {
        // What stands beside its place evaluates nothing for it.
        return Ok(None);
    }
    node.residue.remove(position);
    Ok(Some(rule.site))
}
