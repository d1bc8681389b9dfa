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

/// Whether a text is one JSON value.
///
/// ```
/// use isoform_json::read::is_json;
///
/// assert!(is_json(" [1] ") && !is_json("") && !is_json("[1] [2]"));
/// ```
#[must_use]
pub fn is_json(text: &str) -> bool {
    let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH).with_max_bytes(usize::MAX);
    parse(text, &options).is_ok()
}

/// Whether a text says anything but `null`. It is not read: this tells an argument that was given from one that
/// was not.
///
/// ```
/// use isoform_json::read::has_value;
///
/// assert!(has_value("{}") && has_value("0") && !has_value("") && !has_value(" null\n"));
/// ```
#[must_use]
pub fn has_value(text: &str) -> bool {
    !matches!(text.trim(), "" | "null")
}

/// Reads the first value of a text, and gives the span of what follows it, white space left out.
///
/// ```
/// use isoform_json::{ReadOptions, read};
///
/// let (first, rest) = read::first_value("{\"a\": 1}\n[2]\n", &ReadOptions::default())?;
/// assert_eq!((first.to_json().as_str(), rest), (r#"{"a":1}"#, 9..12));
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// The text does not begin with a JSON value, or passes a limit.
pub fn first_value(text: &str, options: &ReadOptions) -> Result<(Document, Range<usize>), Error> {
    let (document, at) = parse_first(text, options)?;
    Ok((document, at..text.trim_end().len().max(at)))
}

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
    let (document, at) = parse_first(text, options)?;
    if at < text.len() {
        let end = Input::whole(text).after_char(at);
        return Err(Error::new(ErrorKind::Trailing, "").at(text, at..end));
    }
    Ok(document)
}

/// Reads one JSON value, and gives the offset of what follows it.
fn parse_first(text: &str, options: &ReadOptions) -> Result<(Document, usize), Error> {
    check_size(text.len(), options)?;
    let mut driver = Driver::new(Growth::over(text), options);
    let input = Input::whole(text);
    let blank = driver.significant(input).is_none();
    if blank {
        return Err(Error::new(ErrorKind::Empty, "").at(text, driver.at..driver.at));
    }
    match driver.run(input) {
        Ok(Progress::Done | Progress::More) => {}
        Err(fault) => return Err(refused(text, driver, fault)),
    }
    driver.significant(input);
    let at = driver.at;
    Ok((driver.growth.into_document(), at))
}

/// The error for a text that the driver cannot go on in.
#[cold]
pub(crate) fn refused(text: &str, driver: Driver, fault: Fault) -> Error {
    let error = fault_error(text, &driver, fault);
    if fault != Fault::End || driver.growth.node_bound() == 0 {
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
