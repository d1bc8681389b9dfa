//! The one reader of JSON: RFC 8259 to the letter, iterative, and able to stop and go on anywhere.
//!
//! A driver runs over a text that is whole, or over what has arrived of one. Where the grammar does not go on
//! it stops with a [`Fault`]; the strict reader makes an error of that, the lenient one looks whether exactly
//! one reading is left (`mend`), changes what has to be changed, and lets the driver run on. Strict JSON never
//! meets a fault, so leniency costs it nothing and cannot alter it.

use crate::ReadOptions;
use crate::grammar::{self, Class, NumberState};
use crate::growth::{Growth, Role};
use crate::names::Names;

/// The text a driver runs over.
#[derive(Clone, Copy)]
pub(crate) struct Input<'t> {
    /// What is there of it, from its very start.
    pub(crate) text: &'t str,
    /// Whether no more can come.
    pub(crate) last: bool,
}

impl<'t> Input<'t> {
    pub(crate) fn whole(text: &'t str) -> Input<'t> {
        Input { text, last: true }
    }

    #[inline]
    pub(crate) fn bytes(self) -> &'t [u8] {
        self.text.as_bytes()
    }

    #[inline]
    pub(crate) fn byte(self, at: usize) -> Option<u8> {
        self.bytes().get(at).copied()
    }

    #[inline]
    pub(crate) fn from(self, at: usize) -> &'t [u8] {
        self.bytes().get(at..).unwrap_or(&[])
    }

    pub(crate) fn char(self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// What is there up to an offset, or to the character that it is in.
    pub(crate) fn up_to(self, mut end: usize) -> Input<'t> {
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        Input { text: self.text.get(..end).unwrap_or(self.text), last: self.last }
    }

    /// The offset behind the characters from `at` on that belong together.
    #[inline]
    pub(crate) fn run_of(self, mut at: usize, belongs: impl Fn(char) -> bool) -> usize {
        loop {
            match self.byte(at) {
                Some(byte @ ..0x80) if belongs(char::from(byte)) => at += 1,
                Some(0x80..) if self.char(at).is_some_and(&belongs) => at = self.after_char(at),
                _ => return at,
            }
        }
    }

    /// The offset behind the character at `at`.
    pub(crate) fn after_char(self, at: usize) -> usize {
        at + self.char(at).map_or(0, char::len_utf8)
    }
}

/// What is due next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Value,
    /// The first item of an array, or its end.
    FirstItem,
    Name,
    /// The first name of an object, or its end.
    FirstName,
    Colon,
    /// What follows a value: a comma, the end of its container, or nothing at the root.
    After,
    /// More of the open string.
    Text(Role),
    /// More of the number that starts there.
    Number(usize, NumberState),
    /// More of the keyword that starts there; its node is shown already.
    Keyword(usize, &'static str),
    /// The root value is there.
    Done,
}

/// Where the grammar does not go on. The driver stands at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Value,
    Name,
    Colon,
    /// Neither a comma nor the end of the container.
    After,
    /// A raw control character in a string.
    Control,
    /// A backslash and a character that make no escape; the driver stands on the backslash.
    Escape,
    /// `\u` without four hexadecimal digits; the offset is where they end.
    Hex(usize),
    /// Half of a surrogate pair, up to that offset; the driver stands on its backslash.
    Surrogate(usize),
    /// A number that breaks off; the driver stands on its first byte, the offset is where it breaks off.
    Digit(usize),
    /// A word that is no keyword; the driver stands on its first byte, the offset is where it goes wrong.
    Keyword(usize),
    TooDeep,
    /// The object has the name that was just read already.
    Duplicate,
    /// The text ends.
    End,
}

/// How far a run came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The root value is there; the driver stands behind it.
    Done,
    /// More text is needed.
    More,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    /// The offset of the next byte to look at.
    pub(crate) at: usize,
    pub(crate) state: State,
    pub(crate) growth: Growth,
    pub(crate) max_depth: usize,
    /// The names of the open objects, where none may be repeated.
    pub(crate) names: Option<Box<Names>>,
}

impl Driver {
    pub(crate) fn new(growth: Growth, options: &ReadOptions) -> Driver {
        Driver { at: 0, state: State::Value, growth, max_depth: options.depth_limit(), names: None }
    }

    /// Reads on as far as the grammar and the text go.
    #[inline]
    pub(crate) fn run(&mut self, input: Input<'_>) -> Result<Progress, Fault> {
        loop {
            let more = match self.state {
                State::Value | State::FirstItem => self.value(input)?,
                State::Name | State::FirstName => self.name(input)?,
                State::Colon => self.colon(input)?,
                State::After => {
                    if self.growth.depth() == 0 {
                        self.state = State::Done;
                        return Ok(Progress::Done);
                    }
                    self.after_value(input)?
                }
                State::Text(role) => self.text(input, role)?,
                State::Number(start, state) => self.number(input, start, state)?,
                State::Keyword(start, word) => self.keyword(input, start, word)?,
                State::Done => return Ok(Progress::Done),
            };
            if !more {
                return Ok(Progress::More);
            }
        }
    }

