//! Walking a subtree in order, and putting another kind of tree together from it, without recursion.

use crate::node::Tag;
use crate::{Document, Error, View};

/// One step of a walk.
#[derive(Clone, Copy)]
pub(crate) enum Event<'a> {
    /// The name of the member whose value comes next.
    Name(&'a str),
    /// An array or object with at least one value in it, or none.
    Begin(View<'a>),
    /// The end of what `Begin` began.
    End(View<'a>),
    /// A value that is no container.
    Scalar(View<'a>),
}

/// Walks a value with everything inside it; values that have not arrived yet are left out with their names.
pub(crate) fn events(view: View<'_>) -> Events<'_> {
    Events {
        document: view.document(),
        next: view.index(),
        end: view.document().subtree_end(view.index()),
        open: Vec::new(),
    }
}

/// See [`events`].
pub(crate) struct Events<'a> {
    document: &'a Document,
    next: u32,
    end: u32,
    /// The open containers, each with the number of values left in it.
    open: Vec<(u32, u32)>,
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some((container, 0)) = self.open.last() {
            let container = View::new(self.document, *container);
            self.open.pop();
            return Some(Event::End(container));
        }
        let index = self.next;
        if index >= self.end {
            return None;
        }
        let node = self.document.node(index);
        self.next = self.document.nodes.after(index);
        if node.tag == Tag::Name && self.next == self.end {
            self.next = self.end;
            return None;
        }
        if node.tag == Tag::Name {
            return Some(Event::Name(self.document.text(&node)));
        }
        if let Some((_, left)) = self.open.last_mut() {
            *left -= 1;
        }
        let view = View::new(self.document, index);
        if node.tag.is_container() {
            self.open.push((index, node.second));
            return Some(Event::Begin(view));
        }
        Some(Event::Scalar(view))
    }
}

/// How a kind of tree is put together.
pub(crate) trait Assembly<'a> {
    /// The trees made.
    type Tree;

    /// A value that is no container.
    fn scalar(&mut self, view: View<'a>) -> Result<Self::Tree, Error>;

    /// An array.
    fn array(&mut self, items: Vec<Self::Tree>) -> Self::Tree;

    /// An object, members in source order, repeated names included.
    fn object(&mut self, members: Vec<(&'a str, Self::Tree)>) -> Self::Tree;
}

/// Puts a tree together from a value.
pub(crate) fn assemble<'a, A: Assembly<'a>>(view: View<'a>, mut assembly: A) -> Result<A::Tree, Error> {
    // The values of all open containers, in order, and where those of each container begin.
    let mut done: Vec<(&'a str, A::Tree)> = Vec::new();
    let mut open: Vec<(&'a str, usize)> = Vec::new();
    let mut name = "";
    for event in events(view) {
        match event {
            Event::Name(text) => name = text,
            Event::Begin(_) => {
                open.push((name, done.len()));
                name = "";
            }
            Event::Scalar(scalar) => {
                done.push((name, assembly.scalar(scalar)?));
                name = "";
            }
            Event::End(container) => {
                let (outer, first) = open.pop().unwrap_or(("", 0));
                let inside = done.drain(first.min(done.len())..);
                let tree = if container.is_object() {
                    assembly.object(inside.collect())
                } else {
                    assembly.array(inside.map(|(_, tree)| tree).collect())
                };
                done.push((outer, tree));
            }
        }
    }
    match done.pop() {
        Some((_, tree)) => Ok(tree),
        None => assembly.scalar(view),
    }
}
