//! Plans: the corpus in both directions, the way there and back, hostile plans, and the reference interpreter.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests say what they expect by failing")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use isoform_json::{Document, ReadOptions, View};
use isoform_schema::plan::{Absent, Field, MAX_DEPTH, Plan, PlanError, Rest, Step};

/// One value through one plan in one direction.
struct Run {
    case: String,
    plan: Document,
    operation: &'static str,
    value: Document,
    want: Want,
}

enum Want {
    /// This value, to the byte.
    Text(String),
    /// This value, in any order of keys.
    Value(Document),
    /// The JSON of this error.
    Error(String),
}

fn parse(text: &str) -> Document {
    Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Reads what is nested further than a document, such as an answer to one.
fn parse_deep(text: &str) -> Document {
    Document::parse_with(text, &ReadOptions::default().with_max_depth(Document::MAX_DEPTH)).unwrap()
}

fn plan(text: &str) -> Plan {
    Plan::from_document(parse(text).root()).unwrap()
}

fn perform(plan: &Plan, operation: &str, value: View<'_>) -> Result<Document, PlanError> {
    if operation == "map" { plan.map(value) } else { plan.unmap(value) }
}

/// An error as the reference interpreter prints it.
fn error_json(error: &PlanError) -> String {
    let mut text = format!(r#"{{"code":"{}","at":{:?}"#, error.code(), error.pointer());
    if let Some(detail) = error.detail() {
        write!(text, r#","detail":{{"kind":{:?},"at":{:?}}}"#, detail.kind, detail.at).unwrap();
    }
    text.push('}');
    text
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/plan")
}

fn lines(path: &Path) -> Vec<Document> {
    std::fs::read_to_string(path).unwrap().lines().map(parse).collect()
}

fn runs() -> Vec<Run> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.file_name() != Some("malformed.jsonl".as_ref()));
    let mut runs = Vec::new();
    for line in files.iter().flat_map(|path| lines(path)) {
        let case = line.root();
        let name = case.get("name").unwrap().as_str().unwrap();
        let mut add = |operation, value: View<'_>, want| {
            let plan = case.get("plan").unwrap().to_document();
            runs.push(Run { case: name.to_owned(), plan, operation, value: value.to_document(), want });
        };
        for pair in case.get("both").iter().flat_map(View::items) {
            let (document, answer) = pair_of(pair);
            add("map", document, Want::Text(answer.to_json()));
            add("unmap", answer, Want::Value(document.to_document()));
        }
        for operation in ["map", "unmap"] {
            for pair in case.get(operation).iter().flat_map(View::items) {
                let (value, outcome) = pair_of(pair);
                let want = match (outcome.get("value"), outcome.get("error")) {
                    (Some(value), None) => Want::Text(value.to_json()),
                    (None, Some(error)) => Want::Error(error.to_json()),
                    _ => panic!("{name}: an outcome is a value or an error"),
                };
                add(operation, value, want);
            }
        }
    }
    runs
}

fn pair_of(pair: View<'_>) -> (View<'_>, View<'_>) {
    let mut items = pair.items();
    (items.next().unwrap(), items.next().unwrap())
}

fn check(run: &Run, found: Result<Document, PlanError>) {
    let told = format!("{}: {} of {}", run.case, run.operation, run.value.root().to_json());
    match (&run.want, found) {
        (Want::Text(want), Ok(found)) => assert_eq!(&found.root().to_json(), want, "{told}"),
        (Want::Value(want), Ok(found)) => {
            assert!(found.root().same_value(want.root()), "{told}: {}", found.root().to_json())
        }
        (Want::Error(want), Err(error)) => assert_eq!(&error_json(&error), want, "{told}"),
        (_, Ok(found)) => panic!("{told}: no error but {}", found.root().to_json()),
        (_, Err(error)) => panic!("{told}: {error:?}"),
    }
}

#[test]
fn every_case_of_the_corpus() {
    for run in runs() {
        check(&run, perform(&Plan::from_document(run.plan.root()).unwrap(), run.operation, run.value.root()));
    }
}

