//! Whether two nodes can have a document in common. Yes is a promise; everything else counts as perhaps.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use super::graph::Graph;
use super::node::{Extra, Node, NodeId, Property, Rule};
use super::rules::decimal;
use super::seen::Seen;
use crate::error::Error;
use crate::read::types::TypeSet;

/// How many levels of members are compared.
const DEPTH: usize = 4;
/// How many required members are tried as a tag.
const TAGS: usize = 8;

/// Whether surely no document fits both nodes.
pub(crate) fn disjoint(graph: &mut Graph<'_>, left: NodeId, right: NodeId) -> Result<bool, Error> {
    compare(graph, left, right, DEPTH)
}

/// The member that tells objects apart by its name and value alone: all require it, each with strings of its own.
pub(crate) fn tag(graph: &mut Graph<'_>, nodes: &[NodeId]) -> Result<Option<Arc<str>>, Error> {
    let Some(first) = nodes.first() else { return Ok(None) };
    let first = graph.node(*first)?;
    for property in first.object.properties.iter().filter(|property| property.required).take(TAGS) {
        if is_tag(graph, nodes, &property.name)? {
            return Ok(Some(property.name.clone()));
        }
    }
    Ok(None)
}

fn is_tag<'s>(graph: &mut Graph<'s>, nodes: &[NodeId], name: &str) -> Result<bool, Error> {
    let mut seen: HashSet<&'s str> = HashSet::new();
    for node in nodes {
        let node = graph.node(*node)?;
        let value =
            node.property(name).filter(|property| property.required).and_then(|property| property.value.clone());
        let Some(value) = value.filter(|_| node.types == TypeSet::OBJECT) else { return Ok(false) };
        let value = graph.node(value.node)?;
        let Some(values) = &value.values else { return Ok(false) };
        for value in &values.list {
            match graph.sites.value(*value).as_str() {
                Some(text) if !text.is_empty() && seen.insert(text) => {}
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}

fn compare(graph: &mut Graph<'_>, left: NodeId, right: NodeId, depth: usize) -> Result<bool, Error> {
    if left == right || depth == 0 || !graph.may_search() {
        return Ok(false);
    }
    let (a, b) = (graph.node(left)?, graph.node(right)?);
    if a.never.is_some() || b.never.is_some() {
        return Ok(true);
    }
    let shared = a.types & b.types;
    if shared.is_empty() {
        return Ok(true);
    }
    if let (Some(of_a), Some(of_b)) = (&a.values, &b.values) {
        let seen = Seen::all(graph, &of_a.list);
        if !of_b.list.iter().any(|value| seen.has(graph, *value)) {
            return Ok(true);
        }
    }
    let mut apart = true;
    for part in shared.parts() {
        let here = match part {
            TypeSet::OBJECT => objects(graph, &a, &b, depth)?,
            TypeSet::ARRAY => {
                lengths(&a, &b, |node| (node.array.min.map(|c| c.value), node.array.max.map(|c| c.value)))
            }
            TypeSet::STRING => {
                lengths(&a, &b, |node| (node.string.min.map(|c| c.value), node.string.max.map(|c| c.value)))
            }
            part if part.is_within(TypeSet::NUMBER) => numbers(graph, &a, &b),
            _ => false,
        };
        if !here {
            apart = false;
            break;
        }
    }
    if apart {
        return Ok(true);
    }
    for (split, other) in [(&a, right), (&b, left)] {
        for union in &split.unions {
            let mut all = true;
            for branch in &union.branches {
                if !compare(graph, branch.node, other, depth - 1)? {
                    all = false;
                    break;
                }
            }
            if all {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn lengths(a: &Node, b: &Node, of: impl Fn(&Node) -> (Option<u64>, Option<u64>)) -> bool {
    let above = |low: Option<u64>, high: Option<u64>| matches!((low, high), (Some(low), Some(high)) if low > high);
    let (of_a, of_b) = (of(a), of(b));
    above(of_a.0, of_b.1) || above(of_b.0, of_a.1)
}

fn numbers(graph: &Graph<'_>, a: &Node, b: &Node) -> bool {
    let above = |low: &Option<Rule>, high: &Option<Rule>| {
        let (Some(low), Some(high)) = (low, high) else { return false };
        match decimal(graph, low.value).cmp(&decimal(graph, high.value)) {
            Ordering::Greater => true,
            Ordering::Equal => low.keyword.starts_with("exclusive") || high.keyword.starts_with("exclusive"),
            Ordering::Less => false,
        }
    };
    above(&a.number.min, &b.number.max) || above(&b.number.min, &a.number.max)
}

/// Whether surely no object fits both a node that is being built and another one.
pub(crate) fn objects_beside(graph: &mut Graph<'_>, base: &Node, other: &Node) -> Result<bool, Error> {
    objects(graph, base, other, DEPTH)
}

fn objects(graph: &mut Graph<'_>, a: &Node, b: &Node, depth: usize) -> Result<bool, Error> {
    for (one, other) in [(a, b), (b, a)] {
        for property in one.object.properties.iter().filter(|property| property.required) {
            match other.property(&property.name) {
                None if forbids_undeclared(other) => return Ok(true),
                None => {
                    if let (Some(value), Extra::Schema(extra, _)) = (&property.value, &other.object.extra) {
                        if other.object.patterns.is_empty() && compare(graph, value.node, extra.node, depth - 1)? {
                            return Ok(true);
                        }
                    }
                }
                Some(theirs) if theirs.forbidden => return Ok(true),
                Some(theirs) if members(graph, property, theirs, depth)? => return Ok(true),
                Some(_) => {}
            }
        }
    }
    Ok(false)
}

/// Whether a node admits no key that it does not declare.
pub(crate) fn forbids_undeclared(node: &Node) -> bool {
    matches!(node.object.extra, Extra::Closed(_)) && node.object.patterns.is_empty()
}

fn members(graph: &mut Graph<'_>, one: &Property, other: &Property, depth: usize) -> Result<bool, Error> {
    match (&one.value, &other.value) {
        (Some(one), Some(other)) => compare(graph, one.node, other.node, depth - 1),
        _ => Ok(false),
    }
}
