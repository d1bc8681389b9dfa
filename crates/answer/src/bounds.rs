//! Bounds that pass what the validator can hold.
//!
//! Its schemas are `serde_json` values, where a number beyond 64 bits is a float or nothing at all; and what lies just
//! below the least 64-bit integer is the same float as that. Such bounds are compared by their digits: they stand under
//! a keyword of our own, as text.

use isoform_json::{Decimal, Document, Object, Value, View};
use isoform_schema::{subschemas, walk};
use jsonschema::{Keyword, ValidationError};

use crate::tree::Tree;

/// What stands before the name of a keyword that was put elsewhere.
const ELSEWHERE: &str = "isoform:";

/// A keyword, the name under which a bound of it stands, and what is said of a number that passes it.
pub(crate) struct Bound {
    keyword: &'static str,
    pub(crate) elsewhere: &'static str,
    least: bool,
    exclusive: bool,
    said: &'static str,
}

pub(crate) static BOUNDS: [Bound; 4] = [
    Bound {
        keyword: "minimum",
        elsewhere: "isoform:minimum",
        least: true,
        exclusive: false,
        said: "less than the minimum of",
    },
    Bound {
        keyword: "maximum",
        elsewhere: "isoform:maximum",
        least: false,
        exclusive: false,
        said: "greater than the maximum of",
    },
    Bound {
        keyword: "exclusiveMinimum",
        elsewhere: "isoform:exclusiveMinimum",
        least: true,
        exclusive: true,
        said: "less than or equal to the minimum of",
    },
    Bound {
        keyword: "exclusiveMaximum",
        elsewhere: "isoform:exclusiveMaximum",
        least: false,
        exclusive: true,
        said: "greater than or equal to the maximum of",
    },
];

/// The schema with such bounds under keywords of our own; `None` where it has none.
pub(crate) fn put_elsewhere(schema: &Document) -> Option<Document> {
    let root = schema.root();
    let number = |bound: View<'_>| bound.as_number().is_some_and(|number| is_far(&number.decimal()));
    let far = |schema: View<'_>| BOUNDS.iter().any(|bound| schema.get(bound.keyword).is_some_and(number));
    if !far(root) && !subschemas(root).any(far) {
        return None;
    }
    let mut value = schema.to_value();
    walk(&mut value, |schema, _| rename(schema));
    rename(&mut value);
    value.to_document().ok()
}

/// Whether a bound is an integer that the validator cannot hold, or not tell from its neighbour.
fn is_far(bound: &Decimal) -> bool {
    let held = bound.as_u64().is_some() || bound.as_i64().is_some_and(|number| number != i64::MIN);
    bound.is_integer() && !held
}

fn rename(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    let mut renamed = Object::new();
    for (name, held) in object.iter() {
        let far = held.as_number().map(Decimal::from).filter(is_far);
        match (BOUNDS.iter().find(|bound| bound.keyword == name), far) {
            (Some(bound), Some(number)) => renamed.insert(bound.elsewhere, number.to_text()),
            _ => renamed.insert(name, held.clone()),
        };
    }
    *object = renamed;
}

/// A keyword, or a pointer that ends in one, by the name it has in the author's schema.
pub(crate) fn by_its_name(text: &str) -> String {
    match text.rsplit_once('/') {
        Some((owner, keyword)) => format!("{owner}/{}", keyword.strip_prefix(ELSEWHERE).unwrap_or(keyword)),
        None => text.strip_prefix(ELSEWHERE).unwrap_or(text).to_owned(),
    }
}

impl Bound {
    /// The keyword as the validator has it.
    pub(crate) fn compiled<'a>(
        &'static self,
        value: &'a serde_json::Value,
    ) -> Result<Box<dyn for<'i> Keyword<'i, Tree>>, ValidationError<'a>> {
        let limit = value.as_str().and_then(Decimal::parse);
        let limit = limit.ok_or_else(|| ValidationError::custom("the bound is no number"))?;
        Ok(Box::new(Held { limit, bound: self }))
    }
}

/// A bound, by its digits.
struct Held {
    limit: Decimal,
    bound: &'static Bound,
}

impl Keyword<'_, Tree> for Held {
    fn validate(&self, instance: View<'_>) -> Result<(), ValidationError<'static>> {
        if self.is_valid(instance) {
            return Ok(());
        }
        Err(ValidationError::custom(format!("value is {} {}", self.bound.said, self.limit.to_text())))
    }

    fn is_valid(&self, instance: View<'_>) -> bool {
        let Some(number) = instance.as_number() else { return true };
        let number = number.decimal();
        match (number == self.limit, self.bound.least) {
            (true, _) => !self.bound.exclusive,
            (false, true) => number > self.limit,
            (false, false) => number < self.limit,
        }
    }
}
