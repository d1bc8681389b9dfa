//! Which draft a schema is written in, when nobody says.

use isoform_json::{Document, Kind, View};

use super::positions::children;
use crate::options::Source;

/// The source of a schema, by the ordered list of [`Source::Auto`].
pub(crate) fn detect(document: &Document) -> Source {
    let root = document.root();
    if let Some(named) = root.get("$schema").and_then(|schema| schema.as_str()) {
        if let Some(source) = by_uri(named) {
            return source;
        }
    }
    let version = |key: &str| root.get(key).and_then(|value| value.as_str());
    match (version("openapi"), version("swagger")) {
        (Some(version), _) if version.starts_with("3.0") => return Source::OpenApi30,
        (Some(_), _) => return Source::OpenApi31,
        (_, Some(_)) => return Source::Swagger20,
        _ => {}
    }
    let marks = Marks::of(root);
    if marks.newest {
        Source::Draft202012
    } else if marks.boolean_exclusive {
        if marks.nullable { Source::OpenApi30 } else { Source::Draft4 }
    } else if marks.nullable && !marks.after_openapi {
        Source::OpenApi30
    } else if marks.tuple_items {
        Source::Draft7
    } else {
        Source::Draft202012
    }
}

/// The draft that a `$schema` names.
pub(crate) fn by_uri(uri: &str) -> Option<Source> {
    let uri = uri.trim_end_matches('#').trim_end_matches('/');
    let path = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
    Some(match path {
        "json-schema.org/draft-04/schema" => Source::Draft4,
        "json-schema.org/draft-06/schema" => Source::Draft6,
        "json-schema.org/draft-07/schema" => Source::Draft7,
        "json-schema.org/draft/2019-09/schema" => Source::Draft201909,
        "json-schema.org/draft/2020-12/schema" => Source::Draft202012,
        "spec.openapis.org/oas/3.1/dialect/base" => Source::OpenApi31,
        _ => return None,
    })
}

#[derive(Default)]
struct Marks {
    newest: bool,
    boolean_exclusive: bool,
    nullable: bool,
    after_openapi: bool,
    tuple_items: bool,
}

impl Marks {
    fn of(root: View<'_>) -> Marks {
        let mut marks = Marks::default();
        let mut open = vec![root];
        while let Some(schema) = open.pop() {
            for (keyword, value) in schema.members() {
                marks.read(keyword, value);
            }
            open.extend(children(schema));
        }
        marks
    }

    fn read(&mut self, keyword: &str, value: View<'_>) {
        match keyword {
            "prefixItems"
            | "$defs"
            | "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "$dynamicRef" => self.newest = true,
            "exclusiveMinimum" | "exclusiveMaximum" if value.as_bool().is_some() => self.boolean_exclusive = true,
            "nullable" if value.as_bool() == Some(true) => self.nullable = true,
            "const" => self.after_openapi = true,
            "type" if value.kind() == Kind::Array => self.after_openapi = true,
            "items" if value.kind() == Kind::Array => self.tuple_items = true,
            "additionalItems" | "dependencies" => self.tuple_items = true,
            _ => {}
        }
    }
}
