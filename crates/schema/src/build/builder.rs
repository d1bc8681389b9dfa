//! The builder of a schema.

#[cfg(doc)]
use isoform_json::Document;
use isoform_json::{NumberText, Object, Value};

use crate::error::{Error, ErrorCode};
use crate::options::Source;
use crate::schema::Schema;

/// The order in which keywords stand. Others follow, and `$defs` is last.
const ORDER: &[&str] = &[
    "$schema",
    "$id",
    "$anchor",
    "$ref",
    "type",
    "title",
    "description",
    "const",
    "enum",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "prefixItems",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "patternProperties",
    "required",
    "additionalProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "default",
    "examples",
];

fn rank(keyword: &str) -> usize {
    match ORDER.iter().position(|known| *known == keyword) {
        Some(rank) => rank,
        None if keyword == "$defs" => ORDER.len() + 1,
        None => ORDER.len(),
    }
}

/// A schema in the making; see the [module](crate::build) for the functions that start one, and for the order.
///
/// Each method sets the keyword that it is named after, and replaces what was said before. A builder owns all that was
/// put into it: a clone, and a schema that was built, never change with it.
///
/// Where a schema is asked for, `true` and `false` will do, and so will an [`Object`] that came from elsewhere. A
/// [`Value`] may be no schema at all, so it is converted with `try_from`.
///
/// ```
/// use isoform_json::Document;
/// use isoform_schema::build::{SchemaBuilder, object};
///
/// let discovered = Document::parse(r#"{"maxLength": 8, "type": "string"}"#)?.to_value();
/// let schema = object().required("code", SchemaBuilder::try_from(discovered)?.min_length(4)).optional("more", true);
/// assert_eq!(
///     schema.build()?.document().to_json(),
///     concat!(
///         r#"{"type":"object","properties":{"code":{"minLength":4,"maxLength":8,"type":"string"},"more":true},"#,
///         r#""required":["code"]}"#,
///     ),
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// References in an object that came from elsewhere are read from where it is put: `#/$defs/Name` is the definition at
/// the new root.
#[derive(Clone, Debug, Default)]
#[must_use = "a builder makes nothing until it is built"]
pub struct SchemaBuilder {
    /// Each keyword once.
    keywords: Vec<(String, Value)>,
    /// The schema is this boolean: there are no keywords yet.
    boolean: Option<bool>,
}

impl SchemaBuilder {
    /// Sets any keyword to any value.
    ///
    /// This is the way to what has no method of its own, and to a name that is required and not declared:
    /// ```
    /// use isoform_schema::build::{object, string};
    ///
    /// let schema = object().keyword("required", vec!["id"]).keyword("propertyNames", string().max_length(8));
    /// assert_eq!(
    ///     schema.build()?.document().to_json(),
    ///     r#"{"type":"object","required":["id"],"propertyNames":{"type":"string","maxLength":8}}"#,
    /// );
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    ///
    /// A schema that was `false` and gets a keyword is `{"not": {}}` from then on, which means the same.
    pub fn keyword(self, name: &str, value: impl Into<Value>) -> SchemaBuilder {
        self.change(name, |_| value.into())
    }

    /// Takes a keyword away.
    ///
    /// ```
    /// use isoform_schema::build::string;
    ///
    /// let text = string().max_length(8).without("maxLength").build()?.document().to_json();
    /// assert_eq!(text, r#"{"type":"string"}"#);
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    pub fn without(mut self, keyword: &str) -> SchemaBuilder {
        self.keywords.retain(|(name, _)| name != keyword);
        self
    }

    /// Sets `title`.
    pub fn title(self, title: impl Into<String>) -> SchemaBuilder {
        self.keyword("title", title.into())
    }

    /// Sets `description`.
    pub fn description(self, description: impl Into<String>) -> SchemaBuilder {
        self.keyword("description", description.into())
    }

    /// Sets `default`.
    pub fn default_value(self, value: impl Into<Value>) -> SchemaBuilder {
        self.keyword("default", value)
    }

    /// Sets `examples`.
    pub fn examples(self, values: impl IntoIterator<Item: Into<Value>>) -> SchemaBuilder {
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        self.keyword("examples", values)
    }

    /// Declares a property and requires it.
    ///
    /// A property of that name is replaced in its place.
    pub fn required(self, name: impl Into<String>, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        let name = name.into();
        self.member("properties", name.clone(), schema.into()).change("required", |names| {
            let mut names = match names {
                Value::Array(names) => names,
                _ => Vec::new(),
            };
            if !names.iter().any(|listed| listed.as_str() == Some(&name)) {
                names.push(Value::String(name));
            }
            Value::Array(names)
        })
    }

