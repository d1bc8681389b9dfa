//! Objects: declared keys, keys of patterns, free keys, and keys that collide with the names of encodings.

use super::{Facets, Generator, Size, pattern};
use crate::json::{Json, join};

/// Names of free keys: the names that encodings use, names of keywords, and odd ones.
const FREE: &[&str] = &[
    "extra",
    "entries",
    "key",
    "value",
    "items",
    "",
    "a b",
    "é",
    "😀",
    "$ref",
    "type",
    "null",
    "0",
    "a/b~c",
    "rest",
    "tag",
    "__proto__",
    "properties",
    "value_2",
    "_",
];

impl<'s> Generator<'s> {
    /// The name of a free key.
    pub(super) fn free_name(&mut self) -> String {
        if !self.names.is_empty() && self.rng.chance(35) {
            return self.rng.pick(&self.names).cloned().unwrap_or_default();
        }
        self.rng.pick(FREE).copied().unwrap_or("extra").to_owned()
    }

    pub(super) fn object(&mut self, facets: &Facets<'s>, depth: usize) -> Json {
        let declared = names(facets.all("properties"));
        let mut required: Vec<String> = Vec::new();
        for list in facets.all("required").filter_map(Json::as_array) {
            required.extend(list.iter().filter_map(Json::as_str).map(str::to_owned));
        }
        let mut members: Vec<(String, Json)> = Vec::new();
        for name in &declared {
            let starts = self.schemas_of(facets, name);
            let never = starts
                .iter()
                .any(|start| self.atlas.schema(start).is_some_and(|schema| schema.as_bool() == Some(false)));
            let needed = required.contains(name);
            let leading = starts.iter().any(|start| self.leads.contains(start)) || self.triggers(facets, name);
            let wanted = match self.size {
                _ if depth > 9 => false,
                _ if leading => true,
                Size::Lean => self.aim.is_none() && self.rng.chance(5),
                Size::Some => self.rng.chance(if depth > 5 { 20 } else { 50 }),
                Size::Full => depth < 6 || self.rng.chance(30),
            };
            if (needed || (wanted && !never)) && !self.left_out(&starts) {
                let value = self.value(&starts, depth + 1);
                members.push((name.clone(), value));
            }
        }
        for name in required {
            if !declared.contains(&name) {
                let starts = self.schemas_of(facets, &name);
                let value = if starts.is_empty() { self.any(depth) } else { self.value(&starts, depth + 1) };
                put(&mut members, name, value);
            }
        }
        self.free(facets, &mut members, depth);
        self.dependents(facets, &mut members);
        if self.rng.chance(15) && members.len() > 1 {
            let from = self.rng.below(members.len());
            let moved = members.remove(from);
            members.insert(self.rng.below(members.len() + 1), moved);
        }
        Json::Object(members)
    }

    /// Keys that are not declared.
    fn free(&mut self, facets: &Facets<'s>, members: &mut Vec<(String, Json)>, depth: usize) {
        let closed = facets.all("additionalProperties").any(|value| value.as_bool() == Some(false));
        let said = facets.all("additionalProperties").next().is_some();
        let patterns = names(facets.all("patternProperties"));
        let least = facets.most("minProperties").map_or(0, |least| least as usize);
        let most = facets.least("maxProperties").map_or(usize::MAX, |most| most as usize);
        let leading = facets.schemas.iter().any(|facet| {
            let free = join(&facet.pointer, "additionalProperties");
            let of_pattern =
                |pattern: &String| self.leads.contains(&join(&join(&facet.pointer, "patternProperties"), pattern));
            self.leads.contains(&free) || patterns.iter().any(of_pattern)
        });
        let mut count = match (self.size, said && !closed, patterns.is_empty()) {
            _ if depth > 9 => 0,
            _ if leading => 1 + self.rng.below(2),
            (Size::Lean, _, _) => 0,
            (_, true, _) | (_, _, false) => self.rng.below(4),
            _ if closed => 0,
            _ => usize::from(self.rng.chance(15)),
        };
        count = count.max(least.saturating_sub(members.len())).min(most.saturating_sub(members.len()));
        let mut tries = count * 3;
        while count > 0 && tries > 0 {
            tries -= 1;
            let from_pattern = !patterns.is_empty() && (closed || self.rng.chance(60));
            let name = if from_pattern {
                let pattern = self.leading_pattern(facets, &patterns);
                pattern.and_then(|pattern| pattern::sample(&pattern, &mut self.rng))
            } else if closed {
                None
            } else {
                Some(self.free_key(facets))
            };
            let Some(name) = name else { continue };
            if members.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let starts = self.schemas_of(facets, &name);
            let value = if starts.is_empty() { self.any(depth) } else { self.value(&starts, depth + 1) };
            members.push((name, value));
            count -= 1;
        }
    }

