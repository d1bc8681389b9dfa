//! Exact decimals: what a number means, without rounding and without blow-up.

use std::cmp::Ordering;
use std::fmt;

use crate::exponent::Exponent;
use crate::number::{Number, Parts};

/// The most digits an integer made by [`Decimal::ceil`] and its kin may have.
const DIGIT_BUDGET: i64 = 4096;

/// The most steps of long division, counted in digits of the divisor.
const DIVISION_BUDGET: usize = 1 << 20;

/// The most zeros that [`Decimal::to_text`] writes out before it turns to an exponent.
const WRITTEN_ZEROS: i64 = 20;

/// The exact value of a number.
///
/// Every operation takes time linear in the digits written, whatever the exponent; where a result would need
/// digits that nobody wrote (`1e999999999999` plus one), the answer is `None`.
///
/// ```
/// use isoform_json::Decimal;
///
/// let tenth = Decimal::parse("0.1").unwrap();
/// assert_eq!(Decimal::parse("0.3").unwrap().is_multiple_of(&tenth), Some(true));
/// assert_eq!(tenth.ceil(), Some(Decimal::from(1)));
/// assert!(Decimal::parse("1e999999999999").unwrap() < Decimal::parse("2e999999999999").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// Without leading and trailing zeros; empty for zero.
    digits: Box<str>,
    /// The value is `0.<digits>` times ten to this.
    point: Exponent,
}

