//! Optional members where every member is required: null stands for absent, and may have to stand for itself as well.

use super::any::VALUE;
use super::wire::{Datum, Wire, WireProperty};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::dialect::Optional;
use crate::error::Error;
use crate::normal::node::Property;
use crate::plan::{Absent, Detail, Step};
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

impl Compiler<'_, '_> {
    /// The value of an optional member, with null for its absence.
    pub(super) fn null_or(
        &mut self,
        property: &Property,
        lowered: Lowered,
        place: SiteId,
    ) -> Result<(Lowered, Absent), Error> {
        let Lowered { wire, step } = lowered;
        let taken = match &property.value {
            Some(value) => self.graph.may_be_null(value.node)? && !spells_null(&step),
            None => !spells_null(&step),
        };
        if !taken {
            let why = "the optional member is required, and null stands for its absence";
            self.report.add(&self.graph.sites, Class::Mapped, Kind::NullForAbsent, None, place, why)?;
            return Ok((Lowered { wire: wire.or_null(self.dialect), step }, Absent::Null));
        }
        if self.options.three_state && self.may_encode() {
            let why = "absent and null are two documents: null stands for absent, and a value travels in an object";
            self.report.add(&self.graph.sites, Class::Mapped, Kind::NullForAbsent, None, place, why)?;
            let wire = in_an_object(wire).or_null(self.dialect);
            let under = Some(Detail::new(Kind::NullForAbsent, self.pointer(place)));
            let step = Step::Wrap { key: VALUE.to_owned(), under, step: Box::new(step) };
            return Ok((Lowered { wire, step }, Absent::Null));
        }
        let why = "absent and null are two documents, and null stands for both: null is what comes back";
        self.report.add(&self.graph.sites, Class::Narrower, Kind::AbsentOrNull, None, place, why)?;
        let absent = Absent::Narrowed { kind: Kind::AbsentOrNull.as_str().to_owned(), at: self.pointer(place) };
        let wire = if self.wire_admits_null(&wire) { wire } else { wire.or_null(self.dialect) };
        Ok((Lowered { wire, step }, absent))
    }

    /// Whether an optional member has to be said by null.
    pub(super) fn asks_for_null(&mut self, property: &Property) -> Result<bool, Error> {
        match self.dialect.optional {
            Optional::NullForAbsent => Ok(true),
            Optional::NotRequired if self.promote == 0 => Ok(false),
            Optional::NotRequired => {
                // Budgets for optional members are kept by asking for null where null means nothing yet.
                let Some(value) = &property.value else { return Ok(false) };
                let value = value.node;
                if self.graph.may_be_null(value)? || self.graph.node(value)?.types.len() != 1 {
                    return Ok(false);
                }
                self.promote -= 1;
                Ok(true)
            }
        }
    }

    /// Whether the wire admits null already.
    fn wire_admits_null(&self, wire: &Wire) -> bool {
        if wire.types.is_some_and(|types| types.has(TypeSet::NULL)) {
            return true;
        }
        if let Some(definition) = wire.reference.and_then(|number| self.definitions.get(number)) {
            return definition.lowered.as_ref().is_some_and(|lowered| self.wire_admits_null(&lowered.wire));
        }
        wire.any_of.iter().any(|branch| branch.reference.is_none() && self.wire_admits_null(branch))
    }
}

/// A value as the one member of an object, so that null beside it is free to say something else.
fn in_an_object(value: Wire) -> Wire {
    let property = WireProperty { name: VALUE.into(), wire: value, required: true };
    let text = "null: not given. Otherwise an object whose value may be null itself.";
    let notes = vec![("description", Datum::Text(text.to_owned()))];
    Wire { notes, ..Wire::closed_object(vec![property]) }
}

/// Whether a step gives null a spelling of its own, so that null itself is free to stand for absence.
fn spells_null(step: &Step) -> bool {
    match step {
        Step::Text { .. } => true,
        Step::EnumText { pairs } => pairs.iter().any(|(_, value)| value.root().is_null()),
        _ => false,
    }
}
