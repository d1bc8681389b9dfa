//! The command line: what a person or a program may ask for.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use isoform::dialect::{self, Dialect};
use isoform::json::Severity;
use isoform::{Allowed, Encodings, FormOptions, OverBudget, Place, Source};

/// The greatest length of a line, unless `--max-line` says otherwise.
const MAX_LINE: &str = "64MiB";

/// One meaning, every form: schemas and tools in each provider's dialect, and the way back.
#[derive(Debug, Parser)]
#[command(name = "isoform", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Form(FormArgs),
    Map(MapArgs),
    Unmap(UnmapArgs),
    Check(CheckArgs),
    Tools(ToolsArgs),
    Read(ReadArgs),
    Validate(ValidateArgs),
    Stream(StreamArgs),
    Dialects(DialectsArgs),
}

/// How results are printed for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Printed {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
}

/// Line mode, shared by the commands that have it.
#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    /// Read one JSON object a line and answer each with one line
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// The greatest length of a line, in bytes or with KiB, MiB, GiB
    #[arg(long, value_name = "SIZE", default_value = MAX_LINE, value_parser = parse_size)]
    pub(crate) max_line: usize,
    /// How to print without --jsonl
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "jsonl")]
    pub(crate) format: Printed,
}

/// Print a schema's form in a dialect, and what changed on the way
///
/// With --jsonl a line is {"id","schema","name"?,"place"?,"options"?,"source"?}; what a line says goes before the flags.
#[derive(Debug, Args)]
pub(crate) struct FormArgs {
    /// The dialect (see `isoform dialects`)
    #[arg(long, value_name = "DIALECT", value_parser = parse_dialect)]
    pub(crate) to: &'static Dialect,
    #[command(flatten)]
    pub(crate) choices: FormChoices,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file of the schema, or of the lines; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// What a form may look like. The same words stand in a line's `options`, `source`, `place` and `name`.
#[derive(Clone, Debug, Args)]
pub(crate) struct FormChoices {
    /// Classes and kinds of change to accept [default: exact,mapped,wider,closed-object,absent-or-null,implied-type]
    #[arg(long, value_name = "WORDS", value_parser = parse_allowed)]
    pub(crate) allow: Option<Allowed>,
    /// Encodings to use: all, or light for a reader that cannot unmap structural ones
    #[arg(long, value_name = "WHICH", default_value = "all", value_parser = parse_encodings)]
    pub(crate) encode: Encodings,
    /// Write rules that are not sent into descriptions
    #[arg(long)]
    pub(crate) describe: bool,
    /// Keep absent and null apart: such a value travels in an object
    #[arg(long)]
    pub(crate) three_state: bool,
    /// The draft that the schema is written in
    #[arg(long, value_name = "DRAFT", default_value = "auto", value_parser = parse_source)]
    pub(crate) source: Source,
    /// Where the form stands in the request: tool or output
    #[arg(long, value_name = "PLACE", default_value = "output", value_parser = parse_place)]
    pub(crate) place: Place,
    /// The name of the tool or of the output
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

impl FormChoices {
    /// The options of the library for these choices.
    pub(crate) fn options(&self) -> FormOptions {
        let allow = self.allow.clone().unwrap_or_default();
        // Cutting recursion is a narrowing that has to be asked for by name or by class.
        let cut = allow.allows(isoform::Class::Narrower, isoform::Kind::Recursion);
        let options = FormOptions::default()
            .with_allowed(allow)
            .with_encodings(self.encode)
            .with_describe(self.describe)
            .with_three_state(self.three_state)
            .with_place(self.place)
            .with_cut_recursion(cut);
        match &self.name {
            Some(name) => options.with_name(name),
            None => options,
        }
    }
}

/// Spell a document of the original schema as the dialect wants it, with the plan of its form
///
/// The input is {"id","unmap":PLAN,"value"}, as a line with --jsonl and as one document without.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// Bring a model's answer back to the original schema's form, with the plan of its form
///
/// The input is {"id","unmap":PLAN,"value"}, as a line with --jsonl and as one document without.
#[derive(Debug, Args)]
pub(crate) struct UnmapArgs {
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// What to do where the tools of a request spend more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Over {
    /// Say so.
    Refuse,
    /// Send tools to the provider's surface without strict until the rest fits: those that have no strict form, then
    /// those that spend most.
    Demote,
}

impl From<Over> for OverBudget {
    fn from(over: Over) -> OverBudget {
        match over {
            Over::Refuse => OverBudget::Refuse,
            Over::Demote => OverBudget::Demote,
        }
    }
}

/// Print all tools of one request in a dialect: legal and distinct names, and what they spend together
///
/// The input is a list of tools, {"tools":[..]}, or a line {"id","tools":[{"name","description"?,"schema",
/// "output_schema"?}]} with --jsonl; entries of an MCP tools/list result are taken too. Exits with 1 when the request
/// would be refused.
#[derive(Debug, Args)]
pub(crate) struct ToolsArgs {
    /// The dialect (see `isoform dialects`)
    #[arg(long, value_name = "DIALECT", value_parser = parse_dialect)]
    pub(crate) to: &'static Dialect,
    /// What to do where the tools spend more than a request may
    #[arg(long, value_name = "POLICY", default_value = "refuse")]
    pub(crate) over_budget: Over,
    #[command(flatten)]
    pub(crate) choices: FormChoices,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file of the tools, or of the lines; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// JSON to the letter, no name twice.
    Strict,
    /// Repaired where one reading is left, and cut out of fences, prose and thinking.
    Lenient,
    /// Repaired, with nothing around it, and coerced where the schema says so.
    Guided,
    /// The same, for a call's arguments.
    Args,
    /// Like lenient, for a whole answer.
    Final,
    /// What there is of a text that is still arriving.
    Partial,
    /// Cut back and closed, as text.
    Complete,
}

/// Read a model's text, and print its value and what had to be repaired
///
/// With a schema the value is valid under it: what fails is read in another way where exactly one lossless way is valid,
/// and every coercion is reported. With --jsonl a line is
/// {"id","mode"?,"text"|"bytes_hex"|"value"|"deltas","schema"?,"to"?,"options"?}.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// How to read
    ///
    /// [default: guided with a schema, lenient without]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<Mode>,
    /// The schema that the value has to be valid under
    #[arg(long, value_name = "SCHEMA")]
    pub(crate) schema: Option<PathBuf>,
    /// The dialect that the answer was asked in: it is brought back from its form of the schema
    #[arg(long, value_name = "DIALECT", value_parser = parse_dialect, requires = "schema")]
    pub(crate) to: Option<&'static Dialect>,
    /// Read yes and no as booleans where one is due
    #[arg(long)]
    pub(crate) words_as_booleans: bool,
    /// Hold strings to the formats of the schema
    #[arg(long)]
    pub(crate) format_assertion: bool,
    /// The highest severity of repair to accept: format, spelling or choice
    #[arg(long, value_name = "SEVERITY", default_value = "spelling", value_parser = parse_severity)]
    pub(crate) severity: Severity,
    /// Add closing brackets to a truncated text that ends after a whole string, keyword or container
    #[arg(long)]
    pub(crate) complete_truncated: bool,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// Print everything that is wrong with a value by its schema, in the schema's own draft
///
/// With --jsonl a line is {"id","value"}, or any JSON value with --plain; it is answered with
/// {"id","valid","errors":[{"at","schema_at","keyword","message"}],"error"}.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// The schema
    #[arg(long, value_name = "SCHEMA")]
    pub(crate) schema: PathBuf,
    /// Hold strings to the formats of the schema
    #[arg(long)]
    pub(crate) format_assertion: bool,
    /// Each line is a value itself
    #[arg(long, requires = "jsonl")]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) lines: LineArgs,
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// Read a text while it arrives, and print an event a line
///
/// Events are {"event":"started"|"appended"|"completed","at","type"?,"text"?,"value"?}, and at last
/// {"event":"done","value"} or {"event":"error","error"}.
#[derive(Debug, Args)]
pub(crate) struct StreamArgs {
    /// Accept JSON to the letter only
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print the items of the first array, or of the array at POINTER, as they close, and nothing else
    #[arg(long, value_name = "POINTER", num_args = 0..=1, require_equals = true)]
    pub(crate) items: Option<Option<String>>,
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// How `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// A table and the findings under it.
    Table,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// GitHub workflow annotations.
    Github,
}

/// Print which tools each provider takes, and what is lost
///
/// Takes a JSON Schema, an MCP tools/list result (with or without its JSON-RPC envelope), tool arrays of OpenAI (Chat
/// and Responses), Anthropic, Gemini and Bedrock, and JSON Lines of tools. Exits with 1 when a dialect that was asked
/// for refuses a tool.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Dialects, or all [default: the three of providers]
    #[arg(long, value_name = "DIALECTS", value_parser = parse_dialects)]
    pub(crate) to: Option<DialectList>,
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: CheckFormat,
    /// Name every place in the table's findings
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) choices: CheckChoices,
    /// Files with a schema or with tools; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

/// The choices of a form that `check` has too.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckChoices {
    /// Classes and kinds of change to accept [default: exact,mapped,wider,closed-object,absent-or-null,implied-type]
    #[arg(long, value_name = "WORDS", value_parser = parse_allowed)]
    pub(crate) allow: Option<Allowed>,
    /// Encodings to use: all, or light for a reader that cannot unmap structural ones
    #[arg(long, value_name = "WHICH", default_value = "all", value_parser = parse_encodings)]
    pub(crate) encode: Encodings,
    /// The draft that the schemas are written in
    #[arg(long, value_name = "DRAFT", default_value = "auto", value_parser = parse_source)]
    pub(crate) source: Source,
    /// Where a schema stands that is no tool's: tool or output
    #[arg(long, value_name = "PLACE", default_value = "output", value_parser = parse_place)]
    pub(crate) place: Place,
}

