//! Cutting values out of a text, for those who choose among them by something other than the text.
//!
//! [`read::lenient`] reads the one value of a text; these give all of them, or the first.

use std::ops::Range;

use crate::candidates::Search;
use crate::lenient::{LenientOptions, Reading};
use crate::repair::Repair;
use crate::{Document, Error, read};

/// How many candidates are given at most.
const MOST: usize = 64;

/// A value that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The value.
    pub document: Document,
    /// Where it stands.
    pub span: Range<usize>,
    /// Whether it stands in a fence, which outranks values in prose.
    pub fenced: bool,
    /// What had to be repaired to read it.
    pub repairs: Vec<Repair>,
}

impl Candidate {
    pub(crate) fn of_whole(text: &str, reading: Reading) -> Candidate {
        let span = reading.document.root().span().unwrap_or(0..text.len());
        Candidate { document: reading.document, span, fenced: false, repairs: reading.repairs }
    }
}

/// All values that stand in a text, in order, the equal ones among them too.
///
/// ```
/// use isoform_json::extract;
/// use isoform_json::read::LenientOptions;
///
/// let text = "See [1]: I had {\"a\": 0}, but\n```\n{\"a\": 1,}\n```";
/// let found = extract::candidates(text, &LenientOptions::default())?;
/// let shown: Vec<_> = found.iter().map(|candidate| (candidate.document.to_json(), candidate.fenced)).collect();
/// let expected = [("[1]", false), (r#"{"a":0}"#, false), (r#"{"a":1}"#, true)];
/// assert_eq!(shown, expected.map(|(json, fenced)| (json.to_owned(), fenced)));
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// There is none, with the error that [`read::lenient`] gives; or there are more than 64.
pub fn candidates(text: &str, options: &LenientOptions) -> Result<Vec<Candidate>, Error> {
    read::check_size(text.len(), &options.limits)?;
    Search::new(text, options).all(MOST)
}

/// The first object or array in a text, whatever follows it; `None` where there is none.
///
/// One that the text ends in is closed, and [`Reading::completed`] says so.
///
/// ```
/// use isoform_json::extract;
///
/// let first = |text| extract::first(text).map(|found| found.map(|reading| reading.document.to_json()));
/// assert_eq!(first(r#"it's 5" wide {"a":1} more {"b":2}"#)?.as_deref(), Some(r#"{"a":1}"#));
/// assert_eq!(first(r#"text [see note] {"a":[1,"x"#)?.as_deref(), Some(r#"{"a":[1,"x"]}"#));
/// assert_eq!(first("42")?, None);
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// # Errors
/// What was meant to be JSON cannot be read.
pub fn first(text: &str) -> Result<Option<Reading>, Error> {
    let options = LenientOptions::default();
    read::check_size(text.len(), &options.limits)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Search::new(text, &options).first()
}
