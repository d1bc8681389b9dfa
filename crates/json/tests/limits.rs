//! Sizes and depths that strangers send.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use isoform_json::{Builder, Decimal, Document, ErrorKind, Number, ReadOptions, Value};

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

/// Runs the work on a small stack.
fn on_small_stack(kibibytes: usize, work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(kibibytes << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

#[test]
fn depth_is_refused_on_any_stack() {
    on_small_stack(512, || {
        for text in [nested(100_000), "[".repeat(100_000), "{\"a\":".repeat(100_000)] {
            let error = Document::parse(&text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooDeep);
            let all = ReadOptions::default().with_max_depth(usize::MAX);
            assert_eq!(Document::parse_with(&text, &all).unwrap_err().kind(), ErrorKind::TooDeep);
        }
    });
}

#[test]
fn the_limit_itself_is_allowed() {
    assert!(Document::parse(&nested(128)).is_ok());
    let error = Document::parse(&nested(129)).unwrap_err();
    assert_eq!((error.code(), error.offset()), ("too-deep", Some(128)));
    assert_eq!(Document::parse_with("[]", &ReadOptions::default().with_max_depth(0)).unwrap_err().code(), "too-deep");
    assert!(Document::parse_with("1", &ReadOptions::default().with_max_depth(0)).is_ok());
}

#[test]
fn the_deepest_document_passes_everywhere() {
    let text = nested(Document::MAX_DEPTH);
    let options = ReadOptions::default().with_max_depth(usize::MAX);
    let document = Document::parse_with(&text, &options).unwrap();
    on_small_stack(512, move || {
        assert_eq!(document.to_json(), text);
        assert_eq!(document.to_value().to_document().unwrap(), document);
        assert_eq!(document.clone(), document);
        assert_eq!(document.root().to_document(), document);
        drop(document.root().to_serde_json().unwrap());
        assert!(document.duplicate_key().is_none());
    });
}

#[test]
fn serde_recursion_stays_within_a_thread_of_two_mebibytes() {
    let text = nested(Document::MAX_DEPTH);
    let options = ReadOptions::default().with_max_depth(usize::MAX);
    let document = Document::parse_with(&text, &options).unwrap();
    on_small_stack(2048, move || {
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
        let copy: Document = isoform_json::from_view(document.root()).unwrap();
        assert_eq!(copy, document);
        let theirs: serde_json::Value = isoform_json::from_view(document.root()).unwrap();
        assert_eq!(Document::from_serde_json(&theirs).unwrap(), document);
    });
}

#[test]
fn other_ways_in_have_the_same_limit() {
    let mut builder = Builder::new();
    for _ in 0..100_000 {
        builder.begin_array();
    }
    assert_eq!(builder.finish().unwrap_err().kind(), ErrorKind::TooDeep);

    let mut value = Value::Null;
    let mut theirs = serde_json::Value::Null;
    for _ in 0..=Document::MAX_DEPTH {
        value = Value::Array(vec![value]);
        theirs = serde_json::Value::Array(vec![theirs]);
    }
    assert_eq!(value.to_document().unwrap_err().kind(), ErrorKind::TooDeep);
    assert_eq!(Document::from_serde_json(&theirs).unwrap_err().kind(), ErrorKind::TooDeep);
    assert!(serde_json::from_value::<Document>(theirs).is_err());
}

#[test]
fn bytes_are_counted_before_anything_else() {
    let options = ReadOptions::default().with_max_bytes(4);
    assert!(Document::parse_with("null", &options).is_ok());
    for text in ["null ", "xxxxx"] {
        assert_eq!(Document::parse_with(text, &options).unwrap_err().kind(), ErrorKind::TooLarge);
        assert_eq!(Document::parse_bytes(text.as_bytes(), &options).unwrap_err().kind(), ErrorKind::TooLarge);
    }
    assert_eq!(Document::parse_bytes(&[0xff; 5], &options).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_number_of_a_million_digits_is_a_number() {
    let digits = "7".repeat(1_000_000);
    let document = Document::parse(&digits).unwrap();
    assert_eq!(document.to_json(), digits);
    let number = document.root().as_number().unwrap();
    assert!(number.is_integer());
    assert_eq!((number.as_u64(), number.as_i128(), number.as_f64()), (None, None, None));
    assert_eq!(number.decimal().to_text(), digits);
    assert_eq!(number.decimal().succ(), None);
    assert_eq!(number.decimal().is_multiple_of(&Decimal::from(7)), Some(true));
    assert_eq!(number.decimal().is_multiple_of(&Decimal::from(9)), Some(false));
    assert_eq!(number.decimal().is_multiple_of(&Decimal::parse(&"3".repeat(400)).unwrap()), None);
    assert!(serde_json::to_string(&document).is_err());

    let fraction = format!("0.{}1", "0".repeat(1_000_000));
    let tiny = Number::parse(&fraction).unwrap();
    assert_eq!(tiny, Number::parse("1e-1000001").unwrap());
    assert_eq!(tiny.decimal().ceil(), Some(Decimal::from(1)));
    assert_eq!(tiny.as_f64(), Some(0.0));

    let exponent = format!("1e{}", "9".repeat(1_000_000));
    let huge = Number::parse(&exponent).unwrap();
    assert!(huge.is_integer() && huge > number);
    assert_eq!(huge, Number::parse(&format!("10e{}8", "9".repeat(999_999))).unwrap());
    assert_eq!((huge.as_f64(), huge.as_u64(), huge.decimal().succ()), (None, None, None));
}

/// One object with many members, in order or turned around.
fn wide(count: usize, turned: bool) -> String {
    let member = |number: usize| format!("\"key {number}\":{number}");
    let members: Vec<String> =
        if turned { (0..count).rev().map(member).collect() } else { (0..count).map(member).collect() };
    format!("{{{}}}", members.join(","))
}

#[test]
fn wide_objects_take_linear_time() {
    let left = Document::parse(&wide(100_000, false)).unwrap();
    let right = Document::parse(&wide(100_000, true)).unwrap();
    assert!(left == right);
    assert!(left.duplicate_key().is_none());
    assert_eq!(left.to_value(), right.to_value());
    assert_eq!(left.root().members().len(), 100_000);
}

#[test]
fn the_first_repeated_name_is_found() {
    let find = |text: &str| {
        let document = Document::parse(text).unwrap();
        document.duplicate_key().map(|view| (view.pointer(), view.span().unwrap().start))
    };
    assert_eq!(find(r#"{"a":1,"b":{"a":2}}"#), None);
    assert_eq!(find(r#"[{"a":1},{"a":1}]"#), None);
    assert_eq!(find(r#"{"a":1,"a":2}"#).unwrap().1, 11);
    assert_eq!(find(r#"{"a":1,"\u0061":2}"#).unwrap().1, 16);
    // Source order counts, not depth.
    assert_eq!(find(r#"{"x":{"a":1,"a":2},"x":3}"#).unwrap().0, "/x/a");
    assert_eq!(find(r#"{"x":1,"x":{"a":1,"a":2}}"#).unwrap().1, 11);
    assert_eq!(find(r#"{"x":1,"y":[{"k":1,"k":1}],"x":{}}"#).unwrap().1, 23);
    let many = wide(1_000, false).replace("\"key 999\"", "\"key 500\"");
    assert!(find(&many).is_some());
    let deep = format!("{}{}{}", "{\"a\":".repeat(100), r#"{"b":1,"b":2}"#, "}".repeat(100));
    assert!(find(&deep).is_some());
}
