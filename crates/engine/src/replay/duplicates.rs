//! Detection of events that are written twice, or written after an event that depends on them. Such an event is
//! reported once and not applied again. Further wins of a seat and declarations of the same initial win are counted.

use super::breach::{Breach, BreachIdx, Class, What};
use super::referee::Referee;
use crate::rules::Due;
use caipan_log::{Action, Declaration, Dice, DrawFrom, KongKind, PassOf};
use caipan_tiles::tile::{Seat, SeatMap, Tile};
use std::borrow::Cow;

/// The times that a seat may name one initial win; further declarations of it are not judged. No hand has a kind more
/// often.
const DECLARED: u8 = 4;

/// Unknown names of initial wins that are told for each seat.
const UNKNOWN: u8 = 16;

/// Counts of the acts that a seat repeats, so that a repetition costs little.
#[derive(Clone, Default)]
pub(super) struct Repeats {
    /// The times that each initial win was named, by its place among the patterns; unknown names come first.
    declared: SeatMap<Vec<u8>>,
    /// The place of the breach that counts the other declarations.
    declared_again: SeatMap<Option<usize>>,
    /// The place of the breach that counts the wins after the first.
    won_again: SeatMap<Option<usize>>,
}

/// An event that no seat does twice with nothing in between, kept for comparison with the next event.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnceOnly {
    Draw(Seat, Tile, Option<DrawFrom>),
    Discard(Seat, Tile),
    Chow(Seat, Tile, [Tile; 2]),
    Pung(Seat, Tile),
    Kong(Seat, Tile, KongKind, Option<Dice>),
    Declare(Seat, Declaration),
    Reveal(Seat, [Tile; 2]),
    Flip(Tile),
    Pass(Seat, PassOf),
    DrawGame,
}

impl OnceOnly {
    /// Returns the event; `None` if it may happen twice in a row or has a check of its own for that.
    const fn of(action: &Action) -> Option<OnceOnly> {
        Some(match *action {
            Action::Draw { seat, tile, from } => OnceOnly::Draw(seat, tile, from),
            Action::Discard { seat, tile } => OnceOnly::Discard(seat, tile),
            Action::Chow { seat, tile, with } => OnceOnly::Chow(seat, tile, with),
            Action::Pung { seat, tile } => OnceOnly::Pung(seat, tile),
            Action::Kong { seat, tile, kind, dice } => OnceOnly::Kong(seat, tile, kind, dice),
            Action::Declare { seat, what } => OnceOnly::Declare(seat, what),
            Action::Reveal { seat, ref tiles } => match tiles.as_slice() {
                &[one, other] => OnceOnly::Reveal(seat, [one, other]),
                _ => return None,
            },
            Action::Flip { tile } => OnceOnly::Flip(tile),
            Action::Pass { seat, of } => OnceOnly::Pass(seat, of),
            Action::DrawGame => OnceOnly::DrawGame,
            _ => return None,
        })
    }
}

