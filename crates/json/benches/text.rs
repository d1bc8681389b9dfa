//! What reading costs: strictly, leniently, and while the text arrives.
//!
//! `cargo bench -p isoform-json --bench text` prints ratios to a `serde_json::Value` parse of the same text, taking
//! turns in the same run. `... --bench text -- once WORK SHAPE BYTES` does one piece of work and nothing else, for
//! `valgrind --tool=callgrind`; `scripts/instructions.py` compares such runs.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::string_slice)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use isoform_json::read::{self, LenientOptions};
use isoform_json::stream::Stream;
use isoform_json::{Document, ReadOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(once) = arguments.iter().position(|argument| argument == "once") {
        let [work, shape, bytes] = arguments.get(once + 1..once + 4).expect("WORK SHAPE BYTES") else { return };
        let bytes = bytes.parse().expect("a number of bytes");
        do_work(work, &shape_of(shape, bytes));
        return;
    }
    // `cargo test --benches` only wants to see it run.
    let measuring = arguments.iter().any(|argument| argument == "--bench");
    let sizes: &[usize] = if measuring { &[1_000, 10_000, 100_000, 1_000_000] } else { &[1_000] };
    println!("{:<26} {:>9} {:>12} {:>12} {:>8} {:>8}", "", "bytes", "floor", "here", "ratio", "ns/byte");
    for &size in sizes {
        for (work, shape) in [
            ("parse", "records"),
            ("strict", "records"),
            ("lenient", "records"),
            ("stream", "records"),
            ("stream", "string"),
            ("stream", "keys"),
            ("deltas", "records"),
        ] {
            let text = shape_of(shape, size);
            compare(&format!("{work} {shape}"), &text, &text, work);
        }
        let text = shape_of("damaged", size);
        let mended = read::lenient(&text, &LenientOptions::default()).expect("the damage can be repaired");
        compare("lenient damaged", &mended.document.to_json(), &text, "lenient");
    }
}

fn do_work(work: &str, text: &str) {
    match work {
        "nothing" => {
            black_box(text.len());
        }
        "serde" => {
            let value: Result<serde_json::Value, _> = serde_json::from_str(black_box(text));
            drop(black_box(value));
        }
        "parse" => drop(black_box(Document::parse(black_box(text)))),
        "strict" => drop(black_box(read::strict(black_box(text), &ReadOptions::default()))),
        "lenient" => drop(black_box(read::lenient(black_box(text), &LenientOptions::default()))),
        "stream" => {
            let mut stream = Stream::new();
            for piece in Pieces::of(text) {
                stream.push(piece).expect("the benchmark's own text is JSON");
                let view = stream.root().expect("the first piece begins the value");
                black_box((view.len(), view.is_complete(), stream.document().node_count()));
            }
            black_box(stream.finish().expect("and whole"));
        }
        "deltas" => {
            let mut stream = Stream::new();
            for piece in Pieces::of(text) {
                stream.push(piece).expect("the benchmark's own text is JSON");
                black_box(stream.deltas());
            }
            black_box(stream.finish().expect("and whole"));
        }
        _ => println!("there is no such work"),
    }
}

/// Pieces of 8 to 20 bytes.
struct Pieces<'t> {
    rest: &'t [u8],
    random: u64,
}

impl<'t> Pieces<'t> {
    fn of(text: &'t str) -> Pieces<'t> {
        Pieces { rest: text.as_bytes(), random: 1 }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let length = (8 + next(&mut self.random) as usize % 13).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(length);
        self.rest = rest;
        if piece.is_empty() { None } else { Some(piece) }
    }
}

/// Prints one line: the least time of the work beside the least time of a `serde_json::Value` parse.
fn compare(name: &str, valid: &str, text: &str, work: &str) {
    let samples = (10_000_000 / text.len()).clamp(9, 500);
    let (mut floor, mut least) = (Duration::MAX, Duration::MAX);
    for _ in 0..samples {
        let start = Instant::now();
        do_work("serde", valid);
        floor = floor.min(start.elapsed());

        let start = Instant::now();
        do_work(work, text);
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

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

/// A text of about that many bytes.
fn shape_of(shape: &str, size: usize) -> String {
    let mut random = 7;
    let mut text = String::with_capacity(size + 300);
    let mut number = 0;
    match shape {
        "string" => return format!("{{\"body\":\"{}\"}}", "Some words of an answer. ".repeat(size / 25)),
        "escapes" => {
            return format!("{{\"body\":\"{}\"}}", "Line\\nof \\\"text\\\" \\u00e9 and more.".repeat(size / 34));
        }
        "deep" => {
            let one = "{\"a\":[".repeat(60) + "1" + &"]}".repeat(60);
            let all: Vec<&str> = std::iter::repeat_n(one.as_str(), size / one.len() + 1).collect();
            return format!("[{}]", all.join(","));
        }
        "braces" => return "{".repeat(size),
        "brackets" => return "[".repeat(size),
        "quotes" => return "\"".repeat(size),
        "fences" => return "```json\n".repeat(size / 8),
        "pairs" => return format!("{{{}", "\"a\" \",\" ".repeat(size / 8)),
        "apostrophes" => return format!("{{'a': '{}'}}", "it's, 'so', ".repeat(size / 12)),
        "opened" => return "{\"a\": ".repeat(size / 6),
        "words" => return "{a [b ".repeat(size / 6),
        "keys" => {
            text.push('{');
            while text.len() < size {
                number += 1;
                text.push_str(&format!("\"field_{number}\":{},", next(&mut random) % 100_000));
            }
            text.push_str("\"end\":0}");
            return text;
        }
        // What the damaged text comes to.
        "mended" => {
            let damaged = shape_of("damaged", size);
            let mended = read::lenient(&damaged, &LenientOptions::default());
            return mended.expect("the damage can be repaired").document.to_json();
        }
        _ => {}
    }
    let damaged = shape == "damaged";
    text.push_str("{\"items\":[");
    while text.len() < size {
        if number > 0 {
            text.push(',');
        }
        number += 1;
        let (price, cents) = (next(&mut random) % 1000, next(&mut random) % 100);
        let (width, height) = (next(&mut random) % 5000, next(&mut random) % 5000);
        text.push_str(&if damaged {
            format!(
                "{{id:{number},'name':'item number {number}',\"price\":{price}.{cents:02},\"tags\":[\"red\",\"new\",], // tags\n\
                 \"in_stock\":True,\"size\":{{\"width\":{width},\"height\":{height},\"unit\":\"mm\"}},\"note\":None}}"
            )
        } else {
            format!(
                "{{\"id\":{number},\"name\":\"item number {number}\",\"price\":{price}.{cents:02},\"tags\":[\"red\",\"new\"],\
                 \"in_stock\":true,\"size\":{{\"width\":{width},\"height\":{height},\"unit\":\"mm\"}},\
                 \"note\":\"first line\\nsecond\"}}"
            )
        });
    }
    text.push_str("]}");
    text
}