    /// Reads a scalar, or the opening of a container, or the end of an empty array.
    #[inline]
    fn value(&mut self, input: Input<'_>) -> Result<bool, Fault> {
        let Some(byte) = self.significant(input) else { return self.end(input) };
        let start = self.at;
        match grammar::class(byte) {
            Class::Quote => self.string(input, Role::Value),
            Class::Number => self.number(input, start, NumberState::Start),
            Class::Literal => {
                let word = match byte {
                    b't' => "true",
                    b'f' => "false",
                    _ => "null",
                };
                if input.from(start).starts_with(word.as_bytes()) {
                    self.at += word.len();
                    self.state = State::After;
                    self.growth.literal(word, start as u32, self.at as u32);
                    return Ok(true);
                }
                self.begin_keyword(input, start, word)
            }
            Class::BeginObject => {
                self.enter()?;
                self.growth.begin_object(start as u32);
                self.state = State::FirstName;
                self.name(input)
            }
            Class::BeginArray => {
                self.enter()?;
                self.growth.begin_array(start as u32);
                self.state = State::FirstItem;
                Ok(true)
            }
            Class::EndArray if self.state == State::FirstItem => {
                self.close();
                Ok(true)
            }
            _ => Err(Fault::Value),
        }
    }

    /// Steps over an opening bracket.
    #[inline]
    fn enter(&mut self) -> Result<(), Fault> {
        if self.growth.depth() >= self.max_depth {
            return Err(Fault::TooDeep);
        }
        self.at += 1;
        Ok(())
    }

    /// Steps over a closing bracket.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.at += 1;
        self.growth.end(self.at as u32);
        self.state = State::After;
    }

    /// Reads what follows a value, and through to where the next value is due.
    #[inline]
    fn after_value(&mut self, input: Input<'_>) -> Result<bool, Fault> {
        let Some(byte) = self.significant(input) else { return self.end(input) };
        let in_object = self.growth.in_object() == Some(true);
        match grammar::class(byte) {
            Class::Comma => {
                self.at += 1;
                if in_object {
                    self.state = State::Name;
                    return self.name(input);
                }
                self.state = State::Value;
                return Ok(true);
            }
            Class::EndObject if in_object => {}
            Class::EndArray if !in_object => {}
            _ => return Err(Fault::After),
        }
        self.close();
        Ok(true)
    }

    /// Reads a member's name and colon, or the end of an empty object.
    #[inline]
    fn name(&mut self, input: Input<'_>) -> Result<bool, Fault> {
        match self.significant(input) {
            Some(b'"') => {
                if !self.string(input, Role::Name)? {
                    return Ok(false);
                }
                self.colon(input)
            }
            Some(b'}') if self.state == State::FirstName => {
                self.close();
                Ok(true)
            }
            Some(_) => Err(Fault::Name),
            None => self.end(input),
        }
    }

    #[inline]
    fn colon(&mut self, input: Input<'_>) -> Result<bool, Fault> {
        match self.significant(input) {
            Some(b':') => {
                self.at += 1;
                self.state = State::Value;
                Ok(true)
            }
            Some(_) => Err(Fault::Colon),
            None => self.end(input),
        }
    }

    #[inline]
    fn string(&mut self, input: Input<'_>, role: Role) -> Result<bool, Fault> {
        let start = self.at as u32;
        let end = grammar::plain_run_end(input.bytes(), self.at + 1);
        if input.byte(end) == Some(b'"') {
            self.at = end + 1;
            self.state = after_text(role);
            self.growth.plain_text(role, start, self.at as u32);
            if role == Role::Name {
                self.check_name(input)?;
            }
            return Ok(true);
        }
        self.growth.begin_text(role, start);
        self.at += 1;
        self.state = State::Text(role);
        self.text_from(input, role, end)
    }

    /// Reads on in a string.
    fn text(&mut self, input: Input<'_>, role: Role) -> Result<bool, Fault> {
        let end = grammar::plain_run_end(input.bytes(), self.at);
        self.text_from(input, role, end)
    }

    fn text_from(&mut self, input: Input<'_>, role: Role, mut run_end: usize) -> Result<bool, Fault> {
        loop {
            if run_end > self.at {
                self.at = run_end;
                self.growth.extend_text_from(input.text, run_end as u32);
            }
            match input.byte(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    self.growth.end_text(self.at as u32);
                    self.state = after_text(role);
                    if role == Role::Name {
                        self.check_name(input)?;
                    }
                    return Ok(true);
                }
                Some(b'\\') => match escape(input, self.at)? {
                    Some((decoded, end)) => {
                        self.at = end;
                        self.growth.push_decoded_from(input.text, decoded, end as u32);
                    }
                    None => return self.end(input),
                },
                Some(_) => return Err(Fault::Control),
                None => return self.end(input),
            }
            run_end = grammar::plain_run_end(input.bytes(), self.at);
        }
    }

    /// Refuses the name that was just read where names are watched and the object has it already.
    #[inline]
    pub(crate) fn check_name(&mut self, input: Input<'_>) -> Result<(), Fault> {
        let Some(names) = &mut self.names else { return Ok(()) };
        if names.is_repeated(&self.growth, input.text) { Err(Fault::Duplicate) } else { Ok(()) }
    }

    #[inline]
    fn number(&mut self, input: Input<'_>, start: usize, state: NumberState) -> Result<bool, Fault> {
        let (length, state) = grammar::scan_number(input.from(self.at), state);
        let end = self.at + length;
        if end == input.text.len() && (!input.last || self.growth.depth() > 0) {
            // A digit may still follow: a number is shown once something else does.
            self.at = end;
            self.state = State::Number(start, state);
            return self.end(input);
        }
        if !state.is_complete() {
            self.at = start;
            self.state = State::Value;
            return Err(if end == input.text.len() { Fault::End } else { Fault::Digit(end) });
        }
        self.at = end;
        self.state = State::After;
        self.growth.number(start as u32, end as u32);
        Ok(true)
    }

    /// Shows a keyword by its first letter: no other begins with it.
    fn begin_keyword(&mut self, input: Input<'_>, start: usize, word: &'static str) -> Result<bool, Fault> {
        let matching = matching(input, start, word);
        self.growth.begin_literal(word, start as u32);
        // It has begun whatever follows: a reader that waits for more comes back to it, and does not begin it again.
        self.state = State::Keyword(start, word);
        if start + matching < input.text.len() {
            return Err(Fault::Keyword(start + matching));
        }
        self.at = start + matching;
        self.end(input)
    }

    fn keyword(&mut self, input: Input<'_>, start: usize, word: &'static str) -> Result<bool, Fault> {
        let matching = matching(input, start, word);
        self.at = start + matching;
        if matching == word.len() {
            self.growth.end_text(self.at as u32);
            self.state = State::After;
            return Ok(true);
        }
        if self.at < input.text.len() {
            let wrong = self.at;
            self.at = start;
            return Err(Fault::Keyword(wrong));
        }
        self.end(input)
    }

    /// The text ends here: for now, or in the middle of a value.
    #[inline]
    fn end(&self, input: Input<'_>) -> Result<bool, Fault> {
        if input.last { Err(Fault::End) } else { Ok(false) }
    }

    /// Skips white space and gives the byte after it.
    #[inline]
    pub(crate) fn significant(&mut self, input: Input<'_>) -> Option<u8> {
        loop {
            let byte = input.byte(self.at)?;
            if byte > b' ' || grammar::class(byte) != Class::White {
                return Some(byte);
            }
            self.at += 1;
        }
    }
}

