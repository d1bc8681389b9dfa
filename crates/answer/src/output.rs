//! Structured output around a request: what can be known before it is sent, and whether its final choices hold.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use isoform_json::{Document, Kind, ReadOptions as JsonOptions, read};
use isoform_schema::{Dialect, FormOptions, Schema};

use crate::contract::Contract;
use crate::error::{Error, ErrorKind};

/// Why a request for structured output cannot be sent, or its response not be used.
///
/// `Display` is one line and never contains text of an answer.
#[derive(Debug)]
pub struct OutputError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: OutputErrorKind,
    message: Cow<'static, str>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Who has to change something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputErrorKind {
    /// The caller: the request or its schema is wrong wherever it is sent. The model is not to blame.
    Configuration,
    /// The caller, or nobody: what is sent to cannot do it.
    Unsupported {
        /// Who was to be asked.
        provider: String,
        /// The model that was to be asked.
        model: String,
    },
    /// The caller: two things in the request cannot stand together there.
    Conflict {
        /// Who was to be asked.
        provider: String,
    },
    /// The model: a final choice does not hold. The cause is the [`source`](StdError::source), an [`Error`].
    Validation {
        /// Who was asked.
        provider: String,
        /// The model that was asked.
        model: String,
        /// The number of the choice, from zero.
        choice: usize,
        /// Why the choice ended, in the provider's word.
        stop_reason: String,
    },
}

impl OutputError {
    fn new(kind: OutputErrorKind, message: impl Into<Cow<'static, str>>) -> OutputError {
        OutputError(Box::new(Inner { kind, message: message.into(), source: None }))
    }

    fn because(mut self, source: impl StdError + Send + Sync + 'static) -> OutputError {
        self.0.source = Some(Box::new(source));
        self
    }

    /// The request is wrong wherever it is sent.
    #[must_use]
    pub fn configuration(why: impl Into<Cow<'static, str>>) -> OutputError {
        OutputError::new(OutputErrorKind::Configuration, why)
    }

    /// What is sent to cannot do it; for those who know more of a provider than [`preflight`] does.
    ///
    /// ```
    /// use isoform_answer::output::OutputError;
    ///
    /// let error = OutputError::unsupported("acme", "tiny-1", "it has no JSON mode");
    /// assert_eq!(error.to_string(), r#"model "tiny-1" of "acme" cannot do it: it has no JSON mode"#);
    /// assert_eq!(error.code(), "unsupported");
    /// ```
    #[must_use]
    pub fn unsupported(provider: &str, model: &str, why: &str) -> OutputError {
        let kind = OutputErrorKind::Unsupported { provider: provider.to_owned(), model: model.to_owned() };
        OutputError::new(kind, format!("model {model:?} of {provider:?} cannot do it: {why}"))
    }

    /// Two things in the request cannot stand together there; for those who know more of a provider than [`preflight`]
    /// does.
    #[must_use]
    pub fn conflict(provider: &str, why: &str) -> OutputError {
        let kind = OutputErrorKind::Conflict { provider: provider.to_owned() };
        OutputError::new(kind, format!("{provider:?} does not take this together: {why}"))
    }

    /// Who has to change something.
    #[must_use]
    pub fn kind(&self) -> &OutputErrorKind {
        &self.0.kind
    }

    /// The stable kebab-case code: `configuration`, `unsupported`, `conflict` or `validation`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.0.kind {
            OutputErrorKind::Configuration => "configuration",
            OutputErrorKind::Unsupported { .. } => "unsupported",
            OutputErrorKind::Conflict { .. } => "conflict",
            OutputErrorKind::Validation { .. } => "validation",
        }
    }

    /// The error of a contract behind this one: what is wrong with the answer, with its faults and feedback, or with the
    /// schema.
    #[must_use]
    pub fn cause(&self) -> Option<&Error> {
        self.source()?.downcast_ref()
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl StdError for OutputError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_ref().map(|source| &**source as &(dyn StdError + 'static))
    }
}

/// Who is asked, and what is known of it. What is not known (`None`) is let through: the provider decides.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Asked<'a> {
    /// The provider, as errors name it.
    pub provider: &'a str,
    /// The model, as errors name it.
    pub model: &'a str,
    /// Whether the model takes a schema for its answer.
    pub takes_schemas: Option<bool>,
    /// Whether tools may stand beside such a schema.
    pub takes_tools_beside: Option<bool>,
    /// The dialect that the schema has to be said in.
    pub dialect: Option<&'a Dialect>,
}

