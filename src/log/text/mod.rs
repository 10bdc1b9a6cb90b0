//! The text notation (谱) for people: one event a line.

/// What a line may begin with besides a seat.
pub(in crate::log) const LINES: &[&str] = &["paipu/1"];
