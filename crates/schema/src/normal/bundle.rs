//! The rules of one type, which take no room where nothing is said.

use std::ops::{Deref, DerefMut};

/// Rules that read as silent until something is written into them. Most nodes have rules for one type only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bundle<T>(Option<Box<T>>);

impl<T> Bundle<T> {
    /// The rules, where some were written.
    pub(crate) fn written(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}

/// What rules are where nothing is said.
pub(crate) trait Silent: Default + 'static {
    const SILENT: &'static Self;
}

impl<T: Silent> Deref for Bundle<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::SILENT)
    }
}

impl<T: Silent> DerefMut for Bundle<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}
