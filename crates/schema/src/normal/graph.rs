//! The graph of nodes: interned by their set of places, built when first looked at.

use std::collections::hash_map::RandomState;
use std::rc::Rc;

use super::aliases::{Aliases, Met};
use super::atoms::Atoms;
use super::node::{Atom, Never, Node, NodeId, Use};
use super::seen::Seen;
use crate::error::{Error, ErrorCode};
use crate::ids::IdMap;
use crate::read::draft::Draft;
use crate::read::local::{self, Local};
use crate::read::resolve::Resources;
use crate::read::sites::{SiteId, Sites, Val};

/// How deep the search for reasons why nothing fits follows required members and branches. Beyond it the answer is
/// "perhaps", which loses nothing.
const SEARCH_DEPTH: usize = 12;

/// How many parts may apply at one place.
const PARTS: usize = 4096;

/// How many steps it may take to put parts together, for each schema node that there may be.
const STEPS: usize = 4;

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
    /// The enums that were put together with others, by place.
    enums: IdMap<SiteId, Rc<Seen<'s>>>,
    hasher: RandomState,
    depth: usize,
    limit: usize,
    steps: usize,
    /// Where chains of places that say nothing but where to go on lead in the end, and whether by reference.
    ends: IdMap<SiteId, (SiteId, bool)>,
    /// How often a node that is being built was guessed at, and the nodes that were built on such a guess.
    guesses: usize,
    tentative: Vec<NodeId>,
}

struct Slot {
    atoms: Rc<[Atom]>,
    state: State,
}

/// What building a node comes to.
pub(crate) enum Built {
    Node(Rc<Node>),
    /// It is the same as this one.
    Same(NodeId),
}

enum State {
    Fresh,
    Building,
    Built(Rc<Node>),
}

/// A set of places after references and `allOf` were followed.
struct Closed {
    atoms: Atoms,
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
            ends: IdMap::default(),
            enums: IdMap::default(),
            hasher: RandomState::new(),
            depth: 0,
            limit,
            steps: 0,
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
        let node = self.intern(closed.atoms.into_list())?;
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
        let first = atoms.first().map(|atom| atom.site);
        if atoms.len() > PARTS {
            return Err(self.too_many_parts(first));
        }
        self.spend(atoms.len(), first)?;
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
        let mut closed = Closed { atoms: Atoms::with_capacity(seeds.len()), notes: Vec::new(), referred: false };
        let mut open: Vec<(Atom, bool)> = seeds.iter().rev().map(|atom| (*atom, false)).collect();
        let mut aliases = Aliases::default();
        while let Some((mut atom, mut referred)) = open.pop() {
            if let Some((end, refers)) = self.ends.get(&atom.site) {
                atom.site = *end;
                referred |= refers;
            }
            let local = self.local(atom.site)?;
            if local.is_alias() {
                match aliases.meet(atom.site) {
                    Met::First => {}
                    Met::InCircles if closed.atoms.is_empty() => {
                        return Err(Error::new(
                            ErrorCode::Recursive,
                            self.sites.pointer(atom.site),
                            "the definition refers to nothing but itself",
                        ));
                    }
                    Met::InCircles | Met::Before => {
                        aliases.next();
                        continue;
                    }
                }
                if !local.notes.is_empty() {
                    closed.notes.push(atom.site);
                    aliases.arrive(atom.site, &mut self.ends);
                } else {
                    aliases.pass(atom.site, local.reference.is_some());
                }
                match (local.reference, local.all_of.first()) {
                    (Some(target), _) => open.push((Atom::whole(target), true)),
                    (None, Some(part)) => open.push((Atom::whole(*part), referred)),
                    (None, None) => {}
                }
                continue;
            }
            aliases.arrive(atom.site, &mut self.ends);
            aliases.next();
            if local.boolean == Some(true) {
                continue;
            }
            if let Some(known) = closed.atoms.find(atom.site) {
                known.without &= atom.without;
                continue;
            }
            closed.atoms.push(atom);
            if closed.atoms.len() > PARTS {
                return Err(self.too_many_parts(Some(atom.site)));
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
        let before = self.begin(id);
        // Nodes that turn out to be others are followed on a list, not on the stack.
        let mut ways: Vec<(NodeId, usize)> = Vec::new();
        let mut at = id;
        let built = loop {
            let forward = match super::rules::build(self, at) {
                Ok(Built::Node(node)) => break Ok(node),
                Ok(Built::Same(forward)) => forward,
                Err(error) => break Err(error),
            };
            if let State::Built(node) = &self.nodes[forward.index()].state {
                break Ok(node.clone());
            }
            let before = self.begin(forward);
            ways.push((forward, before));
            at = forward;
        };
        while let Some((way, before)) = ways.pop() {
            self.end(way, before, built.as_ref().ok());
        }
        self.end(id, before, built.as_ref().ok());
        built
    }

    /// Begins to build a node; gives back how much was guessed before.
    fn begin(&mut self, id: NodeId) -> usize {
        self.nodes[id.index()].state = State::Building;
        self.depth += 1;
        self.guesses
    }

    /// Ends building a node.
    fn end(&mut self, id: NodeId, before: usize, built: Option<&Rc<Node>>) {
        self.depth -= 1;
        let Some(node) = built else {
            self.nodes[id.index()].state = State::Fresh;
            return;
        };
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
    }

    fn too_many_parts(&self, at: Option<SiteId>) -> Error {
        let at = at.map_or_else(String::new, |site| self.sites.pointer(site));
        Error::new(ErrorCode::TooLarge, at, format!("more than {PARTS} parts apply at one place"))
    }

    /// Counts steps of putting parts together, where each of some is held against each of others.
    ///
    /// # Errors
    /// `too-large` where there are too many.
    pub(crate) fn spend(&mut self, steps: usize, at: Option<SiteId>) -> Result<(), Error> {
        self.steps = self.steps.saturating_add(steps);
        let most = self.limit.saturating_mul(STEPS);
        if self.steps > most {
            let at = at.map_or_else(String::new, |site| self.sites.pointer(site));
            let why = format!("putting together the parts that apply here takes more than {most} steps");
            return Err(Error::new(ErrorCode::TooLarge, at, why));
        }
        Ok(())
    }

    /// Hashes what strangers wrote.
    pub(crate) fn hasher(&self) -> &RandomState {
        &self.hasher
    }

    /// The values of the enum of a place that are in another list too. The enum is indexed once for all such lists.
    pub(crate) fn common(&mut self, site: SiteId, list: &[Val], others: &[Val]) -> Vec<Val> {
        let known = self.enums.get(&site).cloned();
        let known = known.unwrap_or_else(|| {
            let known = Rc::new(Seen::all(self, list));
            self.enums.insert(site, known.clone());
            known
        });
        known.common(self, others)
    }

    /// Lets go of everything but the places, once nothing asks any more what they mean.
    pub(crate) fn forget_nodes(&mut self) {
        self.locals = Vec::new();
        self.nodes = Vec::new();
        self.single = Vec::new();
        self.memo = IdMap::default();
    }

    /// Whether a node is being built further up.
    pub(crate) fn is_building(&self, id: NodeId) -> bool {
        matches!(self.nodes[id.index()].state, State::Building)
    }

    /// Whether the search for reasons may go one level further.
    pub(crate) fn may_search(&self) -> bool {
        self.depth < SEARCH_DEPTH
    }

    /// Whether a node may still be built inside of the one that is being built, where it says more than reasons.
    pub(crate) fn may_build(&self) -> bool {
        self.depth < 2 * SEARCH_DEPTH
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
