//! What tells a document of one branch from a document of a silent one.
//!
//! Where a form closes an object that says nothing about other keys, a document may fit that branch by a key that
//! another branch declares. It is narrowed away then, and must not be taken for a document of the other branch: so
//! that branch asks for what it needs where the silent one does not. The tests know types, values, members and
//! items to a depth, alternatives among them, and no ranges, lengths or patterns.

use isoform_json::Kind;

use super::Compiler;
use super::choose::push_once;
use super::lower::kinds;
use crate::error::Error;
use crate::normal::disjoint::forbids_undeclared;
use crate::normal::node::Node;
use crate::plan::Test;
use crate::read::types::TypeSet;

/// How many levels below a branch are looked at.
const DEPTH: usize = 4;
/// How many members of an object, and how many values of an enum, are asked about.
const WIDE: usize = 64;
/// How many nodes are looked at for one branch.
const NODES: usize = 256;

impl Compiler<'_, '_> {
    /// Tests that every document of `one` passes, about what `silent` leaves free or says otherwise.
    pub(crate) fn fits_beside(&mut self, one: &Node, silent: &Node) -> Result<Vec<Test>, Error> {
        let mut tests = Vec::new();
        let mut nodes = NODES;
        if one.object.properties.len() <= WIDE {
            tests.extend(only_declared(one));
        }
        for property in one.object.properties.iter().take(WIDE) {
            let theirs = silent.property(&property.name);
            if property.required && theirs.is_none_or(|theirs| !theirs.required) {
                tests.push(Test::Has(property.name.to_string()));
            }
            let same = theirs.and_then(|theirs| Some(theirs.value.as_ref()?.node));
            let Some(value) = property.value.as_ref().filter(|value| Some(value.node) != same) else { continue };
            let value = self.graph.node(value.node)?;
            let inner = self.fits(&value, DEPTH, &mut nodes)?;
            if !inner.is_empty() {
                tests.push(Test::Member(property.name.to_string(), inner));
            }
        }
        Ok(tests)
    }

    /// Tests that every document of a node passes.
    pub(crate) fn fits_node(&mut self, node: &Node) -> Result<Vec<Test>, Error> {
        self.fits(node, DEPTH, &mut { NODES })
    }

    fn fits(&mut self, node: &Node, depth: usize, nodes: &mut usize) -> Result<Vec<Test>, Error> {
        let mut tests = Vec::new();
        if *nodes == 0 {
            return Ok(tests);
        }
        *nodes -= 1;
        if let Some(values) = node.values.as_ref().filter(|values| values.list.len() <= WIDE) {
            let values = values.list.iter().map(|value| self.graph.sites.value(*value).to_document());
            return Ok(vec![Test::Is(values.collect())]);
        }
        if node.types != TypeSet::ALL {
            tests.push(Test::Type(kinds(node.types)));
        }
        if node.types.has(TypeSet::NUMBER) && !node.types.has(TypeSet::FRACTION) {
            tests.push(Test::Whole);
        }
        if depth == 0 {
            return Ok(tests);
        }
        for union in &node.unions {
            let mut lists = Vec::with_capacity(union.branches.len());
            for branch in &union.branches {
                let branch = self.graph.node(branch.node)?;
                lists.push(self.fits(&branch, depth - 1, nodes)?);
            }
            if !lists.iter().any(Vec::is_empty) {
                tests.push(Test::Any(lists));
            }
        }
        if let (Some(rest), true) = (&node.array.rest, node.array.prefix.is_empty()) {
            let item = self.graph.node(rest.node)?;
            let inner = self.fits(&item, depth - 1, nodes)?;
            if !inner.is_empty() && node.types.has(TypeSet::ARRAY) {
                tests.push(Test::Items(inner));
            }
        }
        if !node.types.has(TypeSet::OBJECT) || node.object.properties.len() > WIDE {
            return Ok(tests);
        }
        // What only an object can pass is asked of objects alone.
        let mut object: Vec<Test> = only_declared(node).into_iter().collect();
        for property in &node.object.properties {
            if property.required {
                push_once(&mut object, Test::Has(property.name.to_string()));
            }
            if property.forbidden {
                object.push(Test::Lacks(property.name.to_string()));
                continue;
            }
            let Some(value) = &property.value else { continue };
            let value = self.graph.node(value.node)?;
            let inner = self.fits(&value, depth - 1, nodes)?;
            if !inner.is_empty() {
                tests.push(Test::Member(property.name.to_string(), inner));
            }
        }
        if node.types == TypeSet::OBJECT {
            tests.append(&mut object);
        } else if !object.is_empty() {
            object.insert(0, Test::Type(vec![Kind::Object]));
            let others = vec![Test::Type(kinds(node.types.without(TypeSet::OBJECT)))];
            tests.push(Test::Any(vec![others, object]));
        }
        Ok(tests)
    }
}

/// That there are no undeclared keys, where a node admits none.
fn only_declared(node: &Node) -> Option<Test> {
    let declared = node.object.properties.iter().filter(|property| !property.forbidden);
    forbids_undeclared(node).then(|| Test::Only(declared.map(|property| property.name.to_string()).collect()))
}
