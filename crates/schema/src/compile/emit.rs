//! Writing a wire: as the dialect wants it sent, and as the plain 2020-12 schema of what it lets through.

use isoform_json::{Builder, Document};

use super::Compiler;
use super::wire::{Applied, Datum, Wire, WireArray, WireExtra, WireObject};
use crate::dialect::{Null, Objects};
use crate::error::{Error, ErrorCode};
use crate::read::types::TypeSet;

/// What is sent.
pub(crate) fn sent(compiler: &Compiler<'_, '_>, wire: &Wire) -> Result<Document, Error> {
    Writer::new(compiler, true).document(wire)
}

/// What the dialect lets through, in plain JSON Schema 2020-12.
pub(crate) fn enforced(compiler: &Compiler<'_, '_>, wire: &Wire) -> Result<Document, Error> {
    Writer::new(compiler, false).document(wire)
}

/// Annotations that stand before the rules.
const FIRST: &[&str] = &["title", "description"];

struct Writer<'c, 'a, 's> {
    compiler: &'c Compiler<'a, 's>,
    builder: Builder,
    sent: bool,
}

impl<'c, 'a, 's> Writer<'c, 'a, 's> {
    /// A form tends to be as long as its schema.
    fn new(compiler: &'c Compiler<'a, 's>, sent: bool) -> Writer<'c, 'a, 's> {
        let nodes = compiler.graph.sites.documents().first().map_or(0, |document| document.node_bound());
        Writer { compiler, builder: Builder::with_room(nodes), sent }
    }

    fn document(mut self, wire: &Wire) -> Result<Document, Error> {
        if wire.never {
            self.builder.bool(false);
        } else {
            self.builder.begin_object();
            if self.sent && self.compiler.dialect.names_draft {
                self.builder.key("$schema").string("https://json-schema.org/draft/2020-12/schema");
            }
            self.keywords(wire);
            self.definitions();
            self.builder.end_object();
        }
        let written = self
            .builder
            .finish()
            .map_err(|error| Error::new(ErrorCode::TooDeep, "", format!("the form cannot be written: {error}")))?;
        let most = self.compiler.options.budget.depth;
        // A level of schemas is up to four levels of JSON.
        if self.compiler.deepest > most / 4 && nests_deeper(&written, most) {
            let message = format!("the JSON of the form nests more than {most} levels deep");
            return Err(Error::new(ErrorCode::TooDeep, "", message));
        }
        Ok(written)
    }

    fn definitions(&mut self) {
        let compiler = self.compiler;
        let mut begun = false;
        for definition in &compiler.definitions {
            let Some(lowered) = &definition.lowered else { continue };
            if !begun {
                self.builder.key("$defs").begin_object();
                begun = true;
            }
            self.builder.key(&definition.name);
            self.schema(&lowered.wire);
        }
        if begun {
            self.builder.end_object();
        }
    }

    fn schema(&mut self, wire: &Wire) {
        if wire.never {
            self.builder.bool(false);
            return;
        }
        self.builder.begin_object();
        self.keywords(wire);
        self.builder.end_object();
    }

    fn keywords(&mut self, wire: &Wire) {
        if self.sent {
            self.notes(wire, true);
        }
        if let Some(number) = wire.reference {
            self.reference(number);
        }
        self.types(wire);
        self.values(wire);
        for rule in &wire.rules {
            if self.sent || rule.enforced {
                self.builder.key(rule.keyword);
                self.datum(&rule.value);
            }
        }
        if let Some(object) = &wire.object {
            self.object(object, wire.types.is_some());
        }
        if let Some(array) = &wire.array {
            self.array(array);
        }
        for (keyword, wires) in [("anyOf", &wire.any_of), ("oneOf", &wire.one_of), ("allOf", &wire.all_of)] {
            if !wires.is_empty() {
                self.builder.key(keyword).begin_array();
                for wire in wires {
                    self.schema(wire);
                }
                self.builder.end_array();
            }
        }
        for (keyword, applied) in &wire.applied {
            self.builder.key(keyword);
            match applied {
                Applied::Schema(wire) => self.schema(wire),
                Applied::Data(datum) => self.datum(datum),
                Applied::Schemas(wires) => {
                    self.builder.begin_object();
                    for (name, wire) in wires {
                        self.builder.key(name);
                        self.schema(wire);
                    }
                    self.builder.end_object();
                }
            }
        }
        if self.sent {
            self.notes(wire, false);
        }
    }

    fn reference(&mut self, number: usize) {
        if let Some(definition) = self.compiler.definitions.get(number) {
            self.builder.key("$ref").string(&definition.pointer);
        }
    }

    fn notes(&mut self, wire: &Wire, first: bool) {
        let mut described = false;
        let more = wire.hint.is_some() || !wire.lost.is_empty();
        for (keyword, value) in &wire.notes {
            if FIRST.contains(keyword) != first {
                continue;
            }
            self.builder.key(keyword);
            if *keyword == "description" && more {
                described = true;
                let text = self.text_of(value);
                let text = self.described(&text, wire);
                self.builder.string(&text);
            } else {
                self.datum(value);
            }
        }
        if first && !described && more {
            let text = self.described("", wire);
            self.builder.key("description").string(&text);
        }
    }

    fn text_of(&self, datum: &Datum) -> String {
        match datum {
            Datum::Given(value) => {
                let view = self.compiler.graph.sites.value(*value);
                view.as_str().map_or_else(|| view.to_json(), str::to_owned)
            }
            Datum::Text(text) | Datum::Number(text) => text.clone(),
            Datum::Null => "null".to_owned(),
        }
    }

    /// How an encoded shape is written, and the rules that are not sent, a line each after the text.
    fn described(&self, text: &str, wire: &Wire) -> String {
        let mut out = text.to_owned();
        if let Some(hint) = wire.hint {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(hint);
        }
        for (index, (keyword, value)) in wire.lost.iter().enumerate() {
            if index == 0 && !out.is_empty() {
                out.push_str("\n\n");
            } else if index > 0 {
                out.push('\n');
            }
            out.push('@');
            out.push_str(keyword);
            let value = self.text_of(value);
            if value != "true" {
                out.push(' ');
                out.push_str(&value);
            }
        }
        out
    }

    fn types(&mut self, wire: &Wire) {
        let Some(types) = wire.types else { return };
        let nullable = self.sent && self.compiler.dialect.null == Null::Nullable;
        let named = if nullable { types.without(TypeSet::NULL) } else { types };
        let mut names = named.parts().map(TypeSet::name);
        match (names.next(), named.len()) {
            (None, _) => {}
            (Some(only), 1) => {
                self.builder.key("type").string(only);
            }
            (Some(first), _) => {
                self.builder.key("type").begin_array().string(first);
                for name in names {
                    self.builder.string(name);
                }
                self.builder.end_array();
            }
        }
        if nullable && types.has(TypeSet::NULL) {
            self.builder.key("nullable").bool(true);
        }
    }

    fn values(&mut self, wire: &Wire) {
        let Some(values) = &wire.values else { return };
        let nullable = self.sent && self.compiler.dialect.null == Null::Nullable;
        if let (true, [only]) = (values.constant, values.list.as_slice()) {
            self.builder.key("const");
            self.datum(only);
            return;
        }
        self.builder.key("enum").begin_array();
        for value in values.list.iter().filter(|value| !nullable || **value != Datum::Null) {
            self.datum(value);
        }
        self.builder.end_array();
    }

    fn object(&mut self, object: &WireObject, typed: bool) {
        let dialect = self.compiler.dialect;
        let open = matches!(dialect.objects, Objects::Open | Objects::OpenWhenSaid);
        if !open || dialect.explicit && typed || !object.properties.is_empty() {
            self.builder.key("properties").begin_object();
            for property in &object.properties {
                self.builder.key(&property.name);
                self.schema(&property.wire);
            }
            self.builder.end_object();
        }
        if !open || object.properties.iter().any(|property| property.required) {
            self.builder.key("required").begin_array();
            for property in object.properties.iter().filter(|property| property.required) {
                self.builder.string(&property.name);
            }
            self.builder.end_array();
        }
        if !object.patterns.is_empty() {
            self.builder.key("patternProperties").begin_object();
            for (pattern, wire) in &object.patterns {
                self.builder.key(pattern);
                self.schema(wire);
            }
            self.builder.end_object();
        }
        if let Some(names) = &object.names {
            self.builder.key("propertyNames");
            self.schema(names);
        }
        let silent = self.sent && self.compiler.dialect.objects == Objects::ClosedInSilence;
        match &object.extra {
            WireExtra::Silent => {}
            WireExtra::Closed if silent => {}
            WireExtra::Closed => {
                self.builder.key("additionalProperties").bool(false);
            }
            WireExtra::Open => {
                self.builder.key("additionalProperties").bool(true);
            }
            WireExtra::Schema(wire) => {
                self.builder.key("additionalProperties");
                self.schema(wire);
            }
        }
        if self.sent && self.compiler.dialect.property_ordering && object.properties.len() > 1 {
            self.builder.key("propertyOrdering").begin_array();
            for property in &object.properties {
                self.builder.string(&property.name);
            }
            self.builder.end_array();
        }
    }

    fn array(&mut self, array: &WireArray) {
        if !array.prefix.is_empty() {
            self.builder.key("prefixItems").begin_array();
            for wire in &array.prefix {
                self.schema(wire);
            }
            self.builder.end_array();
        }
        if let Some(items) = &array.items {
            self.builder.key("items");
            self.schema(items);
        }
    }

    fn datum(&mut self, datum: &Datum) {
        match datum {
            Datum::Given(value) => self.builder.view(self.compiler.graph.sites.value(*value)),
            Datum::Text(text) => self.builder.string(text),
            Datum::Number(text) => self.builder.number(text),
            Datum::Null => self.builder.null(),
        };
    }
}

/// Whether containers nest more than so many levels.
fn nests_deeper(document: &Document, levels: usize) -> bool {
    let mut open = vec![(document.root(), 1)];
    while let Some((container, depth)) = open.pop() {
        if depth > levels {
            return true;
        }
        let inside = container.items().chain(container.members().map(|(_, held)| held));
        open.extend(inside.filter(|held| !held.is_empty()).map(|held| (held, depth + 1)));
    }
    false
}
