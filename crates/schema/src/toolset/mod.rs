//! All tools of one request: names that are legal and distinct, the form of each, and what they spend together.
//!
//! A provider judges a request and not a tool: one bad tool fails them all, and some limits are counted over every
//! tool. A [`ToolSet`] finds these faults before anything is sent, each with the tool it belongs to. Where strict
//! tools spend more than a surface takes, the caller chooses: an error, or tools that fall back to the same provider's
//! surface without `strict`, in a stated order and with a report.

mod budget;
mod usage;

use std::fmt;

use isoform_json::{Document, View};

pub use budget::OverBudget;
pub use usage::Usage;

use crate::change::{Change, Class, Kind};
use crate::compile::names;
use crate::dialect::Dialect;
use crate::error::{Error, ErrorCode};
use crate::form::Form;
use crate::options::{FormOptions, Place};
use crate::plan::PlanError;
use crate::tool::Tool;

/// The tools of one request.
///
/// # Examples
/// ```
/// use isoform_json::Document;
/// use isoform_schema::{FormOptions, OverBudget, Schema, Tool, ToolSet, dialect};
///
/// let schema = Schema::parse(r#"{"type":"object","properties":{"q":{"type":"string"}}}"#)?;
/// let tools = ToolSet::new(vec![Tool::new("docs/find", schema.clone()), Tool::new("docs find", schema)]);
/// let request = tools.declare(&dialect::OPENAI_STRICT, &FormOptions::default(), OverBudget::Refuse);
///
/// let names: Vec<&str> = request.tools().iter().map(|tool| tool.wire_name.as_str()).collect();
/// assert_eq!(names, ["docs_find", "docs_find_2"]);
///
/// // A call comes back under the original name, its arguments in the original schema's form.
/// let arguments = Document::parse(r#"{"q":null}"#)?;
/// let (name, document) = request.call("docs_find_2", arguments.root()).ok_or("no such tool")?;
/// assert_eq!((name, document?.to_json().as_str()), ("docs find", "{}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ToolSet {
    tools: Vec<Tool>,
}

/// What is sent of every tool, and what is wrong with the request as a whole.
#[derive(Clone, Debug)]
pub struct Declared {
    tools: Vec<Declaration>,
    changes: Vec<Change>,
    faults: Vec<Error>,
}

/// What is sent of one tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// The name that the caller gave.
    pub name: String,
    /// The name that is sent: legal, and no other tool's.
    pub wire_name: String,
    /// What the tool is for.
    pub description: Option<String>,
    /// The surface that the tool is sent to: the one that was asked for, or the one it fell back to.
    pub to: String,
    /// The form of its arguments, or why there is none.
    pub form: Result<Form, Error>,
    /// What the form spends of a request's budgets.
    pub usage: Usage,
}

impl ToolSet {
    /// A set of these tools, in this order.
    #[must_use]
    pub fn new(tools: Vec<Tool>) -> ToolSet {
        ToolSet { tools }
    }

    /// The tools.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// What is sent of every tool.
    ///
    /// Every fault of the request is found, not the first alone. Pointers of set-wide changes and faults are into the
    /// list of tools: `/3` is the fourth tool, `/3/name` its name.
    #[must_use]
    pub fn declare(&self, to: &Dialect, options: &FormOptions, over: OverBudget) -> Declared {
        let mut declared =
            Declared { tools: Vec::with_capacity(self.tools.len()), changes: Vec::new(), faults: Vec::new() };
        let wire_names = self.names(to, &mut declared);
        for (tool, wire_name) in self.tools.iter().zip(wire_names) {
            let form = form_of(tool, &wire_name, to, options);
            let usage = form.as_ref().map(Usage::of).unwrap_or_default();
            declared.tools.push(Declaration {
                name: tool.name.clone(),
                wire_name,
                description: tool.description.clone(),
                to: to.name.to_string(),
                form,
                usage,
            });
        }
        budget::keep(self, to, options, over, &mut declared);
        declared
    }

    /// Legal and distinct names, with what had to change, and the names that two tools have.
    fn names(&self, to: &Dialect, declared: &mut Declared) -> Vec<String> {
        let mut first = std::collections::HashMap::new();
        for (index, tool) in self.tools.iter().enumerate() {
            if let Some(before) = first.insert(tool.name.as_str(), index) {
                let message = format!("tool {index} has the name of tool {before}: a call could not be told apart");
                declared.faults.push(Error::new(ErrorCode::Name, format!("/{index}/name"), message));
            }
        }
        let given: Vec<std::sync::Arc<str>> = self.tools.iter().map(|tool| tool.name.as_str().into()).collect();
        let wires = names::legal_all(given, &to.names.tool);
        for (index, (tool, wire)) in self.tools.iter().zip(&wires).enumerate() {
            if *tool.name != **wire {
                declared.changes.push(Change {
                    class: Class::Mapped,
                    kind: Kind::Renamed,
                    keyword: None,
                    at: format!("/{index}/name"),
                    also: Vec::new(),
                    why: format!("the dialect does not take this name: the tool is called {wire:?}"),
                });
            }
        }
        wires.iter().map(ToString::to_string).collect()
    }
}

impl Declared {
    /// What is sent of each tool, in the order of the set.
    #[must_use]
    pub fn tools(&self) -> &[Declaration] {
        &self.tools
    }

    /// What is sent of each tool, in the order of the set, to be kept without the rest.
    #[must_use]
    pub fn into_tools(self) -> Vec<Declaration> {
        self.tools
    }

    /// What changed about the set: names, and tools that fell back to another surface.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Why the request as a whole would be refused; a tool without a form is said at the tool.
    #[must_use]
    pub fn faults(&self) -> &[Error] {
        &self.faults
    }

    /// Whether the request can be sent as it is.
    #[must_use]
    pub fn is_sendable(&self) -> bool {
        self.faults.is_empty() && self.tools.iter().all(|tool| tool.form.is_ok())
    }

    /// The tool that is called by this name on the wire.
    #[must_use]
    pub fn by_wire_name(&self, wire_name: &str) -> Option<&Declaration> {
        self.tools.iter().find(|tool| tool.wire_name == wire_name)
    }

    /// A call on the wire, as the original tool's name and arguments; `None`: no tool that was sent has that name.
    ///
    /// # Errors
    /// Those of [`Form::unmap`], in the second part.
    #[must_use]
    pub fn call(&self, wire_name: &str, arguments: View<'_>) -> Option<(&str, Result<Document, PlanError>)> {
        let tool = self.by_wire_name(wire_name)?;
        let form = tool.form.as_ref().ok()?;
        Some((&tool.name, form.unmap(arguments)))
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} to {} as {}", self.name, self.to, self.wire_name)
    }
}

fn form_of(tool: &Tool, wire_name: &str, to: &Dialect, options: &FormOptions) -> Result<Form, Error> {
    let options = options.clone().with_place(Place::Tool).with_name(wire_name);
    tool.input.clone().form(to, &options)
}
