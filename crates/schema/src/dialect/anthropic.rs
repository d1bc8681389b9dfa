//! Anthropic: strict tools and structured outputs.

use std::borrow::Cow;

use super::keyword::Keyword as K;
use super::{
    Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional, PatternRule,
    References, Root,
};

/// Anthropic, `strict: true` tools and `output_config.format`.
///
/// Objects are closed, optional members may be left out (24 in all), unions are counted (16 in all), numeric and
/// length bounds are refused, `minItems` is taken as 0 or 1.
pub static ANTHROPIC_STRICT: Dialect = Dialect {
    name: Cow::Borrowed("anthropic-strict"),
    summary: Cow::Borrowed("Anthropic strict tools and structured outputs"),
    version: Cow::Borrowed("2026-08-22"),
    source_date: Cow::Borrowed("2026-08-22"),
    sources: Cow::Borrowed("structured outputs guide as quoted, anthropic SDKs, wire errors"),
    confidence: Confidence::Documented,
    enforcement: Enforcement::Grammar,
    root: Root { object: true, union: false, omit_empty: false },
    objects: Objects::Closed,
    empty_objects: true,
    optional: Optional::NotRequired,
    null: Null::Type,
    type_lists: true,
    untyped: false,
    references: References::Definitions { recursive: false, siblings: false },
    untyped_values: true,
    union_siblings: true,
    json_text: true,
    property_ordering: false,
    enums: Enums::Scalars,
    keywords: Keywords::none().enforced(&[
        K::Pattern,
        K::Format,
        K::MinItems,
        K::Const,
        K::Title,
        K::Description,
        K::Default,
        K::Examples,
        K::Deprecated,
        K::ReadOnly,
        K::WriteOnly,
        K::Comment,
    ]),
    min_items: Some(&[0, 1]),
    formats: Some(&["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]),
    pattern: PatternRule { lookaround: false, backreference: false, word_boundary: false },
    names: Names {
        tool: NameRule { extra: Some("_-"), starts_with_letter: false, max: Some(128) },
        property: NameRule::ANY,
    },
    limits: Limits { optional: Some(24), unions: Some(16), ..Limits::NONE },
};
