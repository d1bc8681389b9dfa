//! `isoform tools`: all tools of one request, in the form of one dialect.

use std::io::{self, Write};

use isoform::dialect::Dialect;
use isoform::json::{Kind, View};
use isoform::{Change, Declaration, Declared, Form, Schema, Source, Tool, ToolSet};

use crate::Outcome;
use crate::args::ToolsArgs;
use crate::fault::Fault;
use crate::input::{self, Failure, Input};
use crate::lines::{self, Answer};
use crate::output::{Output, ToJson};
use crate::style::{Page, Tone};
use crate::table::{Cell, Table};

/// Runs the command.
pub(crate) fn run(args: &ToolsArgs) -> Result<Outcome, Failure> {
    if args.lines.jsonl {
        let input = input::open(&args.file)?;
        let answer = |line: View<'_>| answer(line, args);
        return crate::finished(lines::run(input, io::stdout().lock(), args.lines.max_line, answer));
    }
    let input = Input::read(&args.file)?;
    let document = input.document()?;
    let list = document.root().get("tools").unwrap_or(document.root());
    let declared = declared(list, args).map_err(|fault| Failure::new(format!("{}: {fault}", input.name)))?;
    let printed = match args.lines.format {
        crate::args::Printed::Json => {
            let written = Output::object(|out| write_members(out, &declared));
            written.ok_or_else(|| Failure::new("the answer would nest too deeply"))?.to_json_pretty() + "\n"
        }
        crate::args::Printed::Text => page(args.to, &declared, Page::of_stdout()),
    };
    crate::finished(io::stdout().lock().write_all(printed.as_bytes()))?;
    Ok(Outcome::of(declared.is_sendable()))
}

fn answer(line: View<'_>, args: &ToolsArgs) -> Answer {
    let found = line.get("tools").ok_or_else(|| Fault::configuration("/tools", "the line has no tools"));
    let declared = found.and_then(|list| declared(list, args));
    Box::new(move |out| match &declared {
        Ok(declared) => write_members(out, declared),
        Err(fault) => {
            out.key("tools").list(std::iter::empty::<&str>());
            out.key("changes").list(std::iter::empty::<&str>());
            out.member("error", fault);
        }
    })
}

fn declared(list: View<'_>, args: &ToolsArgs) -> Result<Declared, Fault> {
    if list.kind() != Kind::Array {
        return Err(Fault::configuration("/tools", "tools are a list"));
    }
    let mut tools = Vec::new();
    for (index, entry) in list.items().enumerate() {
        let tool = read(entry, args.choices.source).map_err(|fault| fault.under(&format!("/tools/{index}")))?;
        tools.push(tool);
    }
    Ok(ToolSet::new(tools).declare(args.to, &args.choices.options(), args.over_budget.into()))
}

/// A tool of a line, or an entry of an MCP `tools/list` result.
fn read(entry: View<'_>, source: Source) -> Result<Tool, Fault> {
    if entry.get("inputSchema").is_some() {
        return Tool::from_mcp(entry).map_err(|error| Fault::from(&error));
    }
    let name = entry.get("name").and_then(|name| name.as_str());
    let name = name.ok_or_else(|| Fault::configuration("/name", "a tool has a name"))?;
    let schema = entry.get("schema").ok_or_else(|| Fault::configuration("/schema", "a tool has a schema"))?;
    let read = |schema: View<'_>, at: &str| {
        Schema::read(schema.to_document(), source).map_err(|error| Fault::from(&error).under(at))
    };
    let mut tool = Tool::new(name, read(schema, "/schema")?);
    if let Some(text) = entry.get("description").and_then(|text| text.as_str()) {
        tool = tool.with_description(text);
    }
    if let Some(output) = entry.get("output_schema").filter(|output| !output.is_null()) {
        tool = tool.with_output(read(output, "/output_schema")?);
    }
    Ok(tool)
}

fn write_members(out: &mut Output, declared: &Declared) {
    out.key("tools").list(declared.tools().iter());
    let changes: Vec<Change> = declared.changes().iter().map(of_line).collect();
    out.key("changes").list(&changes);
    let faults: Vec<Fault> = declared.faults().iter().map(|fault| Fault::from(fault).under("/tools")).collect();
    out.member("error", faults.first());
    if faults.len() > 1 {
        out.key("errors").list(&faults);
    }
}

/// A change of the set, with its pointer into the line.
fn of_line(change: &Change) -> Change {
    Change { at: format!("/tools{}", change.at), ..change.clone() }
}

impl ToJson for &Declaration {
    fn write(&self, out: &mut Output) {
        let form = self.form.as_ref().ok();
        out.nested(|out| {
            out.member("name", self.name.as_str());
            out.member("wire_name", self.wire_name.as_str());
            out.member("to", self.to.as_str());
            match form {
                Some(form) => {
                    out.key("declaration").nested(|out| {
                        out.member("name", self.wire_name.as_str());
                        if let Some(description) = &self.description {
                            out.member("description", description.as_str());
                        }
                        out.member("schema", form.schema());
                    });
                }
                None => {
                    out.member("declaration", None::<&str>);
                }
            }
            out.key("changes").list(form.map_or(&[][..], Form::changes));
            out.member("unmap", form.map(|form| form.plan().to_document()).as_ref());
            out.member("error", self.form.as_ref().err().map(Fault::from).as_ref());
        });
    }
}

/// The tools as a table, and under it what is wrong with the request.
fn page(to: &Dialect, declared: &Declared, page: Page) -> String {
    let titles = ["tool", "sent as", "to", "verdict", "optional", "unions"].map(str::to_owned);
    let mut table = Table::new(titles);
    for tool in declared.tools() {
        let (verdict, tone) = match &tool.form {
            Ok(form) => (form.verdict().as_str(), if tool.to == to.name { Tone::Good } else { Tone::Warning }),
            Err(_) => ("refused", Tone::Bad),
        };
        table.push(vec![
            Cell::plain(crate::check::text::printable(&tool.name)),
            Cell::plain(tool.wire_name.clone()),
            Cell::toned(tone, tool.to.clone()),
            Cell::toned(tone, verdict.replace('-', " ")),
            Cell::plain(tool.usage.optional.to_string()),
            Cell::plain(tool.usage.unions.to_string()),
        ]);
    }
    let mut out = table.render(page);
    let refused = declared.tools().iter().filter_map(|tool| Some((tool, tool.form.as_ref().err()?)));
    for (tool, error) in refused {
        let text = format!("{}: {error}", crate::check::text::printable(&tool.name));
        out.push_str(&format!("\n{} {}\n", page.paint(Tone::Bad, "refused"), page.wrap(&text, 8, 8)));
    }
    for change in declared.changes() {
        let class = page.paint(crate::check::tone(change.class), change.class.as_str());
        out.push_str(&format!("\n{class} {} at {}\n  {}\n", change.kind, change.at, page.wrap(&change.why, 2, 2)));
    }
    for fault in declared.faults() {
        out.push_str(&format!("\n{} {}\n", page.paint(Tone::Bad, "fault"), page.wrap(&fault.to_string(), 6, 6)));
    }
    out
}
