//! Other worlds: the hand as it would be had one thing been otherwise (若当时另是一样).
//!
//! A fault of a log makes facts uncertain, and what a client then claims may rest on facts that the log does not show. So
//! each breach names what may have been counterfactual: the refused act stood, the tile was another, the event was missing
//! ([`changes`]). Each such change is made in a copy of the log, and the copy is replayed by the same referee. That is a
//! *world*, with a ledger and a next dealer of its own. Three rules keep worlds from excusing what they should not:
//!
//! * **No change, no excuse.** A breach that touches no fact (an event after the end, a digest, the clock) names none.
//! * **One change, and it must mend.** A world in which as much is wrong as before is none.
//! * **One world.** What a world does not give is a fault of its own, whatever else it explains.
//!
//! Nothing here feeds what is computed: the ledger of a report is always that of the log as recorded.

mod change;
mod changes;
mod dealt;
mod recorded;

use crate::replay::{Before, BreachCount, Counterfactual, ForcedEvent, Replayed, replay_below};
use crate::rules::{NextDealer, Rules};
use caipan_log::{HandLog, HandResult, People};
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;
use change::Change;
use changes::Possible;

/// Replays that one hand may cost. Where it ends, what is left is *cannot be verified*.
pub(super) const MOST: usize = 1024;
/// Where more than this is wrong by itself, no one change can be what was counterfactual: nothing is tried.
const MANY: usize = 8;
/// The same as [`MOST`] for a hand of which other house rules are being tried.
pub(super) const FEW: usize = 8;

/// The hand as it would be.
pub(super) struct World {
    /// Index of the breach from which this world comes.
    pub root: usize,
    /// What is otherwise.
    change: Change,
    /// Whether the hand was recorded wrongly where it is so; else the client saw the rules otherwise.
    pub of_record: bool,
    /// The replay.
    pub replayed: Replayed,
    /// Its payments.
    pub ledger: Ledger,
    /// Who deals after it.
    pub next: Option<NextDealer>,
    /// The floor of the hand after it.
    pub floor: Option<u32>,
}

impl World {
    /// What is otherwise, for people, to stand after "if".
    pub fn words(&self, people: &People) -> Text {
        self.change.words(people)
    }
}

/// The worlds of a hand, one after the other.
pub(super) struct Worlds<'a> {
    rules: &'a dyn Rules,
    hand: &'a HandLog,
    before: Before,
    /// How much is wrong with the hand as recorded.
    wrong: BreachCount,
    /// The hand, once one is asked for with other events.
    counterfactual: Option<Counterfactual<'a>>,
    changes: std::vec::IntoIter<Possible>,
    /// Replays left.
    left: usize,
    /// Whether some were not tried.
    cut: bool,
    /// Whether as many may be tried as ever: what is left is too much, not merely not looked at.
    whole: bool,
}

impl<'a> Worlds<'a> {
    /// Those of this hand, `replayed` being the replay of it. At most so many are tried.
    pub(super) fn of(
        rules: &'a dyn Rules,
        hand: &'a HandLog,
        before: Before,
        replayed: &Replayed,
        most: usize,
    ) -> Worlds<'a> {
        let claimed = hand.result.as_ref().map_or(&[][..], |result: &HandResult| result.wins.as_deref().unwrap_or(&[]));
        let changes = changes::of(rules, hand, before, replayed, claimed).into_iter();
        let wrong = BreachCount::of(&replayed.breaches);
        let left = if wrong.own > MANY { 0 } else { most };
        Worlds { rules, hand, before, wrong, counterfactual: None, changes, left, cut: false, whole: most == MOST }
    }
}

impl Worlds<'_> {
    /// The replay with this change, if it mends anything.
    fn replayed(&mut self, change: &Change) -> Option<Replayed> {
        let Worlds { rules, hand, before, wrong, .. } = *self;
        let Some(edit) = change.edit(&hand.events) else {
            let (hand, before) = change.dealt(hand, before);
            return replay_below(rules, hand, before, wrong);
        };
        let forced = match change {
            Change::ForcedEvent(forced) => Some(forced.clone()),
            _ => None,
        };
        let counterfactual = self.counterfactual.get_or_insert_with(|| Counterfactual::of(rules, hand, before));
        counterfactual.replay(&edit, forced, change.outcome(hand), wrong)
    }

    /// Whether there are more worlds than may ever be tried.
    pub(super) fn is_cut(&self) -> bool {
        self.cut && self.whole
    }
}

/// An event of a hand that is let stand; a win that the rules do not see counts for what is claimed of it.
pub(super) fn let_stand(rules: &dyn Rules, hand: &HandLog, event: usize) -> ForcedEvent {
    let seat = hand.events.get(event).and_then(|event| event.action.seat());
    let claimed = hand.result.iter().flat_map(|result| result.wins.iter().flatten());
    let claim = claimed.into_iter().find(|claim| Some(claim.seat) == seat);
    let (hits, value) = claim.map(|claim| changes::price(rules, claim)).unwrap_or_default();
    ForcedEvent { event, hits, value, from: None }
}

impl Iterator for Worlds<'_> {
    type Item = World;

    fn next(&mut self) -> Option<World> {
        loop {
            let Possible { root, change, of_record } = self.changes.next()?;
            if self.left == 0 {
                self.cut = true;
                return None;
            }
            self.left -= 1;
            let Some(replayed) = self.replayed(&change) else { continue };
            let ledger = replayed.ledger(self.rules);
            let next = replayed.next_dealer(self.rules);
            let floor = self.rules.next_floor(&replayed.table, &replayed.standing, next);
            return Some(World { root, change, of_record, replayed, ledger, next, floor });
        }
    }
}
