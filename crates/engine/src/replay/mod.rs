//! Replay (复盘) of a hand: verifies each event, then applies it to the table as recorded, even if it is illegal.
//!
//! No other module changes a table during play. Codes and sentences for breaches belong to `audit`.

mod duplicates;
mod breach;
mod deal;
mod doubts;
mod drawn;
mod end;
mod events;
mod exchange;
mod tile_conservation;
mod live;
mod melds;
mod offers;
mod counterfactual;
mod possible;
mod referee;
mod checkpoints;
mod forced_event;
mod revealed;
mod shown;
mod slips;
mod turns;
mod fast_path;
mod going_on;
mod inferred_exchange;
mod waits;
mod wins;

pub use breach::{Breach, BreachIdx, Class, Mark, What, first};
pub(crate) use checkpoints::checkpoints_without;
pub use checkpoints::{Checkpoint, checkpoints, resume};
pub(crate) use counterfactual::replay_below_without;
pub use counterfactual::{BreachCount, Counterfactual, Edit, replay_below};
pub(crate) use deal::shares;
pub use deal::{dealt, receiver};
pub use doubts::Doubts;
pub use forced_event::ForcedEvent;
pub use inferred_exchange::{InferredExchange, Unrecorded, unrecorded_exchange};
pub use live::{Kept, Live};
pub use offers::choices;
pub use possible::{Possible, asked, possible};
pub use referee::Seen;
pub use slips::Slip;
pub(crate) use slips::{MOST_SLIP_WORK, slip_of, without_slips};
pub use waits::{Wait, waits};

use crate::rules::{NextDealer, Rules, Won};
use crate::table::Table;
use caipan_log::{HandLog, Outcome, Owner};
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile};
use referee::Referee;
use smallvec::SmallVec;

/// The wins of a hand. Usually there is one, which is stored inline.
pub type Wins = SmallVec<[Won; 1]>;

/// The state of the match before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// The occupied seats.
    pub seats: Seats,
    /// The dealer.
    pub dealer: Seat,
    /// The number of consecutive hands of this dealer, including this one, if known.
    pub streak: Option<u32>,
    /// The floor of the match (上楼), if known.
    pub floor: Option<u32>,
    /// The points that each seat picked for every hand that has none of its own (飘分, 估卖), if the log states them.
    pub picked: Option<SeatMap<i64>>,
    /// True if this is the last hand of the match (末局), if known.
    pub last_hand: Option<bool>,
    /// The points that each seat owns, if the log states them.
    pub holdings: Option<SeatMap<i64>>,
    /// The owner of the room, if the log states it.
    pub owner: Option<Owner>,
    /// The exchange before play (换张), if the log leaves it out and the play shows it.
    pub exchange: Option<InferredExchange>,
}

/// The result of replaying a hand.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Debug)]
pub struct Replayed {
    /// All breaches, in order.
    pub breaches: Vec<Breach>,
    /// The table at the end.
    pub table: Table,
    /// The recorded wins.
    pub wins: SmallVec<[Seen; 1]>,
    /// The recorded wins that are valid under the rules.
    pub standing: Wins,
    /// The index of the last event.
    pub last_event: Option<usize>,
    /// True if the hand was drawn.
    pub drawn_game: bool,
    /// True if the play goes on after the last event, by what the log says and the rules. Then nothing is due yet.
    pub goes_on: bool,
    /// The uncertain facts, each with the breach that causes it.
    pub doubts: Doubts,
    /// True if birds are due that neither the log nor the table shows.
    pub birds_unknown: bool,
    /// The birds due, if they differ from those turned up.
    pub birds_due: Option<Vec<Tile>>,
    /// The positions of birds that cannot be the recorded tiles, if the correct tiles are unknown.
    pub birds_open: Vec<usize>,
    /// The tile for the other reading of a wrong flip: the tile due, or the tile turned up if no flip was due.
    pub flip_due: Option<Tile>,
    /// True if the log gives a deal or a wall, so that the replay can follow the tiles.
    pub followed: bool,
    /// The slip of the record that the replay undoes.
    pub slip: Option<Slip>,
    /// The breaches of the hand as recorded that the slip explains.
    pub explained: Vec<Breach>,
}

