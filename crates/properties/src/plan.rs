//! What holds of any text that is given as a plan.

use isoform_json::Document;
use isoform_schema::plan::Plan;

use crate::Fault;
use crate::holds;

/// Two texts with a line feed between them: a plan, and a value that it is run over.
///
/// The plan is read or refused at a place in it; what was read is written as a plan that is read as the same; and a run,
/// there and back, comes to an end.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(bytes);
    let (plan, value) = text.split_once('\n').unwrap_or((&text, "{}"));
    let Ok(written) = Document::parse(plan) else { return Ok(()) };
    let plan = match Plan::from_document(written.root()) {
        Ok(plan) => plan,
        Err(error) => return holds::plan_error_holds(written.root(), &error),
    };
    let again = Plan::from_document(plan.to_document().root());
    ensure!(again.as_ref() == Ok(&plan), "written and read the plan is {again:?}");
    let Ok(value) = Document::parse(value) else { return Ok(()) };
    for run in [plan.map(value.root()), plan.unmap(value.root())] {
        match run {
            Ok(made) => ensure!(Document::parse(&made.to_json()).is_ok(), "what was made is no JSON: {made}"),
            Err(error) => holds::plan_error_holds(value.root(), &error)?,
        }
    }
    Ok(())
}
