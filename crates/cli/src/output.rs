//! JSON output: key order and the digits of numbers are those of the source.

use isoform::json::{self, Builder, Document, View};

/// Something that is written as one JSON value.
pub(crate) trait ToJson {
    /// Writes the value.
    fn write(&self, out: &mut Output);
}

/// A JSON text under construction.
///
#[derive(Debug)]
pub(crate) struct Output(Builder);

impl Output {
    /// The text of an object whose members `members` writes; `None` where the result would nest too deeply.
    pub(crate) fn object(members: impl FnOnce(&mut Output)) -> Option<Document> {
        let mut out = Output(Builder::new());
        out.nested(members);
        out.0.finish().ok()
    }

    /// An object as the next value.
    pub(crate) fn nested(&mut self, members: impl FnOnce(&mut Output)) {
        self.0.begin_object();
        members(self);
        self.0.end_object();
    }

    /// An array as the next value.
    pub(crate) fn list<T: ToJson>(&mut self, items: impl IntoIterator<Item = T>) {
        self.0.begin_array();
        for item in items {
            item.write(self);
        }
        self.0.end_array();
    }

    /// The key of the next value.
    pub(crate) fn key(&mut self, key: &str) -> &mut Output {
        self.0.key(key);
        self
    }

    /// A member.
    pub(crate) fn member(&mut self, key: &str, value: impl ToJson) {
        self.key(key);
        value.write(self);
    }
}

impl ToJson for View<'_> {
    fn write(&self, out: &mut Output) {
        out.0.view(*self);
    }
}

impl ToJson for &Document {
    fn write(&self, out: &mut Output) {
        self.root().write(out);
    }
}

impl ToJson for &str {
    fn write(&self, out: &mut Output) {
        out.0.string(self);
    }
}

impl ToJson for String {
    fn write(&self, out: &mut Output) {
        out.0.string(self);
    }
}

impl ToJson for &json::Repair {
    fn write(&self, out: &mut Output) {
        out.nested(|out| {
            out.member("kind", self.kind.code());
            out.member("severity", self.severity().name());
            out.key("span").list([self.span.start, self.span.end]);
        });
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Output) {
        out.0.bool(*self);
    }
}

impl ToJson for usize {
    fn write(&self, out: &mut Output) {
        out.0.unsigned(*self as u64);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Output) {
        match self {
            Some(value) => value.write(out),
            None => {
                out.0.null();
            }
        }
    }
}
