//! Reading a model's text: what it says if it says one thing, and what had to be changed to see it.

use crate::candidates::Search;
use crate::repair::{Repair, RepairKind, Severity};
use crate::{Document, Error, ErrorKind, ReadOptions, duplicate, read};

/// What the lenient reader accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LenientOptions {
    /// Limits on depth and size.
    pub limits: ReadOptions,
    /// The highest severity of a repair that is accepted. Default [`Severity::Spelling`].
    pub severity: Severity,
    /// Whether the value may stand in a fence, in prose, or after thinking. Default `true`.
    pub extract: bool,
    /// Whether closing brackets are added to a truncated text that ends after a whole string, keyword or container.
    /// Default `false`.
    pub complete_truncated: bool,
    /// Whether a token without quotes is read as a string where a value is due in a container, as
    /// [`RepairKind::UnquotedValue`]. Whether a string is due there is for the caller to judge: without a schema there
    /// is more than one reading. Default `false`.
    pub unquoted_values: bool,
}

impl Default for LenientOptions {
    fn default() -> LenientOptions {
        LenientOptions {
            limits: ReadOptions::default(),
            severity: Severity::Spelling,
            extract: true,
            complete_truncated: false,
            unquoted_values: false,
        }
    }
}

impl LenientOptions {
    /// Sets the limits on depth and size.
    #[must_use]
    pub fn with_limits(mut self, limits: ReadOptions) -> LenientOptions {
        self.limits = limits;
        self
    }

    /// Sets the highest severity of a repair that is accepted.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> LenientOptions {
        self.severity = severity;
        self
    }

    /// Sets whether the value may stand in a fence, in prose, or after thinking.
    #[must_use]
    pub fn with_extract(mut self, extract: bool) -> LenientOptions {
        self.extract = extract;
        self
    }

    /// Sets whether a token without quotes is read as a string.
    ///
    /// ```
    /// use isoform_json::read::{self, LenientOptions};
    ///
    /// let options = LenientOptions::default();
    /// assert_eq!(read::lenient(r#"{"pin": 0070}"#, &options).unwrap_err().code(), "malformed");
    /// let reading = read::lenient(r#"{"pin": 0070}"#, &options.with_unquoted_values(true))?;
    /// assert_eq!(reading.document.to_json(), r#"{"pin":"0070"}"#);
    /// assert_eq!((reading.repairs[0].kind.code(), reading.repairs[0].span.clone()), ("unquoted-value", 8..12));
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    #[must_use]
    pub fn with_unquoted_values(mut self, unquoted_values: bool) -> LenientOptions {
        self.unquoted_values = unquoted_values;
        self
    }

    /// Sets whether closing brackets are added to a truncated text.
    #[must_use]
    pub fn with_complete_truncated(mut self, complete_truncated: bool) -> LenientOptions {
        self.complete_truncated = complete_truncated;
        self
    }
}

/// A value that was read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The value. Its spans point into the text, except in an escaped document, which has none.
    pub document: Document,
    /// What was changed, in the order of the text. Empty for strict JSON.
    pub repairs: Vec<Repair>,
    /// Whether closing brackets were added to a truncated text.
    pub completed: bool,
}

impl Reading {
    /// A value that needed no repair.
    #[must_use]
    pub fn of(document: Document) -> Reading {
        Reading { document, repairs: Vec::new(), completed: false }
    }
}

/// Reads the one value that a text holds.
///
/// Strict JSON is read as it stands. Anything else is repaired where exactly one reading is left, and refused
/// where there is none, or more than one.
///
/// ```
/// use isoform_json::read::{self, LenientOptions};
///
/// let text = "Here it is:\n```json\n{'city': \"Oslo\", nights: 2,}\n```";
/// let reading = read::lenient(text, &LenientOptions::default())?;
/// assert_eq!(reading.document.to_json(), r#"{"city":"Oslo","nights":2}"#);
/// let kinds: Vec<&str> = reading.repairs.iter().map(|repair| repair.kind.code()).collect();
/// let expected =
///     ["prose-before", "code-fence", "single-quotes", "single-quotes", "unquoted-key", "trailing-comma", "code-fence"];
/// assert_eq!(kinds, expected);
///
/// let error = read::lenient(r#"{"a": 1} or {"a": 2}"#, &LenientOptions::default()).unwrap_err();
/// assert_eq!((error.code(), error.readings()), ("ambiguous", &[0..8, 12..20][..]));
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// - `empty`: the text is blank.
/// - `no-json`: nothing in it is JSON or was meant to be.
/// - `truncated`: what is there is sound and still open; [`Error::partial`] has it.
/// - `malformed`: no reading is left. `trailing`: only with `extract` off.
/// - `ambiguous`: more than one is left; [`Error::readings`] has their places.
/// - `duplicate-key`, `not-a-number`, `too-deep`, `too-large`.
pub fn lenient(text: &str, options: &LenientOptions) -> Result<Reading, Error> {
    read::check_size(text.len(), &options.limits)?;
    let mut reading = Search::new(text, options).run()?;
    if let Some(second) = reading.document.duplicate_key() {
        let error = read::duplicate(text, second);
        let dropped = duplicate::drop_equal(&mut reading.document);
        if options.severity < Severity::Choice || reading.document.duplicate_key().is_some() {
            return Err(error);
        }
        reading.repairs.extend(dropped.into_iter().map(|span| Repair::new(RepairKind::DuplicateKey, span)));
    }
    reading.repairs.shrink_to_fit();
    if !reading.repairs.is_sorted_by_key(place) {
        reading.repairs.sort_by_key(place);
    }
    check_severity(text, options, &reading.repairs)?;
    Ok(reading)
}

/// Repairs are told in the order of the text.
fn place(repair: &Repair) -> (usize, usize) {
    (repair.span.start, repair.span.end)
}

fn check_severity(text: &str, options: &LenientOptions, repairs: &[Repair]) -> Result<(), Error> {
    let Some(repair) = repairs.iter().find(|repair| repair.severity() > options.severity) else { return Ok(()) };
    let kind = if repair.severity() == Severity::Choice { ErrorKind::Ambiguous } else { ErrorKind::Malformed };
    let error = Error::new(kind, "reading it takes a repair that is not accepted").at(text, repair.span.clone());
    Err(error.with_readings(vec![repair.span.clone()]))
}
