//! Documents near others: one step away, at one place.

use super::Generator;
use crate::json::{Json, split};

/// A document one step away from this one.
pub fn mutate(document: &Json, generator: &mut Generator<'_>) -> Json {
    let mut changed = document.clone();
    let pointers = document.pointers();
    let Some(place) = generator.rng.pick(&pointers).cloned() else { return changed };
    let choice = generator.rng.below(10);
    let fresh = generator.any(2);
    let name = generator.free_name();
    let nudged = document.at(&place).map(|value| generator.nudge(value));
    let pick = generator.rng.below(1000);
    let Some(value) = changed.at_mut(&place) else { return changed };
    match (choice, &mut *value) {
        (0 | 1, Json::Object(members)) if !members.is_empty() => {
            members.remove(pick % members.len());
        }
        (2, Json::Object(members)) if !members.iter().any(|(known, _)| *known == name) => members.push((name, fresh)),
        (3, Json::Object(members)) if !members.is_empty() => {
            let index = pick % members.len();
            if let Some((_, value)) = members.get_mut(index) {
                *value = Json::Null;
            }
        }
        (0 | 1, Json::Array(items)) if !items.is_empty() => {
            items.remove(pick % items.len());
        }
        (2 | 3, Json::Array(items)) if !items.is_empty() => {
            let again = items.get(pick % items.len()).cloned();
            items.extend(again);
        }
        (4, Json::Array(items)) => items.push(fresh),
        (5, slot) => *slot = Json::Null,
        (6, slot) => *slot = Json::Array(vec![slot.clone()]),
        (7, slot) => *slot = Json::String(slot.to_string()),
        (8, slot) => *slot = nudged.unwrap_or(Json::Null),
        (_, slot) => *slot = fresh,
    }
    changed
}

/// What is done at every place of an answer that encodings use: lists with an element twice, texts that are no JSON
/// or JSON of another kind, and members left out.
pub fn everywhere(answer: &Json, most: usize) -> Vec<Json> {
    let mut found = Vec::new();
    for place in answer.pointers() {
        if found.len() >= most {
            break;
        }
        let mut with = |change: &dyn Fn(&mut Json)| {
            let mut changed = answer.clone();
            if let Some(value) = changed.at_mut(&place) {
                change(value);
                found.push(changed);
            }
        };
        match answer.at(&place) {
            Some(Json::Array(items)) if !items.is_empty() => {
                with(&|value| {
                    if let Json::Array(items) = value {
                        items.extend(items.first().cloned());
                    }
                });
                with(&|value| {
                    if let Json::Array(items) = value {
                        items.clear();
                    }
                });
            }
            Some(Json::String(_)) => {
                for text in ["", "{", "null", "[]", "{\"a\":1}", "1", "\"a\""] {
                    with(&|value| *value = Json::text(text));
                }
            }
            _ => {}
        }
        if split(&place).is_some_and(|(parent, _)| matches!(answer.at(parent), Some(Json::Object(_)))) {
            with(&|value| *value = Json::Null);
        }
    }
    found
}

/// Smaller documents, for finding the least one that still shows something.
pub fn smaller(document: &Json) -> Vec<Json> {
    let mut found = Vec::new();
    let mut pointers = document.pointers();
    pointers.sort_by_key(|pointer| pointer.matches('/').count());
    for place in pointers {
        let Some(value) = document.at(&place) else { continue };
        let mut with = |change: &dyn Fn(&mut Json)| {
            let mut changed = document.clone();
            if let Some(value) = changed.at_mut(&place) {
                change(value);
                found.push(changed);
            }
        };
        // The largest cuts first.
        match value {
            Json::Object(members) if members.len() > 1 => with(&|value| *value = Json::Object(Vec::new())),
            Json::Array(items) if items.len() > 1 => with(&|value| *value = Json::Array(Vec::new())),
            _ => {}
        }
        match value {
            Json::Object(members) => {
                for index in 0..members.len() {
                    with(&|value| {
                        if let Json::Object(members) = value {
                            members.remove(index);
                        }
                    });
                }
            }
            Json::Array(items) => {
                for index in 0..items.len() {
                    with(&|value| {
                        if let Json::Array(items) = value {
                            items.remove(index);
                        }
                    });
                }
            }
            Json::String(text) if text.chars().count() > 1 => {
                with(&|value| *value = Json::text("a"));
                with(&|value| *value = Json::text(text.chars().take(text.chars().count() / 2).collect::<String>()));
            }
            Json::Number(text) if text != "0" && text != "1" => {
                with(&|value| *value = Json::int(0));
                with(&|value| *value = Json::int(1));
            }
            _ => {}
        }
        if !place.is_empty() && matches!(value, Json::Object(_) | Json::Array(_)) {
            with(&|value| *value = Json::Null);
        }
    }
    found
}
