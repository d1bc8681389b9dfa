//! The forms of one schema that were asked for.

use std::sync::{Arc, Mutex, PoisonError};

use isoform_schema::{Dialect, Error, Form, FormOptions, Schema};

/// So many forms are kept; whoever asks for more of one schema gets them made each time.
const MOST: usize = 64;

/// The forms made so far, each with what it was made for.
#[derive(Default)]
pub(crate) struct Forms(Mutex<Vec<Made>>);

struct Made {
    dialect: Dialect,
    options: FormOptions,
    form: Arc<Form>,
}

impl Forms {
    /// The form, made where it is not there yet.
    pub(crate) fn get(&self, schema: &Schema, dialect: &Dialect, options: &FormOptions) -> Result<Arc<Form>, Error> {
        let known = |made: &[Made]| {
            let found = made.iter().find(|made| made.dialect == *dialect && made.options == *options);
            found.map(|made| Arc::clone(&made.form))
        };
        if let Some(form) = known(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(form);
        }
        // Nobody waits while it is made; of two that were made at once the first is kept.
        let form = Arc::new(schema.form(dialect, options)?);
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(form) = known(&made) {
            return Ok(form);
        }
        if made.len() < MOST {
            made.push(Made { dialect: dialect.clone(), options: options.clone(), form: Arc::clone(&form) });
        }
        Ok(form)
    }
}
