//! Finding the schemas of an input: which container it is, and where each tool stands in it.
//!
//! The container is told by what only it has, in this order; the first that fits decides:
//!
//! 1. an object whose `result` has `tools`: the JSON-RPC envelope of MCP `tools/list`
//! 2. an object with a list `tools`: an MCP `tools/list` result, or a provider's request with its tools
//! 3. an object whose `toolConfig` has `tools`: a Bedrock Converse request
//! 4. an object with `functionDeclarations`: a Gemini tool
//! 5. an object that is one tool (see [`shape`])
//! 6. a list: tools
//! 7. any other object, `true` or `false`: a JSON Schema
//! 8. not one JSON value, but one on every line: JSON Lines, each line as 4, 5 or 7
//!
//! A provider's own tools (web search, code execution) have no schema to check: they are left out and counted.

use std::sync::LazyLock;

use isoform::json::{Document, Kind, ReadOptions, View};
use isoform::{Place, Source};

use super::capitals;
use crate::input::{Failure, Input, Place as TextPlace};

/// An input that was read: its documents, and where in the text each of them starts.
#[derive(Debug)]
pub(super) struct Read {
    /// The input.
    pub(super) input: Input,
    documents: Vec<(usize, Document)>,
    lines: bool,
}

/// One schema to check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool<'a> {
    /// The tool's name, or what else a person would call it.
    pub(super) name: &'a str,
    /// Where the form stands in a request: `None` for a schema that is no tool's.
    pub(super) place: Option<Place>,
    /// The draft that the container implies.
    pub(super) source: Source,
    /// The input's name.
    pub(super) file: &'a str,
    schema: Option<View<'a>>,
    /// Stands for the tool where it has no schema of its own.
    anchor: View<'a>,
    read: &'a Read,
    base: usize,
}

/// The tools of one input.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    /// In the order of the input.
    pub(super) tools: Vec<Tool<'a>>,
    /// What the container is, in words; each once.
    pub(super) shapes: Vec<&'static str>,
    /// How many tools have no schema because they are the provider's own.
    pub(super) built_in: usize,
}

/// What a tool without a schema takes: nothing.
static NO_ARGUMENTS: LazyLock<Document> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is the literal beside it")]
    Document::parse(r#"{"type":"object"}"#).expect("it is JSON")
});

impl<'a> Tool<'a> {
    /// The schema, as a document of its own.
    pub(super) fn document(&self) -> Document {
        match self.schema {
            Some(schema) if capitals::are_used(schema) => capitals::lowered(schema),
            Some(schema) => schema.to_document(),
            None => NO_ARGUMENTS.clone(),
        }
    }

    /// The line and column of a pointer into the schema.
    pub(super) fn locate(&self, pointer: &str) -> TextPlace<'a> {
        let node = self.schema.and_then(|schema| schema.at(pointer)).or(self.schema).unwrap_or(self.anchor);
        let offset = self.base + node.span().map_or(0, |span| span.start);
        TextPlace::of(&self.read.input.text, offset)
    }
}

impl Read {
    /// Reads an input: one JSON value, or one on every line.
    pub(super) fn new(input: Input) -> Result<Read, Failure> {
        let whole = input.document();
        let failure = match whole {
            Ok(document) => return Ok(Read { input, documents: vec![(0, document)], lines: false }),
            Err(failure) => failure,
        };
        // JSON Lines only where the first line is an object of its own; otherwise the text is broken JSON.
        let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH);
        let mut documents = Vec::new();
        let mut base = 0;
        for line in input.text.split_inclusive('\n') {
            if !line.trim().is_empty() {
                match Document::parse_with(line, &options) {
                    Ok(document) => documents.push((base, document)),
                    Err(_) if documents.is_empty() => return Err(failure),
                    Err(error) => return Err(input.unreadable(&error, base)),
                }
            }
            base += line.len();
        }
        if documents.len() < 2 {
            return Err(failure);
        }
        Ok(Read { input, documents, lines: true })
    }

    /// The tools in it.
    pub(super) fn tools(&self) -> Result<Found<'_>, Failure> {
        let mut found = Found::default();
        if self.lines {
            found.shapes.push("JSON Lines");
        }
        for (base, document) in &self.documents {
            let finder = Finder { read: self, base: *base };
            finder.container(document.root(), &mut found)?;
        }
        Ok(found)
    }
}

const NO_TOOL: &str = "this is no tool that isoform knows: it looks for a name beside inputSchema, input_schema, \
                       parameters or schema, for toolSpec and for functionDeclarations";

struct Finder<'a> {
    read: &'a Read,
    base: usize,
}

