//! The stream law: any cut of the same bytes gives the same result, nothing that was shown is withdrawn, what is
//! done stays, and the last view is what the strict reader reads.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

mod generate;
mod watch;

use generate::Random;
use isoform_json::stream::{Items, Lines, State, Stream, StreamOptions, items_after};
use isoform_json::{Document, Error, ErrorKind, ReadOptions, Severity, read};
use watch::{Watched, watch};

/// Documents with everything in them that can be cut in the middle.
const SMALL: [&str; 14] = [
    r#"{"a":1}"#,
    r#"{"city": "Oslo", "nights": 12, "tags": ["a", "b"], "ok": true, "none": null}"#,
    r#"["é", "😀", "\u00e9\ud83d\ude00", "\\", "\"", "\n"]"#,
    r#"[1, -0, 1.50, 1e2, 1E+2, -2.5e-3, 123456789012345678901234567890]"#,
    r#"{"a":{"b":{"c":[[[]],{}]}},"":{"":""}}"#,
    "true",
    "null",
    "-12.5e3",
    r#""text""#,
    "  [ ]  ",
    r#"{"a~b":{"c/d":[true,false]}}"#,
    r#"[[1,[2,[3,[4]]]],{"x":[{"y":[{"z":0}]}]}]"#,
    r#"{"long":"0123456789012345678901234567890123456789012345678901234567890123456789"}"#,
    "\t{\"\u{2028}\": \"\u{7f}\"}\r\n",
];

fn strict() -> StreamOptions {
    StreamOptions::default()
}

/// Both ways of a cut in two.
fn every_split(bytes: &[u8], options: &StreamOptions) -> Vec<Watched> {
    (0..=bytes.len()).map(|at| watch(&[&bytes[..at], &bytes[at..]], options)).collect()
}

fn byte_by_byte(bytes: &[u8], options: &StreamOptions) -> Watched {
    let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
    watch(&pieces, options)
}

#[test]
fn every_split_of_small_documents() {
    let mut random = Random::new(11);
    let mut texts: Vec<String> = SMALL.iter().map(|text| (*text).to_owned()).collect();
    while texts.len() < 120 {
        let document = generate::document(&mut random);
        let text = generate::spaced(&mut random, &document);
        if text.len() <= 200 {
            texts.push(text);
        }
    }
    for text in &texts {
        let read = Document::parse(text).unwrap();
        for options in [strict(), StreamOptions::lenient()] {
            let whole = watch(&[text.as_bytes()], &options);
            assert_eq!(whole.result.as_ref().unwrap(), &read.to_json(), "{text}");
            for split in every_split(text.as_bytes(), &options) {
                assert_eq!(split.result, whole.result, "{text}");
                assert_eq!(split.shown, whole.shown, "{text}");
            }
            assert_eq!(byte_by_byte(text.as_bytes(), &options).result, whole.result, "{text}");
        }
    }
}

#[test]
fn random_splits_of_larger_documents() {
    let mut random = Random::new(12);
    for _ in 0..60 {
        let text = generate::document(&mut random).to_json();
        for _ in 0..4 {
            let pieces = watch::cut(text.as_bytes(), &mut random, 20);
            let watched = watch(&pieces, &strict());
            assert_eq!(watched.result.unwrap(), text);
            assert!(watched.delta_bytes * 10 <= text.len() * 12, "{} bytes of deltas: {text}", watched.delta_bytes);
        }
    }
}

