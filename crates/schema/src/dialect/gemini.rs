//! Gemini: the OpenAPI subset.

use std::borrow::Cow;

use super::keyword::Keyword as K;
use super::{
    Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional, PatternRule,
    Recursion, References, Request, Root,
};

/// Gemini, `responseSchema` and `functionDeclarations[].parameters`: a subset of OpenAPI 3.0's schema object.
///
/// Unknown names are errors, so what is not a field of the API's `Schema` is never sent. Lengths, patterns and formats
/// are fields whose enforcement nothing public promises: they are sent and reported. Objects are answered with their
/// declared members only. How deep schemas may nest is not published; no limit is counted.
pub static GEMINI: Dialect = Dialect {
    name: Cow::Borrowed("gemini"),
    summary: Cow::Borrowed("Gemini responseSchema and function parameters (OpenAPI subset)"),
    version: Cow::Borrowed("2026-08-21"),
    source_date: Cow::Borrowed("2026-08-21"),
    sources: Cow::Borrowed("google-genai types, API reference of 2026-02, wire errors"),
    confidence: Confidence::Documented,
    enforcement: Enforcement::Grammar,
    root: Root { object: false, arguments: true, union: false, omit_empty: true },
    objects: Objects::ClosedInSilence,
    empty_objects: false,
    optional: Optional::NotRequired,
    null: Null::Nullable,
    type_lists: false,
    untyped: false,
    json_value: false,
    explicit: false,
    names_draft: false,
    references: References::None,
    untyped_values: false,
    union_siblings: false,
    json_text: true,
    property_ordering: true,
    enums: Enums::NonEmptyStrings,
    keywords: Keywords::none()
        .enforced(&[K::Minimum, K::Maximum, K::MinItems, K::MaxItems, K::Title, K::Description])
        .sent(&[K::MinLength, K::MaxLength, K::Pattern, K::Format, K::MinProperties, K::MaxProperties]),
    min_items: None,
    formats: Some(&["enum", "date-time", "float", "double", "int32", "int64"]),
    pattern: PatternRule { lookaround: false, backreference: false, word_boundary: true },
    names: Names {
        tool: NameRule { extra: Some("_.:-"), starts_with_letter: true, max: Some(64) },
        property: NameRule { extra: Some("_"), starts_with_letter: true, max: Some(64) },
    },
    limits: Limits::NONE,
    request: Request::NONE,
};

/// Gemini, `responseJsonSchema` and `parametersJsonSchema`: a list of JSON Schema keywords that act.
///
/// Nothing may stand beside `$ref`. The sum of all `maxItems` is a budget. Whether silence about other keys means
/// open or closed is not published, so it is said; what is in no list (a place without a type, `const`, lengths,
/// patterns, exclusive bounds) is not sent.
pub static GEMINI_JSON: Dialect = Dialect {
    name: Cow::Borrowed("gemini-json"),
    summary: Cow::Borrowed("Gemini responseJsonSchema and function parametersJsonSchema"),
    version: Cow::Borrowed("2026-08-21"),
    source_date: Cow::Borrowed("2026-08-21"),
    sources: Cow::Borrowed("google-genai types, API reference of 2026-02, wire errors"),
    confidence: Confidence::Documented,
    enforcement: Enforcement::Grammar,
    root: Root { object: false, arguments: true, union: false, omit_empty: false },
    objects: Objects::OpenWhenSaid,
    empty_objects: true,
    optional: Optional::NotRequired,
    null: Null::Type,
    type_lists: true,
    untyped: false,
    json_value: false,
    explicit: false,
    names_draft: false,
    references: References::Definitions { recursive: Recursion::OutsideRequired, siblings: false },
    untyped_values: false,
    union_siblings: false,
    json_text: true,
    property_ordering: false,
    enums: Enums::StringsAndNumbers,
    keywords: Keywords::none()
        .enforced(&[K::Minimum, K::Maximum, K::MinItems, K::MaxItems, K::PrefixItems, K::Title, K::Description])
        .sent(&[K::Format]),
    min_items: None,
    formats: None,
    pattern: PatternRule { lookaround: false, backreference: false, word_boundary: true },
    names: Names {
        tool: NameRule { extra: Some("_.:-"), starts_with_letter: true, max: Some(128) },
        property: NameRule::ANY,
    },
    limits: Limits { max_items: Some(960), ..Limits::NONE },
    request: Request { max_items: Some(960), ..Request::NONE },
};
