//! One schema in one dialect, and what is expected of its form.

use isoform_json::Document;
use isoform_schema::dialect::Dialect;
use isoform_schema::{Form, FormOptions, Schema};

/// Numbers that look random and are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    pub(crate) fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.roll(from.len())]
    }

    /// Any value, of some depth.
    pub(crate) fn any(&mut self, depth: usize) -> String {
        match self.roll(if depth == 0 { 6 } else { 8 }) {
            0 => "null".to_owned(),
            1 => "true".to_owned(),
            2 => "1.50".to_owned(),
            3 => "12345678901234567890".to_owned(),
            4 => r#""a\"b\\""#.to_owned(),
            5 => r#""""#.to_owned(),
            6 => self.list(3, |dice| dice.any(depth - 1)),
            _ => self.object(&["a", "", "entries", "key", "x y"], |dice| dice.any(depth - 1)),
        }
    }

    /// A list of up to so many elements.
    pub(crate) fn list(&mut self, most: usize, mut element: impl FnMut(&mut Dice) -> String) -> String {
        let elements: Vec<String> = (0..self.roll(most + 1)).map(|_| element(self)).collect();
        format!("[{}]", elements.join(","))
    }

    /// An object with some of these keys.
    pub(crate) fn object(&mut self, keys: &[&str], mut value: impl FnMut(&mut Dice) -> String) -> String {
        let mut members = Vec::new();
        for key in keys {
            if self.roll(2) == 0 {
                members.push(format!("{key:?}:{}", value(self)));
            }
        }
        format!("{{{}}}", members.join(","))
    }
}

/// A form under test.
pub(crate) struct Encoded {
    form: Form,
}

impl Encoded {
    pub(crate) fn new(schema: &str, dialect: &Dialect) -> Encoded {
        Encoded::with(schema, dialect, &FormOptions::default())
    }

    pub(crate) fn with(schema: &str, dialect: &Dialect, options: &FormOptions) -> Encoded {
        Encoded { form: Schema::parse(schema).unwrap().form(dialect, options).unwrap() }
    }

    /// The encoding is reported at a place: `mapped tuple-object /a`.
    #[track_caller]
    pub(crate) fn reports(&self, wanted: &str) -> &Encoded {
        let told: Vec<String> = self
            .form
            .changes()
            .iter()
            .map(|change| format!("{} {} {}", change.class.as_str(), change.kind.as_str(), change.at))
            .collect();
        assert!(told.iter().any(|told| told == wanted), "{wanted} is not in {told:#?}");
        self
    }

    /// Nothing of this kind is reported.
    #[track_caller]
    pub(crate) fn never(&self, kind: &str) -> &Encoded {
        assert!(self.form.changes().iter().all(|change| change.kind.as_str() != kind), "{kind} is reported");
        self
    }

    /// A document is this answer, and comes back.
    #[track_caller]
    pub(crate) fn pair(&self, document: &str, answer: &str) -> &Encoded {
        let document = Document::parse(document).unwrap();
        let found = self.form.map(document.root()).unwrap();
        assert_eq!(found.to_json(), answer);
        self.back(&document);
        self
    }

    /// So many documents that chance makes come back.
    #[track_caller]
    pub(crate) fn back_and_forth(&self, mut make: impl FnMut(&mut Dice) -> String) -> &Encoded {
        let mut dice = Dice(7);
        let mut different = std::collections::HashSet::new();
        for _ in 0..500 {
            let text = make(&mut dice);
            self.back(&Document::parse(&text).unwrap());
            different.insert(text);
        }
        assert!(different.len() > 5, "only {} documents", different.len());
        self
    }

    #[track_caller]
    fn back(&self, document: &Document) {
        let told = || document.to_json();
        let answer = self.form.map(document.root()).unwrap_or_else(|error| panic!("{error:?}: {}", told()));
        let answer = Document::parse(&answer.to_json()).unwrap();
        let back = self.form.unmap(answer.root()).unwrap_or_else(|error| panic!("{error:?}: {}", told()));
        assert!(back.root().same_value(document.root()), "{} is not {}", back.to_json(), told());
    }

    /// An answer that abuses the encoding: where, and by which change.
    #[track_caller]
    pub(crate) fn abuse(&self, answer: &str, at: &str, kind: &str, change: &str) -> &Encoded {
        let answer = Document::parse(answer).unwrap();
        let error = self.form.unmap(answer.root()).expect_err("an error");
        let detail = error.detail().unwrap_or_else(|| panic!("{error:?} names a change"));
        let found = (error.code().as_str(), error.pointer(), detail.kind.as_str(), detail.at.as_str());
        assert_eq!(found, ("not-decodable", at, kind, change));
        self
    }

    /// A document that needs what a narrowing took away.
    #[track_caller]
    pub(crate) fn narrowed(&self, document: &str, kind: &str, change: &str) -> &Encoded {
        let document = Document::parse(document).unwrap();
        let error = self.form.map(document.root()).expect_err("an error");
        let detail = error.detail().unwrap_or_else(|| panic!("{error:?} names a change"));
        let found = (error.code().as_str(), detail.kind.as_str(), detail.at.as_str());
        assert_eq!(found, ("narrowed", kind, change));
        self
    }
}
