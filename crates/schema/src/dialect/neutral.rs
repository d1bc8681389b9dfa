//! The neutral dialects: plain JSON Schema 2020-12.

use std::borrow::Cow;

use super::{
    Confidence, Dialect, Enforcement, Enums, Keywords, Limits, NameRule, Names, Null, Objects, Optional, PatternRule,
    References, Root,
};

/// JSON Schema 2020-12 with definitions under `$defs`: nothing is lost.
pub static JSON_SCHEMA: Dialect = neutral(
    "json-schema",
    "plain JSON Schema 2020-12 with $defs",
    References::Definitions { recursive: true, siblings: true },
);

/// JSON Schema 2020-12 without references: recursion is an error, or cut on request.
pub static JSON_SCHEMA_INLINE: Dialect =
    neutral("json-schema-inline", "plain JSON Schema 2020-12 without references", References::None);

const fn neutral(name: &'static str, summary: &'static str, references: References) -> Dialect {
    Dialect {
        name: Cow::Borrowed(name),
        summary: Cow::Borrowed(summary),
        version: Cow::Borrowed("2020-12"),
        source_date: Cow::Borrowed("2022-06-16"),
        sources: Cow::Borrowed("JSON Schema 2020-12, core and validation"),
        confidence: Confidence::Verified,
        enforcement: Enforcement::Grammar,
        root: Root { object: false, union: true, omit_empty: false },
        objects: Objects::Open,
        empty_objects: true,
        optional: Optional::NotRequired,
        null: Null::Type,
        type_lists: true,
        untyped: true,
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
    }
}
