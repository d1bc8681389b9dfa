//! What inputs are made of: the project's own cases, and small things of every kind.

use isoform_json::{Document, View};

use crate::mutate::Random;

const LENIENT: &str = include_str!("../../../tests/corpus/lenient.jsonl");
const RESPONSES: &str = include_str!("../../../tests/corpus/responses.jsonl");
const STRICT: &str = include_str!("../../json/tests/corpus/strict.jsonl");
const PROVIDERS: &str = include_str!("../../../tests/corpus/providers.jsonl");
const LAW: &str = include_str!("../../../tests/corpus/law/found.jsonl");
const HOSTILE: &str = include_str!("../../schema/tests/corpus/hostile/circles.jsonl");
const PLANS: &[&str] = &[
    include_str!("../../schema/tests/corpus/plan/array.jsonl"),
    include_str!("../../schema/tests/corpus/plan/choice.jsonl"),
    include_str!("../../schema/tests/corpus/plan/malformed.jsonl"),
    include_str!("../../schema/tests/corpus/plan/object.jsonl"),
    include_str!("../../schema/tests/corpus/plan/value.jsonl"),
];
const FOUND: &str = include_str!("../../../tests/corpus/properties/found.jsonl");

/// How many bytes choose the draft and the options of a schema's text.
const OPTIONS: usize = 8;

fn lines(corpus: &'static str) -> impl Iterator<Item = Document> {
    corpus.lines().filter_map(|line| Document::parse(line).ok())
}

/// Texts of models, and texts that are nearly JSON.
#[must_use]
pub fn texts() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for case in [LENIENT, RESPONSES, STRICT].into_iter().flat_map(lines) {
        texts.extend(string(case.root(), "text").map(|text| text.as_bytes().to_vec()));
        texts.extend(string(case.root(), "hex").map(bytes));
        let chunks = case.root().get("chunks").into_iter().flat_map(|chunks| chunks.items());
        let chunks: String = chunks.filter_map(|chunk| chunk.as_str()).collect();
        if !chunks.is_empty() {
            texts.push(chunks.into_bytes());
        }
    }
    texts.retain(|text| text.len() <= 2000);
    texts
}

/// The same, each with a way to read it and a way to cut it.
#[must_use]
pub fn streams() -> Vec<Vec<u8>> {
    let framed = |(number, text): (usize, Vec<u8>)| {
        let [way, cut, ..] = number.to_le_bytes();
        [&[way, cut.wrapping_add(way)], text.as_slice()].concat()
    };
    texts().into_iter().enumerate().map(framed).collect()
}

/// The inputs of a property for which it did not hold once.
pub fn found(property: &str) -> impl Iterator<Item = Vec<u8>> {
    lines(FOUND).filter(move |case| string(case.root(), "property") == Some(property)).filter_map(|case| {
        string(case.root(), "text").map(|text| text.as_bytes().to_vec()).or(string(case.root(), "hex").map(bytes))
    })
}

/// Bytes to draw from.
#[must_use]
pub fn choices() -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    (0..64).map(|number| (0..16 + number * 8).map(|_| random.below(256) as u8).collect()).collect()
}

/// Schemas, each with the bytes that choose how it is read.
#[must_use]
pub fn schemas() -> Vec<Vec<u8>> {
    let mut random = Random::new(8);
    let mut seeds = Vec::new();
    for case in [PROVIDERS, LAW, HOSTILE].into_iter().flat_map(lines) {
        let Some(schema) = case.root().get("schema") else { continue };
        let text = schema.as_str().map_or_else(|| schema.to_json(), str::to_owned);
        let plain: Vec<u8> = vec![0; OPTIONS];
        let chosen: Vec<u8> = (0..OPTIONS).map(|_| random.below(256) as u8).collect();
        seeds.extend([plain, chosen].map(|options| [options.as_slice(), text.as_bytes()].concat()));
    }
    seeds.retain(|seed| seed.len() <= 3000);
    seeds
}

/// Plans, each with values that it is run over.
#[must_use]
pub fn plans() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for case in PLANS.iter().copied().flat_map(lines) {
        let Some(plan) = case.root().get("plan") else { continue };
        let pairs = ["both", "map", "unmap"].into_iter().filter_map(|key| case.root().get(key));
        let values = pairs.flat_map(|pairs| pairs.items()).filter_map(|pair| pair.items().next());
        let before = seeds.len();
        seeds.extend(values.map(|value| format!("{}\n{}", plan.to_json(), value.to_json()).into_bytes()));
        if seeds.len() == before {
            seeds.push(plan.to_json().into_bytes());
        }
    }
    seeds
}

fn string<'d>(case: View<'d>, key: &str) -> Option<&'d str> {
    case.get(key)?.as_str()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + digit)).collect()
}
