//! All tools of one request: names, budgets, and the way back.

#![allow(clippy::unwrap_used, reason = "a test fails where it stands")]

use isoform_json::Document;
use isoform_schema::{ErrorCode, FormOptions, Kind, OverBudget, Schema, Tool, ToolSet, dialect};

/// A tool with this many optional members, and one more that is required.
fn tool(name: &str, optional: usize) -> Tool {
    let members: Vec<String> = (0..optional).map(|index| format!(r#""m{index}":{{"type":"string"}}"#)).collect();
    let text = format!(
        r#"{{"type":"object","properties":{{"id":{{"type":"integer"}}{}{}}},"required":["id"],"additionalProperties":false}}"#,
        if optional > 0 { "," } else { "" },
        members.join(",")
    );
    Tool::new(name, Schema::parse(&text).unwrap())
}

#[test]
fn names_are_legal_distinct_and_come_back() {
    let set = ToolSet::new(["a/b", "a b", "a_b", "a.b"].map(|name| tool(name, 0)).to_vec());
    let request = set.declare(&dialect::OPENAI_STRICT, &FormOptions::default(), OverBudget::Refuse);
    let wires: Vec<&str> = request.tools().iter().map(|tool| tool.wire_name.as_str()).collect();
    assert_eq!(wires, ["a_b_2", "a_b_3", "a_b", "a_b_4"]);
    assert!(request.is_sendable());
    let renamed: Vec<&str> = request.changes().iter().map(|change| change.at.as_str()).collect();
    assert_eq!(renamed, ["/0/name", "/1/name", "/3/name"]);
    let arguments = Document::parse(r#"{"id":7}"#).unwrap();
    for (wire, name) in wires.iter().zip(["a/b", "a b", "a_b", "a.b"]) {
        let (original, document) = request.call(wire, arguments.root()).unwrap();
        assert_eq!((original, document.unwrap().to_json().as_str()), (name, r#"{"id":7}"#));
    }
    assert!(request.call("a/b", arguments.root()).is_none());
}

#[test]
fn two_tools_of_one_name_are_a_fault_of_the_second() {
    let set = ToolSet::new(["a", "b", "a"].map(|name| tool(name, 0)).to_vec());
    let request = set.declare(&dialect::GEMINI, &FormOptions::default(), OverBudget::Refuse);
    assert_eq!(request.faults().len(), 1);
    assert_eq!((request.faults()[0].code(), request.faults()[0].pointer()), (ErrorCode::Name, Some("/2/name")));
    assert!(!request.is_sendable());
}

#[test]
fn budgets_are_counted_over_all_tools() {
    let set = ToolSet::new(vec![tool("small", 5), tool("large", 12), tool("middle", 8)]);
    let request = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Refuse);
    assert!(request.tools().iter().all(|tool| tool.form.is_ok()), "each alone is within the budget");
    assert_eq!(request.faults().len(), 1);
    let fault = &request.faults()[0];
    assert_eq!((fault.code(), fault.pointer()), (ErrorCode::LimitOptional, Some("/1")));
    assert_eq!(
        fault.to_string(),
        "the tools together have 25 optional members, and anthropic-strict takes at most 24 in a request: \"large\" has 12, \"middle\" has 8, \"small\" has 5 (at /1)"
    );
}

#[test]
fn the_tool_that_spends_most_falls_back_first() {
    let set = ToolSet::new(vec![tool("small", 5), tool("large", 12), tool("middle", 8)]);
    let request = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Demote);
    assert!(request.is_sendable(), "{:?}", request.faults());
    let to: Vec<&str> = request.tools().iter().map(|tool| tool.to.as_str()).collect();
    assert_eq!(to, ["anthropic-strict", "anthropic", "anthropic-strict"]);
    let change = &request.changes()[0];
    assert_eq!((change.kind, change.at.as_str()), (Kind::Advisory, "/1"));
}

#[test]
fn a_tool_without_a_strict_form_falls_back() {
    let set = ToolSet::new(vec![tool("wide", 60)]);
    let refused = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Refuse);
    assert_eq!(refused.tools()[0].form.as_ref().unwrap_err().code(), ErrorCode::LimitOptional);
    assert!(!refused.is_sendable());
    let demoted = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Demote);
    assert!(demoted.is_sendable());
    assert_eq!(demoted.tools()[0].to, "anthropic");
}

#[test]
fn more_strict_tools_than_a_request_takes() {
    let set = ToolSet::new((0..23).map(|index| tool(&format!("tool_{index}"), 0)).collect());
    let refused = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Refuse);
    assert_eq!(refused.faults()[0].code(), ErrorCode::LimitTools);
    let demoted = set.declare(&dialect::ANTHROPIC_STRICT, &FormOptions::default(), OverBudget::Demote);
    let plain: Vec<usize> = (0..23).filter(|index| demoted.tools()[*index].to == "anthropic").collect();
    assert_eq!(plain, [20, 21, 22], "the later ones, where all spend the same");
}

#[test]
fn nothing_to_fall_back_to_stays_a_fault() {
    let lists = r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"maxItems":500}}}"#;
    let tools = (0..3).map(|index| Tool::new(format!("t{index}"), Schema::parse(lists).unwrap())).collect();
    let request = ToolSet::new(tools).declare(&dialect::GEMINI_JSON, &FormOptions::default(), OverBudget::Demote);
    assert_eq!(request.faults()[0].code(), ErrorCode::LimitItems);
}
