//! Our tree as the validator sees it: no conversion of answers, numbers by their text.

use std::borrow::Cow;

use isoform_json::{Builder, Decimal, Document, Items, Kind, Members, Number, View};
use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};

/// The marker of this representation.
pub(crate) struct Tree;

impl Json for Tree {
    type Node<'a> = View<'a>;
    type PreparedKey = String;
    type StringBuffer = Option<Document>;

    /// A look-up walks the members.
    const KEYS_PER_LOOKUP: usize = 8;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>(buffer: &mut Option<Document>, string: &str, run: impl FnOnce(View<'_>) -> T) -> T {
        let mut builder = Builder::new();
        builder.string(string);
        let document = builder.finish().unwrap_or_default();
        run(buffer.insert(document).root())
    }
}

/// A number by its digits.
pub(crate) struct Digits<'a>(Number<'a>);

impl JsonNumber for Digits<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.text().parse().ok()
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.text().parse().ok()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0.text())
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(self.0.text().parse().unwrap_or_else(|_| serde_json::Number::from(0)))
    }

    fn is_integer(&self) -> bool {
        self.0.decimal().is_integer()
    }
}

impl<'a> Node<'a, Tree> for View<'a> {
    type Object = View<'a>;
    type Array = View<'a>;
    type Number = Digits<'a>;

    fn as_object(&self) -> Option<View<'a>> {
        (self.kind() == Kind::Object).then_some(*self)
    }

    fn as_array(&self) -> Option<View<'a>> {
        (self.kind() == Kind::Array).then_some(*self)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        View::as_str(self).map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Digits<'a>> {
        View::as_number(self).map(Digits)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn is_null(&self) -> bool {
        View::is_null(self)
    }

    fn is_number(&self) -> bool {
        self.kind() == Kind::Number
    }

    fn json_type(&self) -> JsonType {
        match self.kind() {
            Kind::Null => JsonType::Null,
            Kind::Bool => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &serde_json::Value) -> bool {
        equals(*self, expected)
    }

    /// Only sentences about faults use this, and ours hold no text of an answer.
    fn to_value(&self) -> Cow<'a, serde_json::Value> {
        Cow::Owned(serde_json::Value::Null)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let tag = u32::try_from(self.id().index()).ok()?;
        Some(NodeIdentity::tagged(std::ptr::from_ref::<Document>(self.document()) as usize, tag))
    }
}

/// Equality with a value of the schema. The validator keeps schemas as `serde_json` values, so a number of a schema that
/// is neither an `i64` nor a `u64` has the digits of a float, and is compared as one.
fn equals(view: View<'_>, expected: &serde_json::Value) -> bool {
    use serde_json::Value;
    match expected {
        Value::Null => view.is_null(),
        Value::Bool(expected) => view.as_bool() == Some(*expected),
        Value::String(expected) => view.as_str() == Some(expected),
        Value::Number(expected) => view.as_number().is_some_and(|number| {
            if expected.is_f64() {
                number.as_f64() == expected.as_f64()
            } else {
                Decimal::parse(&expected.to_string()).is_some_and(|expected| number.decimal() == expected)
            }
        }),
        Value::Array(expected) => {
            view.kind() == Kind::Array
                && view.len() == expected.len()
                && view.items().zip(expected).all(|(item, expected)| equals(item, expected))
        }
        Value::Object(expected) => {
            view.kind() == Kind::Object
                && view.len() == expected.len()
                && view.members().all(|(key, held)| expected.get(key).is_some_and(|expected| equals(held, expected)))
        }
    }
}

impl<'a> Object<'a, Tree> for View<'a> {
    type Node = View<'a>;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        View::len(self)
    }

    fn get(&self, key: &String) -> Option<View<'a>> {
        View::get(self, key)
    }

    fn members(&self) -> Members<'a> {
        View::members(self)
    }
}

impl<'a> Array<'a, Tree> for View<'a> {
    type Node = View<'a>;
    type ElementsIter = Items<'a>;

    fn len(&self) -> usize {
        View::len(self)
    }

    fn elements(&self) -> Items<'a> {
        self.items()
    }

    fn is_unique(&self) -> bool {
        let mut kept: Vec<View<'a>> = Vec::with_capacity(View::len(self));
        // Texts and numbers are told apart by what they are, so that long lists of them stay cheap.
        let mut texts = std::collections::HashSet::new();
        for item in self.items() {
            let fresh = match (item.as_str(), item.as_number()) {
                (Some(text), _) => texts.insert(format!("\"{text}")),
                (_, Some(number)) => texts.insert(spelling(&number)),
                _ => {
                    let fresh = !kept.iter().any(|known| known.same_value(item));
                    kept.push(item);
                    fresh
                }
            };
            if !fresh {
                return false;
            }
        }
        true
    }
}

/// One spelling for equal numbers; a number too long to be written out is its own.
fn spelling(number: &Number<'_>) -> String {
    let text = number.text();
    let long =
        text.rsplit_once(['e', 'E']).is_some_and(|(_, exponent)| exponent.trim_start_matches(['-', '+']).len() > 3);
    if long { text.to_ascii_lowercase() } else { number.decimal().to_text() }
}
