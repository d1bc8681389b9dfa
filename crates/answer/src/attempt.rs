//! Asking again, without asking: the retry loop of a caller who owns the conversation.

use std::sync::Arc;

use isoform_json::Document;
use isoform_schema::Form;

use crate::contract::{Answer, Contract};
use crate::error::{Error, ErrorKind};
use crate::options::ReadOptions;

/// A question that is asked until its answer is valid, or until asking again makes no sense.
///
/// It sends nothing: the caller sends the question, feeds each answer, and sends the feedback it is given.
///
/// ```
/// use isoform_answer::{Attempt, Contract, ReadOptions, Step};
/// use isoform_schema::Schema;
///
/// let contract = Contract::new(Schema::parse(r#"{"type":"integer","minimum":1}"#)?)?;
/// let mut attempt = Attempt::new(contract, ReadOptions::guided(), 3);
/// let Step::Again { feedback, .. } = attempt.feed("0") else { panic!("0 is less than 1") };
/// assert!(feedback.contains("less than the minimum"));
/// let Step::Done(answer) = attempt.feed("2") else { panic!("2 is valid") };
/// assert_eq!(answer.value.to_json(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Attempt<T = Document> {
    contract: Contract<T>,
    form: Option<Arc<Form>>,
    options: ReadOptions,
    most: usize,
    made: usize,
    /// What the last answer was told.
    told: Option<String>,
}

impl<T> Clone for Attempt<T> {
    fn clone(&self) -> Attempt<T> {
        let Attempt { contract, form, options, most, made, told } = self;
        let (contract, form, told) = (contract.clone(), form.clone(), told.clone());
        Attempt { contract, form, told, options: *options, most: *most, made: *made }
    }
}

/// What to do after an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step<T = Document> {
    /// It is valid.
    Done(Answer<T>),
    /// It is not: send this.
    Again {
        /// What to tell the model.
        feedback: String,
        /// What was wrong.
        error: Error,
    },
    /// It is not, and asking again makes no sense.
    GiveUp {
        /// Why not.
        reason: Reason,
        /// What was wrong with the last answer.
        error: Error,
    },
}

/// Why asking again makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The answers that were allowed are used up.
    Spent,
    /// The answer has the faults of the one before, and the feedback would be the same.
    Repeated,
    /// The model is not to blame.
    Configuration,
}

impl<T> Attempt<T> {
    /// An attempt that takes at most so many answers, and at least one.
    #[must_use]
    pub fn new(contract: Contract<T>, options: ReadOptions, most: usize) -> Attempt<T> {
        Attempt { contract, form: None, options, most: most.max(1), made: 0, told: None }
    }

    /// The same for answers in a form of the schema.
    #[must_use]
    pub fn in_form(self, form: impl Into<Arc<Form>>) -> Attempt<T> {
        Attempt { form: Some(form.into()), ..self }
    }

    /// What to send now; `None` before the first answer, where the question itself is due.
    #[must_use]
    pub fn ask(&self) -> Option<&str> {
        self.told.as_deref()
    }

    /// How many answers were fed.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// Takes an answer.
    pub fn feed(&mut self, text: &str) -> Step<T> {
        self.made = self.made.saturating_add(1);
        let read = match &self.form {
            Some(form) => self.contract.read_form(form, text, &self.options),
            None => self.contract.read(text, &self.options),
        };
        let error = match read {
            Ok(answer) => {
                self.told = None;
                return Step::Done(answer);
            }
            Err(error) => error,
        };
        let feedback = match error.feedback() {
            Some(feedback) if *error.kind() != ErrorKind::Configuration => feedback,
            _ => return Step::GiveUp { reason: Reason::Configuration, error },
        };
        let repeated = self.told.as_ref() == Some(&feedback);
        self.told = Some(feedback.clone());
        if repeated {
            Step::GiveUp { reason: Reason::Repeated, error }
        } else if self.made >= self.most {
            Step::GiveUp { reason: Reason::Spent, error }
        } else {
            Step::Again { feedback, error }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use isoform_schema::{FormOptions, Schema, dialect};

    fn attempt(schema: &str, most: usize) -> Attempt {
        Attempt::new(Contract::new(Schema::parse(schema).unwrap()).unwrap(), ReadOptions::guided(), most)
    }

    #[test]
    fn it_ends_where_asking_again_makes_no_sense() {
        let reason = |step: Step| match step {
            Step::GiveUp { reason, .. } => Some(reason),
            _ => None,
        };
        let mut spent = attempt(r#"{"type":"integer"}"#, 2);
        assert_eq!(spent.ask(), None);
        assert_eq!(reason(spent.feed("true")), None);
        assert!(spent.ask().is_some_and(|told| told.contains("expected integer, got boolean")));
        assert_eq!(reason(spent.feed("1.5")), Some(Reason::Spent));
        assert_eq!(spent.made(), 2);

        let mut repeated = attempt(r#"{"type":"integer"}"#, 9);
        assert_eq!(reason(repeated.feed("true")), None);
        assert_eq!(reason(repeated.feed("true ")), Some(Reason::Repeated));

        let mut none = attempt("{}", 0);
        assert_eq!(reason(none.feed("sorry")), Some(Reason::Spent));
    }

    #[test]
    fn an_answer_in_a_form_comes_back() {
        let text = r#"{"type":"object","additionalProperties":{"type":"integer"}}"#;
        let schema = Schema::parse(text).unwrap();
        let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::default()).unwrap();
        let mut attempt = attempt(text, 2).in_form(form);
        let Step::Done(answer) = attempt.feed(r#"{"entries":[{"key":"a","value":"1"}]}"#) else {
            panic!("it is valid")
        };
        assert_eq!(answer.value.to_json(), r#"{"a":1}"#);
    }
}
