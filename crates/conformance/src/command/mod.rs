//! The command line: `cases`, `law`, `suite`, `truth`, `plans`, `contain`, `sets`, `show`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

mod cases;
mod contain;
mod law;
mod plans;
mod sets;
mod show;
mod suite;
mod truth;

use crate::corpus;
use crate::product::Product;
use crate::subject::{Place, Request};
use crate::trial::{Effort, Trial};

const USAGE: &str = "\
isoform-conformance cases [--id TEXT] [--dialect D] [--verbose]
isoform-conformance law [--set NAME] [--id TEXT] [--dialect D] [--limit N] [--seed S] [--per N] [--verbose]
isoform-conformance suite [--id TEXT] [--dialect D] [--verbose]
isoform-conformance truth [--id TEXT] [--dialect D]
isoform-conformance plans [--set NAME] [--id TEXT] [--dialect D] [--limit N] [--per N] [--aims N]
isoform-conformance contain [--set NAME] [--id TEXT] [--dialect D] [--limit N] [--verbose]
isoform-conformance sets [--set NAME] [--dialect D]
isoform-conformance show [--set NAME] --id TEXT [--dialect D]
sets: cases (the project's own), tools-mcp, schemas-sample, schemas-extra, tools-bfcl, schemas-real
       regressions (the differences found so far), random (schemas made by chance; --seed S, --limit N)
law:   --aims N (changes aimed at, 60), --shots N (documents of each aim, 3), --unwitnessed (list such changes),
       --shrink (the least schema that still fails, as a line for the regression corpus),
       --with light,cut,exact,describe,three-state,narrower,tool,output (options of the form)
all:   --skip N, --limit N (which records), --progress (names each record as it comes),
       --failures N (how many are shown, 20), --id TEXT (only records whose id contains it)";

/// What the command line says.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) sets: Vec<String>,
    pub(crate) id: Option<String>,
    pub(crate) dialect: Option<String>,
    pub(crate) limit: usize,
    pub(crate) effort: Effort,
    pub(crate) verbose: bool,
    pub(crate) failures: usize,
    pub(crate) unwitnessed: bool,
    pub(crate) with: Vec<String>,
    pub(crate) shrink: bool,
    pub(crate) progress: bool,
    pub(crate) skip: usize,
}

impl Options {
    /// The sets that are named, else the project's own cases.
    pub(crate) fn named_sets(&self) -> Vec<&str> {
        if self.sets.is_empty() { vec!["cases"] } else { self.sets.iter().map(String::as_str).collect() }
    }

    /// The trials of a set.
    pub(crate) fn trials(&self, set: &str) -> Result<Vec<Trial>, String> {
        let mut trials = match set {
            "random" => corpus::random(self.effort.seed, if self.limit == usize::MAX { 400 } else { self.limit }),
            "regressions" => corpus::regressions()?.into_iter().map(|(trial, _)| trial).collect(),
            set => corpus::trials(set)?,
        };
        trials.retain(|trial| self.wants(&trial.id));
        trials.drain(..self.skip.min(trials.len()));
        trials.truncate(self.limit);
        for trial in &mut trials {
            trial.request = self.request(&trial.request);
        }
        Ok(trials)
    }

    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            sets: Vec::new(),
            id: None,
            dialect: None,
            limit: usize::MAX,
            effort: Effort::default(),
            verbose: false,
            failures: 20,
            unwitnessed: false,
            with: Vec::new(),
            shrink: false,
            progress: false,
            skip: 0,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            let count = |text: &String| text.parse::<usize>().map_err(|_| format!("{text:?} is no number"));
            match argument.as_str() {
                "--set" => options.sets.extend(value()?.split(',').map(str::to_owned)),
                "--id" => options.id = Some(value()?.clone()),
                "--dialect" => options.dialect = Some(value()?.clone()),
                "--limit" => options.limit = count(value()?)?,
                "--seed" => options.effort.seed = count(value()?)? as u64,
                "--per" => options.effort.per = count(value()?)?,
                "--aims" => options.effort.aims = count(value()?)?,
                "--shots" => options.effort.shots = count(value()?)?,
                "--failures" => options.failures = count(value()?)?,
                "--with" => options.with.extend(value()?.split(',').map(str::to_owned)),
                "--verbose" | "-v" => options.verbose = true,
                "--progress" => options.progress = true,
                "--skip" => options.skip = count(value()?)?,
                "--shrink" => options.shrink = true,
                "--unwitnessed" => options.unwitnessed = true,
                other => return Err(format!("{other:?} is not known\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// How forms are asked for: as the trial says, changed as the command line says.
    pub(crate) fn request(&self, request: &Request) -> Request {
        let mut request = request.clone();
        for word in &self.with {
            match word.as_str() {
                "light" => request.light = true,
                "cut" => {
                    request.cut_recursion = true;
                    request.allow = Some(["exact", "mapped", "wider", "narrower"].map(str::to_owned).to_vec());
                }
                "exact" => request.allow = Some(["exact", "mapped"].map(str::to_owned).to_vec()),
                "describe" => request.describe = true,
                "three-state" => request.three_state = true,
                "narrower" => {
                    request.allow = Some(["exact", "mapped", "wider", "narrower"].map(str::to_owned).to_vec())
                }
                "tool" => request.place = Place::Tool,
                "output" => request.place = Place::Output,
                _ => {}
            }
        }
        request
    }

    pub(crate) fn wants(&self, id: &str) -> bool {
        self.id.as_ref().is_none_or(|wanted| id.contains(wanted.as_str()))
    }

    pub(crate) fn wants_dialect(&self, dialect: &str) -> bool {
        self.dialect.as_ref().is_none_or(|wanted| wanted.split(',').any(|wanted| wanted == dialect))
    }
}

/// Runs a subcommand and says whether everything held.
///
/// # Errors
/// Wrong use, or data that cannot be read.
pub fn run(arguments: &[String]) -> Result<bool, String> {
    let (command, rest) = arguments.split_first().ok_or(USAGE)?;
    let options = Options::read(rest)?;
    match command.as_str() {
        "cases" => cases::run(&Product, &options),
        "law" => law::run(&Product, &options),
        "suite" => suite::run(&Product, &options),
        "truth" => truth::run(&Product, &options),
        "plans" => plans::run(&Product, &options),
        "contain" => contain::run(&Product, &options),
        "show" => show::run(&Product, &options),
        "sets" => sets::run(&Product, &options),
        other => Err(format!("{other:?} is no subcommand\n{USAGE}")),
    }
}
