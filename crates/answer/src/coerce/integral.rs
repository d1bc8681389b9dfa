//! Integral numbers that are not written as integers, where no other numbers are admitted.

use isoform_json::{Decimal, Document, Value, pointer};

use super::readings::integer;
use super::{Coercion, CoercionKind, Work};
use crate::fault::{Due, Fault};

/// How many numbers are asked about one by one.
const SINGLE: usize = 64;
/// The most characters of a number that is asked about.
const LONG: usize = 400;

impl Work<'_> {
    /// Writes such numbers as integers. A value that is valid stays valid: the numbers stay the same.
    pub(super) fn integral(&self, document: Document, mut coercions: Vec<Coercion>) -> (Document, Vec<Coercion>) {
        let mut found: Vec<(String, Value, Value)> = Vec::new();
        collect(&document, &mut found);
        if found.is_empty() {
            return (document, coercions);
        }
        let mut value = document.to_value();
        let mut whole = self.refuses_fractions(&value, &found);
        if whole.len() < found.len() {
            // Where a fraction breaks an alternative, it is the alternatives around it that fail.
            let left = found.iter().enumerate().filter(|(index, _)| !whole.contains(index));
            let left: Vec<usize> = left.map(|(index, _)| index).take(SINGLE).collect();
            for index in left {
                let single = found.get(index..=index).unwrap_or_default();
                if !self.refuses_fractions(&value, single).is_empty() {
                    whole.push(index);
                }
            }
        }
        whole.sort_unstable();
        for (at, new, _) in whole.iter().filter_map(|index| found.get(*index)) {
            let Some(slot) = value.at_mut(at) else { continue };
            *slot = new.clone();
            let span = document.root().at(at).and_then(|view| view.span());
            coercions.push(Coercion { kind: CoercionKind::IntegralNumber, at: at.clone(), span });
        }
        match value.to_document() {
            Ok(written) if !whole.is_empty() => (written, coercions),
            _ => (document, coercions),
        }
    }

    /// Which of the numbers would not be admitted with a fraction, because of their type.
    fn refuses_fractions(&self, value: &Value, numbers: &[(String, Value, Value)]) -> Vec<usize> {
        let mut probe = value.clone();
        for (at, _, fraction) in numbers {
            if let Some(slot) = probe.at_mut(at) {
                *slot = fraction.clone();
            }
        }
        let Ok(document) = probe.to_document() else { return Vec::new() };
        let faults = self.validator.faults(document.root());
        let refused = |at: &String| faults.iter().any(|fault| fault.at == *at && wants_integers(fault));
        numbers.iter().enumerate().filter(|(_, (at, ..))| refused(at)).map(|(index, _)| index).collect()
    }
}

/// Whether a fault says that a number has to be integral, whatever the branch.
fn wants_integers(fault: &Fault) -> bool {
    match &fault.due {
        Due::Types(_) => true,
        Due::Branches(branches) => {
            let here = |branch: &Vec<Fault>| branch.iter().any(|inner| inner.at == fault.at && wants_integers(inner));
            !branches.is_empty() && branches.iter().all(here)
        }
        _ => false,
    }
}

/// Numbers that are integral and not written so: where, as an integer, and with a fraction.
fn collect(document: &Document, found: &mut Vec<(String, Value, Value)>) {
    let mut open = vec![(document.root(), String::new())];
    while let Some((view, at)) = open.pop() {
        if let Some(number) = view.as_number() {
            let text = number.text();
            let odd = text == "-0" || text.contains(['.', 'e', 'E']);
            if odd && text.len() <= LONG {
                let pair = with_fraction(&number.decimal());
                found.extend(pair.map(|(whole, fraction)| (at, whole, fraction)));
            }
            continue;
        }
        // The last is looked at first: pushed in reverse, they come in the order of the text.
        let mut inner: Vec<_> = if view.kind() == isoform_json::Kind::Object {
            view.members().map(|(name, held)| (held, token(&at, name))).collect()
        } else {
            view.items().enumerate().map(|(index, held)| (held, token(&at, &index.to_string()))).collect()
        };
        inner.reverse();
        open.extend(inner);
    }
}

fn token(at: &str, name: &str) -> String {
    let mut at = at.to_owned();
    pointer::push_token(&mut at, name);
    at
}

fn with_fraction(number: &Decimal) -> Option<(Value, Value)> {
    let whole = integer(number)?;
    let Value::Number(text) = &whole else { return None };
    let fraction = Value::number(&format!("{}.5", text.as_str()))?;
    Some((whole, fraction))
}
