//! Documents from a schema: mostly valid ones, at boundaries, and others aimed at what a report names.
//!
//! The generator walks a schema with the conjunction of everything that applies to one value (references, `allOf`, a
//! branch of each union), so most of what it makes is valid; the judge decides. It is deterministic.

mod aim;
mod array;
mod mutate;
mod number;
mod object;
mod pattern;
mod rng;
mod schema;
mod text;

use std::collections::{BTreeSet, HashMap};

pub use aim::{Aim, Goal, aims};
pub use mutate::{everywhere, mutate, smaller};
pub use rng::Rng;
pub use schema::random_schema;

use crate::atlas::Atlas;
use crate::json::{Json, join};
use crate::judge::{Draft, Judge};

/// How often places repeat on the way down before a document ends there: what a validator says of the branches of a
/// wrong document grows with every further level.
const REPEATS: usize = 2;

const ALL_TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];

/// Keywords that speak about one type only.
const IMPLIED: &[(&str, &str)] = &[
    ("properties", "object"),
    ("required", "object"),
    ("additionalProperties", "object"),
    ("patternProperties", "object"),
    ("minProperties", "object"),
    ("propertyNames", "object"),
    ("items", "array"),
    ("prefixItems", "array"),
    ("minItems", "array"),
    ("uniqueItems", "array"),
    ("contains", "array"),
    ("pattern", "string"),
    ("format", "string"),
    ("minLength", "string"),
    ("maxLength", "string"),
    ("minimum", "number"),
    ("maximum", "number"),
    ("multipleOf", "number"),
];

/// How much is written into a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Only what is required and what the aim needs.
    Lean,
    /// Some of what is optional.
    Some,
    /// All of what is optional.
    Full,
}

/// Makes documents of one schema.
pub struct Generator<'s> {
    atlas: &'s Atlas<'s>,
    /// The source of chance.
    pub rng: Rng,
    patterns: HashMap<String, Option<Judge>>,
    size: Size,
    aim: Option<Aim>,
    leads: BTreeSet<String>,
    left: usize,
    /// The places of the values around the one that is made.
    open: Vec<String>,
    /// Names of free keys, beside the usual ones.
    names: Vec<String>,
}

/// The schemas that apply to one value together.
struct Facets<'s> {
    schemas: Vec<Facet<'s>>,
    never: bool,
}

struct Facet<'s> {
    pointer: String,
    schema: &'s Json,
    /// The keyword that an aim has switched off here.
    blind: Option<String>,
}

impl<'s> Facet<'s> {
    fn get(&self, keyword: &str) -> Option<&'s Json> {
        if self.blind.as_deref() == Some(keyword) { None } else { self.schema.get(keyword) }
    }
}

impl<'s> Facets<'s> {
    fn all(&self, keyword: &str) -> impl Iterator<Item = &'s Json> {
        self.schemas.iter().filter_map(move |facet| facet.get(keyword))
    }

    fn most(&self, keyword: &str) -> Option<f64> {
        self.all(keyword).filter_map(Json::as_f64).reduce(f64::max)
    }

    fn least(&self, keyword: &str) -> Option<f64> {
        self.all(keyword).filter_map(Json::as_f64).reduce(f64::min)
    }
}

impl<'s> Generator<'s> {
    /// For a schema.
    pub fn new(atlas: &'s Atlas<'s>, rng: Rng) -> Generator<'s> {
        Generator {
            atlas,
            rng,
            patterns: HashMap::new(),
            size: Size::Some,
            aim: None,
            leads: BTreeSet::new(),
            left: 0,
            open: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Also uses these names for free keys: those that a form invented.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Generator<'s> {
        self.names = names;
        self
    }

    /// A document.
    pub fn document(&mut self, size: Size) -> Json {
        self.size = size;
        self.aim = None;
        self.leads.clear();
        self.left = 250;
        self.value(&[String::new()], 0)
    }

    /// A document that does what the aim says, where the schema has the place.
    pub fn aimed(&mut self, aim: &Aim, leads: &BTreeSet<String>) -> Json {
        // A form names the first thing that is missing, so what is left out or added should be the only such thing.
        let alone = matches!(aim.goal, Goal::Absent | Goal::ExtraKey | Goal::OtherType);
        self.size = match self.rng.below(100) {
            0..50 if alone => Size::Full,
            0..15 => Size::Some,
            _ => Size::Lean,
        };
        self.aim = Some(aim.clone());
        self.leads.clone_from(leads);
        self.left = 250;
        self.value(&[String::new()], 0)
    }

