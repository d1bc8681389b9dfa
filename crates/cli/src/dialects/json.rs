//! The support tables as data: `{"dialects":[{"name",..,"rules":{..},"keywords":{..}}]}`.

use isoform::dialect::{Dialect, Keyword, NameRule, Recursion, References};

use super::facts;
use crate::output::{Output, ToJson};

/// One JSON object with all of them, indented.
pub(super) fn object(dialects: &[&Dialect]) -> Option<String> {
    let written = Output::object(|out| out.key("dialects").list(dialects.iter().map(|dialect| Table(dialect))));
    written.map(|written| written.to_json_pretty() + "\n")
}

struct Table<'a>(&'a Dialect);

impl ToJson for Table<'_> {
    fn write(&self, out: &mut Output) {
        let dialect = self.0;
        out.nested(|out| {
            out.member("name", dialect.name.as_ref());
            out.member("summary", dialect.summary.as_ref());
            out.member("version", dialect.version.as_ref());
            out.member("source_date", dialect.source_date.as_ref());
            out.member("sources", dialect.sources.as_ref());
            out.member("confidence", dialect.confidence.as_str());
            out.member("enforcement", facts::enforcement_word(dialect.enforcement));
            out.key("rules").nested(|out| rules(dialect, out));
            out.key("keywords").nested(|out| {
                for keyword in Keyword::ALL {
                    out.member(keyword.as_str(), facts::support(dialect, *keyword));
                }
            });
        });
    }
}

fn rules(dialect: &Dialect, out: &mut Output) {
    out.member("root_object", dialect.root.object);
    out.member("root_arguments", dialect.root.arguments);
    out.member("root_union", dialect.root.union);
    out.member("root_omit_empty", dialect.root.omit_empty);
    out.member("objects", facts::objects_word(dialect.objects));
    out.member("optional", facts::optional_word(dialect.optional));
    out.member("null", facts::null_word(dialect.null));
    out.member("type_lists", dialect.type_lists);
    out.member("untyped", dialect.untyped);
    out.member("json_value", dialect.json_value);
    out.member("explicit", dialect.explicit);
    let (definitions, recursive, siblings) = match dialect.references {
        References::None => (false, Recursion::Nowhere, false),
        References::Definitions { recursive, siblings } => (true, recursive, siblings),
    };
    out.member("references", definitions);
    out.member("recursion", facts::recursion_word(recursive));
    out.member("reference_siblings", siblings);
    out.member("union_siblings", dialect.union_siblings);
    out.member("enums", facts::enums_word(dialect.enums));
    out.member("min_items", dialect.min_items.map(|values| List(values.iter().map(|value| *value as usize))));
    out.member("formats", dialect.formats.map(|formats| List(formats.iter().copied())));
    out.key("pattern").nested(|out| {
        out.member("lookaround", dialect.pattern.lookaround);
        out.member("backreference", dialect.pattern.backreference);
        out.member("word_boundary", dialect.pattern.word_boundary);
    });
    out.member("tool_names", Name(dialect.names.tool));
    out.member("property_names", Name(dialect.names.property));
    out.key("limits").nested(|out| {
        let limits = &dialect.limits;
        out.member("depth", limits.depth);
        out.member("properties", limits.properties);
        out.member("enum_values", limits.enum_values);
        out.member(
            "enum_characters",
            limits.enum_characters.map(|(values, characters)| List([values, characters].into_iter())),
        );
        out.member("characters", limits.characters);
        out.member("optional", limits.optional);
        out.member("unions", limits.unions);
        out.member("max_items", limits.max_items.map(|most| most as usize));
    });
}

struct List<I>(I);

impl<T: ToJson, I: Iterator<Item = T> + Clone> ToJson for List<I> {
    fn write(&self, out: &mut Output) {
        out.list(self.0.clone());
    }
}

struct Name(NameRule);

impl ToJson for Name {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("extra", self.0.extra);
            out.member("starts_with_letter", self.0.starts_with_letter);
            out.member("max", self.0.max);
        });
    }
}
