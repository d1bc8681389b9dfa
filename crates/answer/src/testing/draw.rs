//! Documents drawn from a schema: every branch, every member with and without, the ends of every range.
//!
//! Not all of them fit (a pattern is not read backwards); whoever draws asks the validator.

use std::collections::BTreeSet;

use isoform_json::{Decimal, NodeId, NumberText, Object, Value, View};

/// How many values one place gives.
const VALUES: usize = 24;
/// How many ways one place is taken apart into branches.
const WAYS: usize = 32;
/// How often a definition stands inside itself.
const AGAIN: usize = 2;
/// How deep values are nested.
const DEPTH: usize = 24;
/// How long a string or an array is made because the schema wants it so.
const LONG: usize = 64;

/// What strings are drawn: something short, and what the formats of other crates take.
pub(super) const TEXTS: [&str; 12] = [
    "a",
    "1",
    "2000-01-01T00:00:00Z",
    "2000-01-01",
    "2000-01-01T00:00:00",
    "00:00:00",
    "PT1S",
    "00000000-0000-4000-8000-000000000000",
    "127.0.0.1",
    "::1",
    "127.0.0.1:80",
    "https://example.org/",
];

/// Documents for a schema, in an order that is always the same.
pub(super) fn documents(schema: View<'_>) -> Vec<Value> {
    let draw = Draw { root: schema };
    draw.values(&[schema], &[schema.id()], 0)
}

struct Draw<'s> {
    root: View<'s>,
}

/// The schemas that apply to one value, with one branch of each union, and the definitions that are open.
struct Way<'s> {
    layers: Vec<View<'s>>,
    open: Vec<NodeId>,
}

