//! Every property over the project's own cases and mutations of them, the same ones every time.
//!
//! `ISOFORM_MUTATIONS` multiplies the number of inputs. What a finding prints says how to run it alone.

#![allow(clippy::print_stdout, reason = "a run says how many inputs it ran")]

use std::process::ExitCode;
use std::thread;

use isoform_properties::{ALL, Property, run, seeds};

/// The seed of every day.
const SEED: u64 = 1;

/// Mutations of each property; the dear ones have fewer.
fn mutations(property: Property) -> usize {
    match property.name {
        "form" => 300,
        "schema-text" => 500,
        "json-stream" => 1500,
        _ => 3000,
    }
}

/// Runs a property, and says whether it holds.
fn holds(property: Property, times: usize) -> bool {
    let first = seeds::found(property.name).count() + (property.seeds)().len();
    let inputs = first + mutations(property) * times;
    match run::mutations(property, SEED, 0, inputs) {
        Ok(()) => println!("{}: {inputs} inputs, {first} of them seeds, and mutations of seed {SEED}", property.name),
        Err(finding) => {
            println!("{finding}");
            return false;
        }
    }
    true
}

fn main() -> ExitCode {
    let times = match std::env::var("ISOFORM_MUTATIONS").map(|times| times.parse::<usize>()) {
        Ok(Ok(times)) => times,
        Ok(Err(error)) => {
            println!("ISOFORM_MUTATIONS: {error}");
            return ExitCode::FAILURE;
        }
        Err(_) => 1,
    };
    let all = thread::scope(|scope| {
        let runs: Vec<_> = ALL.iter().map(|property| scope.spawn(move || holds(*property, times))).collect();
        runs.into_iter().map(|run| run.join().unwrap_or(false)).collect::<Vec<_>>()
    });
    if all.iter().all(|holds| *holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
