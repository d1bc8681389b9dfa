//! Writing a document in order.

use crate::assemble::{Event, events};
use crate::grammar;
use crate::growth::{Growth, Role};
use crate::node::NO_SPAN;
use crate::{Document, Error, ErrorKind, View};

/// Builds a [`Document`] from calls in source order.
///
/// A call that does not fit (a value in an object without a name, an end without a beginning, a number text
/// that is not JSON) is remembered, and [`finish`](Builder::finish) reports the first of them.
///
/// ```
/// use isoform_json::Builder;
///
/// let mut builder = Builder::new();
/// builder.begin_object();
/// builder.key("name").string("Ada");
/// builder.key("born").integer(1815);
/// builder.key("ratio").number("1.50");
/// builder.key("tags").begin_array().string("math").end_array();
/// builder.end_object();
/// assert_eq!(
///     builder.finish()?.to_json(),
///     r#"{"name":"Ada","born":1815,"ratio":1.50,"tags":["math"]}"#,
/// );
/// # Ok::<(), isoform_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    growth: Growth,
    named: bool,
    fault: Option<Error>,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// Starts an empty document.
    #[must_use]
    pub fn new() -> Builder {
        Builder::with_room(0)
    }

    /// Starts an empty document with room for about so many nodes; see [`Document::node_bound`].
    #[must_use]
    pub fn with_room(nodes: usize) -> Builder {
        Builder { growth: Growth::new(String::new(), nodes), named: false, fault: None }
    }

    /// Adds a null.
    pub fn null(&mut self) -> &mut Builder {
        if self.admits_value(0) {
            self.growth.null(NO_SPAN, NO_SPAN);
        }
        self
    }

    /// Adds a boolean.
    pub fn bool(&mut self, value: bool) -> &mut Builder {
        if self.admits_value(0) {
            self.growth.bool(value, NO_SPAN, NO_SPAN);
        }
        self
    }

    /// Adds a number by its text, which is kept as it is.
    pub fn number(&mut self, text: &str) -> &mut Builder {
        if !grammar::is_number(text) {
            self.refuse(ErrorKind::Number, "the text is not a JSON number");
        }
        self.valid_number(text)
    }

    fn valid_number(&mut self, text: &str) -> &mut Builder {
        if self.admits_value(text.len()) {
            self.growth.built_number(text);
        }
        self
    }

    /// Adds an integer.
    pub fn integer(&mut self, value: i64) -> &mut Builder {
        self.valid_number(&value.to_string())
    }

    /// Adds an integer that is not negative.
    pub fn unsigned(&mut self, value: u64) -> &mut Builder {
        self.valid_number(&value.to_string())
    }

    /// Adds a string.
    pub fn string(&mut self, text: &str) -> &mut Builder {
        if self.admits_value(text.len()) {
            self.growth.built_text(Role::Value, text);
        }
        self
    }

    /// Opens an array.
    pub fn begin_array(&mut self) -> &mut Builder {
        if self.admits_value(0) && self.admits_depth() {
            self.growth.begin_array(NO_SPAN);
        }
        self
    }

    /// Closes the array opened last.
    pub fn end_array(&mut self) -> &mut Builder {
        if self.growth.in_object() == Some(false) {
            self.growth.end(NO_SPAN);
        } else {
            self.refuse(ErrorKind::Build, "the end of an array where none is open");
        }
        self
    }

    /// Opens an object.
    pub fn begin_object(&mut self) -> &mut Builder {
        if self.admits_value(0) && self.admits_depth() {
            self.growth.begin_object(NO_SPAN);
        }
        self
    }

    /// Names the member whose value comes next. A name may be repeated, as it may in JSON text.
    pub fn key(&mut self, name: &str) -> &mut Builder {
        if self.growth.in_object() != Some(true) {
            self.refuse(ErrorKind::Build, "a name outside an object");
        } else if self.named {
            self.refuse(ErrorKind::Build, "a name after a name");
        }
        if self.admits_bytes(name.len()) {
            self.named = true;
            self.growth.built_text(Role::Name, name);
        }
        self
    }

    /// Closes the object opened last.
    pub fn end_object(&mut self) -> &mut Builder {
        if self.growth.in_object() != Some(true) {
            self.refuse(ErrorKind::Build, "the end of an object where none is open");
        } else if self.named {
            self.refuse(ErrorKind::Build, "the end of an object after a name");
        } else {
            self.growth.end(NO_SPAN);
        }
        self
    }

    /// Adds a copy of a value with everything inside it.
    pub fn view(&mut self, view: View<'_>) -> &mut Builder {
        for event in events(view) {
            match event {
                Event::Name(name) => self.key(name),
                Event::Begin(view) if view.is_object() => self.begin_object(),
                Event::Begin(_) => self.begin_array(),
                Event::End(view) if view.is_object() => self.end_object(),
                Event::End(_) => self.end_array(),
                Event::Scalar(scalar) => match (scalar.as_bool(), scalar.as_str(), scalar.as_number()) {
                    (Some(value), ..) => self.bool(value),
                    (_, Some(text), _) => self.string(text),
                    (.., Some(number)) => self.valid_number(number.text()),
                    _ => self.null(),
                },
            };
            if self.fault.is_some() {
                break;
            }
        }
        self
    }

    /// Ends the document.
    ///
    /// # Errors
    /// `build` where calls did not fit together, `number` for a number text that is not JSON, `too-deep` past
    /// [`Document::MAX_DEPTH`], `too-large` past 4 GiB of text.
    pub fn finish(mut self) -> Result<Document, Error> {
        if self.growth.depth() > 0 {
            self.refuse(ErrorKind::Build, "the document ends inside a container");
        } else if self.growth.node_bound() == 0 {
            self.refuse(ErrorKind::Build, "the document has no value");
        }
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.growth.into_document()),
        }
    }

    /// The first misuse so far.
    pub(crate) fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// Whether a value may come now; if so, it is taken as coming.
    fn admits_value(&mut self, bytes: usize) -> bool {
        match self.growth.in_object() {
            Some(true) if !self.named => {
                self.refuse(ErrorKind::Build, "a value in an object without a name");
            }
            None if self.growth.node_bound() > 0 => {
                self.refuse(ErrorKind::Build, "a second value after the document's own");
            }
            _ => {}
        }
        self.named = false;
        self.admits_bytes(bytes)
    }

    fn admits_bytes(&mut self, bytes: usize) -> bool {
        let most = u32::MAX as usize - 1;
        if bytes > most - self.growth.pool_len() || self.growth.node_bound() >= most {
            self.refuse(ErrorKind::TooLarge, "the document passes 4 GiB");
        }
        self.fault.is_none()
    }

    fn admits_depth(&mut self) -> bool {
        if self.growth.depth() >= Document::MAX_DEPTH {
            self.refuse(ErrorKind::TooDeep, "the limit on nesting is passed");
        }
        self.fault.is_none()
    }

    /// Remembers a misuse, the first one only.
    fn refuse(&mut self, kind: ErrorKind, reason: &'static str) {
        if self.fault.is_none() {
            self.fault = Some(Error::new(kind, reason));
        }
    }
}
