//! A map of a schema: which places are schemas, how they hang together, and where references lead.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::json::{Json, join, split, tokens};
use crate::judge::Draft;

const ONE: &[&str] = &[
    "items",
    "additionalItems",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LIST: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const MAP: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
];

/// The places of one schema.
pub struct Atlas<'s> {
    root: &'s Json,
    draft: Draft,
    places: HashMap<String, Place<'s>>,
    /// Pointers of resources, by URI, and of anchors, by URI and fragment.
    named: HashMap<String, String>,
    /// What evaluation paths pass: nested unions ask for the same ones over and over.
    passed: RefCell<HashMap<String, Rc<BTreeSet<String>>>>,
}

struct Place<'s> {
    schema: &'s Json,
    base: String,
    /// Pointers of the schemas that hang below or are referred to.
    next: Vec<String>,
}

impl<'s> Atlas<'s> {
    /// Draws the map.
    pub fn new(root: &'s Json, draft: Draft) -> Atlas<'s> {
        let mut atlas =
            Atlas { root, draft, places: HashMap::new(), named: HashMap::new(), passed: RefCell::default() };
        atlas.named.insert(String::new(), String::new());
        atlas.explore(String::new(), String::new());
        // References may lead to places that no keyword makes a schema.
        loop {
            let mut found = Vec::new();
            let mut next = Vec::new();
            for (pointer, place) in &atlas.places {
                for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                    let Some(reference) = place.schema.get_str(keyword) else { continue };
                    let Some(target) = atlas.target(pointer, reference) else { continue };
                    if !atlas.places.contains_key(&target) {
                        found.push((target.clone(), place.base.clone()));
                    }
                    next.push((pointer.clone(), target));
                }
            }
            if found.is_empty() {
                for (pointer, target) in next {
                    if let Some(place) = atlas.places.get_mut(&pointer) {
                        place.next.push(target);
                    }
                }
                return atlas;
            }
            for (pointer, base) in found {
                atlas.explore(pointer, base);
            }
        }
    }

    fn explore(&mut self, pointer: String, base: String) {
        let mut work = vec![(pointer, base)];
        while let Some((pointer, base)) = work.pop() {
            let Some(schema) = self.root.at(&pointer) else { continue };
            if self.places.contains_key(&pointer) {
                continue;
            }
            let base = self.name(schema, &pointer, base);
            let next = subschemas(schema, &pointer);
            work.extend(next.iter().map(|child| (child.clone(), base.clone())));
            self.places.insert(pointer, Place { schema, base, next });
        }
    }

    /// Notes the names of a place and gives the base URI in it.
    fn name(&mut self, schema: &Json, pointer: &str, base: String) -> String {
        let id = if self.draft == Draft::Draft4 { "id" } else { "$id" };
        let mut base = base;
        if self.draft.ignores_siblings() && schema.get("$ref").is_some() {
            return base;
        }
        if let Some(id) = schema.get_str(id) {
            let (uri, fragment) = id.split_once('#').unwrap_or((id, ""));
            if !uri.is_empty() {
                base = resolve(&base, uri);
                self.named.entry(base.clone()).or_insert_with(|| pointer.to_owned());
            }
            if !fragment.is_empty() {
                self.named.insert(format!("{base}#{fragment}"), pointer.to_owned());
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = schema.get_str(keyword) {
                self.named.entry(format!("{base}#{anchor}")).or_insert_with(|| pointer.to_owned());
            }
        }
        if pointer.is_empty() {
            self.named.insert(base.clone(), String::new());
        }
        base
    }

    /// The schema at a pointer.
    pub fn schema(&self, pointer: &str) -> Option<&'s Json> {
        self.places.get(pointer).map(|place| place.schema)
    }

    /// Every place.
    pub fn places(&self) -> impl Iterator<Item = (&str, &'s Json)> {
        self.places.iter().map(|(pointer, place)| (pointer.as_str(), place.schema))
    }

    /// The specification it is read by.
    pub fn draft(&self) -> Draft {
        self.draft
    }

