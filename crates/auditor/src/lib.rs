//! Reads logs in every known format, audits them under chosen rules, settles single hands and tries adapters.
//!
//! The service, the command line, the Python package and the npm package share this crate. Files, threads, tenants and
//! budgets are left to them.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]
#![doc = include_str!("../README.md")]

mod audited;
mod guesses;
mod hints;
mod in_play;
pub mod json_place;
mod overrides;
mod reading;
mod score;
mod trial;
pub mod views;

pub use audited::{Audited, VERDICTS, verdict_named};
pub use caipan_adapter::{EachLog, InputFormat, ReadLog, Refusal, media_of, of_adapter, only, translated};
pub use guesses::{TrialGuess, guesses};
pub use hints::AdapterHints;
pub use in_play::MatchInPlay;
pub use overrides::Override;
pub use reading::{format, format_among, formats, read_all, read_each};
pub use score::{score, settle};
pub use trial::{MissingField, Trial, TrialQuestion, TriedFinding, TriedMatch};

use caipan_pages::PageError;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;

/// Returns the refusal of a log whose page cannot be drawn.
pub fn page_refused(error: PageError) -> Box<Refusal> {
    Box::new(match error {
        PageError::NoStep(text) => Refusal::of_text(text),
        PageError::Rules(error) => Refusal::of_rules(error),
    })
}

/// Suggests the nearest known word as a sentence with a trailing space; empty if none is near.
pub fn meant<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Text {
    nearest(written, known).map_or_else(Text::default, |near| bilingual!("是否想写 {near}？", "Did you mean {near}? "))
}
