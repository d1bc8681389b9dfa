//! Ground truth of the function-calling leaderboard (BFCL): arguments that people found right for a question.
//!
//! A record's `accepted_args` has one object for each question. It gives each argument the list of values that count as
//! right, and is read like this:
//!
//! - `""` in such a list is the mark of an argument that may be left out, not a value. It stands first or last, and
//!   beside values of every type.
//! - An object among the values, alone or as an item of a list, gives lists of values in turn, where each of its
//!   members is a list. Else it is a plain object.
//! - An empty list accepts nothing, so the argument is left out.
//!
//! Every list of values is tried in full, one at a time, and the combinations are not: a document has the first value of
//! each argument, or another value of one of them, or none of those that may be left out.

use std::collections::BTreeMap;

use crate::json::Json;
use crate::judge::{Draft, Judge};
use crate::law::{Failure, Law, Unfit, guarded};
use crate::subject::{Compiler, Refusal};
use crate::trial::Trial;

/// The mark of an argument that may be left out.
const OPTIONAL: &str = "";

/// The most documents of one object of ground truth.
const MOST: usize = 60;

/// The documents of one object of ground truth, the one of first values first.
pub fn documents(arguments: &Json) -> Vec<Json> {
    let members = arguments.as_object().unwrap_or_default();
    let choices: Vec<(&str, Choices)> =
        members.iter().map(|(name, values)| (name.as_str(), Choices::of(values))).collect();
    let with = |chosen: &dyn Fn(&str, &Choices) -> Option<Json>| {
        let members = choices.iter().filter_map(|(name, choices)| Some((name.to_string(), chosen(name, choices)?)));
        Json::Object(members.collect())
    };
    let first = |choices: &Choices| choices.values.first().cloned();
    let mut found = vec![with(&|_, choices| first(choices))];
    for (varied, others) in &choices {
        let omitted = others.optional.then_some(None);
        for other in others.values.iter().skip(1).cloned().map(Some).chain(omitted) {
            found.push(with(&|name, choices| if name == *varied { other.clone() } else { first(choices) }));
        }
    }
    found.push(with(&|_, choices| if choices.optional { None } else { first(choices) }));
    distinct(found)
}

/// What is accepted for one argument.
struct Choices {
    values: Vec<Json>,
    optional: bool,
}

impl Choices {
    fn of(accepted: &Json) -> Choices {
        let accepted = accepted.as_array().unwrap_or_default();
        let marks = |value: &&Json| value.as_str() == Some(OPTIONAL);
        Choices {
            values: accepted.iter().filter(|value| !marks(value)).flat_map(spelled).collect(),
            optional: accepted.iter().any(|value| marks(&value)),
        }
    }
}

/// The values that one accepted value stands for.
fn spelled(value: &Json) -> Vec<Json> {
    match value {
        Json::Object(members) if members.iter().all(|(_, value)| matches!(value, Json::Array(_))) => documents(value),
        Json::Array(items) => {
            let options: Vec<Vec<Json>> = items
                .iter()
                .map(|item| if matches!(item, Json::Object(_)) { spelled(item) } else { vec![item.clone()] })
                .collect();
            let most = options.iter().map(Vec::len).max().unwrap_or(1);
            let turn = |turn: usize| options.iter().filter_map(move |options| options.get(turn.min(options.len() - 1)));
            (0..most).map(|number| Json::Array(turn(number).cloned().collect())).collect()
        }
        _ => vec![value.clone()],
    }
}

