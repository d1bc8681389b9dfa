//! Walking every subschema of a schema, to read it or to change it.

use isoform_json::pointer::push_token;
use isoform_json::{Value, View};

use crate::read::positions::{Layout, children, is_schema, layout};

/// Where a subschema stands; see [`walk`].
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    pointer: &'a str,
    step: &'a Step,
}

impl<'a> Position<'a> {
    /// The JSON Pointer from the value that [`walk`] was given.
    #[must_use]
    pub fn pointer(&self) -> &'a str {
        self.pointer
    }

    /// The keyword that holds the subschema, such as `properties` or `items`.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        self.step.keyword
    }

    /// The name of the subschema, where the keyword holds an object of them: the property, the pattern, the definition.
    #[must_use]
    pub fn name(&self) -> Option<&'a str> {
        match &self.step.within {
            Within::Member(name) => Some(name),
            Within::Nothing | Within::Item(_) => None,
        }
    }

    /// The number of the subschema from zero, where the keyword holds a list of them.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self.step.within {
            Within::Item(index) => Some(index),
            Within::Nothing | Within::Member(_) => None,
        }
    }
}

/// Calls `visit` for every subschema of `schema`, children before their parents.
///
/// - Every subschema position of every draft is walked, whichever draft the schema is written in: `properties` as well
///   as `patternProperties`, `$defs` as well as `definitions`, `prefixItems` as well as a list in `items`. A subschema
///   is an object or a boolean in such a position; the lists of names in `dependencies` are none.
/// - `schema` itself is not visited.
/// - Literals are never walked: what stands in `const`, `enum`, `default`, `examples`, or under a keyword that nobody
///   defines, is data. A property named `enum` is a property.
/// - References are not followed. What they lead to is visited where it stands, once.
/// - What `visit` puts in place of a subschema is not walked again. It is part of what the parents see.
/// - Subschemas are visited in the order in which they stand, so two walks do the same.
///
/// The walk takes time and memory in proportion to the schema, and no stack, whatever its depth. If `visit` panics,
/// the schema is whole, with the changes made so far.
///
/// # Examples
/// Closing every object that says nothing about other keys:
/// ```
/// use isoform_json::Document;
/// use isoform_schema::walk;
///
/// let text = r#"{"properties":{"a":{"type":"object"},"b":{"const":{"type":"object"}}}}"#;
/// let mut schema = Document::parse(text)?.to_value();
/// walk(&mut schema, |schema, _| {
///     let Some(object) = schema.as_object_mut() else { return };
///     if object.get("type").and_then(|name| name.as_str()) == Some("object") {
///         object.insert("additionalProperties", false);
///     }
/// });
/// assert_eq!(
///     schema.to_document()?.to_json(),
///     r#"{"properties":{"a":{"type":"object","additionalProperties":false},"b":{"const":{"type":"object"}}}}"#,
/// );
/// # Ok::<(), isoform_json::Error>(())
/// ```
///
/// Where a subschema stands:
/// ```
/// use isoform_json::Document;
/// use isoform_schema::walk;
///
/// let mut schema = Document::parse(r#"{"anyOf":[{"properties":{"a/b":true}},{}]}"#)?.to_value();
/// let mut seen = Vec::new();
/// walk(&mut schema, |_, at| seen.push((at.pointer().to_owned(), at.keyword(), at.name().map(str::to_owned), at.index())));
/// assert_eq!(seen, [
///     ("/anyOf/0/properties/a~1b".to_owned(), "properties", Some("a/b".to_owned()), None),
///     ("/anyOf/0".to_owned(), "anyOf", None, Some(0)),
///     ("/anyOf/1".to_owned(), "anyOf", None, Some(1)),
/// ]);
/// # Ok::<(), isoform_json::Error>(())
/// ```
pub fn walk(schema: &mut Value, mut visit: impl FnMut(&mut Value, Position<'_>)) {
    let mut walk = Walk { open: vec![Opened::new(std::mem::take(schema), None, 0)], root: schema };
    let mut pointer = String::new();
    while let Some(opened) = walk.open.last_mut() {
        if let Some(step) = opened.left.next() {
            if let Some(child) = step.follow(&mut opened.schema).map(std::mem::take) {
                let above = pointer.len();
                step.write(&mut pointer);
                walk.open.push(Opened::new(child, Some(step), above));
            }
        } else {
            if let Some(step) = &opened.step {
                visit(&mut opened.schema, Position { pointer: &pointer, step });
                pointer.truncate(opened.above);
            }
            walk.close();
        }
    }
}

/// The way from a schema to one that stands directly in it.
#[derive(Clone, Debug)]
struct Step {
    keyword: &'static str,
    within: Within,
}

/// The place in the value of the keyword.
#[derive(Clone, Debug)]
enum Within {
    Nothing,
    Item(usize),
    Member(String),
}

impl Step {
    /// The steps to the subschemas of a schema, in order.
    fn all(schema: &Value) -> Vec<Step> {
        let mut steps = Vec::new();
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            let Some((keyword, layout)) = layout(keyword, value.kind()) else { continue };
            let step = |within| Step { keyword, within };
            match layout {
                Layout::One => steps.push(step(Within::Nothing)),
                Layout::Items => {
                    let items = value.as_array().into_iter().flatten().enumerate();
                    let schemas = items.filter(|(_, item)| is_schema(item.kind()));
                    steps.extend(schemas.map(|(index, _)| step(Within::Item(index))));
                }
                Layout::Members => {
                    let members = value.as_object().into_iter().flatten();
                    let schemas = members.filter(|(_, member)| is_schema(member.kind()));
                    steps.extend(schemas.map(|(name, _)| step(Within::Member(name.to_owned()))));
                }
            }
        }
        steps
    }

    fn follow<'v>(&self, schema: &'v mut Value) -> Option<&'v mut Value> {
        let value = schema.as_object_mut()?.get_mut(self.keyword)?;
        match &self.within {
            Within::Nothing => Some(value),
            Within::Item(index) => value.as_array_mut()?.get_mut(*index),
            Within::Member(name) => value.as_object_mut()?.get_mut(name),
        }
    }

    fn write(&self, pointer: &mut String) {
        push_token(pointer, self.keyword);
        match &self.within {
            Within::Nothing => {}
            Within::Item(index) => push_token(pointer, &index.to_string()),
            Within::Member(name) => push_token(pointer, name),
        }
    }
}

