//! Containment of schemas, as the canonical forms of the `jsonschema` crate decide it: the original against `enforced`,
//! without any document.
//!
//! It is experimental and says yes, no or unknown. A no is a difference that has to be among the changes; neither of the
//! others proves anything against a form. Where values are spelled anew (`mapped`) the two schemas are about different
//! values, and nothing is asked.

use jsonschema::canonical::{CanonicalSchema, Containment, options};

use crate::atlas::Atlas;
use crate::generate::{Generator, Rng, Size};
use crate::json::Json;
use crate::judge::{Draft, Judge, in_one_draft};
use crate::subject::{Change, Place};

/// What is asked of one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Every document of the original is an answer: there is no `narrower`.
    Kept,
    /// Every answer is a document of the original: there is no `wider`.
    Sound,
}

impl Question {
    /// The word for tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Question::Kept => "original in enforced",
            Question::Sound => "enforced in original",
        }
    }
}

/// What can be asked of a form with these changes.
pub fn questions(changes: &[Change]) -> Vec<Question> {
    let any = |class: &str| changes.iter().any(|change| change.class == class);
    if any("mapped") {
        return Vec::new();
    }
    let kept = (!any("narrower")).then_some(Question::Kept);
    kept.into_iter().chain((!any("wider")).then_some(Question::Sound)).collect()
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is so.
    Yes,
    /// Nothing is known, with the reason.
    Unknown(String),
    /// It is not so: what is left over, and a value of that which the validator confirms.
    No {
        /// The difference, as a schema.
        difference: Option<Json>,
        /// A value on the one side and not on the other.
        witness: Option<Json>,
    },
}

/// The two sides of a form.
pub struct Sides<'s> {
    /// The original.
    pub original: &'s Json,
    /// The draft of the original.
    pub draft: Draft,
    /// What is let through: 2020-12.
    pub enforced: &'s Json,
    /// A tool's arguments are objects, whatever the schema says.
    pub place: Place,
}

impl Sides<'_> {
    /// Answers a question.
    pub fn ask(&self, question: Question) -> Answer {
        match self.decide(question) {
            Ok(answer) => answer,
            Err(reason) => Answer::Unknown(reason),
        }
    }

    fn decide(&self, question: Question) -> Result<Answer, String> {
        if let Some(keyword) = other_meaning(self.enforced, self.draft) {
            return Err(format!("{keyword} is not of the original's draft"));
        }
        let original = self.canonical(in_one_draft(self.original, self.draft))?;
        let enforced = self.canonical(in_one_draft(self.enforced, Draft::Draft202012))?;
        let (inner, outer) = match question {
            Question::Kept => (original, enforced),
            Question::Sound => (enforced, original),
        };
        match outer.covers(&inner).map_err(|error| kind(&error.to_string()))? {
            Containment::Yes => Ok(Answer::Yes),
            Containment::Unknown => Err("undecided".to_owned()),
            Containment::No => {
                let difference = inner.subtract(&outer).ok().map(|schema| Json::from_serde(&schema.to_json_schema()));
                let witness = difference.as_ref().and_then(|difference| self.witness(question, difference));
                Ok(Answer::No { difference, witness })
            }
        }
    }

    fn canonical(&self, schema: Json) -> Result<CanonicalSchema, String> {
        let read = |schema: &Json| {
            options()
                .with_draft(self.draft.of_judge())
                .offline()
                .should_validate_formats(false)
                .canonicalize(&schema.to_serde())
                .map_err(|error| kind(&error.to_string()))
        };
        let canonical = read(&schema)?;
        if self.place == Place::Output {
            return Ok(canonical);
        }
        let objects = read(&Json::object([("type", Json::text("object"))]))?;
        canonical.intersect(&objects).map_err(|error| kind(&error.to_string()))
    }

    /// A value of the difference that the validator finds on one side only.
    fn witness(&self, question: Question, difference: &Json) -> Option<Json> {
        let original = Judge::new(self.original, self.draft, false).ok()?;
        let enforced = Judge::new(self.enforced, Draft::Draft202012, false).ok()?;
        let atlas = Atlas::new(difference, self.draft);
        let mut generator = Generator::new(&atlas, Rng::new(1, "witness"));
        let mut made = (0..200).map(|turn| generator.document([Size::Lean, Size::Some, Size::Full][turn % 3]));
        made.find(|value| {
            let (kept, let_through) = (original.admits(value), enforced.admits(value));
            match question {
                Question::Kept => kept && !let_through,
                Question::Sound => let_through && !kept,
            }
        })
    }
}

/// A reason without what is only of this schema.
fn kind(reason: &str) -> String {
    reason.split([':', '"', '\'', '`']).next().unwrap_or_default().trim().to_owned()
}

