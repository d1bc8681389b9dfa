//! Anthropic: strict tools and structured outputs.

use std::borrow::Cow;

use super::keyword::Keyword as K;
use super::neutral::neutral;
use super::{
    About, Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional,
    PatternRule, Recursion, References, Request, Root,
};

/// Anthropic, `strict: true` tools and `output_config.format`.
///
/// Objects are closed, optional members may be left out (24 in all), unions are counted (16 in all), numeric and
/// length bounds are refused, `minItems` is taken as 0 or 1.
pub static ANTHROPIC_STRICT: Dialect = strict(
    About {
        name: "anthropic-strict",
        summary: "Anthropic strict tools and structured outputs",
        version: "2026-08-22",
        source_date: "2026-08-22",
        sources: "structured outputs guide as quoted, anthropic SDKs, wire errors",
    },
    KEYWORDS,
    &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
);

/// Anthropic tools without `strict`: JSON Schema 2020-12 that guides the model.
///
/// The root is an object without alternatives beside it, and names of members are of a small alphabet.
pub static ANTHROPIC: Dialect = {
    let about = About {
        name: "anthropic",
        summary: "Anthropic tools without strict",
        version: "2026-08-22",
        source_date: "2026-08-22",
        sources: "anthropic SDKs, wire errors",
    };
    let mut anthropic = neutral(about, References::Definitions { recursive: Recursion::Anywhere, siblings: true });
    anthropic.confidence = Confidence::Documented;
    anthropic.enforcement = Enforcement::None;
    anthropic.root = Root { object: true, arguments: true, union: false, omit_empty: false };
    anthropic.names_draft = false;
    anthropic.json_text = true;
    anthropic.names =
        Names { tool: TOOL, property: NameRule { extra: Some("_.-"), starts_with_letter: false, max: Some(64) } };
    anthropic
};

const TOOL: NameRule = NameRule { extra: Some("_-"), starts_with_letter: false, max: Some(128) };

const KEYWORDS: Keywords = Keywords::none().enforced(&[
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
]);

/// The strict surface, which another host has too.
pub(super) const fn strict(about: About, keywords: Keywords, formats: &'static [&'static str]) -> Dialect {
    Dialect {
        name: Cow::Borrowed(about.name),
        summary: Cow::Borrowed(about.summary),
        version: Cow::Borrowed(about.version),
        source_date: Cow::Borrowed(about.source_date),
        sources: Cow::Borrowed(about.sources),
        confidence: Confidence::Documented,
        enforcement: Enforcement::Grammar,
        root: Root { object: true, arguments: true, union: false, omit_empty: false },
        objects: Objects::Closed,
        empty_objects: true,
        optional: Optional::NotRequired,
        null: Null::Type,
        type_lists: true,
        untyped: false,
        json_value: false,
        explicit: false,
        names_draft: false,
        references: References::Definitions { recursive: Recursion::Nowhere, siblings: false },
        untyped_values: true,
        union_siblings: true,
        json_text: true,
        property_ordering: false,
        enums: Enums::Scalars,
        keywords,
        min_items: Some(&[0, 1]),
        formats: Some(formats),
        pattern: PatternRule { lookaround: false, backreference: false, word_boundary: false },
        names: Names { tool: TOOL, property: NameRule::ANY },
        limits: Limits { optional: Some(24), unions: Some(16), ..Limits::NONE },
        request: Request {
            strict_tools: Some(20),
            optional: Some(24),
            unions: Some(16),
            fallback: Some("anthropic"),
            ..Request::NONE
        },
    }
}
