//! Findings: what the report says, each thing once, however many dialects say it.

use isoform::{Change, Class, ErrorCode, Kind};

use super::{Checked, Report, advice};

/// The rule that a finding falls under. The order is that of the page: what is refused first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule<'a> {
    /// There is no form.
    Refused(ErrorCode),
    /// There is one, and it differs.
    Changed { class: Class, kind: Kind, keyword: Option<&'a str> },
}

impl<'a> Rule<'a> {
    fn of(change: &'a Change) -> Rule<'a> {
        Rule::Changed { class: change.class, kind: change.kind, keyword: change.keyword.as_deref() }
    }

    /// What stands first and last on the page.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Rule::Refused(_) => 0,
            Rule::Changed { class: Class::Narrower, .. } => 1,
            Rule::Changed { class: Class::Wider, .. } => 2,
            Rule::Changed { class: Class::Mapped, .. } => 3,
            Rule::Changed { .. } => 4,
        }
    }

    /// The rule without its keyword: `refused/limit-depth`, `wider/dropped-keyword`.
    pub(super) fn id(&self) -> String {
        match self {
            Rule::Refused(code) => format!("refused/{code}"),
            Rule::Changed { class, kind, .. } => format!("{class}/{kind}"),
        }
    }

    /// The class, or `refused`.
    pub(super) fn class_word(&self) -> &'static str {
        match self {
            Rule::Refused(_) => "refused",
            Rule::Changed { class, .. } => class.as_str(),
        }
    }

    /// The kind, or the error's code.
    pub(super) fn subject(&self) -> &'static str {
        match self {
            Rule::Refused(code) => code.as_str(),
            Rule::Changed { kind, .. } => kind.as_str(),
        }
    }

    /// The keyword, where there is one and the kind does not say it already.
    pub(super) fn keyword(&self) -> Option<&'a str> {
        match self {
            Rule::Refused(_) => None,
            Rule::Changed { keyword, kind, .. } => keyword.filter(|keyword| *keyword != kind.as_str()),
        }
    }

    fn is_like(&self, other: &Rule<'_>) -> bool {
        (self.class_word(), self.subject()) == (other.class_word(), other.subject())
    }

    /// What to do about it.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            Rule::Refused(code) => advice::of_error(*code),
            Rule::Changed { class, kind, .. } => advice::of_change(*class, *kind),
        }
    }
}

/// One thing that is said of one place of one tool, by one dialect or by several.
#[derive(Debug)]
pub(super) struct Finding<'a> {
    /// Index of the tool in the report.
    pub(super) tool: usize,
    /// JSON Pointer into the tool's schema.
    pub(super) at: &'a str,
    /// What it falls under.
    pub(super) rule: Rule<'a>,
    /// The sentence, as the first of the dialects has it.
    pub(super) why: &'a str,
    /// Indices of the dialects in the report.
    pub(super) dialects: Vec<usize>,
}

/// Every finding, tool by tool.
pub(super) fn of<'a>(report: &'a Report<'_>) -> Vec<Finding<'a>> {
    let mut findings: Vec<Finding<'a>> = Vec::new();
    for (tool, checked) in report.checked.iter().enumerate() {
        let first = findings.len();
        for (dialect, at, rule, why) in said(checked) {
            let known = findings.iter_mut().skip(first).find(|known| known.at == at && known.rule == rule);
            match known {
                Some(known) if known.dialects.last() == Some(&dialect) => {}
                Some(known) => known.dialects.push(dialect),
                None => findings.push(Finding { tool, at, rule, why, dialects: vec![dialect] }),
            }
        }
    }
    findings
}

fn said<'a>(checked: &'a Checked<'_>) -> Vec<(usize, &'a str, Rule<'a>, &'a str)> {
    let mut said = Vec::new();
    for (dialect, result) in checked.results.iter().enumerate() {
        match result {
            Ok(form) => {
                let changes = form.changes().iter();
                said.extend(changes.map(|change| (dialect, change.at.as_str(), Rule::of(change), change.why.as_str())));
            }
            Err(error) => {
                said.push((dialect, error.pointer().unwrap_or(""), Rule::Refused(error.code()), error.message()));
            }
        }
    }
    said
}

/// Findings of one class and kind, or of one error, whatever keyword they are of and whatever tool.
#[derive(Debug)]
pub(super) struct Group<'a> {
    /// The rule of the first of them.
    pub(super) rule: Rule<'a>,
    /// In the order of the tools.
    pub(super) findings: Vec<Finding<'a>>,
}

/// The findings by class and kind: the worst first, then the most frequent.
pub(super) fn grouped(findings: Vec<Finding<'_>>) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        match groups.iter_mut().find(|group| group.rule.is_like(&finding.rule)) {
            Some(group) => group.findings.push(finding),
            None => groups.push(Group { rule: finding.rule.clone(), findings: vec![finding] }),
        }
    }
    groups.sort_by_key(|group| (group.rule.rank(), std::cmp::Reverse(group.findings.len())));
    groups
}
