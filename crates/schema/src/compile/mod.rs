//! From a node to a dialect: what is sent, what it lets through, what changed, and the plan there and back.
//!
//! Lowering walks the nodes once and makes three things of each: the wire (a schema for answers), the step of the
//! plan, and the changes. The walk knows no provider; it asks the dialect's table.

mod absent;
mod admits;
mod any;
mod apart;
mod arrays;
mod choose;
mod emit;
mod entries;
mod fits;
mod guess;
mod leftovers;
mod limits;
mod lower;
pub(crate) mod names;
mod objects;
mod open;
mod report;
mod root;
mod scalars;
mod settle;
mod tagged;
mod takes;
mod unions;
mod values;
mod wire;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use isoform_json::Document;

use crate::change::{Class, Kind};
use crate::dialect::{Dialect, Enforcement, Keyword, Limits, Recursion, References};
use crate::error::{Error, ErrorCode};
use crate::form::Form;
use crate::ids::{IdMap, IdSet};
use crate::normal::graph::Graph;
use crate::normal::measure::{self, Measure};
use crate::normal::node::{NodeId, Use};
use crate::options::{Encodings, FormOptions};
use crate::plan::{Plan, Step};
use crate::read::sites::SiteId;
use guess::TurnedOut;
use report::Report;
use wire::Wire;

/// What a first try taught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Adjustment {
    /// How many optional members are said by null, which another budget pays for.
    promote: usize,
    /// Objects nested deeper than this travel as JSON text.
    deepest: Option<usize>,
    /// Greater values of `maxItems` are not sent.
    most_items: Option<u64>,
    /// Enums with more values are sent without them.
    most_values: Option<u64>,
    /// No alternatives travel under keys of their own: unions are few.
    untagged: bool,
    /// What definitions turned out to be on the wire, which was not known while they were lowered.
    turned_out: TurnedOut,
}

/// A form, or what to try next.
pub(crate) enum Outcome {
    Form(Box<Form>),
    Again(Adjustment),
    /// The schema nests deeper than the stack that is there may carry.
    Deep,
}

/// What a try may use.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    pub(crate) adjustment: Adjustment,
    /// The schema has references.
    pub(crate) refers: bool,
    /// Levels that the stack carries.
    pub(crate) levels: usize,
}

/// Makes the form of the schema whose root stands at `root`.
pub(crate) fn compile(
    graph: Graph<'_>,
    root: SiteId,
    dialect: &Dialect,
    options: &FormOptions,
    means: Means,
) -> Result<Outcome, Error> {
    let refers = means.refers;
    let mut compiler = Compiler::new(graph, dialect, options, means);
    match try_compile(&mut compiler, root, refers) {
        Err(_) if compiler.too_deep_here => Ok(Outcome::Deep),
        Err(error) => Err(error),
        Ok(Tried::Again(next)) => Ok(Outcome::Again(next)),
        Ok(Tried::Made(made)) => Ok(Outcome::Form(Box::new(Form {
            to: dialect.name.to_string(),
            version: dialect.version.to_string(),
            name: made.name,
            schema: made.schema,
            enforced: made.enforced,
            changes: compiler.report.into_changes(&compiler.graph.sites),
            plan: made.plan,
        }))),
    }
}

struct Made {
    name: Option<String>,
    schema: Option<Document>,
    enforced: Document,
    plan: Plan,
}

enum Tried {
    Again(Adjustment),
    Made(Box<Made>),
}

fn try_compile(compiler: &mut Compiler<'_, '_>, root: SiteId, refers: bool) -> Result<Tried, Error> {
    let (dialect, options) = (compiler.dialect, compiler.options);
    let used = compiler.graph.single(root)?;
    if refers {
        // Without references the schema is a tree, and no larger than its text.
        compiler.measure = measure::measure(&mut compiler.graph, used.node, dialect, options)?;
    }
    let cuts = compiler.adjustment.deepest.is_some();
    compiler.encodes = dialect.untyped && dialect.json_text && (cuts || compiler.needs_encodings());
    if dialect.enforcement == Enforcement::None {
        let why = "the surface holds no answer to the schema: it advises the model, and every answer is checked here";
        compiler.report.add(&compiler.graph.sites, Class::Exact, Kind::Advisory, None, used.place, why)?;
    }
    let lowered = compiler.lower_all(&used)?;
    if let Some(next) = compiler.guessed_wrong() {
        return Ok(Tried::Again(next));
    }
    if dialect.limits != Limits::NONE {
        let counts = limits::count(compiler, &lowered.wire);
        if let Some(next) = limits::adjust(compiler, &counts, &lowered) {
            return Ok(Tried::Again(next));
        }
        limits::check(dialect, &counts)?;
    }
    let Lowered { wire, step } = lowered;
    let plan = compiler.plan(step);
    compiler.leftovers()?;
    compiler.graph.forget_nodes();
    let name = options.name.as_deref().map(|name| names::legal(name, &dialect.names.tool));
    let omit = root::is_empty(compiler, &wire);
    let schema = if omit { None } else { Some(emit::sent(compiler, &wire)?) };
    let enforced = emit::enforced(compiler, &wire)?;
    Ok(Tried::Made(Box::new(Made { name, schema, enforced, plan })))
}

