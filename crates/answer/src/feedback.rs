//! What is wrong with an answer, told to the model that gave it.
//!
//! The answer is shown as it was read, each fault in a comment behind the place it is about. Of a union that nothing fits
//! the closest alternative is explained: the one with the fewest faults that are not about a constant, then the fewest
//! faults, then the first. The text is the same for the same answer, and bounded: where the answer is long, the faults are
//! listed with their pointers instead, and no more than [`MOST_FAULTS`] of them.

use std::collections::HashMap;
use std::fmt::Write as _;

use isoform_json::{Document, Kind, View, pointer};

use crate::fault::{Due, Fault, Types};

/// The most faults that are told.
const MOST_FAULTS: usize = 32;
/// The most bytes of an answer that is shown whole.
const MOST_BYTES: usize = 8 << 10;
/// The most values or names that are listed for one fault.
const MOST_LISTED: usize = 24;
/// What begins a remark.
const MARK: &str = "// ❌ ";

/// The feedback for a value that is not valid.
pub(crate) fn for_value(value: &Document, faults: &[Fault]) -> String {
    let mut told = Vec::new();
    for fault in faults {
        tell(value.root(), fault, &mut told);
    }
    let beyond = told.len().saturating_sub(MOST_FAULTS);
    told.truncate(MOST_FAULTS);
    let mut out = String::from("The JSON does not fit the schema.");
    match shown(value.root(), &told) {
        Some(shown) => {
            let _ = write!(out, " Here it is, with a comment behind each fault:\n\n```json\n{shown}\n```\n");
        }
        None => {
            out.push_str(" Its faults, by JSON Pointer:\n\n");
            for (at, remark) in &told {
                let _ = writeln!(out, "- {}: {remark}", quoted(at));
            }
        }
    }
    if beyond > 0 {
        let _ = writeln!(out, "\nThere are {beyond} more.");
    }
    out.push_str("\nAnswer with the whole corrected JSON and nothing else, without the comments.\n");
    out
}

/// The feedback for a text that could not be read.
pub(crate) fn for_text(error: &isoform_json::Error) -> String {
    format!("The answer could not be read as JSON: {error}.\n\nAnswer with one JSON value and nothing else.\n")
}

/// The feedback for an answer that could not be brought back from its form.
pub(crate) fn for_plan(error: &isoform_schema::PlanError) -> String {
    let at = quoted(error.pointer());
    format!(
        "The JSON breaks the form that was asked for, at {at}: {}.\n\nAnswer with the whole corrected JSON.\n",
        error.reason()
    )
}

/// A fault as remarks, each with its place.
fn tell(root: View<'_>, fault: &Fault, told: &mut Vec<(String, String)>) {
    if let Due::Branches(branches) = &fault.due {
        let Some(closest) = closest(branches) else {
            told.push((fault.at.clone(), "no alternative takes it".to_owned()));
            return;
        };
        let count = branches.len();
        told.push((
            fault.at.clone(),
            format!("none of {count} alternatives takes it: told is what the closest one wants"),
        ));
        for inner in closest {
            tell(root, inner, told);
        }
        return;
    }
    told.push((fault.at.clone(), remark(root, fault)));
}

/// The alternative that is explained.
fn closest(branches: &[Vec<Fault>]) -> Option<&Vec<Fault>> {
    let constant = |fault: &&Fault| matches!(fault.due, Due::Values(_)) || fault.keyword == "const";
    branches.iter().min_by_key(|branch| (branch.iter().filter(constant).count(), branch.len()))
}

