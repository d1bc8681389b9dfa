//! One reason why a value is not valid.

use std::borrow::Cow;

use isoform_json::{Document, Kind, Value, pointer};
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};

use crate::bounds;

/// One reason why a value is not valid under the original schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The JSON Pointer of the value that is wrong. A member that the schema does not take stands for itself; a member
    /// that is missing is a fault of its object.
    pub at: String,
    /// The JSON Pointer of the keyword in the schema, references followed.
    pub schema_at: String,
    /// The keyword.
    pub keyword: String,
    /// What is wrong, in one line without text of the answer.
    pub message: String,
    pub(crate) due: Due,
}

impl Fault {
    /// A fault that a check of the caller's own finds: where, as a JSON Pointer into the value, and what is wrong, in a
    /// line for the model.
    ///
    /// ```
    /// use isoform_answer::Fault;
    ///
    /// let fault = Fault::new("/last", "it is before the first day");
    /// assert_eq!((fault.keyword.as_str(), fault.schema_at.as_str()), ("check", ""));
    /// ```
    #[must_use]
    pub fn new(at: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault {
            at: at.into(),
            schema_at: String::new(),
            keyword: "check".to_owned(),
            message: message.into(),
            due: Due::Unknown,
        }
    }
}

/// What is due instead, as far as a coercion can go by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Due {
    #[default]
    Unknown,
    /// A value of one of these types.
    Types(Types),
    /// One of these values.
    Values(Vec<Value>),
    /// A member of that name.
    Member(String),
    /// One of these members instead.
    Known(Vec<String>),
    /// What one of these branches asks for: the faults of each.
    Branches(Vec<Vec<Fault>>),
}

/// Types that a schema names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types {
    pub(crate) kinds: Vec<Kind>,
    /// Numbers have to be integers.
    pub(crate) whole: bool,
}

impl Types {
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// The faults that one error of the validator stands for.
pub(crate) fn faults_of(error: &ValidationError<'_>, schema: &Document, into: &mut Vec<Fault>) {
    let at = error.instance_path().as_str();
    let schema_at = bounds::by_its_name(error.schema_path().as_str());
    let keyword = bounds::by_its_name(error.kind().keyword());
    let fault = |at: String, message: Cow<'static, str>, due: Due| Fault {
        at,
        schema_at: schema_at.clone(),
        keyword: keyword.clone(),
        message: message.into_owned(),
        due,
    };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let owner = schema_at.rsplit_once('/').and_then(|(owner, _)| schema.root().at(owner));
            let declared = owner.and_then(|owner| owner.get("properties"));
            let known: Vec<String> =
                declared.into_iter().flat_map(|declared| declared.members()).map(|(name, _)| name.to_owned()).collect();
            for name in unexpected {
                let mut at = at.to_owned();
                pointer::push_token(&mut at, name);
                let due = Due::Known(known.clone());
                into.push(fault(at, "the schema takes no member of this name".into(), due));
            }
        }
        ValidationErrorKind::PropertyNames { .. } => {
            into.push(fault(at.to_owned(), "a member has a name that the schema does not take".into(), Due::Unknown));
        }
        ValidationErrorKind::UnevaluatedItems { .. } => {
            into.push(fault(at.to_owned(), "the list has elements that the schema does not take".into(), Due::Unknown));
        }
        ValidationErrorKind::Custom { message, .. } => {
            into.push(fault(at.to_owned(), message.clone().into(), Due::Unknown));
        }
        kind => into.push(fault(at.to_owned(), error.masked().to_string().into(), due(kind, schema))),
    }
}

fn due(kind: &ValidationErrorKind, schema: &Document) -> Due {
    match kind {
        ValidationErrorKind::Type { kind } => {
            let mut types = Types::default();
            let mut fractions = false;
            let mut add = |one: JsonType| {
                fractions |= one == JsonType::Number;
                types.whole |= one == JsonType::Integer;
                let kind = kind_of(one);
                if !types.kinds.contains(&kind) {
                    types.kinds.push(kind);
                }
            };
            match kind {
                TypeKind::Single(one) => add(*one),
                TypeKind::Multiple(several) => several.iter().for_each(add),
            }
            types.whole &= !fractions;
            Due::Types(types)
        }
        ValidationErrorKind::Enum { options } => {
            Due::Values(options.as_array().into_iter().flatten().filter_map(value_of).collect())
        }
        ValidationErrorKind::Constant { expected_value } => Due::Values(value_of(expected_value).into_iter().collect()),
        ValidationErrorKind::Required { property } => {
            property.as_str().map_or(Due::Unknown, |name| Due::Member(name.to_owned()))
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let branches = context.iter().map(|branch| {
                let mut faults = Vec::new();
                branch.iter().for_each(|error| faults_of(error, schema, &mut faults));
                faults
            });
            Due::Branches(branches.collect())
        }
        _ => Due::Unknown,
    }
}

fn value_of(value: &serde_json::Value) -> Option<Value> {
    Document::from_serde_json(value).ok().map(|document| document.to_value())
}

fn kind_of(one: JsonType) -> Kind {
    match one {
        JsonType::Null => Kind::Null,
        JsonType::Boolean => Kind::Bool,
        JsonType::Integer | JsonType::Number => Kind::Number,
        JsonType::String => Kind::String,
        JsonType::Array => Kind::Array,
        JsonType::Object => Kind::Object,
    }
}
