//! What follows a quote. It decides whether the quote closes its string.
//!
//! In an object a quote closes a value only before the end of a container, or before a comma, a name and a
//! colon; it closes a name only before a colon. In an array nothing tells a quote inside a string from its end
//! where a comma follows.

use crate::driver::Input;
use crate::growth::Role;

use super::space::{find_block_end, is_odd_space};

/// How far a comment is looked into.
const COMMENT: usize = 256;
/// How far a text is looked into that is still arriving.
const STREAM: usize = 1024;

/// Where the string stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Root,
    Array,
    Object,
}

/// What a quote is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Closes,
    Inner,
    /// It can be either.
    Either,
    /// What follows does not tell, as far as it is looked into: it is taken as part of the string.
    TooFar,
    /// More text is needed to tell.
    Unknown,
}

/// Whether something stands ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    Yes,
    No,
    /// The text ends before one can tell.
    End,
}

/// Tells what the quote is that ends before `at`. Of a text that is still arriving no more than [`STREAM`] bytes are
/// looked into, whether they have arrived or not.
pub(super) fn quote(input: Input<'_>, at: usize, role: Role, within: Within, inner_before: bool) -> Quote {
    if input.last || input.text.len() - at <= STREAM {
        return quote_within(input, at, role, within, inner_before);
    }
    match quote_within(input.up_to(at + STREAM), at, role, within, inner_before) {
        Quote::Unknown => Quote::TooFar,
        told => told,
    }
}

fn quote_within(input: Input<'_>, at: usize, role: Role, within: Within, inner_before: bool) -> Quote {
    let next = skip(input, at);
    let Some(byte) = input.byte(next) else { return at_end(input) };
    if role == Role::Name {
        return if matches!(byte, b':' | b'=') { Quote::Closes } else { Quote::Inner };
    }
    match (within, byte) {
        (Within::Root, _) => Quote::Inner,
        (_, b'}' | b']' | b')') => Quote::Closes,
        (_, b'+') => match input.byte(skip(input, next + 1)) {
            Some(b'"' | b'\'') => Quote::Closes,
            None => at_end(input),
            _ => Quote::Inner,
        },
        (Within::Array, b',') if inner_before => Quote::Either,
        (Within::Array, b',') => Quote::Closes,
        (Within::Array, _) => Quote::Inner,
        (Within::Object, b',') => {
            let after = skip(input, next + 1);
            match input.byte(after) {
                Some(b'}' | b']') => Quote::Closes,
                None => at_end(input),
                Some(_) => of_member(input, member(input, after, false)),
            }
        }
        (Within::Object, _) => of_member(input, member(input, next, true)),
    }
}

fn of_member(input: Input<'_>, ahead: Ahead) -> Quote {
    match ahead {
        Ahead::Yes => Quote::Closes,
        Ahead::No => Quote::Inner,
        Ahead::End => at_end(input),
    }
}

/// At the end of a text that is whole, what is there is taken as the end of the string.
fn at_end(input: Input<'_>) -> Quote {
    if input.last { Quote::Closes } else { Quote::Unknown }
}

/// Whether a name and a colon stand at `at`; with `quoted`, a name in quotes.
pub(super) fn member(input: Input<'_>, at: usize, quoted: bool) -> Ahead {
    let Some(char) = input.char(at) else { return Ahead::End };
    let end = match char {
        '"' => text_end(input, at + 1, b"\""),
        '\'' => text_end(input, at + 1, b"'"),
        '\u{201c}' | '\u{201d}' | '\u{201e}' => text_end(input, at + 3, "\u{201d}".as_bytes()),
        '\u{2018}' | '\u{2019}' => text_end(input, at + 3, "\u{2019}".as_bytes()),
        _ if !quoted && begins_name(char) => {
            let end = name_end(input, at);
            if end == input.text.len() { None } else { Some(end) }
        }
        _ => return Ahead::No,
    };
    let Some(end) = end else { return Ahead::End };
    match input.byte(skip(input, end)) {
        Some(b':') => Ahead::Yes,
        Some(_) => Ahead::No,
        None => Ahead::End,
    }
}

/// [`member`] for a name in quotes; `None` where a text that is still arriving does not tell within [`STREAM`] bytes.
pub(super) fn member_near(input: Input<'_>, at: usize) -> Option<Ahead> {
    if input.last || input.text.len() - at <= STREAM {
        return Some(member(input, at, true));
    }
    match member(input.up_to(at + STREAM), at, true) {
        Ahead::End => None,
        told => Some(told),
    }
}

/// Whether a string in double quotes at `at` is followed by a comma or the end of an object.
pub(super) fn whole_text(input: Input<'_>, at: usize) -> Ahead {
    let Some(end) = text_end(input, at + 1, b"\"") else { return Ahead::End };
    match input.byte(skip(input, end)) {
        Some(b',' | b'}') => Ahead::Yes,
        Some(_) => Ahead::No,
        None => Ahead::End,
    }
}

/// The offset behind the quote that ends the string text at `at`.
fn text_end(input: Input<'_>, mut at: usize, quote: &[u8]) -> Option<usize> {
    let lead = *quote.first()?;
    loop {
        at += input.from(at).iter().position(|byte| *byte == lead || *byte == b'\\')?;
        if input.byte(at) == Some(b'\\') {
            at += 2;
        } else if input.from(at).starts_with(quote) {
            return Some(at + quote.len());
        } else {
            at += 1;
        }
    }
}

pub(super) fn begins_name(char: char) -> bool {
    char.is_alphabetic() || char == '_' || char == '$'
}

/// The offset behind the name without quotes that begins at `at`.
pub(super) fn name_end(input: Input<'_>, at: usize) -> usize {
    input.run_of(at, |char| char.is_alphanumeric() || matches!(char, '_' | '$' | '-'))
}

/// The offset of the next byte that is neither white space nor in a comment; the end where it has not arrived.
pub(super) fn skip(input: Input<'_>, mut at: usize) -> usize {
    loop {
        match input.byte(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') => {
                let rest = input.from(at);
                let rest = rest.get(..COMMENT).unwrap_or(rest);
                let length = match rest.get(1) {
                    Some(b'*') => rest.get(2..).and_then(find_block_end).map(|end| end + 4),
                    Some(b'/') => rest.iter().position(|byte| *byte == b'\n'),
                    _ => None,
                };
                match length {
                    Some(length) => at += length,
                    None if may_go_on(rest) && !input.last => return input.text.len(),
                    None => return at,
                }
            }
            Some(0x0b | 0x0c | 0x80..) if input.char(at).is_some_and(is_odd_space) => at = input.after_char(at),
            _ => return at,
        }
    }
}

/// Whether what is there may be the beginning of a comment that is looked into.
fn may_go_on(rest: &[u8]) -> bool {
    rest.len() < COMMENT && matches!(rest.get(1), None | Some(b'/' | b'*'))
}
