//! `isoform dialects`: the support tables, with dates, sources and confidence.

mod facts;
mod json;
mod markdown;
mod text;

use std::io::{self, Write};

use isoform::dialect::BUILT_IN;

use crate::Outcome;
use crate::args::{DialectsArgs, DialectsFormat};
use crate::input::Failure;
use crate::style::Page;

/// Runs the command.
pub(crate) fn run(args: &DialectsArgs) -> Result<Outcome, Failure> {
    let one = args.name.map(|dialect| [dialect]);
    let dialects = one.as_ref().map_or(BUILT_IN, |one| &one[..]);
    let page = Page::of_stdout();
    let printed = match (args.format, args.name) {
        (DialectsFormat::Text, Some(dialect)) => text::one(dialect, page),
        (DialectsFormat::Text, None) => text::overview(dialects, page),
        (DialectsFormat::Markdown, _) => markdown::page(dialects),
        (DialectsFormat::Json, _) => {
            json::object(dialects).ok_or_else(|| Failure::new("the answer would nest too deeply"))?
        }
    };
    crate::finished(io::stdout().lock().write_all(printed.as_bytes()))
}
