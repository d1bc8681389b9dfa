//! Code fences: the body of a text that is one fence, and the block of a Markdown text that holds JSON.

use std::ops::Range;

/// The body of a text that is exactly one fence, tagged `json` in any case or not at all; else the text itself.
///
/// The body is trimmed; a text that is no fence is not.
///
/// ```
/// use isoform_json::fence::unwrap;
///
/// assert_eq!(unwrap("```json\n{\"a\": 1}\n```\n"), "{\"a\": 1}");
/// assert_eq!(unwrap("Here: ```json\n{}\n```"), "Here: ```json\n{}\n```");
/// assert_eq!(unwrap("```jsonc\n{}\n```"), "```jsonc\n{}\n```");
/// ```
#[must_use]
pub fn unwrap(text: &str) -> &str {
    body_of_one(text.trim()).unwrap_or(text)
}

fn body_of_one(text: &str) -> Option<&str> {
    let (header, rest) = text.strip_prefix("```")?.split_once('\n')?;
    if !is_json_tag(header) {
        return None;
    }
    let body = rest.strip_suffix("```")?;
    let nested = body.lines().any(|line| line.trim_start().starts_with("```"));
    if nested || body.ends_with('`') { None } else { Some(body.trim()) }
}

/// Whether what stands behind the backticks says JSON, or nothing.
fn is_json_tag(header: &str) -> bool {
    let tag = header.trim();
    tag.is_empty() || tag.eq_ignore_ascii_case("json")
}

/// The body of the block of a Markdown text that holds JSON: the first one tagged `json` in any case, else the
/// first one without a tag; `None` where there is neither. The body is trimmed.
///
/// Fences are read in pairs, and a value in a block ends where its own bracket closes, so that backticks in a string
/// end nothing.
///
/// ```
/// use isoform_json::fence::json_block;
///
/// let text = "```python\nprint(1)\n```\nThen:\n```JSON\n{\"md\": \"```sh\"}\n```\n";
/// assert_eq!(json_block(text), Some("{\"md\": \"```sh\"}"));
/// assert_eq!(json_block("```json5\n{}\n```"), None);
/// ```
#[must_use]
pub fn json_block(text: &str) -> Option<&str> {
    let mut untagged = None;
    for block in blocks(text) {
        let body = text.get(block.body.clone()).unwrap_or("").trim();
        if block.tag.eq_ignore_ascii_case("json") {
            return Some(body);
        }
        if block.tag.is_empty() && untagged.is_none() {
            untagged = Some(body);
        }
    }
    untagged
}

/// The trimmed lines of a text that begin with a brace, out of a fence where the text is one.
///
/// Only line feeds part lines: a backslash and an `n` in a string are two characters of it. Lines are not read.
///
/// ```
/// use isoform_json::fence::object_lines;
///
/// let lines: Vec<&str> = object_lines("```json\n {\"a\":\"x\\ny\"}\r\nno\n{\"b\"\n```").collect();
/// assert_eq!(lines, ["{\"a\":\"x\\ny\"}", "{\"b\""]);
/// ```
pub fn object_lines(text: &str) -> impl Iterator<Item = &str> {
    unwrap(text).lines().map(str::trim).filter(|line| line.starts_with('{'))
}

/// One closed block.
struct Block<'t> {
    tag: &'t str,
    body: Range<usize>,
}

/// The closed blocks of a text in order.
fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut at = 0;
    // Once brackets were looked for in vain up to the end of the text, they are not looked for again.
    let mut in_vain = false;
    std::iter::from_fn(move || {
        loop {
            let found = at + text.get(at..)?.find("```")?;
            let run = run_of_backticks(text, found);
            at = found + run;
            let Some(opening) = Opening::at(text, found, run) else { continue };
            let end = if in_vain { None } else { value_end(text, opening.body) };
            in_vain |= end.is_none() && begins_value(text, opening.body);
            let close = end
                .and_then(|end| closing(text, end))
                .or_else(|| closing_line(text, opening.body))
                .or_else(|| closing(text, opening.body))?;
            at = close + run_of_backticks(text, close);
            let tag = text.get(found + run..opening.line_end).unwrap_or("").trim();
            return Some(Block { tag, body: opening.body..close });
        }
    })
}

/// The offset behind the bracket that ends the value at the start of a body, strings respected.
fn value_end(text: &str, body: usize) -> Option<usize> {
    if !begins_value(text, body) {
        return None;
    }
    let first = body + blank(text, body);
    balanced(text.as_bytes().get(first..)?).map(|length| first + length)
}

fn begins_value(text: &str, body: usize) -> bool {
    matches!(text.as_bytes().get(body + blank(text, body)), Some(b'{' | b'['))
}

/// How many bytes it takes until the brackets are balanced, strings respected.
pub(crate) fn balanced(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (offset, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where a fence opens.
pub(crate) struct Opening {
    /// Behind the tag.
    pub(crate) line_end: usize,
    /// Where the body begins.
    pub(crate) body: usize,
}

impl Opening {
    /// The fence whose backticks stand at `at`; `None` where they are code within a line.
    ///
    /// The tag is the rest of the line; a body may begin on the line itself.
    pub(crate) fn at(text: &str, at: usize, run: usize) -> Option<Opening> {
        let tag_at = at + run;
        let rest = text.as_bytes().get(tag_at..)?;
        let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'{' | b'[' | b'`')).unwrap_or(rest.len());
        let body = match rest.get(length) {
            Some(b'`') => return None,
            Some(b'\n') => tag_at + length + 1,
            _ => tag_at + length,
        };
        let line_end = tag_at + text.get(tag_at..tag_at + length)?.trim_end().len();
        Some(Opening { line_end, body })
    }
}

/// How many backticks stand at `at`.
pub(crate) fn run_of_backticks(text: &str, at: usize) -> usize {
    text.as_bytes().get(at..).unwrap_or(&[]).iter().take_while(|byte| **byte == b'`').count()
}

/// How much white space stands at `at`.
pub(crate) fn blank(text: &str, at: usize) -> usize {
    text.as_bytes().get(at..).unwrap_or(&[]).iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The offset of the backticks that close the fence whose body begins at `body`, on a line of their own.
pub(crate) fn closing_line(text: &str, body: usize) -> Option<usize> {
    let mut at = body;
    for line in text.get(body..)?.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line.get(indent..).is_some_and(|line| line.starts_with("```")) {
            return Some(at + indent);
        }
        at += line.len();
    }
    None
}

/// The offset of the next three backticks.
pub(crate) fn closing(text: &str, body: usize) -> Option<usize> {
    text.get(body..)?.find("```").map(|found| body + found)
}
