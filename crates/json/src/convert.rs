//! To and from `serde_json::Value`.

use crate::assemble::{Assembly, assemble};
use crate::{Builder, Document, Error, ErrorKind, Number, View};

impl View<'_> {
    /// The value as a `serde_json::Value`.
    ///
    /// Without serde_json's `preserve_order` its objects are sorted by name; of repeated names the last value
    /// is kept. A number is kept exactly where serde_json can (`arbitrary_precision`, or an integer of 64
    /// bits); a number with a fraction becomes the nearest `f64`.
    ///
    /// ```
    /// use isoform_json::Document;
    ///
    /// let document = Document::parse(r#"{"a": [1, 0.5]}"#)?;
    /// assert_eq!(document.root().to_serde_json()?, serde_json::json!({"a": [1, 0.5]}));
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// `number` for an integer that would lose digits, and for a number past the range of `f64`.
    pub fn to_serde_json(&self) -> Result<serde_json::Value, Error> {
        assemble(*self, SerdeJson)
    }
}

struct SerdeJson;

impl<'a> Assembly<'a> for SerdeJson {
    type Tree = serde_json::Value;

    fn scalar(&mut self, view: View<'a>) -> Result<serde_json::Value, Error> {
        Ok(match (view.as_bool(), view.as_str(), view.as_number()) {
            (Some(value), ..) => serde_json::Value::Bool(value),
            (_, Some(text), _) => serde_json::Value::String(text.to_owned()),
            (.., Some(number)) => match to_number(number) {
                Some(number) => serde_json::Value::Number(number),
                None => {
                    let reason = "it passes what serde_json can hold";
                    return Err(view.error(ErrorKind::Number, reason));
                }
            },
            _ => serde_json::Value::Null,
        })
    }

    fn array(&mut self, items: Vec<serde_json::Value>) -> serde_json::Value {
        serde_json::Value::Array(items)
    }

    fn object(&mut self, members: Vec<(&'a str, serde_json::Value)>) -> serde_json::Value {
        let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
        serde_json::Value::Object(members.collect())
    }
}

fn to_number(number: Number<'_>) -> Option<serde_json::Number> {
    if number.is_plain() && !number.is_negative_zero() {
        if let Some(integer) = number.as_u64() {
            return Some(serde_json::Number::from(integer));
        }
        if let Some(integer) = number.as_i64() {
            return Some(serde_json::Number::from(integer));
        }
    }
    // With `arbitrary_precision` this keeps the text; without, it may round less well than we do.
    if let Ok(kept) = number.text().parse::<serde_json::Number>() {
        if kept.to_string() == number.text() {
            return Some(kept);
        }
    }
    let float = number.as_f64()?;
    if number.is_integer() && !number.is_reproduced_by(float) {
        return None;
    }
    serde_json::Number::from_f64(float)
}

impl Document {
    /// A document with the value of a `serde_json::Value`, its members in the order that value holds them.
    ///
    /// ```
    /// use isoform_json::Document;
    ///
    /// let document = Document::from_serde_json(&serde_json::json!({"a": [1, 0.5, null]}))?;
    /// assert_eq!(document.to_json(), r#"{"a":[1,0.5,null]}"#);
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// `too-deep` past [`Document::MAX_DEPTH`], `too-large` past 4 GiB of text.
    pub fn from_serde_json(value: &serde_json::Value) -> Result<Document, Error> {
        enum Rest<'v> {
            Items(std::slice::Iter<'v, serde_json::Value>),
            Members(serde_json::map::Iter<'v>),
        }
        use serde_json::Value;
        let mut builder = Builder::new();
        let mut open: Vec<Rest<'_>> = Vec::new();
        let mut next = Some(value);
        while builder.fault().is_none() {
            if let Some(value) = next.take() {
                match value {
                    Value::Null => builder.null(),
                    Value::Bool(value) => builder.bool(*value),
                    Value::Number(number) => builder.number(&number.to_string()),
                    Value::String(text) => builder.string(text),
                    Value::Array(items) => {
                        open.push(Rest::Items(items.iter()));
                        builder.begin_array()
                    }
                    Value::Object(members) => {
                        open.push(Rest::Members(members.iter()));
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
}
