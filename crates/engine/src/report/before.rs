//! The state before each hand as a report tells it, for the tables of a match that was audited.

use super::document::Report;
use crate::replay::Before;
use caipan_log::GameLog;
use caipan_tiles::tile::SeatList;

/// Returns the state before each hand of the log that this report is about.
///
/// The tables of a hand depend on its dealer, on the picks and on what the seats own. They do not depend on the dealer's
/// streak and on the floor, which a report does not tell and which stay unknown here.
pub fn before_each(log: &GameLog, report: &Report) -> Vec<Before> {
    let before = |(at, hand): (usize, &super::HandView)| Before {
        seats: log.seats(),
        dealer: hand.dealer,
        streak: None,
        floor: None,
        picked: log.picked(),
        last_hand: log.is_last(at),
        holdings: hand.holdings.map(SeatList::map),
        owner: log.start.owner,
        exchange: hand.exchange.as_ref().and_then(super::ExchangeView::exchange),
    };
    report.hands.iter().enumerate().map(before).collect()
}
