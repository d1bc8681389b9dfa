//! Thinking blocks: what a model wrote for itself before its answer.

/// The names of tags that mark thinking.
const NAMES: [&str; 4] = ["think", "thinking", "thought", "reasoning"];

/// A tag in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Opening { end: usize, name: &'static str },
    Closing { end: usize },
}

/// The think tag whose `<` stands at `at`.
pub(crate) fn tag_at(text: &str, at: usize) -> Option<Tag> {
    let rest = text.get(at..)?.strip_prefix('<')?;
    let (closing, rest) = match rest.strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    NAMES.iter().find_map(|name| {
        let end = at + 1 + usize::from(closing) + name.len() + 1;
        if !rest.get(..name.len())?.eq_ignore_ascii_case(name) || rest.as_bytes().get(name.len()) != Some(&b'>') {
            return None;
        }
        Some(if closing { Tag::Closing { end } } else { Tag::Opening { end, name } })
    })
}

/// The offset behind the tag that closes a block of that name.
pub(crate) fn closing(text: &str, from: usize, name: &str) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text.get(at..)?.find("</") {
        let begin = at + found + 2;
        let end = begin + name.len();
        if text.get(begin..end).is_some_and(|found| found.eq_ignore_ascii_case(name))
            && text.as_bytes().get(end) == Some(&b'>')
        {
            return Some(end + 1);
        }
        at = begin;
    }
    None
}
