//! The report for a terminal: a table of tools and dialects, and the findings under it.

use isoform::Class;

use super::findings::{self, Finding, Group, Rule};
use super::{Report, tone, verdict, verdict_tone};
use crate::style::{Page, Tone};
use crate::table::{Cell, Table};

/// The verdicts in the order of the summary.
const VERDICTS: [&str; 5] = ["as-is", "rewritten", "encoded", "looser", "refused"];

/// How many tools a group names for one set of dialects before it counts the rest.
const NAMED: usize = 5;

/// How many pointers of one tool are named before the rest is counted.
const POINTERS: usize = 4;

/// The page. With `full`, every place is named.
pub(super) fn page(report: &Report<'_>, full: bool, page: Page) -> String {
    let mut out = format!("{}\n", page.wrap(&heading(report), 0, 0));
    if report.checked.is_empty() {
        return out;
    }
    out.push('\n');
    out.push_str(&table(report).render(page));
    out.push('\n');
    out.push_str(&summary(report).render(page));
    write_requests(&mut out, report, page);
    let groups = findings::grouped(findings::of(report));
    let (told, exact): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.rule.rank() < 4);
    if !told.is_empty() {
        out.push_str(&format!("\n{}\n", page.paint(Tone::Strong, "Findings")));
    }
    for group in &told {
        write_group(&mut out, report, group, full, page);
    }
    if !exact.is_empty() {
        let title = page.paint(Tone::Strong, "Said otherwise, with the same documents");
        out.push_str(&format!("\n{title}\n"));
    }
    for group in &exact {
        write_exact(&mut out, report, group, page);
    }
    out
}

fn heading(report: &Report<'_>) -> String {
    let count = report.checked.len();
    let files = if report.files == 1 { String::new() } else { format!(" in {} files", report.files) };
    let shapes = if report.shapes.is_empty() { String::new() } else { format!(" ({})", report.shapes.join(", ")) };
    let tools = report.checked.iter().all(|checked| checked.tool.place.is_some());
    let what = match (tools, count) {
        (true, 1) => "tool",
        (true, _) => "tools",
        (false, 1) => "schema",
        (false, _) => "schemas",
    };
    let mut text = format!("{count} {what}{files}{shapes}");
    if report.built_in > 0 {
        text.push_str(&format!("; {} of the provider's own, without a schema, left out", report.built_in));
    }
    text
}

fn table(report: &Report<'_>) -> Table {
    let names = report.dialects.iter().map(|dialect| dialect.name.to_string());
    let mut table = Table::new(std::iter::once("tool".to_owned()).chain(names));
    let mut file = "";
    for checked in &report.checked {
        if report.files > 1 && checked.tool.file != file {
            file = checked.tool.file;
            table.push(vec![Cell::toned(Tone::Faint, file)]);
        }
        let cells = checked.results.iter().map(|result| Cell::toned(verdict_tone(result), words(verdict(result))));
        table.push(std::iter::once(Cell::plain(printable(checked.tool.name))).chain(cells).collect());
    }
    table
}

/// One line for each dialect: how many tools came to which verdict.
fn summary(report: &Report<'_>) -> Table {
    let known = ["table of", "confidence"].map(str::to_owned);
    let mut table = Table::new(std::iter::once("dialect".to_owned()).chain(VERDICTS.map(words)).chain(known));
    for (index, dialect) in report.dialects.iter().enumerate() {
        let results = report.checked.iter().filter_map(|checked| checked.results.get(index));
        let cells = VERDICTS.map(|word| {
            let of_this: Vec<_> = results.clone().filter(|result| verdict(result) == word).collect();
            match of_this.first() {
                Some(first) => Cell::toned(verdict_tone(first), of_this.len().to_string()),
                None => Cell::toned(Tone::Faint, "-"),
            }
        });
        let known = [dialect.source_date.as_ref(), dialect.confidence.as_str()].map(Cell::plain);
        table.push(std::iter::once(Cell::plain(dialect.name.clone())).chain(cells).chain(known).collect());
    }
    table
}

/// What is wrong with each input as one request.
fn write_requests(out: &mut String, report: &Report<'_>, page: Page) {
    let faulty: Vec<_> = report.requests.iter().filter(|request| !request.faults.is_empty()).collect();
    if faulty.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", page.paint(Tone::Strong, "All tools of an input as one request")));
    for request in faulty {
        let file = if report.files == 1 { String::new() } else { format!("  {}", request.file) };
        out.push_str(&format!("  {}{}\n", page.paint(Tone::Warning, &request.to.name), page.paint(Tone::Faint, &file)));
        let named = request.faults.iter().take(NAMED);
        for fault in named {
            out.push_str(&format!("    {}\n", page.wrap(&printable(&fault.to_string()), 4, 4)));
        }
        if request.faults.len() > NAMED {
            out.push_str(&format!("    and {} more (--format json names them)\n", request.faults.len() - NAMED));
        }
    }
}

