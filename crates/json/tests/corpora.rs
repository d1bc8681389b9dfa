//! The laws over real documents and recorded streams, where they are there.
//!
//! `ISOFORM_SHARED` (or `../shared` beside the repository) is the folder that has `corpus/`. A sample takes seconds;
//! `cargo test --release -p isoform-json --test corpora -- --ignored` takes all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::print_stdout)]

mod generate;
mod watch;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use generate::Random;
use isoform_json::read::{self, LenientOptions};
use isoform_json::stream::{Stream, StreamOptions};
use isoform_json::{Document, ErrorKind, Kind, ReadOptions, View};

/// The folder of the corpora, if it is there.
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

fn lines(path: &Path) -> Vec<String> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn options() -> ReadOptions {
    ReadOptions::default().with_max_depth(Document::MAX_DEPTH)
}

/// Schemas and documents of the corpus, as their source has them, at most so many.
fn documents(corpus: &Path, step: usize, most: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for line in lines(&corpus.join("schemas-real.jsonl.gz")).iter().step_by(step) {
        let record = Document::parse_with(line, &options()).unwrap();
        let record = record.root();
        let lists = ["valid", "invalid"].into_iter().filter_map(|key| record.get(key));
        let all = record.get("schema").into_iter().chain(lists.flat_map(|list| list.items()));
        texts.extend(all.map(|view| record.document().source()[view.span().unwrap()].to_owned()));
        if texts.len() >= most {
            texts.truncate(most);
            break;
        }
    }
    texts
}

/// Strict, lenient and streamed are one: the same value, the same digits, no repair.
fn readers_agree(texts: &[String], seed: u64) {
    let mut random = Random::new(seed);
    for text in texts {
        let strict = match read::strict(text, &options()) {
            Ok(strict) => strict,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::DuplicateKey, "{error}");
                continue;
            }
        };
        let json = strict.to_json();
        let lenient = read::lenient(text, &LenientOptions::default().with_limits(options())).unwrap();
        assert_eq!(lenient.document.to_json(), json);
        assert!(lenient.repairs.is_empty() && !lenient.completed);
        for options in [StreamOptions::default(), StreamOptions::lenient()] {
            let mut stream = Stream::with(options.with_limits(self::options()));
            for piece in watch::cut(text.as_bytes(), &mut random, 64) {
                stream.push(piece).unwrap();
            }
            let reading = stream.finish().unwrap();
            assert_eq!(reading.document.to_json(), json);
            assert!(reading.repairs.is_empty());
        }
    }
}

#[test]
fn readers_agree_on_a_sample() {
    let Some(corpus) = corpus() else { return };
    let texts = documents(&corpus, 40, 800);
    readers_agree(&texts, 31);
    let small: Vec<&String> = texts.iter().filter(|text| text.len() <= 400).take(60).collect();
    assert!(small.len() > 20);
    for text in small {
        watch::prefixes_are_right(text);
    }
}

#[test]
#[ignore = "takes minutes; run it with --release"]
fn readers_agree_on_ten_thousand_documents() {
    let Some(corpus) = corpus() else { return };
    let texts = documents(&corpus, 1, 10_000);
    assert_eq!(texts.len(), 10_000);
    readers_agree(&texts, 32);
}

#[test]
#[ignore = "takes minutes; run it with --release"]
fn every_prefix_of_documents_up_to_four_kilobytes() {
    let Some(corpus) = corpus() else { return };
    let texts = documents(&corpus, 1, 10_000);
    let texts: Vec<&String> = texts.iter().filter(|text| text.len() <= 4096).collect();
    println!("{} documents, {} bytes", texts.len(), texts.iter().map(|text| text.len()).sum::<usize>());
    for text in texts {
        if read::strict(text, &options()).is_ok() {
            watch::prefixes_are_right(text);
        }
    }
}

/// The payloads of recorded streams and answers, and the pieces in which text of a model came.
#[derive(Default)]
struct Recorded {
    payloads: Vec<String>,
    texts: Vec<Vec<String>>,
}

