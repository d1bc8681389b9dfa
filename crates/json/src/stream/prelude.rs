//! What may stand before the value in a text that arrives: a mark, white space, thinking, prose, a fence.
//!
//! Only containers are shown while they arrive: whether a text that begins like a scalar is one, is known at its
//! end. In prose a bracket begins a value only where what follows it looks like one.

use crate::driver::Input;
use crate::{fence, think};

/// How far the line of a fence is waited for.
const TAG_LINE: usize = 256;
/// How much white space is waited through behind a bracket in prose.
const BLANK: usize = 64;
/// How long the longest think tag is.
const TAG: usize = "</reasoning>".len();

/// The search for the value's first byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Prelude {
    /// All before it is decided.
    at: usize,
    /// Whether anything but white space was seen.
    prose: bool,
    /// The tag that ends the block the search is in.
    thinking: Option<&'static str>,
    /// Whether the search is in a fence that does not begin with a value.
    other_fence: bool,
}

impl Prelude {
    /// The offset at which the value begins, once that is known.
    pub(super) fn seek(&mut self, input: Input<'_>) -> Option<usize> {
        loop {
            if let Some(name) = self.thinking {
                match think::closing(input.text, self.at, name) {
                    Some(end) => {
                        self.at = end;
                        self.thinking = None;
                    }
                    None => {
                        // The tag may have begun.
                        self.at = boundary(input.text, self.at.max(input.text.len().saturating_sub(TAG)));
                        return None;
                    }
                }
            }
            if self.other_fence {
                match fence::closing(input.text, self.at) {
                    Some(close) => {
                        self.at = close + 3;
                        self.other_fence = false;
                    }
                    None => {
                        self.at = boundary(input.text, self.at.max(input.text.len().saturating_sub(2)));
                        return None;
                    }
                }
            }
            let rest = input.from(self.at);
            let byte = *rest.first()?;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                0xef if self.at == 0 && input.char(0) == Some('\u{feff}') => self.at = 3,
                b'{' | b'[' => match self.begins(input) {
                    Some(true) => return Some(self.at),
                    Some(false) => {
                        self.prose = true;
                        self.at += 1;
                    }
                    None => return None,
                },
                b'<' => {
                    let waits = rest.len() < TAG && !rest.contains(&b'>');
                    match think::tag_at(input.text, self.at) {
                        Some(think::Tag::Opening { end, name }) => {
                            self.at = end;
                            self.thinking = Some(name);
                        }
                        Some(think::Tag::Closing { end }) => {
                            self.at = end;
                            self.prose = false;
                        }
                        None if waits => return None,
                        None => {
                            self.prose = true;
                            self.at += 1;
                        }
                    }
                }
                b'`' => {
                    if !self.backticks(input, rest)? {
                        return Some(self.at);
                    }
                }
                _ => {
                    self.prose = true;
                    let run = rest.iter().position(|byte| matches!(byte, b'{' | b'[' | b'<' | b'`'));
                    self.at += run.unwrap_or(rest.len());
                }
            }
        }
    }

    /// Whether the value that was found stands in prose.
    pub(super) fn in_prose(&self) -> bool {
        self.prose
    }

    /// Takes the bracket that was found for prose.
    pub(super) fn pass(&mut self) {
        self.prose = true;
        self.at += 1;
    }

    /// Whether the bracket begins a value; `None` where that takes more text.
    fn begins(&self, input: Input<'_>) -> Option<bool> {
        if !self.prose {
            return Some(true);
        }
        let inside = input.from(self.at + 1);
        let blank = inside.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = inside.get(blank);
        match (input.byte(self.at), next) {
            // However much of it has arrived.
            _ if blank > BLANK => Some(false),
            (_, None) => None,
            (Some(b'{'), Some(next)) => Some(matches!(next, b'"' | b'\'')),
            (_, Some(next)) => Some(matches!(next, b'{' | b'[' | b'"')),
        }
    }

    /// Steps over backticks; `Some(false)` where the value begins behind them.
    fn backticks(&mut self, input: Input<'_>, rest: &[u8]) -> Option<bool> {
        let run = fence::run_of_backticks(input.text, self.at);
        if run == rest.len() {
            return None;
        }
        if run < 3 {
            self.prose = true;
            self.at += run;
            return Some(true);
        }
        let line = rest.get(run..).unwrap_or(&[]);
        let line = line.get(..TAG_LINE).unwrap_or(line);
        let ends = line.iter().any(|byte| matches!(byte, b'\n' | b'{' | b'[' | b'`'));
        if !ends && line.len() < TAG_LINE {
            return None;
        }
        let opening = if ends { fence::Opening::at(input.text, self.at, run) } else { None };
        let Some(opening) = opening else {
            self.prose = true;
            self.at += run;
            return Some(true);
        };
        let first = opening.body + fence::blank(input.text, opening.body);
        match input.byte(first) {
            _ if first - opening.body > BLANK => self.at = first,
            None => return None,
            Some(b'{' | b'[') => {
                self.at = first;
                return Some(false);
            }
            Some(_) => {
                self.at = opening.body;
                self.other_fence = true;
            }
        }
        self.prose = true;
        Some(true)
    }
}

/// The next boundary of a character at or before `at`.
fn boundary(text: &str, mut at: usize) -> usize {
    while at > 0 && !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
