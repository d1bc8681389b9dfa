//! The built command, run as its users run it.
//!
//! Most cases are files, `corpus/runs/NAME.run`: a command line, what goes in and what comes out. A new case is a file
//! with its first line; `ISOFORM_BLESS=1 cargo test -p isoform-cli` writes the rest, to be read before it is committed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::string_slice,
    reason = "tests say what they expect by failing"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn isoform(words: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isoform"));
    command.args(words).current_dir(corpus()).env("COLUMNS", "100").env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // A command that does not read its input closes the pipe.
    let _ = writer.join().unwrap();
    output
}

/// The lines of a run that has to be fine.
fn lines(words: &[&str], input: &[u8]) -> Vec<String> {
    let output = isoform(words, input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// One case: `$ WORDS`, then sections `--- stdin`, `--- exit`, `--- stdout`, `--- stderr`.
struct Case {
    words: String,
    input: String,
    rest: String,
}

impl Case {
    fn read(text: &str) -> Case {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let words = first.strip_prefix("$ ").expect("the first line is `$ WORDS`").to_owned();
        let (input, rest) = match rest.strip_prefix("--- stdin\n") {
            None => ("", rest),
            Some(rest) => rest.split_once("--- exit").map_or((rest, ""), |(input, _)| (input, &rest[input.len()..])),
        };
        Case { words, input: input.to_owned(), rest: rest.to_owned() }
    }

    fn run(&self) -> String {
        let words: Vec<&str> = self.words.split_whitespace().collect();
        let output = isoform(&words, self.input.as_bytes());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let code = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
        format!("--- exit {code}\n--- stdout\n{}--- stderr\n{}", text(&output.stdout), text(&output.stderr))
    }

    fn write(&self, came: &str) -> String {
        let input = if self.input.is_empty() { String::new() } else { format!("--- stdin\n{}", self.input) };
        format!("$ {}\n{input}{came}", self.words)
    }
}

#[test]
fn every_run_of_the_corpus() {
    let bless = std::env::var_os("ISOFORM_BLESS").is_some();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(corpus().join("runs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 20);
    let mut wrong = Vec::new();
    for path in paths {
        let case = Case::read(&fs::read_to_string(&path).unwrap());
        let came = case.run();
        if came == case.rest {
            continue;
        }
        if bless {
            fs::write(&path, case.write(&came)).unwrap();
        } else {
            wrong.push(format!("{}\n$ {}\nwanted\n{}came\n{came}", path.display(), case.words, case.rest));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_for_every_line() {
    let deep = format!("{{\"id\":9,\"schema\":{}{}}}", "[".repeat(200_000), "]".repeat(200_000));
    let odd: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"   \r".to_vec(),
        b"{".to_vec(),
        b"{}".to_vec(),
        b"null".to_vec(),
        b"\"text\"".to_vec(),
        b"{} {}".to_vec(),
        b"\xff\xfe".to_vec(),
        b"\x00".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        b"{\"id\":\"\\ud800\"}".to_vec(),
        b"{\"id\":1,\"schema\":null,\"unmap\":null,\"value\":null}".to_vec(),
        b"{\"id\":1,\"schema\":[],\"unmap\":[],\"value\":[]}".to_vec(),
        b"{\"id\":1,\"schema\":{},\"options\":7,\"place\":7,\"source\":7,\"name\":7}".to_vec(),
        deep.into_bytes(),
    ];
    let input = odd.join(&b'\n');
    for words in [&["form", "--jsonl", "--to", "gemini"][..], &["map", "--jsonl"], &["unmap", "--jsonl"]] {
        let lines = lines(words, &input);
        assert_eq!(lines.len(), odd.len(), "{words:?}");
        for (line, odd) in lines.iter().zip(&odd) {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(value.get("id").is_some(), "{words:?} {}", String::from_utf8_lossy(odd));
            let error = value.get("error").unwrap();
            // An empty object as a schema, or a value of any kind, may be fine; nothing else here is.
            if error.is_null() {
                continue;
            }
            let keys: Vec<&str> = error.as_object().unwrap().keys().map(String::as_str).collect();
            for key in ["code", "message", "at", "span"] {
                assert!(keys.contains(&key), "{line}");
            }
            assert!(!error["message"].as_str().unwrap().contains('\n'), "{line}");
        }
    }
}

#[test]
fn a_long_line_is_read_past() {
    let long = format!("{{\"id\":2,\"value\":\"{}\"}}", "a".repeat(300_000));
    let input = format!("{{\"id\":1}}\n{long}\n{{\"id\":3}}\n{long}");
    let codes: Vec<(Value, Value)> = lines(&["map", "--jsonl", "--max-line", "1KiB"], input.as_bytes())
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["id"].clone(), line["error"]["code"].clone()))
        .collect();
    let wanted = [
        (1.into(), "configuration".into()),
        (Value::Null, "line-too-large".into()),
        (3.into(), "configuration".into()),
        (Value::Null, "line-too-large".into()),
    ];
    assert_eq!(codes, wanted);
}

#[test]
fn lines_keep_order_and_digits() {
    let plan = r#"{"version":1,"root":{"op":"wrap","key":"value","step":"keep"},"definitions":{}}"#;
    let value = r#"{"b":1.50,"a":[1e400,-0,0.1e-7],"ä":"\u0001"}"#;
    let input = format!("{{\"id\":{{\"z\":1,\"y\":2.0}},\"value\":{value},\"unmap\":{plan}}}");
    let there = lines(&["map", "--jsonl"], input.as_bytes());
    assert_eq!(there, [format!("{{\"id\":{{\"z\":1,\"y\":2.0}},\"value\":{{\"value\":{value}}},\"error\":null}}")]);
}

#[test]
fn an_answer_comes_before_the_next_line_is_asked_for() {
    use std::io::{BufRead, BufReader};
    let mut command = Command::new(env!("CARGO_BIN_EXE_isoform"));
    command.args(["map", "--jsonl"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for turn in 0..3 {
        writeln!(stdin, "{{\"id\":{turn}}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{turn},")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_table_keeps_to_the_page() {
    let page = |columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isoform"));
        command.args(["check", "--to", "all", "examples/tools.json"]).current_dir(repository()).env("COLUMNS", columns);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    for columns in [60, 80, 120] {
        let page = page(&columns.to_string());
        for line in page.lines() {
            // A single word, a pointer, may be longer than a page is wide.
            let fits = line.chars().count() <= columns || line.split_whitespace().count() <= 2;
            assert!(fits, "{columns} columns: {line}");
            assert!(!line.contains('\u{1b}') && !line.ends_with(' '), "{line}");
        }
        for name in ["get_weather", "plot_route", "openai-strict", "json-schema-inline"] {
            assert!(page.contains(name), "{columns} columns, without {name}");
        }
    }
}

#[test]
fn json_of_check_names_every_tool_and_dialect() {
    let output = isoform(&["check", "--format", "json", "../../../../examples/tools.json"], b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tools = report["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 9);
    for tool in tools {
        let results = tool["results"].as_array().unwrap();
        let dialects: Vec<&str> = results.iter().map(|result| result["to"].as_str().unwrap()).collect();
        assert_eq!(dialects, ["openai-strict", "gemini", "anthropic-strict"]);
        for result in results {
            let verdict = result["verdict"].as_str().unwrap();
            assert!(["as-is", "rewritten", "encoded", "looser", "refused"].contains(&verdict));
            assert_eq!(verdict == "refused", !result["error"].is_null());
        }
    }
    assert!(report["requests"].is_array());
}

#[test]
fn sarif_and_annotations_point_into_the_file() {
    let file = "../../../../examples/tools.json";
    let text = fs::read_to_string(corpus().join(file)).unwrap();
    let output = isoform(&["check", "--to", "all", "--format", "sarif", file], b"");
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let line = text.lines().nth(region["startLine"].as_u64().unwrap() as usize - 1).unwrap();
        let at = line.chars().nth(region["startColumn"].as_u64().unwrap() as usize - 1).unwrap();
        assert!("{[\"tf0123456789".contains(at), "{line}");
    }
    let output = isoform(&["check", "--to", "all", "--format", "github", file], b"");
    let commands = String::from_utf8(output.stdout).unwrap();
    assert_eq!(commands.lines().count(), results.len());
    for command in commands.lines() {
        assert!(["::error file=", "::warning file=", "::notice file="].iter().any(|start| command.starts_with(start)));
    }
}

#[test]
fn the_page_of_the_tables_is_fresh() {
    let page = String::from_utf8(isoform(&["dialects", "--format", "markdown"], b"").stdout).unwrap();
    let committed = fs::read_to_string(repository().join("COMPATIBILITY.md")).unwrap();
    assert_eq!(page, committed, "run `cargo run -p isoform-cli -- dialects --format markdown > COMPATIBILITY.md`");
}
