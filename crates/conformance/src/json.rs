//! The judge's own JSON tree: ordered, with the text of every number.
//!
//! It shares no code with the product on purpose. What the product writes is read here by a second reader, so a
//! mistake in the product's tree, equality or number text cannot hide itself.

use std::fmt;

use crate::decimal::Decimal;

/// How deep a text may nest.
pub const MAX_DEPTH: usize = 512;

/// A JSON value. Keys keep their order, and repeat where the text repeats them.
#[derive(Clone, Debug, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its text.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A string value.
    pub fn text(text: impl Into<String>) -> Json {
        Json::String(text.into())
    }

    /// A number from an integer.
    pub fn int(number: i128) -> Json {
        Json::Number(number.to_string())
    }

    /// An object from its members.
    pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The member of an object; the last one where a key repeats.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The member of an object, as a string.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// A string's text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// A boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A number as the nearest float.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Json::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// A number that is a small non-negative integer in value (`3`, `3.0`).
    pub fn as_count(&self) -> Option<usize> {
        let number = self.as_f64()?;
        (number.fract() == 0.0 && (0.0..1e9).contains(&number)).then_some(number as usize)
    }

    /// The name of the JSON type, with `integer` apart from `number`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(text) => match Decimal::parse(text) {
                Some(number) if number.is_integer() => "integer",
                _ => "number",
            },
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }
    }

    /// The value at a JSON Pointer.
    pub fn at(&self, pointer: &str) -> Option<&Json> {
        tokens(pointer).try_fold(self, |value, token| match value {
            Json::Object(_) => value.get(&token),
            Json::Array(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// The value at a JSON Pointer, to change it.
    pub fn at_mut(&mut self, pointer: &str) -> Option<&mut Json> {
        tokens(pointer).try_fold(self, |value, token| match value {
            Json::Object(members) => members.iter_mut().rev().find(|(name, _)| *name == token).map(|(_, value)| value),
            Json::Array(items) => items.get_mut(token.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Every pointer of the value, the root first.
    pub fn pointers(&self) -> Vec<String> {
        fn walk(value: &Json, at: &str, out: &mut Vec<String>) {
            out.push(at.to_owned());
            match value {
                Json::Object(members) => members.iter().for_each(|(key, value)| walk(value, &join(at, key), out)),
                Json::Array(items) => {
                    items.iter().enumerate().for_each(|(index, value)| walk(value, &join(at, &index.to_string()), out));
                }
                _ => {}
            }
        }
        let mut out = Vec::new();
        walk(self, "", &mut out);
        out
    }

    /// The pointer of a key that an object repeats.
    pub fn duplicate(&self) -> Option<String> {
        self.pointers().into_iter().find(|pointer| {
            let members = self.at(pointer).and_then(Json::as_object).unwrap_or_default();
            let mut names: Vec<&String> = members.iter().map(|(name, _)| name).collect();
            names.sort_unstable();
            names.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// How many values it is made of.
    pub fn size(&self) -> usize {
        1 + match self {
            Json::Object(members) => members.iter().map(|(_, value)| value.size()).sum(),
            Json::Array(items) => items.iter().map(Json::size).sum(),
            _ => 0,
        }
    }

    /// As a value of `serde_json`, with the digits kept. Key order and repeated keys are lost.
    pub fn to_serde(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(text) => text.parse().map_or(Value::Null, Value::Number),
            Json::String(text) => Value::String(text.clone()),
            Json::Array(items) => Value::Array(items.iter().map(Json::to_serde).collect()),
            Json::Object(members) => {
                Value::Object(members.iter().map(|(key, value)| (key.clone(), value.to_serde())).collect())
            }
        }
    }

    /// From a value of `serde_json`.
    pub fn from_serde(value: &serde_json::Value) -> Json {
        use serde_json::Value;
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(number) => Json::Number(number.to_string()),
            Value::String(text) => Json::String(text.clone()),
            Value::Array(items) => Json::Array(items.iter().map(Json::from_serde).collect()),
            Value::Object(members) => {
                Json::Object(members.iter().map(|(key, value)| (key.clone(), Json::from_serde(value))).collect())
            }
        }
    }
}

/// JSON equality: numbers by exact value, objects without their order.
impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        match (self, other) {
            (Json::Null, Json::Null) => true,
            (Json::Bool(left), Json::Bool(right)) => left == right,
            (Json::Number(left), Json::Number(right)) => {
                left == right || Decimal::parse(left).is_some_and(|left| Some(left) == Decimal::parse(right))
            }
            (Json::String(left), Json::String(right)) => left == right,
            (Json::Array(left), Json::Array(right)) => left == right,
            (Json::Object(left), Json::Object(right)) => {
                left.len() == right.len() && left.iter().all(|(key, value)| other.get(key) == Some(value))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(text) => out.write_str(text),
            Json::String(text) => write_string(text, out),
            Json::Array(items) => {
                out.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.write_str(",")?;
                    }
                    write!(out, "{item}")?;
                }
                out.write_str("]")
            }
            Json::Object(members) => {
                out.write_str("{")?;
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.write_str(",")?;
                    }
                    write_string(key, out)?;
                    write!(out, ":{value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

fn write_string(text: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str("\"")?;
    for char in text.chars() {
        match char {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\t' => out.write_str("\\t")?,
            '\r' => out.write_str("\\r")?,
            char if u32::from(char) < 0x20 => write!(out, "\\u{:04x}", u32::from(char))?,
            char => write!(out, "{char}")?,
        }
    }
    out.write_str("\"")
}

/// A pointer one token longer.
pub fn join(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// The tokens of a JSON Pointer, unescaped.
pub fn tokens(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// The pointer without its last token, and that token.
pub fn split(pointer: &str) -> Option<(&str, String)> {
    let (parent, last) = pointer.rsplit_once('/')?;
    Some((parent, last.replace("~1", "/").replace("~0", "~")))
}
