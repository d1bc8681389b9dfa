//! Documents next to one: a single thing is different.

use isoform_json::{Decimal, Kind, Object, Value, pointer};

use super::Aspect;

/// A name that no schema has.
const NOBODY: &str = "isoform-nobody";

/// Numbers one past the ends of the types of integers, and one between two integers.
const PAST: [&str; 14] = [
    "-1",
    "128",
    "-129",
    "256",
    "32768",
    "-32769",
    "65536",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "0.5",
];

/// A document that differs in one thing.
pub(super) struct Neighbour {
    pub(super) aspect: Aspect,
    /// The thing is what a text says.
    pub(super) of_text: bool,
    pub(super) document: Value,
}

/// The neighbours of a document, with what is different about them, in an order that is always the same.
pub(super) fn neighbours(document: &Value) -> Vec<Neighbour> {
    let mut places = Vec::new();
    collect(document, &mut String::new(), &mut places);
    let mut near = Vec::new();
    for (at, value) in &places {
        let mut put = |aspect: Aspect, other: Value| {
            let mut copy = document.clone();
            if let Some(slot) = copy.at_mut(at) {
                let of_text = matches!((value, &other), (Value::String(_), Value::String(_)));
                *slot = other;
                near.push(Neighbour { aspect, of_text, document: copy });
            }
        };
        if !value.is_null() {
            put(Aspect::Null, Value::Null);
        }
        for (kind, other) in others() {
            // An array of the fields of a struct is a struct for serde, and a variant an object: nobody is asked for that.
            let taken = matches!(
                (value.kind(), kind),
                (Kind::Object, Kind::Array) | (Kind::String, Kind::Object) | (Kind::Null, _)
            );
            if value.kind() != kind && !taken {
                put(Aspect::Type, other);
            }
        }
        match value {
            Value::Object(object) => {
                for name in object.keys() {
                    put(Aspect::Required, without(object, name, None));
                    put(Aspect::Names, without(object, name, Some(NOBODY)));
                }
                let mut more = object.clone();
                more.insert(NOBODY, Value::Null);
                put(Aspect::Names, Value::Object(more));
            }
            Value::Array(items) => {
                if let Some(last) = items.last() {
                    let shorter: Vec<Value> = items.iter().take(items.len() - 1).cloned().collect();
                    put(Aspect::Bounds, Value::Array(shorter));
                    let longer: Vec<Value> = items.iter().chain([last]).cloned().collect();
                    put(Aspect::Bounds, Value::Array(longer));
                }
            }
            Value::Number(text) => {
                let number = Decimal::from(text.number());
                let beside = [number.succ(), number.pred()].into_iter().flatten();
                let texts = beside.map(|number| number.to_text()).chain(PAST.iter().map(|past| (*past).to_owned()));
                for other in texts.filter_map(|text| Value::number(&text)).filter(|other| other != *value) {
                    put(Aspect::Bounds, other);
                }
            }
            Value::String(text) => {
                put(Aspect::Bounds, Value::from(""));
                put(Aspect::Bounds, Value::from(format!("{text}{text}")));
            }
            Value::Null | Value::Bool(_) => {}
        }
    }
    near
}

/// A value of each kind.
fn others() -> [(Kind, Value); 5] {
    [
        (Kind::Bool, Value::Bool(true)),
        (Kind::Number, Value::number("1").unwrap_or_default()),
        (Kind::String, Value::from("a")),
        (Kind::Array, Value::Array(Vec::new())),
        (Kind::Object, Value::Object(Object::new())),
    ]
}

/// An object without a member, or with it under another name.
fn without(object: &Object, name: &str, instead: Option<&str>) -> Value {
    let members = object.iter().filter_map(|(known, value)| match (known == name, instead) {
        (false, _) => Some((known, value.clone())),
        (true, Some(instead)) => Some((instead, value.clone())),
        (true, None) => None,
    });
    Value::Object(members.collect())
}

/// Documents that may be smaller: a member or an item less, the least number, the shortest text.
pub(super) fn smaller(document: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    collect(document, &mut String::new(), &mut places);
    let mut smaller = Vec::new();
    for (at, value) in places {
        let mut put = |other: Value| {
            let mut copy = document.clone();
            if let Some(slot) = copy.at_mut(&at) {
                *slot = other;
                smaller.push(copy);
            }
        };
        match value {
            Value::Object(object) => object.keys().for_each(|name| put(without(object, name, None))),
            Value::Array(items) => {
                for left_out in 0..items.len() {
                    let kept = items.iter().enumerate().filter(|(index, _)| *index != left_out);
                    put(Value::Array(kept.map(|(_, item)| item.clone()).collect()));
                }
            }
            Value::Number(_) => ["0", "1"].into_iter().filter_map(Value::number).for_each(&mut put),
            Value::String(_) => ["", "a"].into_iter().map(Value::from).for_each(&mut put),
            _ => {}
        }
    }
    smaller
}

/// Every value of a document and its pointer.
fn collect<'v>(value: &'v Value, at: &mut String, into: &mut Vec<(String, &'v Value)>) {
    into.push((at.clone(), value));
    let above = at.len();
    match value {
        Value::Object(object) => {
            for (name, inner) in object.iter() {
                pointer::push_token(at, name);
                collect(inner, at, into);
                at.truncate(above);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                pointer::push_token(at, &index.to_string());
                collect(inner, at, into);
                at.truncate(above);
            }
        }
        _ => {}
    }
}
