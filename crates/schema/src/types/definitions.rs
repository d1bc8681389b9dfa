//! Names of definitions that do not depend on what else there is.
//!
//! `schemars` numbers types of one name in the order in which it meets them, so a field that is added may rename the
//! definitions behind it. Here a definition is named by its type alone:
//!
//! 1. The name of the type; of a generic one with its parameters: `Pair_uint8`.
//! 2. Types of different modules that still share a name are named with their modules: `here_Node`, `there_Node`.
//! 3. What is the same even then (types inside of functions) keeps its number.

use std::collections::BTreeMap;

use schemars::SchemaGenerator;

/// The new names of definitions, by those that `schemars` gave them.
pub(super) type Names = BTreeMap<String, String>;

/// The new names of the definitions of a generator.
pub(super) fn names(generator: &SchemaGenerator) -> Names {
    if generator.definitions().is_empty() {
        return Names::new();
    }
    let ids: Vec<(String, String)> = ids(&format!("{generator:?}")).into_iter().flatten().collect();
    let mut named: Vec<(&str, String)> = ids.iter().map(|(id, name)| (name.as_str(), short(id, name))).collect();
    let shared = |named: &[(&str, String)]| -> Vec<bool> {
        named.iter().map(|(_, name)| named.iter().filter(|(_, other)| other == name).count() > 1).collect()
    };
    for ((at, (id, _)), _) in ids.iter().enumerate().zip(shared(&named)).filter(|(_, shared)| *shared) {
        if let Some(slot) = named.get_mut(at) {
            slot.1 = words(id).join("_");
        }
    }
    let still = shared(&named);
    let kept = named.into_iter().zip(still).map(|((old, new), shared)| {
        let new = if shared { format!("{new}_{old}") } else { new };
        (old.to_owned(), new)
    });
    // What a reference would have to escape keeps its name.
    let plain =
        |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    kept.filter(|(_, new)| plain(new)).collect()
}

/// The name of a type by its id, such as `module::Pair<uint8>`.
fn short(id: &str, name: &str) -> String {
    let (path, parameters) = id.split_once('<').unwrap_or((id, ""));
    let base = path.rsplit("::").next().unwrap_or(path);
    let numbered = name.strip_prefix(base).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    if !numbered {
        // The author's own name.
        return name.to_owned();
    }
    // Of paths in the parameters, the last part.
    let parts = parameters.split(['<', '>', ',', ' ', '[', ']', '(', ')', ';']);
    let parameters = parts.map(|part| part.rsplit("::").next().unwrap_or(part)).filter(|part| !part.is_empty());
    std::iter::once(base).chain(parameters).collect::<Vec<_>>().join("_")
}

fn words(id: &str) -> Vec<&str> {
    id.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty()).collect()
}

/// The ids of types and the names they got, out of the debug text of a generator, which keeps them to itself. `None`
/// where the text is not as expected; then the numbers stay.
fn ids(text: &str) -> Option<Vec<(String, String)>> {
    let (_, mut rest) = text.rsplit_once("schema_id_to_name: {")?;
    let mut ids = Vec::new();
    while let Some(entry) = rest.strip_prefix("SchemaUid(") {
        let (id, after) = quoted(entry)?;
        let (_, after) = after.split_once("): ")?;
        let (name, after) = quoted(after)?;
        ids.push((id, name));
        rest = after.strip_prefix(", ").unwrap_or(after);
    }
    rest.starts_with('}').then_some(ids)
}

/// A text in quotes at the beginning, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix('"')?;
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Some((out, text.get(at + 1..)?)),
            '\\' => out.push(chars.next()?.1),
            char => out.push(char),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{ids, short};

    #[test]
    fn a_name_by_the_type_alone() {
        assert_eq!(short("a::b::Node", "Node"), "Node");
        assert_eq!(short("a::b::Node", "Node7"), "Node");
        assert_eq!(short("a::Pair<uint8>", "Pair2"), "Pair_uint8");
        assert_eq!(short("a::Pair<Map<string, b::Node>>", "Pair"), "Pair_Map_string_Node");
        assert_eq!(short("a::Pair<[a::Node; 3]>", "Pair"), "Pair_Node_3");
        // A type that ends in a digit, and a name of the author's.
        assert_eq!(short("a::Node2", "Node2"), "Node2");
        assert_eq!(short("a::Pair<uint8>", "PairOfBytes"), "PairOfBytes");
    }

    #[test]
    fn a_text_that_is_not_as_expected_names_nothing() {
        assert_eq!(ids("Generator { names: {} }"), None);
        assert_eq!(ids(r#"schema_id_to_name: {SchemaUid("a", D): "b", other}"#), None);
        let read = ids(r#"schema_id_to_name: {SchemaUid("a\"", D): "b", SchemaUid("c", D): "d"}, more"#).unwrap();
        assert_eq!(read, [("a\"".to_owned(), "b".to_owned()), ("c".to_owned(), "d".to_owned())]);
    }
}
