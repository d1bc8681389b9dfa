//! The answer's side of a node: what is sent and what it lets through, before it is written in a dialect's words.

use std::sync::Arc;

use crate::dialect::{Dialect, Null};
use crate::read::sites::Val;
use crate::read::types::TypeSet;

/// A schema for answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wire {
    pub(crate) notes: Vec<(&'static str, Datum)>,
    /// How an encoded shape is written: a line for the model, after what the author says.
    pub(crate) hint: Option<&'static str>,
    /// Rules that are not sent, to be told in words.
    pub(crate) lost: Vec<(&'static str, Datum)>,
    /// The admitted types that are named; `None`: the wire does not say.
    pub(crate) types: Option<TypeSet>,
    pub(crate) values: Option<WireValues>,
    pub(crate) rules: Vec<WireRule>,
    pub(crate) object: Option<Box<WireObject>>,
    pub(crate) array: Option<Box<WireArray>>,
    pub(crate) any_of: Vec<Wire>,
    pub(crate) one_of: Vec<Wire>,
    pub(crate) all_of: Vec<Wire>,
    pub(crate) applied: Vec<(&'static str, Applied)>,
    /// A definition, by its number.
    pub(crate) reference: Option<usize>,
    /// Nothing fits.
    pub(crate) never: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WireValues {
    pub(crate) list: Vec<Datum>,
    pub(crate) constant: bool,
}

/// A piece of data: of the author's, or made here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Datum {
    Given(Val),
    Text(String),
    Number(String),
    Null,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WireRule {
    pub(crate) keyword: &'static str,
    pub(crate) value: Datum,
    /// Sent, and the answer holds to it.
    pub(crate) enforced: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WireObject {
    pub(crate) properties: Vec<WireProperty>,
    pub(crate) extra: WireExtra,
    pub(crate) patterns: Vec<(Arc<str>, Wire)>,
    pub(crate) names: Option<Wire>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WireProperty {
    pub(crate) name: Arc<str>,
    pub(crate) wire: Wire,
    pub(crate) required: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum WireExtra {
    /// Nothing is said: anything goes.
    #[default]
    Silent,
    Open,
    Closed,
    Schema(Box<Wire>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WireArray {
    pub(crate) prefix: Vec<Wire>,
    pub(crate) items: Option<Wire>,
}

/// What stands under an assertion that is kept whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Applied {
    Schema(Box<Wire>),
    Schemas(Vec<(Arc<str>, Wire)>),
    Data(Datum),
}

impl WireObject {
    /// These members and no others.
    pub(crate) fn closed(properties: Vec<WireProperty>) -> WireObject {
        WireObject { properties, extra: WireExtra::Closed, ..WireObject::default() }
    }
}

impl Wire {
    pub(crate) fn of_type(types: TypeSet) -> Wire {
        Wire { types: Some(types), ..Wire::default() }
    }

    /// What nothing fits.
    pub(crate) fn nothing() -> Wire {
        Wire { never: true, ..Wire::default() }
    }

    /// An object with these members and no others.
    pub(crate) fn closed_object(properties: Vec<WireProperty>) -> Wire {
        Wire { object: Some(Box::new(WireObject::closed(properties))), ..Wire::of_type(TypeSet::OBJECT) }
    }

    /// A list of such elements.
    pub(crate) fn list(items: Wire) -> Wire {
        let array = WireArray { prefix: Vec::new(), items: Some(items) };
        Wire { array: Some(Box::new(array)), ..Wire::of_type(TypeSet::ARRAY) }
    }

    pub(crate) fn refer(definition: usize) -> Wire {
        Wire { reference: Some(definition), ..Wire::default() }
    }

    /// Whether it is null and nothing else.
    pub(crate) fn is_null(&self) -> bool {
        self.types == Some(TypeSet::NULL) && self.any_of.is_empty()
    }

    /// Whether it is an object and nothing else, said in one piece.
    pub(crate) fn is_plain_object(&self) -> bool {
        self.types == Some(TypeSet::OBJECT)
            && self.any_of.is_empty()
            && self.one_of.is_empty()
            && self.all_of.is_empty()
            && self.reference.is_none()
            && self.values.is_none()
    }

    /// The same wire with null admitted, in the dialect's way.
    pub(crate) fn or_null(mut self, dialect: &Dialect) -> Wire {
        if dialect.null == Null::Nullable && (self.admits_null() || self.mark_null()) {
            return self;
        }
        self.or_null_type(dialect.type_lists)
    }

    /// The same wire with null admitted as a type.
    pub(crate) fn or_null_type(mut self, type_lists: bool) -> Wire {
        let one = self.types.is_some_and(|types| type_lists || types.without(TypeSet::NULL).len() <= 1);
        if !self.any_of.is_empty() && self.one_of.is_empty() && self.all_of.is_empty() && self.types.is_none() {
            if !self.any_of.iter().any(Wire::admits_null) {
                self.any_of.push(Wire::of_type(TypeSet::NULL));
            }
            return self;
        }
        if one && self.any_of.is_empty() && self.one_of.is_empty() && self.all_of.is_empty() && self.applied.is_empty()
        {
            self.types = self.types.map(|types| types | TypeSet::NULL);
            self.add_null_value();
            return self;
        }
        if self.types.is_none() && self.values.is_some() && self.any_of.is_empty() {
            self.add_null_value();
            return self;
        }
        let notes = std::mem::take(&mut self.notes);
        Wire { notes, any_of: vec![self, Wire::of_type(TypeSet::NULL)], ..Wire::default() }
    }

    /// Admits null where a type is named, which a dialect without a type for null can mark.
    pub(crate) fn mark_null(&mut self) -> bool {
        if let (Some(types), true) = (self.types, self.any_of.is_empty()) {
            self.types = Some(types | TypeSet::NULL);
            self.add_null_value();
            return true;
        }
        self.any_of.iter_mut().any(Wire::mark_null)
    }

    fn add_null_value(&mut self) {
        if let Some(values) = &mut self.values {
            if !values.list.contains(&Datum::Null) {
                values.list.push(Datum::Null);
            }
            values.constant = false;
        }
    }

    /// Whether null is named among what is admitted.
    pub(crate) fn admits_null(&self) -> bool {
        self.types.is_some_and(|types| types.has(TypeSet::NULL)) || self.any_of.iter().any(Wire::admits_null)
    }

    /// Gives what people read to the first branch that is silent; false where none is.
    pub(crate) fn tell_branch(&mut self, notes: &mut Vec<(&'static str, Datum)>, beside_references: bool) -> bool {
        if !self.any_of.is_empty() {
            return self.any_of.iter_mut().any(|branch| branch.tell_branch(notes, beside_references));
        }
        let takes = self.notes.is_empty() && (self.reference.is_none() || beside_references);
        if takes {
            self.notes = std::mem::take(notes);
        }
        takes
    }

    /// The same but for what people read.
    pub(crate) fn same_rules(&self, other: &Wire) -> bool {
        let bare = |wire: &Wire| Wire { notes: Vec::new(), hint: None, lost: Vec::new(), ..wire.clone() };
        bare(self) == bare(other)
    }

    /// Holds to this too.
    pub(crate) fn also(&mut self, part: Wire) {
        if part.is_ruled() {
            self.all_of.push(part);
        }
    }

    /// Whether it says more than a type.
    pub(crate) fn is_ruled(&self) -> bool {
        let bare = Wire {
            types: self.types,
            notes: self.notes.clone(),
            hint: self.hint,
            lost: self.lost.clone(),
            ..Wire::default()
        };
        *self != bare
    }
}