fn distinct(values: Vec<Json>) -> Vec<Json> {
    let mut found: Vec<Json> = Vec::new();
    for value in values {
        if found.len() < MOST && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Documents of ground truth that their own schema does not admit, by the keyword that refuses them.
pub type Inadmissible = BTreeMap<String, usize>;

/// Keeps the documents of a trial that its schema admits, and counts the others.
///
/// # Errors
/// The validator does not read the schema.
pub fn admissible(trial: &Trial, draft: Draft) -> Result<(Vec<Json>, Inadmissible), String> {
    let judge = Judge::new(&trial.schema, draft, false)?;
    let (mut kept, mut refused) = (Vec::new(), Inadmissible::new());
    for document in &trial.documents {
        match judge.faults(document).first() {
            None => kept.push(document.clone()),
            Some(fault) => {
                let keyword = fault.schema.rsplit('/').next().unwrap_or_default();
                let given = document.at(&fault.instance).map_or("nothing", Json::type_name);
                let wanted = trial.schema.at(&fault.schema).filter(|_| keyword == "type");
                let reason = match wanted {
                    Some(wanted) => format!("type: {given} where the schema has {wanted}"),
                    None => keyword.to_owned(),
                };
                *refused.entry(reason).or_default() += 1;
            }
        }
    }
    Ok((kept, refused))
}

/// What became of the ground truth of one function in one dialect.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Documents that went there and came back the same.
    pub same: usize,
    /// Those that came back up to absent against null, which is reported.
    pub absent_or_null: usize,
    /// Those that `map` refused, by the narrowing that it named.
    pub narrowed: BTreeMap<String, usize>,
    /// Broken promises.
    pub failures: Vec<Failure>,
}

/// Why there is none.
#[derive(Debug)]
pub enum Without {
    /// There is no form.
    Refused(Refusal),
    /// The validator does not read the original.
    Unjudged(String),
}

/// Sends admissible documents there and back.
///
/// # Errors
/// There is no form to send them through, or no judge.
pub fn there_and_back(
    compiler: &dyn Compiler,
    trial: &Trial,
    documents: &[Json],
    draft: Draft,
    dialect: &str,
) -> Result<Outcome, Without> {
    let broken = |failure| Ok(Outcome { failures: vec![failure], ..Outcome::default() });
    let form = match guarded(|| compiler.form(&trial.schema.to_string(), dialect, &trial.request)) {
        Ok(Ok(form)) => form,
        Ok(Err(refusal)) => return Err(Without::Refused(refusal)),
        Err(failure) => return broken(failure),
    };
    let mut law = match Law::new(&trial.schema, draft, &*form, trial.request.place, None) {
        Ok(law) => law,
        Err(Unfit::Unjudged(reason)) => return Err(Without::Unjudged(reason)),
        Err(Unfit::Broken(failure)) => return broken(failure),
    };
    let mut outcome = Outcome::default();
    for document in documents {
        let (answer, failures) = law.document(document);
        if !failures.is_empty() {
            outcome.failures.extend(failures);
            continue;
        }
        match answer.map(|answer| form.unmap(&answer)) {
            Some(Ok(back)) if back == *document => outcome.same += 1,
            Some(_) => outcome.absent_or_null += 1,
            None => {
                let named = form.map(document).err().and_then(|trouble| trouble.detail);
                *outcome.narrowed.entry(named.map_or_else(String::new, |(kind, _)| kind)).or_default() += 1;
            }
        }
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::documents;
    use crate::json::Json;

    fn read(arguments: &str) -> Vec<String> {
        documents(&Json::parse(arguments).expect("strict JSON")).iter().map(Json::to_string).collect()
    }

    #[test]
    fn every_value_is_tried_and_marks_are_no_values() {
        assert_eq!(
            read(r#"{"a":[1,2],"b":["","x"],"c":[""]}"#),
            [r#"{"a":1,"b":"x"}"#, r#"{"a":2,"b":"x"}"#, r#"{"a":1}"#]
        );
    }

    #[test]
    fn objects_among_the_values_give_lists_in_turn() {
        assert_eq!(read(r#"{"a":[{"x":["",1],"y":[2]}]}"#), [r#"{"a":{"x":1,"y":2}}"#, r#"{"a":{"y":2}}"#]);
        assert_eq!(
            read(r#"{"a":[[{"x":[1]},{"x":[2,3]}]]}"#),
            [r#"{"a":[{"x":1},{"x":2}]}"#, r#"{"a":[{"x":1},{"x":3}]}"#]
        );
        assert_eq!(read(r#"{"a":[{"x":"plain"}]}"#), [r#"{"a":{"x":"plain"}}"#]);
        assert_eq!(read(r#"{"a":[["x","y"]]}"#), [r#"{"a":["x","y"]}"#]);
    }

    #[test]
    fn nothing_accepted_is_nothing_given() {
        assert_eq!(read(r#"{"a":[],"b":[true]}"#), [r#"{"b":true}"#]);
        assert_eq!(read("{}"), ["{}"]);
    }
}
