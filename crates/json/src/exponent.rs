//! Whole numbers of any size, as far as the exponent of a decimal needs them.

use std::cmp::Ordering;
use std::fmt;

/// Digits an exponent may have and still be kept as an `i64`.
const SMALL_DIGITS: usize = 18;

/// An exact exponent: texts such as `1e999999999999999999999` are JSON too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exponent {
    /// At most 18 digits.
    Small(i64),
    /// More digits, without leading zeros.
    Huge { negative: bool, digits: Box<str> },
}

impl Exponent {
    /// Reads what follows the `e` of a number; an empty text is zero.
    pub(crate) fn parse(text: &str) -> Exponent {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        Exponent::from_digits(negative, digits)
    }

    fn from_digits(negative: bool, digits: &str) -> Exponent {
        let digits = digits.trim_start_matches('0');
        if digits.len() > SMALL_DIGITS {
            return Exponent::Huge { negative, digits: digits.into() };
        }
        let size = digits.bytes().fold(0, |size, digit| size * 10 + i64::from(digit - b'0'));
        Exponent::Small(if negative { -size } else { size })
    }

    /// The sum with a count of digits, which is far below 10^18.
    pub(crate) fn plus(&self, count: i64) -> Exponent {
        match self {
            Exponent::Small(small) => {
                let sum = small + count;
                if sum.unsigned_abs() < 10_u64.pow(SMALL_DIGITS as u32) {
                    return Exponent::Small(sum);
                }
                Exponent::from_digits(sum < 0, &sum.unsigned_abs().to_string())
            }
            Exponent::Huge { negative, digits } => {
                let count = if *negative { -count } else { count };
                Exponent::from_digits(*negative, &shifted(digits, count))
            }
        }
    }

    /// The exponent if it is small.
    pub(crate) fn small(&self) -> Option<i64> {
        match self {
            Exponent::Small(small) => Some(*small),
            Exponent::Huge { .. } => None,
        }
    }

    /// The exponent as a position that digits can be counted to; huge ones become the nearest `i64`.
    pub(crate) fn clamped(&self) -> i64 {
        match self {
            Exponent::Small(small) => *small,
            Exponent::Huge { negative: true, .. } => i64::MIN,
            Exponent::Huge { .. } => i64::MAX,
        }
    }
}

/// A long row of digits plus a number that is smaller in size.
fn shifted(digits: &str, count: i64) -> String {
    let mut sum: Vec<u8> = Vec::with_capacity(digits.len() + 1);
    let mut carry = count;
    for digit in digits.bytes().rev() {
        let total = carry + i64::from(digit - b'0');
        sum.push(b'0' + total.rem_euclid(10) as u8);
        carry = total.div_euclid(10);
    }
    if carry > 0 {
        sum.push(b'0' + carry as u8);
    }
    sum.iter().rev().map(|digit| char::from(*digit)).collect()
}

impl Ord for Exponent {
    fn cmp(&self, other: &Exponent) -> Ordering {
        let (Exponent::Huge { negative, digits: left }, Exponent::Huge { digits: right, .. }) = (self, other) else {
            return self.clamped().cmp(&other.clamped());
        };
        let by_sign = self.clamped().cmp(&other.clamped());
        let by_size = left.len().cmp(&right.len()).then_with(|| left.cmp(right));
        by_sign.then(if *negative { by_size.reverse() } else { by_size })
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Exponent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Exponent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exponent::Small(small) => small.fmt(formatter),
            Exponent::Huge { negative, digits } => {
                formatter.write_str(if *negative { "-" } else { "" })?;
                formatter.write_str(digits)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exponent;

    #[test]
    fn crosses_between_small_and_huge() {
        let check = |text: &str, count: i64, sum: &str| {
            let exponent = Exponent::parse(text).plus(count);
            assert_eq!(exponent.to_string(), sum);
            assert_eq!(exponent, Exponent::parse(sum));
        };
        check("5", -7, "-2");
        check("+0005", 1, "6");
        check("999999999999999999", 1, "1000000000000000000");
        check("1000000000000000000", -1, "999999999999999999");
        check("-999999999999999999", -1, "-1000000000000000000");
        check("-1000000000000000000", 1, "-999999999999999999");
        check("99999999999999999999999", 1, "100000000000000000000000");
        check("100000000000000000000000", -1, "99999999999999999999999");
        check("-100000000000000000000000", 12345, "-99999999999999999987655");
    }

    #[test]
    fn orders_by_value() {
        let row = [
            "-20000000000000000000",
            "-10000000000000000000",
            "-1",
            "0",
            "7",
            "10000000000000000000",
            "90000000000000000000",
            "100000000000000000000",
        ];
        for pair in row.windows(2) {
            assert!(Exponent::parse(pair[0]) < Exponent::parse(pair[1]), "{pair:?}");
        }
    }
}
