//! A tool that was discovered at run time.

use isoform_json::{Kind, View};

use crate::error::{Error, ErrorCode};
use crate::options::Source;
use crate::schema::Schema;

/// A tool: its name, what it is for, and the schemas of what it takes and gives.
///
/// # Examples
/// A tool that an MCP server lists, in the form that one provider takes:
/// ```
/// use isoform_json::Document;
/// use isoform_schema::{FormOptions, Tool, dialect};
///
/// let result = Document::parse(
///     r#"{"tools":[{"name":"forecast","description":"The weather of a day","inputSchema":{"type":"object",
///         "properties":{"city":{"type":"string"},"day":{"type":"string"}},"required":["city"]}}]}"#,
/// )?;
/// let listed = result.root().get("tools").into_iter().flat_map(|tools| tools.items());
/// let tools = listed.map(Tool::from_mcp).collect::<Result<Vec<_>, _>>()?;
///
/// let form = tools[0].input.form(&dialect::OPENAI_STRICT, &FormOptions::tool(&tools[0].name))?;
/// let sent = form.schema().ok_or("nothing is sent")?;
/// assert_eq!(sent.root().at("/required").map(|names| names.to_json()).as_deref(), Some(r#"["city","day"]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The name, as it is called by.
    pub name: String,
    /// What it is for, in words.
    pub description: Option<String>,
    /// The schema of its arguments.
    pub input: Schema,
    /// The schema of its result, where it has one.
    pub output: Option<Schema>,
}

impl Tool {
    /// A tool that takes what fits `input`.
    #[must_use]
    pub fn new(name: impl Into<String>, input: Schema) -> Tool {
        Tool { name: name.into(), description: None, input, output: None }
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Tool {
        self.description = Some(description.into());
        self
    }

    /// Sets the schema of the result.
    #[must_use]
    pub fn with_output(mut self, output: Schema) -> Tool {
        self.output = Some(output);
        self
    }

    /// Reads one entry of an MCP `tools/list` result: `name`, `description`, `inputSchema` and `outputSchema`.
    ///
    /// The schemas are copies. Their drafts are detected, and are 2020-12 where nothing says otherwise, as MCP has it.
    /// A `description` or `outputSchema` that is null counts as absent. Other members, such as `title`, `annotations`
    /// and `_meta`, are left to the caller.
    ///
    /// # Errors
    /// `invalid-schema`, with the pointer into the entry and the span, where a key is repeated anywhere in it, where
    /// `name` is missing or no string, where `description` is no string, and where `inputSchema` is missing or a schema
    /// is no object.
    ///
    /// ```
    /// use isoform_json::Document;
    /// use isoform_schema::{ErrorCode, Tool};
    ///
    /// let entry = Document::parse(r#"{"name":"forecast","inputSchema":[]}"#)?;
    /// let error = Tool::from_mcp(entry.root()).unwrap_err();
    /// assert_eq!(error.code(), ErrorCode::InvalidSchema);
    /// assert_eq!((error.pointer(), error.span()), (Some("/inputSchema"), Some(33..35)));
    /// # Ok::<(), isoform_json::Error>(())
    /// ```
    pub fn from_mcp(entry: View<'_>) -> Result<Tool, Error> {
        let invalid = |pointer: &str, message: &str| {
            let place = entry.at(pointer).unwrap_or(entry);
            Error::new(ErrorCode::InvalidSchema, pointer, message).with_span(place.span())
        };
        if entry.kind() != Kind::Object {
            return Err(invalid("", "a tool is an object"));
        }
        if let Some(again) = entry.to_document().duplicate_key() {
            // The copy has no spans. Everything above the first repetition stands there once.
            let pointer = again.pointer();
            let object = pointer.rsplit_once('/').and_then(|(object, _)| entry.at(object));
            let members = object.into_iter().flat_map(|object| object.members());
            let second = members.filter(|(key, _)| Some(*key) == again.key()).nth(1);
            let span = second.and_then(|(_, value)| value.key_span());
            let message = "the key stands here a second time";
            return Err(Error::new(ErrorCode::InvalidSchema, pointer, message).with_span(span));
        }
        let given = |key: &str| entry.get(key).filter(|value| !value.is_null());
        let schema = |view: View<'_>, pointer: &str| match view.kind() {
            Kind::Object => Schema::read(view.to_document(), Source::Auto),
            _ => Err(invalid(pointer, "the schema of a tool is an object")),
        };
        let Some(name) = entry.get("name").and_then(|name| name.as_str()) else {
            return Err(invalid("/name", "a tool has a name, which is a string"));
        };
        let description = match given("description").map(|text| text.as_str()) {
            Some(None) => return Err(invalid("/description", "the description of a tool is a string")),
            text => text.flatten().map(str::to_owned),
        };
        let Some(input) = entry.get("inputSchema") else {
            return Err(invalid("/inputSchema", "a tool says what it takes"));
        };
        let input = schema(input, "/inputSchema")?;
        let output = given("outputSchema").map(|output| schema(output, "/outputSchema")).transpose()?;
        Ok(Tool { name: name.to_owned(), description, input, output })
    }
}
