//! The graph of nodes: interned by their set of places, built when first looked at.

use std::rc::Rc;

use super::node::{Atom, Never, Node, NodeId, Use};
use crate::error::{Error, ErrorCode};
use crate::ids::IdMap;
use crate::read::draft::Draft;
use crate::read::local::{self, Local};
use crate::read::resolve::Resources;
use crate::read::sites::{SiteId, Sites};

/// How deep the search for reasons why nothing fits follows required members and branches. Beyond it the answer is
/// "perhaps", which loses nothing.
const SEARCH_DEPTH: usize = 12;

/// All nodes of one schema.
pub(crate) struct Graph<'s> {
    pub(crate) sites: Sites<'s>,
    pub(crate) resources: Resources,
    pub(crate) draft: Draft,
    locals: Vec<Option<Rc<Local>>>,
    nodes: Vec<Slot>,
    /// The node of each single whole place, one higher; zero: none yet.
    single: Vec<u32>,
    memo: IdMap<Rc<[Atom]>, NodeId>,
    /// The expressions that were compiled, by place.
    patterns: IdMap<SiteId, Option<Rc<regex_lite::Regex>>>,
    depth: usize,
    limit: usize,
    /// How often a node that is being built was guessed at, and the nodes that were built on such a guess.
    guesses: usize,
    tentative: Vec<NodeId>,
}

struct Slot {
    atoms: Rc<[Atom]>,
    state: State,
}

enum State {
    Fresh,
    Building,
    Built(Rc<Node>),
}

/// A set of places after references and `allOf` were followed.
struct Closed {
    atoms: Vec<Atom>,
    notes: Vec<SiteId>,
    referred: bool,
}