impl Decimal {
    /// Takes a JSON number text; `None` where it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Decimal> {
        Some(Number::parse(text)?.decimal())
    }

    pub(crate) fn from_parts(parts: &Parts<'_>) -> Decimal {
        Decimal {
            negative: parts.negative,
            digits: [parts.head, parts.tail].concat().into(),
            point: parts.point.clone(),
        }
    }

    /// An integer from its sign and its digits.
    fn from_integer(negative: bool, digits: &str) -> Decimal {
        let digits = digits.trim_start_matches('0');
        let significant = digits.trim_end_matches('0');
        Decimal {
            negative: negative && !significant.is_empty(),
            digits: significant.into(),
            point: Exponent::Small(digits.len() as i64),
        }
    }

    fn parts(&self) -> Parts<'_> {
        Parts::new(self.negative, &self.digits, self.point.clone())
    }

    /// Whether the value has no fraction.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.digits.len() as i64 <= self.point.clamped()
    }

    /// Whether the value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Whether the value is below zero; `-0` is not.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The value as an `i64`, if it is an integer in range.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.parts().as_i128()?.try_into().ok()
    }

    /// The value as a `u64`, if it is an integer in range.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.parts().as_u128()?.try_into().ok()
    }

    /// The nearest `f64`, if that is finite.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        Number::from_valid(&self.to_text()).as_f64()
    }

    /// The least integer that is not below the value; `None` past a budget of some thousand digits.
    ///
    /// ```
    /// use isoform_json::Decimal;
    ///
    /// assert_eq!(Decimal::parse("-1.5").unwrap().ceil(), Some(Decimal::from(-1)));
    /// assert_eq!(Decimal::parse("1e-999999999999").unwrap().ceil(), Some(Decimal::from(1)));
    /// ```
    #[must_use]
    pub fn ceil(&self) -> Option<Decimal> {
        self.whole(false)
    }

    /// The greatest integer that is not above the value; `None` past a budget of some thousand digits.
    ///
    /// ```
    /// use isoform_json::Decimal;
    ///
    /// assert_eq!(Decimal::parse("-1.5").unwrap().floor(), Some(Decimal::from(-2)));
    /// ```
    #[must_use]
    pub fn floor(&self) -> Option<Decimal> {
        self.whole(true)
    }

    fn whole(&self, down: bool) -> Option<Decimal> {
        if self.is_integer() {
            return Some(self.clone());
        }
        let count = self.point.clamped();
        if count > DIGIT_BUDGET {
            return None;
        }
        let toward_zero = self.digits.get(..count.max(0) as usize)?;
        if self.negative == down {
            return Some(Decimal::from_integer(self.negative, &incremented(toward_zero)));
        }
        Some(Decimal::from_integer(self.negative, toward_zero))
    }

    /// The next integer; `None` where the value is no integer or has more than some thousand digits.
    ///
    /// ```
    /// use isoform_json::Decimal;
    ///
    /// assert_eq!(Decimal::from(-1).succ(), Some(Decimal::from(0)));
    /// assert_eq!(Decimal::parse("1e3").unwrap().succ(), Some(Decimal::from(1001)));
    /// assert_eq!(Decimal::parse("1e999999999999").unwrap().succ(), None);
    /// ```
    #[must_use]
    pub fn succ(&self) -> Option<Decimal> {
        self.neighbour(false)
    }

    /// The integer before; `None` where the value is no integer or has more than some thousand digits.
    #[must_use]
    pub fn pred(&self) -> Option<Decimal> {
        self.neighbour(true)
    }

    fn neighbour(&self, down: bool) -> Option<Decimal> {
        let count = self.point.clamped();
        if !self.is_integer() || count > DIGIT_BUDGET {
            return None;
        }
        let mut size = String::from(&*self.digits);
        size.extend(std::iter::repeat_n('0', count as usize - self.digits.len()));
        if self.is_zero() {
            return Some(Decimal::from(if down { -1 } else { 1 }));
        }
        let size = if self.negative == down { incremented(&size) } else { decremented(&size) };
        Some(Decimal::from_integer(self.negative, &size))
    }

    /// Whether the value is an integer times `divisor`, exactly; `None` where finding out passes a budget.
    ///
    /// Only zero is a multiple of zero.
    ///
    /// ```
    /// use isoform_json::Decimal;
    ///
    /// let of = |value: &str, divisor: &str| {
    ///     Decimal::parse(value).unwrap().is_multiple_of(&Decimal::parse(divisor).unwrap())
    /// };
    /// assert_eq!(of("4.35", "0.01"), Some(true));
    /// assert_eq!(of("4.355", "0.01"), Some(false));
    /// assert_eq!(of("1e999999999999", "7"), Some(false));
    /// ```
    #[must_use]
    pub fn is_multiple_of(&self, divisor: &Decimal) -> Option<bool> {
        if self.is_zero() || divisor.is_zero() {
            return Some(self.is_zero());
        }
        // Smaller in size than the divisor, or the same.
        let by_size = self.point.cmp(&divisor.point).then_with(|| self.digits.cmp(&divisor.digits));
        if by_size.is_lt() {
            return Some(false);
        }
        if by_size.is_eq() {
            return Some(true);
        }
        // Both as integers times a power of ten.
        let own_power = self.point.small()? - self.digits.len() as i64;
        let power = own_power - (divisor.point.small()? - divisor.digits.len() as i64);
        if power < 0 {
            // The divisor's integer would have to hold a ten that this one, without trailing zeros, lacks.
            return Some(false);
        }
        if divisor.digits.len() <= 18 {
            return Some(short_remainder(&self.digits, power, &divisor.digits) == 0);
        }
        divides_long(&self.digits, power, &divisor.digits)
    }

    /// The value as JSON number text: digits as far as few zeros have to be filled in, else with an exponent.
    ///
    /// ```
    /// use isoform_json::Decimal;
    ///
    /// let text = |number: &str| Decimal::parse(number).unwrap().to_text();
    /// assert_eq!(text("1.50e1"), "15");
    /// assert_eq!(text("-0.0010"), "-0.001");
    /// assert_eq!(text("12e300"), "1.2e301");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        if self.is_zero() {
            return String::from("0");
        }
        let sign = if self.negative { "-" } else { "" };
        let digits = &*self.digits;
        let count = digits.len() as i64;
        let point = self.point.clamped();
        if point >= count && point.saturating_sub(count) <= WRITTEN_ZEROS {
            let zeros = "0".repeat((point - count) as usize);
            return format!("{sign}{digits}{zeros}");
        }
        if (1..count).contains(&point) {
            let (whole, fraction) = digits.split_at(point as usize);
            return format!("{sign}{whole}.{fraction}");
        }
        if (-WRITTEN_ZEROS..=0).contains(&point) {
            let zeros = "0".repeat(-point as usize);
            return format!("{sign}0.{zeros}{digits}");
        }
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let exponent = self.point.plus(-1);
        format!("{sign}{first}{dot}{rest}e{exponent}")
    }
}

