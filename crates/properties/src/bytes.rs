//! Choices read out of bytes: what a fuzzer changes in the bytes changes one choice.

/// The bytes that are left. Behind their end every choice is the first one, so whatever is drawn comes to an end.
pub(crate) struct Bytes<'b> {
    rest: &'b [u8],
}

impl<'b> Bytes<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes { rest: bytes }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// A number below `bound`, which is at most 256; zero where the bound is zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound < 2 { 0 } else { usize::from(self.byte()) % bound }
    }

    /// Yes for so many of a hundred bytes, and never behind the end.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        usize::from(self.byte()) * 100 >= (100 - percent) * 256
    }

    pub(crate) fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.get(self.below(items.len()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn rest(&self) -> &'b [u8] {
        self.rest
    }
}