impl<'a> Asked<'a> {
    /// A model of which nothing is known.
    #[must_use]
    pub fn new(provider: &'a str, model: &'a str) -> Asked<'a> {
        Asked { provider, model, ..Asked::default() }
    }

    /// Sets whether the model takes a schema for its answer.
    #[must_use]
    pub fn with_schemas(self, takes_schemas: bool) -> Asked<'a> {
        Asked { takes_schemas: Some(takes_schemas), ..self }
    }

    /// Sets whether tools may stand beside such a schema.
    #[must_use]
    pub fn with_tools_beside(self, takes_tools_beside: bool) -> Asked<'a> {
        Asked { takes_tools_beside: Some(takes_tools_beside), ..self }
    }

    /// Sets the dialect that the schema has to be said in.
    #[must_use]
    pub fn with_dialect(self, dialect: &'a Dialect) -> Asked<'a> {
        Asked { dialect: Some(dialect), ..self }
    }
}

/// What a request for structured output says.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OutputRequest<'a> {
    /// The text of the schema, the author's own.
    pub schema: &'a str,
    /// The name of the schema, where one is sent.
    pub name: Option<&'a str>,
    /// Whether the request asks for JSON at all.
    pub json: bool,
    /// Whether the request offers tools.
    pub tools: bool,
}

impl<'a> OutputRequest<'a> {
    /// A request for JSON under a schema.
    #[must_use]
    pub fn new(schema: &'a str) -> OutputRequest<'a> {
        OutputRequest { schema, name: None, json: true, tools: false }
    }

    /// Sets the name of the schema.
    #[must_use]
    pub fn with_name(self, name: &'a str) -> OutputRequest<'a> {
        OutputRequest { name: Some(name), ..self }
    }

    /// Sets whether the request asks for JSON.
    #[must_use]
    pub fn with_json(self, json: bool) -> OutputRequest<'a> {
        OutputRequest { json, ..self }
    }

    /// Sets whether the request offers tools.
    #[must_use]
    pub fn with_tools(self, tools: bool) -> OutputRequest<'a> {
        OutputRequest { tools, ..self }
    }
}

/// The most characters of a schema's name.
const LONGEST_NAME: usize = 64;

/// Says before a request is sent what would be wrong with it.
///
/// In this order: the request asks for JSON; the schema is there and is a JSON object, no name repeated; its name is
/// 1 to 64 of `A-Z a-z 0-9 _ -`; the model takes schemas; tools may stand beside one; the schema can be compiled; it has
/// a form in the dialect. What is not known of the model is not asked.
///
/// ```
/// use isoform_answer::output::{Asked, OutputRequest, preflight};
/// use isoform_schema::dialect;
///
/// let asked = Asked::new("openai", "gpt-9").with_dialect(&dialect::OPENAI_STRICT);
/// let good = OutputRequest::new(r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#).with_name("count");
/// assert!(preflight(&good, &asked).is_ok());
///
/// let error = preflight(&OutputRequest::new("[]"), &asked).unwrap_err();
/// assert_eq!((error.code(), error.to_string().as_str()), ("configuration", "the schema is not a JSON object but an array"));
/// ```
///
/// # Errors
/// `configuration`, `unsupported` or `conflict`.
pub fn preflight(request: &OutputRequest<'_>, asked: &Asked<'_>) -> Result<(), OutputError> {
    if !request.json {
        return Err(OutputError::configuration("a schema is given, and the request does not ask for JSON"));
    }
    if request.schema.trim().is_empty() {
        return Err(OutputError::configuration("the schema is empty"));
    }
    let document = document(request.schema)?;
    if document.root().kind() != Kind::Object {
        let kind = match document.root().kind() {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            _ => "an array",
        };
        return Err(OutputError::configuration(format!("the schema is not a JSON object but {kind}")));
    }
    if let Some(name) = request.name {
        let legal = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
        if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(legal) {
            return Err(OutputError::configuration("the name of the schema is not 1 to 64 of A-Z a-z 0-9 _ -"));
        }
    }
    let Asked { provider, model, .. } = asked;
    if asked.takes_schemas == Some(false) {
        return Err(OutputError::unsupported(provider, model, "it takes no schema"));
    }
    if request.tools && asked.takes_tools_beside == Some(false) {
        return Err(OutputError::conflict(provider, "tools and a schema for the answer"));
    }
    let schema = schema(document)?;
    compiled(schema.clone())?;
    if let Some(dialect) = asked.dialect {
        let options = FormOptions::default();
        let options = match request.name {
            Some(name) => options.with_name(name),
            None => options,
        };
        schema.form(dialect, &options).map_err(|error| {
            use isoform_schema::ErrorCode as Code;
            match error.code() {
                Code::InvalidSchema | Code::Unsatisfiable | Code::UnresolvedReference | Code::ExternalReference => {
                    OutputError::configuration(format!("the schema is wrong: {error}")).because(error)
                }
                _ => OutputError::unsupported(provider, model, &error.to_string()).because(error),
            }
        })?;
    }
    Ok(())
}