    /// Any value.
    pub fn any(&mut self, depth: usize) -> Json {
        match self.rng.below(if depth > 2 { 7 } else { 11 }) {
            0 => Json::Null,
            1 => Json::Bool(self.rng.chance(50)),
            2 | 3 => number::number(&number::Wanted::default(), &mut self.rng),
            4..=6 => Json::String(text::string(&text::Wanted::default(), &mut self.rng)),
            7 | 8 => Json::Array((0..self.rng.below(3)).map(|_| self.any(depth + 1)).collect()),
            _ => {
                let mut members: Vec<(String, Json)> = Vec::new();
                for _ in 0..self.rng.below(4) {
                    let name = self.free_name();
                    if !members.iter().any(|(known, _)| *known == name) {
                        members.push((name, self.any(depth + 1)));
                    }
                }
                Json::Object(members)
            }
        }
    }

    fn value(&mut self, starts: &[String], depth: usize) -> Json {
        if self.left == 0 || depth > 30 || self.repeats() >= REPEATS {
            return Json::Null;
        }
        self.left -= 1;
        self.open.push(starts.first().cloned().unwrap_or_default());
        let value = self.value_here(starts, depth);
        self.open.pop();
        value
    }

    fn repeats(&self) -> usize {
        self.open.len() - self.open.iter().collect::<BTreeSet<_>>().len()
    }

    fn value_here(&mut self, starts: &[String], depth: usize) -> Json {
        let facets = self.gather(starts);
        let goal = self.aim.as_ref().and_then(|aim| {
            let here = facets.schemas.iter().any(|facet| facet.pointer == aim.place);
            here.then(|| aim.goal.clone())
        });
        let plain = self.plain(&facets, depth);
        match goal {
            Some(goal) => self.pursue(&goal, &facets, plain),
            None => plain,
        }
    }

