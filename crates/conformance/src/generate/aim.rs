//! Documents aimed at what a report names: for each change, those that must show it.

use super::{Facets, Generator, number, pattern, text};
use crate::json::Json;
use crate::subject::Change;

/// A place of the schema and what to do there.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Pointer of a schema.
    pub place: String,
    /// What to do.
    pub goal: Goal,
}

/// What to do at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Only get there.
    Reach,
    /// Add a key that is not declared.
    ExtraKey,
    /// Write null.
    Null,
    /// Leave the member out.
    Absent,
    /// Write an object inside of what is there.
    Nest,
    /// Write a value of another type.
    OtherType,
    /// Break a keyword.
    Violate(String),
}

impl Aim {
    /// The keyword that the walk must not obey at the place.
    pub(super) fn blind(&self) -> Option<String> {
        match &self.goal {
            Goal::Violate(keyword) => Some(keyword.clone()),
            _ => None,
        }
    }
}

/// The aims of one reported change.
pub fn aims(change: &Change) -> Vec<Aim> {
    let mut found = Vec::new();
    for place in &change.places {
        let mut goals = vec![Goal::Reach];
        match change.kind.as_str() {
            "closed-object" | "entries" => goals.push(Goal::ExtraKey),
            "unique-keys" => goals.extend([Goal::ExtraKey, Goal::Nest]),
            "absent-or-null" | "null-for-absent" => goals.extend([Goal::Absent, Goal::Null]),
            "implied-type" => goals.push(Goal::OtherType),
            "json-text" | "json-value" | "recursion" | "tuple-object" | "tagged-branch" => {
                goals.extend([Goal::OtherType, Goal::ExtraKey, Goal::Nest]);
            }
            _ => {}
        }
        if let Some(keyword) = &change.keyword {
            goals.push(Goal::Violate(keyword.clone()));
        }
        if change.class == "wider" && change.keyword.is_none() {
            goals.push(Goal::OtherType);
        }
        found.extend(goals.into_iter().map(|goal| Aim { place: place.clone(), goal }));
    }
    found
}

impl<'s> Generator<'s> {
    /// Whether an aim says that the member with these schemas is absent.
    pub(super) fn left_out(&self, starts: &[String]) -> bool {
        self.aim.as_ref().is_some_and(|aim| aim.goal == Goal::Absent && starts.contains(&aim.place))
    }

    /// Whether an aim needs the member of a name: what a keyword about dependent members hangs on.
    pub(super) fn triggers(&self, facets: &Facets<'s>, name: &str) -> bool {
        let Some(Aim { place, goal: Goal::Violate(keyword) }) = &self.aim else { return false };
        let of_dependents = matches!(keyword.as_str(), "dependentRequired" | "dependentSchemas" | "dependencies");
        of_dependents
            && facets.schemas.iter().any(|facet| {
                facet.pointer == *place && facet.schema.get(keyword).is_some_and(|map| map.get(name).is_some())
            })
    }

    /// Whether an aim needs an element in the array with these facets.
    pub(super) fn needs_element(&self, facets: &Facets<'s>) -> bool {
        const LISTS: &[&str] = &["maxItems", "uniqueItems", "items", "additionalItems", "contains", "unevaluatedItems"];
        self.aim.as_ref().is_some_and(|aim| {
            matches!(&aim.goal, Goal::Violate(keyword) if LISTS.contains(&keyword.as_str()))
                && facets.schemas.iter().any(|facet| facet.pointer == aim.place)
        })
    }

    pub(super) fn pursue(&mut self, goal: &Goal, facets: &Facets<'s>, plain: Json) -> Json {
        match goal {
            Goal::Reach | Goal::Absent => plain,
            Goal::Null => Json::Null,
            Goal::OtherType => self.any(1),
            Goal::Nest => {
                let name = self.free_name();
                let inner = Json::Object(vec![(name.clone(), self.any(2))]);
                match plain {
                    Json::Array(mut items) => {
                        items.push(inner);
                        Json::Array(items)
                    }
                    Json::Object(mut members) => {
                        members.retain(|(known, _)| *known != name);
                        members.push((name, inner));
                        Json::Object(members)
                    }
                    _ => Json::Array(vec![inner]),
                }
            }
            Goal::ExtraKey => match plain {
                Json::Object(mut members) => {
                    let name = self.free_name();
                    if !members.iter().any(|(known, _)| *known == name) {
                        members.push((name, self.any(2)));
                    }
                    Json::Object(members)
                }
                _ => {
                    let name = self.free_name();
                    Json::Object(vec![(name, self.any(2))])
                }
            },
            Goal::Violate(keyword) => {
                let said = facets.schemas.iter().find(|facet| facet.blind.as_deref() == Some(keyword));
                let said = said.and_then(|facet| facet.schema.get(keyword)).cloned();
                self.violate(keyword, said.as_ref(), plain)
            }
        }
    }