/// The remainder of `digits * 10^power` by a divisor of at most 18 digits.
fn short_remainder(digits: &str, power: i64, divisor: &str) -> u64 {
    let number = |digit: u8| u64::from(digit - b'0');
    let divisor = divisor.bytes().fold(0, |sum, digit| sum * 10 + number(digit));
    let remainder = digits.bytes().fold(0, |rest, digit| (rest * 10 + number(digit)) % divisor);
    // A divisor below 2^64 holds no more than 63 twos or fives, so further tens change nothing about zero.
    (0..power.min(64)).fold(remainder, |rest, _| rest * 10 % divisor)
}

/// Whether `digits * 10^power` is a multiple of a divisor of any length, by long division.
fn divides_long(digits: &str, power: i64, divisor: &str) -> Option<bool> {
    // As above: a divisor of n digits holds fewer than 4n twos or fives.
    let tens = power.min(4 * divisor.len() as i64) as usize;
    let steps = digits.len().checked_add(tens)?.checked_mul(divisor.len())?;
    if steps > DIVISION_BUDGET {
        return None;
    }
    let divisor = divisor.as_bytes();
    let mut rest: Vec<u8> = Vec::with_capacity(divisor.len() + 1);
    for digit in digits.bytes().chain(std::iter::repeat_n(b'0', tens)) {
        if !(rest.is_empty() && digit == b'0') {
            rest.push(digit);
        }
        while rest.len() > divisor.len() || rest.len() == divisor.len() && rest.as_slice() >= divisor {
            subtract(&mut rest, divisor);
        }
    }
    Some(rest.is_empty())
}

/// Takes a smaller or equal row of digits from a row of digits, without leading zeros in the result.
fn subtract(from: &mut Vec<u8>, digits: &[u8]) {
    let mut borrow = 0;
    let padded = digits.iter().rev().copied().chain(std::iter::repeat(b'0'));
    for (upper, lower) in from.iter_mut().rev().zip(padded) {
        let mut difference = *upper + 10 - (lower - b'0') - borrow;
        borrow = 1;
        if difference >= b'0' + 10 {
            difference -= 10;
            borrow = 0;
        }
        *upper = difference;
    }
    let zeros = from.iter().take_while(|digit| **digit == b'0').count();
    from.drain(..zeros);
}

/// The digits of the next integer.
fn incremented(digits: &str) -> String {
    let kept = digits.trim_end_matches('9');
    let nines = digits.len() - kept.len();
    let mut result = String::with_capacity(digits.len() + 1);
    match kept.char_indices().next_back() {
        Some((last, digit)) => {
            result.extend(kept.get(..last));
            result.push(next_digit(digit, 1));
        }
        None => result.push('1'),
    }
    result.extend(std::iter::repeat_n('0', nines));
    result
}

/// The digits of the integer before; the digits given are not all zero.
fn decremented(digits: &str) -> String {
    let kept = digits.trim_end_matches('0');
    let zeros = digits.len() - kept.len();
    let mut result = String::with_capacity(digits.len());
    if let Some((last, digit)) = kept.char_indices().next_back() {
        result.extend(kept.get(..last));
        result.push(next_digit(digit, -1));
    }
    result.extend(std::iter::repeat_n('9', zeros));
    result
}

fn next_digit(digit: char, step: i32) -> char {
    let value = digit.to_digit(10).unwrap_or(0).saturating_add_signed(step);
    char::from_digit(value, 10).unwrap_or('0')
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Decimal {
    fn from(integer: i64) -> Decimal {
        Decimal::from_integer(integer < 0, &integer.unsigned_abs().to_string())
    }
}

impl From<u64> for Decimal {
    fn from(integer: u64) -> Decimal {
        Decimal::from_integer(false, &integer.to_string())
    }
}

impl From<i32> for Decimal {
    fn from(integer: i32) -> Decimal {
        Decimal::from(i64::from(integer))
    }
}

impl From<u32> for Decimal {
    fn from(integer: u32) -> Decimal {
        Decimal::from(u64::from(integer))
    }
}

impl From<Number<'_>> for Decimal {
    fn from(number: Number<'_>) -> Decimal {
        number.decimal()
    }
}

/// The text of [`Decimal::to_text`].
impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_text())
    }
}
