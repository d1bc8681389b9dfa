//! Names that a dialect takes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use isoform_json::Document;

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
/// the order given. A given name and any other differ in more than the `_` at their ends, so that there is room for
/// free keys beside them.
pub(crate) fn legal_all(names: Vec<Arc<str>>, rule: &NameRule) -> Vec<Arc<str>> {
    if names.iter().all(|name| rule.admits(name)) {
        return names;
    }
    let base = |name: &str| name.trim_end_matches('_').to_owned();
    let mut taken: HashSet<String> = names.iter().filter(|name| rule.admits(name)).map(|name| base(name)).collect();
    let mut wires = Vec::with_capacity(names.len());
    let mut endings: HashMap<String, usize> = HashMap::new();
    for name in names {
        if rule.admits(&name) {
            wires.push(name);
            continue;
        }
        let nearest = legal(&name, rule);
        let mut wire: Arc<str> = Arc::from(nearest.as_str());
        if !taken.insert(base(&wire)) {
            let next = endings.entry(nearest.clone()).or_insert(2);
            loop {
                let ending = format!("_{next}");
                let keep = rule.max.map_or(nearest.len(), |max| nearest.len().min(max.saturating_sub(ending.len())));
                wire = Arc::from(format!("{}{ending}", nearest.get(..keep).unwrap_or("")));
                *next += 1;
                if taken.insert(base(&wire)) {
                    break;
                }
            }
        }
        wires.push(wire);
    }
    wires
}

/// Whether a member is declared or required somewhere whose name is not legal; a yes is only a reason to look closer.
pub(crate) fn may_rename(document: &Document, rule: &NameRule) -> bool {
    let mut open = vec![document.root()];
    while let Some(value) = open.pop() {
        for (key, held) in value.members() {
            let illegal = match key {
                "properties" => held.members().any(|(name, _)| !rule.admits(name)),
                "required" => held.items().any(|name| name.as_str().is_some_and(|name| !rule.admits(name))),
                _ => false,
            };
            if illegal {
                return true;
            }
            open.push(held);
        }
        open.extend(value.items());
    }
    false
}

/// A name that is not taken.
pub(crate) fn free(wanted: &str, taken: impl Fn(&str) -> bool) -> Arc<str> {
    let mut name = Arc::from(wanted);
    let mut next = 2;
    while taken(&name) {
        name = Arc::from(format!("{wanted}_{next}"));
        next += 1;
    }
    name
}
