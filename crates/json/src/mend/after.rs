//! What stands between values: commas, closers, strings that are put together.

use crate::ErrorKind;
use crate::driver::{Driver, Fault, Input, State};
use crate::repair::RepairKind;

use super::ahead::{self, Ahead};
use super::string::Delimiter;
use super::value::token_end;
use super::{Mender, Stop, refused};

impl Mender {
    /// Mends where a comma or the end of the container is due.
    pub(super) fn after(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let at = driver.at;
        let fault = Err(Stop::Fault(Fault::After));
        let Some(byte) = input.byte(at) else { return fault };
        if byte == b')' && self.in_tuple(driver) {
            if driver.growth.innermost_len() < 2 {
                let reason = "one value in parentheses, or a tuple of one";
                return Err(refused(ErrorKind::Ambiguous, reason, at..at + 1));
            }
            return self.end_tuple(driver);
        }
        if matches!(byte, b']' | b'}') {
            return self.missing_closers(driver, input, byte == b'}');
        }
        // More of what was taken for a whole number.
        if driver.growth.last_is_number_to(at) && token_end(input, at) > at {
            if self.final_once_shown {
                return fault;
            }
            driver.at = driver.growth.last_node().map_or(at, |number| number.start as usize);
            driver.growth.take_back();
            return self.number(driver, input);
        }
        let text = driver.growth.last_text().filter(|_| !driver.growth.after_container(input.text, at));
        if let Some((_, start, end)) = text {
            if !self.final_once_shown {
                if byte == b'+' {
                    let opening = ahead::skip(input, at + 1);
                    match Delimiter::opening(input, opening) {
                        Some(delimiter @ (Delimiter::Double | Delimiter::Single)) => {
                            self.repair(RepairKind::StringConcat, end.saturating_sub(1)..opening + 1)?;
                            return self.concatenate(driver, input, delimiter, opening);
                        }
                        _ if opening == input.text.len() => return Err(Stop::Fault(Fault::End)),
                        _ => {}
                    }
                }
                if byte == b'"' && at == end && end == start + 2 {
                    self.repair(RepairKind::StringConcat, start..at + 1)?;
                    return self.concatenate(driver, input, Delimiter::TripleDouble, at - 2);
                }
            }
        }
        if driver.growth.in_object() == Some(true) {
            match self.member_ahead(driver, input) {
                Ahead::Yes => {
                    self.repair(RepairKind::MissingComma, at..at)?;
                    driver.state = State::Name;
                    return Ok(true);
                }
                Ahead::End if !input.last => return Ok(false),
                Ahead::End if text.is_none() || byte == b'"' => {
                    driver.at = input.text.len();
                    return Err(Stop::Fault(Fault::End));
                }
                _ => {}
            }
        } else if matches!(byte, b'{' | b'[') && driver.growth.after_container(input.text, at) {
            self.repair(RepairKind::MissingComma, at..at)?;
            driver.state = State::Value;
            return Ok(true);
        }
        if byte.is_ascii_digit() && driver.growth.last_number() {
            let reason = "digits in groups, or two values";
            return Err(refused(ErrorKind::Ambiguous, reason, at..at + 1));
        }
        if text.is_some() && self.reopenable(driver, input).is_some() {
            if matches!(byte, b'"' | b'\'') {
                let reason = "a quote inside a string, or two strings";
                return Err(refused(ErrorKind::Ambiguous, reason, at..at + 1));
            }
            return self.reopen(driver, input);
        }
        fault
    }

    /// Whether a member stands where the comma is missing. Without quotes it has to stand on a line of its own.
    fn member_ahead(&self, driver: &Driver, input: Input<'_>) -> Ahead {
        let at = driver.at;
        let before = input.bytes().get(..at).unwrap_or(&[]);
        let blank = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
        let own_line = blank.into_iter().any(|byte| *byte == b'\n');
        ahead::member(input, at, !own_line)
    }

    /// A closing bracket of an outer container: what is inside it ends here as well, if nothing else follows.
    fn missing_closers(&mut self, driver: &mut Driver, input: Input<'_>, object: bool) -> Result<bool, Stop> {
        let at = driver.at;
        let Some(missing) = driver.growth.open_objects().rev().position(|open| open == object) else {
            return Err(Stop::Fault(Fault::After));
        };
        if self.final_once_shown {
            return Err(Stop::Fault(Fault::After));
        }
        if !self.only_closers_from(input, at + 1) {
            let reason = "a bracket that does not fit, with more text behind it";
            return Err(refused(ErrorKind::Ambiguous, reason, at..at + 1));
        }
        for _ in 0..missing {
            self.repair(RepairKind::MissingCloser, at..at)?;
            driver.growth.end(at as u32);
        }
        Ok(true)
    }

    /// Whether nothing but closing brackets and white space stands from `at` on, up to the end of a fence.
    fn only_closers_from(&mut self, input: Input<'_>, at: usize) -> bool {
        if self.only_closers.is_some_and(|from| from <= at) {
            return true;
        }
        let rest = input.from(at);
        let end = rest.iter().position(|byte| !matches!(byte, b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'));
        let only = end.is_none_or(|end| rest.get(end..).is_some_and(|rest| rest.starts_with(b"```")));
        if only {
            self.only_closers = Some(at);
        }
        only
    }
}
