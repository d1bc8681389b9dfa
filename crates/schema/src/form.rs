//! A form: what is sent, what it lets through, what changed, and the way there and back.

use isoform_json::{Document, View};
use serde::{Deserialize, Serialize};

use crate::change::{Change, Class, Kind};
use crate::plan::{Plan, PlanError};

/// The form of one schema in one dialect.
///
/// It is plain data: it can be saved, sent to another process, and shared between threads. With serde it keeps every
/// digit of every number: its documents are saved as JSON text.
///
/// ```
/// use isoform_schema::{Form, FormOptions, Schema, dialect};
///
/// let schema = Schema::parse(r#"{"type":"number","maximum":123456789012345678901234567890.10}"#)?;
/// let form = schema.form(&dialect::JSON_SCHEMA, &FormOptions::default())?;
/// let loaded: Form = serde_json::from_str(&serde_json::to_string(&form)?)?;
/// let maximum = loaded.enforced().root().get("maximum").map(|maximum| maximum.to_json());
/// assert_eq!(maximum.as_deref(), Some("123456789012345678901234567890.10"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The dialect's name.
    pub(crate) to: String,
    /// The version of the dialect's table.
    pub(crate) version: String,
    pub(crate) name: Option<String>,
    pub(crate) schema: Option<Document>,
    pub(crate) enforced: Document,
    pub(crate) changes: Vec<Change>,
    pub(crate) plan: Plan,
}

impl Form {
    /// The name of the dialect.
    #[must_use]
    pub fn dialect(&self) -> &str {
        &self.to
    }

    /// The version of the dialect's table that made this form.
    #[must_use]
    pub fn dialect_version(&self) -> &str {
        &self.version
    }

    /// The legal name, where a name was given.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What is sent. `None`: send no schema at all (a tool without arguments on Gemini).
    #[must_use]
    pub fn schema(&self) -> Option<&Document> {
        self.schema.as_ref()
    }

    /// A plain 2020-12 schema of the answers that the dialect lets through.
    #[must_use]
    pub fn enforced(&self) -> &Document {
        &self.enforced
    }

    /// Every difference between the original and what is sent, in the order of their places in the original.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The plan behind [`map`](Form::map) and [`unmap`](Form::unmap), to be run elsewhere.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// An original document as the dialect spells it.
    ///
    /// # Errors
    /// `narrowed`, naming a reported narrowing, where the document needs what was taken away.
    pub fn map(&self, document: View<'_>) -> Result<Document, PlanError> {
        self.plan.map(document)
    }

    /// An answer back in the original form.
    ///
    /// # Errors
    /// `not-decodable`, naming a reported `wider` change, where the answer abuses an encoding.
    pub fn unmap(&self, answer: View<'_>) -> Result<Document, PlanError> {
        self.plan.unmap(answer)
    }

    /// How far the form is from the original, in one word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let light = [Kind::RootWrap, Kind::NullForAbsent, Kind::EnumText, Kind::Renamed];
        let mut verdict = Verdict::AsIs;
        for change in &self.changes {
            let of_this = match change.class {
                // That a list of entries can repeat a key belongs to the encoding.
                Class::Wider if change.kind == Kind::UniqueKeys => Verdict::Encoded,
                Class::Mapped if !light.contains(&change.kind) => Verdict::Encoded,
                Class::Mapped | Class::Narrower => Verdict::Rewritten,
                Class::Wider => Verdict::Looser,
                Class::Exact if annotation_only(change) => Verdict::AsIs,
                Class::Exact => Verdict::Rewritten,
            };
            verdict = verdict.max(of_this);
        }
        verdict
    }
}

fn annotation_only(change: &Change) -> bool {
    matches!(change.kind, Kind::UnknownKeyword | Kind::DeadDefinition | Kind::Advisory)
        || matches!(
            change.keyword.as_deref(),
            Some(
                "default"
                    | "examples"
                    | "example"
                    | "$comment"
                    | "title"
                    | "description"
                    | "deprecated"
                    | "readOnly"
                    | "writeOnly"
                    | "$schema"
                    | "$id"
                    | "id"
            )
        )
}

/// How far a form is from its original, from near to far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Sent as it is, apart from annotations.
    AsIs,
    /// Said in other keywords or with light encodings.
    Rewritten,
    /// A structural encoding is in it: the answer has to be unmapped.
    Encoded,
    /// Something is no longer enforced and is checked locally.
    Looser,
}

impl Verdict {
    /// The stable word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::AsIs => "as-is",
            Verdict::Rewritten => "rewritten",
            Verdict::Encoded => "encoded",
            Verdict::Looser => "looser",
        }
    }
}
