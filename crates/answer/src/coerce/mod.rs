//! Schema-guided coercion: what fails is read in another way, where exactly one lossless way is valid.
//!
//! The validator says where a value fails and what is due there ([`Due`]). For each place the readings of the value that
//! are due are tried: one that the validator takes is the coercion, two are none. Nothing that is valid is touched,
//! but for one thing: a number that is integral and not written as one, where no others are admitted, is written so,
//! because integer decoders ask for it.

mod integral;
mod readings;
mod union;

use std::ops::Range;

use isoform_json::{Document, Object, Value, pointer};

use crate::fault::{Due, Fault};
use crate::options::ReadOptions;
use crate::validator::Validator;
use readings::{Change, Edit};

/// How often a value is looked at again after coercions: readings uncover faults further in.
const ROUNDS: usize = 16;
/// How many readings of a value are tried in all.
const TRIES: usize = 512;

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $text:literal, $note:literal;)*) => {
        /// What was done to a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CoercionKind { $($(#[$doc])* $variant,)* }

        impl CoercionKind {
            /// Every kind.
            pub const ALL: &'static [CoercionKind] = &[$(CoercionKind::$variant,)*];

            /// The stable kebab-case spelling.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(CoercionKind::$variant => $text,)* }
            }

            /// What was done, in a sentence without text of the answer.
            #[must_use]
            pub const fn note(self) -> &'static str {
                match self { $(CoercionKind::$variant => $note,)* }
            }
        }
    };
}

kinds! {
    /// A string that is the exact text of a number.
    StringToNumber = "string-to-number", "a string was read as the number it spells";
    /// A string that says true or false.
    StringToBoolean = "string-to-boolean", "a string was read as the boolean it says";
    /// The string `null`, where no string fits.
    StringToNull = "string-to-null", "the string null was read as null";
    /// A number, by the characters of its source.
    NumberToString = "number-to-string", "a number was read as the text it is written as";
    /// Any other token without quotes, where a string is due.
    UnquotedValue = "unquoted-value", "a token without quotes was read as a string";
    /// An integral number is written as one.
    IntegralNumber = "integral-number", "an integral number was written as an integer";
    /// A string that is one of the listed values in another case, or with other separators.
    EnumFold = "enum-fold", "another spelling was read as the listed value";
    /// A string that is the JSON text of the array or object that is due.
    DoubleEncoded = "double-encoded", "a string was read as the JSON it holds";
    /// The one element of an array.
    UnwrappedArray = "unwrapped-array", "a list of one was read as its element";
    /// An element, where an array of such is due.
    WrappedInArray = "wrapped-in-array", "an element was read as a list of one";
    /// The one member of an object around the whole answer.
    UnwrappedObject = "unwrapped-object", "the only member of an object was read as the value";
    /// A null that stands for an optional member.
    NullDropped = "null-dropped", "a null was read as no member";
    /// Nothing, for a call without arguments.
    EmptyInput = "empty-input", "no input was read as an empty object";
    /// The closing brackets of a truncated text.
    Completed = "completed", "the closing brackets of a truncated text were added";
}

/// One value that was read in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coercion {
    /// What was done.
    pub kind: CoercionKind,
    /// The JSON Pointer of the value in what is handed back; of a member that was dropped, where it stood.
    pub at: String,
    /// The bytes of the text that the value was read from, where it is still the one that stands there.
    pub span: Option<Range<usize>>,
}

impl Coercion {
    /// The closing brackets of a truncated text were added.
    #[must_use]
    pub fn completed() -> Coercion {
        Coercion::at_root(CoercionKind::Completed)
    }

    pub(crate) fn at_root(kind: CoercionKind) -> Coercion {
        Coercion { kind, at: String::new(), span: None }
    }
}

/// Makes a value valid.
///
/// # Errors
/// The value as it was, with all that is wrong with it.
pub(crate) fn coerce(
    validator: &Validator,
    document: Document,
    options: &ReadOptions,
) -> Result<(Document, Vec<Coercion>), (Document, Vec<Fault>)> {
    let mut work = Work { validator, options, tries: TRIES };
    if validator.admits(document.root()) {
        return Ok(work.integral(document, Vec::new()));
    }
    let faults = validator.faults(document.root());
    match work.mend(document.to_value(), &faults) {
        Some((mended, mut coercions)) => {
            find_spans(&document, &mut coercions);
            Ok(work.integral(mended, coercions))
        }
        None => Err((document, faults)),
    }
}

/// The bytes of each value that was coerced, unless one around it was.
fn find_spans(source: &Document, coercions: &mut [Coercion]) {
    let places: Vec<String> = coercions.iter().map(|coercion| coercion.at.clone()).collect();
    for (index, coercion) in coercions.iter_mut().enumerate() {
        let inside = |outer: &String| coercion.at.starts_with(outer.as_str()) && coercion.at != *outer;
        if !places.iter().take(index).any(inside) {
            coercion.span = source.root().at(&coercion.at).and_then(|view| view.span());
        }
    }
}

/// A value in the middle of being coerced.
struct Work<'v> {
    validator: &'v Validator,
    options: &'v ReadOptions,
    tries: usize,
}

