//! The official JSON Schema test suite: the neutral form of a schema says what the schema says.

use std::collections::BTreeMap;
use std::path::Path;

use crate::corpus;
use crate::json::Json;
use crate::judge::{Draft, Judge};
use crate::law::{guarded, short};
use crate::subject::{Compiler, Request};

/// One group of tests about one schema.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name of the group.
    pub id: String,
    /// The specification.
    pub source: &'static str,
    /// The schema and its tests.
    pub record: Json,
}

/// What became of a group in one neutral dialect.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The form agrees on every test.
    Agrees,
    /// There is no form, with the code that says why.
    Refused(String),
    /// A test on which the form and the suite differ, or another fault.
    Disagrees(String),
}

/// The files of the suite, with the source that its schemas are written in.
const FILES: &[(&str, &str)] = &[("draft2020-12.jsonl", "draft-2020-12"), ("draft7.jsonl", "draft-07")];

/// Documents that references may lead to: URI and text.
pub type Documents = Vec<(String, String)>;

/// The groups, and the documents that their references lead to.
///
/// # Errors
/// What cannot be read.
pub fn groups(folder: &Path) -> Result<(Vec<Group>, Documents), String> {
    let mut groups = Vec::new();
    for (file, source) in FILES {
        for record in corpus::records(&folder.join(file))? {
            groups.push(Group { id: record.get_str("id").unwrap_or_default().to_owned(), source, record });
        }
    }
    let remotes = Json::parse(&corpus::text(&folder.join("remotes.json"))?)?;
    let remotes = remotes.as_object().unwrap_or_default().iter();
    Ok((groups, remotes.map(|(uri, document)| (uri.clone(), document.to_string())).collect()))
}

/// Compares the neutral form with the suite.
pub fn judge(compiler: &dyn Compiler, group: &Group, documents: &[(String, String)], dialect: &str) -> Verdict {
    let schema = group.record.get("schema").unwrap_or(&Json::Null).to_string();
    let request = Request { source: Some(group.source.to_owned()), ..Request::default() };
    let form = match guarded(|| compiler.form_with(&schema, documents, dialect, &request)) {
        Ok(Ok(form)) => form,
        Ok(Err(refusal)) if refusal.code.starts_with("judge:") => return Verdict::Disagrees(refusal.to_string()),
        Ok(Err(refusal)) => {
            let tests = group.record.get("tests").and_then(Json::as_array).unwrap_or_default();
            let fits = tests.iter().any(|test| test.get("valid").and_then(Json::as_bool) == Some(true));
            if refusal.code == "unsatisfiable" && fits {
                return Verdict::Disagrees(format!("refused as {refusal}, and a test is valid"));
            }
            return Verdict::Refused(refusal.code);
        }
        Err(failure) => return Verdict::Disagrees(format!("panic: {}", failure.reason)),
    };
    let Some(sent) = form.schema() else { return Verdict::Disagrees("no schema is sent".to_owned()) };
    // The tests of formats are about asserted formats.
    let formats = group.id.contains("/optional/format/");
    let original =
        Judge::new(group.record.get("schema").unwrap_or(&Json::Null), Draft::of_source(group.source), formats).ok();
    for (name, schema) in [("sent", &sent), ("enforced", &form.enforced())] {
        let judge = match Judge::new(schema, Draft::Draft202012, formats) {
            Ok(judge) => judge,
            Err(error) => return Verdict::Disagrees(format!("what is {name} is no schema: {}", short(&error))),
        };
        for test in group.record.get("tests").and_then(Json::as_array).unwrap_or_default() {
            let data = test.get("data").cloned().unwrap_or_default();
            let suite = test.get("valid").and_then(Json::as_bool).unwrap_or(false);
            // Where the validator differs from the suite about the original, either verdict will do: it would differ
            // about the form as well.
            let expected = original.as_ref().map_or(suite, |original| original.admits(&data));
            if judge.admits(&data) != expected && judge.admits(&data) != suite {
                let verb = if expected { "refuses" } else { "admits" };
                let about = test.get_str("description").unwrap_or_default();
                return Verdict::Disagrees(format!("what is {name} {verb} {data} ({about}); {name}: {schema}"));
            }
        }
    }
    Verdict::Agrees
}

/// Counts of one dialect.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Groups on which the form agrees.
    pub agree: usize,
    /// Groups refused, by code.
    pub refused: BTreeMap<String, usize>,
    /// Groups on which the form differs.
    pub disagree: usize,
}

impl Counts {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Refused(code) => *self.refused.entry(code.clone()).or_default() += 1,
            Verdict::Disagrees(_) => self.disagree += 1,
        }
    }
}
