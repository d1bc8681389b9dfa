//! The verdicts of contracts over the official test suite and over real documents, where they are there.
//!
//! `ISOFORM_SHARED` (or `../shared` beside the repository) is the folder that has `corpus/`. A sample takes seconds;
//! `cargo test --release -p isoform-answer --test corpora -- --ignored` takes all.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use isoform_answer::Contract;
use isoform_json::{Document, ReadOptions as JsonOptions, View};
use isoform_schema::{Schema, Source};

fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ISOFORM_SHARED").map_or(beside, PathBuf::from);
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    println!("skipped: there is no folder {} (ISOFORM_SHARED)", corpus.display());
    None
}

fn parse(line: &str) -> Document {
    Document::parse_with(line, &JsonOptions::default().with_max_depth(Document::MAX_DEPTH)).unwrap()
}

fn list<'a>(record: View<'a>, key: &str) -> impl Iterator<Item = View<'a>> {
    record.get(key).into_iter().flat_map(|list| list.items())
}

/// Groups that need another document, or a metaschema as one: contracts fetch nothing.
fn needs_others(schema: &str) -> bool {
    schema.contains("http://") && schema.contains("$ref") || schema.contains("https://") && schema.contains("$ref")
}

/// Groups that a contract cannot serve, and why.
const BEYOND: [(&str, &str); 3] = [
    ("optional/bignum#5", "a bound that no float holds: the validator keeps schemas as serde_json values"),
    ("optional/format-assertion", "a metaschema of its own says that formats are asserted"),
    ("draft2020-12/vocabulary", "a metaschema of its own leaves a vocabulary out"),
];

#[test]
fn the_official_suite() {
    let Some(corpus) = corpus() else { return };
    let (mut tests, mut elsewhere, mut formats, mut beyond, mut wrong) = (0, 0, 0, 0, Vec::new());
    for (file, source) in [("draft2020-12.jsonl", Source::Draft202012), ("draft7.jsonl", Source::Draft7)] {
        let text = std::fs::read_to_string(corpus.join("json-schema-test-suite").join(file)).unwrap();
        for line in text.lines() {
            let group = parse(line);
            let group = group.root();
            let schema = group.get("schema").unwrap();
            let id = group.get("id").and_then(|id| id.as_str()).unwrap();
            if BEYOND.iter().any(|(beyond, _)| id.contains(beyond)) {
                beyond += 1;
                continue;
            }
            if id.contains("optional/format/") {
                // Formats are annotations here, unless the caller says otherwise.
                formats += 1;
                continue;
            }
            let contract = match Schema::read(schema.to_document(), source) {
                Ok(schema) => Contract::new(schema),
                Err(error) => {
                    wrong.push(format!("{file} {id}: {error}"));
                    continue;
                }
            };
            let contract = match contract {
                Ok(contract) => contract,
                Err(_) if needs_others(&schema.to_json()) => {
                    elsewhere += 1;
                    continue;
                }
                Err(error) => {
                    wrong.push(format!("{file} {id}: {error}"));
                    continue;
                }
            };
            for test in list(group, "tests") {
                tests += 1;
                let valid = test.get("valid").unwrap().as_bool().unwrap();
                let faults = contract.faults(test.get("data").unwrap()).unwrap();
                if faults.is_empty() != valid {
                    let data = test.get("data").unwrap();
                    wrong.push(format!("{file} {id} {data}: {valid} is right"));
                }
            }
        }
    }
    println!(
        "{tests} tests; left out: {elsewhere} groups that need other documents, {formats} about formats, {beyond} of BEYOND"
    );
    assert!(wrong.is_empty(), "{} of {tests}\n{}", wrong.len(), wrong.join("\n"));
    assert!(tests > 1_900, "{tests}");
}

/// Holds documents of real schemas to them twice: in our tree, and as `serde_json::Value`.
fn trees_agree(step: usize) {
    let Some(corpus) = corpus() else { return };
    let mut text = String::new();
    let file = File::open(corpus.join("schemas-real.jsonl.gz")).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let (mut documents, mut without, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().step_by(step) {
        let record = parse(line);
        let record = record.root();
        let schema = Schema::read(record.get("schema").unwrap().to_document(), Source::Auto);
        let Ok(contract) = schema.map(Contract::new).unwrap_or_else(|_| Contract::new(Schema::parse("{}").unwrap()))
        else {
            without += 1;
            continue;
        };
        let draft = match contract.schema().source() {
            Source::Draft4 => jsonschema::Draft::Draft4,
            Source::Draft6 => jsonschema::Draft::Draft6,
            Source::Draft7 => jsonschema::Draft::Draft7,
            Source::Draft201909 => jsonschema::Draft::Draft201909,
            Source::OpenApi30 | Source::Swagger20 => continue,
            _ => jsonschema::Draft::Draft202012,
        };
        let mut value = contract.schema().document().root().to_serde_json().unwrap();
        if let Some(members) = value.as_object_mut() {
            members.remove("$schema");
        }
        let Ok(other) = jsonschema::options().with_draft(draft).offline().should_validate_formats(false).build(&value)
        else {
            wrong.push(format!("{}: it compiles for one tree alone", record.get("id").unwrap()));
            continue;
        };
        for data in list(record, "valid").chain(list(record, "invalid")) {
            let (Ok(faults), Ok(value)) = (contract.faults(data), data.to_serde_json()) else { continue };
            documents += 1;
            if faults.is_empty() != other.is_valid(&value) {
                wrong.push(format!("{} {data}: {faults:?}", record.get("id").unwrap()));
            }
        }
    }
    println!("{documents} documents, {without} schemas that the validator does not compile");
    assert!(wrong.is_empty(), "{} of {documents}\n{}", wrong.len(), wrong.join("\n"));
    assert!(documents > 500, "{documents}");
}

#[test]
fn trees_agree_on_a_sample() {
    trees_agree(20);
}

#[test]
#[ignore = "takes minutes: every document of the corpus"]
fn trees_agree_everywhere() {
    trees_agree(1);
}
