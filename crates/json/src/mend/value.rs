//! Where a value is due: numbers, keywords and tuples as others spell them, and closers after a comma.

use std::ops::Range;

use crate::ErrorKind;
use crate::driver::{Driver, Fault, Input, State};
use crate::growth::Role;
use crate::repair::RepairKind;

use super::string::Delimiter;
use super::{Mender, Stop, ahead, refused};

/// Words of other languages that have one meaning.
const KEYWORDS: [(&str, &str); 3] = [("True", "true"), ("False", "false"), ("None", "null")];

/// Words for what JSON has no number for.
const NO_NUMBERS: [&str; 7] = ["NaN", "nan", "NAN", "Infinity", "infinity", "inf", "Inf"];

impl Mender {
    /// Mends where a value is due.
    pub(super) fn value(&mut self, driver: &mut Driver, input: Input<'_>, fault: Fault) -> Result<bool, Stop> {
        let at = driver.at;
        if let Some(delimiter) = Delimiter::opening(input, at) {
            return self.begin_loose(driver, input, Role::Value, delimiter);
        }
        match input.byte(at) {
            Some(b']') if driver.state == State::Value && driver.growth.in_object() == Some(false) => {
                self.trailing_comma(driver, input)?;
                driver.close();
                Ok(true)
            }
            Some(b')') if self.in_tuple(driver) => {
                if driver.state == State::Value {
                    self.trailing_comma(driver, input)?;
                }
                self.end_tuple(driver)
            }
            Some(b'(') => self.begin_tuple(driver),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.') => self.number(driver, input),
            Some(b'\\') if input.byte(at + 1) == Some(b'"') => Err(Stop::Escaped),
            Some(b'\\') if input.byte(at + 1).is_none() && !input.last => Ok(false),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => self.word(driver, input),
            _ => Err(Stop::Fault(fault)),
        }
    }

    /// Leaves out the comma before a closing bracket.
    pub(super) fn trailing_comma(&mut self, driver: &Driver, input: Input<'_>) -> Result<(), Stop> {
        let before = input.bytes().get(..driver.at).unwrap_or(&[]);
        match before.iter().rposition(|byte| *byte == b',') {
            Some(comma) => self.repair(RepairKind::TrailingComma, comma..comma + 1),
            None => Err(Stop::Fault(Fault::Value)),
        }
    }

    fn begin_tuple(&mut self, driver: &mut Driver) -> Result<bool, Stop> {
        if driver.growth.depth() >= driver.max_depth {
            return Err(Stop::Fault(Fault::TooDeep));
        }
        let at = driver.at;
        self.repair(RepairKind::PythonTuple, at..at + 1)?;
        driver.growth.begin_array(at as u32);
        self.tuples.extend(driver.growth.innermost());
        driver.at = at + 1;
        driver.state = State::FirstItem;
        Ok(true)
    }

    /// Whether the innermost container is a tuple in the text.
    pub(super) fn in_tuple(&self, driver: &Driver) -> bool {
        self.tuples.last().is_some_and(|tuple| driver.growth.innermost() == Some(*tuple))
    }

    pub(super) fn end_tuple(&mut self, driver: &mut Driver) -> Result<bool, Stop> {
        self.tuples.pop();
        self.repair(RepairKind::PythonTuple, driver.at..driver.at + 1)?;
        driver.close();
        Ok(true)
    }

    /// A number in another spelling, whose first byte the driver stands on.
    pub(super) fn number(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let start = driver.at;
        let end = token_end(input, start);
        let token = input.text.get(start..end).unwrap_or("");
        if end == input.text.len() && (!input.last || driver.growth.depth() > 0) {
            // It may go on.
            return if input.last { Err(Stop::Fault(Fault::End)) } else { Ok(false) };
        }
        if NO_NUMBERS.contains(&token.trim_start_matches(['+', '-'])) {
            return Err(not_a_number(start, end));
        }
        let Some(spelled) = spell(token) else {
            if self.unquoted(driver, input, start..end)? {
                return Ok(true);
            }
            return Err(refused(ErrorKind::Malformed, "a number that has no single meaning", start..end));
        };
        driver.growth.spelled_number(&spelled, start as u32, end as u32);
        driver.at = end;
        driver.state = State::After;
        self.repair(RepairKind::NumberSpelling, start..end)?;
        Ok(true)
    }

