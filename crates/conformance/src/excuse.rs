//! Which reported change a fault falls under.
//!
//! A fault is excused where the way of the validator to it passes the pointer and keyword of a reported change. For a
//! union that no branch satisfies, the dialect let the answer through some branch, so it is excused where all faults
//! of some branch are.

use crate::atlas::Atlas;
use crate::json::join;
use crate::judge::Fault;
use crate::subject::Change;

/// Kinds that take the whole schema below a place out of the dialect's hands.
const WHOLE: &[&str] = &["json-text", "json-value", "recursion"];

/// Keywords that one assertion is made of: a fault of one is a fault of the other.
const TOGETHER: &[&[&str]] = &[
    &["if", "then", "else"],
    &["contains", "minContains", "maxContains"],
    &["minimum", "exclusiveMinimum"],
    &["maximum", "exclusiveMaximum"],
    &["dependencies", "dependentRequired", "dependentSchemas"],
    &["contentEncoding", "contentMediaType", "contentSchema"],
];

/// The changes that a fault falls under; empty where it is not excused.
pub fn excuses<'c>(fault: &Fault, atlas: &Atlas<'_>, changes: &'c [Change]) -> Vec<&'c Change> {
    let passed = atlas.passed(&fault.path);
    let on_the_way = |pointer: &str| {
        passed.contains(pointer)
            || fault.schema.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut found: Vec<&Change> = changes.iter().filter(|change| covers(change, &on_the_way)).collect();
    if !fault.several {
        let branches = fault.branches.iter().map(|branch| all_excused(branch, atlas, changes));
        found.extend(branches.flatten().next().unwrap_or_default());
    }
    found
}

/// The changes that excuse every one of the faults; `None` where one is not excused.
pub fn all_excused<'c>(faults: &[Fault], atlas: &Atlas<'_>, changes: &'c [Change]) -> Option<Vec<&'c Change>> {
    let mut found = Vec::new();
    for fault in faults {
        let excuses = excuses(fault, atlas, changes);
        if excuses.is_empty() {
            return None;
        }
        found.extend(excuses);
    }
    (!faults.is_empty()).then_some(found)
}

fn covers(change: &Change, on_the_way: &dyn Fn(&str) -> bool) -> bool {
    change.places.iter().any(|at| {
        if WHOLE.contains(&change.kind.as_str()) && on_the_way(at) {
            return true;
        }
        // An encoding's own looseness has no keyword: it shows in `unmap`, not in the validator.
        change.keyword.as_ref().is_some_and(|keyword| spellings(keyword).any(|keyword| on_the_way(&join(at, keyword))))
    })
}

fn spellings(keyword: &str) -> impl Iterator<Item = &str> {
    let others = TOGETHER.iter().find(|group| group.contains(&keyword)).copied().unwrap_or_default();
    std::iter::once(keyword).chain(others.iter().copied())
}
