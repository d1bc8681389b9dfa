//! Why `Deserialize` refuses what the probe offers.

use std::fmt;

use serde::de::{Expected, Unexpected};

/// A refusal, and where it happened as far as the probe knows.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    /// Pointer into the schema. What serde has buffered has no place any more.
    pub(super) at: Option<String>,
    pub(super) message: String,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// A member is missing.
    Missing(String),
    /// The value is of another type, length, or name than the type takes: no other value of the kind would do.
    Shape,
    /// The value itself: another one may do.
    Value,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, at: None, message: message.into() }
    }

    /// Says where it happened, unless that is known more closely.
    pub(super) fn within(mut self, at: &str) -> Fault {
        self.at.get_or_insert_with(|| at.to_owned());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<M: fmt::Display>(message: M) -> Fault {
        Fault::new(FaultKind::Value, message.to_string())
    }

    fn invalid_type(got: Unexpected<'_>, wanted: &dyn Expected) -> Fault {
        Fault::new(FaultKind::Shape, format!("{got} where {wanted} is taken"))
    }

    fn invalid_length(length: usize, wanted: &dyn Expected) -> Fault {
        Fault::new(FaultKind::Shape, format!("length {length} where {wanted} is taken"))
    }

    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Fault {
        Fault::new(FaultKind::Shape, format!("there is no variant {variant:?}"))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Fault {
        Fault::new(FaultKind::Shape, format!("there is no field {field:?}"))
    }

    fn missing_field(field: &'static str) -> Fault {
        Fault::new(FaultKind::Missing(field.to_owned()), format!("the field {field:?} is missing"))
    }

    fn duplicate_field(field: &'static str) -> Fault {
        Fault::new(FaultKind::Shape, format!("the field {field:?} is there twice"))
    }
}
