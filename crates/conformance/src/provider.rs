//! What real providers took and refused, against what the product says.

use crate::json::Json;
use crate::law::guarded;
use crate::rules;
use crate::subject::{Compiler, Place, Request};

/// One record: the product's word beside the provider's.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The record.
    pub id: String,
    /// The dialect it was held against.
    pub dialect: String,
    /// What is wrong; `None`: they agree.
    pub problem: Option<String>,
    /// What the product did, in a word.
    pub did: String,
}

/// The dialect of a surface; `None` where there is none yet.
pub fn dialect_of(record: &Json) -> Option<&'static str> {
    let text = |key: &str| record.get_str(key).unwrap_or_default();
    let strict = record.get("strict").and_then(Json::as_bool) == Some(true);
    let place = text("place");
    match text("provider") {
        "openai" | "azure-openai" if strict || place.starts_with("response") => Some("openai-strict"),
        "openrouter" | "crusoe" if strict => Some("openai-strict"),
        "anthropic" if strict || place.starts_with("response") => Some("anthropic-strict"),
        "google" | "google-vertex" if text("api").starts_with("gemini") || text("api").contains("enerateContent") => {
            (!place.to_ascii_lowercase().contains("json")).then_some("gemini")
        }
        _ => None,
    }
}

fn request(record: &Json) -> Request {
    let tool = record.get_str("place").is_some_and(|place| place.starts_with("tool"));
    Request { place: if tool { Place::Tool } else { Place::Output }, ..Request::default() }
}

/// A schema that a provider took: the product must not refuse it. `None` where there is no such dialect.
pub fn accepted(compiler: &dyn Compiler, record: &Json) -> Option<Finding> {
    let dialect = dialect_of(record).filter(|dialect| compiler.dialects().iter().any(|known| known == dialect))?;
    // Gemini's own spelling of types is in capitals; a JSON Schema's is not.
    let mut schema = record.get("schema")?.to_string();
    for name in ["OBJECT", "ARRAY", "STRING", "NUMBER", "INTEGER", "BOOLEAN"] {
        let type_is = |name: &str| format!("\"type\":\"{name}\"");
        schema = schema.replace(&type_is(name), &type_is(&name.to_lowercase()));
    }
    let made = guarded(|| compiler.form(&schema, dialect, &request(record)));
    let (problem, did) = match made {
        Ok(Ok(form)) => (None, form.verdict()),
        Ok(Err(refusal)) => (Some(format!("refused: {refusal}; schema: {schema}")), "refused".to_owned()),
        Err(failure) => (Some(format!("panic: {}", failure.reason)), "panic".to_owned()),
    };
    Some(Finding { id: record.get_str("id").unwrap_or_default().to_owned(), dialect: dialect.to_owned(), problem, did })
}

/// A schema that a provider refused: the product refuses it too, or sends one that keeps the dialect's rules and is
/// not what was refused. `None` where there is no such dialect or the report does not show the schema.
pub fn refused(compiler: &dyn Compiler, record: &Json) -> Option<Finding> {
    let strict = record.get_str("note").is_some_and(|note| note.starts_with("strict"));
    let mut record = record.clone();
    if let Json::Object(members) = &mut record {
        // Tools of Chat Completions without a note were not strict, and a strict form is held to more than they were.
        members.push(("strict".to_owned(), Json::Bool(true)));
    }
    let _ = strict;
    let dialect = dialect_of(&record).filter(|dialect| compiler.dialects().iter().any(|known| known == dialect))?;
    let fragment = record.get("schema_fragment").filter(|fragment| **fragment != Json::Null)?;
    let place = request(&record).place;
    // A fragment that is no object stands for a schema below the root of the request.
    let whole = fragment.get_str("type") == Some("object") || fragment.get("properties").is_some();
    let schema = if whole {
        fragment.clone()
    } else {
        Json::object([
            ("type", Json::text("object")),
            ("properties", Json::object([("p", fragment.clone())])),
            ("required", Json::Array(vec![Json::text("p")])),
            ("additionalProperties", Json::Bool(false)),
        ])
    };
    let made = guarded(|| compiler.form(&schema.to_string(), dialect, &Request { place, ..Request::default() }));
    let (problem, did) = match made {
        Ok(Ok(form)) => match form.schema() {
            Some(sent) => {
                let broken = rules::check(dialect, &sent, place);
                let same = sent.to_string() == schema.to_string();
                let problem = match (same, broken.first()) {
                    (true, _) => Some(format!("sent as it was refused: {sent}")),
                    (false, Some(broken)) => Some(format!("sent against the rules: {broken}: {sent}")),
                    (false, None) => None,
                };
                (problem, form.verdict())
            }
            None => (None, "no schema".to_owned()),
        },
        Ok(Err(refusal)) => (None, format!("refused {}", refusal.code)),
        Err(failure) => (Some(format!("panic: {}", failure.reason)), "panic".to_owned()),
    };
    Some(Finding { id: record.get_str("id").unwrap_or_default().to_owned(), dialect: dialect.to_owned(), problem, did })
}
