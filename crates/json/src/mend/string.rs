//! Strings that JSON would quote or escape otherwise.

use crate::ErrorKind;
use crate::driver::{self, Driver, Fault, Input, after_text};
use crate::grammar;
use crate::growth::Role;
use crate::repair::RepairKind;

use super::ahead::{self, Within};
use super::{Mender, Stop, refused};

/// What a string stands between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    Double,
    Single,
    /// Typographic double quotes.
    SmartDouble,
    /// Typographic single quotes.
    SmartSingle,
    TripleDouble,
    TripleSingle,
}

use Delimiter as D;

impl Delimiter {
    /// The delimiter that opens at `at`.
    pub(super) fn opening(input: Input<'_>, at: usize) -> Option<Delimiter> {
        Some(match input.byte(at)? {
            b'"' => D::Double,
            b'\'' if input.from(at).starts_with(b"'''") => D::TripleSingle,
            b'\'' => D::Single,
            0xe2 => match input.char(at)? {
                '\u{201c}' | '\u{201d}' | '\u{201e}' => D::SmartDouble,
                '\u{2018}' | '\u{2019}' => D::SmartSingle,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// How many bytes it has.
    pub(super) fn width(self) -> usize {
        match self {
            D::Double | D::Single => 1,
            _ => 3,
        }
    }

    fn lead(self) -> u8 {
        match self {
            D::Double | D::TripleDouble => b'"',
            D::Single | D::TripleSingle => b'\'',
            D::SmartDouble | D::SmartSingle => 0xe2,
        }
    }

    fn closes(self, input: Input<'_>, at: usize) -> bool {
        match self {
            D::Double | D::Single => true,
            D::TripleDouble => input.from(at).starts_with(b"\"\"\""),
            D::TripleSingle => input.from(at).starts_with(b"'''"),
            D::SmartDouble => matches!(input.char(at), Some('\u{201c}' | '\u{201d}')),
            D::SmartSingle => matches!(input.char(at), Some('\u{2018}' | '\u{2019}')),
        }
    }

    /// The repair for a quote of this kind.
    fn repair(self) -> Option<RepairKind> {
        match self {
            D::Double => None,
            D::Single => Some(RepairKind::SingleQuotes),
            D::SmartDouble | D::SmartSingle => Some(RepairKind::SmartQuotes),
            D::TripleDouble | D::TripleSingle => Some(RepairKind::StringConcat),
        }
    }
}

/// A string that the mender reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose {
    role: Role,
    delimiter: Delimiter,
    /// Whether what follows a quote decides if it closes.
    looks: bool,
    /// Whether a quote inside was found.
    inner: bool,
    escapes: Escapes,
}

/// The escapes that a string has had.
#[derive(Clone, Copy, Debug, Default)]
struct Escapes {
    /// One that is none: the writer does not escape backslashes.
    bad: bool,
    /// One that such a writer would have meant as it stands.
    doubtful: bool,
}

impl Mender {
    /// Begins to read a string whose quote stands where the driver does.
    pub(super) fn begin_loose(
        &mut self,
        driver: &mut Driver,
        input: Input<'_>,
        role: Role,
        delimiter: Delimiter,
    ) -> Result<bool, Stop> {
        let start = driver.at;
        if delimiter == D::Single && !input.last && b"'''".starts_with(input.from(start)) {
            // Whether it is one quote or three.
            return Ok(false);
        }
        if let Some(kind) = delimiter.repair() {
            self.repair(kind, start..start + delimiter.width())?;
        }
        driver.at = start + delimiter.width();
        driver.growth.begin_loose_text(role, start as u32, driver.at as u32);
        let looks = !matches!(delimiter, D::TripleDouble | D::TripleSingle);
        self.loose = Some(Loose { role, delimiter, looks, inner: false, escapes: Escapes::default() });
        self.go_on_loose(driver, input)
    }

    /// Opens the string added last again and goes on behind the quote that was taken for its end.
    pub(super) fn reopen(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let Some((role, start, end)) = self.reopenable(driver, input) else {
            return Err(Stop::Fault(Fault::After));
        };
        let escapes = escapes_in(input, start + 1, end - 1);
        driver.growth.reopen_text(input.text);
        driver.growth.push_text_from(input.text, "\"", end as u32);
        driver.at = end;
        self.repair(RepairKind::UnescapedQuote, end - 1..end)?;
        self.loose = Some(Loose { role, delimiter: D::Double, looks: true, inner: true, escapes });
        self.go_on_loose(driver, input)
    }

    /// The role and the span of the string added last, if it may be opened again.
    pub(super) fn reopenable(&self, driver: &Driver, input: Input<'_>) -> Option<(Role, usize, usize)> {
        if self.final_once_shown { None } else { self.ended(driver, input) }
    }

    /// The role and the span of the string added last, if a quote in it may have been taken for its end.
    pub(super) fn ended(&self, driver: &Driver, input: Input<'_>) -> Option<(Role, usize, usize)> {
        let (role, start, end) = driver.growth.last_text()?;
        let quoted = input.byte(start) == Some(b'"') && input.byte(end.checked_sub(1)?) == Some(b'"');
        (quoted && driver.growth.depth() > 0).then_some((role, start, end))
    }

    /// Goes on in a finished string behind another opening quote.
    pub(super) fn concatenate(
        &mut self,
        driver: &mut Driver,
        input: Input<'_>,
        delimiter: Delimiter,
        opening: usize,
    ) -> Result<bool, Stop> {
        driver.growth.reopen_text(input.text);
        driver.at = opening + delimiter.width();
        driver.growth.push_text_from(input.text, "", driver.at as u32);
        let looks = delimiter == D::Single;
        let escapes = Escapes::default();
        self.loose = Some(Loose { role: Role::Value, delimiter, looks, inner: false, escapes });
        self.go_on_loose(driver, input)
    }

    /// Reads on in a string.
    pub(super) fn go_on_loose(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let Some(mut loose) = self.loose else { return Ok(true) };
        let lead = loose.delimiter.lead();
        loop {
            let run_end = grammar::loose_run_end(input.bytes(), driver.at, lead);
            if run_end > driver.at {
                driver.growth.extend_text_from(input.text, run_end as u32);
                driver.at = run_end;
            }
            let at = driver.at;
            let more = match input.byte(at) {
                None if input.last && loose.inner => {
                    Err(refused(ErrorKind::Malformed, "a quote inside a string, and none that ends it", at..at))
                }
                None if input.last => Err(Stop::Fault(Fault::End)),
                None => Ok(false),
                Some(b'\\') => self.loose_escape(driver, input, &mut loose),
                Some(byte) if byte < b' ' => self.control(driver, input),
                Some(b'"') if lead != b'"' => {
                    // Between double quotes it could not stand like this.
                    driver.growth.push_text_from(input.text, "\"", at as u32 + 1);
                    driver.at = at + 1;
                    Ok(true)
                }
                Some(_) if !loose.delimiter.closes(input, at) => {
                    let end = input.after_char(at);
                    // Half of a closing triple may have arrived.
                    if !input.last && end + 2 > input.text.len() && loose.delimiter.width() == 3 {
                        Ok(false)
                    } else {
                        if lead == b'"' {
                            driver.growth.pool_text(input.text);
                        }
                        driver.growth.extend_text_from(input.text, end as u32);
                        driver.at = end;
                        Ok(true)
                    }
                }
                Some(_) => match self.loose_quote(driver, input, &mut loose) {
                    Ok(Some(true)) => {
                        self.loose = None;
                        return Ok(true);
                    }
                    Ok(Some(false)) => Ok(true),
                    Ok(None) => Ok(false),
                    Err(stop) => Err(stop),
                },
            };
            self.loose = Some(loose);
            if !more? {
                return Ok(false);
            }
        }
    }

    /// Reads a quote: whether it closed the string; `None` where more text is needed to tell.
    fn loose_quote(&mut self, driver: &mut Driver, input: Input<'_>, loose: &mut Loose) -> Result<Option<bool>, Stop> {
        let at = driver.at;
        let end = at + loose.delimiter.width();
        let within = match driver.growth.in_object() {
            None => Within::Root,
            Some(true) => Within::Object,
            Some(false) => Within::Array,
        };
        let quote =
            if loose.looks { ahead::quote(input, end, loose.role, within, loose.inner) } else { ahead::Quote::Closes };
        match quote {
            ahead::Quote::Closes => {
                if let Some(kind) = loose.delimiter.repair() {
                    self.repair(kind, at..end)?;
                }
                driver.at = end;
                driver.growth.end_text(end as u32);
                driver.state = after_text(loose.role);
                if loose.role == Role::Name {
                    driver.check_name(input).map_err(Stop::Fault)?;
                }
                Ok(Some(true))
            }
            ahead::Quote::Inner | ahead::Quote::TooFar => {
                self.guessed |= quote == ahead::Quote::TooFar;
                let text = input.text.get(at..end).unwrap_or("");
                driver.growth.push_text_from(input.text, text, end as u32);
                driver.at = end;
                loose.inner = true;
                self.repair(RepairKind::UnescapedQuote, at..end)?;
                Ok(Some(false))
            }
            ahead::Quote::Either => {
                let reason = "a quote inside a string, or the border of two items";
                Err(refused(ErrorKind::Ambiguous, reason, at..end))
            }
            ahead::Quote::Unknown => Ok(None),
        }
    }

    fn loose_escape(&mut self, driver: &mut Driver, input: Input<'_>, loose: &mut Loose) -> Result<bool, Stop> {
        let at = driver.at;
        if input.byte(at + 1) == Some(b'\'') {
            return self.apostrophe(driver, input, loose.delimiter == D::Single);
        }
        match driver::escape(input, at) {
            Ok(None) if input.last => return Err(Stop::Fault(Fault::End)),
            Ok(None) => return Ok(false),
            Ok(Some((decoded, end))) => {
                loose.escapes.doubtful |= is_doubtful(input.byte(at + 1));
                driver.growth.push_decoded_from(input.text, decoded, end as u32);
                driver.at = end;
            }
            Err(Fault::Escape) => {
                self.keep_backslash(driver, input)?;
                loose.escapes.bad = true;
            }
            Err(fault) => return Err(Stop::Fault(fault)),
        }
        if loose.escapes.bad && loose.escapes.doubtful {
            let reason = "an escape beside a backslash that begins none";
            return Err(refused(ErrorKind::Ambiguous, reason, at..input.after_char(at + 1)));
        }
        Ok(true)
    }

    /// A backslash before a single quote, as other languages write it.
    fn apostrophe(&mut self, driver: &mut Driver, input: Input<'_>, usual: bool) -> Result<bool, Stop> {
        let at = driver.at;
        driver.growth.push_decoded_from(input.text, '\'', at as u32 + 2);
        driver.at = at + 2;
        if !usual {
            self.repair(RepairKind::BadEscape, at..at + 1)?;
        }
        Ok(true)
    }

    fn keep_backslash(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<(), Stop> {
        let at = driver.at;
        if input.byte(at + 1).is_some_and(|next| next < b' ') {
            return Err(Stop::Fault(Fault::Escape));
        }
        driver.growth.push_decoded_from(input.text, '\\', at as u32 + 1);
        driver.at = at + 1;
        self.repair(RepairKind::BadEscape, at..at + 1)
    }

    /// A backslash in a string in double quotes that begins no escape.
    pub(super) fn bad_escape(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        if input.byte(driver.at + 1) == Some(b'\'') {
            return self.apostrophe(driver, input, false);
        }
        let Some((role, start)) = driver.growth.open_text() else { return Err(Stop::Fault(Fault::Escape)) };
        let mut escapes = escapes_in(input, start + 1, driver.at);
        if escapes.doubtful {
            let reason = "a backslash that begins no escape beside one that does";
            return Err(refused(ErrorKind::Ambiguous, reason, driver.at..driver.at + 1));
        }
        self.keep_backslash(driver, input)?;
        escapes.bad = true;
        self.loose = Some(Loose { role, delimiter: D::Double, looks: false, inner: false, escapes });
        self.go_on_loose(driver, input)
    }

    /// A raw control character in a string.
    pub(super) fn control(&mut self, driver: &mut Driver, input: Input<'_>) -> Result<bool, Stop> {
        let at = driver.at;
        let text = match input.byte(at) {
            Some(b'\n') => "\n",
            Some(b'\r') => "\r",
            Some(b'\t') => "\t",
            _ => return Err(Stop::Fault(Fault::Control)),
        };
        driver.growth.push_text_from(input.text, text, at as u32 + 1);
        driver.at = at + 1;
        self.repair(RepairKind::RawControl, at..at + 1)?;
        Ok(true)
    }
}

/// Whether a writer who does not escape backslashes may have meant the escape as it stands.
fn is_doubtful(escaped: Option<u8>) -> bool {
    escaped != Some(b'"')
}

/// The escapes in a part of a string in double quotes.
fn escapes_in(input: Input<'_>, from: usize, to: usize) -> Escapes {
    let mut escapes = Escapes::default();
    let text = input.bytes().get(from..to).unwrap_or(&[]);
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\\')) {
        let escaped = text.get(at + found + 1).copied();
        let valid = escaped.is_some_and(|byte| byte == b'u' || grammar::short_escape(byte).is_some());
        if valid {
            escapes.doubtful |= is_doubtful(escaped);
        } else {
            escapes.bad |= escaped != Some(b'\'');
        }
        at += found + if valid || escaped == Some(b'\'') { 2 } else { 1 };
    }
    escapes
}

#[cfg(test)]
mod tests {
    use crate::read::{self, LenientOptions};

    /// Text that stays in the source is written as it stands there, so nothing may stay that JSON would escape.
    #[test]
    fn what_is_read_from_other_quotes_is_written_as_json() {
        let all = [
            (r#"{name: 'Ann'}"#, r#"{"name":"Ann"}"#),
            (r#"['a "word" here']"#, r#"["a \"word\" here"]"#),
            (r#"['"', '""', 'ends "']"#, r#"["\"","\"\"","ends \""]"#),
            (r#"['''it's "so"''']"#, r#"["it's \"so\""]"#),
            ("[\u{201c}a \"word\" here\u{201d}]", r#"["a \"word\" here"]"#),
            ("{\u{2018}a\"b\u{2019}: \u{201c}\u{2026}\u{201d}}", "{\"a\\\"b\":\"\u{2026}\"}"),
            (r"['a\tb', 'a\\b', 'it\'s']", r#"["a\tb","a\\b","it's"]"#),
            (r#"["" + 'a "b"']"#, r#"["a \"b\""]"#),
            (r#"["""a "b" c"""]"#, r#"["a \"b\" c"]"#),
            (r#"{größe: 'übrig "x"'}"#, r#"{"größe":"übrig \"x\""}"#),
        ];
        for (text, written) in all {
            let written_here =
                read::lenient(text, &LenientOptions::default()).map(|reading| reading.document.to_json());
            assert_eq!(written_here.as_deref().ok(), Some(written), "{text}");
        }
    }
}
