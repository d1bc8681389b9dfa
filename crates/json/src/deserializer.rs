//! Decoding Rust types from a tree.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::deserialize::WHOLE;
use crate::view::{Items, Members};
use crate::{Error, ErrorKind, Kind, Number, View, grammar};

/// Decodes a type from a value.
///
/// Strings can be borrowed from the document. A number that is an integer in value (`2.0`, `1e2`) decodes
/// into an integer type that has room for it. Enums are a string or an object with one member, as serde_json
/// has them. [`Error::pointer`] and [`Error::span`] say which value was refused.
///
/// ```
/// use isoform_json::{Document, from_view};
///
/// let document = Document::parse(r#"{"stay": ["Oslo", 2.0]}"#)?;
/// let stay: (&str, u8) = from_view(document.root().get("stay").unwrap())?;
/// assert_eq!(stay, ("Oslo", 2));
///
/// let error = from_view::<Vec<bool>>(document.root().get("stay").unwrap()).unwrap_err();
/// assert_eq!((error.code(), error.pointer()), ("decode", Some("/stay/0")));
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// `decode` where the value does not fit the type.
pub fn from_view<'de, T: Deserialize<'de>>(view: View<'de>) -> Result<T, Error> {
    // What a type refuses after its value was read, as `try_from` does, has no place yet.
    T::deserialize(view).map_err(|error| view.place(error))
}

impl View<'_> {
    /// Decodes a type that borrows nothing from the document.
    ///
    /// # Errors
    /// `decode` where the value does not fit the type.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Error> {
        from_view(*self)
    }

    /// An error about this value.
    #[cold]
    pub(crate) fn error(&self, kind: ErrorKind, reason: &'static str) -> Error {
        self.place(Error::new(kind, reason))
    }

    /// Says of an error that it is about this value, unless it already names a value.
    #[cold]
    fn place(&self, error: Error) -> Error {
        if error.pointer().is_some() {
            return error;
        }
        let error = error.with_pointer(self.pointer());
        match self.span() {
            Some(span) => error.at(self.document().source(), span),
            None => error,
        }
    }

    fn visit_number<'de, V: Visitor<'de>>(&self, number: Number<'_>, visitor: V) -> Result<V::Value, Error> {
        // A negative zero is a float in Rust, and an integer type that wants it asks for an integer.
        if number.is_integer() && !number.is_negative_zero() {
            if let Some(integer) = number.as_u64() {
                return visitor.visit_u64(integer);
            }
            if let Some(integer) = number.as_i64() {
                return visitor.visit_i64(integer);
            }
        }
        match number.as_f64() {
            Some(float) => visitor.visit_f64(float),
            None => Err(Error::new(ErrorKind::Decode, "a number passes the range of a float")),
        }
    }
}

