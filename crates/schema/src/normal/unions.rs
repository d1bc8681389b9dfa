//! Alternatives: which branches can hold beside their base, whether they exclude each other, and when they are an enum.

use super::atoms::Atoms;
use super::disjoint;
use super::graph::Graph;
use super::node::{ANY_OF, Atom, Never, Node, NodeId, ONE_OF, Union, UnionKind, Use, Values};
use super::rules::Parts;
use super::seen::Seen;
use crate::error::Error;
use crate::ids::IdMap;
use crate::read::sites::{SiteId, Val};
use crate::read::types::TypeSet;

/// How many branches are compared pairwise.
const COMPARED: usize = 64;

/// From this many parts on, all alternatives of which one branch is left are decided together. With fewer parts each
/// is decided by itself, because what one says may leave fewer branches of the next.
const MANY: usize = 16;

/// Reads the unions of all places into the node. `Some`: the node is the same as another one, where the only branch
/// that can hold was put together with the base.
pub(crate) fn unions<'s>(graph: &mut Graph<'s>, parts: &Parts, node: &mut Node) -> Result<Option<NodeId>, Error> {
    let mut base = Base::default();
    let mut decided: Vec<Decided> = Vec::new();
    for (site, without, local) in parts {
        for (kind, branches, mark) in
            [(UnionKind::AnyOf, &local.any_of, ANY_OF), (UnionKind::OneOf, &local.one_of, ONE_OF)]
        {
            if branches.is_empty() || without & mark != 0 || node.types.is_empty() {
                continue;
            }
            let mut live: Vec<Use> = Vec::with_capacity(branches.len());
            for branch in branches {
                let used = graph.single(*branch)?;
                if can_hold(graph, node, &mut base, &used)? {
                    live.push(used);
                }
            }
            if live.is_empty() {
                node.types = TypeSet::NONE;
                node.never = Some(Never::here(format!("no branch of {} can hold", kind.keyword())));
                return Ok(None);
            }
            // What a branch looks at matters to an `unevaluated` keyword, even where it restricts nothing.
            let simplify = !graph.draft.evaluates;
            if simplify && kind == UnionKind::AnyOf && any_branch(graph, &live)? {
                continue;
            }
            if let ([only], true) = (live.as_slice(), simplify) {
                // While that node is being built, what it will be is not known: the union stays.
                let this = Decided { site: *site, mark, branch: only.node };
                if !decided.is_empty() {
                    decided.push(this);
                    continue;
                }
                let forward = decide(graph, &node.atoms, &[this])?;
                if !graph.is_building(forward) {
                    if parts.len() < MANY {
                        return Ok(Some(forward));
                    }
                    decided.push(this);
                    continue;
                }
            }
            if !decided.is_empty() {
                continue;
            }
            if let Some(values) = as_enum(graph, *site, kind, &live)? {
                take_values(graph, node, values);
                base = Base::default();
                continue;
            }
            let disjoint = kind == UnionKind::AnyOf || pairwise_disjoint(graph, &live)?;
            let mut types = TypeSet::NONE;
            let mut named = true;
            for branch in &live {
                if graph.may_search() {
                    let branch = graph.node(branch.node)?;
                    types = types | branch.types;
                    named &= branch.named;
                } else {
                    types = TypeSet::ALL;
                }
            }
            node.types = node.types & types;
            node.named |= named;
            node.unions.push(Union { site: *site, kind, branches: live, disjoint });
        }
    }
    let Some(first) = decided.first().copied() else { return Ok(None) };
    let together = decide(graph, &node.atoms, &decided)?;
    if graph.is_building(together) { decide(graph, &node.atoms, &[first]).map(Some) } else { Ok(Some(together)) }
}

/// A union of which one branch is taken.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) site: SiteId,
    pub(crate) mark: u8,
    pub(crate) branch: NodeId,
}

/// What is asked about a node once for each branch beside it.
#[derive(Default)]
struct Base<'s> {
    /// Its values, once they were looked at.
    values: Option<Seen<'s>>,
}

