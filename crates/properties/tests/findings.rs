//! A property that does not hold is a finding, with what it takes to see it again; so is a panic. Each has a target.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests say what they expect by failing")]

use isoform_properties::{ALL, Property, run};

fn property(check: fn(&[u8]) -> Result<(), String>) -> Property {
    Property { name: "of this test", check, seeds: || vec![b"{}".to_vec(), b"\"a\"".to_vec()] }
}

#[test]
fn a_fault_comes_with_an_input_that_can_be_made_again() {
    let fails = property(|bytes| if bytes.contains(&b'[') { Err("a bracket".to_owned()) } else { Ok(()) });
    let finding = run::mutations(fails, 3, 0, 10_000).unwrap_err();
    assert!(finding.input.contains(&b'['));
    let (seed, number) = finding.made.unwrap();
    let again = run::mutations(fails, seed, number, 1).unwrap_err();
    assert_eq!((&again.input, again.why.as_str()), (&finding.input, "a bracket"));
    let shown = finding.to_string();
    assert!(
        shown.contains("a bracket") && shown.contains("[") && shown.contains(&format!("--from {number}")),
        "{shown}"
    );
}

#[test]
fn a_panic_is_a_finding() {
    let panics = property(|_| panic!("on purpose"));
    assert_eq!(run::mutations(panics, 3, 0, 1).unwrap_err().why, "panic: on purpose");
}

#[test]
fn every_property_has_a_fuzz_target() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let mut targets: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().replace('_', "-"))
        .collect();
    targets.sort();
    let mut properties: Vec<&str> = ALL.iter().map(|property| property.name).collect();
    properties.sort_unstable();
    assert_eq!(targets, properties);
}
