//! How an answer is read.

use isoform_json::Severity;

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// A text that is one value, nearly right.
    Guided,
    /// The arguments of a call: a blank text and null stand for no arguments where the schema takes none.
    Arguments,
    /// A whole answer: the value may stand in a fence or in prose.
    Final,
}

/// How an answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Where the answer comes from.
    pub mode: Mode,
    /// The highest severity of a repair that is accepted. Where exactly one of several values of a text is valid, it is
    /// taken in the modes for arguments and whole answers, whatever the severity.
    pub severity: Severity,
    /// Whether the closing brackets of a truncated text may be added.
    pub complete_truncated: bool,
    /// Whether yes and no are booleans where one is due.
    pub words_as_booleans: bool,
}

impl ReadOptions {
    fn of(mode: Mode) -> ReadOptions {
        ReadOptions { mode, severity: Severity::Spelling, complete_truncated: false, words_as_booleans: false }
    }

    /// For a text that is one value.
    #[must_use]
    pub fn guided() -> ReadOptions {
        ReadOptions::of(Mode::Guided)
    }

    /// For the arguments of a call.
    #[must_use]
    pub fn arguments() -> ReadOptions {
        ReadOptions::of(Mode::Arguments)
    }

    /// For a whole answer.
    #[must_use]
    pub fn whole_answer() -> ReadOptions {
        ReadOptions::of(Mode::Final)
    }

    /// Sets the highest severity of a repair that is accepted.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> ReadOptions {
        ReadOptions { severity, ..self }
    }

    /// Sets whether the closing brackets of a truncated text may be added.
    #[must_use]
    pub fn with_complete_truncated(self, complete_truncated: bool) -> ReadOptions {
        ReadOptions { complete_truncated, ..self }
    }

    /// Sets whether yes and no are booleans where one is due.
    #[must_use]
    pub fn with_words_as_booleans(self, words_as_booleans: bool) -> ReadOptions {
        ReadOptions { words_as_booleans, ..self }
    }
}
