//! OpenAI: strict tools and strict structured outputs.

use std::borrow::Cow;

use super::keyword::Keyword as K;
use super::{
    Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional, PatternRule,
    References, Root,
};

const NAME: NameRule = NameRule { extra: Some("_-"), starts_with_letter: false, max: Some(64) };

/// OpenAI, `strict: true`: tools and `json_schema` outputs of Chat Completions and Responses.
///
/// Every object is closed and every member required; `default` is left out because one host of the same API refuses
/// it. String lengths, `uniqueItems` and the rest of the refused keywords are in no list of supported ones.
pub static OPENAI_STRICT: Dialect = Dialect {
    name: Cow::Borrowed("openai-strict"),
    summary: Cow::Borrowed("OpenAI strict tools and structured outputs"),
    version: Cow::Borrowed("2026-08-21"),
    source_date: Cow::Borrowed("2026-08-21"),
    sources: Cow::Borrowed("structured outputs guide (records of 2026-02 and 2026-08), openai-python, wire errors"),
    confidence: Confidence::Documented,
    enforcement: Enforcement::Grammar,
    root: Root { object: true, union: false, omit_empty: false },
    objects: Objects::Closed,
    empty_objects: true,
    optional: Optional::NullForAbsent,
    null: Null::Type,
    type_lists: false,
    untyped: false,
    references: References::Definitions { recursive: true, siblings: false },
    untyped_values: false,
    union_siblings: true,
    json_text: true,
    property_ordering: false,
    enums: Enums::Scalars,
    keywords: Keywords::none().enforced(&[
        K::Minimum,
        K::Maximum,
        K::ExclusiveMinimum,
        K::ExclusiveMaximum,
        K::MultipleOf,
        K::Pattern,
        K::Format,
        K::MinItems,
        K::MaxItems,
        K::Const,
        K::Title,
        K::Description,
    ]),
    min_items: None,
    formats: Some(&["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    pattern: PatternRule { lookaround: false, backreference: true, word_boundary: true },
    names: Names { tool: NAME, property: NameRule::ANY },
    limits: Limits {
        depth: Some(10),
        properties: Some(5000),
        enum_values: Some(1000),
        enum_characters: Some((250, 15_000)),
        characters: Some(120_000),
        ..Limits::NONE
    },
};
