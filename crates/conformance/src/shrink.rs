//! The least schema that still breaks the law in the same way, as a line for the regression corpus.

use crate::generate::smaller;
use crate::json::Json;
use crate::law::{Failure, Rule};
use crate::subject::{Compiler, Place};
use crate::trial::{Effort, Outcome, Trial, run};

/// Shrinks a schema while a failure of the rule remains.
pub fn shrink(
    compiler: &dyn Compiler,
    trial: &Trial,
    dialect: &str,
    failure: &Failure,
    effort: Effort,
) -> (Trial, Failure) {
    let effort = Effort { per: effort.per.min(8), aims: effort.aims.min(20), ..effort };
    let mut least = trial.clone();
    let mut shown = failure.clone();
    let mut budget = 1500;
    'smaller: loop {
        for schema in smaller(&least.schema) {
            if budget == 0 {
                break 'smaller;
            }
            budget -= 1;
            let mut candidate = Trial { schema, documents: Vec::new(), answers: Vec::new(), ..least.clone() };
            match failure.rule {
                Rule::UnmapFails | Rule::UnmapInvalid | Rule::EnforcedDiffers => {
                    candidate.answers.extend(shown.witness.clone())
                }
                _ => candidate.documents.extend(shown.witness.clone()),
            }
            if let Some(found) = again(compiler, &candidate, dialect, failure.rule, effort) {
                least = candidate;
                shown = found;
                continue 'smaller;
            }
        }
        break;
    }
    (least, shown)
}

fn again(compiler: &dyn Compiler, trial: &Trial, dialect: &str, rule: Rule, effort: Effort) -> Option<Failure> {
    match run(compiler, trial, dialect, effort) {
        Outcome::Tried(report) => report.failures.into_iter().find(|failure| failure.rule == rule),
        _ => None,
    }
}

/// The line for the regression corpus.
pub fn line(trial: &Trial, dialect: &str, failure: &Failure) -> Json {
    let mut members =
        vec![("id", Json::text(&trial.id)), ("dialect", Json::text(dialect)), ("schema", trial.schema.clone())];
    if trial.request.place == Place::Tool {
        members.push(("place", Json::text("tool")));
    }
    if let Some(source) = &trial.request.source {
        members.push(("source", Json::text(source)));
    }
    if trial.request.light {
        members.push(("options", Json::object([("encode", Json::text("light"))])));
    }
    if let Some(witness) = &failure.witness {
        let of_answer = matches!(failure.rule, Rule::UnmapFails | Rule::UnmapInvalid | Rule::EnforcedDiffers);
        members.push((if of_answer { "answer" } else { "document" }, witness.clone()));
    }
    members.push(("why", Json::text(format!("{}: {}", failure.rule.as_str(), failure.reason))));
    Json::object(members)
}
