//! Taking turns: every contender beside the floor in the same run, the least time of each.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;

/// One way to read a text.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    /// What is measured.
    work: fn(&str),
    /// The value it comes to, if it comes to one. Not measured.
    pub(crate) answer: Option<fn(&str) -> Option<Value>>,
    /// The greatest text it is given, in bytes; above that it takes longer than anybody waits.
    most: usize,
    /// Whether it is given the repaired text instead of the damaged one.
    of_repaired: bool,
}

impl Contender {
    pub(crate) const fn new(name: &'static str, work: fn(&str)) -> Contender {
        Contender { name, work, answer: None, most: usize::MAX, of_repaired: false }
    }

    pub(crate) const fn with_answer(mut self, answer: fn(&str) -> Option<Value>) -> Contender {
        self.answer = Some(answer);
        self
    }

    pub(crate) const fn up_to(mut self, most: usize) -> Contender {
        self.most = most;
        self
    }

    pub(crate) const fn of_repaired(mut self) -> Contender {
        self.of_repaired = true;
        self
    }
}

/// A text, and the valid text that the floor parses: the same one, or what the text is repaired to.
pub(crate) struct Texts {
    pub(crate) given: String,
    pub(crate) valid: String,
}

impl Texts {
    pub(crate) fn of_valid(text: String) -> Texts {
        Texts { given: text.clone(), valid: text }
    }

    /// What a contender reads.
    pub(crate) fn read_by(&self, contender: &Contender) -> &str {
        if contender.of_repaired { &self.valid } else { &self.given }
    }
}

/// How long all turns of one contender may take together.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How many turns are taken at most.
const TURNS: usize = 300;

/// One `serde_json::Value` parse, which everything is a ratio to.
pub(crate) fn floor(text: &str) {
    let value: Result<Value, _> = serde_json::from_str(black_box(text));
    drop(black_box(value));
}

/// The least time of the floor, and of each contender; `None` where it was not run.
pub(crate) fn least_times(contenders: &[Contender], texts: &Texts) -> (Duration, Vec<Option<Duration>>) {
    let mut least_floor = Duration::MAX;
    let mut least: Vec<Option<Duration>> = vec![None; contenders.len()];
    let mut spent = vec![Duration::ZERO; contenders.len()];
    for _ in 0..TURNS {
        least_floor = least_floor.min(time(floor, &texts.valid));
        let mut any = false;
        for ((contender, least), spent) in contenders.iter().zip(&mut least).zip(&mut spent) {
            let text = texts.read_by(contender);
            if text.len() > contender.most || *spent > PATIENCE {
                continue;
            }
            let taken = time(contender.work, text);
            *least = Some(least.map_or(taken, |least| least.min(taken)));
            *spent += taken;
            any = true;
        }
        if !any {
            break;
        }
    }
    (least_floor, least)
}

/// Works that take longer are done once a turn.
const LONG: Duration = Duration::from_millis(300);

/// The time of the work. It is done twice, for the first pays for the state that the one before it left the allocator
/// and the caches in.
fn time(work: fn(&str), text: &str) -> Duration {
    let first = time_once(work, text);
    if first > LONG { first } else { first.min(time_once(work, text)) }
}

fn time_once(work: fn(&str), text: &str) -> Duration {
    let start = Instant::now();
    work(text);
    start.elapsed()
}
