//! Values: small ones that schemas and encodings have reasons to trip over.

use isoform_json::{Object, Value};

use crate::bytes::Bytes;

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "-1",
    "10",
    "0.5",
    "1.0",
    "1e2",
    "-0",
    "-2.50",
    "0.1",
    "9007199254740993",
    "18446744073709551616",
    "1e400",
    "100000000000000000000000000000000000000000.5",
];

const TEXTS: &[&str] = &[
    "a",
    "",
    "b",
    "ab",
    "abc",
    "1",
    "null",
    "true",
    "{}",
    "\"a\"",
    "2020-01-31",
    "a@example.com",
    "é",
    "😀",
    "\n",
    "\u{0}",
    "a b",
    "$ref",
];

/// Names of members: those that keywords and encodings use, those that are no legal names, and those that meet once they
/// are made legal.
pub(super) const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "value",
    "entries",
    "key",
    "rest",
    "item_0",
    "type",
    "$ref",
    "enum",
    "title",
    "a b",
    "a_b",
    "a-b",
    "é",
    "",
    "a/b~c",
    "x-1",
    "1",
    "A",
    "_",
    "properties",
    "json",
    "tag",
    "is_set",
];

pub(super) fn number(bytes: &mut Bytes<'_>) -> Value {
    bytes.pick(NUMBERS).and_then(|number| Value::number(number)).unwrap_or_default()
}

pub(super) fn name(bytes: &mut Bytes<'_>) -> &'static str {
    bytes.pick(NAMES).copied().unwrap_or("a")
}

pub(super) fn value(bytes: &mut Bytes<'_>, left: &mut usize, depth: usize) -> Value {
    *left = left.saturating_sub(1);
    match bytes.below(if depth == 0 || *left == 0 { 5 } else { 12 }) {
        0 => Value::Null,
        1 => Value::Bool(bytes.chance(50)),
        2 => number(bytes),
        3 | 4 => bytes.pick(TEXTS).copied().map(Value::from).unwrap_or_default(),
        5..=7 => Value::Array((0..bytes.below(4)).map(|_| value(bytes, left, depth - 1)).collect()),
        _ => {
            let mut object = Object::new();
            for _ in 0..bytes.below(6) {
                object.insert(name(bytes), value(bytes, left, depth - 1));
            }
            Value::Object(object)
        }
    }
}

/// Some documents, most of them variants of the first.
pub(super) fn documents(bytes: &mut Bytes<'_>, nodes: usize) -> Vec<Value> {
    let mut left = nodes;
    let first = loop {
        let value = value(bytes, &mut left, 4);
        // Most schemas are of objects.
        if matches!(value, Value::Object(_)) || bytes.is_empty() || bytes.chance(20) {
            break value;
        }
    };
    let mut documents = vec![first.clone()];
    for _ in 0..bytes.below(3) {
        let next = if bytes.chance(25) { value(bytes, &mut left, 4) } else { variant(&first, bytes, &mut left) };
        documents.push(next);
    }
    documents
}

/// The same value, here and there another one.
fn variant(value: &Value, bytes: &mut Bytes<'_>, left: &mut usize) -> Value {
    match value {
        _ if bytes.chance(6) => self::value(bytes, left, 2),
        Value::Number(_) => number(bytes),
        Value::String(_) => bytes.pick(TEXTS).copied().map(Value::from).unwrap_or_default(),
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(|item| variant(item, bytes, left)).collect();
            if bytes.chance(30) {
                items.pop();
            }
            if bytes.chance(20) {
                items.extend(items.first().cloned());
            }
            Value::Array(items)
        }
        Value::Object(members) => {
            let mut object = Object::new();
            for (name, member) in members.iter() {
                if !bytes.chance(20) {
                    object.insert(name, variant(member, bytes, left));
                }
            }
            if bytes.chance(20) {
                object.insert(name(bytes), self::value(bytes, left, 1));
            }
            Value::Object(object)
        }
        other => other.clone(),
    }
}
