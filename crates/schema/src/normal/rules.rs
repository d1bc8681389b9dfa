//! Putting the keywords of several places together into one node.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use isoform_json::Decimal;

use super::graph::{Built, Graph};
use super::node::{Atom, Count, Never, Node, NodeId, Rule, Values};
use super::seen::Seen;
use super::{objects, unions};
use crate::error::Error;
use crate::read::local::Local;
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

/// How many multiples are compared each with each. Where there are more, all of them stay.
const COMPARED: usize = 64;

/// The places of a node with what each says.
pub(crate) type Parts = [(SiteId, u8, Rc<Local>)];

/// Builds a node from its places.
pub(crate) fn build(graph: &mut Graph<'_>, id: NodeId) -> Result<Built, Error> {
    let atoms = graph.atoms(id);
    if let [atom] = *atoms {
        let part = (atom.site, atom.without, graph.local(atom.site)?);
        return build_from(graph, atoms, &[part]);
    }
    let mut parts = Vec::with_capacity(atoms.len());
    for atom in atoms.iter() {
        parts.push((atom.site, atom.without, graph.local(atom.site)?));
    }
    build_from(graph, atoms, &parts)
}

fn build_from(graph: &mut Graph<'_>, atoms: Rc<[Atom]>, parts: &Parts) -> Result<Built, Error> {
    let mut node = Node::of(atoms);
    for (_, _, local) in parts {
        if local.boolean == Some(false) {
            node.types = TypeSet::NONE;
            node.never = Some(Never::here("the schema is false"));
        }
        if let Some(types) = local.types {
            let both = node.types & types;
            if both.is_empty() && node.never.is_none() {
                node.never = Some(Never::here(format!("no value is of type {} and of type {}", node.types, types)));
            }
            node.types = both;
            node.named = true;
        }
    }
    values(graph, parts, &mut node);
    if node.never.is_some() {
        return Ok(Built::Node(Rc::new(node)));
    }
    for (site, _, local) in parts {
        scalars(graph, *site, local, &mut node);
        node.residue.extend(local.residue.iter().map(|(keyword, value)| Rule { keyword, value: *value, site: *site }));
    }
    settle_numbers(graph, &mut node);
    settle_lengths(&mut node);
    objects::arrays(graph, parts, &mut node)?;
    objects::objects(graph, parts, &mut node)?;
    node.base = node.types;
    node.base_named = node.named;
    if let Some(forward) = unions::unions(graph, parts, &mut node)? {
        return Ok(Built::Same(forward));
    }
    sift(graph, &mut node);
    if node.types.is_empty() && node.never.is_none() {
        node.never = Some(Never::here("no type is left"));
    }
    Ok(Built::Node(Rc::new(node)))
}

