//! Judges that share nothing with what they judge.
#![allow(missing_docs)]
pub mod atlas;
pub mod cases;
#[cfg(feature = "product")]
pub mod command;
pub mod compare;
pub mod corpus;
mod decimal;
pub mod excuse;
pub mod generate;
pub mod json;
pub mod judge;
pub mod law;
mod node;
mod openapi;
#[cfg(feature = "product")]
pub mod product;
pub mod provider;
mod read;
pub mod rules;
pub mod sets;
pub mod shrink;
pub mod subject;
pub mod suite;
pub mod trial;
