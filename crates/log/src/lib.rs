//! The canonical game log `paipu/1`: types, a strict reader with positions and limits, the JSON Schema, the text
//! notation.
//!
//! The reader refuses only what cannot be a log; it does not judge the content.
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod event;
mod unmodelled;
mod house;
mod house_line;
mod game;
mod people;
mod word;
mod shape;
mod want;
mod problem;
mod error;
mod read;
mod lines;
mod write;
mod schema;
mod text;
pub mod import;

pub use error::ReadError;
pub use event::{Action, Automatic, Claim, Declaration, Dice, DrawFrom, Event, KongKind, LostClaim, Offer, PassOf};
pub use game::{
    Fairness, GameLog, HandLog, HandResult, Hidden, OptionValue, Outcome, Payment, Player, RulesDeclared, Source,
    Start, WinClaimed,
};
pub use house::{HouseDeclared, Houses};
pub use house_line::{Between, Holder, HouseKind, HouseLine, Owner};
pub use lines::{Line, lines};
pub use people::{People, Who, is_unseen, shown};
pub use read::{Limits, Places, read, read_event, set_in_progress};
pub use schema::json_schema;
pub use text::{from_text, to_text};
pub use unmodelled::{Touches, Unmodelled};
pub use word::EventKind;
pub use write::write;