/// Whether one branch admits everything, so that the alternatives restrict nothing.
fn any_branch(graph: &mut Graph<'_>, live: &[Use]) -> Result<bool, Error> {
    for branch in live {
        if graph.node_is_any(branch.node)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a branch may hold beside the base.
fn can_hold<'s>(graph: &mut Graph<'s>, base: &Node, known: &mut Base<'s>, branch: &Use) -> Result<bool, Error> {
    if graph.never(branch.node)?.is_some() {
        return Ok(false);
    }
    if !graph.may_search() {
        return Ok(true);
    }
    let branch = graph.node(branch.node)?;
    if !branch.types.has(base.types) {
        return Ok(false);
    }
    if base.types & branch.types == TypeSet::OBJECT && disjoint::objects_beside(graph, base, &branch)? {
        return Ok(false);
    }
    if let (Some(ours), Some(theirs)) = (&base.values, &branch.values) {
        let seen = known.values.get_or_insert_with(|| Seen::all(graph, &ours.list));
        return Ok(theirs.list.iter().any(|value| seen.has(graph, *value)));
    }
    Ok(true)
}

/// The node that is a base of these places and these branches of its unions.
pub(crate) fn decide(graph: &mut Graph<'_>, base: &[Atom], decided: &[Decided]) -> Result<NodeId, Error> {
    let mut marks: IdMap<SiteId, u8> = IdMap::default();
    if decided.len() > 1 {
        for union in decided {
            *marks.entry(union.site).or_default() |= union.mark;
        }
    }
    let mut atoms = Atoms::with_capacity(base.len() + decided.len());
    for atom in base {
        let mut atom = *atom;
        let mark = match decided {
            [only] if only.site == atom.site => only.mark,
            _ => marks.get(&atom.site).copied().unwrap_or_default(),
        };
        if mark != 0 {
            atom.without |= mark;
            if graph.is_only_unions(atom)? {
                continue;
            }
        }
        atoms.push(atom);
    }
    for union in decided {
        for atom in graph.atoms(union.branch).iter() {
            if atoms.find(atom.site).is_none() {
                atoms.push(*atom);
            }
        }
    }
    graph.intern(atoms.into_list())
}

impl Graph<'_> {
    /// Whether a place says nothing once its decided unions are left aside.
    fn is_only_unions(&mut self, atom: Atom) -> Result<bool, Error> {
        let local = self.local(atom.site)?;
        Ok(local.boolean.is_none()
            && local.types.is_none()
            && local.values.is_none()
            && local.constant.is_none()
            && local.scalars.is_empty()
            && local.object.is_none()
            && local.array.is_none()
            && local.residue.is_empty()
            && local.notes.is_empty()
            && (local.any_of.is_empty() || atom.without & ANY_OF != 0)
            && (local.one_of.is_empty() || atom.without & ONE_OF != 0))
    }
}

/// The branches as one enum, where each is nothing but values and says nothing to people.
fn as_enum(graph: &mut Graph<'_>, site: SiteId, kind: UnionKind, live: &[Use]) -> Result<Option<Values>, Error> {
    let mut once: Vec<Val> = Vec::new();
    let mut seen = Seen::default();
    let mut again: Vec<Val> = Vec::new();
    for branch in live {
        if !branch.notes.is_empty() || !graph.may_search() {
            return Ok(None);
        }
        let node = graph.node(branch.node)?;
        let Some(values) = &node.values else { return Ok(None) };
        if !node.unions.is_empty() || !node.residue.is_empty() || !node.ruled().is_empty() {
            return Ok(None);
        }
        for atom in node.atoms.iter() {
            if !graph.local(atom.site)?.notes.is_empty() {
                return Ok(None);
            }
        }
        for value in &values.list {
            if seen.insert(graph, *value) {
                once.push(*value);
            } else {
                again.push(*value);
            }
        }
    }
    if kind == UnionKind::OneOf && !again.is_empty() {
        return Ok(None);
    }
    Ok(Some(Values { list: once, constant: false, site }))
}

fn take_values(graph: &Graph<'_>, node: &mut Node, values: Values) {
    let types = node.types;
    let mut list = values.list;
    list.retain(|value| TypeSet::of(graph.sites.value(*value)).is_within(types));
    if let Some(known) = &node.values {
        let seen = Seen::all(graph, &known.list);
        list.retain(|value| seen.has(graph, *value));
    }
    let held = list.iter().fold(TypeSet::NONE, |types, value| types | TypeSet::of(graph.sites.value(*value)));
    node.types = node.types & held;
    node.named = true;
    if list.is_empty() {
        node.never = Some(Never::here("no value of the alternatives fits"));
    }
    node.values = Some(Values { list, constant: false, site: values.site });
}

fn pairwise_disjoint(graph: &mut Graph<'_>, live: &[Use]) -> Result<bool, Error> {
    if graph.may_search() {
        let nodes: Vec<NodeId> = live.iter().map(|branch| branch.node).collect();
        if disjoint::tag(graph, &nodes)?.is_some() {
            return Ok(true);
        }
    }
    if live.len() > COMPARED {
        return Ok(false);
    }
    for (index, one) in live.iter().enumerate() {
        for other in &live[index + 1..] {
            if !disjoint::disjoint(graph, one.node, other.node)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
