//! The judge of validity: the `jsonschema` crate, offline, over the judge's own tree.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Keyword, ValidationError, Validator};

use crate::decimal::Decimal;
use crate::json::Json;
use crate::node::Tree;
use crate::openapi;

/// The specification a schema is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// JSON Schema draft 4.
    Draft4,
    /// JSON Schema draft 6.
    Draft6,
    /// JSON Schema draft 7.
    Draft7,
    /// JSON Schema 2019-09.
    Draft201909,
    /// JSON Schema 2020-12.
    Draft202012,
    /// OpenAPI 3.0 and Swagger 2.0: nearly draft 4, with `nullable`.
    OpenApi,
}

impl Draft {
    /// By the name that the product gives to a source.
    pub fn of_source(name: &str) -> Draft {
        match name {
            "draft-04" => Draft::Draft4,
            "draft-06" => Draft::Draft6,
            "draft-07" => Draft::Draft7,
            "draft-2019-09" => Draft::Draft201909,
            "openapi-3.0" | "swagger-2.0" => Draft::OpenApi,
            _ => Draft::Draft202012,
        }
    }

    /// Whether keywords beside `$ref` have no meaning.
    pub fn ignores_siblings(self) -> bool {
        matches!(self, Draft::Draft4 | Draft::Draft6 | Draft::Draft7 | Draft::OpenApi)
    }

    pub(crate) fn of_judge(self) -> jsonschema::Draft {
        match self {
            Draft::Draft4 => jsonschema::Draft::Draft4,
            Draft::Draft6 => jsonschema::Draft::Draft6,
            Draft::Draft7 | Draft::OpenApi => jsonschema::Draft::Draft7,
            Draft::Draft201909 => jsonschema::Draft::Draft201909,
            Draft::Draft202012 => jsonschema::Draft::Draft202012,
        }
    }
}

/// One reason why a document is not valid.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Where in the document.
    pub instance: String,
    /// The keyword's place in the schema, references resolved.
    pub schema: String,
    /// The way to that place, with `$ref` tokens where a reference was followed.
    pub path: String,
    /// For a union: the faults of every branch.
    pub branches: Vec<Vec<Fault>>,
    /// Whether more than one branch of a `oneOf` held.
    pub several: bool,
    /// The sentence of the validator.
    pub message: String,
}

impl Fault {
    /// How many faults it is, its own included.
    pub fn weight(&self) -> usize {
        1 + self.branches.iter().flatten().map(Fault::weight).sum::<usize>()
    }
}

/// A compiled schema that says yes or no, and why not.
pub struct Judge {
    validator: Validator<Tree>,
}

/// Formats that some drafts do not define and 2020-12 does. Where formats are asserted they are asserted in every
/// draft alike, else a newer form would seem to narrow an older schema.
const NEWER_FORMATS: &[&str] = &[
    "uuid",
    "duration",
    "iri",
    "iri-reference",
    "idn-email",
    "idn-hostname",
    "date",
    "time",
    "regex",
    "json-pointer",
    "relative-json-pointer",
    "uri-reference",
    "uri-template",
];

impl Judge {
    /// Compiles a schema.
    ///
    /// # Errors
    /// Why the validator cannot read it: an invalid schema, or one that needs documents that are not here.
    pub fn new(schema: &Json, draft: Draft, formats: bool) -> Result<Judge, String> {
        let schema = in_one_draft(schema, draft);
        let mut options = jsonschema::options_for::<Tree>()
            .with_draft(draft.of_judge())
            .offline()
            .should_validate_formats(formats)
            // Its own test divides floats.
            .with_keyword("multipleOf", multiple_of)
            // Draft 7 lets a validator choose whether content is asserted; later drafts do not. It is not, anywhere.
            .without_content_media_type_support("application/json")
            .without_content_encoding_support("base64");
        if formats && draft != Draft::Draft202012 {
            for name in NEWER_FORMATS {
                if !options.is_known_format(draft.of_judge(), name) {
                    let newer = jsonschema::options()
                        .with_draft(jsonschema::Draft::Draft202012)
                        .should_validate_formats(true)
                        .build(&serde_json::json!({ "format": name }))
                        .map_err(|error| error.to_string())?;
                    options = options.with_format(*name, move |text: &str| {
                        newer.is_valid(&serde_json::Value::String(text.to_owned()))
                    });
                }
            }
        }
        let validator = options.build(&schema.to_serde()).map_err(|error| error.to_string())?;
        Ok(Judge { validator })
    }

