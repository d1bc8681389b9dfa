//! What is judged: something that makes forms of schemas. The product is one, deliberately wrong fakes are others.

use std::fmt;

use crate::json::Json;

/// Where a form stands in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The arguments of a tool: always an object.
    Tool,
    /// The answer itself.
    #[default]
    Output,
}

/// How a form is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Where it stands.
    pub place: Place,
    /// Only the light encodings.
    pub light: bool,
    /// Classes and kinds of change that are accepted; `None`: the default ones.
    pub allow: Option<Vec<String>>,
    /// Write lost rules into descriptions.
    pub describe: bool,
    /// Absent and null are kept apart.
    pub three_state: bool,
    /// Cut recursion.
    pub cut_recursion: bool,
    /// The name of the tool or schema.
    pub name: Option<String>,
    /// The specification the schema is written in; `None`: detected.
    pub source: Option<String>,
}

/// A reported difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// `exact`, `mapped`, `wider` or `narrower`.
    pub class: String,
    /// The kind.
    pub kind: String,
    /// The keyword of the original.
    pub keyword: Option<String>,
    /// Pointers into the original, the first one first.
    pub places: Vec<String>,
    /// The sentence.
    pub why: String,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.class, self.kind)?;
        if let Some(keyword) = &self.keyword {
            write!(out, " {keyword}")?;
        }
        write!(out, " at {:?}", self.places.first().map_or("", String::as_str))?;
        if self.places.len() > 1 {
            write!(out, " (+{})", self.places.len() - 1)?;
        }
        Ok(())
    }
}

/// Why there is no form.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The code.
    pub code: String,
    /// Pointer into the original.
    pub at: Option<String>,
    /// The sentence.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {:?}: {}", self.code, self.at.as_deref().unwrap_or("?"), self.message)
    }
}

/// Why `map` or `unmap` gave nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The code.
    pub code: String,
    /// The kind and pointer of the change that it names.
    pub detail: Option<(String, String)>,
    /// The place in the value.
    pub at: String,
    /// The sentence.
    pub message: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.code)?;
        if let Some((kind, at)) = &self.detail {
            write!(out, " ({kind} at {at:?})")?;
        }
        write!(out, ": {} at {:?}", self.message, self.at)
    }
}

/// Makes forms.
pub trait Compiler {
    /// The dialects that exist, in the order in which they are listed.
    fn dialects(&self) -> Vec<String>;

    /// As which specification a schema is read.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn source(&self, schema: &str, request: &Request) -> Result<String, Refusal>;

    /// The form of a schema.
    ///
    /// # Errors
    /// Why there is none.
    fn form(&self, schema: &str, dialect: &str, request: &Request) -> Result<Box<dyn Form>, Refusal>;

    /// Keywords that the dialect sends and does not enforce.
    fn unenforced(&self, _dialect: &str) -> Vec<String> {
        Vec::new()
    }

    /// The neutral form of a schema that refers to other documents, by their URIs.
    ///
    /// # Errors
    /// Why there is none.
    fn form_with(
        &self,
        schema: &str,
        _documents: &[(String, String)],
        dialect: &str,
        request: &Request,
    ) -> Result<Box<dyn Form>, Refusal> {
        self.form(schema, dialect, request)
    }
}

/// One form.
pub trait Form {
    /// The legal name.
    fn name(&self) -> Option<String>;
    /// What is sent.
    fn schema(&self) -> Option<Json>;
    /// Which answers are let through.
    fn enforced(&self) -> Json;
    /// What is reported.
    fn changes(&self) -> Vec<Change>;
    /// A document as the dialect spells it.
    ///
    /// # Errors
    /// Why it cannot be said.
    fn map(&self, document: &Json) -> Result<Json, Trouble>;
    /// An answer as a document.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn unmap(&self, answer: &Json) -> Result<Json, Trouble>;
    /// The plan that `map` and `unmap` run, as another process has it.
    fn plan(&self) -> Option<Json> {
        None
    }
    /// How far the form is from its original.
    fn verdict(&self) -> String {
        String::from("?")
    }
}
