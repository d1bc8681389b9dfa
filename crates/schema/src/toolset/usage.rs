//! What a form spends of the budgets that a request has for all its tools.

use isoform_json::{Kind, View};

use crate::form::Form;
use crate::walk::subschemas;

/// What one form spends, counted over the schema that is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Members of all objects.
    pub properties: usize,
    /// Members that may be left out.
    pub optional: usize,
    /// Places of union type: `anyOf`, and lists of types.
    pub unions: usize,
    /// The sum of all `maxItems`.
    pub max_items: u64,
}

impl Usage {
    /// What a form spends; one that sends no schema spends nothing.
    #[must_use]
    pub fn of(form: &Form) -> Usage {
        let mut usage = Usage::default();
        let Some(schema) = form.schema() else { return usage };
        usage.add(schema.root());
        for subschema in subschemas(schema.root()) {
            usage.add(subschema);
        }
        usage
    }

    /// The sum of two.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            properties: self.properties.saturating_add(other.properties),
            optional: self.optional.saturating_add(other.optional),
            unions: self.unions.saturating_add(other.unions),
            max_items: self.max_items.saturating_add(other.max_items),
        }
    }

    fn add(&mut self, schema: View<'_>) {
        let is_list = |keyword: &str| schema.get(keyword).is_some_and(|value| value.kind() == Kind::Array);
        self.unions += usize::from(is_list("anyOf") || is_list("type"));
        if let Some(most) = schema.get("maxItems").and_then(|value| value.as_number()) {
            self.max_items = self.max_items.saturating_add(most.decimal().as_u64().unwrap_or(u64::MAX));
        }
        if let Some(properties) = schema.get("properties") {
            let required: std::collections::HashSet<&str> = schema
                .get("required")
                .into_iter()
                .flat_map(|names| names.items())
                .filter_map(|name| name.as_str())
                .collect();
            self.properties += properties.members().count();
            self.optional += properties.members().filter(|(name, _)| !required.contains(name)).count();
        }
    }
}
