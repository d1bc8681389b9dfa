//! The members of an owned object.

use std::collections::HashMap;

use crate::Value;

/// Up to this many members, walking them beats hashing.
const FEW: usize = 16;

/// The members of an object, in order, each name once.
///
/// ```
/// use isoform_json::{Object, Value};
///
/// let mut object = Object::new();
/// object.insert("b", Value::from(1));
/// object.insert("a", Value::from(2));
/// object.insert("b", Value::from(3));
/// assert_eq!(object.keys().collect::<Vec<_>>(), ["b", "a"]);
/// assert_eq!(Value::from(object).to_document()?.to_json(), r#"{"b":3,"a":2}"#);
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Object {
    members: Vec<(String, Value)>,
    /// The place of each name, kept only for many members.
    places: Option<HashMap<String, usize>>,
}

impl Object {
    /// An object without members.
    #[must_use]
    pub fn new() -> Object {
        Object::default()
    }

    fn place(&self, key: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(key).copied(),
            None => self.members.iter().position(|(name, _)| name == key),
        }
    }

    /// The value of the member of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        Some(&self.members.get(self.place(key)?)?.1)
    }

    /// The value of the member of that name, for change.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let place = self.place(key)?;
        Some(&mut self.members.get_mut(place)?.1)
    }

    /// Whether there is a member of that name.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.place(key).is_some()
    }

    /// Adds a member at the end, or replaces the value of the one of that name in its place; gives back the
    /// value replaced.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let key = key.into();
        let value = value.into();
        if let Some(present) = self.get_mut(&key) {
            return Some(std::mem::replace(present, value));
        }
        if let Some(places) = &mut self.places {
            places.insert(key.clone(), self.members.len());
        }
        self.members.push((key, value));
        if self.places.is_none() && self.members.len() > FEW {
            self.index();
        }
        None
    }

    /// Takes a member out; those after it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let place = self.place(key)?;
        let (_, value) = self.members.remove(place);
        if self.places.is_some() {
            self.index();
        }
        Some(value)
    }

    fn index(&mut self) {
        let names = self.members.iter().map(|(name, _)| name.clone());
        self.places = Some(names.zip(0..).collect());
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// The members in order.
    #[must_use]
    pub fn iter(&self) -> ObjectIter<'_> {
        ObjectIter(self.members.iter())
    }

    /// The members in order, values for change.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Value)> {
        self.members.iter_mut().map(|(name, value)| (name.as_str(), value))
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Object {
        let mut object = Object::new();
        object.extend(members);
        object
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Object {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, members: I) {
        for (key, value) in members {
            self.insert(key, value);
        }
    }
}

/// The members of an owned object; see [`Object::iter`].
#[derive(Clone, Debug)]
pub struct ObjectIter<'a>(std::slice::Iter<'a, (String, Value)>);

impl<'a> Iterator for ObjectIter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<(&'a str, &'a Value)> {
        self.0.next().map(|(name, value)| (name.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for ObjectIter<'_> {}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Value);
    type IntoIter = ObjectIter<'a>;

    fn into_iter(self) -> ObjectIter<'a> {
        self.iter()
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

/// The same members, whatever their order.
impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.len() == other.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Object {}
