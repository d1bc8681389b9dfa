//! The judge's own strict JSON reader.

use crate::json::{Json, MAX_DEPTH};

impl Json {
    /// Reads strict JSON.
    ///
    /// # Errors
    /// What is wrong and at which byte.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.space();
        if reader.at == reader.bytes.len() { Ok(value) } else { Err(reader.error("text after the value")) }
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, what: &str) -> String {
        format!("{what} at byte {}", self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.error("no value"))
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MAX_DEPTH {
            return Err(self.error("too deep"));
        }
        self.space();
        match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'[') => self.array(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.error("no value")),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take(b']') {
                return Ok(Json::Array(items));
            }
            if !self.take(b',') {
                return Err(self.error("no comma"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut members = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.error("no key"));
            }
            let key = self.string()?;
            self.space();
            if !self.take(b':') {
                return Err(self.error("no colon"));
            }
            members.push((key, self.value(depth + 1)?));
            self.space();
            if self.take(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.take(b',') {
                return Err(self.error("no comma"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), String> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.error("no digit")) }
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = self.bytes.get(start..self.at).unwrap_or_default();
        Ok(Json::Number(String::from_utf8_lossy(text).into_owned()))
    }

    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let byte = self.peek().ok_or_else(|| self.error("open string"))?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(out).map_err(|_| self.error("not UTF-8")),
                b'\\' => {
                    let char = self.escape()?;
                    out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..0x20 => return Err(self.error("raw control character")),
                byte => out.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let byte = self.peek().ok_or_else(|| self.error("open escape"))?;
        self.at += 1;
        Ok(match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                let code = if (0xd800..0xdc00).contains(&unit) {
                    let low = if self.take(b'\\') && self.take(b'u') { self.unit()? } else { 0 };
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err(self.error("lone surrogate"));
                    }
                    0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
                } else {
                    unit
                };
                char::from_u32(code).ok_or_else(|| self.error("lone surrogate"))?
            }
            _ => return Err(self.error("bad escape")),
        })
    }

    fn unit(&mut self) -> Result<u32, String> {
        let text = self.bytes.get(self.at..self.at + 4).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let unit = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = unit.and_then(|text| u32::from_str_radix(text, 16).ok());
        self.at += 4;
        unit.ok_or_else(|| self.error("bad escape"))
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Json;

    #[test]
    fn what_is_read_is_written_again() {
        let text = r#"{"a":[1.50,-0,1e3,"é😀\n\u0001"],"":{"~/":null},"b":true}"#;
        let value = Json::parse(text).expect("strict JSON");
        assert_eq!(value.to_string(), text);
        assert_eq!(value.at("//~0~1").map(Json::type_name), Some("null"));
        assert_eq!(value.at("/a/2").map(Json::type_name), Some("integer"));
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in ["", "[1,]", "{\"a\":1,}", "01", "1.", "\"\u{1}\"", r#""\ud800""#, "nul", "[1] 2", "+1"] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
    }
}
