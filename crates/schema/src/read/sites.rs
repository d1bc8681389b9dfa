//! The places of a schema: interned, each with its way back to a JSON Pointer.

use std::borrow::Cow;
use std::cell::OnceCell;

use isoform_json::pointer::{escape_token, push_token};
use isoform_json::{Document, NodeId, View};

use super::lookup::Lookup;
use super::ways::Ways;

/// A place in one of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SiteId(u32);

impl SiteId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value in one of the documents: data such as the members of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Val {
    pub(crate) document: u16,
    pub(crate) node: NodeId,
}

#[derive(Clone, Debug)]
struct Site<'s> {
    val: Val,
    parent: Option<SiteId>,
    token: Token<'s>,
}

/// The last step to a place.
#[derive(Clone, Debug)]
pub(crate) enum Token<'s> {
    /// The root of a document.
    Root,
    /// Under a keyword.
    Keyword(&'static str),
    /// Under a keyword that holds a map, by the key of the place's own node.
    Member(&'static str),
    /// Under a keyword that holds a list.
    Index(&'static str, u32),
    /// Reached by a reference that spells the pointer from the root of the document.
    Spelled(Cow<'s, str>),
    /// Reached by another reference: the pointer is looked up in the document.
    Jump,
}

impl Token<'_> {
    /// The keyword that the step goes through.
    fn keyword(&self) -> Option<&'static str> {
        match self {
            Token::Keyword(keyword) | Token::Member(keyword) | Token::Index(keyword, _) => Some(keyword),
            Token::Root | Token::Spelled(_) | Token::Jump => None,
        }
    }
}

/// All documents of a schema, and the places in them that were visited.
#[derive(Clone, Debug)]
pub(crate) struct Sites<'s> {
    documents: Vec<&'s Document>,
    uris: Vec<&'s str>,
    sites: Vec<Site<'s>>,
    /// For each document the place of each node, one higher; zero: not visited.
    index: Vec<Vec<u32>>,
    lookup: Lookup<'s>,
    /// The way to each node of each document, once one is asked for.
    ways: Vec<OnceCell<Ways>>,
}

