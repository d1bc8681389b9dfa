//! What holds of the forms of schemas that are drawn together with documents of them.

use isoform_json::{Document, Value, View};
use isoform_schema::plan::PlanErrorCode;
use isoform_schema::{Class, Form, FormOptions, Kind, Place, Schema};

use crate::Fault;
use crate::bytes::Bytes;
use crate::draw::{self, Drawn};
use crate::holds;
use crate::same::{Slack, same};

/// In every dialect:
///
/// - What holds of every form: changes and errors point into the schema, the same input gives the same bytes, and a form
///   that was saved and loaded is the form.
/// - The map law: a document of the schema is mapped and comes back, or the error names a reported narrowing.
/// - An answer near a right one, and any other value, becomes a document or an error.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let mut bytes = Bytes::new(bytes);
    let options = holds::options(&mut bytes);
    let Drawn { schema, source, documents } = draw::draw(&mut bytes);
    let text = schema.to_document().map_err(|error| error.to_string())?.to_json();
    let told = |fault: Fault| format!("{fault}\nschema ({}): {text}\noptions: {options:?}", source.name());
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    let schema = Schema::read(document, source).map_err(|error| told(format!("it is not read: {error}")))?;
    let forms = holds::forms(&schema, &options).map_err(told)?;
    let others: Vec<Value> = (0..3).map(|_| draw::value(&mut bytes)).collect();
    let mut mutations = bytes;
    for document in documents.iter().chain(&others) {
        let document = document.to_document().map_err(|error| error.to_string())?;
        for form in &forms {
            holds::unmaps(form, document.root()).map_err(told)?;
        }
    }
    for document in documents {
        let document = document.to_document().map_err(|error| error.to_string())?;
        if options.place == Place::Tool && document.root().kind() != isoform_json::Kind::Object {
            continue;
        }
        for form in &forms {
            let fault = |fault: Fault| told(format!("{}: document {document}: {fault}", form.dialect()));
            let Some(answer) = maps(form, document.root(), &options).map_err(fault)? else { continue };
            let near = changed(&answer.to_value(), &mut mutations);
            let near = near.to_document().map_err(|error| error.to_string())?;
            holds::unmaps(form, near.root()).map_err(fault)?;
        }
    }
    Ok(())
}

/// The map law for a document that is valid.
fn maps(form: &Form, document: View<'_>, options: &FormOptions) -> Result<Option<Document>, Fault> {
    let answer = match form.map(document) {
        Ok(answer) => answer,
        Err(error) => {
            holds::plan_error_holds(document, &error)?;
            let narrowed = error.code() == PlanErrorCode::Narrowed && holds::names(form, &error, Class::Narrower);
            ensure!(narrowed, "map fails under no reported narrowing: {error:?} at {:?}", error.pointer());
            return Ok(None);
        }
    };
    let repeated = answer.duplicate_key().map(|key| key.pointer());
    ensure!(repeated.is_none(), "the answer {answer} repeats the key {repeated:?}");
    let back =
        form.unmap(answer.root()).map_err(|error| format!("the answer {answer} does not come back: {error:?}"))?;
    let reported = |kind: Kind| form.changes().iter().any(|change| change.kind == kind);
    let slack = Slack { absent_is_null: reported(Kind::AbsentOrNull), digits: reported(Kind::EnumText) };
    same(document, back.root(), slack).map_err(|at| {
        format!("it came back as {back}, which differs at {at:?}; the answer is {answer}; {:?}", options.place)
    })?;
    Ok(Some(answer))
}

/// The value with one part of it changed, dropped, repeated or put elsewhere.
fn changed(value: &Value, bytes: &mut Bytes<'_>) -> Value {
    let inner = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if inner == 0 || bytes.is_empty() || bytes.chance(20) {
        return draw::value(bytes);
    }
    let chosen = bytes.below(inner);
    let way = bytes.below(6);
    match value {
        Value::Array(items) => {
            let mut items = items.clone();
            match (way, items.get_mut(chosen)) {
                (0, _) => drop(items.remove(chosen)),
                (1, Some(item)) => {
                    let again = item.clone();
                    items.push(again);
                }
                (_, Some(item)) => *item = changed(item, bytes),
                (_, None) => {}
            }
            items.into()
        }
        Value::Object(members) => {
            let mut members = members.clone();
            let name = members.keys().nth(chosen).unwrap_or_default().to_owned();
            match (way, members.get_mut(&name)) {
                (0, _) => drop(members.remove(&name)),
                (1, Some(member)) => {
                    let again = member.clone();
                    members.insert(format!("{name}_"), again);
                }
                (2, Some(member)) => *member = Value::Null,
                (_, Some(member)) => *member = changed(member, bytes),
                (_, None) => {}
            }
            members.into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use isoform_schema::{FormOptions, Schema, dialect};

    use crate::bytes::Bytes;
    use crate::draw::{self, Drawn};
    use crate::seeds;

    /// What is drawn is worth checking: most schemas have most forms, and most documents have an answer in them.
    #[test]
    #[allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests say what they expect by failing")]
    fn what_is_drawn_is_real() {
        let (mut asked, mut forms, mut changes, mut documents, mut mapped) = (0, 0, 0, 0, 0);
        for seed in seeds::choices() {
            let Drawn { schema, source, documents: drawn } = draw::draw(&mut Bytes::new(&seed));
            let schema = Schema::read(schema.to_document().unwrap(), source).unwrap();
            for dialect in dialect::BUILT_IN {
                asked += 1;
                let Ok(form) = schema.form(dialect, &FormOptions::default()) else { continue };
                forms += 1;
                changes += form.changes().len();
                documents += drawn.len();
                let maps = |document: &&isoform_json::Value| form.map(document.to_document().unwrap().root()).is_ok();
                mapped += drawn.iter().filter(maps).count();
            }
        }
        println!("{asked} asked, {forms} forms, {changes} changes, {documents} documents, {mapped} answers");
        assert!(forms * 2 > asked && changes > forms * 3 && mapped * 3 > documents);
        assert!(mapped < documents, "nothing is ever narrowed");
    }
}
