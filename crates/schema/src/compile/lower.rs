//! One node: by reference or here, and which of the other files says it.

use std::rc::Rc;
use std::sync::Arc;

use super::wire::{Applied, Datum, Wire};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::{Keyword, Null, References, Support};
use crate::error::{Error, ErrorCode};
use crate::normal::node::{Never, Node, Rule, Use};
use crate::options::Place;
use crate::plan::Step;
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

/// Where more parts than this are put together, only the first change lists them.
const MANY_PARTS: usize = 64;

/// A definition of at most this many nodes is written out where its reference carries a description of its own.
const SMALL: u64 = 24;

/// A definition of at most this many nodes is written out where rules are left out.
const LOOSE: u64 = 64;

/// From this many nodes on, definitions that come back to themselves are cut where they are met, in dialects without
/// recursion.
const EXPANDED: usize = 200;

impl Compiler<'_, '_> {
    /// Lowers a node where it is used.
    pub(crate) fn lower(&mut self, used: &Use) -> Result<Lowered, Error> {
        let node = self.graph.node(used.node)?;
        if let Some(never) = &node.never {
            return Err(self.unsatisfiable(used, never));
        }
        if self.is_referred(used, &node)? {
            let site = self.site_of(used);
            let number = self.definition(used.node, site);
            self.refers_to.push(number);
            if self.negated > 0 {
                self.guess_exact(number);
            }
            let mut wire = Wire::refer(number);
            if self.takes_reference_siblings() || self.wraps_references() {
                let notes = self.notes_of(used.notes.iter().copied())?;
                wire = self.annotated_reference(wire, notes);
            }
            let step = self.definitions.get(number).map(|definition| Step::Reference(definition.name.clone()));
            return Ok(Lowered { wire, step: step.unwrap_or(Step::Keep) });
        }
        if used.referred && !self.refers() {
            let why = "the dialect has no references: the definition is written out here";
            self.report.add(&self.graph.sites, Class::Exact, Kind::Reference, Some("$ref"), used.place, why)?;
        }
        if self.open.contains(&used.node) || self.is_expanded_enough(used) {
            return self.cut(used);
        }
        self.lower_here(used)
    }

    /// Whether a reference that may have nothing beside it can be the only branch of alternatives that may.
    fn wraps_references(&self) -> bool {
        self.dialect.union_siblings && self.dialect.limits.unions.is_none()
    }

