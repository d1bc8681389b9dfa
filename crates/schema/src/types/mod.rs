//! Schemas of Rust types, from `schemars`.
//!
//! What is taken is the contract of decoding: what `Deserialize` takes. Three things are put right on the way:
//!
//! - **Order.** `schemars` sorts members. The list of required members of the *encoding* contract names every field in
//!   the order of its declaration, so both schemas are walked side by side (`order`).
//! - **Bounds.** `int32` and its like are no formats that any validator knows: they become the bounds of the type
//!   (`numbers`).
//! - **Definitions.** Types are written out where they stand; what comes back to itself is a definition.

mod numbers;
mod order;

use isoform_json::Document;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use crate::error::{Error, ErrorCode};
use crate::options::Source;
use crate::schema::Schema;

impl Schema {
    /// The schema of a Rust type: 2020-12, as `Deserialize` takes it, members in the order of their declaration.
    ///
    /// Doc comments are descriptions. Needs the feature `schemars`.
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
    /// A member that is optional and not encoded (`skip_serializing`) has no place in either list; such members come last.
    ///
    /// # Errors
    /// `invalid-schema` where an implementation of `JsonSchema` by hand gives no schema.
    pub fn of<T: JsonSchema>() -> Result<Schema, Error> {
        let decoding = generated::<T>(SchemaSettings::draft2020_12().for_deserialize());
        let encoding = generated::<T>(SchemaSettings::draft2020_12().for_serialize());
        let document = Document::from_serde_json(&decoding).and_then(|decoding| {
            let encoding = Document::from_serde_json(&encoding).ok();
            order::ordered(decoding.root(), encoding.as_ref().map(Document::root))
        });
        let document = document.map_err(|error| {
            Error::new(ErrorCode::InvalidSchema, "", format!("the schema of the type cannot be used: {error}"))
        })?;
        Schema::read(document, Source::Draft202012)
    }
}

fn generated<T: JsonSchema>(mut settings: SchemaSettings) -> serde_json::Value {
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    settings.into_generator().into_root_schema_for::<T>().to_value()
}
