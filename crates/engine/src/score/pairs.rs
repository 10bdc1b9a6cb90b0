//! Net payments between each pair of seats, with their parts.

use caipan_tiles::ledger::{Ledger, Pair};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// The net payment between two seats.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairView {
    /// The seat that pays the net amount.
    pub from: Seat,
    /// The seat that receives it.
    pub to: Seat,
    /// The points, never negative.
    pub points: i64,
    /// The parts of the amount: `all triplets 5 + added kong 3`.
    pub sum: Text,
}

/// Returns every pair of seats with a payment between them.
pub(super) fn pairs(ledger: &Ledger) -> Vec<PairView> {
    let net = ledger.net();
    let view = |pair: Pair| {
        let (points, (one, other)) = (net.at(pair), pair.seats());
        let (from, to) = if points < 0 { (other, one) } else { (one, other) };
        let sum = ledger.parts(from, to);
        (!sum.en.is_empty()).then(|| PairView { from, to, points: points.saturating_abs(), sum })
    };
    Pair::ALL.into_iter().filter_map(view).collect()
}
