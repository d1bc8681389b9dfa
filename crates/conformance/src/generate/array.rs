//! Arrays: lengths at their limits, tuples, and elements that must differ.

use super::{Facets, Generator, Size};
use crate::json::{Json, join};

impl<'s> Generator<'s> {
    pub(super) fn array(&mut self, facets: &Facets<'s>, depth: usize) -> Json {
        let least = facets.most("minItems").map_or(0, |least| least as usize).min(200);
        let mut most = facets.least("maxItems").map_or(usize::MAX, |most| most as usize);
        let (positions, rest) = self.positions(facets);
        if positions > 0 && !rest {
            most = most.min(positions);
        }
        let leading = (0..positions.max(1))
            .rev()
            .find(|index| self.schemas_at(facets, *index).iter().any(|start| self.leads.contains(start)));
        let mut length = match self.size {
            _ if depth > 9 => least,
            Size::Lean => least,
            _ => match self.rng.below(6) {
                0 => least,
                1 if most <= 12 => most,
                2 => positions,
                3 => least + 1,
                _ => least + self.rng.below(if depth > 5 { 2 } else { 4 }),
            },
        };
        if let Some(index) = leading {
            length = length.max(index + 1);
        }
        length = length.max(usize::from(self.needs_element(facets)));
        length = length.max(least).min(most.max(least));
        let unique = facets.all("uniqueItems").any(|value| value.as_bool() == Some(true));
        let mut items: Vec<Json> = Vec::new();
        for index in 0..length {
            let mut starts = self.schemas_at(facets, index);
            if index == positions {
                let contains = facets.schemas.iter().filter(|facet| facet.get("contains").is_some());
                starts.extend(contains.map(|facet| join(&facet.pointer, "contains")));
            }
            for _ in 0..if unique { 6 } else { 1 } {
                let item = if starts.is_empty() { self.any(depth.min(3)) } else { self.value(&starts, depth + 1) };
                if !unique || !items.contains(&item) {
                    items.push(item);
                    break;
                }
            }
        }
        Json::Array(items)
    }

    /// How many positions are described one by one, and whether more elements may follow.
    fn positions(&self, facets: &Facets<'s>) -> (usize, bool) {
        let mut positions = 0;
        let mut rest = true;
        for facet in &facets.schemas {
            let (tuple, after) = tuple(facet.get("prefixItems"), facet.get("items"), facet.get("additionalItems"));
            positions = positions.max(tuple);
            rest &= after.and_then(Json::as_bool) != Some(false);
        }
        (positions, rest)
    }

    fn schemas_at(&self, facets: &Facets<'s>, index: usize) -> Vec<String> {
        let mut found = Vec::new();
        for facet in &facets.schemas {
            let at = |keyword: &str| join(&facet.pointer, keyword);
            let list = if facet.get("prefixItems").is_some() { "prefixItems" } else { "items" };
            match (facet.get("prefixItems").or(facet.get("items")), facet.get("items")) {
                (Some(Json::Array(positions)), _) if index < positions.len() => {
                    found.push(join(&at(list), &index.to_string()))
                }
                (_, Some(Json::Array(_))) if facet.get("additionalItems").is_some() => {
                    found.push(at("additionalItems"))
                }
                (_, Some(Json::Object(_) | Json::Bool(_))) => found.push(at("items")),
                _ => {}
            }
        }
        found
    }
}

fn tuple<'s>(
    prefix: Option<&'s Json>,
    items: Option<&'s Json>,
    additional: Option<&'s Json>,
) -> (usize, Option<&'s Json>) {
    match (prefix, items) {
        (Some(Json::Array(positions)), items) => (positions.len(), items),
        (_, Some(Json::Array(positions))) => (positions.len(), additional),
        (_, items) => (0, items),
    }
}