#[test]
fn a_simplified_plan_does_the_same() {
    for mut run in runs() {
        // What is kept is not put into the plan's order.
        if let Want::Text(text) = &run.want {
            run.want = Want::Value(parse(text));
        }
        let plan = Plan::from_document(run.plan.root()).unwrap().simplify();
        check(&run, perform(&plan, run.operation, run.value.root()));
        assert_eq!(plan.clone().simplify(), plan, "{}", run.case);
    }
}

#[test]
fn the_json_form_comes_back_the_same() {
    for run in runs() {
        let plan = Plan::from_document(run.plan.root()).unwrap();
        assert_eq!(plan.to_document().root().to_json(), run.plan.root().to_json(), "{}", run.case);
    }
}

#[test]
fn malformed_plans_are_refused_with_their_place() {
    for line in lines(&corpus().join("malformed.jsonl")) {
        let text = |key: &str| line.root().get(key).unwrap().as_str().unwrap();
        let error = Plan::from_document(line.root().get("plan").unwrap()).unwrap_err();
        let found = (error.code().as_str(), error.pointer(), error.reason());
        assert_eq!(found, ("invalid-plan", text("at"), text("reason")), "{}", text("name"));
    }
}

#[test]
fn errors_in_one_line_without_text_of_the_value() {
    for run in runs() {
        if let Err(error) = perform(&Plan::from_document(run.plan.root()).unwrap(), run.operation, run.value.root()) {
            let kind = error.detail().map_or("", |detail| detail.kind.as_str());
            let at = error.detail().map_or("", |detail| detail.at.as_str());
            let said = error.to_string();
            assert!(
                said.starts_with(error.reason()) && said.contains(kind) && said.contains(at) && !said.contains('\n'),
                "{said}"
            );
        }
    }
    let secret = parse(r#"{"more":[{"key":"secret\n","value":1},{"key":"secret\n","value":1}]}"#);
    let entries = plan(
        r#"{"version":1,"root":{"op":"object","fields":[],"rest":{"entries":{"wire":"more","key":"key","value":"value","at":"/a\nb","step":"keep"}}},"definitions":{}}"#,
    );
    let said = entries.unmap(secret.root()).unwrap_err().to_string();
    assert_eq!(said, r"an entry repeats a key (unique-keys at /a\nb)");
}

// The reference interpreter.

/// What `scripts/plan.py` answers; `None` where there is no Python.
fn reference(input: &str) -> Option<Vec<Document>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/plan.py");
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeding = thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().lines().map(parse_deep).collect())
}

fn compare_with_reference(runs: &[(Document, &str, Document)]) {
    let mut input = String::new();
    for (index, (plan, operation, value)) in runs.iter().enumerate() {
        let (plan, value) = (plan.root().to_json(), value.root().to_json());
        writeln!(input, r#"{{"id":{index},"op":"{operation}","unmap":{plan},"value":{value}}}"#).unwrap();
    }
    let Some(answers) = reference(&input) else {
        println!("skipped: there is no python3 to run the reference interpreter");
        return;
    };
    assert_eq!(answers.len(), runs.len());
    for (index, ((plan, operation, value), answer)) in runs.iter().zip(answers).enumerate() {
        let ours = match perform(&Plan::from_document(plan.root()).unwrap(), operation, value.root()) {
            Ok(found) => format!(r#"{{"id":{index},"value":{},"error":null}}"#, found.root().to_json()),
            Err(error) => format!(r#"{{"id":{index},"error":{}}}"#, error_json(&error)),
        };
        assert_eq!(
            answer.root().to_json(),
            ours,
            "{operation} of {} by {}",
            value.root().to_json(),
            plan.root().to_json()
        );
    }
}

#[test]
fn the_reference_interpreter_agrees() {
    let mut all: Vec<(Document, &str, Document)> =
        runs().into_iter().map(|run| (run.plan, run.operation, run.value)).collect();
    for seed in 0..200 {
        let (plan, documents) = generated(seed);
        let steps = Plan::from_document(plan.root()).unwrap();
        for document in documents {
            if let Ok(answer) = steps.map(document.root()) {
                all.push((plan.clone(), "unmap", answer));
            }
            // A document is a wrong answer more often than not, so this tries the errors too.
            all.push((plan.clone(), "unmap", document.clone()));
            all.push((plan.clone(), "map", document));
        }
    }
    compare_with_reference(&all);
}

// There and back.

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.roll(from.len())]
    }
}

