//! Small hostile schemas that fit in a file: `tests/corpus/hostile/*.jsonl`, a line each with a name and the schema as
//! text, and beside each file what comes out all ways. `ISOFORM_BLESS=1` writes what comes out now.

use std::fs;
use std::path::{Path, PathBuf};

use isoform_json::Document;

use crate::harness::outcomes;

#[test]
fn every_case_of_the_corpus_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/hostile");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension() == Some("jsonl".as_ref()));
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let mut found = String::new();
        for line in fs::read_to_string(&file).unwrap().lines() {
            let case = Document::parse(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let field = |key| case.root().get(key).and_then(|value| value.as_str()).unwrap();
            found.push_str(field("name"));
            found.push('\n');
            found.push_str(&merged(&outcomes(field("schema"))));
        }
        let beside = file.with_extension("expected");
        if std::env::var_os("ISOFORM_BLESS").is_some() {
            fs::write(&beside, &found).unwrap();
        }
        let wanted = fs::read_to_string(&beside).unwrap_or_default();
        for (number, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
            assert_eq!(found, wanted, "line {} of {}", number + 1, beside.display());
        }
        assert_eq!(found.len(), wanted.len(), "{}", beside.display());
    }
}

/// Ways that come out alike on one line, by dialect.
fn merged(lines: &str) -> String {
    let mut out = String::new();
    let split = |line: &str| line.trim().split_once(": ").map(|(way, rest)| (way.to_owned(), rest.to_owned()));
    let lines: Vec<(String, String)> = lines.lines().filter_map(split).collect();
    for four in lines.chunks(4) {
        let dialect = four[0].0.split(' ').next().unwrap().to_owned();
        if four.iter().all(|line| line.1 == four[0].1) {
            out.push_str(&format!("  {dialect}: {}\n", four[0].1));
        } else {
            for (way, rest) in four {
                out.push_str(&format!("  {way}: {rest}\n"));
            }
        }
    }
    out
}
