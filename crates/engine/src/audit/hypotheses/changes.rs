//! The possible changes of a hand, breach by breach.

use super::change::LogChange;
use crate::replay::{Before, Breach, BreachIdx, Class, ForcedEvent, Replayed, What};
use crate::rules::features::Fans;
use crate::rules::{Hit, Hits, Join, PatternKind, Rules};
use caipan_log::{Action, Event, EventKind, HandLog, WinClaimed};
use caipan_tiles::tile::{Seat, Tile};

/// A possible change and its origin.
pub(super) struct Proposed {
    /// The primary breach that suggests it.
    pub(super) root: BreachIdx,
    pub(super) change: LogChange,
    /// True if the change corrects a wrong record; false if it assumes that the client applied the rules differently.
    pub(super) of_record: bool,
}

/// Returns the possible changes for each breach of a hand: first those that the breaches themselves name, then events
/// recorded wrongly. BreachContext more than `wanted` changes some are left out, never one of the first `wanted`.
pub(super) fn of(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    replayed: &Replayed,
    claimed: &[WinClaimed],
    wanted: usize,
) -> Vec<Proposed> {
    let breaches = || {
        replayed.breaches.iter().enumerate().map(|(at, breach)| {
            let of = BreachContext { rules, hand, before, replayed, claimed, breach };
            (breach.because.unwrap_or(BreachIdx(at)), of)
        })
    };
    // A hand may have a breach for each word of its log, and each breach dozens of changes, all of them copies of events.
    let mut named = Vec::new();
    for (root, of) in breaches() {
        if named.len() >= wanted {
            return named;
        }
        let is_decided = root.of(&replayed.breaches).is_none_or(|root| root.what.is_decided());
        let leaves_doubt = root.of(&replayed.breaches).is_some_and(|root| root.what.leaves_doubt());
        let of_record = !is_decided || of.breach.because.is_some() && leaves_doubt;
        named.extend(of.named().into_iter().map(|change| Proposed { root, change, of_record }));
    }
    // Breach by breach in turn, so that the changes of many cheap breaches do not use up the limit. Each of these breaches
    // has at least one, so that no others have a turn.
    let recorded = breaches().filter(|(_, of)| of.breach.because.is_none()).map(|(root, of)| {
        let of_breach = of.recorded().into_iter().map(move |change| Proposed { root, change, of_record: true });
        of_breach.collect::<Vec<_>>().into_iter()
    });
    let mut recorded: Vec<_> =
        recorded.filter(|of_breach| of_breach.len() > 0).take(wanted.saturating_sub(named.len())).collect();
    while !recorded.is_empty() && named.len() < wanted {
        recorded.retain_mut(|of_breach| of_breach.next().map(|change| named.push(change)).is_some());
    }
    named
}

/// One breach and its context.
pub(super) struct BreachContext<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) hand: &'a HandLog,
    pub(super) before: Before,
    pub(super) replayed: &'a Replayed,
    pub(super) claimed: &'a [WinClaimed],
    pub(super) breach: &'a Breach,
}

