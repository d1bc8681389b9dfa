//! Saying why a type refused a value, without the value.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::{Error, ErrorKind};

/// Messages hold what the program expects and of what kind the value is, never the value itself.
impl serde::de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(ErrorKind::Decode, "the type refused the value").with_detail(message.to_string())
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Error {
        let kind = kind_of(&unexpected);
        Error::new(ErrorKind::Decode, format!("found {kind}, expected {expected}"))
            .with_detail(format!("invalid type: {unexpected}, expected {expected}"))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Error {
        let kind = kind_of(&unexpected);
        Error::new(ErrorKind::Decode, format!("the {kind} is not {expected}"))
            .with_detail(format!("invalid value: {unexpected}, expected {expected}"))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Error {
        Error::new(ErrorKind::Decode, format!("found {length} values, expected {expected}"))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Error {
        Error::new(ErrorKind::Decode, format!("unknown variant, {}", one_of(expected)))
            .with_detail(format!("unknown variant `{variant}`"))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Error {
        Error::new(ErrorKind::Decode, format!("unknown field, {}", one_of(expected)))
            .with_detail(format!("unknown field `{field}`"))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Error {
        Error::new(ErrorKind::Decode, format!("the field `{field}` is missing"))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Error {
        Error::new(ErrorKind::Decode, format!("the field `{field}` is there twice"))
    }
}

fn one_of(names: &[&str]) -> String {
    if names.is_empty() {
        return String::from("expected none");
    }
    format!("expected one of `{}`", names.join("`, `"))
}

fn kind_of(unexpected: &Unexpected<'_>) -> &'static str {
    match unexpected {
        Unexpected::Bool(_) => "boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "integer",
        Unexpected::Float(_) => "number",
        Unexpected::Char(_) | Unexpected::Str(_) => "string",
        Unexpected::Bytes(_) => "bytes",
        Unexpected::Unit => "null",
        Unexpected::Option => "optional value",
        Unexpected::Seq => "array",
        Unexpected::Map => "object",
        Unexpected::NewtypeStruct => "newtype struct",
        Unexpected::Enum => "enum",
        Unexpected::UnitVariant => "variant without content",
        Unexpected::NewtypeVariant => "newtype variant",
        Unexpected::TupleVariant => "tuple variant",
        Unexpected::StructVariant => "struct variant",
        Unexpected::Other(_) => "value of another type",
    }
}
