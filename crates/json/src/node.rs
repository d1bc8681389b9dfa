//! What a document is made of: nodes, of one slot or two.

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
    /// No node: the second slot of the one before.
    Rest,
}

impl Tag {
    #[inline]
    pub(crate) fn is_container(self) -> bool {
        matches!(self, Tag::Array | Tag::Object)
    }

    /// Where the text of such a node is, unless it is said to be elsewhere.
    #[inline]
    fn held(self) -> Held {
        match self {
            Tag::String | Tag::Name => Held::Quoted,
            Tag::Array | Tag::Object => Held::Elsewhere,
            _ => Held::Bare,
        }
    }
}

/// The value of `start` and `end` in a node that no source text stands behind.
pub(crate) const NO_SPAN: u32 = u32::MAX;

/// Where the text of a name, a string or a number is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Held {
    /// In the source, where the span says, between two quotes of a byte each.
    Quoted = 0,
    /// In the source, where the span says, as a whole.
    Bare = 1,
    /// In the pool, where the first slot says; there is no span.
    PoolAlone = 2,
    /// In the source, where the second slot says.
    Elsewhere = 8,
    /// In the pool, where the second slot says.
    Pool = 9,
}

/// Nine bytes of a document.
///
/// The first slot of a node has its span. A container has a second one: the index after its last node and the
/// number of values directly inside. So has a text that does not stand in the source between two quotes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed)]
struct Slot {
    first: u32,
    second: u32,
    mark: Mark,
}

impl Slot {
    /// Where the text of a finished name is, and that it is not in the pool, where this slot says it.
    #[inline]
    fn name(self) -> Option<(u32, u32, bool)> {
        match self.mark.0 {
            Mark::NAME => Some((self.first.saturating_add(1), self.second.saturating_sub(1), false)),
            Mark::BARE_NAME => Some((self.first, self.second, false)),
            _ => None,
        }
    }
}

/// Tag, [`Held`], whether more may come and whether there is a second slot, in one byte.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
struct Mark(u8);

impl Mark {
    const TAG: u8 = 0xf;
    const OPEN: u8 = 1 << 6;
    const WIDE: u8 = 1 << 7;
    const REST: Mark = Mark::new(Tag::Rest, Held::Bare, false);
    const OPEN_STRING: u8 = Mark::new(Tag::String, Held::Quoted, true).0;
    const OPEN_NAME: u8 = Mark::new(Tag::Name, Held::Quoted, true).0;
    const BARE_NAME: u8 = Mark::new(Tag::Name, Held::Bare, false).0;
    const NAME: u8 = Mark::new(Tag::Name, Held::Quoted, false).0;

    #[inline]
    const fn new(tag: Tag, held: Held, open: bool) -> Mark {
        Mark(tag as u8 | (held as u8) << 4 | if open { Mark::OPEN } else { 0 })
    }

    #[inline]
    fn tag(self) -> Tag {
        match self.0 & Mark::TAG {
            0 => Tag::Null,
            1 => Tag::False,
            2 => Tag::True,
            3 => Tag::Number,
            4 => Tag::String,
            5 => Tag::Array,
            6 => Tag::Object,
            7 => Tag::Name,
            _ => Tag::Rest,
        }
    }

    #[inline]
    fn held(self) -> Held {
        match self.0 >> 4 & 0b1011 {
            0 => Held::Quoted,
            1 => Held::Bare,
            8 => Held::Elsewhere,
            9 => Held::Pool,
            _ => Held::PoolAlone,
        }
    }

    #[inline]
    fn is_open(self) -> bool {
        self.0 & Mark::OPEN != 0
    }

    #[inline]
    fn is_wide(self) -> bool {
        self.0 & Mark::WIDE != 0
    }
}

/// A node as it is read.
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
    const NULL: Node =
        Node { start: NO_SPAN, end: NO_SPAN, first: 0, second: 0, tag: Tag::Null, open: false, pooled: false };
}

/// The nodes of a document in source order.
///
/// An index is that of a node's first slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes(Vec<Slot>);

/// How much more room to make than is needed. What arrives may never end, and a document is kept for long, so
/// room is made in quarters rather than doubled.
#[cold]
pub(crate) fn spare(length: usize, least: usize) -> usize {
    (length / 4).max(least)
}

impl Nodes {
    pub(crate) fn with_capacity(slots: usize) -> Nodes {
        Nodes(Vec::with_capacity(slots))
    }

