//! Names and colons.

use crate::driver::{Driver, Fault, Input, State};
use crate::growth::Role;
use crate::repair::RepairKind;

use super::ahead::{self, Ahead};
use super::string::Delimiter;
use super::{Mender, Stop};

impl Mender {
    /// Mends where a name is due.
    pub(super) fn name(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let at = driver.at;
        let fault = Err(Stop::Fault(Fault::Name));
        let Some(char) = input.char(at) else { return fault };
        if char == '}' && driver.state == State::Name {
            self.trailing_comma(driver, input)?;
            driver.close();
            return Ok(true);
        }
        if char == '\\' {
            return match input.byte(at + 1) {
                Some(b'"') => Err(Stop::Escaped),
                None if !input.last => Ok(false),
                _ => fault,
            };
        }
        if let Some(delimiter) = Delimiter::opening(input, at) {
            if driver.state == State::Name && self.ended(driver, input).is_some() {
                // Where no name follows, the string before may have gone on.
                match ahead::member_near(input, at) {
                    Some(Ahead::No) if self.final_once_shown => return fault,
                    Some(Ahead::No) => return self.reopen(driver, input),
                    Some(Ahead::End) if !input.last => return Ok(false),
                    Some(_) => {}
                    None => self.guessed = true,
                }
            }
            return self.begin_loose(driver, input, Role::Name, delimiter);
        }
        if ahead::begins_name(char) {
            match ahead::member(input, at, false) {
                Ahead::Yes => return self.unquoted_name(driver, input),
                Ahead::End if !input.last => return Ok(false),
                Ahead::End => {
                    driver.at = input.text.len();
                    return Err(Stop::Fault(Fault::End));
                }
                Ahead::No => {
                    // `=` stands for a colon as well.
                    let end = ahead::name_end(input, at);
                    if input.byte(ahead::skip(input, end)) == Some(b'=') {
                        return self.unquoted_name(driver, input);
                    }
                }
            }
        }
        if driver.state == State::Name && self.reopenable(driver, input).is_some() {
            return self.reopen(driver, input);
        }
        fault
    }

    fn unquoted_name(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let at = driver.at;
        let end = ahead::name_end(input, at);
        self.repair(RepairKind::UnquotedKey, at..end)?;
        driver.growth.bare_text(Role::Name, at as u32, end as u32);
        driver.at = end;
        driver.state = State::Colon;
        driver.check_name(input).map_err(Stop::Fault)?;
        Ok(true)
    }

    /// Mends where a colon is due.
    pub(super) fn colon(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let at = driver.at;
        let rest = input.from(at);
        let fault = Err(Stop::Fault(Fault::Colon));
        let Some(byte) = rest.first() else { return fault };
        if *byte == b'=' {
            let width = match rest.get(1) {
                None if !input.last => return Ok(false),
                Some(b'>') => 2,
                Some(b'=') => return fault,
                _ => 1,
            };
            self.repair(RepairKind::WrongColon, at..at + width)?;
            driver.at = at + width;
            driver.state = State::Value;
            return Ok(true);
        }
        match self.value_ahead(input, at) {
            Ahead::Yes => {
                self.repair(RepairKind::MissingColon, at..at)?;
                driver.state = State::Value;
                return Ok(true);
            }
            Ahead::End if !input.last => return Ok(false),
            _ => {}
        }
        let Some((Role::Name, name_start, _)) = self.reopenable(driver, input) else { return fault };
        if let Some((start, end)) = driver.growth.text_before_name() {
            // The string before may have gone on: its end, a comma, and a text that turned out to be no name.
            let between = input.bytes().get(end..name_start).unwrap_or(&[]);
            let comma = between.iter().all(|byte| matches!(byte, b',' | b' ' | b'\n' | b'\r' | b'\t'));
            if comma && between.contains(&b',') && input.byte(start) == Some(b'"') {
                driver.growth.take_back();
            }
        }
        self.reopen(driver, input)
    }

    /// Whether a value stands where the colon is missing.
    fn value_ahead(&self, input: Input<'_>, at: usize) -> Ahead {
        match input.byte(at) {
            Some(b'0'..=b'9' | b'-' | b'{' | b'[') => Ahead::Yes,
            Some(b'"') => ahead::whole_text(input, at),
            Some(b't' | b'f' | b'n' | b'T' | b'F' | b'N') => {
                let end = ahead::name_end(input, at);
                let word = input.text.get(at..end).unwrap_or("");
                let known = ["true", "false", "null", "True", "False", "None"];
                if end == input.text.len() && known.iter().any(|known| known.starts_with(word)) {
                    Ahead::End
                } else if known.contains(&word) {
                    Ahead::Yes
                } else {
                    Ahead::No
                }
            }
            _ => Ahead::No,
        }
    }
}
