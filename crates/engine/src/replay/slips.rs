//! Slips of a record that put many events wrong at once: events that are written again after a reconnect, and seats that
//! are all some places too far. Each is tried from the place of a breach on, and accepted if it explains all that follows.
//!
//! A slip that is accepted is one breach. The referee then leaves the repeated events out, or turns the seats back, so
//! that the table, the wins and the payments are those of the hand that was played.

use super::breach::{Breach, BreachIdx, Class, Mark, What};
use super::counterfactual::Edit;
use super::referee::Referee;
use super::{Before, Replayed, deal};
use crate::rules::Rules;
use caipan_log::{Action, Event, HandLog};
use caipan_tiles::tile::Seats;
use smallvec::SmallVec;
use std::cell::Cell;
use std::ops::ControlFlow;

/// The events with a breach from which a slip is tried.
const PLACES: usize = 3;

/// The events before such a place from which a slip may begin: an event may be legal for another seat too.
const EARLIER: usize = 3;

/// The greatest distance of an event from its repetition.
const FARTHEST: usize = 48;

/// The greatest distance of a single event from its repetition.
const FARTHEST_SINGLE: usize = 8;

/// The repeated blocks that are tried at a place.
const BLOCKS: usize = 4;

/// The number of repeated events below which they may be alike by chance.
const FEW: usize = 3;

/// The number of repeated events that are a block in any case, even if the first one may follow the last.
const BLOCK: usize = 4;

/// The most breaches that may be left after repeated events are left out.
const LEFT: usize = 8;

/// Maximum work of the search in one hand that is looked at, or in one audit, in replayed events.
pub const MOST_SLIP_WORK: usize = 100_000;

/// A slip of the record, from one event on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// These events repeat those from `of` on.
    Again {
        /// The index of the first repeated event.
        from: usize,
        /// The number of repeated events.
        count: usize,
        /// The index of the event that the first one repeats.
        of: usize,
    },
    /// From here on every seat is too far.
    Turned {
        /// The index of the first event with a wrong seat.
        from: usize,
        /// The number of places.
        by: usize,
    },
}

impl Slip {
    /// Returns the index of the first event that it puts wrong.
    pub(super) const fn from(self) -> usize {
        match self {
            Slip::Again { from, .. } | Slip::Turned { from, .. } => from,
        }
    }

    /// Returns the slip after an edit of the events before it.
    pub(super) fn after(self, edit: &Edit) -> Slip {
        let moved = |at: usize| {
            if at < edit.rest { at } else { at.saturating_add(edit.at + edit.new.len()).saturating_sub(edit.rest) }
        };
        match self {
            Slip::Again { from, count, of } => Slip::Again { from: moved(from), count, of: moved(of) },
            Slip::Turned { from, by } => Slip::Turned { from: moved(from), by },
        }
    }

    const fn what(self) -> What {
        match self {
            Slip::Again { from, count, of } => What::EventsAgain { from, count, of },
            Slip::Turned { from, by } => What::SeatsTurned { from, by },
        }
    }
}

impl Referee<'_> {
    /// Returns the event as it happened, if it is one of a slip; `None` if it did not happen. Notes the slip at its first
    /// event.
    pub(super) fn without_slip(&mut self, slip: Slip, at: usize, event: &Event) -> Option<Event> {
        if at == slip.from() {
            self.at = Some(at);
            let seat = event.action.seat().filter(|_| matches!(slip, Slip::Again { .. }));
            self.note(slip.what(), seat, None);
        }
        match slip {
            Slip::Again { from, count, .. } if at - from < count => None,
            Slip::Again { .. } => Some(event.clone()),
            Slip::Turned { by, .. } => Some(turned_back(event, self.table.seats, by)),
        }
    }
}

/// Returns an event with its seats turned back by some places. The client's digest is that of the turned table.
fn turned_back(event: &Event, seats: Seats, by: usize) -> Event {
    let steps = seats.len().saturating_sub(by);
    let mut event = Event { digest: None, ..event.clone() };
    event.seats_mut().for_each(|seat| *seat = seats.after(*seat, steps));
    event
}

/// Returns the slip of a hand, if it has one.
pub fn slip_of(rules: &dyn Rules, hand: &HandLog, before: Before) -> Option<Slip> {
    let plain = super::replay(rules, hand, before, |_, _| ());
    let work = Cell::new(0);
    let spend = |events: usize| {
        work.set(events.saturating_add(work.get()));
        work.get() <= MOST_SLIP_WORK
    };
    without_slips(rules, hand, before, &plain, spend)?.slip
}

