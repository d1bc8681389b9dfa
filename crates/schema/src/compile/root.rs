//! The root: what a request may start with.

use std::rc::Rc;

use super::wire::{Wire, WireExtra, WireObject, WireProperty};
use super::{Compiler, Lowered, any};
use crate::change::{Class, Kind};
use crate::error::{Error, ErrorCode};
use crate::normal::node::{Node, Use};
use crate::options::Place;
use crate::plan::Step;
use crate::read::types::TypeSet;

impl Compiler<'_, '_> {
    /// The root of the form.
    pub(crate) fn root(&mut self, used: &Use) -> Result<Lowered, Error> {
        let node = self.graph.node(used.node)?;
        if let Some(never) = &node.never {
            return Err(self.unsatisfiable(used, never));
        }
        let tool = self.options.place == Place::Tool && !self.dialect.untyped;
        let node = if tool { self.arguments(used, &node)? } else { node };
        self.at_tool_root = tool;
        let lowered = self.root_node(used, &node)?;
        let wants_object = self.dialect.root.object || tool;
        let union = !lowered.wire.any_of.is_empty() || !lowered.wire.one_of.is_empty();
        if wants_object && !lowered.wire.is_plain_object() || union && !self.dialect.root.union {
            return self.wrap(used, lowered);
        }
        Ok(lowered)
    }

    fn root_node(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        let plain = node.unions.is_empty() && node.types == TypeSet::OBJECT && node.values.is_none();
        self.at_tool_root &= plain;
        self.lower_as(used, node)
    }

    /// Arguments are always an object, whether or not the schema says so.
    fn arguments(&mut self, used: &Use, node: &Rc<Node>) -> Result<Rc<Node>, Error> {
        if !node.types.has(TypeSet::OBJECT) {
            let message = "a tool's arguments are an object, and the schema admits none";
            return Err(self.error(ErrorCode::Unsatisfiable, used.place, message));
        }
        let mut node = Node::clone(node);
        node.types = TypeSet::OBJECT;
        node.base = node.base & TypeSet::OBJECT;
        node.named = true;
        node.base_named = true;
        Ok(Rc::new(node))
    }

    /// The document as the one member of an object.
    fn wrap(&mut self, used: &Use, lowered: Lowered) -> Result<Lowered, Error> {
        let why = "the root has to be an object: the document travels as its one member";
        self.report.add(&self.graph.sites, Class::Mapped, Kind::RootWrap, None, used.place, why)?;
        let property = WireProperty { name: Rc::from(any::VALUE), wire: lowered.wire, required: true };
        let object = WireObject { properties: vec![property], extra: WireExtra::Closed, ..WireObject::default() };
        let wire = Wire { object: Some(Box::new(object)), ..Wire::of_type(TypeSet::OBJECT) };
        Ok(Lowered { wire, step: Step::Wrap { key: any::VALUE.to_owned(), step: Box::new(lowered.step) } })
    }
}

/// Whether a tool sends no schema at all, because its arguments can only be `{}`.
pub(crate) fn is_empty(compiler: &Compiler<'_, '_>, wire: &Wire) -> bool {
    compiler.dialect.root.omit_empty
        && compiler.options.place == Place::Tool
        && wire.is_plain_object()
        && wire.object.as_ref().is_some_and(|object| object.properties.is_empty())
}