    fn annotated_reference(&self, wire: Wire, notes: Vec<(&'static str, Datum)>) -> Wire {
        if self.takes_reference_siblings() || notes.is_empty() {
            return Wire { notes, ..wire };
        }
        Wire { notes, any_of: vec![wire], ..Wire::default() }
    }

    pub(crate) fn unsatisfiable(&self, used: &Use, never: &Never) -> Error {
        let site = never.site.unwrap_or(used.place);
        self.error(ErrorCode::Unsatisfiable, site, format!("no document fits here: {}", never.why))
    }

    /// Whether a definition that comes back to itself is not written out once more: the ways through several such
    /// definitions are too many to write them all.
    fn is_expanded_enough(&self, used: &Use) -> bool {
        self.lowered > EXPANDED && !self.recursion() && !self.open.is_empty() && self.measure.is_recursive(used.node)
    }

    fn takes_reference_siblings(&self) -> bool {
        matches!(self.dialect.references, References::Definitions { siblings: true, .. })
    }

    fn is_referred(&mut self, used: &Use, node: &Node) -> Result<bool, Error> {
        if !self.refers() || node.is_any() {
            return Ok(false);
        }
        let shared = self.measure.is_shared(used.node);
        if self.loose > 0 && !self.measure.is_recursive(used.node) && self.measure.size(used.node) <= LOOSE {
            // The definition holds to rules that are left out here.
            return Ok(false);
        }
        if self.measure.is_recursive(used.node) {
            // What the author did not refer to is written out until it comes back to itself.
            return Ok(self.recursion() && (used.referred || shared || self.open.contains(&used.node)));
        }
        if shared {
            return Ok(true);
        }
        if !used.referred || self.adjustment.deepest.is_some() {
            return Ok(false);
        }
        let described = !self.takes_reference_siblings() && self.is_described(&used.notes)?;
        Ok(!described || self.measure.size(used.node) > SMALL)
    }

    fn is_described(&mut self, notes: &[SiteId]) -> Result<bool, Error> {
        for site in notes {
            if self.graph.local(*site)?.notes.iter().any(|(keyword, _)| matches!(*keyword, "description" | "title")) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lowers a node in place.
    pub(crate) fn lower_here(&mut self, used: &Use) -> Result<Lowered, Error> {
        let node = self.graph.node(used.node)?;
        self.lower_as(used, &node)
    }

    /// Lowers this node, which may be the used one with fewer types, in place.
    pub(crate) fn lower_as(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        self.lowered += 1;
        self.telling.loosened -= self.telling.loosened.min(self.loose);
        if self.lowered > self.options.budget.nodes {
            let message = format!("the form grows past {} schema nodes", self.options.budget.nodes);
            return Err(self.error(ErrorCode::TooLarge, used.place, message));
        }
        if self.depth >= self.levels {
            self.too_deep_here = true;
        }
        if self.too_deep_here || self.depth - self.base >= self.options.budget.depth {
            let message = format!("the form nests more than {} levels deep", self.options.budget.depth);
            return Err(self.error(ErrorCode::TooDeep, used.place, message));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth - self.base);
        self.open.push(used.node);
        let lowered = self.lower_node(used, node);
        self.open.pop();
        self.depth -= 1;
        let mut lowered = lowered?;
        let refers = lowered.wire.reference.is_some();
        if lowered.wire.notes.is_empty() && (!refers || self.takes_reference_siblings() || self.wraps_references()) {
            let notes = self.notes(used, node)?;
            if refers {
                lowered.wire = self.annotated_reference(lowered.wire, notes);
            } else {
                lowered.wire.notes = notes;
            }
        }
        if !self.dialect.union_siblings && !lowered.wire.any_of.is_empty() {
            // Nothing may stand beside the alternatives: what people read goes to the first that is silent.
            let mut notes = std::mem::take(&mut lowered.wire.notes);
            let siblings = self.takes_reference_siblings();
            if !notes.is_empty() && !lowered.wire.tell_branch(&mut notes, siblings) {
                self.untold(used, node, &notes);
            }
        }
        Ok(lowered)
    }

    fn lower_node(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        self.merged(node)?;
        self.shadowed(node)?;
        if node.is_any() {
            return self.any(used.place);
        }
        if node.types.has(TypeSet::OBJECT)
            && self.adjustment.deepest.is_some_and(|deepest| self.object_depth >= deepest)
        {
            let site = self.site_of(used);
            return self.text(site, &self.places_of(used.node), "objects nest deeper here than the dialect takes");
        }
        if !node.unions.is_empty() {
            return self.union(used, node);
        }
        if node.values.is_some() {
            return self.values(used, node);
        }
        self.lower_plain(used, node)
    }

    /// A node without alternatives and listed values.
    pub(crate) fn lower_plain(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        // Types that the rules themselves rule out are known as well as named ones.
        if self.dialect.untyped || node.named || node.types != TypeSet::ALL {
            return self.typed(used, node, node.types);
        }
        let ruled = node.ruled();
        if ruled.is_empty() {
            let mut wire = Wire::default();
            self.residue(node, &mut wire)?;
            return self.any(used.place);
        }
        let site = self.site_of(used);
        let why = format!("the rules here are about {ruled}, and no type is given: only {ruled} is admitted");
        self.report.add(&self.graph.sites, Class::Narrower, Kind::ImpliedType, None, site, why)?;
        let lowered = self.typed(used, node, ruled)?;
        let step = Step::Expect {
            types: kinds(ruled),
            kind: Kind::ImpliedType.as_str().to_owned(),
            at: self.pointer(site),
            step: Box::new(lowered.step),
        };
        Ok(Lowered { step, ..lowered })
    }

    /// Says that several parts of the text were put together.
    fn merged(&mut self, node: &Node) -> Result<(), Error> {
        if !node.merged || self.dialect.keywords.get(Keyword::AllOf) != Support::Refused {
            return Ok(());
        }
        let all: Vec<SiteId> = node.atoms.iter().map(|atom| atom.site).collect();
        let mut also = all.as_slice();
        for atom in node.atoms.iter() {
            let local = self.graph.local(atom.site)?;
            let (kind, keyword) = match (local.all_of.is_empty(), local.reference.is_some()) {
                (false, _) => (Kind::AllOf, "allOf"),
                (true, true) => (Kind::Reference, "$ref"),
                _ => continue,
            };
            let why = "the parts that apply here are put together into one";
            self.report.add_merged(&self.graph.sites, Class::Exact, kind, Some(keyword), atom.site, also, why)?;
            if all.len() > MANY_PARTS {
                // As many lists as there are parts would be as many pointers as the square of them.
                also = &[];
            }
        }
        Ok(())
    }

    /// One or more types with their rules. Several types become branches where the dialect wants one.
    pub(crate) fn typed(&mut self, used: &Use, node: &Rc<Node>, types: TypeSet) -> Result<Lowered, Error> {
        let others = types.without(TypeSet::NULL);
        if self.dialect.untyped {
            return self.one_typed(used, node, types);
        }
        if others.is_empty() && self.dialect.null == Null::Nullable {
            return self.null_as_text(used, node);
        }
        let together =
            others.len() <= 1 || self.dialect.type_lists && !others.has(TypeSet::OBJECT) && !others.has(TypeSet::ARRAY);
        if together {
            let lowered = self.one_typed(used, node, types)?;
            // The encodings of arrays, say, may not leave room for null beside them.
            return Ok(lowered);
        }
        let site = self.site_of(used);
        let before = self.mark();
        let why = "each type becomes a branch of its own";
        self.report.add(&self.graph.sites, Class::Exact, Kind::RewrittenKeyword, Some("type"), site, why)?;
        let mut branches = Vec::new();
        for part in types.parts() {
            let lowered = self.one_typed(used, node, part)?;
            branches.push((part, lowered));
        }
        let mut residue = Wire::default();
        self.residue(node, &mut residue)?;
        let Some(step) = self.choose_by_type(&branches) else {
            self.give_up(&before);
            return self.text(site, &self.places_of(used.node), "its types cannot be told apart once they are encoded");
        };
        let wires = branches.into_iter().map(|(_, lowered)| lowered.wire).collect();
        Ok(Lowered { wire: self.alternatives(wires), step })
    }

    fn one_typed(&mut self, used: &Use, node: &Rc<Node>, types: TypeSet) -> Result<Lowered, Error> {
        let mut wire = Wire::default();
        if types != TypeSet::ALL {
            wire.types = Some(types);
        }
        if types.has(TypeSet::NUMBER) {
            self.numbers(node, types, &mut wire)?;
        }
        if types.has(TypeSet::STRING) || !node.string.formats.is_empty() && types.has(TypeSet::NUMBER) {
            self.strings(node, types, &mut wire)?;
        }
        let no_elements =
            node.array.max.is_some_and(|max| max.value == 0) && self.support(Keyword::MaxItems) == Support::Refused;
        if no_elements && types.without(TypeSet::NULL) == TypeSet::ARRAY {
            return self.empty_list_as_text(used, types.has(TypeSet::NULL));
        }
        let array = if types.has(TypeSet::ARRAY) { self.array(used, node, &mut wire)? } else { Step::Keep };
        let object = if types.has(TypeSet::OBJECT) { self.object(used, node, &mut wire)? } else { Step::Keep };
        self.residue(node, &mut wire)?;
        let empty = wire.object.as_ref().is_some_and(|object| object.properties.is_empty());
        if empty
            && !self.dialect.empty_objects
            && types.without(TypeSet::NULL) == TypeSet::OBJECT
            && !(self.open.len() == 1 && self.options.place == Place::Tool)
        {
            return self.empty_as_text(used, types.has(TypeSet::NULL));
        }
        let step = match (array, object) {
            (Step::Keep, object) => object,
            (array, Step::Keep) => array,
            (array, object) => super::choose::by_kind(vec![(TypeSet::ARRAY, array), (TypeSet::OBJECT, object)]),
        };
        Ok(Lowered { wire, step })
    }

    /// Assertions that are kept whole: applied where the dialect takes them, otherwise left to the local check.
    pub(crate) fn residue(&mut self, node: &Node, wire: &mut Wire) -> Result<(), Error> {
        for rule in &node.residue {
            let support = Keyword::from_name(rule.keyword).map(|keyword| self.dialect.keywords.get(keyword));
            let support = if rule.keyword == "dependencies" {
                Some(self.dialect.keywords.get(Keyword::DependentSchemas))
            } else {
                support
            };
            if support == Some(Support::Enforced) {
                let mut part = Wire::default();
                let before = self.mark();
                let outer = std::mem::take(&mut self.altered);
                let applied = self.apply(node, rule, &mut part);
                let altered = std::mem::replace(&mut self.altered, outer);
                applied?;
                if altered || self.renames_beside(node, rule) {
                    self.give_up(&before);
                    let why = "what it is about travels otherwise: it is checked here after the answer";
                    let kind = Kind::DroppedKeyword;
                    self.report.add(&self.graph.sites, Class::Wider, kind, Some(rule.keyword), rule.site, why)?;
                    continue;
                }
                let again =
                    part.applied.iter().any(|(keyword, _)| wire.applied.iter().any(|(known, _)| known == keyword));
                if again {
                    wire.all_of.push(part);
                } else {
                    wire.applied.append(&mut part.applied);
                }
            } else {
                let why = format!("the dialect does not take {}: it is checked here after the answer", rule.keyword);
                let kind = Kind::DroppedKeyword;
                self.report.add(&self.graph.sites, Class::Wider, kind, Some(rule.keyword), rule.site, why)?;
            }
        }
        Ok(())
    }

    fn apply(&mut self, node: &Node, rule: &Rule, wire: &mut Wire) -> Result<(), Error> {
        let local = self.graph.sites.value(rule.value);
        match rule.keyword {
            "unevaluatedProperties" | "unevaluatedItems" if !self.sees_all(node, rule)? => {
                // Left out, it would evaluate nothing for one further out, and make that one narrower.
                return Err(self.error(
                    ErrorCode::UnsupportedKeyword,
                    rule.site,
                    format!("{} beside other parts that apply here sees only its own part", rule.keyword),
                ));
            }
            "if" => {
                for keyword in ["if", "then", "else"] {
                    if let Some(schema) = self.residue_schema(rule.site, keyword)? {
                        let lowered = match keyword {
                            "if" => self.lower_exactly(&schema)?,
                            _ => self.lower_residue(&schema)?,
                        };
                        wire.applied.push((keyword, Applied::Schema(Box::new(lowered))));
                    }
                }
            }
            "contains" => {
                if let Some(schema) = self.residue_schema(rule.site, "contains")? {
                    let lowered = if self.graph.sites.view(rule.site).get("maxContains").is_some() {
                        self.lower_exactly(&schema)?
                    } else {
                        self.lower_residue(&schema)?
                    };
                    wire.applied.push(("contains", Applied::Schema(Box::new(lowered))));
                }
                let owner = self.graph.sites.view(rule.site);
                for keyword in ["minContains", "maxContains"] {
                    if self.graph.draft.undefined.contains(&keyword) {
                        continue;
                    }
                    if let Some(count) = owner.get(keyword) {
                        let value = self.graph.sites.beside(rule.value, count);
                        wire.applied.push((keyword, Applied::Data(Datum::Given(value))));
                    }
                }
            }
            "dependentRequired" => {
                wire.applied.push(("dependentRequired", Applied::Data(Datum::Given(rule.value))));
            }
            "dependentSchemas" | "dependencies" => {
                let mut schemas = Vec::new();
                for (name, held) in local.members() {
                    let lowered = if held.kind() == isoform_json::Kind::Array {
                        required_only(held)
                    } else {
                        let keyword = if rule.keyword == "dependencies" { "dependencies" } else { "dependentSchemas" };
                        let place = self.graph.sites.member(rule.site, keyword, held);
                        let used = self.graph.single(place)?;
                        self.lower_residue(&used)?
                    };
                    schemas.push((Arc::from(name), lowered));
                }
                wire.applied.push(("dependentSchemas", Applied::Schemas(schemas)));
            }
            keyword => {
                if let Some(schema) = self.residue_schema(rule.site, keyword)? {
                    let lowered = match keyword {
                        "not" => self.lower_exactly(&schema)?,
                        _ => self.lower_residue(&schema)?,
                    };
                    wire.applied.push((keyword, Applied::Schema(Box::new(lowered))));
                }
            }
        }
        Ok(())
    }

    /// Whether everything that makes up the node belongs to the place of this rule.
    fn sees_all(&mut self, node: &Node, rule: &Rule) -> Result<bool, Error> {
        let own = self.graph.single(rule.site)?;
        let own = self.graph.atoms(own.node);
        Ok(node.atoms.iter().all(|atom| own.iter().any(|known| known.site == atom.site)))
    }

    fn residue_schema(&mut self, site: SiteId, keyword: &'static str) -> Result<Option<Use>, Error> {
        let Some(held) = self.graph.sites.view(site).get(keyword) else { return Ok(None) };
        let place = self.graph.sites.keyword(site, keyword, held);
        self.graph.single(place).map(Some)
    }

    /// A schema under an assertion: what admits nothing is said, not refused.
    pub(crate) fn lower_residue(&mut self, used: &Use) -> Result<Wire, Error> {
        if self.graph.node(used.node)?.never.is_some() {
            return Ok(Wire::nothing());
        }
        let lowered = self.lower(used)?;
        self.altered |= self.encodes && !lowered.step.is_identity();
        Ok(lowered.wire)
    }

    /// A schema that the answer is not to fit, or that decides what else it has to fit: sent wider than it is, it would
    /// make the whole narrower.
    fn lower_exactly(&mut self, used: &Use) -> Result<Wire, Error> {
        let (wire, exact) = self.exactly(|compiler| compiler.lower_residue(used))?;
        self.altered |= !exact;
        Ok(wire)
    }

    /// Whether a rule about several members stands where some of them are renamed.
    fn renames_beside(&self, node: &Node, rule: &Rule) -> bool {
        if matches!(rule.keyword, "contains" | "unevaluatedItems") {
            return false;
        }
        let legal = &self.dialect.names.property;
        let asked = self.graph.sites.value(rule.value).members().flat_map(|(_, held)| held.items());
        let mut asked = asked.filter_map(|name| name.as_str()).filter(|_| rule.keyword == "dependencies");
        node.object.properties.iter().any(|property| !legal.admits(&property.name))
            || asked.any(|name| !legal.admits(name))
    }
}

/// The schema that asks for some members.
fn required_only(names: isoform_json::View<'_>) -> Wire {
    use super::wire::{WireObject, WireProperty};
    let properties = names
        .items()
        .filter_map(|name| name.as_str())
        .map(|name| WireProperty { name: Arc::from(name), wire: Wire::default(), required: true })
        .collect();
    Wire { object: Some(Box::new(WireObject { properties, ..WireObject::default() })), ..Wire::default() }
}

/// The JSON types of a set.
pub(crate) fn kinds(types: TypeSet) -> Vec<isoform_json::Kind> {
    use isoform_json::Kind as K;
    types
        .parts()
        .map(|part| match part {
            TypeSet::NULL => K::Null,
            TypeSet::BOOLEAN => K::Bool,
            TypeSet::STRING => K::String,
            TypeSet::ARRAY => K::Array,
            TypeSet::OBJECT => K::Object,
            _ => K::Number,
        })
        .collect()
}
