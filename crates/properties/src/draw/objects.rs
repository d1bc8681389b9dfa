//! The keywords of objects that the given values keep.

use isoform_json::{Object, Value};
use isoform_schema::Source;

use super::keywords::{PATTERNS, Pattern};
use super::schema::object;
use super::{Draw, literal};

impl Draw<'_, '_> {
    pub(super) fn members(&mut self, values: &[&Value], schema: &mut Object) {
        let objects: Vec<&Object> = values.iter().filter_map(|value| value.as_object()).collect();
        let mut names: Vec<String> = Vec::new();
        for name in objects.iter().flat_map(|object| object.keys()) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        let declared = self.properties(&names, &objects, schema);
        let required: Vec<String> = names
            .iter()
            .filter(|name| objects.iter().all(|object| object.contains_key(name)))
            .filter(|_| !self.bytes.chance(30))
            .cloned()
            .collect();
        if !(required.is_empty() && (self.source == Source::Draft4 || self.bytes.chance(70))) {
            schema.insert("required", required);
        }
        let pattern = self.patterns(&objects, schema);
        self.others(&objects, |name| declared.iter().any(|known| known == name) || pattern(name), schema);
        if self.bytes.chance(12) {
            self.more(&names, &objects, schema);
        }
    }

    /// Most of the names that the objects have, and sometimes one that none of them has.
    fn properties(&mut self, names: &[String], objects: &[&Object], schema: &mut Object) -> Vec<String> {
        let mut declared: Vec<String> = names.iter().filter(|_| !self.bytes.chance(15)).cloned().collect();
        if self.bytes.chance(25) {
            let more = literal::name(self.bytes).to_owned();
            if !names.contains(&more) {
                declared.insert(self.bytes.below(declared.len() + 1), more);
            }
        }
        let mut properties = Object::new();
        for name in &declared {
            let members: Vec<&Value> = objects.iter().filter_map(|object| object.get(name)).collect();
            properties.insert(name.as_str(), self.child(&members));
        }
        if !(properties.is_empty() && self.bytes.chance(70)) {
            schema.insert("properties", properties);
        }
        declared
    }

    fn patterns(&mut self, objects: &[&Object], schema: &mut Object) -> fn(&str) -> bool {
        if !self.bytes.chance(8) {
            return |_| false;
        }
        let Some((pattern, fits)) = self.bytes.pick(PATTERNS) else { return |_| false };
        let members = objects.iter().flat_map(|object| object.iter());
        let members: Vec<&Value> = members.filter(|(name, _)| fits(name)).map(|(_, member)| member).collect();
        schema.insert("patternProperties", object(pattern, self.child(&members)));
        *fits
    }

    fn others(&mut self, objects: &[&Object], known: impl Fn(&str) -> bool, schema: &mut Object) {
        let members = objects.iter().flat_map(|object| object.iter());
        let others: Vec<&Value> = members.filter(|(name, _)| !known(name)).map(|(_, member)| member).collect();
        let open = match self.bytes.below(6) {
            0 | 1 => return,
            2 | 3 if others.is_empty() => Value::Bool(false),
            2 => Value::Bool(true),
            _ => self.child(&others),
        };
        schema.insert("additionalProperties", open);
    }

    fn more(&mut self, names: &[String], objects: &[&Object], schema: &mut Object) {
        let new = matches!(self.source, Source::Auto | Source::Draft202012);
        match self.bytes.below(5) {
            0 => self.counts(("minProperties", "maxProperties"), objects.iter().map(|object| object.len()), schema),
            1 if self.source != Source::Draft4 => {
                let fits = |(_, fits): &&Pattern| names.iter().all(|name| fits(name));
                if let Some((pattern, _)) = self.bytes.pick(PATTERNS).filter(fits) {
                    schema.insert("propertyNames", object("pattern", *pattern));
                }
            }
            2 => {
                let Some(name) = self.bytes.pick(names).cloned() else { return };
                let having: Vec<&&Object> = objects.iter().filter(|object| object.contains_key(&name)).collect();
                let with: Vec<String> = names
                    .iter()
                    .filter(|other| having.iter().all(|object| object.contains_key(other)))
                    .cloned()
                    .collect();
                schema.insert(if new { "dependentRequired" } else { "dependencies" }, object(&name, with));
            }
            3 if new => {
                let Some(name) = self.bytes.pick(names).cloned() else { return };
                let having = objects.iter().filter(|object| object.contains_key(&name));
                let having: Vec<Value> = having.map(|object| Value::from((*object).clone())).collect();
                let drawn = self.schema(&having.iter().collect::<Vec<_>>());
                schema.insert("dependentSchemas", object(&name, drawn));
            }
            4 if new => {
                let all: Vec<&Value> =
                    objects.iter().flat_map(|object| object.iter()).map(|(_, member)| member).collect();
                schema.insert("unevaluatedProperties", self.child(&all));
            }
            _ => {}
        }
    }
}
