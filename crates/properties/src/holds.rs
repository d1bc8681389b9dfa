//! What holds of every form, and of every error where there is none.

use isoform_json::{Document, View};
use isoform_schema::dialect;
use isoform_schema::plan::{Plan, PlanError, PlanErrorCode};
use isoform_schema::{Allowed, Class, Encodings, Error, Form, FormOptions, Kind, Place, Schema};

use crate::Fault;
use crate::bytes::Bytes;

/// The forms of a schema in every dialect, each held to what holds of all, with the options it was asked for with.
pub(crate) fn forms(schema: &Schema, options: &FormOptions) -> Result<Vec<Form>, Fault> {
    let mut forms = Vec::new();
    // One dialect, another one for each schema, is asked twice.
    let twice = schema.document().node_bound() % dialect::BUILT_IN.len();
    for (number, dialect) in dialect::BUILT_IN.iter().enumerate() {
        let made = schema.form(dialect, options);
        let named = |fault: Fault| format!("{}: {fault}", dialect.name);
        let same = number != twice || made == schema.form(dialect, options);
        ensure!(same, "{}", named("the same schema gives two forms".to_owned()));
        forms.extend(form(schema, made, options).map_err(named)?);
    }
    Ok(forms)
}

/// A way to ask for forms.
pub(crate) fn options(bytes: &mut Bytes<'_>) -> FormOptions {
    let narrower = Allowed::only(&[Class::Exact, Class::Mapped, Class::Wider, Class::Narrower], &[]);
    let allowed = [Allowed::default(), narrower, Allowed::only(&[Class::Exact, Class::Mapped], &[Kind::ClosedObject])];
    let options = FormOptions::default()
        .with_place(if bytes.chance(40) { Place::Tool } else { Place::Output })
        .with_encodings(if bytes.chance(25) { Encodings::Light } else { Encodings::All })
        .with_allowed(bytes.pick(&allowed).cloned().unwrap_or_default())
        .with_describe(bytes.chance(20))
        .with_three_state(bytes.chance(25))
        .with_cut_recursion(bytes.chance(25));
    if bytes.chance(20) { options.with_name("a name!") } else { options }
}

fn form(schema: &Schema, made: Result<Form, Error>, options: &FormOptions) -> Result<Option<Form>, Fault> {
    let root = schema.document().root();
    let form = match made {
        Ok(form) => form,
        Err(error) => {
            error_holds(root, &error)?;
            return Ok(None);
        }
    };
    for change in form.changes() {
        for at in std::iter::once(&change.at).chain(&change.also) {
            ensure!(root.at(at).is_some(), "{change} is said of {at:?}, which is not there");
        }
        one_line(&change.to_string())?;
        let allowed = options.allow.allows(change.class, change.kind);
        ensure!(allowed, "{change} was not allowed");
    }
    for written in form.schema().into_iter().chain([form.enforced()]) {
        let again =
            Document::parse(&written.to_json()).map_err(|error| format!("what is written is no JSON: {error}"))?;
        let repeated = again.duplicate_key().map(|key| key.pointer());
        ensure!(repeated.is_none(), "what is written repeats the key {repeated:?}");
    }
    saved(&form)?;
    Ok(Some(form))
}

/// A form that was saved and loaded is the form, and is saved as the same bytes.
fn saved(form: &Form) -> Result<(), Fault> {
    let text = serde_json::to_string(form).map_err(|error| format!("the form cannot be saved: {error}"))?;
    let loaded: Form =
        serde_json::from_str(&text).map_err(|error| format!("the saved form cannot be loaded: {error}"))?;
    ensure!(loaded == *form, "the loaded form is another one");
    let again = serde_json::to_string(&loaded).map_err(|error| error.to_string())?;
    ensure!(again == text, "saved once more it is {again}, and was {text}");
    let plan = Plan::from_document(form.plan().to_document().root());
    ensure!(plan.as_ref() == Ok(form.plan()), "the plan is another one once it is written and read");
    Ok(())
}

/// The pointer leads into the schema, the span into its text, and the sentence is one line.
pub(crate) fn error_holds(schema: View<'_>, error: &Error) -> Result<(), Fault> {
    let pointer = error.pointer().unwrap_or_default();
    ensure!(schema.at(pointer).is_some(), "{error:?} is said of {pointer:?}, which is not there");
    if let Some(span) = error.span() {
        let source = schema.document().source();
        ensure!(source.get(span.clone()).is_some(), "{error:?} at {span:?}, which is no place in the text");
    }
    one_line(&error.to_string())
}

/// What holds of an error of `map` and `unmap`: it is said of a place in what was given, in one line.
pub(crate) fn plan_error_holds(given: View<'_>, error: &PlanError) -> Result<(), Fault> {
    let at = error.pointer();
    ensure!(given.at(at).is_some(), "{error:?} is said of {at:?}, which is not there");
    one_line(&error.to_string())
}

/// Unmaps any value: it becomes a document, or an error that says what of the form it falls under.
pub(crate) fn unmaps(form: &Form, answer: View<'_>) -> Result<(), Fault> {
    let fault = |fault: Fault| format!("{}: unmap of {}: {fault}", form.dialect(), answer.to_json());
    match form.unmap(answer) {
        Ok(document) => {
            let again = form.unmap(answer);
            ensure!(again.as_ref() == Ok(&document), "{}", fault("it gives two documents".to_owned()));
            Ok(())
        }
        Err(error) => {
            plan_error_holds(answer, &error).map_err(fault)?;
            let named = Class::ALL.iter().any(|class| names(form, &error, *class));
            let known =
                error.code() != PlanErrorCode::InvalidPlan && (error.code() != PlanErrorCode::NotDecodable || named);
            ensure!(known, "{}", fault(format!("{error:?} is no reported change")));
            Ok(())
        }
    }
}

/// Whether an error falls under a reported change of the class.
pub(crate) fn names(form: &Form, error: &PlanError, class: Class) -> bool {
    let Some(detail) = error.detail() else { return false };
    form.changes().iter().any(|change| {
        let there = change.at == detail.at || change.also.contains(&detail.at);
        change.class == class && change.kind.as_str() == detail.kind && there
    })
}

fn one_line(shown: &str) -> Result<(), Fault> {
    ensure!(!shown.chars().any(char::is_control), "more than one line: {shown}");
    ensure!(shown.len() < 2_000, "{} bytes of text: {shown}", shown.len());
    Ok(())
}