/// What one node became.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub(crate) wire: Wire,
    pub(crate) step: Step,
}

/// A node that is written once and referred to.
pub(crate) struct Definition {
    pub(crate) name: Arc<str>,
    /// How a reference names it.
    pub(crate) pointer: String,
    /// The node behind it, where there is one.
    node: Option<NodeId>,
    /// How many objects are open around it, where that makes a difference.
    level: Option<usize>,
    /// Whether it was lowered, or is being lowered further up.
    begun: bool,
    pub(crate) lowered: Option<Rc<Lowered>>,
    /// Whether it is wider or narrower than its node, apart from what it refers to.
    differs: bool,
    refers_to: Vec<usize>,
}

pub(crate) struct Compiler<'a, 's> {
    pub(crate) graph: Graph<'s>,
    pub(crate) dialect: &'a Dialect,
    pub(crate) options: &'a FormOptions,
    pub(crate) report: Report<'a>,
    pub(crate) definitions: Vec<Definition>,
    /// The definitions of nodes, and of the levels of objects on which they stand where that makes a difference.
    by_node: IdMap<(NodeId, Option<usize>), usize>,
    /// The numbers of the definitions, by name.
    names: HashMap<Arc<str>, usize>,
    /// The number that the next definition of this name gets.
    endings: HashMap<String, usize>,
    unsettled: settle::Unsettled,
    guesses: guess::Guesses,
    /// Annotations that were written, by place and keyword.
    pub(crate) told: IdSet<(SiteId, Keyword)>,
    pub(crate) measure: Measure,
    /// Nodes on the way from the root to here, where everything stands inline.
    open: Vec<NodeId>,
    depth: usize,
    /// How deep the definition that is lowered now began.
    base: usize,
    /// How many levels nested in one definition at most.
    deepest: usize,
    lowered: usize,
    pub(crate) adjustment: Adjustment,
    levels: usize,
    /// The last error only says that the stack is too small.
    too_deep_here: bool,
    /// How many objects are open around here.
    object_depth: usize,
    /// How many optional members are still to be said by null, to keep a budget.
    promote: usize,
    /// The object that is lowered now is the root of a tool's arguments.
    at_tool_root: bool,
    /// How many assertions around here hold where what is inside does not.
    negated: usize,
    /// Something under the assertion that is lowered now travels otherwise than it is.
    altered: bool,
    /// The definitions that were referred to since the one that is lowered now was begun.
    refers_to: Vec<usize>,
    /// Rules that no test of a plan knows are left to the local check.
    loose: usize,
    /// What may still be done to tell alternatives by tests.
    telling: tagged::Telling,
    /// Alternatives travel under keys of their own somewhere.
    tags: bool,
    /// Somewhere a value may travel in another spelling, in a dialect that takes JSON Schema as it is.
    encodes: bool,
    /// The shared definition of any value.
    json_value: Option<usize>,
}

impl<'a, 's> Compiler<'a, 's> {
    fn new(graph: Graph<'s>, dialect: &'a Dialect, options: &'a FormOptions, means: Means) -> Compiler<'a, 's> {
        Compiler {
            graph,
            dialect,
            options,
            report: Report::new(&options.allow),
            definitions: Vec::new(),
            by_node: IdMap::default(),
            names: HashMap::new(),
            endings: HashMap::new(),
            unsettled: settle::Unsettled::default(),
            guesses: guess::Guesses::default(),
            told: IdSet::default(),
            measure: Measure::default(),
            open: Vec::new(),
            depth: 0,
            base: 0,
            deepest: 0,
            lowered: 0,
            promote: means.adjustment.promote,
            adjustment: means.adjustment,
            levels: means.levels,
            too_deep_here: false,
            object_depth: 0,
            at_tool_root: false,
            negated: 0,
            altered: false,
            refers_to: Vec::new(),
            loose: 0,
            telling: tagged::Telling::default(),
            tags: false,
            encodes: false,
            json_value: None,
        }
    }

