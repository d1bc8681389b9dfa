//! A node: admitted types, one bundle of rules a type, alternatives beside their base, and what is kept whole.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::bundle::{Bundle, Silent};
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One place of a conjunction, perhaps without the unions that were decided elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom {
    pub(crate) site: SiteId,
    pub(crate) without: u8,
}

/// Marks `anyOf` of a place as decided.
pub(crate) const ANY_OF: u8 = 1;
/// Marks `oneOf` of a place as decided.
pub(crate) const ONE_OF: u8 = 2;

impl Atom {
    pub(crate) fn whole(site: SiteId) -> Atom {
        Atom { site, without: 0 }
    }
}

/// A node where it is used: the place that leads to it and the annotations met on the way.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) node: NodeId,
    /// The place in the author's schema.
    pub(crate) place: SiteId,
    /// Places that only annotate, outermost first.
    pub(crate) notes: Vec<SiteId>,
    /// The node is a definition that was reached by reference.
    pub(crate) referred: bool,
}

/// A rule with the place it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) keyword: &'static str,
    pub(crate) value: Val,
    pub(crate) site: SiteId,
}

/// A count with the rule it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) value: u64,
    pub(crate) keyword: &'static str,
    pub(crate) site: SiteId,
    /// As the author wrote it, where it is not derived.
    pub(crate) given: Option<Val>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The places this node is the conjunction of.
    pub(crate) atoms: Rc<[Atom]>,
    pub(crate) types: TypeSet,
    /// Whether the author named a type, by `type` or by the values themselves.
    pub(crate) named: bool,
    /// The types before the unions narrowed them, and whether they were named then.
    pub(crate) base: TypeSet,
    pub(crate) base_named: bool,
    pub(crate) values: Option<Values>,
    pub(crate) number: Bundle<NumberRules>,
    pub(crate) string: Bundle<StringRules>,
    pub(crate) array: Bundle<ArrayRules>,
    pub(crate) object: Bundle<ObjectRules>,
    pub(crate) unions: Vec<Union>,
    pub(crate) residue: Vec<Rule>,
    /// Rules that a tighter one of the same kind implies.
    pub(crate) shadowed: Vec<Rule>,
    /// Why no document fits.
    pub(crate) never: Option<Never>,
    /// Several places were put together.
    pub(crate) merged: bool,
}

impl Default for TypeSet {
    fn default() -> TypeSet {
        TypeSet::ALL
    }
}

/// Why no document fits.
#[derive(Clone, Debug)]
pub(crate) struct Never {
    pub(crate) why: Cow<'static, str>,
    /// Where the reason lies, where that is deeper than the node.
    pub(crate) site: Option<SiteId>,
}

impl Never {
    pub(crate) fn here(why: impl Into<Cow<'static, str>>) -> Never {
        Never { why: why.into(), site: None }
    }
}

/// The values that are admitted.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub(crate) list: Vec<Val>,
    /// One value, said by `const`.
    pub(crate) constant: bool,
    /// Where they stand.
    pub(crate) site: SiteId,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) min: Option<Rule>,
    pub(crate) max: Option<Rule>,
    pub(crate) multiples: Vec<Rule>,
}

impl Silent for NumberRules {
    const SILENT: &'static NumberRules = &NumberRules { min: None, max: None, multiples: Vec::new() };
}

#[derive(Clone, Debug, Default)]
pub(crate) struct StringRules {
    pub(crate) min: Option<Count>,
    pub(crate) max: Option<Count>,
    pub(crate) patterns: Vec<Rule>,
    pub(crate) formats: Vec<Rule>,
}

impl Silent for StringRules {
    const SILENT: &'static StringRules =
        &StringRules { min: None, max: None, patterns: Vec::new(), formats: Vec::new() };
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ArrayRules {
    pub(crate) prefix: Vec<Use>,
    /// What further elements are; `None`: anything.
    pub(crate) rest: Option<Use>,
    /// What elements beyond the positions would have to be, where nothing can be.
    pub(crate) ended_by: Option<Use>,
    pub(crate) min: Option<Count>,
    pub(crate) max: Option<Count>,
    pub(crate) unique: Option<Rule>,
}

impl Silent for ArrayRules {
    const SILENT: &'static ArrayRules =
        &ArrayRules { prefix: Vec::new(), rest: None, ended_by: None, min: None, max: None, unique: None };
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) properties: Vec<Property>,
    /// Where each stands, where there are many.
    places: Option<Rc<HashMap<Arc<str>, usize>>>,
    pub(crate) extra: Extra,
    /// Rules for undeclared keys by pattern, one group a place.
    pub(crate) patterns: Vec<PatternGroup>,
    pub(crate) names: Option<(Use, SiteId)>,
    pub(crate) min: Option<Count>,
    pub(crate) max: Option<Count>,
}

/// Up to here a walk over a list is cheaper than a hash.
const SHORT: usize = 12;

impl ObjectRules {
    /// Makes members quick to find, once all are there.
    pub(crate) fn index(&mut self) {
        if self.properties.len() > SHORT {
            let places = self.properties.iter().enumerate().map(|(place, property)| (property.name.clone(), place));
            self.places = Some(Rc::new(places.collect()));
        }
    }

