//! Names that a dialect takes.

use std::collections::HashSet;
use std::rc::Rc;

use crate::dialect::NameRule;

/// The nearest legal name: other characters become `_`, a first character that may not stand first gets `_` before it,
/// and what is too long is cut.
pub(crate) fn legal(name: &str, rule: &NameRule) -> String {
    if rule.admits(name) {
        return name.to_owned();
    }
    let Some(extra) = rule.extra else { return name.to_owned() };
    let mut legal: String = name
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() || extra.contains(char) { char } else { '_' })
        .collect();
    let starts = legal.chars().next().is_some_and(|char| char.is_ascii_alphabetic() || char == '_');
    if legal.is_empty() || rule.starts_with_letter && !starts {
        legal.insert(0, '_');
    }
    if let Some(max) = rule.max {
        legal.truncate(max);
    }
    legal
}

/// Legal names for all names of an object: those that are legal keep theirs, the others get the nearest free one, in
/// the order given.
pub(crate) fn legal_all(names: &[Rc<str>], rule: &NameRule) -> Vec<Rc<str>> {
    if names.iter().all(|name| rule.admits(name)) {
        return names.to_vec();
    }
    let mut taken: HashSet<Rc<str>> = names.iter().filter(|name| rule.admits(name)).cloned().collect();
    let mut wires = Vec::with_capacity(names.len());
    for name in names {
        if rule.admits(name) {
            wires.push(name.clone());
            continue;
        }
        let nearest = legal(name, rule);
        let mut wire: Rc<str> = Rc::from(nearest.as_str());
        let mut next = 2;
        while taken.contains(&wire) {
            let ending = format!("_{next}");
            let keep = rule.max.map_or(nearest.len(), |max| nearest.len().min(max.saturating_sub(ending.len())));
            wire = Rc::from(format!("{}{ending}", nearest.get(..keep).unwrap_or("")));
            next += 1;
        }
        taken.insert(wire.clone());
        wires.push(wire);
    }
    wires
}

/// A name that none of the given ones is.
pub(crate) fn free(wanted: &str, taken: &[Rc<str>]) -> String {
    let mut name = wanted.to_owned();
    let mut next = 2;
    while taken.iter().any(|known| **known == *name) {
        name = format!("{wanted}_{next}");
        next += 1;
    }
    name
}
