//! A small deterministic generator of documents.

#![allow(dead_code, reason = "not every test uses all of it")]

use isoform_json::{Builder, Document};

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    pub(crate) fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "1",
    "-17",
    "1.50",
    "0.1",
    "1e2",
    "1E+2",
    "-2.5e-3",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "123456789012345678901234567890",
    "0.30000000000000000000000000001",
    "6.02214076e23",
    "1.0",
];

const PIECES: [&str; 16] = [
    "a",
    "word ",
    "é",
    "😀",
    "\"",
    "\\",
    "\n",
    "\u{0}",
    "\u{1f}",
    "/",
    "\u{2028}",
    "{[,:]}",
    "\\u0041",
    "0123456789",
    "\t",
    "\u{7f}",
];

pub(crate) fn text(random: &mut Random) -> String {
    (0..random.below(6)).map(|_| random.pick(&PIECES)).collect()
}

/// A document with unique names in every object.
pub(crate) fn document(random: &mut Random) -> Document {
    let mut builder = Builder::new();
    value(random, &mut builder, 5);
    builder.finish().unwrap()
}

fn value(random: &mut Random, builder: &mut Builder, depth: usize) {
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 => builder.null(),
        1 => builder.bool(random.below(2) == 0),
        2 => builder.number(random.pick(&NUMBERS)),
        3 => builder.string(&text(random)),
        4 | 5 => {
            builder.begin_array();
            for _ in 0..random.below(5) {
                value(random, builder, depth - 1);
            }
            builder.end_array()
        }
        _ => {
            builder.begin_object();
            for number in 0..random.below(5) {
                builder.key(&format!("{}{number}", text(random)));
                value(random, builder, depth - 1);
            }
            builder.end_object()
        }
    };
}

/// The document's text with white space strewn between tokens.
pub(crate) fn spaced(random: &mut Random, document: &Document) -> String {
    let mut spaced = String::new();
    let mut in_string = false;
    let mut escaped = false;
    for character in document.to_json().chars() {
        let structural = !in_string && "[]{},:".contains(character);
        if structural {
            spaced.push_str(random.pick(&["", "", " ", "\n", "\t \r\n"]));
        }
        spaced.push(character);
        if structural {
            spaced.push_str(random.pick(&["", "", " ", "\r"]));
        }
        if character == '"' && !escaped {
            in_string = !in_string;
        }
        escaped = in_string && character == '\\' && !escaped;
    }
    spaced
}
