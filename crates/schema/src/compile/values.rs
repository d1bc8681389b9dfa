//! Enums and constants.

use std::rc::Rc;

use isoform_json::{Document, Kind as JsonKind, View};

use super::wire::{Datum, Wire, WireArray, WireRule, WireValues};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Enums, Keyword, Support};
use crate::error::{Error, ErrorCode};
use crate::normal::node::{Node, Use, Values};
use crate::plan::Step;
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

impl Compiler<'_, '_> {
    /// A node whose values are listed.
    pub(crate) fn values(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        let Some(values) = &node.values else { return self.typed(used, node, node.types) };
        if self.adjustment.most_values.is_some_and(|most| values.list.len() as u64 > most) {
            return self.without_values(used, node, values);
        }
        let scalar = |value: &Val| !matches!(self.graph.sites.value(*value).kind(), JsonKind::Array | JsonKind::Object);
        let lowered = match self.dialect.enums {
            Enums::Any => self.listed(node, values),
            Enums::Scalars if values.list.iter().all(scalar) => self.listed(node, values),
            Enums::Scalars => self.as_text(used, values),
            Enums::StringsAndNumbers => self.strings_and_numbers(used, node, values),
            Enums::NonEmptyStrings => self.strings_only(used, node, values),
        }?;
        self.beside_values(node, lowered)
    }

    /// The types of the values alone: there are more values than the dialect counts.
    fn without_values(&mut self, used: &Use, node: &Rc<Node>, values: &Values) -> Result<Lowered, Error> {
        let keyword = if values.constant { "const" } else { "enum" };
        let why = "the schema lists more values than the dialect takes: they are checked here after the answer";
        self.report.add(&self.graph.sites, Class::Wider, Kind::Budget, Some(keyword), values.site, why)?;
        self.typed(used, &Rc::new(node.without_values()), node.types)
    }

    /// The rules beside the values, which the values may break.
    fn beside_values(&mut self, node: &Rc<Node>, mut lowered: Lowered) -> Result<Lowered, Error> {
        let mut wire = Wire::default();
        if node.types.has(TypeSet::STRING) {
            self.strings(node, TypeSet::STRING, &mut wire)?;
        }
        if node.types.has(TypeSet::NUMBER) {
            self.numbers(node, node.types & TypeSet::NUMBER, &mut wire)?;
        }
        self.residue(node, &mut wire)?;
        let same_type =
            lowered.wire.types.is_none_or(|types| !node.types.has(TypeSet::STRING) || types.has(TypeSet::STRING));
        if lowered.step == Step::Keep && same_type && lowered.wire.any_of.is_empty() {
            lowered.wire.rules.append(&mut wire.rules);
            lowered.wire.all_of.append(&mut wire.all_of);
            lowered.wire.applied.append(&mut wire.applied);
            return Ok(lowered);
        }
        for rule in wire.rules {
            let site = node.site().unwrap_or_else(|| self.graph.sites.nth(0));
            self.lose_as(
                rule.keyword,
                Kind::DroppedKeyword,
                site,
                rule.value,
                "it stands beside values that are encoded",
                &mut Wire::default(),
            )?;
        }
        Ok(lowered)
    }

    /// The values as they are: one list where one type or no type is needed, a branch a type elsewhere.
    fn listed(&mut self, node: &Node, values: &Values) -> Result<Lowered, Error> {
        let named = self.author_named(node)?;
        if values.constant && self.support(Keyword::Const) == Support::Refused {
            let why = "a constant is an enum of one value";
            let kind = Kind::RewrittenKeyword;
            self.report.add(&self.graph.sites, Class::Exact, kind, Some("const"), values.site, why)?;
        }
        let types = if named || !self.dialect.untyped_values { Some(node.types) } else { None };
        let parts = node.types.without(TypeSet::NULL).len();
        let one = types.is_none() || self.dialect.untyped || parts <= 1 || self.dialect.type_lists;
        if one {
            if !named && types.is_some() && !self.dialect.untyped {
                let why = "the type of the values is said";
                let kind = Kind::RewrittenKeyword;
                self.report.add(&self.graph.sites, Class::Exact, kind, Some("type"), values.site, why)?;
            }
            let wire = self.value_list(values, |_| true);
            let types = if self.dialect.untyped && !named { None } else { types };
            let mut wire = Wire { types, ..wire };
            if self.dialect.explicit {
                // What named objects and lists hold is said, even where it is all in the values.
                let named = |part| types.is_some_and(|types| types.has(part));
                wire.object = named(TypeSet::OBJECT).then(Box::default);
                let any = WireArray { prefix: Vec::new(), items: Some(Wire::default()) };
                wire.array = named(TypeSet::ARRAY).then(|| Box::new(any));
            }
            return Ok(Lowered { wire, step: Step::Keep });
        }
        let why = "the values of each type become a branch of their own";
        self.report.add(&self.graph.sites, Class::Exact, Kind::RewrittenKeyword, Some("enum"), values.site, why)?;
        let mut wires = Vec::new();
        for part in node.types.parts() {
            let wire = self.value_list(values, |types| {
                types.is_within(part) || part.is_within(TypeSet::NUMBER) && types.is_within(TypeSet::NUMBER)
            });
            wires.push(if part == TypeSet::NULL { Wire::of_type(part) } else { Wire { types: Some(part), ..wire } });
        }
        Ok(Lowered { wire: self.alternatives(wires), step: Step::Keep })
    }

