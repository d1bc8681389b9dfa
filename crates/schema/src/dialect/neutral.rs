//! The neutral dialects: plain JSON Schema 2020-12.

use std::borrow::Cow;

use super::{
    About, Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional,
    PatternRule, Recursion, References, Request, Root,
};

/// JSON Schema 2020-12 with definitions under `$defs`: nothing is lost.
pub static JSON_SCHEMA: Dialect = neutral(
    about("json-schema", "plain JSON Schema 2020-12 with $defs"),
    References::Definitions { recursive: Recursion::Anywhere, siblings: true },
);

/// JSON Schema 2020-12 without references: recursion is an error, or cut on request.
pub static JSON_SCHEMA_INLINE: Dialect =
    neutral(about("json-schema-inline", "plain JSON Schema 2020-12 without references"), References::None);

const fn about(name: &'static str, summary: &'static str) -> About {
    let sources = "JSON Schema 2020-12, core and validation";
    About { name, summary, version: "2020-12", source_date: "2022-06-16", sources }
}

/// JSON Schema as it is, which other tables start from.
pub(super) const fn neutral(about: About, references: References) -> Dialect {
    Dialect {
        name: Cow::Borrowed(about.name),
        summary: Cow::Borrowed(about.summary),
        version: Cow::Borrowed(about.version),
        source_date: Cow::Borrowed(about.source_date),
        sources: Cow::Borrowed(about.sources),
        confidence: Confidence::Verified,
        enforcement: Enforcement::Grammar,
        root: Root { object: false, arguments: false, union: true, omit_empty: false },
        objects: Objects::Open,
        empty_objects: true,
        optional: Optional::NotRequired,
        null: Null::Type,
        type_lists: true,
        untyped: true,
        json_value: false,
        explicit: false,
        names_draft: true,
        references,
        untyped_values: true,
        union_siblings: true,
        json_text: false,
        property_ordering: false,
        enums: Enums::Any,
        keywords: Keywords::all(),
        min_items: None,
        formats: None,
        pattern: PatternRule::ALL,
        names: Names { tool: NameRule::ANY, property: NameRule::ANY },
        limits: Limits::NONE,
        request: Request::NONE,
    }
}
