//! The root: what a request may start with.

use std::rc::Rc;
use std::sync::Arc;

use super::wire::{Wire, WireProperty};
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
        let tool = self.options.place == Place::Tool && self.dialect.root.arguments;
        let wants_object = self.dialect.root.object || tool;
        let mut node = if tool { self.arguments(used, &node)? } else { node };
        if self.dialect.untyped && wants_object && node.types == TypeSet::OBJECT {
            node = self.named_object(&node)?;
        }
        self.at_tool_root = tool;
        let lowered = self.root_node(used, &node)?;
        if wants_object && !self.is_object_root(&lowered.wire) || !self.dialect.root.union && is_union(&lowered.wire) {
            return self.wrap(used, lowered);
        }
        Ok(lowered)
    }

    /// Whether a wire may stand at the root where that has to be an object.
    fn is_object_root(&self, wire: &Wire) -> bool {
        let alone = self.dialect.root.union
            || !is_union(wire) && wire.all_of.is_empty() && wire.applied.iter().all(|(keyword, _)| *keyword != "not");
        wire.types == Some(TypeSet::OBJECT) && alone && wire.reference.is_none() && wire.values.is_none()
    }

    /// An object that says so, without alternatives about presence beside it where the root takes none.
    fn named_object(&mut self, node: &Rc<Node>) -> Result<Rc<Node>, Error> {
        let mut object = Node { base: TypeSet::OBJECT, named: true, base_named: true, ..Node::clone(node) };
        if !node.named {
            let why = "that the root is an object is said";
            let site = node.site().unwrap_or_else(|| self.graph.sites.nth(0));
            self.report.add(&self.graph.sites, Class::Exact, Kind::RewrittenKeyword, Some("type"), site, why)?;
        }
        if !self.dialect.root.union {
            let mut kept = Vec::new();
            for union in std::mem::take(&mut object.unions) {
                if self.is_presence_only(&union)? {
                    let why = "the alternatives only say which members there have to be, and none may stand at the root: \
                               they are checked here after the answer";
                    let (kind, keyword) = (Kind::DroppedKeyword, union.kind.keyword());
                    self.report.add(&self.graph.sites, Class::Wider, kind, Some(keyword), union.site, why)?;
                } else {
                    kept.push(union);
                }
            }
            object.unions = kept;
        }
        Ok(Rc::new(object))
    }

    fn root_node(&mut self, used: &Use, node: &Rc<Node>) -> Result<Lowered, Error> {
        let plain = node.unions.is_empty() && node.types == TypeSet::OBJECT && node.values.is_none();
        self.at_tool_root &= plain;
        self.lower_as(used, node)
    }

    /// Arguments are always an object, whether or not the schema says so.
    fn arguments(&mut self, used: &Use, node: &Rc<Node>) -> Result<Rc<Node>, Error> {
        if !node.types.has(TypeSet::OBJECT) && self.dialect.untyped {
            // A server that checks nothing may be told of any value: it travels as the one member of an object.
            return Ok(node.clone());
        }
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
        let property = WireProperty { name: Arc::from(any::VALUE), wire: lowered.wire, required: true };
        let wire = Wire::closed_object(vec![property]);
        Ok(Lowered { wire, step: Step::Wrap { key: any::VALUE.to_owned(), under: None, step: Box::new(lowered.step) } })
    }
}

fn is_union(wire: &Wire) -> bool {
    !wire.any_of.is_empty() || !wire.one_of.is_empty()
}

/// Whether a tool sends no schema at all, because its arguments can only be `{}`.
pub(crate) fn is_empty(compiler: &Compiler<'_, '_>, wire: &Wire) -> bool {
    compiler.dialect.root.omit_empty
        && compiler.options.place == Place::Tool
        && wire.is_plain_object()
        && wire.object.as_ref().is_some_and(|object| object.properties.is_empty())
}
