//! From a valid value to what the caller wants: a Rust type, and checks of the caller's own.

use std::sync::Arc;

use isoform_json::Document;
use serde::de::DeserializeOwned;

use crate::contract::Answer;
use crate::error::Error;
use crate::fault::Fault;

/// How a valid value becomes a `T`, and what is asked of it then.
pub(crate) struct Typed<T> {
    make: Make<T>,
    checks: Vec<Arc<Check<T>>>,
}

type Check<T> = dyn Fn(&T) -> Vec<Fault> + Send + Sync;

enum Make<T> {
    /// It is one.
    Same(fn(Document) -> T),
    /// It is decoded.
    Decode(fn(&Document) -> Result<T, isoform_json::Error>),
}

impl<T> Clone for Make<T> {
    fn clone(&self) -> Make<T> {
        *self
    }
}

impl<T> Copy for Make<T> {}

impl<T> Clone for Typed<T> {
    fn clone(&self) -> Typed<T> {
        Typed { make: self.make, checks: self.checks.clone() }
    }
}

impl Typed<Document> {
    pub(crate) fn document() -> Typed<Document> {
        Typed { make: Make::Same(|document| document), checks: Vec::new() }
    }
}

impl<T: DeserializeOwned> Typed<T> {
    pub(crate) fn decoded() -> Typed<T> {
        Typed { make: Make::Decode(|document| document.root().decode()), checks: Vec::new() }
    }
}

impl<T> Typed<T> {
    pub(crate) fn with_check(mut self, check: impl Fn(&T) -> Vec<Fault> + Send + Sync + 'static) -> Typed<T> {
        self.checks.push(Arc::new(check));
        self
    }

    /// The answer with its value as a `T` that passes the checks.
    pub(crate) fn of(&self, answer: Answer) -> Result<Answer<T>, Error> {
        let Answer { value: document, repairs, coercions } = answer;
        // What fails a check is shown in the error.
        let (value, shown) = match self.make {
            Make::Same(make) => {
                let shown = if self.checks.is_empty() { None } else { Some(document.clone()) };
                (make(document), shown)
            }
            Make::Decode(decode) => (decode(&document)?, Some(document)),
        };
        let faults: Vec<Fault> = self.checks.iter().flat_map(|check| check(&value)).collect();
        match shown {
            Some(shown) if !faults.is_empty() => Err(Error::unchecked(shown, faults)),
            _ => Ok(Answer { value, repairs, coercions }),
        }
    }
}
