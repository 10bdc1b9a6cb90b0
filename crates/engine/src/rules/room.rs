//! The options of a room, written shortly.

use super::Value;

/// The options that a room changes.
pub type Room = &'static [(&'static str, Value)];

/// A flag that is set.
pub(super) const fn on(option: &'static str) -> (&'static str, Value) {
    (option, Value::Flag(true))
}

/// A flag that is not set.
pub(super) const fn off(option: &'static str) -> (&'static str, Value) {
    (option, Value::Flag(false))
}

/// One of an option's words.
pub(super) const fn word(option: &'static str, word: &'static str) -> (&'static str, Value) {
    (option, Value::Word(word))
}

/// A number.
pub(super) const fn number(option: &'static str, number: i64) -> (&'static str, Value) {
    (option, Value::Number(number))
}
