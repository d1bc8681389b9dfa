//! The support tables for a terminal.

use isoform::dialect::{Confidence, Dialect, Enforcement, Keyword, Support};

use super::facts;
use crate::style::{Page, Tone};
use crate::table::{Cell, Table};

/// Every dialect: what it is, and what it does with each keyword.
pub(super) fn overview(dialects: &[&Dialect], page: Page) -> String {
    let indent = dialects.iter().map(|dialect| dialect.name.chars().count()).max().unwrap_or(0) + 2;
    let mut listed = String::new();
    for dialect in dialects {
        let padding = " ".repeat(indent.saturating_sub(dialect.name.chars().count()));
        let name = page.paint(Tone::Strong, &dialect.name);
        let summary = page.wrap(&dialect.summary, indent, indent);
        let word = page.paint(confidence(dialect.confidence), dialect.confidence.as_str());
        let left = " ".repeat(indent);
        listed.push_str(&format!("{name}{padding}{summary}\n{left}{word}, sources of {}\n", dialect.source_date));
    }
    let takes_all =
        |dialect: &Dialect| Keyword::ALL.iter().all(|keyword| dialect.keywords.get(*keyword) == Support::Enforced);
    let (all, some): (Vec<&Dialect>, Vec<&Dialect>) = dialects.iter().partition(|dialect| takes_all(dialect));
    let names = some.iter().map(|dialect| dialect.name.to_string());
    let mut keywords = Table::new(std::iter::once("keyword".to_owned()).chain(names));
    for keyword in Keyword::ALL {
        let cells = some.iter().map(|dialect| support(dialect, *keyword));
        keywords.push(std::iter::once(Cell::plain(keyword.as_str())).chain(cells).collect());
    }
    let names: Vec<&str> = all.iter().map(|dialect| dialect.name.as_ref()).collect();
    let legend = format!(
        "Every keyword is taken by {}. enforced: the answer holds to it. advises: it is sent, and the surface holds no \
         answer to it. sent: it is sent, and nothing public says that the answer holds to it. no: it is not sent; its \
         meaning is said otherwise, or reported, or refused. `isoform dialects NAME` prints one dialect in full.",
        names.join(", ")
    );
    format!("{listed}\n{}\n{}\n", keywords.render(page), page.wrap(&legend, 0, 0))
}

/// One dialect in full.
pub(super) fn one(dialect: &Dialect, page: Page) -> String {
    let mut out = format!("{}  {}\n\n", page.paint(Tone::Strong, &dialect.name), dialect.summary);
    let about = [
        ("table version", dialect.version.to_string()),
        ("sources", format!("{} (newest of {})", dialect.sources, dialect.source_date)),
        ("confidence", dialect.confidence.as_str().to_owned()),
    ];
    let keywords = [
        (if dialect.enforcement == Enforcement::None { "sent" } else { "enforced" }, Support::Enforced),
        ("sent, not known to be enforced", Support::Sent),
        ("not sent", Support::Refused),
    ];
    let mut lines: Vec<(&str, String)> = about.into();
    lines.extend(facts::rules(dialect));
    for (label, support) in keywords {
        let words = facts::keywords(dialect, support);
        lines.push((label, if words.is_empty() { "-".to_owned() } else { words.join(", ") }));
    }
    let labels = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, what) in lines {
        let indent = labels + 2;
        let padding = " ".repeat(indent - label.chars().count());
        let what = page.wrap(&what, indent, indent);
        out.push_str(&format!("{}{padding}{what}\n", page.paint(Tone::Faint, label)));
    }
    out
}

fn support(dialect: &Dialect, keyword: Keyword) -> Cell {
    let tone = match dialect.keywords.get(keyword) {
        Support::Enforced if dialect.enforcement == Enforcement::None => Tone::Faint,
        Support::Enforced => Tone::Good,
        Support::Sent => Tone::Warning,
        Support::Refused => Tone::Faint,
    };
    Cell::toned(tone, facts::support(dialect, keyword))
}

const fn confidence(confidence: Confidence) -> Tone {
    match confidence {
        Confidence::Verified => Tone::Good,
        Confidence::Documented => Tone::Notice,
        Confidence::Unverified => Tone::Warning,
    }
}
