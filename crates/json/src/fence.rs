//! Code fences: the body of a text that is one fence, and the blocks of a Markdown text.

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
        let rest = text.get(at + run..)?;
        let line = rest.lines().next().unwrap_or("");
        let tag = line.find(['{', '[']).map_or(line, |bracket| line.split_at(bracket).0);
        if tag.contains('`') {
            return None;
        }
        let line_end = at + run + tag.trim_end().len();
        let next_line = at + run + line.len();
        let body = if tag.len() < line.len() {
            at + run + tag.len()
        } else {
            next_line + text.get(next_line..).map_or(0, |rest| rest.find('\n').map_or(0, |feed| feed + 1))
        };
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
