//! The columns `hands` and `payments`: the outcome, the tiles and the money of each hand.

use crate::columns::{count, group, list};
use crate::findings::seat;
use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use caipan_engine::report::{HandView, Report, WinView};
use caipan_log::{Action, GameLog, HandLog};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::{SeatList, Seats, Tile, notation};

group! {
    /// A win of a hand.
    Winner {
        seat: required Int32Builder,
        from: optional Int32Builder,
        stands: required BooleanBuilder,
        tiles: required StringBuilder,
        patterns: required ListBuilder<StringBuilder>,
        value: required Int64Builder,
    }
}

group! {
    /// A hand of a match.
    PlayedHand {
        hand: required Int32Builder,
        dealer: required Int32Builder,
        outcome: required StringBuilder,
        winners: required ListBuilder<Winner>,
        due_unknown: optional StringBuilder,
        balance: required ListBuilder<Int64Builder>,
        claimed: optional ListBuilder<Int64Builder>,
        next_dealer: optional Int32Builder,
        events: required Int32Builder,
        wall_sha256: optional StringBuilder,
        deal: optional ListBuilder<StringBuilder>,
        draws: optional ListBuilder<StringBuilder>,
    }
}

group! {
    /// A payment under the rules.
    Payment {
        hand: required Int32Builder,
        from: optional Int32Builder,
        to: optional Int32Builder,
        points: required Int64Builder,
        cause: required StringBuilder,
        clause: required StringBuilder,
    }
}

/// Appends the hands of a match.
pub(crate) fn push(to: &mut ListBuilder<PlayedHand>, log: &GameLog, report: &Report) {
    let none = HandLog::default();
    list(to, Some(&report.hands), |to, view| one(to, log.hands.get(view.hand).unwrap_or(&none), view, log.seats()));
}

fn one(to: &mut PlayedHand, log: &HandLog, view: &HandView, seats: Seats) {
    to.hand.append_value(count(view.hand));
    to.dealer.append_value(seat(view.dealer));
    to.outcome.append_value(&view.outcome);
    list(&mut to.winners, Some(&view.wins), winner);
    to.due_unknown.append_option(view.due_unknown.as_ref());
    let by_seat = |points: SeatList<i64>| seats.iter().map(move |seat| points[seat]);
    list(&mut to.balance, Some(by_seat(view.balance)), Int64Builder::append_value);
    list(&mut to.claimed, view.recorded.map(by_seat), Int64Builder::append_value);
    to.next_dealer.append_option(view.next_dealer.map(seat));
    to.events.append_value(count(log.events.len()));
    let wall = log.wall.as_ref().map(|wall| sha256(wall.to_string().as_bytes()));
    to.wall_sha256.append_option(wall.as_deref().map(hex));
    let deal = log.deal.as_ref().map(|deal| seats.iter().map(|seat| deal[seat].to_string()));
    list(&mut to.deal, deal, StringBuilder::append_value);
    let draws = |seat| {
        let drawn = log.events.iter().filter_map(move |event| match event.action {
            Action::Draw { seat: of, tile, .. } if of == seat => Some(tile),
            _ => None,
        });
        notation(&drawn.collect::<Vec<Tile>>())
    };
    let draws = (!log.events.is_empty()).then(|| seats.iter().map(draws));
    list(&mut to.draws, draws, StringBuilder::append_value);
    to.end();
}

fn winner(to: &mut Winner, view: &WinView) {
    to.seat.append_value(seat(view.seat));
    to.from.append_option(view.from.map(seat));
    to.stands.append_value(view.stands);
    to.tiles.append_value(&view.tiles);
    list(&mut to.patterns, Some(&view.patterns), |to, pattern| to.append_value(&pattern.id));
    to.value.append_value(view.value);
    to.end();
}

/// Appends the payments of all hands.
pub(crate) fn push_payments(to: &mut ListBuilder<Payment>, report: &Report) {
    let lines = report.hands.iter().flat_map(|hand| hand.ledger.iter().map(move |line| (hand.hand, line)));
    list(to, Some(lines), |to, (hand, line)| {
        to.hand.append_value(count(hand));
        to.from.append_option(line.from.map(seat));
        to.to.append_option(line.to.map(seat));
        to.points.append_value(line.points);
        to.cause.append_value(&line.cause);
        to.clause.append_value(&line.clause);
        to.end();
    });
}

/// Returns a digest without the name of its function.
pub(crate) fn hex(digest: &str) -> &str {
    digest.strip_prefix("sha256:").unwrap_or(digest)
}
