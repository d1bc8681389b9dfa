//! The product, seen as a [`Compiler`].
#![allow(clippy::panic, reason = "what the product must never do is a panic here, and every panic is a failure")]

use isoform_json::Document;
use isoform_schema::dialect::{self, Keyword, Support};
use isoform_schema::plan::{Plan, PlanError};
use isoform_schema::{Allowed, Encodings, Error, FormOptions, Schema, SchemaOptions, Source};

use crate::json::Json;
use crate::subject::{Change, Compiler, Form, Place, Refusal, Request, Trouble};

/// The product's compiler.
pub struct Product;

fn refusal(error: &Error) -> Refusal {
    Refusal {
        code: error.code().as_str().to_owned(),
        at: error.pointer().map(str::to_owned),
        message: error.to_string(),
    }
}

fn own(code: &str, message: String) -> Refusal {
    Refusal { code: format!("judge:{code}"), at: None, message }
}

fn read(schema: &str, request: &Request) -> Result<Schema, Refusal> {
    let Some(name) = &request.source else { return Schema::parse(schema).map_err(|error| refusal(&error)) };
    let source = Source::from_name(name).ok_or_else(|| own("source", name.clone()))?;
    let document = Document::parse(schema).map_err(|error| own("json", error.to_string()))?;
    Schema::read(document, source).map_err(|error| refusal(&error))
}

fn options(request: &Request) -> Result<FormOptions, Refusal> {
    let place = match request.place {
        Place::Tool => isoform_schema::Place::Tool,
        Place::Output => isoform_schema::Place::Output,
    };
    let mut options = FormOptions::default()
        .with_place(place)
        .with_encodings(if request.light { Encodings::Light } else { Encodings::All })
        .with_describe(request.describe)
        .with_three_state(request.three_state)
        .with_cut_recursion(request.cut_recursion);
    if let Some(words) = &request.allow {
        let allowed = Allowed::from_words(words.iter().map(String::as_str)).map_err(|word| own("allow", word))?;
        options = options.with_allowed(allowed);
    }
    if let Some(name) = &request.name {
        options = options.with_name(name.clone());
    }
    Ok(options)
}

impl Compiler for Product {
    fn dialects(&self) -> Vec<String> {
        dialect::BUILT_IN.iter().map(|dialect| dialect.name.to_string()).collect()
    }

    fn source(&self, schema: &str, request: &Request) -> Result<String, Refusal> {
        read(schema, request).map(|schema| schema.source().name().to_owned())
    }

    fn form(&self, schema: &str, dialect: &str, request: &Request) -> Result<Box<dyn Form>, Refusal> {
        let dialect = dialect::named(dialect).ok_or_else(|| own("dialect", dialect.to_owned()))?;
        let form = read(schema, request)?.form(dialect, &options(request)?).map_err(|error| refusal(&error))?;
        Ok(Box::new(Made::new(form)))
    }

    fn form_with(
        &self,
        schema: &str,
        documents: &[(String, String)],
        dialect: &str,
        request: &Request,
    ) -> Result<Box<dyn Form>, Refusal> {
        let dialect = dialect::named(dialect).ok_or_else(|| own("dialect", dialect.to_owned()))?;
        let read = |text: &str| Document::parse(text).map_err(|error| own("json", error.to_string()));
        let mut with = SchemaOptions::default();
        if let Some(name) = &request.source {
            with = with.with_source(Source::from_name(name).ok_or_else(|| own("source", name.clone()))?);
        }
        for (uri, text) in documents {
            with = with.with_document(uri.clone(), read(text)?);
        }
        let schema = Schema::read_with(read(schema)?, with).map_err(|error| refusal(&error))?;
        let form = schema.form(dialect, &options(request)?).map_err(|error| refusal(&error))?;
        Ok(Box::new(Made::new(form)))
    }

    fn unenforced(&self, dialect: &str) -> Vec<String> {
        let Some(dialect) = dialect::named(dialect) else { return Vec::new() };
        let sent = Keyword::ALL.iter().filter(|keyword| dialect.keywords.get(**keyword) == Support::Sent);
        sent.map(|keyword| keyword.as_str().to_owned()).collect()
    }
}

/// A form, and its plan as another process would have it: written as JSON and read again.
struct Made {
    form: isoform_schema::Form,
    plan: Plan,
}

impl Made {
    fn new(form: isoform_schema::Form) -> Made {
        match Plan::from_document(form.plan().to_document().root()) {
            Ok(plan) if plan == *form.plan() => Made { form, plan },
            Ok(_) => std::panic::panic_any("the plan is another one once it is written and read".to_owned()),
            Err(error) => std::panic::panic_any(format!("the plan cannot be read once it is written: {error}")),
        }
    }
}

/// The judge's own reader takes what the product writes; text that is not strict JSON is a panic, and so a failure.
fn tree(document: &Document) -> Json {
    let text = document.to_json();
    match Json::parse(&text) {
        Ok(tree) => tree,
        Err(error) => std::panic::panic_any(format!("the product wrote no JSON: {error}")),
    }
}

fn document(value: &Json) -> Result<Document, Trouble> {
    Document::parse(&value.to_string()).map_err(|error| Trouble {
        code: "judge:document".to_owned(),
        detail: None,
        at: String::new(),
        message: error.to_string(),
    })
}

fn trouble(error: &PlanError) -> Trouble {
    Trouble {
        code: error.code().as_str().to_owned(),
        detail: error.detail().map(|detail| (detail.kind.clone(), detail.at.clone())),
        at: error.pointer().to_owned(),
        message: error.reason().to_owned(),
    }
}

impl Form for Made {
    fn name(&self) -> Option<String> {
        self.form.name().map(str::to_owned)
    }

    fn schema(&self) -> Option<Json> {
        self.form.schema().map(tree)
    }

    fn enforced(&self) -> Json {
        tree(self.form.enforced())
    }

    fn changes(&self) -> Vec<Change> {
        let change = |change: &isoform_schema::Change| Change {
            class: change.class.as_str().to_owned(),
            kind: change.kind.as_str().to_owned(),
            keyword: change.keyword.clone(),
            places: std::iter::once(change.at.clone()).chain(change.also.iter().cloned()).collect(),
            why: change.why.to_string(),
        };
        self.form.changes().iter().map(change).collect()
    }

    fn map(&self, value: &Json) -> Result<Json, Trouble> {
        let document = document(value)?;
        self.plan.map(document.root()).map(|answer| tree(&answer)).map_err(|error| trouble(&error))
    }

    fn unmap(&self, answer: &Json) -> Result<Json, Trouble> {
        let document = document(answer)?;
        self.plan.unmap(document.root()).map(|document| tree(&document)).map_err(|error| trouble(&error))
    }

    fn plan(&self) -> Option<Json> {
        Some(tree(&self.plan.to_document()))
    }

    fn verdict(&self) -> String {
        self.form.verdict().as_str().to_owned()
    }
}
