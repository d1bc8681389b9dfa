//! Writing trees through any serde serializer.
//!
//! Members keep their order. Number rule, in this order: integers written without fraction and exponent as
//! `u64` or `i64`; a number whose text an `f64` reproduces in value as `f64`; other integers as `u128` or
//! `i128`; anything else as the nearest `f64`; an error where that is not finite.

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::{Document, Kind, Number, Object, Value, View};

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool => serializer.serialize_bool(self.as_bool() == Some(true)),
            Kind::String => serializer.serialize_str(self.as_str().unwrap_or("")),
            Kind::Number => match self.as_number() {
                Some(number) => number.serialize(serializer),
                None => serializer.serialize_unit(),
            },
            Kind::Array => {
                let mut sequence = serializer.serialize_seq(Some(self.len()))?;
                for item in self.items() {
                    sequence.serialize_element(&item)?;
                }
                sequence.end()
            }
            Kind::Object => {
                let mut map = serializer.serialize_map(Some(self.len()))?;
                for (name, value) in self.members() {
                    map.serialize_entry(name, &value)?;
                }
                map.end()
            }
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::String(text) => serializer.serialize_str(text),
            Value::Number(text) => text.number().serialize(serializer),
            Value::Array(items) => items.serialize(serializer),
            Value::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A negative zero is a float everywhere but in JSON.
        if self.is_plain() && !self.is_negative_zero() {
            if let Some(integer) = self.as_u64() {
                return serializer.serialize_u64(integer);
            }
            if let Some(integer) = self.as_i64() {
                return serializer.serialize_i64(integer);
            }
        }
        let float = self.as_f64();
        if let Some(float) = float.filter(|float| self.is_reproduced_by(*float)) {
            return serializer.serialize_f64(float);
        }
        if let Some(integer) = self.as_u128() {
            return serializer.serialize_u128(integer);
        }
        if let Some(integer) = self.as_i128() {
            return serializer.serialize_i128(integer);
        }
        match float {
            Some(float) => serializer.serialize_f64(float),
            None => Err(S::Error::custom("a number passes the range of a float")),
        }
    }
}