    /// A dialect whose enums hold strings and numbers: null becomes a branch, the rest travels as text.
    fn strings_and_numbers(&mut self, used: &Use, node: &Node, values: &Values) -> Result<Lowered, Error> {
        let kind_of = |value: &Val| self.graph.sites.value(*value).kind();
        let others: Vec<Val> = values.list.iter().copied().filter(|value| kind_of(value) != JsonKind::Null).collect();
        let nullable = others.len() < values.list.len();
        if others.len() == 2 && others.iter().all(|value| kind_of(value) == JsonKind::Bool) {
            let null = if nullable { TypeSet::NULL } else { TypeSet::NONE };
            return Ok(Lowered { wire: Wire::of_type(TypeSet::BOOLEAN | null), step: Step::Keep });
        }
        if others.is_empty() {
            return Ok(Lowered { wire: Wire::of_type(TypeSet::NULL), step: Step::Keep });
        }
        if !others.iter().all(|value| matches!(kind_of(value), JsonKind::String | JsonKind::Number)) {
            return self.as_text(used, values);
        }
        let rest = Node { types: node.types.without(TypeSet::NULL), ..node.clone() };
        let lowered = self.listed(&rest, &Values { list: others, ..values.clone() })?;
        if !nullable {
            return Ok(lowered);
        }
        let why = "null becomes a branch of its own";
        self.report.add(&self.graph.sites, Class::Exact, Kind::RewrittenKeyword, Some("enum"), values.site, why)?;
        let wires = if lowered.wire.any_of.is_empty() { vec![lowered.wire] } else { lowered.wire.any_of };
        let wires = wires.into_iter().chain([Wire::of_type(TypeSet::NULL)]).collect();
        Ok(Lowered { wire: self.alternatives(wires), step: Step::Keep })
    }

