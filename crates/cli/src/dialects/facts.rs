//! What a dialect's table says, in words: one list for the terminal and for the page.

use isoform::dialect::{
    Dialect, Enforcement, Enums, Keyword, Limits, NameRule, Null, Objects, Optional, PatternRule, Recursion,
    References, Root, Support,
};

/// The rules of a dialect that are no single keyword's: a name and what the dialect does.
pub(super) fn rules(dialect: &Dialect) -> Vec<(&'static str, String)> {
    vec![
        ("the answer", enforcement(dialect.enforcement).to_owned()),
        ("root", root(dialect.root).to_owned()),
        ("keys not declared", objects(dialect.objects).to_owned()),
        ("optional members", optional(dialect.optional).to_owned()),
        ("null", null(dialect.null).to_owned()),
        ("several types", if dialect.type_lists { "a list in `type`" } else { "branches of `anyOf`" }.to_owned()),
        ("any value", if dialect.untyped { "an empty schema" } else { "a type has to be named" }.to_owned()),
        ("references", references(dialect.references).to_owned()),
        ("beside `anyOf`", if dialect.union_siblings { "other keywords" } else { "nothing" }.to_owned()),
        ("`enum` holds", enums(dialect.enums).to_owned()),
        ("`minItems`", numbers(dialect.min_items)),
        ("`format`", words(dialect.formats)),
        ("`pattern`", pattern(dialect.pattern)),
        ("names of tools", name(dialect.names.tool)),
        ("names of properties", name(dialect.names.property)),
        ("limits", limits(&dialect.limits)),
    ]
}

/// The keywords with the support that is asked for, in the order of the tables.
pub(super) fn keywords(dialect: &Dialect, support: Support) -> Vec<&'static str> {
    let known = Keyword::ALL.iter().filter(|keyword| dialect.keywords.get(**keyword) == support);
    known.map(|keyword| keyword.as_str()).collect()
}

/// The word for a dialect's support of a keyword.
pub(super) fn support(dialect: &Dialect, keyword: Keyword) -> &'static str {
    match dialect.keywords.get(keyword) {
        Support::Enforced if dialect.enforcement == Enforcement::None => "advises",
        Support::Enforced => "enforced",
        Support::Sent => "sent",
        Support::Refused => "no",
    }
}

const fn enforcement(enforcement: Enforcement) -> &'static str {
    match enforcement {
        Enforcement::Grammar => "is held to the schema",
        Enforcement::None => "is not held to the schema",
    }
}

const fn root(root: Root) -> &'static str {
    match (root.object, root.union, root.omit_empty) {
        (false, true, false) if root.arguments => "anything; a tool's arguments are an object",
        (true, true, _) => "an object, perhaps with alternatives beside it",
        (true, false, _) => "an object, no union",
        (false, true, false) => "anything",
        (false, true, true) => "anything; a tool without arguments sends no schema",
        (false, false, false) => "anything but a union",
        (false, false, true) => "anything but a union; a tool without arguments sends no schema",
    }
}

const fn objects(objects: Objects) -> &'static str {
    match objects {
        Objects::Closed => "every object says `additionalProperties: false`",
        Objects::ClosedInSilence => "are never answered; `additionalProperties` is not taken",
        Objects::Open => "as in JSON Schema",
        Objects::OpenWhenSaid => "as in JSON Schema, where `additionalProperties` is said",
    }
}

const fn optional(optional: Optional) -> &'static str {
    match optional {
        Optional::NotRequired => "left out of `required`",
        Optional::NullForAbsent => "every member is required; null stands for absent",
    }
}

const fn null(null: Null) -> &'static str {
    match null {
        Null::Type => "the type `null`",
        Null::Nullable => "`nullable: true`",
    }
}