/// How `dialects` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectsFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// The project's COMPATIBILITY.md.
    Markdown,
}

/// Print what each dialect takes, with dates, sources and confidence
#[derive(Debug, Args)]
pub(crate) struct DialectsArgs {
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: DialectsFormat,
    /// One dialect in full
    #[arg(value_name = "NAME", value_parser = parse_dialect)]
    pub(crate) name: Option<&'static Dialect>,
}

/// Dialects in the order in which they were asked for, each once.
#[derive(Clone, Debug)]
pub(crate) struct DialectList(pub(crate) Vec<&'static Dialect>);

impl Default for DialectList {
    fn default() -> DialectList {
        DialectList(vec![&dialect::OPENAI_STRICT, &dialect::GEMINI, &dialect::ANTHROPIC_STRICT])
    }
}

/// `format`, `spelling` or `choice`.
pub(crate) fn parse_severity(text: &str) -> Result<Severity, String> {
    Severity::from_name(text).ok_or_else(|| "a severity is format, spelling or choice".to_owned())
}

fn parse_dialect(name: &str) -> Result<&'static Dialect, String> {
    dialect::named(name).ok_or_else(|| {
        let known: Vec<&str> = dialect::BUILT_IN.iter().map(|dialect| dialect.name.as_ref()).collect();
        format!("there is no such dialect; known are {}", known.join(", "))
    })
}