    fn property(&self, name: &str) -> Option<&Property> {
        match &self.places {
            Some(places) => places.get(name).and_then(|place| self.properties.get(*place)),
            None => self.properties.iter().find(|property| &*property.name == name),
        }
    }
}

impl Silent for ObjectRules {
    const SILENT: &'static ObjectRules = &ObjectRules {
        properties: Vec::new(),
        places: None,
        extra: Extra::Silent,
        patterns: Vec::new(),
        names: None,
        min: None,
        max: None,
    };
}

#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub(crate) name: Arc<str>,
    /// `None`: the member is required or named, and any value fits.
    pub(crate) value: Option<Use>,
    pub(crate) required: bool,
    /// The member's own place in `properties`, where it has one.
    pub(crate) declared: bool,
    /// What holds for the member was said in one place.
    pub(crate) alone: bool,
    /// No value fits: the member must be absent.
    pub(crate) forbidden: bool,
}

/// What undeclared keys hold.
#[derive(Clone, Debug, Default)]
pub(crate) enum Extra {
    /// Nobody says.
    #[default]
    Silent,
    /// The author says that any value is welcome.
    Open,
    /// The author gives a schema.
    Schema(Use, SiteId),
    /// There are none.
    Closed(SiteId),
}

/// `patternProperties` of one place, with what that place says of the keys that match none of them.
#[derive(Clone, Debug)]
pub(crate) struct PatternGroup {
    pub(crate) site: SiteId,
    pub(crate) patterns: Vec<(Arc<str>, Use)>,
    pub(crate) otherwise: Extra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnionKind {
    AnyOf,
    OneOf,
}

impl UnionKind {
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            UnionKind::AnyOf => "anyOf",
            UnionKind::OneOf => "oneOf",
        }
    }
}

/// Alternatives, kept beside their base.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    pub(crate) site: SiteId,
    pub(crate) kind: UnionKind,
    /// The branches that can hold beside the base.
    pub(crate) branches: Vec<Use>,
    /// No document fits two branches.
    pub(crate) disjoint: bool,
}

impl Node {
    /// A node of these places, before anything they say was read into it.
    pub(crate) fn of(atoms: Rc<[Atom]>) -> Node {
        Node {
            merged: atoms.len() > 1,
            atoms,
            types: TypeSet::ALL,
            named: false,
            base: TypeSet::ALL,
            base_named: false,
            values: None,
            number: Bundle::default(),
            string: Bundle::default(),
            array: Bundle::default(),
            object: Bundle::default(),
            unions: Vec::new(),
            residue: Vec::new(),
            shadowed: Vec::new(),
            never: None,
        }
    }

    /// The node without its alternatives.
    pub(crate) fn without_unions(&self) -> Node {
        Node { unions: Vec::new(), types: self.base, named: self.base_named, ..self.clone() }
    }

    /// Whether nothing but types stands beside the alternatives.
    pub(crate) fn is_only_unions(&self) -> bool {
        self.values.is_none() && self.residue.is_empty() && (self.rules() & self.base).is_empty()
    }

    /// Whether every document fits.
    pub(crate) fn is_any(&self) -> bool {
        self.types == TypeSet::ALL && self.has_no_rules()
    }

    /// Whether nothing restricts it beside its types.
    pub(crate) fn has_no_rules(&self) -> bool {
        self.values.is_none() && self.unions.is_empty() && self.residue.is_empty() && self.ruled().is_empty()
    }

    /// The types for which there are rules.
    pub(crate) fn ruled(&self) -> TypeSet {
        self.rules() & self.types
    }

    /// The types for which there are rules, admitted or not.
    fn rules(&self) -> TypeSet {
        let mut ruled = TypeSet::NONE;
        let number = &self.number;
        if number.min.is_some() || number.max.is_some() || !number.multiples.is_empty() {
            ruled = ruled | TypeSet::NUMBER;
        }
        let string = &self.string;
        if string.min.is_some() || string.max.is_some() || !string.patterns.is_empty() || !string.formats.is_empty() {
            ruled = ruled | TypeSet::STRING;
        }
        let array = &self.array;
        if !array.prefix.is_empty()
            || array.rest.is_some()
            || array.min.is_some()
            || array.max.is_some()
            || array.unique.is_some()
        {
            ruled = ruled | TypeSet::ARRAY;
        }
        let object = &self.object;
        if !object.properties.is_empty()
            || !object.patterns.is_empty()
            || object.names.is_some()
            || object.min.is_some()
            || object.max.is_some()
            || matches!(object.extra, Extra::Closed(_) | Extra::Schema(..))
        {
            ruled = ruled | TypeSet::OBJECT;
        }
        ruled
    }

    /// The same node without the list of its values.
    pub(crate) fn without_values(&self) -> Node {
        Node { values: None, ..self.clone() }
    }

    /// The place that stands for the node in a report.
    pub(crate) fn site(&self) -> Option<SiteId> {
        self.atoms.first().map(|atom| atom.site)
    }

    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.object.property(name)
    }
}