fn recorded(corpus: &Path, step: usize) -> Recorded {
    let mut recorded = Recorded::default();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(corpus.join("recordings")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        for line in lines(&path).iter().step_by(step) {
            let record = Document::parse_with(line, &options()).unwrap();
            let root = record.root();
            if let Some(body) = root.get("response_body") {
                recorded.payloads.push(record.source()[body.span().unwrap()].to_owned());
            }
            let sse = root.get("sse").and_then(|sse| sse.as_str()).unwrap_or("");
            let data = sse.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
            let chunks = root.get("chunks").into_iter().flat_map(|chunks| chunks.items());
            let chunks = chunks.filter_map(|chunk| chunk.as_str());
            let events: Vec<String> =
                data.chain(chunks).filter(|text| text.starts_with('{')).map(str::to_owned).collect();
            let mut pieces = Vec::new();
            for event in &events {
                if let Ok(event) = Document::parse(event) {
                    pieces.extend(text_of(event.root()).map(str::to_owned));
                }
            }
            if !pieces.is_empty() {
                recorded.texts.push(pieces);
            }
            recorded.payloads.extend(events);
        }
    }
    recorded
}

/// The piece of a model's text in an event, as the common envelopes have it.
fn text_of<'a>(event: View<'a>) -> Option<&'a str> {
    let places = [
        "/choices/0/delta/content",
        "/choices/0/delta/tool_calls/0/function/arguments",
        "/delta/text",
        "/delta/partial_json",
        "/delta",
        "/candidates/0/content/parts/0/text",
        "/message/content",
    ];
    places.into_iter().find_map(|place| event.at(place).and_then(|text| text.as_str()))
}

fn streams_agree(recorded: &Recorded) {
    for text in &recorded.payloads {
        let whole = read::strict(text, &options()).map(|document| document.to_json());
        let mut stream = Stream::with(StreamOptions::default().with_limits(options()));
        let pushed = text.as_bytes().iter().try_for_each(|byte| stream.push(std::slice::from_ref(byte)));
        match (whole, pushed.and_then(|()| stream.finish())) {
            (Ok(whole), Ok(streamed)) => assert_eq!(streamed.document.to_json(), whole),
            (Err(whole), Err(streamed)) => assert_eq!(streamed.code(), whole.code()),
            (whole, streamed) => panic!("{whole:?}, {streamed:?}"),
        }
    }
    let mut structured = 0;
    for pieces in &recorded.texts {
        let text = pieces.concat();
        let as_it_came: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        let options = StreamOptions::lenient();
        let once = feed(&[text.as_bytes()], &options);
        assert_eq!(feed(&as_it_came, &options), once);
        assert_eq!(feed(&bytes, &options), once);
        let whole = read::lenient(&text, &LenientOptions::default());
        if let (Ok(whole), Ok(streamed)) = (&whole, &once) {
            assert_eq!(&whole.document.to_json(), streamed);
            structured += usize::from(matches!(whole.document.root().kind(), Kind::Object | Kind::Array));
        }
        // A stream may refuse what takes a look ahead, and never reads what the reader of the whole refuses.
        assert!(whole.is_ok() || once.is_err(), "{once:?}");
    }
    println!("{} payloads, {} texts, {structured} of them structured", recorded.payloads.len(), recorded.texts.len());
    assert!(structured > 0);
}

fn feed(pieces: &[&[u8]], options: &StreamOptions) -> Result<String, &'static str> {
    let mut stream = Stream::with(options.clone());
    let pushed = pieces.iter().try_for_each(|piece| stream.push(piece));
    let finished = pushed.and_then(|()| stream.finish());
    finished.map(|reading| reading.document.to_json()).map_err(|error| error.code())
}

#[test]
fn recorded_streams_of_a_sample() {
    let Some(corpus) = corpus() else { return };
    streams_agree(&recorded(&corpus, 12));
}

#[test]
#[ignore = "takes minutes; run it with --release"]
fn all_recorded_streams() {
    let Some(corpus) = corpus() else { return };
    streams_agree(&recorded(&corpus, 1));
}
