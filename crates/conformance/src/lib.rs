//! Judges of isoform that share no code with it.
//!
//! The compiler is held to what it promises by a second reader of JSON ([`json`]), a second map of schemas ([`atlas`]),
//! a second set of the providers' rules ([`rules`]), and the `jsonschema` crate as the judge of validity ([`judge`]).
//! What is judged is a [`subject::Compiler`]: the product is one ([`product`]), and the tests of this crate bring forms
//! that are wrong on purpose, so that a judge that lets everything through would be seen.
//!
//! - [`law`] is the form law in both directions, [`trial`] brings it documents and answers from the corpus and from
//!   [`generate`], and [`excuse`] says which reported change a fault falls under.
//! - [`cases`] judges the provider cases, [`suite`] the official test suite, [`provider`] what real providers took and
//!   refused, [`truth`] sends arguments that people found right there and back, and [`sets`] counts verdicts over whole
//!   sets; [`figures`] is a row of the one table.
//! - [`mod@reference`] holds the product's interpreter of plans against the one that defines them.
//! - [`containment`] compares the original and `enforced` as sets, without any document.
//! - [`shrink`] finds the least schema that still fails, as a line for `tests/corpus/law/`.
//!
//! `cargo run -p isoform-conformance -- law --set random --shrink` is a good way to look for trouble.

pub mod atlas;
pub mod cases;
pub mod command;
pub mod compare;
pub mod containment;
pub mod corpus;
mod decimal;
pub mod excuse;
pub mod figures;
pub mod generate;
pub mod json;
pub mod judge;
pub mod law;
mod node;
mod openapi;
pub mod product;
pub mod provider;
mod read;
pub mod reference;
pub mod rules;
pub mod sets;
pub mod shrink;
pub mod subject;
pub mod suite;
pub mod trial;
pub mod truth;
