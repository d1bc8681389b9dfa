//! The keywords of numbers, strings and arrays that the given values keep.

use isoform_json::{Kind, Object, Value};
use isoform_schema::Source;

use super::{Draw, literal};

/// A pattern, with what it means.
pub(super) type Pattern = (&'static str, fn(&str) -> bool);

/// Patterns that mean the same to every engine.
pub(super) const PATTERNS: &[Pattern] = &[
    ("^a", |text| text.starts_with('a')),
    ("b$", |text| text.ends_with('b')),
    ("^[a-z_]*$", |text| text.chars().all(|char| char.is_ascii_lowercase() || char == '_')),
    ("^(a|value)", |text| text.starts_with('a') || text.starts_with("value")),
    ("^(?!x)", |text| !text.starts_with('x')),
    ("[0-9]", |text| text.chars().any(|char| char.is_ascii_digit())),
    ("", |_| true),
];

const FORMATS: &[&str] = &["date", "email", "uuid", "uri", "unheard-of"];

impl Draw<'_, '_> {
    /// Rules of one type that all the values, which are of it, keep.
    pub(super) fn rules(&mut self, kind: Kind, values: &[&Value], schema: &mut Object) {
        match kind {
            Kind::Number => self.bounds(values, schema),
            Kind::String => self.text(values, schema),
            Kind::Array => self.items(values, schema),
            Kind::Object => self.members(values, schema),
            Kind::Null | Kind::Bool => {}
        }
    }

    fn bounds(&mut self, values: &[&Value], schema: &mut Object) {
        if !self.bytes.chance(40) {
            return;
        }
        let float = |value: &Value| value.as_number().and_then(|number| number.text().parse::<f64>().ok());
        let floats: Vec<f64> = values.iter().filter_map(|value| float(value)).collect();
        let bound = literal::number(self.bytes);
        let Some(limit) = float(&bound).filter(|limit| limit.is_finite()) else { return };
        // Rounding keeps the order, so what is less as a float is less.
        let old = matches!(self.source, Source::Draft4 | Source::OpenApi30);
        let above = floats.iter().all(|float| limit < *float);
        let below = floats.iter().all(|float| limit > *float);
        let same = values.iter().all(|value| **value == bound);
        let keyword = if above || same { "minimum" } else { "maximum" };
        let exclusive = if above { "exclusiveMinimum" } else { "exclusiveMaximum" };
        if !(above || below || same) {
            return;
        }
        match (same, old) {
            (true, _) => drop(schema.insert(keyword, bound)),
            (false, true) => {
                schema.insert(keyword, bound);
                if self.bytes.chance(30) {
                    schema.insert(exclusive, true);
                }
            }
            (false, false) => {
                let keyword = if self.bytes.chance(50) { exclusive } else { keyword };
                schema.insert(keyword, bound);
            }
        }
        let small = |value: &&Value| value.as_number().and_then(|number| number.text().parse::<i64>().ok());
        let integers: Option<Vec<i64>> = values.iter().map(small).collect();
        let step = *self.bytes.pick(&[("1", 1), ("0.5", 1), ("0.1", 1), ("2", 2), ("10", 10)]).unwrap_or(&("1", 1));
        if integers.is_some_and(|integers| integers.iter().all(|integer| integer % step.1 == 0)) {
            schema.insert("multipleOf", Value::number(step.0).unwrap_or_default());
        }
    }

    fn text(&mut self, values: &[&Value], schema: &mut Object) {
        if !self.bytes.chance(40) {
            return;
        }
        let texts: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        let lengths = texts.iter().map(|text| text.chars().count());
        match self.bytes.below(4) {
            0 => self.counts(("minLength", "maxLength"), lengths, schema),
            1 => {
                let keeps = |(_, keeps): &&Pattern| texts.iter().all(|text| keeps(text));
                if let Some((pattern, _)) = self.bytes.pick(PATTERNS).filter(keeps) {
                    schema.insert("pattern", *pattern);
                }
            }
            2 => drop(schema.insert("format", self.bytes.pick(FORMATS).copied().unwrap_or("date"))),
            _ => {
                if texts.iter().all(|text| text.len() == "2020-01-31".len()) {
                    schema.insert("format", "date");
                }
            }
        }
    }

    /// The least and the greatest number that all the counts keep, or one of them.
    pub(super) fn counts(
        &mut self,
        (least, most): (&str, &str),
        counts: impl Iterator<Item = usize> + Clone,
        schema: &mut Object,
    ) {
        let smallest = counts.clone().min().unwrap_or(0);
        let greatest = counts.max().unwrap_or(0);
        if self.bytes.chance(60) {
            schema.insert(least, smallest.saturating_sub(self.bytes.below(3)));
        }
        if self.bytes.chance(60) {
            schema.insert(most, greatest + self.bytes.below(3));
        }
    }

    fn items(&mut self, values: &[&Value], schema: &mut Object) {
        let arrays: Vec<&[Value]> = values.iter().filter_map(|value| value.as_array()).map(Vec::as_slice).collect();
        let lists = self.source != Source::OpenApi30;
        let prefix = if lists && self.bytes.chance(35) { 1 + self.bytes.below(3) } else { 0 };
        let positions: Vec<Value> = (0..prefix)
            .map(|position| {
                let there: Vec<&Value> = arrays.iter().filter_map(|array| array.get(position)).collect();
                self.child(&there)
            })
            .collect();
        let rest: Vec<&Value> = arrays.iter().flat_map(|array| array.iter().skip(prefix)).collect();
        let rest = match self.bytes.below(6) {
            0 | 1 if rest.is_empty() && prefix > 0 => Some(Value::Bool(false)),
            0 => None,
            _ => Some(self.child(&rest)),
        };
        let new = matches!(self.source, Source::Auto | Source::Draft202012);
        let (list, others) = if new { ("prefixItems", "items") } else { ("items", "additionalItems") };
        if prefix > 0 {
            schema.insert(list, positions);
            rest.map(|rest| schema.insert(others, rest));
        } else if let Some(rest) = rest {
            schema.insert("items", rest);
        }
        if self.bytes.chance(30) {
            self.counts(("minItems", "maxItems"), arrays.iter().map(|array| array.len()), schema);
        }
        let differ = |array: &&[Value]| array.iter().enumerate().all(|(at, item)| !array[..at].contains(item));
        if arrays.iter().all(differ) && self.bytes.chance(10) {
            schema.insert("uniqueItems", true);
        }
        if new && arrays.iter().all(|array| !array.is_empty()) && self.bytes.chance(8) {
            let first: Vec<&Value> = arrays.iter().filter_map(|array| array.first()).collect();
            schema.insert("contains", self.child(&first));
        }
        if new && self.bytes.chance(4) {
            let all: Vec<&Value> = arrays.iter().flat_map(|array| array.iter()).collect();
            schema.insert("unevaluatedItems", self.child(&all));
        }
    }
}
