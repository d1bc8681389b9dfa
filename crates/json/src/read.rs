//! The strict reader: RFC 8259 to the letter, one pass, no recursion.

use crate::grammar::{self, Class};
use crate::growth::{Growth, Role};
use crate::{Document, Error, ErrorKind, ReadOptions};

/// Refuses a text that passes the limit on bytes.
pub(crate) fn check_size(bytes: usize, options: &ReadOptions) -> Result<(), Error> {
    if bytes > options.byte_limit() {
        return Err(Error::new(ErrorKind::TooLarge, "the limit on bytes is passed"));
    }
    Ok(())
}

/// Reads one JSON value.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<Document, Error> {
    check_size(text.len(), options)?;
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        max_depth: options.depth_limit(),
        growth: Growth::new(text.to_owned(), text.len() / 16 + 4),
    };
    reader.document()?;
    Ok(reader.growth.into_document())
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    max_depth: usize,
    growth: Growth,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), Error> {
        if self.significant().is_none() {
            return Err(self.error(ErrorKind::NoJson, "", self.at));
        }
        self.value()?;
        if self.significant().is_some() {
            return Err(self.error(ErrorKind::Trailing, "", self.at));
        }
        Ok(())
    }

    /// Reads one value with everything inside it; the loop's only memory is the growth's open containers.
    fn value(&mut self) -> Result<(), Error> {
        loop {
            let opened = self.one_token()?;
            if opened {
                continue;
            }
            if !self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Reads a scalar, an empty container, or the opening of a container up to where its first value is due;
    /// `true` in the last case.
    #[inline]
    fn one_token(&mut self) -> Result<bool, Error> {
        let Some(byte) = self.significant() else {
            return Err(self.truncated("expected a value"));
        };
        let start = self.at;
        match grammar::class(byte) {
            Class::Quote => self.string(Role::Value)?,
            Class::Number => self.number()?,
            Class::Literal => self.literal(byte)?,
            Class::BeginObject => {
                self.enter()?;
                self.growth.begin_object(start as u32);
                if self.significant() != Some(b'}') {
                    self.name()?;
                    return Ok(true);
                }
                self.at += 1;
                self.growth.end(self.at as u32);
            }
            Class::BeginArray => {
                self.enter()?;
                self.growth.begin_array(start as u32);
                if self.significant() != Some(b']') {
                    return Ok(true);
                }
                self.at += 1;
                self.growth.end(self.at as u32);
            }
            _ => return Err(self.malformed("expected a value")),
        }
        Ok(false)
    }

    /// Steps over an opening bracket.
    fn enter(&mut self) -> Result<(), Error> {
        if self.growth.depth() >= self.max_depth {
            return Err(self.error(ErrorKind::TooDeep, "", self.at + 1));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads what follows a value; `true` where another value is due.
    #[inline]
    fn after_value(&mut self) -> Result<bool, Error> {
        while let Some(in_object) = self.growth.in_object() {
            let next = self.significant();
            match next.map(grammar::class) {
                Some(Class::Comma) => {
                    self.at += 1;
                    if in_object {
                        self.significant();
                        self.name()?;
                    }
                    return Ok(true);
                }
                Some(Class::EndObject) if in_object => {}
                Some(Class::EndArray) if !in_object => {}
                found => {
                    let reason = if in_object { "expected `,` or `}`" } else { "expected `,` or `]`" };
                    return Err(match found {
                        Some(_) => self.malformed(reason),
                        None => self.truncated(reason),
                    });
                }
            }
            self.at += 1;
            self.growth.end(self.at as u32);
        }
        Ok(false)
    }

    /// Reads a member's name and colon.
    #[inline]
    fn name(&mut self) -> Result<(), Error> {
        match self.peek() {
            Some(b'"') => self.string(Role::Name)?,
            Some(_) => return Err(self.malformed("expected a name in double quotes")),
            None => return Err(self.truncated("expected a name in double quotes")),
        }
        match self.significant() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(self.malformed("expected `:`")),
            None => return Err(self.truncated("expected `:`")),
        }
        Ok(())
    }

    #[inline]
    fn string(&mut self, role: Role) -> Result<(), Error> {
        let start = self.at as u32;
        let end = grammar::plain_run_end(self.bytes, self.at + 1);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            self.growth.plain_text(role, start, self.at as u32);
            return Ok(());
        }
        self.growth.begin_text(role, start);
        self.at += 1;
        self.long_string(end)
    }

    /// Reads on in a string that holds an escape, or is faulty.
    fn long_string(&mut self, mut run_end: usize) -> Result<(), Error> {
        loop {
            self.at = run_end;
            self.growth.extend_text(run_end as u32);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    self.growth.end_text(self.at as u32);
                    return Ok(());
                }
                Some(b'\\') => {
                    let decoded = self.escape()?;
                    self.growth.push_decoded(decoded, self.at as u32);
                }
                Some(_) => {
                    return Err(self.malformed("control characters in strings must be escaped"));
                }
                None => return Err(self.truncated("the string is not closed")),
            }
            run_end = grammar::plain_run_end(self.bytes, self.at);
        }
    }

    /// Reads an escape; `at` stands on the backslash and moves behind the escape.
    fn escape(&mut self) -> Result<char, Error> {
        let start = self.at;
        self.at += 1;
        let Some(byte) = self.peek() else {
            return Err(self.truncated("the string is not closed"));
        };
        if let Some(decoded) = grammar::short_escape(byte) {
            self.at += 1;
            return Ok(decoded);
        }
        if byte != b'u' {
            return Err(self.malformed("not an escape"));
        }
        self.at += 1;
        let first = self.four_digits()?;
        if !(0xD800..0xE000).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let first_end = self.at;
        if first < 0xDC00 {
            match (self.peek(), self.bytes.get(self.at + 1)) {
                (Some(b'\\'), Some(b'u')) => {
                    self.at += 2;
                    let second = self.four_digits()?;
                    if (0xDC00..0xE000).contains(&second) {
                        let scalar = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                        return Ok(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                }
                (None, _) | (Some(b'\\'), None) => {
                    self.at = self.bytes.len();
                    return Err(self.truncated("the string is not closed"));
                }
                _ => {}
            }
        }
        self.at = start;
        Err(self.error(ErrorKind::LoneSurrogate, "", first_end))
    }

    fn four_digits(&mut self) -> Result<u32, Error> {
        let mut value = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else {
                return Err(self.truncated("the string is not closed"));
            };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return Err(self.malformed("expected four hexadecimal digits"));
            };
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }

    #[inline]
    fn number(&mut self) -> Result<(), Error> {
        let start = self.at;
        let (length, state) = grammar::scan_number(self.bytes.get(start..).unwrap_or(&[]));
        self.at = start + length;
        if !state.is_complete() {
            return Err(match self.peek() {
                Some(_) => self.malformed("expected a digit"),
                None => self.truncated("expected a digit"),
            });
        }
        self.growth.number(start as u32, self.at as u32);
        Ok(())
    }

    #[inline]
    fn literal(&mut self, first: u8) -> Result<(), Error> {
        let word: &[u8] = match first {
            b't' => b"true",
            b'f' => b"false",
            _ => b"null",
        };
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        if !rest.starts_with(word) {
            let matching = word.iter().zip(rest).take_while(|(a, b)| a == b).count();
            self.at += matching;
            return Err(if matching == rest.len() {
                self.truncated("expected `true`, `false` or `null`")
            } else {
                self.malformed("expected `true`, `false` or `null`")
            });
        }
        let start = self.at as u32;
        self.at += word.len();
        match first {
            b'n' => self.growth.null(start, self.at as u32),
            _ => self.growth.bool(first == b't', start, self.at as u32),
        }
        Ok(())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips white space and gives the byte after it.
    #[inline]
    fn significant(&mut self) -> Option<u8> {
        loop {
            let byte = self.peek()?;
            if byte > b' ' || grammar::class(byte) != Class::White {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    #[cold]
    fn malformed(&self, reason: &'static str) -> Error {
        let rest = self.text.get(self.at..).unwrap_or("");
        let width = rest.chars().next().map_or(0, char::len_utf8);
        self.error(ErrorKind::Malformed, reason, self.at + width)
    }

    #[cold]
    fn truncated(&self, reason: &'static str) -> Error {
        self.error(ErrorKind::Truncated, reason, self.at)
    }

    #[cold]
    fn error(&self, kind: ErrorKind, reason: &'static str, end: usize) -> Error {
        Error::new(kind, reason).at(self.text, self.at..end.min(self.bytes.len()))
    }
}
