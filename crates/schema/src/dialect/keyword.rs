//! The keywords a dialect is asked about, and what it does with each.

use std::fmt;

macro_rules! keywords {
    ($($variant:ident = $text:literal,)*) => {
        /// A keyword whose support differs between dialects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "each is named after its keyword")]
        #[non_exhaustive]
        pub enum Keyword { $($variant,)* }

        impl Keyword {
            /// Every keyword, in the order of the support tables.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$variant,)*];

            /// The keyword as it is written in a schema.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Keyword::$variant => $text,)* }
            }

            /// The keyword of that spelling.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Keyword> {
                match name { $($text => Some(Keyword::$variant),)* _ => None }
            }
        }
    };
}

keywords! {
    Minimum = "minimum",
    Maximum = "maximum",
    ExclusiveMinimum = "exclusiveMinimum",
    ExclusiveMaximum = "exclusiveMaximum",
    MultipleOf = "multipleOf",
    MinLength = "minLength",
    MaxLength = "maxLength",
    Pattern = "pattern",
    Format = "format",
    MinItems = "minItems",
    MaxItems = "maxItems",
    UniqueItems = "uniqueItems",
    PrefixItems = "prefixItems",
    Contains = "contains",
    UnevaluatedItems = "unevaluatedItems",
    MinProperties = "minProperties",
    MaxProperties = "maxProperties",
    PatternProperties = "patternProperties",
    PropertyNames = "propertyNames",
    DependentRequired = "dependentRequired",
    DependentSchemas = "dependentSchemas",
    UnevaluatedProperties = "unevaluatedProperties",
    AllOf = "allOf",
    OneOf = "oneOf",
    Not = "not",
    If = "if",
    Const = "const",
    Title = "title",
    Description = "description",
    Default = "default",
    Examples = "examples",
    Deprecated = "deprecated",
    ReadOnly = "readOnly",
    WriteOnly = "writeOnly",
    Comment = "$comment",
    ContentEncoding = "contentEncoding",
    ContentMediaType = "contentMediaType",
}

impl fmt::Display for Keyword {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// What a dialect does with a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Support {
    /// It is sent, and the answer holds to it.
    Enforced,
    /// It is sent, and nothing public says that the answer holds to it: counted as not enforced.
    Sent,
    /// It is not sent.
    Refused,
}

/// What a dialect does with every keyword: refused, unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keywords([Support; Keyword::ALL.len()]);

impl Keywords {
    /// A table that refuses everything.
    #[must_use]
    pub const fn none() -> Keywords {
        Keywords([Support::Refused; Keyword::ALL.len()])
    }

    /// A table that takes everything.
    #[must_use]
    pub const fn all() -> Keywords {
        Keywords([Support::Enforced; Keyword::ALL.len()])
    }

    /// These keywords are enforced.
    #[must_use]
    pub const fn enforced(self, keywords: &[Keyword]) -> Keywords {
        self.with(keywords, Support::Enforced)
    }

    /// These keywords are sent and not known to be enforced.
    #[must_use]
    pub const fn sent(self, keywords: &[Keyword]) -> Keywords {
        self.with(keywords, Support::Sent)
    }

    /// These keywords are not sent.
    #[must_use]
    pub const fn refused(self, keywords: &[Keyword]) -> Keywords {
        self.with(keywords, Support::Refused)
    }

    const fn with(mut self, keywords: &[Keyword], support: Support) -> Keywords {
        let mut next = 0;
        while next < keywords.len() {
            self.0[keywords[next] as usize] = support;
            next += 1;
        }
        self
    }

    /// What the dialect does with this keyword.
    #[must_use]
    pub const fn get(&self, keyword: Keyword) -> Support {
        self.0[keyword as usize]
    }
}
