//! What a caller may choose: the draft a schema is read as, the place a form is for, and which changes it may make.

use std::collections::BTreeSet;

use crate::change::{Class, Kind};

/// Which specification gives the keywords of a schema their meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// Detected, by this ordered list:
    ///
    /// 1. `$schema` at the root names a draft.
    /// 2. The root has `openapi` (3.0.x, 3.1.x) or `swagger`.
    /// 3. Somewhere in a subschema position:
    ///    - `prefixItems`, `$defs`, `dependentRequired`, `dependentSchemas`, `unevaluatedProperties`,
    ///      `unevaluatedItems` or `$dynamicRef`: 2020-12;
    ///    - a boolean `exclusiveMinimum` or `exclusiveMaximum`: OpenAPI 3.0 with `nullable`, draft 4 without;
    ///    - `nullable: true`, and no list of types and no `const`: OpenAPI 3.0;
    ///    - a list under `items`, `additionalItems` or `dependencies`: draft 7.
    /// 4. 2020-12.
    #[default]
    Auto,
    /// JSON Schema draft 4.
    Draft4,
    /// JSON Schema draft 6.
    Draft6,
    /// JSON Schema draft 7.
    Draft7,
    /// JSON Schema 2019-09.
    Draft201909,
    /// JSON Schema 2020-12.
    Draft202012,
    /// The schema object of OpenAPI 3.0.
    OpenApi30,
    /// The schema object of OpenAPI 3.1: 2020-12 with a few annotations.
    OpenApi31,
    /// The schema object of Swagger 2.0.
    Swagger20,
}

impl Source {
    /// Every source, with its name on the command line.
    pub const ALL: &'static [(Source, &'static str)] = &[
        (Source::Auto, "auto"),
        (Source::Draft4, "draft-04"),
        (Source::Draft6, "draft-06"),
        (Source::Draft7, "draft-07"),
        (Source::Draft201909, "draft-2019-09"),
        (Source::Draft202012, "draft-2020-12"),
        (Source::OpenApi30, "openapi-3.0"),
        (Source::OpenApi31, "openapi-3.1"),
        (Source::Swagger20, "swagger-2.0"),
    ];

    /// The name of this source.
    #[must_use]
    pub fn name(self) -> &'static str {
        Source::ALL.iter().find(|(source, _)| *source == self).map_or("auto", |(_, name)| name)
    }

    /// The source of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Source> {
        Source::ALL.iter().find(|(_, known)| *known == name).map(|(source, _)| *source)
    }
}

/// Where the form stands in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// The arguments of a tool: always an object.
    Tool,
    /// The answer itself.
    #[default]
    Output,
}

/// Which encodings a form may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encodings {
    /// All of them.
    #[default]
    All,
    /// Only root wrap, null for absent, enum text and renaming: for callers whose reader cannot unmap the others.
    Light,
}

/// The classes and kinds of change that a caller accepts.
///
/// The default accepts `exact`, `mapped` and `wider` changes and the three reported narrowings that nearly every
/// schema needs somewhere: `closed-object`, `absent-or-null` and `implied-type`.
///
/// One change has to be named to be made: with the kind `budget` in the list, enums that have more values than the
/// dialect counts are sent as any value of their types, and checked after the answer; without it they are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    classes: BTreeSet<Class>,
    kinds: BTreeSet<Kind>,
}

impl Default for Allowed {
    fn default() -> Allowed {
        Allowed {
            classes: [Class::Exact, Class::Mapped, Class::Wider].into(),
            kinds: [Kind::ClosedObject, Kind::AbsentOrNull, Kind::ImpliedType].into(),
        }
    }
}

impl Allowed {
    /// Nothing but what is listed in `classes` and `kinds`. A change is accepted when its class or its kind is listed.
    #[must_use]
    pub fn only(classes: &[Class], kinds: &[Kind]) -> Allowed {
        Allowed { classes: classes.iter().copied().collect(), kinds: kinds.iter().copied().collect() }
    }

    /// Reads a list of words such as `exact,mapped,closed-object`.
    ///
    /// # Errors
    /// The first word that is neither a class nor a kind.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Allowed, String> {
        let mut allowed = Allowed::only(&[], &[]);
        for word in words {
            match (word.parse::<Class>(), word.parse::<Kind>()) {
                (Ok(class), _) => {
                    allowed.classes.insert(class);
                }
                (_, Ok(kind)) => {
                    allowed.kinds.insert(kind);
                }
                _ => return Err(word.to_owned()),
            }
        }
        Ok(allowed)
    }

    /// Whether this kind is listed itself.
    pub(crate) fn names(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether a change of this class and kind is accepted.
    #[must_use]
    pub fn allows(&self, class: Class, kind: Kind) -> bool {
        self.classes.contains(&class) || self.kinds.contains(&kind)
    }
}

/// How a form is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormOptions {
    /// Where the form stands in the request.
    pub place: Place,
    /// Which changes it may make.
    pub allow: Allowed,
    /// Which encodings it may use.
    pub encodings: Encodings,
    /// Whether rules that are not sent are written into descriptions.
    pub describe: bool,
    /// Whether an optional member that may be null keeps absent and null apart: its value travels in an object.
    pub three_state: bool,
    /// Whether recursion that the dialect does not take may be cut, as a reported narrowing.
    pub cut_recursion: bool,
    /// The name of the tool or of the output schema, made legal in [`Form::name`](crate::Form::name).
    pub name: Option<String>,
    /// Our own budgets.
    pub budget: Budget,
}

impl FormOptions {
    /// For the arguments of a tool of this name.
    #[must_use]
    pub fn tool(name: impl Into<String>) -> FormOptions {
        FormOptions { place: Place::Tool, name: Some(name.into()), ..FormOptions::default() }
    }

    /// Sets the place.
    #[must_use]
    pub fn with_place(mut self, place: Place) -> FormOptions {
        self.place = place;
        self
    }

    /// Sets the changes that are accepted.
    #[must_use]
    pub fn with_allowed(mut self, allow: Allowed) -> FormOptions {
        self.allow = allow;
        self
    }

    /// Sets the encodings that are used.
    #[must_use]
    pub fn with_encodings(mut self, encodings: Encodings) -> FormOptions {
        self.encodings = encodings;
        self
    }

    /// Sets the name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> FormOptions {
        self.name = Some(name.into());
        self
    }

    /// Cuts recursion where the dialect does not take it, as a reported narrowing.
    #[must_use]
    pub fn with_cut_recursion(mut self, cut: bool) -> FormOptions {
        self.cut_recursion = cut;
        self
    }

    /// Writes rules that are not sent into descriptions.
    #[must_use]
    pub fn with_describe(mut self, describe: bool) -> FormOptions {
        self.describe = describe;
        self
    }

    /// Keeps absent and null apart where null stands for absent.
    #[must_use]
    pub fn with_three_state(mut self, three_state: bool) -> FormOptions {
        self.three_state = three_state;
        self
    }

    /// Sets our own budgets.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> FormOptions {
        self.budget = budget;
        self
    }
}

/// Budgets that keep a hostile schema from growing without bound. All are counted before anything is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Schema nodes of one form, after references were expanded.
    pub nodes: usize,
    /// Levels of nesting of one form.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: 100_000, depth: 128 }
    }
}

impl Budget {
    /// Sets the number of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: usize) -> Budget {
        self.nodes = nodes;
        self
    }
}
