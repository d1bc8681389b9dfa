//! Why a plan could not be read or run.

use std::fmt;

use crate::change::Kind;
use crate::error::Shown;

/// The stable name of a [`PlanError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanErrorCode {
    /// The document needs what a reported narrowing took away (`map`).
    Narrowed,
    /// The answer abuses an encoding (`unmap`).
    NotDecodable,
    /// The document does not fit the schema that the plan was made for (`map`).
    Mismatch,
    /// The value nests too deeply.
    TooDeep,
    /// The plan would write more than its budget allows.
    TooLarge,
    /// The plan is malformed, has another version, or runs in circles.
    InvalidPlan,
}

impl PlanErrorCode {
    /// The stable kebab-case spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlanErrorCode::Narrowed => "narrowed",
            PlanErrorCode::NotDecodable => "not-decodable",
            PlanErrorCode::Mismatch => "mismatch",
            PlanErrorCode::TooDeep => "too-deep",
            PlanErrorCode::TooLarge => "too-large",
            PlanErrorCode::InvalidPlan => "invalid-plan",
        }
    }
}

impl fmt::Display for PlanErrorCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The reported change that an error falls under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The kind of the change.
    pub kind: String,
    /// JSON Pointer into the original schema.
    pub at: String,
}

impl Detail {
    pub(crate) fn new(kind: Kind, at: String) -> Detail {
        Detail { kind: kind.as_str().to_owned(), at }
    }
}

/// Why a plan could not be read or run: a code, a place, and the change it falls under.
///
/// `Display` is one line and never contains text of the value; [`pointer`](PlanError::pointer) may.
#[derive(Clone, PartialEq, Eq)]
pub struct PlanError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    code: PlanErrorCode,
    pointer: String,
    detail: Option<Detail>,
    reason: &'static str,
}

impl PlanError {
    pub(super) fn new(code: PlanErrorCode, pointer: String, reason: &'static str) -> PlanError {
        PlanError(Box::new(Inner { code, pointer, detail: None, reason }))
    }

    pub(super) fn with_detail(mut self, kind: &str, at: &str) -> PlanError {
        self.0.detail = Some(Detail { kind: kind.to_owned(), at: at.to_owned() });
        self
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> PlanErrorCode {
        self.0.code
    }

    /// JSON Pointer into what was given: the document for `map`, the answer for `unmap`, the plan's JSON for
    /// [`Plan::from_document`](super::Plan::from_document).
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.0.pointer
    }

    /// The reported change that this falls under, where there is one.
    #[must_use]
    pub fn detail(&self) -> Option<&Detail> {
        self.0.detail.as_ref()
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.0.reason
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.reason)?;
        match &self.0.detail {
            Some(Detail { kind, at }) if at.is_empty() => write!(out, " ({} at the root)", Shown(kind)),
            Some(Detail { kind, at }) => write!(out, " ({} at {})", Shown(kind), Shown(at)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for PlanError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PlanError({}: {self})", self.0.code)
    }
}

impl std::error::Error for PlanError {}
