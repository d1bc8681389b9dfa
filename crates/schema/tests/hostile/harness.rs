//! Running one case everywhere, and what holds of every outcome.

use std::fmt::Write as _;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use isoform_json::{Document, View};
use isoform_schema::{Dialect, Encodings, Error, ErrorCode, Form, FormOptions, Place, Schema, dialect};

/// The stack of every case: that of a small thread.
const STACK: usize = 512 << 10;

/// Nothing here takes nearly as long in one step, in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tells the watchdog what is done next.
#[derive(Clone)]
pub(crate) struct Progress(mpsc::Sender<String>);

impl Progress {
    pub(crate) fn next(&self, step: impl Into<String>) {
        // The other side is gone only where it lost its patience.
        let _ = self.0.send(step.into());
    }
}

/// Runs the work on a small stack, and fails where one of its steps does not come to an end.
pub(crate) fn in_steps<T: Send + 'static>(work: impl FnOnce(&Progress) -> T + Send + 'static) -> T {
    let (sender, steps) = mpsc::channel();
    let progress = Progress(sender);
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || work(&progress));
    let worker = worker.unwrap();
    let mut step = "the beginning".to_owned();
    let mut started = Instant::now();
    loop {
        match steps.recv_timeout(PATIENCE) {
            Ok(next) => {
                // Shown where the test fails.
                println!("{:>9.3} s  {step}", started.elapsed().as_secs_f64());
                (step, started) = (next, Instant::now());
            }
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no answer within {PATIENCE:?}: {step}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    worker.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

/// Runs the work on a small stack, and fails where it does not come to an end.
pub(crate) fn within<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    in_steps(move |_| work())
}

/// One way of asking for a form.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) dialect: &'static Dialect,
    pub(crate) place: Place,
    pub(crate) encodings: Encodings,
}

impl Way {
    pub(crate) fn all() -> impl Iterator<Item = Way> {
        dialect::BUILT_IN.iter().flat_map(|dialect| {
            [Place::Output, Place::Tool].into_iter().flat_map(move |place| {
                [Encodings::All, Encodings::Light].into_iter().map(move |encodings| Way { dialect, place, encodings })
            })
        })
    }

    /// Both places and both sets of encodings, but not each with each: for what takes long.
    pub(crate) fn few() -> impl Iterator<Item = Way> {
        Way::all().filter(|way| (way.place == Place::Tool) == (way.encodings == Encodings::Light))
    }

    /// One way for each kind of dialect: for what takes very long. The other tables differ from these in details.
    pub(crate) fn kinds() -> impl Iterator<Item = Way> {
        [
            &dialect::OPENAI_STRICT,
            &dialect::GEMINI,
            &dialect::ANTHROPIC_STRICT,
            &dialect::JSON_SCHEMA,
            &dialect::JSON_SCHEMA_INLINE,
        ]
        .into_iter()
        .map(|dialect| Way { dialect, place: Place::Output, encodings: Encodings::All })
    }

    pub(crate) fn name(self) -> String {
        format!("{} {:?} {:?}", self.dialect.name, self.place, self.encodings).to_lowercase()
    }

    pub(crate) fn options(self) -> FormOptions {
        FormOptions::default().with_place(self.place).with_encodings(self.encodings)
    }

    pub(crate) fn is(self, dialect: &Dialect) -> bool {
        self.dialect.name == dialect.name
    }

    /// Whether only objects can be asked for this way.
    pub(crate) fn wants_objects(self) -> bool {
        self.place == Place::Tool && !self.dialect.untyped
    }

    /// Whether the dialect has `$defs`.
    pub(crate) fn has_definitions(self) -> bool {
        self.dialect.references != dialect::References::None
    }

    /// Whether the dialect limits how deep objects nest.
    pub(crate) fn limits_levels(self) -> bool {
        self.dialect.limits.depth.is_some()
    }
}

/// What came of asking one way.
pub(crate) struct Outcome<'a> {
    pub(crate) way: Way,
    pub(crate) text: &'a str,
    pub(crate) form: Result<Form, Error>,
    /// The bytes of what is sent and of what is enforced.
    written: Vec<usize>,
}

impl Outcome<'_> {
    /// The form, where there has to be one.
    pub(crate) fn form(&self) -> &Form {
        match &self.form {
            Ok(form) => form,
            Err(error) => panic!("{}: {error:?}", self.way.name()),
        }
    }

    /// The error, which has to be one of these.
    pub(crate) fn error(&self, codes: &[ErrorCode]) -> &Error {
        match &self.form {
            Err(error) if codes.contains(&error.code()) => error,
            Err(error) => panic!("{}: {error:?}, and one of {codes:?} was expected", self.way.name()),
            Ok(_) => panic!("{}: a form, and one of {codes:?} was expected", self.way.name()),
        }
    }

    /// A form no larger than so many times the schema, or one of these errors.
    pub(crate) fn form_or(&self, times: usize, codes: &[ErrorCode]) {
        match &self.form {
            Ok(_) => self.no_larger_than(times),
            Err(_) => {
                self.error(codes);
            }
        }
    }

    /// A form no larger than so many times the schema.
    pub(crate) fn no_larger_than(&self, times: usize) {
        self.form();
        let most = times * self.text.len() + 4096;
        for written in &self.written {
            assert!(*written <= most, "{}: {written} bytes are written of {}", self.way.name(), self.text.len());
        }
    }
}

