//! Combinations of options that contradict each other and are refused before a log is judged.

use caipan_tiles::text::Label;

/// Options that cannot hold together.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// The option to change; the error points at it.
    pub option: &'static str,
    /// True if the choices contradict each other.
    pub holds: bool,
    /// The contradiction and the fix: a sentence.
    pub why: Label,
}
