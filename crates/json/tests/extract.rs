//! Fences, Markdown blocks, object lines, and the first value of a text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

use isoform_json::{extract, fence, read};

#[test]
fn the_body_of_a_text_that_is_one_fence() {
    let body = "{\"a\": 1}";
    for text in [
        "```json\n{\"a\": 1}\n```",
        "```JSON\n{\"a\": 1}\n```",
        "```Json\n{\"a\": 1}\n```",
        "``` json\n{\"a\": 1}\n```",
        "```\n{\"a\": 1}\n```",
        " \n```json\n\n{\"a\": 1}\n\n```\n ",
        "```json\r\n{\"a\": 1}\r\n```\r\n",
        "```json\n{\"a\": 1}```",
    ] {
        assert_eq!(fence::unwrap(text), body, "{text:?}");
    }
    for text in [
        "```json {\"a\": 1}```",
        "```go\n{}\n```",
        "```jsonc\n{}\n```",
        "```json x\n{}\n```",
        "Here:\n```json\n{}\n```",
        "```json\n{}\n```\nDone.",
        "```json\n{}\n```\n```json\n{}\n```",
        "```json\n```sh\nls\n```\n```",
        "```json\n{}",
        "``````",
        "```",
        "```json",
        "````json\n{}\n````",
        "```json\r{}\r```",
        " {\"a\": 1} ",
        "",
    ] {
        assert_eq!(fence::unwrap(text), text, "{text:?}");
    }
    assert_eq!(fence::unwrap("```json\n```"), "");
    assert_eq!(fence::unwrap("```json\n\n```"), "");
    assert_eq!(fence::unwrap("```json\n{\"md\": \"```sh```\"}\n```"), "{\"md\": \"```sh```\"}");
}

#[test]
fn the_block_of_a_markdown_text() {
    for (text, block) in [
        ("```foo bar```", None),
        ("``` ```", None),
        ("```yaml\na: 1\n```", None),
        ("no fence", None),
        ("```json\n{\"a\":1}", None),
        ("~~~json\n{}\n~~~", None),
        ("```yaml\na: 1\n```\n```json\n{\"a\":1}\n```", Some("{\"a\":1}")),
        ("```\n[1]\n```\n```json\n{\"a\":1}\n```", Some("{\"a\":1}")),
        ("```json\n```", Some("")),
        ("```jsonc\n{}\n```", None),
        ("```json5 {}\n```", None),
        ("```jsonl\n{}\n```", None),
        ("```python\nprint(1)\n```\n```\n{\"a\":1}\n```", Some("{\"a\":1}")),
        ("```json\n{\"md\":\"```sh\\nls\\n```\"}\n```", Some("{\"md\":\"```sh\\nls\\n```\"}")),
        ("```json {\"a\":1}```", Some("{\"a\":1}")),
        ("```{\"a\":1}```", Some("{\"a\":1}")),
        ("A:\n``` JSON \n {\"a\":1} \n```\nB", Some("{\"a\":1}")),
    ] {
        assert_eq!(fence::json_block(text), block, "{text:?}");
    }
}

#[test]
fn lines_that_begin_an_object() {
    let lines = |text: &'static str| fence::object_lines(text).collect::<Vec<_>>();
    assert_eq!(
        lines("{\"a\":\"x\\ny\"}\r\n  {\"b\"\n{\"a\":1},\nprose {\"a\":1}\n[1]"),
        ["{\"a\":\"x\\ny\"}", "{\"b\"", "{\"a\":1},"]
    );
    assert_eq!(lines("```json\n{\"a\":1}\n{\"b\":2}\n```"), ["{\"a\":1}", "{\"b\":2}"]);
    assert!(lines("nothing").is_empty());
}

#[test]
fn the_first_value_of_a_text() {
    for (text, json) in [
        ("Sure: {\"a\":1}", Some(r#"{"a":1}"#)),
        ("```json\n{\"a\":1}\n```", Some(r#"{"a":1}"#)),
        (r#"{"a":1} more {"b":2}"#, Some(r#"{"a":1}"#)),
        ("42", None),
        (r#""str""#, None),
        ("true", None),
        ("null", None),
        ("no JSON", None),
        ("", None),
        (r#"say "hi {x}" then {"a":1}"#, Some(r#"{"a":1}"#)),
        (r#"it's 5" wide {"a":1}"#, Some(r#"{"a":1}"#)),
        (r#"\{"a":1}"#, Some(r#"{"a":1}"#)),
        (r#"text [see note] {"a":1}"#, Some(r#"{"a":1}"#)),
        (r#"{"a":1,}"#, Some(r#"{"a":1}"#)),
        (r#"{"a":[1,2}"#, Some(r#"{"a":[1,2]}"#)),
        ("{\"a\":\u{a0}1}", Some(r#"{"a":1}"#)),
        (r#"{"a":[1, 2"#, Some(r#"{"a":[1]}"#)),
        (r#"[{"a":1}"#, Some(r#"[{"a":1}]"#)),
        (r#"{"a":nul"#, Some(r#"{"a":null}"#)),
        (r#"{"a":1e"#, Some("{}")),
        (r#"{"a":"}"}"#, Some(r#"{"a":"}"}"#)),
    ] {
        let first = extract::first(text).unwrap().map(|reading| reading.document.to_json());
        assert_eq!(first.as_deref(), json, "{text:?}");
    }
    for text in [r#"{"a":01}"#, "{bad}", r#"{"a":1]"#] {
        assert_eq!(extract::first(text).unwrap_err().code(), "malformed", "{text}");
    }
}

#[test]
fn whether_there_is_a_value() {
    assert!(read::has_value("nul") && read::has_value("{}") && read::has_value("0"));
    assert!(!read::has_value("null") && !read::has_value(" null\n") && !read::has_value(""));
    assert!(read::is_json("[]") && !read::is_json("nul") && !read::is_json("{}{}"));
}