fn write_group(out: &mut String, report: &Report<'_>, group: &Group<'_>, full: bool, page: Page) {
    let class = page.paint(rule_tone(&group.rule), group.rule.class_word());
    out.push_str(&format!("\n{class} {}\n", page.paint(Tone::Strong, group.rule.subject())));
    for (keyword, dialects, findings) in alike(&group.findings) {
        let keyword = keyword.map(|keyword| format!("{}: ", printable(keyword))).unwrap_or_default();
        let names = page.wrap(&dialect_names(report, dialects), 4, 2 + keyword.chars().count());
        out.push_str(&format!("  {keyword}{}\n", page.paint(Tone::Faint, &names)));
        let tools = by_tool(&findings);
        let named = if full || tools.len() <= NAMED + 1 { tools.len() } else { NAMED };
        for (tool, pointers) in tools.iter().take(named) {
            let name = report.checked.get(*tool).map_or("", |checked| checked.tool.name);
            let name = printable(name);
            let places = page.wrap(&places(pointers, full), 6, 4 + name.chars().count() + 2);
            let gap = if places.starts_with('\n') { "" } else { "  " };
            out.push_str(&format!("    {name}{gap}{places}\n"));
        }
        if named < tools.len() {
            let left: usize = tools.iter().skip(named).map(|(_, pointers)| pointers.len()).sum();
            let more = format!("and {left} more in {} tools (--full names them)", tools.len() - named);
            out.push_str(&format!("    {}\n", page.paint(Tone::Faint, &more)));
        }
    }
    if let Some(why) = why(&group.findings) {
        out.push_str(&format!("  why  {}\n", page.wrap(&why, 7, 7)));
    }
    out.push_str(&format!("  do   {}\n", page.wrap(group.rule.advice(), 7, 7)));
}

fn write_exact(out: &mut String, report: &Report<'_>, group: &Group<'_>, page: Page) {
    let mut dialects: Vec<usize> = group.findings.iter().flat_map(|finding| finding.dialects.clone()).collect();
    dialects.sort_unstable();
    dialects.dedup();
    let mut keywords: Vec<&str> = group.findings.iter().filter_map(|finding| finding.rule.keyword()).collect();
    keywords.sort_unstable();
    keywords.dedup();
    let (places, tools) = (group.findings.len(), by_tool(&group.findings.iter().collect::<Vec<_>>()).len());
    let names = dialects.iter().filter_map(|index| report.dialects.get(*index)).map(|dialect| dialect.name.as_ref());
    let text = format!(
        "{} {}: {} in {} ({})",
        group.rule.subject(),
        printable(&keywords.join(", ")),
        counted(places, "place"),
        counted(tools, "tool"),
        names.collect::<Vec<&str>>().join(", ")
    );
    out.push_str(&format!("  {}\n", page.wrap(&text, 4, 2)));
}

/// Findings of one keyword that the same dialects have.
type Alike<'f, 'a> = (Option<&'a str>, &'f [usize], Vec<&'f Finding<'a>>);

/// The findings of a group by keyword and by the set of dialects that say them, each keyword's together.
fn alike<'f, 'a>(findings: &'f [Finding<'a>]) -> Vec<Alike<'f, 'a>> {
    let mut sets: Vec<Alike<'f, 'a>> = Vec::new();
    for finding in findings {
        let keyword = finding.rule.keyword();
        let known = sets.iter_mut().find(|(known, dialects, _)| *known == keyword && *dialects == finding.dialects);
        match known {
            Some((.., of_set)) => of_set.push(finding),
            None => {
                let next = sets.iter().rposition(|(known, ..)| *known == keyword).map_or(sets.len(), |last| last + 1);
                sets.insert(next, (keyword, &finding.dialects, vec![finding]));
            }
        }
    }
    sets
}

/// The places by the tool they are in.
fn by_tool<'f>(findings: &[&'f Finding<'_>]) -> Vec<(usize, Vec<&'f str>)> {
    let mut tools: Vec<(usize, Vec<&str>)> = Vec::new();
    for finding in findings {
        match tools.last_mut() {
            Some((tool, pointers)) if *tool == finding.tool => pointers.push(finding.at),
            _ => tools.push((finding.tool, vec![finding.at])),
        }
    }
    tools
}

fn dialect_names(report: &Report<'_>, indices: &[usize]) -> String {
    let dialects = indices.iter().filter_map(|index| report.dialects.get(*index));
    let names = dialects.map(|dialect| format!("{} ({})", dialect.name, dialect.source_date));
    names.collect::<Vec<_>>().join(", ")
}

fn places(pointers: &[&str], full: bool) -> String {
    let named = if full || pointers.len() <= POINTERS + 1 { pointers.len() } else { POINTERS };
    let spelled = pointers
        .iter()
        .take(named)
        .map(|pointer| if pointer.is_empty() { "the root".to_owned() } else { printable(pointer) });
    let mut text = spelled.collect::<Vec<_>>().join(", ");
    if named < pointers.len() {
        text.push_str(&format!(", and {} more", pointers.len() - named));
    }
    text
}

/// The sentence of a group: the one that all findings have, or that of the first as an example.
fn why(findings: &[Finding<'_>]) -> Option<String> {
    let first = findings.first()?;
    let same = findings.iter().all(|finding| finding.why == first.why);
    Some(if same { printable(first.why) } else { format!("For example: {}", printable(first.why)) })
}

fn rule_tone(rule: &Rule<'_>) -> Tone {
    match rule {
        Rule::Refused(_) => Tone::Bad,
        Rule::Changed { class: Class::Narrower, .. } => Tone::Warning,
        Rule::Changed { class, .. } => tone(*class),
    }
}

/// `as-is` is for programs.
fn words(verdict: &str) -> String {
    verdict.replace('-', " ")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Names and pointers come from strangers: no control characters on a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}
