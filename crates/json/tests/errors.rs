//! Where an error is, and what it says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use isoform_json::{Builder, Document, Error, ErrorKind, ReadOptions};

fn refused(text: &str) -> Error {
    Document::parse(text).unwrap_err()
}

#[test]
fn places_count_lines_and_characters() {
    let place = |text: &str| {
        let error = refused(text);
        (error.offset().unwrap(), error.line().unwrap(), error.column().unwrap())
    };
    assert_eq!(place("x"), (0, 1, 1));
    assert_eq!(place("[1,\n2,\n x]"), (8, 3, 2));
    assert_eq!(place("[\"é😀\" x]"), (10, 1, 7));
    assert_eq!(place("[\r\n\r\nx]"), (5, 3, 1));
    assert_eq!(place("[\n"), (2, 2, 1));
    assert_eq!(place(""), (0, 1, 1));
    let error = Document::parse_bytes(
        "[\"é\",\n\"".as_bytes().iter().chain(b"\xff\"]").copied().collect::<Vec<_>>().as_slice(),
        &ReadOptions::default(),
    )
    .unwrap_err();
    assert_eq!((error.offset(), error.line(), error.column()), (Some(8), Some(2), Some(2)));
    assert_eq!(error.span(), Some(8..9));
}

#[test]
fn messages_are_one_line_without_input() {
    for (text, message) in [
        ("[1 2]", "malformed JSON at line 1 column 4: expected `,` or `]`"),
        (r#"{"a" 1}"#, "malformed JSON at line 1 column 6: expected `:`"),
        (r#"{"a":1"#, "the JSON text ends too early at line 1 column 7: the number may go on"),
        (r#"["a"#, "the JSON text ends too early at line 1 column 4: the string is not closed"),
        ("[01]", "malformed JSON at line 1 column 3: expected `,` or `]`"),
        ("[1.]", "malformed JSON at line 1 column 4: expected a digit"),
        ("{} {}", "text after the JSON value at line 1 column 4"),
        ("  ", "the text is empty at line 1 column 3"),
        (r#"["\ud800"]"#, "an escape is half of a surrogate pair at line 1 column 3"),
    ] {
        assert_eq!(refused(text).to_string(), message);
    }
    assert_eq!(refused(r#"["\ud800"]"#).span(), Some(2..8));
    assert_eq!(std::mem::size_of::<Error>(), std::mem::size_of::<usize>());
}

#[test]
fn the_builder_reports_the_first_misuse() {
    fn built(steps: impl FnOnce(&mut Builder)) -> Result<Document, Error> {
        let mut builder = Builder::new();
        steps(&mut builder);
        builder.finish()
    }
    let code = |steps: fn(&mut Builder)| built(steps).unwrap_err().code();
    assert_eq!(code(|_| {}), "build");
    assert_eq!(
        code(|b| {
            b.null().null();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_array();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.end_array();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_array().end_object();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_object().end_array();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_object().null();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_object().key("a").end_object();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_object().key("a").key("b");
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.key("a");
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_array().key("a");
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.begin_object().end_object().begin_object();
        }),
        "build"
    );
    assert_eq!(
        code(|b| {
            b.number("1.");
        }),
        "number"
    );
    assert_eq!(
        code(|b| {
            b.number("NaN").null().null();
        }),
        "number"
    );
    assert_eq!(
        code(|b| {
            b.begin_array().number("").end_object();
        }),
        "number"
    );

    let document = built(|b| {
        let inner = Document::parse(r#"{"x":[1.50,"\n"]}"#).unwrap();
        b.begin_array().view(inner.root()).view(inner.root().at("/x/1").unwrap()).bool(false).end_array();
    });
    let document = document.unwrap();
    assert_eq!(document.to_json(), r#"[{"x":[1.50,"\n"]},"\n",false]"#);
    assert_eq!(document.source(), "");
    assert_eq!((document.root().span(), document.root().items().next().unwrap().key_span()), (None, None));
}

#[test]
fn every_kind_has_a_code_of_its_own() {
    let kinds = [
        ErrorKind::Malformed,
        ErrorKind::Truncated,
        ErrorKind::Trailing,
        ErrorKind::Empty,
        ErrorKind::NoJson,
        ErrorKind::Ambiguous,
        ErrorKind::DuplicateKey,
        ErrorKind::NotANumber,
        ErrorKind::TooDeep,
        ErrorKind::TooLarge,
        ErrorKind::NotUtf8,
        ErrorKind::LoneSurrogate,
        ErrorKind::Number,
        ErrorKind::Build,
        ErrorKind::Decode,
    ];
    let mut codes: Vec<&str> = kinds.iter().map(|kind| kind.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), kinds.len());
}
