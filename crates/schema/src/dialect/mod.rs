//! Dialects as data: what each provider surface takes, and how it reads what it is sent.
//!
//! A [`Dialect`] holds no code. What differs between providers is a table; what is the same is written once, in the
//! compiler that reads these tables. Built-in dialects are one small file a provider; a user's own is the same data.

mod anthropic;
mod bedrock;
mod gemini;
mod keyword;
mod mcp;
mod neutral;
mod openai;

use std::borrow::Cow;

pub use anthropic::{ANTHROPIC, ANTHROPIC_STRICT};
pub use bedrock::{BEDROCK, BEDROCK_NOVA, BEDROCK_STRICT};
pub use gemini::{GEMINI, GEMINI_JSON};
pub use keyword::{Keyword, Keywords, Support};
pub use mcp::MCP;
pub use neutral::{JSON_SCHEMA, JSON_SCHEMA_INLINE};
pub use openai::{AZURE_OPENAI, OPENAI_STRICT, OPENAI_TOOL};

/// Every built-in dialect, in the order in which they are listed.
pub static BUILT_IN: &[&Dialect] = &[
    &OPENAI_STRICT,
    &OPENAI_TOOL,
    &AZURE_OPENAI,
    &GEMINI,
    &GEMINI_JSON,
    &ANTHROPIC_STRICT,
    &ANTHROPIC,
    &BEDROCK_STRICT,
    &BEDROCK,
    &BEDROCK_NOVA,
    &MCP,
    &JSON_SCHEMA,
    &JSON_SCHEMA_INLINE,
];

/// The built-in dialect of that name.
///
/// ```
/// assert_eq!(isoform_schema::dialect::named("gemini").unwrap().name, "gemini");
/// assert!(isoform_schema::dialect::named("telepathy").is_none());
/// ```
#[must_use]
pub fn named(name: &str) -> Option<&'static Dialect> {
    BUILT_IN.iter().copied().find(|dialect| dialect.name == name)
}

/// What one provider surface takes, and how it reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The name, as on the command line.
    pub name: Cow<'static, str>,
    /// One line for people: which surface this is.
    pub summary: Cow<'static, str>,
    /// The version of this table: it moves when the table does.
    pub version: Cow<'static, str>,
    /// The date of the newest source of this table, `YYYY-MM-DD`.
    pub source_date: Cow<'static, str>,
    /// Where the facts come from, in a few words.
    pub sources: Cow<'static, str>,
    /// How well the facts are known.
    pub confidence: Confidence,
    /// Whether the surface holds the answer to the schema.
    pub enforcement: Enforcement,
    /// What may stand at the root.
    pub root: Root,
    /// How objects treat keys that they do not declare.
    pub objects: Objects,
    /// Whether an object below the root may have no members.
    pub empty_objects: bool,
    /// How an optional member is said.
    pub optional: Optional,
    /// How a value that may be null is said.
    pub null: Null,
    /// Whether `type` may list several types (other than null beside one).
    pub type_lists: bool,
    /// Whether a place may say nothing about its type.
    pub untyped: bool,
    /// Whether any value may travel in a shared definition that comes back to itself, where a type is needed.
    pub json_value: bool,
    /// Whether objects say `properties` and arrays say `items`, even where these restrict nothing.
    pub explicit: bool,
    /// Whether `$schema` is sent.
    pub names_draft: bool,
    /// What references may do.
    pub references: References,
    /// Whether `enum` and `const` may stand without a type.
    pub untyped_values: bool,
    /// Whether keywords may stand beside `anyOf`.
    pub union_siblings: bool,
    /// Whether what cannot be said may travel as JSON text in a string.
    pub json_text: bool,
    /// Whether `propertyOrdering` gives the order of members.
    pub property_ordering: bool,
    /// What `enum` may hold.
    pub enums: Enums,
    /// What the dialect does with each keyword.
    pub keywords: Keywords,
    /// The values of `minItems` that are taken, where not all are.
    pub min_items: Option<&'static [u64]>,
    /// The formats that are taken; `None`: all of them.
    pub formats: Option<&'static [&'static str]>,
    /// What the dialect's regular expressions cannot do.
    pub pattern: PatternRule,
    /// Which names are legal.
    pub names: Names,
    /// Local limits, counted over one form.
    pub limits: Limits,
    /// Limits of a request, counted over all its tools.
    pub request: Request,
}

/// What a table says of itself.
#[derive(Clone, Copy)]
struct About {
    name: &'static str,
    summary: &'static str,
    /// The version and the date of the newest source are one date in most tables.
    version: &'static str,
    source_date: &'static str,
    sources: &'static str,
}

/// How well a table is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// Run against the thing itself.
    Verified,
    /// From the provider's documentation, its own SDK or errors seen on the wire.
    Documented,
    /// Inferred.
    Unverified,
}

impl Confidence {
    /// The word for tables.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Confidence::Verified => "verified",
            Confidence::Documented => "documented",
            Confidence::Unverified => "unverified",
        }
    }
}

/// Whether a surface holds the answer to the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enforcement {
    /// Output is constrained by a grammar made from the schema.
    Grammar,
    /// The schema only advises the model.
    None,
}

