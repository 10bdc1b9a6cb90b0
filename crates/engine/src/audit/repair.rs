//! Slips of a record that put many things wrong at once, found by mending the record and auditing it again.
//!
//! A slip is told if the mended record has nothing wrong that the record as sent has not, and at least two faults less.
//! These faults are then its consequences. The ledger stays that of the record as sent.

use super::check::{About, Kind};
use super::checks::{course, money};
use super::finding::{Finding, FindingIdx};
use super::hypotheses::Limit;
use super::{Audit, Scope, audit_with};
use crate::meter::Meter;
use crate::rules::Ruleset;
use caipan_log::{GameLog, HandLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, SeatMap};

/// Maximum records tried: each is a whole audit.
const MOST: usize = 4;
/// Maximum distance of two exchanged hands.
const FARTHEST: usize = 8;

/// Two hands that are recorded in each other's place.
#[derive(Clone, Copy)]
struct Exchanged {
    first: usize,
    second: usize,
}

/// Looks for a slip of the record that explains several faults of an audit. Adds a finding for the first one.
pub(super) fn explained(log: &GameLog, ruleset: &Ruleset, audit: Audit, meter: &Meter<'_>) -> Audit {
    let is_of_course = |finding: &&Finding| {
        finding.is_fault() && (finding.check.about == About::Course || finding.check == &money::SCORES)
    };
    let Some(first) = audit.findings.iter().find(is_of_course).and_then(|finding| finding.hand) else { return audit };
    let faults = audit.findings.iter().filter(|finding| finding.is_fault()).count();
    for slip in exchanges(log, first).filter(|_| faults > 1).take(MOST) {
        if meter.is_stopped() {
            break;
        }
        let mended = slip.mended(log);
        let again = audit_with(&mended, &People::of(&mended), ruleset, Scope::All, Limit::FEW, None, meter);
        if let Some(follows) = slip.removes(&audit, &again) {
            return slip.told(audit, &follows);
        }
    }
    audit
}

/// Returns the exchanges of two hands after which dealers and scores would fit better. A fault in a hand may come from
/// its own place or from the hand before.
fn exchanges(log: &GameLog, wrong: usize) -> impl Iterator<Item = Exchanged> {
    let firsts = wrong.saturating_sub(1)..=wrong;
    let all = firsts.flat_map(move |first| (1..=FARTHEST).map(move |by| Exchanged { first, second: first + by }));
    all.filter(move |slip| slip.second < log.hands.len() && slip.fits(log))
}

impl Exchanged {
    /// Returns the record with the two hands in each other's place.
    fn mended(self, log: &GameLog) -> GameLog {
        let mut log = log.clone();
        log.hands.swap(self.first, self.second);
        log
    }

    /// Returns the place in the record as sent of a hand of the mended record.
    const fn place(self, hand: usize) -> usize {
        if hand == self.first {
            self.second
        } else if hand == self.second {
            self.first
        } else {
            hand
        }
    }

    /// True if neither hand contradicts its neighbours in the mended record, but one does in the record as sent.
    fn fits(self, log: &GameLog) -> bool {
        let places = [self.first, self.first + 1, self.second, self.second + 1];
        let follows = |mended: bool| {
            let of = |at: usize| log.hands.get(if mended { self.place(at) } else { at });
            places.into_iter().all(|at| match (at.checked_sub(1).map(of), of(at)) {
                (Some(before), Some(hand)) => before.is_none_or(|before| may_follow(before, hand)),
                (None, Some(hand)) => log.start.scores.zip(scores_before(hand)).is_none_or(|(all, own)| all == own),
                (_, None) => true,
            })
        };
        follows(true) && !follows(false)
    }

    /// Returns the faults that the mended record does not have, by their positions. `None` if they are fewer than two, or
    /// if it has others.
    fn removes(self, audit: &Audit, again: &Audit) -> Option<Vec<usize>> {
        type Key = (&'static str, Option<usize>, Option<usize>, Option<Seat>);
        let key =
            |finding: &Finding, hand: Option<usize>| -> Key { (finding.check.code, hand, finding.event, finding.seat) };
        let mut left: Vec<Key> = again
            .findings
            .iter()
            .filter(|finding| finding.is_fault())
            .map(|finding| key(finding, finding.hand.map(|hand| self.place(hand))))
            .collect();
        left.sort_unstable();
        let own = || audit.findings.iter().enumerate().filter(|(_, finding)| finding.is_fault());
        let gone: Vec<usize> = own()
            .filter(|(_, finding)| left.binary_search(&key(finding, finding.hand)).is_err())
            .map(|(at, _)| at)
            .collect();
        let unknown = |audit: &Audit| {
            audit.findings.iter().filter(|finding| finding.is_primary() && finding.kind == Kind::Unverifiable).count()
        };
        let is_better = own().count() == gone.len() + left.len() && unknown(again) <= unknown(audit);
        (gone.len() > 1 && is_better).then_some(gone)
    }

    /// Adds the finding before its first consequence.
    fn told(self, mut audit: Audit, follows: &[usize]) -> Audit {
        let Some(&first) = follows.first() else { return audit };
        let (one, other) = (self.first + 1, self.second + 1);
        let text = bilingual!(
            "第 {one} 局和第 {other} 局的次序记颠倒了：对调之后，庄家和累计分都接得上。",
            "hands {one} and {other} are recorded in each other's place: exchanged, dealers and scores follow from hand to hand"
        );
        let short = bilingual!(
            "第 {one} 局和第 {other} 局的次序记颠倒了",
            "hands {one} and {other} are recorded in each other's place"
        );
        for (at, finding) in audit.findings.iter_mut().enumerate() {
            finding.because = match finding.because {
                Some(FindingIdx(root)) if follows.contains(&root) => Some(FindingIdx(first)),
                Some(FindingIdx(root)) if root >= first => Some(FindingIdx(root + 1)),
                None if follows.contains(&at) => Some(FindingIdx(first)),
                because => because,
            };
        }
        audit.findings.insert(first, Finding::new(&course::EXCHANGED, self.first, text).in_short(short));
        audit
    }
}

/// Returns the scores before a hand, as its result implies them.
fn scores_before(hand: &HandLog) -> Option<SeatMap<i64>> {
    let result = hand.result.as_ref()?;
    let (mut scores, gains) = (result.scores?, result.deltas?);
    for seat in Seat::ALL {
        scores[seat] = scores[seat].saturating_sub(gains[seat]);
    }
    Some(scores)
}

/// True if a hand may be the next after another, by what both record of dealers and scores.
fn may_follow(before: &HandLog, hand: &HandLog) -> bool {
    let result = before.result.as_ref();
    let scores = result.and_then(|result| result.scores).zip(scores_before(hand));
    let dealers = result.and_then(|result| result.next_dealer).zip(hand.dealer);
    scores.is_none_or(|(after, before)| after == before) && dealers.is_none_or(|(next, dealer)| next == dealer)
}
