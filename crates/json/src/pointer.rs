//! JSON Pointer (RFC 6901): the tokens of a path into a tree.

use std::borrow::Cow;

/// Escapes one name for use in a pointer: `~` becomes `~0` and `/` becomes `~1`.
///
/// ```
/// assert_eq!(isoform_json::pointer::escape_token("a/b~c"), "a~1b~0c");
/// ```
#[must_use]
pub fn escape_token(token: &str) -> Cow<'_, str> {
    if !token.contains(['~', '/']) {
        return Cow::Borrowed(token);
    }
    let mut escaped = String::with_capacity(token.len() + 4);
    escape_into(&mut escaped, token);
    Cow::Owned(escaped)
}

/// Appends `/` and the escaped token to a pointer.
///
/// ```
/// let mut pointer = String::from("/paths");
/// isoform_json::pointer::push_token(&mut pointer, "/users");
/// assert_eq!(pointer, "/paths/~1users");
/// ```
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    escape_into(pointer, token);
}

fn escape_into(pointer: &mut String, token: &str) {
    let mut rest = token;
    while let Some(at) = rest.bytes().position(|byte| byte == b'~' || byte == b'/') {
        let (plain, tail) = rest.split_at(at);
        pointer.push_str(plain);
        let (special, tail) = tail.split_at(1);
        pointer.push_str(if special == "~" { "~0" } else { "~1" });
        rest = tail;
    }
    pointer.push_str(rest);
}

/// Undoes [`escape_token`]; `None` where a `~` is not followed by `0` or `1`.
///
/// ```
/// use isoform_json::pointer::unescape_token;
///
/// assert_eq!(unescape_token("a~1b~01").as_deref(), Some("a/b~1"));
/// assert_eq!(unescape_token("a~2"), None);
/// ```
#[must_use]
pub fn unescape_token(token: &str) -> Option<Cow<'_, str>> {
    let mut pieces = token.split('~');
    let head = pieces.next().unwrap_or("");
    if head.len() == token.len() {
        return Some(Cow::Borrowed(token));
    }
    let mut plain = String::with_capacity(token.len());
    plain.push_str(head);
    for piece in pieces {
        if let Some(rest) = piece.strip_prefix('0') {
            plain.push('~');
            plain.push_str(rest);
        } else {
            plain.push('/');
            plain.push_str(piece.strip_prefix('1')?);
        }
    }
    Some(Cow::Owned(plain))
}

/// The unescaped tokens of a pointer, or `None` where the text is not a pointer: it must be empty or start
/// with `/`, and every `~` must be part of `~0` or `~1`.
///
/// ```
/// use isoform_json::pointer::tokens;
///
/// let path: Vec<_> = tokens("/a~1b/0").unwrap().collect();
/// assert_eq!(path, ["a/b", "0"]);
/// assert_eq!(tokens("").unwrap().count(), 0);
/// assert!(tokens("a").is_none());
/// ```
#[must_use]
pub fn tokens(pointer: &str) -> Option<Tokens<'_>> {
    let bytes = pointer.as_bytes();
    let escapes_hold =
        bytes.iter().enumerate().all(|(at, byte)| *byte != b'~' || matches!(bytes.get(at + 1), Some(b'0' | b'1')));
    if !escapes_hold {
        return None;
    }
    let rest = if pointer.is_empty() { None } else { Some(pointer.strip_prefix('/')?) };
    Some(Tokens { rest })
}

/// The tokens of a pointer; see [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    rest: Option<&'a str>,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        let rest = self.rest?;
        let token = match rest.split_once('/') {
            Some((token, rest)) => {
                self.rest = Some(rest);
                token
            }
            None => {
                self.rest = None;
                rest
            }
        };
        // The escapes were checked when the iterator was made.
        unescape_token(token)
    }
}

/// The array position a token names: decimal digits without a leading zero.
///
/// ```
/// use isoform_json::pointer::array_index;
///
/// assert_eq!(array_index("10"), Some(10));
/// assert_eq!(array_index("01"), None);
/// assert_eq!(array_index("-"), None);
/// ```
#[must_use]
pub fn array_index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit()) && (token.len() == 1 || !token.starts_with('0'));
    if plain { token.parse().ok() } else { None }
}
