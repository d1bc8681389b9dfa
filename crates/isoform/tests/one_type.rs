//! One type with what breaks clients, in every dialect, there and back.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use isoform::answer::{Contract, ReadOptions};
use isoform::{Dialect, Document, ErrorCode, dialect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
struct Trip {
    title: String,
    #[schemars(range(min = 1, max = 8))]
    guests: u8,
    #[serde(default = "euro")]
    currency: String,
    budget: BTreeMap<String, u32>,
    note: Option<String>,
    stages: Vec<Stage>,
}

fn euro() -> String {
    "EUR".to_owned()
}

#[derive(Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Stage {
    Stay(Stay),
    Travel { to: String, by: Option<String> },
    Choice { of: Vec<Stage> },
    Rest,
}

#[derive(Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
struct Stay {
    town: String,
    nights: u8,
}

fn trip() -> Trip {
    let stay = |town: &str, nights| Stage::Stay(Stay { town: town.to_owned(), nights });
    Trip {
        title: "North".to_owned(),
        guests: 2,
        currency: euro(),
        budget: BTreeMap::from([("food".to_owned(), 300), ("a/b ~ c".to_owned(), 1)]),
        note: None,
        stages: vec![
            stay("Oslo", 2),
            Stage::Travel { to: "Bergen".to_owned(), by: Some("train".to_owned()) },
            Stage::Choice { of: vec![stay("Flåm", 1), Stage::Choice { of: vec![Stage::Rest] }] },
        ],
    }
}

/// What the trip is as JSON, with the member that has a default left out.
const TRIP: &str = r#"{"title":"North","guests":2,"budget":{"food":300,"a/b ~ c":1},"note":null,"stages":[
    {"kind":"stay","town":"Oslo","nights":2},{"kind":"travel","to":"Bergen","by":"train"},
    {"kind":"choice","of":[{"kind":"stay","town":"Flåm","nights":1},{"kind":"choice","of":[{"kind":"rest"}]}]}]}"#;

/// Every dialect but the one that is asked for schemas without references and without encodings: there a type that holds
/// itself has no form, and that is said.
fn carrying(contract: &Contract<Trip>) -> Vec<&'static Dialect> {
    let mut carrying = Vec::new();
    for dialect in dialect::BUILT_IN {
        match contract.form(dialect) {
            Ok(_) => carrying.push(*dialect),
            Err(error) => {
                assert_eq!((dialect.name.as_ref(), error.code()), ("json-schema-inline", ErrorCode::Recursive))
            }
        }
    }
    assert_eq!(carrying.len() + 1, dialect::BUILT_IN.len());
    carrying
}

#[test]
fn the_type_goes_through_every_dialect_and_back() {
    let contract = Contract::of::<Trip>().unwrap();
    let document = Document::parse(TRIP).unwrap();
    assert_eq!(contract.read(TRIP, &ReadOptions::guided()).unwrap().value, trip());
    for dialect in carrying(&contract) {
        let form = contract.form(dialect).unwrap();
        let wire = form.map(document.root()).unwrap_or_else(|error| panic!("{}: {error}", dialect.name));
        let answer = contract.read_form(&form, &wire.to_json(), &ReadOptions::arguments());
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error} in {wire}", dialect.name));
        assert_eq!(answer.value, trip(), "{}", dialect.name);
        assert!(answer.repairs.is_empty() && answer.coercions.is_empty(), "{}", dialect.name);
    }
}

#[test]
fn what_the_type_refuses_is_refused_in_every_dialect() {
    let contract = Contract::of::<Trip>().unwrap();
    for (from, to, at) in [
        (r#""guests":2"#, r#""guests":9"#, "/guests"),
        (r#""nights":2"#, r#""nights":256"#, "/stages/0"),
        (r#""kind":"rest""#, r#""kind":"restless""#, "/stages/2"),
    ] {
        let wrong = TRIP.replacen(from, to, 1);
        assert_ne!(wrong, TRIP);
        let error = contract.read(&wrong, &ReadOptions::guided()).err().unwrap();
        assert_eq!((error.code(), error.pointer()), ("schema", Some(at)), "{error}");
    }
    // A form that is looser than the type is checked on the way back.
    for dialect in carrying(&contract) {
        let form = contract.form(dialect).unwrap();
        let wire = form.map(Document::parse(TRIP).unwrap().root()).unwrap().to_json();
        let wrong = wire.replacen(r#""guests":2"#, r#""guests":9"#, 1);
        assert_ne!(wrong, wire, "{}", dialect.name);
        let error = contract.read_form(&form, &wrong, &ReadOptions::arguments()).err().unwrap();
        assert_eq!((error.code(), error.pointer()), ("schema", Some("/guests")), "{}", dialect.name);
    }
}