    /// Where a reference leads that stands at a place.
    pub fn target(&self, pointer: &str, reference: &str) -> Option<String> {
        let base = self.places.get(pointer).map_or("", |place| place.base.as_str());
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let uri = if uri.is_empty() { base.to_owned() } else { resolve(base, uri) };
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            format!("{}{}", self.named.get(&uri)?, decode(fragment))
        } else {
            self.named.get(&format!("{uri}#{fragment}"))?.clone()
        };
        self.root.at(&target).map(|_| target)
    }

    /// Every pointer that an evaluation path passes, references followed.
    pub fn passed(&self, path: &str) -> Rc<BTreeSet<String>> {
        if let Some(known) = self.passed.borrow().get(path) {
            return Rc::clone(known);
        }
        let passed = Rc::new(self.follow(path));
        self.passed.borrow_mut().insert(path.to_owned(), Rc::clone(&passed));
        passed
    }

    fn follow(&self, path: &str) -> BTreeSet<String> {
        let mut at = String::new();
        let mut passed = BTreeSet::from([String::new()]);
        for token in tokens(path) {
            let from = at.clone();
            at = join(&at, &token);
            passed.insert(at.clone());
            if matches!(token.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef") && self.places.contains_key(&from) {
                let reference = self.root.at(&at).and_then(Json::as_str).unwrap_or("#");
                if let Some(target) = self.target(&from, reference) {
                    at = target;
                    passed.insert(at.clone());
                }
            }
        }
        passed
    }

    /// Every place from which a place can be reached.
    pub fn leading_to(&self, goals: &[String]) -> BTreeSet<String> {
        let mut back: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (pointer, place) in &self.places {
            for next in &place.next {
                back.entry(next).or_default().push(pointer);
            }
        }
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut work: Vec<&str> = Vec::new();
        for goal in goals {
            // A pointer that is no schema itself (a keyword) belongs to the nearest schema above it.
            let mut goal = goal.as_str();
            while !self.places.contains_key(goal) {
                let Some((parent, _)) = split(goal) else { break };
                goal = parent;
            }
            work.push(goal);
        }
        while let Some(pointer) = work.pop() {
            if found.insert(pointer.to_owned()) {
                work.extend(back.get(pointer).into_iter().flatten());
            }
        }
        found
    }

    /// The places whose schema may speak about a place of a document, and those of the value around it.
    pub fn speaking_of(&self, instance: &str) -> (BTreeSet<String>, BTreeSet<String>) {
        let mut around = BTreeSet::new();
        let mut here = self.closed([String::new()]);
        for token in tokens(instance) {
            let next: Vec<String> = here.iter().flat_map(|pointer| self.children(pointer, &token)).collect();
            around = here;
            here = self.closed(next);
        }
        (here, around)
    }

    /// Every key that is declared at some places, through references and `allOf`.
    pub fn declared(&self, places: &[String]) -> BTreeSet<String> {
        let mut declared = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut work = places.to_vec();
        while let Some(pointer) = work.pop() {
            let Some(schema) = self.schema(&pointer).filter(|_| seen.insert(pointer.clone())) else { continue };
            let properties = schema.get("properties").and_then(Json::as_object).unwrap_or_default();
            declared.extend(properties.iter().map(|(name, _)| name.clone()));
            work.extend(schema.get_str("$ref").and_then(|reference| self.target(&pointer, reference)));
            let parts = schema.get("allOf").and_then(Json::as_array).unwrap_or_default();
            work.extend((0..parts.len()).map(|index| join(&join(&pointer, "allOf"), &index.to_string())));
        }
        declared
    }

    fn children(&self, pointer: &str, token: &str) -> Vec<String> {
        let mut found = vec![join(&join(pointer, "properties"), token)];
        for keyword in ["prefixItems", "items"] {
            found.push(join(&join(pointer, keyword), token));
        }
        if let Some(Json::Object(patterns)) = self.schema(pointer).and_then(|schema| schema.get("patternProperties")) {
            found.extend(patterns.iter().map(|(pattern, _)| join(&join(pointer, "patternProperties"), pattern)));
        }
        for keyword in [
            "additionalProperties",
            "unevaluatedProperties",
            "items",
            "additionalItems",
            "unevaluatedItems",
            "contains",
        ] {
            found.push(join(pointer, keyword));
        }
        found.retain(|pointer| self.places.contains_key(pointer));
        found
    }

    fn closed(&self, start: impl IntoIterator<Item = String>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut work: Vec<String> = start.into_iter().collect();
        while let Some(pointer) = work.pop() {
            if !found.insert(pointer.clone()) {
                continue;
            }
            let Some(place) = self.places.get(&pointer) else { continue };
            for next in &place.next {
                let own = next.strip_prefix(pointer.as_str()).and_then(|rest| tokens(rest).next());
                let in_place = own.is_none_or(|keyword| IN_PLACE.contains(&keyword.as_str()));
                if in_place {
                    work.push(next.clone());
                }
            }
            for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                if let Some(reference) = place.schema.get_str(keyword) {
                    work.extend(self.target(&pointer, reference));
                }
            }
        }
        found
    }
}

