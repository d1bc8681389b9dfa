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
        let Some((name, siblings)) = growth.name_and_siblings(source) else { return false };
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
                frame.many.extend(siblings.clone().map(|name| thorough(name.as_bytes())));
            }
            !frame.many.insert(thorough(name.as_bytes()))
        };
        seen && siblings.into_iter().any(|known| known == name)
    }
}

fn cheap(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    for piece in name.chunks(8) {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(piece) {
            *to = *from;
        }
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    hash
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
