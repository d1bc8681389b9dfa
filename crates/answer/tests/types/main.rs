//! Rust types: what their schema admits and what their `Deserialize` takes, document by document.
//!
//! Each type has one trap in it. A document is either taken by both or refused by both, or it stands in the table with
//! the reason why not; and whatever is validated and not decoded is refused by a typed error with the place.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

mod enums;
mod library;
mod maps;
mod numbers;
mod sequences;
mod structs;
mod table;
mod undecodable;