    /// A word that is no keyword of JSON, whose first byte the driver stands on.
    fn word(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let start = driver.at;
        let end = token_end(input, start);
        let word = input.text.get(start..end).unwrap_or("");
        let at_end = end == input.text.len();
        if at_end
            && KEYWORDS.iter().any(|(python, _)| python.starts_with(word))
            && (!input.last || driver.growth.depth() > 0)
        {
            return if input.last { Err(Stop::Fault(Fault::End)) } else { Ok(false) };
        }
        if at_end && !input.last && NO_NUMBERS.iter().any(|known| known.starts_with(word)) {
            return Ok(false);
        }
        if let Some((_, literal)) = KEYWORDS.iter().find(|(python, _)| *python == word) {
            driver.growth.literal(literal, start as u32, end as u32);
            driver.at = end;
            driver.state = State::After;
            self.repair(RepairKind::PythonLiteral, start..end)?;
            return Ok(true);
        }
        if NO_NUMBERS.contains(&word) {
            return Err(not_a_number(start, end));
        }
        let after_text = driver.growth.last_text().is_some_and(|(_, from, _)| input.byte(from) == Some(b'"'));
        if driver.growth.in_object() == Some(false) && after_text && !self.final_once_shown {
            let quote = input.from(end).contains(&b'"');
            if quote {
                let reason = "a quote inside a string, or the border of two items";
                return Err(refused(ErrorKind::Ambiguous, reason, start..end));
            }
        }
        if self.unquoted(driver, input, start..end)? {
            return Ok(true);
        }
        Err(refused(ErrorKind::Malformed, "a word without quotes", start..end))
    }

    /// Takes a token for a string, where that is asked for: one token, and behind it a comma or the end of the container.
    fn unquoted(&mut self, driver: &mut Driver, input: Input<'_>, span: Range<usize>) -> Result<bool, Stop> {
        let token = input.text.get(span.clone()).unwrap_or("");
        let ends = matches!(input.byte(ahead::skip(input, span.end)), Some(b',' | b'}' | b']'));
        if !self.unquoted_values || driver.growth.depth() == 0 || !ends || token.contains('\u{2026}') {
            return Ok(false);
        }
        self.repair(RepairKind::UnquotedValue, span.clone())?;
        driver.growth.bare_text(Role::Value, span.start as u32, span.end as u32);
        driver.at = span.end;
        driver.state = State::After;
        Ok(true)
    }
}

fn not_a_number(start: usize, end: usize) -> Stop {
    refused(ErrorKind::NotANumber, "JSON has no such number", start..end)
}

/// The offset behind the letters, digits and signs that begin at `at`.
pub(super) fn token_end(input: Input<'_>, at: usize) -> usize {
    input.run_of(at, |char| char.is_alphanumeric() || matches!(char, '_' | '$' | '%' | '.' | '+' | '-' | '\u{2026}'))
}

/// The JSON spelling of a number that others write so; `None` where there is more than one meaning, or none.
fn spell(token: &str) -> Option<String> {
    let (negative, token) = match token.as_bytes().first()? {
        b'-' => (true, token.get(1..)?),
        b'+' => (false, token.get(1..)?),
        _ => (false, token),
    };
    let sign = if negative { "-" } else { "" };
    if !token.starts_with(|char: char| char.is_ascii_digit() || char == '.') {
        return None;
    }
    if let Some(digits) = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")) {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = if plain { u128::from_str_radix(digits, 16).ok()? } else { return None };
        return Some(format!("{sign}{value}"));
    }
    let (mantissa, exponent) = match token.find(['e', 'E']) {
        Some(at) => token.split_at(at),
        None => (token, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    let spelled = format!("{sign}{whole}{point}{fraction}{exponent}");
    crate::grammar::is_number(&spelled).then_some(spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_one_meaning() {
        let all = [
            ("+1", "1"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-.5e3", "-0.5e3"),
            ("5.e3", "5e3"),
            ("0x1F", "31"),
            ("-0Xff", "-255"),
            ("0xffffffffffffffffffff", "1208925819614629174706175"),
        ];
        for (token, spelled) in all {
            assert_eq!(spell(token).as_deref(), Some(spelled), "{token}");
        }
        for token in
            ["007", "1_000", "50%", "1.2.3", "2024-01-05", ".", "+", "-", "0x", "0xg", "1e", "--1", "+-1", "0x+1"]
        {
            assert_eq!(spell(token), None, "{token}");
        }
    }
}
