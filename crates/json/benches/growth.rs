//! What a tree costs: read at once, and grown piece by piece with a look after every piece.
//!
//! `cargo bench -p isoform-json`. Every figure is the minimum of many samples, and what counts is its ratio
//! to a `serde_json::Value` parse of the same text in the same run, the time to drop the tree included.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::string_slice)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use isoform_json::{Document, Growth, Role};

fn main() {
    println!("{:<26} {:>9} {:>12} {:>12} {:>8} {:>8}", "", "bytes", "serde_json", "here", "ratio", "ns/byte");
    // `cargo test --benches` only wants to see it run.
    let measuring = std::env::args().any(|argument| argument == "--bench");
    let sizes: &[usize] = if measuring { &[10_000, 100_000, 1_000_000] } else { &[1_000] };
    for &size in sizes {
        let records = records(size);
        let string = format!("{{\"body\":\"{}\"}}", "Some words of an answer. ".repeat(size / 25));
        let members = members(size);

        compare("read records", &records, || read(&records));
        compare("read one long string", &string, || read(&string));
        compare("read numbered members", &members, || read(&members));
        compare("grow one long string", &string, || grow_string(&string));
        compare("grow numbered members", &members, || grow_members(&members));
        compare("write records", &records, {
            let document = parse(&records);
            move || {
                black_box(document.to_json());
            }
        });
    }
}

fn parse(text: &str) -> Document {
    Document::parse(text).expect("the benchmark's own text is JSON")
}

fn read(text: &str) {
    black_box(parse(black_box(text)));
}

/// Prints one line: the least time of the work beside the least time of a `serde_json::Value` parse.
fn compare(name: &str, text: &str, mut work: impl FnMut()) {
    let samples = (20_000_000 / text.len()).clamp(15, 1_000);
    let mut floor = Duration::MAX;
    let mut least = Duration::MAX;
    // Taking turns spreads whatever else the machine does over both.
    for _ in 0..samples {
        let start = Instant::now();
        let value: Result<serde_json::Value, _> = serde_json::from_str(black_box(text));
        drop(black_box(value));
        floor = floor.min(start.elapsed());

        let start = Instant::now();
        work();
        least = least.min(start.elapsed());
    }
    println!(
        "{name:<26} {:>9} {:>9.1} us {:>9.1} us {:>7.2}x {:>8.2}",
        text.len(),
        floor.as_secs_f64() * 1e6,
        least.as_secs_f64() * 1e6,
        least.as_secs_f64() / floor.as_secs_f64(),
        least.as_secs_f64() * 1e9 / text.len() as f64,
    );
}

/// Hands the string's text over in pieces of 8 to 20 bytes and looks at the tree after each.
fn grow_string(text: &str) {
    let (head, body) = text.split_at(r#"{"body":""#.len());
    let body = body.trim_end_matches("\"}");
    let mut growth = Growth::new(String::new(), 0);
    growth.append_source(head);
    growth.begin_object(0);
    growth.plain_text(Role::Name, 1, 7);
    growth.begin_text(Role::Value, head.len() as u32 - 1);
    let mut at = 0;
    let mut random = 1;
    while at < body.len() {
        let end = (at + 8 + next(&mut random) as usize % 13).min(body.len());
        growth.append_source(&body[at..end]);
        growth.extend_text((head.len() + end) as u32);
        at = end;

        let value = growth.root().and_then(|root| root.get("body"));
        let value = value.expect("the member is there from the start");
        assert!(!value.is_complete());
        black_box(value.as_str());
    }
    growth.append_source("\"}");
    growth.end_text(text.len() as u32 - 1);
    growth.end(text.len() as u32);
    black_box(growth.into_document());
}

/// Adds one member of an object after the other and looks at the tree after each.
fn grow_members(text: &str) {
    let mut growth = Growth::new(String::new(), 0);
    growth.append_source("{");
    growth.begin_object(0);
    let mut at = 1;
    for piece in text[1..].split_inclusive([',', '}']) {
        growth.append_source(piece);
        let colon = piece.find(':').expect("every piece is a member");
        growth.plain_text(Role::Name, at, at + colon as u32);
        growth.number(at + colon as u32 + 1, at + piece.len() as u32 - 1);
        at += piece.len() as u32;

        let root = growth.root().expect("the object was opened first");
        black_box((root.len(), root.is_complete(), growth.last().as_number()));
    }
    growth.end(at);
    black_box(growth.into_document());
}

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

/// An array of small objects as they occur in answers of models.
fn records(size: usize) -> String {
    let mut text = String::from("{\"items\":[");
    let mut random = 7;
    let mut number = 0;
    while text.len() < size {
        if number > 0 {
            text.push(',');
        }
        number += 1;
        text.push_str(&format!(
            "{{\"id\":{number},\"name\":\"item number {number}\",\"price\":{}.{:02},\"tags\":[\"red\",\"new\"],\
             \"in_stock\":{},\"size\":{{\"width\":{},\"height\":{},\"unit\":\"mm\"}},\"note\":\"first line\\nsecond\"}}",
            next(&mut random) % 1000,
            next(&mut random) % 100,
            next(&mut random) % 2 == 0,
            next(&mut random) % 5000,
            next(&mut random) % 5000,
        ));
    }
    text.push_str("]}");
    text
}

/// One object with many members whose values are numbers.
fn members(size: usize) -> String {
    let mut text = String::from("{");
    let mut random = 9;
    let mut number = 0;
    while text.len() < size {
        if number > 0 {
            text.push(',');
        }
        number += 1;
        text.push_str(&format!("\"field_{number}\":{}", next(&mut random) % 100_000));
    }
    text.push('}');
    text
}
