//! Reading by a schema: the contract of one, and the form that the answer was asked in.

use std::path::Path;

use isoform::answer::{Answer, Coercion, Contract, ReadOptions};
use isoform::schema::Form;
use isoform::{Dialect, FormOptions, Schema, Source, View, json};

use crate::fault::Fault;
use crate::input::{self, Failure};
use crate::output::{Output, ToJson};

/// A schema to read by.
pub(crate) struct Guide {
    contract: Contract,
    form: Option<Form>,
}

impl Guide {
    /// Of a file.
    pub(crate) fn open(file: &Path, to: Option<&Dialect>, formats: bool) -> Result<Guide, Failure> {
        let bytes = input::read_bytes(file)?;
        let name = input::display_name(file);
        let text = std::str::from_utf8(&bytes).map_err(|_| Failure::new(format!("{name} is not UTF-8")))?;
        Guide::parse(text, to, formats).map_err(|fault| Failure::new(format!("{name}: {fault}")))
    }

    /// Of a schema's text.
    fn parse(text: &str, to: Option<&Dialect>, formats: bool) -> Result<Guide, Fault> {
        let schema = Schema::parse(text).map_err(|error| Fault::from(&error))?;
        Guide::of(schema, to, formats)
    }

    /// Of the schema that a line holds.
    pub(crate) fn of_line(schema: View<'_>, to: Option<&Dialect>, formats: bool) -> Result<Guide, Fault> {
        let schema = Schema::read(schema.to_document(), Source::Auto);
        let schema = schema.map_err(|error| Fault::from(&error).under("/schema"))?;
        Guide::of(schema, to, formats).map_err(|fault| fault.under("/schema"))
    }

    fn of(schema: Schema, to: Option<&Dialect>, formats: bool) -> Result<Guide, Fault> {
        let form = to.map(|dialect| schema.form(dialect, &FormOptions::default())).transpose();
        let form = form.map_err(|error| Fault::from(&error))?;
        let contract = if formats { Contract::with_formats(schema) } else { Contract::new(schema) };
        let contract = contract.map_err(|error| Fault::configuration("", error.to_string()))?;
        Ok(Guide { contract, form })
    }

    /// Reads a text.
    pub(crate) fn read(&self, text: &str, options: &ReadOptions) -> Result<Answer, isoform::answer::Error> {
        match &self.form {
            Some(form) => self.contract.read_form(form, text, options),
            None => self.contract.read(text, options),
        }
    }

    /// Reads a value that came without text.
    pub(crate) fn read_value(&self, value: View<'_>, options: &ReadOptions) -> Result<Answer, isoform::answer::Error> {
        self.contract.read_value(value, self.form.as_ref(), options)
    }

    /// Everything that is wrong with a value as it stands.
    pub(crate) fn faults(&self, value: View<'_>) -> Result<Vec<isoform::answer::Fault>, Fault> {
        self.contract.faults(value).map_err(|error| Fault::of_answer(&error))
    }

    /// Holds a value to the schema as it stands.
    pub(crate) fn check(&self, value: View<'_>) -> Result<(), Fault> {
        match self.faults(value)?.first() {
            Some(fault) => Err(Fault::invalid(fault, Some(value))),
            None => Ok(()),
        }
    }
}

impl ToJson for &Coercion {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("kind", self.kind.code());
            out.member("at", self.at.as_str());
            if let Some(span) = &self.span {
                out.key("span").list([span.start, span.end]);
            }
        });
    }
}

impl Fault {
    /// A value that its schema does not admit.
    fn invalid(fault: &isoform::answer::Fault, root: Option<View<'_>>) -> Fault {
        let span = root.and_then(|root| root.at(&fault.at)?.span());
        Fault::new("schema", fault.message.as_str()).at_place(Some(&fault.at), span)
    }

    /// Why there is no answer, in the words of the line interface.
    pub(crate) fn of_answer(error: &isoform::answer::Error) -> Fault {
        match error.kind() {
            isoform::answer::ErrorKind::Text(inner) => Fault::of_reading(inner),
            isoform::answer::ErrorKind::Plan(inner) => Fault::from(inner),
            _ => Fault::new(error.code(), error.to_string()).at_place(error.pointer(), error.span()),
        }
    }
}

/// Everything that is wrong with a value.
pub(crate) fn faults(error: &isoform::answer::Error) -> impl Iterator<Item = Fault> {
    let root = error.partial().map(json::Document::root);
    error.faults().iter().map(move |fault| Fault::invalid(fault, root))
}

/// The pointers of what is not all there.
pub(crate) fn open_pointers(error: &isoform::answer::Error) -> Option<Vec<String>> {
    match error.kind() {
        isoform::answer::ErrorKind::Text(inner) => inner.partial().map(json::Document::open_pointers),
        _ => None,
    }
}
