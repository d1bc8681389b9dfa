//! Writing JSON text, in order and without recursion.

use std::fmt::{self, Write};

use crate::node::Tag;
use crate::{View, grammar};

/// How the text is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// On one line, without white space.
    Compact,
    /// One value a line, indented by two spaces; empty containers stay closed up.
    Pretty,
}

/// Writes one value.
pub(crate) fn write(view: View<'_>, out: &mut impl Write, layout: Layout) -> fmt::Result {
    let document = view.document();
    let first = view.index();
    let last = document.subtree_end(first);
    // Each open container: the values left in it, and its closing bracket.
    let mut open: Vec<(u32, &'static str)> = Vec::new();
    let mut after_name = false;
    let mut at_start = true;
    let mut index = first;
    while index < last {
        let node = document.node(index);
        let at = index;
        index = document.nodes.after(at);
        if node.tag == Tag::Name && index == last {
            // The name of a member whose value has not arrived.
            break;
        }
        if after_name {
            after_name = false;
        } else if !open.is_empty() {
            if !at_start {
                out.write_str(",")?;
            }
            new_line(out, layout, open.len())?;
        }
        at_start = false;
        match node.tag {
            Tag::Null | Tag::Rest => out.write_str("null")?,
            Tag::False => out.write_str("false")?,
            Tag::True => out.write_str("true")?,
            Tag::Number => out.write_str(document.text(&node))?,
            Tag::String | Tag::Name => {
                let text = document.text(&node);
                if node.pooled {
                    write_string(text, out)?;
                } else {
                    // A text that lies in the source as it is needs no escape.
                    out.write_str("\"")?;
                    out.write_str(text)?;
                    out.write_str("\"")?;
                }
                if node.tag == Tag::Name {
                    out.write_str(if layout == Layout::Pretty { ": " } else { ":" })?;
                    after_name = true;
                    continue;
                }
            }
            Tag::Array | Tag::Object => {
                let (opening, closing) = brackets(node.tag);
                out.write_str(opening)?;
                if node.second > 0 {
                    open.push((node.second, closing));
                    at_start = true;
                    continue;
                }
                out.write_str(closing)?;
                index = document.subtree_end(at);
            }
        }
        // A value is finished, and with it every container it is the last of.
        while let Some((left, closing)) = open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            let closing = *closing;
            open.pop();
            new_line(out, layout, open.len())?;
            out.write_str(closing)?;
        }
    }
    Ok(())
}

fn brackets(tag: Tag) -> (&'static str, &'static str) {
    if tag == Tag::Array { ("[", "]") } else { ("{", "}") }
}

fn new_line(out: &mut impl Write, layout: Layout, depth: usize) -> fmt::Result {
    if layout == Layout::Compact {
        return Ok(());
    }
    out.write_str("\n")?;
    for _ in 0..depth {
        out.write_str("  ")?;
    }
    Ok(())
}

/// Writes a JSON string: quotes, backslashes and control characters escaped, everything else as it is.
pub(crate) fn write_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_str("\"")?;
    let mut rest = text;
    loop {
        let end = grammar::plain_run_end(rest.as_bytes(), 0);
        let (plain, tail) = rest.split_at(end);
        out.write_str(plain)?;
        let mut tail = tail.chars();
        match tail.next() {
            None => break,
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\u{8}') => out.write_str("\\b")?,
            Some('\u{c}') => out.write_str("\\f")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some(control) => write!(out, "\\u{:04x}", u32::from(control))?,
        }
        rest = tail.as_str();
    }
    out.write_str("\"")
}
