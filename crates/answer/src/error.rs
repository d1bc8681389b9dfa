//! The one error of this crate: a code, the place, and a sentence.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use isoform_json::Document;
use isoform_schema::PlanError;

use crate::fault::Fault;
use crate::feedback;

/// Why there is no answer.
///
/// `Display` is one line and never contains text of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    message: Cow<'static, str>,
    faults: Vec<Fault>,
    value: Option<Document>,
}

/// Where it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text cannot be read.
    Text(isoform_json::Error),
    /// The answer abuses an encoding of the form that it was asked in.
    Plan(PlanError),
    /// The value is not valid under the original schema.
    Schema,
    /// The value is valid, and a check of the caller's own fails.
    Check,
    /// The schema itself cannot be used, or has no form in the dialect. The model is not to blame.
    Configuration,
}

impl Error {
    fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Error {
        Error(Box::new(Inner { kind, message: message.into(), faults: Vec::new(), value: None }))
    }

    pub(crate) fn configuration(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Configuration, message)
    }

    pub(crate) fn invalid(value: Document, faults: Vec<Fault>) -> Error {
        Error::faulty(ErrorKind::Schema, "the value is not valid", value, faults)
    }

    pub(crate) fn unchecked(value: Document, faults: Vec<Fault>) -> Error {
        Error::faulty(ErrorKind::Check, "the value does not pass", value, faults)
    }

    fn faulty(kind: ErrorKind, what: &str, value: Document, faults: Vec<Fault>) -> Error {
        let more = faults.len().saturating_sub(1);
        let first = faults.first().map_or("it does not fit", |fault| fault.message.as_str());
        let message = match more {
            0 => format!("{what}: {first}"),
            _ => format!("{what}: {first}, and {more} more"),
        };
        let mut error = Error::new(kind, message);
        error.0.faults = faults;
        error.0.value = Some(value);
        error
    }

    /// What failed, with the error of the layer below.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The stable kebab-case code: `schema`, `check`, `configuration`, or that of the layer below.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.0.kind {
            ErrorKind::Text(error) => error.code(),
            ErrorKind::Plan(error) => error.code().as_str(),
            ErrorKind::Schema => "schema",
            ErrorKind::Check => "check",
            ErrorKind::Configuration => "configuration",
        }
    }

    /// The JSON Pointer of the value that is wrong; of several faults the first.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        match &self.0.kind {
            ErrorKind::Text(error) => error.pointer(),
            ErrorKind::Plan(error) => Some(error.pointer()),
            ErrorKind::Schema | ErrorKind::Check => self.0.faults.first().map(|fault| fault.at.as_str()),
            ErrorKind::Configuration => None,
        }
    }

    /// The bytes of the text that are wrong, where they are known.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        match &self.0.kind {
            ErrorKind::Text(error) => error.span(),
            ErrorKind::Schema | ErrorKind::Check => self.0.value.as_ref()?.root().at(self.pointer()?)?.span(),
            ErrorKind::Plan(_) | ErrorKind::Configuration => None,
        }
    }

    /// All that is wrong with the value, before anything in it was coerced.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// What to tell the model, so that it can answer again: its answer with a comment behind each fault, or what could not
    /// be read. Holds text of the answer. `None` where the model is not to blame.
    ///
    /// ```
    /// use isoform_answer::{Contract, ReadOptions};
    /// use isoform_schema::Schema;
    ///
    /// let schema = r#"{"type":"object","properties":{"city":{"type":"string"},"nights":{"type":"integer"}},
    ///     "required":["city"],"additionalProperties":false}"#;
    /// let contract = Contract::new(Schema::parse(schema)?)?;
    /// let error = contract.read(r#"{"nights": "two", "town": "Oslo"}"#, &ReadOptions::guided()).unwrap_err();
    /// let feedback = error.feedback().unwrap();
    /// assert!(feedback.contains(r#"{ // ❌ the member "city" is missing"#));
    /// assert!(feedback.contains(r#""nights": "two", // ❌ expected integer, got string"#));
    /// assert!(feedback.contains(r#""town": "Oslo" // ❌ no member of this name is taken: the object takes "city" or "nights""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn feedback(&self) -> Option<String> {
        match (&self.0.kind, &self.0.value) {
            (ErrorKind::Text(error), _) => Some(feedback::for_text(error)),
            (ErrorKind::Schema | ErrorKind::Check, Some(value)) => Some(feedback::for_value(value, &self.0.faults)),
            (ErrorKind::Plan(error), _) => Some(feedback::for_plan(error)),
            _ => None,
        }
    }

    /// The value that is not valid, or what there is of a truncated one.
    #[must_use]
    pub fn partial(&self) -> Option<&Document> {
        match &self.0.kind {
            ErrorKind::Text(error) => error.partial(),
            _ => self.0.value.as_ref(),
        }
    }
}

impl From<isoform_json::Error> for Error {
    fn from(error: isoform_json::Error) -> Error {
        let message = error.to_string();
        Error::new(ErrorKind::Text(error), message)
    }
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Error {
        let message = error.to_string();
        Error::new(ErrorKind::Plan(error), message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Text(error) => Some(error),
            ErrorKind::Plan(error) => Some(error),
            _ => None,
        }
    }
}
