//! The support tables as a page: the project's COMPATIBILITY.md.

use isoform::dialect::{Dialect, Keyword};

use super::facts;

const HEAD: &str = "# Compatibility

What each built-in dialect takes, as the tables in this build have it. This page is written by
`isoform dialects --format markdown`; change the tables and write it again, never the page.

- **enforced**: the keyword is sent, and the answer holds to it.
- **advises**: the keyword is sent, and the surface holds no answer to any of it.
- **sent**: the keyword is sent, and nothing public says that the answer holds to it. It is reported as `wider`.
- **no**: the keyword is not sent. Its meaning is said in other keywords, or it is reported, or there is an error.

Confidence is `verified` (run against the thing itself), `documented` (the provider's documentation, its own SDK, or
errors seen on the wire) or `unverified` (inferred).
";

/// The page.
pub(super) fn page(dialects: &[&Dialect]) -> String {
    let mut out = HEAD.to_owned();
    out.push_str("\n## Dialects\n\n");
    row(&mut out, &["dialect", "what it is", "confidence", "sources of"]);
    rule(&mut out, 4);
    for dialect in dialects {
        let name = format!("`{}`", dialect.name);
        row(&mut out, &[&name, &dialect.summary, dialect.confidence.as_str(), &dialect.source_date]);
    }
    out.push_str("\n## Keywords\n\n");
    let names = dialects.iter().map(|dialect| dialect.name.as_ref());
    row(&mut out, &std::iter::once("keyword").chain(names).collect::<Vec<_>>());
    rule(&mut out, dialects.len() + 1);
    for keyword in Keyword::ALL {
        let name = format!("`{keyword}`");
        let cells = dialects.iter().map(|dialect| facts::support(dialect, *keyword));
        row(&mut out, &std::iter::once(name.as_str()).chain(cells).collect::<Vec<_>>());
    }
    for dialect in dialects {
        out.push_str(&format!("\n## {}\n\n{}.\n\n", dialect.name, dialect.summary));
        out.push_str(&format!(
            "Table version {}; newest source of {} ({}); {}.\n\n",
            dialect.version,
            dialect.source_date,
            dialect.sources,
            dialect.confidence.as_str()
        ));
        row(&mut out, &["rule", "what it takes"]);
        rule(&mut out, 2);
        for (name, what) in facts::rules(dialect) {
            row(&mut out, &[name, &what]);
        }
    }
    out
}

fn row(out: &mut String, cells: &[&str]) {
    out.push('|');
    for cell in cells {
        out.push_str(&format!(" {} |", cell.replace('|', "\\|")));
    }
    out.push('\n');
}

fn rule(out: &mut String, columns: usize) {
    out.push('|');
    out.push_str(&"---|".repeat(columns));
    out.push('\n');
}