    /// Declares a property that may be absent.
    ///
    /// A property of that name is replaced in its place, and no longer required.
    ///
    /// ```
    /// use isoform_schema::build::{integer, object, string};
    ///
    /// let schema = object().required("a", string()).optional("b", string()).optional("a", integer());
    /// assert_eq!(
    ///     schema.build()?.document().to_json(),
    ///     r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}}}"#,
    /// );
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    pub fn optional(self, name: impl Into<String>, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        let name = name.into();
        let mut builder = self.member("properties", name.clone(), schema.into());
        let required = builder.keywords.iter_mut().find(|(keyword, _)| keyword == "required");
        if let Some(names) = required.and_then(|(_, names)| names.as_array_mut()) {
            names.retain(|listed| listed.as_str() != Some(&name));
            // Draft 4 takes no empty list.
            if names.is_empty() {
                return builder.without("required");
            }
        }
        builder
    }

    /// Adds to `patternProperties`: the values of all keys that the regular expression matches fit this schema.
    pub fn pattern_property(self, pattern: impl Into<String>, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        self.member("patternProperties", pattern.into(), schema.into())
    }

    /// Sets `additionalProperties`: the values of all other keys fit this schema.
    pub fn additional_properties(self, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        self.keyword("additionalProperties", schema.into())
    }

    /// Admits no other keys: `additionalProperties` is `false`.
    pub fn closed(self) -> SchemaBuilder {
        self.keyword("additionalProperties", false)
    }

    /// Sets `minProperties`.
    pub fn min_properties(self, count: u64) -> SchemaBuilder {
        self.keyword("minProperties", count)
    }

    /// Sets `maxProperties`.
    pub fn max_properties(self, count: u64) -> SchemaBuilder {
        self.keyword("maxProperties", count)
    }

    /// Sets `items`: all items fit this schema.
    pub fn items(self, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        self.keyword("items", schema.into())
    }

    /// Sets `minItems`.
    pub fn min_items(self, count: u64) -> SchemaBuilder {
        self.keyword("minItems", count)
    }

    /// Sets `maxItems`.
    pub fn max_items(self, count: u64) -> SchemaBuilder {
        self.keyword("maxItems", count)
    }

    /// Admits no two items that are equal.
    pub fn unique_items(self) -> SchemaBuilder {
        self.keyword("uniqueItems", true)
    }

    /// Sets `minLength`, in characters.
    pub fn min_length(self, count: u64) -> SchemaBuilder {
        self.keyword("minLength", count)
    }

    /// Sets `maxLength`, in characters.
    pub fn max_length(self, count: u64) -> SchemaBuilder {
        self.keyword("maxLength", count)
    }

    /// Sets `pattern`, a regular expression that matches anywhere in the string unless it is anchored.
    pub fn pattern(self, pattern: impl Into<String>) -> SchemaBuilder {
        self.keyword("pattern", pattern.into())
    }

    /// Sets `format`, such as `date-time`.
    pub fn format(self, format: impl Into<String>) -> SchemaBuilder {
        self.keyword("format", format.into())
    }

