//! Types whose schema promises what nothing decodes.

use std::collections::BTreeMap;

use isoform_answer::Contract;
use isoform_schema::{ErrorCode, Schema};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

#[track_caller]
fn refused<T: JsonSchema + DeserializeOwned + 'static>(at: &str) {
    let error = Schema::of::<T>().unwrap_err();
    assert_eq!((error.code(), error.pointer()), (ErrorCode::Undecodable, Some(at)), "{error}");
    let Err(error) = Contract::of::<T>() else { panic!("there is a contract") };
    assert_eq!(error.code(), "configuration");
    assert!(error.to_string().contains("nothing"), "{error}");
}

#[test]
fn integer_keys_that_are_flattened() {
    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<u32, String>,
    }
    refused::<Outer>("");
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        list: Vec<Outer>,
    }
    refused::<Holds>("/properties/list/items");
}

#[test]
fn a_number_in_a_tagged_variant() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "t")]
    enum Internal {
        Good { a: u8 },
        Bad(u8),
    }
    refused::<Internal>("/oneOf/1");
}

#[test]
fn text_that_is_said_to_be_numbers() {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(deserializer).map(String::into_bytes)
    }
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        #[serde(deserialize_with = "read")]
        bytes: Vec<u8>,
    }
    refused::<Holds>("/properties/bytes");
}

#[test]
fn no_variants() {
    #[derive(Deserialize, JsonSchema)]
    enum Never {}
    #[derive(Deserialize, JsonSchema)]
    struct Holds {
        never: Never,
    }
    refused::<Holds>("/properties/never");
}

#[test]
fn names_that_the_decoder_does_not_know() {
    #[derive(Deserialize, JsonSchema)]
    #[schemars(rename_all = "UPPERCASE")]
    struct Shouted {
        a: u8,
    }
    refused::<Shouted>("");
}

#[test]
fn a_predicate_is_no_reason() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(try_from = "String")]
    struct Nothing;
    impl TryFrom<String> for Nothing {
        type Error = &'static str;
        fn try_from(_: String) -> Result<Nothing, &'static str> {
            Err("never")
        }
    }
    assert!(Schema::of::<Nothing>().is_ok());
}
