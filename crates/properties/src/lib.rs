//! The laws of isoform as properties of arbitrary bytes.
//!
//! A [`Property`] takes any bytes and says what is wrong, if anything is. The fuzz targets in `fuzz/` hand it what
//! libFuzzer finds; [`run`] hands it seeds and [mutations](mutate) of them, the same ones every time. So both check the
//! same, and an input that one of them finds can be replayed by the other: `cargo run -p isoform-properties -- replay
//! PROPERTY FILE`.
//!
//! - `json-read`, `json-stream` and `complete` read their bytes as text of a model.
//! - `form` draws documents out of the bytes and a schema that admits all of them, so that the whole map law can
//!   be checked without a validator. `schema-text` and `plan` read their bytes as what they are about.
//!
//! What needs a judge of validity is in `crates/conformance`.

/// Gives the caller a fault where the condition does not hold.
macro_rules! ensure {
    ($condition:expr, $($why:tt)+) => {
        if !$condition {
            return Err(format!($($why)+));
        }
    };
}

mod bytes;
mod complete;
mod draw;
mod form;
#[path = "../../json/tests/watch/grows.rs"]
mod grows;
mod holds;
mod json_read;
mod json_stream;
pub mod mutate;
mod plan;
pub mod run;
mod same;
mod schema_text;
pub mod seeds;
mod watch;

/// What is wrong, in words.
pub type Fault = String;

/// Something that holds of any bytes.
#[derive(Clone, Copy)]
pub struct Property {
    /// Its name, which is that of the fuzz target with dashes.
    pub name: &'static str,
    /// Says what is wrong. It must not panic, whatever it is given; where it does, the library did.
    pub check: fn(&[u8]) -> Result<(), Fault>,
    /// What to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every property.
pub static ALL: &[Property] = &[
    Property { name: "json-read", check: json_read::check, seeds: seeds::texts },
    Property { name: "json-stream", check: json_stream::check, seeds: seeds::streams },
    Property { name: "complete", check: complete::check, seeds: seeds::texts },
    Property { name: "form", check: form::check, seeds: seeds::choices },
    Property { name: "schema-text", check: schema_text::check, seeds: seeds::schemas },
    Property { name: "plan", check: plan::check, seeds: seeds::plans },
];

/// The property of that name.
#[must_use]
pub fn named(name: &str) -> Option<Property> {
    ALL.iter().copied().find(|property| property.name == name)
}
