//! Schemas, documents and answers that strangers made to break something.
//!
//! Every case runs in a thread with a stack of 512 KiB, for every built-in dialect, place and set of encodings. What
//! is held: a form or a typed error whose pointer leads into the schema, and no hang. How long a case takes is not
//! judged, but a watchdog ends what does not come back.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests say what they expect by failing")]

mod answers;
mod corpus;
mod harness;
mod literals;
mod references;
mod text;
mod unions;
mod wide;