    /// Sets `minimum`. A bound that is no integer is given as its text, and keeps its digits:
    ///
    /// ```
    /// use isoform_json::NumberText;
    /// use isoform_schema::build::number;
    ///
    /// let tenth = NumberText::new("0.10").ok_or("no number")?;
    /// assert_eq!(number().minimum(tenth).maximum(1).build()?.document().to_json(), r#"{"type":"number","minimum":0.10,"maximum":1}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimum(self, bound: impl Into<NumberText>) -> SchemaBuilder {
        self.keyword("minimum", bound.into())
    }

    /// Sets `maximum`; see [`minimum`](SchemaBuilder::minimum).
    pub fn maximum(self, bound: impl Into<NumberText>) -> SchemaBuilder {
        self.keyword("maximum", bound.into())
    }

    /// Sets `exclusiveMinimum`; see [`minimum`](SchemaBuilder::minimum).
    pub fn exclusive_minimum(self, bound: impl Into<NumberText>) -> SchemaBuilder {
        self.keyword("exclusiveMinimum", bound.into())
    }

    /// Sets `exclusiveMaximum`; see [`minimum`](SchemaBuilder::minimum).
    pub fn exclusive_maximum(self, bound: impl Into<NumberText>) -> SchemaBuilder {
        self.keyword("exclusiveMaximum", bound.into())
    }

    /// Sets `multipleOf`; see [`minimum`](SchemaBuilder::minimum).
    pub fn multiple_of(self, factor: impl Into<NumberText>) -> SchemaBuilder {
        self.keyword("multipleOf", factor.into())
    }

    /// Adds to `$defs` a schema that [`reference`](crate::build::reference) names. Definitions belong at the root.
    pub fn definition(self, name: impl Into<String>, schema: impl Into<SchemaBuilder>) -> SchemaBuilder {
        self.member("$defs", name.into(), schema.into())
    }

    /// Makes the schema. Its draft is detected, as that of any other: 2020-12, unless something from elsewhere says
    /// another.
    ///
    /// # Errors
    /// `too-deep` past [`Document::MAX_DEPTH`], `too-large` past 4 GiB of text. A keyword with a value that it does not
    /// take is found where a form is made, as in a schema that was read.
    pub fn build(self) -> Result<Schema, Error> {
        Schema::from_value(&Value::from(self), Source::Auto)
    }

    /// Changes the value of a keyword; a new one starts as null, in its place.
    fn change(mut self, keyword: &str, change: impl FnOnce(Value) -> Value) -> SchemaBuilder {
        if self.boolean.take() == Some(false) {
            self.keywords.push(("not".to_owned(), Value::Object(Object::new())));
        }
        match self.keywords.iter_mut().find(|(name, _)| name == keyword) {
            Some((_, value)) => *value = change(std::mem::take(value)),
            None => {
                let own = rank(keyword);
                let later = self.keywords.iter().position(|(name, _)| rank(name) > own);
                let place = later.unwrap_or(self.keywords.len());
                self.keywords.insert(place, (keyword.to_owned(), change(Value::Null)));
            }
        }
        self
    }

    /// Sets one member of a keyword that holds an object of schemas.
    fn member(self, keyword: &str, name: String, schema: SchemaBuilder) -> SchemaBuilder {
        self.change(keyword, |members| {
            let mut members = match members {
                Value::Object(members) => members,
                _ => Object::new(),
            };
            members.insert(name, schema);
            Value::Object(members)
        })
    }
}

impl From<Object> for SchemaBuilder {
    fn from(keywords: Object) -> SchemaBuilder {
        SchemaBuilder { keywords: keywords.into_iter().collect(), boolean: None }
    }
}

impl From<bool> for SchemaBuilder {
    fn from(schema: bool) -> SchemaBuilder {
        SchemaBuilder { keywords: Vec::new(), boolean: Some(schema) }
    }
}

impl TryFrom<Value> for SchemaBuilder {
    type Error = Error;

    /// # Errors
    /// `invalid-schema` where the value is neither an object nor a boolean.
    fn try_from(value: Value) -> Result<SchemaBuilder, Error> {
        match value {
            Value::Object(keywords) => Ok(SchemaBuilder::from(keywords)),
            Value::Bool(schema) => Ok(SchemaBuilder::from(schema)),
            _ => Err(Error::new(ErrorCode::InvalidSchema, "", "a schema is an object or a boolean")),
        }
    }
}

impl From<SchemaBuilder> for Value {
    fn from(schema: SchemaBuilder) -> Value {
        match schema.boolean {
            Some(boolean) => Value::Bool(boolean),
            None => Value::Object(schema.keywords.into_iter().collect()),
        }
    }
}

impl Schema {
    /// Reads a schema from a value, such as one that was edited by hand. The value is copied.
    ///
    /// # Examples
    /// Changing a schema that was read:
    /// ```
    /// use isoform_schema::{Schema, walk};
    ///
    /// let schema = Schema::parse(r#"{"properties":{"at":{"type":"string","format":"color"}}}"#)?;
    /// let mut value = schema.document().to_value();
    /// walk(&mut value, |schema, _| {
    ///     schema.as_object_mut().map(|object| object.remove("format"));
    /// });
    /// let plain = Schema::from_value(&value, schema.source())?;
    /// assert_eq!(plain.document().to_json(), r#"{"properties":{"at":{"type":"string"}}}"#);
    /// # Ok::<(), isoform_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-schema` where the value is neither an object nor a boolean; `too-deep` past [`Document::MAX_DEPTH`],
    /// `too-large` past 4 GiB of text.
    pub fn from_value(value: &Value, source: Source) -> Result<Schema, Error> {
        let document = value.to_document().map_err(|error| {
            let code = if error.code() == "too-deep" { ErrorCode::TooDeep } else { ErrorCode::TooLarge };
            Error::new(code, "", format!("the schema cannot be written: {error}"))
        })?;
        Schema::read(document, source)
    }
}