/// Forms of the schema all ways, each handed to the judge.
pub(crate) fn every_way(text: String, judge: impl Fn(&Outcome<'_>) + Send + 'static) {
    ways(Way::all(), text, judge);
}

/// The same for a large schema, where each place is asked for with one set of encodings.
pub(crate) fn every_dialect(text: String, judge: impl Fn(&Outcome<'_>) + Send + 'static) {
    ways(Way::few(), text, judge);
}

/// The same for one of megabytes, which is only asked for where objects are closed and where nothing is changed.
pub(crate) fn closed_and_open(text: String, judge: impl Fn(&Outcome<'_>) + Send + 'static) {
    ways(Way::kinds().filter(|way| way.is(&dialect::OPENAI_STRICT) || way.is(&dialect::JSON_SCHEMA)), text, judge);
}

/// The same for a very large one, which is only asked for as outputs with all encodings, of each kind of dialect.
pub(crate) fn every_kind(text: String, judge: impl Fn(&Outcome<'_>) + Send + 'static) {
    ways(Way::kinds(), text, judge);
}

fn ways(ways: impl Iterator<Item = Way> + Send + 'static, text: String, judge: impl Fn(&Outcome<'_>) + Send + 'static) {
    in_steps(move |progress| {
        progress.next("reading");
        let schema = Schema::parse(&text).unwrap_or_else(|error| panic!("{error:?}"));
        for way in ways {
            progress.next(way.name());
            let form = schema.form(way.dialect, &way.options());
            progress.next("looking");
            let written = holds(&schema, way, &form);
            judge(&Outcome { way, text: &text, form, written });
        }
    });
}

/// What holds of every outcome. Gives the bytes of what is written.
fn holds(schema: &Schema, way: Way, form: &Result<Form, Error>) -> Vec<usize> {
    match form {
        Ok(form) => form_holds(schema, way, form),
        Err(error) => {
            error_holds(schema, way, error);
            Vec::new()
        }
    }
}

/// The pointer leads into the schema, and the text for people is one line.
fn error_holds(schema: &Schema, way: Way, error: &Error) {
    let pointer = error.pointer().unwrap_or("");
    assert!(schema.document().root().at(pointer).is_some(), "{}: {error:?} points nowhere", way.name());
    let shown = error.to_string();
    assert!(!shown.chars().any(char::is_control), "{}: more than one line: {shown}", way.name());
    assert!(shown.len() < 2_000, "{}: {} bytes of text: {shown}", way.name(), shown.len());
}

/// What is sent can be read again, every change points into the schema, and small documents pass through.
fn form_holds(schema: &Schema, way: Way, form: &Form) -> Vec<usize> {
    let mut bytes = Vec::new();
    for written in form.schema().into_iter().chain([form.enforced()]) {
        let text = written.to_json();
        if let Err(error) = Document::parse(&text) {
            panic!("{}: what is written cannot be read: {error}", way.name());
        }
        bytes.push(text.len());
    }
    let changes = form.changes();
    // Looking a pointer up takes as long as the schema is wide: a sample of many.
    let step = changes.len() / 100 + 1;
    for change in changes.iter().step_by(step) {
        let at = schema.document().root().at(&change.at);
        assert!(at.is_some(), "{}: {change} points nowhere", way.name());
        let shown = change.to_string();
        assert!(shown.len() < 2_000, "{}: {} bytes of text: {shown}", way.name(), shown.len());
        assert!(!shown.chars().any(char::is_control), "{}: more than one line: {shown}", way.name());
    }
    for document in small_documents() {
        through(form, document.root());
    }
    bytes
}

/// Maps a document and, where that goes, unmaps it again; unmaps it as if it were an answer too.
pub(crate) fn through(form: &Form, document: View<'_>) {
    if let Ok(answer) = form.map(document) {
        let _ = form.unmap(answer.root());
    }
    let _ = form.unmap(document);
}

fn small_documents() -> Vec<Document> {
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let nested = format!("{}1{}", "{\"a\":".repeat(100), "}".repeat(100));
    ["{}", "[]", "null", "\"x\"", "0", r#"{"a":{"a":null},"value":[]}"#, &deep, &nested]
        .into_iter()
        .map(|text| Document::parse(text).unwrap())
        .collect()
}

/// Repeats a text for each number below `count`, with commas.
pub(crate) fn list(count: usize, one: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for number in 0..count {
        if number > 0 {
            out.push(',');
        }
        out.push_str(&one(number));
    }
    out
}

/// One line for each way.
pub(crate) fn outcomes(text: &str) -> String {
    let text = text.to_owned();
    within(move || {
        let mut out = String::new();
        let schema = match Schema::parse(&text) {
            Ok(schema) => schema,
            Err(error) => {
                writeln!(out, "  read: {} {:?}", error.code(), error.pointer().unwrap_or("")).unwrap();
                return out;
            }
        };
        for way in Way::all() {
            let form = schema.form(way.dialect, &way.options());
            holds(&schema, way, &form);
            match form {
                Ok(form) => {
                    let sent = form.schema().map_or(0, |schema| schema.to_json().len());
                    let most = 20 * text.len() + 4096;
                    assert!(sent <= most, "{}: {sent} bytes are sent of {}", way.name(), text.len());
                    writeln!(out, "  {}: form", way.name()).unwrap();
                }
                Err(error) => {
                    writeln!(out, "  {}: {} {:?}", way.name(), error.code(), error.pointer().unwrap_or("")).unwrap();
                }
            }
        }
        out
    })
}
