//! A number as its text, and what the text means.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::decimal::Decimal;
use crate::exponent::Exponent;
use crate::grammar;

/// A JSON number, kept as it was written. Comparing and hashing go by the exact value.
///
/// ```
/// use isoform_json::Number;
///
/// let number = Number::parse("1.50").unwrap();
/// assert_eq!(number.text(), "1.50");
/// assert_eq!(number, Number::parse("15e-1").unwrap());
/// assert!(!number.is_integer());
/// assert!(number < Number::parse("1.5000000000000000000001").unwrap());
/// assert!(Number::parse("1.").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Number<'a> {
    text: &'a str,
}

impl<'a> Number<'a> {
    /// Takes a text as a number; `None` where JSON's grammar does not allow it.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Number<'a>> {
        if grammar::is_number(text) { Some(Number { text }) } else { None }
    }

    /// Takes a text that a reader or builder has checked.
    #[inline]
    pub(crate) fn from_valid(text: &'a str) -> Number<'a> {
        Number { text }
    }

    /// The number as it was written.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Whether the value has no fraction: `1`, `1.0` and `1e2` are integers, `1.5` and `1e-2` are not.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.is_plain() || self.parts().is_integer()
    }

    /// The value as an `i64`, if it is an integer in range: `1.0` is 1.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.text.parse() {
            Ok(integer) => Some(integer),
            Err(_) => self.parts().as_i128()?.try_into().ok(),
        }
    }

    /// The value as a `u64`, if it is an integer in range: `1e2` is 100.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.text.parse() {
            Ok(integer) => Some(integer),
            Err(_) => self.parts().as_u128()?.try_into().ok(),
        }
    }

    /// The value as an `i128`, if it is an integer in range.
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        self.parts().as_i128()
    }

    /// The value as a `u128`, if it is an integer in range.
    #[must_use]
    pub fn as_u128(&self) -> Option<u128> {
        self.parts().as_u128()
    }

    /// The nearest `f64`, if that is finite.
    ///
    /// ```
    /// use isoform_json::Number;
    ///
    /// assert_eq!(Number::parse("0.1").unwrap().as_f64(), Some(0.1));
    /// assert_eq!(Number::parse("1e400").unwrap().as_f64(), None);
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.text.parse().ok().filter(|float: &f64| float.is_finite())
    }

    /// The exact value.
    #[must_use]
    pub fn decimal(&self) -> Decimal {
        Decimal::from_parts(&self.parts())
    }

    /// Whether the text is digits and perhaps a minus sign, without fraction and exponent.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        !self.text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
    }

    /// Whether the number is zero with a minus sign, which `f64` can tell from zero.
    pub(crate) fn is_negative_zero(&self) -> bool {
        self.text.starts_with("-0") && self.parts().len() == 0
    }

    /// Whether the shortest text of the float means the same number.
    pub(crate) fn is_reproduced_by(&self, float: f64) -> bool {
        *self == Number::from_valid(&format!("{float:?}"))
    }

    pub(crate) fn parts(&self) -> Parts<'a> {
        Parts::of(self.text)
    }
}

/// The value of a number, split but not copied: `0.<head><tail>` times ten to the `point`, with the first
/// digit and the last digit not zero. Zero has no digits.
pub(crate) struct Parts<'a> {
    pub(crate) negative: bool,
    pub(crate) head: &'a str,
    pub(crate) tail: &'a str,
    pub(crate) point: Exponent,
}

impl<'a> Parts<'a> {
    /// Splits a valid number text.
    fn of(text: &'a str) -> Parts<'a> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, text),
        };
        // One search for each of two letters is faster than one for both, where there are many digits.
        let (mantissa, exponent) =
            unsigned.split_once('e').or_else(|| unsigned.split_once('E')).unwrap_or((unsigned, ""));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut head = whole.trim_start_matches('0');
        let mut tail = fraction.trim_end_matches('0');
        let mut count = head.len() as i64;
        if head.is_empty() {
            let significant = tail.trim_start_matches('0');
            count = significant.len() as i64 - tail.len() as i64;
            tail = significant;
        }
        if tail.is_empty() {
            head = head.trim_end_matches('0');
        }
        if head.is_empty() && tail.is_empty() {
            return Parts::new(false, "", Exponent::Small(0));
        }
        Parts { negative, head, tail, point: Exponent::parse(exponent).plus(count) }
    }

    pub(crate) fn new(negative: bool, digits: &'a str, point: Exponent) -> Parts<'a> {
        Parts { negative, head: digits, tail: "", point }
    }

    pub(crate) fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.head.bytes().chain(self.tail.bytes())
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.len() as i64 <= self.point.clamped()
    }

    /// The size of an integer, if it fits.
    fn magnitude(&self) -> Option<u128> {
        if !self.is_integer() || self.point.clamped() > 39 {
            return None;
        }
        let zeros = self.point.clamped() as usize - self.len();
        let digits = self.digits().chain(std::iter::repeat_n(b'0', zeros));
        digits
            .map(|digit| u128::from(digit - b'0'))
            .try_fold(0_u128, |sum, digit| sum.checked_mul(10)?.checked_add(digit))
    }

    pub(crate) fn as_u128(&self) -> Option<u128> {
        if self.negative { None } else { self.magnitude() }
    }

    pub(crate) fn as_i128(&self) -> Option<i128> {
        let magnitude = self.magnitude()?;
        if self.negative { 0_i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() }
    }
}

impl Ord for Parts<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |parts: &Self| match (parts.len(), parts.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign.is_ne() || self.len() == 0 {
            return by_sign;
        }
        // Without trailing zeros, the digits of two numbers with the same point compare as texts do.
        let by_size = self.point.cmp(&other.point).then_with(|| self.digits().cmp(other.digits()));
        if self.negative { by_size.reverse() } else { by_size }
    }
}

impl PartialOrd for Parts<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Parts<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Parts<'_> {}

impl Hash for Parts<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negative.hash(state);
        self.point.hash(state);
        for digit in self.digits() {
            state.write_u8(digit);
        }
        state.write_u8(0);
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Number<'_>) -> bool {
        self.text == other.text || self.parts() == other.parts()
    }
}

impl Eq for Number<'_> {}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Number<'_>) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Number<'_>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Number<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)
    }
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)
    }
}
