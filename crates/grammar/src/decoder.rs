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

/// What becomes of a schema that has keywords which the decoder does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It does not compile.
    Refused,
    /// They are left out, so that more is let through; `oneOf` is read as `anyOf`.
    Ignored,
}

impl Decoder {
    /// Compiles a schema; the error is the decoder's reason without what is only of this schema.
    pub(crate) fn new(schema: &Json, unknown: Unknown) -> Result<Decoder, String> {
        let mut value = match schema {
            Json::Bool(true) => json!({}),
            schema => schema.to_serde(),
        };
        match value.as_object_mut() {
            Some(object) => {
                let lenient = unknown == Unknown::Ignored;
                object.insert("x-guidance".to_owned(), json!({ "whitespace_flexible": false, "lenient": lenient }));
            }
            None => return Err("nothing is let through".to_owned()),
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

/// The kind of a refusal: its first line, without numbers and, unless it lists keywords, quoted text.
fn reason(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    if line.starts_with("Unimplemented keys") {
        return line.to_owned();
    }
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
            let fits = |branch: &&Json| {
                let required = branch.get("required").and_then(Json::as_array).unwrap_or_default();
                let closed = branch.get("additionalProperties").and_then(Json::as_bool) == Some(false)
                    && branch.get("patternProperties").is_none();
                let declared = branch.get("properties").and_then(Json::as_object).unwrap_or_default();
                ["properties", "patternProperties", "additionalProperties"]
                    .iter()
                    .any(|word| branch.get(word).is_some())
                    && required.iter().filter_map(Json::as_str).all(|name| members.iter().any(|(key, _)| key == name))
                    && (!closed || members.iter().all(|(key, _)| declared.iter().any(|(name, _)| name == key)))
            };
            // A base may declare nothing, and what stands beside it the rest: all that fit have a say, in their order.
            let branches: Vec<&Json> = alternatives(schema, root).into_iter().filter(fits).collect();
            let declared: Vec<(&String, &Json)> = branches
                .iter()
                .flat_map(|branch| branch.get("properties").and_then(Json::as_object).unwrap_or_default())
                .map(|(name, schema)| (name, schema))
                .collect();
            // Which pattern a free key matches is not looked at: its value is put into the order of what it fits.
            let patterns = branches.iter().filter_map(|branch| branch.get("patternProperties")?.as_object()).flatten();
            let others = branches.iter().filter_map(|branch| branch.get("additionalProperties"));
            let free = patterns.map(|(_, schema)| schema).chain(others).cloned().collect();
            let free = Json::object([("anyOf", Json::Array(free))]);
            let place = |key: &String| declared.iter().position(|(name, _)| *name == key).unwrap_or(usize::MAX);
            let mut members: Vec<(String, Json)> = members
                .iter()
                .map(|(key, value)| {
                    let known = declared.iter().find(|(name, _)| *name == key).map(|(_, schema)| *schema);
                    (key.clone(), ordered(value, known.unwrap_or(&free), root))
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

/// The most digits in which a number is spelled.
const DIGITS: i64 = 400;

/// A whole number in its digits alone, as the decoder knows it; another number without an exponent, where it is short.
fn plain(text: &str) -> String {
    whole(text).unwrap_or_else(|| match text.parse::<f64>() {
        Ok(number) if (1e-6..1e15).contains(&number.abs()) => number.to_string(),
        _ => text.to_owned(),
    })
}

fn whole(text: &str) -> Option<String> {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{before}{after}");
    let digits = digits.trim_start_matches('0');
    let point = exponent.parse::<i64>().ok()?.checked_sub(i64::try_from(after.len()).ok()?)?;
    let significant = digits.trim_end_matches('0');
    let zeros = point.checked_add(i64::try_from(digits.len() - significant.len()).ok()?)?;
    match significant {
        "" => Some("0".to_owned()),
        _ if (0..DIGITS).contains(&zeros) => {
            Some(format!("{sign}{significant}{}", "0".repeat(usize::try_from(zeros).ok()?)))
        }
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn whole_numbers_are_their_digits() {
        let spelled = [
            ("9007199254740991e0", "9007199254740991"),
            ("-9007199254740990.0", "-9007199254740990"),
            ("100.0", "100"),
            ("1.50e1", "15"),
            ("-0.0", "0"),
            ("0", "0"),
            ("120e-1", "12"),
            ("0.5", "0.5"),
            ("5e-1", "0.5"),
            ("1e-30", "1e-30"),
        ];
        for (text, wanted) in spelled {
            assert_eq!(plain(text), wanted, "{text}");
        }
    }
}
