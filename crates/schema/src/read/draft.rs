//! What the drafts differ in, as data.

use super::survey::Survey;
use crate::options::Source;

/// What one draft defines. Keywords that all drafts define alike are not here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft {
    pub(crate) source: Source,
    /// The keyword that names a schema resource.
    pub(crate) id: &'static str,
    /// Keywords beside `$ref` have effect.
    pub(crate) reference_siblings: bool,
    /// `exclusiveMinimum` is a boolean beside `minimum`.
    pub(crate) exclusive_is_boolean: bool,
    /// `1.0` is an integer.
    pub(crate) integral_float: bool,
    /// `items` may be a list, with `additionalItems`.
    pub(crate) items_list: bool,
    /// Somewhere an `unevaluated` keyword looks at what other keywords looked at: those that restrict nothing by
    /// themselves are kept for it.
    pub(crate) evaluates: bool,
    /// `nullable` adds null to `type`.
    pub(crate) nullable: bool,
    /// Keywords without effect in this draft, though another defines them.
    pub(crate) undefined: &'static [&'static str],
}

const AFTER_4: &[&str] = &[
    "const",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "prefixItems",
    "minContains",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$anchor",
    "$dynamicRef",
    "$recursiveRef",
    "examples",
    "$id",
    "$comment",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "deprecated",
];
const AFTER_6: &[&str] = &[
    "if",
    "then",
    "else",
    "prefixItems",
    "minContains",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$anchor",
    "$dynamicRef",
    "$recursiveRef",
    "$comment",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "deprecated",
    "id",
];
const AFTER_7: &[&str] = &[
    "prefixItems",
    "minContains",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$anchor",
    "$dynamicRef",
    "$recursiveRef",
    "contentSchema",
    "deprecated",
    "id",
];
// `dependencies` is kept for compatibility in the drafts that split it in two: it is read everywhere.
const NOT_2019: &[&str] = &["prefixItems", "$dynamicRef", "id"];
const NOT_2020: &[&str] = &["additionalItems", "$recursiveRef", "id"];

/// The data of a source. `Auto` has been decided before.
pub(crate) fn draft(source: Source) -> Draft {
    let base = Draft {
        source,
        id: "$id",
        reference_siblings: true,
        exclusive_is_boolean: false,
        integral_float: true,
        items_list: false,
        evaluates: false,
        nullable: false,
        undefined: NOT_2020,
    };
    match source {
        Source::Auto | Source::Draft202012 | Source::OpenApi31 => base,
        Source::Draft201909 => Draft { items_list: true, undefined: NOT_2019, ..base },
        Source::Draft7 => Draft { reference_siblings: false, items_list: true, undefined: AFTER_7, ..base },
        Source::Draft6 => Draft { reference_siblings: false, items_list: true, undefined: AFTER_6, ..base },
        Source::Draft4 => Draft {
            id: "id",
            reference_siblings: false,
            exclusive_is_boolean: true,
            integral_float: false,
            items_list: true,
            undefined: AFTER_4,
            ..base
        },
        // Both are read with every keyword of the later drafts: people write them, and a reader that knows only the
        // specification's list would let them fall.
        Source::OpenApi30 | Source::Swagger20 => Draft {
            reference_siblings: false,
            exclusive_is_boolean: true,
            items_list: true,
            nullable: true,
            undefined: &["$recursiveRef", "$dynamicRef"],
            ..base
        },
    }
}

impl Draft {
    /// The same draft, told what the documents use.
    pub(crate) fn surveyed(self, survey: &Survey) -> Draft {
        Draft { evaluates: survey.evaluates && !self.undefined.contains(&"unevaluatedProperties"), ..self }
    }
}