macro_rules! deserialize_integers {
    ($($method:ident $get:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.as_number().and_then(|number| number.$get()) {
                Some(integer) => visitor.$visit(integer).map_err(|error| self.place(error)),
                None => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for View<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let visited = match (self.kind(), self.as_str(), self.as_number()) {
            (Kind::Bool, ..) => visitor.visit_bool(self.as_bool() == Some(true)),
            (_, Some(text), _) => visitor.visit_borrowed_str(text),
            (.., Some(number)) => self.visit_number(number, visitor),
            (Kind::Array, ..) => {
                let mut items = ItemAccess(self.items());
                visitor.visit_seq(&mut items).and_then(|value| match items.0.len() {
                    0 => Ok(value),
                    _ => Err(Error::new(ErrorKind::Decode, "the array has more items than the type")),
                })
            }
            (Kind::Object, ..) => {
                let mut members = MemberAccess { members: self.members(), value: None };
                match visitor.visit_map(&mut members) {
                    Ok(value) if members.members.len() == 0 => Ok(value),
                    Ok(_) => Err(Error::new(ErrorKind::Decode, "the object has more members than the type")),
                    // A name was taken and its value not: the fault lies with that member.
                    Err(error) => Err(match members.value {
                        Some(value) => value.place(error),
                        None => error,
                    }),
                }
            }
            _ => visitor.visit_unit(),
        };
        visited.map_err(|error| self.place(error))
    }

    deserialize_integers! {
        deserialize_i8 as_i64 visit_i64,
        deserialize_i16 as_i64 visit_i64,
        deserialize_i32 as_i64 visit_i64,
        deserialize_i64 as_i64 visit_i64,
        deserialize_i128 as_i128 visit_i128,
        deserialize_u8 as_u64 visit_u64,
        deserialize_u16 as_u64 visit_u64,
        deserialize_u32 as_u64 visit_u64,
        deserialize_u64 as_u64 visit_u64,
        deserialize_u128 as_u128 visit_u128,
        deserialize_f64 as_f64 visit_f64,
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        // Rounded once, from the text; by way of an f64 it would be rounded twice.
        let single = self.as_number().and_then(|number| number.text().parse::<f32>().ok());
        match single {
            Some(float) if float.is_finite() => visitor.visit_f32(float).map_err(|error| self.place(error)),
            Some(_) => Err(self.error(ErrorKind::Decode, "a number passes the range of the float")),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_null() {
            return visitor.visit_none().map_err(|error| self.place(error));
        }
        visitor.visit_some(self).map_err(|error| self.place(error))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        if name == WHOLE {
            return visitor.visit_string(self.to_json());
        }
        visitor.visit_newtype_struct(self).map_err(|error| self.place(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let visited = match (self.as_str(), self.members().next()) {
            (Some(variant), _) => visitor.visit_enum(Variant { name: variant, place: self, value: None }),
            (_, Some((variant, value))) if self.len() == 1 => {
                visitor.visit_enum(Variant { name: variant, place: self, value: Some(value) })
            }
            (_, Some(_)) => Err(Error::new(ErrorKind::Decode, "expected a string or an object with one member")),
            _ => Err(serde::de::Error::invalid_type(self.unexpected(), &"a string or an object with one member")),
        };
        visited.map_err(|error| self.place(error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
    }
}

impl<'a> View<'a> {
    fn unexpected(&self) -> Unexpected<'a> {
        match self.kind() {
            Kind::Null => Unexpected::Unit,
            Kind::Bool => Unexpected::Bool(self.as_bool() == Some(true)),
            Kind::Number => Unexpected::Other("number"),
            Kind::String => Unexpected::Str(self.as_str().unwrap_or("")),
            Kind::Array => Unexpected::Seq,
            Kind::Object => Unexpected::Map,
        }
    }
}

impl<'de> IntoDeserializer<'de, Error> for View<'de> {
    type Deserializer = View<'de>;

    fn into_deserializer(self) -> View<'de> {
        self
    }
}

struct ItemAccess<'de>(Items<'de>);

impl<'de> SeqAccess<'de> for ItemAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.0.next() {
            Some(item) => seed.deserialize(item).map(Some).map_err(|error| item.place(error)),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct MemberAccess<'de> {
    members: Members<'de>,
    value: Option<View<'de>>,
}

impl<'de> MapAccess<'de> for MemberAccess<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.members.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(Name(name)).map(Some).map_err(|error| value.place(error))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(|error| value.place(error)),
            None => Err(Error::new(ErrorKind::Decode, "a member's value was asked for before its name")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

/// The name of a member, as the key of a map: text, or what the text spells.
struct Name<'de>(&'de str);

macro_rules! deserialize_spelled {
    ($($method:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            // Rust reads more as a number than JSON does: `+1`, `inf`.
            match self.0.parse() {
                Ok(spelled) if grammar::is_number(self.0) => visitor.$visit(spelled),
                _ => visitor.visit_borrowed_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => visitor.visit_borrowed_str(other),
        }
    }

    deserialize_spelled! {
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_i128 visit_i128,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
        deserialize_u128 visit_u128,
        deserialize_f32 visit_f32,
        deserialize_f64 visit_f64,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum: its name, and its content unless the enum was a string.
struct Variant<'de> {
    name: &'de str,
    place: View<'de>,
    value: Option<View<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Variant<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Variant<'de>), Error> {
        let variant = seed
            .deserialize(BorrowedStrDeserializer::new(self.name))
            .map_err(|error: Error| self.place.place(error))?;
        Ok((variant, self))
    }
}

impl<'de> Variant<'de> {
    fn content(&self, expected: &dyn Expected) -> Result<View<'de>, Error> {
        self.value.ok_or_else(|| serde::de::Error::invalid_type(Unexpected::UnitVariant, expected))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value {
            Some(value) => <()>::deserialize(value),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let value = self.content(&"newtype variant")?;
        seed.deserialize(value).map_err(|error| value.place(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        let value = self.content(&"tuple variant")?;
        match value.kind() {
            Kind::Array => value.deserialize_any(visitor),
            _ => Err(value.place(serde::de::Error::invalid_type(value.unexpected(), &"tuple variant"))),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        let value = self.content(&"struct variant")?;
        match value.kind() {
            Kind::Object | Kind::Array => value.deserialize_any(visitor),
            _ => Err(value.place(serde::de::Error::invalid_type(value.unexpected(), &"struct variant"))),
        }
    }
}
