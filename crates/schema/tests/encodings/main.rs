//! Each encoding there and back: documents that chance makes come back equal, answers look as they were meant to, and
//! an answer that abuses the encoding is an error that says where and by which change.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests say what they expect by failing")]

mod entries;
mod enum_text;
mod harness;
mod json_text;
mod json_value;
mod null_for_absent;
mod renamed;
mod root_wrap;
mod tagged_branch;
mod three_state;
mod tuple_object;
