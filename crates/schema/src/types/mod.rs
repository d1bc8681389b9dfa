//! Schemas of Rust types, from `schemars` and from what `Deserialize` says when it is asked.
//!
//! What is taken is the contract of decoding: what `Deserialize` takes. Put right on the way:
//!
//! - **Order.** `schemars` sorts members. The list of required members of the *encoding* contract names every field in
//!   the order of its declaration, so both schemas are walked side by side (`order`); what it does not name is in the list
//!   of fields that `Deserialize` asks for (`probe`).
//! - **Bounds.** `int32` and its like are no formats that any validator knows: they become the bounds of the type
//!   (`numbers`).
//! - **Keys.** Keys of a map that are read as integers, booleans or characters are held to that (`keys`).
//! - **Presence.** What `Deserialize` refuses to miss is required; an object that refuses other members is closed
//!   (`probe`).
//! - **Definitions.** Types are written out where they stand; what comes back to itself is a definition.

mod cache;
mod definitions;
mod keys;
mod numbers;
mod order;
mod probe;

use isoform_json::{Document, View};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;

use crate::error::{Error, ErrorCode};
use crate::options::Source;
use crate::schema::Schema;
use definitions::Names;
use order::Known;
use probe::Facts;

impl Schema {
    /// The schema of a Rust type: 2020-12, as `Deserialize` takes it, members in the order of their declaration.
    ///
    /// Needs the feature `schemars`.
    ///
    /// ```
    /// use isoform_schema::Schema;
    /// use schemars::JsonSchema;
    /// use serde::{Deserialize, Serialize};
    ///
    /// /// A stay.
    /// #[derive(Deserialize, Serialize, JsonSchema)]
    /// struct Stay {
    ///     town: String,
    ///     nights: u8,
    ///     /// What else is wanted.
    ///     note: Option<String>,
    /// }
    ///
    /// let schema = Schema::of::<Stay>()?;
    /// assert_eq!(
    ///     schema.document().to_json(),
    ///     r#"{"title":"Stay","description":"A stay.","type":"object","properties":{"town":{"type":"string"},"#.to_owned()
    ///         + r#""nights":{"type":"integer","minimum":0,"maximum":255},"#
    ///         + r#""note":{"description":"What else is wanted.","type":["string","null"]}},"required":["town","nights"]}"#
    /// );
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    ///
    /// # What is written on a field
    ///
    /// | wanted | written |
    /// |---|---|
    /// | required | any type but `Option`, without `#[serde(default)]` |
    /// | required, though the type is an `Option` | `#[schemars(required)]`: null is refused as well |
    /// | optional | `Option<T>` (absent or null), or `#[serde(default)]` (absent) |
    /// | a description | the doc comment, or `#[schemars(description = "...")]` |
    /// | one of some texts | an enum of unit variants, or `#[schemars(extend("enum" = ["low", "high"]))]` on a `String` |
    /// | bounds, a length, a pattern | `#[schemars(range(min = 1))]`, `length(...)`, `regex(...)` |
    /// | another name | `#[serde(rename = "...")]`, `rename_all` on the type |
    /// | no other members | `#[serde(deny_unknown_fields)]` on the type |
    ///
    /// An `alias` and a variant that is `other` are for writers that one did not ask: they are decoded and stand in no
    /// schema. What `schemars` says and serde does not hold (`required`, `range`, `extend`) is held by a contract.
    ///
    /// ```
    /// # use isoform_schema::Schema;
    /// # use schemars::JsonSchema;
    /// # use serde::Deserialize;
    /// #[derive(Deserialize, JsonSchema)]
    /// #[serde(rename_all = "lowercase", deny_unknown_fields)]
    /// struct Forecast {
    ///     /// City name, e.g. Paris
    ///     city: String,
    ///     unit: Unit,
    ///     #[schemars(required)]
    ///     rain: Option<bool>,
    /// }
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// #[serde(rename_all = "lowercase")]
    /// enum Unit {
    ///     Celsius,
    ///     Fahrenheit,
    /// }
    ///
    /// let schema = Schema::of::<Forecast>()?;
    /// let says = |at: &str| schema.document().root().at(at).map(|held| held.to_json());
    /// assert_eq!(says("/required").as_deref(), Some(r#"["city","unit","rain"]"#));
    /// assert_eq!(says("/properties/city/description").as_deref(), Some(r#""City name, e.g. Paris""#));
    /// assert_eq!(says("/properties/unit/enum").as_deref(), Some(r#"["celsius","fahrenheit"]"#));
    /// assert_eq!(says("/properties/rain/type").as_deref(), Some(r#""boolean""#));
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    ///
    /// # What the type says
    ///
    /// The type is asked as well, by decoding values that fit the schema: for the order of its fields, for members that it
    /// misses, for objects that take no other members, for what keys are read as. What cannot be decoded at all is an
    /// error here and not with the model's first answer.
    ///
    /// No document is decoded that could not come from a model, but `Deserialize` runs, with whatever it does besides.
    ///
    /// A schema that was made is kept for as long as the program runs, and given again without work: a clone is cheap.
    ///
    /// # Errors
    /// `invalid-schema` where an implementation of `JsonSchema` by hand gives no schema; `undecodable` where there is a
    /// place of the schema (the pointer says which) at which nothing that fits is decoded.
    pub fn of<T: JsonSchema + DeserializeOwned + 'static>() -> Result<Schema, Error> {
        cache::cached::<T>(|| {
            made::<T>(|decoding| {
                probe::ask::<T>(decoding).map_err(|nothing| {
                    let why = format!("nothing that the type's schema admits here is decoded: {}", nothing.why);
                    Error::new(ErrorCode::Undecodable, nothing.at, why)
                })
            })
        })
    }

    /// The schema of a type whose `Deserialize` is not asked, for types that borrow or are not decoded here.
    ///
    /// Order and bounds are put right as in [`Schema::of`]. Optional members that are not encoded come last, and what
    /// the type takes is what `schemars` says it takes. Nothing is kept.
    ///
    /// ```
    /// use isoform_schema::Schema;
    /// use schemars::JsonSchema;
    ///
    /// #[derive(JsonSchema)]
    /// struct Stay<'a> {
    ///     town: &'a str,
    ///     nights: u8,
    /// }
    ///
    /// let schema = Schema::described::<Stay<'_>>()?;
    /// assert_eq!(
    ///     schema.document().root().at("/properties").unwrap().to_json(),
    ///     r#"{"town":{"type":"string"},"nights":{"type":"integer","minimum":0,"maximum":255}}"#
    /// );
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-schema` where an implementation of `JsonSchema` by hand gives no schema.
    pub fn described<T: JsonSchema + ?Sized>() -> Result<Schema, Error> {
        made::<T>(|_| Ok(Facts::default()))
    }
}

/// The schema of a type, with what is known of the places of its schema for decoding.
fn made<T: JsonSchema + ?Sized>(facts: impl FnOnce(View<'_>) -> Result<Facts, Error>) -> Result<Schema, Error> {
    let unusable = |error: isoform_json::Error| {
        Error::new(ErrorCode::InvalidSchema, "", format!("the schema of the type cannot be used: {error}"))
    };
    let (decoding, names) = generated::<T>(SchemaSettings::draft2020_12().for_deserialize());
    let (encoding, _) = generated::<T>(SchemaSettings::draft2020_12().for_serialize());
    let decoding = Document::from_serde_json(&decoding).map_err(unusable)?;
    let encoding = Document::from_serde_json(&encoding).ok();
    let facts = facts(decoding.root())?;
    let document = order::ordered(decoding.root(), encoding.as_ref().map(Document::root), &Known { facts, names });
    Schema::read(document.map_err(unusable)?, Source::Draft202012)
}

/// The schema that is generated, and the names its definitions are to have.
fn generated<T: JsonSchema + ?Sized>(mut settings: SchemaSettings) -> (serde_json::Value, Names) {
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let mut generator = settings.into_generator();
    let schema = generator.root_schema_for::<T>().to_value();
    (schema, definitions::names(&generator))
}
