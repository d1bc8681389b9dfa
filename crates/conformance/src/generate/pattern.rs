//! Sample strings for common regular expressions.

use super::rng::Rng;

/// A string that probably matches; `None` where the expression uses what this sampler does not know.
pub(super) fn sample(pattern: &str, rng: &mut Rng) -> Option<String> {
    let mut reader = Reader { chars: pattern.chars().collect(), at: 0, depth: 0 };
    let choices = reader.choices()?;
    if reader.at < reader.chars.len() {
        return None;
    }
    let mut out = String::new();
    write(&choices, rng, &mut out);
    Some(out)
}

enum Atom {
    Char(char),
    Set { ranges: Vec<(char, char)>, negated: bool },
    Group(Vec<Vec<Piece>>),
    Nothing,
}

struct Piece {
    atom: Atom,
    min: usize,
    max: usize,
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek();
        self.at += usize::from(char.is_some());
        char
    }

    fn take(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(index, char)| self.chars.get(self.at + index) == Some(&char));
        self.at += if found { text.chars().count() } else { 0 };
        found
    }

    fn choices(&mut self) -> Option<Vec<Vec<Piece>>> {
        self.depth += 1;
        if self.depth > 30 {
            return None;
        }
        let mut choices = vec![Vec::new()];
        loop {
            match self.peek() {
                None | Some(')') => {
                    self.depth -= 1;
                    return Some(choices);
                }
                Some('|') => {
                    self.at += 1;
                    choices.push(Vec::new());
                }
                Some(_) => {
                    let atom = self.atom()?;
                    let (min, max) = self.count()?;
                    choices.last_mut()?.push(Piece { atom, min, max });
                }
            }
        }
    }

    fn atom(&mut self) -> Option<Atom> {
        Some(match self.next()? {
            '^' | '$' => Atom::Nothing,
            '.' => Atom::Set { ranges: vec![('a', 'z'), ('0', '9')], negated: false },
            '(' => {
                let look = ["?=", "?!", "?<=", "?<!"].into_iter().any(|mark| self.take(mark));
                if !look && !self.take("?:") && self.take("?") {
                    while !matches!(self.next()?, '>' | ')') {}
                }
                let choices = self.choices()?;
                if self.next()? != ')' {
                    return None;
                }
                if look { Atom::Nothing } else { Atom::Group(choices) }
            }
            '[' => self.set()?,
            '\\' => self.escape()?,
            char => Atom::Char(char),
        })
    }

    fn escape(&mut self) -> Option<Atom> {
        let set = |ranges: &[(char, char)], negated| Atom::Set { ranges: ranges.to_vec(), negated };
        Some(match self.next()? {
            'd' => set(&[('0', '9')], false),
            'w' => set(&[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')], false),
            's' => Atom::Char(' '),
            'D' => set(&[('0', '9')], true),
            'W' => Atom::Char('-'),
            'S' => set(&[('a', 'z')], false),
            'n' => Atom::Char('\n'),
            't' => Atom::Char('\t'),
            'r' => Atom::Char('\r'),
            'b' | 'B' | 'A' | 'z' | 'Z' => Atom::Nothing,
            'p' => {
                while self.next()? != '}' {}
                set(&[('a', 'z')], false)
            }
            'u' | 'x' => {
                let long = self.chars.get(self.at - 1) == Some(&'u');
                let digits: String = (0..if long { 4 } else { 2 }).map_while(|_| self.next()).collect();
                Atom::Char(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?)
            }
            char if char.is_ascii_digit() => return None,
            char => Atom::Char(char),
        })
    }

    fn set(&mut self) -> Option<Atom> {
        let negated = self.take("^");
        let mut ranges = Vec::new();
        let mut first = true;
        loop {
            let char = match self.next()? {
                ']' if !first => return Some(Atom::Set { ranges, negated }),
                '\\' => match self.escape()? {
                    Atom::Char(char) => char,
                    Atom::Set { ranges: inner, negated: false } => {
                        ranges.extend(inner);
                        first = false;
                        continue;
                    }
                    _ => return None,
                },
                char => char,
            };
            first = false;
            let ranged = self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|char| *char != ']');
            if ranged {
                self.at += 1;
                let end = match self.next()? {
                    '\\' => match self.escape()? {
                        Atom::Char(char) => char,
                        _ => return None,
                    },
                    char => char,
                };
                ranges.push((char, end));
            } else {
                ranges.push((char, char));
            }
        }
    }

    fn count(&mut self) -> Option<(usize, usize)> {
        let count = match self.peek() {
            Some('*') => (0, 3),
            Some('+') => (1, 3),
            Some('?') => (0, 1),
            Some('{') => {
                let end = self.chars.iter().skip(self.at).position(|char| *char == '}')? + self.at;
                let text: String = self.chars.get(self.at + 1..end)?.iter().collect();
                let (min, max) = text.split_once(',').unwrap_or((&text, &text));
                let Ok(min) = min.parse::<usize>() else { return Some((1, 1)) };
                self.at = end;
                (min, max.parse().unwrap_or(min + 2).min(min + 4))
            }
            _ => return Some((1, 1)),
        };
        self.at += 1;
        let _ = self.take("?") || self.take("+");
        Some(count)
    }
}

fn write(choices: &[Vec<Piece>], rng: &mut Rng, out: &mut String) {
    let Some(pieces) = rng.pick(choices) else { return };
    for piece in pieces {
        let count = piece.min + rng.below(piece.max.saturating_sub(piece.min) + 1);
        for _ in 0..count.min(300) {
            if out.len() > 4000 {
                return;
            }
            match &piece.atom {
                Atom::Nothing => {}
                Atom::Char(char) => out.push(*char),
                Atom::Group(choices) => write(choices, rng, out),
                Atom::Set { ranges, negated: false } => {
                    if let Some((low, high)) = rng.pick(ranges).copied() {
                        let width = u32::from(high).saturating_sub(u32::from(low)) as usize + 1;
                        out.extend(char::from_u32(u32::from(low) + rng.below(width.min(40)) as u32));
                    }
                }
                Atom::Set { ranges, negated: true } => {
                    let free = |char: &char| !ranges.iter().any(|(low, high)| (low..=high).contains(&char));
                    let candidates: Vec<char> =
                        ['a', 'b', 'x', '1', '-', '_', ' ', 'é', '~', 'Z'].into_iter().filter(free).collect();
                    out.extend(rng.pick(&candidates));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rng, sample};
    use crate::json::Json;
    use crate::judge::{Draft, Judge};

    #[test]
    fn samples_match_what_they_are_samples_of() {
        let mut rng = Rng::new(1, "patterns");
        for pattern in [
            "^[a-z]+$",
            r"^\d{3}-\d{2}$",
            "^(foo|bar)[A-Z_]{2,}$",
            r"^https?://[^\s/]+(/.*)?$",
            r"^#?([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$",
            r"^[\w.-]+@[\w-]+\.\w{2,4}$",
            r"\.dll",
            "^$",
            r"^(?:v)?\d+(\.\d+)*$",
        ] {
            let judge = Judge::new(&Json::object([("pattern", Json::text(pattern))]), Draft::Draft202012, false);
            let judge = judge.expect("a pattern");
            for _ in 0..20 {
                let text = sample(pattern, &mut rng).expect("a known construct");
                assert!(judge.admits(&Json::text(&text)), "{text:?} does not match {pattern}");
            }
        }
    }
}
