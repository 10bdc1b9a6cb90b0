//! The picks of a seat before the deal (飘分, 估卖) and the points that it owns, where house rules use them.

use crate::rules::{LogField, Rules};
use crate::table::Table;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// The picks of a seat before the deal and the points that it owns, as far as the log states them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StakeView {
    /// The points that the seat floats (飘分).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piao: Option<i64>,
    /// The points that the seat adds (估卖).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gu_mai: Option<i64>,
    /// The points that the seat owns, where they limit its payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holdings: Option<i64>,
}

impl StakeView {
    pub(super) fn of(rules: &dyn Rules, table: &Table, seat: Seat) -> StakeView {
        if !table.seats.contains(seat) {
            return StakeView::default();
        }
        let picked =
            |field: LogField| table.picked.filter(|_| field.is_known(rules.system())).map(|picked| picked[seat]);
        StakeView {
            piao: picked(LogField::Piao),
            gu_mai: picked(LogField::GuMai),
            holdings: table.holdings.map(|held| held[seat]),
        }
    }
}
