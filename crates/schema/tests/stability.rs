//! The same schema gives the same bytes: in another thread, from other white space, after a form was saved and loaded,
//! and as long as the table of the dialect does not move.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests say what they expect by failing")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use isoform_json::Document;
use isoform_schema::{Encodings, Form, FormOptions, Place, Schema, dialect};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/stability")
}

/// The schemas of the corpus, by file.
fn schemas() -> Vec<(PathBuf, String)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension() == Some("json".as_ref()));
    files.sort();
    assert!(!files.is_empty());
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

/// Every form of a schema, or the error, with the way it was asked for.
fn forms(text: &str) -> Vec<(String, Result<Form, String>)> {
    let schema = Schema::parse(text).unwrap();
    let mut forms = Vec::new();
    for dialect in dialect::BUILT_IN {
        for (place, encodings) in [(Place::Output, Encodings::All), (Place::Tool, Encodings::Light)] {
            let options = FormOptions::default().with_place(place).with_encodings(encodings).with_name("a name!");
            let form = schema.form(dialect, &options).map_err(|error| format!("{error:?}"));
            forms.push((format!("{} {} {place:?} {encodings:?}", dialect.name, dialect.version).to_lowercase(), form));
        }
    }
    forms
}

/// All that a form is, as text.
fn bytes(forms: &[(String, Result<Form, String>)]) -> String {
    let mut out = String::new();
    for (way, form) in forms {
        let form = form.as_ref().map_or_else(Clone::clone, |form| serde_json::to_string(form).unwrap());
        writeln!(out, "{way}\n{form}").unwrap();
    }
    out
}

#[test]
fn every_time_and_in_every_thread() {
    for (file, text) in schemas() {
        let once = bytes(&forms(&text));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let text = text.clone();
                std::thread::spawn(move || bytes(&forms(&text)))
            })
            .collect();
        for thread in threads {
            assert!(thread.join().unwrap() == once, "{}", file.display());
        }
    }
}

#[test]
fn whatever_the_white_space_is() {
    for (file, text) in schemas() {
        let document = Document::parse(&text).unwrap();
        let (tight, airy) = (document.to_json(), document.to_json_pretty());
        assert!(bytes(&forms(&tight)) == bytes(&forms(&airy)), "{}", file.display());
    }
}

#[test]
fn after_a_form_was_saved_and_loaded() {
    for (file, text) in schemas() {
        for (way, form) in forms(&text) {
            let Ok(form) = form else { continue };
            let saved = serde_json::to_string(&form).unwrap();
            let loaded: Form = serde_json::from_str(&saved).unwrap();
            assert!(loaded == form, "{}: {way}", file.display());
            assert_eq!(serde_json::to_string(&loaded).unwrap(), saved, "{}: {way}", file.display());
            let sent = |form: &Form| form.schema().map(Document::to_json);
            assert_eq!(sent(&loaded), sent(&form), "{}: {way}", file.display());
            let later = saved.replace(r#"{"format":1,"#, r#"{"format":2,"#);
            assert!(serde_json::from_str::<Form>(&later).is_err(), "{}: {way}", file.display());
            assert_eq!(loaded.enforced().to_json(), form.enforced().to_json(), "{}: {way}", file.display());
        }
    }
}

#[test]
fn numbers_of_a_saved_form_keep_their_value() {
    for number in [
        "1e3",
        "0.10",
        "123456789012345678901234567890",
        "1e400",
        "-0.0",
        "18446744073709551616",
        "0.1000000000000000000000001",
    ] {
        let text = format!(
            r#"{{"type":"object","properties":{{"n":{{"enum":[{number},7]}},"t":{{"enum":["x",{number}]}},"m":{{"type":"number","maximum":{number}}}}},"required":["n","t","m"],"additionalProperties":false}}"#
        );
        for (way, form) in forms(&text) {
            let Ok(form) = form else { continue };
            let loaded: Form = serde_json::from_str(&serde_json::to_string(&form).unwrap()).unwrap();
            let same = |left: &Document, right: &Document| left.root().same_value(right.root());
            let (sent, again) = (form.schema().unwrap(), loaded.schema().unwrap());
            assert!(same(sent, again), "{way}: {} became {}", sent.to_json(), again.to_json());
            assert!(same(form.enforced(), loaded.enforced()), "{way}: {}", loaded.enforced().to_json());
            let document = Document::parse(&format!(r#"{{"n":{number},"t":{number},"m":0}}"#)).unwrap();
            let (answer, other) = (form.map(document.root()).unwrap(), loaded.map(document.root()).unwrap());
            assert!(same(&answer, &other), "{way}: {} became {}", answer.to_json(), other.to_json());
            let back = loaded.unmap(answer.root()).unwrap();
            assert!(same(&back, &document), "{way}: {} came back as {}", document.to_json(), back.to_json());
        }
    }
}

#[test]
fn members_keep_their_order() {
    let text = r#"{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"number"},"m":{"type":"boolean"},"10":{"type":"null"},"9":{"type":"integer"}},"required":["m","z"],"additionalProperties":false}"#;
    for (way, form) in forms(text) {
        let form = form.unwrap_or_else(|error| panic!("{way}: {error}"));
        let back = form.plan();
        let sent = form.schema().unwrap();
        let names: Vec<&str> = sent.root().get("properties").unwrap().members().map(|(name, _)| name).collect();
        // Names that Gemini does not take travel under others, in the same place.
        let first: Vec<&str> = names.iter().copied().take(3).collect();
        assert_eq!(first, ["z", "a", "m"], "{way}");
        assert!(names[3].ends_with("10") && names[4].ends_with('9'), "{way}: {names:?} {back:?}");
    }
}

/// What is sent of each schema, as it was when it was written down. `ISOFORM_BLESS=1` writes it down again: other bytes
/// under the version of a table that has not moved are news for everybody who caches them.
#[test]
fn as_long_as_the_tables_do_not_move() {
    for (file, text) in schemas() {
        let mut found = String::new();
        for (way, form) in forms(&text) {
            let sent = form.map_or_else(
                |error| error,
                |form| form.schema().map_or_else(|| "nothing is sent".to_owned(), Document::to_json),
            );
            writeln!(found, "{way}\n{sent}").unwrap();
        }
        let beside = file.with_extension("sent");
        if std::env::var_os("ISOFORM_BLESS").is_some() {
            fs::write(&beside, &found).unwrap();
        }
        let wanted = fs::read_to_string(&beside).unwrap_or_default();
        for (found, wanted) in found.lines().zip(wanted.lines()) {
            assert_eq!(found, wanted, "{}", file.display());
        }
        assert_eq!(found.lines().count(), wanted.lines().count(), "{}", file.display());
    }
}
