//! Arrays: elements of one kind, and tuples.

use std::rc::Rc;
use std::sync::Arc;

use super::wire::{Datum, Wire, WireArray, WireObject, WireProperty};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Support};
use crate::error::{Error, ErrorCode};
use crate::normal::node::{Count, Node, Use};
use crate::plan::{Position, Step};
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

impl Compiler<'_, '_> {
    /// The array part of a node, written into the wire.
    pub(crate) fn array(&mut self, used: &Use, node: &Rc<Node>, wire: &mut Wire) -> Result<Step, Error> {
        let rules = &node.array;
        if rules.prefix.is_empty() {
            return self.list(used, node, wire);
        }
        if self.support(Keyword::PrefixItems) == Support::Enforced {
            return self.native_tuple(used, node, wire);
        }
        let before = self.mark();
        let mut positions = Vec::with_capacity(rules.prefix.len());
        for position in &rules.prefix {
            positions.push(self.lower(position)?);
        }
        let rest = self.rest(used, node)?;
        let alike = |other: &Lowered| {
            positions.first().is_some_and(|first| first.step == other.step && first.wire.same_rules(&other.wire))
        };
        let ends = rules.max.is_some_and(|max| max.value <= rules.prefix.len() as u64);
        if positions.iter().all(alike) && (ends || rest.as_ref().is_some_and(alike)) {
            let site = self.site_of(used);
            let why = "all positions are alike: they are sent as the elements of a list";
            let kind = Kind::RewrittenKeyword;
            self.report.add(&self.graph.sites, Class::Exact, kind, Some(self.tuple_keyword()), site, why)?;
            let Some(first) = positions.into_iter().next() else { return Ok(Step::Keep) };
            return self.with_items(node, first, wire);
        }
        if self.may_encode() && self.report.allows(Class::Mapped, Kind::TupleObject) {
            let required = required_positions(node, positions.len());
            let mut optional = node.array.prefix.iter().skip(required);
            if self.any_may_be_null(&mut optional)? || self.lengths_beyond(node, &positions) {
                self.give_up(&before);
                return self.give_up_tuple(node, self.site_of(used), wire);
            }
        }
        self.tuple(used, node, positions, rest, ends, wire)
    }

