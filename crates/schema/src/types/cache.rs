//! Schemas that were made once.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::error::Error;
use crate::schema::Schema;

/// A type's schema never changes while a program runs, and a program has so many types and no more.
static MADE: Mutex<BTreeMap<TypeId, Schema>> = Mutex::new(BTreeMap::new());

/// The schema that was made for the type, or a new one. Errors are not kept.
pub(super) fn cached<T: 'static>(make: impl FnOnce() -> Result<Schema, Error>) -> Result<Schema, Error> {
    let id = TypeId::of::<T>();
    // A map is whole whenever the lock is free, whatever panicked.
    if let Some(schema) = MADE.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
        return Ok(schema.clone());
    }
    // The lock is not held meanwhile: what makes a schema is the type's own code, which may ask for others.
    let schema = make()?;
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(made.entry(id).or_insert(schema).clone())
}