/// Texts that are no JSON, or no longer: the stream says so at the same byte as the reader of the whole text.
#[test]
fn faults_are_those_of_the_strict_reader() {
    let mut random = Random::new(13);
    let signs =
        ["{", "}", "[", "]", ",", ":", "\"", "\\", "0", "-", ".", "e", "t", "n", " ", "\n", "\\u12", "\\ud800", "é"];
    for _ in 0..1500 {
        let document = generate::document(&mut random);
        let mut text = generate::spaced(&mut random, &document);
        for _ in 0..=random.below(2) {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match random.below(3) {
                0 => text.insert_str(at, random.pick(&signs)),
                1 => text.truncate(at),
                _ => {
                    let end = (at + 1..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(at);
                    text.replace_range(at..end, random.pick(&signs));
                }
            }
        }
        let whole = read::strict(&text, &ReadOptions::default());
        let pieces = watch::cut(text.as_bytes(), &mut random, 9);
        let streamed = watch(&pieces, &strict());
        let once = watch(&[text.as_bytes()], &strict());
        assert_eq!(streamed.result, once.result, "{text}");
        assert_eq!(streamed.shown, once.shown, "{text}");
        let code = |error: &Error| match error.kind() {
            ErrorKind::LoneSurrogate => "malformed",
            _ => error.code(),
        };
        match (&whole, &once.result) {
            (Ok(document), Ok(text)) => assert_eq!(&document.to_json(), text),
            // The stream meets the repeated name before the reader of the whole meets what comes later.
            (_, Err(watched)) if watched.code == "duplicate-key" => {}
            (Err(error), Err(watched)) => {
                assert_eq!(watched.code, code(error), "{text}");
                assert_eq!(watched.offset, error.offset(), "{text}: {error}");
            }
            (whole, streamed) => panic!("{text}: {whole:?}, {streamed:?}"),
        }
    }
}

#[test]
fn a_prefix_is_truncated_and_its_view_is_right() {
    let mut random = Random::new(14);
    for _ in 0..300 {
        let document = generate::document(&mut random);
        let text = generate::spaced(&mut random, &document);
        watch::prefixes_are_right(&text);
    }
    for text in SMALL {
        watch::prefixes_are_right(text);
    }
}

#[test]
fn characters_and_escapes_are_shown_whole() {
    let mut stream = Stream::new();
    let mut shown = |bytes: &[u8]| {
        stream.push(bytes).unwrap();
        stream.document().root().as_str().map(str::to_owned)
    };
    assert_eq!(shown(b"\"caf\xc3").as_deref(), Some("caf"));
    assert_eq!(shown(b"\xa9\\").as_deref(), Some("café"));
    assert_eq!(shown(b"u00e").as_deref(), Some("café"));
    assert_eq!(shown(b"9\\ud83d").as_deref(), Some("caféé"));
    assert_eq!(shown(b"\\ude8").as_deref(), Some("caféé"));
    assert_eq!(shown(b"0").as_deref(), Some("caféé🚀"));
    assert_eq!(shown(b"\"").as_deref(), Some("caféé🚀"));
    assert_eq!(stream.state(""), State::Done);
}

#[test]
fn numbers_wait_for_what_follows_and_keywords_do_not() {
    let mut stream = Stream::new();
    stream.push(b"[12").unwrap();
    assert_eq!(stream.document().to_json(), "[]");
    stream.push(b"9 , t").unwrap();
    assert_eq!(stream.document().to_json(), "[129,true]");
    assert_eq!(
        (stream.state("/0"), stream.state("/1"), stream.state("/2")),
        (State::Done, State::Open, State::Pending)
    );
    assert_eq!(stream.open_pointers(), ["", "/1"]);
    stream.push(b"rue").unwrap();
    assert_eq!(stream.state("/1"), State::Done);
    assert_eq!(stream.push(b"x").unwrap_err().code(), "malformed");
    assert_eq!(stream.push(b"]").unwrap_err().code(), "malformed");
    assert_eq!(stream.document().to_json(), "[129,true]");
}

#[test]
fn a_number_at_the_root_is_shown_when_the_text_is_closed() {
    let mut stream = Stream::new();
    stream.push(b"12").unwrap();
    assert!(stream.deltas().is_empty() && stream.root().is_none());
    stream.close().unwrap();
    assert_eq!(stream.deltas().len(), 2);
    assert_eq!(stream.finish().unwrap().document.to_json(), "12");

    let mut stream = Stream::new();
    stream.push(b"[12").unwrap();
    assert_eq!(stream.close().unwrap_err().code(), "truncated");
    assert_eq!(stream.finish().unwrap_err().partial().unwrap().to_json(), "[]");
}

#[test]
fn a_repeated_name_is_an_error_at_the_name() {
    let many: String = (0..100).map(|number| format!("\"k{number}\":0,")).collect();
    for text in
        [r#"{"a": {"b": 1, "b"#.to_owned() + "\": 2", format!("{{{many}\"k17\":1"), r#"{"a":1,"\u0061":1}"#.into()]
    {
        let mut stream = Stream::new();
        let error = stream.push(text.as_bytes()).unwrap_err();
        assert_eq!(error.code(), "duplicate-key");
        assert_eq!(error.readings().len(), 2);
        assert!(read::strict(&text, &ReadOptions::default()).is_err());
    }
    let mut stream = Stream::new();
    stream.push(br#"[{"a":1},{"a":{"a":{"a":2}}},{"a":3}]"#).unwrap();
    assert!(stream.is_done());
}

#[test]
fn text_of_a_model() {
    let texts = [
        ("Here you go:\n```json\n{\"a\": [\"x\", \"y\"]}\n```\nAnything else?", r#"{"a":["x","y"]}"#),
        ("<think>maybe {\"a\": 0}</think>\n{\"a\": 1}", r#"{"a":1}"#),
        ("so I weigh {x} first.\n</think>\n{\"a\": 1}", r#"{"a":1}"#),
        ("Templates use {name}, so: {\"tpl\": \"hi {name}\"}", r#"{"tpl":"hi {name}"}"#),
        ("```bash\nls {a,b}\n```\nand\n```json\n{\"cmd\":\"ls\"}\n```", r#"{"cmd":"ls"}"#),
        ("\u{feff}{'a': True, b: [1, 2,], // one\n \"c\": .5}", r#"{"a":true,"b":[1,2],"c":0.5}"#),
        ("{\"poem\": \"one\ntwo\", \"re\": \"^\\d+\\.\\w$\"}", r#"{"poem":"one\ntwo","re":"^\\d+\\.\\w$"}"#),
        ("{\u{201c}name\u{201d}: \u{201c}Ann\u{201d}}", r#"{"name":"Ann"}"#),
        ("{'a': 'it's ok', 'b': (1, 2)}", r#"{"a":"it's ok","b":[1,2]}"#),
        (" 42\n", "42"),
    ];
    for (text, json) in texts {
        let options = StreamOptions::lenient();
        let whole = watch(&[text.as_bytes()], &options);
        assert_eq!(whole.result.as_deref(), Ok(json), "{text}");
        for split in every_split(text.as_bytes(), &options) {
            assert_eq!(split.result, whole.result, "{text}");
            assert_eq!(split.shown, whole.shown, "{text}");
        }
        assert_eq!(byte_by_byte(text.as_bytes(), &options).result, whole.result, "{text}");
        let reading = read::lenient(text, &read::LenientOptions::default()).unwrap();
        assert_eq!(reading.document.to_json(), json);
    }
}

#[test]
fn a_lenient_stream_refuses_what_the_lenient_reader_refuses() {
    for (text, code) in [
        ("{\"a\": 1} or {\"a\": 2}", "ambiguous"),
        ("I can't share that list.", "no-json"),
        ("  ", "empty"),
        ("{\"a\": [1", "truncated"),
        ("<think>could be {\"a\": 0}, or", "no-json"),
        ("{\"a\": NaN}", "not-a-number"),
        ("{\"path\": \"C:\\dir\\table\"}", "ambiguous"),
    ] {
        let options = StreamOptions::lenient();
        let whole = watch(&[text.as_bytes()], &options).result.unwrap_err().code;
        assert_eq!(whole, code, "{text}");
        assert_eq!(byte_by_byte(text.as_bytes(), &options).result.unwrap_err().code, code, "{text}");
        assert_eq!(read::lenient(text, &read::LenientOptions::default()).unwrap_err().code(), code, "{text}");
    }
    let format = StreamOptions::default().with_severity(Severity::Format);
    assert_eq!(watch(&[b"{'a': 1}"], &format).result.unwrap_err().code, "malformed");
    assert!(watch(&[b"{\"a\": 1,}"], &format).result.is_ok());
}

#[test]
fn limits_hold_for_streams() {
    let limits = ReadOptions::default().with_max_depth(3).with_max_bytes(10);
    let options = StreamOptions::default().with_limits(limits);
    assert_eq!(watch(&[b"[[[[1]]]]"], &options).result.unwrap_err().code, "too-deep");
    for piece in [1, 4, 20] {
        let pieces: Vec<&[u8]> = b"[1,2,3,4,5,6]".chunks(piece).collect();
        let watched = watch(&pieces, &options);
        assert_eq!(watched.result.unwrap_err().code, "too-large");
        assert_eq!(watched.shown, "[1,2,3,4]");
    }
    for piece in [1, 2, 7] {
        let pieces: Vec<&[u8]> = b"[1,\"a\xff\"]".chunks(piece).collect();
        let watched = watch(&pieces, &strict());
        assert_eq!(watched.result.unwrap_err().code, "not-utf8");
        assert_eq!(watched.shown, "[1,\"a\"]");
    }
}

fn written(items: &[Document]) -> Vec<String> {
    items.iter().map(Document::to_json).collect()
}

#[test]
fn items_of_any_type_in_any_pieces() {
    let text = r#"Here: {"head": {"x": 1}, "list": [{"a": 1}, [2], 30, "x]", true, null, []], "more": [9]}"#;
    let expected = [r#"{"a":1}"#, "[2]", "30", "\"x]\"", "true", "null", "[]"];
    for size in 1..40 {
        for mut items in [Items::new(StreamOptions::lenient()), Items::at("/list", StreamOptions::lenient())] {
            let mut given = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                given.extend(items.push(piece).unwrap());
            }
            assert_eq!(written(&given), expected, "{size}");
        }
        let mut more = Items::at("/more", StreamOptions::lenient());
        let given: Vec<Document> = text.as_bytes().chunks(size).flat_map(|piece| more.push(piece).unwrap()).collect();
        assert_eq!(written(&given), ["9"]);
    }
}

#[test]
fn items_from_a_cursor() {
    for (text, cursor, items, next) in [
        (r#"[{"name": "John"}, {"name": "Jane"}]"#, 0, vec![r#"{"name":"John"}"#, r#"{"name":"Jane"}"#], 35),
        (r#"[{"name": "John"}, {"name": "Jane"}]"#, 17, vec![r#"{"name":"Jane"}"#], 35),
        (r#"[{"name": "John"}, {"name": "J"#, 0, vec![r#"{"name":"John"}"#], 17),
        ("[1,2,3]", 0, vec!["1", "2", "3"], 6),
        (r#"["{a}"]"#, 0, vec![r#""{a}""#], 6),
        ("[]", 0, vec![], 1),
        ("[{}]", 0, vec!["{}"], 3),
        (r#"[[{"a":1}],{"b":2}]"#, 0, vec![r#"[{"a":1}]"#, r#"{"b":2}"#], 18),
        (r#"{"items":[{"a":1},{"b":2}]}"#, 0, vec![r#"{"a":1}"#, r#"{"b":2}"#], 25),
        (r#"see [note] [{"a":1}]"#, 0, vec![r#"{"a":1}"#], 19),
        (r#"say "x [" [{"a":1}]"#, 0, vec![r#"{"a":1}"#], 18),
        (r#"[{"a":1}] [{"b":2}]"#, 8, vec![], 8),
        (r#"[{"a":"\"}"}]"#, 0, vec![r#"{"a":"\"}"}"#], 12),
        ("[1, 2", 0, vec!["1"], 2),
        ("no list", 0, vec![], 7),
        ("[1]", 100, vec![], 100),
    ] {
        let (found, came) = items_after(text, cursor).unwrap();
        assert_eq!((written(&found), came), (items.iter().map(|item| (*item).to_owned()).collect(), next), "{text}");
    }
    for text in ["[{bad},{\"a\":1}]", "[}{\"a\":1}]"] {
        assert_eq!(items_after(text, 0).unwrap_err().code(), "malformed", "{text}");
    }
}

#[test]
fn lines_in_any_pieces() {
    let text = "{\"id\":1}\r\n\n  \n[2]\nnot json\n{\"a\":1,\"a\":2}\n\"é\"";
    for size in 1..30 {
        let mut lines = Lines::default();
        let mut came: Vec<String> = Vec::new();
        let shown = |value: Result<Document, Error>| {
            value.map_or_else(|error| error.code().to_owned(), |value| value.to_json())
        };
        for piece in text.as_bytes().chunks(size) {
            came.extend(lines.push(piece).into_iter().map(shown));
        }
        came.extend(lines.finish().map(shown));
        assert_eq!(came, ["{\"id\":1}", "[2]", "malformed", "duplicate-key", "\"é\""]);
    }
}
