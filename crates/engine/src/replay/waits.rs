//! The waits of a hand (听): the kinds on which the seat would win by its next draw or by another seat's next discard,
//! and the refusals for kinds that complete the hand but may not be won on.
//!
//! [`Win::waits`](crate::rules::Win::waits) is fast and may return too many kinds. This module tests each kind on the table. It serves people
//! who inspect a table; the replay does not use it.

use crate::rules::{Due, Ground, Refusal, Rules, Verdict, WinCandidate};
use crate::table::{Drawn, Offer, Phase, Shown, Table};
use caipan_log::DrawFrom;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap, Tile};

/// A kind that completes the hand, with the verdicts of the rules on a win.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The kind.
    pub tile: Tile,
    /// The verdict on a win by the seat's next draw; `None` if the seat cannot draw again.
    pub draw: Option<Verdict>,
    /// The verdict on a win by the next discard of each other seat; `None` if that seat discards no more.
    pub discard: SeatMap<Option<Verdict>>,
}

impl Wait {
    /// True if the seat may win on it in some way.
    pub fn may_win(&self) -> bool {
        self.verdicts().any(Result::is_ok)
    }

    /// Returns the refusal of a win by draw, if there is one.
    pub fn not_drawn(&self) -> Option<&Refusal> {
        no(self.draw.as_ref())
    }

    /// Returns each distinct refusal of a win by discard, with its text and the seats whose discards it applies to.
    pub fn not_discarded(&self) -> Vec<(Vec<Seat>, &Refusal, Text)> {
        let mut reasons: Vec<(Vec<Seat>, &Refusal, Text)> = Vec::new();
        for from in Seat::ALL {
            let Some(refusal) = no(self.discard[from].as_ref()) else { continue };
            let text = refusal.text();
            match reasons.iter_mut().find(|(_, known, same)| known.clause == refusal.clause && *same == text) {
                Some((seats, ..)) => seats.push(from),
                None => reasons.push((vec![from], refusal, text)),
            }
        }
        reasons
    }

    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.draw.iter().chain(self.discard.0.iter().flatten())
    }

    /// True if some verdict is not a refusal of the hand's shape, so that the kind completes the hand.
    fn completes(&self) -> bool {
        self.verdicts().any(|verdict| verdict.as_ref().err().is_none_or(|no| no.ground != Ground::Shape))
    }
}

fn no(verdict: Option<&Verdict>) -> Option<&Refusal> {
    verdict?.as_ref().err().map(AsRef::as_ref)
}

/// Returns the waits of a seat, by kind. Empty if it is to discard or its hand is not fully known. Kinds of which the
/// seat holds all four copies are left out. Empty while an exchange is due. After the end of the hand, returns the waits as
/// if play continued.
pub fn waits(rules: &dyn Rules, table: &Table, seat: Seat) -> Vec<Wait> {
    let place = table.place(seat);
    let exchanges = table.playing().iter().any(|seat| rules.exchange_due(table, seat).is_some());
    if exchanges || !place.is_known() || place.held() % 3 != 1 {
        return Vec::new();
    }
    let mut kinds = rules.waits(table, seat);
    // A wild tile substitutes for any kind. Where all wilds win automatically, the last of them completes a hand that
    // is no win without it.
    if kinds.is_empty() && place.wilds < 3 {
        return Vec::new();
    }
    table.wild.into_iter().for_each(|wild| kinds.insert(wild));
    let laid = caipan_tiles::tile::Meld::counts(&place.melds);
    let can_come = |tile: &Tile| table.held(seat, *tile).saturating_add(laid.of(*tile)) < 4;
    // The order of the wall is irrelevant here, and a wall that only counts is cheaper to draw from.
    let mut counting = table.clone();
    counting.wall.forget();
    let table = &counting;
    kinds.iter().filter(can_come).map(|tile| wait(rules, table, seat, tile)).filter(Wait::completes).collect()
}

fn wait(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> Wait {
    let asked = |table: &Table| {
        WinCandidate::at(table, seat).map(|case| rules.win_left(table, &case).and_then(|(_, verdict)| verdict))
    };
    let mut discard = SeatMap::default();
    for from in table.playing().others(seat) {
        discard[from] = discarded(table, from, tile).as_ref().and_then(asked);
    }
    Wait { tile, draw: drawn(rules, table, seat, tile).as_ref().and_then(asked), discard }
}

/// True if the hand has ended and no tile follows.
fn has_ended(table: &Table) -> bool {
    table.winners_now().next().is_some() || matches!(table.phase, Phase::Won | Phase::Over { .. })
}

/// Returns the table after the seat draws this tile: now if a draw is due, else in its next turn.
fn drawn(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> Option<Table> {
    let mut then = table.clone();
    if has_ended(table) {
        then.give(seat, tile);
        then.phase = Phase::Turn { seat, drawn: Drawn::Wall(Some(tile)) };
        return Some(then);
    }
    if is_about_last(table) {
        return take_last(table, seat, tile);
    }
    let mut due = rules.due(&then);
    if !matches!(due, Due::Draw(next, _) | Due::Reveal(next) if next == seat) {
        then.phase = Phase::Open { from: table.playing().before(seat), tiles: Shown::unknown(), why: Offer::Discard };
        due = rules.due(&then);
    }
    match due {
        Due::Draw(next, end) if next == seat => then.draw(seat, tile, end),
        Due::Reveal(next) if next == seat => then.reveal(seat, &[tile], None),
        Due::AnswerLast(asked) => {
            then.offer_last(asked);
            return take_last(&then, seat, tile);
        }
        _ => return None,
    }
    Some(then)
}

/// Returns the table after that seat discards this tile, in its current or next turn. For the last tile: after the seat
/// shows it.
fn discarded(table: &Table, from: Seat, tile: Tile) -> Option<Table> {
    if !has_ended(table) && is_about_last(table) {
        let mut then = match table.last.taken_by {
            Some(taker) if table.wall.left() == 0 => {
                (taker == from && table.last.tile == Some(tile)).then(|| table.clone())
            }
            _ => take_last(table, from, tile),
        }?;
        then.show_last(from, tile);
        return Some(then);
    }
    let mut then = table.clone();
    if then.in_turn() != Some(from) {
        then.phase = Phase::Turn { seat: from, drawn: Drawn::Wall(Some(tile)) };
    }
    if then.held(from, tile) == 0 {
        then.give(from, tile);
    }
    then.discard(from, tile);
    Some(then)
}

/// True if the last tile is on offer or taken. Then no draw or discard follows.
fn is_about_last(table: &Table) -> bool {
    matches!(table.phase, Phase::Seabed { .. } | Phase::SeabedDraw { .. }) || table.last.taken_by.is_some()
}

/// Returns the table after the seat takes the last tile. `None` if another seat has it, it is gone, or the seat
/// declined it.
fn take_last(table: &Table, seat: Seat, tile: Tile) -> Option<Table> {
    let mut then = table.clone();
    match table.phase {
        Phase::Seabed { first, asked: Some(asked) } if first.distance(seat) >= first.distance(asked) => {
            then.answer_last(seat, true);
        }
        Phase::SeabedDraw { seat: taker } if taker == seat => {}
        _ => return None,
    }
    then.draw(seat, tile, DrawFrom::Wall);
    Some(then)
}
