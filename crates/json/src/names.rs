//! The names of objects that are still open, to tell a repeated one as soon as it is there.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasherDefault, Hasher};

use crate::growth::Growth;

/// Up to this many names are compared one by one.
const FEW: usize = 16;

/// One frame for each depth, used again by the next object of that depth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    frames: Vec<Frame>,
}

#[derive(Clone, Debug, Default)]
struct Frame {
    object: Option<u32>,
    /// A cheap hash of each name while there are few.
    few: Vec<u64>,
    /// Hashes that cannot be made to collide, once there are many.
    many: HashSet<u64, BuildHasherDefault<Identity>>,
}

impl Names {
    /// Takes in the name that was read last; whether its object has it already.
    pub(crate) fn is_repeated(&mut self, growth: &Growth, source: &str) -> bool {
        let Some(name) = growth.last_name(source) else { return false };
        let depth = growth.depth();
        if self.frames.len() < depth {
            self.frames.resize_with(depth, Frame::default);
        }
        let Some(frame) = self.frames.get_mut(depth - 1) else { return false };
        let object = growth.innermost();
        if frame.object != object {
            frame.object = object;
            frame.few.clear();
            if !frame.many.is_empty() {
                frame.many = HashSet::default();
            }
        }
        let seen = if growth.innermost_len() < FEW {
            let hash = cheap(name.as_bytes());
            let seen = frame.few.contains(&hash);
            frame.few.push(hash);
            seen
        } else {
            if frame.many.is_empty() {
                frame.many.extend(growth.siblings(source).map(|name| thorough(name.as_bytes())));
            }
            !frame.many.insert(thorough(name.as_bytes()))
        };
        seen && growth.siblings(source).any(|known| known == name)
    }
}

fn cheap(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    let mut rest = name;
    while let Some((word, after)) = rest.split_first_chunk() {
        hash = mix(hash, u64::from_le_bytes(*word));
        rest = after;
    }
    mix(hash, short_word(rest))
}

fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Fewer than eight bytes as one word, another one for any others of that length: the halves may overlap.
fn short_word(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
    }
    let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or(0));
    byte(0) << 16 | byte(1) << 8 | byte(2)
}

fn thorough(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name);
    hasher.finish()
}

/// Hashes what is a hash already.
#[derive(Clone, Debug, Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_of_a_name_counts() {
        for length in 0..40 {
            let name: Vec<u8> = (1..=length).collect();
            for at in 0..name.len() {
                let other: Vec<u8> =
                    (0..).zip(&name).map(|(index, byte)| if index == at { !byte } else { *byte }).collect();
                assert_ne!(cheap(&name), cheap(&other), "byte {at} of {length}");
            }
            assert_ne!(cheap(&name), cheap(&[name.as_slice(), &[0]].concat()), "{length} and one more");
        }
    }
}
