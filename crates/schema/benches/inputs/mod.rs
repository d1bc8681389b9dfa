//! Schemas to measure with, by name and size. The benchmark and the counted example share them.

use std::fmt::Write as _;

/// The schema of that name and size; `None` for a name that is not known.
pub(crate) fn input(name: &str, size: usize) -> Option<String> {
    Some(match name {
        "small" => SMALL.to_owned(),
        "wide" => wide(size),
        "deep" => deep(size),
        "recursive" => recursive(size),
        "bomb" => bomb(size),
        "chain" => chain(size),
        "union" => union(size),
        _ => return None,
    })
}

/// The arguments of a tool, as tools are.
const SMALL: &str = r#"{
  "type": "object",
  "title": "search_flights",
  "description": "Looks for flights between two airports.",
  "properties": {
    "origin": {"type": "string", "description": "IATA code of the airport to leave from", "pattern": "^[A-Z]{3}$"},
    "destination": {"type": "string", "description": "IATA code of the airport to go to", "pattern": "^[A-Z]{3}$"},
    "date": {"type": "string", "format": "date"},
    "passengers": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
    "cabin": {"type": "string", "enum": ["economy", "premium", "business", "first"]},
    "max_price": {"type": ["number", "null"], "exclusiveMinimum": 0},
    "airlines": {"type": "array", "items": {"type": "string"}, "maxItems": 10},
    "direct": {"type": "boolean"}
  },
  "required": ["origin", "destination", "date"],
  "additionalProperties": false
}"#;

fn wide(members: usize) -> String {
    let mut text = r#"{"type":"object","properties":{"#.to_owned();
    for number in 0..members {
        let comma = if number == 0 { "" } else { "," };
        let schema = match number % 4 {
            0 => r#"{"type":"string","description":"A name of something, in a few words.","maxLength":80}"#,
            1 => r#"{"type":"integer","minimum":0,"maximum":100000}"#,
            2 => r#"{"type":"array","items":{"type":"string"},"description":"Some of them."}"#,
            _ => r#"{"type":"string","enum":["red","green","blue"]}"#,
        };
        let _ = write!(text, r#"{comma}"member_{number}":{schema}"#);
    }
    text.push_str(r#"},"required":["member_0"],"additionalProperties":false}"#);
    text
}

fn deep(levels: usize) -> String {
    let open = r#"{"type":"object","description":"One level.","properties":{"name":{"type":"string"},"in":"#;
    let close = r#"},"required":["name","in"],"additionalProperties":false}"#;
    format!("{}{{\"type\":\"string\"}}{}", open.repeat(levels), close.repeat(levels))
}

/// Definitions that each refer to the next two, in a ring.
fn recursive(definitions: usize) -> String {
    let mut text = r##"{"$ref":"#/$defs/D0","$defs":{"##.to_owned();
    for number in 0..definitions {
        let comma = if number == 0 { "" } else { "," };
        let (next, after) = ((number + 1) % definitions, (number + 2) % definitions);
        let _ = write!(
            text,
            r##"{comma}"D{number}":{{"type":"object","properties":{{"name":{{"type":"string"}},"next":{{"anyOf":[{{"$ref":"#/$defs/D{next}"}},{{"type":"null"}}]}},"all":{{"type":"array","items":{{"$ref":"#/$defs/D{after}"}}}}}},"required":["name","next","all"],"additionalProperties":false}}"##
        );
    }
    text.push_str("}}");
    text
}

/// Definitions that each refer to the next one twice.
fn bomb(levels: usize) -> String {
    let mut text = r##"{"$ref":"#/$defs/L0","$defs":{"##.to_owned();
    for level in 0..levels {
        let next = level + 1;
        let _ = write!(
            text,
            r##""L{level}":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/L{next}"}},"b":{{"$ref":"#/$defs/L{next}"}}}},"required":["a","b"],"additionalProperties":false}},"##
        );
    }
    let _ = write!(text, r#""L{levels}":{{"type":"string"}}}}}}"#);
    text
}

/// A member for each definition, and definitions that each hold the next one up to every eighth: as deep as dialects
/// take.
fn chain(definitions: usize) -> String {
    let mut text = r#"{"type":"object","properties":{"#.to_owned();
    for number in (0..definitions).step_by(8) {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, r##"{comma}"m{number}":{{"$ref":"#/$defs/D{number}"}}"##);
    }
    text.push_str(r#"},"additionalProperties":false,"$defs":{"#);
    for number in 0..definitions {
        let comma = if number == 0 { "" } else { "," };
        let inner = if number % 8 == 7 || number + 1 == definitions {
            r#"{"type":"string"}"#.to_owned()
        } else {
            format!(r##"{{"$ref":"#/$defs/D{}"}}"##, number + 1)
        };
        let _ = write!(
            text,
            r#"{comma}"D{number}":{{"type":"object","properties":{{"in":{inner},"n":{{"type":"integer"}}}},"required":["in","n"],"additionalProperties":false}}"#
        );
    }
    text.push_str("}}");
    text
}

/// One member with many tagged branches.
fn union(branches: usize) -> String {
    let mut text = r#"{"type":"object","properties":{"event":{"anyOf":["#.to_owned();
    for number in 0..branches {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"type":"object","properties":{{"kind":{{"const":"k{number}"}},"data":{{"type":"string"}}}},"required":["kind","data"],"additionalProperties":false}}"#
        );
    }
    text.push_str(r#"]}},"required":["event"],"additionalProperties":false}"#);
    text
}
