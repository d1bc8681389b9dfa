//! Whole sets of schemas: which verdict each dialect gives, how long it takes, and whether anything panics.

use std::time::{Duration, Instant};

use crate::figures::Figures;
use crate::judge::Draft;
use crate::law::guarded;
use crate::subject::Compiler;
use crate::trial::Trial;

/// What a dialect said about a set.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Verdicts and what is lost.
    pub figures: Figures,
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
        let made = guarded(|| compiler.form(&text, dialect, &trial.request));
        let took = started.elapsed();
        tally.total += took;
        if took > tally.slowest.0 {
            tally.slowest = (took, trial.id.clone());
        }
        match made {
            Ok(Ok(form)) => {
                let source = compiler.source(&text, &trial.request).unwrap_or_default();
                tally.figures.form(&trial.schema, Draft::of_source(&source), &form.verdict(), &form.changes());
            }
            Ok(Err(refusal)) => tally.figures.refusal(&refusal),
            Err(failure) => tally.panics.push((trial.id.clone(), failure.reason)),
        }
    }
    tally
}
