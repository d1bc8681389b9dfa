//! Schemas made by chance: small, over all keywords, with the combinations that real ones rarely have.

use super::Rng;
use crate::json::Json;

/// Names of properties; some are names that encodings use, some are no legal names.
const NAMES: &[&str] = &["a", "b", "value", "entries", "key", "a b", "$ref", "é", "tag", "item_0"];
const PATTERNS: &[&str] = &["^a", "b$", "^[a-z]+$", "^x-", "^(?=a)a", "\\d"];
const FORMATS: &[&str] = &["date", "email", "uri", "uuid", "ipv4", "unheard-of"];

struct Maker {
    rng: Rng,
    /// Names of definitions that references may use.
    definitions: Vec<String>,
    old: bool,
}

/// A schema, and the source it is written in.
pub fn random_schema(seed: u64, number: usize) -> (Json, &'static str) {
    let mut rng = Rng::new(seed, &format!("schema {number}"));
    let old = rng.chance(20);
    let definitions = ["T", "U"].iter().take(rng.below(3)).map(|name| (*name).to_owned()).collect();
    let mut maker = Maker { rng, definitions, old };
    let depth = 1 + maker.rng.below(3);
    let mut schema = if maker.rng.chance(75) { maker.object(depth) } else { maker.schema(depth) };
    let word = if old { "definitions" } else { "$defs" };
    if let (Json::Object(members), false) = (&mut schema, maker.definitions.is_empty()) {
        let names = maker.definitions.clone();
        let made = names.into_iter().map(|name| (name, maker.schema(2))).collect();
        members.push((word.to_owned(), Json::Object(made)));
    }
    (schema, if old { "draft-07" } else { "draft-2020-12" })
}

impl Maker {
    fn schema(&mut self, depth: usize) -> Json {
        match self.rng.below(if depth == 0 { 8 } else { 15 }) {
            0 => Json::Bool(self.rng.chance(80)),
            1 if !self.definitions.is_empty() => self.reference(depth),
            1 | 2 => self.string(),
            3 => self.number(),
            4 => self.listed(),
            5 => Json::object([("type", Json::text(["boolean", "null"][self.rng.below(2)]))]),
            6 => self.types(depth),
            7 => Json::Object(Vec::new()),
            8..=10 => self.object(depth - 1),
            11 => self.array(depth - 1),
            12 | 13 => self.union(depth - 1),
            _ => self.mixed(depth - 1),
        }
    }

    fn reference(&mut self, depth: usize) -> Json {
        let word = if self.old { "definitions" } else { "$defs" };
        let root = self.rng.chance(8);
        let name = self.rng.pick(&self.definitions).cloned().unwrap_or_default();
        let target = if root { "#".to_owned() } else { format!("#/{word}/{name}") };
        let mut members = vec![("$ref".to_owned(), Json::text(target))];
        if self.rng.chance(20)
            && depth > 0
            && let Json::Object(more) = self.schema(0)
        {
            members.extend(more.into_iter().filter(|(key, _)| key != "$ref"));
        }
        Json::Object(members)
    }

    fn string(&mut self) -> Json {
        let mut members = vec![("type", Json::text("string"))];
        if self.rng.chance(10) {
            members.clear();
        }
        if self.rng.chance(25) {
            members.push(("minLength", Json::int(self.rng.below(3) as i128)));
        }
        if self.rng.chance(25) {
            members.push(("maxLength", Json::int(2 + self.rng.below(4) as i128)));
        }
        if self.rng.chance(20) {
            members.push(("pattern", Json::text(self.rng.pick(PATTERNS).copied().unwrap_or_default())));
        }
        if self.rng.chance(15) {
            members.push(("format", Json::text(self.rng.pick(FORMATS).copied().unwrap_or_default())));
        }
        Json::object(members)
    }

    fn bound(&mut self) -> Json {
        Json::Number(
            self.rng.pick(&["0", "1", "-3", "2.5", "10", "1e2", "9007199254740993"]).copied().unwrap_or("0").to_owned(),
        )
    }