fn document(schema: &str) -> Result<Document, OutputError> {
    read::strict(schema, &JsonOptions::default())
        .map_err(|error| OutputError::configuration(format!("the schema cannot be read: {error}")).because(error))
}

fn schema(document: Document) -> Result<Schema, OutputError> {
    Schema::read(document, isoform_schema::Source::Auto)
        .map_err(|error| OutputError::configuration(format!("the schema is wrong: {error}")).because(error))
}

fn compiled(schema: Schema) -> Result<Contract, OutputError> {
    Contract::new(schema).map_err(|error| OutputError::configuration(error.to_string()).because(error))
}

/// One of the answers of a response, as every provider can say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice<'a> {
    /// The text.
    pub text: &'a str,
    /// Why it ended, in the provider's word.
    pub stop_reason: &'a str,
    /// Whether it calls tools: then its text is no answer yet.
    pub calls_tools: bool,
}

impl<'a> Choice<'a> {
    /// A choice that calls no tools.
    #[must_use]
    pub fn new(text: &'a str, stop_reason: &'a str) -> Choice<'a> {
        Choice { text, stop_reason, calls_tools: false }
    }

    /// Sets whether it calls tools.
    #[must_use]
    pub fn with_calls(self, calls_tools: bool) -> Choice<'a> {
        Choice { calls_tools, ..self }
    }
}

/// Holds the final choices of a response to the original schema: those that ended for `normal_stop`, spelled exactly so,
/// and call no tools. A choice that was cut off, filtered or calls tools is not judged.
///
/// A text is one strict JSON value and nothing else; [`Contract::read`] is there for those who would have it mended. A
/// blank `schema` is none. The schema is looked at only where a choice has to be judged.
///
/// ```
/// use isoform_answer::output::{Asked, Choice, OutputErrorKind, validate_final_choices};
///
/// let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
/// let choices = [Choice::new(r#"{"n": 1}"#, "stop"), Choice::new(r#"{"n": "#, "length"), Choice::new("{}", "stop")];
/// let error = validate_final_choices(schema, &Asked::new("acme", "big-2"), "stop", &choices).unwrap_err();
/// assert!(matches!(error.kind(), OutputErrorKind::Validation { choice: 2, .. }));
/// assert_eq!(error.cause().map(|cause| cause.faults().len()), Some(1));
/// ```
///
/// # Errors
/// `validation` for the first choice that does not hold, with an [`Error`] as its source. `configuration` where there is a
/// choice to judge and the schema cannot be compiled.
pub fn validate_final_choices(
    schema: &str,
    asked: &Asked<'_>,
    normal_stop: &str,
    choices: &[Choice<'_>],
) -> Result<(), OutputError> {
    let mut last = finals(normal_stop, choices).peekable();
    if schema.trim().is_empty() || last.peek().is_none() {
        return Ok(());
    }
    let contract = compiled(self::schema(document(schema)?)?)?;
    hold(&contract, asked, last)
}

/// The same with a contract that is there already, its type and its checks included.
///
/// # Errors
/// `validation`, as [`validate_final_choices`].
pub fn hold_final_choices<T>(
    contract: &Contract<T>,
    asked: &Asked<'_>,
    normal_stop: &str,
    choices: &[Choice<'_>],
) -> Result<(), OutputError> {
    hold(contract, asked, finals(normal_stop, choices))
}

fn finals<'c, 't>(
    normal_stop: &'c str,
    choices: &'c [Choice<'t>],
) -> impl Iterator<Item = (usize, &'c Choice<'t>)> + use<'c, 't> {
    let last = move |(_, choice): &(usize, &Choice<'_>)| choice.stop_reason == normal_stop && !choice.calls_tools;
    choices.iter().enumerate().filter(last)
}

fn hold<'c, 't: 'c, T>(
    contract: &Contract<T>,
    asked: &Asked<'_>,
    choices: impl Iterator<Item = (usize, &'c Choice<'t>)>,
) -> Result<(), OutputError> {
    for (index, choice) in choices {
        let Err(cause) = hold_text(contract, choice.text) else { continue };
        let Asked { provider, model, .. } = *asked;
        if *cause.kind() == ErrorKind::Configuration {
            return Err(OutputError::configuration(cause.to_string()).because(cause));
        }
        let kind = OutputErrorKind::Validation {
            provider: provider.to_owned(),
            model: model.to_owned(),
            choice: index,
            stop_reason: choice.stop_reason.to_owned(),
        };
        let message = format!("choice {index} of model {model:?} of {provider:?} does not hold: {cause}");
        return Err(OutputError::new(kind, message).because(cause));
    }
    Ok(())
}

fn hold_text<T>(contract: &Contract<T>, text: &str) -> Result<(), Error> {
    contract.holds(read::strict(text, &JsonOptions::default())?)
}
