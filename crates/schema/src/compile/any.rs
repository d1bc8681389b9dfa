//! Places that admit any value, and everything else that travels as JSON text.

use std::sync::Arc;

use super::entries::Entries;
use super::wire::{Datum, Wire, WireProperty};
use super::{Compiler, Lowered};
use crate::change::{Class, Kind};
use crate::error::{Error, ErrorCode};
use crate::normal::node::Use;
use crate::plan::Step;
use crate::read::sites::SiteId;
use crate::read::types::TypeSet;

/// The key under which entries travel.
pub(crate) const ENTRIES: &str = "entries";
/// The key of an entry's key.
pub(crate) const KEY: &str = "key";
/// The key of an entry's value.
pub(crate) const VALUE: &str = "value";

impl Compiler<'_, '_> {
    /// Any value at all: in the shared recursive definition where the dialect takes recursion, as JSON text elsewhere.
    pub(crate) fn any(&mut self, at: SiteId) -> Result<Lowered, Error> {
        if self.dialect.untyped {
            return Ok(Lowered { wire: Wire::default(), step: Step::Keep });
        }
        if !self.may_encode() {
            let message = "any value is admitted here, and the dialect wants a type: only an encoding can say it";
            return Err(self.error(ErrorCode::Untyped, at, message));
        }
        if !self.dialect.json_value {
            return self.text(at, &[], "any value is admitted here, and the dialect wants a type");
        }
        let why = "any value is admitted here: it travels in a shared definition, where an object is a list of entries";
        self.report.add(&self.graph.sites, Class::Mapped, Kind::JsonValue, None, at, why)?;
        let why = "a list of entries can repeat a key, an object cannot";
        self.report.add(&self.graph.sites, Class::Wider, Kind::UniqueKeys, None, at, why)?;
        let step = Step::JsonValue {
            at: self.pointer(at),
            entries: ENTRIES.to_owned(),
            key: KEY.to_owned(),
            value: VALUE.to_owned(),
        };
        Ok(Lowered { wire: Wire::refer(self.json_value()), step })
    }

    /// The definition of any value.
    fn json_value(&mut self) -> usize {
        if let Some(known) = self.json_value {
            return known;
        }
        let number = self.definitions.len();
        let wire = Wire {
            notes: vec![(
                "description",
                Datum::Text("Any JSON value; an object is written as a list of entries.".to_owned()),
            )],
            any_of: vec![
                Wire::of_type(TypeSet::STRING),
                Wire::of_type(TypeSet::NUMBER),
                Wire::of_type(TypeSet::BOOLEAN),
                Wire::of_type(TypeSet::NULL),
                Wire::list(Wire::refer(number)),
                entries_object(Vec::new(), ENTRIES, vec![(Wire::of_type(TypeSet::STRING), Wire::refer(number))]),
            ],
            ..Wire::default()
        };
        // Steps name the encoding themselves; nothing refers to the definition's own step.
        let defined = self.own_definition("JsonValue", Lowered { wire, step: Step::Keep });
        self.json_value = Some(defined);
        defined
    }

    /// A value as JSON text in a string.
    pub(crate) fn text(&mut self, at: SiteId, also: &[SiteId], because: &str) -> Result<Lowered, Error> {
        let sites = &self.graph.sites;
        let why = format!("{because}: the value travels as JSON text in a string");
        self.report.add_merged(sites, Class::Mapped, Kind::JsonText, None, at, also, why)?;
        let why = "the text is not held to the schema: it is read and checked here after the answer";
        self.report.add_merged(sites, Class::Wider, Kind::JsonText, None, at, also, why)?;
        let hint = Some("A JSON value, written as JSON text in this string.");
        let wire = Wire { hint, ..Wire::of_type(TypeSet::STRING) };
        Ok(Lowered { wire, step: Step::Text { at: self.pointer(at) } })
    }

    /// A node that comes back to itself where the dialect has no recursion.
    pub(crate) fn cut(&mut self, used: &Use) -> Result<Lowered, Error> {
        let site = self.site_of(used);
        if self.options.cut_recursion && self.dialect.untyped {
            let why = "the definition comes back to itself: here it goes no further";
            self.report.add(&self.graph.sites, Class::Narrower, Kind::Recursion, None, site, why)?;
            let step = Step::Expect {
                types: Vec::new(),
                kind: Kind::Recursion.as_str().to_owned(),
                at: self.pointer(site),
                step: Box::new(Step::Keep),
            };
            return Ok(Lowered { wire: Wire::nothing(), step });
        }
        if self.dialect.json_text && self.may_encode() {
            return self.text(
                site,
                &self.places_of(used.node),
                "the definition comes back to itself, and the dialect takes no recursion",
            );
        }
        let message = "the definition comes back to itself, and the dialect takes no recursion";
        Err(self.error(ErrorCode::Recursive, site, message))
    }
}

/// An object with these members and a list of entries beside them.
pub(crate) fn entries_object(mut properties: Vec<WireProperty>, name: &str, kinds: Vec<(Wire, Wire)>) -> Wire {
    properties.push(WireProperty { name: Arc::from(name), wire: Entries::list(kinds), required: true });
    Wire::closed_object(properties)
}
