//! Numbers and strings: bounds, lengths, patterns, formats.

use super::Compiler;
use super::wire::{Datum, Wire, WireRule};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Support};
use crate::error::{Error, quoted};
use crate::normal::node::{Count, Node, Rule};
use crate::normal::pattern::Features;
use crate::normal::rules::decimal;
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

impl Compiler<'_, '_> {
    /// Numbers of the types in question.
    pub(crate) fn numbers(&mut self, node: &Node, types: TypeSet, wire: &mut Wire) -> Result<(), Error> {
        let whole = !types.has(TypeSet::FRACTION);
        if whole {
            self.whole_numbers(node)?;
        }
        for bound in [&node.number.min, &node.number.max].into_iter().flatten() {
            self.bound(bound, whole, wire)?;
        }
        let mut slot = true;
        for rule in &node.number.multiples {
            if slot && self.support(Keyword::MultipleOf) != Support::Refused {
                self.send(Keyword::MultipleOf, Datum::Given(rule.value), rule.site, wire)?;
                slot = false;
            } else if !slot && self.support(Keyword::AllOf) == Support::Enforced {
                let mut part = Wire::default();
                self.send(Keyword::MultipleOf, Datum::Given(rule.value), rule.site, &mut part)?;
                wire.also(part);
            } else {
                self.drop_rule(Keyword::MultipleOf, Kind::DroppedKeyword, rule.site, rule.value, wire)?;
            }
        }
        Ok(())
    }

    /// That whole numbers are written otherwise in draft 4.
    pub(crate) fn whole_numbers(&mut self, node: &Node) -> Result<(), Error> {
        if self.graph.draft.integral_float {
            return Ok(());
        }
        for site in node.atoms.iter().map(|atom| atom.site) {
            let types = self.graph.local(site)?.types;
            if !types.is_some_and(|types| types.has(TypeSet::INTEGER) && !types.has(TypeSet::FRACTION)) {
                continue;
            }
            let why = "1.0 is an integer in the newer drafts and to the dialect, and is none in draft 4";
            self.report.add(&self.graph.sites, Class::Wider, Kind::RewrittenKeyword, Some("type"), site, why)?;
        }
        Ok(())
    }

    /// A bound as it was written, else as an inclusive one: exactly for whole numbers, wider for others.
    fn bound(&mut self, rule: &Rule, whole: bool, wire: &mut Wire) -> Result<(), Error> {
        let Some(keyword) = Keyword::from_name(rule.keyword) else { return Ok(()) };
        if self.support(keyword) != Support::Refused {
            return self.send(keyword, Datum::Given(rule.value), rule.site, wire);
        }
        let (inclusive, up) = match keyword {
            Keyword::ExclusiveMinimum => (Keyword::Minimum, true),
            Keyword::ExclusiveMaximum => (Keyword::Maximum, false),
            _ => return self.drop_rule(keyword, Kind::DroppedKeyword, rule.site, rule.value, wire),
        };
        if self.support(inclusive) == Support::Refused {
            return self.drop_rule(keyword, Kind::DroppedKeyword, rule.site, rule.value, wire);
        }
        let value = decimal(&self.graph, rule.value);
        let next = match (whole, up) {
            (true, true) => value.floor().and_then(|value| value.succ()),
            (true, false) => value.ceil().and_then(|value| value.pred()),
            (false, _) => None,
        };
        match next {
            Some(next) => {
                let why = format!("for whole numbers {keyword} is the next {inclusive}");
                let kind = Kind::RewrittenKeyword;
                self.report.add(&self.graph.sites, Class::Exact, kind, Some(rule.keyword), rule.site, why)?;
                self.send(inclusive, Datum::Number(next.to_text()), rule.site, wire)
            }
            None => {
                self.drop_rule(keyword, Kind::DroppedKeyword, rule.site, rule.value, wire)?;
                self.send(inclusive, Datum::Given(rule.value), rule.site, wire)
            }
        }
    }