/// Returns the replay of a hand without the slip that explains its breaches; `None` if no slip does. `plain` is its replay
/// as recorded. Stops once `spend`, which is told the events of each try, returns `false`.
pub fn without_slips(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    plain: &Replayed,
    spend: impl Fn(usize) -> bool,
) -> Option<Replayed> {
    let mut places: SmallVec<[usize; PLACES]> = SmallVec::new();
    for at in plain.breaches.iter().filter(|breach| breach.because.is_none() && may_show(&breach.what)) {
        if let Some(at) = at.event.filter(|at| !places.contains(at) && places.len() < PLACES) {
            places.push(at);
        }
    }
    if !spend(*places.iter().max()?) {
        return None;
    }
    let mut referee = deal::deal(rules, hand, before);
    let mut next = 0;
    let mut play_to = |referee: &mut Referee<'_>, to: usize| {
        for (at, event) in hand.events.iter().enumerate().take(to).skip(next) {
            referee.event(at, event);
        }
        next = next.max(to);
    };
    for &place in &places {
        let mut starts: SmallVec<[(usize, Referee<'_>); EARLIER + 1]> = SmallVec::new();
        for start in place.saturating_sub(EARLIER)..=place {
            play_to(&mut referee, start);
            starts.push((start, referee.clone()));
        }
        // The last place from which a slip explains all is its own.
        for (start, referee) in starts.iter().rev() {
            for slip in slips(&hand.events, before.seats, *start, place) {
                let trial = Trial { slip, plain, hand };
                match trial.accepted(referee.clone(), &spend) {
                    ControlFlow::Break(()) => return None,
                    ControlFlow::Continue(Some(found)) => return Some(found),
                    ControlFlow::Continue(None) => {}
                }
            }
        }
    }
    None
}

/// True if a slip may show as this breach.
const fn may_show(what: &What) -> bool {
    may_be_of_another(what) || matches!(what, What::AfterEnd | What::OutOfPlay | What::Refused { .. })
}

/// Returns the slips that may begin at an event and concern the event at `place`.
fn slips(events: &[Event], seats: Seats, start: usize, place: usize) -> impl Iterator<Item = Slip> {
    let again = (start.saturating_sub(FARTHEST)..start).rev().flat_map(move |of| {
        let same = events.iter().skip(of).zip(events.iter().skip(start)).take(start - of);
        let count = same.take_while(|(one, other)| one.action == other.action).count();
        let single = start - of <= FARTHEST_SINGLE && events.get(of).is_some_and(moves_a_tile);
        // An event that is in order does not show that it is written again, but a whole block directly after it does.
        let is_block = count >= BLOCK && count == start - of && start + count > place;
        let may_be = if start == place { count > 1 || count == 1 && single } else { is_block };
        let block = may_be.then_some(Slip::Again { from: start, count, of });
        // The events after a single one may be like those that followed it before, by chance.
        let alone = may_be && count > 1 && count < BLOCK && single && start == place;
        [block, alone.then_some(Slip::Again { from: start, count: 1, of })].into_iter().flatten()
    });
    again.take(BLOCKS).chain((1..seats.len()).map(move |by| Slip::Turned { from: start, by }))
}

const fn moves_a_tile(event: &Event) -> bool {
    matches!(event.action, Action::Draw { .. }) || shows_a_tile(event)
}

/// True if the event shows a tile that its seat holds.
const fn shows_a_tile(event: &Event) -> bool {
    matches!(
        event.action,
        Action::Discard { .. } | Action::Chow { .. } | Action::Pung { .. } | Action::Kong { .. } | Action::Win { .. }
    )
}

/// A slip that is tried on a hand.
struct Trial<'a> {
    slip: Slip,
    plain: &'a Replayed,
    hand: &'a HandLog,
}

