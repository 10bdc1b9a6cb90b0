//! The registry of checks, in blocks by subject. A code is never reused.

pub mod claims;
pub mod conduct;
pub mod course;
pub mod deal;
pub mod discards;
pub mod kongs;
pub mod log;
pub mod money;
pub mod patterns;
pub mod wins;

use super::Check;

/// Returns every check, by code.
pub fn all() -> impl Iterator<Item = &'static Check> {
    [
        log::BLOCK,
        deal::BLOCK,
        discards::BLOCK,
        claims::BLOCK,
        kongs::BLOCK,
        wins::BLOCK,
        patterns::BLOCK,
        money::BLOCK,
        course::BLOCK,
        conduct::BLOCK,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Returns the check with this code or name.
pub fn find(code: &str) -> Option<&'static Check> {
    all().find(|check| check.code.eq_ignore_ascii_case(code) || check.name == code)
}