    /// Strings of the types in question; formats of numbers too.
    pub(crate) fn strings(&mut self, node: &Node, types: TypeSet, wire: &mut Wire) -> Result<(), Error> {
        if types.has(TypeSet::STRING) {
            self.count(Keyword::MinLength, node.string.min, wire)?;
            self.count(Keyword::MaxLength, node.string.max, wire)?;
            let mut slot = true;
            for rule in &node.string.patterns {
                self.pattern(rule, &mut slot, wire)?;
            }
        }
        let mut slot = true;
        for rule in &node.string.formats {
            self.format(rule, types, &mut slot, wire)?;
        }
        Ok(())
    }

    fn pattern(&mut self, rule: &Rule, slot: &mut bool, wire: &mut Wire) -> Result<(), Error> {
        let text = self.graph.sites.value(rule.value).as_str().unwrap_or("");
        let beyond = Features::of(text).beyond(self.dialect.pattern);
        if self.support(Keyword::Pattern) == Support::Refused || beyond.is_some() {
            let why = match beyond {
                Some(feature) => format!("the pattern uses {feature}, which the dialect does not take"),
                None => "the dialect takes no pattern".to_owned(),
            };
            return self.lose(Keyword::Pattern, Kind::Pattern, rule.site, Datum::Given(rule.value), &why, wire);
        }
        if *slot {
            *slot = false;
            return self.send(Keyword::Pattern, Datum::Given(rule.value), rule.site, wire);
        }
        if self.support(Keyword::AllOf) == Support::Enforced {
            let mut part = Wire::default();
            self.send(Keyword::Pattern, Datum::Given(rule.value), rule.site, &mut part)?;
            wire.also(part);
            return Ok(());
        }
        let why = "two patterns apply here and there is one place for them";
        self.lose(Keyword::Pattern, Kind::Pattern, rule.site, Datum::Given(rule.value), why, wire)
    }

    fn format(&mut self, rule: &Rule, types: TypeSet, slot: &mut bool, wire: &mut Wire) -> Result<(), Error> {
        let text = self.graph.sites.value(rule.value).as_str().unwrap_or("");
        let taken = self.support(Keyword::Format) != Support::Refused
            && self.dialect.formats.is_none_or(|formats| formats.contains(&text) && is_of_types(text, types));
        if !types.has(TypeSet::STRING) {
            // A format says nothing about numbers that a validator would check.
            if taken && *slot {
                *slot = false;
                wire.rules.push(WireRule { keyword: "format", value: Datum::Given(rule.value), enforced: false });
                return Ok(());
            }
            let why = "a format restricts no number";
            let kind = Kind::DroppedKeyword;
            return self.report.add(&self.graph.sites, Class::Exact, kind, Some("format"), rule.site, why);
        }
        if taken && *slot {
            *slot = false;
            return self.send(Keyword::Format, Datum::Given(rule.value), rule.site, wire);
        }
        if taken && self.support(Keyword::AllOf) == Support::Enforced {
            let mut part = Wire::default();
            self.send(Keyword::Format, Datum::Given(rule.value), rule.site, &mut part)?;
            wire.also(part);
            return Ok(());
        }
        let why = format!("the dialect does not take the format {}", quoted(text));
        self.lose(Keyword::Format, Kind::Format, rule.site, Datum::Given(rule.value), &why, wire)
    }

    pub(crate) fn support(&self, keyword: Keyword) -> Support {
        self.dialect.keywords.get(keyword)
    }

    /// A count, where there is one.
    pub(crate) fn count(&mut self, keyword: Keyword, count: Option<Count>, wire: &mut Wire) -> Result<(), Error> {
        let Some(count) = count else { return Ok(()) };
        let value = count.given.map_or_else(|| Datum::Number(count.value.to_string()), Datum::Given);
        if self.support(keyword) == Support::Refused {
            if count.value == 0 && keyword.as_str().starts_with("min") {
                let why = "a least count of zero restricts nothing";
                let kind = Kind::DroppedKeyword;
                return self.report.add(&self.graph.sites, Class::Exact, kind, Some(count.keyword), count.site, why);
            }
            let why = format!("the dialect does not take {keyword}");
            return self.lose_as(count.keyword, Kind::DroppedKeyword, count.site, value, &why, wire);
        }
        let beyond = self.adjustment.most_items.is_some_and(|most| count.value > most);
        if keyword == Keyword::MaxItems && beyond {
            let why = "all lists of the schema together may hold more elements than the dialect takes";
            return self.lose_as(count.keyword, Kind::Budget, count.site, value, why, wire);
        }
        self.send(keyword, value, count.site, wire)
    }

