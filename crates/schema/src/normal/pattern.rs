//! Regular expressions of ECMA-262, as far as a schema compiler needs them: what they use, and whether a name matches.

use regex_lite::{Regex, RegexBuilder};

use crate::dialect::PatternRule;

/// What an expression uses beyond the common core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) lookaround: bool,
    pub(crate) backreference: bool,
    pub(crate) word_boundary: bool,
}

impl Features {
    /// Scans an expression. What it reports is what the text uses, whether or not the whole is well formed.
    pub(crate) fn of(pattern: &str) -> Features {
        let mut features = Features::default();
        let mut class = false;
        let mut rest = pattern;
        while let Some(char) = rest.chars().next() {
            let after = rest.get(char.len_utf8()..).unwrap_or("");
            match char {
                '\\' => {
                    let escaped = after.chars().next();
                    if !class {
                        match escaped {
                            Some('b' | 'B') => features.word_boundary = true,
                            Some('1'..='9' | 'k') => features.backreference = true,
                            _ => {}
                        }
                    }
                    rest = after.get(escaped.map_or(0, char::len_utf8)..).unwrap_or("");
                    continue;
                }
                '[' if !class => class = true,
                ']' => class = false,
                '(' if !class => {
                    features.lookaround |= ["?=", "?!", "?<=", "?<!"].iter().any(|mark| after.starts_with(mark));
                }
                _ => {}
            }
            rest = after;
        }
        features
    }

    /// What of this a dialect cannot do, in words.
    pub(crate) fn beyond(self, rule: PatternRule) -> Option<&'static str> {
        if self.lookaround && !rule.lookaround {
            Some("look-around")
        } else if self.backreference && !rule.backreference {
            Some("a back-reference")
        } else if self.word_boundary && !rule.word_boundary {
            Some("a word boundary")
        } else {
            None
        }
    }
}

/// An expression that can be run in linear time, or `None` where ours cannot say what ECMA-262 would.
pub(crate) fn compile(pattern: &str) -> Option<Regex> {
    let features = Features::of(pattern);
    if features.lookaround || features.backreference || !pattern.is_ascii() {
        return None;
    }
    RegexBuilder::new(&translate(pattern)?).size_limit(1 << 20).nest_limit(50).build().ok()
}

/// The same expression in the syntax of the engine: a bracket, `&` or `~` inside a class is an ordinary character.
fn translate(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut class = false;
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next()? {
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
                    out.push_str("\\x{");
                    out.push_str(&digits);
                    out.push('}');
                }
                escaped @ ('p' | 'P' | 'c') => {
                    let _ = escaped;
                    return None;
                }
                escaped if escaped.is_ascii_alphanumeric() => {
                    out.push('\\');
                    out.push(escaped);
                }
                '/' => out.push('/'),
                escaped @ ('-' | '&' | '~' | '[' | ']' | '^' | '$' | '.' | '*' | '+' | '?' | '(' | ')' | '{' | '}'
                | '|' | '\\') => {
                    out.push('\\');
                    out.push(escaped);
                }
                escaped => out.push(escaped),
            },
            '[' if class => out.push_str("\\["),
            '&' | '~' if class => {
                out.push('\\');
                out.push(char);
            }
            '[' => {
                class = true;
                out.push('[');
                if chars.peek() == Some(&'^') {
                    out.push('^');
                    chars.next();
                }
                if chars.peek() == Some(&']') {
                    return None;
                }
            }
            ']' => {
                class = false;
                out.push(']');
            }
            char => out.push(char),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{Features, compile};

    fn matches(pattern: &str, text: &str) -> Option<bool> {
        compile(pattern).map(|regex| regex.is_match(text))
    }

    #[test]
    fn names_are_matched_as_ecma_does() {
        assert_eq!(matches("^x-", "x-a"), Some(true));
        assert_eq!(matches("x-", "ax-"), Some(true));
        assert_eq!(matches("^[a-z[]+$", "a["), Some(true));
        assert_eq!(matches("^[&~]$", "&"), Some(true));
        assert_eq!(matches("^\\/a\\u0062$", "/ab"), Some(true));
        assert_eq!(matches("^\\d$", "\u{663}"), Some(false));
        assert_eq!(matches(".*", ""), Some(true));
    }

    #[test]
    fn what_cannot_be_run_is_unknown() {
        for pattern in ["(?=a)", "(?<!a)b", "(a)\\1", "\\p{L}", "[]", "(", "a{1,100000}{1,100000}"] {
            assert_eq!(matches(pattern, "a"), None, "{pattern}");
        }
    }

    #[test]
    fn features_are_found_outside_of_classes() {
        assert!(Features::of("^(?=.*[0-9])").lookaround);
        assert!(!Features::of("[(?=]").lookaround);
        assert!(!Features::of("\\(?=").lookaround);
        assert!(Features::of("\\bfoo").word_boundary);
        assert!(!Features::of("[\\b]").word_boundary);
        assert!(Features::of("(a)\\1").backreference);
    }
}