fn parse_dialects(text: &str) -> Result<DialectList, String> {
    let mut list: Vec<&'static Dialect> = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let named = if name == "all" { dialect::BUILT_IN.to_vec() } else { vec![parse_dialect(name)?] };
        for dialect in named {
            if !list.iter().any(|known| known.name == dialect.name) {
                list.push(dialect);
            }
        }
    }
    if list.is_empty() { Err("name at least one dialect".to_owned()) } else { Ok(DialectList(list)) }
}

/// A list such as `exact,mapped,closed-object`.
pub(crate) fn parse_allowed(text: &str) -> Result<Allowed, String> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    Allowed::from_words(words).map_err(|_| "one of the words is neither a class nor a kind of change".to_owned())
}

/// `all` or `light`.
pub(crate) fn parse_encodings(text: &str) -> Result<Encodings, String> {
    match text {
        "all" => Ok(Encodings::All),
        "light" => Ok(Encodings::Light),
        _ => Err("encodings are all or light".to_owned()),
    }
}

/// `tool` or `output`.
pub(crate) fn parse_place(text: &str) -> Result<Place, String> {
    match text {
        "tool" => Ok(Place::Tool),
        "output" => Ok(Place::Output),
        _ => Err("a place is tool or output".to_owned()),
    }
}

/// A draft's name, or `auto`.
pub(crate) fn parse_source(text: &str) -> Result<Source, String> {
    Source::from_name(text).ok_or_else(|| {
        let known: Vec<&str> = Source::ALL.iter().map(|(_, name)| *name).collect();
        format!("a source is one of {}", known.join(", "))
    })
}

fn parse_size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let (number, unit) =
        units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit))).unwrap_or((text, 1usize));
    let size = number.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    match size {
        Some(0) | None => Err("a size is a number above zero, in bytes or with KiB, MiB or GiB".to_owned()),
        Some(size) => Ok(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("64MiB"), Ok(64 << 20));
        assert_eq!(parse_size("17"), Ok(17));
        assert!(parse_size("0").is_err());
        assert!(parse_size("99999999999999999999GiB").is_err());
        assert!(parse_size("-1").is_err());
    }
}