    /// Whether definitions would come back to themselves in a dialect without references, or a name may not be legal.
    fn needs_encodings(&self) -> bool {
        if !self.refers() && self.measure.has_recursion() {
            return true;
        }
        let legal = self.dialect.names.property;
        legal.extra.is_some() && self.graph.sites.documents().iter().any(|document| names::may_rename(document, &legal))
    }

    /// Whether the structural encodings may be used.
    pub(crate) fn may_encode(&self) -> bool {
        self.options.encodings == Encodings::All
    }

    pub(crate) fn pointer(&self, site: SiteId) -> String {
        self.graph.sites.pointer(site)
    }

    pub(crate) fn error(&self, code: ErrorCode, site: SiteId, message: impl Into<String>) -> Error {
        Error::new(code, self.pointer(site), message).with_span(self.graph.sites.view(site).span())
    }

    /// The place that stands for a node where it is used.
    pub(crate) fn site_of(&self, used: &Use) -> SiteId {
        self.graph.atoms(used.node).first().map_or(used.place, |atom| atom.site)
    }

    /// Every place that a node was put together from.
    pub(crate) fn places_of(&self, node: NodeId) -> Vec<SiteId> {
        self.graph.atoms(node).iter().map(|atom| atom.site).collect()
    }

    pub(crate) fn refers(&self) -> bool {
        matches!(self.dialect.references, References::Definitions { .. })
    }

    pub(crate) fn recursion(&self) -> bool {
        matches!(self.dialect.references, References::Definitions { recursive, .. } if recursive != Recursion::Nowhere)
    }

    /// The definition of a node, made when it is first asked for and lowered later.
    pub(crate) fn definition(&mut self, node: NodeId, site: SiteId) -> usize {
        // Where objects that nest too deeply travel as text, the same node is written differently on each level. One
        // that comes back to itself has no level of its own.
        let leveled = self.adjustment.deepest.is_some() && !self.measure.is_recursive(node);
        let level = leveled.then_some(self.object_depth);
        if let Some(known) = self.by_node.get(&(node, level)) {
            return *known;
        }
        let name = self.definition_name(site);
        let number = self.define(&name, Some((node, level)), None);
        self.by_node.insert((node, level), number);
        number
    }

    /// A definition that no node stands behind.
    pub(crate) fn own_definition(&mut self, name: &str, lowered: Lowered) -> usize {
        self.define(name, None, Some(lowered))
    }

    fn define(&mut self, wanted: &str, of: Option<(NodeId, Option<usize>)>, lowered: Option<Lowered>) -> usize {
        let number = self.definitions.len();
        let name = self.unique_name(wanted, number);
        let mut pointer = String::with_capacity("#/$defs/".len() + name.len());
        pointer.push_str("#/$defs");
        isoform_json::pointer::push_token(&mut pointer, &name);
        let (node, level) = of.map_or((None, None), |(node, level)| (Some(node), level));
        self.definitions.push(Definition {
            name,
            pointer,
            node,
            level,
            begun: lowered.is_some(),
            lowered: lowered.map(Rc::new),
            differs: false,
            refers_to: Vec::new(),
        });
        number
    }

    /// Whether a definition comes back to itself.
    pub(crate) fn is_recursive(&self, number: usize) -> bool {
        let node = self.definitions.get(number).and_then(|definition| definition.node);
        node.is_some_and(|node| self.measure.is_recursive(node))
    }

    /// The number of the definition of that name.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    fn definition_name(&self, site: SiteId) -> String {
        let last = self.graph.sites.last_token(site);
        let last = if last.is_empty() { "Root" } else { &last };
        last.chars().map(|char| if char.is_ascii_alphanumeric() || "_-.".contains(char) { char } else { '_' }).collect()
    }

    fn unique_name(&mut self, wanted: &str, number: usize) -> Arc<str> {
        let mut name: Arc<str> = Arc::from(wanted);
        if self.names.contains_key(&name) {
            let next = self.endings.entry(wanted.to_owned()).or_insert(2);
            while self.names.contains_key(&name) {
                name = Arc::from(format!("{wanted}_{next}"));
                *next += 1;
            }
        }
        self.names.insert(name.clone(), number);
        name
    }

    /// The plan. Takes the steps out of the definitions.
    fn plan(&mut self, root: Step) -> Plan {
        let lowered = self.definitions.iter_mut().filter_map(|definition| {
            let step = &mut Rc::make_mut(definition.lowered.as_mut()?).step;
            Some((definition.name.clone(), std::mem::replace(step, Step::Keep)))
        });
        let definitions = lowered.collect();
        Plan::new(root, definitions).simplify()
    }
}
