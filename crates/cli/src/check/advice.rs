//! What to do about a finding: one sentence for each kind of change and each error.

use isoform::{Class, ErrorCode, Kind};

const VALIDATE: &str = "Nothing, as long as the answer is validated against the original schema: the provider will not \
                        hold the model to this.";
const UNMAP: &str = "Read the answer through `unmap` with the form's plan; it comes back in the original shape.";
const NOTHING: &str = "Nothing: the same documents fit.";
const SPLIT: &str = "Split the tool, or take out what it does not need.";

/// What to do about a change.
pub(super) const fn of_change(class: Class, kind: Kind) -> &'static str {
    match (class, kind) {
        (_, Kind::ClosedObject) => {
            "Declare the keys that the model may need, or give `additionalProperties` a schema to let free keys travel \
             as a list of entries."
        }
        (_, Kind::AbsentOrNull) => {
            "Treat null and absent alike at this place, or take one of the two out of the schema."
        }
        (_, Kind::ImpliedType) => "Write the `type` that is meant.",
        (_, Kind::UniqueKeys) => "Nothing, as long as the answer goes through `unmap`: it refuses a repeated key.",
        (Class::Wider, Kind::JsonText) => {
            "Nothing, as long as the answer goes through `unmap` and is validated: what is in the text is not enforced."
        }
        (Class::Wider, Kind::OneOf) => {
            "Validate the answer: it may fit several branches. A constant of its own in each branch makes it exact."
        }
        (_, Kind::UnknownKeyword) => {
            "Check the spelling, if it was meant as a rule: to every draft it is an annotation."
        }
        (_, Kind::DeadDefinition) => "Nothing: it is not sent. It can be deleted if nobody else needs it.",
        (_, Kind::Advisory) => "Validate the answer: this surface holds the model to nothing.",
        (_, Kind::Recursion) => "Say how deep it may go in the schema itself, or use a dialect that takes recursion.",
        (_, Kind::Budget) => SPLIT,
        (Class::Exact, _) => NOTHING,
        (Class::Mapped, _) => UNMAP,
        (Class::Wider, _) => VALIDATE,
        _ => "Check that you can do without the documents that can no longer be produced.",
    }
}

/// What to do about a schema that has no form.
pub(super) const fn of_error(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidSchema => "Mend the schema: no draft allows this.",
        ErrorCode::UnsupportedKeyword => "Say it in other keywords, or take it out and check it in your own code.",
        ErrorCode::Unsatisfiable => "Mend the schema: no document fits it, so no answer could.",
        ErrorCode::OpenObject => "Declare the keys, or allow the encodings that carry free keys (`--encode all`).",
        ErrorCode::Map => "Allow the encodings that carry free keys (`--encode all`), or make it a list of entries.",
        ErrorCode::Untyped => "Write a `type`, or allow the encodings that carry any value (`--encode all`).",
        ErrorCode::ArrayWithoutItems => "Write `items`.",
        ErrorCode::EnumNotString => "Make the members strings, or allow their encoding (`--encode light` has it).",
        ErrorCode::EnumEmptyString => "Take the empty string out; leave the member out instead.",
        ErrorCode::Recursive => {
            "Say how deep it may go in the schema itself, accept a cut (`--allow` with `recursion`), or use a dialect \
             that takes recursion."
        }
        ErrorCode::ExternalReference => "Put the document that is referred to into `$defs`.",
        ErrorCode::UnresolvedReference => "Mend the reference: there is nothing where it points.",
        ErrorCode::MisplacedKeyword => "Move the keyword out of `properties`, to the schema it belongs to.",
        ErrorCode::LimitDepth => "Flatten the schema, or split the tool.",
        ErrorCode::LimitProperties
        | ErrorCode::LimitEnumValues
        | ErrorCode::LimitOptional
        | ErrorCode::LimitUnion
        | ErrorCode::LimitString
        | ErrorCode::LimitItems => SPLIT,
        ErrorCode::LimitTools => "Send fewer tools with one request.",
        ErrorCode::Name => "Give the tool another name.",
        ErrorCode::TooLarge | ErrorCode::TooDeep => "Make the schema smaller: its expansion passes isoform's budget.",
        ErrorCode::NotAllowed => "Accept the change (`--allow`), or mend the schema so that it is not needed.",
        _ => "See the message.",
    }
}
