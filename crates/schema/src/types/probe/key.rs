//! The keys of an object as serde asks for them.

use isoform_json::Decimal;
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::fault::Fault;
use super::run::Run;

/// What the free keys of an object are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::types) enum Keys {
    /// `true` and `false`.
    Bool,
    /// One character.
    Char,
    /// An integer within bounds, by the name of its format.
    Integer(&'static str),
}

/// A key that is offered, and the object whose free key it is.
pub(super) struct Key<'r, 's> {
    pub(super) run: &'r Run<'s>,
    pub(super) name: String,
    pub(super) free: Option<String>,
}

impl Key<'_, '_> {
    fn is(&self, keys: Keys) {
        if let Some(at) = &self.free {
            self.run.keys(at, keys);
        }
    }

    /// The number that the key spells; free ones are whatever is asked for.
    fn number(&self) -> Option<i64> {
        let spelled = Decimal::parse(&self.name).and_then(|number| number.as_i64());
        spelled.or(self.free.is_some().then_some(1))
    }
}

macro_rules! integers {
    ($($method:ident $format:literal,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.is(Keys::Integer($format));
            match self.number() {
                Some(number) => visitor.visit_i64(number),
                None => visitor.visit_str(&self.name),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(&self.name)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.is(Keys::Bool);
        visitor.visit_bool(true)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.is(Keys::Char);
        visitor.visit_str(&self.name)
    }

    integers! {
        deserialize_i8 "int8",
        deserialize_i16 "int16",
        deserialize_i32 "int32",
        deserialize_i64 "int64",
        deserialize_i128 "int128",
        deserialize_u8 "uint8",
        deserialize_u16 "uint16",
        deserialize_u32 "uint32",
        deserialize_u64 "uint64",
        deserialize_u128 "uint128",
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_enum(self.name.as_str().into_deserializer())
    }

    forward_to_deserialize_any! {
        f32 f64 str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
