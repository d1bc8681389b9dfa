//! From an answer back to the document that it spells.

use std::collections::HashSet;

use isoform_json::{Document, Kind, ReadOptions, View};

use super::error::{Detail, PlanError, PlanErrorCode};
use super::renamed::Renamed;
use super::run::{Direction, Keys, Machine, Task};
use super::{Absent, Field, Plan, Position, Rest, Step};

/// The names that an encoding gives to its keys, and what to report where an answer abuses it.
#[derive(Clone, Copy)]
struct EntryList<'a> {
    key: &'a str,
    value: &'a str,
    kind: &'static str,
    at: &'a str,
}

impl Plan {
    /// Reads an answer back into the document that it spells.
    ///
    /// What no step acts on passes unchanged, so the result is as right or wrong as the answer was.
    ///
    /// # Errors
    /// `not-decodable` where the answer abuses an encoding (an entry that is none, a key twice, text that is not
    /// JSON), `too-deep` where it nests too deeply, and `invalid-plan`.
    ///
    /// # Examples
    /// ```
    /// use isoform_json::Document;
    /// use isoform_schema::plan::{Plan, Step};
    ///
    /// let plan = Plan::new(Step::Wrap { key: "value".into(), under: None, step: Step::Text { at: "".into() }.into() }, vec![]);
    /// let answer = Document::parse(r#"{"value":"{\"a\":[1.0]}"}"#)?;
    /// assert_eq!(plan.unmap(answer.root())?.root().to_json(), r#"{"a":[1.0]}"#);
    ///
    /// let broken = Document::parse(r#"{"value":"{\"a\":"}"#)?;
    /// let error = plan.unmap(broken.root()).unwrap_err();
    /// assert_eq!((error.code().as_str(), error.pointer()), ("not-decodable", "/value"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unmap(&self, answer: View<'_>) -> Result<Document, PlanError> {
        Machine::run(self, answer, Direction::Unmap)
    }
}

impl<'a> Machine<'a> {
    pub(super) fn unmap_value(&mut self, step: &'a Step, value: View<'a>, place: usize) -> Result<(), PlanError> {
        match (step, value.kind()) {
            (Step::Array { prefix, items }, Kind::Array) => self.visit_items(prefix, items, value, place),
            (Step::Object { fields, rest }, Kind::Object) => self.unmap_object(fields, rest, value, place),
            (Step::Tuple { positions, required, rest, at }, Kind::Object) => {
                self.unmap_tuple(positions, *required, rest.as_deref(), at, value, place)
            }
            (Step::Text { at }, _) => self.unmap_text(at, value, place),
            (Step::JsonValue { .. }, Kind::Array) => self.visit_items(&[], step, value, place),
            (Step::JsonValue { at, entries, key, value: value_key }, Kind::Object) => {
                let spelled = EntryList { key, value: value_key, kind: "json-value", at };
                let mut members = value.members();
                let list = match (members.next(), members.next()) {
                    (Some((name, list)), None) if name == entries => list,
                    _ => {
                        return Err(self.undecodable(
                            place,
                            "an object is not spelled as a list of entries",
                            "json-value",
                            at,
                        ));
                    }
                };
                self.push(Task::BeginObject);
                let place = self.added_member(place, entries);
                self.unmap_entries(spelled, list, step, &Keys::new(std::iter::empty()), place)?;
                self.push(Task::EndObject);
                Ok(())
            }
            (Step::EnumText { pairs }, Kind::String) => {
                let spelled = pairs.iter().find(|(text, _)| value.as_str() == Some(text));
                self.push(Task::Copy(spelled.map_or(value, |(_, wanted)| wanted.root())));
                Ok(())
            }
            _ => {
                self.push(Task::Copy(value));
                Ok(())
            }
        }
    }

    /// The one member of a wrap.
    pub(super) fn unwrap_member(
        &mut self,
        key: &'a str,
        under: Option<&Detail>,
        value: View<'a>,
        place: usize,
    ) -> Result<(View<'a>, usize), PlanError> {
        if value.kind() == Kind::Object {
            let mut members = value.members();
            if let (Some((name, member)), None) = (members.next(), members.next()) {
                if name == key {
                    return Ok((member, self.added_member(place, key)));
                }
            }
        }
        let (kind, at) = under.map_or(("root-wrap", ""), |change| (&change.kind, &change.at));
        Err(self.undecodable(place, "the answer is not wrapped as the form says", kind, at))
    }

    fn unmap_text(&mut self, at: &str, value: View<'a>, place: usize) -> Result<(), PlanError> {
        let options = ReadOptions::default().with_max_depth(self.levels_left(place));
        match value.as_str().map(|text| Document::parse_with(text, &options)) {
            Some(Ok(document)) => {
                // The text's tree lives no longer than this, so it is written at once.
                self.out.view(document.root());
                Ok(())
            }
            _ => Err(self.undecodable(place, "a value is not spelled as JSON text", "json-text", at)),
        }
    }

