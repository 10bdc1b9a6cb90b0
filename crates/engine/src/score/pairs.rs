//! What passes between each pair of seats, in all and part by part.

use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// What passes between two seats.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairView {
    /// Who pays in all.
    pub from: Seat,
    /// Who receives.
    pub to: Seat,
    /// How much: never below zero.
    pub points: i64,
    /// The parts of it: `all triplets 5 + added kong 3`.
    pub sum: Text,
}

/// Every pair of seats between which something passes.
pub(super) fn pairs(ledger: &Ledger) -> Vec<PairView> {
    let net = ledger.net();
    let mut pairs = Vec::new();
    for one in Seat::ALL {
        for other in Seat::ALL.into_iter().filter(|&other| one < other) {
            let points = net[one.index()][other.index()];
            let (from, to) = if points < 0 { (other, one) } else { (one, other) };
            let sum = ledger.parts(from, to);
            if !sum.en.is_empty() {
                pairs.push(PairView { from, to, points: points.saturating_abs(), sum });
            }
        }
    }
    pairs
}
