//! What is wrong, as the line interface has it: a code, a sentence, a place.

use std::fmt;
use std::ops::Range;

use isoform::json;
use isoform::schema::plan::Detail;
use isoform::{Error, PlanError};

use crate::output::{Output, ToJson};

/// An error of a line or of a document: `{"code","message","at","span","detail"?}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
    at: Option<String>,
    span: Option<Range<usize>>,
    detail: Option<Box<Detail>>,
}

impl Fault {
    /// An error without a place.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), at: None, span: None, detail: None }
    }

    /// A line or a document that is JSON and does not say what it has to.
    pub(crate) fn configuration(at: &str, message: impl Into<String>) -> Fault {
        Fault { at: Some(at.to_owned()), ..Fault::new("configuration", message) }
    }

    /// The same fault at a place.
    pub(crate) fn at_place(self, at: Option<&str>, span: Option<Range<usize>>) -> Fault {
        Fault { at: at.map(str::to_owned), span, ..self }
    }

    /// The same fault of a part that stands at this pointer.
    pub(crate) fn under(mut self, at: &str) -> Fault {
        self.at = self.at.map(|inner| format!("{at}{inner}"));
        self
    }

    /// The stable name.
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence.
    pub(crate) fn sentence(&self) -> &str {
        &self.message
    }

    /// The bytes at fault, where the fault is in a text.
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// JSON Pointer to the fault, where it has one.
    pub(crate) fn at(&self) -> Option<&str> {
        self.at.as_deref()
    }
}

impl From<&json::Error> for Fault {
    fn from(error: &json::Error) -> Fault {
        Fault {
            at: error.pointer().map(str::to_owned),
            span: error.span(),
            ..Fault::new(error.code(), error.to_string())
        }
    }
}

impl Fault {
    /// An error of reading a model's text, in the words of the line interface.
    pub(crate) fn of_reading(error: &json::Error) -> Fault {
        let code = match error.kind() {
            json::ErrorKind::LoneSurrogate | json::ErrorKind::NotUtf8 => "malformed",
            kind => kind.code(),
        };
        Fault { code, ..Fault::from(error) }
    }
}

impl From<&Error> for Fault {
    fn from(error: &Error) -> Fault {
        Fault {
            at: error.pointer().map(str::to_owned),
            span: error.span(),
            ..Fault::new(error.code().as_str(), error.message())
        }
    }
}

impl From<&PlanError> for Fault {
    fn from(error: &PlanError) -> Fault {
        Fault {
            at: Some(error.pointer().to_owned()),
            detail: error.detail().cloned().map(Box::new),
            ..Fault::new(error.code().as_str(), error.reason())
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.code, self.message)?;
        match self.at() {
            Some("") => out.write_str(" (at the root)"),
            Some(at) => write!(out, " (at {})", at.escape_debug()),
            None => Ok(()),
        }?;
        match self.detail.as_deref() {
            Some(Detail { kind, at }) if at.is_empty() => write!(out, "; {kind} at the root of the schema"),
            Some(Detail { kind, at }) => write!(out, "; {kind} at {} of the schema", at.escape_debug()),
            None => Ok(()),
        }
    }
}

impl ToJson for &Fault {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("code", self.code);
            out.member("message", self.message.as_str());
            out.member("at", self.at());
            out.key("span");
            match &self.span {
                Some(span) => out.list([span.start, span.end]),
                None => None::<usize>.write(out),
            }
            if let Some(Detail { kind, at }) = self.detail.as_deref() {
                out.key("detail").nested(|out| {
                    out.member("kind", kind.as_str());
                    out.member("at", at.as_str());
                });
            }
        });
    }
}
