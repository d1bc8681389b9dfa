//! Inputs made of seeds by small changes. An input is a function of a seed and a number, so that it can be made again.

/// The words of the dictionary, which libFuzzer is given too.
const DICTIONARY: &str = include_str!("../words.dict");

/// The most bytes of an input.
const MOST: usize = 4096;

/// A small source of chance.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// splitmix64
    fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; zero where the bound is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.step() % bound as u64) as usize }
    }

    fn byte(&mut self) -> u8 {
        self.step().to_le_bytes()[0]
    }
}

/// Makes inputs.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// From seeds.
    #[must_use]
    pub fn new(seeds: Vec<Vec<u8>>) -> Mutator {
        Mutator { seeds, words: words(DICTIONARY) }
    }

    /// The input of a number: first the seeds as they are, then mutations of them.
    #[must_use]
    pub fn input(&self, seed: u64, number: usize) -> Vec<u8> {
        if let Some(input) = self.seeds.get(number) {
            return input.clone();
        }
        let mut random = Random::new(seed ^ (number as u64).rotate_left(32));
        let mut input = self.any(&mut random);
        for _ in 0..1 + random.below(5) {
            self.change(&mut input, &mut random);
        }
        input.truncate(MOST);
        input
    }

    fn any(&self, random: &mut Random) -> Vec<u8> {
        self.seeds.get(random.below(self.seeds.len())).cloned().unwrap_or_default()
    }

    fn change(&self, input: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(input.len() + 1);
        let to = (at + 1 + random.below(16)).min(input.len());
        match random.below(9) {
            0 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = random.byte();
                }
            }
            2 => input.insert(at, random.byte()),
            3 | 4 => {
                let word = self.words.get(random.below(self.words.len())).cloned().unwrap_or_default();
                // Over what is there, or between.
                let end = if random.below(3) == 0 { to.max(at) } else { at };
                input.splice(at..end, word);
            }
            5 => drop(input.drain(at..to.max(at))),
            6 => {
                let part: Vec<u8> = input.get(at..to).unwrap_or_default().to_vec();
                let place = random.below(input.len() + 1);
                input.splice(place..place, part);
            }
            7 => {
                let other = self.any(random);
                let from = random.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(other.get(from..).unwrap_or_default());
            }
            _ => input.truncate(at),
        }
    }
}

/// The words of a dictionary of libFuzzer: one in quotes on each line, with the escapes `\\`, `\"` and `\xAB`.
fn words(dictionary: &str) -> Vec<Vec<u8>> {
    let quoted = dictionary.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(word).collect()
}

fn word(quoted: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'x') => {
                    let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16)).unwrap_or(0) as u8;
                    out.push(digit() * 16 + digit());
                }
                Some(other) => out.push(other),
                None => {}
            },
            (byte, false) => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{DICTIONARY, Mutator, words};

    #[test]
    fn the_dictionary_is_read() {
        let words = words(DICTIONARY);
        let quoted = DICTIONARY.lines().filter(|line| line.starts_with('"')).count();
        assert_eq!(words.len(), quoted);
        for word in ["\\", "\"", "\\u", "```json\n", "{\"a\":"] {
            assert!(words.iter().any(|known| known == word.as_bytes()), "{word}");
        }
        assert!(words.contains(&vec![0xff]));
    }

    #[test]
    fn an_input_can_be_made_again() {
        let mutator = Mutator::new(vec![b"[1,2]".to_vec(), b"{}".to_vec()]);
        assert_eq!(mutator.input(1, 0), b"[1,2]");
        let inputs = |seed| (0..200).map(|number| mutator.input(seed, number)).collect::<Vec<_>>();
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
    }
}
