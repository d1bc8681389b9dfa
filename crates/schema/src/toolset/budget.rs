//! The budgets of a request: counted over all tools that are held to their schema, and kept where the caller wants it.

use super::{Declaration, Declared, ToolSet, Usage, form_of};
use crate::change::{Change, Class, Kind};
use crate::dialect::{self, Dialect, Request};
use crate::error::{Error, ErrorCode};
use crate::options::FormOptions;

/// What to do where tools spend more than a request may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverBudget {
    /// Say so, and leave the tools as they are.
    #[default]
    Refuse,
    /// Send tools to the provider's surface without `strict` until the rest fits: first those that have no strict
    /// form, then, for each budget that is exceeded, those that spend most of it, the later one of two that spend the
    /// same. Nothing is demoted where that would not help.
    Demote,
}

/// One budget: what it counts, what it takes, and what a tool spends of it.
struct Budget {
    code: ErrorCode,
    what: &'static str,
    most: Option<u64>,
    spends: fn(&Usage) -> u64,
}

fn budgets(request: &Request) -> [Budget; 5] {
    let count = |most: Option<usize>| most.map(|most| most as u64);
    [
        Budget { code: ErrorCode::LimitTools, what: "strict tools", most: count(request.strict_tools), spends: |_| 1 },
        Budget {
            code: ErrorCode::LimitOptional,
            what: "optional members",
            most: count(request.optional),
            spends: |usage| usage.optional as u64,
        },
        Budget {
            code: ErrorCode::LimitUnion,
            what: "places of union type",
            most: count(request.unions),
            spends: |usage| usage.unions as u64,
        },
        Budget {
            code: ErrorCode::LimitProperties,
            what: "properties",
            most: count(request.properties),
            spends: |usage| usage.properties as u64,
        },
        Budget {
            code: ErrorCode::LimitItems,
            what: "elements in all lists together",
            most: request.max_items,
            spends: |usage| usage.max_items,
        },
    ]
}

/// Counts every budget of the request, demotes where that is asked for, and says what is still exceeded.
pub(super) fn keep(set: &ToolSet, to: &Dialect, options: &FormOptions, over: OverBudget, declared: &mut Declared) {
    let fallback = match over {
        OverBudget::Refuse => None,
        OverBudget::Demote => to.request.fallback.and_then(dialect::named),
    };
    if let Some(fallback) = fallback {
        for index in 0..declared.tools.len() {
            let refusal = declared.tools.get(index).and_then(|tool| tool.form.as_ref().err().cloned());
            if let Some(refusal) = refusal {
                let why = format!("it has no form in {} ({})", to.name, refusal.code());
                demote(set, fallback, options, declared, index, &why);
            }
        }
    }
    for budget in budgets(&to.request) {
        let Some(most) = budget.most else { continue };
        let mut spent = spent(declared, to, &budget);
        while let (true, Some(fallback)) = (spent > most, fallback) {
            let Some(index) = greatest(declared, to, &budget) else { break };
            let why = format!("the request has {spent} {}, and {} takes at most {most}", budget.what, to.name);
            if !demote(set, fallback, options, declared, index, &why) {
                break;
            }
            spent = self::spent(declared, to, &budget);
        }
        if spent > most {
            declared.faults.push(exceeded(declared, to, &budget, spent, most));
        }
    }
    if let Some(most) = to.request.tools.filter(|most| declared.tools.len() > *most) {
        let message = format!("the request has {} tools, and {} takes at most {most}", declared.tools.len(), to.name);
        declared.faults.push(Error::new(ErrorCode::LimitTools, "", message));
    }
}

/// The tools that count: those that have a form on the surface that was asked for.
fn counted<'d>(declared: &'d Declared, to: &'d Dialect) -> impl Iterator<Item = (usize, &'d Declaration)> {
    declared.tools.iter().enumerate().filter(move |(_, tool)| tool.to == to.name && tool.form.is_ok())
}

fn spent(declared: &Declared, to: &Dialect, budget: &Budget) -> u64 {
    counted(declared, to).fold(0, |sum, (_, tool)| sum.saturating_add((budget.spends)(&tool.usage)))
}

/// The tool that spends most, the later one of two.
fn greatest(declared: &Declared, to: &Dialect, budget: &Budget) -> Option<usize> {
    let spending = counted(declared, to).filter(|(_, tool)| (budget.spends)(&tool.usage) > 0);
    spending.max_by_key(|(index, tool)| ((budget.spends)(&tool.usage), *index)).map(|(index, _)| index)
}

/// Sends one tool to the surface without `strict`; false where it has no form there either.
fn demote(
    set: &ToolSet,
    fallback: &'static Dialect,
    options: &FormOptions,
    declared: &mut Declared,
    index: usize,
    why: &str,
) -> bool {
    let (Some(tool), Some(declaration)) = (set.tools.get(index), declared.tools.get_mut(index)) else { return false };
    let Ok(form) = form_of(tool, &declaration.wire_name, fallback, options) else { return false };
    declaration.usage = Usage::of(&form);
    declaration.form = Ok(form);
    declaration.to = fallback.name.to_string();
    declared.changes.push(Change {
        class: Class::Wider,
        kind: Kind::Advisory,
        keyword: None,
        at: format!("/{index}"),
        also: Vec::new(),
        why: format!("the tool goes to {}, which holds no answer to the schema: {why}", fallback.name),
    });
    true
}

/// How many tools an error names.
const NAMED: usize = 3;

fn exceeded(declared: &Declared, to: &Dialect, budget: &Budget, spent: u64, most: u64) -> Error {
    let mut spending: Vec<(u64, usize, &str)> =
        counted(declared, to).map(|(index, tool)| ((budget.spends)(&tool.usage), index, tool.name.as_str())).collect();
    spending.sort_by_key(|(spends, index, _)| (std::cmp::Reverse(*spends), *index));
    let at = spending.first().map_or_else(String::new, |(_, index, _)| format!("/{index}"));
    let named: Vec<String> =
        spending.iter().take(NAMED).map(|(spends, _, name)| format!("{name:?} has {spends}")).collect();
    let message = format!(
        "the tools together have {spent} {}, and {} takes at most {most} in a request: {}",
        budget.what,
        to.name,
        named.join(", ")
    );
    Error::new(budget.code, at, message)
}