/// Pointers of the schemas directly below a schema.
pub fn subschemas(schema: &Json, pointer: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().unwrap_or_default() {
        let at = join(pointer, keyword);
        match value {
            Json::Object(members) if MAP.contains(&keyword.as_str()) => {
                let schemas = members.iter().filter(|(_, value)| matches!(value, Json::Object(_) | Json::Bool(_)));
                found.extend(schemas.map(|(name, _)| join(&at, name)));
            }
            Json::Array(items) if LIST.contains(&keyword.as_str()) => {
                found.extend((0..items.len()).map(|index| join(&at, &index.to_string())));
            }
            Json::Object(_) | Json::Bool(_) if ONE.contains(&keyword.as_str()) => found.push(at),
            _ => {}
        }
    }
    found
}

fn resolve(base: &str, uri: &str) -> String {
    let has_scheme = uri.split_once(':').is_some_and(|(scheme, _)| !scheme.contains('/'));
    if has_scheme || base.is_empty() {
        return uri.to_owned();
    }
    if let Some(path) = uri.strip_prefix('/') {
        let host = base.find("://").and_then(|start| {
            let rest = base.get(start + 3..)?;
            base.get(..start + 3 + rest.find('/').unwrap_or(rest.len()))
        });
        return format!("{}/{path}", host.unwrap_or(""));
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{}", uri.strip_prefix("./").unwrap_or(uri))
}

fn decode(fragment: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits: Vec<u8> = bytes.by_ref().take(2).collect();
            let text = String::from_utf8(digits).unwrap_or_default();
            out.extend(u8::from_str_radix(&text, 16));
        } else {
            out.push(byte);
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Atlas;
    use crate::json::Json;
    use crate::judge::Draft;

    #[test]
    fn references_lead_where_they_say() {
        let schema = Json::parse(
            r##"{"$id":"https://a.example/b/c","properties":{"x":{"$ref":"#/$defs/A~1b"},"$ref":{"$ref":"d#n"}},
                "$defs":{"A/b":{"anyOf":[{"$ref":"#"},{"type":"string"}]},"D":{"$id":"d","$defs":{"n":{"$anchor":"n"}}}}}"##,
        )
        .expect("strict JSON");
        let atlas = Atlas::new(&schema, Draft::Draft202012);
        assert_eq!(atlas.target("/properties/x", "#/$defs/A~1b").as_deref(), Some("/$defs/A~1b"));
        assert_eq!(atlas.target("/properties/$ref", "d#n").as_deref(), Some("/$defs/D/$defs/n"));
        let passed = atlas.passed("/properties/x/$ref/anyOf/0/$ref/properties/$ref/$ref");
        assert!(passed.contains("/$defs/D/$defs/n"));
        assert!(passed.contains("/$defs/A~1b"));
        assert!(atlas.leading_to(&["/$defs/A~1b/anyOf/1".to_owned()]).contains("/properties/x"));
        let (here, around) = atlas.speaking_of("/x/x");
        assert!(here.contains("/properties/x") && around.contains("/$defs/A~1b"));
    }
}
