//! A schema that answers are held to.

use std::sync::Arc;

use isoform_json::{Document, Repair, View};
use isoform_schema::{Form, Schema};

use crate::coerce::Coercion;
use crate::error::Error;
use crate::fault::Fault;
use crate::options::ReadOptions;
use crate::read;
use crate::validator::Validator;

/// A schema that answers are held to: the author's own, in the author's draft.
///
/// Cheap to clone and to share between threads; the schema is compiled once. What an OpenAPI source means is its neutral
/// 2020-12 form.
#[derive(Clone)]
pub struct Contract(Arc<Inner>);

struct Inner {
    schema: Schema,
    validator: Validator,
}

/// A value that is valid under the original schema, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The value.
    pub value: Document,
    /// What was repaired in the text, in its order.
    pub repairs: Vec<Repair>,
    /// What was read in another way than it was written.
    pub coercions: Vec<Coercion>,
}

impl Answer {
    /// The value as a Rust type.
    ///
    /// ```
    /// use isoform_answer::{Contract, ReadOptions};
    /// use isoform_schema::Schema;
    ///
    /// let contract = Contract::new(Schema::parse(r#"{"type":"array","items":{"type":"integer"}}"#)?)?;
    /// let answer = contract.read(r#"[1, "2", 300]"#, &ReadOptions::guided())?;
    /// assert_eq!(answer.decode::<Vec<u16>>()?, [1, 2, 300]);
    /// let error = answer.decode::<Vec<u8>>().unwrap_err();
    /// assert_eq!((error.code(), error.pointer()), ("decode", Some("/2")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `decode`, with the place of what does not fit the type: the schema says less than the type does.
    pub fn decode<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        self.value.root().decode().map_err(Error::from)
    }
}

impl Contract {
    /// A contract over a schema. Formats are annotations, as the drafts have it by default.
    ///
    /// # Errors
    /// `configuration`: the schema cannot be compiled.
    pub fn new(schema: Schema) -> Result<Contract, Error> {
        Contract::with(schema, false)
    }

    /// The contract of a Rust type: what its `Deserialize` takes. Needs the feature `schemars`.
    ///
    /// ```
    /// use isoform_answer::{Contract, ReadOptions};
    /// use isoform_schema::schemars::{self, JsonSchema};
    ///
    /// #[derive(serde::Deserialize, serde::Serialize, JsonSchema)]
    /// #[schemars(crate = "isoform_schema::schemars")]
    /// struct Stay {
    ///     town: String,
    ///     nights: u8,
    /// }
    ///
    /// let contract = Contract::of::<Stay>()?;
    /// let stay: Stay = contract.read(r#"{"town": "Oslo", "nights": "2"}"#, &ReadOptions::guided())?.decode()?;
    /// assert_eq!((stay.town.as_str(), stay.nights), ("Oslo", 2));
    /// let error = contract.read(r#"{"town": "Oslo", "nights": 256}"#, &ReadOptions::guided()).unwrap_err();
    /// assert_eq!((error.code(), error.pointer()), ("schema", Some("/nights")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `configuration`: the type's `JsonSchema` gives no schema that can be compiled.
    #[cfg(feature = "schemars")]
    pub fn of<T: isoform_schema::schemars::JsonSchema>() -> Result<Contract, Error> {
        let schema = Schema::of::<T>();
        Contract::new(schema.map_err(|error| Error::configuration(format!("the type has no schema: {error}")))?)
    }

    /// A contract that holds answers to formats as well.
    ///
    /// # Errors
    /// `configuration`: the schema cannot be compiled.
    pub fn with_formats(schema: Schema) -> Result<Contract, Error> {
        Contract::with(schema, true)
    }

    fn with(schema: Schema, formats: bool) -> Result<Contract, Error> {
        let validator = Validator::new(&schema, formats)?;
        Ok(Contract(Arc::new(Inner { schema, validator })))
    }

    /// The original schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    /// Everything that is wrong with a value; empty where it is valid.
    ///
    /// ```
    /// use isoform_answer::Contract;
    /// use isoform_json::Document;
    /// use isoform_schema::Schema;
    ///
    /// let contract = Contract::new(Schema::parse(r#"{"type":"array","items":{"minimum":1}}"#)?)?;
    /// let faults = contract.faults(Document::parse("[2, 0, -1]")?.root())?;
    /// let places: Vec<&str> = faults.iter().map(|fault| fault.at.as_str()).collect();
    /// assert_eq!(places, ["/1", "/2"]);
    /// assert_eq!(faults[0].schema_at, "/items/minimum");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `duplicate-key`: the value is none that a schema speaks of; `too-deep`, past 128 levels.
    pub fn faults(&self, value: View<'_>) -> Result<Vec<Fault>, Error> {
        Ok(self.0.validator.faults(read::as_text(value)?.root()))
    }

    /// Reads a text.
    ///
    /// # Errors
    /// The text cannot be read (codes of [`isoform_json::ErrorKind`]), or the value is not valid (`schema`) and no single
    /// lossless reading of it is.
    pub fn read(&self, text: &str, options: &ReadOptions) -> Result<Answer, Error> {
        read::text(&self.0.validator, text, None, options)
    }

    /// Reads a text that answers a form of the schema: it is brought back to the original first.
    ///
    /// Faults and feedback speak of the value in the original's spelling.
    ///
    /// # Errors
    /// As [`read`](Contract::read); `not-decodable` where the answer abuses an encoding of the form.
    pub fn read_form(&self, form: &Form, text: &str, options: &ReadOptions) -> Result<Answer, Error> {
        read::text(&self.0.validator, text, Some(form), options)
    }

    /// Reads a value that came without text, as some providers give the arguments of a call.
    ///
    /// # Errors
    /// `schema`, `duplicate-key`, `too-deep`; `not-decodable` with a form.
    pub fn read_value(&self, value: View<'_>, form: Option<&Form>, options: &ReadOptions) -> Result<Answer, Error> {
        read::value(&self.0.validator, value, form, options)
    }
}
