//! Strict JSON into a tree.

use std::hint::black_box;

use isoform_json::{Document, ReadOptions, read};
use jiter::JsonValue;
use serde::de::IgnoredAny;

use crate::measure::Contender;
use crate::values;

pub(crate) const CONTENDERS: &[Contender] = &[
    Contender::new("serde_json, nothing kept", |text| {
        drop(black_box(serde_json::from_str::<IgnoredAny>(black_box(text))))
    }),
    Contender::new("isoform Document::parse", |text| drop(black_box(Document::parse(black_box(text)))))
        .with_answer(|text| values::of_document(&Document::parse(text).ok()?)),
    Contender::new("isoform read::strict", |text| {
        drop(black_box(read::strict(black_box(text), &ReadOptions::default())))
    })
    .with_answer(|text| values::of_document(&read::strict(text, &ReadOptions::default()).ok()?)),
    Contender::new("jiter, borrowed value", |text| {
        drop(black_box(JsonValue::parse(black_box(text.as_bytes()), false)))
    })
    .with_answer(|text| Some(values::of_jiter(&JsonValue::parse(text.as_bytes(), false).ok()?))),
    Contender::new("jiter, owned value", |text| {
        let bytes = black_box(text.as_bytes());
        drop(black_box(JsonValue::parse_owned(bytes, false, jiter::PartialMode::Off)));
    })
    .with_answer(|text| {
        let value = JsonValue::parse_owned(text.as_bytes(), false, jiter::PartialMode::Off);
        Some(values::of_jiter(&value.ok()?))
    }),
    Contender::new("jsonfix validate", |text| drop(black_box(jsonfix::validate(black_box(text)))))
        .with_answer(|text| values::of_text(&jsonfix::validate(text).ok()?.to_json_string())),
];