    /// A value that breaks a keyword, made of one that was made without it.
    fn violate(&mut self, keyword: &str, said: Option<&Json>, plain: Json) -> Json {
        let limit = said.and_then(Json::as_f64).unwrap_or(1.0);
        let count = said.and_then(Json::as_count).unwrap_or(1);
        match (keyword, plain) {
            ("minLength", Json::String(text)) => Json::String(text.chars().take(count.saturating_sub(1)).collect()),
            ("maxLength", Json::String(text)) => {
                Json::String(text.chars().chain("a".repeat(count.min(70_000) + 1).chars()).collect())
            }
            ("pattern", Json::String(text)) => Json::String(if self.rng.chance(50) {
                text
            } else {
                text::string(&text::Wanted::default(), &mut self.rng)
            }),
            ("format", Json::String(text)) => {
                let wrong =
                    said.and_then(Json::as_str).and_then(|format| text::format_sample(format, false, &mut self.rng));
                Json::String(wrong.unwrap_or(text))
            }
            ("minimum" | "exclusiveMinimum", Json::Number(_)) => Json::Number(number::plain(
                limit.floor() - if limit.fract() == 0.0 { self.rng.below(2) as f64 } else { 0.0 },
            )),
            ("maximum" | "exclusiveMaximum", Json::Number(_)) => Json::Number(number::plain(
                limit.ceil() + if limit.fract() == 0.0 { self.rng.below(2) as f64 } else { 0.0 },
            )),
            ("multipleOf", Json::Number(_)) => {
                Json::Number(number::plain(limit * 3.0 + if self.rng.chance(50) { 1.0 } else { limit / 2.0 }))
            }
            ("minItems", Json::Array(items)) => Json::Array(items.into_iter().take(count.saturating_sub(1)).collect()),
            ("maxItems", Json::Array(items)) if !items.is_empty() => {
                let again = items.iter().cycle().take(count.min(2000) + 1).cloned().collect();
                Json::Array(again)
            }
            ("items" | "additionalItems" | "unevaluatedItems", Json::Array(mut items)) => {
                items.push(self.any(2));
                items.extend(items.first().cloned());
                Json::Array(items)
            }
            ("uniqueItems", Json::Array(mut items)) => {
                items.extend(items.first().cloned());
                Json::Array(items)
            }
            ("required", Json::Object(mut members)) if !members.is_empty() => {
                members.remove(self.rng.below(members.len()));
                Json::Object(members)
            }
            ("minProperties", Json::Object(members)) => {
                Json::Object(members.into_iter().take(count.saturating_sub(1)).collect())
            }
            (
                "additionalProperties"
                | "maxProperties"
                | "propertyNames"
                | "unevaluatedProperties"
                | "patternProperties"
                | "not",
                Json::Object(mut members),
            ) => {
                let patterns =
                    said.filter(|_| keyword == "patternProperties").and_then(Json::as_object).unwrap_or_default();
                let sample =
                    self.rng.pick(patterns).cloned().and_then(|(pattern, _)| pattern::sample(&pattern, &mut self.rng));
                let name = sample.unwrap_or_else(|| self.free_name());
                if !members.iter().any(|(known, _)| *known == name) {
                    members.push((name, self.any(2)));
                }
                Json::Object(members)
            }
            ("dependentRequired" | "dependentSchemas" | "dependencies", Json::Object(mut members)) => {
                let (trigger, needed) =
                    said.and_then(Json::as_object).and_then(|map| self.rng.pick(map)).cloned().unwrap_or_default();
                let needed: Vec<&str> = needed.as_array().unwrap_or_default().iter().filter_map(Json::as_str).collect();
                members.retain(|(name, _)| !needed.contains(&name.as_str()));
                if !members.iter().any(|(name, _)| *name == trigger) {
                    members.push((trigger, self.any(2)));
                }
                Json::Object(members)
            }
            ("const" | "enum", plain) => match said {
                // Another value of the type of a member: what the dialect lets through once the list is gone.
                Some(listed) => {
                    let sample = listed
                        .as_array()
                        .and_then(|list| self.rng.pick(list).cloned())
                        .unwrap_or_else(|| listed.clone());
                    self.nudge(&sample)
                }
                None => plain,
            },
            (_, plain) => plain,
        }
    }

    /// Another value of the same type.
    pub fn nudge(&mut self, value: &Json) -> Json {
        match value {
            Json::String(text) if self.rng.chance(50) => Json::String(format!("{text}x")),
            Json::String(_) => Json::String(text::string(&text::Wanted::default(), &mut self.rng)),
            Json::Number(text) => {
                let number = text.parse::<f64>().unwrap_or(0.0);
                Json::Number(number::plain(number + [1.0, -1.0, 0.5][self.rng.below(3)]))
            }
            Json::Bool(value) => Json::Bool(!value),
            other => other.clone(),
        }
    }
}