pub(crate) fn after_text(role: Role) -> State {
    match role {
        Role::Name => State::Colon,
        Role::Value => State::After,
    }
}

/// How many bytes of the word the text has at `start`.
fn matching(input: Input<'_>, start: usize, word: &str) -> usize {
    word.bytes().zip(input.from(start)).take_while(|(due, found)| due == *found).count()
}

/// The character that the escape at `at` stands for and the offset behind it; `None` where the text ends in it.
pub(crate) fn escape(input: Input<'_>, at: usize) -> Result<Option<(char, usize)>, Fault> {
    let Some(byte) = input.byte(at + 1) else { return Ok(None) };
    if let Some(decoded) = grammar::short_escape(byte) {
        return Ok(Some((decoded, at + 2)));
    }
    if byte != b'u' {
        return Err(Fault::Escape);
    }
    let Some(first) = four_digits(input, at + 2)? else { return Ok(None) };
    let first_end = at + 6;
    if !(0xD800..0xE000).contains(&first) {
        return Ok(char::from_u32(first).map(|decoded| (decoded, first_end)));
    }
    if first < 0xDC00 {
        match (input.byte(first_end), input.byte(first_end + 1)) {
            (Some(b'\\'), Some(b'u')) => {
                let Some(second) = four_digits(input, first_end + 2)? else { return Ok(None) };
                if (0xDC00..0xE000).contains(&second) {
                    let scalar = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                    return Ok(char::from_u32(scalar).map(|decoded| (decoded, first_end + 6)));
                }
            }
            (None, _) | (Some(b'\\'), None) => return Ok(None),
            _ => {}
        }
    }
    Err(Fault::Surrogate(first_end))
}

fn four_digits(input: Input<'_>, at: usize) -> Result<Option<u32>, Fault> {
    let mut value = 0;
    for offset in at..at + 4 {
        let Some(byte) = input.byte(offset) else { return Ok(None) };
        let Some(digit) = char::from(byte).to_digit(16) else { return Err(Fault::Hex(offset)) };
        value = value * 16 + digit;
    }
    Ok(Some(value))
}