    /// How many slots there are: the index after the last node.
    #[inline]
    pub(crate) fn end(&self) -> u32 {
        self.0.len() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn slot(&self, index: u32) -> Option<Slot> {
        self.0.get(index as usize).copied()
    }

    #[inline]
    pub(crate) fn tag(&self, index: u32) -> Tag {
        self.slot(index).map_or(Tag::Null, |slot| slot.mark.tag())
    }

    /// The index behind the node itself, whatever is inside.
    #[inline]
    pub(crate) fn after(&self, index: u32) -> u32 {
        index + 1 + u32::from(self.slot(index).is_some_and(|slot| slot.mark.is_wide()))
    }

    /// The index of the node behind another one, which may have got a second slot since `index` was behind it.
    #[inline]
    pub(crate) fn settled(&self, index: u32) -> u32 {
        index + u32::from(self.tag(index) == Tag::Rest)
    }

    /// The index of the node before `index`.
    #[inline]
    pub(crate) fn before(&self, index: u32) -> Option<u32> {
        let before = index.checked_sub(1)?;
        match self.slot(before)?.mark.tag() {
            Tag::Rest => before.checked_sub(1),
            _ => Some(before),
        }
    }

    /// The index after the last node of the subtree at `index`.
    #[inline]
    pub(crate) fn subtree_end(&self, index: u32) -> u32 {
        let Some(slot) = self.slot(index) else { return index + 1 };
        if !slot.mark.tag().is_container() {
            index + 1 + u32::from(slot.mark.is_wide())
        } else if slot.mark.is_open() {
            self.end()
        } else {
            self.slot(index + 1).map_or(index + 2, |rest| rest.first)
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<Node> {
        let Slot { first, second, mark } = self.slot(index)?;
        let (tag, open) = (mark.tag(), mark.is_open());
        let node = Node { start: first, end: second, tag, open, ..Node::NULL };
        if mark.is_wide() {
            let rest = self.slot(index + 1)?;
            let pooled = mark.held() == Held::Pool;
            return Some(Node { first: rest.first, second: rest.second, pooled, ..node });
        }
        Some(match mark.held() {
            Held::PoolAlone => Node { first, second, tag, open, pooled: true, ..Node::NULL },
            Held::Quoted => {
                Node { first: first.saturating_add(1), second: second.saturating_sub(u32::from(!open)), ..node }
            }
            _ => Node { first, second, ..node },
        })
    }

    /// The objects of at least two members among the nodes of a range, in order.
    pub(crate) fn objects_of_several(&self, range: std::ops::Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let slots = self.0.get(range.start as usize..range.end as usize).unwrap_or(&[]);
        (range.start..).zip(slots.windows(2)).filter_map(|(index, pair)| match pair {
            [object, rest] if object.mark.0 & Mark::TAG == Tag::Object as u8 && rest.second > 1 => Some(index),
            _ => None,
        })
    }

    /// Where the text of a name is, and whether that is in the pool; an empty range where it is none.
    #[inline]
    pub(crate) fn name(&self, index: u32) -> (u32, u32, bool) {
        self.slot(index).and_then(Slot::name).unwrap_or_else(|| self.any_name(index))
    }

    #[inline(never)]
    fn any_name(&self, index: u32) -> (u32, u32, bool) {
        let node = self.node(index);
        (node.first, node.second, node.pooled)
    }

    /// Where the text of the name added last is, and whether that is in the pool; `None` where it is no finished name.
    #[inline]
    pub(crate) fn last_name(&self) -> Option<(u32, u32, bool)> {
        if let Some(name) = self.0.last().copied().and_then(Slot::name) {
            return Some(name);
        }
        let name = self.last().filter(|node| node.tag == Tag::Name && !node.open)?;
        Some((name.first, name.second, name.pooled))
    }

    /// How many values are directly inside; 0 for anything but a container.
    #[inline]
    pub(crate) fn count(&self, index: u32) -> u32 {
        if !self.tag(index).is_container() {
            return 0;
        }
        self.slot(index + 1).map_or(0, |rest| rest.second)
    }

    #[inline]
    pub(crate) fn is_open(&self, index: u32) -> bool {
        self.slot(index).is_some_and(|slot| slot.mark.is_open())
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> Node {
        self.get(index).unwrap_or(Node::NULL)
    }

    /// The nodes from `first` on, each with its index.
    pub(crate) fn from(&self, first: u32) -> impl Iterator<Item = (u32, Node)> + '_ {
        let mut next = first;
        std::iter::from_fn(move || {
            let index = next;
            let node = self.get(index)?;
            next = self.after(index);
            Some((index, node))
        })
    }

    /// The index of the node added last.
    #[inline]
    pub(crate) fn last_index(&self) -> Option<u32> {
        self.before(self.end())
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<Node> {
        self.get(self.last_index()?)
    }

    #[inline]
    fn push(&mut self, slot: Slot) {
        if self.0.len() == self.0.capacity() {
            self.0.reserve_exact(1 + spare(self.0.len(), 32));
        }
        self.0.push(slot);
    }

    #[inline]
    fn push_wide(&mut self, slot: Slot, first: u32, second: u32) {
        self.push(slot);
        self.push(Slot { first, second, mark: Mark::REST });
    }

    /// Adds a node whose text, if it has any, is where the span says.
    #[inline]
    pub(crate) fn add(&mut self, tag: Tag, start: u32, end: u32) {
        self.push(Slot { first: start, second: end, mark: Mark::new(tag, tag.held(), false) });
    }

    /// Adds a text without quotes.
    pub(crate) fn add_bare(&mut self, tag: Tag, start: u32, end: u32) {
        self.push(Slot { first: start, second: end, mark: Mark::new(tag, Held::Bare, false) });
    }

    /// Adds a container that is open.
    #[inline]
    pub(crate) fn add_container(&mut self, tag: Tag, start: u32) {
        let mark = Mark::new(tag, Held::Elsewhere, true);
        self.push_wide(Slot { first: start, second: start, mark }, 0, 0);
    }

    /// Adds an open text that is empty so far and begins at `first`.
    #[inline]
    pub(crate) fn add_open_text(&mut self, tag: Tag, start: u32, first: u32) {
        let slot = |held| Slot { first: start, second: first, mark: Mark::new(tag, held, true) };
        if start.checked_add(1) == Some(first) {
            self.push(slot(Held::Quoted));
        } else {
            self.push_wide(slot(Held::Elsewhere), first, first);
        }
    }

    /// Adds a node with a text of the pool; where there is no span, `start` is [`NO_SPAN`].
    pub(crate) fn add_pooled(&mut self, tag: Tag, span: (u32, u32), range: (u32, u32)) {
        if span.0 == NO_SPAN {
            self.push(Slot { first: range.0, second: range.1, mark: Mark::new(tag, Held::PoolAlone, false) });
        } else {
            let slot = Slot { first: span.0, second: span.1, mark: Mark::new(tag, Held::Pool, false) };
            self.push_wide(slot, range.0, range.1);
        }
    }

    /// One value more in a container.
    #[inline]
    pub(crate) fn count_in(&mut self, container: u32) {
        if let Some(rest) = self.0.get_mut(container as usize + 1) {
            rest.second += 1;
        }
    }

    /// One value less in a container.
    pub(crate) fn count_out(&mut self, container: u32) {
        if let Some(rest) = self.0.get_mut(container as usize + 1) {
            rest.second = rest.second.saturating_sub(1);
        }
    }

    /// Closes a container behind the last node.
    #[inline]
    pub(crate) fn close(&mut self, container: u32, end: u32) {
        let after = self.end();
        let Some(slot) = self.0.get_mut(container as usize) else { return };
        slot.second = end;
        slot.mark.0 &= !Mark::OPEN;
        if let Some(rest) = self.0.get_mut(container as usize + 1) {
            rest.first = after;
        }
    }

    /// Opens the text or literal added last again.
    pub(crate) fn reopen_last(&mut self) {
        let Some(index) = self.last_index() else { return };
        if let Some(slot) = self.0.get_mut(index as usize) {
            slot.mark.0 |= Mark::OPEN;
        }
    }

    /// Ends the open text or literal added last; `end` lies behind its quote.
    #[inline]
    pub(crate) fn end_last(&mut self, end: u32) {
        match self.0.last_mut() {
            // As nearly all do: between two quotes. One arm for both tags costs a stream 4 % more instructions.
            Some(slot) if slot.mark.0 == Mark::OPEN_STRING && slot.second.checked_add(1) == Some(end) => {
                slot.second = end;
                slot.mark = Mark::new(Tag::String, Held::Quoted, false);
            }
            Some(slot) if slot.mark.0 == Mark::OPEN_NAME && slot.second.checked_add(1) == Some(end) => {
                slot.second = end;
                slot.mark = Mark::new(Tag::Name, Held::Quoted, false);
            }
            _ => self.end_any(end),
        }
    }

    #[inline(never)]
    fn end_any(&mut self, end: u32) {
        let Some(index) = self.last_index() else { return };
        let Some(slot) = self.0.get_mut(index as usize) else { return };
        let Slot { first, second, mark } = *slot;
        slot.second = end;
        slot.mark.0 &= !Mark::OPEN;
        let quoted = second.checked_add(1) == Some(end);
        if mark.held() == Held::Quoted && mark.is_open() && !quoted {
            slot.mark = Mark::new(mark.tag(), Held::Elsewhere, false);
            self.push(Slot { first: first.saturating_add(1), second, mark: Mark::REST });
        }
    }

    /// Extends the open text added last by the source up to `to`: where that goes into the pool, the offset it
    /// begins at.
    #[inline]
    pub(crate) fn extend_last(&mut self, to: u32) -> Option<u32> {
        let index = self.last_index()?;
        let slot = self.0.get_mut(index as usize)?;
        let Slot { second: from, mark, .. } = *slot;
        slot.second = to;
        match mark.held() {
            Held::Quoted | Held::Bare | Held::PoolAlone => None,
            Held::Elsewhere => {
                self.reach_last(to);
                None
            }
            Held::Pool => Some(from),
        }
    }

    /// Sets where the text of the node added last ends, which its second slot says.
    #[inline]
    pub(crate) fn reach_last(&mut self, second: u32) {
        if let Some(rest) = self.0.last_mut() {
            rest.second = second;
        }
    }

    /// Sets where the span of the node added last ends.
    #[inline]
    pub(crate) fn span_last(&mut self, end: u32) {
        let Some(index) = self.last_index() else { return };
        if let Some(slot) = self.0.get_mut(index as usize) {
            slot.second = end;
        }
    }

    /// Has the text of the node added last in the pool from now on, at that range.
    pub(crate) fn pool_last(&mut self, first: u32, second: u32) {
        let Some(index) = self.last_index() else { return };
        let Some(slot) = self.0.get_mut(index as usize) else { return };
        let wide = slot.mark.is_wide();
        slot.mark = Mark::new(slot.mark.tag(), Held::Pool, slot.mark.is_open());
        let rest = Slot { first, second, mark: Mark::REST };
        match self.0.last_mut() {
            Some(known) if wide => *known = rest,
            _ => self.push(rest),
        }
    }

    /// Takes the node added last away.
    pub(crate) fn pop(&mut self) -> Option<Node> {
        let index = self.last_index()?;
        let node = self.get(index);
        self.truncate(index);
        node
    }

    pub(crate) fn truncate(&mut self, end: u32) {
        self.0.truncate(end as usize);
    }

    /// The nodes from `first` up to `end` as nodes of their own.
    pub(crate) fn part(&self, first: u32, end: u32) -> Nodes {
        let mut part = Nodes(self.0.get(first as usize..end as usize).unwrap_or(&[]).to_vec());
        part.shift(|after| after.saturating_sub(first));
        part
    }

    /// Takes nodes out: the ranges are in order and no two overlap.
    pub(crate) fn take_out(&mut self, ranges: &[std::ops::Range<u32>]) {
        let gone = running_total(self.0.len(), ranges);
        self.shift(|after| after - gone.get(after as usize).copied().unwrap_or(0));
        let mut index = 0;
        let mut ranges = ranges.iter().peekable();
        self.0.retain(|_| {
            while ranges.peek().is_some_and(|range| range.end <= index) {
                ranges.next();
            }
            let goes = ranges.peek().is_some_and(|range| range.contains(&index));
            index += 1;
            !goes
        });
    }

    /// Moves what closed containers know of where they end.
    fn shift(&mut self, to: impl Fn(u32) -> u32) {
        let mut closed = false;
        for slot in &mut self.0 {
            if closed {
                slot.first = to(slot.first);
            }
            closed = slot.mark.tag().is_container() && !slot.mark.is_open();
        }
    }
}

/// For each index, how many slots before it go.
fn running_total(slots: usize, ranges: &[std::ops::Range<u32>]) -> Vec<u32> {
    let mut totals = vec![0; slots + 1];
    let mut gone = 0;
    let mut ranges = ranges.iter().peekable();
    for (index, total) in totals.iter_mut().enumerate() {
        *total = gone;
        while ranges.peek().is_some_and(|range| range.end as usize <= index) {
            ranges.next();
        }
        if ranges.peek().is_some_and(|range| range.contains(&(index as u32))) {
            gone += 1;
        }
    }
    totals
}
