//! Signed notes (C2SP `signed-note`): a text, a blank line, and signature lines.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The prefix of each signature line.
const DASH: &str = "\u{2014} ";
/// The signatures that are read; C2SP requires at least 16.
const MOST: usize = 64;

/// A note whose signatures are not verified yet.
#[derive(Clone, Copy, Debug)]
pub struct Note<'a> {
    /// The text that is signed, with its last line feed.
    pub text: &'a str,
    lines: &'a str,
}

/// A signature line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteSignature<'a> {
    /// The name of the key.
    pub name: &'a str,
    /// The id of the key.
    pub id: [u8; 4],
    /// The signature in the form of its algorithm.
    pub bytes: Vec<u8>,
}

impl<'a> Note<'a> {
    /// Splits a note at its last blank line. Returns `None` if it has none.
    pub fn read(note: &'a str) -> Option<Note<'a>> {
        let at = note.rfind("\n\n")?;
        Some(Note { text: note.get(..=at)?, lines: note.get(at + 2..)? })
    }

    /// The signature lines as they are.
    pub const fn lines(&self) -> &'a str {
        self.lines
    }

    /// The well-formed signatures, at most 64.
    pub fn signatures(&self) -> impl Iterator<Item = NoteSignature<'a>> + use<'a> {
        signatures(self.lines)
    }
}

/// The well-formed signatures among these lines, at most 64.
pub fn signatures(lines: &str) -> impl Iterator<Item = NoteSignature<'_>> {
    lines.lines().take(MOST).filter_map(|line| {
        let (name, bytes) = line.strip_prefix(DASH)?.split_once(' ')?;
        let mut bytes = STANDARD.decode(bytes).ok()?;
        let id = <[u8; 4]>::try_from(bytes.get(..4)?).ok()?;
        bytes.drain(..4);
        Some(NoteSignature { name, id, bytes })
    })
}

/// Writes a signature line, with its line feed.
pub fn signature_line(name: &str, id: [u8; 4], signature: &[u8]) -> String {
    format!("{DASH}{name} {}\n", STANDARD.encode([&id, signature].concat()))
}