/// A plan and documents of the schema that it could have been made for.
fn generated(seed: u64) -> (Document, Vec<Document>) {
    let mut dice = Dice(seed);
    let (step, documents) = step_and_documents(&mut dice, 3);
    let plan = format!(
        r#"{{"version":1,"root":{step},"definitions":{{"Any":{{"op":"json-value","at":"/any","wire":"e","key":"k","value":"v"}}}}}}"#
    );
    (parse(&plan), documents.iter().map(|text| parse(text)).collect())
}

const FREE: [&str; 8] = [
    "1.50",
    "null",
    "\"a\"",
    "[[],{}]",
    r#"{"z":{"b":1,"a":[null]},"":[]}"#,
    "12345678901234567890",
    "true",
    "\"\\u0007\\\"\"",
];

fn step_and_documents(dice: &mut Dice, depth: usize) -> (String, Vec<String>) {
    let leaves = 5;
    match dice.roll(if depth == 0 { leaves } else { 12 }) {
        0 => ("\"keep\"".to_owned(), free(dice)),
        1 => (r#"{"op":"text","at":"/t"}"#.to_owned(), free(dice)),
        2 => (r#"{"op":"json-value","at":"/j","wire":"entries","key":"key","value":"value"}"#.to_owned(), free(dice)),
        3 => (
            r#"{"op":"enum-text","pairs":[["<1>",1],["<null>",null],["<list>",[1]]]}"#.to_owned(),
            ["1", "null", "[1]", "\"x\"", "2"].map(str::to_owned).to_vec(),
        ),
        4 => (r#"{"op":"ref","to":"Any"}"#.to_owned(), free(dice)),
        5 => {
            let (items, documents) = step_and_documents(dice, depth - 1);
            let lists = vec!["[]".to_owned(), format!("[{}]", documents.join(",")), "\"no list\"".to_owned()];
            (format!(r#"{{"op":"array","items":{items}}}"#), lists)
        }
        6 => {
            let (step, documents) = step_and_documents(dice, depth - 1);
            (format!(r#"{{"op":"wrap","key":"{}","step":{step}}}"#, dice.pick(&["value", "", "a/b"])), documents)
        }
        7 => {
            let (step, documents) = step_and_documents(dice, depth - 1);
            (
                format!(
                    r#"{{"op":"expect","types":["object","array","string"],"kind":"implied-type","at":"/x","step":{step}}}"#
                ),
                documents,
            )
        }
        8 => tuple_and_documents(dice, depth),
        9 => {
            // Each branch keeps the type that tells it from the other.
            let (items, lists) = step_and_documents(dice, depth - 1);
            let (object, documents) = object_and_documents(dice, depth);
            let branch = |name: &str, step: &str| {
                format!(r#"{{"doc":[{{"type":["{name}"]}}],"wire":[{{"type":["{name}"]}}],"step":{step}}}"#)
            };
            let list = branch("array", &format!(r#"{{"op":"array","items":{items}}}"#));
            let all = documents.into_iter().chain([format!("[{}]", lists.join(",")), "1.0".to_owned()]).collect();
            (format!(r#"{{"op":"choose","branches":[{list},{}]}}"#, branch("object", &object)), all)
        }
        _ => object_and_documents(dice, depth),
    }
}

fn free(dice: &mut Dice) -> Vec<String> {
    (0..3).map(|_| dice.pick(&FREE).to_owned()).collect()
}

fn object_and_documents(dice: &mut Dice, depth: usize) -> (String, Vec<String>) {
    let mut fields = Vec::new();
    let mut documents = vec![String::new(); 3];
    let mut member = |dice: &mut Dice, name: &str, values: &[String], optional: bool| {
        for document in &mut documents {
            let value = &values[dice.roll(values.len())];
            if !optional || (value != "null" && dice.roll(2) == 0) {
                let before = document.len();
                let comma = if before == 0 { "" } else { "," };
                write!(document, "{comma}\"{name}\":{value}").unwrap();
            }
        }
    };
    for (name, wire) in [("a", "a"), ("b c", "b_c"), ("d", "e"), ("e", "d")] {
        let (step, values) = step_and_documents(dice, depth - 1);
        let absent =
            dice.pick(&["", r#""absent":"null","#, r#""absent":{"narrowed":{"kind":"absent-or-null","at":"/r"}},"#]);
        fields.push(format!(r#"{{"name":"{name}","wire":"{wire}",{absent}"step":{step}}}"#));
        member(dice, name, &values, !absent.contains("narrowed"));
    }
    let (step, values) = step_and_documents(dice, depth - 1);
    let (rest, values) = match dice.roll(4) {
        0 => (r#""pass""#.to_owned(), FREE.map(str::to_owned).to_vec()),
        1 => (format!(r#"{{"step":{step}}}"#), values),
        2 => (r#"{"narrowed":{"kind":"closed-object","at":"/o"}}"#.to_owned(), Vec::new()),
        _ => {
            (format!(r#"{{"entries":{{"wire":"more","key":"key","value":"value","at":"/o","step":{step}}}}}"#), values)
        }
    };
    if !values.is_empty() {
        member(dice, "more", &values, true);
        member(dice, "~/", &values, true);
    }
    let documents = documents.into_iter().map(|members| format!("{{{members}}}")).chain(["[]".to_owned()]).collect();
    (format!(r#"{{"op":"object","fields":[{}],"rest":{rest}}}"#, fields.join(",")), documents)
}

fn tuple_and_documents(dice: &mut Dice, depth: usize) -> (String, Vec<String>) {
    let (first, firsts) = step_and_documents(dice, depth - 1);
    let (second, seconds) = step_and_documents(dice, depth - 1);
    let (rest, rests) = step_and_documents(dice, depth - 1);
    let step = format!(
        r#"{{"op":"tuple","positions":[{{"wire":"0","step":{first}}},{{"wire":"1","step":{second}}}],"required":1,"rest":{{"wire":"more","step":{rest}}},"at":"/t"}}"#
    );
    let mut documents = vec![format!("[{}]", firsts[0])];
    for second in &seconds {
        documents.push(format!("[{},{second}]", firsts[0]));
        documents.push(format!("[{},{second},{}]", firsts[0], rests.join(",")));
    }
    (step, documents)
}

#[test]
fn what_can_be_mapped_comes_back() {
    let (mut back, mut narrowed) = (0, 0);
    for seed in 0..2_000 {
        let (text, documents) = generated(seed);
        let plan = Plan::from_document(text.root()).unwrap();
        for plan in [plan.clone().simplify(), plan] {
            for document in &documents {
                let told = || format!("{} by {}", document.root().to_json(), text.root().to_json());
                match plan.map(document.root()) {
                    Ok(answer) => {
                        let answer = parse(&answer.root().to_json());
                        let found = plan.unmap(answer.root()).unwrap_or_else(|error| panic!("{error:?}: {}", told()));
                        assert!(
                            found.root().same_value(document.root()),
                            "{} is not {}",
                            found.root().to_json(),
                            told()
                        );
                        back += 1;
                    }
                    Err(error) => {
                        assert_eq!(error.code().as_str(), "narrowed", "{error:?}: {}", told());
                        assert!(error.detail().is_some(), "{error:?}: {}", told());
                        narrowed += 1;
                    }
                }
            }
        }
    }
    assert!(back > 5_000 && narrowed > 100, "{back} came back, {narrowed} did not");
}

// Hostile plans and values.

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

/// Runs a test with little stack.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(512 << 10).spawn(test).unwrap().join().unwrap();
}

const RECURSIVE: [&str; 3] = [
    r#"{"op":"array","items":{"op":"ref","to":"A"}}"#,
    r#"{"op":"choose","branches":[{"doc":[],"wire":[],"step":{"op":"expect","types":["array","number"],"kind":"k","at":"","step":{"op":"array","items":{"op":"ref","to":"A"}}}}]}"#,
    r#"{"op":"json-value","at":"","wire":"e","key":"k","value":"v"}"#,
];

#[test]
fn values_nest_to_the_limit_and_no_further() {
    on_a_small_stack(|| {
        for step in RECURSIVE {
            let plan = plan(&format!(r#"{{"version":1,"root":{{"op":"ref","to":"A"}},"definitions":{{"A":{step}}}}}"#));
            let most = parse(&nested("[", "1", "]", MAX_DEPTH));
            assert_eq!(plan.unmap(plan.map(most.root()).unwrap().root()).unwrap(), most);
        }
        let any = plan(&format!(r#"{{"version":1,"root":{},"definitions":{{}}}}"#, RECURSIVE[2]));
        let deep = parse(&nested("{\"a\":", "1", "}", MAX_DEPTH));
        let answer = any.map(deep.root()).unwrap();
        assert_eq!(any.unmap(answer.root()).unwrap(), deep);
        let wider = format!(r#"{{"e":[{{"k":"","v":{}}}]}}"#, answer.to_json());

        for (operation, value) in [("map", nested("[", "1", "]", MAX_DEPTH + 1)), ("unmap", wider)] {
            let value = parse_deep(&value);
            let error = perform(&any, operation, value.root()).unwrap_err();
            assert_eq!(error.code().as_str(), "too-deep");
            assert!(error.pointer().len() > MAX_DEPTH);
        }
    });
}

#[test]
fn a_deep_plan_takes_no_deep_stack() {
    on_a_small_stack(|| {
        let text = Step::Text { at: String::new() };
        let array = (0..400).fold(text.clone(), |step, _| Step::Array { prefix: vec![], items: step.into() });
        let value = parse(&nested("[", "1", "]", 120));
        let deep = Plan::new(array, Vec::new());
        assert_eq!(deep.map(value.root()).unwrap(), value);
        let read = Plan::from_document(parse(&deep.to_document().to_json()).root()).unwrap();
        assert_eq!(read.to_document(), deep.to_document());
        assert_eq!(read.unmap(value.root()).unwrap(), value);

        let wrapped = |step| Step::Wrap { key: "a".into(), under: None, step: Box::new(step) };
        let wraps = (0..400).fold(text, |step, _| wrapped(step));
        let simple = Plan::new(wraps, Vec::new()).simplify();
        assert!(simple.definitions.len() > 20);
        let one = parse("1");
        assert_eq!(simple.unmap(simple.map(one.root()).unwrap().root()).unwrap(), one);
        assert_eq!(Plan::from_document(parse(&simple.to_document().root().to_json()).root()).unwrap(), simple);
    });
}

#[test]
fn text_does_not_nest_further_than_a_document() {
    let text = plan(r#"{"version":1,"root":{"op":"array","items":{"op":"text","at":"/t"}},"definitions":{}}"#);
    let document = |levels| nested("[", "1", "]", levels);
    let answer = |levels| parse(&format!("[{:?}]", document(levels)));
    assert_eq!(text.unmap(answer(MAX_DEPTH - 1).root()).unwrap(), parse(&document(MAX_DEPTH)));
    assert_eq!(text.unmap(answer(MAX_DEPTH).root()).unwrap_err().pointer(), "/0");
    let both = [MAX_DEPTH - 1, MAX_DEPTH].map(|levels| (text.to_document(), "unmap", answer(levels)));
    compare_with_reference(&both);
}

/// How far steps may nest in a plan that is read.
const MAX_STEPS: usize = 32;

#[test]
fn a_plan_is_read_to_the_limit_and_no_further() {
    on_a_small_stack(|| {
        let nests = [
            (r#"{"op":"array","items":"#, "}"),
            (r#"{"op":"choose","branches":[{"doc":[],"wire":[],"step":"#, "}]}"),
            (r#"{"op":"object","fields":[{"name":"a","wire":"a","absent":"null","step":"#, r#"}],"rest":"pass"}"#),
            (
                r#"{"op":"object","fields":[],"rest":{"entries":{"wire":"e","key":"k","value":"v","at":"","step":"#,
                "}}}",
            ),
        ];
        for (open, close) in nests {
            let read = |levels| {
                let step = nested(open, r#"{"op":"text","at":""}"#, close, levels - 1);
                let text = format!(r#"{{"version":1,"root":{step},"definitions":{{}}}}"#);
                Plan::from_document(parse_deep(&text).root())
            };
            let deep = read(MAX_STEPS).unwrap();
            assert_eq!(read(MAX_STEPS + 1).unwrap_err().reason(), "the plan nests too deeply");
            assert_eq!(Plan::from_document(deep.to_document().root()).unwrap(), deep);
            let shallow = parse(&deep.clone().simplify().to_document().root().to_json());
            assert!(!Plan::from_document(shallow.root()).unwrap().is_identity());
        }
    });
}

#[test]
fn objects_with_thousands_of_keys() {
    const COUNT: usize = 20_000;
    let field = |index: usize| Field {
        name: format!("n{index}").into(),
        wire: format!("w{index}").into(),
        at: None,
        absent: Absent::Null,
        step: Step::Keep,
    };
    let rest = Rest::Entries {
        wire: "more".into(),
        key: "k".into(),
        value: "v".into(),
        at: String::new(),
        step: Step::Keep.into(),
    };
    let plan = Plan::new(Step::Object { fields: (0..COUNT).map(field).collect(), rest }, Vec::new());
    let members: Vec<String> = (0..COUNT).map(|index| format!(r#""n{}":{index}"#, index * 2)).collect();
    let document = parse(&format!("{{{}}}", members.join(",")));
    assert_eq!(plan.unmap(plan.map(document.root()).unwrap().root()).unwrap(), document);

    // A small document must not become the product of its size and the plan's.
    let many = Plan::new(Step::Array { prefix: vec![], items: plan.root.into() }, Vec::new());
    let empty = parse(&format!("[{}{{}}]", "{},".repeat(10_000)));
    assert_eq!(many.map(empty.root()).unwrap_err().code().as_str(), "too-large");
}

#[test]
fn a_plan_that_was_not_read_is_checked_when_it_runs() {
    let missing = Plan::new(Step::Reference("A".into()), Vec::new());
    assert_eq!(missing.map(parse("1").root()).unwrap_err().code().as_str(), "invalid-plan");
    assert!(!missing.is_identity());
    assert_eq!(missing.clone().simplify(), missing);
    let later = Plan { version: 2, ..Plan::identity() };
    assert_eq!(later.unmap(parse("1").root()).unwrap_err().code().as_str(), "invalid-plan");
}

#[test]
fn a_repeated_key_is_never_chosen_from() {
    let plan = plan(
        r#"{"version":1,"root":{"op":"object","fields":[{"name":"a","wire":"a","step":"keep"}],"rest":"pass"},"definitions":{}}"#,
    );
    let twice = parse(r#"{"a":1,"a":2}"#);
    assert_eq!(plan.map(twice.root()).unwrap_err().code().as_str(), "mismatch");
    assert_eq!(plan.unmap(twice.root()).unwrap_err().code().as_str(), "not-decodable");
}

#[test]
fn what_keeps_every_value_is_an_identity() {
    let identity =
        |text: &str| plan(&format!(r#"{{"version":1,"root":{{"op":"ref","to":"A"}},"definitions":{text}}}"#));
    for (definitions, is_identity) in [
        (r#"{"A":"keep"}"#, true),
        (
            r#"{"A":{"op":"array","items":{"op":"ref","to":"B"}},"B":{"op":"object","fields":[{"name":"a","wire":"a","step":{"op":"ref","to":"A"}}],"rest":{"step":"keep"}}}"#,
            true,
        ),
        (r#"{"A":{"op":"choose","branches":[{"doc":[{"has":"a"}],"wire":[],"step":{"op":"ref","to":"A"}}]}}"#, true),
        (
            r#"{"A":{"op":"array","items":{"op":"ref","to":"B"}},"B":{"op":"choose","branches":[{"doc":[],"wire":[],"step":{"op":"ref","to":"C"}}]},"C":{"op":"text","at":""}}"#,
            false,
        ),
        (
            r#"{"A":{"op":"expect","types":["null","boolean","number","string","array","object"],"kind":"k","at":"","step":"keep"}}"#,
            false,
        ),
        (r#"{"A":{"op":"object","fields":[{"name":"a","wire":"b","step":"keep"}],"rest":"pass"}}"#, false),
        (r#"{"A":{"op":"object","fields":[],"rest":{"narrowed":{"kind":"closed-object","at":""}}}}"#, false),
    ] {
        let plan = identity(definitions);
        assert_eq!(plan.is_identity(), is_identity, "{definitions}");
        assert_eq!(plan.simplify() == Plan::identity(), is_identity, "{definitions}");
    }
}
