//! The generator makes what it is there for: mostly valid documents, the same ones every time.

use isoform_conformance::atlas::Atlas;
use isoform_conformance::corpus;
use isoform_conformance::generate::{Aim, Generator, Goal, Rng, Size};
use isoform_conformance::json::Json;
use isoform_conformance::judge::{Draft, Judge};
use isoform_conformance::trial::Trial;

fn made(trial: &Trial, count: usize) -> Vec<Json> {
    let atlas = Atlas::new(&trial.schema, Draft::Draft202012);
    let mut generator = Generator::new(&atlas, Rng::new(7, &trial.id));
    (0..count).map(|turn| generator.document([Size::Some, Size::Full, Size::Lean][turn % 3])).collect()
}

fn quality(trials: &[Trial]) -> (usize, usize, Vec<String>) {
    let (mut valid, mut all, mut barren) = (0, 0, Vec::new());
    for trial in trials {
        let Ok(judge) = Judge::new(&trial.schema, Draft::Draft202012, false) else { continue };
        let documents = made(trial, 30);
        let good = documents.iter().filter(|document| judge.admits(document)).count();
        valid += good;
        all += documents.len();
        if good == 0 {
            barren.push(trial.id.clone());
        }
    }
    (valid, all, barren)
}

#[test]
fn most_documents_are_valid() {
    let trials = corpus::trials("cases").expect("the corpus");
    let (valid, all, barren) = quality(&trials);
    println!("{valid} of {all} valid; none for {barren:?}");
    assert!(valid * 100 > all * 70, "{valid} of {all}");
    // Schemas that admit nothing, or a name whose pattern no sample has.
    assert!(barren.len() <= 6, "{barren:?}");
}

#[test]
fn one_seed_gives_one_run() {
    for trial in corpus::trials("cases").expect("the corpus").iter().take(40) {
        let texts = |documents: Vec<Json>| documents.iter().map(Json::to_string).collect::<Vec<_>>();
        assert_eq!(texts(made(trial, 12)), texts(made(trial, 12)), "{}", trial.id);
    }
}

#[test]
fn aims_are_reached() {
    let schema = Json::parse(
        r##"{"anyOf":[{"type":"string"},{"type":"object","properties":{"list":{"type":"array","items":{"$ref":"#/$defs/T"}}}}],
            "$defs":{"T":{"type":"object","properties":{"n":{"type":"integer","minimum":3}},"additionalProperties":{"type":"string","minLength":2}}}}"##,
    )
    .expect("strict JSON");
    let atlas = Atlas::new(&schema, Draft::Draft202012);
    let judge = Judge::new(&schema, Draft::Draft202012, false).expect("a schema");
    for (place, keyword) in [("/$defs/T/properties/n", "minimum"), ("/$defs/T/additionalProperties", "minLength")] {
        let mut generator = Generator::new(&atlas, Rng::new(1, place));
        let aim = Aim { place: place.to_owned(), goal: Goal::Violate(keyword.to_owned()) };
        let leads = atlas.leading_to(std::slice::from_ref(&aim.place));
        let hits = (0..20).filter(|_| {
            let document = generator.aimed(&aim, &leads);
            let faults = judge.faults(&document);
            let inner = faults.iter().flat_map(|fault| &fault.branches).flatten();
            inner.into_iter().any(|fault| fault.schema == format!("{place}/{keyword}"))
        });
        let hits = hits.count();
        assert!(hits >= 7, "{hits} of 20 reach {place}");
    }
}

#[test]
fn shared_schemas_have_valid_documents() {
    if corpus::shared().is_none() {
        println!("skipped: no shared folder");
        return;
    }
    let trials: Vec<Trial> = corpus::trials("tools-mcp").expect("the set").into_iter().step_by(5).collect();
    let (valid, all, barren) = quality(&trials);
    println!("{valid} of {all} valid; none for {barren:?}");
    assert!(valid * 100 > all * 60 && barren.len() * 20 < trials.len(), "{valid} of {all}; none for {barren:?}");
}