impl BreachContext<'_> {
    /// Returns the changes that the breach itself names.
    fn named(&self) -> Vec<LogChange> {
        let (at, seat) = (self.breach.event, self.breach.seat);
        match (&self.breach.what, at, seat) {
            (What::Refused { action: EventKind::Chow | EventKind::Pung | EventKind::Discard, .. }, ..) => Vec::new(),
            (What::Refused { action: EventKind::DrawGame, .. }, Some(at), _) => {
                vec![self.stands(at, None), LogChange::BrokenOff(at)]
            }
            (What::Refused { .. } | What::FlipUncalled { .. }, Some(at), _) => {
                vec![self.stands(at, None), LogChange::Without(at)]
            }
            (What::FalseWin { .. } | What::ForbiddenWin { .. } | What::Preempted { .. }, Some(at), _) => {
                // BreachContext two hypotheses that agree with equally many claims the first is accepted: payments are better
                // evidence than a named value.
                let worth = self.stands_for_patterns(at).into_iter();
                worth.chain([self.stands(at, None), LogChange::Without(at)]).collect()
            }
            (What::NoChance, Some(at), Some(seat)) => {
                let from = [None].into_iter().chain(self.before.seats.others(seat).map(Some));
                let mut all: Vec<LogChange> = from.map(|from| self.stands(at, from)).collect();
                all.push(LogChange::Without(at));
                all
            }
            (What::SecondWinner { first, .. }, Some(at), _) => {
                let of = |event: &Event| matches!(event.action, Action::Win { seat, .. } if seat == *first);
                let before = self.hand.events.iter().take(at).position(of);
                [self.stands(at, None), LogChange::Without(at)]
                    .into_iter()
                    .chain(before.map(LogChange::Without))
                    .collect()
            }
            (What::WinTile { open, .. }, Some(at), Some(seat)) => {
                let on = open.iter().map(|&tile| LogChange::Instead(at, Action::Win { seat, tile }));
                on.chain([self.stands(at, None)]).collect()
            }
            (What::WinOverridden { tile, .. }, Some(at), Some(seat)) => {
                vec![LogChange::Ends(at, Action::Win { seat, tile: *tile })]
            }
            (What::AutomaticWin { .. }, at, Some(seat)) => {
                let at = at.unwrap_or(self.hand.events.len());
                let wild = self.replayed.table.wild.into_iter();
                wild.map(|tile| LogChange::Ends(at, Action::Win { seat, tile })).collect()
            }
            (What::BirdTiles { due, .. }, Some(at), _) => {
                vec![self.stands(at, None), LogChange::Instead(at, Action::Birds { tiles: due.clone(), fly: None })]
            }
            (What::BirdCount { .. }, Some(at), _) => {
                let due = self.replayed.birds_due.iter();
                let due = due.map(|due| LogChange::Instead(at, Action::Birds { tiles: due.clone(), fly: None }));
                [self.stands(at, None)].into_iter().chain(due).collect()
            }
            (What::FlipTile { due, .. }, Some(at), _) => {
                vec![self.stands(at, None), LogChange::Instead(at, Action::Flip { tile: *due })]
            }
            (What::BirdsUncalled | What::RevealUncalled, Some(at), _) => vec![LogChange::Without(at)],
            (What::RevealTiles { due, .. }, Some(at), Some(seat)) => {
                vec![LogChange::Instead(at, Action::Reveal { seat, tiles: due.clone() })]
            }
            (What::DrawWrongTile { due, .. }, Some(at), Some(seat)) => self.drawn(at, seat, *due),
            (What::UnknownOpening { name }, Some(at), _) => self.openings(at, name),
            (What::DealNotFromWall { .. }, ..) => self.dealt_by_wall(),
            (What::DealerDeal { dealt }, _, Some(dealer)) => self.extra_tile_moved(dealer, *dealt),
            (What::IndicatorDiffers { claimed, .. }, ..) => vec![LogChange::Indicator(*claimed)],
            (What::WallTiles { .. } | What::WallSize { .. }, ..) => vec![LogChange::NoWall],
            (What::AfterEnd, Some(at), _) if self.breach.because.is_none() => self.not_dissolved(at),
            (What::Unfinished { played: true }, ..) => self.wins_left_out(),
            (What::LastTileAnswer { asked: Some(asked) } | What::LastTileSkipped { asked }, Some(at), _) => {
                vec![LogChange::Before(at, Action::Seabed { seat: *asked, take: false }), LogChange::Without(at)]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the changes that correct a wrong record of the event or of one that led to it: another seat or tile, a
    /// wrong order, an event too many or missing.
    fn recorded(&self) -> Vec<LogChange> {
        let what = &self.breach.what;
        let mut all = Vec::new();
        if matches!(what.class(), Class::Aside | Class::Clear) {
            return all;
        }
        match (what, self.breach.event, self.breach.seat) {
            (What::DealSize { count, due }, None, Some(seat)) => all.extend(self.sized(seat, *count, *due)),
            (What::NotInDeck { tile } | What::TooManyCopies { tile, .. }, None, Some(seat)) => {
                all.extend(self.kinds().filter_map(|kind| self.dealt(seat, *tile, kind)));
            }
            (What::DrawMissing { .. }, Some(at), Some(seat)) => {
                all.extend([LogChange::Swapped(at), LogChange::Swapped(at.saturating_add(1))]);
                all.extend(self.draws_before(at, seat));
            }
            (What::DiscardMissing { .. }, Some(at), Some(seat)) => {
                all.extend([LogChange::Swapped(at), LogChange::Swapped(at.saturating_add(1))]);
                all.extend(self.discards_before(at, seat));
                all.extend(self.kongs_before(at, seat));
            }
            (_, Some(at), seat) => {
                if let (What::DrawOutOfTurn { .. }, Some(seat)) = (what, seat) {
                    all.extend(self.kongs_before(at, seat));
                }
                all.extend(self.other_seats(at));
                all.extend(self.other_tiles(at));
                all.push(LogChange::Without(at));
                all.push(LogChange::Swapped(at));
                all.push(LogChange::Swapped(at.saturating_add(1)));
                if let (Some(seat), Some(tile)) = (seat, wanted(what)) {
                    all.extend(self.held_after_all(at, seat, tile));
                }
                for seat in seat.into_iter().chain(self.in_turn_before(at)) {
                    all.extend(self.discards_before(at, seat));
                    all.extend(self.draws_before(at, seat));
                }
            }
            _ => {}
        }
        all
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = Tile> {
        self.rules.deck().kinds().iter()
    }

    pub(super) fn action(&self, at: usize) -> Option<&Action> {
        self.hand.events.get(at).map(|event| &event.action)
    }

    /// Returns the change that accepts the event. A win that the rules do not accept counts as claimed.
    fn stands(&self, at: usize, from: Option<Seat>) -> LogChange {
        let seat = self.action(at).and_then(Action::seat);
        let claim = self.claimed.iter().find(|claim| Some(claim.seat) == seat);
        let (hits, value) = claim.map(|claim| price(self.rules, claim)).unwrap_or_default();
        LogChange::ForcedEvent(ForcedEvent { event: at, hits, value, from })
    }

    /// Returns the change that accepts the win with the value of its claimed patterns, if another value is claimed.
    fn stands_for_patterns(&self, at: usize) -> Option<LogChange> {
        let seat = self.action(at).and_then(Action::seat);
        let claim = self.claimed.iter().find(|claim| Some(claim.seat) == seat)?;
        let (hits, value) = price(self.rules, &WinClaimed { value: None, ..claim.clone() });
        (claim.value != Some(value) && claim.patterns.is_some()).then_some(LogChange::ForcedEvent(ForcedEvent {
            event: at,
            hits,
            value,
            from: None,
        }))
    }

    /// Returns the changes in which one of the four leaves did not happen, if play goes on after all four seats left.
    fn not_dissolved(&self, at: usize) -> Vec<LogChange> {
        let left = |(at, event): (usize, &Event)| matches!(event.action, Action::Leave { .. }).then_some(at);
        let leaves: Vec<usize> = self.hand.events.iter().enumerate().take(at).filter_map(left).collect();
        if leaves.len() < self.before.seats.iter().count() {
            Vec::new()
        } else {
            leaves.into_iter().map(LogChange::Without).collect()
        }
    }

    /// Returns the seat that acted before this event, if the log shows it: it may owe a discard.
    fn in_turn_before(&self, at: usize) -> Option<Seat> {
        let before = at.checked_sub(1)?;
        match self.action(before)? {
            Action::Draw { seat, .. } | Action::Chow { seat, .. } | Action::Pung { seat, .. } => Some(*seat),
            Action::Discard { seat, .. } => Some(seat.next()),
            _ => None,
        }
        .filter(|&seat| Some(seat) != self.breach.seat)
    }

    /// Returns the changes that replace the unknown initial win with each known one.
    fn openings(&self, at: usize, unknown: &str) -> Vec<LogChange> {
        let Some(Action::Opening { seat, kinds, dice }) = self.action(at) else { return Vec::new() };
        let patterns = self.rules.system().patterns.iter().filter(|pattern| pattern.kind == PatternKind::Opening);
        let named = patterns.map(|pattern| {
            let kinds = kinds.iter().map(|kind| if kind == unknown { pattern.id.to_owned() } else { kind.clone() });
            LogChange::Instead(at, Action::Opening { seat: *seat, kinds: kinds.collect(), dice: *dice })
        });
        named.chain([LogChange::Without(at)]).collect()
    }
}

/// Returns the tile that a seat uses without holding it.
fn wanted(what: &What) -> Option<Tile> {
    match *what {
        What::DiscardNotHeld { tile } | What::MeldNotHeld { tile, .. } | What::NoPung { tile } => Some(tile),
        _ => None,
    }
}

/// Returns the patterns and the value of a claimed win. Without a claimed value, its patterns are added up or
/// multiplied.
pub(super) fn price(rules: &dyn Rules, claim: &WinClaimed) -> (Hits, i64) {
    let patterns = rules.system().patterns;
    let names = claim.patterns.iter().flatten();
    let known = names.filter_map(|name| patterns.iter().find(|pattern| pattern.is_called(name)));
    let hits: Hits = known.map(|&pattern| Hit { pattern, value: pattern.value }).collect();
    let join = rules.fans().map_or(Join::Sum, Fans::join);
    let value = claim.value.unwrap_or(join.total(&hits));
    (hits, value)
}
