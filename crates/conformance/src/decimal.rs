//! Exact decimal numbers: enough to say whether two number texts are the same number.

use std::cmp::Ordering;

/// A number in normal form: `digits` (without zeros at either end) times ten to the `exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a JSON number.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() || !whole.chars().chain(fraction.chars()).all(|char| char.is_ascii_digit()) {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let shift = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let head = all.trim_start_matches('0');
        let digits = head.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits: String::new(), exponent: 0 });
        }
        let exponent = shift.checked_add(i64::try_from(head.len() - digits.len()).ok()?)?;
        Some(Decimal { negative, digits: digits.to_owned(), exponent })
    }

    /// Whether it is a whole number.
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Whether it is a whole multiple of another number; `None` where that takes more digits than are looked at.
    pub(crate) fn is_multiple_of(&self, other: &Decimal) -> Option<bool> {
        let exponent = self.exponent.min(other.exponent);
        let shift =
            |number: &Decimal| usize::try_from(number.exponent - exponent).ok().filter(|zeros| *zeros <= 10_000);
        let divisor = format!("{}{}", other.digits, "0".repeat(shift(other)?));
        let divisor = divisor.parse::<u128>().ok().filter(|divisor| (1..=u128::MAX / 16).contains(divisor))?;
        let digits = self.digits.bytes().map(|digit| u128::from(digit - b'0')).chain((0..shift(self)?).map(|_| 0));
        Some(digits.fold(0, |rest, digit| (rest * 10 + digit) % divisor) == 0)
    }

    fn magnitude(&self, other: &Decimal) -> Ordering {
        let top =
            |number: &Decimal| (!number.is_zero()).then(|| number.exponent.saturating_add(number.digits.len() as i64));
        top(self).cmp(&top(other)).then_with(|| {
            let width = self.digits.len().max(other.digits.len());
            format!("{:0<width$}", self.digits).cmp(&format!("{:0<width$}", other.digits))
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn spellings_of_one_number_are_one_number() {
        for (left, right) in [("1", "1.0"), ("10", "1e1"), ("0", "-0.00"), ("1200", "1.2E+3"), ("0.5", "5e-1")] {
            assert_eq!(Decimal::parse(left), Decimal::parse(right), "{left} {right}");
        }
        assert_ne!(Decimal::parse("9007199254740993"), Decimal::parse("9007199254740992"));
        assert_ne!(Decimal::parse("1"), Decimal::parse("-1"));
    }

    #[test]
    fn multiples_are_exact() {
        let multiple = |one: &str, other: &str| Decimal::parse(one)?.is_multiple_of(&Decimal::parse(other)?);
        assert_eq!(multiple("171136785840078850", "19"), Some(false));
        assert_eq!(multiple("171136785840078849", "19"), Some(false));
        assert_eq!(multiple("190000000000000000019", "19"), Some(true));
        assert_eq!(multiple("-99994.5", "9.5"), Some(false));
        assert_eq!(multiple("0.3", "0.1"), Some(true));
        assert_eq!(multiple("0", "7e3"), Some(true));
        assert_eq!(multiple("1e400", "3"), Some(false));
        assert_eq!(multiple("1e20000", "3"), None);
    }

    #[test]
    fn order_is_by_value() {
        let rising = ["-1e3", "-20", "-0.5", "0", "1e-9", "0.5", "0.51", "2", "10", "12345678901234567890", "1e400"];
        for pair in rising.windows(2) {
            assert!(Decimal::parse(pair[0]) < Decimal::parse(pair[1]), "{pair:?}");
        }
        assert!(Decimal::parse("1e2").is_some_and(|number| number.is_integer()));
        assert!(Decimal::parse("1.5").is_some_and(|number| !number.is_integer()));
    }
}