/// What is wrong, with what is due and what is there.
fn remark(root: View<'_>, fault: &Fault) -> String {
    let found = root.at(&fault.at).map(|view| view.kind().name());
    match &fault.due {
        Due::Types(types) => format!("expected {}, got {}", names(types), found.unwrap_or("nothing")),
        Due::Values(values) => {
            let listed =
                values.iter().map(|value| value.to_document().map(|value| value.to_json()).unwrap_or_default());
            format!("expected {}", one_of(listed))
        }
        Due::Member(name) => format!("the member {} is missing", quoted(name)),
        Due::Known(known) if known.is_empty() => "no member of this name is taken: leave it out".to_owned(),
        Due::Known(known) => {
            let listed = one_of(known.iter().map(|name| quoted(name)));
            format!("no member of this name is taken: the object takes {listed}")
        }
        Due::Branches(_) | Due::Unknown => fault.message.clone(),
    }
}

fn names(types: &Types) -> String {
    let (null, others): (Vec<Kind>, Vec<Kind>) = types.kinds.iter().partition(|kind| **kind == Kind::Null);
    let names = others.iter().chain(&null).map(|kind| match kind {
        Kind::Number if types.whole => "integer".to_owned(),
        kind => kind.name().to_owned(),
    });
    one_of(names)
}

/// `a, b or c`, of which no more than [`MOST_LISTED`].
fn one_of(names: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = names.collect();
    let (shown, more) = (all.get(..MOST_LISTED).unwrap_or(&all), all.len().saturating_sub(MOST_LISTED));
    match shown.split_last() {
        Some((last, [])) => last.clone(),
        Some(_) if more > 0 => format!("{} or {more} others", shown.join(", ")),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let mut builder = isoform_json::Builder::new();
    builder.string(text);
    builder.finish().map(|document| document.to_json()).unwrap_or_default()
}

/// The value with its remarks; `None` where it is too long to be shown.
fn shown(root: View<'_>, told: &[(String, String)]) -> Option<String> {
    let mut remarks: HashMap<&str, Vec<&str>> = HashMap::new();
    for (at, remark) in told {
        let known = remarks.entry(at).or_default();
        if !known.contains(&remark.as_str()) {
            known.push(remark);
        }
    }
    let mut writer = Writer { out: String::new(), remarks };
    writer.value(root, &mut String::new(), 0, "")?;
    Some(writer.out)
}

struct Writer<'r> {
    out: String,
    remarks: HashMap<&'r str, Vec<&'r str>>,
}

impl Writer<'_> {
    /// Writes a value and what follows it on its line; `None` where it gets too long.
    fn value(&mut self, view: View<'_>, at: &mut String, level: usize, after: &str) -> Option<()> {
        let object = view.kind() == Kind::Object;
        let container = object || view.kind() == Kind::Array;
        if !container || view.is_empty() {
            self.out.push_str(&view.to_json());
            self.out.push_str(after);
            self.remark(at);
            return (self.out.len() <= MOST_BYTES).then_some(());
        }
        self.out.push(if object { '{' } else { '[' });
        self.remark(at);
        let last = view.len().saturating_sub(1);
        let length = at.len();
        for (index, (name, inner)) in parts(view).enumerate() {
            self.line(level + 1);
            match name {
                Some(name) => {
                    self.out.push_str(&quoted(name));
                    self.out.push_str(": ");
                    pointer::push_token(at, name);
                }
                None => pointer::push_token(at, &index.to_string()),
            }
            self.value(inner, at, level + 1, if index == last { "" } else { "," })?;
            at.truncate(length);
        }
        self.line(level);
        self.out.push(if object { '}' } else { ']' });
        self.out.push_str(after);
        (self.out.len() <= MOST_BYTES).then_some(())
    }

    fn line(&mut self, level: usize) {
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(level));
    }

    fn remark(&mut self, at: &str) {
        let Some(remarks) = self.remarks.get(at) else { return };
        let _ = write!(self.out, " {MARK}{}", remarks.join("; "));
    }
}

/// What a container holds, with the names of members.
fn parts<'a>(view: View<'a>) -> impl Iterator<Item = (Option<&'a str>, View<'a>)> {
    view.members().map(|(name, held)| (Some(name), held)).chain(view.items().map(|held| (None, held)))
}
