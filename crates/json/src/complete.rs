//! Completing a text that breaks off, as text.
//!
//! One scan from left to right; where the text ends, or breaks the grammar, it is cut back to the last place that
//! was sound and the closing brackets are added, innermost first. The result is always JSON, and says less than
//! the whole text would: strings and numbers are prefixes, containers miss only what came last.
//!
//! This helper drops what it cannot use without a word and keeps a number that may still grow. It is kept apart
//! from [`stream`](crate::stream), which does neither.

use std::ops::Range;

use crate::driver::{Driver, Fault, Input, Progress, State};
use crate::growth::{Growth, Role};
use crate::{Document, ReadOptions};

/// A completed text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The JSON text.
    pub text: String,
    /// The bytes of the source that were kept.
    pub kept: Range<usize>,
    /// What was added behind them: the rest of a keyword, a quote, closing brackets.
    pub added: String,
    /// Whether the grammar broke, so that sound text may have been cut off with the rest.
    pub broken: bool,
}

/// Completes a text; `None` where no value has begun.
///
/// ```
/// use isoform_json::complete;
///
/// assert_eq!(complete(r#"[{"a": 1, "b": "x\u26"#).as_deref(), Some(r#"[{"a": 1, "b": "x"}]"#));
/// assert_eq!(complete(r#"{"ok": tr"#).as_deref(), Some(r#"{"ok": true}"#));
/// assert_eq!(complete(r#"{"a": 1, "b": 1."#).as_deref(), Some(r#"{"a": 1}"#));
/// // Nothing yet is not an empty object.
/// assert_eq!(complete("xy"), None);
/// ```
#[must_use]
pub fn complete(text: &str) -> Option<String> {
    completion(text).map(|completion| completion.text)
}

/// Completes a text and says where it was cut.
#[must_use]
pub fn completion(text: &str) -> Option<Completion> {
    let start = text.len() - text.trim_start_matches(is_white).len();
    let end = text.trim_end_matches(is_white).len().max(start);
    let whole = text.get(..end)?;
    let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH).with_max_bytes(usize::MAX);
    crate::read::check_size(text.len(), &options).ok()?;
    let mut driver = Driver::new(Growth::new(String::new(), 0), &options);
    driver.at = start;
    let input = Input::whole(whole);
    let fault = match driver.run(input) {
        Ok(Progress::Done | Progress::More) => {
            return Some(completed(text, start..driver.at, String::new(), driver.at < end));
        }
        Err(fault) => fault,
    };
    if fault == Fault::After && driver.growth.last_is_number_to(driver.at) {
        // What looked like a number goes on and is none.
        let more = input.byte(driver.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || b".+-_".contains(&byte));
        if more {
            driver.growth.take_back();
        }
    }
    let open = Open::of(&driver);
    let sound = match (fault, driver.state) {
        (
            Fault::End | Fault::Control | Fault::Escape | Fault::Hex(_) | Fault::Surrogate(_),
            State::Text(Role::Value),
        ) => {
            return Some(completed(text, start..driver.at, format!("\"{}", open.closers), fault != Fault::End));
        }
        (Fault::End, State::Keyword(from, word)) => {
            let rest = word.get(driver.at - from..).unwrap_or("");
            return Some(completed(text, start..driver.at, format!("{rest}{}", open.closers), false));
        }
        (Fault::End, State::Number(from, state)) if state.is_complete() => {
            return Some(completed(text, start..end, open.closers, from == end));
        }
        _ => open.sound?,
    };
    Some(completed(text, start..sound, open.closers, fault != Fault::End))
}

fn is_white(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r')
}

fn completed(text: &str, kept: Range<usize>, added: String, broken: bool) -> Completion {
    let text = format!("{}{added}", text.get(kept.clone()).unwrap_or(""));
    Completion { text, kept, added, broken }
}

/// What is open where a text breaks off.
struct Open {
    closers: String,
    /// Behind the last value that is complete, or the last bracket that opened one.
    sound: Option<usize>,
}

impl Open {
    fn of(driver: &Driver) -> Open {
        let closers = driver.growth.open_objects().rev().map(|object| if object { '}' } else { ']' }).collect();
        Open { closers, sound: driver.growth.sound_end() }
    }
}
