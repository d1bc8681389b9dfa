//! References between schema resources, resolved as RFC 3986 section 5.2 says. Nothing is ever fetched.

use std::borrow::Cow;

/// The parts of a reference, without its fragment.
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

fn split(text: &str) -> Parts<'_> {
    let (scheme, rest) = match text.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|char: char| char.is_ascii_alphabetic())
                && scheme.chars().all(|char| char.is_ascii_alphanumeric() || "+-.".contains(char)) =>
        {
            (Some(scheme), rest)
        }
        _ => (None, text),
    };
    let (rest, query) = match rest.split_once('?') {
        Some((before, query)) => (before, Some(query)),
        None => (rest, None),
    };
    match rest.strip_prefix("//") {
        Some(after) => {
            let (authority, path) = match after.find('/') {
                Some(slash) => after.split_at(slash),
                None => (after, ""),
            };
            Parts { scheme, authority: Some(authority), path, query }
        }
        None => Parts { scheme, authority: None, path: rest, query },
    }
}

/// `reference` (without fragment) against `base`.
pub(crate) fn join(base: &str, reference: &str) -> String {
    let (base, to) = (split(base), split(reference));
    if to.scheme.is_some() {
        return write(to.scheme, to.authority, &tidy(to.path), to.query);
    }
    if to.authority.is_some() {
        return write(base.scheme, to.authority, &tidy(to.path), to.query);
    }
    if to.path.is_empty() {
        return write(base.scheme, base.authority, base.path, to.query.or(base.query));
    }
    let path = if to.path.starts_with('/') {
        tidy(to.path)
    } else if base.authority.is_some() && base.path.is_empty() {
        tidy(&format!("/{}", to.path))
    } else {
        let folder = base.path.rfind('/').map_or("", |slash| base.path.get(..=slash).unwrap_or(""));
        tidy(&format!("{folder}{}", to.path))
    };
    write(base.scheme, base.authority, &path, to.query)
}

fn write(scheme: Option<&str>, authority: Option<&str>, path: &str, query: Option<&str>) -> String {
    let mut out = String::new();
    if let Some(scheme) = scheme {
        out.push_str(scheme);
        out.push(':');
    }
    if let Some(authority) = authority {
        out.push_str("//");
        out.push_str(authority);
    }
    out.push_str(path);
    if let Some(query) = query {
        out.push('?');
        out.push_str(query);
    }
    out
}

/// Takes `.` and `..` out of a path.
fn tidy(path: &str) -> String {
    if !path.contains('.') {
        return path.to_owned();
    }
    let rooted = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut folder = false;
    for part in path.split('/').skip(usize::from(rooted)) {
        folder = matches!(part, "." | "..");
        match part {
            "." => {}
            ".." => {
                kept.pop();
            }
            part => kept.push(part),
        }
    }
    let mut out = if rooted { "/".to_owned() } else { String::new() };
    out.push_str(&kept.join("/"));
    if folder && !kept.is_empty() {
        out.push('/');
    }
    out
}

/// A fragment with its percent escapes taken out; `None` where they do not spell UTF-8.
pub(crate) fn unescape(fragment: &str) -> Option<Cow<'_, str>> {
    if !fragment.contains('%') {
        return Some(Cow::Borrowed(fragment));
    }
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::{join, unescape};

    #[test]
    fn the_examples_of_rfc_3986() {
        let base = "http://a/b/c/d;p?q";
        for (reference, wanted) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("urn:x:y", "urn:x:y"),
        ] {
            assert_eq!(join(base, reference), wanted, "{reference}");
        }
    }

    #[test]
    fn percent_escapes() {
        assert_eq!(unescape("/a%25b%7Ec").as_deref(), Some("/a%b~c"));
        assert_eq!(unescape("%zz"), None);
        assert_eq!(unescape("%ff"), None);
    }
}
