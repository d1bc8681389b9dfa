//! From a document to the answer that spells it.

use isoform_json::{Document, Kind, View};

use super::error::{PlanError, PlanErrorCode};
use super::renamed::Renamed;
use super::run::{Direction, Keys, Machine, Task};
use super::{Absent, Field, Plan, Position, Rest, Step};

impl Plan {
    /// Spells a document as the dialect wants it.
    ///
    /// # Errors
    /// `narrowed` where the document needs what a reported narrowing took away, `mismatch` where it does not fit
    /// the schema, `too-deep` and `too-large` where a budget ends, and `invalid-plan`.
    ///
    /// # Examples
    /// A map travels as a list of entries, and an absent member as null.
    /// ```
    /// use isoform_json::Document;
    /// use isoform_schema::plan::{Absent, Field, Plan, Rest, Step};
    ///
    /// let note = Field { name: "note".into(), wire: "note".into(), at: None, absent: Absent::Null, step: Step::Keep };
    /// let rest = Rest::Entries { wire: "more".into(), key: "key".into(), value: "value".into(), at: "".into(), step: Step::Keep.into() };
    /// let plan = Plan::new(Step::Object { fields: vec![note], rest }, vec![]);
    ///
    /// let document = Document::parse(r#"{"sauna":1.50}"#)?;
    /// let answer = plan.map(document.root())?;
    /// assert_eq!(answer.root().to_json(), r#"{"note":null,"more":[{"key":"sauna","value":1.50}]}"#);
    /// assert_eq!(plan.unmap(answer.root())?, document);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map(&self, document: View<'_>) -> Result<Document, PlanError> {
        Machine::run(self, document, Direction::Map)
    }
}

impl<'a> Machine<'a> {
    pub(super) fn map_value(&mut self, step: &'a Step, value: View<'a>, place: usize) -> Result<(), PlanError> {
        match (step, value.kind()) {
            (Step::Array { prefix, items }, Kind::Array) => self.visit_items(prefix, items, value, place),
            (Step::Object { fields, rest }, Kind::Object) => self.map_object(fields, rest, value, place),
            (Step::Tuple { positions, required, rest, at }, Kind::Array) => {
                self.map_tuple(positions, *required, rest.as_deref(), at, value, place)
            }
            (Step::Text { .. }, _) => {
                self.push(Task::Text(value));
                Ok(())
            }
            (Step::JsonValue { .. }, Kind::Array) => self.visit_items(&[], step, value, place),
            (Step::JsonValue { entries, key, value: value_key, .. }, Kind::Object) => {
                self.push(Task::BeginObject);
                self.map_entries([entries, key, value_key], value.members(), step, place)?;
                self.push(Task::EndObject);
                Ok(())
            }
            (Step::EnumText { pairs }, _) => {
                let spelling = pairs.iter().find(|(_, wanted)| wanted.root().same_value(value));
                self.push(spelling.map_or(Task::Copy(value), |(text, _)| Task::String(text)));
                Ok(())
            }
            _ => {
                self.push(Task::Copy(value));
                Ok(())
            }
        }
    }

    pub(super) fn visit_items(
        &mut self,
        prefix: &'a [Step],
        items: &'a Step,
        value: View<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        self.push(Task::BeginArray);
        for (index, item) in value.items().enumerate() {
            let place = self.item(place, index)?;
            self.visit(prefix.get(index).unwrap_or(items), item, place);
        }
        self.push(Task::EndArray);
        Ok(())
    }

    fn map_object(
        &mut self,
        fields: &'a [Field],
        rest: &'a Rest,
        value: View<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        let names = Keys::new(fields.iter().map(|field| &*field.name));
        let mut declared: Vec<Option<View<'a>>> = vec![None; fields.len()];
        let mut others = Vec::new();
        for (key, member) in value.members() {
            match names.find(key).and_then(|index| declared.get_mut(index)) {
                Some(Some(_)) => return Err(self.error(PlanErrorCode::Mismatch, place, "the document repeats a key")),
                Some(slot) => *slot = Some(member),
                None => others.push((key, member)),
            }
        }
        if let Rest::Narrowed { kind, at } = rest {
            if let Some((key, _)) = others.first() {
                let place = self.member(place, key)?;
                return Err(self.narrowed(place, kind, at));
            }
        }
        self.push(Task::BeginObject);
        for (field, member) in fields.iter().zip(declared) {
            match (member, &field.absent) {
                (Some(member), _) => {
                    self.push(Task::Key(&field.wire));
                    let place = self.member(place, &field.name)?;
                    self.visit(&field.step, member, place);
                }
                (None, Absent::Omitted) => {}
                (None, Absent::Null) => {
                    self.invent(1, place)?;
                    self.push(Task::Key(&field.wire));
                    self.push(Task::Null);
                }
                (None, Absent::Narrowed { kind, at }) => return Err(self.narrowed(place, kind, at)),
            }
        }
        if let Rest::Entries { wire, key, value: value_key, step, .. } = rest {
            self.map_entries([wire, key, value_key], others.into_iter(), step, place)?;
        } else if !others.is_empty() {
            let renamed = Renamed::new(fields);
            for (key, member) in others {
                let member_place = self.member(place, key)?;
                self.push(if renamed.meets(key) { Task::Escaped(key) } else { Task::Key(key) });
                match rest {
                    Rest::Step(step) => self.visit(step, member, member_place),
                    _ => self.push(Task::Copy(member)),
                }
            }
        }
        self.push(Task::EndObject);
        Ok(())
    }

    fn map_entries(
        &mut self,
        [wire, key, value]: [&'a str; 3],
        members: impl Iterator<Item = (&'a str, View<'a>)>,
        step: &'a Step,
        place: usize,
    ) -> Result<(), PlanError> {
        self.invent(1, place)?;
        self.push(Task::Key(wire));
        self.push(Task::BeginArray);
        for (name, member) in members {
            let place = self.member(place, name)?;
            self.push(Task::BeginObject);
            self.push(Task::Key(key));
            self.push(Task::String(name));
            self.push(Task::Key(value));
            self.visit(step, member, place);
            self.push(Task::EndObject);
        }
        self.push(Task::EndArray);
        Ok(())
    }

    fn map_tuple(
        &mut self,
        positions: &'a [Position],
        required: usize,
        rest: Option<&'a Position>,
        at: &'a str,
        value: View<'a>,
        place: usize,
    ) -> Result<(), PlanError> {
        let count = value.items().count();
        if count < required || (rest.is_none() && count > positions.len()) {
            return Err(self.error(
                PlanErrorCode::Mismatch,
                place,
                "the array does not have as many elements as the schema says",
            ));
        }
        let mut items = value.items().enumerate();
        self.push(Task::BeginObject);
        for (index, position) in positions.iter().enumerate() {
            self.push(Task::Key(&position.wire));
            if let Some((_, item)) = items.next() {
                let place = self.item(place, index)?;
                if index >= required && item.kind() == Kind::Null && self.keeps_null(&position.step, item, place)? {
                    return Err(self.narrowed(place, "absent-or-null", at));
                }
                self.visit(&position.step, item, place);
            } else {
                self.invent(1, place)?;
                self.push(Task::Null);
            }
        }
        if let Some(rest) = rest {
            self.invent(1, place)?;
            self.push(Task::Key(&rest.wire));
            self.push(Task::BeginArray);
            for (index, item) in items {
                let place = self.item(place, index)?;
                self.visit(&rest.step, item, place);
            }
            self.push(Task::EndArray);
        }
        self.push(Task::EndObject);
        Ok(())
    }
}
