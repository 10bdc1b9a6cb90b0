//! The replay (复盘): the only code that moves a table. Each event is verified, then carried out as the table visibly did;
//! after an illegal event the replay goes on.

mod duplicates;
mod breach;
mod deal;
mod drawn;
mod end;
mod events;
mod exchange;
mod flower;
mod tile_conservation;
mod live;
mod melds;
mod counterfactual;
mod possible;
mod referee;
mod breach_clause;
mod checkpoints;
mod forced_event;
mod revealed;
mod turns;
mod fast_path;
mod waits;
mod wins;

pub use breach::{Breach, What};
pub use checkpoints::{Checkpoint, checkpoints, resume};
pub use counterfactual::{BreachCount, Counterfactual, Edit, replay_below};
pub(crate) use deal::shares;
pub use deal::{dealt, receiver};
pub use forced_event::ForcedEvent;
pub use live::Live;
pub use possible::{Possible, asked, possible};
pub use referee::{Doubts, Seen};
pub use waits::{Wait, waits};

use crate::rules::{NextDealer, Rules, Won};
use crate::table::Table;
use caipan_log::{HandLog, Outcome};
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, Seats, Tile};
use referee::Referee;
use smallvec::SmallVec;

/// The wins of a hand: one, kept in place, unless several win.
pub type Wins = SmallVec<[Won; 1]>;

/// What stood before the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// Who sits at the table.
    pub seats: Seats,
    /// Who deals.
    pub dealer: Seat,
    /// For how many hands in a row, this one included, where known.
    pub streak: Option<u32>,
    /// How many floors up the match is (上楼), where known.
    pub floor: Option<u32>,
}

/// A hand as replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Everything that was wrong, in order.
    pub breaches: Vec<Breach>,
    /// The table at the end.
    pub table: Table,
    /// The wins of the log.
    pub wins: SmallVec<[Seen; 1]>,
    /// Those of them that stand under the rules.
    pub standing: Wins,
    /// Index of the last event.
    pub last_event: Option<usize>,
    /// Whether the hand was drawn.
    pub drawn_game: bool,
    /// What stayed uncertain.
    pub doubts: Doubts,
    /// Birds asked for that neither the log nor the table shows.
    pub birds_unknown: bool,
    /// The birds that the table asked for, where they are not those turned up.
    pub birds_due: Option<Vec<Tile>>,
    /// The places of birds that cannot be what is recorded, where it is not known what they are.
    pub birds_open: Vec<usize>,
    /// The flip that makes the other reading of a wrong flip: the tile due, or the one turned up where none was.
    pub flip_due: Option<Tile>,
    /// Whether the tiles could be followed at all: a deal or a wall was given.
    pub followed: bool,
}

impl Replayed {
    /// The wins as the log shows them, forbidden ones included; false wins have no price.
    pub fn shown(&self) -> Wins {
        self.wins.iter().filter_map(|seen| seen.won.clone()).collect()
    }

    /// Whether somebody left.
    pub fn left(&self) -> bool {
        self.table.seats.iter().any(|seat| self.table.place(seat).left)
    }

    /// Whether its last events are missing, for no reason that the log shows.
    pub fn is_cut_off(&self) -> bool {
        self.breaches.iter().any(|breach| breach.because.is_none() && matches!(breach.what, What::Unfinished { .. }))
    }

    /// The breach that says that nobody knows which tiles are wild: then neither wins nor what they are worth can be told.
    pub fn wild_unknown(&self) -> Option<usize> {
        breach::wild_unknown(&self.breaches)
    }

    /// The payments under the rules.
    pub fn ledger(&self, rules: &dyn Rules) -> Ledger {
        rules.settle(&self.table, &self.standing)
    }

    /// Who deals next under the rules.
    pub fn next_dealer(&self, rules: &dyn Rules) -> Option<NextDealer> {
        rules.next_dealer(&self.table, &self.standing)
    }
}

/// Replays a hand. `watch` is shown the table before the first event (`None`) and after each one.
pub fn replay(rules: &dyn Rules, hand: &HandLog, before: Before, watch: impl FnMut(Option<usize>, &Table)) -> Replayed {
    replay_with(rules, hand, before, None, watch)
}

/// Replays a hand as [`replay`] does, but lets one event stand that the rules refuse.
pub fn replay_with(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    forced: Option<ForcedEvent>,
    watch: impl FnMut(Option<usize>, &Table),
) -> Replayed {
    let mut referee = deal::deal(rules, hand, before);
    referee.forced = forced;
    referee.play(hand, watch);
    referee.finish(hand.outcome())
}

/// Replays a hand as [`replay`] does, but looks at usual events as closely as at all others. The same comes of it, later.
pub fn replay_closely(rules: &dyn Rules, hand: &HandLog, before: Before) -> Replayed {
    let mut referee = deal::deal(rules, hand, before);
    referee.closely = true;
    referee.play(hand, |_, _| ());
    referee.finish(hand.outcome())
}

/// The table after an event (`None`: after the deal), as far as the replay gets.
pub fn table_after(rules: &dyn Rules, hand: &HandLog, before: Before, event: Option<usize>) -> Option<Table> {
    let mut found = None;
    replay(rules, hand, before, |at, table| {
        if at == event {
            found = Some(table.clone());
        }
    });
    found
}

impl Referee<'_> {
    /// Verifies and carries out the events of a hand, as far as it can be followed.
    fn play(&mut self, hand: &HandLog, mut watch: impl FnMut(Option<usize>, &Table)) {
        if !self.followed {
            return;
        }
        watch(None, &self.table);
        for (at, event) in hand.events.iter().enumerate() {
            self.event(at, event);
            watch(Some(at), &self.table);
        }
    }

    /// The hand as far as it was replayed, of which this outcome is claimed.
    #[inline]
    fn finish(mut self, claimed: Option<Outcome>) -> Replayed {
        let last_event = self.at;
        let birds_unknown = self.followed && self.end(claimed);
        let stands = |seen: &&Seen| seen.breach.is_none();
        Replayed {
            breaches: self.breaches,
            table: self.table,
            standing: self.wins.iter().filter(stands).filter_map(|seen| seen.won.clone()).collect(),
            wins: self.wins,
            last_event,
            drawn_game: self.drawn_game,
            doubts: self.doubts,
            birds_unknown,
            birds_due: self.birds_due,
            birds_open: self.birds_open,
            flip_due: self.flip_due,
            followed: self.followed,
        }
    }
}
