//! Documents that were escaped once too often: every quote carries a backslash.

use std::ops::Range;

use crate::driver::{Driver, Input, Progress};
use crate::growth::Growth;
use crate::{Document, ReadOptions, grammar};

/// Reads a strict value from a part of a text after undoing one level of escaping, and gives the offset behind it.
pub(crate) fn read(text: &str, part: Range<usize>, limits: &ReadOptions) -> Option<(Document, usize)> {
    let (plain, ends) = unescape(text, &part)?;
    let mut driver = Driver::new(Growth::new(plain.clone(), 0), limits);
    if driver.run(Input::whole(&plain)) != Ok(Progress::Done) {
        return None;
    }
    let end = ends.get(driver.at.checked_sub(1)?)?;
    Some((driver.growth.into_document(), *end as usize))
}

/// The text with one level of escaping undone, up to the first quote that carries no backslash, and for each of
/// its bytes the offset behind what it came from.
fn unescape(text: &str, part: &Range<usize>) -> Option<(String, Vec<u32>)> {
    let mut plain = String::new();
    let mut ends = Vec::new();
    let mut chars = text.get(part.clone())?.char_indices();
    while let Some((offset, char)) = chars.next() {
        let (decoded, width) = match char {
            '"' => break,
            '\\' => {
                let (_, escaped) = chars.next()?;
                (grammar::short_escape(u8::try_from(escaped).ok()?)?, 2)
            }
            other => (other, other.len_utf8()),
        };
        plain.push(decoded);
        ends.resize(plain.len(), (part.start + offset + width) as u32);
    }
    Some((plain, ends))
}
