//! The schema in words: what to tell a model whose provider takes no schema.

use isoform_schema::Schema;

const ANSWER: &str = "Answer with one JSON value that is valid under the JSON Schema below, and with nothing else: \
    no words around it and no code fence.";
const TOOLS: &str = "Call tools first where you need them: this is about the answer that you end with.";

/// What the instructions have to mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptOptions {
    /// Whether the model may call tools before it answers. Told that everything it says has to be JSON, it may not.
    pub tools: bool,
}

impl PromptOptions {
    /// Sets whether the model may call tools before it answers.
    #[must_use]
    pub fn with_tools(self, tools: bool) -> PromptOptions {
        PromptOptions { tools, ..self }
    }
}

/// What to tell the model: that JSON is wanted and nothing else, and the schema as its author wrote it.
///
/// The text is the same for the same schema and options, so recorded requests stay good; a change to it is a line in the
/// changelog. It says `JSON`, which some providers look for before they answer in JSON. The schema stands in it
/// byte by byte as it was read; one that was made in code is written on one line.
///
/// The answer is read with [`ReadOptions::whole_answer`], for models that write a fence or words all the same.
///
/// ```
/// use isoform_answer::prompt::{PromptOptions, instructions};
/// use isoform_schema::Schema;
///
/// let schema = Schema::parse("{\n  \"type\": \"integer\"\n}\n")?;
/// let text = instructions(&schema, PromptOptions::default());
/// assert!(text.starts_with("Answer with one JSON value"));
/// assert!(text.ends_with("\nJSON Schema:\n{\n  \"type\": \"integer\"\n}"));
/// # Ok::<(), isoform_schema::Error>(())
/// ```
///
/// [`ReadOptions::whole_answer`]: crate::ReadOptions::whole_answer
#[must_use]
pub fn instructions(schema: &Schema, options: PromptOptions) -> String {
    let document = schema.document();
    let written = document.root().span().and_then(|span| document.source().get(span));
    let schema = written.map_or_else(|| document.to_json(), str::to_owned);
    let tools = if options.tools { format!(" {TOOLS}") } else { String::new() };
    format!("{ANSWER}{tools}\nJSON Schema:\n{schema}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use isoform_json::{Builder, Document};
    use isoform_schema::Source;

    fn told(text: &str, tools: bool) -> String {
        instructions(&Schema::parse(text).unwrap(), PromptOptions::default().with_tools(tools))
    }

    /// Recorded requests depend on every byte: a change here is a line in the changelog.
    #[test]
    fn every_byte_of_it() {
        let schema =
            "{ \"type\":\"object\",\r\n\t\"properties\": {\"b\":{\"minimum\":1.50},\"a\":{\"const\":\"\\u00e9<&>\"}} }";
        let without = "Answer with one JSON value that is valid under the JSON Schema below, and with nothing else: no \
             words around it and no code fence.\nJSON Schema:\n{ \"type\":\"object\",\r\n\t\"properties\": \
             {\"b\":{\"minimum\":1.50},\"a\":{\"const\":\"\\u00e9<&>\"}} }";
        assert_eq!(told(schema, false), without);
        let with = "Answer with one JSON value that is valid under the JSON Schema below, and with nothing else: no \
             words around it and no code fence. Call tools first where you need them: this is about the answer that \
             you end with.\nJSON Schema:\ntrue";
        assert_eq!(told(" true\n", true), with);
    }

    #[test]
    fn a_schema_made_in_code_is_written_on_one_line() {
        let mut builder = Builder::new();
        builder.begin_object().key("type").string("string").end_object();
        let made: Document = builder.finish().unwrap();
        let schema = Schema::read(made, Source::Auto).unwrap();
        let text = instructions(&schema, PromptOptions::default());
        assert!(text.ends_with("\nJSON Schema:\n{\"type\":\"string\"}"), "{text}");
    }
}
