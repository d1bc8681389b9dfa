//! Numbers: their bounds, and how integers are spelled.

use std::num::{NonZeroI32, NonZeroU8, NonZeroU64, Wrapping};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::table::{Hidden, Tolerated, table};

#[test]
fn i8_() {
    table::<i8>(&["-128", "127", "1.0", "1e2", "-0"], &["-129", "128", "0.5", "null", "\"1\""], &[]);
}

#[test]
fn i16_() {
    table::<i16>(&["-32768", "32767"], &["-32769", "32768", "true"], &[]);
}

#[test]
fn i32_() {
    table::<i32>(&["-2147483648", "2147483647", "5.0"], &["-2147483649", "2147483648", "99999999999"], &[]);
}

#[test]
fn i64_() {
    let (least, greatest) = ("-9223372036854775808", "9223372036854775807");
    table::<i64>(&[least, greatest, "1e18"], &["9223372036854775808", "-9223372036854775809", "1e19"], &[]);
}

#[test]
fn i128_() {
    let (least, greatest) = ("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727");
    let past = "170141183460469231731687303715884105728";
    table::<i128>(&[least, greatest, "0"], &[past, "-170141183460469231731687303715884105729", "0.1"], &[]);
}

#[test]
fn isize_() {
    table::<isize>(&["-9223372036854775808", "9223372036854775807"], &["9223372036854775808"], &[]);
}

#[test]
fn u8_() {
    table::<u8>(&["0", "255", "2.55e2"], &["-1", "256", "\"0\""], &[]);
}

#[test]
fn u16_() {
    table::<u16>(&["0", "65535"], &["-1", "65536"], &[]);
}

#[test]
fn u32_() {
    table::<u32>(&["0", "4294967295"], &["-1", "4294967296"], &[]);
}

#[test]
fn u64_() {
    table::<u64>(&["0", "18446744073709551615"], &["-1", "18446744073709551616"], &[]);
}

#[test]
fn u128_() {
    let greatest = "340282366920938463463374607431768211455";
    table::<u128>(&["0", greatest], &["-1", "340282366920938463463374607431768211456"], &[]);
}

#[test]
fn usize_() {
    table::<usize>(&["0", "18446744073709551615"], &["-1", "18446744073709551616"], &[]);
}

#[test]
fn f32_() {
    let why = "JSON numbers have no end, and a bound on every float would tell a model nothing";
    table::<f32>(&["0.1", "1", "-3.4e38", "1e-60"], &["null", "\"NaN\""], &[("1e39", Hidden("", why))]);
}

#[test]
fn f64_() {
    let why = "JSON numbers have no end, and a bound on every float would tell a model nothing";
    table::<f64>(&["0.1", "1", "1e39", "-1.7e308"], &["null", "\"1\""], &[("1e400", Hidden("", why))]);
}

#[test]
fn nonzero_unsigned() {
    table::<NonZeroU8>(&["1", "255"], &["0", "256", "-1"], &[]);
    table::<NonZeroU64>(&["1", "18446744073709551615"], &["0", "0.0", "18446744073709551616"], &[]);
}

#[test]
fn nonzero_signed() {
    table::<NonZeroI32>(&["-1", "2147483647"], &["0", "0.0", "-0", "2147483648"], &[]);
}

#[test]
fn wrapped() {
    table::<Wrapping<u8>>(&["0", "255"], &["256"], &[]);
    table::<Box<u16>>(&["65535"], &["65536"], &[]);
}

#[test]
fn a_range_that_is_tighter_than_the_type() {
    #[derive(Deserialize, JsonSchema)]
    struct Ranged {
        #[schemars(range(min = 3, max = 9))]
        few: u32,
    }
    let why = "the range is the author's wish; serde knows nothing of it";
    table::<Ranged>(
        &[r#"{"few":3}"#, r#"{"few":9}"#],
        &[r#"{"few":-1}"#],
        &[(r#"{"few":2}"#, Tolerated(why)), (r#"{"few":10}"#, Tolerated(why))],
    );
}

#[test]
fn a_range_that_is_wider_than_the_type() {
    #[derive(Deserialize, JsonSchema)]
    struct Ranged {
        #[schemars(range(min = -5, max = 1000))]
        small: u8,
    }
    table::<Ranged>(&[r#"{"small":0}"#, r#"{"small":255}"#], &[r#"{"small":-1}"#, r#"{"small":256}"#], &[]);
}

#[test]
fn an_open_range_beside_the_end_of_the_type() {
    #[derive(Deserialize, JsonSchema)]
    struct Ranged {
        #[schemars(extend("exclusiveMaximum" = 1000))]
        small: u8,
        #[schemars(extend("exclusiveMinimum" = 0))]
        positive: i16,
    }
    table::<Ranged>(
        &[r#"{"small":255,"positive":1}"#],
        &[r#"{"small":256,"positive":1}"#, r#"{"small":1000,"positive":1}"#],
        &[(r#"{"small":1,"positive":0}"#, Tolerated("the range is the author's wish"))],
    );
}

#[test]
fn a_bound_beyond_64_bits_is_reported_as_the_author_s() {
    let contract = isoform_answer::Contract::of::<(u128, i64)>().unwrap();
    let document =
        isoform_json::Document::parse("[340282366920938463463374607431768211456, -9223372036854775809]").unwrap();
    let faults = contract.faults(document.root()).unwrap();
    let said: Vec<_> =
        faults.iter().map(|fault| (fault.at.as_str(), fault.schema_at.as_str(), fault.keyword.as_str())).collect();
    assert_eq!(said, [("/0", "/prefixItems/0/maximum", "maximum"), ("/1", "/prefixItems/1/minimum", "minimum")]);
    assert_eq!(faults[0].message, "value is greater than the maximum of 340282366920938463463374607431768211455");
}
