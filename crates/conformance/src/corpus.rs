//! Where the data lies: the project's own corpus, and the shared one where it exists.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::json::Json;
use crate::subject::{Place, Request};
use crate::trial::Trial;
use crate::truth;

/// The sets of schemas, each with its file below the shared folder and the place its forms are for.
pub const SETS: &[(&str, &str, Place)] = &[
    ("tools-mcp", "corpus/tools-mcp.jsonl", Place::Tool),
    ("schemas-sample", "corpus/schemas-sample.jsonl", Place::Output),
    ("schemas-extra", "corpus/schemas-extra.jsonl.gz", Place::Output),
    ("tools-bfcl", "corpus/tools-bfcl.jsonl.gz", Place::Tool),
    ("schemas-real", "corpus/schemas-real.jsonl.gz", Place::Output),
];

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the project's own corpus.
pub fn own(name: &str) -> PathBuf {
    root().join("tests/corpus").join(name)
}

/// The folder of shared data, where there is one: `ISOFORM_SHARED`, else `../shared` beside the workspace.
pub fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("ISOFORM_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The text of a file, unpacked where its name ends in `.gz`.
///
/// # Errors
/// What cannot be read.
pub fn text(path: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = File::open(path).map_err(failed)?;
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).map_err(failed)?;
    } else {
        file.read_to_string(&mut text).map_err(failed)?;
    }
    Ok(text)
}

/// The records of a file, one a line.
///
/// # Errors
/// What cannot be read.
pub fn records(path: &Path) -> Result<Vec<Json>, String> {
    let text = text(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| Json::parse(line).map_err(|error| format!("{}:{}: {error}", path.display(), number + 1)))
        .collect()
}

/// The trials of a named set: `cases` is the project's own, the others lie in the shared folder.
///
/// # Errors
/// The set is unknown or not there.
pub fn trials(set: &str) -> Result<Vec<Trial>, String> {
    if set == "cases" {
        return Ok(records(&own("providers.jsonl"))?.iter().map(of_case).collect());
    }
    if set == "random" {
        return Ok(random(1, 400));
    }
    let (_, file, place) = SETS.iter().find(|(name, _, _)| *name == set).ok_or_else(|| format!("no set {set:?}"))?;
    let folder = shared().ok_or("no shared folder")?;
    Ok(records(&folder.join(file))?.iter().flat_map(|record| of_record(record, *place)).collect())
}

/// Differences found once, of every file in `law/`: the trial, and the dialect where it is about one.
///
/// A line is `{"id", "schema", "dialect"?, "place"?, "options"?, "source"?, "document"?, "answer"?, "why"?}`.
///
/// # Errors
/// What cannot be read.
pub fn regressions() -> Result<Vec<(Trial, Option<String>)>, String> {
    let folder = own("law");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut found = Vec::new();
    for file in files {
        for record in records(&file)? {
            let one = |key: &str| record.get(key).cloned().into_iter().collect();
            let trial = Trial {
                id: record.get_str("id").unwrap_or_default().to_owned(),
                schema: record.get("schema").cloned().unwrap_or_default(),
                documents: one("document"),
                answers: one("answer"),
                request: crate::cases::request(&record),
            };
            found.push((trial, record.get_str("dialect").map(str::to_owned)));
        }
    }
    Ok(found)
}

/// Trials of schemas made by chance.
pub fn random(seed: u64, count: usize) -> Vec<Trial> {
    let trial = |number| {
        let (schema, source) = crate::generate::random_schema(seed, number);
        let place = if number % 3 == 0 { Place::Tool } else { Place::Output };
        let request = Request { place, source: Some(source.to_owned()), ..Request::default() };
        Trial { id: format!("random/{seed}/{number}"), schema, request, ..Trial::default() }
    };
    (0..count).map(trial).collect()
}

fn of_case(case: &Json) -> Trial {
    let bare = |value: &Json| value.get("because").and(value.get("doc")).unwrap_or(value).clone();
    let list = |key: &str| case.get(key).and_then(Json::as_array).unwrap_or_default().iter().map(bare);
    Trial {
        id: case.get_str("id").unwrap_or_default().to_owned(),
        schema: case.get("schema").cloned().unwrap_or_default(),
        documents: list("docs_in").chain(list("docs_out")).collect(),
        answers: list("wire_in").chain(list("wire_out")).collect(),
        request: crate::cases::request(case),
    }
}

fn of_record(record: &Json, place: Place) -> Vec<Trial> {
    let list = |key: &str| record.get(key).and_then(Json::as_array).unwrap_or_default().to_vec();
    let mut documents = list("valid");
    documents.extend(list("invalid"));
    documents.extend(list("accepted_args").iter().flat_map(truth::documents));
    let id = record.get_str("id").unwrap_or_default().to_owned();
    let source = record
        .get_str("dialect")
        .filter(|dialect| dialect.starts_with("openapi-3.0"))
        .map(|_| "openapi-3.0".to_owned());
    let request = Request { place, source, ..Request::default() };
    let mut trials = vec![Trial {
        id: id.clone(),
        schema: record.get("schema").cloned().unwrap_or_default(),
        documents,
        answers: Vec::new(),
        request,
    }];
    if let Some(schema) = record.get("output_schema") {
        trials.push(Trial { id: format!("{id}/output"), schema: schema.clone(), ..Trial::default() });
    }
    trials
}