    fn leading_pattern(&mut self, facets: &Facets<'s>, patterns: &[String]) -> Option<String> {
        let leads = |pattern: &&String| {
            facets
                .schemas
                .iter()
                .any(|facet| self.leads.contains(&join(&join(&facet.pointer, "patternProperties"), pattern)))
        };
        let leading: Vec<&String> = patterns.iter().filter(leads).collect();
        if leading.is_empty() {
            self.rng.pick(patterns).cloned()
        } else {
            self.rng.pick(&leading).map(|pattern| (*pattern).clone())
        }
    }

    /// A free key that `propertyNames` probably admits.
    fn free_key(&mut self, facets: &Facets<'s>) -> String {
        let starts: Vec<String> = facets
            .schemas
            .iter()
            .filter(|facet| facet.get("propertyNames").is_some())
            .map(|facet| join(&facet.pointer, "propertyNames"))
            .collect();
        if !starts.is_empty() {
            let named = self.gather(&starts);
            if let Json::String(name) = self.plain_string(&named) {
                return name;
            }
        }
        self.free_name()
    }

    fn plain_string(&mut self, facets: &Facets<'s>) -> Json {
        let listed: Vec<&Json> =
            facets.all("enum").filter_map(Json::as_array).flatten().chain(facets.all("const")).collect();
        match self.rng.pick(&listed) {
            Some(value) => (*value).clone(),
            None => self.string(facets),
        }
    }

    fn dependents(&mut self, facets: &Facets<'s>, members: &mut Vec<(String, Json)>) {
        for keyword in ["dependentRequired", "dependencies"] {
            for (name, list) in facets.all(keyword).filter_map(Json::as_object).flatten() {
                let present = members.iter().any(|(known, _)| known == name);
                for needed in list.as_array().unwrap_or_default().iter().filter_map(Json::as_str) {
                    if present && self.rng.chance(90) && !members.iter().any(|(known, _)| known == needed) {
                        let starts = self.schemas_of(facets, needed);
                        let value = if starts.is_empty() { self.any(1) } else { self.value(&starts, 5) };
                        put(members, needed.to_owned(), value);
                    }
                }
            }
        }
    }

    /// The schemas that apply to the member of a name.
    pub(super) fn schemas_of(&mut self, facets: &Facets<'s>, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for facet in &facets.schemas {
            let mut known = false;
            if facet.get("properties").is_some_and(|properties| properties.get(name).is_some()) {
                known = true;
                found.push(join(&join(&facet.pointer, "properties"), name));
            }
            for (pattern, _) in facet.get("patternProperties").and_then(Json::as_object).unwrap_or_default() {
                if self.matches(pattern, name) {
                    known = true;
                    found.push(join(&join(&facet.pointer, "patternProperties"), pattern));
                }
            }
            if !known && facet.get("additionalProperties").is_some() {
                found.push(join(&facet.pointer, "additionalProperties"));
            }
        }
        found
    }
}

fn names<'s>(maps: impl Iterator<Item = &'s Json>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in maps.filter_map(Json::as_object).flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn put(members: &mut Vec<(String, Json)>, name: String, value: Json) {
    if !members.iter().any(|(known, _)| *known == name) {
        members.push((name, value));
    }
}
