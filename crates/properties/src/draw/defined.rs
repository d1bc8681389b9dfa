//! Definitions, and references to them.
//!
//! A definition admits every value of a kind that is anywhere in the documents, so a reference to it can stand wherever
//! only such values come, inside of the definition too.

use isoform_json::{Kind, Object, Value};
use isoform_schema::Source;

use super::Draw;
use super::schema::object;

/// What is defined so far.
#[derive(Default)]
pub(super) struct Defined {
    /// The definitions that references may lead to.
    names: Vec<Definition>,
    /// The one that is being drawn, at a place that applies to the same value as its root: a reference from there
    /// to itself or one before it would say nothing.
    drawing: Option<usize>,
    anchors: bool,
}

#[derive(Clone, Copy)]
struct Definition {
    name: &'static str,
    /// `None`: any value.
    kind: Option<Kind>,
}

const DEFINITIONS: &[Definition] = &[
    Definition { name: "Any", kind: None },
    Definition { name: "a/b~c", kind: Some(Kind::Object) },
    Definition { name: "List", kind: Some(Kind::Array) },
    Definition { name: "x%y z", kind: Some(Kind::String) },
];

impl Draw<'_, '_> {
    pub(super) fn root(&mut self) -> Value {
        for definition in DEFINITIONS {
            if self.bytes.chance(25) {
                self.defined.names.push(*definition);
            }
        }
        self.defined.anchors = self.source == Source::Draft202012 && self.bytes.chance(20);
        let documents: Vec<&Value> = self.documents.iter().collect();
        let mut schema = self.schema(&documents);
        if self.defined.names.is_empty() {
            return schema;
        }
        if !matches!(schema, Value::Object(_)) {
            schema = Object::new().into();
        }
        let definitions = self.definitions();
        if let Value::Object(schema) = &mut schema {
            schema.insert(self.keyword_of_definitions(), definitions);
        }
        schema
    }

    fn keyword_of_definitions(&self) -> &'static str {
        if matches!(self.source, Source::Auto | Source::Draft202012) { "$defs" } else { "definitions" }
    }

    fn definitions(&mut self) -> Value {
        let all: Vec<Value> = self.documents.iter().flat_map(parts).collect();
        let mut definitions = Object::new();
        for (index, definition) in self.defined.names.clone().into_iter().enumerate() {
            self.defined.drawing = Some(index);
            let fits = |value: &&Value| definition.kind.is_none_or(|kind| value.kind() == kind);
            let values: Vec<&Value> = all.iter().filter(fits).collect();
            let schema = match self.schema(&values) {
                Value::Object(mut schema) if self.defined.anchors && index == 0 => {
                    schema.insert("$anchor", "Anchored");
                    schema.into()
                }
                Value::Bool(_) if self.defined.anchors && index == 0 => object("$anchor", "Anchored"),
                schema => schema,
            };
            definitions.insert(definition.name, schema);
        }
        self.defined.drawing = None;
        definitions.into()
    }

    /// A schema of values that are in those of the schema around it, so that any reference may stand there.
    pub(super) fn child(&mut self, values: &[&Value]) -> Value {
        let drawing = self.defined.drawing.take();
        let schema = self.schema(values);
        self.defined.drawing = drawing;
        schema
    }

    /// A reference to a definition that admits the values, where there is one.
    pub(super) fn reference(&mut self, values: &[&Value]) -> Option<String> {
        let fits = |definition: &Definition| {
            definition.kind.is_none_or(|kind| values.iter().all(|value| value.kind() == kind))
        };
        let after = self.defined.drawing.map_or(0, |drawing| drawing + 1);
        let known = self.defined.names.iter().enumerate().skip(after).filter(|(_, definition)| fits(definition));
        let known: Vec<(usize, Definition)> = known.map(|(index, definition)| (index, *definition)).collect();
        let (index, definition) = *self.bytes.pick(&known)?;
        if index == 0 && self.defined.anchors {
            return Some("#Anchored".to_owned());
        }
        let name = definition.name.replace('~', "~0").replace('/', "~1").replace('%', "%25").replace(' ', "%20");
        Some(format!("#/{}/{name}", self.keyword_of_definitions()))
    }
}

/// A value and everything in it.
fn parts(value: &Value) -> Vec<Value> {
    let mut found = vec![value.clone()];
    match value {
        Value::Array(items) => found.extend(items.iter().flat_map(parts)),
        Value::Object(members) => found.extend(members.iter().flat_map(|(_, member)| parts(member))),
        _ => {}
    }
    found
}
