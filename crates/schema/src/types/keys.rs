//! Patterns of keys that are read as something else than text.

use super::numbers;
use super::probe::Keys;

/// The pattern of the keys that are read so, where a pattern says it; every key that fits is decoded.
pub(super) fn pattern(keys: Keys) -> Option<String> {
    let Keys::Integer(format) = keys else { return None };
    let (least, greatest) = numbers::bounds(format)?;
    let positive = up_to(greatest?);
    Some(match least?.strip_prefix('-') {
        Some(least) => format!("^(0|{positive}|-({}))$", up_to(least)),
        None => format!("^(0|{positive})$"),
    })
}

/// The decimal texts of 1 to a number, without leading zeros.
fn up_to(greatest: &str) -> String {
    let digit = |range: (char, char)| match range {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("[{low}-{high}]"),
    };
    let any = |count: usize| match count {
        0 => String::new(),
        1 => "[0-9]".to_owned(),
        _ => format!("[0-9]{{{count}}}"),
    };
    let length = greatest.len();
    let mut ways = Vec::new();
    // Fewer digits.
    match length {
        0 | 1 => {}
        2 => ways.push("[1-9]".to_owned()),
        3 => ways.push("[1-9][0-9]?".to_owned()),
        _ => ways.push(format!("[1-9][0-9]{{0,{}}}", length - 2)),
    }
    // As many: alike so far, then a smaller digit.
    let mut alike = String::new();
    for (index, high) in greatest.chars().enumerate() {
        let low = if index == 0 { '1' } else { '0' };
        let last = index + 1 == length;
        let below = if last { Some(high) } else { char::from_u32(u32::from(high).saturating_sub(1)) };
        if let Some(below) = below.filter(|below| *below >= low) {
            ways.push(format!("{alike}{}{}", digit((low, below)), any(length - index - 1)));
        }
        alike.push(high);
    }
    ways.join("|")
}

#[cfg(test)]
mod tests {
    use super::{Keys, pattern};

    #[test]
    fn the_integers_of_a_type_and_nothing_else() {
        let small = regex_lite::Regex::new(&pattern(Keys::Integer("int8")).unwrap()).unwrap();
        for number in -400_i32..400 {
            assert_eq!(small.is_match(&number.to_string()), i8::try_from(number).is_ok(), "{number}");
        }
        for text in ["", "-", "-0", "00", "01", "+1", "1.0", "1e1", " 1", "1 ", "1\n", "١"] {
            assert!(!small.is_match(text), "{text:?}");
        }
        let large = regex_lite::Regex::new(&pattern(Keys::Integer("uint128")).unwrap()).unwrap();
        let greatest = u128::MAX.to_string();
        assert!(
            large.is_match(&greatest)
                && large.is_match("0")
                && large.is_match("340282366920938463463374607431768211449")
        );
        for text in ["340282366920938463463374607431768211456", "340282366920938463464000000000000000000", "-1"] {
            assert!(!large.is_match(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_integer_has_no_pattern() {
        assert_eq!(pattern(Keys::Bool), None);
        assert_eq!(pattern(Keys::Char), None);
    }
}