/// The schemas from the root to the present one. Each was taken out of the one before it.
struct Walk<'v> {
    root: &'v mut Value,
    open: Vec<Opened>,
}

struct Opened {
    schema: Value,
    /// The step that led here; none at the root.
    step: Option<Step>,
    /// The steps not yet taken.
    left: std::vec::IntoIter<Step>,
    /// The length of the parent's pointer.
    above: usize,
}

impl Opened {
    fn new(schema: Value, step: Option<Step>, above: usize) -> Opened {
        let left = Step::all(&schema).into_iter();
        Opened { schema, step, left, above }
    }
}

impl Walk<'_> {
    /// Puts the present schema back where it was taken from.
    fn close(&mut self) {
        let Some(Opened { schema, step, .. }) = self.open.pop() else { return };
        let slot = match (&step, self.open.last_mut()) {
            (Some(step), Some(parent)) => step.follow(&mut parent.schema),
            _ => Some(&mut *self.root),
        };
        if let Some(slot) = slot {
            *slot = schema;
        }
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }
}

/// Every subschema of `schema` in source order, parents before their children; `schema` itself is left out.
///
/// The positions are those of [`walk`]. [`View::pointer`] says where each one stands in its document.
///
/// # Examples
/// ```
/// use isoform_json::Document;
/// use isoform_schema::subschemas;
///
/// let document = Document::parse(r##"{"items":[{"not":false}],"default":{"items":{}},"$defs":{"A":true}}"##)?;
/// let pointers: Vec<String> = subschemas(document.root()).map(|schema| schema.pointer()).collect();
/// assert_eq!(pointers, ["/items/0", "/items/0/not", "/$defs/A"]);
/// # Ok::<(), isoform_json::Error>(())
/// ```
pub fn subschemas(schema: View<'_>) -> impl Iterator<Item = View<'_>> {
    let mut open: Vec<View<'_>> = Vec::new();
    let mut next = Some(schema);
    std::iter::from_fn(move || {
        if let Some(schema) = next {
            let first = open.len();
            open.extend(children(schema));
            if let Some(added) = open.get_mut(first..) {
                added.reverse();
            }
        }
        next = open.pop();
        next
    })
}

#[cfg(test)]
mod tests {
    use isoform_json::{Object, Value};

    use super::walk;
    use crate::read::positions::{Holds, POSITIONS};

    /// A schema for every position of the table, and the pointers of its subschemas.
    #[test]
    fn the_table_and_nothing_else() {
        let inner = |place: &str| Value::from([("title", place)].into_iter().collect::<Object>());
        let mut schema = Object::new();
        let mut wanted = Vec::new();
        for (keyword, holds) in POSITIONS {
            let at = format!("/{keyword}");
            match holds {
                Holds::Schema => {
                    schema.insert(*keyword, inner(&at));
                    wanted.push(at);
                }
                Holds::List | Holds::SchemaOrList => {
                    wanted.extend([format!("{at}/0"), format!("{at}/1")]);
                    schema.insert(*keyword, vec![inner(&format!("{at}/0")), inner(&format!("{at}/1"))]);
                }
                Holds::Map | Holds::MapOfSchemaOrNames => {
                    let one = inner(&format!("{at}/const"));
                    schema.insert(*keyword, Value::from([("const", one)].into_iter().collect::<Object>()));
                    wanted.push(format!("{at}/const"));
                }
            }
        }
        let mut schema = Value::from(schema);
        let mut seen = Vec::new();
        walk(&mut schema, |schema, at| {
            assert_eq!(schema.get("title").and_then(Value::as_str), Some(at.pointer()));
            seen.push(at.pointer().to_owned());
        });
        assert_eq!(seen, wanted);
    }
}
