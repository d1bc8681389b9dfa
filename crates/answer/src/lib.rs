//! From a model's answer to a value that is valid under the ORIGINAL schema, or an error that says what is wrong.
//!
//! A [`Contract`] is a schema and its validator. It reads a text in the order strict, lenient, schema-guided, and stops at
//! the first stage that gives a valid value: what is strict JSON and valid is handed back as it stands; a [`Repair`] is
//! made where one reading of the text is left, a [`Coercion`] where one lossless reading of a value is. Both are
//! reported, and what neither can mend is an [`Error`] with every [`Fault`].
//!
//! ```
//! use isoform_answer::{Contract, ReadOptions};
//! use isoform_schema::Schema;
//!
//! let schema = Schema::parse(
//!     r#"{"type":"object","properties":{"city":{"type":"string"},"nights":{"type":"integer"}},
//!         "required":["city","nights"],"additionalProperties":false}"#,
//! )?;
//! let contract = Contract::new(schema)?;
//!
//! let answer = contract.read("{'city': \"Oslo\", \"nights\": \"3\"}", &ReadOptions::guided())?;
//! assert_eq!(answer.value.to_json(), r#"{"city":"Oslo","nights":3}"#);
//! assert_eq!(answer.repairs[0].kind.code(), "single-quotes");
//! assert_eq!((answer.coercions[0].kind.code(), answer.coercions[0].at.as_str()), ("string-to-number", "/nights"));
//!
//! let error = contract.read(r#"{"city": "Oslo", "nights": "3 or 4"}"#, &ReadOptions::guided()).unwrap_err();
//! assert_eq!((error.code(), error.pointer()), ("schema", Some("/nights")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Repair`]: isoform_json::Repair

mod attempt;
mod bounds;
mod coerce;
mod contract;
mod error;
mod fault;
mod feedback;
mod forms;
mod options;
pub mod output;
pub mod prompt;
mod read;
#[cfg(feature = "testing")]
pub mod testing;
mod tree;
mod typed;
mod validator;

pub use attempt::{Attempt, Reason, Step};
pub use coerce::{Coercion, CoercionKind};
pub use contract::{Answer, Contract};
pub use error::{Error, ErrorKind};
pub use fault::Fault;
pub use options::{Mode, ReadOptions};
