//! Every case of the project's corpus whose dialect exists passes by the rule.

use isoform_conformance::cases::judge;
use isoform_conformance::corpus;
use isoform_conformance::product::Product;
use isoform_conformance::subject::Compiler;
use isoform_conformance::trial::Effort;

#[test]
fn every_case_passes() {
    let dialects = Product.dialects();
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for case in corpus::records(&corpus::own("providers.jsonl")).expect("the corpus") {
        if !dialects.iter().any(|dialect| case.get_str("target") == Some(dialect)) {
            skipped += 1;
            continue;
        }
        let verdict = judge(&Product, &case, Effort::default());
        if verdict.passed() {
            passed += 1;
        } else {
            failed.push(format!("{} ({}): {:#?}", verdict.id, verdict.target, verdict.problems));
        }
    }
    println!("{passed} passed, {skipped} skipped (no such dialect yet)");
    assert!(passed > 0 || !failed.is_empty(), "no case was judged");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
