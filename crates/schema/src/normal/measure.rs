//! How large a form will be and where it comes back to itself, counted before anything is built.

use std::rc::Rc;

use super::graph::Graph;
use super::node::{Extra, Node, NodeId, Use};
use crate::dialect::{Dialect, Keyword, References, Support};
use crate::error::{Error, ErrorCode};
use crate::ids::IdMap;
use crate::options::FormOptions;

/// From this size on a node that several others lead to is a definition, where the dialect has them.
const SHARED: u64 = 40;

/// The sizes of nodes when everything they lead to is written out, and the nodes that lead back to themselves.
#[derive(Debug, Default)]
pub(crate) struct Measure {
    sizes: Vec<u64>,
    /// How many nodes lead to each directly.
    uses: Vec<u32>,
    /// The nodes that lead back to themselves, and the circle of each: a number that all nodes on it share.
    circles: IdMap<NodeId, usize>,
}

impl Measure {
    /// The nodes below and including this one, each as often as it is reached.
    pub(crate) fn size(&self, node: NodeId) -> u64 {
        self.sizes.get(node.index()).copied().unwrap_or(1)
    }

    /// Whether several nodes lead to this one and it is large enough to be written once.
    pub(crate) fn is_shared(&self, node: NodeId) -> bool {
        self.uses.get(node.index()).is_some_and(|uses| *uses > 1) && self.size(node) > SHARED
    }

    /// Whether any node leads back to itself.
    pub(crate) fn has_recursion(&self) -> bool {
        !self.circles.is_empty()
    }

    pub(crate) fn is_recursive(&self, node: NodeId) -> bool {
        self.circles.contains_key(&node)
    }

    /// Whether a node leads to another one and back.
    pub(crate) fn share_circle(&self, one: NodeId, other: NodeId) -> bool {
        self.circles.get(&one).is_some_and(|circle| self.circles.get(&other) == Some(circle))
    }
}

struct Frame {
    node: NodeId,
    children: Vec<Use>,
    next: usize,
    size: u64,
    /// The least position on the path that is reached from here.
    low: usize,
}

/// Measures everything below a node.
///
/// # Errors
/// `too-large` where writing it out would take more nodes than the budget, naming the definition that grows most.
pub(crate) fn measure(
    graph: &mut Graph<'_>,
    root: NodeId,
    dialect: &Dialect,
    options: &FormOptions,
) -> Result<Measure, Error> {
    let mut measure = Measure::default();
    let residue = dialect.keywords.get(Keyword::Not) == Support::Enforced;
    // Tarjan's components, with the sizes added up on the way. `order` is one higher than the position on the stack.
    let mut order: Vec<usize> = Vec::new();
    let mut done: Vec<bool> = Vec::new();
    let mut stack: Vec<NodeId> = Vec::new();
    let mut path: Vec<Frame> = vec![frame(graph, root, residue)?];
    let mut counter = 0_usize;
    while let Some(top) = path.last_mut() {
        let index = top.node.index();
        if order.len() <= index {
            order.resize(index + 1, 0);
        }
        if done.len() <= index {
            done.resize(index + 1, false);
        }
        if measure.sizes.len() <= index {
            measure.sizes.resize(index + 1, 0);
        }
        if order[index] == 0 {
            counter += 1;
            order[index] = counter;
            top.low = counter;
            stack.push(top.node);
        }
        let Some(child) = top.children.get(top.next).map(|child| child.node) else {
            let finished = path.pop();
            let Some(finished) = finished else { break };
            let index = finished.node.index();
            measure.sizes[index] = finished.size;
            if finished.low == order[index] {
                let mut component = Vec::new();
                while let Some(node) = stack.pop() {
                    done[node.index()] = true;
                    component.push(node);
                    if node == finished.node {
                        break;
                    }
                }
                let loops = component.len() > 1 || finished.children.iter().any(|child| child.node == finished.node);
                if loops {
                    let circle = measure.circles.len();
                    measure.circles.extend(component.into_iter().map(|node| (node, circle)));
                }
            }
            if let Some(parent) = path.last_mut() {
                parent.size = parent.size.saturating_add(finished.size);
                parent.low = parent.low.min(finished.low);
            }
            continue;
        };
        top.next += 1;
        if measure.uses.len() <= child.index() {
            measure.uses.resize(child.index() + 1, 0);
        }
        measure.uses[child.index()] += 1;
        let seen = order.get(child.index()).copied().unwrap_or(0);
        if seen == 0 {
            let next = frame(graph, child, residue)?;
            path.push(next);
        } else if done.get(child.index()).copied().unwrap_or(false) {
            top.size = top.size.saturating_add(measure.size(child));
        } else {
            top.low = top.low.min(seen);
        }
    }
    if dialect.references == References::None {
        let size = measure.size(root);
        if size > options.budget.nodes as u64 {
            return Err(too_large(graph, &measure, root, size, options));
        }
    }
    Ok(measure)
}

