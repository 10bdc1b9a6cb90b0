//! Waits agree with play, for every next tile and seat: a shown wait is accepted, a barred one is refused for the
//! stated reason, and no accepted win is missing.

use super::clean;
use caipan_engine::replay::{Before, Wait, What, replay, table_after, waits};
use caipan_engine::rules::{Due, Rules, Verdict};
use caipan_engine::table::Table;
use caipan_lab::generate::Rng;
use caipan_log::{Action, Event, HandLog};
use caipan_tiles::tile::{Meld, Seat, Tile};

/// A hand broken off, with its table.
struct Cut<'a> {
    rules: &'a dyn Rules,
    hand: HandLog,
    before: Before,
    table: Table,
}

/// Counts of the compared answers.
#[derive(Default)]
struct Seen {
    won: usize,
    barred: usize,
    none: usize,
}

impl Cut<'_> {
    /// Plays these events, which end with a win, and returns the clause of a refusal.
    fn played(&self, events: &[Action]) -> Result<(), &'static str> {
        let mut hand = self.hand.clone();
        let before = hand.events.len();
        hand.events.extend(events.iter().cloned().map(Event::from));
        let replayed = replay(self.rules, &hand, self.before, |_, _| ());
        let refused = replayed.breaches.iter().find_map(|breach| match &breach.what {
            What::FalseWin { refusal, .. } | What::ForbiddenWin { refusal } if breach.event >= Some(before) => {
                Some(refusal.clause.id)
            }
            What::NoChance if breach.event >= Some(before) => Some("no chance"),
            _ => None,
        });
        refused.map_or(Ok(()), Err)
    }

    /// Compares a shown wait (`None`: no wait) with the result of playing it.
    fn compare(&self, seat: Seat, tile: Tile, shown: Option<&Verdict>, events: &[Action], seen: &mut Seen) {
        let played = self.played(events);
        let place = format!("seat {seat} on {tile} after {} events, {events:?}", self.hand.events.len());
        match (shown, played) {
            (Some(Ok(())), Ok(())) => seen.won += 1,
            (Some(Err(no)), Err(clause)) => {
                assert_eq!(no.clause.id, clause, "{place}");
                seen.barred += 1;
            }
            (None, Err(_)) => seen.none += 1,
            (shown, played) => panic!("{place}: shown {shown:?}, played {played:?}"),
        }
    }

    fn waits(&self, seat: Seat) -> Vec<Wait> {
        waits(self.rules, &self.table, seat)
    }

    /// Checks the win of every other seat on every tile that the seat in turn holds.
    fn discards(&self, from: Seat, seen: &mut Seen) {
        let place = self.table.place(from);
        let tiles: Vec<Tile> = place.hand.kinds().iter().chain(self.table.wild.filter(|_| place.wilds > 0)).collect();
        for seat in self.table.seats.others(from) {
            let waits = self.waits(seat);
            for &tile in &tiles {
                let shown = waits.iter().find(|wait| wait.tile == tile).and_then(|wait| wait.discard[from].as_ref());
                let events = vec![Action::Discard { seat: from, tile }, Action::Win { seat, tile }];
                self.compare(seat, tile, shown, &events, seen);
            }
        }
    }

    /// Checks the win on every tile that the seat due to draw may draw.
    fn draws(&self, seat: Seat, draw: impl Fn(Tile) -> Vec<Action>, seen: &mut Seen) {
        let waits = self.waits(seat);
        let melded = Meld::counts(&self.table.place(seat).melds);
        for tile in self.table.deck.kinds().iter() {
            if self.table.held(seat, tile) + melded.of(tile) > 3 {
                continue;
            }
            let shown = waits.iter().find(|wait| wait.tile == tile).and_then(|wait| wait.draw.as_ref());
            let events = [draw(tile), vec![Action::Win { seat, tile }]].concat();
            self.compare(seat, tile, shown, &events, seen);
        }
    }

    fn check(&self, seen: &mut Seen) {
        match self.rules.due(&self.table) {
            Due::Act(from) if self.table.last.taken_by.is_none() => self.discards(from, seen),
            Due::Draw(seat, end) => {
                let draw = |tile| vec![Action::Draw { seat, tile, from: Some(end) }];
                self.draws(seat, draw, seen);
            }
            Due::AnswerLast(seat) => {
                let draw = |tile| vec![Action::Seabed { seat, take: true }, Action::Draw { seat, tile, from: None }];
                self.draws(seat, draw, seen);
            }
            Due::Reveal(seat) if self.rules.dice_kong_tiles(&self.table) == 1 => {
                self.draws(seat, |tile| vec![Action::Reveal { seat, tiles: vec![tile] }], seen);
            }
            _ => {}
        }
    }
}

#[test]
fn shown_waits_match_accepted_wins() {
    let mut chance = Rng::new(5);
    let mut systems = std::collections::BTreeMap::<&str, Seen>::new();
    for (ruleset, log) in clean(12) {
        let rules = ruleset.rules.as_ref();
        let seen = systems.entry(ruleset.system.id).or_default();
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        for (hand, &(before, _)) in log.hands.iter().zip(&audit.hands) {
            for _ in 0..6 {
                // Most hands are ready only near their end.
                let total = hand.events.len();
                let events = if chance.percent(70) { total - chance.below(total.min(14)) } else { chance.below(total) };
                let mut hand = HandLog { result: None, ..hand.clone() };
                hand.events.truncate(events);
                let Some(table) = table_after(rules, &hand, before, events.checked_sub(1)) else { continue };
                let cut = Cut { rules, hand, before, table };
                let exchanges = cut.table.seats.iter().any(|seat| rules.exchange_due(&cut.table, seat).is_some());
                if cut.table.winners.is_empty() && cut.rules.automatic(&cut.table).is_none() && !exchanges {
                    cut.check(seen);
                }
            }
        }
    }
    for (system, Seen { won, barred, none }) in systems {
        println!("{system}: {won} accepted, {barred} barred, {none} none");
        assert!(won > 50 && barred > 1 && none > 2_000, "{system}: {won} {barred} {none}");
    }
}
