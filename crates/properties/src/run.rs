//! Running many inputs: each on a thread of its own, which is named after it, so that even what ends the process says
//! which input it was.

use std::any::Any;
use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::mutate::Mutator;
use crate::{Fault, Property, seeds};

/// No input here takes nearly as long, in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// An input for which a property does not hold.
#[derive(Debug)]
pub struct Finding {
    /// The property.
    pub property: &'static str,
    /// The seed and the number that it was made from, where it was.
    pub made: Option<(u64, usize)>,
    /// The input.
    pub input: Vec<u8>,
    /// What is wrong.
    pub why: Fault,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}: {}", self.property, self.why)?;
        writeln!(out, "input: b\"{}\"", self.input.escape_ascii())?;
        match self.made {
            Some((seed, number)) => {
                let property = self.property;
                write!(
                    out,
                    "again: cargo run -p isoform-properties -- mutate {property} --seed {seed} --from {number} --count 1"
                )
            }
            None => Ok(()),
        }
    }
}

/// Checks so many inputs of a seed, from one number on; stops at the first finding.
///
/// # Errors
/// The finding.
pub fn mutations(property: Property, seed: u64, from: usize, count: usize) -> Result<(), Box<Finding>> {
    let mutator = Mutator::new(seeds::found(property.name).chain((property.seeds)()).collect());
    for number in from..from + count {
        let input = mutator.input(seed, number);
        let name = format!("{} --seed {seed} --from {number}", property.name);
        if let Err(why) = check(property, name, &input) {
            return Err(Box::new(Finding { property: property.name, made: Some((seed, number)), input, why }));
        }
    }
    Ok(())
}

/// Checks one input.
///
/// # Errors
/// What is wrong: a fault, a panic, or no end.
pub fn check(property: Property, name: String, input: &[u8]) -> Result<(), Fault> {
    let (sender, receiver) = mpsc::channel();
    let owned = input.to_vec();
    let work = move || {
        let checked = (property.check)(&owned);
        // Nobody listens any more where the patience ended before.
        drop(sender.send(checked));
    };
    let thread = thread::Builder::new().name(name).spawn(work).map_err(|error| format!("no thread: {error}"))?;
    match receiver.recv_timeout(PATIENCE) {
        Ok(checked) => checked,
        Err(mpsc::RecvTimeoutError::Timeout) => Err(format!("no end within {PATIENCE:?}")),
        Err(mpsc::RecvTimeoutError::Disconnected) => match thread.join() {
            Ok(()) => Err("no answer".to_owned()),
            Err(cause) => Err(format!("panic: {}", said(&*cause))),
        },
    }
}

fn said(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().cloned();
    text.or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}
