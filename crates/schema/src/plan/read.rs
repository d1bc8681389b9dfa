//! Reading a plan from its JSON, strictly: what this version does not know, it does not run.

use std::collections::HashSet;
use std::sync::Arc;

use isoform_json::{Document, Kind, View, pointer};
use serde::{Deserialize, Deserializer, de};

use super::error::{Detail, PlanError, PlanErrorCode};
use super::renamed::apart;
use super::simplify::{MAX_NESTING, MAX_TESTS};
use super::{Absent, Branch, Field, Plan, Position, Rest, Step, Test, VERSION};

impl Plan {
    /// Reads a plan from its JSON.
    ///
    /// # Errors
    /// `invalid-plan` with the place in the plan: another version, an unknown operation or key, a reference to
    /// no definition, or a key that an encoding would write twice.
    ///
    /// # Examples
    /// ```
    /// use isoform_json::Document;
    /// use isoform_schema::plan::Plan;
    ///
    /// let later = Document::parse(r#"{"version":2,"root":"keep","definitions":{}}"#)?;
    /// let error = Plan::from_document(later.root()).unwrap_err();
    /// assert_eq!((error.code().as_str(), error.pointer()), ("invalid-plan", "/version"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_document(plan: View<'_>) -> Result<Plan, PlanError> {
        let mut reader = Reader { pointer: String::new(), nesting: 0, testing: 0, references: Vec::new() };
        reader.plan(plan)
    }
}

impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plan, D::Error> {
        let document = Document::deserialize(deserializer)?;
        Plan::from_document(document.root()).map_err(de::Error::custom)
    }
}

const TYPES: [Kind; 6] = [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object];

struct Reader {
    pointer: String,
    nesting: usize,
    testing: usize,
    references: Vec<(Arc<str>, String)>,
}

type Read<T> = Result<T, PlanError>;

impl Reader {
    fn fail<T>(&self, reason: &'static str) -> Read<T> {
        Err(PlanError::new(PlanErrorCode::InvalidPlan, self.pointer.clone(), reason))
    }

    /// Goes into a member or an item; an error on the way leaves the pointer where it is.
    fn enter(&mut self, token: &str) -> usize {
        let outer = self.pointer.len();
        pointer::push_token(&mut self.pointer, token);
        outer
    }

    fn leave(&mut self, outer: usize) {
        self.pointer.truncate(outer);
    }

    fn plan(&mut self, plan: View<'_>) -> Read<Plan> {
        self.keys(plan, &["version", "root", "definitions"])?;
        let version = self.member(plan, "version", |reader, version| {
            let known = version.as_number().is_some_and(|number| number.text() == VERSION.to_string());
            if known { Ok(VERSION) } else { reader.fail("the plan has a version that this release does not know") }
        })?;
        let root = self.member(plan, "root", Reader::step)?;
        let definitions = self.member(plan, "definitions", |reader, definitions| {
            if definitions.kind() != Kind::Object {
                return reader.fail("definitions are an object");
            }
            let mut steps = Vec::new();
            for (name, step) in definitions.members() {
                let outer = reader.enter(name);
                steps.push((Arc::from(name), reader.step(step)?));
                reader.leave(outer);
            }
            Ok(steps)
        })?;
        self.distinct(definitions.iter().map(|(name, _)| &**name))?;
        let known: HashSet<&str> = definitions.iter().map(|(name, _)| &**name).collect();
        for (name, pointer) in std::mem::take(&mut self.references) {
            if !known.contains(&*name) {
                self.pointer = pointer;
                return self.fail("a reference goes to no definition");
            }
        }
        Ok(Plan { version, root, definitions })
    }

    fn step(&mut self, step: View<'_>) -> Read<Step> {
        if step.as_str() == Some("keep") {
            return Ok(Step::Keep);
        }
        if self.nesting == MAX_NESTING {
            return self.fail("the plan nests too deeply");
        }
        self.nesting += 1;
        let read = match step.get("op").and_then(|op| op.as_str()) {
            Some("ref") => self.reference(step),
            Some("array") => self.array(step),
            Some("object") => self.object(step),
            Some("tuple") => self.tuple(step),
            Some("text") => self.text_step(step),
            Some("json-value") => self.json_value(step),
            Some("enum-text") => self.enum_text(step),
            Some("wrap") => self.wrap(step),
            Some("expect") => self.expect(step),
            Some("choose") => self.choose(step),
            _ => self.fail("a step is \"keep\" or an object with a known operation"),
        }?;
        self.nesting -= 1;
        Ok(read)
    }

