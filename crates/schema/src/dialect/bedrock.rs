//! Amazon Bedrock, the Converse API: tools, strict tools and structured outputs.

use super::anthropic::strict;
use super::keyword::Keyword as K;
use super::neutral::neutral;
use super::{About, Confidence, Dialect, Enforcement, Keywords, NameRule, Names, References, Root};

/// Bedrock, `toolSpec.strict` and `outputConfig.textFormat`: the rules of Anthropic's strict surface, as measured on
/// the models that have it. Patterns and formats are in no list of what is taken.
pub static BEDROCK_STRICT: Dialect = {
    let about = About {
        name: "bedrock-strict",
        summary: "Bedrock strict tools and structured outputs",
        version: "2026-08-22",
        source_date: "2026-08-22",
        sources: "structured outputs guide (first part), API model, client measurements of 2026-05",
    };
    let keywords = Keywords::none().enforced(&[K::MinItems, K::Const, K::Title, K::Description]);
    let mut bedrock = strict(about, keywords, &[]);
    bedrock.names.tool.max = Some(64);
    bedrock.request.fallback = Some("bedrock");
    bedrock
};

/// Bedrock, `toolSpec.inputSchema` without `strict`: what holds for every model family.
///
/// The root names the type object. `$defs` is refused by one family, so definitions are written out.
pub static BEDROCK: Dialect = tools(
    "bedrock",
    "Bedrock tools without strict",
    NameRule { extra: Some("_-"), starts_with_letter: false, max: Some(64) },
);

/// Bedrock's Nova models, which make no valid call for a name with a hyphen.
pub static BEDROCK_NOVA: Dialect = tools(
    "bedrock-nova",
    "Bedrock tools for Nova models",
    NameRule { extra: Some("_"), starts_with_letter: true, max: Some(64) },
);

const fn tools(name: &'static str, summary: &'static str, tool: NameRule) -> Dialect {
    let about =
        About { name, summary, version: "2026-08-07", source_date: "2026-08-07", sources: "API model, wire errors" };
    let mut bedrock = neutral(about, References::None);
    bedrock.confidence = Confidence::Documented;
    bedrock.enforcement = Enforcement::None;
    bedrock.root = Root { object: true, arguments: true, union: true, omit_empty: false };
    bedrock.names_draft = false;
    bedrock.json_text = true;
    bedrock.names = Names { tool, property: NameRule::ANY };
    bedrock
}