impl Work<'_> {
    /// The value with every fault mended; `None` where one is left, or can be mended in two ways.
    fn mend(&mut self, value: Value, faults: &[Fault]) -> Option<(Document, Vec<Coercion>)> {
        let outer = value.clone();
        self.mend_places(value, faults.to_vec()).or_else(|| self.unwrap_object(&outer))
    }

    fn mend_places(&mut self, mut value: Value, mut faults: Vec<Fault>) -> Option<(Document, Vec<Coercion>)> {
        let mut coercions = Vec::new();
        for _ in 0..ROUNDS {
            let mut places: Vec<String> = faults.iter().map(|fault| fault.at.clone()).collect();
            places.dedup();
            let mut done: Vec<&String> = Vec::new();
            for place in &places {
                // Something around it has changed already.
                if done.iter().any(|outer| within(place, outer)) {
                    continue;
                }
                let here: Vec<&Fault> = faults.iter().filter(|fault| fault.at == *place).collect();
                let edit = self.edit(&value, place, &here)?;
                edit.apply(&mut value, place)?;
                coercions.extend(edit.coercions(place));
                done.push(place);
            }
            let document = value.to_document().ok()?;
            faults = self.validator.faults(document.root());
            if faults.is_empty() {
                return Some((document, coercions));
            }
        }
        None
    }

    /// The one change that mends what is wrong at a place.
    fn edit(&mut self, value: &Value, place: &str, faults: &[&Fault]) -> Option<Edit> {
        for fault in faults {
            let edits = self.edits_for(value, fault);
            if let Some(edit) = self.only(value, place, edits) {
                return Some(edit);
            }
        }
        None
    }

    /// What may be done about one fault.
    fn edits_for(&mut self, value: &Value, fault: &Fault) -> Vec<Edit> {
        match &fault.due {
            Due::Types(_) | Due::Values(_) => readings::of(value, &fault.at, &fault.due, self.options),
            Due::Branches(branches) => self.of_branches(value, &fault.at, branches),
            Due::Member(_) | Due::Known(_) | Due::Unknown => Vec::new(),
        }
    }

    /// The one of several changes that helps; `None` where none does, or two do that differ.
    fn only(&mut self, value: &Value, place: &str, edits: Vec<Edit>) -> Option<Edit> {
        if let ([only], false) = (edits.as_slice(), edits.iter().any(Edit::has_to_fit)) {
            // There is nothing to choose: whether it helps shows with all the others.
            return Some(only.clone());
        }
        let mut helping: Vec<(Edit, bool)> = Vec::new();
        for edit in edits {
            match self.helps(value, place, &edit)? {
                Help::None => {}
                help => helping.push((edit, help == Help::Whole)),
            }
        }
        if helping.len() > 1 && helping.iter().any(|(_, whole)| *whole) {
            helping.retain(|(_, whole)| *whole);
        }
        let (first, _) = helping.pop()?;
        helping.iter().all(|(other, _)| other.change == first.change).then_some(first)
    }

    /// Whether a change mends a place. `None`: too much was tried already.
    fn helps(&mut self, value: &Value, place: &str, edit: &Edit) -> Option<Help> {
        self.tries = self.tries.checked_sub(1)?;
        let mut changed = value.clone();
        if edit.apply(&mut changed, place).is_none() {
            return Some(Help::None);
        }
        let Ok(document) = changed.to_document() else { return Some(Help::None) };
        let faults = self.validator.faults(document.root());
        let outer = pointer_parent(place);
        let dropped = matches!(edit.change, Change::Drop);
        let missing = |fault: &Fault| {
            let name = place.rsplit('/').next().and_then(pointer::unescape_token);
            matches!((&fault.due, name), (Due::Member(member), Some(name)) if *member == *name)
        };
        if dropped && faults.iter().any(|fault| Some(fault.at.as_str()) == outer && missing(fault)) {
            return Some(Help::None);
        }
        let wanted = if edit.has_to_fit() { Help::None } else { Help::Part };
        Some(match faults.iter().filter(|fault| within(&fault.at, place)).map(|fault| fault.at == place).max() {
            Some(true) => Help::None,
            Some(false) => wanted,
            None => Help::Whole,
        })
    }

    /// The one member of an object around the whole answer, where it is valid as it stands.
    fn unwrap_object(&mut self, value: &Value) -> Option<(Document, Vec<Coercion>)> {
        let object = value.as_object().filter(|object| object.len() == 1)?;
        let (_, inner) = object.iter().next()?;
        let document = inner.to_document().ok()?;
        let valid = self.validator.admits(document.root());
        valid.then(|| (document, vec![Coercion::at_root(CoercionKind::UnwrappedObject)]))
    }
}

/// Whether nothing but a string is admitted at a place: every other kind of value breaks the schema there.
pub(crate) fn only_text(validator: &Validator, document: &Document, place: &str) -> bool {
    let others =
        [Value::Null, Value::Bool(true), Value::from(0), Value::Array(Vec::new()), Value::Object(Object::new())];
    others.into_iter().all(|other| {
        let mut probe = document.to_value();
        let Some(slot) = probe.at_mut(place) else { return false };
        *slot = other;
        let faults = probe.to_document().map(|probe| validator.faults(probe.root()));
        faults.is_ok_and(|faults| faults.iter().any(|fault| within(&fault.at, place)))
    })
}

/// How much of a place a change mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Help {
    None,
    /// The place itself, and not all that is in it.
    Part,
    Whole,
}

/// Whether a place is another one or lies in it.
fn within(place: &str, outer: &str) -> bool {
    place.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn pointer_parent(place: &str) -> Option<&str> {
    place.rsplit_once('/').map(|(parent, _)| parent)
}
