//! Colour for terminals, and nothing for everybody else.

use std::io::IsTerminal;

/// What a piece of text means to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Fine as it is.
    Good,
    /// Worth a look.
    Notice,
    /// Something is lost.
    Warning,
    /// Refused.
    Bad,
    /// A heading.
    Strong,
    /// Beside the point.
    Faint,
}

/// How to print: with colour or without, and how wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    colour: bool,
    /// Columns that a line may take.
    pub(crate) width: usize,
}

/// Columns where nobody says how many there are.
const WIDTH: usize = 100;

impl Page {
    /// For standard output: colour on a terminal, unless `NO_COLOR` is set; its width, or `COLUMNS`.
    pub(crate) fn of_stdout() -> Page {
        Page::of(std::io::stdout().is_terminal())
    }

    /// The same for standard error.
    pub(crate) fn of_stderr() -> Page {
        Page::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Page {
        let asked_not_to = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = named.or_else(|| if terminal { measured() } else { None }).unwrap_or(WIDTH);
        Page { colour: terminal && !asked_not_to && !dumb, width: width.clamp(40, 160) }
    }

    #[cfg(test)]
    pub(crate) fn plain(width: usize) -> Page {
        Page { colour: false, width }
    }

    /// The text in its tone.
    pub(crate) fn paint(self, tone: Tone, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Good => "32",
            Tone::Notice => "36",
            Tone::Warning => "33",
            Tone::Bad => "1;31",
            Tone::Strong => "1",
            Tone::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    /// The text in lines of the page's width, each but the first indented by `indent`; `used` columns of the first
    /// line are taken already. Words are never broken.
    pub(crate) fn wrap(self, text: &str, indent: usize, used: usize) -> String {
        let mut wrapped = String::new();
        let mut column = used;
        for word in text.split_whitespace() {
            let length = word.chars().count();
            let gap = usize::from(column > indent && !wrapped.is_empty());
            if column + gap + length > self.width && column > indent {
                wrapped.push('\n');
                wrapped.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else if gap == 1 {
                wrapped.push(' ');
                column += 1;
            }
            wrapped.push_str(word);
            column += length;
        }
        wrapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words() {
        assert_eq!(Page::plain(10).wrap("one two three four", 2, 2), "one two\n  three\n  four");
        assert_eq!(Page::plain(10).wrap("", 2, 2), "");
        assert_eq!(Page::plain(10).wrap("incomprehensibilities all", 0, 0), "incomprehensibilities\nall");
    }
}
