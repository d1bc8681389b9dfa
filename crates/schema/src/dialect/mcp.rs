//! The Model Context Protocol: tools as a server declares them.

use super::neutral::neutral;
use super::{About, Confidence, Dialect, NameRule, Names, Recursion, References, Root};

/// MCP, `inputSchema` and `outputSchema`: JSON Schema 2020-12 that client and server check.
///
/// An input schema names the type object; other keywords stand beside it. References stay within the document.
pub static MCP: Dialect = {
    let about = About {
        name: "mcp",
        summary: "Model Context Protocol tools",
        version: "2026-07-28",
        source_date: "2026-07-28",
        sources: "protocol schema and specification",
    };
    let mut mcp = neutral(about, References::Definitions { recursive: Recursion::Anywhere, siblings: true });
    mcp.confidence = Confidence::Documented;
    mcp.root = Root { object: false, arguments: true, union: true, omit_empty: false };
    mcp.names_draft = false;
    mcp.names = Names {
        tool: NameRule { extra: Some("_-."), starts_with_letter: false, max: Some(128) },
        property: NameRule::ANY,
    };
    mcp
};
