//! OpenAI: strict tools and strict structured outputs.

use std::borrow::Cow;

use super::keyword::Keyword as K;
use super::neutral::neutral;
use super::{
    About, Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional,
    PatternRule, Recursion, References, Request, Root,
};

const NAME: NameRule = NameRule { extra: Some("_-"), starts_with_letter: false, max: Some(64) };

/// OpenAI, `strict: true`: tools and `json_schema` outputs of Chat Completions and Responses.
///
/// Every object is closed and every member required; `default` is left out because one host of the same API refuses
/// it. String lengths, `uniqueItems` and the rest of the refused keywords are in no list of supported ones.
pub static OPENAI_STRICT: Dialect = strict(
    "openai-strict",
    "OpenAI strict tools and structured outputs",
    "structured outputs guide (records of 2026-02 and 2026-08), openai-python, wire errors",
    1000,
);

/// Azure's host of the same API, which lags behind: 500 enum values were seen as its limit.
pub static AZURE_OPENAI: Dialect = strict(
    "azure-openai",
    "Azure OpenAI strict tools and structured outputs",
    "as openai-strict; wire errors of the host, 2025-07",
    500,
);

/// OpenAI tools without `strict`: the schema guides the model, and only its outline is checked.
///
/// The root is an object without combinators beside it, objects have `properties`, arrays have `items`, and `oneOf` is
/// refused even here.
pub static OPENAI_TOOL: Dialect = {
    let about = About {
        name: "openai-tool",
        summary: "OpenAI tools without strict",
        version: "2026-08-21",
        source_date: "2026-08-21",
        sources: "API description, wire errors",
    };
    let mut openai = neutral(about, References::Definitions { recursive: Recursion::Anywhere, siblings: true });
    openai.confidence = Confidence::Documented;
    openai.enforcement = Enforcement::None;
    openai.root = Root { object: true, arguments: true, union: false, omit_empty: false };
    openai.explicit = true;
    openai.names_draft = false;
    openai.json_text = true;
    openai.keywords = Keywords::all().refused(&[K::OneOf]);
    openai.names = Names { tool: NAME, property: NameRule::ANY };
    openai
};

const fn strict(name: &'static str, summary: &'static str, sources: &'static str, enum_values: usize) -> Dialect {
    Dialect {
        name: Cow::Borrowed(name),
        summary: Cow::Borrowed(summary),
        version: Cow::Borrowed("2026-08-21"),
        source_date: Cow::Borrowed("2026-08-21"),
        sources: Cow::Borrowed(sources),
        confidence: Confidence::Documented,
        enforcement: Enforcement::Grammar,
        root: Root { object: true, arguments: true, union: false, omit_empty: false },
        objects: Objects::Closed,
        empty_objects: true,
        optional: Optional::NullForAbsent,
        null: Null::Type,
        type_lists: false,
        untyped: false,
        json_value: true,
        explicit: false,
        names_draft: false,
        references: References::Definitions { recursive: Recursion::Anywhere, siblings: false },
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
            enum_values: Some(enum_values),
            enum_characters: Some((250, 15_000)),
            characters: Some(120_000),
            ..Limits::NONE
        },
        request: Request { fallback: Some("openai-tool"), ..Request::NONE },
    }
}
