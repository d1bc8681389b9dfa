//! Equality of JSON values.

use crate::View;
use crate::node::Tag;

/// See [`View::same_value`].
pub(crate) fn same_value(left: View<'_>, right: View<'_>) -> bool {
    let mut pending = vec![(left, right)];
    while let Some((left, right)) = pending.pop() {
        let same = match (left.tag(), right.tag()) {
            (Tag::Number, Tag::Number) => left.as_number() == right.as_number(),
            (Tag::String, Tag::String) => left.as_str() == right.as_str(),
            (Tag::Array, Tag::Array) => {
                let same = left.len() == right.len();
                if same {
                    pending.extend(left.items().zip(right.items()));
                }
                same
            }
            (Tag::Object, Tag::Object) => pair_members(left, right, &mut pending),
            (left, right) => left == right,
        };
        if !same {
            return false;
        }
    }
    true
}

/// Pairs the members of two objects by name; `false` where the names differ.
fn pair_members<'l, 'r>(left: View<'l>, right: View<'r>, pending: &mut Vec<(View<'l>, View<'r>)>) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let members = left.members().zip(right.members());
    if members.clone().all(|((left, _), (right, _))| left == right) {
        pending.extend(members.map(|((_, left), (_, right))| (left, right)));
        return true;
    }
    let left = sorted(left);
    let right = sorted(right);
    let same = left.iter().map(|(name, _)| name).eq(right.iter().map(|(name, _)| name));
    if same {
        pending.extend(left.into_iter().zip(right).map(|((_, left), (_, right))| (left, right)));
    }
    same
}

/// Members by name; the sort is stable, so repeated names stay in source order.
fn sorted(object: View<'_>) -> Vec<(&str, View<'_>)> {
    let mut members: Vec<_> = object.members().collect();
    members.sort_by_key(|(name, _)| *name);
    members
}
