//! Other worlds: the hand as it would be had one thing been otherwise (若当时另是一样).
//!
//! A fault of a log makes facts uncertain, and what a client then claims may rest on facts that the log does not show. So
//! each breach names what may have been otherwise: the refused act stood, the tile was another, the event was missing
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

use crate::ledger::Ledger;
use crate::log::{HandLog, HandResult, People};
use crate::replay::{Before, Replayed, Stands, replay_with};
use crate::rules::{NextDealer, Rules};
use crate::say::Text;
use change::Change;

/// Replays that one hand may cost. Where it ends, what is left is *cannot be verified*.
pub(super) const MOST: usize = 1024;
/// Where more than this is wrong by itself, no one change can be what was otherwise: nothing is tried.
const MANY: usize = 8;
/// The same as [`MOST`] for a hand of which other house rules are being tried.
pub(super) const FEW: usize = 8;

/// The hand as it would be.
pub(super) struct World {
    /// Index of the breach from which this world comes.
    pub root: usize,
    /// What is otherwise.
    change: Change,
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
    /// How many breaches of their own, and how many together, the hand has as recorded.
    wrong: (usize, usize),
    changes: std::vec::IntoIter<(usize, Change)>,
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
        let wrong = weight(replayed);
        let left = if wrong.0 > MANY { 0 } else { most };
        Worlds { rules, hand, before, wrong, changes, left, cut: false, whole: most == MOST }
    }
}

impl Worlds<'_> {
    /// Whether there are more worlds than may ever be tried.
    pub(super) fn is_cut(&self) -> bool {
        self.cut && self.whole
    }
}

/// An event of a hand that is let stand; a win that the rules do not see counts for what is claimed of it.
pub(super) fn let_stand(rules: &dyn Rules, hand: &HandLog, event: usize) -> Stands {
    let seat = hand.events.get(event).and_then(|event| event.action.seat());
    let claimed = hand.result.iter().flat_map(|result| result.wins.iter().flatten());
    let claim = claimed.into_iter().find(|claim| Some(claim.seat) == seat);
    let (hits, value) = claim.map(|claim| changes::price(rules, claim)).unwrap_or_default();
    Stands { event, hits, value, from: None }
}

/// How much is wrong: breaches of their own, and all together.
fn weight(replayed: &Replayed) -> (usize, usize) {
    let own = replayed.breaches.iter().filter(|breach| breach.because.is_none()).count();
    (own, replayed.breaches.len())
}

impl Iterator for Worlds<'_> {
    type Item = World;

    fn next(&mut self) -> Option<World> {
        loop {
            let (root, change) = self.changes.next()?;
            if self.left == 0 {
                self.cut = true;
                return None;
            }
            self.left -= 1;
            let (hand, before, stands) = change.applied(self.hand, self.before);
            let replayed = replay_with(self.rules, &hand, before, stands, |_, _| ());
            if !replayed.followed || weight(&replayed) >= self.wrong {
                continue;
            }
            let ledger = replayed.ledger(self.rules);
            let next = replayed.next_dealer(self.rules);
            let floor = self.rules.next_floor(&replayed.table, &replayed.standing, next);
            return Some(World { root, change, replayed, ledger, next, floor });
        }
    }
}
