//! The rows: documents, and what schema and decoder say of them.

use isoform_answer::{Contract, ReadOptions};
use isoform_json::Document;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Why the two differ over a document.
pub(crate) enum Apart {
    /// The decoder takes what the schema does not ask for. Nothing is lost: the text is refused before it is decoded.
    Tolerated(&'static str),
    /// The decoder refuses what no schema can say, at this place. The error is `decode`.
    Hidden(&'static str, &'static str),
}

pub(crate) use Apart::{Hidden, Tolerated};

/// Holds a type to its rows: documents that both take, that both refuse, and those over which they differ.
#[track_caller]
pub(crate) fn table<T: JsonSchema + DeserializeOwned + 'static>(
    both: &[&str],
    neither: &[&str],
    apart: &[(&str, Apart)],
) {
    let contract = Contract::of::<T>().unwrap();
    let said = |text: &str| {
        let document = Document::parse(text).unwrap();
        let admitted = contract.faults(document.root()).unwrap().is_empty();
        let decoded = document.root().decode::<T>().map(drop);
        read(&contract, text);
        (admitted, decoded)
    };
    let schema = contract.schema().document().to_json();
    for text in both {
        let (admitted, decoded) = said(text);
        assert!(admitted, "{text} is not admitted by {schema}");
        assert!(decoded.is_ok(), "{text} is not decoded: {}", decoded.unwrap_err());
    }
    for text in neither {
        let (admitted, decoded) = said(text);
        assert!(!admitted, "{text} is admitted by {schema}");
        assert!(decoded.is_err(), "{text} is decoded");
    }
    for (text, apart) in apart {
        let (admitted, decoded) = said(text);
        match apart {
            Tolerated(why) => {
                assert!(!admitted, "{text} is admitted after all ({why}) by {schema}");
                assert!(decoded.is_ok(), "{text} is refused after all ({why})");
            }
            Hidden(at, why) => {
                assert!(admitted, "{text} is refused by the schema after all ({why}): {schema}");
                let error = decoded.expect_err(why);
                assert_eq!((error.code(), error.pointer()), ("decode", Some(*at)), "{text} ({why})");
            }
        }
    }
}

/// Whatever is read is decoded, or refused with a code and a place.
#[track_caller]
fn read<T>(contract: &Contract<T>, text: &str) {
    if let Err(error) = contract.read(text, &ReadOptions::guided()) {
        assert!(error.pointer().is_some(), "{text}: no place in {error}");
    }
}
