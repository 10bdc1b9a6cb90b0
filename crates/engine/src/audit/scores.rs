//! The scores of a match, carried from hand to hand.

use super::checks::money;
use super::course::Course;
use super::coverage::{Coverage, Question};
use super::hand::Audited;
use super::result::{Accepted, first_wrong, net};
use super::{Dealt, Finding};
use crate::audit::FindingIdx;
use caipan_log::{GameLog, HandResult, HouseLine, Payment};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::gains;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};
use smallvec::SmallVec;

/// Maximum lines of scores that a match may come back to.
const LINES: usize = 4;

impl Course {
    /// Moves the points that the house or a referee moved before the hand at this index, or after the last.
    pub(super) fn moved_between(&mut self, log: &GameLog, at: usize) {
        let mut lines = log.moved_after(at).map(HouseLine::flow).peekable();
        if lines.peek().is_none() {
            return;
        }
        let moved = gains(lines);
        self.scores = self.scores.map(|scores| scores.plus(moved));
        self.other_scores.iter_mut().for_each(|scores| *scores = scores.plus(moved));
        self.holdings = self.holdings.map(|held| held.plus(moved));
    }

    /// Checks the scores after a hand against those before it. `first` is the index of the hand's first finding in the
    /// match.
    pub(super) fn scores(
        &mut self,
        dealt: Dealt<'_>,
        (result, first): (&HandResult, usize),
        audited: &Audited,
        accepted: Option<(&Accepted, FindingIdx)>,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let Dealt { people, index, hand, .. } = dealt;
        let Some(deltas) = step(result, audited) else {
            // The point changes are neither claimed nor computable, so the match goes on from the claimed scores.
            coverage.missing(Question::Scores, "result.deltas");
            self.scores = result.scores;
            self.other_scores.clear();
            return;
        };
        let due = self.scores.map(|before| before.plus(deltas));
        let (Some(claimed), Some(due)) = (result.scores, due) else {
            let field = if result.scores.is_none() { "result.scores" } else { "start.scores" };
            coverage.missing(Question::Scores, field);
            let alone = result.scores.is_some() && result.deltas.is_none() && result.payments.is_none();
            if alone && !audited.ledger.lines().is_empty() {
                let text = bilingual!(
                    "只记了累计分，又不知道开局前的分，本局输赢没法核对；请补上 start.scores。",
                    "only running scores are recorded and those before this hand are unknown, so its payments cannot be checked; \
                     add `start.scores`"
                );
                let short = bilingual!(
                    "不知道开局前的累计分，本局输赢没法核对",
                    "the scores before this hand are unknown, so its payments cannot be checked"
                );
                let finding = Finding::new(&money::UNCHECKED, index, text).in_short(short);
                findings.push(finding.at_field("result/scores"));
            }
            // Without earlier scores, the match goes on from the claimed ones. If none are claimed either, from those
            // that the point changes lead to.
            let before = self.scores;
            self.scores = result.scores.or(due);
            self.other_scores.clear();
            if hand.result.is_none() {
                // Nobody says that the hand was settled.
                self.other_scores.extend(before);
            }
            return;
        };
        // Without events a seat may have left and paid the house.
        let may_have_left = result.deltas.is_none() && audited.replayed.last_event.is_none();
        if may_have_left && claimed != due && Seat::ALL.iter().all(|&seat| claimed[seat] <= due[seat]) {
            coverage.missing(Question::Scores, "result.deltas");
            self.scores = Some(claimed);
            return;
        }
        coverage.checked(Question::Scores, 1);
        // If the point changes are wrong, the scores may follow the right ones.
        let at_fault = findings.iter().skip(first).any(|found| found.pointer.ends_with("/result/deltas"));
        let changed = changed(result, audited).filter(|_| at_fault);
        let steps = [Some(deltas), changed];
        let on = |line: SeatMap<i64>| steps.into_iter().flatten().map(move |step| line.plus(step));
        // Scores that a slip left go on beside the recorded ones: a later hand may come back to them.
        let earlier: SmallVec<[SeatMap<i64>; 4]> =
            self.scores.into_iter().chain(self.other_scores.drain(..)).flat_map(on).collect();
        // A hand that was sent twice counts once.
        let goes_on = earlier.contains(&claimed) || self.repeated && self.scores == Some(claimed);
        for line in earlier.into_iter().filter(|line| *line != claimed) {
            if self.other_scores.len() < LINES && !self.other_scores.contains(&line) {
                self.other_scores.push(line);
            }
        }
        if let Some(seat) = first_wrong(&claimed, &due).filter(|_| !goes_on) {
            let (written, right) = (claimed[seat], due[seat]);
            let who = people.who(seat);
            let mut text = bilingual!(
                "{who}的累计分该是 {right}（上局累计加本局得分），记成了 {written}。",
                "the score of {who:#} should be {right} (previous score plus this hand), but {written} is recorded"
            );
            let short = bilingual!(
                "{who}的累计分该是 {right}，记成了 {written}",
                "the score of {who:#} should be {right}, but {written} is recorded"
            );
            for other in Seat::ALL.into_iter().filter(|&other| other != seat && claimed[other] != due[other]) {
                let (who, right, written) = (people.who(other), due[other], claimed[other]);
                let Text { zh, en } = bilingual!(
                    "{who}该是 {right}，记成了 {written}。",
                    "; that of {who:#} should be {right}, but {written} is recorded"
                );
                text.zh += zh;
                text.en += en;
            }
            // Without claimed point changes the scores are the only claim about the money.
            let explains = accepted.filter(|(world, _)| result.deltas.is_none() && world.given.pays());
            let because = explains.map(|(_, root)| root);
            findings.push(
                Finding::new(&money::SCORES, index, text)
                    .in_short(short)
                    .at_field("result/scores")
                    .of(Some(seat))
                    .values(written, right)
                    .because(because),
            );
        }
        self.scores = Some(claimed);
    }
}

/// Returns the point changes of a hand: as recorded, by its recorded payments, or by the rules. `None` if they are
/// neither recorded nor known.
pub(super) fn step(result: &HandResult, audited: &Audited) -> Option<SeatMap<i64>> {
    let paid = || Some(by_payments(result.payments.as_ref()?, audited));
    // Without scores, how the hand ended must be certain.
    let is_known = audited.due_unknown.is_none() && (result.scores.is_some() || audited.end_doubt.is_none());
    let by_rules = || is_known.then(|| audited.taken.gains(&audited.ledger));
    result.deltas.or_else(paid).or_else(by_rules)
}

/// Returns the point changes by these payments and by what the house took.
fn by_payments(payments: &[Payment], audited: &Audited) -> SeatMap<i64> {
    net(payments).gains().plus(audited.taken.apart(&audited.ledger))
}

/// Returns the point changes of a hand whose recorded ones are wrong: by its recorded payments, else by the rules.
fn changed(result: &HandResult, audited: &Audited) -> Option<SeatMap<i64>> {
    match &result.payments {
        Some(payments) => Some(by_payments(payments, audited)),
        None => audited.due_unknown.is_none().then(|| audited.taken.gains(&audited.ledger)),
    }
}
