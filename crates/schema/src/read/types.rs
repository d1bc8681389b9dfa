//! Sets of JSON types.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use isoform_json::{Kind, View};

/// A set of JSON types, where whole numbers and other numbers are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeSet(u8);

impl TypeSet {
    pub(crate) const NONE: TypeSet = TypeSet(0);
    pub(crate) const NULL: TypeSet = TypeSet(1);
    pub(crate) const BOOLEAN: TypeSet = TypeSet(2);
    pub(crate) const INTEGER: TypeSet = TypeSet(4);
    pub(crate) const FRACTION: TypeSet = TypeSet(8);
    pub(crate) const NUMBER: TypeSet = TypeSet(12);
    pub(crate) const STRING: TypeSet = TypeSet(16);
    pub(crate) const ARRAY: TypeSet = TypeSet(32);
    pub(crate) const OBJECT: TypeSet = TypeSet(64);
    pub(crate) const ALL: TypeSet = TypeSet(127);

    /// The set named by one value of `type`.
    pub(crate) fn from_name(name: &str) -> Option<TypeSet> {
        Some(match name {
            "null" => TypeSet::NULL,
            "boolean" => TypeSet::BOOLEAN,
            "integer" => TypeSet::INTEGER,
            "number" => TypeSet::NUMBER,
            "string" => TypeSet::STRING,
            "array" => TypeSet::ARRAY,
            "object" => TypeSet::OBJECT,
            _ => return None,
        })
    }

    /// The set that holds just the type of this value.
    pub(crate) fn of(value: View<'_>) -> TypeSet {
        match value.kind() {
            Kind::Null => TypeSet::NULL,
            Kind::Bool => TypeSet::BOOLEAN,
            Kind::Number if value.as_number().is_some_and(|number| number.is_integer()) => TypeSet::INTEGER,
            Kind::Number => TypeSet::FRACTION,
            Kind::String => TypeSet::STRING,
            Kind::Array => TypeSet::ARRAY,
            Kind::Object => TypeSet::OBJECT,
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, other: TypeSet) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_within(self, other: TypeSet) -> bool {
        self.0 & !other.0 == 0
    }

    pub(crate) fn without(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// The parts that are written as one `type` each, in the order of this list: an integer stands for itself only
    /// where other numbers are not admitted.
    pub(crate) fn parts(self) -> impl Iterator<Item = TypeSet> {
        [TypeSet::STRING, TypeSet::NUMBER, TypeSet::BOOLEAN, TypeSet::OBJECT, TypeSet::ARRAY, TypeSet::NULL]
            .into_iter()
            .map(move |part| self & part)
            .filter(|part| !part.is_empty())
    }

    /// How many `type` names are needed.
    pub(crate) fn len(self) -> usize {
        let both = self & TypeSet::NUMBER == TypeSet::NUMBER;
        self.0.count_ones() as usize - usize::from(both)
    }

    /// The name of a set of one part. A set of fractions alone has no name of its own and is called number.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TypeSet::NULL => "null",
            TypeSet::BOOLEAN => "boolean",
            TypeSet::INTEGER => "integer",
            TypeSet::STRING => "string",
            TypeSet::ARRAY => "array",
            TypeSet::OBJECT => "object",
            _ => "number",
        }
    }
}

impl BitAnd for TypeSet {
    type Output = TypeSet;
    fn bitand(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }
}

impl BitOr for TypeSet {
    type Output = TypeSet;
    fn bitor(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }
}

impl fmt::Display for TypeSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.parts().map(TypeSet::name).collect();
        out.write_str(&names.join(", "))
    }
}
