//! The readings of a value that are lossless and due.

use isoform_json::{Decimal, Document, Kind, ReadOptions as JsonOptions, Value, read};

use super::{Coercion, CoercionKind as K, pointer_parent};
use crate::fault::{Due, Types};
use crate::options::ReadOptions;

/// A change at a place, and what it is called there and further in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    pub(super) change: Change,
    /// Kinds, and where they hold below the place.
    pub(super) told: Vec<(K, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// Another value.
    Put(Value),
    /// The member is left out.
    Drop,
}

impl Edit {
    fn put(kind: K, value: Value) -> Edit {
        Edit { change: Change::Put(value), told: vec![(kind, String::new())] }
    }

    /// Whether what comes out has to be valid as it is: an element is taken for a list, or a list for its element, only
    /// where nothing else is wrong with it.
    pub(super) fn has_to_fit(&self) -> bool {
        self.told.iter().any(|(kind, _)| matches!(kind, K::UnwrappedArray | K::WrappedInArray))
    }

    /// Makes the change; `None` where there is no such place.
    pub(super) fn apply(&self, value: &mut Value, place: &str) -> Option<()> {
        match &self.change {
            Change::Put(new) => *value.at_mut(place)? = new.clone(),
            Change::Drop => {
                let name = isoform_json::pointer::unescape_token(place.rsplit('/').next()?)?;
                value.at_mut(pointer_parent(place)?)?.as_object_mut()?.remove(&name)?;
            }
        }
        Some(())
    }

    pub(super) fn coercions<'e>(&'e self, place: &'e str) -> impl Iterator<Item = Coercion> + 'e {
        self.told.iter().map(move |(kind, below)| Coercion { kind: *kind, at: format!("{place}{below}"), span: None })
    }
}

/// What a value may have been meant as, where these types or values are due.
pub(super) fn of(value: &Value, place: &str, due: &Due, options: &ReadOptions) -> Vec<Edit> {
    let Some(here) = value.at(place) else { return Vec::new() };
    let mut edits = Vec::new();
    let types = match due {
        Due::Types(types) => types.clone(),
        Due::Values(listed) => {
            edits.extend(fold(here, listed));
            of_values(listed)
        }
        _ => return edits,
    };
    match here {
        Value::String(text) => edits.extend(of_text(text, &types, options)),
        Value::Number(number) if types.has(Kind::String) => {
            edits.push(Edit::put(K::NumberToString, Value::String(number.as_str().to_owned())));
        }
        Value::Null => {
            let member = pointer_parent(place)
                .and_then(|outer| value.at(outer))
                .is_some_and(|outer| outer.as_object().is_some());
            if member {
                edits.push(Edit { change: Change::Drop, told: vec![(K::NullDropped, String::new())] });
            }
        }
        Value::Array(items) if !types.has(Kind::Array) => {
            if let [only] = items.as_slice() {
                edits.push(Edit::put(K::UnwrappedArray, only.clone()));
            }
        }
        _ => {}
    }
    let element = matches!(here, Value::Bool(_) | Value::Number(_) | Value::Object(_));
    if element && types.has(Kind::Array) {
        edits.push(Edit::put(K::WrappedInArray, Value::Array(vec![here.clone()])));
    }
    edits
}

fn of_text(text: &str, types: &Types, options: &ReadOptions) -> Vec<Edit> {
    let mut edits = Vec::new();
    if types.has(Kind::Number) {
        edits.extend(number(text, types.whole).map(|number| Edit::put(K::StringToNumber, number)));
    }
    if types.has(Kind::Bool) {
        edits.extend(boolean(text, options.words_as_booleans).map(|is| Edit::put(K::StringToBoolean, Value::Bool(is))));
    }
    if types.has(Kind::Null) && !types.has(Kind::String) && text == "null" {
        edits.push(Edit::put(K::StringToNull, Value::Null));
    }
    if types.has(Kind::Array) || types.has(Kind::Object) {
        edits.extend(encoded(text, types).map(|inner| Edit::put(K::DoubleEncoded, inner)));
    }
    edits
}

/// The number whose exact text this is.
fn number(text: &str, whole: bool) -> Option<Value> {
    let number = Value::number(text)?;
    if !whole {
        return Some(number);
    }
    integer(&Decimal::parse(text)?)
}

/// An integral number written as one; `None` where it is none, or would have too many digits.
pub(super) fn integer(number: &Decimal) -> Option<Value> {
    if !number.is_integer() {
        return None;
    }
    let text = number.to_text();
    Value::number(&text).filter(|_| !text.contains(['.', 'e', 'E']))
}

fn boolean(text: &str, words: bool) -> Option<bool> {
    let says = |word: &str| text.eq_ignore_ascii_case(word);
    if says("true") || words && says("yes") {
        Some(true)
    } else if says("false") || words && says("no") {
        Some(false)
    } else {
        None
    }
}

/// The array or object whose strict JSON text this is.
fn encoded(text: &str, types: &Types) -> Option<Value> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let document: Document = read::strict(text, &JsonOptions::default()).ok()?;
    types.has(document.root().kind()).then(|| document.to_value())
}

/// The one listed text that differs in case and separators alone.
fn fold(here: &Value, listed: &[Value]) -> Option<Edit> {
    let folded = folded(here.as_str()?);
    let mut same = listed.iter().filter(|one| one.as_str().is_some_and(|text| self::folded(text) == folded));
    let first = same.next()?;
    same.all(|other| other == first).then(|| Edit::put(K::EnumFold, first.clone()))
}

fn folded(text: &str) -> String {
    text.chars().filter(|char| !matches!(char, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// The types of listed values.
fn of_values(listed: &[Value]) -> Types {
    let mut types = Types::default();
    for value in listed {
        if !types.has(value.kind()) {
            types.kinds.push(value.kind());
        }
    }
    types
}