    fn author_named(&mut self, node: &Node) -> Result<bool, Error> {
        for atom in node.atoms.iter() {
            if self.graph.local(atom.site)?.types.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn value_list(&mut self, values: &Values, keep: impl Fn(TypeSet) -> bool) -> Wire {
        let list: Vec<Datum> = values
            .list
            .iter()
            .filter(|value| keep(TypeSet::of(self.graph.sites.value(**value))))
            .map(|value| if self.graph.sites.value(*value).is_null() { Datum::Null } else { Datum::Given(*value) })
            .collect();
        let constant = values.constant && list.len() == 1 && self.support(Keyword::Const) == Support::Enforced;
        Wire { values: Some(WireValues { list, constant }), ..Wire::default() }
    }

    /// A dialect whose enums hold strings: strings stay, a run of whole numbers is a range, the rest travels as text.
    fn strings_only(&mut self, used: &Use, node: &Node, values: &Values) -> Result<Lowered, Error> {
        let views: Vec<View<'_>> = values.list.iter().map(|value| self.graph.sites.value(*value)).collect();
        let nullable = views.iter().any(|value| value.is_null());
        let others: Vec<View<'_>> = views.iter().copied().filter(|value| !value.is_null()).collect();
        if values.constant {
            let why = "a constant is an enum of one value";
            let kind = Kind::RewrittenKeyword;
            self.report.add(&self.graph.sites, Class::Exact, kind, Some("const"), values.site, why)?;
        }
        let null = if nullable { TypeSet::NULL } else { TypeSet::NONE };
        if !others.is_empty() && others.iter().all(|value| value.as_str().is_some_and(|text| !text.is_empty())) {
            let wire = self.value_list(values, |_| true);
            return Ok(Lowered { wire: Wire { types: Some(TypeSet::STRING | null), ..wire }, step: Step::Keep });
        }
        if others.len() == 2 && others.iter().all(|value| value.as_bool().is_some()) {
            return Ok(Lowered { wire: Wire::of_type(TypeSet::BOOLEAN | null), step: Step::Keep });
        }
        if node.types.without(TypeSet::NULL) == TypeSet::INTEGER {
            if let Some((low, high)) = run(&others) {
                let why = "a run of whole numbers is a range";
                let kind = Kind::RewrittenKeyword;
                self.report.add(&self.graph.sites, Class::Exact, kind, Some("enum"), values.site, why)?;
                let mut wire = Wire::of_type(TypeSet::INTEGER | null);
                for (keyword, value) in [("minimum", low), ("maximum", high)] {
                    wire.rules.push(WireRule { keyword, value: Datum::Number(value.to_string()), enforced: true });
                }
                return Ok(Lowered { wire, step: Step::Keep });
            }
        }
        self.as_text(used, values)
    }

    /// Null alone, in a dialect without a type for it.
    pub(crate) fn null_as_text(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        self.residue(node, &mut Wire::default())?;
        self.one_as_text(used, "null", "the dialect has no type for null alone", false)
    }

    /// An object without members, in a dialect that refuses one.
    pub(crate) fn empty_as_text(&mut self, used: &Use, nullable: bool) -> Result<Lowered, Error> {
        self.one_as_text(used, "{}", "the dialect takes no object without members", nullable)
    }

    /// A list without elements, in a dialect that cannot say so.
    pub(crate) fn empty_list_as_text(&mut self, used: &Use, nullable: bool) -> Result<Lowered, Error> {
        self.one_as_text(used, "[]", "the dialect cannot say that a list is empty", nullable)
    }

    fn one_as_text(&mut self, used: &Use, text: &str, because: &str, nullable: bool) -> Result<Lowered, Error> {
        let why = format!("{because}: it travels as text");
        self.report.add(&self.graph.sites, Class::Mapped, Kind::EnumText, Some("type"), used.place, why)?;
        let pairs = Document::parse(text).map(|value| vec![(text.to_owned(), value)]).unwrap_or_default();
        let list = vec![Datum::Text(text.to_owned())];
        let wire = Wire { values: Some(WireValues { list, constant: false }), ..Wire::of_type(TypeSet::STRING) };
        Ok(Lowered { wire: if nullable { wire.or_null_type(false) } else { wire }, step: Step::EnumText { pairs } })
    }

    /// The values as strings, each spelled so that it can be told apart.
    fn as_text(&mut self, used: &Use, values: &Values) -> Result<Lowered, Error> {
        let site: SiteId = used.place;
        let why = "the dialect's enums hold strings: the values travel as text";
        if !self.report.allows(Class::Mapped, Kind::EnumText) {
            let empty = values.list.iter().any(|value| self.graph.sites.value(*value).as_str() == Some(""));
            let code = if empty { ErrorCode::EnumEmptyString } else { ErrorCode::EnumNotString };
            return Err(self.error(code, site, "the dialect's enums hold strings that are not empty"));
        }
        self.report.add(&self.graph.sites, Class::Mapped, Kind::EnumText, Some("enum"), site, why)?;
        let views: Vec<View<'_>> = values.list.iter().map(|value| self.graph.sites.value(*value)).collect();
        let plain: Vec<String> = views
            .iter()
            .map(|value| match value.as_str() {
                Some(text) if !text.is_empty() => text.to_owned(),
                _ => value.to_json(),
            })
            .collect();
        let distinct: std::collections::HashSet<&str> = plain.iter().map(String::as_str).collect();
        let spelled =
            if distinct.len() == plain.len() { plain } else { views.iter().map(|value| value.to_json()).collect() };
        let pairs: Vec<(String, Document)> =
            spelled.iter().cloned().zip(views.iter().map(|value| value.to_document())).collect();
        let list = spelled.into_iter().map(Datum::Text).collect();
        let wire = Wire { values: Some(WireValues { list, constant: false }), ..Wire::of_type(TypeSet::STRING) };
        Ok(Lowered { wire, step: Step::EnumText { pairs } })
    }
}

/// The least and the greatest of whole numbers that follow each other without a gap.
fn run(values: &[View<'_>]) -> Option<(i64, i64)> {
    let mut numbers: Vec<i64> = Vec::with_capacity(values.len());
    for value in values {
        numbers.push(value.as_number()?.decimal().as_i64()?);
    }
    numbers.sort_unstable();
    let (low, high) = (*numbers.first()?, *numbers.last()?);
    let length = i64::try_from(numbers.len()).ok()?;
    (high.checked_sub(low)?.checked_add(1)? == length).then_some((low, high))
}
