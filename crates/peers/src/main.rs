//! isoform-json beside the readers of others, taking turns in one run.
//!
//! `cargo run --release --manifest-path crates/peers/Cargo.toml` prints ratios to one `serde_json::Value` parse of the
//! same text in the same run; `... -- strict`, `stream`, `string`, `lenient` or `valid` prints one table of them. The
//! least time of many turns counts, so a busy machine widens the figures and does not turn them round; still, a figure
//! is good to a tenth or so.
//!
//! A peer that takes more than linear time is run up to a size at which one waits for seconds, and is `not run` above.
//! "Same value" compares with what serde_json reads from the valid text; a stream that hands out events or text
//! instead of a value has nothing to compare, or its text read once more.
//!
//! Left out: the packages of other languages, which cannot take turns with ours in one process; llmx, which reads
//! all again with every piece, as two do that are here; sonic-rs and simd-json, which read whole valid texts alone.

mod lenient;
mod measure;
#[path = "../../json/benches/shapes/mod.rs"]
mod shapes;
mod stream;
mod strict;
mod table;
mod values;

use measure::Texts;
use shapes::shape_of;
use table::Table;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name);
    if wanted("strict") {
        let table = Table {
            title: "Strict JSON, nested records, into a tree",
            sizes: &[1_000, 10_000, 100_000, 1_000_000],
            contenders: strict::CONTENDERS,
            texts: |size| Texts::of_valid(shape_of("records", size)),
        };
        table.print();
    }
    if wanted("stream") {
        let table = Table {
            title: "A stream of nested records in pieces of 8 to 20 bytes, a look at what is there after each",
            sizes: &[1_000, 10_000, 100_000, 1_000_000, 16_000_000],
            contenders: &stream::contenders(false),
            texts: |size| Texts::of_valid(shape_of("records", size)),
        };
        table.print();
        stream::shows_what_is_there();
    }
    if wanted("string") {
        let table = Table {
            title: "A stream of one long string, the same way",
            sizes: &[10_000, 100_000, 1_000_000],
            contenders: &stream::contenders(true),
            texts: |size| Texts::of_valid(shape_of("string", size)),
        };
        table.print();
    }
    if wanted("lenient") {
        let table = Table {
            title: "Damaged records (names and values in other quotes or none, comments, commas, Python's words)",
            sizes: &[1_000, 10_000, 100_000, 1_000_000],
            contenders: lenient::CONTENDERS,
            texts: |size| Texts { given: shape_of("damaged", size), valid: shape_of("mended", size) },
        };
        lenient_over_strict(&table.print());
    }
    if wanted("valid") {
        let table = Table {
            title: "Valid records through the lenient door",
            sizes: &[1_000, 10_000, 100_000, 1_000_000],
            contenders: lenient::CONTENDERS,
            texts: |size| Texts::of_valid(shape_of("records", size)),
        };
        lenient_over_strict(&table.print());
    }
}

/// What leniency costs over our own strict reader, at each size.
fn lenient_over_strict(rows: &[Vec<Option<f64>>]) {
    let [strict, lenient, ..] = rows else { return };
    print!("{:<34}", "isoform, lenient over strict");
    for (strict, lenient) in strict.iter().zip(lenient) {
        let ratio = lenient.zip(*strict).map(|(lenient, strict)| format!("{:.2}x", lenient / strict));
        print!("{:>11}", ratio.unwrap_or_default());
    }
    println!("\n");
}
