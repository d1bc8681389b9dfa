//! The judge's tree as the validator sees it: no conversion of documents, numbers by their text.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json as Representation, JsonNumber, Node, NodeIdentity, Object};

use crate::decimal::Decimal;
use crate::json::Json;

/// The marker of this representation.
pub(crate) struct Tree;

impl Representation for Tree {
    type Node<'a> = &'a Json;
    type PreparedKey = String;
    type StringBuffer = Option<Json>;

    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>(buffer: &mut Option<Json>, string: &str, run: impl FnOnce(&Json) -> T) -> T {
        run(buffer.insert(Json::String(string.to_owned())))
    }
}

/// A number by its text.
pub(crate) struct Digits<'a>(&'a str);

impl JsonNumber for Digits<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|number: &f64| number.is_finite())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0)
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(self.0.parse().unwrap_or_else(|_| serde_json::Number::from(0)))
    }

    fn is_integer(&self) -> bool {
        Decimal::parse(self.0).is_some_and(|number| number.is_integer())
    }
}

impl<'a> Node<'a, Tree> for &'a Json {
    type Object = &'a [(String, Json)];
    type Array = &'a [Json];
    type Number = Digits<'a>;

    fn as_object(&self) -> Option<&'a [(String, Json)]> {
        Json::as_object(self)
    }

    fn as_array(&self) -> Option<&'a [Json]> {
        Json::as_array(self)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        Json::as_str(self).map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Digits<'a>> {
        match self {
            Json::Number(text) => Some(Digits(text)),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }

    fn json_type(&self) -> JsonType {
        match self {
            Json::Null => JsonType::Null,
            Json::Bool(_) => JsonType::Boolean,
            Json::Number(_) => JsonType::Number,
            Json::String(_) => JsonType::String,
            Json::Array(_) => JsonType::Array,
            Json::Object(_) => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &serde_json::Value) -> bool {
        equals(self, expected)
    }

    /// Only sentences about faults use this, and the witness is printed beside them. Copying every value of every fault
    /// of nested unions takes longer than all the judging.
    fn to_value(&self) -> Cow<'a, serde_json::Value> {
        Cow::Owned(serde_json::Value::Null)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(std::ptr::from_ref::<Json>(self) as usize))
    }
}

/// Equality with a value of the schema. The validator keeps schemas as `serde_json` values, so a number of a schema
/// that is neither an `i64` nor a `u64` has the digits of a float, and is compared as one.
fn equals(value: &Json, expected: &serde_json::Value) -> bool {
    use serde_json::Value;
    match (value, expected) {
        (Json::Number(text), Value::Number(number)) if number.is_f64() => text.parse::<f64>().ok() == number.as_f64(),
        (Json::Array(items), Value::Array(expected)) => {
            items.len() == expected.len() && items.iter().zip(expected).all(|(item, expected)| equals(item, expected))
        }
        (Json::Object(members), Value::Object(expected)) => {
            members.len() == expected.len()
                && members.iter().all(|(key, value)| expected.get(key).is_some_and(|expected| equals(value, expected)))
        }
        (value, expected) => *value == Json::from_serde(expected),
    }
}

pub(crate) struct Members<'a>(std::slice::Iter<'a, (String, Json)>);

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a Json);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.as_str(), value))
    }
}

impl<'a> Object<'a, Tree> for &'a [(String, Json)] {
    type Node = &'a Json;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    fn get(&self, key: &String) -> Option<&'a Json> {
        self.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn members(&self) -> Members<'a> {
        Members(self.iter())
    }
}

impl<'a> Array<'a, Tree> for &'a [Json] {
    type Node = &'a Json;
    type ElementsIter = std::slice::Iter<'a, Json>;

    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    fn elements(&self) -> std::slice::Iter<'a, Json> {
        self.iter()
    }

    fn is_unique(&self) -> bool {
        self.iter().enumerate().all(|(index, item)| !self.iter().take(index).any(|earlier| earlier == item))
    }
}
