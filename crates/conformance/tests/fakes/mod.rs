//! Forms made by hand: honest ones, and ones that break one promise each.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    reason = "each test file uses a part, and a test fails loudly"
)]

use isoform_conformance::json::Json;
use isoform_conformance::subject::{Change, Compiler, Form, Refusal, Request, Trouble};

pub type Step = fn(&Json) -> Result<Json, Trouble>;

/// A form whose every part is given.
#[derive(Clone)]
pub struct Fake {
    pub sent: Json,
    pub enforced: Json,
    pub changes: Vec<Change>,
    pub map: Step,
    pub unmap: Step,
    pub refusal: Option<Refusal>,
}

impl Fake {
    /// Sends a schema as it is, and says so.
    pub fn honest(schema: &str) -> Fake {
        let schema = json(schema);
        Fake { sent: schema.clone(), enforced: schema, changes: Vec::new(), map: same, unmap: same, refusal: None }
    }

    pub fn enforcing(mut self, schema: &str) -> Fake {
        self.enforced = json(schema);
        self.sent = self.enforced.clone();
        self
    }

    pub fn sending(mut self, schema: &str) -> Fake {
        self.sent = json(schema);
        self
    }

    pub fn reporting(mut self, class: &str, kind: &str, keyword: Option<&str>, at: &str) -> Fake {
        self.changes.push(Change {
            class: class.to_owned(),
            kind: kind.to_owned(),
            keyword: keyword.map(str::to_owned),
            places: vec![at.to_owned()],
            why: String::new(),
        });
        self
    }

    pub fn mapping(mut self, map: Step) -> Fake {
        self.map = map;
        self
    }

    pub fn unmapping(mut self, unmap: Step) -> Fake {
        self.unmap = unmap;
        self
    }
}

pub fn json(text: &str) -> Json {
    Json::parse(text).expect("strict JSON")
}

pub fn same(value: &Json) -> Result<Json, Trouble> {
    Ok(value.clone())
}

pub fn trouble(code: &str, kind: &str, at: &str) -> Trouble {
    Trouble {
        code: code.to_owned(),
        detail: Some((kind.to_owned(), at.to_owned())),
        at: String::new(),
        message: String::new(),
    }
}

impl Form for Fake {
    fn name(&self) -> Option<String> {
        None
    }

    fn schema(&self) -> Option<Json> {
        Some(self.sent.clone())
    }

    fn enforced(&self) -> Json {
        self.enforced.clone()
    }

    fn changes(&self) -> Vec<Change> {
        self.changes.clone()
    }

    fn map(&self, document: &Json) -> Result<Json, Trouble> {
        (self.map)(document)
    }

    fn unmap(&self, answer: &Json) -> Result<Json, Trouble> {
        (self.unmap)(answer)
    }
}

impl Compiler for Fake {
    fn dialects(&self) -> Vec<String> {
        vec!["plain".to_owned(), "gemini".to_owned()]
    }

    fn source(&self, _: &str, _: &Request) -> Result<String, Refusal> {
        Ok("draft-2020-12".to_owned())
    }

    fn form(&self, _: &str, _: &str, _: &Request) -> Result<Box<dyn Form>, Refusal> {
        match &self.refusal {
            Some(refusal) => Err(refusal.clone()),
            None => Ok(Box::new(self.clone())),
        }
    }
}
