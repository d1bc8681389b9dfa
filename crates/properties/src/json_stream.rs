//! What holds of readers of a text that arrives.

use isoform_json::read::{self, LenientOptions};
use isoform_json::stream::{Items, Lines, StreamOptions};
use isoform_json::{Document, ErrorKind, ReadOptions, Severity};

use crate::Fault;
use crate::bytes::Bytes;
use crate::mutate::Random;
use crate::watch::watch;

/// So many pieces at most are looked at one by one.
const PIECES: usize = 256;

pub(crate) fn deepest() -> ReadOptions {
    ReadOptions::default().with_max_depth(Document::MAX_DEPTH)
}

/// The first byte says how the text is read, the second how it is cut; the others are the text.
///
/// - Every way to cut the bytes gives the same value, repairs, error and last view. Nothing that was shown is withdrawn,
///   and deltas put together are what is shown.
/// - A strict stream agrees with the strict reader, a lenient one with the lenient reader unless it refuses.
/// - Items and lines are the same ones however they came.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let mut bytes = Bytes::new(bytes);
    let mut options = StreamOptions::default();
    options.lenient = match bytes.below(4) {
        0 => None,
        1 => Some(Severity::Format),
        2 => Some(Severity::Spelling),
        _ => Some(Severity::Choice),
    };
    let seed = bytes.byte();
    let text = bytes.rest();
    let whole = watch(std::iter::once(text), &options)?;
    for pieces in cuts(text, seed) {
        let cut = watch(pieces.iter().copied(), &options)?;
        ensure!(cut == whole, "in pieces {cut:?}, at once {whole:?}");
        same_items(text, &pieces, &options)?;
    }
    let Ok(text) = std::str::from_utf8(text) else {
        ensure!(whole.end.is_err(), "bytes that are no text were read: {whole:?}");
        return Ok(());
    };
    match options.lenient {
        None => {
            let strict = read::strict(text, &ReadOptions::default()).map(|document| document.to_json());
            match (&whole.end, strict) {
                (Ok((streamed, _)), Ok(read)) => ensure!(*streamed == read, "read at once it is {read}"),
                // A stream meets a repeated name before it meets what comes later.
                (Err(("duplicate-key", _)), Err(_)) => {}
                (Err((code, offset)), Err(error)) => {
                    ensure!((*code, *offset) == (code_of(&error), error.offset()), "{whole:?}, at once {error}");
                }
                (streamed, read) => return Err(format!("{streamed:?}, at once {read:?}")),
            }
        }
        Some(severity) => {
            if let Ok((streamed, _)) = &whole.end {
                let read = read::lenient(text, &LenientOptions::default().with_severity(severity));
                let read = read.map(|reading| reading.document.to_json());
                ensure!(read.as_ref() == Ok(streamed), "the stream gives {streamed}, the lenient reader {read:?}");
            }
        }
    }
    Ok(())
}

/// The code that a stream gives for an error of the reader of whole texts.
fn code_of(error: &isoform_json::Error) -> &'static str {
    if error.kind() == ErrorKind::LoneSurrogate { "malformed" } else { error.code() }
}

/// Byte by byte, in small pieces, and in two.
fn cuts(text: &[u8], seed: u8) -> Vec<Vec<&[u8]>> {
    let mut random = Random::new(u64::from(seed));
    let least = text.len() / PIECES + 1;
    let single = text.chunks(least).collect();
    let mut small = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((least + random.below(2 + usize::from(seed) % 14)).min(rest.len()));
        small.push(piece);
        // A piece without bytes is a piece.
        if random.below(8) == 0 {
            small.push(b"");
        }
        rest = after;
    }
    let (first, second) = text.split_at(random.below(text.len() + 1));
    vec![single, small, vec![first, second]]
}

fn same_items(text: &[u8], pieces: &[&[u8]], options: &StreamOptions) -> Result<(), Fault> {
    let items = |pieces: &[&[u8]]| {
        let mut items = Items::new(options.clone());
        let mut given: Vec<String> = Vec::new();
        let mut failed = None;
        for piece in pieces {
            match items.push(piece) {
                Ok(more) => given.extend(more.iter().map(Document::to_json)),
                Err(error) => {
                    given.extend(items.ready().iter().map(Document::to_json));
                    failed = Some(error.code());
                    break;
                }
            }
        }
        (given, failed, items.place())
    };
    let (at_once, in_pieces) = (items(&[text]), items(pieces));
    ensure!(at_once == in_pieces, "items at once {at_once:?}, in pieces {in_pieces:?}");
    let lines = |pieces: &[&[u8]]| {
        let mut lines = Lines::new(options.limits.clone());
        let mut given: Vec<_> = pieces.iter().flat_map(|piece| lines.push(piece)).collect();
        given.extend(lines.finish());
        given
            .iter()
            .map(|line| line.as_ref().map(Document::to_json).map_err(|error| (error.code(), error.offset())))
            .collect::<Vec<_>>()
    };
    let (at_once, in_pieces) = (lines(&[text]), lines(pieces));
    ensure!(at_once == in_pieces, "lines at once {at_once:?}, in pieces {in_pieces:?}");
    Ok(())
}