fn frame(graph: &mut Graph<'_>, node: NodeId, residue: bool) -> Result<Frame, Error> {
    let built = graph.node(node)?;
    let children = children(graph, &built, residue)?;
    Ok(Frame { node, children, next: 0, size: 1, low: 0 })
}

/// The nodes that stand directly below a node.
fn children(graph: &mut Graph<'_>, node: &Rc<Node>, residue: bool) -> Result<Vec<Use>, Error> {
    let mut children: Vec<Use> = Vec::new();
    children.extend(node.object.properties.iter().filter_map(|property| property.value.clone()));
    if let Extra::Schema(value, _) = &node.object.extra {
        children.push(value.clone());
    }
    for group in &node.object.patterns {
        children.extend(group.patterns.iter().map(|(_, value)| value.clone()));
        if let Extra::Schema(value, _) = &group.otherwise {
            children.push(value.clone());
        }
    }
    children.extend(node.array.prefix.iter().cloned());
    children.extend(node.array.rest.clone());
    for union in &node.unions {
        children.extend(union.branches.iter().cloned());
    }
    if residue {
        for rule in &node.residue {
            let view = graph.sites.value(rule.value);
            match rule.keyword {
                "dependentSchemas" | "dependencies" => {
                    for (_, held) in view.members() {
                        if held.kind() != isoform_json::Kind::Array {
                            let place = graph.sites.member(rule.site, rule.keyword, held);
                            children.push(graph.single(place)?);
                        }
                    }
                }
                "dependentRequired" => {}
                "if" => {
                    for keyword in ["if", "then", "else"] {
                        if let Some(held) = graph.sites.view(rule.site).get(keyword) {
                            let place = graph.sites.keyword(rule.site, keyword, held);
                            children.push(graph.single(place)?);
                        }
                    }
                }
                keyword => {
                    let place = graph.sites.keyword(rule.site, keyword, view);
                    children.push(graph.single(place)?);
                }
            }
        }
        if let Some((names, _)) = &node.object.names {
            children.push(names.clone());
        }
    }
    Ok(children)
}

/// Names the smallest definition that is past the budget by itself.
fn too_large(graph: &Graph<'_>, measure: &Measure, root: NodeId, size: u64, options: &FormOptions) -> Error {
    let budget = options.budget.nodes as u64;
    let worst = measure
        .sizes
        .iter()
        .enumerate()
        .filter(|(_, size)| **size > budget)
        .min_by_key(|(_, size)| **size)
        .map_or(root, |(index, _)| NodeId(index as u32));
    let at = graph.atoms(worst).first().map_or_else(String::new, |atom| graph.sites.pointer(atom.site));
    let here = measure.size(worst);
    Error::new(
        ErrorCode::TooLarge,
        at,
        format!(
            "without references this definition is written out as {here} schema nodes, and the whole schema as {size}: the budget is {budget}"
        ),
    )
}
