//! References: which place a `$ref` names. Nothing outside the documents that were given is ever looked for.

use std::collections::HashMap;

use isoform_json::{Kind, NodeId, View};

use super::draft::Draft;
use super::positions::children;
use super::sites::{SiteId, Sites, Token, Val};
use super::survey::Survey;
use super::uri;
use crate::error::{Error, ErrorCode};

/// The schema resources of all documents: where each begins, its URI, its anchors.
#[derive(Clone, Debug)]
pub(crate) struct Resources {
    resources: Vec<Resource>,
    by_uri: HashMap<String, usize>,
    anchors: HashMap<(usize, String), Val>,
    /// How many places carry each dynamic anchor.
    dynamic: HashMap<String, usize>,
    /// For documents with embedded resources: the resource of each subschema.
    owner: HashMap<(u16, NodeId), usize>,
    /// The resource at the root of each document.
    roots: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Resource {
    root: Val,
    uri: String,
}

impl Resources {
    /// Finds the resources of all documents.
    pub(crate) fn find(sites: &Sites<'_>, draft: &Draft, survey: &Survey) -> Resources {
        let mut found = Resources {
            resources: Vec::new(),
            by_uri: HashMap::new(),
            anchors: HashMap::new(),
            dynamic: HashMap::new(),
            owner: HashMap::new(),
            roots: Vec::new(),
        };
        for (number, document) in sites.documents().iter().enumerate() {
            let number = number as u16;
            let root = Val { document: number, node: document.root().id() };
            let id = document.root().get(draft.id).and_then(|id| id.as_str());
            let given = sites.uri(number);
            let own = id.map(|id| uri::join(given, without_fragment(id)));
            let resource = found.add(root, own.unwrap_or_else(|| given.to_owned()));
            if !given.is_empty() {
                found.by_uri.entry(given.to_owned()).or_insert(resource);
            }
            found.roots.push(resource);
            if survey.names {
                found.walk(number, document.root(), resource, draft);
            }
        }
        found
    }

    fn add(&mut self, root: Val, uri: String) -> usize {
        let number = self.resources.len();
        if !uri.is_empty() {
            self.by_uri.entry(uri.clone()).or_insert(number);
        }
        self.resources.push(Resource { root, uri });
        number
    }

    /// Visits every subschema of a document with embedded ids or anchors.
    fn walk(&mut self, document: u16, root: View<'_>, resource: usize, draft: &Draft) {
        let mut open = vec![(root, resource)];
        while let Some((schema, outer)) = open.pop() {
            let val = Val { document, node: schema.id() };
            let mut resource = outer;
            let ignored = !draft.reference_siblings && schema.get("$ref").is_some();
            let text = |key: &str| schema.get(key).and_then(|value| value.as_str());
            if let (Some(id), false) = (text(draft.id), ignored) {
                let (path, fragment) = id.split_once('#').unwrap_or((id, ""));
                if !path.is_empty() && schema.id() != root.id() {
                    let base = self.resources.get(outer).map_or("", |resource| &resource.uri);
                    resource = self.add(val, uri::join(base, path));
                }
                if !fragment.is_empty() {
                    self.anchors.entry((resource, fragment.to_owned())).or_insert(val);
                }
            }
            for (keyword, dynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
                if let Some(name) = text(keyword) {
                    self.anchors.entry((resource, name.to_owned())).or_insert(val);
                    if dynamic {
                        *self.dynamic.entry(name.to_owned()).or_default() += 1;
                    }
                }
            }
            if schema.get("$recursiveAnchor").and_then(|value| value.as_bool()) == Some(true) {
                *self.dynamic.entry(String::new()).or_default() += 1;
            }
            self.owner.insert((document, schema.id()), resource);
            open.extend(children(schema).map(|held| (held, resource)));
        }
    }

    fn of(&self, sites: &Sites<'_>, site: SiteId) -> usize {
        let document = sites.val(site).document;
        let root = self.roots.get(usize::from(document)).copied().unwrap_or(0);
        if self.owner.is_empty() {
            return root;
        }
        let mut at = Some(site);
        while let Some(here) = at {
            let val = sites.val(here);
            if let Some(resource) = self.owner.get(&(val.document, val.node)) {
                return *resource;
            }
            at = sites.parent(here);
        }
        root
    }

    /// The place that a reference at `site` names.
    pub(crate) fn resolve<'s>(
        &self,
        sites: &mut Sites<'s>,
        site: SiteId,
        keyword: &'static str,
        reference: &'s str,
    ) -> Result<SiteId, Error> {
        let at = |sites: &Sites<'_>| {
            let mut pointer = sites.pointer(site);
            isoform_json::pointer::push_token(&mut pointer, keyword);
            pointer
        };
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let here = self.of(sites, site);
        let target = if path.is_empty() {
            here
        } else {
            let base = self.resources.get(here).map_or("", |resource| &resource.uri);
            let wanted = uri::join(base, path);
            match self.by_uri.get(&wanted) {
                Some(found) => *found,
                None => {
                    return Err(Error::new(
                        ErrorCode::ExternalReference,
                        at(sites),
                        "the reference leads to another document, which was not supplied and is never fetched",
                    ));
                }
            }
        };
        let unresolved = |sites: &Sites<'_>, why: &str| Error::new(ErrorCode::UnresolvedReference, at(sites), why);
        let Some(fragment) = uri::unescape(fragment) else {
            return Err(unresolved(sites, "the reference has a fragment whose percent escapes are not UTF-8"));
        };
        let Some(root) = self.resources.get(target).map(|resource| resource.root) else {
            return Err(unresolved(sites, "the reference leads nowhere"));
        };
        if keyword != "$ref" && self.dynamic.get(&*fragment).is_some_and(|places| *places > 1) {
            return Err(Error::new(
                ErrorCode::UnsupportedKeyword,
                at(sites),
                format!(
                    "{keyword} names an anchor that stands in several places: which one is meant depends on the way there"
                ),
            ));
        }
        let (val, token) = if fragment.is_empty() {
            (Some(root), Token::Jump)
        } else if fragment.starts_with('/') {
            let found = sites.find(root, &fragment);
            (found, if sites.is_root(root) { Token::Spelled(fragment) } else { Token::Jump })
        } else {
            (self.anchors.get(&(target, fragment.into_owned())).copied(), Token::Jump)
        };
        match val {
            Some(val) if matches!(sites.value(val).kind(), Kind::Object | Kind::Bool) => {
                Ok(sites.intern(val, None, token))
            }
            Some(_) => Err(unresolved(sites, "the reference leads to something that is not a schema")),
            None => Err(unresolved(sites, "the reference leads nowhere")),
        }
    }
}

fn without_fragment(id: &str) -> &str {
    id.split_once('#').map_or(id, |(path, _)| path)
}
