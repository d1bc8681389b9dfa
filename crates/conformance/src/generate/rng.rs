//! A small generator of numbers: the same seed gives the same run on every machine.

/// Xorshift, 64 bits.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// From a seed and the name of what is tested, so that schemas do not share a sequence.
    pub fn new(seed: u64, name: &str) -> Rng {
        let mix = name
            .bytes()
            .fold(seed ^ 0x9e37_79b9_7f4a_7c15, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Rng(mix | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// A number below `bound`; zero where the bound is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// Yes in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        let index = self.below(items.len());
        items.get(index)
    }
}