/// `enum` and `const` of all places, intersected, without members of other types.
fn values(graph: &mut Graph<'_>, parts: &Parts, node: &mut Node) {
    let mut lists: Vec<(SiteId, Cow<'_, [Val]>, bool)> = Vec::new();
    for (site, _, local) in parts {
        lists.extend(local.values.as_ref().map(|list| (*site, Cow::Borrowed(list.as_slice()), false)));
        lists.extend(local.constant.map(|value| (*site, Cow::Owned(vec![value]), true)));
    }
    let said = lists.len();
    if let Some((first, others)) = lists.split_first() {
        let (site, list, constant) = first;
        node.values = Some(match others.iter().min_by_key(|(_, other, _)| other.len()) {
            None => Values { list: distinct(graph, list), constant: *constant, site: *site },
            Some((_, least, _)) => {
                let mut list = graph.common(*site, list, least);
                for (_, other, _) in others {
                    list = common(graph, &list, other);
                }
                Values { list, constant: false, site: *site }
            }
        });
    }
    let Some(values) = &mut node.values else { return };
    node.named = true;
    let types = node.types;
    values.list.retain(|value| TypeSet::of(graph.sites.value(*value)).is_within(types));
    if values.list.is_empty() {
        node.never = Some(Never::here(if said > 1 {
            "no value is in every enum that applies here"
        } else {
            "no member of the enum is of an admitted type"
        }));
    }
    let held = values.list.iter().fold(TypeSet::NONE, |types, value| types | TypeSet::of(graph.sites.value(*value)));
    // A number's enum keeps the name number: 1 and 2.5 together are numbers, 1 and 2 under number stay under number.
    let numbers = if types.has(TypeSet::FRACTION) && held.has(TypeSet::NUMBER) && declared(parts, TypeSet::FRACTION) {
        TypeSet::NUMBER
    } else {
        TypeSet::NONE
    };
    node.types = node.types & (held | numbers);
    if types != TypeSet::ALL && values.list.len() == 2 && node.types == TypeSet::BOOLEAN {
        node.values = None;
    }
}

fn declared(parts: &Parts, types: TypeSet) -> bool {
    parts.iter().any(|(_, _, local)| local.types.is_some_and(|named| named.has(types)))
}

/// The values without repetitions.
fn distinct(graph: &Graph<'_>, list: &[Val]) -> Vec<Val> {
    if let [only] = list {
        return vec![*only];
    }
    let mut seen = Seen::default();
    list.iter().copied().filter(|value| seen.insert(graph, *value)).collect()
}

fn common(graph: &Graph<'_>, left: &[Val], right: &[Val]) -> Vec<Val> {
    let seen = Seen::all(graph, right);
    left.iter().copied().filter(|value| seen.has(graph, *value)).collect()
}

fn scalars(graph: &Graph<'_>, site: SiteId, local: &Local, node: &mut Node) {
    for (keyword, value) in &local.scalars {
        let rule = Rule { keyword, value: *value, site };
        let shadowed = match *keyword {
            "minimum" | "exclusiveMinimum" => tighten(graph, &mut node.number.min, rule, Ordering::Greater),
            "maximum" | "exclusiveMaximum" => tighten(graph, &mut node.number.max, rule, Ordering::Less),
            "multipleOf" => {
                node.number.multiples.push(rule);
                None
            }
            "minLength" => tighten_count(graph, &mut node.string.min, rule, Ordering::Greater),
            "maxLength" => tighten_count(graph, &mut node.string.max, rule, Ordering::Less),
            "pattern" => push_text(graph, &mut node.string.patterns, rule),
            "format" => push_text(graph, &mut node.string.formats, rule),
            "minItems" => tighten_count(graph, &mut node.array.min, rule, Ordering::Greater),
            "maxItems" => tighten_count(graph, &mut node.array.max, rule, Ordering::Less),
            "uniqueItems" if node.array.unique.is_some() => Some(rule),
            "uniqueItems" => {
                node.array.unique = Some(rule);
                None
            }
            "minProperties" => tighten_count(graph, &mut node.object.min, rule, Ordering::Greater),
            "maxProperties" => tighten_count(graph, &mut node.object.max, rule, Ordering::Less),
            _ => None,
        };
        node.shadowed.extend(shadowed);
    }
}

/// The same text twice is one rule. Each of these gives back the rule that another one implies.
fn push_text(graph: &Graph<'_>, rules: &mut Vec<Rule>, rule: Rule) -> Option<Rule> {
    let text = graph.sites.value(rule.value).as_str();
    if rules.iter().any(|known| graph.sites.value(known.value).as_str() == text) {
        return Some(rule);
    }
    rules.push(rule);
    None
}

fn is_exclusive(rule: &Rule) -> bool {
    rule.keyword.starts_with("exclusive")
}

fn tighten(graph: &Graph<'_>, slot: &mut Option<Rule>, rule: Rule, tighter: Ordering) -> Option<Rule> {
    let Some(known) = *slot else {
        *slot = Some(rule);
        return None;
    };
    let order = decimal(graph, rule.value).cmp(&decimal(graph, known.value));
    if order == tighter || order == Ordering::Equal && is_exclusive(&rule) && !is_exclusive(&known) {
        *slot = Some(rule);
        Some(known)
    } else {
        Some(rule)
    }
}

pub(crate) fn decimal(graph: &Graph<'_>, value: Val) -> Decimal {
    graph.sites.value(value).as_number().map_or_else(|| Decimal::from(0_u64), |number| number.decimal())
}

/// A count as a number; what does not fit is more than anybody can reach.
fn count(graph: &Graph<'_>, value: Val) -> u64 {
    decimal(graph, value).as_u64().unwrap_or(u64::MAX)
}

fn tighten_count(graph: &Graph<'_>, slot: &mut Option<Count>, rule: Rule, tighter: Ordering) -> Option<Rule> {
    let count =
        Count { value: count(graph, rule.value), keyword: rule.keyword, site: rule.site, given: Some(rule.value) };
    let Some(known) = *slot else {
        *slot = Some(count);
        return None;
    };
    if count.value.cmp(&known.value) == tighter {
        *slot = Some(count);
        known.given.map(|value| Rule { keyword: known.keyword, value, site: known.site })
    } else {
        Some(rule)
    }
}

/// Empty ranges admit no number.
fn settle_numbers(graph: &Graph<'_>, node: &mut Node) {
    if let (Some(min), Some(max)) = (&node.number.min, &node.number.max) {
        let order = decimal(graph, min.value).cmp(&decimal(graph, max.value));
        if order == Ordering::Greater || order == Ordering::Equal && (is_exclusive(min) || is_exclusive(max)) {
            exclude(node, TypeSet::NUMBER, "the smallest number is greater than the greatest");
        }
    }
    if (2..=COMPARED).contains(&node.number.multiples.len()) {
        // A multiple of one that is itself a multiple of another says both.
        let all = std::mem::take(&mut node.number.multiples);
        let steps: Vec<Decimal> = all.iter().map(|rule| decimal(graph, rule.value)).collect();
        for (index, (rule, step)) in all.iter().zip(&steps).enumerate() {
            let implied = steps.iter().enumerate().any(|(other, finer)| {
                other != index && finer.is_multiple_of(step) == Some(true) && (finer != step || other < index)
            });
            if implied {
                node.shadowed.push(*rule);
            } else {
                node.number.multiples.push(*rule);
            }
        }
    }
}

fn settle_lengths(node: &mut Node) {
    let crossed = |min: &Option<Count>, max: &Option<Count>| match (min, max) {
        (Some(min), Some(max)) => min.value > max.value,
        _ => false,
    };
    if crossed(&node.string.min, &node.string.max) {
        exclude(node, TypeSet::STRING, "the least length is more than the greatest");
    }
}

/// Takes types out, remembering why where nothing is left.
pub(crate) fn exclude(node: &mut Node, types: TypeSet, why: &'static str) {
    exclude_at(node, types, Never::here(why));
}

/// Takes types out for a reason that lies elsewhere.
pub(crate) fn exclude_at(node: &mut Node, types: TypeSet, why: Never) {
    let left = node.types.without(types);
    if left.is_empty() && node.never.is_none() {
        node.never = Some(why);
    }
    node.types = left;
}

/// Checks the members of an enum against the rules that need no engine, and drops the rules they all keep.
fn sift(graph: &Graph<'_>, node: &mut Node) {
    let Some(mut values) = node.values.take() else { return };
    let keeps = |value: &Val| {
        let view = graph.sites.value(*value);
        let bounded = node.number.min.is_some() || node.number.max.is_some();
        if let (Some(number), true) = (view.as_number(), bounded) {
            let number = number.decimal();
            let above = node.number.min.as_ref().is_none_or(|min| match number.cmp(&decimal(graph, min.value)) {
                Ordering::Greater => true,
                Ordering::Equal => !is_exclusive(min),
                Ordering::Less => false,
            });
            let below = node.number.max.as_ref().is_none_or(|max| match number.cmp(&decimal(graph, max.value)) {
                Ordering::Less => true,
                Ordering::Equal => !is_exclusive(max),
                Ordering::Greater => false,
            });
            return above && below;
        }
        if let Some(text) = view.as_str() {
            let length = text.chars().count() as u64;
            return node.string.min.is_none_or(|min| length >= min.value)
                && node.string.max.is_none_or(|max| length <= max.value);
        }
        true
    };
    values.list.retain(keeps);
    if let Some(number) = node.number.written() {
        (number.min, number.max) = (None, None);
    }
    if let Some(string) = node.string.written() {
        (string.min, string.max) = (None, None);
    }
    let held = values.list.iter().fold(TypeSet::NONE, |types, value| types | TypeSet::of(graph.sites.value(*value)));
    node.types = node.types & (held | if held.has(TypeSet::NUMBER) { TypeSet::NUMBER } else { TypeSet::NONE });
    if values.list.is_empty() && node.never.is_none() {
        node.never = Some(Never::here("no member of the enum keeps the other rules"));
    }
    node.values = Some(values);
}
