//! A schema and documents of it, drawn together.
//!
//! The documents come first, and the schema is made around them: every keyword that is drawn is one that they keep. So
//! the documents are valid by construction, and no validator is asked.

mod defined;
mod keywords;
mod literal;
mod objects;
mod schema;

use isoform_json::Value;
use isoform_schema::Source;

use crate::bytes::Bytes;

/// What was drawn.
pub(crate) struct Drawn {
    pub(crate) schema: Value,
    /// The specification that the schema is written in.
    pub(crate) source: Source,
    /// Documents that are valid under it.
    pub(crate) documents: Vec<Value>,
}

/// The most nodes of all documents together, and the most schemas.
const NODES: usize = 60;
const SCHEMAS: usize = 60;

struct Draw<'d, 'b> {
    bytes: &'d mut Bytes<'b>,
    documents: &'d [Value],
    source: Source,
    /// Schemas that may still be drawn.
    left: usize,
    defined: defined::Defined,
}

pub(crate) fn draw(bytes: &mut Bytes<'_>) -> Drawn {
    let sources = [Source::Auto, Source::Draft202012, Source::Draft7, Source::Draft4, Source::OpenApi30];
    let source = bytes.pick(&sources).copied().unwrap_or_default();
    let documents = literal::documents(bytes, NODES);
    let mut draw = Draw { bytes, documents: &documents, source, left: SCHEMAS, defined: defined::Defined::default() };
    let schema = draw.root();
    Drawn { schema, source, documents }
}

/// Any value, for what need not be valid.
pub(crate) fn value(bytes: &mut Bytes<'_>) -> Value {
    literal::value(bytes, &mut 20, 4)
}
