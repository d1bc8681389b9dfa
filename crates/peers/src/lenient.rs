//! Text that is not quite JSON, and JSON through the same door.

use std::hint::black_box;

use isoform_json::ReadOptions;
use isoform_json::read::{self, LenientOptions};

use crate::measure::Contender;
use crate::values;

/// The first two are ours: the strict reader, of the repaired text, and the lenient one.
pub(crate) const CONTENDERS: &[Contender] = &[
    Contender::new("isoform read::strict, of repaired", |text| {
        drop(black_box(read::strict(black_box(text), &ReadOptions::default())))
    })
    .of_repaired(),
    Contender::new("isoform read::lenient", |text| {
        drop(black_box(read::lenient(black_box(text), &LenientOptions::default())))
    })
    .with_answer(|text| values::of_document(&read::lenient(text, &LenientOptions::default()).ok()?.document)),
    Contender::new("jsonfix parse, value", |text| drop(black_box(jsonfix::parse(black_box(text)))))
        .with_answer(|text| values::of_text(&jsonfix::parse(text).ok()?.to_json_string())),
    Contender::new("jsonfix repair, text", |text| drop(black_box(jsonfix::repair(black_box(text)))))
        .with_answer(|text| values::of_text(&jsonfix::repair(text).ok()?)),
    Contender::new("jsonrepair-rs, text", |text| drop(black_box(jsonrepair_rs::jsonrepair(black_box(text)))))
        .with_answer(|text| values::of_text(&jsonrepair_rs::jsonrepair(text).ok()?)),
    Contender::new("jsonrepair-rs and serde_json", |text| {
        let text = jsonrepair_rs::jsonrepair(black_box(text)).unwrap_or_default();
        drop(black_box(values::of_text(&text)));
    }),
    Contender::new("llm_json loads, value", |text| {
        drop(black_box(llm_json::loads(black_box(text), &llm_json::RepairOptions::default())))
    })
    .with_answer(|text| llm_json::loads(text, &llm_json::RepairOptions::default()).ok()),
];
