//! What a reader accepts.

use crate::Document;

/// Limits for reading a text.
///
/// ```
/// use isoform_json::{Document, ReadOptions};
///
/// let options = ReadOptions::default().with_max_depth(2);
/// assert!(Document::parse_with("[[1]]", &options).is_ok());
/// assert_eq!(Document::parse_with("[[[1]]]", &options).unwrap_err().code(), "too-deep");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// How many containers may be open at once. Default 128; values past [`Document::MAX_DEPTH`] mean that.
    pub max_depth: usize,
    /// How many bytes a text may have. Default 64 MiB; values past 4 GiB - 2 mean that.
    pub max_bytes: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { max_depth: 128, max_bytes: 64 << 20 }
    }
}

impl ReadOptions {
    /// Sets how many containers may be open at once.
    #[must_use]
    pub fn with_max_depth(mut self, max_depth: usize) -> ReadOptions {
        self.max_depth = max_depth;
        self
    }

    /// Sets how many bytes a text may have.
    #[must_use]
    pub fn with_max_bytes(mut self, max_bytes: usize) -> ReadOptions {
        self.max_bytes = max_bytes;
        self
    }

    pub(crate) fn depth_limit(&self) -> usize {
        self.max_depth.min(Document::MAX_DEPTH)
    }

    pub(crate) fn byte_limit(&self) -> usize {
        // Offsets are u32, and the largest of them marks a node without a span.
        self.max_bytes.min(u32::MAX as usize - 1)
    }
}
