//! Reading trees from any serde deserializer that knows its own types.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};

use crate::{Builder, Document, ReadOptions, Value, View};

/// Asking a [`View`] for a newtype struct of this name gives the JSON text of the value.
pub(crate) const WHOLE: &str = "$isoform_json::private::Whole";

/// From a [`View`] the document is an exact copy. From any other format it has what that format hands over:
/// numbers come as integers and floats, not as text.
impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Document, D::Error> {
        if comes_from_a_view::<D>() {
            return deserializer.deserialize_newtype_struct(WHOLE, Whole);
        }
        Whole.visit_newtype_struct(deserializer)
    }
}

/// As for [`Document`]; of repeated names the last value is kept.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Ok(Document::deserialize(deserializer)?.to_value())
    }
}

/// Whether the deserializer is a view, or something wrapped around one. Serde's own types have no room for
/// the text of a number, so the two ends must know each other.
fn comes_from_a_view<D>() -> bool {
    std::any::type_name::<D>().contains(std::any::type_name::<View<'static>>())
}

/// Takes the JSON text that a view hands over when it is asked for the whole.
struct Whole;

impl<'de> Visitor<'de> for Whole {
    type Value = Document;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Document, E> {
        let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH).with_max_bytes(usize::MAX);
        Document::parse_with(text, &options).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Document, D::Error> {
        let mut builder = Builder::new();
        Filling(&mut builder).deserialize(deserializer)?;
        builder.finish().map_err(D::Error::custom)
    }
}

/// Adds what it meets to a builder.
struct Filling<'b>(&'b mut Builder);

impl Filling<'_> {
    fn checked<E: serde::de::Error>(self) -> Result<(), E> {
        match self.0.fault() {
            Some(fault) => Err(E::custom(fault)),
            None => Ok(()),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Filling<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Filling<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.0.null();
        self.checked()
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.0.bool(value);
        self.checked()
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.0.integer(value);
        self.checked()
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.0.unsigned(value);
        self.checked()
    }

    fn visit_i128<E: serde::de::Error>(self, value: i128) -> Result<(), E> {
        self.0.number(&value.to_string());
        self.checked()
    }

    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<(), E> {
        self.0.number(&value.to_string());
        self.checked()
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        if !value.is_finite() {
            return Err(E::invalid_value(Unexpected::Float(value), &"a finite number"));
        }
        // This form is the shortest that reads back as the same float, and always JSON.
        self.0.number(&format!("{value:?}"));
        self.checked()
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.0.string(text);
        self.checked()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.begin_array();
        // Past the depth limit this stops the descent.
        Filling(self.0).checked()?;
        while items.next_element_seed(Filling(self.0))?.is_some() {}
        self.0.end_array();
        self.checked()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        if hands_over_a_number::<A>() {
            if let Some((_, text)) = members.next_entry::<String, String>()? {
                self.0.number(&text);
            }
            return self.checked();
        }
        self.0.begin_object();
        Filling(self.0).checked()?;
        while let Some(name) = members.next_key::<String>()? {
            self.0.key(&name);
            members.next_value_seed(Filling(self.0))?;
        }
        self.0.end_object();
        self.checked()
    }
}

/// Whether the map is how serde_json hands over a number when its `arbitrary_precision` is on: under a
/// private key that a text may hold as well, where it is an ordinary name. Only the type tells them apart.
fn hands_over_a_number<A>() -> bool {
    let name = std::any::type_name::<A>();
    name.contains("serde_json::") && name.contains("NumberDeserializer")
}
