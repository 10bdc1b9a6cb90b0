//! A seat with a claim, as `claims` and `offers` of an event list it.

use super::super::PassOf;
use super::list::Anything;
use super::scalar::{Must, OneOf};
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Deserialize;

/// A seat with its claim: one that lost to the event it is recorded with, or one that was offered.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Claim")]
pub(crate) struct WireClaim {
    /// The claiming seat.
    pub(super) seat: Must<Seat>,
    /// The claim.
    pub(super) what: Must<OneOf<PassOf>>,
    #[serde(default, rename = "x")]
    pub(super) _x: Anything,
}
