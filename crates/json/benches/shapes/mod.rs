//! The texts that readers are measured on, and the pieces they arrive in; the same ones every time.

use isoform_json::read::{self, LenientOptions};

/// Pieces of 8 to 20 bytes of a text in ASCII.
pub(crate) struct Pieces<'t> {
    rest: &'t str,
    random: u64,
}

impl<'t> Pieces<'t> {
    pub(crate) fn of(text: &'t str) -> Pieces<'t> {
        Pieces { rest: text, random: 1 }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let length = (8 + next(&mut self.random) as usize % 13).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(length);
        self.rest = rest;
        if piece.is_empty() { None } else { Some(piece) }
    }
}

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

/// A text of about that many bytes.
pub(crate) fn shape_of(shape: &str, size: usize) -> String {
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
