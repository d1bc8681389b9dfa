//! Writing a plan as JSON.

use isoform_json::{Builder, Document, Error, Growth, Kind};
use serde::{Serialize, Serializer};

use super::{Absent, Branch, Plan, Position, Rest, Step, Test};

impl Plan {
    /// The plan as JSON.
    ///
    /// Steps that nest further than a reader takes become definitions, as in [`Plan::simplify`].
    ///
    /// # Examples
    /// ```
    /// use isoform_schema::plan::{Plan, Step};
    ///
    /// let plan = Plan::new(Step::Wrap { key: "value".into(), under: None, step: Step::Keep.into() }, vec![]);
    /// let document = plan.to_document();
    /// assert_eq!(
    ///     document.root().to_json(),
    ///     r#"{"version":1,"root":{"op":"wrap","key":"value","step":"keep"},"definitions":{}}"#,
    /// );
    /// assert_eq!(Plan::from_document(document.root())?, plan);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_document(&self) -> Document {
        let written = if self.nests_deeply() { self.clone().split().write() } else { self.write() };
        written.unwrap_or_else(|_| unwritable())
    }

    fn write(&self) -> Result<Document, Error> {
        let mut out = Writer(Builder::new());
        out.braces(|out| {
            out.key("version");
            out.0.unsigned(u64::from(self.version));
            out.inner("root", &self.root);
            out.key("definitions");
            out.braces(|out| self.definitions.iter().for_each(|(name, step)| out.inner(name, step)));
        });
        out.0.finish()
    }
}

/// Null, which no reader takes for a plan: what is left where a constant nests as deeply as a document can.
fn unwritable() -> Document {
    let mut growth = Growth::new(String::new(), 1);
    growth.null(0, 0);
    growth.into_document()
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_document().serialize(serializer)
    }
}

struct Writer(Builder);

impl Writer {
    fn step(&mut self, step: &Step) {
        match step {
            Step::Keep => self.string("keep"),
            Step::Reference(name) => self.operation("ref", |out| out.text("to", name)),
            Step::Array { prefix, items } => self.operation("array", |out| {
                if !prefix.is_empty() {
                    out.values("prefix", prefix, Writer::step);
                }
                out.inner("items", items);
            }),
            Step::Object { fields, rest } => self.operation("object", |out| {
                out.list("fields", fields, |out, field| {
                    out.text("name", &field.name);
                    out.text("wire", &field.wire);
                    if let Some(at) = &field.at {
                        out.text("at", at);
                    }
                    out.absent(&field.absent);
                    out.inner("step", &field.step);
                });
                out.rest(rest);
            }),
            Step::Tuple { positions, required, rest, at } => self.operation("tuple", |out| {
                out.list("positions", positions, Writer::position);
                out.key("required");
                out.0.unsigned(*required as u64);
                out.key("rest");
                match rest {
                    Some(rest) => out.braces(|out| out.position(rest)),
                    None => {
                        out.0.null();
                    }
                }
                out.text("at", at);
            }),
            Step::Text { at } => self.operation("text", |out| out.text("at", at)),
            Step::JsonValue { at, entries, key, value } => self.operation("json-value", |out| {
                out.text("at", at);
                out.text("wire", entries);
                out.text("key", key);
                out.text("value", value);
            }),
            Step::EnumText { pairs } => self.operation("enum-text", |out| {
                out.values("pairs", pairs, |out, (text, value)| out.pair(text, value));
            }),
            Step::Wrap { key, under, step } => self.operation("wrap", |out| {
                out.text("key", key);
                if let Some(change) = under {
                    out.change("under", &change.kind, &change.at);
                }
                out.inner("step", step);
            }),
            Step::Expect { types, kind, at, step } => self.operation("expect", |out| {
                out.types("types", types);
                out.text("kind", kind);
                out.text("at", at);
                out.inner("step", step);
            }),
            Step::Choose { branches } => self.operation("choose", |out| out.list("branches", branches, Writer::branch)),
        }
    }