    /// Whether the document is valid.
    pub fn admits(&self, document: &Json) -> bool {
        self.validator.is_valid(document)
    }

    /// Everything that is wrong with the document; empty where it is valid.
    pub fn faults(&self, document: &Json) -> Vec<Fault> {
        self.validator.iter_errors(document).map(|error| fault(&error, true)).collect()
    }
}

/// `multipleOf`, by the digits of both numbers.
struct MultipleOf(serde_json::Number);

impl Keyword<'_, Tree> for MultipleOf {
    fn validate(&self, instance: &Json) -> Result<(), ValidationError<'static>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(format!("no multiple of {}", self.0)))
        }
    }

    fn is_valid(&self, instance: &Json) -> bool {
        let Json::Number(number) = instance else { return true };
        let exact = Decimal::parse(number).zip(Decimal::parse(&self.0.to_string()));
        exact.and_then(|(number, of)| number.is_multiple_of(&of)).unwrap_or_else(|| {
            let float = |text: &str| text.parse().unwrap_or(f64::NAN);
            float(number) % float(&self.0.to_string()) == 0.0
        })
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the validator asks for this signature")]
fn multiple_of<'a>(
    _: &'a serde_json::Map<String, serde_json::Value>,
    value: &'a serde_json::Value,
    _: jsonschema::paths::Location,
) -> Result<Box<dyn for<'i> Keyword<'i, Tree>>, ValidationError<'a>> {
    let of = value.as_number().cloned().unwrap_or_else(|| 1.into());
    Ok(Box::new(MultipleOf(of)))
}

/// A schema as the validator can read it where the draft is given: a `$schema` of the author's own would have to be
/// fetched.
pub(crate) fn in_one_draft(schema: &Json, draft: Draft) -> Json {
    let mut schema = if draft == Draft::OpenApi { openapi::to_draft7(schema) } else { schema.clone() };
    without_drafts(&mut schema, true);
    schema
}

/// Takes `$schema` away at the root and where no resource begins: there it must not stand, and the validator would
/// change the draft in the middle.
fn without_drafts(schema: &mut Json, root: bool) {
    const MAPS: &[&str] =
        &["properties", "patternProperties", "definitions", "$defs", "dependencies", "dependentSchemas"];
    const DATA: &[&str] = &["const", "enum", "default", "example", "examples"];
    match schema {
        Json::Object(members) => {
            if root || !members.iter().any(|(key, _)| key == "$id" || key == "id") {
                members.retain(|(key, value)| key != "$schema" || value.as_str().is_none());
            }
            for (key, value) in members {
                match value {
                    Json::Object(named) if MAPS.contains(&key.as_str()) => {
                        named.iter_mut().for_each(|(_, schema)| without_drafts(schema, false));
                    }
                    value if !DATA.contains(&key.as_str()) => without_drafts(value, false),
                    _ => {}
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|schema| without_drafts(schema, false)),
        _ => {}
    }
}

fn fault(error: &ValidationError<'_>, told: bool) -> Fault {
    let (branches, several) = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            (context.as_slice(), false)
        }
        ValidationErrorKind::OneOfMultipleValid { context } => (context.as_slice(), true),
        _ => (&[][..], false),
    };
    let nested = match error.kind() {
        ValidationErrorKind::PropertyNames { error } => vec![vec![fault(error, false)]],
        _ => branches.iter().map(|branch| branch.iter().map(|error| fault(error, false)).collect()).collect(),
    };
    Fault {
        instance: error.instance_path().as_str().to_owned(),
        schema: error.schema_path().as_str().to_owned(),
        path: error.evaluation_path().as_str().to_owned(),
        branches: nested,
        several,
        // Written for the outermost fault only: a sentence repeats the whole value, at every level of nested unions.
        message: if told { error.masked().to_string() } else { String::new() },
    }
}
