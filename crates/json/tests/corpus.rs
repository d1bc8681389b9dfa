//! The verdicts of the strict reader on small texts: `corpus/strict.jsonl`, one text a line.
//!
//! `verdict` is `ok` or an error code; `offset` is where the error must be; `json` is what the writer must give
//! back where that differs from the text. Expectations come from RFC 8259; serde_json is asked as well, except
//! where a line says that it `refuses` (numbers past `f64`) or to `skip` it (its own private names).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

use isoform_json::{Document, ReadOptions};

const CORPUS: &str = include_str!("corpus/strict.jsonl");

#[derive(serde::Deserialize)]
struct Case {
    text: Option<String>,
    hex: Option<String>,
    verdict: String,
    offset: Option<usize>,
    json: Option<String>,
    why: String,
    serde: Option<String>,
}

impl Case {
    fn bytes(&self) -> Vec<u8> {
        match (&self.text, &self.hex) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(hex)) => {
                (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
            }
            _ => panic!("a case has either text or hex"),
        }
    }
}

fn cases() -> Vec<Case> {
    CORPUS.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_text_gets_its_verdict() {
    for case in cases() {
        let bytes = case.bytes();
        let shown = String::from_utf8_lossy(&bytes);
        let read = Document::parse_bytes(&bytes, &ReadOptions::default());
        match (&read, case.verdict.as_str()) {
            (Ok(document), "ok") => {
                let expected = case.json.as_deref().unwrap_or(&shown);
                assert_eq!(document.to_json(), expected, "{shown:?}: {}", case.why);
            }
            (Ok(_), code) => panic!("{shown:?} was read, expected {code}: {}", case.why),
            (Err(error), code) => {
                assert_eq!(error.code(), code, "{shown:?}: {}", case.why);
                assert_eq!(error.offset(), case.offset, "{shown:?}: {error}");
                let span = error.span().unwrap();
                assert!(span.start <= span.end && span.end <= bytes.len(), "{shown:?}: {span:?}");
            }
        }
    }
}

#[test]
fn serde_json_agrees() {
    for case in cases() {
        let bytes = case.bytes();
        let read = serde_json::from_slice::<serde_json::Value>(&bytes);
        let expected = match case.serde.as_deref() {
            Some("skip") => continue,
            Some("refuses") => false,
            _ => case.verdict == "ok",
        };
        assert_eq!(read.is_ok(), expected, "{:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_corpus_is_worth_its_name() {
    let cases = cases();
    assert!(cases.len() > 150);
    for code in ["ok", "malformed", "truncated", "trailing", "empty", "not-utf8", "lone-surrogate"] {
        assert!(cases.iter().any(|case| case.verdict == code), "{code}");
    }
}
