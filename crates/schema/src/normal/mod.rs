//! The neutral representation: what a place of a schema means together with everything that applies to it.
//!
//! A [`Node`](node::Node) is the *conjunction of a set of places*. Following a `$ref`, opening an `allOf` and meeting
//! the same property in two places are one operation: more places in the set. Nodes are interned by their set, so
//! intersection ends on recursive schemas, and every node knows the pointers it came from.

mod aliases;
mod atoms;
mod bundle;
pub(crate) mod disjoint;
pub(crate) mod graph;
pub(crate) mod measure;
mod names;
pub(crate) mod node;
mod objects;
pub(crate) mod pattern;
pub(crate) mod rules;
pub(crate) mod seen;
pub(crate) mod unions;
