//! What goes in comes out: the same order, the same digits, whatever the way.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

mod generate;

use generate::Random;
use isoform_json::{Document, ErrorKind, NodeId, ReadOptions};

fn each(mut check: impl FnMut(&mut Random, Document)) {
    for seed in 1..400 {
        let mut random = Random::new(seed);
        let document = generate::document(&mut random);
        check(&mut random, document);
    }
}

#[test]
fn text_survives_reading_and_writing() {
    each(|random, document| {
        let text = document.to_json();
        let read = Document::parse(&text).unwrap();
        assert_eq!(read.to_json(), text);
        assert_eq!(read, document);
        assert_eq!(Document::parse(&document.to_json_pretty()).unwrap().to_json(), text);
        assert_eq!(Document::parse(&generate::spaced(random, &document)).unwrap().to_json(), text);
    });
}

#[test]
fn every_way_around_keeps_bytes() {
    each(|_, document| {
        let text = document.to_json();
        assert_eq!(document.to_value().to_document().unwrap().to_json(), text);
        assert_eq!(document.root().to_document().to_json(), text);
        let mut builder = isoform_json::Builder::new();
        builder.view(document.root());
        assert_eq!(builder.finish().unwrap().to_json(), text);
    });
}

#[test]
fn serde_json_reads_what_we_write() {
    each(|_, document| {
        let text = document.to_json();
        let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
        let ours: Document = serde_json::from_str(&text).unwrap();
        assert_eq!(Document::from_serde_json(&theirs).unwrap(), ours);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&document.to_json_pretty()).unwrap(), theirs);
    });
}

#[test]
fn spans_and_pointers_lead_back() {
    each(|random, document| {
        let text = generate::spaced(random, &document);
        let document = Document::parse(&text).unwrap();
        assert_eq!(document.source(), text);
        let mut last = None;
        for view in (0..document.node_bound()).filter_map(|index| view_at(&document, index)) {
            assert!(last < Some(view.id()));
            last = Some(view.id());
            let spelled = &text[view.span().unwrap()];
            assert!(Document::parse(spelled).unwrap().root().same_value(view));
            assert_eq!(spelled.trim(), spelled);
            assert_eq!(document.root().at(&view.pointer()).unwrap().id(), view.id());
            if let Some(key) = view.key() {
                let name = Document::parse(&text[view.key_span().unwrap()]).unwrap();
                assert_eq!(name.root().as_str(), Some(key));
            }
        }
    });
}

/// Ids are opaque; the tests get at them by walking.
fn view_at(document: &Document, index: usize) -> Option<isoform_json::View<'_>> {
    let mut pending = vec![document.root()];
    while let Some(view) = pending.pop() {
        if view.id().index() == index {
            assert_eq!(document.view(view.id()).unwrap().id(), view.id());
            return Some(view);
        }
        pending.extend(view.items());
        pending.extend(view.members().map(|(_, value)| value));
    }
    None
}

#[test]
fn a_prefix_is_truncated_and_nothing_else() {
    each(|_, document| {
        let text = document.to_json();
        if !text.starts_with(['[', '{', '"']) {
            return;
        }
        for (end, _) in text.char_indices() {
            let error = Document::parse(&text[..end]).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Truncated | ErrorKind::Empty), "{error}");
            assert_eq!(error.offset(), Some(end));
        }
    });
}

#[test]
fn damage_gets_the_verdict_of_serde_json() {
    let bytes_of_interest = b"\"\\{}[],:0123456789-+.eEtfn \n\x00\x1f\x7f\xc3\xffu";
    each(|random, document| {
        let text = document.to_json().into_bytes();
        for _ in 0..20 {
            let mut damaged = text.clone();
            for _ in 0..=random.below(2) {
                let at = random.below(damaged.len().max(1));
                let byte = bytes_of_interest[random.below(bytes_of_interest.len())];
                match random.below(3) {
                    0 => damaged.insert(at, byte),
                    1 if at < damaged.len() => drop(damaged.remove(at)),
                    _ if at < damaged.len() => damaged[at] = byte,
                    _ => {}
                }
            }
            let ours = Document::parse_bytes(&damaged, &ReadOptions::default());
            let theirs = serde_json::from_slice::<serde_json::Value>(&damaged);
            let out_of_range = theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
            assert!(
                ours.is_ok() == theirs.is_ok() || ours.is_ok() && out_of_range,
                "{:?}: {ours:?} {theirs:?}",
                String::from_utf8_lossy(&damaged)
            );
        }
    });
}

#[test]
fn equality_ignores_order_and_spelling() {
    let same = |left: &str, right: &str| Document::parse(left).unwrap() == Document::parse(right).unwrap();
    assert!(same(r#"{"a":1,"b":[1.0,2e1]}"#, r#"{"b":[1,20],"a":1.00}"#));
    assert!(same(r#""\u00e9""#, r#""é""#));
    assert!(same("-0.0", "0"));
    assert!(!same("[1,2]", "[2,1]"));
    assert!(!same("[1]", "[1,1]"));
    assert!(!same("9007199254740993", "9007199254740992"));
    assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":1}"#));
    assert!(!same("true", "false"));
    assert!(!same("1", r#""1""#));
    assert!(!same("[]", "{}"));
    // Repeated names: occurrence by occurrence.
    assert!(same(r#"{"a":1,"b":0,"a":2}"#, r#"{"b":0,"a":1,"a":2}"#));
    assert!(!same(r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#));
    assert!(!same(r#"{"a":1,"a":2}"#, r#"{"a":1,"b":2}"#));
}

#[test]
fn ids_outside_lead_nowhere() {
    let one = Document::parse("1").unwrap();
    let two = Document::parse(r#"{"a":2}"#).unwrap();
    let inner: NodeId = two.root().get("a").unwrap().id();
    assert_eq!(one.view(inner).map(|view| view.to_json()), None);
    // An object has two slots, a name and a number one each.
    assert_eq!(two.node_bound(), 4);
}
