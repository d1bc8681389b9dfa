//! One meaning, every form: the structured-output layer between a Rust program and any language model.
//!
//! This crate is the face of the workspace; it adds nothing of its own. The feature `answer` brings contracts, which read
//! answers by their schema, and a validator with it (it switches `float_roundtrip` of `serde_json` on). [`json`] is the tree, [`schema`] the compiler.
//! The [command `isoform`](https://github.com/isoform-rs/isoform) is made of the same parts.
//!
//! # A tour
//!
//! A [`Schema`] is read once, from text or from a [`Document`]. Its draft is detected.
//!
//! ```
//! use isoform::{Schema, Source};
//!
//! let schema = Schema::parse(r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"string"}"#)?;
//! assert_eq!(schema.source(), Source::Draft7);
//! # Ok::<(), isoform::Error>(())
//! ```
//!
//! A [`Dialect`] is a table of what one provider surface takes. [`Schema::form`] spells the schema for it.
//!
//! ```
//! use isoform::{FormOptions, Schema, dialect};
//!
//! let schema = Schema::parse(
//!     r#"{"type":"object","properties":{"city":{"type":"string"},"note":{"type":"string"}},
//!         "required":["city"],"additionalProperties":false}"#,
//! )?;
//! let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::tool("book"))?;
//!
//! // Strict mode wants every member required; an optional one may be null instead.
//! let sent = form.schema().expect("there is a schema to send");
//! assert_eq!(sent.root().at("/required").map(|names| names.len()), Some(2));
//! # Ok::<(), isoform::Error>(())
//! ```
//!
//! Every difference is a [`Change`], with a [`Class`] that says which documents are at stake, a [`Kind`], and the place
//! in the original. What a caller does not [allow](Allowed) is an error instead.
//!
//! ```
//! use isoform::{Allowed, Class, ErrorCode, FormOptions, Kind, Schema, dialect};
//!
//! let schema = Schema::parse(r#"{"type":"object","properties":{"n":{"type":"array","uniqueItems":true,
//!     "items":{"type":"integer"}}},"required":["n"],"additionalProperties":false}"#)?;
//! let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::default())?;
//! let change = form.changes().iter().find(|change| change.class == Class::Wider).expect("it is reported");
//! assert_eq!((change.kind, change.at.as_str()), (Kind::DroppedKeyword, "/properties/n"));
//!
//! let exact = FormOptions::default().with_allowed(Allowed::only(&[Class::Exact, Class::Mapped], &[]));
//! let error = schema.form(&dialect::OPENAI_STRICT, &exact).unwrap_err();
//! assert_eq!(error.code(), ErrorCode::NotAllowed);
//! # Ok::<(), isoform::Error>(())
//! ```
//!
//! What a dialect cannot say travels in another spelling. [`Form::map`] and [`Form::unmap`] are the way there and back,
//! and the [`Plan`] behind them is data: another process can run it.
//!
//! ```
//! use isoform::{Document, FormOptions, Plan, Schema, dialect};
//!
//! let schema = Schema::parse(r#"{"type":"object","additionalProperties":{"type":"integer"}}"#)?;
//! let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::default())?;
//!
//! let document = Document::parse(r#"{"apples":3,"pears":1.0}"#)?;
//! let answer = form.map(document.root())?;
//! assert_ne!(answer, document);
//!
//! let saved = form.plan().to_document().to_json();
//! let plan = Plan::from_document(Document::parse(&saved)?.root())?;
//! assert_eq!(plan.unmap(answer.root())?.to_json(), r#"{"apples":3,"pears":1.0}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A schema need not come from text. [`Schema::of`](isoform_schema::Schema) takes a Rust type that derives `JsonSchema`
//! (feature `schemars`, on by default), with its members in the order of their declaration; `testing::assert_faithful`
//! (feature `testing`) holds the two to each other in a test.
//! [`build`] writes one in code, in an order that does not change from run to run;
//! [`Tool`] reads the entry of a tool that an MCP server lists; [`walk`] visits every subschema to change it.
//!
//! ```
//! use isoform::build::{enum_of, object, string};
//!
//! let schema = object().required("city", string()).optional("unit", enum_of(["C", "F"])).closed().build()?;
//! assert_eq!(
//!     schema.document().to_json(),
//!     concat!(
//!         r#"{"type":"object","properties":{"city":{"type":"string"},"unit":{"type":"string","enum":["C","F"]}},"#,
//!         r#""required":["city"],"additionalProperties":false}"#,
//!     ),
//! );
//! # Ok::<(), isoform::Error>(())
//! ```
//!
//! A schema that has no form in a dialect is an [`Error`] with a stable code and a JSON Pointer into the schema.
//!
//! ```
//! use isoform::{ErrorCode, FormOptions, Schema, dialect};
//!
//! let error = Schema::parse(r##"{"properties":{"a":{"$ref":"#/$defs/gone"}}}"##)
//!     .and_then(|schema| schema.form(&dialect::GEMINI, &FormOptions::default()))
//!     .unwrap_err();
//! assert_eq!(error.code(), ErrorCode::UnresolvedReference);
//! assert_eq!(error.pointer(), Some("/properties/a/$ref"));
//! # Ok::<(), isoform::Error>(())
//! ```

#[cfg(feature = "answer")]
pub use isoform_answer as answer;
#[cfg(feature = "testing")]
pub use isoform_answer::testing;
pub use isoform_json as json;
pub use isoform_schema as schema;

pub use isoform_json::{Document, View};
pub use isoform_schema::{
    Allowed, Budget, Change, Class, Declaration, Declared, Dialect, Encodings, Error, ErrorCode, Form, FormOptions,
    Kind, OverBudget, Place, Plan, PlanError, Schema, SchemaBuilder, Source, Tool, ToolSet, Usage, Verdict,
};
pub use isoform_schema::{build, dialect, subschemas, walk};

/// The README's programs, compiled and run.
#[cfg(all(doctest, feature = "answer", feature = "schemars"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