impl<'s> Sites<'s> {
    pub(crate) fn new(documents: impl Iterator<Item = (&'s str, &'s Document)>) -> Sites<'s> {
        let (uris, documents): (Vec<&str>, Vec<&Document>) = documents.unzip();
        let index = documents.iter().map(|_| Vec::new()).collect();
        let ways = documents.iter().map(|_| OnceCell::new()).collect();
        Sites { documents, uris, sites: Vec::new(), index, lookup: Lookup::default(), ways }
    }

    pub(crate) fn documents(&self) -> &[&'s Document] {
        &self.documents
    }

    pub(crate) fn uri(&self, document: u16) -> &'s str {
        self.uris.get(usize::from(document)).copied().unwrap_or("")
    }

    /// The place of a node, interned.
    pub(crate) fn intern(&mut self, val: Val, parent: Option<SiteId>, token: Token<'s>) -> SiteId {
        let document = usize::from(val.document);
        let Some(index) = self.index.get_mut(document) else { return SiteId(0) };
        if index.is_empty() {
            index.resize(self.documents.get(document).map_or(0, |document| document.node_bound()), 0);
        }
        let next = self.sites.len() as u32;
        let Some(slot) = index.get_mut(val.node.index()) else { return SiteId(0) };
        if *slot != 0 {
            return SiteId(*slot - 1);
        }
        *slot = next + 1;
        self.sites.push(Site { val, parent, token });
        SiteId(next)
    }

    pub(crate) fn root(&mut self, document: u16) -> SiteId {
        let node = self.documents.get(usize::from(document)).map(|document| document.root().id());
        let node = node.unwrap_or_else(|| self.documents[0].root().id());
        self.intern(Val { document, node }, None, Token::Root)
    }

    fn site(&self, id: SiteId) -> &Site<'s> {
        &self.sites[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.sites.len()
    }

    pub(crate) fn val(&self, id: SiteId) -> Val {
        self.site(id).val
    }

    pub(crate) fn view(&self, id: SiteId) -> View<'s> {
        self.value(self.site(id).val)
    }

    pub(crate) fn value(&self, val: Val) -> View<'s> {
        let document = self.documents[usize::from(val.document)];
        document.view(val.node).unwrap_or_else(|| document.root())
    }

    /// Whether a value is a whole document.
    pub(crate) fn is_root(&self, val: Val) -> bool {
        self.documents.get(usize::from(val.document)).is_some_and(|document| document.root().id() == val.node)
    }

    /// What a JSON Pointer leads to from a value.
    pub(crate) fn find(&mut self, from: Val, pointer: &str) -> Option<Val> {
        let view = self.lookup.at(from.document, self.value(from), pointer)?;
        Some(self.beside(from, view))
    }

    /// The place above, where this one was reached from above.
    pub(crate) fn parent(&self, id: SiteId) -> Option<SiteId> {
        self.site(id).parent
    }

    /// The keyword under which the place stands.
    pub(crate) fn under(&self, id: SiteId) -> Option<&'static str> {
        self.site(id).token.keyword()
    }

    /// The key under which the place stands.
    pub(crate) fn key(&self, id: SiteId) -> Option<&'s str> {
        self.view(id).key()
    }

    /// The JSON Pointer of a place; in other documents than the first with the URI before it.
    pub(crate) fn pointer(&self, id: SiteId) -> String {
        self.pointer_with_room(id, 0)
    }

    /// The pointer of a place, in a text with room for that much more.
    fn pointer_with_room(&self, id: SiteId, room: usize) -> String {
        let site = self.site(id);
        let (Some(parent), Some(keyword)) = (site.parent, site.token.keyword()) else {
            return self.pointer_of_start(site, room);
        };
        let key = match site.token {
            Token::Member(_) => self.key(id).unwrap_or(""),
            _ => "",
        };
        let mut out = self.pointer_with_room(parent, room + keyword.len() + key.len() + 2);
        push_token(&mut out, keyword);
        match site.token {
            Token::Member(_) => push_token(&mut out, key),
            Token::Index(_, position) => push_token(&mut out, &position.to_string()),
            _ => {}
        }
        out
    }

    /// The pointer of a place that was not reached from above.
    fn pointer_of_start(&self, site: &Site<'s>, room: usize) -> String {
        let uri = if site.val.document == 0 { "" } else { self.uri(site.val.document) };
        let spelled = match &site.token {
            Token::Spelled(pointer) => Cow::Borrowed(&**pointer),
            Token::Jump => Cow::Owned(self.way(site.val)),
            _ => Cow::Borrowed(""),
        };
        let mut out = String::with_capacity(uri.len() + 1 + spelled.len() + room);
        if site.val.document != 0 {
            out.push_str(uri);
            out.push('#');
        }
        out.push_str(&spelled);
        out
    }

    /// The JSON Pointer of a value.
    fn way(&self, val: Val) -> String {
        let number = usize::from(val.document);
        let (Some(ways), Some(document)) = (self.ways.get(number), self.documents.get(number)) else {
            return String::new();
        };
        ways.get_or_init(|| Ways::of(document)).pointer(document, val.node)
    }

    /// The last token of the pointer, escaped as it stands there.
    pub(crate) fn last_token(&self, id: SiteId) -> Cow<'_, str> {
        let last = |pointer: &str| pointer.rsplit('/').next().unwrap_or("").to_owned();
        match &self.site(id).token {
            Token::Keyword(keyword) => Cow::Borrowed(keyword),
            Token::Member(_) => escape_token(self.key(id).unwrap_or("")),
            Token::Index(_, position) => Cow::Owned(position.to_string()),
            Token::Spelled(pointer) => Cow::Owned(last(pointer)),
            Token::Root | Token::Jump => Cow::Owned(last(&self.pointer(id))),
        }
    }

    /// Where a place stands in its text, for sorting.
    pub(crate) fn order(&self, id: SiteId) -> (u16, usize) {
        let val = self.site(id).val;
        (val.document, val.node.index())
    }
}

impl Sites<'_> {
    /// The place of this number.
    pub(crate) fn nth(&self, index: usize) -> SiteId {
        SiteId(index as u32)
    }
}

impl<'s> Sites<'s> {
    /// The schema that stands under a keyword of a place.
    pub(crate) fn keyword(&mut self, site: SiteId, keyword: &'static str, held: View<'s>) -> SiteId {
        let val = self.beside(self.val(site), held);
        self.intern(val, Some(site), Token::Keyword(keyword))
    }

    /// The schema that is a member of what stands under a keyword of a place.
    pub(crate) fn member(&mut self, site: SiteId, keyword: &'static str, held: View<'s>) -> SiteId {
        let val = self.beside(self.val(site), held);
        self.intern(val, Some(site), Token::Member(keyword))
    }

    /// Another value of the same document.
    pub(crate) fn beside(&self, val: Val, view: View<'_>) -> Val {
        Val { document: val.document, node: view.id() }
    }
}