    /// Everything that applies where these schemas apply.
    fn gather(&mut self, starts: &[String]) -> Facets<'s> {
        let mut facets = Facets { schemas: Vec::new(), never: false };
        let mut work: Vec<String> = starts.iter().rev().cloned().collect();
        while let Some(pointer) = work.pop() {
            if facets.schemas.len() > 60 || facets.schemas.iter().any(|facet| facet.pointer == pointer) {
                continue;
            }
            let Some(schema) = self.atlas.schema(&pointer) else { continue };
            facets.never |= schema.as_bool() == Some(false);
            let blind = self.aim.as_ref().filter(|aim| aim.place == pointer).and_then(Aim::blind);
            let facet = Facet { pointer, schema, blind };
            self.expand(&facet, &mut work);
            facets.schemas.push(facet);
        }
        facets
    }

    fn expand(&mut self, facet: &Facet<'s>, work: &mut Vec<String>) {
        let pointer = &facet.pointer;
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = facet.get(keyword).and_then(Json::as_str) {
                work.extend(self.atlas.target(pointer, reference));
                if self.atlas.draft().ignores_siblings() {
                    return;
                }
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(branches) = facet.get(keyword).and_then(Json::as_array) else { continue };
            let at = join(pointer, keyword);
            let all: Vec<String> = (0..branches.len()).map(|index| join(&at, &index.to_string())).collect();
            let leading: Vec<&String> = all.iter().filter(|branch| self.leads.contains(*branch)).collect();
            let chosen = if leading.is_empty() {
                self.rng.pick(&all).cloned()
            } else {
                self.rng.pick(&leading).map(|branch| (*branch).clone())
            };
            work.extend(chosen);
            // Two branches at once: what a union of exactly one refuses.
            let both = self
                .aim
                .as_ref()
                .is_some_and(|aim| aim.place == *pointer && aim.goal == Goal::Violate("oneOf".to_owned()));
            if self.rng.chance(if both { 90 } else { 4 }) {
                work.extend(self.rng.pick(&all).cloned());
            }
        }
        self.expand_blind(facet, work);
        if let Some(Json::Array(parts)) = facet.get("allOf") {
            work.extend((0..parts.len()).rev().map(|index| join(&join(pointer, "allOf"), &index.to_string())));
        }
        if facet.get("if").is_some() {
            if self.rng.chance(50) {
                work.push(join(pointer, "if"));
                work.push(join(pointer, "then"));
            } else {
                work.push(join(pointer, "else"));
            }
        }
    }

    /// What breaks a keyword that an aim has switched off.
    fn expand_blind(&mut self, facet: &Facet<'s>, work: &mut Vec<String>) {
        let Some(keyword) = facet.blind.as_deref() else { return };
        match (keyword, facet.schema.get(keyword)) {
            ("oneOf", Some(Json::Array(branches))) => {
                for _ in 0..2 {
                    work.push(join(&join(&facet.pointer, "oneOf"), &self.rng.below(branches.len()).to_string()));
                }
            }
            ("not" | "if", Some(_)) => work.push(join(&facet.pointer, keyword)),
            _ => {}
        }
    }

    fn plain(&mut self, facets: &Facets<'s>, depth: usize) -> Json {
        let allowed: Vec<&Json> = facets
            .all("const")
            .chain(facets.all("enum").filter_map(Json::as_array).flatten())
            .filter(|value| facets.all("enum").filter_map(Json::as_array).all(|list| list.contains(value)))
            .filter(|value| facets.all("const").all(|only| only == *value))
            .collect();
        let kind = self.choose_type(facets);
        if !allowed.is_empty() {
            let of_type =
                |value: &&&Json| value.type_name() == kind || (kind == "number" && value.type_name() == "integer");
            let fitting: Vec<&Json> = allowed.iter().filter(of_type).copied().collect();
            let from = if fitting.is_empty() { &allowed } else { &fitting };
            return self.rng.pick(from).map_or(Json::Null, |value| (*value).clone());
        }
        match kind {
            "null" => Json::Null,
            "boolean" => Json::Bool(self.rng.chance(50)),
            "integer" | "number" => self.number(facets, kind == "integer"),
            "string" => self.string(facets),
            "array" => self.array(facets, depth),
            _ => self.object(facets, depth),
        }
    }

    fn choose_type(&mut self, facets: &Facets<'s>) -> &'static str {
        let mut allowed: Vec<&'static str> = ALL_TYPES.to_vec();
        let mut named = false;
        for facet in &facets.schemas {
            let names: Vec<&str> = match facet.get("type") {
                Some(Json::String(name)) => vec![name],
                Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
                _ => continue,
            };
            named = true;
            let nullable =
                self.atlas.draft() == Draft::OpenApi && facet.get("nullable").and_then(Json::as_bool) == Some(true);
            allowed.retain(|kind| {
                names.contains(kind)
                    || (*kind == "integer" && names.contains(&"number"))
                    || (*kind == "null" && nullable)
            });
        }
        if !named && self.rng.chance(85) {
            let says = |keyword: &str| facets.all(keyword).next().is_some();
            let implied: Vec<&'static str> =
                IMPLIED.iter().filter(|(keyword, _)| says(keyword)).map(|(_, kind)| *kind).collect();
            if !implied.is_empty() {
                allowed = implied;
            }
        }
        let containers: Vec<&'static str> =
            allowed.iter().copied().filter(|kind| matches!(*kind, "array" | "object")).collect();
        let deeper = self.aim.is_some() && facets.schemas.iter().any(|facet| self.leads.contains(&facet.pointer));
        if deeper && !containers.is_empty() {
            return self.rng.pick(&containers).copied().unwrap_or("object");
        }
        if allowed.len() > 1 && self.rng.chance(60) {
            allowed.retain(|kind| *kind != "null");
        }
        self.rng.pick(&allowed).copied().unwrap_or("null")
    }

    fn number(&mut self, facets: &Facets<'s>, integer: bool) -> Json {
        let mut wanted = number::Wanted {
            integer,
            low: facets.most("minimum"),
            high: facets.least("maximum"),
            above: facets.most("exclusiveMinimum"),
            below: facets.least("exclusiveMaximum"),
            multiple: facets.most("multipleOf"),
        };
        let strict = |keyword: &str| facets.all(keyword).any(|value| value.as_bool() == Some(true));
        if strict("exclusiveMinimum") {
            wanted.above = wanted.low;
        }
        if strict("exclusiveMaximum") {
            wanted.below = wanted.high;
        }
        number::number(&wanted, &mut self.rng)
    }

    fn string(&mut self, facets: &Facets<'s>) -> Json {
        let wanted = text::Wanted {
            patterns: facets.all("pattern").filter_map(Json::as_str).collect(),
            formats: facets.all("format").filter_map(Json::as_str).collect(),
            least: facets.most("minLength").map_or(0, |least| least as usize),
            most: facets.least("maxLength").map(|most| most as usize),
        };
        Json::String(text::string(&wanted, &mut self.rng))
    }

    /// Whether a name matches a pattern of `patternProperties`.
    fn matches(&mut self, pattern: &str, name: &str) -> bool {
        let judge = self.patterns.entry(pattern.to_owned()).or_insert_with(|| {
            Judge::new(&Json::object([("pattern", Json::text(pattern))]), Draft::Draft202012, false).ok()
        });
        judge.as_ref().is_some_and(|judge| judge.admits(&Json::text(name)))
    }
}
