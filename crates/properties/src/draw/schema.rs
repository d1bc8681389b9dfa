//! One schema that admits the given values: annotations, types, and what puts schemas together.

use isoform_json::{Kind, Object, Value};
use isoform_schema::Source;

use super::{Draw, literal};

impl Draw<'_, '_> {
    /// A schema that admits all the values; where there are none, any schema.
    pub(super) fn schema(&mut self, values: &[&Value]) -> Value {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.bytes.is_empty() || self.bytes.chance(4) {
            return self.anything();
        }
        if values.is_empty() {
            // Nothing that is drawn comes here; the schema is one of values of its own.
            if self.bytes.chance(8) {
                return self.nothing();
            }
            let invented = [literal::value(self.bytes, &mut 4, 2), literal::value(self.bytes, &mut 4, 2)];
            return self.schema(&[&invented[0], &invented[1]]);
        }
        let mut schema = Object::new();
        if self.bytes.chance(15) {
            self.note(&mut schema);
        }
        match self.bytes.below(16) {
            0 | 1 => match self.reference(values) {
                Some(reference) => drop(schema.insert("$ref", reference)),
                None => self.typed(values, &mut schema),
            },
            2 => self.union("anyOf", values, &mut schema),
            3 => self.one_of(values, &mut schema),
            4 => {
                let parts: Vec<Value> = (0..1 + self.bytes.below(2)).map(|_| self.schema(values)).collect();
                schema.insert("allOf", parts);
            }
            5 => self.listed(values, &mut schema),
            _ => self.typed(values, &mut schema),
        }
        if self.bytes.chance(8) {
            match self.bytes.below(5) {
                0 => drop(schema.insert("not", self.refuses(values))),
                1 => self.condition(values, &mut schema),
                2 => self.listed(values, &mut schema),
                3 => drop(schema.insert("allOf", vec![self.schema(values)])),
                _ => self.union("anyOf", values, &mut schema),
            }
        }
        schema.into()
    }

    fn anything(&mut self) -> Value {
        let old = matches!(self.source, Source::Draft4 | Source::OpenApi30);
        if !old && self.bytes.chance(30) { Value::Bool(true) } else { Object::new().into() }
    }

    fn nothing(&mut self) -> Value {
        if self.source == Source::Draft4 { object("not", Object::new()) } else { Value::Bool(false) }
    }

    fn note(&mut self, schema: &mut Object) {
        match self.bytes.below(7) {
            0 => drop(schema.insert("title", literal::name(self.bytes))),
            1 => drop(schema.insert("description", "What it is.\nIn two lines.")),
            2 => drop(schema.insert("default", literal::value(self.bytes, &mut 4, 2))),
            3 => drop(schema.insert("x-unheard-of", literal::value(self.bytes, &mut 4, 2))),
            4 => drop(schema.insert("requierd", vec!["a"])),
            5 => drop(schema.insert("deprecated", true)),
            _ => drop(schema.insert("examples", vec![literal::value(self.bytes, &mut 4, 2)])),
        }
    }

    fn union(&mut self, keyword: &str, values: &[&Value], schema: &mut Object) {
        let branches = 1 + self.bytes.below(3);
        let mut shares: Vec<Vec<&Value>> = vec![Vec::new(); branches];
        for value in values {
            let branch = self.bytes.below(branches);
            if let Some(share) = shares.get_mut(branch) {
                share.push(value);
            }
        }
        let branches: Vec<Value> = shares.iter().map(|share| self.schema(share)).collect();
        schema.insert(keyword, branches);
    }

    /// One branch for each kind of value, so that no value fits two.
    fn one_of(&mut self, values: &[&Value], schema: &mut Object) {
        let kinds = [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object];
        let mut branches = Vec::new();
        for kind in kinds {
            let share: Vec<&Value> = values.iter().copied().filter(|value| value.kind() == kind).collect();
            if share.is_empty() && !self.bytes.chance(25) {
                continue;
            }
            let mut branch = Object::new();
            branch.insert("type", kind.name());
            if share.is_empty() && self.bytes.chance(50) {
                self.note(&mut branch);
            }
            self.rules(kind, &share, &mut branch);
            branches.push(Value::from(branch));
        }
        schema.insert("oneOf", branches);
    }

    fn listed(&mut self, values: &[&Value], schema: &mut Object) {
        let mut all: Vec<Value> = Vec::new();
        for value in values {
            if !all.contains(value) {
                all.push((*value).clone());
            }
        }
        if all.len() == 1 && self.source != Source::Draft4 && self.bytes.chance(50) {
            schema.insert("const", all.swap_remove(0));
            return;
        }
        for _ in 0..self.bytes.below(3) {
            let more = literal::value(self.bytes, &mut 3, 1);
            if !all.contains(&more) {
                all.push(more);
            }
        }
        schema.insert("enum", all);
    }

    /// A schema that none of the values fits.
    fn refuses(&mut self, values: &[&Value]) -> Value {
        let kinds = [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object];
        let absent: Vec<Kind> =
            kinds.into_iter().filter(|kind| values.iter().all(|value| value.kind() != *kind)).collect();
        let name = literal::name(self.bytes);
        let nobody_has = values.iter().all(|value| value.get(name).is_none());
        match self.bytes.pick(&absent) {
            Some(kind) => object("type", kind.name()),
            None if nobody_has => {
                let mut schema = Object::new();
                schema.insert("type", "object");
                schema.insert("required", vec![name]);
                schema.into()
            }
            None => self.nothing(),
        }
    }

    fn condition(&mut self, values: &[&Value], schema: &mut Object) {
        if self.bytes.chance(50) {
            schema.insert("if", self.schema(values));
            schema.insert("then", self.schema(values));
            schema.insert("else", self.schema(&[]));
        } else {
            schema.insert("if", self.refuses(values));
            schema.insert("then", self.schema(&[]));
            schema.insert("else", self.schema(values));
        }
    }

    /// Types, and rules of each of them.
    fn typed(&mut self, values: &[&Value], schema: &mut Object) {
        let mut kinds: Vec<Kind> = Vec::new();
        for value in values {
            if !kinds.contains(&value.kind()) {
                kinds.push(value.kind());
            }
        }
        let mut names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let whole = |value: &&&Value| value.as_number().is_none_or(|number| number.text().parse::<i128>().is_ok());
        if values.iter().all(|value| whole(&value)) && self.bytes.chance(60) {
            names.iter_mut().filter(|name| **name == "number").for_each(|name| *name = "integer");
        }
        if self.bytes.chance(10) {
            let more = ["null", "string", "object", "array", "integer", "boolean"];
            names.extend(self.bytes.pick(&more).filter(|more| !names.contains(more)));
        }
        let nullable = self.source == Source::OpenApi30 && names.contains(&"null") && names.len() == 2;
        if nullable {
            names.retain(|name| *name != "null");
            schema.insert("nullable", true);
        }
        match names.as_slice() {
            _ if !nullable && self.bytes.chance(10) => {}
            [one] => drop(schema.insert("type", *one)),
            several => drop(schema.insert("type", several.to_vec())),
        }
        for kind in kinds {
            let share: Vec<&Value> = values.iter().copied().filter(|value| value.kind() == kind).collect();
            self.rules(kind, &share, schema);
        }
    }
}

pub(super) fn object(keyword: &str, value: impl Into<Value>) -> Value {
    let mut object = Object::new();
    object.insert(keyword, value);
    object.into()
}
