//! The grammar of a schema, a byte at a time.

use std::sync::Arc;

use isoform_conformance::generate::Rng;
use isoform_conformance::json::Json;
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};
use serde_json::json;

/// The most bytes of a drawn answer.
const MOST: usize = 3000;
/// From here on a draw closes what it can.
const ENOUGH: usize = 120;

/// A compiled schema.
pub(crate) struct Decoder {
    start: Matcher,
    end: u32,
}

impl Decoder {
    /// Compiles a schema; the error is the decoder's reason without what is only of this schema.
    pub(crate) fn new(schema: &Json) -> Result<Decoder, String> {
        let mut value = schema.to_serde();
        match value.as_object_mut() {
            Some(object) => {
                object.insert("x-guidance".to_owned(), json!({ "whitespace_flexible": false }));
            }
            None => return Err("a boolean schema".to_owned()),
        }
        let tokens = ApproximateTokEnv::single_byte_env();
        let end = tokens.tok_trie().eos_token();
        let mut factory = ParserFactory::new_simple(&tokens).map_err(|error| error.to_string())?;
        factory.quiet();
        let factory = Arc::new(factory);
        let parser = factory
            .create_parser(TopLevelGrammar::from_json_schema(value))
            .map_err(|error| reason(&error.to_string()))?;
        let mut start = Matcher::new(Ok(parser));
        if let Some(error) = start.get_error() {
            return Err(reason(&error));
        }
        start.compute_mask_or_eos().map_err(|error| reason(&error.to_string()))?;
        Ok(Decoder { start, end })
    }

    /// Whether an answer can be written.
    pub(crate) fn admits(&self, answer: &Json) -> bool {
        let mut matcher = self.start.deep_clone();
        let tokens: Vec<u32> = answer.to_string().bytes().map(u32::from).collect();
        matcher.consume_tokens(&tokens).is_ok() && matcher.is_accepting().unwrap_or(false)
    }

    /// One answer by chance; `None` where it grows too long.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<String> {
        let mut matcher = self.start.deep_clone();
        let mut bytes: Vec<u8> = Vec::new();
        while bytes.len() < MOST {
            if matcher.is_stopped() {
                break;
            }
            let mask = matcher.compute_mask_or_eos().ok()?;
            if mask.is_allowed(self.end) && (bytes.len() > ENOUGH || rng.chance(50)) {
                break;
            }
            let allowed: Vec<u8> = (0x20_u8..0x7f).filter(|byte| mask.is_allowed(u32::from(*byte))).collect();
            if allowed.is_empty() {
                if mask.is_allowed(self.end) {
                    break;
                }
                return None;
            }
            let next = choose(&allowed, &bytes, rng);
            matcher.consume_token(u32::from(next)).ok()?;
            bytes.push(next);
        }
        if !matcher.is_accepting().unwrap_or(false) && !matcher.is_stopped() {
            return None;
        }
        String::from_utf8(bytes).ok()
    }
}

/// The next byte: closing ones are preferred, the more the longer the answer is.
fn choose(allowed: &[u8], so_far: &[u8], rng: &mut Rng) -> u8 {
    let closing: Vec<u8> = allowed.iter().copied().filter(|byte| b"}]\"".contains(byte)).collect();
    let percent = if so_far.len() > ENOUGH { 95 } else { 30 };
    if !closing.is_empty() && rng.chance(percent) {
        return rng.pick(&closing).copied().unwrap_or(b'}');
    }
    let plain: Vec<u8> = allowed.iter().copied().filter(|byte| *byte != b'\\').collect();
    let from = if plain.is_empty() || rng.chance(3) { allowed } else { &plain };
    rng.pick(from).copied().unwrap_or(b'}')
}

/// The kind of a refusal: its first line, without quoted text and numbers.
fn reason(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    let mut out = String::new();
    let mut quoted = false;
    for char in line.chars() {
        match char {
            '"' | '\'' | '`' => {
                quoted = !quoted;
                if quoted {
                    out.push('_');
                }
            }
            _ if quoted => {}
            char if char.is_ascii_digit() => out.push('0'),
            char => out.push(char),
        }
    }
    out.chars().take(120).collect()
}

/// An answer with the members of objects in the order in which the schema declares them, as the decoder writes them.
pub(crate) fn ordered(answer: &Json, schema: &Json, root: &Json) -> Json {
    let schema = target(schema, root);
    match answer {
        Json::Object(members) => {
            let branches = alternatives(schema, root);
            let fits = |branch: &&Json| {
                let required = branch.get("required").and_then(Json::as_array).unwrap_or_default();
                let closed = branch.get("additionalProperties").and_then(Json::as_bool) == Some(false);
                let declared = branch.get("properties").and_then(Json::as_object).unwrap_or_default();
                branch.get("properties").is_some()
                    && required.iter().filter_map(Json::as_str).all(|name| members.iter().any(|(key, _)| key == name))
                    && (!closed || members.iter().all(|(key, _)| declared.iter().any(|(name, _)| name == key)))
            };
            let fallback = Json::object([]);
            let branch = branches.iter().find(|branch| fits(branch)).copied().unwrap_or(&fallback);
            let declared = branch.get("properties").and_then(Json::as_object).unwrap_or_default();
            let place = |key: &String| declared.iter().position(|(name, _)| name == key).unwrap_or(usize::MAX);
            let mut members: Vec<(String, Json)> = members
                .iter()
                .map(|(key, value)| {
                    let known = declared.iter().find(|(name, _)| name == key).map(|(_, schema)| schema);
                    let free = branch.get("additionalProperties");
                    (key.clone(), ordered(value, known.or(free).unwrap_or(&fallback), root))
                })
                .collect();
            members.sort_by_key(|(key, _)| place(key));
            Json::Object(members)
        }
        Json::Array(items) => {
            let branches = alternatives(schema, root);
            let fallback = Json::object([]);
            let of = |index: usize| {
                branches.iter().find_map(|branch| {
                    branch
                        .get("prefixItems")
                        .and_then(Json::as_array)
                        .and_then(|list| list.get(index))
                        .or(branch.get("items"))
                })
            };
            let items = items.iter().enumerate();
            Json::Array(items.map(|(index, item)| ordered(item, of(index).unwrap_or(&fallback), root)).collect())
        }
        Json::Number(text) => Json::Number(plain(text)),
        _ => answer.clone(),
    }
}

/// A number in plain digits, where it has few enough.
fn plain(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        Ok(number) if number.abs() < 1e15 => number.to_string(),
        _ => text.to_owned(),
    }
}

fn target<'s>(schema: &'s Json, root: &'s Json) -> &'s Json {
    let mut schema = schema;
    for _ in 0..16 {
        let Some(reference) = schema.get_str("$ref") else { break };
        match reference.strip_prefix('#').and_then(|pointer| root.at(pointer)) {
            Some(found) => schema = found,
            None => break,
        }
    }
    schema
}

/// A schema, or its branches.
fn alternatives<'s>(schema: &'s Json, root: &'s Json) -> Vec<&'s Json> {
    let mut found = vec![schema];
    let mut left = vec![schema];
    while let Some(schema) = left.pop() {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            for branch in schema.get(keyword).and_then(Json::as_array).unwrap_or_default() {
                let branch = target(branch, root);
                if found.len() < 64 {
                    found.push(branch);
                    left.push(branch);
                }
            }
        }
    }
    found
}
