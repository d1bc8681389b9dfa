//! Replaying inputs, running mutations for longer than a test does, and writing seeds for libFuzzer.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use isoform_properties::run::{self, Finding};
use isoform_properties::{ALL, Property, named, seeds};

const USAGE: &str = "isoform-properties mutate PROPERTY|all [--seed N] [--from N] [--count N]
isoform-properties replay PROPERTY FILE...
isoform-properties seeds PROPERTY FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["mutate", name, options @ ..] => mutate(name, options),
        ["replay", name, files @ ..] => property(name).and_then(|property| replay(property, files)),
        ["seeds", name, folder] => property(name).and_then(|property| write_seeds(property, Path::new(folder))),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn property(name: &str) -> Result<Property, String> {
    let names = || ALL.iter().map(|property| property.name).collect::<Vec<_>>().join(", ");
    named(name).ok_or_else(|| format!("{name} is none of {}", names()))
}

fn mutate(name: &str, options: &[&str]) -> Result<(), String> {
    let (mut seed, mut from, mut count) = (1, 0, 10_000);
    for option in options.chunks(2) {
        match option {
            ["--seed", value] => seed = value.parse().map_err(|error| format!("--seed: {error}"))?,
            ["--from", value] => from = value.parse().map_err(|error| format!("--from: {error}"))?,
            ["--count", value] => count = value.parse().map_err(|error| format!("--count: {error}"))?,
            _ => return Err(USAGE.to_owned()),
        }
    }
    let properties = if name == "all" { ALL.to_vec() } else { vec![property(name)?] };
    for property in properties {
        run::mutations(property, seed, from, count).map_err(|finding| finding.to_string())?;
        println!("{}: {count} inputs of seed {seed} from {from}", property.name);
    }
    Ok(())
}

fn replay(property: Property, files: &[&str]) -> Result<(), String> {
    for file in files {
        let input = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let checked = run::check(property, format!("{} {file}", property.name), &input);
        checked.map_err(|why| Finding { property: property.name, made: None, input, why }.to_string())?;
    }
    println!("{}: {} inputs", property.name, files.len());
    Ok(())
}

fn write_seeds(property: Property, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let seeds: Vec<Vec<u8>> = seeds::found(property.name).chain((property.seeds)()).collect();
    for (number, seed) in seeds.iter().enumerate() {
        let file = folder.join(format!("seed-{number:04}"));
        fs::write(&file, seed).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    println!("{}: {} seeds in {}", property.name, seeds.len(), folder.display());
    Ok(())
}