const fn references(references: References) -> &'static str {
    match references {
        References::None => "none: everything stands inline",
        References::Definitions { recursive, siblings } => match (recursive, siblings) {
            (Recursion::Anywhere, true) => "`$defs`, recursive, with siblings",
            (Recursion::Anywhere, false) => "`$defs`, recursive, nothing beside `$ref`",
            (Recursion::OutsideRequired, true) => "`$defs`, recursive outside of required members, with siblings",
            (Recursion::OutsideRequired, false) => {
                "`$defs`, recursive outside of required members, nothing beside `$ref`"
            }
            (Recursion::Nowhere, true) => "`$defs`, not recursive, with siblings",
            (Recursion::Nowhere, false) => "`$defs`, not recursive, nothing beside `$ref`",
        },
    }
}

const fn enums(enums: Enums) -> &'static str {
    match enums {
        Enums::Any => "any value",
        Enums::Scalars => "strings, numbers, booleans and null",
        Enums::StringsAndNumbers => "strings and numbers",
        Enums::NonEmptyStrings => "strings, not the empty one",
    }
}

fn numbers(taken: Option<&[u64]>) -> String {
    let Some(taken) = taken else { return "any number where it is taken".to_owned() };
    format!("only {}", taken.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
}

fn words(taken: Option<&[&str]>) -> String {
    match taken {
        None => "any".to_owned(),
        Some([]) => "none".to_owned(),
        Some(taken) => taken.join(", "),
    }
}

fn pattern(rule: PatternRule) -> String {
    let missing: Vec<&str> = [
        (rule.lookaround, "lookaround"),
        (rule.backreference, "back references"),
        (rule.word_boundary, "word boundaries"),
    ]
    .into_iter()
    .filter_map(|(taken, what)| (!taken).then_some(what))
    .collect();
    if missing.is_empty() { "all of ECMA-262".to_owned() } else { format!("without {}", missing.join(", ")) }
}

fn name(rule: NameRule) -> String {
    let mut parts = Vec::new();
    if let Some(extra) = rule.extra {
        let extra: Vec<String> = extra.chars().map(|char| format!("`{char}`")).collect();
        parts.push(format!("ASCII letters, digits, {}", extra.join(" ")));
    }
    if rule.starts_with_letter {
        parts.push("first a letter or `_`".to_owned());
    }
    if let Some(max) = rule.max {
        parts.push(format!("at most {max} characters"));
    }
    if parts.is_empty() { "any".to_owned() } else { parts.join("; ") }
}

fn limits(limits: &Limits) -> String {
    let counted = [
        (limits.depth, "levels of objects"),
        (limits.properties, "properties"),
        (limits.enum_values, "enum values"),
        (limits.characters, "characters of names and values"),
        (limits.optional, "optional members"),
        (limits.unions, "unions"),
    ];
    let mut parts: Vec<String> =
        counted.into_iter().filter_map(|(limit, what)| Some(format!("{} {what}", limit?))).collect();
    parts.extend(limits.max_items.map(|most| format!("{most} as the sum of all `maxItems`")));
    if let Some((values, characters)) = limits.enum_characters {
        parts.push(format!("{characters} characters in an enum of more than {values} values"));
    }
    if parts.is_empty() { "none known".to_owned() } else { parts.join(", ") }
}

/// The words for data, one for each choice of a table.
macro_rules! words {
    ($($name:ident($type:ident) { $($variant:ident = $word:literal,)* })*) => {
        $(pub(super) const fn $name(choice: $type) -> &'static str {
            match choice { $($type::$variant => $word,)* }
        })*
    };
}

words! {
    enforcement_word(Enforcement) { Grammar = "grammar", None = "none", }
    objects_word(Objects) { Closed = "closed", ClosedInSilence = "closed-in-silence", Open = "open", OpenWhenSaid = "open-when-said", }
    optional_word(Optional) { NotRequired = "not-required", NullForAbsent = "null-for-absent", }
    null_word(Null) { Type = "type", Nullable = "nullable", }
    recursion_word(Recursion) { Nowhere = "nowhere", OutsideRequired = "outside-required", Anywhere = "anywhere", }
    enums_word(Enums) { Any = "any", Scalars = "scalars", StringsAndNumbers = "strings-and-numbers", NonEmptyStrings = "non-empty-strings", }
}
