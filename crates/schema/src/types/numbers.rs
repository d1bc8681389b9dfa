//! The numeric formats that `schemars` writes, as bounds.

/// A format and what it means: the least and the greatest number, as far as they are worth saying.
const FORMATS: [(&str, Option<&str>, Option<&str>); 15] = [
    ("int8", Some("-128"), Some("127")),
    ("int16", Some("-32768"), Some("32767")),
    ("int32", Some("-2147483648"), Some("2147483647")),
    ("int64", Some("-9223372036854775808"), Some("9223372036854775807")),
    ("int128", Some("-170141183460469231731687303715884105728"), Some("170141183460469231731687303715884105727")),
    ("int", Some("-9223372036854775808"), Some("9223372036854775807")),
    ("uint8", Some("0"), Some("255")),
    ("uint16", Some("0"), Some("65535")),
    ("uint32", Some("0"), Some("4294967295")),
    ("uint64", Some("0"), Some("18446744073709551615")),
    ("uint128", Some("0"), Some("340282366920938463463374607431768211455")),
    ("uint", Some("0"), Some("18446744073709551615")),
    // A float past its greatest is an infinity, or refused, by the decoder: no bound would be the same everywhere.
    ("float", None, None),
    ("double", None, None),
    ("decimal", None, None),
];

/// What a format says of numbers; `None` where it is a format of something else.
pub(super) fn bounds(format: &str) -> Option<(Option<&'static str>, Option<&'static str>)> {
    FORMATS.iter().find(|(name, ..)| *name == format).map(|(_, least, greatest)| (*least, *greatest))
}