    fn number(&mut self) -> Json {
        let mut members = vec![("type", Json::text(if self.rng.chance(60) { "integer" } else { "number" }))];
        if self.rng.chance(10) {
            members.clear();
        }
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            if self.rng.chance(20) {
                members.push((keyword, self.bound()));
            }
        }
        if self.rng.chance(15) {
            members.push((
                "multipleOf",
                Json::Number(self.rng.pick(&["2", "0.5", "0.1", "3"]).copied().unwrap_or("2").to_owned()),
            ));
        }
        Json::object(members)
    }

    fn literal(&mut self) -> Json {
        let text = self.rng.pick(&[
            "\"a\"",
            "\"b\"",
            "\"\"",
            "1",
            "1.0",
            "2",
            "0.5",
            "true",
            "null",
            "[]",
            "{\"a\":1}",
            "\"1\"",
        ]);
        Json::parse(text.copied().unwrap_or("null")).unwrap_or_default()
    }

    fn listed(&mut self) -> Json {
        if self.rng.chance(35) {
            return Json::object([("const", self.literal())]);
        }
        let mut values: Vec<Json> = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            let value =
                if self.rng.chance(60) { Json::text(["a", "b", "c"][self.rng.below(3)]) } else { self.literal() };
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let mut members = vec![("enum", Json::Array(values))];
        if self.rng.chance(30) {
            members.push(("type", Json::text(["string", "integer", "number"][self.rng.below(3)])));
        }
        Json::object(members)
    }

    /// A list of types, with keywords of some of them.
    fn types(&mut self, depth: usize) -> Json {
        let mut names: Vec<&str> = Vec::new();
        for _ in 0..2 + self.rng.below(2) {
            let name = ["null", "string", "integer", "number", "boolean", "object", "array"][self.rng.below(7)];
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut members = vec![("type".to_owned(), Json::Array(names.iter().map(|name| Json::text(*name)).collect()))];
        let part = match self.rng.below(4) {
            0 => self.string(),
            1 => self.number(),
            2 if depth > 0 => self.object(depth - 1),
            _ => Json::Null,
        };
        members.extend(part.as_object().unwrap_or_default().iter().filter(|(key, _)| key != "type").cloned());
        Json::Object(members)
    }

    fn object(&mut self, depth: usize) -> Json {
        let mut members: Vec<(&str, Json)> = vec![("type", Json::text("object"))];
        if self.rng.chance(12) {
            members.clear();
        }
        let mut properties: Vec<(String, Json)> = Vec::new();
        for _ in 0..self.rng.below(4) {
            let name = self.rng.pick(NAMES).copied().unwrap_or("a");
            if !properties.iter().any(|(known, _)| known == name) {
                properties.push((name.to_owned(), self.schema(depth)));
            }
        }
        let mut required: Vec<Json> = Vec::new();
        for (name, _) in &properties {
            if self.rng.chance(50) {
                required.push(Json::text(name));
            }
        }
        if self.rng.chance(6) {
            required.push(Json::text("elsewhere"));
        }
        if !properties.is_empty() || self.rng.chance(50) {
            members.push(("properties", Json::Object(properties)));
        }
        if !required.is_empty() {
            members.push(("required", Json::Array(required)));
        }
        match self.rng.below(10) {
            0..=4 => members.push(("additionalProperties", Json::Bool(false))),
            5 => members.push(("additionalProperties", Json::Bool(true))),
            6 | 7 => members.push(("additionalProperties", self.schema(depth))),
            _ => {}
        }
        if self.rng.chance(10) {
            let pattern = self.rng.pick(PATTERNS).copied().unwrap_or("^a");
            members.push(("patternProperties", Json::object([(pattern, self.schema(depth))])));
        }
        if self.rng.chance(6) {
            members.push(("propertyNames", if self.rng.chance(50) { self.string() } else { self.listed() }));
        }
        for keyword in ["minProperties", "maxProperties"] {
            if self.rng.chance(6) {
                members.push((keyword, Json::int(1 + self.rng.below(2) as i128)));
            }
        }
        if self.rng.chance(6) {
            members.push((
                if self.old { "dependencies" } else { "dependentRequired" },
                Json::object([("a", Json::Array(vec![Json::text("b")]))]),
            ));
        }
        if self.rng.chance(4) && !self.old {
            members.push(("unevaluatedProperties", Json::Bool(false)));
        }
        self.embellished(members, depth)
    }

    fn array(&mut self, depth: usize) -> Json {
        let mut members: Vec<(&str, Json)> = vec![("type", Json::text("array"))];
        match self.rng.below(5) {
            0 => {}
            1 | 2 => members.push(("items", self.schema(depth))),
            _ => {
                let count = 1 + self.rng.below(2);
                let positions = Json::Array((0..count).map(|_| self.schema(depth)).collect());
                members.push((if self.old { "items" } else { "prefixItems" }, positions));
                let rest = if self.old { "additionalItems" } else { "items" };
                match self.rng.below(3) {
                    0 => members.push((rest, Json::Bool(false))),
                    1 => members.push((rest, self.schema(depth))),
                    _ => {}
                }
            }
        }
        for keyword in ["minItems", "maxItems"] {
            if self.rng.chance(25) {
                members.push((keyword, Json::int(1 + self.rng.below(3) as i128)));
            }
        }
        if self.rng.chance(10) {
            members.push(("uniqueItems", Json::Bool(true)));
        }
        if self.rng.chance(8) {
            members.push(("contains", self.schema(0)));
        }
        Json::object(members)
    }

    fn union(&mut self, depth: usize) -> Json {
        let keyword = ["anyOf", "anyOf", "oneOf", "allOf"][self.rng.below(4)];
        let mut branches: Vec<Json> = (0..1 + self.rng.below(3)).map(|_| self.schema(depth)).collect();
        if self.rng.chance(25) {
            branches.push(Json::object([("type", Json::text("null"))]));
        }
        if keyword == "oneOf" && self.rng.chance(50) {
            // Told apart by a constant member, as most real ones are.
            branches = ["x", "y"].iter().map(|tag| self.tagged(tag, depth)).collect();
        }
        self.embellished(vec![(keyword, Json::Array(branches))], 0)
    }

    fn tagged(&mut self, tag: &str, depth: usize) -> Json {
        let properties = Json::object([("tag", Json::object([("const", Json::text(tag))])), ("b", self.schema(depth))]);
        let mut members = vec![
            ("type", Json::text("object")),
            ("properties", properties),
            ("required", Json::Array(vec![Json::text("tag")])),
        ];
        if self.rng.chance(50) {
            members.push(("additionalProperties", Json::Bool(false)));
        }
        Json::object(members)
    }

    fn mixed(&mut self, depth: usize) -> Json {
        match self.rng.below(4) {
            0 => Json::object([("not", self.schema(0))]),
            1 => Json::object([("if", self.schema(depth)), ("then", self.schema(depth)), ("else", self.schema(depth))]),
            2 => Json::object([("allOf", Json::Array(vec![self.object(depth), self.object(depth)]))]),
            _ => {
                let one = self.object(depth);
                let union = self.union(depth);
                let mut members = one.as_object().unwrap_or_default().to_vec();
                for (key, value) in union.as_object().unwrap_or_default() {
                    if !members.iter().any(|(known, _)| known == key) {
                        members.push((key.clone(), value.clone()));
                    }
                }
                Json::Object(members)
            }
        }
    }

    /// With annotations and unknown keywords now and then.
    fn embellished(&mut self, mut members: Vec<(&str, Json)>, _depth: usize) -> Json {
        if self.rng.chance(8) {
            members.push(("description", Json::text("what it is")));
        }
        if self.rng.chance(4) {
            members.push(("x-note", Json::int(1)));
        }
        if self.rng.chance(4) {
            members.push(("default", self.literal()));
        }
        Json::object(members)
    }
}
