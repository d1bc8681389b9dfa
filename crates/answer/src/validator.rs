//! The validator of the original schema.

use isoform_json::{Decimal, Document, View};
use isoform_schema::{FormOptions, Schema, Source, dialect};
use jsonschema::{Draft, Keyword, ValidationError};

use crate::bounds;
use crate::error::Error;
use crate::fault::{Fault, faults_of};
use crate::tree::Tree;

/// A compiled schema.
pub(crate) struct Validator {
    compiled: jsonschema::Validator<Tree>,
    /// The text that was compiled, which faults point into.
    schema: Document,
}

impl Validator {
    /// Compiles a schema as its author's draft means it. What an OpenAPI source means is its neutral form.
    ///
    /// # Errors
    /// `configuration`: the schema cannot be compiled. It is never the answer's fault.
    pub(crate) fn new(schema: &Schema, formats: bool) -> Result<Validator, Error> {
        let (document, draft) = match schema.source() {
            Source::Draft4 => (schema.document().clone(), Draft::Draft4),
            Source::Draft6 => (schema.document().clone(), Draft::Draft6),
            Source::Draft7 => (schema.document().clone(), Draft::Draft7),
            Source::Draft201909 => (schema.document().clone(), Draft::Draft201909),
            Source::OpenApi30 | Source::Swagger20 => (neutral(schema)?, Draft::Draft202012),
            _ => (schema.document().clone(), Draft::Draft202012),
        };
        let bounded = if draft == Draft::Draft4 { None } else { bounds::put_elsewhere(&document) };
        let mut text = bounded
            .as_ref()
            .unwrap_or(&document)
            .root()
            .to_serde_json()
            .map_err(|error| Error::configuration(format!("the validator cannot take the schema: {error}")))?;
        if let Some(members) = text.as_object_mut() {
            // The draft is known, and one of the author's own would have to be fetched.
            members.remove("$schema");
        }
        let mut options = jsonschema::options_for::<Tree>()
            .with_draft(draft)
            .offline()
            .should_validate_formats(formats)
            // Its own test divides floats.
            .with_keyword("multipleOf", multiple_of);
        for bound in &bounds::BOUNDS {
            options = options.with_keyword(bound.elsewhere, |_: &_, value, _| bound.compiled(value));
        }
        let compiled = options
            .build(&text)
            .map_err(|error| Error::configuration(format!("the schema cannot be compiled: {error}")))?;
        Ok(Validator { compiled, schema: document })
    }

    pub(crate) fn admits(&self, view: View<'_>) -> bool {
        self.compiled.is_valid(view)
    }

    /// Everything that is wrong; empty where the value is valid.
    pub(crate) fn faults(&self, view: View<'_>) -> Vec<Fault> {
        let mut faults = Vec::new();
        for error in self.compiled.iter_errors(view) {
            faults_of(&error, &self.schema, &mut faults);
        }
        faults
    }
}

fn neutral(schema: &Schema) -> Result<Document, Error> {
    let form = schema
        .form(&dialect::JSON_SCHEMA, &FormOptions::default())
        .map_err(|error| Error::configuration(format!("the schema has no neutral form: {error}")))?;
    Ok(form.schema().unwrap_or(form.enforced()).clone())
}

/// `multipleOf`, by the digits of both numbers.
struct MultipleOf(Decimal);

impl Keyword<'_, Tree> for MultipleOf {
    fn validate(&self, instance: View<'_>) -> Result<(), ValidationError<'static>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(format!("it is no multiple of {}", self.0.to_text())))
        }
    }

    fn is_valid(&self, instance: View<'_>) -> bool {
        let Some(number) = instance.as_number() else { return true };
        number.decimal().is_multiple_of(&self.0).unwrap_or_else(|| {
            let floats = number.as_f64().zip(self.0.as_f64());
            floats.is_some_and(|(number, of)| number % of == 0.0)
        })
    }
}

fn multiple_of<'a>(
    _: &'a serde_json::Map<String, serde_json::Value>,
    value: &'a serde_json::Value,
    _: jsonschema::paths::Location,
) -> Result<Box<dyn for<'i> Keyword<'i, Tree>>, ValidationError<'a>> {
    let of = value.as_number().and_then(|number| Decimal::parse(&number.to_string()));
    let of = of.ok_or_else(|| ValidationError::custom("multipleOf is no number"))?;
    Ok(Box::new(MultipleOf(of)))
}
