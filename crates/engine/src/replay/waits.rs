//! What a hand waits for (听), exactly: on which kinds the seat would win, come by its next draw or as another's next discard,
//! and what stands against those that complete the hand and may not be won on.
//!
//! [`Rules::waits`] is quick and may name too many; here every kind is put on the table and the rules are asked. For people
//! who look at a table, not for the replay.

use crate::rules::{Case, Due, Ground, Refusal, Rules, Verdict};
use crate::table::{Drawn, Offer, Phase, Shown, Table};
use caipan_log::DrawFrom;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap, Tile};

/// A kind that completes a hand of a tile less than a whole one, and what the rules say to a win on it.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The kind.
    pub tile: Tile,
    /// To a win on the seat's next draw; `None` where no draw of its own can follow.
    pub draw: Option<Verdict>,
    /// To a win on the next discard of each other seat; `None` where that seat discards no more.
    pub discard: SeatMap<Option<Verdict>>,
}

impl Wait {
    /// Whether it may be won on in some way.
    pub fn may_win(&self) -> bool {
        self.verdicts().any(Result::is_ok)
    }

    /// Why it may not be won on as a draw, where it may not.
    pub fn not_drawn(&self) -> Option<&Refusal> {
        no(self.draw.as_ref())
    }

    /// Why it may not be won on as a discard, each reason in words, with the seats whose discard it bars.
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

    /// Whether it completes the hand in some way: there is more to say than that it does not.
    fn completes(&self) -> bool {
        self.verdicts().any(|verdict| verdict.as_ref().err().is_none_or(|no| no.ground != Ground::Shape))
    }
}

fn no(verdict: Option<&Verdict>) -> Option<&Refusal> {
    verdict?.as_ref().err().map(AsRef::as_ref)
}

/// What the seat's hand waits for, by kind; nothing where the hand is a whole one, or not wholly known. A kind of which the
/// seat has all four itself is no wait. After the end: what it waited for, as if the hand went on.
pub fn waits(rules: &dyn Rules, table: &Table, seat: Seat) -> Vec<Wait> {
    let place = table.place(seat);
    if !place.is_known() || place.held() % 3 != 1 {
        return Vec::new();
    }
    let mut kinds = rules.waits(table, seat);
    // A wild completes what any other kind completes; where all wilds win by themselves, the last of them what is no hand else.
    if kinds.is_empty() && place.wilds < 3 {
        return Vec::new();
    }
    table.wild.into_iter().for_each(|wild| kinds.insert(wild));
    let laid = caipan_tiles::tile::Meld::counts(&place.melds);
    let can_come = |tile: &Tile| table.held(seat, *tile).saturating_add(laid.of(*tile)) < 4;
    // Which tile would come next is not what is asked, and a wall that only counts is quick to draw from.
    let mut counting = table.clone();
    counting.wall.forget();
    let table = &counting;
    kinds.iter().filter(can_come).map(|tile| wait(rules, table, seat, tile)).filter(Wait::completes).collect()
}

fn wait(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> Wait {
    let asked =
        |table: &Table| Case::at(table, seat).map(|case| rules.win_left(table, &case).and_then(|(_, verdict)| verdict));
    let mut discard = SeatMap::default();
    for from in table.playing().others(seat) {
        discard[from] = discarded(table, from, tile).as_ref().and_then(asked);
    }
    Wait { tile, draw: drawn(rules, table, seat, tile).as_ref().and_then(asked), discard }
}

/// Whether the hand has ended: nothing comes any more.
fn has_ended(table: &Table) -> bool {
    table.winners_now().next().is_some() || matches!(table.phase, Phase::Won | Phase::Over)
}

/// The table once the seat has drawn this tile: by what is due to it now, else in its next turn.
fn drawn(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> Option<Table> {
    let mut then = table.clone();
    if has_ended(table) {
        then.give(seat, tile);
        then.phase = Phase::Turn { seat, drawn: Drawn::Wall(tile) };
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

/// The table once that seat has discarded this tile, in its turn now or in its next; of the last tile, once it has shown it.
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
        then.phase = Phase::Turn { seat: from, drawn: Drawn::Wall(tile) };
    }
    if then.held(from, tile) == 0 {
        then.give(from, tile);
    }
    then.discard(from, tile);
    Some(then)
}

/// Whether the last tile is on offer, or has been taken: nothing is drawn or discarded after it.
fn is_about_last(table: &Table) -> bool {
    matches!(table.phase, Phase::Seabed { .. } | Phase::SeabedDraw { .. }) || table.last.taken_by.is_some()
}

/// The table once the seat has taken the last tile; `None` where it is another's, gone, or was declined.
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
