//! Comparing values without the library's own equality.

use isoform_json::{Number, View};

/// What may differ between a document and what came back.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slack {
    /// An absent member and one that is null count as the same.
    pub(crate) absent_is_null: bool,
    /// A number may come back in other digits.
    pub(crate) digits: bool,
}

/// Whether two values are the same but for the order of members; where not, the pointer of the first difference.
pub(crate) fn same(one: View<'_>, other: View<'_>, slack: Slack) -> Result<(), String> {
    let here = || Err(one.pointer());
    match (one.as_number(), other.as_number()) {
        (Some(one), Some(other)) if same_number(one, other, slack) => return Ok(()),
        (None, None) => {}
        _ => return here(),
    }
    if one.kind() != other.kind() || one.as_str() != other.as_str() || one.as_bool() != other.as_bool() {
        return here();
    }
    if one.items().len() != other.items().len() {
        return here();
    }
    for (one, other) in one.items().zip(other.items()) {
        same(one, other, slack)?;
    }
    let lacks = |object: View<'_>, name: &str| !object.members().any(|(other, _)| other == name);
    for (name, member) in one.members() {
        match other.members().find(|(other, _)| *other == name) {
            Some((_, other)) => same(member, other, slack)?,
            None if slack.absent_is_null && member.is_null() => {}
            None => return Err(member.pointer()),
        }
    }
    for (name, member) in other.members() {
        if lacks(one, name) && !(slack.absent_is_null && member.is_null()) {
            return Err(format!("{}, which has more", one.pointer()));
        }
    }
    Ok(())
}

fn same_number(one: Number<'_>, other: Number<'_>, slack: Slack) -> bool {
    one.text() == other.text() || (slack.digits && float(one) == float(other))
}

fn float(number: Number<'_>) -> Option<f64> {
    number.text().parse().ok()
}
