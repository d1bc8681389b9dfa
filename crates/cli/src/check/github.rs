//! The report as workflow commands that GitHub shows beside the changed lines.

use super::Report;
use super::findings;
use super::sarif::{level, message};

/// One command a line.
pub(super) fn annotations(report: &Report<'_>) -> String {
    let mut out = String::new();
    for finding in findings::of(report) {
        let (Some(level), Some(checked)) = (level(&finding.rule), report.checked.get(finding.tool)) else { continue };
        let level = if level == "note" { "notice" } else { level };
        let tool = &checked.tool;
        let place = tool.locate(finding.at);
        let at = if finding.at.is_empty() { "the root" } else { finding.at };
        let keyword = finding.rule.keyword().map(|keyword| format!(" {keyword}")).unwrap_or_default();
        let title = format!("{} {}{keyword}", finding.rule.class_word(), finding.rule.subject());
        let text = format!("{} at {at}: {}", tool.name, message(report, &finding));
        out.push_str(&format!(
            "::{level} file={},line={},col={},title={}::{}\n",
            property(tool.file),
            place.line,
            place.column,
            property(&title),
            data(&text)
        ));
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
