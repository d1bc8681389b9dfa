//! What a place of a schema says, with the branch of each union that a run takes.

use isoform_json::{Kind, NodeId, View};

use super::run::Run;
use crate::read::uri::unescape;
use crate::walk::subschemas;

/// How many schemas may apply to one value.
const LAYERS: usize = 64;

/// The schemas that apply to one value: the one that stands here, what it refers to, the branches that are taken.
#[derive(Clone)]
pub(super) struct Place<'s> {
    /// Pointer of the first layer.
    pub(super) at: String,
    /// The schemas that stand here, until somebody asks.
    schemas: Vec<View<'s>>,
    pub(super) layers: Vec<View<'s>>,
    /// Where references led to on the way here.
    open: Vec<NodeId>,
    /// The type comes back to itself here, or was asked elsewhere: as little as possible is offered.
    pub(super) shallow: bool,
    pub(super) depth: usize,
}

impl<'s> Place<'s> {
    pub(super) fn root(run: &Run<'s>) -> Place<'s> {
        let open = vec![run.root.id()];
        Place { at: String::new(), schemas: vec![run.root], layers: Vec::new(), open, shallow: false, depth: 0 }
    }

    /// The place of a value within the value of this one.
    pub(super) fn inner(&self, schemas: &[View<'s>]) -> Place<'s> {
        let at = schemas.first().map(View::pointer).unwrap_or_default();
        let (open, shallow) = (self.open.clone(), self.shallow);
        Place { at, schemas: schemas.to_vec(), layers: Vec::new(), open, shallow, depth: self.depth + 1 }
    }

    /// Somebody asks for the value: the first who does says what type it is.
    pub(super) fn enter(&mut self, run: &Run<'s>, asker: &'static str) {
        let schemas = std::mem::take(&mut self.schemas);
        if let [schema] = schemas.as_slice() {
            self.shallow |= !self.shallow && run.was_asked(*schema, &self.at, asker);
        }
        for schema in schemas {
            self.add(schema, run);
        }
    }

    fn add(&mut self, schema: View<'s>, run: &Run<'s>) {
        if self.layers.len() >= LAYERS {
            return;
        }
        self.layers.push(schema);
        if let Some(target) = schema.get("$ref").and_then(|text| referred(run.root, text.as_str()?)) {
            self.shallow |= self.open.contains(&target.id());
            self.open.push(target.id());
            self.add(target, run);
        }
        for part in schema.get("allOf").into_iter().flat_map(|list| list.items()) {
            self.add(part, run);
        }
        for list in ["oneOf", "anyOf"].into_iter().filter_map(|keyword| schema.get(keyword)) {
            let branches: Vec<View<'s>> = list.items().collect();
            let chosen = if self.shallow { smallest(&branches) } else { self.chosen(list, &branches, run) };
            if let Some(branch) = branches.get(chosen) {
                self.add(*branch, run);
            }
        }
    }

    /// The branch that the run takes; null is none that is worth a run.
    fn chosen(&self, list: View<'s>, branches: &[View<'s>], run: &Run<'s>) -> usize {
        let worth: Vec<usize> =
            branches.iter().enumerate().filter(|(_, branch)| !is_null(**branch)).map(|(index, _)| index).collect();
        run.choose(&list.pointer(), &worth)
    }

    /// What the layers say under a keyword.
    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = View<'s>> {
        self.layers.iter().filter_map(move |layer| layer.get(keyword))
    }

    pub(super) fn first(&self, keyword: &str) -> Option<View<'s>> {
        self.all(keyword).next()
    }

    /// Whether no value at all fits.
    pub(super) fn is_empty(&self) -> bool {
        let nothing = |schema: &View<'s>| schema.as_bool() == Some(false);
        let everything =
            |schema: View<'s>| schema.as_bool() == Some(true) || (schema.kind() == Kind::Object && schema.is_empty());
        self.layers.iter().any(nothing) || self.all("not").any(everything)
    }
}

fn referred<'s>(root: View<'s>, reference: &str) -> Option<View<'s>> {
    root.at(&unescape(reference.strip_prefix('#')?)?)
}

fn is_null(schema: View<'_>) -> bool {
    schema.get("type").and_then(|name| name.as_str()) == Some("null")
}

/// The branch that comes to an end.
fn smallest(branches: &[View<'_>]) -> usize {
    let refers = |schema: View<'_>| schema.get("$ref").is_some();
    let ends = |branch: &View<'_>| !refers(*branch) && !subschemas(*branch).any(refers);
    branches.iter().position(|branch| is_null(*branch)).or_else(|| branches.iter().position(ends)).unwrap_or(0)
}

/// Whether the kind of a value may be an object's, as far as the keywords of one schema say.
pub(super) fn speaks_of_objects(schema: &View<'_>) -> bool {
    schema.kind() == Kind::Object
        && (schema.get("properties").is_some() || schema.get("type").and_then(|name| name.as_str()) == Some("object"))
}
