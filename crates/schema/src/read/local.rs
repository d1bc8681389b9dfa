//! What one place of a schema says by itself: every keyword of one object, sorted by what it does.

use std::rc::Rc;

use isoform_json::{Kind, View};

use super::draft::Draft;
use super::resolve::Resources;
use super::sites::{SiteId, Sites, Token, Val};
use super::types::TypeSet;
use crate::error::{Error, ErrorCode};

/// The keywords of one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Local {
    /// A boolean schema.
    pub(crate) boolean: Option<bool>,
    pub(crate) types: Option<TypeSet>,
    pub(crate) values: Option<Vec<Val>>,
    pub(crate) constant: Option<Val>,
    pub(crate) reference: Option<SiteId>,
    pub(crate) all_of: Vec<SiteId>,
    pub(crate) any_of: Vec<SiteId>,
    pub(crate) one_of: Vec<SiteId>,
    /// Assertions whose value is a number, a string or a boolean.
    pub(crate) scalars: Vec<(&'static str, Val)>,
    pub(crate) object: Option<Box<LocalObject>>,
    pub(crate) array: Option<Box<LocalArray>>,
    /// Assertions that are kept whole: `not`, `if`, `contains` and the like.
    pub(crate) residue: Vec<(&'static str, Val)>,
    /// Annotations that some draft defines.
    pub(crate) notes: Vec<(&'static str, Val)>,
    /// Keywords that have no effect here: unknown ones, and those of other drafts.
    pub(crate) idle: Vec<Idle>,
}

/// A keyword without effect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idle {
    pub(crate) value: Val,
    pub(crate) why: IdleBecause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdleBecause {
    Unknown,
    OtherDraft,
    BesideReference,
    NoCompanion,
    NearMiss(&'static str),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LocalObject {
    pub(crate) properties: Vec<SiteId>,
    pub(crate) required: Vec<Val>,
    pub(crate) patterns: Vec<SiteId>,
    pub(crate) additional: Option<SiteId>,
    pub(crate) names: Option<SiteId>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LocalArray {
    pub(crate) prefix: Vec<SiteId>,
    pub(crate) rest: Option<SiteId>,
}

impl Local {
    /// Whether no other place applies with it: no reference leads on, and it has no parts.
    pub(crate) fn stands_alone(&self) -> bool {
        self.boolean != Some(true) && self.reference.is_none() && self.all_of.is_empty()
    }

    /// Whether it asserts nothing but what a reference or a single part of `allOf` says.
    pub(crate) fn is_alias(&self) -> bool {
        self.boolean.is_none()
            && self.types.is_none()
            && self.values.is_none()
            && self.constant.is_none()
            && self.any_of.is_empty()
            && self.one_of.is_empty()
            && self.scalars.is_empty()
            && self.object.is_none()
            && self.array.is_none()
            && self.residue.is_empty()
            && usize::from(self.reference.is_some()) + self.all_of.len() == 1
    }
}

/// Annotations that some draft or OpenAPI defines. They never restrict a document.
pub(crate) const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$vocabulary",
    "$defs",
    "definitions",
    "example",
    "discriminator",
    "externalDocs",
    "xml",
    "nullable",
    "openapi",
    "swagger",
];

const SCALARS: &[(&str, Expect)] = &[
    ("minimum", Expect::Number),
    ("maximum", Expect::Number),
    ("exclusiveMinimum", Expect::Number),
    ("exclusiveMaximum", Expect::Number),
    ("multipleOf", Expect::Positive),
    ("minLength", Expect::Count),
    ("maxLength", Expect::Count),
    ("pattern", Expect::Text),
    ("format", Expect::Text),
    ("minItems", Expect::Count),
    ("maxItems", Expect::Count),
    ("uniqueItems", Expect::Boolean),
    ("minProperties", Expect::Count),
    ("maxProperties", Expect::Count),
];

const RESIDUE: &[&str] = &[
    "not",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
    "unevaluatedItems",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Number,
    Positive,
    Count,
    Text,
    Boolean,
}

/// Reads one place.
pub(crate) fn read(
    sites: &mut Sites<'_>,
    resources: &Resources,
    draft: &Draft,
    site: SiteId,
) -> Result<Rc<Local>, Error> {
    let view = sites.view(site);
    match view.kind() {
        Kind::Bool => Ok(Rc::new(Local { boolean: view.as_bool(), ..Local::default() })),
        Kind::Object => {
            let mut reader = Reader { sites, resources, draft, site, local: Local::default() };
            reader.read(view)?;
            Ok(Rc::new(reader.local))
        }
        _ => Err(invalid(sites, site, None, view, "a schema is an object or a boolean")),
    }
}

fn invalid(sites: &Sites<'_>, site: SiteId, keyword: Option<&str>, view: View<'_>, message: &str) -> Error {
    let mut pointer = sites.pointer(site);
    if let Some(keyword) = keyword {
        isoform_json::pointer::push_token(&mut pointer, keyword);
    }
    Error::new(ErrorCode::InvalidSchema, pointer, message).with_span(view.span())
}

struct Reader<'a, 's> {
    sites: &'a mut Sites<'s>,
    resources: &'a Resources,
    draft: &'a Draft,
    site: SiteId,
    local: Local,
}

impl<'s> Reader<'_, 's> {
    fn read(&mut self, view: View<'s>) -> Result<(), Error> {
        let alone = !self.draft.reference_siblings && view.get("$ref").is_some_and(|to| to.as_str().is_some());
        for (keyword, value) in view.members() {
            let defined = !self.draft.undefined.contains(&keyword);
            if alone && keyword != "$ref" && !ANNOTATIONS.contains(&keyword) {
                self.idle(value, if known(keyword) { IdleBecause::BesideReference } else { IdleBecause::Unknown });
            } else if !defined {
                self.idle(value, IdleBecause::OtherDraft);
            } else {
                self.keyword(view, keyword, value)?;
            }
        }
        if let Some(nullable) = self.nullable(view) {
            self.local.types = Some(nullable);
        }
        Ok(())
    }

    /// The types with null added, where the draft has `nullable` and a type is given.
    fn nullable(&self, view: View<'s>) -> Option<TypeSet> {
        let says = self.draft.nullable && view.get("nullable")?.as_bool() == Some(true);
        match self.local.types {
            Some(types) if says => Some(types | TypeSet::NULL),
            _ => None,
        }
    }

    fn idle(&mut self, value: View<'s>, why: IdleBecause) {
        let value = self.val(value);
        self.local.idle.push(Idle { value, why });
    }

    fn val(&self, view: View<'s>) -> Val {
        Val { document: self.sites.val(self.site).document, node: view.id() }
    }

    fn invalid(&self, keyword: &str, value: View<'s>, message: &str) -> Error {
        invalid(self.sites, self.site, Some(keyword), value, message)
    }

    fn sub(&mut self, value: View<'s>, token: Token<'s>) -> SiteId {
        let val = self.val(value);
        self.sites.intern(val, Some(self.site), token)
    }

    fn keyword(&mut self, view: View<'s>, keyword: &'s str, value: View<'s>) -> Result<(), Error> {
        if let Some((name, expect)) = SCALARS.iter().find(|(name, _)| *name == keyword) {
            return self.scalar(view, name, *expect, value);
        }
        match keyword {
            "type" => self.types(value)?,
            "enum" => {
                if value.kind() != Kind::Array {
                    return Err(self.invalid("enum", value, "enum holds a list of values"));
                }
                let values = value.items().map(|item| self.val(item)).collect();
                self.local.values = Some(values);
            }
            "const" => self.local.constant = Some(self.val(value)),
            "$ref" | "$dynamicRef" | "$recursiveRef" => {
                let keyword = static_reference(keyword);
                let Some(text) = value.as_str() else {
                    return Err(self.invalid(keyword, value, "a reference is a string"));
                };
                let target = self.resources.resolve(self.sites, self.site, keyword, text);
                let target = target.map_err(|error| error.with_span(value.span()))?;
                match self.local.reference {
                    None => self.local.reference = Some(target),
                    Some(_) => self.local.all_of.push(target),
                }
            }
            "allOf" => {
                let parts = self.list("allOf", value)?;
                self.local.all_of.extend(parts);
            }
            "anyOf" => self.local.any_of = self.list("anyOf", value)?,
            "oneOf" => self.local.one_of = self.list("oneOf", value)?,
            "properties" | "required" | "patternProperties" | "additionalProperties" | "propertyNames" => {
                self.object(keyword, value)?;
            }
            "items" | "prefixItems" | "additionalItems" => self.array(view, keyword, value)?,
            "if" | "then" | "else" => self.conditional(view, keyword, value)?,
            "minContains" | "maxContains" => {
                if count(value).is_none() {
                    return Err(self.invalid(keyword, value, "a count is a whole number that is not negative"));
                }
                if view.get("contains").is_none() {
                    self.idle(value, IdleBecause::NoCompanion);
                }
            }
            _ => {
                match (RESIDUE.iter().find(|name| **name == keyword), ANNOTATIONS.iter().find(|name| **name == keyword))
                {
                    (Some(keyword), _) => self.residue(keyword, value)?,
                    (None, Some(keyword)) => {
                        let value = self.val(value);
                        self.local.notes.push((keyword, value));
                    }
                    (None, None) => {
                        let why = near_miss(keyword).map_or(IdleBecause::Unknown, IdleBecause::NearMiss);
                        self.idle(value, why);
                    }
                }
            }
        }
        Ok(())
    }

    fn types(&mut self, value: View<'s>) -> Result<(), Error> {
        let one = |name: View<'s>| name.as_str().and_then(TypeSet::from_name);
        let wrong = "type names one of null, boolean, integer, number, string, array, object, or lists some of them";
        let types = match value.kind() {
            Kind::String => one(value).ok_or_else(|| self.invalid("type", value, wrong))?,
            Kind::Array if !value.is_empty() => {
                let mut types = TypeSet::NONE;
                for item in value.items() {
                    types = types | one(item).ok_or_else(|| self.invalid("type", item, wrong))?;
                }
                types
            }
            _ => return Err(self.invalid("type", value, wrong)),
        };
        self.local.types = Some(types);
        Ok(())
    }

    fn scalar(&mut self, view: View<'s>, keyword: &'static str, expect: Expect, value: View<'s>) -> Result<(), Error> {
        let exclusive = matches!(keyword, "exclusiveMinimum" | "exclusiveMaximum");
        if exclusive && self.draft.exclusive_is_boolean && value.as_bool().is_some() {
            let bound = if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" };
            match (value.as_bool(), view.get(bound)) {
                (Some(true), Some(bound)) => {
                    let bound = self.val(bound);
                    self.local.scalars.push((keyword, bound));
                }
                _ => self.idle(value, IdleBecause::NoCompanion),
            }
            return Ok(());
        }
        let (fits, wanted) = match expect {
            Expect::Number => (value.kind() == Kind::Number, "a bound is a number"),
            Expect::Positive => (
                value.as_number().is_some_and(|number| {
                    let decimal = number.decimal();
                    !decimal.is_negative() && !decimal.is_zero()
                }),
                "multipleOf is a number greater than zero",
            ),
            Expect::Count => (count(value).is_some(), "a count is a whole number that is not negative"),
            Expect::Text => (value.kind() == Kind::String, "this keyword holds a string"),
            Expect::Boolean => (value.as_bool().is_some(), "uniqueItems holds a boolean"),
        };
        if !fits {
            return Err(self.invalid(keyword, value, wanted));
        }
        if expect != Expect::Boolean || value.as_bool() == Some(true) {
            let value = self.val(value);
            self.local.scalars.push((keyword, value));
        }
        Ok(())
    }

    fn list(&mut self, keyword: &'static str, value: View<'s>) -> Result<Vec<SiteId>, Error> {
        if value.kind() != Kind::Array || value.is_empty() {
            return Err(self.invalid(keyword, value, "this keyword holds a list of one or more schemas"));
        }
        Ok(self.indexed(keyword, value))
    }

    fn indexed(&mut self, keyword: &'static str, value: View<'s>) -> Vec<SiteId> {
        value.items().enumerate().map(|(index, item)| self.sub(item, Token::Index(keyword, index as u32))).collect()
    }

    fn map(&mut self, keyword: &'static str, value: View<'s>) -> Result<Vec<SiteId>, Error> {
        if value.kind() != Kind::Object {
            return Err(self.invalid(keyword, value, "this keyword holds an object of schemas"));
        }
        Ok(value.members().map(|(_, held)| self.sub(held, Token::Member(keyword))).collect())
    }

    fn object(&mut self, keyword: &'s str, value: View<'s>) -> Result<(), Error> {
        let mut object = self.local.object.take().unwrap_or_default();
        match keyword {
            "properties" => object.properties = self.map("properties", value)?,
            "patternProperties" => object.patterns = self.map("patternProperties", value)?,
            "additionalProperties" => {
                object.additional = Some(self.sub(value, Token::Keyword("additionalProperties")));
            }
            "propertyNames" => object.names = Some(self.sub(value, Token::Keyword("propertyNames"))),
            _ => {
                if value.kind() != Kind::Array || value.items().any(|item| item.kind() != Kind::String) {
                    return Err(self.invalid("required", value, "required holds a list of names"));
                }
                object.required = value.items().map(|item| self.val(item)).collect();
            }
        }
        self.local.object = Some(object);
        Ok(())
    }

    fn array(&mut self, view: View<'s>, keyword: &'s str, value: View<'s>) -> Result<(), Error> {
        let mut array = self.local.array.take().unwrap_or_default();
        match (keyword, value.kind()) {
            ("prefixItems", Kind::Array) => array.prefix = self.indexed("prefixItems", value),
            ("prefixItems", _) => {
                return Err(self.invalid("prefixItems", value, "prefixItems holds a list of schemas"));
            }
            ("items", Kind::Array) if self.draft.items_list => array.prefix = self.indexed("items", value),
            ("items", Kind::Array) => {
                return Err(self.invalid("items", value, "items is one schema in this draft; a list is prefixItems"));
            }
            ("items", _) => array.rest = Some(self.sub(value, Token::Keyword("items"))),
            (_, _) => {
                if view.get("items").is_some_and(|items| items.kind() == Kind::Array) {
                    array.rest = Some(self.sub(value, Token::Keyword("additionalItems")));
                } else {
                    self.idle(value, IdleBecause::NoCompanion);
                }
            }
        }
        if !array.prefix.is_empty() || array.rest.is_some() {
            self.local.array = Some(array);
        }
        Ok(())
    }

    fn conditional(&mut self, view: View<'s>, keyword: &'s str, value: View<'s>) -> Result<(), Error> {
        let other = |key: &str| view.get(key).is_some() && !self.draft.undefined.contains(&key);
        match keyword {
            "if" if other("then") || other("else") || self.draft.evaluates => self.residue("if", value),
            "then" | "else" if other("if") => self.schema_value(keyword, value),
            _ => {
                self.idle(value, IdleBecause::NoCompanion);
                Ok(())
            }
        }
    }

    fn schema_value(&self, keyword: &str, value: View<'s>) -> Result<(), Error> {
        match value.kind() {
            Kind::Object | Kind::Bool => Ok(()),
            _ => Err(self.invalid(keyword, value, "a schema is an object or a boolean")),
        }
    }

    fn residue(&mut self, keyword: &'static str, value: View<'s>) -> Result<(), Error> {
        match keyword {
            "dependentRequired" | "dependentSchemas" | "dependencies" => {
                if value.kind() != Kind::Object {
                    return Err(self.invalid(keyword, value, "this keyword holds an object"));
                }
                if value.is_empty() {
                    return Ok(());
                }
            }
            _ => self.schema_value(keyword, value)?,
        }
        let value = self.val(value);
        self.local.residue.push((keyword, value));
        Ok(())
    }
}

fn static_reference(keyword: &str) -> &'static str {
    match keyword {
        "$dynamicRef" => "$dynamicRef",
        "$recursiveRef" => "$recursiveRef",
        _ => "$ref",
    }
}

/// A count: a whole number that is not negative.
fn count(value: View<'_>) -> Option<()> {
    let decimal = value.as_number()?.decimal();
    (decimal.is_integer() && (!decimal.is_negative() || decimal.is_zero())).then_some(())
}

const OTHERS: &[&str] = &[
    "type",
    "enum",
    "const",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "properties",
    "required",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "items",
    "prefixItems",
    "additionalItems",
    "if",
    "then",
    "else",
    "minContains",
    "maxContains",
];

fn known(keyword: &str) -> bool {
    assertions().any(|name| name == keyword)
}

fn assertions() -> impl Iterator<Item = &'static str> {
    SCALARS.iter().map(|(name, _)| *name).chain(OTHERS.iter().copied()).chain(RESIDUE.iter().copied())
}

/// The assertion whose name an unknown keyword nearly is: it differs in case, in one `_` or `-`, or in a final s.
fn near_miss(keyword: &str) -> Option<&'static str> {
    if keyword.starts_with("x-") || keyword.starts_with('_') {
        return None;
    }
    let fold = |name: &str| -> String {
        name.chars().filter(|char| !"_-$".contains(*char)).flat_map(char::to_lowercase).collect()
    };
    let folded = fold(keyword);
    assertions().find(|name| {
        let name = fold(name);
        name == folded
            || folded.strip_suffix('s') == Some(name.as_str())
            || name.strip_suffix('s') == Some(folded.as_str())
    })
}
