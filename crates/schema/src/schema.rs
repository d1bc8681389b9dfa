//! A schema that was read: the start of every form.

use std::sync::Arc;

use isoform_json::Document;

use crate::compile::{self, Adjustment, Means, Outcome};
use crate::dialect::Dialect;
use crate::error::{Error, ErrorCode};
use crate::form::Form;
use crate::normal::graph::Graph;
use crate::options::{FormOptions, Source};
use crate::read::detect::detect;
use crate::read::draft::draft;
use crate::read::resolve::Resources;
use crate::read::sites::Sites;
use crate::read::survey::Survey;

/// Levels of nesting that any stack carries. Lowering goes down the schema by calls.
const SHALLOW: usize = 8;
/// Levels of nesting that are followed at all.
const DEEPEST: usize = 256;
/// Bytes of stack for one level, with a wide margin for builds without optimisation.
const STACK_A_LEVEL: usize = 64 * 1024;

/// A schema that was read, with the draft it is written in.
///
/// ```
/// use isoform_schema::{FormOptions, Schema, dialect};
///
/// let schema = Schema::parse(r#"{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}"#)?;
/// let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::default())?;
/// assert_eq!(form.changes().len(), 1, "closed, and said so");
/// assert_eq!(form.changes()[0].kind, isoform_schema::Kind::ClosedObject);
/// # Ok::<(), isoform_schema::Error>(())
/// ```
///
/// Cheap to clone: clones share what was read.
#[derive(Clone, Debug)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    document: Document,
    source: Source,
    /// Documents that references may lead to, by URI.
    others: Vec<(String, Document)>,
    survey: Survey,
}

/// How a schema is read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SchemaOptions {
    /// The draft; detected where it is not given.
    pub source: Source,
    /// Documents that references may lead to, by URI. Nothing else is ever looked for.
    pub documents: Vec<(String, Document)>,
}

impl SchemaOptions {
    /// Sets the draft.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> SchemaOptions {
        self.source = source;
        self
    }

    /// Adds a document that references may lead to.
    #[must_use]
    pub fn with_document(mut self, uri: impl Into<String>, document: Document) -> SchemaOptions {
        self.documents.push((uri.into(), document));
        self
    }
}

impl Schema {
    /// Reads a schema from text: strict JSON, the draft detected.
    ///
    /// # Errors
    /// `invalid-schema` with the span where the text is not JSON or repeats a key; `too-deep` and `too-large` past the
    /// reader's budgets.
    pub fn parse(text: &str) -> Result<Schema, Error> {
        let document = Document::parse(text).map_err(|error| {
            let code = match error.code() {
                "too-deep" => ErrorCode::TooDeep,
                "too-large" => ErrorCode::TooLarge,
                _ => ErrorCode::InvalidSchema,
            };
            Error::new(code, "", format!("the schema cannot be read: {error}")).with_span(error.span())
        })?;
        Schema::read(document, Source::Auto)
    }

    /// Reads a schema from a document.
    ///
    /// # Errors
    /// `invalid-schema` where the document is neither an object nor a boolean, or repeats a key.
    pub fn read(document: Document, source: Source) -> Result<Schema, Error> {
        Schema::read_with(document, SchemaOptions { source, documents: Vec::new() })
    }

    /// Reads a schema from a document, with the documents that its references may lead to.
    ///
    /// # Errors
    /// As [`Schema::read`].
    pub fn read_with(document: Document, options: SchemaOptions) -> Result<Schema, Error> {
        for document in std::iter::once(&document).chain(options.documents.iter().map(|(_, document)| document)) {
            if let Some(again) = document.duplicate_key() {
                return Err(Error::new(ErrorCode::InvalidSchema, again.pointer(), "the key stands here a second time")
                    .with_span(again.key_span()));
            }
        }
        let root = document.root();
        if !matches!(root.kind(), isoform_json::Kind::Object | isoform_json::Kind::Bool) {
            return Err(
                Error::new(ErrorCode::InvalidSchema, "", "a schema is an object or a boolean").with_span(root.span())
            );
        }
        let source = match options.source {
            Source::Auto => detect(&document),
            source => source,
        };
        let others = options.documents;
        let survey = Survey::of(std::iter::once(&document).chain(others.iter().map(|(_, document)| document)));
        Ok(Schema(Arc::new(Inner { document, source, others, survey })))
    }

    /// The draft that gives the keywords their meaning.
    #[must_use]
    pub fn source(&self) -> Source {
        self.0.source
    }

    /// The schema as it was given.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.0.document
    }

    /// The form of this schema in a dialect.
    ///
    /// # Errors
    /// Why there is none, with the place in this schema.
    pub fn form(&self, dialect: &Dialect, options: &FormOptions) -> Result<Form, Error> {
        match self.form_within(dialect, options, SHALLOW)? {
            Some(form) => Ok(form),
            None => self.form_on_a_stack_of_its_own(dialect, options),
        }
    }

    /// The form of a schema that nests deeply: made on a thread whose stack is known to suffice.
    fn form_on_a_stack_of_its_own(&self, dialect: &Dialect, options: &FormOptions) -> Result<Form, Error> {
        let too_deep = |why: &str| Error::new(ErrorCode::TooDeep, "", why);
        std::thread::scope(|scope| {
            let deep = || self.form_within(dialect, options, DEEPEST);
            let thread = std::thread::Builder::new().stack_size(DEEPEST * STACK_A_LEVEL).spawn_scoped(scope, deep);
            match thread.map(|thread| thread.join()) {
                Ok(Ok(Ok(Some(form)))) => Ok(form),
                Ok(Ok(Err(error))) => Err(error),
                _ => Err(too_deep("the schema nests more deeply than can be followed here")),
            }
        })
    }

    /// The form, or `None` where it nests more levels than that.
    fn form_within(&self, dialect: &Dialect, options: &FormOptions, levels: usize) -> Result<Option<Form>, Error> {
        let draft = draft(self.0.source).surveyed(&self.0.survey);
        let mut adjustment = Adjustment::default();
        loop {
            let mut sites = Sites::new(self.documents());
            let resources = Resources::find(&sites, &draft, &self.0.survey);
            let root = sites.root(0);
            let graph = Graph::new(sites, resources, draft, options.budget.nodes);
            let means = Means { adjustment: adjustment.clone(), refers: self.0.survey.refers, levels };
            match compile::compile(graph, root, dialect, options, means)? {
                Outcome::Form(form) => return Ok(Some(*form)),
                Outcome::Deep if levels < DEEPEST => return Ok(None),
                Outcome::Deep => {
                    return Err(Error::new(ErrorCode::TooDeep, "", "the form nests more deeply than can be followed"));
                }
                Outcome::Again(next) if next != adjustment => adjustment = next,
                Outcome::Again(_) => {
                    return Err(Error::new(ErrorCode::TooLarge, "", "the form cannot be brought under the limits"));
                }
            }
        }
    }

    /// The schema and the documents its references may lead to, with their URIs.
    fn documents(&self) -> impl Iterator<Item = (&str, &Document)> {
        let others = self.0.others.iter().map(|(uri, document)| (uri.as_str(), document));
        std::iter::once(("", &self.0.document)).chain(others)
    }
}
