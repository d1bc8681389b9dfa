//! Limits that a dialect counts over one form.

use super::wire::{Datum, Wire, WireExtra};
use super::{Adjustment, Compiler, Lowered};
use crate::change::Kind;
use crate::dialect::{Dialect, Limits};
use crate::error::{Error, ErrorCode};
use crate::plan::Step;
use crate::read::types::TypeSet;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) depth: usize,
    pub(crate) properties: usize,
    pub(crate) optional: usize,
    pub(crate) unions: usize,
    /// How many values each enum has, and how many characters they have together.
    enums: Vec<(usize, usize)>,
    characters: usize,
    /// Every `maxItems`.
    max_items: Vec<u64>,
}

impl Counts {
    fn items(&self) -> u64 {
        self.max_items.iter().fold(0, |sum, most| sum.saturating_add(*most))
    }

    fn enum_values(&self) -> usize {
        self.enums.iter().map(|(count, _)| count).sum()
    }

    /// The enums with so many values that their characters are limited.
    fn large_enums(&self, limits: &Limits) -> impl Iterator<Item = &(usize, usize)> {
        let few = limits.enum_characters.map_or(usize::MAX, |(few, _)| few);
        self.enums.iter().filter(move |(count, _)| *count > few)
    }

    /// The most values that an enum can keep where all of them together have to keep the limits; what has more is
    /// sent without its values.
    fn most_values(&self, limits: &Limits) -> Option<u64> {
        let (values, most) = (limits.enum_values?, limits.enum_characters.map_or(usize::MAX, |(_, most)| most));
        let long = self.large_enums(limits).filter(|(_, characters)| *characters > most);
        let below_long = long.map(|(count, _)| *count as u64 - 1).min();
        let fits = self.enum_values() <= values && below_long.is_none();
        let counts = self.enums.iter().map(|(count, _)| *count as u64).collect();
        (!fits).then(|| most_within(counts, values as u64).min(below_long.unwrap_or(u64::MAX)))
    }
}

/// The greatest number that can stay where all that are not greater may come to `budget` together.
fn most_within(mut numbers: Vec<u64>, budget: u64) -> u64 {
    numbers.sort_unstable();
    let mut sum = 0_u64;
    let kept = numbers.iter().take_while(|number| {
        sum = sum.saturating_add(**number);
        sum <= budget
    });
    let kept = kept.count();
    // Equal numbers stay or go together.
    match numbers.get(kept) {
        Some(first_gone) => first_gone.saturating_sub(1),
        None => u64::MAX,
    }
}

/// Counts over the root and every definition.
pub(crate) fn count(compiler: &Compiler<'_, '_>, root: &Wire) -> Counts {
    let mut counter = Counter {
        compiler,
        counts: Counts::default(),
        depths: vec![None; compiler.definitions.len()],
        missing: Vec::new(),
    };
    for number in 0..compiler.definitions.len() {
        let depth = counter.definition(number);
        counter.counts.depth = counter.counts.depth.max(depth);
    }
    let depth = counter.schema(root, true);
    counter.counts.depth = counter.counts.depth.max(depth);
    for definition in &compiler.definitions {
        counter.counts.characters += definition.name.chars().count();
        if let Some(lowered) = &definition.lowered {
            counter.schema(&lowered.wire, true);
        }
    }
    counter.counts
}

/// What would bring the form under the limits, where something would and was not tried yet.
pub(crate) fn adjust(compiler: &Compiler<'_, '_>, counts: &Counts, lowered: &Lowered) -> Option<Adjustment> {
    let limits = &compiler.dialect.limits;
    let tried = compiler.adjustment.clone();
    let cuts = compiler.dialect.json_text && compiler.may_encode();
    if let Some(most) = limits.depth.filter(|most| cuts && counts.depth > *most) {
        let wrapped = usize::from(matches!(lowered.step, Step::Wrap { .. }));
        // What encodings add to the levels that were counted on the way shows only now.
        let beyond = counts.depth - most;
        let deepest = match tried.deepest {
            None => Some(most.saturating_sub(wrapped)),
            Some(deepest) => deepest.checked_sub(beyond).filter(|deepest| *deepest > 0),
        };
        if deepest.is_some() {
            return Some(Adjustment { deepest, ..tried });
        }
    }
    if limits.unions.is_some_and(|most| counts.unions > most) && compiler.tags && !tried.untagged {
        return Some(Adjustment { untagged: true, ..tried });
    }
    if let (Some(budget), None) = (limits.max_items, tried.most_items) {
        if counts.items() > budget {
            return Some(Adjustment { most_items: Some(most_within(counts.max_items.clone(), budget)), ..tried });
        }
    }
    if compiler.options.allow.names(Kind::Budget) && tried.most_values.is_none() {
        if let Some(most) = counts.most_values(limits) {
            return Some(Adjustment { most_values: Some(most), ..tried });
        }
    }
    if let (Some(most), 0) = (limits.optional, tried.promote) {
        let beyond = counts.optional.saturating_sub(most);
        let free = limits.unions.map_or(usize::MAX, |unions| unions.saturating_sub(counts.unions));
        if beyond > 0 && beyond <= free {
            return Some(Adjustment { promote: beyond, ..tried });
        }
    }
    None
}