impl Referee<'_> {
    /// Notes that a seat wins again. All its further wins are one breach.
    pub(super) fn won_again(&mut self, seat: Seat) {
        let at = self.repeats.won_again[seat];
        if let Some(What::WonAgain { times }) = self.noted(at) {
            *times += 1;
            return;
        }
        self.repeats.won_again[seat] = Some(self.breaches.len());
        self.note(What::WonAgain { times: 1 }, Some(seat), None);
    }

    /// Returns the names without those that the seat declared often enough, and notes those. `None` if no name is left.
    pub(super) fn not_repeated<'n>(&mut self, seat: Seat, names: &'n [String]) -> Option<Cow<'n, [String]>> {
        if self.forced_now().is_some() {
            return Some(Cow::Borrowed(names));
        }
        let patterns = self.rules.system().patterns;
        let place = |name: &String| patterns.iter().position(|pattern| pattern.is_called(name)).map_or(0, |at| at + 1);
        let declared = &mut self.repeats.declared[seat];
        declared.resize(patterns.len() + 1, 0);
        let places: Vec<usize> = names.iter().map(place).collect();
        let is_repeated =
            |at: usize| declared.get(at).is_some_and(|&times| times >= if at == 0 { UNKNOWN } else { DECLARED });
        let repeated: Vec<bool> = places.iter().map(|&at| is_repeated(at)).collect();
        for &at in &places {
            if let Some(times) = declared.get_mut(at) {
                *times = times.saturating_add(1);
            }
        }
        if !repeated.contains(&true) {
            return Some(Cow::Borrowed(names));
        }
        let at = self.repeats.declared_again[seat];
        if let Some(What::OpeningRepeated { times }) = self.noted(at) {
            *times += 1;
        } else {
            self.repeats.declared_again[seat] = Some(self.breaches.len());
            self.note(What::OpeningRepeated { times: 1 }, Some(seat), None);
        }
        let left = names.iter().zip(repeated).filter(|(_, repeated)| !repeated).map(|(name, _)| name.clone());
        let left: Vec<String> = left.collect();
        (!left.is_empty()).then_some(Cow::Owned(left))
    }

    /// Returns the breach at this place, to count in it.
    fn noted(&mut self, at: Option<usize>) -> Option<&mut What> {
        self.breaches.get_mut(at?).map(|breach| &mut breach.what)
    }

    /// Returns whether this event repeats the previous one, and notes it. All repetitions of an event are one breach.
    pub(super) fn repeats_the_last(&mut self, action: &Action) -> bool {
        let before = std::mem::replace(&mut self.before, OnceOnly::of(action));
        let Some(event) = self.before.filter(|_| self.before == before && self.forced_now().is_none()) else {
            return false;
        };
        // A house that opens chickens during play may turn up two alike.
        if matches!(event, OnceOnly::Flip(_)) && self.wins.is_empty() && self.rules.roll_due(&self.table).is_some() {
            return false;
        }
        if let OnceOnly::Draw(_, tile, end) = event {
            self.may_have_taken(tile, end.unwrap_or(DrawFrom::Wall));
        }
        let at = self.at;
        if let Some(Breach { what: What::Repeated { times, .. }, event, .. }) = self.breaches.last_mut()
            && event.map(|first| first + *times) == at
        {
            *times += 1;
            return true;
        }
        let moves = !matches!(event, OnceOnly::Pass(..));
        self.note(What::Repeated { times: 1, moves }, action.seat(), self.wrong_before());
        true
    }

    /// Returns the root of a breach of the event before this one, if it has one that moves anything.
    fn wrong_before(&self) -> Option<BreachIdx> {
        let before = self.at?.checked_sub(1);
        let of_it = self.breaches.iter().enumerate().rev().take_while(|(_, breach)| breach.event >= before);
        let mut moving = of_it.filter(|(_, breach)| !matches!(breach.what.class(), Class::Aside));
        moving.next().map(|(at, breach)| breach.because.unwrap_or(BreachIdx(at)))
    }

    /// Lets the wall go on with and without this tile: a draw written twice took one tile, or two that are alike.
    fn may_have_taken(&mut self, tile: Tile, end: DrawFrom) {
        if self.table.wall.may_give(end, tile) {
            let taken = self.table.wall.taken(tile, end);
            self.table.wall.or(&taken);
        }
    }

    /// Returns whether this draw was already supplied because the seat acted on it before the log recorded it. The late
    /// draw has the same cause, and the tile is already in the hand.
    pub(super) fn was_supplied(&mut self, seat: Seat, tile: Tile, due: Due) -> bool {
        let Some((supplied, root)) = self.supplied[seat].take() else { return false };
        let (next, fits) = match due {
            Due::Draw(next, end) => (Some(next), next == seat && self.table.wall.at(end).is_none_or(|due| due == tile)),
            Due::Act(next) | Due::Reveal(next) => (Some(next), false),
            _ => (None, false),
        };
        if fits || supplied.is_some_and(|supplied| supplied != tile) {
            return false;
        }
        self.note(What::DrawOutOfTurn { due: next }, Some(seat), Some(root));
        if supplied.is_none() && self.table.place(seat).unknown > 0 {
            self.see_of_unseen(seat, tile, 1);
            self.table.learn(seat, tile);
        }
        true
    }

    /// Returns the breach of the missing draw if that draw was supplied from the wall and another seat now draws the
    /// same tile. The first seat drew something else, so its hand is uncertain.
    pub(super) fn went_elsewhere(&mut self, tile: Tile) -> Option<BreachIdx> {
        let taken = |seat: &Seat| self.supplied[*seat].is_some_and(|(supplied, _)| supplied == Some(tile));
        let seat = Seat::ALL.into_iter().find(taken)?;
        let (_, root) = self.supplied[seat].take()?;
        self.doubt_hand(seat, root);
        Some(root)
    }
}
