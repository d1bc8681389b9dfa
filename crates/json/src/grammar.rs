//! The grammar of JSON as tables: what a byte is, how a number goes on.
//!
//! A reader is a driver over these tables and adds no rule of its own about what is JSON.

/// What a byte can be outside strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// No token starts with it.
    Other,
    /// Space, tab, line feed, carriage return.
    White,
    Quote,
    /// A digit or a minus sign.
    Number,
    /// `t`, `f` or `n`.
    Literal,
    BeginArray,
    EndArray,
    BeginObject,
    EndObject,
    Comma,
    Colon,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut digit = b'0';
    while digit <= b'9' {
        classes[digit as usize] = Class::Number;
        digit += 1;
    }
    classes[b'-' as usize] = Class::Number;
    classes[b' ' as usize] = Class::White;
    classes[b'\t' as usize] = Class::White;
    classes[b'\n' as usize] = Class::White;
    classes[b'\r' as usize] = Class::White;
    classes[b'"' as usize] = Class::Quote;
    classes[b't' as usize] = Class::Literal;
    classes[b'f' as usize] = Class::Literal;
    classes[b'n' as usize] = Class::Literal;
    classes[b'[' as usize] = Class::BeginArray;
    classes[b']' as usize] = Class::EndArray;
    classes[b'{' as usize] = Class::BeginObject;
    classes[b'}' as usize] = Class::EndObject;
    classes[b',' as usize] = Class::Comma;
    classes[b':' as usize] = Class::Colon;
    classes
};

/// The class of a byte.
#[inline]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// How far a number has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberState {
    Start,
    Minus,
    /// A leading zero: no further digit may follow.
    Zero,
    Integer,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

impl NumberState {
    /// The state after one more byte; `None` where the number cannot go on with it.
    #[inline]
    pub(crate) fn step(self, byte: u8) -> Option<NumberState> {
        use NumberState as S;
        Some(match (self, byte) {
            (S::Start, b'-') => S::Minus,
            (S::Start | S::Minus, b'0') => S::Zero,
            (S::Start | S::Minus, b'1'..=b'9') | (S::Integer, b'0'..=b'9') => S::Integer,
            (S::Zero | S::Integer, b'.') => S::Point,
            (S::Point | S::Fraction, b'0'..=b'9') => S::Fraction,
            (S::Zero | S::Integer | S::Fraction, b'e' | b'E') => S::Exponent,
            (S::Exponent, b'+' | b'-') => S::ExponentSign,
            (S::Exponent | S::ExponentSign | S::ExponentDigits, b'0'..=b'9') => S::ExponentDigits,
            _ => return None,
        })
    }

    /// Whether the text so far is a number.
    #[inline]
    pub(crate) fn is_complete(self) -> bool {
        matches!(self, NumberState::Zero | NumberState::Integer | NumberState::Fraction | NumberState::ExponentDigits)
    }

    /// Whether digits leave the state as it is, so that a driver may skip a run of them.
    #[inline]
    pub(crate) fn stays_on_digits(self) -> bool {
        matches!(self, NumberState::Integer | NumberState::Fraction | NumberState::ExponentDigits)
    }
}

/// How far a number that has come to `state` goes on in `bytes`, and the state it ends in.
#[inline]
pub(crate) fn scan_number(bytes: &[u8], mut state: NumberState) -> (usize, NumberState) {
    let mut at = 0;
    while let Some(next) = bytes.get(at).and_then(|byte| state.step(*byte)) {
        state = next;
        at += 1;
        if state.stays_on_digits() {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
        }
    }
    (at, state)
}

/// Whether a text is one JSON number and nothing else.
pub(crate) fn is_number(text: &str) -> bool {
    let (end, state) = scan_number(text.as_bytes(), NumberState::Start);
    end == text.len() && state.is_complete()
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Bytes tested at once in long strings; the compiler turns the test into vector instructions.
const BLOCK: usize = 32;

/// The offset, from `at` on, of the first byte that a run of plain string text ends at: a quote, a backslash
/// or a control character. The length of `bytes` where there is none.
#[inline]
pub(crate) fn plain_run_end(bytes: &[u8], at: usize) -> usize {
    run_end::<b'"'>(bytes, at)
}

/// The same for text between other quotes: it also ends at `lead`, the first byte of what may close it.
pub(crate) fn loose_run_end(bytes: &[u8], at: usize, lead: u8) -> usize {
    match lead {
        b'\'' => run_end::<b'\''>(bytes, at),
        0xe2 => run_end::<0xe2>(bytes, at),
        _ => plain_run_end(bytes, at),
    }
}

#[inline]
fn run_end<const LEAD: u8>(bytes: &[u8], mut at: usize) -> usize {
    // Most strings end within two words.
    for _ in 0..2 {
        match stop_in_word::<LEAD>(bytes, at) {
            Some(8) => at += 8,
            Some(before) => return at + before,
            None => break,
        }
    }
    long_run_end::<LEAD>(bytes, at)
}

fn long_run_end<const LEAD: u8>(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if block.iter().fold(false, |any, byte| any | ends_run::<LEAD>(*byte)) {
            break;
        }
        at += BLOCK;
    }
    while let Some(before) = stop_in_word::<LEAD>(bytes, at) {
        at += before;
        if before < 8 {
            return at;
        }
    }
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| !ends_run::<LEAD>(**byte)).count()
}

#[inline]
fn ends_run<const LEAD: u8>(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\' || byte == LEAD
}

/// How many of the next eight bytes are plain; `None` where there are fewer than eight.
#[inline]
fn stop_in_word<const LEAD: u8>(bytes: &[u8], at: usize) -> Option<usize> {
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    let quote = word ^ (ONES * b'"' as u64);
    let lead = word ^ (ONES * LEAD as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    // In each term the lowest bit set is exact; borrows only reach bytes above it.
    let stops = (quote.wrapping_sub(ONES) & !quote
        | lead.wrapping_sub(ONES) & !lead
        | backslash.wrapping_sub(ONES) & !backslash
        | word.wrapping_sub(ONES * 0x20) & !word)
        & HIGHS;
    Some(stops.trailing_zeros() as usize / 8)
}

/// The character a two-character escape stands for; `None` for `u` and for what is no escape.
pub(crate) fn short_escape(byte: u8) -> Option<char> {
    Some(match byte {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}
