//! Strings: samples of formats, texts that trip readers, and lengths at their limits.

use super::pattern;
use super::rng::Rng;

/// Texts that look like something else, or break careless code.
pub(super) const ODD: &[&str] = &[
    "",
    "a",
    "ab",
    " ",
    "é",
    "😀",
    "👩‍👩‍👧",
    "null",
    "true",
    "1",
    "0",
    "-0",
    "1.0",
    "[]",
    "{}",
    "{\"a\":1}",
    "\"q\"",
    "\\",
    "\n",
    "\u{0}",
    "<tag>",
    "key",
    "value",
    "entries",
    "$ref",
    "a/b~c",
    "hello world",
    "NaN",
];

const FORMATS: &[(&str, &[&str], &[&str])] = &[
    ("date-time", &["2024-02-29T23:59:59Z", "1990-12-31T15:59:50.123-08:00"], &["2024-02-30T00:00:00Z", "2024-01-01"]),
    ("date", &["2024-02-29", "1970-01-01"], &["2024-02-30", "24-1-1"]),
    ("time", &["23:59:59Z", "08:30:06.28+01:00"], &["24:00:00Z", "8:30"]),
    ("duration", &["P1D", "PT1H30M", "P4W"], &["P", "1D"]),
    ("email", &["a@b.example", "joe.blogs+x@example.com"], &["a@", "nobody"]),
    ("idn-email", &["a@b.example"], &["a@"]),
    ("hostname", &["example.com", "a"], &["-a.b", "a_b.example"]),
    ("idn-hostname", &["example.com"], &["-a.b"]),
    ("ipv4", &["127.0.0.1", "255.255.255.255"], &["256.0.0.1", "1.2.3"]),
    ("ipv6", &["::1", "2001:db8::ff00:42:8329"], &["12345::", ":::"]),
    ("uri", &["https://a.example/b?c#d", "urn:a:b"], &["/relative", "a b"]),
    ("uri-reference", &["/a/b", "#x", "https://a.example"], &["a b", "\\\\x"]),
    ("iri", &["https://a.example/é"], &["/relative"]),
    ("iri-reference", &["/é"], &["\\\\x"]),
    ("url", &["https://a.example"], &["x"]),
    ("uuid", &["123e4567-e89b-12d3-a456-426614174000"], &["123e4567", "123e4567-e89b-12d3-a456-42661417400g"]),
    ("regex", &["^a+$"], &["^(a"]),
    ("json-pointer", &["", "/a/b~0"], &["a", "/~2"]),
    ("relative-json-pointer", &["0", "1/a"], &["/a", "-1"]),
    ("uri-template", &["/a/{b}"], &["/a/{b"]),
    ("byte", &["aGk="], &["?"]),
    ("binary", &["a"], &["b"]),
    ("password", &["hunter2"], &["x"]),
];

/// What is asked of a string.
#[derive(Default)]
pub(super) struct Wanted<'s> {
    pub(super) patterns: Vec<&'s str>,
    pub(super) formats: Vec<&'s str>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

/// A string that is probably what is wanted.
pub(super) fn string(wanted: &Wanted<'_>, rng: &mut Rng) -> String {
    let several = wanted.patterns.len() > 1 && rng.chance(50);
    if let Some(pattern) = rng.pick(&wanted.patterns).copied().filter(|_| !several) {
        for _ in 0..4 {
            let Some(text) = pattern::sample(pattern, rng) else { break };
            let length = text.chars().count();
            if length >= wanted.least && wanted.most.is_none_or(|most| length <= most) {
                return text;
            }
        }
    }
    if several {
        let samples: Option<Vec<String>> =
            wanted.patterns.iter().map(|pattern| pattern::sample(pattern, rng)).collect();
        return samples.unwrap_or_default().concat();
    }
    if let Some(format) = rng.pick(&wanted.formats).copied()
        && let Some(text) = format_sample(format, true, rng)
    {
        return text;
    }
    let mut text = rng.pick(ODD).copied().unwrap_or_default().to_owned();
    let most = wanted.most.unwrap_or(usize::MAX);
    if rng.chance(40) {
        // At a limit, counted in code points.
        let goal = if rng.chance(50) || most > 70_000 { wanted.least } else { most };
        let filler = rng.pick(&["a", "é", "😀"]).copied().unwrap_or("a");
        text = filler.repeat(goal.min(70_000));
    }
    while text.chars().count() < wanted.least.min(70_000) {
        text.push('a');
    }
    text.chars().take(most).collect()
}

/// A string of a format, or one that is not.
pub(super) fn format_sample(format: &str, good: bool, rng: &mut Rng) -> Option<String> {
    let (_, right, wrong) = FORMATS.iter().find(|(name, _, _)| *name == format)?;
    rng.pick(if good { right } else { wrong }).map(|text| (*text).to_owned())
}
