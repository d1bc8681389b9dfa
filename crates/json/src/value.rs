//! An owned tree for those who edit.

use std::fmt;

use crate::assemble::{Assembly, assemble};
use crate::object::ObjectIter;
use crate::{Builder, Document, Error, Kind, Number, Object, View, pointer};

/// A JSON value that owns its parts and can be changed.
///
/// Reading, passing on and decoding are cheaper with a [`Document`]. A value made from a document is no
/// deeper than [`Document::MAX_DEPTH`]; dropping one that was nested by hand a hundred thousand deep would
/// overflow the stack, as with any tree of boxes.
///
/// ```
/// use isoform_json::{Document, Value};
///
/// let mut value = Document::parse(r#"{"b": 1.50, "a": []}"#)?.to_value();
/// if let Value::Object(object) = &mut value {
///     object.insert("c", "new");
/// }
/// assert_eq!(value.to_document()?.to_json(), r#"{"b":1.50,"a":[],"c":"new"}"#);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its text.
    Number(NumberText),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Object),
}

/// The text of a JSON number. Comparing goes by the exact value.
///
/// ```
/// use isoform_json::NumberText;
///
/// assert_eq!(NumberText::new("1.50").unwrap().as_str(), "1.50");
/// assert_eq!(NumberText::new("1.50"), NumberText::new("1.5"));
/// assert!(NumberText::new(".5").is_none());
/// ```
#[derive(Clone)]
pub struct NumberText(Box<str>);

impl NumberText {
    /// Takes a text; `None` where it is not a JSON number.
    #[must_use]
    pub fn new(text: &str) -> Option<NumberText> {
        Number::parse(text).map(NumberText::from)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number.
    #[must_use]
    pub fn number(&self) -> Number<'_> {
        Number::from_valid(&self.0)
    }
}

impl PartialEq for NumberText {
    fn eq(&self, other: &NumberText) -> bool {
        self.number() == other.number()
    }
}

impl Eq for NumberText {}

impl fmt::Debug for NumberText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Display for NumberText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<Number<'_>> for NumberText {
    fn from(number: Number<'_>) -> NumberText {
        NumberText(number.text().into())
    }
}

impl Value {
    /// A number from its text, which is kept as it is; `None` where it is not JSON.
    ///
    /// ```
    /// use isoform_json::Value;
    ///
    /// assert_eq!(Value::number("1.50").unwrap().to_document()?.to_json(), "1.50");
    /// assert!(Value::number("NaN").is_none());
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn number(text: &str) -> Option<Value> {
        NumberText::new(text).map(Value::Number)
    }

    /// The kind of value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Bool,
            Value::Number(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        }
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<Number<'_>> {
        match self {
            Value::Number(text) => Some(text.number()),
            _ => None,
        }
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Vec<Value>> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The items, for change.
    #[must_use]
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Value>> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, if it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The members, for change.
    #[must_use]
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value of the member of that name, if this is an object that has one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.get(key)
    }

    /// The value a JSON Pointer (RFC 6901) leads to.
    ///
    /// ```
    /// use isoform_json::{Document, Value};
    ///
    /// let mut value = Document::parse(r#"{"a": [1, 2]}"#)?.to_value();
    /// assert_eq!(value.at("/a/1"), Some(&Value::from(2)));
    /// if let Some(second) = value.at_mut("/a/1") {
    ///     *second = Value::Null;
    /// }
    /// assert_eq!(value.to_document()?.to_json(), r#"{"a":[1,null]}"#);
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Value> {
        pointer::tokens(pointer)?.try_fold(self, |value, token| match value {
            Value::Array(items) => items.get(pointer::array_index(&token)?),
            Value::Object(object) => object.get(&token),
            _ => None,
        })
    }

    /// The value a JSON Pointer leads to, for change.
    #[must_use]
    pub fn at_mut(&mut self, pointer: &str) -> Option<&mut Value> {
        pointer::tokens(pointer)?.try_fold(self, |value, token| match value {
            Value::Array(items) => items.get_mut(pointer::array_index(&token)?),
            Value::Object(object) => object.get_mut(&token),
            _ => None,
        })
    }

    /// The value as a document.
    ///
    /// # Errors
    /// `too-deep` past [`Document::MAX_DEPTH`], `too-large` past 4 GiB of text; neither can happen to a value
    /// that came from a document and only lost parts.
    pub fn to_document(&self) -> Result<Document, Error> {
        enum Rest<'v> {
            Items(std::slice::Iter<'v, Value>),
            Members(ObjectIter<'v>),
        }
        let mut builder = Builder::new();
        let mut open: Vec<Rest<'_>> = Vec::new();
        let mut next = Some(self);
        while builder.fault().is_none() {
            if let Some(value) = next.take() {
                match value {
                    Value::Null => builder.null(),
                    Value::Bool(value) => builder.bool(*value),
                    Value::Number(text) => builder.number(text.as_str()),
                    Value::String(text) => builder.string(text),
                    Value::Array(items) => {
                        open.push(Rest::Items(items.iter()));
                        builder.begin_array()
                    }
                    Value::Object(object) => {
                        open.push(Rest::Members(object.iter()));
                        builder.begin_object()
                    }
                };
            }
            match open.last_mut() {
                None => break,
                Some(Rest::Items(items)) => {
                    next = items.next();
                    if next.is_none() {
                        builder.end_array();
                    }
                }
                Some(Rest::Members(members)) => match members.next() {
                    Some((name, value)) => {
                        builder.key(name);
                        next = Some(value);
                    }
                    None => {
                        builder.end_object();
                    }
                },
            }
            if next.is_none() {
                open.pop();
            }
        }
        builder.finish()
    }

    pub(crate) fn from_view(view: View<'_>) -> Value {
        struct Values;
        impl<'a> Assembly<'a> for Values {
            type Tree = Value;

            fn scalar(&mut self, view: View<'a>) -> Result<Value, Error> {
                Ok(match (view.as_bool(), view.as_str(), view.as_number()) {
                    (Some(value), ..) => Value::Bool(value),
                    (_, Some(text), _) => Value::from(text),
                    (.., Some(number)) => Value::Number(NumberText::from(number)),
                    _ => Value::Null,
                })
            }

            fn array(&mut self, items: Vec<Value>) -> Value {
                Value::Array(items)
            }

            fn object(&mut self, members: Vec<(&'a str, Value)>) -> Value {
                Value::Object(members.into_iter().collect())
            }
        }
        // No step of this assembly fails.
        assemble(view, Values).unwrap_or_default()
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text)
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Value {
            fn from(integer: $integer) -> Value {
                Value::Number(NumberText::from(integer))
            }
        }

        impl From<$integer> for NumberText {
            fn from(integer: $integer) -> NumberText {
                NumberText(integer.to_string().into())
            }
        }
    )*};
}

from_integers!(i32, u32, i64, u64, usize);

impl From<NumberText> for Value {
    fn from(text: NumberText) -> Value {
        Value::Number(text)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(items: Vec<V>) -> Value {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Value {
        Value::Object(object)
    }
}