/// Keywords that drafts after draft 4, 6, 7 and 2019-09 brought.
const NEWER: &[(&[Draft], &[&str])] = &[
    (&[Draft::Draft4], &["const", "contains", "propertyNames", "exclusiveMinimum", "exclusiveMaximum"]),
    (&[Draft::Draft4, Draft::Draft6], &["if", "then", "else"]),
    (
        &[Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::OpenApi],
        &[
            "dependentRequired",
            "dependentSchemas",
            "minContains",
            "maxContains",
            "unevaluatedProperties",
            "unevaluatedItems",
            "$anchor",
        ],
    ),
    (
        &[Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::OpenApi, Draft::Draft201909],
        &["prefixItems", "$dynamicRef", "$dynamicAnchor"],
    ),
];

/// Keywords that 2020-12 no longer knows, and an older draft does.
const OLDER: &[&str] = &["dependencies", "additionalItems", "$recursiveRef", "id"];

/// What may stand beside a reference without a meaning of its own.
const BESIDE: &[&str] = &["$ref", "$defs", "definitions", "title", "description", "default", "examples", "deprecated"];

/// A keyword of a 2020-12 schema that means something else, or nothing, in another draft. The two operands have to be of
/// one draft, and most schemas mean the same in all of them.
fn other_meaning(schema: &Json, draft: Draft) -> Option<String> {
    if draft == Draft::Draft202012 {
        return None;
    }
    let newer: Vec<&str> = NEWER
        .iter()
        .filter(|(drafts, _)| drafts.contains(&draft))
        .flat_map(|(_, words)| words.iter().copied())
        .collect();
    let atlas = Atlas::new(schema, Draft::Draft202012);
    atlas.places().find_map(|(place, node)| {
        let Some(members) = node.as_object() else {
            let allowed = ["/additionalProperties", "/additionalItems"].iter().any(|word| place.ends_with(word));
            return (draft == Draft::Draft4 && !allowed).then(|| "a boolean schema".to_owned());
        };
        let beside = draft.ignores_siblings() && node.get("$ref").is_some();
        let foreign = members
            .iter()
            .map(|(key, _)| key.as_str())
            .find(|key| newer.contains(key) || OLDER.contains(key) || (beside && !BESIDE.contains(key)));
        foreign.map(str::to_owned)
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, Question, Sides, other_meaning};
    use crate::json::Json;
    use crate::judge::Draft;
    use crate::subject::Place;

    fn ask(original: &str, enforced: &str, place: Place, question: Question) -> Answer {
        let (original, enforced) = (Json::parse(original).expect("JSON"), Json::parse(enforced).expect("JSON"));
        Sides { original: &original, draft: Draft::Draft7, enforced: &enforced, place }.ask(question)
    }

    #[test]
    fn a_wider_schema_is_a_no_with_a_witness() {
        let (strict, loose) = (r#"{"type":"string","minLength":2}"#, r#"{"type":"string"}"#);
        assert!(matches!(ask(strict, loose, Place::Output, Question::Kept), Answer::Yes));
        let answer = ask(strict, loose, Place::Output, Question::Sound);
        assert!(matches!(answer, Answer::No { witness: Some(Json::String(_)), .. }), "{answer:?}");
    }

    #[test]
    fn arguments_of_a_tool_are_objects() {
        let (any, object) = (r#"{"properties":{"a":{}}}"#, r#"{"type":"object","properties":{"a":{}}}"#);
        assert!(matches!(ask(any, object, Place::Output, Question::Kept), Answer::No { .. }));
        assert!(matches!(ask(any, object, Place::Tool, Question::Kept), Answer::Yes));
    }

    #[test]
    fn schemas_of_two_drafts_are_compared_where_they_mean_the_same() {
        let other = |schema: &str, draft| other_meaning(&Json::parse(schema).expect("JSON"), draft);
        assert_eq!(other(r##"{"$ref":"#/$defs/A","title":"x","$defs":{"A":{}}}"##, Draft::Draft7), None);
        let beside = r##"{"$ref":"#/$defs/A","minLength":1,"$defs":{"A":{}}}"##;
        assert_eq!(other(beside, Draft::Draft7).as_deref(), Some("minLength"));
        assert_eq!(other(r#"{"prefixItems":[{}]}"#, Draft::Draft201909).as_deref(), Some("prefixItems"));
        assert_eq!(other(r#"{"properties":{"prefixItems":{}}}"#, Draft::Draft7), None);
        assert_eq!(other(r#"{"not":false}"#, Draft::Draft4).as_deref(), Some("a boolean schema"));
    }
}
