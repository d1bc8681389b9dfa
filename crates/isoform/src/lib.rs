//! One meaning, every form: the structured-output layer between a Rust program and any language model.
pub use isoform_json as json;
pub use isoform_schema as schema;
pub use isoform_schema::dialect;

pub use isoform_json::{Document, View};
pub use isoform_schema::{
    Allowed, Budget, Change, Class, Dialect, Encodings, Error, ErrorCode, Form, FormOptions, Kind, Place, Plan,
    PlanError, Schema, Source, Verdict,
};
