//! What reading costs: strictly, leniently, and while the text arrives.
//!
//! `cargo bench -p isoform-json --bench text` prints ratios to a `serde_json::Value` parse of the same text, taking
//! turns in the same run. `... --bench text -- once WORK SHAPE BYTES` does one piece of work and nothing else, for
//! `valgrind --tool=callgrind`; `scripts/instructions.py` compares such runs. `... -- memory WORK SHAPE BYTES` prints how
//! much more memory is resident at the peak of the work than before it, over the bytes of the text (on Linux).

#![allow(clippy::print_stdout, clippy::expect_used)]

mod shapes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use isoform_json::read::{self, LenientOptions};
use isoform_json::stream::Stream;
use isoform_json::{Document, ReadOptions};

use shapes::{Pieces, shape_of};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(once) = arguments.iter().position(|argument| argument == "once") {
        let [work, shape, bytes] = arguments.get(once + 1..once + 4).expect("WORK SHAPE BYTES") else { return };
        let bytes = bytes.parse().expect("a number of bytes");
        do_work(work, &shape_of(shape, bytes));
        return;
    }
    if let Some(measured) = arguments.iter().position(|argument| argument == "memory") {
        let [work, shape, bytes] = arguments.get(measured + 1..measured + 4).expect("WORK SHAPE BYTES") else { return };
        let text = shape_of(shape, bytes.parse().expect("a number of bytes"));
        std::fs::write("/proc/self/clear_refs", "5").expect("Linux forgets the peak so far");
        let before = resident("VmRSS:");
        do_work(work, &text);
        println!("{work} {shape}: {:.2}", (resident("VmHWM:") - before) as f64 / text.len() as f64);
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
                stream.push(piece.as_bytes()).expect("the benchmark's own text is JSON");
                let view = stream.root().expect("the first piece begins the value");
                black_box((view.len(), view.is_complete(), stream.document().node_bound()));
            }
            black_box(stream.finish().expect("and whole"));
        }
        "deltas" => {
            let mut stream = Stream::new();
            for piece in Pieces::of(text) {
                stream.push(piece.as_bytes()).expect("the benchmark's own text is JSON");
                black_box(stream.deltas());
            }
            black_box(stream.finish().expect("and whole"));
        }
        _ => println!("there is no such work"),
    }
}

/// How many bytes are resident (`VmRSS:`), or were at the peak (`VmHWM:`).
fn resident(which: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix(which)).expect("and has the line");
    1024 * line.trim_end_matches("kB").trim().parse::<usize>().expect("a number")
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