impl<'s> Way<'s> {
    fn all(&self, keyword: &'static str) -> impl Iterator<Item = View<'s>> {
        self.layers.iter().filter_map(move |layer| layer.get(keyword))
    }

    fn first(&self, keyword: &'static str) -> Option<View<'s>> {
        self.all(keyword).next()
    }

    fn size(&self, keyword: &'static str) -> Option<usize> {
        self.all(keyword).find_map(|size| usize::try_from(size.as_number()?.as_u64()?).ok())
    }

    /// The bounds of a number: the least and the greatest that is admitted.
    fn bounds(&self, whole: bool) -> (Option<Decimal>, Option<Decimal>) {
        let bound = |keyword| self.all(keyword).filter_map(|bound| bound.as_number().map(Decimal::from));
        let half = |number: Decimal, up: bool| match (whole, up) {
            (true, true) => number.floor().and_then(|number| number.succ()),
            (true, false) => number.ceil().and_then(|number| number.pred()),
            // What a float next to an open end would be depends on the end.
            (false, _) => None,
        };
        let above = bound("exclusiveMinimum").filter_map(|number| half(number, true));
        let below = bound("exclusiveMaximum").filter_map(|number| half(number, false));
        (bound("minimum").chain(above).max(), bound("maximum").chain(below).min())
    }
}

impl<'s> Draw<'s> {
    fn values(&self, schemas: &[View<'s>], open: &[NodeId], depth: usize) -> Vec<Value> {
        if depth > DEPTH {
            return Vec::new();
        }
        let mut ways = vec![Way { layers: Vec::new(), open: open.to_vec() }];
        for schema in schemas {
            ways = self.joined(ways, *schema, 0);
        }
        let mut values: Vec<Value> = Vec::new();
        let drawn: Vec<Vec<Value>> = ways.iter().map(|way| self.of_way(way, depth)).collect();
        // One of each way before the second of any.
        let most = drawn.iter().map(Vec::len).max().unwrap_or(0);
        for index in 0..most {
            for value in drawn.iter().filter_map(|values| values.get(index)) {
                if values.len() < VALUES && !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
        values
    }

    /// Each way with a schema added, once for each of its branches.
    fn joined(&self, ways: Vec<Way<'s>>, schema: View<'s>, depth: usize) -> Vec<Way<'s>> {
        if depth > DEPTH || schema.as_bool() == Some(false) {
            return Vec::new();
        }
        let mut ways: Vec<Way<'s>> = ways
            .into_iter()
            .map(|mut way| {
                way.layers.push(schema);
                way
            })
            .collect();
        if let Some(target) = schema.get("$ref").and_then(|reference| self.target(reference.as_str()?)) {
            ways.retain(|way| way.open.iter().filter(|open| **open == target.id()).count() < AGAIN);
            ways.iter_mut().for_each(|way| way.open.push(target.id()));
            ways = self.joined(ways, target, depth + 1);
        }
        for part in schema.get("allOf").into_iter().flat_map(|parts| parts.items()) {
            ways = self.joined(ways, part, depth + 1);
        }
        for branches in ["oneOf", "anyOf"].into_iter().filter_map(|keyword| schema.get(keyword)) {
            let mut apart = Vec::new();
            for branch in branches.items() {
                let copies = ways.iter().map(|way| Way { layers: way.layers.clone(), open: way.open.clone() });
                apart.extend(self.joined(copies.collect(), branch, depth + 1));
            }
            apart.truncate(WAYS);
            ways = apart;
        }
        ways
    }

    fn target(&self, reference: &str) -> Option<View<'s>> {
        self.root.at(reference.strip_prefix('#')?)
    }

    fn of_way(&self, way: &Way<'s>, depth: usize) -> Vec<Value> {
        let literals = way.all("const").chain(way.all("enum").flat_map(|list| list.items()));
        let literals: Vec<Value> = literals.map(|literal| literal.to_value()).collect();
        if !literals.is_empty() {
            return literals;
        }
        let mut kinds: Vec<&str> = match way.first("type") {
            Some(name) if name.as_str().is_some() => name.as_str().into_iter().collect(),
            Some(names) => names.items().filter_map(|name| name.as_str()).collect(),
            None if way.first("properties").is_some() => vec!["object"],
            None if way.first("items").or(way.first("prefixItems")).is_some() => vec!["array"],
            None => vec!["string", "integer", "object", "null"],
        };
        // Null comes last: what stands first stands for the place.
        kinds.sort_by_key(|kind| *kind == "null");
        let mut values = Vec::new();
        for kind in kinds {
            match kind {
                "null" => values.push(Value::Null),
                "boolean" => values.extend([true, false].map(Value::Bool)),
                "integer" => values.extend(integers(way)),
                "number" => values.extend(numbers(way)),
                "string" => values.extend(texts(way)),
                "array" => values.extend(self.arrays(way, depth)),
                "object" => values.extend(self.objects(way, depth)),
                _ => {}
            }
        }
        values
    }

    fn arrays(&self, way: &Way<'s>, depth: usize) -> Vec<Value> {
        let first: Vec<Vec<Value>> = way
            .first("prefixItems")
            .into_iter()
            .flat_map(|items| items.items())
            .map(|item| self.values(&[item], &way.open, depth + 1))
            .collect();
        let Some(head) = first.iter().map(|values| values.first().cloned()).collect::<Option<Vec<Value>>>() else {
            return Vec::new();
        };
        let rest = way.first("items").map(|item| self.values(&[item], &way.open, depth + 1)).unwrap_or_default();
        let least = way.size("minItems").unwrap_or(0).min(LONG);
        let most = way.size("maxItems").unwrap_or(LONG).min(LONG);
        let mut arrays: Vec<Vec<Value>> = Vec::new();
        // Each value of each place once, beside the first of the others.
        for (at, values) in first.iter().enumerate() {
            for value in values {
                let mut array = head.clone();
                if let Some(slot) = array.get_mut(at) {
                    *slot = value.clone();
                }
                arrays.push(array);
            }
        }
        if first.is_empty() {
            let mut fresh = rest.iter().cycle().take(least.max(1)).cloned().collect::<Vec<Value>>();
            arrays.push(fresh.clone());
            for value in rest.iter().skip(1) {
                if let Some(slot) = fresh.first_mut() {
                    *slot = value.clone();
                }
                arrays.push(fresh.clone());
            }
            arrays.push(rest.iter().take(least.max(2)).cloned().collect());
            arrays.push(Vec::new());
        } else if let Some(value) = rest.first().filter(|_| head.len() < most) {
            arrays.push(head.into_iter().chain([value.clone()]).collect());
        }
        let fits = arrays.into_iter().filter(|array| (least..=most).contains(&array.len()));
        fits.map(Value::Array).collect()
    }

    fn objects(&self, way: &Way<'s>, depth: usize) -> Vec<Value> {
        let required: BTreeSet<&str> =
            way.all("required").flat_map(|names| names.items()).filter_map(|name| name.as_str()).collect();
        let mut members: Vec<(&str, Vec<View<'s>>)> = Vec::new();
        for (name, schema) in way.all("properties").flat_map(|declared| declared.members()) {
            match members.iter_mut().find(|(known, _)| *known == name) {
                Some((_, schemas)) => schemas.push(schema),
                None => members.push((name, vec![schema])),
            }
        }
        let drawn: Vec<(&str, Vec<Value>)> =
            members.iter().map(|(name, schemas)| (*name, self.values(schemas, &way.open, depth + 1))).collect();
        if drawn.iter().any(|(name, values)| values.is_empty() && required.contains(name)) {
            return Vec::new();
        }
        let firsts = |only: &dyn Fn(&str) -> bool| -> Object {
            let members = drawn.iter().filter(|(name, _)| only(name));
            members.filter_map(|(name, values)| Some((*name, values.first()?.clone()))).collect()
        };
        let full = firsts(&|_| true);
        let mut objects = vec![full.clone(), firsts(&|name| required.contains(name))];
        // The second value of each member before the third of any: there is room for so many only.
        let most = drawn.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
        for index in 1..most {
            for (name, value) in drawn.iter().filter_map(|(name, values)| Some((name, values.get(index)?))) {
                let mut object = full.clone();
                object.insert(*name, value.clone());
                objects.push(object);
            }
        }
        let patterns = way.all("patternProperties").flat_map(|patterns| patterns.members()).map(|(_, schema)| schema);
        for schema in patterns.chain(way.all("additionalProperties").filter(|schema| schema.as_bool() != Some(false))) {
            let values = self.values(&[schema], &way.open, depth + 1);
            for key in ["k", "1", "-1"] {
                for value in values.iter().take(4) {
                    let mut object = full.clone();
                    object.insert(key, value.clone());
                    objects.push(object);
                }
            }
        }
        objects.into_iter().map(Value::Object).collect()
    }
}

fn integers(way: &Way<'_>) -> Vec<Value> {
    let (least, greatest) = way.bounds(true);
    let near = [Decimal::from(1), Decimal::from(0)];
    let fits = |number: &Decimal| {
        least.as_ref().is_none_or(|least| least <= number) && greatest.as_ref().is_none_or(|most| number <= most)
    };
    let inside = near.into_iter().filter(fits).map(|number| number.to_text());
    let ends = [&least, &greatest].into_iter().flatten().map(Decimal::to_text);
    inside.chain(ends).filter_map(|text| Value::number(&text)).collect()
}

fn numbers(way: &Way<'_>) -> Vec<Value> {
    let (least, greatest) = way.bounds(false);
    let ends = [least, greatest].into_iter().flatten().filter_map(|end| NumberText::new(&end.to_text()));
    ["0.5", "1", "-1.5"].into_iter().filter_map(NumberText::new).chain(ends).map(Value::Number).collect()
}

fn texts(way: &Way<'_>) -> Vec<Value> {
    let least = way.size("minLength").unwrap_or(0).min(LONG);
    let most = way.size("maxLength").unwrap_or(LONG).min(LONG);
    let mut texts = vec!["a".repeat(least.max(1))];
    if way.first("minLength").is_some() {
        texts.push("a".repeat(least));
    }
    if way.first("maxLength").is_some() {
        texts.push("a".repeat(most));
    }
    if way.first("pattern").or(way.first("format")).is_some() {
        texts.extend(TEXTS.iter().skip(1).map(|text| (*text).to_owned()));
    }
    texts.into_iter().map(Value::from).collect()
}
