//! A schema that answers are held to.

use std::sync::Arc;

use isoform_json::{Document, Repair, View};
use isoform_schema::{Dialect, Form, FormOptions, Schema};
use serde::de::DeserializeOwned;

use crate::coerce::Coercion;
use crate::error::Error;
use crate::fault::Fault;
use crate::forms::Forms;
use crate::options::ReadOptions;
use crate::read;
use crate::typed::Typed;
use crate::validator::Validator;

/// A schema that answers are held to: the author's own, in the author's draft. What is read is a `T`.
///
/// Cheap to clone and to share between threads; the schema is compiled once, where the contract is made, and each form of
/// it once where it is first asked for. What an OpenAPI source means is its neutral 2020-12 form.
///
/// ```
/// use isoform_answer::{Contract, Fault, ReadOptions};
/// use isoform_schema::{Schema, dialect};
///
/// #[derive(serde::Deserialize)]
/// struct Stay {
///     first: u16,
///     last: u16,
/// }
///
/// let schema = r##"{"type":"object","properties":{"first":{"$ref":"#/$defs/day"},"last":{"$ref":"#/$defs/day"}},
///     "required":["first","last"],"$defs":{"day":{"type":"integer","minimum":1,"maximum":366}}}"##;
/// let contract = Contract::new(Schema::parse(schema)?)?
///     .typed::<Stay>()
///     .check(|stay| if stay.first > stay.last { vec![Fault::new("/last", "it is before the first day")] } else { vec![] });
///
/// let form = contract.form(&dialect::OPENAI_STRICT)?;
/// let stay = contract.read_form(&form, r#"{"first": 4, "last": "9"}"#, &ReadOptions::guided())?.value;
/// assert_eq!((stay.first, stay.last), (4, 9));
///
/// let error = contract.read(r#"{"first": 9, "last": 4}"#, &ReadOptions::guided()).err().unwrap();
/// assert_eq!((error.code(), error.pointer()), ("check", Some("/last")));
/// assert!(error.feedback().unwrap().contains("it is before the first day"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Contract<T = Document> {
    inner: Arc<Inner>,
    typed: Typed<T>,
}

struct Inner {
    schema: Schema,
    validator: Validator,
    forms: Forms,
}

impl<T> Clone for Contract<T> {
    fn clone(&self) -> Contract<T> {
        Contract { inner: Arc::clone(&self.inner), typed: self.typed.clone() }
    }
}

/// A value that is valid under the original schema, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<T = Document> {
    /// The value.
    pub value: T,
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
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Error> {
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

    /// The contract of a Rust type: what its `Deserialize` takes is what is read. Needs the feature `schemars`.
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
    /// let stay = contract.read(r#"{"town": "Oslo", "nights": "2"}"#, &ReadOptions::guided())?.value;
    /// assert_eq!((stay.town.as_str(), stay.nights), ("Oslo", 2));
    /// let error = contract.read(r#"{"town": "Oslo", "nights": 256}"#, &ReadOptions::guided()).err().unwrap();
    /// assert_eq!((error.code(), error.pointer()), ("schema", Some("/nights")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `configuration`: the type's `JsonSchema` gives no schema that can be compiled.
    #[cfg(feature = "schemars")]
    pub fn of<T>() -> Result<Contract<T>, Error>
    where
        T: isoform_schema::schemars::JsonSchema + DeserializeOwned + 'static,
    {
        let schema = Schema::of::<T>();
        let schema = schema.map_err(|error| Error::configuration(format!("the type has no schema: {error}")))?;
        Ok(Contract::new(schema)?.typed())
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
        let inner = Arc::new(Inner { schema, validator, forms: Forms::default() });
        Ok(Contract { inner, typed: Typed::document() })
    }

    /// The same contract with what is read as a Rust type. The schema is held to first: it has to say no less than the
    /// type does, or an answer may be valid and still be refused (`decode`).
    #[must_use]
    pub fn typed<T: DeserializeOwned>(self) -> Contract<T> {
        Contract { inner: self.inner, typed: Typed::decoded() }
    }
}

impl<T> Contract<T> {
    /// Adds a check of the caller's own, for what no schema says. It sees values that are valid and gives what is wrong
    /// with them; see [`Fault::new`]. The checks of a contract are made in the order they were added, all of them.
    #[must_use]
    pub fn check(self, check: impl Fn(&T) -> Vec<Fault> + Send + Sync + 'static) -> Contract<T> {
        Contract { inner: self.inner, typed: self.typed.with_check(check) }
    }

    /// The form of the schema in a dialect, with the default options. It is made once for equal dialects.
    ///
    /// # Errors
    /// The schema has no form in the dialect.
    pub fn form(&self, dialect: &Dialect) -> Result<Arc<Form>, isoform_schema::Error> {
        self.form_with(dialect, &FormOptions::default())
    }

    /// The form of the schema in a dialect. It is made once for equal dialects and options.
    ///
    /// # Errors
    /// The schema has no form in the dialect under these options.
    pub fn form_with(&self, dialect: &Dialect, options: &FormOptions) -> Result<Arc<Form>, isoform_schema::Error> {
        self.inner.forms.get(&self.inner.schema, dialect, options)
    }

    /// The original schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.inner.schema
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
        read::fit(value)?;
        Ok(self.inner.validator.faults(value))
    }

    /// Whether a value holds as it stands: the schema, the type and the checks.
    pub(crate) fn holds(&self, value: Document) -> Result<(), Error> {
        let faults = self.inner.validator.faults(value.root());
        if !faults.is_empty() {
            return Err(Error::invalid(value, faults));
        }
        self.typed.of(Answer { value, repairs: Vec::new(), coercions: Vec::new() }).map(drop)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// The text cannot be read (codes of [`isoform_json::ErrorKind`]), or the value is not valid (`schema`) and no single
    /// lossless reading of it is; `decode`, where it does not fit the type; `check`, where a check of the caller's fails.
    pub fn read(&self, text: &str, options: &ReadOptions) -> Result<Answer<T>, Error> {
        self.typed.of(read::text(&self.inner.validator, text, None, options)?)
    }

    /// Reads a text that answers a form of the schema: it is brought back to the original first.
    ///
    /// Faults and feedback speak of the value in the original's spelling.
    ///
    /// # Errors
    /// As [`read`](Contract::read); `not-decodable` where the answer abuses an encoding of the form.
    pub fn read_form(&self, form: &Form, text: &str, options: &ReadOptions) -> Result<Answer<T>, Error> {
        self.typed.of(read::text(&self.inner.validator, text, Some(form), options)?)
    }

    /// Reads a value that came without text, as some providers give the arguments of a call.
    ///
    /// # Errors
    /// `schema`, `decode`, `check`, `duplicate-key`, `too-deep`; `not-decodable` with a form.
    pub fn read_value(&self, value: View<'_>, form: Option<&Form>, options: &ReadOptions) -> Result<Answer<T>, Error> {
        self.typed.of(read::value(&self.inner.validator, value, form, options)?)
    }
}