/// Checks every limit of the dialect.
pub(crate) fn check(dialect: &Dialect, counts: &Counts) -> Result<(), Error> {
    let (limits, dialect) = (&dialect.limits, &dialect.name);
    let items = usize::try_from(counts.items()).unwrap_or(usize::MAX);
    let most_items = limits.max_items.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
    let checks = [
        (ErrorCode::LimitItems, "elements in all lists together", items, most_items),
        (ErrorCode::LimitDepth, "levels of nested objects", counts.depth, limits.depth),
        (ErrorCode::LimitProperties, "properties", counts.properties, limits.properties),
        (ErrorCode::LimitEnumValues, "enum values", counts.enum_values(), limits.enum_values),
        (
            ErrorCode::LimitString,
            "characters in the values of one enum",
            counts.large_enums(limits).map(|(_, characters)| *characters).max().unwrap_or(0),
            limits.enum_characters.map(|(_, most)| most),
        ),
        (ErrorCode::LimitString, "characters in names and values", counts.characters, limits.characters),
        (ErrorCode::LimitOptional, "optional members", counts.optional, limits.optional),
        (ErrorCode::LimitUnion, "places of union type", counts.unions, limits.unions),
    ];
    for (code, what, found, limit) in checks {
        if let Some(limit) = limit.filter(|limit| found > *limit) {
            return Err(Error::new(
                code,
                "",
                format!("the form has {found} {what}, and {dialect} takes at most {limit}"),
            ));
        }
    }
    Ok(())
}

struct Counter<'c, 'a, 's> {
    compiler: &'c Compiler<'a, 's>,
    counts: Counts,
    /// The levels of each definition; `usize::MAX`: being counted.
    depths: Vec<Option<usize>>,
    /// Definitions that were met before their levels were known.
    missing: Vec<usize>,
}

impl Counter<'_, '_, '_> {
    /// The levels below a definition. One that comes back to itself counts once and adds nothing to what refers to it:
    /// how providers count there is not published. Chains of definitions are followed on a list, not on the stack.
    fn definition(&mut self, number: usize) -> usize {
        let compiler = self.compiler;
        let mut open = vec![number];
        while let Some(number) = open.last().copied() {
            if self.depths.get(number).is_none_or(|known| known.is_some_and(|depth| depth != usize::MAX)) {
                open.pop();
                continue;
            }
            self.set_depth(number, usize::MAX);
            self.missing.clear();
            let lowered = compiler.definitions.get(number).and_then(|definition| definition.lowered.as_ref());
            let depth = lowered.map_or(0, |lowered| self.schema(&lowered.wire, false));
            if self.missing.is_empty() {
                self.set_depth(number, depth);
                open.pop();
            } else {
                open.append(&mut self.missing);
            }
        }
        self.depths.get(number).copied().flatten().unwrap_or(0)
    }

    fn set_depth(&mut self, number: usize, depth: usize) {
        if let Some(slot) = self.depths.get_mut(number) {
            *slot = Some(depth);
        }
    }

    /// The levels below a definition that something refers to, where they are known.
    fn referred(&mut self, number: usize) -> usize {
        match self.depths.get(number).copied() {
            Some(Some(usize::MAX)) | None => 0,
            Some(Some(depth)) => depth,
            Some(None) => {
                self.missing.push(number);
                0
            }
        }
    }

    /// The levels of objects below and with this one; counts everything else on the way where `counting`.
    fn schema(&mut self, wire: &Wire, counting: bool) -> usize {
        let mut depth = 0;
        if counting {
            self.here(wire);
        }
        if let Some(number) = wire.reference {
            if !self.is_recursive(number) {
                depth = depth.max(self.referred(number));
            }
        }
        if let Some(object) = &wire.object {
            let mut below = 0;
            for property in &object.properties {
                if counting {
                    self.counts.properties += 1;
                    self.counts.characters += property.name.chars().count();
                    if !property.required {
                        self.counts.optional += 1;
                    }
                }
                below = below.max(self.schema(&property.wire, counting));
            }
            if let WireExtra::Schema(wire) = &object.extra {
                below = below.max(self.schema(wire, counting));
            }
            depth = depth.max(below + 1);
        }
        if let Some(array) = &wire.array {
            for wire in array.prefix.iter().chain(&array.items) {
                depth = depth.max(self.schema(wire, counting));
            }
        }
        for wire in wire.any_of.iter().chain(&wire.one_of).chain(&wire.all_of) {
            depth = depth.max(self.schema(wire, counting));
        }
        depth
    }

    /// Whether a definition comes back to itself. It counts by itself and adds nothing to what refers to it.
    fn is_recursive(&self, number: usize) -> bool {
        self.compiler.json_value == Some(number) || self.compiler.is_recursive(number)
    }

    fn here(&mut self, wire: &Wire) {
        let listed = wire.types.is_some_and(|types: TypeSet| types.len() > 1);
        if listed || !wire.any_of.is_empty() {
            self.counts.unions += 1;
        }
        for rule in wire.rules.iter().filter(|rule| rule.keyword == "maxItems") {
            let most = self.number(&rule.value);
            self.counts.max_items.extend(most);
        }
        if let Some(values) = &wire.values {
            let characters = values.list.iter().map(|value| self.characters(value)).sum();
            self.counts.characters += characters;
            if !values.constant {
                self.counts.enums.push((values.list.len(), characters));
            }
        }
    }

    fn number(&self, datum: &Datum) -> Option<u64> {
        match datum {
            Datum::Given(value) => self.compiler.graph.sites.value(*value).as_number()?.decimal().as_u64(),
            Datum::Number(text) => text.parse().ok(),
            Datum::Text(_) | Datum::Null => None,
        }
    }

    fn characters(&self, datum: &Datum) -> usize {
        match datum {
            Datum::Given(value) => {
                self.compiler.graph.sites.value(*value).as_str().map_or(0, |text| text.chars().count())
            }
            Datum::Text(text) => text.chars().count(),
            Datum::Number(_) | Datum::Null => 0,
        }
    }
}