    fn unmap_object(
        &mut self,
        fields: &'a [Field],
        rest: &'a Rest,
        value: View<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        let names = Keys::new(fields.iter().map(|field| &*field.name));
        let wires = Keys::new(fields.iter().map(|field| &*field.wire));
        let renamed = Renamed::new(fields);
        let mut seen = vec![false; fields.len()];
        let mut list = None;
        self.push(Task::BeginObject);
        for (key, member) in value.members() {
            if let Some((field, seen)) = wires.find(key).and_then(|index| fields.get(index).zip(seen.get_mut(index))) {
                if std::mem::replace(seen, true) {
                    let place = self.added_member(place, key);
                    return Err(self.error(PlanErrorCode::NotDecodable, place, "the answer repeats a key"));
                }
                if field.absent != Absent::Null || member.kind() != Kind::Null {
                    self.push(Task::Key(&field.name));
                    let place = self.member(place, key)?;
                    self.visit(&field.step, member, place);
                }
                continue;
            }
            if let Rest::Entries { wire, at, .. } = rest {
                let place = self.added_member(place, key);
                if key != wire || list.replace((member, place)).is_some() {
                    let reason = "a free key stands outside the list of entries";
                    return Err(self.undecodable(place, reason, "entries", at));
                }
                continue;
            }
            let place = self.member(place, key)?;
            if let Some(field) = names.find(key).and_then(|index| fields.get(index)) {
                let reason = "a free key is the name of a renamed one";
                return Err(match &field.at {
                    Some(at) => self.undecodable(place, reason, "renamed", at),
                    None => self.error(PlanErrorCode::NotDecodable, place, reason),
                });
            }
            self.push(Task::Key(renamed.unescaped(key)));
            match rest {
                Rest::Step(step) => self.visit(step, member, place),
                _ => self.push(Task::Copy(member)),
            }
        }
        if let Rest::Entries { key, value, at, step, .. } = rest {
            let Some((list, place)) = list else {
                return Err(self.undecodable(place, "the list of entries is missing", "entries", at));
            };
            self.unmap_entries(EntryList { key, value, kind: "entries", at }, list, step, &names, place)?;
        }
        self.push(Task::EndObject);
        Ok(())
    }

    /// Leaves one member for each entry; the caller begins and ends the object.
    fn unmap_entries(
        &mut self,
        spelled: EntryList<'a>,
        list: View<'a>,
        step: &'a Step,
        taken: &Keys<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        if list.kind() != Kind::Array {
            return Err(self.undecodable(place, "the list of entries is no list", spelled.kind, spelled.at));
        }
        let mut seen = HashSet::new();
        for (index, entry) in list.items().enumerate() {
            let place = self.added_item(place, index);
            let Some((name, value)) = spelled.read(entry) else {
                return Err(self.undecodable(place, "an entry is not a key and a value", spelled.kind, spelled.at));
            };
            if taken.find(name).is_some() || !seen.insert(name) {
                return Err(self.undecodable(place, "an entry repeats a key", "unique-keys", spelled.at));
            }
            self.push(Task::Key(name));
            let place = self.member(place, spelled.value)?;
            self.visit(step, value, place);
        }
        Ok(())
    }

    fn unmap_tuple(
        &mut self,
        positions: &'a [Position],
        required: usize,
        rest: Option<&'a Position>,
        at: &'a str,
        value: View<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        let wires = Keys::new(positions.iter().chain(rest).map(|position| position.wire.as_str()));
        let mut elements: Vec<Option<View<'a>>> = vec![None; positions.len() + usize::from(rest.is_some())];
        for (key, member) in value.members() {
            match wires.find(key).and_then(|index| elements.get_mut(index)) {
                Some(slot @ None) => *slot = Some(member),
                _ => {
                    return Err(self.undecodable(
                        place,
                        "a key belongs to no element of the tuple",
                        "tuple-object",
                        at,
                    ));
                }
            }
        }
        let mut ended = false;
        self.push(Task::BeginArray);
        for (index, (position, element)) in positions.iter().zip(&elements).enumerate() {
            let Some(element) = *element else {
                return Err(self.undecodable(place, "an element of the tuple is missing", "tuple-object", at));
            };
            if index >= required && element.kind() == Kind::Null {
                ended = true;
                continue;
            }
            if ended {
                return Err(self.undecodable(
                    place,
                    "an element of the tuple follows one that is absent",
                    "tuple-object",
                    at,
                ));
            }
            let place = self.member(place, &position.wire)?;
            self.visit(&position.step, element, place);
        }
        if let Some(rest) = rest {
            let Some(list) = elements.last().copied().flatten().filter(|list| list.kind() == Kind::Array) else {
                return Err(self.undecodable(
                    place,
                    "the further elements of the tuple are no list",
                    "tuple-object",
                    at,
                ));
            };
            let list_place = self.added_member(place, &rest.wire);
            for (index, item) in list.items().enumerate() {
                if ended {
                    return Err(self.undecodable(
                        place,
                        "an element of the tuple follows one that is absent",
                        "tuple-object",
                        at,
                    ));
                }
                let place = self.item(list_place, index)?;
                self.visit(&rest.step, item, place);
            }
        }
        self.push(Task::EndArray);
        Ok(())
    }
}

impl EntryList<'_> {
    /// The name and the value of an entry that has just these two.
    fn read<'v>(&self, entry: View<'v>) -> Option<(&'v str, View<'v>)> {
        if entry.kind() != Kind::Object || entry.members().count() != 2 {
            return None;
        }
        Some((entry.get(self.key)?.as_str()?, entry.get(self.value)?))
    }
}
