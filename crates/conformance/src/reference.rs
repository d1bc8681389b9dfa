//! The reference interpreter of plans, `scripts/plan.py`, held against the product's: for every document and every
//! answer, valid or not, both give the same value, to the byte, or the same error.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::corpus;
use crate::json::Json;
use crate::judge::Draft;
use crate::law::guarded;
use crate::subject::{Compiler, Form, Trouble};
use crate::trial::{Effort, Trial, all_answers, documents, made};

/// Values through plans: what the reference is asked, and what the product said.
#[derive(Default)]
pub struct Batch {
    input: String,
    runs: Vec<Run>,
}

struct Run {
    /// The schema and the dialect.
    of: String,
    question: String,
    ours: String,
}

/// How many runs there were, by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Forms.
    pub forms: usize,
    /// Schemas that have no form.
    pub refused: usize,
    /// Values that came out.
    pub values: usize,
    /// Errors.
    pub errors: usize,
    /// Values that the product's reader of JSON does not take, so that no plan sees them.
    pub unread: usize,
}

impl Batch {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Runs the documents and answers of a trial through the product's interpreter.
    pub fn add(&mut self, compiler: &dyn Compiler, trial: &Trial, dialect: &str, effort: Effort, counts: &mut Counts) {
        let Ok(Ok((source, form))) = made(compiler, trial, dialect) else {
            counts.refused += 1;
            return;
        };
        let Some(plan) = form.plan() else {
            counts.refused += 1;
            return;
        };
        counts.forms += 1;
        // The reference keeps the plan of the line before: most plans are longer than most values.
        let mut unmap = format!(r#""unmap":{plan},"#);
        let documents = documents(trial, Draft::of_source(&source), &*form, effort, dialect).all;
        let mapped = documents.iter().filter_map(|document| form.map(document).ok());
        let given: Vec<Json> = trial.answers.iter().cloned().chain(mapped).collect();
        let answers = all_answers(&given, &documents, &*form, effort, dialect);
        let of = format!("{} {dialect}", trial.id);
        for (operation, values) in [("map", &documents), ("unmap", &answers)] {
            for value in values {
                let id = self.runs.len();
                let Some(ours) = perform(&*form, operation, value, id, counts) else { continue };
                let question = format!(r#"{{"id":{id},"op":"{operation}",{unmap}"value":{value}}}"#);
                unmap.clear();
                self.input.push_str(&question);
                self.input.push('\n');
                self.runs.push(Run { of: of.clone(), question: format!("{operation} of {value}"), ours });
            }
        }
    }

    /// Asks the reference and gives what the two do not agree on.
    ///
    /// # Errors
    /// There is no Python, or the reference ended before its input did.
    pub fn compare(self) -> Result<Vec<String>, String> {
        let answers = ask(self.input)?;
        if answers.lines().count() != self.runs.len() {
            return Err(format!("{} answers to {} questions", answers.lines().count(), self.runs.len()));
        }
        let mut found = Vec::new();
        for (run, line) in self.runs.iter().zip(answers.lines()) {
            let theirs =
                Json::parse(line).map_err(|error| format!("the reference wrote no JSON: {error}"))?.to_string();
            if theirs != run.ours {
                found.push(format!("{} {}: the product {}, the reference {theirs}", run.of, run.question, run.ours));
            }
        }
        Ok(found)
    }
}

/// What the product says, as the reference would write it; nothing where its reader does not take the value.
fn perform(form: &dyn Form, operation: &str, value: &Json, id: usize, counts: &mut Counts) -> Option<String> {
    let done = guarded(|| if operation == "map" { form.map(value) } else { form.unmap(value) });
    match done {
        Ok(Ok(value)) => {
            counts.values += 1;
            Some(format!(r#"{{"id":{id},"value":{value},"error":null}}"#))
        }
        Ok(Err(trouble)) if trouble.code.starts_with("judge:") => {
            counts.unread += 1;
            None
        }
        Ok(Err(trouble)) => {
            counts.errors += 1;
            Some(format!(r#"{{"id":{id},"error":{}}}"#, error(&trouble)))
        }
        Err(failure) => Some(format!(r#"{{"id":{id},"panic":{}}}"#, Json::text(failure.reason))),
    }
}

fn error(trouble: &Trouble) -> Json {
    let mut members = vec![("code", Json::text(&trouble.code)), ("at", Json::text(&trouble.at))];
    if let Some((kind, at)) = &trouble.detail {
        members.push(("detail", Json::object([("kind", Json::text(kind)), ("at", Json::text(at))])));
    }
    Json::object(members)
}

/// What the reference writes for its input.
fn ask(input: String) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("python3: {error}");
    let mut child = Command::new("python3")
        .arg(corpus::root().join("scripts/plan.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut stdin = child.stdin.take().ok_or("python3: no way in")?;
    let feeding = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    // A reference that ends early leaves its input unread; the count of its answers says so.
    let _ = feeding.join();
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
