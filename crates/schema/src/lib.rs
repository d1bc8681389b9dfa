//! JSON Schema in, each model provider's dialect out, with an account of every change and the way back.

pub mod build;
mod change;
mod closed;
mod compile;
pub mod dialect;
mod error;
mod form;
mod ids;
mod normal;
mod options;
pub mod plan;
mod read;
mod saved;
mod schema;
mod tool;
mod toolset;
#[cfg(feature = "schemars")]
mod types;
mod walk;

#[cfg(feature = "schemars")]
pub use schemars;

pub use build::SchemaBuilder;
pub use change::{Change, Class, Kind, UnknownWord};
pub use closed::{is_array_schema, open_objects};
pub use dialect::Dialect;
pub use error::{Error, ErrorCode};
pub use form::{Form, Verdict};
pub use options::{Allowed, Budget, Encodings, FormOptions, Place, Source};
pub use plan::{Plan, PlanError};
pub use schema::{Schema, SchemaOptions};
pub use tool::Tool;
pub use toolset::{Declaration, Declared, OverBudget, ToolSet, Usage};
pub use walk::{Position, subschemas, walk};