impl Trial<'_> {
    /// Replays the rest of the hand without the slip. Breaks if the search is to stop; nothing if the slip does not explain
    /// the breaches.
    fn accepted(&self, mut referee: Referee<'_>, spend: &impl Fn(usize) -> bool) -> ControlFlow<(), Option<Replayed>> {
        let Trial { slip, hand, .. } = *self;
        referee.slip = Some(slip);
        let first = referee.breaches.len();
        let mut seen = first;
        for (at, event) in hand.events.iter().enumerate().skip(slip.from()) {
            referee.event(at, event);
            let new = referee.breaches.get(seen..).unwrap_or_default();
            seen += new.len();
            if !spend(1) {
                return ControlFlow::Break(());
            }
            if !new.iter().all(|breach| self.may_stay(breach)) || seen > first + LEFT {
                return ControlFlow::Continue(None);
            }
        }
        let replayed = referee.finish(hand.outcome());
        ControlFlow::Continue(self.explained(replayed, first))
    }

    /// True if a breach may be there without the slip too.
    fn may_stay(&self, breach: &Breach) -> bool {
        let is_aside = !is_wrong(breach);
        match self.slip {
            Slip::Turned { .. } => is_aside || matches!(breach.what, What::Unfinished { .. }) && self.had(breach),
            // Another fault of the hand stays, but no new one may come.
            Slip::Again { .. } => is_aside || self.had(breach),
        }
    }

    /// True if the replay as recorded has this breach.
    fn had(&self, breach: &Breach) -> bool {
        self.plain.breaches.iter().any(|other| is_same(breach, other))
    }

    /// Returns the replay without the slip, with the breaches that the slip explains, if it explains enough of them.
    fn explained(&self, mut replayed: Replayed, first: usize) -> Option<Replayed> {
        let from = self.slip.from();
        let left = replayed.breaches.get(first..).unwrap_or_default();
        if !left.iter().all(|breach| self.may_stay(breach)) {
            return None;
        }
        // Up to the slip both replays are the same.
        let later = self.plain.breaches.get(first..).unwrap_or_default();
        let kept = |breach: &Breach| left.iter().any(|other| is_same(breach, other));
        let gone: Vec<Breach> = later.iter().filter(|breach| !kept(breach)).cloned().collect();
        let of_seats = gone.iter().filter(|gone| may_be_of_another(&gone.what));
        let mut wrong: Vec<Option<usize>> = of_seats.map(|gone| gone.event).collect();
        wrong.dedup();
        let is_shown = match self.slip {
            // A single event may belong to another seat by a mistake of its own, and events that show no tile may be in
            // another order.
            Slip::Turned { .. } => {
                let shown = self.hand.events.iter().skip(from).filter(|event| shows_a_tile(event)).count();
                wrong.len() > 1 && shown > 1
            }
            // Few events may be alike by chance. A single one after the end may be one of the next hand.
            Slip::Again { count, .. } => {
                let within = if count < BLOCK { from..=from } else { from..=from + count };
                let mut wrong =
                    gone.iter().filter(|gone| is_wrong(gone) && gone.event.is_some_and(|at| within.contains(&at)));
                let is_last = self.hand.events.len() == from + count;
                if count < FEW {
                    !(is_last && count == 1) && wrong.any(|gone| is_out_of_turn(&gone.what))
                } else {
                    wrong.next().is_some()
                }
            }
        };
        if !is_shown {
            return None;
        }
        replayed.slip = Some(self.slip);
        replayed.explained = gone;
        Some(replayed)
    }
}

/// True if a breach says that something is wrong with the play.
fn is_wrong(breach: &Breach) -> bool {
    match breach.what {
        What::AfterEnd => true,
        What::Left | What::DoubtfulWin { .. } | What::ThrowUnknown => false,
        _ => !matches!(breach.what.class(), Class::Aside),
    }
}

/// True if the event of the breach may be right for another seat. A refused declaration, a tile turned up without a cause and
/// the like depend on the course of the hand more than on the seat.
const fn may_be_of_another(what: &What) -> bool {
    matches!(what.class(), Class::Impossible | Class::Doubted)
        || matches!(what, What::NoChance | What::FalseWin { .. } | What::ForbiddenWin { .. })
}

/// True if the event of the breach was not to come there, whatever its tile.
fn is_out_of_turn(what: &What) -> bool {
    [Mark::Turns, Mark::Discards, Mark::Claims].into_iter().any(|mark| what.is(mark))
        && !matches!(what, What::Refused { .. })
        || matches!(what, What::AfterEnd | What::NoPung { .. } | What::KongOutOfTurn { .. } | What::DrawFromNothing)
}

fn is_same(one: &Breach, other: &Breach) -> bool {
    (one.event, one.seat) == (other.event, other.seat)
        && std::mem::discriminant(&one.what) == std::mem::discriminant(&other.what)
}

impl Replayed {
    /// Returns the place of the breach of the slip, if the hand has one.
    pub fn slip_breach(&self) -> Option<BreachIdx> {
        self.slip?;
        super::first(&self.breaches, |what| matches!(what, What::EventsAgain { .. } | What::SeatsTurned { .. }))
    }
}