    fn position(&mut self, position: &Position) {
        self.text("wire", &position.wire);
        self.inner("step", &position.step);
    }

    fn branch(&mut self, branch: &Branch) {
        self.list("doc", &branch.document, Writer::test);
        self.list("wire", &branch.wire, Writer::test);
        self.inner("step", &branch.step);
    }

    fn absent(&mut self, absent: &Absent) {
        match absent {
            Absent::Omitted => {}
            Absent::Null => self.text("absent", "null"),
            Absent::Narrowed { kind, at } => {
                self.key("absent");
                self.braces(|out| out.change("narrowed", kind, at));
            }
        }
    }

    fn rest(&mut self, rest: &Rest) {
        self.key("rest");
        match rest {
            Rest::Pass => self.string("pass"),
            Rest::Step(step) => self.braces(|out| out.inner("step", step)),
            Rest::Narrowed { kind, at } => self.braces(|out| out.change("narrowed", kind, at)),
            Rest::Entries { wire, key, value, at, step } => self.braces(|out| {
                out.key("entries");
                out.braces(|out| {
                    out.text("wire", wire);
                    out.text("key", key);
                    out.text("value", value);
                    out.text("at", at);
                    out.inner("step", step);
                });
            }),
        }
    }

    fn change(&mut self, key: &str, kind: &str, at: &str) {
        self.key(key);
        self.braces(|out| {
            out.text("kind", kind);
            out.text("at", at);
        });
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Type(types) => self.types("type", types),
            Test::Has(key) => self.text("has", key),
            Test::Lacks(key) => self.text("lacks", key),
            Test::Equals(key, values) => {
                self.key("equals");
                self.0.begin_array().string(key);
                for value in values {
                    self.value(value);
                }
                self.0.end_array();
            }
            Test::Only(keys) => self.values("only", keys, |out, key| out.string(key)),
            Test::Is(values) => self.values("is", values, Writer::value),
            Test::Whole => {
                self.key("whole");
                self.0.bool(true);
            }
            Test::Member(key, tests) => {
                self.key("member");
                self.0.begin_array().string(key);
                self.tests(tests);
                self.0.end_array();
            }
            Test::Items(tests) => self.list("items", tests, Writer::test),
            Test::Others(keys, tests) => {
                self.key("others");
                self.0.begin_array().begin_array();
                for key in keys {
                    self.string(key);
                }
                self.0.end_array();
                self.tests(tests);
                self.0.end_array();
            }
            Test::Any(lists) => self.values("any", lists, |out, tests| {
                out.0.begin_array();
                out.tests(tests);
                out.0.end_array();
            }),
        }
    }

    fn tests(&mut self, tests: &[Test]) {
        for test in tests {
            self.braces(|out| out.test(test));
        }
    }

    fn value(&mut self, value: &Document) {
        self.0.view(value.root());
    }

    fn types(&mut self, key: &str, types: &[Kind]) {
        self.values(key, types, |out, wanted| out.string(wanted.name()));
    }

    fn pair(&mut self, text: &str, value: &Document) {
        self.0.begin_array();
        self.string(text);
        self.value(value);
        self.0.end_array();
    }

    fn operation(&mut self, name: &str, write: impl FnOnce(&mut Writer)) {
        self.braces(|out| {
            out.text("op", name);
            write(out);
        });
    }

    fn key(&mut self, key: &str) {
        self.0.key(key);
    }

    fn string(&mut self, text: &str) {
        self.0.string(text);
    }

    fn inner(&mut self, key: &str, step: &Step) {
        self.key(key);
        self.step(step);
    }

    fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// A list of objects.
    fn list<T>(&mut self, key: &str, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.values(key, items, |out, item| out.braces(|out| write(out, item)));
    }

    fn values<T>(&mut self, key: &str, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.key(key);
        self.0.begin_array();
        for item in items {
            write(self, item);
        }
        self.0.end_array();
    }

    fn braces(&mut self, write: impl FnOnce(&mut Writer)) {
        self.0.begin_object();
        write(self);
        self.0.end_object();
    }
}
