//! A document that is still growing: what it shows, and that nothing shown is ever moved.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

use isoform_json::{Document, Growth, NodeId, Role};

#[test]
fn an_open_string_grows_in_place() {
    let mut growth = Growth::new(String::new(), 0);
    assert!(growth.root().is_none());
    growth.append_source("\"ab");
    growth.begin_text(Role::Value, 0);
    growth.extend_text(3);
    let seen = |growth: &Growth| {
        let root = growth.root().unwrap();
        (root.as_str().unwrap().to_owned(), root.span().unwrap(), root.is_complete())
    };
    assert_eq!(seen(&growth), ("ab".into(), 0..3, false));
    growth.append_source("cd\\n");
    growth.extend_text(5);
    assert_eq!(seen(&growth), ("abcd".into(), 0..5, false));
    growth.push_decoded('\n', 7);
    assert_eq!(seen(&growth), ("abcd\n".into(), 0..7, false));
    growth.append_source("é\"");
    growth.extend_text(9);
    assert_eq!(seen(&growth), ("abcd\né".into(), 0..9, false));
    growth.end_text(10);
    assert_eq!(seen(&growth), ("abcd\né".into(), 0..10, true));
    assert_eq!(growth.into_document().to_json(), "\"abcd\\né\"");
}

#[test]
fn an_open_tree_reaches_as_far_as_it_is_known() {
    let text = r#"{"a":[1,{"b":"x"}],"c":2}"#;
    let mut growth = Growth::new(text.to_owned(), 0);
    let mut shown = Vec::new();
    let mut ids: Vec<NodeId> = Vec::new();
    let steps: [fn(&mut Growth); 16] = [
        |growth| growth.begin_object(0),
        |growth| growth.plain_text(Role::Name, 1, 4),
        |growth| growth.begin_array(5),
        |growth| growth.number(6, 7),
        |growth| growth.begin_object(8),
        |growth| growth.begin_text(Role::Name, 9),
        |growth| growth.extend_text(11),
        |growth| growth.end_text(12),
        |growth| growth.begin_text(Role::Value, 13),
        |growth| growth.extend_text(15),
        |growth| growth.end_text(16),
        |growth| growth.end(17),
        |growth| growth.end(18),
        |growth| growth.plain_text(Role::Name, 19, 22),
        |growth| growth.number(23, 24),
        |growth| growth.end(25),
    ];
    for step in steps {
        step(&mut growth);
        let root = growth.root().unwrap();
        shown.push(root.to_json());
        // Every way to walk agrees, whatever is missing.
        assert_eq!(root.to_document().to_json(), root.to_json());
        assert_eq!(root.to_value().to_document().unwrap().to_json(), root.to_json());
        assert_eq!(root.members().count(), root.len());
        for id in &ids {
            assert_eq!(growth.document().view(*id).unwrap().id(), *id);
        }
        ids.extend(root.at("/a").map(|array| array.id()));
    }
    shown.dedup();
    assert_eq!(
        shown,
        [
            "{}",
            r#"{"a":[]}"#,
            r#"{"a":[1]}"#,
            r#"{"a":[1,{}]}"#,
            r#"{"a":[1,{"b":""}]}"#,
            r#"{"a":[1,{"b":"x"}]}"#,
            r#"{"a":[1,{"b":"x"}],"c":2}"#,
        ]
    );
    let grown = growth.into_document();
    let read = Document::parse(text).unwrap();
    assert_eq!(format!("{grown:?}"), format!("{read:?}"));
}
