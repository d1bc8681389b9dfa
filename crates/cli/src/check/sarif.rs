//! The report as SARIF 2.1.0, for code scanning.

use super::Report;
use super::findings::{self, Finding, Rule};
use crate::output::{Output, ToJson};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log, indented: one result for each finding that is more than another spelling.
pub(super) fn object(report: &Report<'_>) -> Option<String> {
    let findings = findings::of(report);
    let findings: Vec<&Finding<'_>> = findings.iter().filter(|finding| level(&finding.rule).is_some()).collect();
    let mut rules: Vec<&Rule<'_>> = Vec::new();
    for finding in &findings {
        if !rules.iter().any(|rule| rule.id() == finding.rule.id()) {
            rules.push(&finding.rule);
        }
    }
    let written = Output::object(|out| {
        out.member("$schema", SCHEMA);
        out.member("version", "2.1.0");
        out.key("runs").list([Run { report, findings: &findings, rules: &rules }]);
    });
    written.map(|written| written.to_json_pretty() + "\n")
}

/// The level of a rule in SARIF's and GitHub's sense; `None` where there is nothing to tell.
pub(super) fn level(rule: &Rule<'_>) -> Option<&'static str> {
    match rule.rank() {
        0 => Some("error"),
        1 => Some("warning"),
        2 | 3 => Some("note"),
        _ => None,
    }
}

struct Run<'a, 'r> {
    report: &'a Report<'r>,
    findings: &'a [&'a Finding<'a>],
    rules: &'a [&'a Rule<'a>],
}

impl ToJson for Run<'_, '_> {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.key("tool").nested(|out| {
                out.key("driver").nested(|out| {
                    out.member("name", "isoform");
                    out.member("version", env!("CARGO_PKG_VERSION"));
                    out.key("rules").list(self.rules.iter().map(|rule| Descriptor(rule)));
                });
            });
            // Columns are counted in characters.
            out.member("columnKind", "unicodeCodePoints");
            let results =
                self.findings.iter().map(|finding| Outcome { report: self.report, rules: self.rules, finding });
            out.key("results").list(results);
        });
    }
}

struct Descriptor<'a>(&'a Rule<'a>);

impl ToJson for Descriptor<'_> {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("id", self.0.id().as_str());
            let text = format!("{}: {}", self.0.class_word(), self.0.subject());
            out.key("shortDescription").nested(|out| out.member("text", text.as_str()));
            out.key("help").nested(|out| out.member("text", self.0.advice()));
        });
    }
}

struct Outcome<'a, 'r> {
    report: &'a Report<'r>,
    rules: &'a [&'a Rule<'a>],
    finding: &'a Finding<'a>,
}

impl ToJson for Outcome<'_, '_> {
    fn write(&self, out: &mut Output) {
        let finding = self.finding;
        let Some(checked) = self.report.checked.get(finding.tool) else { return };
        let id = finding.rule.id();
        out.nested(|out| {
            out.member("ruleId", id.as_str());
            out.member("ruleIndex", self.rules.iter().position(|rule| rule.id() == id));
            out.member("level", level(&finding.rule));
            out.key("message").nested(|out| out.member("text", message(self.report, finding).as_str()));
            out.key("locations").list([Location { checked, at: finding.at }]);
        });
    }
}

struct Location<'a, 'r> {
    checked: &'a super::Checked<'r>,
    at: &'a str,
}

impl ToJson for Location<'_, '_> {
    fn write(&self, out: &mut Output) {
        let tool = &self.checked.tool;
        let place = tool.locate(self.at);
        out.nested(|out| {
            out.key("physicalLocation").nested(|out| {
                out.key("artifactLocation").nested(|out| out.member("uri", uri(tool.file).as_str()));
                out.key("region").nested(|out| {
                    out.member("startLine", place.line);
                    out.member("startColumn", place.column);
                });
            });
            out.key("logicalLocations").list([Logical(tool.name, self.at)]);
        });
    }
}

struct Logical<'a>(&'a str, &'a str);

impl ToJson for Logical<'_> {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("name", self.0);
            out.member("fullyQualifiedName", format!("{}#{}", self.0, self.1).as_str());
        });
    }
}

/// `openai-strict, gemini: the sentence`, with what to do.
pub(super) fn message(report: &Report<'_>, finding: &Finding<'_>) -> String {
    let dialects = finding.dialects.iter().filter_map(|index| report.dialects.get(*index));
    let names: Vec<String> =
        dialects.map(|dialect| format!("{} (table of {})", dialect.name, dialect.source_date)).collect();
    format!("{}: {} {}", names.join(", "), sentence(finding.why), finding.rule.advice())
}

fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// The path as a URI reference: what is not plain is percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
