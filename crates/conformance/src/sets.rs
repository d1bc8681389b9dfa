//! Whole sets of schemas: which verdict each dialect gives, how long it takes, and whether anything panics.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::law::guarded;
use crate::subject::Compiler;
use crate::trial::Trial;

/// What a dialect said about a set.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Verdicts, and `refused CODE`.
    pub verdicts: BTreeMap<String, usize>,
    /// Panics, with the schema.
    pub panics: Vec<(String, String)>,
    /// Time of all forms.
    pub total: Duration,
    /// The slowest form.
    pub slowest: (Duration, String),
}

/// Makes the form of every schema of a set.
pub fn tally(compiler: &dyn Compiler, trials: &[Trial], dialect: &str) -> Tally {
    let mut tally = Tally::default();
    for trial in trials {
        let text = trial.schema.to_string();
        let started = Instant::now();
        let made = guarded(|| compiler.form(&text, dialect, &trial.request).map(|form| form.verdict()));
        let took = started.elapsed();
        tally.total += took;
        if took > tally.slowest.0 {
            tally.slowest = (took, trial.id.clone());
        }
        let verdict = match made {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(refusal)) => format!("refused {}", refusal.code),
            Err(failure) => {
                tally.panics.push((trial.id.clone(), failure.reason));
                "PANIC".to_owned()
            }
        };
        *tally.verdicts.entry(verdict).or_default() += 1;
    }
    tally
}
