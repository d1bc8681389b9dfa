//! Watching a stream: every view is held against the one before, and deltas are put together.

use std::collections::HashMap;

use isoform_json::stream::{Event, Stream, StreamOptions};
use isoform_json::{Document, Error, Kind, Repair, Value, pointer};

use crate::Fault;
use crate::grows::grows;

/// The code of an error, and where it is.
pub(crate) type Place = (&'static str, Option<usize>);

/// What came of a stream.
#[derive(Debug, PartialEq)]
pub(crate) struct Watched {
    /// The value as text and the repairs, or the error.
    pub(crate) end: Result<(String, Vec<Repair>), Place>,
    /// What was shown last, as text.
    pub(crate) shown: Option<String>,
}

/// Feeds the pieces.
pub(crate) fn watch<'b>(pieces: impl Iterator<Item = &'b [u8]>, options: &StreamOptions) -> Result<Watched, Fault> {
    let mut stream = Stream::with(options.clone());
    let mut before: Option<Value> = None;
    let mut rebuilt = Rebuilt::default();
    let mut fault = None;
    let mut done = false;
    for piece in pieces {
        let pushed = stream.push(piece);
        let view = stream.root().map(|root| root.to_value());
        let withdrawn = match (&before, &view) {
            (Some(before), Some(view)) => !grows(before, view) || (done && before != view),
            (before, _) => before.is_some(),
        };
        ensure!(!withdrawn, "{before:?} became {view:?}");
        before = view;
        rebuilt.take(&mut stream)?;
        let open = stream.open_pointers();
        ensure!(rebuilt.open() == open, "{open:?} are open, deltas say {:?}", rebuilt.open());
        done = stream.is_done();
        if let Err(error) = pushed {
            fault = Some(place(&error));
            let again = stream.push(b" ").map_err(|error| place(&error));
            ensure!(again == fault.map_or(Ok(()), Err), "the stream goes on after {fault:?}: {again:?}");
            break;
        }
    }
    let shown = before.map(|value| value.to_document().map(|document| document.to_json()).unwrap_or_default());
    ensure!(rebuilt.json() == shown, "deltas make {:?} of {shown:?}", rebuilt.json());
    let end = match stream.finish() {
        Ok(reading) => Ok((reading.document.to_json(), reading.repairs)),
        Err(error) => Err(place(&error)),
    };
    if let Some(fault) = fault {
        ensure!(end.as_ref() == Err(&fault), "it fails with {fault:?} and ends with {end:?}");
    }
    let strict = options.lenient.is_none();
    if let (true, true, Ok((json, _))) = (done, strict, &end) {
        ensure!(Some(json) == shown.as_ref(), "{shown:?} was done and became {json}");
    }
    Ok(Watched { end, shown })
}

fn place(error: &Error) -> Place {
    (error.code(), error.offset())
}

/// A value put together from deltas alone.
#[derive(Default)]
struct Rebuilt {
    values: Vec<Slot>,
    /// The places of the values in the list, by pointer.
    places: HashMap<String, usize>,
    /// What the innermost open value is shown as: a keyword is told by its kind, and shown by its first letter.
    innermost: String,
}

struct Slot {
    at: String,
    kind: Kind,
    text: String,
    value: Option<Value>,
    done: bool,
    inner: Vec<usize>,
}

impl Rebuilt {
    fn take(&mut self, stream: &mut Stream) -> Result<(), Fault> {
        let innermost = stream.open_pointers().pop();
        let innermost = innermost.and_then(|at| stream.root()?.at(&at).map(|view| view.to_json()));
        self.innermost = innermost.unwrap_or_default();
        for delta in stream.deltas() {
            let at = delta.at.pointer();
            if let Event::Started { kind } = delta.event {
                self.start(at, kind)?;
                continue;
            }
            let slot = self.places.get(&at).and_then(|place| self.values.get_mut(*place));
            let slot = slot.ok_or_else(|| format!("{at:?} goes on and did not start"))?;
            ensure!(!slot.done, "{at:?} goes on and was complete");
            match delta.event {
                Event::Appended { text } => {
                    ensure!(!text.is_empty(), "nothing is appended to {at:?}");
                    slot.text.push_str(&text);
                }
                Event::Completed { value } => {
                    slot.value = value;
                    slot.done = true;
                }
                _ => return Err("an event that is not known here".to_owned()),
            }
        }
        Ok(())
    }

    fn start(&mut self, at: String, kind: Kind) -> Result<(), Fault> {
        let place = self.values.len();
        ensure!(self.places.insert(at.clone(), place).is_none(), "{at:?} starts twice");
        if let Some((outer, _)) = at.rsplit_once('/') {
            let outer = self.places.get(outer).and_then(|place| self.values.get_mut(*place));
            let outer = outer.filter(|outer| !outer.done).ok_or_else(|| format!("{at:?} starts in nothing open"))?;
            outer.inner.push(place);
        }
        self.values.push(Slot { at, kind, text: String::new(), value: None, done: false, inner: Vec::new() });
        Ok(())
    }

    fn open(&self) -> Vec<String> {
        self.values.iter().filter(|slot| !slot.done).map(|slot| slot.at.clone()).collect()
    }

    fn json(&self) -> Option<String> {
        let mut out = String::new();
        self.write(self.values.first()?, &mut out);
        Document::parse_with(&out, &crate::json_stream::deepest()).ok().map(|document| document.to_json())
    }

    fn write(&self, slot: &Slot, out: &mut String) {
        let json = |value: &Value| value.to_document().map(|document| document.to_json()).unwrap_or_default();
        match (slot.kind, &slot.value) {
            (Kind::String, _) => out.push_str(&json(&Value::from(slot.text.as_str()))),
            (Kind::Array | Kind::Object, _) => {
                let object = slot.kind == Kind::Object;
                out.push(if object { '{' } else { '[' });
                for (index, inner) in slot.inner.iter().filter_map(|place| self.values.get(*place)).enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    if object {
                        let token = inner.at.rsplit('/').next().and_then(pointer::unescape_token);
                        out.push_str(&json(&Value::from(token.unwrap_or_default().as_ref())));
                        out.push(':');
                    }
                    self.write(inner, out);
                }
                out.push(if object { '}' } else { ']' });
            }
            (_, Some(value)) => out.push_str(&json(value)),
            (_, None) => out.push_str(&self.innermost),
        }
    }
}