/// What may stand at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// It has to be an object.
    pub object: bool,
    /// A tool's arguments have to be an object.
    pub arguments: bool,
    /// It may be a union.
    pub union: bool,
    /// A tool whose root admits only `{}` sends no schema.
    pub omit_empty: bool,
}

/// How objects treat keys that they do not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// Every object has to say `additionalProperties: false`.
    Closed,
    /// Every object is read as closed, and the keyword is not taken.
    ClosedInSilence,
    /// As in JSON Schema.
    Open,
    /// As in JSON Schema, where the object says so: what is silent about other keys says `additionalProperties: true`.
    OpenWhenSaid,
}

/// How an optional member is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {
    /// By leaving it out of `required`.
    NotRequired,
    /// Every member is required; an optional one may be null.
    NullForAbsent,
}

/// How a value that may be null is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// `null` in the list of types, or a branch of type null.
    Type,
    /// `nullable: true`, as in OpenAPI 3.0.
    Nullable,
}

/// What references may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// There are none: everything stands inline.
    None,
    /// `$ref` into `$defs`.
    Definitions {
        /// Where a definition may come back to itself.
        recursive: Recursion,
        /// Keywords may stand beside `$ref`.
        siblings: bool,
    },
}

/// Where a definition may come back to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// Nowhere.
    Nowhere,
    /// Everywhere but directly in a required member.
    OutsideRequired,
    /// Everywhere.
    Anywhere,
}

/// What `enum` may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enums {
    /// Any JSON value.
    Any,
    /// Strings, numbers, booleans and null.
    Scalars,
    /// Strings and numbers.
    StringsAndNumbers,
    /// Strings, and not the empty one.
    NonEmptyStrings,
}

/// What a dialect's regular expressions cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternRule {
    /// `(?=`, `(?!`, `(?<=`, `(?<!`.
    pub lookaround: bool,
    /// `\1`, `\k<name>`.
    pub backreference: bool,
    /// `\b`, `\B`.
    pub word_boundary: bool,
}

impl PatternRule {
    /// Everything of ECMA-262.
    pub const ALL: PatternRule = PatternRule { lookaround: true, backreference: true, word_boundary: true };
}

/// Which names are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    /// Names of tools and of output schemas.
    pub tool: NameRule,
    /// Names of properties.
    pub property: NameRule,
}

/// A rule for names: which characters, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameRule {
    /// Characters beside ASCII letters and digits; `None`: every character is legal.
    pub extra: Option<&'static str>,
    /// The first character has to be an ASCII letter or `_`.
    pub starts_with_letter: bool,
    /// The greatest number of characters; `None`: no limit.
    pub max: Option<usize>,
}

impl NameRule {
    /// Every name is legal.
    pub const ANY: NameRule = NameRule { extra: None, starts_with_letter: false, max: None };

    /// Whether a name is legal.
    #[must_use]
    pub fn admits(&self, name: &str) -> bool {
        let Some(extra) = self.extra else { return true };
        let first = name.chars().next();
        !name.is_empty()
            && self.max.is_none_or(|max| name.chars().count() <= max)
            && name.chars().all(|char| char.is_ascii_alphanumeric() || extra.contains(char))
            && (!self.starts_with_letter || first.is_some_and(|char| char.is_ascii_alphabetic() || char == '_'))
    }
}

/// Limits of a request, counted over the tools that are held to their schema. `None`: no limit is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// Tools of any kind.
    pub tools: Option<usize>,
    /// Tools that are held to their schema.
    pub strict_tools: Option<usize>,
    /// Optional members of all tools.
    pub optional: Option<usize>,
    /// Places of union type of all tools.
    pub unions: Option<usize>,
    /// Properties of all tools.
    pub properties: Option<usize>,
    /// The sum of all `maxItems`.
    pub max_items: Option<u64>,
    /// The surface of the same provider that holds no answer to the schema, which a tool can fall back to.
    pub fallback: Option<&'static str>,
}

impl Request {
    /// No limits, and nothing to fall back to.
    pub const NONE: Request = Request {
        tools: None,
        strict_tools: None,
        optional: None,
        unions: None,
        properties: None,
        max_items: None,
        fallback: None,
    };
}

/// Local limits, counted over one form. `None`: no limit is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Levels of nested objects.
    pub depth: Option<usize>,
    /// Properties of all objects together.
    pub properties: Option<usize>,
    /// Enum values of all enums together.
    pub enum_values: Option<usize>,
    /// Characters of one enum's strings, for enums of more values than the first number.
    pub enum_characters: Option<(usize, usize)>,
    /// Characters of property names, definition names, enum and const values together.
    pub characters: Option<usize>,
    /// Optional members of all objects together.
    pub optional: Option<usize>,
    /// Places of union type together: `anyOf` and type lists.
    pub unions: Option<usize>,
    /// The sum of all `maxItems`.
    pub max_items: Option<u64>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        depth: None,
        properties: None,
        enum_values: None,
        enum_characters: None,
        characters: None,
        optional: None,
        unions: None,
        max_items: None,
    };
}