impl<'a> Finder<'a> {
    fn container(&self, root: View<'a>, found: &mut Found<'a>) -> Result<(), Failure> {
        let list = |view: View<'a>, key: &str| view.get(key).filter(|list| list.kind() == Kind::Array);
        let result = root.get("result").and_then(|result| list(result, "tools"));
        let config = root.get("toolConfig").and_then(|config| list(config, "tools"));
        if let Some(tools) = result.or_else(|| list(root, "tools")).or(config) {
            return self.list(tools, found);
        }
        match root.kind() {
            Kind::Array if !self.read.lines => self.list(root, found),
            Kind::Object if self.tool(root, found)? => Ok(()),
            Kind::Object | Kind::Bool => {
                let name = root.get("title").and_then(|title| title.as_str());
                let name = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| stem(&self.read.input.name));
                self.add(Shape { label: "JSON Schema", name, schema: Some(root), place: None }, root, found);
                Ok(())
            }
            _ => Err(self.wrong(root, "neither a JSON Schema nor tools")),
        }
    }

    fn list(&self, tools: View<'a>, found: &mut Found<'a>) -> Result<(), Failure> {
        for item in tools.items() {
            if self.tool(item, found)? {
                continue;
            }
            if !is_built_in(item) {
                return Err(self.wrong(item, NO_TOOL));
            }
            found.built_in += 1;
        }
        Ok(())
    }

    /// Adds the tool or tools of one object; `false` where it is none.
    fn tool(&self, item: View<'a>, found: &mut Found<'a>) -> Result<bool, Failure> {
        let declarations = item.get("functionDeclarations").or_else(|| item.get("function_declarations"));
        if let Some(declarations) = declarations.filter(|declarations| declarations.kind() == Kind::Array) {
            for declaration in declarations.items() {
                let shape = shape(declaration).ok_or_else(|| self.wrong(declaration, NO_TOOL))?;
                self.add(Shape { label: "Gemini functionDeclarations", ..shape }, declaration, found);
            }
            return Ok(true);
        }
        let shape = shape(item);
        Ok(shape.map(|shape| self.add(shape, item, found)).is_some())
    }

    fn add(&self, shape: Shape<'a>, anchor: View<'a>, found: &mut Found<'a>) {
        let Shape { label, name, schema, place } = shape;
        if !found.shapes.contains(&label) {
            found.shapes.push(label);
        }
        let source = if schema.is_some_and(capitals::are_used) { Source::OpenApi30 } else { Source::Auto };
        let file = self.read.input.name.as_str();
        found.tools.push(Tool { name, place, source, file, schema, anchor, read: self.read, base: self.base });
    }

    fn wrong(&self, view: View<'_>, message: &str) -> Failure {
        self.read.input.wrong(self.base + view.span().map_or(0, |span| span.start), message)
    }
}

/// One tool as its container spells it.
struct Shape<'a> {
    label: &'static str,
    name: &'a str,
    schema: Option<View<'a>>,
    place: Option<Place>,
}

/// How a tool is spelled, told by the key of its schema:
/// `inputSchema` (MCP), `toolSpec` (Bedrock), `input_schema` (Anthropic), `function` (OpenAI Chat),
/// `type: "function"` beside `name` (OpenAI Responses), `parametersJsonSchema` (Gemini), `parameters`, `schema`.
fn shape(item: View<'_>) -> Option<Shape<'_>> {
    let bedrock = item.get("toolSpec");
    let chat = item.get("function").filter(|function| function.kind() == Kind::Object);
    let named = bedrock.or(chat).unwrap_or(item);
    let text = |key: &str| named.get(key).and_then(|text| text.as_str());
    // A line of a corpus has an id and a schema, and is no tool.
    let (name, place) = match text("name") {
        Some(name) => (name, Some(Place::Tool)),
        None => (text("id").filter(|_| item.get("schema").is_some())?, None),
    };
    let is_function = item.get("type").and_then(|word| word.as_str()) == Some("function");
    let label_and_schema = if bedrock.is_some() {
        let schema = named.get("inputSchema").map(|input| input.get("json").unwrap_or(input));
        Some(("Bedrock toolSpec", schema))
    } else if chat.is_some() {
        Some(("OpenAI Chat tools", named.get("parameters")))
    } else if is_function {
        Some(("OpenAI Responses tools", item.get("parameters")))
    } else {
        let keys = [
            ("inputSchema", "MCP tools"),
            ("input_schema", "Anthropic tools"),
            ("parametersJsonSchema", "Gemini functionDeclarations"),
            ("parameters_json_schema", "Gemini functionDeclarations"),
            ("parameters", "function declarations"),
            ("schema", "named schemas"),
        ];
        let spelled = keys.into_iter().find_map(|(key, label)| Some((label, Some(item.get(key)?))));
        // A name and a description and nothing else: a tool without arguments. A schema says more.
        let bare = item.members().all(|(key, _)| matches!(key, "name" | "description" | "title" | "id"));
        spelled.or_else(|| bare.then_some(("function declarations", None)))
    };
    let (label, schema) = label_and_schema?;
    let schema = schema.filter(|schema| !schema.is_null());
    // A property's schema may have any of these keys as names; a tool's schema is an object, or true or false.
    let is_schema = schema.is_none_or(|schema| matches!(schema.kind(), Kind::Object | Kind::Bool));
    is_schema.then_some(Shape { label, name, schema, place })
}

/// A tool that the provider runs or defines itself: `{"type":"web_search"}`, `{"googleSearch":{}}`.
fn is_built_in(item: View<'_>) -> bool {
    let typed = item.get("type").and_then(|word| word.as_str()).is_some();
    let keyed = item.kind() == Kind::Object && item.len() == 1;
    let google = ["googleSearch", "google_search", "codeExecution", "code_execution", "urlContext", "url_context"];
    (typed && item.get("properties").is_none()) || (keyed && item.members().any(|(key, _)| google.contains(&key)))
}

/// The file's name without its folder and its extensions.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}
