//! The original and `enforced` of every case, compared as sets: nothing is lost or let in without a change that says so.

use isoform_conformance::containment::{Answer, Question, Sides, questions};
use isoform_conformance::corpus;
use isoform_conformance::judge::Draft;
use isoform_conformance::product::Product;
use isoform_conformance::subject::Compiler;

#[test]
fn no_case_differs_from_its_form_without_a_change() {
    let (mut yes, mut unknown, mut wrong) = (0, 0, Vec::new());
    for trial in corpus::trials("cases").expect("the corpus") {
        let text = trial.schema.to_string();
        for dialect in Product.dialects() {
            let (Ok(source), Ok(form)) =
                (Product.source(&text, &trial.request), Product.form(&text, &dialect, &trial.request))
            else {
                continue;
            };
            let (draft, enforced) = (Draft::of_source(&source), form.enforced());
            let sides = Sides { original: &trial.schema, draft, enforced: &enforced, place: trial.request.place };
            for question in questions(&form.changes()) {
                match sides.ask(question) {
                    Answer::Yes => yes += 1,
                    Answer::Unknown(_) => unknown += 1,
                    Answer::No { difference, .. } => {
                        wrong.push(format!("{} {dialect} {}: {difference:?}", trial.id, question.as_str()));
                    }
                }
            }
        }
    }
    println!("{yes} yes, {unknown} unknown");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(yes > 20 * unknown, "{yes} yes, {unknown} unknown: the judge says too little");
}

/// What is reported is asked as if it were not: the judge finds some of it, and proves none of it away.
#[test]
fn a_hidden_change_is_not_proven_away() {
    let (mut no, mut unknown, mut wrong) = (0, 0, Vec::new());
    for trial in corpus::trials("cases").expect("the corpus") {
        let text = trial.schema.to_string();
        let (Ok(source), Ok(form)) =
            (Product.source(&text, &trial.request), Product.form(&text, "gemini", &trial.request))
        else {
            continue;
        };
        // Formats are not asserted here, and `1.0` is no integer in draft 4 alone.
        let (mut changes, draft) = (form.changes(), Draft::of_source(&source));
        if changes.iter().any(|change| change.class == "mapped") {
            continue;
        }
        changes.retain(|change| change.kind != "format" && !(draft == Draft::Draft4 && change.class == "wider"));
        let enforced = form.enforced();
        let sides = Sides { original: &trial.schema, draft, enforced: &enforced, place: trial.request.place };
        for (class, question) in [("wider", Question::Sound), ("narrower", Question::Kept)] {
            if changes.iter().any(|change| change.class == class) {
                match sides.ask(question) {
                    Answer::No { .. } => no += 1,
                    Answer::Unknown(_) => unknown += 1,
                    Answer::Yes => wrong.push(format!("{}: {} {changes:?}", trial.id, question.as_str())),
                }
            }
        }
    }
    println!("{no} found, {unknown} unknown");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(no > 10, "{no} found, {unknown} unknown: the judge says too little");
}