    /// Rules that a tighter one implies: not sent, and not enforced where the tighter one is not.
    pub(crate) fn shadowed(&mut self, node: &Node) -> Result<(), Error> {
        for rule in &node.shadowed {
            let Some(keyword) = Keyword::from_name(rule.keyword) else { continue };
            let few = match keyword {
                Keyword::MinItems => self.dialect.min_items.is_some(),
                // There is one place for them.
                Keyword::MultipleOf => {
                    node.number.multiples.len() > 1 && self.support(Keyword::AllOf) != Support::Enforced
                }
                _ => false,
            };
            if self.support(keyword) == Support::Enforced && !few && self.loose == 0 {
                continue;
            }
            let kind = match keyword {
                Keyword::Pattern => Kind::Pattern,
                Keyword::Format => Kind::Format,
                _ => Kind::DroppedKeyword,
            };
            let why = format!("a tighter {keyword} applies too, and neither is known to be enforced");
            self.report.add(&self.graph.sites, Class::Wider, kind, Some(rule.keyword), rule.site, why)?;
        }
        Ok(())
    }

    /// Sends a rule, and says so where nothing holds the answer to it.
    pub(crate) fn send(&mut self, keyword: Keyword, value: Datum, site: SiteId, wire: &mut Wire) -> Result<(), Error> {
        let enforced = self.support(keyword) == Support::Enforced;
        let kind = match keyword {
            Keyword::Pattern => Kind::Pattern,
            Keyword::Format => Kind::Format,
            _ => Kind::DroppedKeyword,
        };
        if enforced && self.loose > 0 {
            let why = format!("by {keyword} it could not be told which alternative a document takes");
            return self.lose(keyword, kind, site, value, &why, wire);
        }
        if !enforced {
            let why = format!("{keyword} is sent, and nothing public says that the answer holds to it");
            self.report.add(&self.graph.sites, Class::Wider, kind, Some(keyword.as_str()), site, why)?;
        }
        wire.rules.push(WireRule { keyword: keyword.as_str(), value, enforced });
        Ok(())
    }

    pub(crate) fn drop_rule(
        &mut self,
        keyword: Keyword,
        kind: Kind,
        site: SiteId,
        value: Val,
        wire: &mut Wire,
    ) -> Result<(), Error> {
        let why = format!("the dialect does not take {keyword}");
        self.lose(keyword, kind, site, Datum::Given(value), &why, wire)
    }

    fn lose(
        &mut self,
        keyword: Keyword,
        kind: Kind,
        site: SiteId,
        value: Datum,
        why: &str,
        wire: &mut Wire,
    ) -> Result<(), Error> {
        self.lose_as(keyword.as_str(), kind, site, value, why, wire)
    }

    /// Leaves a rule to the local check, and tells the model in words where that is wanted.
    pub(crate) fn lose_as(
        &mut self,
        keyword: &'static str,
        kind: Kind,
        site: SiteId,
        value: Datum,
        why: &str,
        wire: &mut Wire,
    ) -> Result<(), Error> {
        let why = format!("{why}: it is checked here after the answer");
        self.report.add(&self.graph.sites, Class::Wider, kind, Some(keyword), site, why)?;
        if self.options.describe {
            let why = "the rule that is not sent is told in the description";
            self.report.add(&self.graph.sites, Class::Exact, Kind::Described, Some(keyword), site, why)?;
            wire.lost.push((keyword, value));
        }
        Ok(())
    }
}

/// Whether a format is one of values of these types.
fn is_of_types(format: &str, types: TypeSet) -> bool {
    match format {
        "int32" | "int64" => {
            types.has(TypeSet::INTEGER) && !types.has(TypeSet::FRACTION) && !types.has(TypeSet::STRING)
        }
        "float" | "double" => types.has(TypeSet::FRACTION) && !types.has(TypeSet::STRING),
        _ => types.has(TypeSet::STRING),
    }
}
