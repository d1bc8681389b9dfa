//! Exact numbers against expectations worked out by hand, and against integer arithmetic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cmp::Ordering;
use std::hash::{BuildHasher, RandomState};

use isoform_json::{Decimal, Number};

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn text_is_plain_and_reads_back() {
    for (number, text) in [
        ("0", "0"),
        ("-0", "0"),
        ("0.000", "0"),
        ("0e99999999999999999999", "0"),
        ("1.0", "1"),
        ("100", "100"),
        ("1e2", "100"),
        ("-1.50", "-1.5"),
        ("0.10", "0.1"),
        ("12.34e1", "123.4"),
        ("12.34e-1", "1.234"),
        ("12.34e-5", "0.0001234"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e21"),
        ("-12e30", "-1.2e31"),
        ("1e-20", "0.00000000000000000001"),
        ("1e-30", "1e-30"),
        ("1e999999999999999999999999", "1e999999999999999999999999"),
        ("100e999999999999999999999999", "1e1000000000000000000000001"),
        ("-0.1e-999999999999999999999999", "-1e-1000000000000000000000000"),
        ("12e999999999999999999", "1.2e1000000000000000000"),
    ] {
        assert_eq!(decimal(number).to_text(), text);
        assert_eq!(decimal(number).to_string(), text);
        assert_eq!(decimal(text), decimal(number));
    }
    for text in ["", "-", "+1", ".5", "1.", "01", "1e", " 1", "1 ", "NaN", "0x1", "1_0", "１"] {
        assert!(Decimal::parse(text).is_none(), "{text:?}");
    }
}

#[test]
fn order_is_by_value() {
    let rising = [
        "-1e1000000000000000000000",
        "-1e999999999999",
        "-18446744073709551616",
        "-100.5",
        "-100",
        "-99.99",
        "-1",
        "-0.1",
        "-0.01",
        "-1e-999999999999",
        "0",
        "1e-1000000000000000000000",
        "1e-999999999999",
        "0.0999999",
        "0.1",
        "0.10000000000000000000000000001",
        "0.3",
        "1",
        "1.5",
        "1.50000001",
        "9.99",
        "10",
        "9007199254740992",
        "9007199254740993",
        "1e308",
        "1e999999999999",
        "1.1e999999999999",
        "1e1000000000000",
        "1e1000000000000000000000",
        "1e1000000000000000000001",
    ];
    for (left_at, left) in rising.iter().enumerate() {
        for (right_at, right) in rising.iter().enumerate() {
            let expected = left_at.cmp(&right_at);
            assert_eq!(decimal(left).cmp(&decimal(right)), expected, "{left} {right}");
            let (left, right) = (Number::parse(left).unwrap(), Number::parse(right).unwrap());
            assert_eq!(left.cmp(&right), expected, "{left} {right}");
            assert_eq!(left == right, expected == Ordering::Equal, "{left} {right}");
        }
    }
}

#[test]
fn spellings_of_one_value_are_equal_and_hash_alike() {
    let state = RandomState::new();
    for group in [
        &["0", "-0", "0.0", "-0e5", "0e-99999999999999999999"][..],
        &["1", "1.0", "10e-1", "0.1e1", "1e0", "1E+00"],
        &["-120", "-12e1", "-1.2e2", "-0.0012e5", "-120.000"],
        &["1e30", "1000000000000000000000000000000", "0.001e33"],
        &["5e1000000000000000000", "50e999999999999999999", "0.5e1000000000000000001"],
    ] {
        for pair in group.windows(2) {
            let (left, right) = (Number::parse(pair[0]).unwrap(), Number::parse(pair[1]).unwrap());
            assert_eq!(left, right);
            assert_eq!(state.hash_one(left), state.hash_one(right));
            assert_eq!(left.decimal(), right.decimal());
            assert_eq!(state.hash_one(left.decimal()), state.hash_one(right.decimal()));
        }
    }
}

#[test]
fn integers_are_a_matter_of_value() {
    let integer = |text: &str| {
        let number = Number::parse(text).unwrap();
        assert_eq!(number.is_integer(), number.decimal().is_integer());
        assert_eq!(number.as_u64(), number.decimal().as_u64());
        assert_eq!(number.as_i64(), number.decimal().as_i64());
        (number.is_integer(), number.as_i64(), number.as_u64())
    };
    assert_eq!(integer("0"), (true, Some(0), Some(0)));
    assert_eq!(integer("-0"), (true, Some(0), Some(0)));
    assert_eq!(integer("-0.0"), (true, Some(0), Some(0)));
    assert_eq!(integer("1.0"), (true, Some(1), Some(1)));
    assert_eq!(integer("1e2"), (true, Some(100), Some(100)));
    assert_eq!(integer("-12.50e1"), (true, Some(-125), None));
    assert_eq!(integer("1.5"), (false, None, None));
    assert_eq!(integer("1e-2"), (false, None, None));
    assert_eq!(integer("9223372036854775807"), (true, Some(i64::MAX), Some(i64::MAX as u64)));
    assert_eq!(integer("9223372036854775808"), (true, None, Some(1 << 63)));
    assert_eq!(integer("-9223372036854775808"), (true, Some(i64::MIN), None));
    assert_eq!(integer("-9223372036854775809"), (true, None, None));
    assert_eq!(integer("18446744073709551615.0"), (true, None, Some(u64::MAX)));
    assert_eq!(integer("18446744073709551616"), (true, None, None));
    assert_eq!(integer("1e999999999999"), (true, None, None));
    assert_eq!(integer("1e-999999999999"), (false, None, None));

    let wide = |text: &str| {
        let number = Number::parse(text).unwrap();
        (number.as_i128(), number.as_u128())
    };
    assert_eq!(wide("340282366920938463463374607431768211455"), (None, Some(u128::MAX)));
    assert_eq!(wide("340282366920938463463374607431768211456"), (None, None));
    assert_eq!(wide("-170141183460469231731687303715884105728"), (Some(i128::MIN), None));
    assert_eq!(wide("-170141183460469231731687303715884105729"), (None, None));
    assert_eq!(wide("1e38"), (Some(10_i128.pow(38)), Some(10_u128.pow(38))));
    assert_eq!(wide("1e39"), (None, None));
}

#[test]
fn neighbours_and_whole_parts() {
    let text = |found: Option<Decimal>| found.map(|decimal| decimal.to_text());
    for (number, floor, ceil) in [
        ("0", "0", "0"),
        ("1.5", "1", "2"),
        ("-1.5", "-2", "-1"),
        ("0.5", "0", "1"),
        ("-0.5", "-1", "0"),
        ("9.99", "9", "10"),
        ("-9.99", "-10", "-9"),
        ("99.5", "99", "100"),
        ("100.5", "100", "101"),
        ("1000000.25e1", "10000002", "10000003"),
        ("1e-999999999999999999999", "0", "1"),
        ("-1e-999999999999999999999", "-1", "0"),
        ("1e999999999999", "1e999999999999", "1e999999999999"),
    ] {
        assert_eq!(text(decimal(number).floor()).as_deref(), Some(floor), "{number}");
        assert_eq!(text(decimal(number).ceil()).as_deref(), Some(ceil), "{number}");
    }
    for (lower, upper) in [
        ("0", "1"),
        ("-1", "0"),
        ("9", "10"),
        ("99", "100"),
        ("-100", "-99"),
        ("-10", "-9"),
        ("18446744073709551615", "18446744073709551616"),
        ("199", "2e2"),
    ] {
        assert_eq!(decimal(lower).succ(), Some(decimal(upper)));
        assert_eq!(decimal(upper).pred(), Some(decimal(lower)));
    }
    assert_eq!(decimal("1.5").succ(), None);
    assert_eq!(decimal("1e999999999999").pred(), None);
    assert_eq!(decimal(&format!("{}.5", "7".repeat(100_000))).floor(), None);
}

#[test]
fn multiples_are_exact() {
    for (number, divisor, expected) in [
        ("0.3", "0.1", true),
        ("0.30000000000000004", "0.1", false),
        ("1.1", "0.1", true),
        ("19.99", "0.01", true),
        ("19.999", "0.01", false),
        ("0", "7", true),
        ("0", "0", true),
        ("7", "0", false),
        ("-21", "7", true),
        ("21", "-7", true),
        ("7", "21", false),
        ("7.0", "7", true),
        ("1e308", "1e-308", true),
        ("1e308", "0.123456789", false),
        ("1e3", "8", true),
        ("1e2", "8", false),
        ("1e999999999999", "1024", true),
        ("1e999999999999", "3", false),
        ("9007199254740993", "9007199254740992", false),
        ("5e-324", "5e-324", true),
        ("1e-999999999999", "1", false),
        ("1", "1e-999999999999", true),
        ("1e20", "18446744073709551616", false),
        ("36893488147419103232", "18446744073709551616", true),
        ("1e64", "18446744073709551616", true),
        ("123456789012345678901234567890", "987654321098765432109", false),
        ("121932631137021795226185032733622923332237463801111263526900", "123456789012345678901234567890", true),
        ("121932631137021795226185032733622923332237463801111263526901", "123456789012345678901234567890", false),
    ] {
        let found = decimal(number).is_multiple_of(&decimal(divisor));
        assert_eq!(found, Some(expected), "{number} of {divisor}");
    }
    assert_eq!(decimal("1e1000000000000000000000").is_multiple_of(&decimal("2")), None);
}

#[test]
fn small_decimals_agree_with_integer_arithmetic() {
    // Every value is an integer of hundredths.
    let mut all = Vec::new();
    for hundredths in (-130..=130).chain([999, 1000, 1001, -999, -1000, 2500, 123_456]) {
        for text in [format!("{hundredths}e-2"), format!("{}.{}e-4", hundredths * 100, "0")] {
            all.push((i64::from(hundredths), decimal(&text)));
        }
    }
    for (left, left_decimal) in &all {
        assert_eq!(left_decimal.floor(), Some(Decimal::from(left.div_euclid(100))));
        assert_eq!(left_decimal.ceil(), Some(Decimal::from(-(-left).div_euclid(100))));
        assert_eq!(left_decimal.is_integer(), left % 100 == 0);
        let succ = (left % 100 == 0).then(|| Decimal::from(left / 100 + 1));
        assert_eq!(left_decimal.succ(), succ);
        for (right, right_decimal) in &all {
            assert_eq!(left_decimal.cmp(right_decimal), left.cmp(right));
            let multiple = if *right == 0 { *left == 0 } else { left % right == 0 };
            assert_eq!(left_decimal.is_multiple_of(right_decimal), Some(multiple), "{left} {right}");
        }
    }
}

#[test]
fn long_division_agrees_with_integer_arithmetic() {
    let mut random: u128 = 0x1234_5678_9abc_def1;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for _ in 0..300 {
        let divisor = (next() >> 50) | (1 << 66);
        let factor = next() >> 75;
        let number = divisor.saturating_mul(factor);
        for number in [number, number.saturating_add(1), next()] {
            let expected = number % divisor == 0;
            let found = decimal(&number.to_string()).is_multiple_of(&decimal(&divisor.to_string()));
            assert_eq!(found, Some(expected), "{number} {divisor}");
        }
    }
}

#[test]
fn integers_convert() {
    for integer in [0, 1, -1, 10, -100, i64::MAX, i64::MIN] {
        assert_eq!(Decimal::from(integer), decimal(&integer.to_string()));
        assert_eq!(Decimal::from(integer).as_i64(), Some(integer));
        assert_eq!(Decimal::from(integer).to_text().parse(), Ok(integer));
    }
    assert_eq!(Decimal::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Decimal::from(5_u32), Decimal::from(5_i32));
    assert_eq!(decimal("0.1").as_f64(), Some(0.1));
    assert_eq!(decimal("1e400").as_f64(), None);
    assert!(decimal("-0.1").is_negative() && !decimal("-0").is_negative() && decimal("-0").is_zero());
}