impl<'s> Graph<'s> {
    pub(crate) fn new(sites: Sites<'s>, resources: Resources, draft: Draft, limit: usize) -> Graph<'s> {
        Graph {
            sites,
            resources,
            draft,
            locals: Vec::new(),
            nodes: Vec::new(),
            single: Vec::new(),
            memo: IdMap::default(),
            patterns: IdMap::default(),
            depth: 0,
            limit,
            guesses: 0,
            tentative: Vec::new(),
        }
    }

    /// What a place says by itself.
    pub(crate) fn local(&mut self, site: SiteId) -> Result<Rc<Local>, Error> {
        if let Some(Some(local)) = self.locals.get(site.index()) {
            return Ok(local.clone());
        }
        let local = local::read(&mut self.sites, &self.resources, &self.draft, site)?;
        if self.locals.len() < self.sites.len() {
            self.locals.resize(self.sites.len(), None);
        }
        self.locals[site.index()] = Some(local.clone());
        Ok(local)
    }

    /// The expression that is the key of a place, or `None` where it cannot be run.
    pub(crate) fn pattern(&mut self, place: SiteId) -> Option<Rc<regex_lite::Regex>> {
        if let Some(known) = self.patterns.get(&place) {
            return known.clone();
        }
        let compiled = super::pattern::compile(self.sites.key(place).unwrap_or("")).map(Rc::new);
        self.patterns.insert(place, compiled.clone());
        compiled
    }

    /// Every place that was read, in no order.
    pub(crate) fn read_places(&self) -> impl Iterator<Item = (SiteId, &Rc<Local>)> {
        let locals = self.locals.iter().enumerate();
        locals.filter_map(|(index, local)| Some((self.sites.nth(index), local.as_ref()?)))
    }

    /// The node of one place.
    pub(crate) fn single(&mut self, place: SiteId) -> Result<Use, Error> {
        self.conjunction(&[Atom::whole(place)], place)
    }

    /// The node of several places at once, used at `place`.
    pub(crate) fn conjunction(&mut self, seeds: &[Atom], place: SiteId) -> Result<Use, Error> {
        if let [Atom { site, without: 0 }] = seeds {
            if self.local(*site)?.stands_alone() {
                let node = self.intern_single(*site)?;
                return Ok(Use { node, place, notes: Vec::new(), referred: false });
            }
        }
        let closed = self.close(seeds)?;
        let node = self.intern(closed.atoms)?;
        Ok(Use { node, place, notes: closed.notes, referred: closed.referred })
    }

    fn intern_single(&mut self, site: SiteId) -> Result<NodeId, Error> {
        let index = site.index();
        if self.single.len() <= index {
            self.single.resize(self.sites.len().max(index + 1), 0);
        }
        if self.single[index] == 0 {
            let id = self.push(Rc::new([Atom::whole(site)]))?;
            self.single[index] = id.0 + 1;
        }
        Ok(NodeId(self.single[index] - 1))
    }

    pub(crate) fn intern(&mut self, atoms: Vec<Atom>) -> Result<NodeId, Error> {
        if let [Atom { site, without: 0 }] = atoms.as_slice() {
            return self.intern_single(*site);
        }
        let atoms: Rc<[Atom]> = atoms.into();
        if let Some(id) = self.memo.get(&atoms) {
            return Ok(*id);
        }
        let id = self.push(atoms.clone())?;
        self.memo.insert(atoms, id);
        Ok(id)
    }

    fn push(&mut self, atoms: Rc<[Atom]>) -> Result<NodeId, Error> {
        if self.nodes.len() >= self.limit {
            let at = atoms.first().map_or_else(String::new, |atom| self.sites.pointer(atom.site));
            return Err(Error::new(
                ErrorCode::TooLarge,
                at,
                format!("putting together the parts that apply here takes more than {} schema nodes", self.limit),
            ));
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Slot { atoms, state: State::Fresh });
        Ok(id)
    }

    /// Follows references and opens `allOf`, in the order of the text, outermost first.
    fn close(&mut self, seeds: &[Atom]) -> Result<Closed, Error> {
        let mut closed = Closed { atoms: Vec::with_capacity(seeds.len()), notes: Vec::new(), referred: false };
        let mut open: Vec<(Atom, bool)> = seeds.iter().rev().map(|atom| (*atom, false)).collect();
        let mut aliases: Vec<SiteId> = Vec::new();
        let mut parts = 0_usize;
        while let Some((atom, referred)) = open.pop() {
            let local = self.local(atom.site)?;
            if local.boolean == Some(true) {
                continue;
            }
            if local.is_alias() {
                if aliases.contains(&atom.site) {
                    if aliases.len() > 64 || closed.atoms.is_empty() {
                        return Err(Error::new(
                            ErrorCode::Recursive,
                            self.sites.pointer(atom.site),
                            "the definition refers to nothing but itself",
                        ));
                    }
                    continue;
                }
                aliases.push(atom.site);
                if !local.notes.is_empty() {
                    closed.notes.push(atom.site);
                }
                match (local.reference, local.all_of.first()) {
                    (Some(target), _) => open.push((Atom::whole(target), true)),
                    (None, Some(part)) => open.push((Atom::whole(*part), referred)),
                    (None, None) => {}
                }
                continue;
            }
            match closed.atoms.iter_mut().find(|known| known.site == atom.site) {
                Some(known) => {
                    known.without &= atom.without;
                    continue;
                }
                None => closed.atoms.push(atom),
            }
            parts += 1;
            if parts > 4096 {
                return Err(Error::new(
                    ErrorCode::TooLarge,
                    self.sites.pointer(atom.site),
                    "more than 4096 parts apply at one place",
                ));
            }
            closed.referred = referred;
            for part in local.all_of.iter().rev() {
                open.push((Atom::whole(*part), false));
            }
            if let Some(target) = local.reference {
                open.push((Atom::whole(target), false));
            }
        }
        closed.referred &= closed.atoms.len() == 1;
        if !closed.referred && closed.atoms.len() > 1 {
            // Annotations of the parts are read from the parts.
        }
        Ok(closed)
    }

    pub(crate) fn atoms(&self, id: NodeId) -> Rc<[Atom]> {
        self.nodes[id.index()].atoms.clone()
    }

    /// The node itself, built when it is first looked at.
    pub(crate) fn node(&mut self, id: NodeId) -> Result<Rc<Node>, Error> {
        match &self.nodes[id.index()].state {
            State::Built(node) => return Ok(node.clone()),
            State::Building => {
                self.guesses += 1;
                // Asked for while it is being built: the search for reasons came back here. What is not known yet
                // counts as satisfiable.
                let atoms = self.nodes[id.index()].atoms.clone();
                return Ok(Rc::new(Node { named: true, ..Node::of(atoms) }));
            }
            State::Fresh => {}
        }
        self.nodes[id.index()].state = State::Building;
        self.depth += 1;
        let before = self.guesses;
        let built = super::rules::build(self, id);
        self.depth -= 1;
        match built {
            Ok(node) => {
                self.nodes[id.index()].state = State::Built(node.clone());
                if self.guesses > before && self.depth > 0 {
                    self.tentative.push(id);
                }
                if self.depth == 0 {
                    // What was built on a guess about a node further up is built anew when it is looked at again.
                    for guessed in std::mem::take(&mut self.tentative) {
                        self.nodes[guessed.index()].state = State::Fresh;
                    }
                }
                Ok(node)
            }
            Err(error) => {
                self.nodes[id.index()].state = State::Fresh;
                Err(error)
            }
        }
    }

    /// Whether a node is being built further up.
    pub(crate) fn is_building(&self, id: NodeId) -> bool {
        matches!(self.nodes[id.index()].state, State::Building)
    }

    /// Whether the search for reasons may go one level further.
    pub(crate) fn may_search(&self) -> bool {
        self.depth < SEARCH_DEPTH
    }

    /// Why nothing fits the node, where that is found within the search depth.
    pub(crate) fn never(&mut self, id: NodeId) -> Result<Option<Never>, Error> {
        if let State::Built(node) = &self.nodes[id.index()].state {
            return Ok(node.never.clone());
        }
        // The schema `false` needs no search.
        for atom in self.atoms(id).iter() {
            if self.local(atom.site)?.boolean == Some(false) {
                return Ok(Some(Never::here("the schema is false")));
            }
        }
        if !self.may_search() || matches!(self.nodes[id.index()].state, State::Building) {
            return Ok(None);
        }
        Ok(self.node(id)?.never.clone())
    }

    /// Whether null may fit: false only where it surely does not.
    pub(crate) fn may_be_null(&mut self, id: NodeId) -> Result<bool, Error> {
        use crate::read::types::TypeSet;
        let node = self.node(id)?;
        if node.never.is_some() || !node.types.has(TypeSet::NULL) {
            return Ok(false);
        }
        if let Some(values) = &node.values {
            if !values.list.iter().any(|value| self.sites.value(*value).is_null()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Graph<'_> {
    /// Whether every document fits the node.
    pub(crate) fn node_is_any(&mut self, id: NodeId) -> Result<bool, Error> {
        if self.atoms(id).is_empty() {
            return Ok(true);
        }
        if !self.may_search() || matches!(self.nodes[id.index()].state, State::Building) {
            return Ok(false);
        }
        Ok(self.node(id)?.is_any())
    }
}
