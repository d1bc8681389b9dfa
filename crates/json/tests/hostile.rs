//! Texts that are damaged at random, and texts that are made to be slow.
//!
//! Nothing panics, strict JSON is never altered, nothing is read that was not said, and twice the text takes about
//! twice the time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

mod generate;
mod watch;

use std::time::{Duration, Instant};

use generate::Random;
use isoform_json::read::{self, LenientOptions};
use isoform_json::stream::{Stream, StreamOptions, items_after};
use isoform_json::{Document, ReadOptions, Severity, complete, extract, fence};

const SIGNS: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "\\\"",
    "```",
    "```json\n",
    "\n```\n",
    "<think>",
    "</think>",
    "//",
    "/*",
    "*/",
    "#",
    "(",
    ")",
    "+",
    "=",
    "=>",
    "0",
    "1",
    ".5",
    "0x1F",
    "-",
    "True",
    "None",
    "NaN",
    "tru",
    "key",
    " ",
    "\n",
    "\u{201c}",
    "\u{201d}",
    "\u{feff}",
    "é",
];

/// Text out of signs, or a document with signs in it.
fn damaged(random: &mut Random) -> String {
    if random.below(3) == 0 {
        return (0..random.below(24)).map(|_| random.pick(&SIGNS)).collect();
    }
    let document = generate::document(random);
    let mut text = generate::spaced(random, &document);
    for _ in 0..=random.below(3) {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match random.below(4) {
            0 | 1 => text.insert_str(at, random.pick(&SIGNS)),
            2 => text.truncate(at),
            _ => {
                let end = (at + 1..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(at);
                text.replace_range(at..end, "");
            }
        }
    }
    text
}

#[test]
fn nothing_panics_and_repairs_are_sound() {
    let mut random = Random::new(41);
    let (mut read_as_is, mut repaired, mut refused) = (0, 0, 0);
    for _ in 0..12_000 {
        let text = damaged(&mut random);
        let choice = LenientOptions::default().with_severity(Severity::Choice);
        let strict = read::strict(&text, &ReadOptions::default());
        for options in
            [LenientOptions::default(), choice.clone().with_extract(false), choice.with_complete_truncated(true)]
        {
            match (&strict, read::lenient(&text, &options)) {
                (Ok(strict), Ok(lenient)) => {
                    read_as_is += 1;
                    assert_eq!(strict.to_json(), lenient.document.to_json());
                    assert!(lenient.repairs.is_empty() && !lenient.completed, "{text:?}");
                }
                (Ok(_), Err(error)) => panic!("{text:?}: {error}"),
                (Err(_), Ok(lenient)) => {
                    repaired += 1;
                    assert!(!lenient.repairs.is_empty() || lenient.completed, "{text:?} became {}", lenient.document);
                    // What came out is JSON with no name twice, and reads as itself.
                    let json = lenient.document.to_json();
                    assert_eq!(read::strict(&json, &ReadOptions::default()).unwrap().to_json(), json, "{text:?}");
                    assert_eq!(lenient.document, lenient.document.root().to_document());
                    for repair in &lenient.repairs {
                        let span = repair.span.clone();
                        assert!(text.get(span).is_some(), "{text:?}: {repair}");
                        assert!(repair.severity() <= options.severity);
                    }
                    assert!(lenient.repairs.is_sorted_by_key(|repair| repair.span.start), "{text:?}");
                }
                (Err(_), Err(error)) => {
                    refused += 1;
                    for span in error.readings().iter().cloned().chain(error.span()) {
                        assert!(text.get(span).is_some(), "{text:?}: {error:?}");
                    }
                    if let Some(partial) = error.partial() {
                        assert_eq!(error.code(), "truncated");
                        drop((partial.to_json(), partial.open_pointers()));
                    }
                }
            }
        }
        drop((extract::first(&text), extract::candidates(&text, &LenientOptions::default())));
        drop((fence::unwrap(&text), fence::json_block(&text), items_after(&text, 0)));
    }
    assert!(read_as_is > 1000 && repaired > 1500 && refused > 3000, "{read_as_is} {repaired} {refused}");
}

/// Any cut of damaged text gives what the whole gives, and a lenient stream never reads what the reader of the
/// whole text refuses, or something else.
#[test]
fn streams_of_damaged_text_agree_with_themselves_and_the_lenient_reader() {
    let mut random = Random::new(42);
    for _ in 0..2500 {
        let text = damaged(&mut random);
        let options = StreamOptions::lenient();
        let once = watch::watch(&[text.as_bytes()], &options);
        let pieces = watch::cut(text.as_bytes(), &mut random, 7);
        let streamed = watch::watch(&pieces, &options);
        assert_eq!(streamed.result, once.result, "{text:?}");
        assert_eq!(streamed.shown, once.shown, "{text:?}");
        if let Ok(json) = &once.result {
            let whole = read::lenient(&text, &LenientOptions::default());
            assert_eq!(whole.map(|whole| whole.document.to_json()).as_ref(), Ok(json), "{text:?}");
        }
    }
}

fn shapes(size: usize) -> Vec<(&'static str, String)> {
    let fill = |piece: &str| piece.repeat(size / piece.len());
    vec![
        ("braces", fill("{")),
        ("brackets", fill("[")),
        ("quotes", fill("\"")),
        ("apostrophes", format!("{{'a': '{}", fill("'"))),
        ("fences", fill("```json\n")),
        ("fences that open a value", fill("```json\n{\n```\n")),
        ("fences without an end", fill("```x ")),
        ("words in braces", fill("{a [b ")),
        ("objects that break", fill("{\"a\": x ")),
        ("one value after the other", fill("[1] ")),
        ("commas and quotes", format!("{{\"a\": \"b\" c{}", fill("\",\""))),
        ("names that are none", format!("{{\"a\": \"b\" c{}", fill("\", x "))),
        ("comments ahead", format!("{{\"a\": \"b\" c{}", fill("\",/*"))),
        ("comments", format!("[{}", fill("/**/ "))),
        ("open comments", format!("[1{}", fill("/*"))),
        ("escaped", fill("{\\\"")),
        ("backslashes", format!("[\"{}", fill("\\"))),
        ("bad escapes", format!("[\"{}\"]", fill("\\d"))),
        ("thinking", fill("<think>")),
        ("closing tags", fill("</think>")),
        ("angle brackets", fill("</")),
        ("closers", format!("{}{}", "{\"a\":[".repeat(60), fill("}"))),
        ("commas", format!("[1{}", fill(","))),
        ("repeated names", format!("{{{}\"z\":0}}", fill("\"a\":1,"))),
        ("inner quotes", format!("{{\"a\": \"{}\"}}", fill("x\"y "))),
        ("smart quotes", format!("{{\"a\": \u{201c}{}", fill("\u{201d} x"))),
        ("white space", format!("{{\"a\": \"b\" c{}", fill("\",   "))),
        ("digits", fill("1")),
        ("letters", format!("[{}", fill("a"))),
        ("number then letters", format!("[1{}]", fill("a"))),
    ]
}

/// Something to do with a text.
type Work = fn(&str);

fn time(work: impl Fn()) -> Duration {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap()
}

/// 32 times the text may take 32 times as long, and some for noise; quadratic work would take a thousand times.
#[test]
fn much_more_text_takes_no_more_than_that() {
    let works: [(&str, Work); 5] = [
        ("lenient", |text| drop(read::lenient(text, &LenientOptions::default().with_severity(Severity::Choice)))),
        ("stream", |text| {
            let mut stream = Stream::with(StreamOptions::lenient());
            let pushed = text.as_bytes().chunks(13).try_for_each(|piece| stream.push(piece));
            drop((pushed, stream.deltas()));
        }),
        ("complete", |text| drop(complete(text))),
        ("block", |text| assert!(fence::json_block(text).is_none_or(|block| block.len() <= text.len()))),
        ("items", |text| drop(items_after(text, 0))),
    ];
    let mut slow = Vec::new();
    let (small, large) = (shapes(500), shapes(16_000));
    for ((name, small), (_, large)) in small.iter().zip(&large) {
        for (work, run) in works {
            // Less than that is all noise.
            let floor = Duration::from_micros(100);
            let (before, after) = (time(|| run(small)).max(floor), time(|| run(large)));
            if after >= before * 200 {
                slow.push(format!("{work} of {name}: {before:?} became {after:?}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn a_stream_keeps_no_more_than_its_document() {
    // 16 MiB of one string in small pieces: nothing is kept for each piece.
    let mut stream = Stream::new();
    stream.push(b"{\"body\":\"").unwrap();
    for _ in 0..100_000 {
        stream.push(b"words of an answer, ").unwrap();
    }
    assert_eq!(stream.document().node_bound(), 4);
    assert_eq!(stream.document().source().len(), 9 + 2_000_000);
    assert_eq!(stream.root().unwrap().at("/body").unwrap().as_str().unwrap().len(), 2_000_000);
    drop(Document::parse("{}"));
}
