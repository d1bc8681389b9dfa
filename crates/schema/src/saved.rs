//! How a form is saved: with its documents as JSON text, because the formats of serde have no room for the digits of
//! every number.

use isoform_json::{Document, ReadOptions};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::change::Change;
use crate::form::Form;
use crate::plan::Plan;

/// The version of the format that is written and read here.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved<Text, Changes> {
    format: u32,
    to: Text,
    version: Text,
    name: Option<Text>,
    schema: Option<String>,
    enforced: String,
    changes: Changes,
    unmap: String,
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = Saved {
            format: FORMAT,
            to: self.to.as_str(),
            version: self.version.as_str(),
            name: self.name.as_deref(),
            schema: self.schema.as_ref().map(Document::to_json),
            enforced: self.enforced.to_json(),
            changes: self.changes.as_slice(),
            unmap: self.plan.to_document().to_json(),
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Form, D::Error> {
        let saved: Saved<String, Vec<Change>> = Saved::deserialize(deserializer)?;
        if saved.format != FORMAT {
            return Err(D::Error::custom(format!("the form was saved as version {}, not {FORMAT}", saved.format)));
        }
        let options = ReadOptions::default().with_max_depth(Document::MAX_DEPTH).with_max_bytes(usize::MAX);
        let read = |text: &str| Document::parse_with(text, &options).map_err(D::Error::custom);
        Ok(Form {
            to: saved.to,
            version: saved.version,
            name: saved.name,
            schema: saved.schema.as_deref().map(read).transpose()?,
            enforced: read(&saved.enforced)?,
            changes: saved.changes,
            plan: Plan::from_document(read(&saved.unmap)?.root()).map_err(D::Error::custom)?,
        })
    }
}
