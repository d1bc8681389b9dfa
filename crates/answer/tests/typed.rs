//! Contracts over Rust types, with checks of the caller's own and forms that are made once.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use isoform_answer::{Attempt, Contract, ErrorKind, Fault, ReadOptions, Step};
use isoform_json::Document;
use isoform_schema::{FormOptions, Place, Schema, dialect};

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Stay {
    first: u8,
    last: u8,
}

const STAY: &str = r#"{"type":"object","properties":{"first":{"type":"integer"},"last":{"type":"integer"}},
    "required":["first","last"]}"#;

fn stays() -> Contract<Stay> {
    Contract::new(Schema::parse(STAY).unwrap()).unwrap().typed()
}

fn in_order(stay: &Stay) -> Vec<Fault> {
    if stay.first > stay.last { vec![Fault::new("/last", "it is before the first day")] } else { Vec::new() }
}

#[test]
fn contracts_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    shared(&stays().check(in_order));
    shared(&Attempt::new(stays(), ReadOptions::guided(), 1));
}

#[test]
fn a_type_that_takes_less_than_its_schema_says_where() {
    let contract = stays();
    let stay = contract.read(r#"{"first":"1","last":2}"#, &ReadOptions::guided()).unwrap();
    assert_eq!(stay.value, Stay { first: 1, last: 2 });
    assert_eq!(stay.coercions.len(), 1);
    let error = contract.read(r#"{"first":1,"last":300}"#, &ReadOptions::guided()).err().unwrap();
    assert_eq!((error.code(), error.pointer()), ("decode", Some("/last")));
    // What is not valid is told before it is decoded.
    let error = contract.read(r#"{"first":300}"#, &ReadOptions::guided()).err().unwrap();
    assert_eq!((error.code(), error.pointer()), ("schema", Some("")));
}

#[test]
fn every_check_is_made_and_every_fault_told() {
    let contract = stays()
        .check(in_order)
        .check(|stay| if stay.first == 9 { vec![Fault::new("/first", "the ninth is taken")] } else { Vec::new() });
    let error = contract.read(r#"{"first":9,"last":4}"#, &ReadOptions::guided()).err().unwrap();
    assert_eq!(*error.kind(), ErrorKind::Check);
    assert_eq!(error.to_string(), "the value does not pass: it is before the first day, and 1 more");
    let places: Vec<&str> = error.faults().iter().map(|fault| fault.at.as_str()).collect();
    assert_eq!(places, ["/last", "/first"]);
    assert_eq!(error.span(), Some(18..19));
    assert_eq!(error.partial().unwrap().to_json(), r#"{"first":9,"last":4}"#);
    let feedback = error.feedback().unwrap();
    assert!(feedback.contains("it is before the first day") && feedback.contains("the ninth is taken"), "{feedback}");
    assert_eq!(contract.read(r#"{"first":4,"last":9}"#, &ReadOptions::guided()).unwrap().value.last, 9);
    // A check sees nothing that is not valid.
    let never = stays().check(|_| panic!("a check of a value that is not valid"));
    assert_eq!(never.read("{}", &ReadOptions::guided()).err().unwrap().code(), "schema");
}

#[test]
fn a_value_without_a_type_is_checked_as_well() {
    let contract = Contract::new(Schema::parse(STAY).unwrap()).unwrap();
    let plain = contract.clone();
    let contract = contract.check(|stay| match stay.root().get("why") {
        Some(_) => vec![Fault::new("/why", "nobody asked")],
        None => Vec::new(),
    });
    let text = r#"{"first":1,"last":2,"why":"rest"}"#;
    let error = contract.read(text, &ReadOptions::guided()).unwrap_err();
    assert_eq!((error.code(), error.pointer()), ("check", Some("/why")));
    let value = Document::parse(text).unwrap();
    let error = contract.read_value(value.root(), None, &ReadOptions::guided()).unwrap_err();
    assert_eq!((error.code(), error.pointer()), ("check", Some("/why")));
    // The contract that it was made from has no checks.
    assert_eq!(plain.read(text, &ReadOptions::guided()).unwrap().value, value);
}

#[test]
fn a_form_is_made_once() {
    let contract = stays();
    let one = contract.form(&dialect::OPENAI_STRICT).unwrap();
    let again = contract.clone().check(in_order).form(&dialect::OPENAI_STRICT).unwrap();
    assert!(Arc::ptr_eq(&one, &again));
    let other = contract.form(&dialect::GEMINI).unwrap();
    assert!(!Arc::ptr_eq(&one, &other));
    let place = FormOptions::default().with_place(Place::Tool);
    assert!(!Arc::ptr_eq(&one, &contract.form_with(&dialect::OPENAI_STRICT, &place).unwrap()));
    // A dialect of the same name that says otherwise is another one.
    let mut changed = dialect::OPENAI_STRICT.clone();
    changed.summary = "another".into();
    assert!(!Arc::ptr_eq(&one, &contract.form(&changed).unwrap()));
}

#[test]
fn an_attempt_asks_again_for_what_a_check_found() {
    let contract = stays().check(in_order);
    let form = contract.form(&dialect::OPENAI_STRICT).unwrap();
    let mut attempt = Attempt::new(contract, ReadOptions::guided(), 3).in_form(form);
    let Step::Again { feedback, error } = attempt.feed(r#"{"first":9,"last":4}"#) else { panic!("it fails a check") };
    assert!(feedback.contains("it is before the first day"), "{feedback}");
    assert_eq!(error.code(), "check");
    let Step::Done(answer) = attempt.feed(r#"{"first":4,"last":9}"#) else { panic!("it holds") };
    assert_eq!(answer.value, Stay { first: 4, last: 9 });
}
