//! The hand with the winners that the result names, if the events do not show them.

use super::{Accepted, ClaimCheck};
use crate::audit::FindingIdx;
use crate::audit::world::World;
use crate::replay::{Replayed, Seen};
use crate::rules::{WinCandidate, Won};
use caipan_log::Outcome;
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;

impl ClaimCheck<'_> {
    /// Accepts the hand with the claimed outcome and winners as a hypothesis, if these differ and no other hypothesis
    /// is accepted. Each named seat gets the win that the events show, or one on the last open tile. `root` is the
    /// finding about outcome or winners.
    pub(super) fn look_as_named(&mut self, root: FindingIdx) {
        if self.accepted.is_some() {
            return;
        }
        let Some(replayed) = self.as_named() else { return };
        let world = World::of(self.facts.rules, replayed);
        let compared = world.compare(self.facts.rules, self.facts.lasting, self.compared, self.meter);
        if self.given.accepts(compared.given, false) {
            let words = bilingual!("记录的结果与胡家属实", "the recorded outcome and winners are right");
            self.accepted = Some(Accepted::of(root, words, false, world, compared));
        }
    }

    fn as_named(&self) -> Option<Replayed> {
        let claimed = self.claimed.result;
        let mut replayed = self.facts.replayed.clone();
        let named: Option<Vec<Seat>> =
            claimed.wins.as_ref().map(|wins| wins.iter().map(|win| win.seat).collect::<Vec<_>>());
        let outcome = claimed.outcome.unwrap_or(self.facts.ended());
        let named = match outcome {
            Outcome::Win => named?,
            Outcome::Draw | Outcome::Aborted => Vec::new(),
        };
        replayed.drawn_game = outcome == Outcome::Draw;
        replayed.table.cut_short = outcome == Outcome::Aborted;
        replayed.wins.retain(|seen| named.contains(&seen.seat));
        for seat in named {
            let there = replayed.wins.iter().any(|seen| seen.won.is_some() && seen.seat == seat);
            if !there && self.facts.opened(seat).is_none() {
                let won = self.at_the_end(seat)?;
                replayed.table.win(seat, won.from);
                replayed.wins.push(Seen { seat, won: Some(won), called: None, breach: None });
            }
        }
        replayed.table.false_wins.clear();
        replayed.standing = replayed.wins.iter().filter_map(|seen| seen.won.clone()).collect();
        if replayed.standing.is_empty() && outcome != Outcome::Win {
            replayed.table.birds = None;
            replayed.table.flip = None;
        }
        Some(replayed)
    }

    /// Returns the win that the seat could have on the last open tile.
    fn at_the_end(&self, seat: Seat) -> Option<Won> {
        let case = WinCandidate::at(&self.facts.replayed.table, seat)?;
        self.facts.rules.judge(&case).ok()
    }
}