    fn tuple_keyword(&self) -> &'static str {
        if self.graph.draft.items_list { "items" } else { "prefixItems" }
    }

    fn list(&mut self, used: &Use, node: &Rc<Node>, wire: &mut Wire) -> Result<Step, Error> {
        if node.array.max.is_some_and(|max| max.value == 0) && !self.dialect.untyped {
            // No element ever: any typed element will do.
            let element = Lowered { wire: Wire::of_type(TypeSet::STRING), step: Step::Keep };
            return self.with_items(node, element, wire);
        }
        match self.rest(used, node)? {
            Some(element) => self.with_items(node, element, wire),
            None => {
                self.lengths(node, wire)?;
                Ok(Step::Keep)
            }
        }
    }

    /// What elements beyond the positions are; `None`: anything, and the dialect lets that be unsaid.
    fn rest(&mut self, used: &Use, node: &Rc<Node>) -> Result<Option<Lowered>, Error> {
        match &node.array.rest {
            Some(rest) => self.lower(rest).map(Some),
            None if self.dialect.untyped && self.dialect.explicit && node.types != TypeSet::ALL => {
                Ok(Some(Lowered { wire: Wire::default(), step: Step::Keep }))
            }
            None if self.dialect.untyped => Ok(None),
            None if node.array.max.is_some_and(|max| max.value <= node.array.prefix.len() as u64) => Ok(None),
            None => {
                let site = self.site_of(used);
                if !self.may_encode() {
                    let message = "the array does not say what it holds, and the dialect wants it said";
                    return Err(self.error(ErrorCode::ArrayWithoutItems, site, message));
                }
                self.any(site).map(Some)
            }
        }
    }

    fn with_items(&mut self, node: &Node, element: Lowered, wire: &mut Wire) -> Result<Step, Error> {
        self.lengths(node, wire)?;
        wire.array = Some(Box::new(WireArray { prefix: Vec::new(), items: Some(element.wire) }));
        Ok(match element.step {
            Step::Keep => Step::Keep,
            step => Step::Array { prefix: Vec::new(), items: Box::new(step) },
        })
    }

    fn native_tuple(&mut self, used: &Use, node: &Rc<Node>, wire: &mut Wire) -> Result<Step, Error> {
        let mut array = WireArray::default();
        let mut prefix = Vec::with_capacity(node.array.prefix.len());
        for position in &node.array.prefix {
            let lowered = if self.graph.node(position.node)?.never.is_some() {
                Lowered { wire: Wire::nothing(), step: Step::Keep }
            } else {
                self.lower(position)?
            };
            array.prefix.push(lowered.wire);
            prefix.push(lowered.step);
        }
        let mut items = Step::Keep;
        if let Some(rest) = self.rest(used, node)? {
            array.items = Some(rest.wire);
            items = rest.step;
        }
        self.lengths(node, wire)?;
        wire.array = Some(Box::new(array));
        if items == Step::Keep && prefix.iter().all(|step| *step == Step::Keep) {
            return Ok(Step::Keep);
        }
        Ok(Step::Array { prefix, items: Box::new(items) })
    }

    /// Lengths and uniqueness.
    fn lengths(&mut self, node: &Node, wire: &mut Wire) -> Result<(), Error> {
        self.least(node.array.min, wire)?;
        if let (Some(nothing), Support::Refused) = (&node.array.ended_by, self.support(Keyword::MaxItems)) {
            let also = self.places_of(nothing.node);
            let keyword = self.graph.sites.under(nothing.place).unwrap_or("items");
            let at = self.graph.sites.parent(nothing.place).unwrap_or(nothing.place);
            let why = "that there are no such elements is not sent: it is checked here after the answer";
            let kind = Kind::DroppedKeyword;
            self.report.add_merged(&self.graph.sites, Class::Wider, kind, Some(keyword), at, &also, why)?;
        }
        self.count(Keyword::MaxItems, node.array.max, wire)?;
        if let Some(rule) = &node.array.unique {
            if self.support(Keyword::UniqueItems) == Support::Refused {
                self.drop_rule(Keyword::UniqueItems, Kind::DroppedKeyword, rule.site, rule.value, wire)?;
            } else {
                self.send(Keyword::UniqueItems, Datum::Given(rule.value), rule.site, wire)?;
            }
        }
        Ok(())
    }

    /// `minItems`, which some dialects take in a few values only: the greatest of these that is not too great is sent.
    fn least(&mut self, min: Option<Count>, wire: &mut Wire) -> Result<(), Error> {
        let Some(count) = min else { return Ok(()) };
        let taken = match self.dialect.min_items {
            Some(taken) if !taken.contains(&count.value) => taken,
            _ => return self.count(Keyword::MinItems, min, wire),
        };
        let value = Datum::Number(count.value.to_string());
        let why = "the dialect takes only small values of minItems";
        self.lose_as("minItems", Kind::DroppedKeyword, count.site, value, why, wire)?;
        if let Some(nearest) = taken.iter().copied().filter(|taken| *taken > 0 && *taken < count.value).max() {
            self.count(Keyword::MinItems, Some(Count { value: nearest, given: None, ..count }), wire)?;
        }
        Ok(())
    }

    /// A tuple as an object with a key for each position.
    fn tuple(
        &mut self,
        used: &Use,
        node: &Rc<Node>,
        positions: Vec<Lowered>,
        rest: Option<Lowered>,
        ends: bool,
        wire: &mut Wire,
    ) -> Result<Step, Error> {
        let site = self.site_of(used);
        if !self.may_encode() || !self.report.allows(Class::Mapped, Kind::TupleObject) {
            let message = "positions of an array differ, and the dialect has no tuples";
            return Err(self.error(ErrorCode::UnsupportedKeyword, site, message));
        }
        let required = required_positions(node, positions.len());
        let why = "a tuple travels as an object with a key for each position";
        self.report.add(&self.graph.sites, Class::Mapped, Kind::TupleObject, Some(self.tuple_keyword()), site, why)?;
        if required < positions.len() {
            let why = "an answer can leave out a position and give a later one: that is checked here after the answer";
            self.report.add(
                &self.graph.sites,
                Class::Wider,
                Kind::TupleObject,
                Some(self.tuple_keyword()),
                site,
                why,
            )?;
        }
        wire.hint = Some("A list, written as an object: `item_0` is its first element, and so on.");
        let mut object = WireObject::closed(Vec::new());
        let mut steps = Vec::new();
        for (index, position) in positions.into_iter().enumerate() {
            let name = format!("item_{index}");
            let value = if index < required { position.wire } else { position.wire.or_null(self.dialect) };
            object.properties.push(WireProperty { name: Arc::from(name.as_str()), wire: value, required: true });
            steps.push(Position { wire: name, step: position.step });
        }
        let mut more = None;
        if let (false, Some(rest)) = (ends, rest) {
            let list = Wire::list(rest.wire);
            object.properties.push(WireProperty { name: Arc::from("rest"), wire: list, required: true });
            more = Some(Box::new(Position { wire: "rest".to_owned(), step: rest.step }));
        }
        if let Some(rule) = &node.array.unique {
            self.drop_rule(Keyword::UniqueItems, Kind::DroppedKeyword, rule.site, rule.value, wire)?;
        }
        if required < positions_needed(node) {
            let Some(min) = node.array.min else { return Ok(Step::Keep) };
            let value = Datum::Number(min.value.to_string());
            self.lose_as("minItems", Kind::DroppedKeyword, min.site, value, "the tuple travels as an object", wire)?;
        }
        let short = node.array.max.is_some_and(|max| max.value < node.array.prefix.len() as u64);
        if let (true, Some(max)) = (!ends || short, node.array.max) {
            let value = Datum::Number(max.value.to_string());
            self.lose_as(max.keyword, Kind::DroppedKeyword, max.site, value, "the tuple travels as an object", wire)?;
        }
        wire.types = wire.types.map(|types| types.without(TypeSet::ARRAY) | TypeSet::OBJECT);
        wire.object = Some(Box::new(object));
        Ok(Step::Tuple { positions: steps, required, rest: more, at: self.pointer(site) })
    }

    fn any_may_be_null<'u>(&mut self, uses: &mut impl Iterator<Item = &'u Use>) -> Result<bool, Error> {
        for used in uses {
            if self.graph.may_be_null(used.node)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An open tuple whose elements beyond the positions cannot be sent beside optional positions.
    fn lengths_beyond(&self, node: &Node, positions: &[Lowered]) -> bool {
        node.types.has(TypeSet::OBJECT) && !positions.is_empty()
    }

    fn give_up_tuple(&mut self, node: &Node, site: SiteId, wire: &mut Wire) -> Result<Step, Error> {
        if !self.dialect.json_text {
            let message = "positions of an array differ, and the dialect has no tuples";
            return Err(self.error(ErrorCode::UnsupportedKeyword, site, message));
        }
        let also: Vec<SiteId> = node.atoms.iter().map(|atom| atom.site).collect();
        let lowered = self.text(site, &also, "positions of an array differ, and the dialect has no tuples")?;
        wire.types = wire.types.map(|types| types.without(TypeSet::ARRAY) | TypeSet::STRING);
        wire.hint = lowered.wire.hint;
        Ok(lowered.step)
    }
}

/// How many of the positions every array has.
fn required_positions(node: &Node, positions: usize) -> usize {
    positions_needed(node).min(positions)
}

/// How many elements there have to be.
fn positions_needed(node: &Node) -> usize {
    node.array.min.map_or(0, |min| usize::try_from(min.value).unwrap_or(usize::MAX))
}
