//! The places of a schema: interned, each with its way back to a JSON Pointer.

use isoform_json::pointer::push_token;
use isoform_json::{Document, NodeId, View};

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
struct Site {
    val: Val,
    parent: Option<SiteId>,
    token: Token,
}

/// The last step to a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    /// The root of a document.
    Root,
    /// Under a keyword.
    Keyword(&'static str),
    /// Under a keyword that holds a map, by the key of the place's own node.
    Member(&'static str),
    /// Under a keyword that holds a list.
    Index(&'static str, u32),
    /// Reached by a reference: the pointer is looked up in the document.
    Jump,
}

/// All documents of a schema, and the places in them that were visited.
#[derive(Clone, Debug)]
pub(crate) struct Sites<'s> {
    documents: Vec<&'s Document>,
    uris: Vec<&'s str>,
    sites: Vec<Site>,
    /// For each document the place of each node, one higher; zero: not visited.
    index: Vec<Vec<u32>>,
}

impl<'s> Sites<'s> {
    pub(crate) fn new(documents: impl Iterator<Item = (&'s str, &'s Document)>) -> Sites<'s> {
        let (uris, documents): (Vec<&str>, Vec<&Document>) = documents.unzip();
        let index = documents.iter().map(|_| Vec::new()).collect();
        Sites { documents, uris, sites: Vec::new(), index }
    }

    pub(crate) fn documents(&self) -> &[&'s Document] {
        &self.documents
    }

    pub(crate) fn uri(&self, document: u16) -> &'s str {
        self.uris.get(usize::from(document)).copied().unwrap_or("")
    }

    /// The place of a node, interned.
    pub(crate) fn intern(&mut self, val: Val, parent: Option<SiteId>, token: Token) -> SiteId {
        let document = usize::from(val.document);
        let Some(index) = self.index.get_mut(document) else { return SiteId(0) };
        if index.is_empty() {
            index.resize(self.documents.get(document).map_or(0, |document| document.node_count()), 0);
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

    fn site(&self, id: SiteId) -> &Site {
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

    /// The place above, where this one was reached from above.
    pub(crate) fn parent(&self, id: SiteId) -> Option<SiteId> {
        self.site(id).parent
    }

    /// The keyword under which the place stands.
    pub(crate) fn under(&self, id: SiteId) -> Option<&'static str> {
        match self.site(id).token {
            Token::Keyword(keyword) | Token::Member(keyword) | Token::Index(keyword, _) => Some(keyword),
            Token::Root | Token::Jump => None,
        }
    }

    /// The key under which the place stands.
    pub(crate) fn key(&self, id: SiteId) -> Option<&'s str> {
        self.view(id).key()
    }

    /// Whether a place stands directly under a keyword that holds definitions.
    pub(crate) fn pointer(&self, id: SiteId) -> String {
        let mut steps = Vec::new();
        let mut at = id;
        let mut out = String::new();
        loop {
            let site = self.site(at);
            match (site.token, site.parent) {
                (Token::Jump, _) | (_, None) => {
                    if site.val.document != 0 {
                        out.push_str(self.uri(site.val.document));
                        out.push('#');
                    }
                    if matches!(site.token, Token::Jump) {
                        out.push_str(&self.value(site.val).pointer());
                    }
                    break;
                }
                (_, Some(parent)) => {
                    steps.push(at);
                    at = parent;
                }
            }
        }
        for step in steps.into_iter().rev() {
            match self.site(step).token {
                Token::Keyword(keyword) => push_token(&mut out, keyword),
                Token::Member(keyword) => {
                    push_token(&mut out, keyword);
                    push_token(&mut out, self.key(step).unwrap_or(""));
                }
                Token::Index(keyword, position) => {
                    push_token(&mut out, keyword);
                    push_token(&mut out, &position.to_string());
                }
                Token::Root | Token::Jump => {}
            }
        }
        out
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
