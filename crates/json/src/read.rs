//! Reading one value from a text.
//!
//! - [`strict`]: RFC 8259 to the letter, and no name twice in one object.
//! - [`lenient`]: the same where the text is JSON. Where it is not, what leaves exactly one reading is repaired
//!   and reported, and the rest is refused.
//!
//! [`Document::parse`](crate::Document::parse) reads what RFC 8259 calls JSON, repeated names included.

use std::ops::Range;

use crate::driver::{Driver, Fault, Input, Progress, State};
use crate::growth::Growth;
use crate::{Document, Error, ErrorKind, ReadOptions};

pub use crate::lenient::{LenientOptions, Reading, lenient};

/// Refuses a text that passes the limit on bytes.
pub(crate) fn check_size(bytes: usize, options: &ReadOptions) -> Result<(), Error> {
    if bytes > options.byte_limit() {
        return Err(Error::new(ErrorKind::TooLarge, "the limit on bytes is passed"));
    }
    Ok(())
}

/// Reads one JSON value whose objects have no name twice.
///
/// ```
/// use isoform_json::{ReadOptions, read};
///
/// let options = ReadOptions::default();
/// assert!(read::strict(r#"{"to": "ann", "n": 1}"#, &options).is_ok());
/// let error = read::strict(r#"{"to": "ann", "to": "bob"}"#, &options).unwrap_err();
/// assert_eq!((error.code(), error.pointer()), ("duplicate-key", Some("/to")));
/// assert_eq!(error.readings(), [7..12, 20..25]);
/// ```
///
/// # Errors
/// What [`Document::parse`](crate::Document::parse) refuses, and `duplicate-key`.
pub fn strict(text: &str, options: &ReadOptions) -> Result<Document, Error> {
    let document = parse(text, options)?;
    match document.duplicate_key() {
        Some(second) => Err(duplicate(text, second)),
        None => Ok(document),
    }
}

/// The error for a member whose name its object has already.
pub(crate) fn duplicate(text: &str, second: crate::View<'_>) -> Error {
    let pointer = second.pointer();
    let first = second.document().root().at(&pointer);
    let spans: Vec<Range<usize>> = first.and_then(|first| first.span()).into_iter().chain(second.span()).collect();
    let place = second.key_span().unwrap_or(0..0);
    Error::new(ErrorKind::DuplicateKey, "").at(text, place).with_pointer(pointer).with_readings(spans)
}

/// Reads one JSON value, repeated names included.
pub(crate) fn parse(text: &str, options: &ReadOptions) -> Result<Document, Error> {
    check_size(text.len(), options)?;
    let mut driver = Driver::new(Growth::new(text.to_owned(), text.len() / 16 + 4), options);
    let input = Input::whole(text);
    let blank = driver.significant(input).is_none();
    if blank {
        return Err(Error::new(ErrorKind::Empty, "").at(text, driver.at..driver.at));
    }
    match driver.run(input) {
        Ok(Progress::Done | Progress::More) => {}
        Err(fault) => return Err(refused(text, driver, fault)),
    }
    if driver.significant(input).is_some() {
        let at = driver.at;
        return Err(Error::new(ErrorKind::Trailing, "").at(text, at..input.after_char(at)));
    }
    Ok(driver.growth.into_document())
}

/// The error for a text that the driver cannot go on in.
#[cold]
pub(crate) fn refused(text: &str, driver: Driver, fault: Fault) -> Error {
    let error = fault_error(text, &driver, fault);
    if fault != Fault::End || driver.growth.node_count() == 0 {
        return error;
    }
    error.with_partial(driver.growth.into_document())
}

/// The error for a fault, without a partial document.
#[cold]
pub(crate) fn fault_error(text: &str, driver: &Driver, fault: Fault) -> Error {
    let input = Input::whole(text);
    let at = driver.at;
    let malformed =
        |reason: &'static str, at: usize| Error::new(ErrorKind::Malformed, reason).at(text, at..input.after_char(at));
    let error = match fault {
        Fault::Value => malformed("expected a value", at),
        Fault::Name => malformed("expected a name in double quotes", at),
        Fault::Colon => malformed("expected `:`", at),
        Fault::After if driver.growth.in_object() == Some(true) => malformed("expected `,` or `}`", at),
        Fault::After => malformed("expected `,` or `]`", at),
        Fault::Control => malformed("control characters in strings must be escaped", at),
        Fault::Escape => malformed("not an escape", at + 1),
        Fault::Hex(wrong) => malformed("expected four hexadecimal digits", wrong),
        Fault::Surrogate(end) => Error::new(ErrorKind::LoneSurrogate, "").at(text, at..end),
        Fault::Digit(wrong) => malformed("expected a digit", wrong),
        Fault::Keyword(wrong) => malformed("expected `true`, `false` or `null`", wrong),
        Fault::TooDeep => Error::new(ErrorKind::TooDeep, "").at(text, at..at + 1),
        Fault::Duplicate => {
            let (_, start, end) = driver.growth.last_text().unwrap_or((crate::growth::Role::Name, at, at));
            let error = Error::new(ErrorKind::DuplicateKey, "").at(text, start..end);
            error.with_readings(driver.growth.first_of_name().into_iter().chain(Some(start..end)).collect())
        }
        Fault::End => {
            let end = text.len();
            Error::new(ErrorKind::Truncated, due(driver)).at(text, end..end)
        }
    };
    error.with_pointer(driver.growth.place())
}

/// What the text ends without.
fn due(driver: &Driver) -> &'static str {
    match driver.state {
        State::Value | State::FirstItem | State::Done => "expected a value",
        State::Name | State::FirstName => "expected a name in double quotes",
        State::Colon => "expected `:`",
        State::After if driver.growth.in_object() == Some(true) => "expected `,` or `}`",
        State::After => "expected `,` or `]`",
        State::Text(_) => "the string is not closed",
        State::Number(..) => "the number may go on",
        State::Keyword(..) => "expected `true`, `false` or `null`",
    }
}
