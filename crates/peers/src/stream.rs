//! A text in pieces of 8 to 20 bytes, and what there is of its value after each.
//!
//! Not every peer shows a value: jsonfix's stream gives text, jsonmodem events. What a peer shows of a text that
//! breaks off inside of nested containers is checked once, see [`shows_what_is_there`].

use std::hint::black_box;

use isoform_json::stream::Stream;
use jiter::{JsonValue, PartialMode};
use json_stream_parser::JsonStreamParser;
use jsonfix::StreamRepairer;
use jsonmodem::{ParserOptions, StreamingParser};
use serde_json::Value;

use crate::measure::Contender;
use crate::shapes::{Pieces, shape_of};
use crate::{table, values};

const QUADRATIC: usize = 120_000;

/// The contenders; on one long string more of them are quadratic.
pub(crate) fn contenders(long_string: bool) -> Vec<Contender> {
    vec![
        Contender::new("isoform Stream, view", |text| {
            let mut stream = Stream::new();
            for piece in Pieces::of(text) {
                stream.push(piece.as_bytes()).expect("the text is JSON");
                let view = stream.root().expect("the first piece begins the value");
                black_box((view.len(), view.is_complete(), stream.document().node_bound()));
            }
            black_box(stream.finish().expect("and whole"));
        })
        .with_answer(|text| values::of_document(ours(text)?.document())),
        Contender::new("isoform Stream, deltas", |text| {
            let mut stream = Stream::new();
            for piece in Pieces::of(text) {
                stream.push(piece.as_bytes()).expect("the text is JSON");
                black_box(stream.deltas());
            }
            black_box(stream.finish().expect("and whole"));
        }),
        Contender::new("json-stream-parser, value", |text| {
            let mut parser = JsonStreamParser::new();
            for piece in Pieces::of(text) {
                piece.chars().for_each(|char| parser.add_char(char).expect("the text is JSON"));
                black_box(parser.get_result());
            }
        })
        .with_answer(char_by_char),
        Contender::new("jsonmodem, events", |text| {
            let mut parser = StreamingParser::new(ParserOptions::default());
            for piece in Pieces::of(text) {
                parser.feed(piece);
                for event in &mut parser {
                    black_box(event.expect("the text is JSON"));
                }
            }
            parser.finish().for_each(|event| drop(black_box(event)));
        }),
        Contender::new("jsonfix push_delta, text", |text| {
            let mut stream = StreamRepairer::new();
            for piece in Pieces::of(text) {
                black_box(stream.push_delta(piece).expect("the text is JSON"));
            }
        })
        .up_to(if long_string { QUADRATIC } else { usize::MAX })
        .with_answer(pushed_text),
        Contender::new("jsonfix push and value", |text| {
            let mut stream = StreamRepairer::new();
            for piece in Pieces::of(text) {
                stream.push(piece).expect("the text is JSON");
                black_box(stream.value().expect("the text is JSON"));
            }
        })
        .up_to(if long_string { QUADRATIC } else { 12_000 })
        .with_answer(|text| values::of_text(&jsonfix::parse(text).ok()?.to_json_string())),
        Contender::new("jiter, parsed again, value", |text| {
            let mut length = 0;
            for piece in Pieces::of(text) {
                length += piece.len();
                black_box(parsed_so_far(&text.as_bytes()[..length]));
            }
        })
        .up_to(QUADRATIC)
        .with_answer(|text| Some(values::of_jiter(&parsed_so_far(text.as_bytes())?))),
    ]
}

fn ours(text: &str) -> Option<Stream> {
    let mut stream = Stream::new();
    stream.push(text.as_bytes()).ok()?;
    Some(stream)
}

fn char_by_char(text: &str) -> Option<Value> {
    let mut parser = JsonStreamParser::new();
    text.chars().try_for_each(|char| parser.add_char(char)).ok()?;
    Some(parser.get_result().clone())
}

fn pushed_text(text: &str) -> Option<Value> {
    let mut stream = StreamRepairer::new();
    values::of_text(stream.push(text).ok()?)
}

fn parsed_so_far(bytes: &[u8]) -> Option<JsonValue<'_>> {
    JsonValue::parse_with_config(bytes, false, PartialMode::TrailingStrings).ok()
}

/// Prints, for each contender with a value, whether it shows all that is there of a text that breaks off two objects
/// and an array deep, behind a whole member and a comma: what is there is not a matter of opinion.
pub(crate) fn shows_what_is_there() {
    let text = shape_of("records", 10_000);
    let cut = text[..text.len() / 2].rfind(",\"unit\"").expect("the records have it") + 1;
    let broken = &text[..cut];
    let expected = values::of_text(&format!("{}}}}}]}}", &broken[..cut - 1])).expect("closed by hand");
    println!("A text that breaks off inside of nested objects, behind a comma: is all that is there shown?");
    for contender in contenders(false) {
        let Some(answer) = contender.answer else { continue };
        let shown = answer(broken).is_some_and(|value| table::same(&value, &expected));
        println!("{:<34}{:>11}", contender.name, if shown { "yes" } else { "NO" });
    }
    println!();
}
