//! From the text of a schema to what each place in it says: the draft, the references, the keywords.

pub(crate) mod detect;
pub(crate) mod draft;
pub(crate) mod local;
mod lookup;
pub(crate) mod positions;
pub(crate) mod resolve;
pub(crate) mod sites;
pub(crate) mod survey;
pub(crate) mod types;
pub(crate) mod uri;
mod ways;
