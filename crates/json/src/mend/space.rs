//! Comments, and white space that JSON does not know.

use crate::driver::{Driver, Fault, Input};
use crate::repair::RepairKind;

use super::{Mender, Stop};

/// A comment that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    start: usize,
    block: bool,
}

/// White space in the eyes of everybody but JSON.
pub(crate) fn is_odd_space(char: char) -> bool {
    (char.is_whitespace() && !matches!(char, ' ' | '\t' | '\n' | '\r'))
        || matches!(char, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

impl Mender {
    /// Skips what may stand between tokens; `None` where something else stands there.
    pub(super) fn space(&mut self, driver: &mut Driver, input: Input<'_>, fault: Fault) -> Result<Option<bool>, Stop> {
        let at = driver.at;
        match input.byte(at) {
            Some(b'/') => {
                let block = match input.byte(at + 1) {
                    Some(b'/') => false,
                    Some(b'*') => true,
                    None if !input.last => return Ok(Some(false)),
                    _ => return Ok(None),
                };
                self.comment = Some(Comment { start: at, block });
                driver.at += 2;
                self.go_on_comment(driver, input).map(Some)
            }
            Some(b'#') => {
                // `#fff` where a value is due is somebody's colour.
                match input.byte(at + 1) {
                    None if !input.last => return Ok(Some(false)),
                    Some(next) if fault == Fault::Value && next.is_ascii_alphanumeric() => return Ok(None),
                    _ => {}
                }
                self.comment = Some(Comment { start: at, block: false });
                driver.at += 1;
                self.go_on_comment(driver, input).map(Some)
            }
            Some(0x0b | 0x0c | 0x80..) => {
                let mut end = at;
                while input.char(end).is_some_and(is_odd_space) {
                    end = input.after_char(end);
                }
                if end == at {
                    return Ok(None);
                }
                let mark = at == 0 && input.char(0) == Some('\u{feff}');
                if !self.extend_space(at, end) {
                    self.repair(if mark { RepairKind::ByteOrderMark } else { RepairKind::OddWhitespace }, at..end)?;
                }
                driver.at = end;
                Ok(Some(true))
            }
            _ => Ok(None),
        }
    }

    /// Lets a repair about white space reach as far as this, if it ends where this begins: the rest of it has arrived.
    fn extend_space(&mut self, at: usize, end: usize) -> bool {
        let odd = [RepairKind::ByteOrderMark, RepairKind::OddWhitespace];
        let last = self.repairs.last_mut().filter(|last| odd.contains(&last.kind) && last.span.end == at);
        last.map(|last| last.span.end = end).is_some()
    }

    /// Reads on in a comment.
    pub(super) fn go_on_comment(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let Some(comment) = self.comment else { return Ok(true) };
        let rest = input.from(driver.at);
        let end = if comment.block {
            find_block_end(rest).map(|end| driver.at + end + 2)
        } else {
            rest.iter().position(|byte| *byte == b'\n').map(|end| driver.at + end)
        };
        let end = match end {
            Some(end) => end,
            None if !input.last => {
                // The star may be the first half of the end.
                let held = usize::from(comment.block && rest.last() == Some(&b'*'));
                driver.at = input.text.len() - held;
                return Ok(false);
            }
            None if comment.block => {
                driver.at = input.text.len();
                return Err(Stop::Fault(Fault::End));
            }
            None => input.text.len(),
        };
        self.comment = None;
        driver.at = end;
        let carriage = !comment.block && input.byte(end.wrapping_sub(1)) == Some(b'\r');
        self.repair(RepairKind::Comment, comment.start..end - usize::from(carriage))?;
        Ok(true)
    }
}

pub(super) fn find_block_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair == b"*/")
}
