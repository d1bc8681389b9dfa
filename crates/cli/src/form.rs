//! `isoform form`: a schema in a dialect, with an account of what changed.

use std::io::{self, Write};

use isoform::dialect::Dialect;
use isoform::json::{Document, Kind, View};
use isoform::{Change, Error, Form, Schema};

use crate::Outcome;
use crate::args::{self, FormArgs, FormChoices, Printed};
use crate::fault::Fault;
use crate::input::{self, Failure, Input};
use crate::lines::{self, Answer};
use crate::output::{Output, ToJson};
use crate::style::{Page, Tone};

/// Runs the command.
pub(crate) fn run(args: &FormArgs) -> Result<Outcome, Failure> {
    if args.lines.jsonl {
        let input = input::open(&args.file)?;
        let answer = |line: View<'_>| answer(line, args.to, &args.choices);
        return crate::finished(lines::run(input, io::stdout().lock(), args.lines.max_line, answer));
    }
    let input = Input::read(&args.file)?;
    let document = input.document()?;
    let formed = form(document, args.to, &args.choices);
    match args.lines.format {
        Printed::Json => print_json(args.to, &formed),
        Printed::Text => print_text(args.to, &formed),
    }
}

fn form(schema: Document, to: &Dialect, choices: &FormChoices) -> Result<Form, Fault> {
    let read = |schema| Schema::read(schema, choices.source)?.form(to, &choices.options());
    read(schema).map_err(|error: Error| Fault::from(&error))
}

/// The answer to one line.
fn answer(line: View<'_>, to: &'static Dialect, choices: &FormChoices) -> Answer {
    let formed = line_choices(line, choices).and_then(|choices| {
        let schema = line.get("schema").ok_or_else(|| Fault::configuration("/schema", "the line has no schema"))?;
        form(schema.to_document(), to, &choices)
    });
    Box::new(move |out| write_members(out, to, &formed))
}

/// What the line says, over what the flags say.
fn line_choices(line: View<'_>, flags: &FormChoices) -> Result<FormChoices, Fault> {
    let mut choices = flags.clone();
    for (key, value) in line.members() {
        match key {
            "name" => choices.name = optional(value, "/name", |text| Ok(text.to_owned()))?,
            "place" => choices.place = optional(value, "/place", args::parse_place)?.unwrap_or(flags.place),
            "source" => choices.source = optional(value, "/source", args::parse_source)?.unwrap_or(flags.source),
            "options" if value.is_null() => {}
            "options" if value.kind() == Kind::Object => {
                for (key, value) in value.members() {
                    option(&mut choices, key, value)?;
                }
            }
            "options" => return Err(Fault::configuration("/options", "options are an object")),
            // Callers keep notes of their own on their lines.
            _ => {}
        }
    }
    Ok(choices)
}

fn option(choices: &mut FormChoices, key: &str, value: View<'_>) -> Result<(), Fault> {
    let at = format!("/options/{}", isoform::json::pointer::escape_token(key));
    match key {
        "allow" => {
            let words: Option<Vec<&str>> = match value.as_str() {
                Some(text) => Some(vec![text]),
                None if value.kind() == Kind::Array => value.items().map(|word| word.as_str()).collect(),
                None => None,
            };
            let words = words.ok_or_else(|| Fault::configuration(&at, "a list of classes and kinds of change"))?;
            let allowed = args::parse_allowed(&words.join(","));
            choices.allow = Some(allowed.map_err(|message| Fault::configuration(&at, message))?);
        }
        "encode" => choices.encode = optional(value, &at, args::parse_encodings)?.unwrap_or_default(),
        "describe" => choices.describe = boolean(value, &at)?,
        "three_state" => choices.three_state = boolean(value, &at)?,
        _ => return Err(Fault::configuration(&at, "there is no such option")),
    }
    Ok(())
}

fn optional<T>(value: View<'_>, at: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, Fault> {
    if value.is_null() {
        return Ok(None);
    }
    let text = value.as_str().ok_or_else(|| Fault::configuration(at, "not a string"))?;
    parse(text).map(Some).map_err(|message| Fault::configuration(at, message))
}

fn boolean(value: View<'_>, at: &str) -> Result<bool, Fault> {
    value.as_bool().ok_or_else(|| Fault::configuration(at, "not true or false"))
}

fn write_members(out: &mut Output, to: &Dialect, formed: &Result<Form, Fault>) {
    let form = formed.as_ref().ok();
    out.member("to", to.name.as_ref());
    out.member("schema", form.and_then(Form::schema));
    out.member("enforced", form.map(Form::enforced));
    if let Some(name) = form.and_then(Form::name) {
        out.member("name", name);
    }
    out.key("changes").list(form.map_or(&[][..], Form::changes));
    out.member("unmap", form.map(|form| form.plan().to_document()).as_ref());
    out.member("error", formed.as_ref().err());
}

impl ToJson for &Change {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("class", self.class.as_str());
            out.member("kind", self.kind.as_str());
            out.member("keyword", self.keyword.as_deref());
            out.member("at", self.at.as_str());
            if !self.also.is_empty() {
                out.key("also").list(self.also.iter().map(String::as_str));
            }
            out.member("why", self.why.as_str());
        });
    }
}

fn print_json(to: &Dialect, formed: &Result<Form, Fault>) -> Result<Outcome, Failure> {
    let written = Output::object(|out| write_members(out, to, formed));
    let written = written.ok_or_else(|| Failure::new("the answer would nest too deeply"))?;
    let printed = writeln!(io::stdout().lock(), "{}", written.to_json_pretty());
    crate::finished(printed)?;
    Ok(Outcome::of(formed.is_ok()))
}

/// The schema on standard output, where it can be sent on; the account on standard error.
fn print_text(to: &Dialect, formed: &Result<Form, Fault>) -> Result<Outcome, Failure> {
    let page = Page::of_stderr();
    let form = match formed {
        Ok(form) => form,
        Err(fault) => {
            crate::complain(&format!("{} {} {fault}", page.paint(Tone::Bad, "refused"), to.name));
            return Ok(Outcome::No);
        }
    };
    let schema = form.schema().map_or_else(|| "null".to_owned(), Document::to_json_pretty);
    crate::finished(writeln!(io::stdout().lock(), "{schema}"))?;
    crate::complain(account(to, form, page).trim_end());
    Ok(Outcome::Fine)
}

fn account(to: &Dialect, form: &Form, page: Page) -> String {
    let mut out =
        format!("{} (table of {}): {}\n", page.paint(Tone::Strong, &to.name), to.source_date, form.verdict().as_str());
    if let Some(name) = form.name() {
        out.push_str(&format!("  name {name}\n"));
    }
    if form.schema().is_none() {
        out.push_str("  send no schema at all\n");
    }
    if form.changes().is_empty() {
        out.push_str("  nothing changed\n");
    }
    for change in form.changes() {
        let at = if change.at.is_empty() { "the root" } else { &change.at };
        let keyword = change.keyword.as_deref().map(|keyword| format!(" {keyword}")).unwrap_or_default();
        let class = page.paint(crate::check::tone(change.class), change.class.as_str());
        let why = page.wrap(&change.why, 4, 4);
        out.push_str(&format!("  {class} {}{keyword} at {at}\n    {why}\n", change.kind));
    }
    out
}
