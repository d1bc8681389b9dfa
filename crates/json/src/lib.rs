//! An ordered JSON tree with byte spans and exact number text.
//!
//! - [`Document`] reads a text into an arena, [`View`] walks it, and both write it back: the same members in
//!   the same order, the same digits.
//! - [`Builder`] writes a document in order; [`Value`] is an owned tree for those who edit.
//! - [`Number`] and [`Decimal`] are exact.
//! - Every tree speaks serde: [`from_view`] decodes a type, and trees serialise in order.
//!
//! ```
//! use isoform_json::Document;
//!
//! let document = Document::parse(r#"{"b": 1.50, "a": [true, null]}"#)?;
//! assert_eq!(document.to_json(), r#"{"b":1.50,"a":[true,null]}"#);
//!
//! let price = document.root().at("/b").unwrap();
//! assert_eq!(price.as_number().unwrap().text(), "1.50");
//! assert_eq!(price.span(), Some(6..10));
//! # Ok::<(), isoform_json::Error>(())
//! ```

mod assemble;
mod builder;
mod candidates;
mod complete;
mod convert;
mod decimal;
mod deserialize;
mod deserializer;
mod document;
mod driver;
mod duplicate;
mod equality;
mod error;
mod escaped;
mod exponent;
pub mod extract;
pub mod fence;
mod grammar;
mod growth;
mod lenient;
mod mend;
mod names;
mod node;
mod number;
mod object;
mod options;
pub mod pointer;
pub mod read;
mod refusal;
mod repair;
mod serialize;
pub mod stream;
mod think;
mod value;
mod view;
mod write;

pub use builder::Builder;
pub use complete::{Completion, complete, completion};
pub use decimal::Decimal;
pub use deserializer::from_view;
pub use document::{Document, NodeId};
pub use error::{Error, ErrorKind};
#[doc(hidden)]
pub use growth::{Growth, Role};
pub use number::Number;
pub use object::{Object, ObjectIter};
pub use options::ReadOptions;
pub use repair::{Repair, RepairKind, Severity};
pub use value::{NumberText, Value};
pub use view::{Items, Kind, Members, View};
