//! The command line: `cases`, `law`, `suite`, `sets`.

mod cases;
mod law;
mod sets;
mod suite;

use crate::product::Product;
use crate::trial::Effort;

const USAGE: &str = "\
isoform-conformance cases [--id TEXT] [--dialect D] [--verbose]
isoform-conformance law [--set NAME] [--id TEXT] [--dialect D] [--limit N] [--seed S] [--per N] [--verbose]
isoform-conformance suite [--id TEXT] [--dialect D] [--verbose]
isoform-conformance sets [--set NAME] [--dialect D]
sets: cases (the project's own), tools-mcp, schemas-sample, schemas-extra, tools-bfcl, schemas-real
common: --failures N (how many are shown, 20), --shapes (also the unwitnessed changes)";

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
    pub(crate) place: Option<String>,
}

impl Options {
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
            place: None,
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
                "--place" => options.place = Some(value()?.clone()),
                "--verbose" | "-v" => options.verbose = true,
                "--unwitnessed" => options.unwitnessed = true,
                other => return Err(format!("{other:?} is not known\n{USAGE}")),
            }
        }
        Ok(options)
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
        "sets" => sets::run(&Product, &options),
        other => Err(format!("{other:?} is no subcommand\n{USAGE}")),
    }
}