impl Replayed {
    /// Returns the wins that the log shows, forbidden ones included. False wins have no price and are left out.
    pub fn shown(&self) -> Wins {
        self.wins.iter().filter_map(|seen| seen.won.clone()).collect()
    }

    /// True if a player left.
    pub fn left(&self) -> bool {
        self.table.seats.iter().any(|seat| self.table.place(seat).left)
    }

    /// True if the last events are missing and the log shows no reason.
    pub fn is_cut_off(&self) -> bool {
        self.end_missing().is_some() || self.unfinished(false).is_some()
    }

    /// Returns the breach that the record of the play stops before the end of the hand. What follows from it alone proves
    /// nothing against anybody.
    pub fn end_missing(&self) -> Option<BreachIdx> {
        self.unfinished(true)
    }

    fn unfinished(&self, with_play: bool) -> Option<BreachIdx> {
        let is_so = |breach: &Breach| {
            breach.because.is_none() && matches!(breach.what, What::Unfinished { played } if played == with_play)
        };
        self.breaches.iter().position(is_so).map(BreachIdx)
    }

    /// Returns the breach that leaves the wild tiles unknown. Then neither wins nor their value can be determined.
    pub fn wild_unknown(&self) -> Option<BreachIdx> {
        breach::wild_unknown(&self.breaches)
    }

    /// Returns the payments under the rules.
    pub fn ledger(&self, rules: &dyn Rules) -> Ledger {
        rules.settle(&self.table, &self.standing)
    }

    /// Returns the next dealer under the rules.
    pub fn next_dealer(&self, rules: &dyn Rules) -> Option<NextDealer> {
        rules.next_dealer(&self.table, &self.standing)
    }
}

/// Replays a hand. `watch` receives the table before the first event (`None`) and after each event.
pub fn replay(rules: &dyn Rules, hand: &HandLog, before: Before, watch: impl FnMut(Option<usize>, &Table)) -> Replayed {
    replay_with(rules, hand, before, None, watch)
}

/// Replays a hand like [`replay`], but accepts one event that the rules refuse.
pub fn replay_with(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    forced: Option<ForcedEvent>,
    watch: impl FnMut(Option<usize>, &Table),
) -> Replayed {
    replay_assuming(rules, hand, before, Assumed { forced, slip: None }, watch)
}

/// Facts that a replay assumes, against the record or the rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumed {
    /// The event that is accepted even if the rules refuse it.
    pub forced: Option<ForcedEvent>,
    /// The slip of the record that is undone.
    pub slip: Option<Slip>,
}

/// Replays a hand like [`replay`], under these assumptions.
pub(crate) fn replay_assuming(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    assumed: Assumed,
    watch: impl FnMut(Option<usize>, &Table),
) -> Replayed {
    let mut referee = deal::deal(rules, hand, before);
    (referee.forced, referee.slip) = (assumed.forced, assumed.slip);
    referee.play(hand, watch);
    referee.finish(hand.outcome())
}

/// Replays a hand like [`replay`], but without the fast path for common events. The result is the same; it takes
/// longer.
pub fn replay_closely(rules: &dyn Rules, hand: &HandLog, before: Before) -> Replayed {
    let mut referee = deal::deal(rules, hand, before);
    referee.closely = true;
    referee.play(hand, |_, _| ());
    referee.finish(hand.outcome())
}

/// Returns the table after an event (`None`: after the deal), if the replay reaches it.
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
    /// Verifies and applies the events of a hand, if the hand can be followed.
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

    /// Returns the replayed hand. `claimed` is the outcome that the log records.
    #[inline]
    fn finish(mut self, claimed: Option<Outcome>) -> Replayed {
        let last_event = self.at;
        let birds_unknown = self.followed && self.end(claimed);
        let state = self.state;
        let stands = |seen: &&Seen| seen.breach.is_none();
        Replayed {
            breaches: state.breaches,
            table: state.table,
            standing: state.wins.iter().filter(stands).filter_map(|seen| seen.won.clone()).collect(),
            wins: state.wins,
            last_event,
            drawn_game: state.drawn_game,
            goes_on: state.goes_on,
            doubts: state.doubts,
            birds_unknown,
            birds_due: state.birds_due,
            birds_open: state.birds_open,
            flip_due: state.flip_due,
            followed: state.followed,
            slip: state.slip,
            explained: Vec::new(),
        }
    }
}
