//! The lines of the house as a log records them.

use super::Word;
use caipan_log::{Between, Holder, HouseLine};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Points that the house, a pool or a referee moved, as the log records them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HouseLineView {
    /// The number of hands played before it; absent for a line of a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The seat that pays; absent for the house or a pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The seat that receives; absent for the house or a pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// True if the other party is a pool and not the house.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pool: bool,
    /// The points, from 1.
    pub points: i64,
    /// The kind: `rake`, `fee`, `penalty`, `adjustment`, `refund`, `top_up` or `jackpot`.
    pub kind: Word,
    /// The name of the kind.
    pub name: Text,
    /// The recorded reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The recorded person or system that moved them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl HouseLineView {
    /// Returns a line of a hand.
    pub fn of(line: &HouseLine) -> HouseLineView {
        HouseLineView {
            after: None,
            from: line.from.seat(),
            to: line.to.seat(),
            pool: [line.from, line.to].contains(&Holder::Pool),
            points: line.points,
            kind: line.kind.word().into(),
            name: line.kind.label().text(),
            why: line.why.clone(),
            by: line.by.clone(),
        }
    }

    /// Returns a line between two hands.
    pub fn between(between: &Between) -> HouseLineView {
        HouseLineView { after: Some(between.after), ..HouseLineView::of(&between.line) }
    }
}
