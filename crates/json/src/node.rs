//! The fixed-size node that every document is made of.

/// What a node is. `Name` is the name of a member; it stands directly before the member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
    Name,
}

impl Tag {
    pub(crate) fn is_container(self) -> bool {
        matches!(self, Tag::Array | Tag::Object)
    }
}

/// The value of `start` and `end` in a node that no source text stands behind.
pub(crate) const NO_SPAN: u32 = u32::MAX;

/// One node, 20 bytes.
///
/// `first` and `second` mean, for names, strings and numbers, the range of the text in the source (or in the
/// pool when `pooled`); for containers, the index after the last node inside and the number of values
/// directly inside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) tag: Tag,
    /// More may still come: a container without its closing bracket, a string without its closing quote.
    pub(crate) open: bool,
    /// The text lies in the pool instead of the source.
    pub(crate) pooled: bool,
}

impl Node {
    /// Stands in where an index leads nowhere, so that no look-up can fail.
    pub(crate) const NULL: Node = Node::scalar(Tag::Null, NO_SPAN, NO_SPAN);

    pub(crate) const fn scalar(tag: Tag, start: u32, end: u32) -> Node {
        Node { start, end, first: 0, second: 0, tag, open: false, pooled: false }
    }
}