    fn reference(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "to"])?;
        let to: Arc<str> = self.text(step, "to")?.into();
        self.references.push((to.clone(), self.pointer.clone()));
        Ok(Step::Reference(to))
    }

    fn array(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "prefix", "items"])?;
        let prefix = if step.get("prefix").is_some() { self.list(step, "prefix", Reader::step)? } else { Vec::new() };
        Ok(Step::Array { prefix, items: self.inner(step, "items")? })
    }

    fn object(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "fields", "rest"])?;
        let fields = self.list(step, "fields", Reader::field)?;
        let rest = self.member(step, "rest", Reader::rest)?;
        self.distinct(fields.iter().map(|field| &*field.name))?;
        let list = if let Rest::Entries { wire, .. } = &rest { Some(wire.as_str()) } else { None };
        self.distinct(fields.iter().map(|field| &*field.wire).chain(list))?;
        if matches!(rest, Rest::Pass | Rest::Step(_)) && !apart(&fields) {
            return self.fail("the key of a renamed member and another one differ only by `_` at the end");
        }
        Ok(Step::Object { fields, rest })
    }

    fn field(&mut self, field: View<'_>) -> Read<Field> {
        self.keys(field, &["name", "wire", "at", "absent", "step"])?;
        let at = if field.get("at").is_some() { Some(self.text(field, "at")?) } else { None };
        let absent =
            if field.get("absent").is_some() { self.member(field, "absent", Reader::absent)? } else { Absent::Omitted };
        Ok(Field {
            name: self.text(field, "name")?.into(),
            wire: self.text(field, "wire")?.into(),
            at,
            absent,
            step: self.member(field, "step", Reader::step)?,
        })
    }

    fn absent(&mut self, absent: View<'_>) -> Read<Absent> {
        if absent.as_str() == Some("null") {
            return Ok(Absent::Null);
        }
        self.keys(absent, &["narrowed"])?;
        let (kind, at) = self.member(absent, "narrowed", Reader::cause)?;
        Ok(Absent::Narrowed { kind, at })
    }

    fn rest(&mut self, rest: View<'_>) -> Read<Rest> {
        if rest.as_str() == Some("pass") {
            return Ok(Rest::Pass);
        }
        self.keys(rest, &["step", "narrowed", "entries"])?;
        match rest.members().next() {
            Some(("step", _)) if rest.len() == 1 => Ok(Rest::Step(self.inner(rest, "step")?)),
            Some(("narrowed", _)) if rest.len() == 1 => {
                let (kind, at) = self.member(rest, "narrowed", Reader::cause)?;
                Ok(Rest::Narrowed { kind, at })
            }
            Some(("entries", _)) if rest.len() == 1 => self.member(rest, "entries", Reader::entries),
            _ => self.fail("the rest is \"pass\" or has one rule"),
        }
    }

    fn entries(&mut self, entries: View<'_>) -> Read<Rest> {
        self.keys(entries, &["wire", "key", "value", "at", "step"])?;
        let [wire, key, value, at] = self.texts(entries, ["wire", "key", "value", "at"])?;
        self.distinct([key.as_str(), value.as_str()].into_iter())?;
        Ok(Rest::Entries { wire, key, value, at, step: self.inner(entries, "step")? })
    }

    fn cause(&mut self, cause: View<'_>) -> Read<(String, String)> {
        self.keys(cause, &["kind", "at"])?;
        Ok((self.text(cause, "kind")?, self.text(cause, "at")?))
    }

    fn tuple(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "positions", "required", "rest", "at"])?;
        let positions = self.list(step, "positions", Reader::position)?;
        let count = positions.len();
        let required = self.member(step, "required", |reader, required| {
            match required.as_number().and_then(|number| number.text().parse().ok()) {
                Some(required) if required <= count => Ok(required),
                _ => reader.fail("as many elements are required as there are positions, or fewer"),
            }
        })?;
        let rest = self.member(step, "rest", |reader, rest| {
            if rest.kind() == Kind::Null { Ok(None) } else { Ok(Some(Box::new(reader.position(rest)?))) }
        })?;
        self.distinct(positions.iter().chain(rest.as_deref()).map(|position| position.wire.as_str()))?;
        Ok(Step::Tuple { positions, required, rest, at: self.text(step, "at")? })
    }

    fn position(&mut self, position: View<'_>) -> Read<Position> {
        self.keys(position, &["wire", "step"])?;
        Ok(Position { wire: self.text(position, "wire")?, step: self.member(position, "step", Reader::step)? })
    }

    fn text_step(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "at"])?;
        Ok(Step::Text { at: self.text(step, "at")? })
    }

    fn json_value(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "at", "wire", "key", "value"])?;
        let [at, entries, key, value] = self.texts(step, ["at", "wire", "key", "value"])?;
        self.distinct([key.as_str(), value.as_str()].into_iter())?;
        Ok(Step::JsonValue { at, entries, key, value })
    }

    fn enum_text(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "pairs"])?;
        let pairs = self.list(step, "pairs", |reader, pair| {
            let mut items = pair.items();
            match (items.next().and_then(|text| text.as_str()), items.next(), items.next()) {
                (Some(text), Some(value), None) => Ok((text.to_owned(), value.to_document())),
                _ => reader.fail("a pair is a list of a string and a value"),
            }
        })?;
        Ok(Step::EnumText { pairs })
    }

    fn wrap(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "key", "under", "step"])?;
        let under = match step.get("under") {
            Some(_) => {
                let (kind, at) = self.member(step, "under", Reader::cause)?;
                Some(Detail { kind, at })
            }
            None => None,
        };
        Ok(Step::Wrap { key: self.text(step, "key")?, under, step: self.inner(step, "step")? })
    }

    fn expect(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "types", "kind", "at", "step"])?;
        let types = self.list(step, "types", Reader::json_type)?;
        let [kind, at] = self.texts(step, ["kind", "at"])?;
        Ok(Step::Expect { types, kind, at, step: self.inner(step, "step")? })
    }

    fn choose(&mut self, step: View<'_>) -> Read<Step> {
        self.keys(step, &["op", "branches"])?;
        Ok(Step::Choose { branches: self.list(step, "branches", Reader::branch)? })
    }

    fn branch(&mut self, branch: View<'_>) -> Read<Branch> {
        self.keys(branch, &["doc", "wire", "step"])?;
        let document = self.list(branch, "doc", Reader::test)?;
        let wire = self.list(branch, "wire", Reader::test)?;
        Ok(Branch { document, wire, step: self.member(branch, "step", Reader::step)? })
    }

    fn test(&mut self, test: View<'_>) -> Read<Test> {
        let only = if test.kind() == Kind::Object && test.len() == 1 { test.members().next() } else { None };
        match only {
            Some(("type", _)) => Ok(Test::Type(self.list(test, "type", Reader::json_type)?)),
            Some(("has", _)) => Ok(Test::Has(self.text(test, "has")?)),
            Some(("lacks", _)) => Ok(Test::Lacks(self.text(test, "lacks")?)),
            Some(("whole", yes)) if yes.as_bool() == Some(true) => Ok(Test::Whole),
            Some(("items", tests)) if tests.kind() == Kind::Array => {
                Ok(Test::Items(self.member(test, "items", |reader, tests| reader.tests(tests.items(), 0))?))
            }
            Some(("member", list)) if list.kind() == Kind::Array => {
                let Some(key) = list.items().next().and_then(|key| key.as_str()) else {
                    return self.fail("\"member\" is a list of a key and tests");
                };
                let tests = self.member(test, "member", |reader, list| reader.tests(list.items().skip(1), 1))?;
                Ok(Test::Member(key.to_owned(), tests))
            }
            Some(("others", list)) if list.kind() == Kind::Array => {
                let Some(keys) = list.items().next().and_then(texts) else {
                    return self.fail("\"others\" is a list of keys and then of tests");
                };
                let tests = self.member(test, "others", |reader, list| reader.tests(list.items().skip(1), 1))?;
                Ok(Test::Others(keys, tests))
            }
            Some(("any", _)) => Ok(Test::Any(self.list(test, "any", |reader, tests| match tests.kind() {
                Kind::Array => reader.tests(tests.items(), 0),
                _ => reader.fail("\"any\" is a list of lists of tests"),
            })?)),
            Some(("is", _)) => Ok(Test::Is(self.list(test, "is", |_, value| Ok(value.to_document()))?)),
            Some(("equals", pair)) if pair.kind() == Kind::Array => {
                let mut items = pair.items();
                match items.next().and_then(|key| key.as_str()) {
                    Some(key) if pair.len() > 1 => {
                        Ok(Test::Equals(key.to_owned(), items.map(|value| value.to_document()).collect()))
                    }
                    _ => self.fail("\"equals\" is a list of a key and the values it may have"),
                }
            }
            Some(("only", keys)) => match texts(keys) {
                Some(keys) => Ok(Test::Only(keys)),
                None => self.fail("\"only\" is a list of keys"),
            },
            _ => self.fail("a test is an object with one known question"),
        }
    }

    /// Tests in a test, the first of them the item of this number.
    fn tests<'v>(&mut self, tests: impl Iterator<Item = View<'v>>, first: usize) -> Read<Vec<Test>> {
        if self.testing == MAX_TESTS {
            return self.fail("tests nest too deeply");
        }
        self.testing += 1;
        let mut found = Vec::new();
        for (index, test) in tests.enumerate() {
            let outer = self.enter(&(first + index).to_string());
            found.push(self.test(test)?);
            self.leave(outer);
        }
        self.testing -= 1;
        Ok(found)
    }

    fn json_type(&mut self, name: View<'_>) -> Read<Kind> {
        let known = name.as_str().and_then(|name| TYPES.into_iter().find(|kind| kind.name() == name));
        known.map_or_else(|| self.fail("not a JSON type"), Ok)
    }

    fn inner(&mut self, view: View<'_>, key: &str) -> Read<Box<Step>> {
        Ok(Box::new(self.member(view, key, Reader::step)?))
    }

    fn member<'v, T>(
        &mut self,
        view: View<'v>,
        key: &str,
        read: impl FnOnce(&mut Reader, View<'v>) -> Read<T>,
    ) -> Read<T> {
        let Some(member) = view.get(key) else {
            return self.fail("a key is missing");
        };
        let outer = self.enter(key);
        let found = read(self, member)?;
        self.leave(outer);
        Ok(found)
    }

    fn text(&mut self, view: View<'_>, key: &str) -> Read<String> {
        self.member(view, key, |reader, text| {
            text.as_str().map_or_else(|| reader.fail("not a string"), |text| Ok(text.to_owned()))
        })
    }

    fn texts<const N: usize>(&mut self, view: View<'_>, keys: [&str; N]) -> Read<[String; N]> {
        let mut texts = [const { String::new() }; N];
        for (text, key) in texts.iter_mut().zip(keys) {
            *text = self.text(view, key)?;
        }
        Ok(texts)
    }

    fn list<'v, T>(
        &mut self,
        view: View<'v>,
        key: &str,
        mut read: impl FnMut(&mut Reader, View<'v>) -> Read<T>,
    ) -> Read<Vec<T>> {
        let Some(list) = view.get(key) else {
            return self.fail("a key is missing");
        };
        let outer = self.enter(key);
        if list.kind() != Kind::Array {
            return self.fail("not a list");
        }
        // A loop, not a chain of adapters: in an unoptimised build each adapter is a frame on the stack.
        let mut found = Vec::new();
        for (index, item) in list.items().enumerate() {
            let outer = self.enter(&index.to_string());
            found.push(read(self, item)?);
            self.leave(outer);
        }
        self.leave(outer);
        Ok(found)
    }

    /// An object with some of these keys, each at most once.
    fn keys(&self, view: View<'_>, known: &[&str]) -> Read<()> {
        if view.kind() != Kind::Object {
            return self.fail("not an object");
        }
        let mut seen = vec![false; known.len()];
        for (key, _) in view.members() {
            match known.iter().position(|word| *word == key).and_then(|index| seen.get_mut(index)) {
                Some(seen @ false) => *seen = true,
                Some(_) => return self.fail("a key is repeated"),
                None => return self.fail("a key is unknown"),
            }
        }
        Ok(())
    }

    fn distinct<'s>(&self, mut keys: impl Iterator<Item = &'s str>) -> Read<()> {
        let mut seen = HashSet::new();
        if keys.all(|key| seen.insert(key)) { Ok(()) } else { self.fail("a name is used twice") }
    }
}

/// The strings of a list that holds nothing else.
fn texts(list: View<'_>) -> Option<Vec<String>> {
    let all = list.items().map(|text| text.as_str().map(str::to_owned));
    if list.kind() == Kind::Array { all.collect() } else { None }
}
