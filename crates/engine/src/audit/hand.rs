//! The audit of one hand: its breaches as findings, then the client's claims compared with the rules.

use super::checks::{conduct, log};
use super::coverage::{Coverage, Question};
use super::hypotheses::{Hypotheses, Limit};
use super::replays::SharedReplay;
use super::result::{self, Accepted, Claimed, Claims, Due, Facts, Given, Taken};
use super::unknown::Unknown;
use super::unmodelled::Reach;
use super::wild::{self, Wild};
use super::win_due;
use super::{Dealt, Finding, Kind};
use super::{turned, undealt};
use crate::audit::FindingIdx;
use crate::replay::{Breach, Mark, Replayed, Unrecorded, What};
use crate::rules::{NextDealer, OptionSet};
use caipan_log::{Action, HandLog, HandResult};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Role};
use caipan_tiles::tile::{Seat, SeatMap};
use std::sync::Arc;

/// A hand with its findings. Indexes in `because` count within the hand.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The findings.
    pub findings: Vec<Finding>,
    /// The replay.
    pub replayed: Arc<Replayed>,
    /// The replay without a wild kind, if `replayed` is that with the indicator that fits best.
    without_wild: Option<Arc<Replayed>>,
    /// The options that the replay read.
    pub(super) asked: OptionSet,
    /// The payments under the rules.
    pub ledger: Ledger,
    /// The reason why the amounts due are unknown; the ledger is then incomplete.
    pub due_unknown: Option<Unknown>,
    /// Where not all amounts due are known: what each seat must get for the payments that are wrong in any case.
    pub corrections: SeatMap<i64>,
    /// The rake and the fee that the log lists, where the rules demand them.
    pub(super) taken: Taken,
    /// The point changes that the recorded scores imply, if they are the only claim about money.
    pub booked: Option<SeatMap<i64>>,
    /// The next dealer under the rules.
    pub next: Option<NextDealer>,
    /// If fields are missing: the next dealer by the values that fit best, if they give all other claims.
    pub(super) next_by_filling: Option<NextDealer>,
    /// The floor of the next hand under the rules.
    pub floor: Option<u32>,
    /// The hypothesis that explains the claims where the hand as recorded does not.
    pub(super) accepted: Option<Accepted>,
    /// Index of the finding that leaves the end of the hand uncertain, and so the course of the match.
    pub end_doubt: Option<FindingIdx>,
    /// The finding that all seats are too far, if those of the result are too.
    pub(super) turned: Option<FindingIdx>,
    /// The money that rules unknown to caipan may move, if any.
    pub(super) moved: Option<Box<Reach>>,
}

impl Audited {
    /// Returns the point changes of the seats: by the payments due, and by what the house took.
    pub(super) fn gains(&self) -> SeatMap<i64> {
        self.taken.gains(&self.ledger)
    }

    /// Returns what each seat gets besides the payments of the game: under the rules, with rake and fee as listed.
    pub fn taken(&self, ledger: &Ledger) -> SeatMap<i64> {
        self.taken.apart(ledger)
    }

    /// True if the money rests on tiles that the record does not show.
    pub(super) fn rests_on_hidden(&self) -> bool {
        self.moved.as_ref().is_some_and(|moved| moved.is_hidden())
    }

    /// Returns the claims about the hand that can be compared with the rules; `None` if all can.
    pub(super) fn comparable(&self, claimed: &HandResult) -> Option<HandResult> {
        self.moved.as_ref().map(|moved| moved.comparable(claimed))
    }

    /// The replay of the hand as the log records it.
    pub fn recorded(&self) -> &Replayed {
        self.without_wild.as_ref().unwrap_or(&self.replayed)
    }
}

/// Audits a hand. `exchange`: the one that the log leaves out. `scores`: the scores before it, if known. `limit`: that of
/// the hypotheses tried.
pub(super) fn audit_hand(
    dealt: Dealt<'_>,
    exchange: Option<Unrecorded>,
    scores: Option<SeatMap<i64>>,
    limit: Limit,
    coverage: &mut Coverage,
) -> Audited {
    let Dealt { rules, people, index, hand, before, lasting: &lasting, meter, .. } = dealt;
    let people = people.dealt_by(before.dealer);
    let SharedReplay { replayed, asked } = dealt.replay();
    cover_play(hand, &replayed, coverage);
    meter.spend(replayed.breaches.len());
    let empty = HandResult::default();
    let result = hand.result.as_ref().unwrap_or(&empty);
    let booked = booked(result, scores);
    let moved = Reach::of_hidden(rules, &replayed).or_else(|| Reach::of(dealt.unmodelled, rules, hand, &replayed));
    let is_hidden = moved.as_ref().is_some_and(|moved| moved.is_hidden());
    let comparable = moved.as_ref().map(|moved| moved.comparable(result));
    let compared = comparable.as_ref().unwrap_or(result);
    let claimed = Claimed::of(rules, result, booked);
    let compared = Claimed::of(rules, compared, booked.filter(|_| moved.is_none()));
    let describe = |breach: &Breach| {
        let finding = super::describe::finding(index, breach, &people);
        match dealt.packs.and_then(|packs| packs.option(&breach.what)) {
            Some(option) => finding.by(Some(option)),
            None => finding,
        }
    };
    // Without events, an indicator could only make up a win that was dealt.
    let is_played = replayed.followed && replayed.last_event.is_some();
    let unknown = replayed.wild_unknown().and_then(|at| at.of(&replayed.breaches)).filter(|_| is_played);
    let wild = unknown.and_then(|_| wild::fits_best(dealt, replayed.slip, &compared));
    let unknown = unknown.filter(|_| wild.is_some()).map(describe);
    let without_wild = wild.is_some().then(|| replayed.clone());
    let (wild_hand, replayed, filling) = match wild {
        Some(Wild { hand, replayed, filling }) => (Some(hand), Arc::new(replayed), Some(filling)),
        None => (None, replayed, None),
    };
    let hand = wild_hand.as_ref().unwrap_or(hand);
    let mut findings: Vec<Finding> = replayed.breaches.iter().map(describe).collect();
    if let Some(others) = dealt.others {
        for found in findings.iter_mut().zip(&replayed.breaches) {
            others.name(dealt, hand, (&replayed, asked), found);
        }
    }
    if let Some(moved) = moved.as_ref().filter(|moved| moved.birds) {
        findings.iter_mut().for_each(|finding| moved.excuse_birds(finding));
    }
    if let Some(slip) = replayed.slip_breach() {
        let explained = replayed.explained.iter().map(describe);
        findings.extend(explained.map(|finding| finding.because(Some(slip.into()))));
    }
    let wild_unknown = unknown.is_some().then_some(FindingIdx(findings.len()));
    findings.extend(unknown);
    let mut ledger = if replayed.goes_on { Ledger::default() } else { replayed.ledger(rules) };
    // The next dealer depends on how the hand ended, which is unknown if it was cut off.
    let ends = replayed.followed && !replayed.goes_on && !replayed.is_cut_off() && !is_hidden;
    let next = replayed.next_dealer(rules).filter(|_| ends);
    let facts = Facts { rules, replayed: &replayed, ledger: &ledger, next, lasting };
    let filling = match filling.or_else(|| result::fill(facts, ends, &compared, meter)) {
        // All values of the missing fields lead to the same payments.
        Some(filling) if filling.is_certain => {
            ledger = filling.ledger;
            None
        }
        filling => filling,
    };
    let floor = rules.next_floor(&replayed.table, &replayed.standing, next);
    let floor = floor
        .filter(|_| replayed.followed && !is_hidden && without_wild.is_none() && replayed.wild_unknown().is_none());
    let mut due_unknown = due_unknown(&replayed)
        .or(filling.as_ref().and_then(result::Filling::field).map(Unknown::Field))
        .or(moved.as_ref().map(|_| if is_hidden { Unknown::Hidden } else { Unknown::Rules }));
    let undealt = (!replayed.followed).then_some(FindingIdx(findings.len()));
    if undealt.is_some() {
        findings.push(undealt::undealt(index, hand, exchange));
    }
    if let Some(Unrecorded::Known(exchange)) = &exchange {
        findings.push(undealt::inferred(index, hand, exchange, &people));
    }
    let facts = Facts { rules, replayed: &replayed, ledger: &ledger, next, lasting };
    let penalised = hand.result.is_some() && result::is_penalised(&compared, facts);
    if penalised {
        // The players are at fault, not the log: the false win was called and paid for as the rules require.
        note_penalty(&mut findings, &replayed, &ledger);
    }
    let doubted = replayed.doubts.end.filter(|_| !penalised).map(FindingIdx::from);
    if dealt.tried.is_none() {
        win_due::tell(&mut findings, &people, || Hypotheses::of(rules, hand, before, &replayed, Limit::FEW, meter));
    }
    let (mut accepted, mut corrections) = (None, SeatMap::default());
    match &hand.result {
        _ if dealt.is_hopeless(&findings) => {}
        Some(_) => {
            let worlds = Hypotheses::of(rules, hand, before, &replayed, limit, meter);
            let ledger = filling.as_ref().map_or(&ledger, |filling| &filling.ledger);
            let next = filling.as_ref().map_or(next, |filling| filling.next);
            let mut check = result::ClaimCheck {
                facts: Facts { ledger, next, ..facts },
                hand: index,
                claimed: &claimed,
                compared: &compared,
                due: Due::of(ledger, filling.as_ref(), moved.as_deref(), claimed.taken),
                wild_unknown,
                people: &people,
                doubted,
                findings: &mut findings,
                coverage,
                accepted: None,
                cut: false,
                given: Given::default(),
                corrections: SeatMap::default(),
                in_doubt: false,
                somebody_leaves: hand.events.iter().any(|event| matches!(event.action, Action::Leave { .. })),
                meter,
                quiet: dealt.tried.is_some(),
                end_missing: replayed.end_missing().filter(|_| !shows_end(hand)).map(FindingIdx::from),
            };
            check.check(worlds);
            due_unknown = due_unknown.or(check.in_doubt.then_some(Unknown::Events));
            corrections = check.corrections;
            accepted = check.accepted;
        }
        // The result comes after the audit.
        None if hand.in_progress => {}
        None => {
            let text = bilingual!(
                "没有记结果，这一局的结算没法核对。",
                "no result is recorded, so the settlement of this hand cannot be checked"
            );
            findings.push(Finding::new(&log::RESULT_MISSING, index, text).at_field("result"));
            coverage.missing(Question::Payments, "result");
        }
    }
    if let Some(Unrecorded::Known(_)) = exchange {
        findings.iter_mut().filter(|finding| finding.kind == Kind::Fault).for_each(undealt::rests_on_it);
    }
    let turned = hand.result.as_ref().and_then(|result| turned::with_events(facts, result));
    let end_doubt = wild_unknown.or(doubted).or(undealt);
    // Values that give everything else would have been preferred if they gave the next dealer too.
    let next_by_filling =
        filling.as_ref().filter(|filling| filling.given.agrees_but_for(Claims::DEALER) && !filling.cut);
    let next_by_filling = next_by_filling.and_then(|filling| filling.next);
    // With another indicator the hand may end otherwise.
    let next = next.filter(|_| without_wild.is_none());
    Audited {
        findings,
        replayed,
        without_wild,
        asked,
        ledger,
        due_unknown,
        corrections,
        taken: claimed.taken,
        booked,
        next,
        next_by_filling,
        floor,
        accepted,
        end_doubt,
        turned,
        moved,
    }
}

/// Returns the point changes that the claimed scores imply, if the scores are the only claim about money.
fn booked(claimed: &HandResult, before: Option<SeatMap<i64>>) -> Option<SeatMap<i64>> {
    let (scores, before) = (claimed.scores?, before?);
    if claimed.deltas.is_some() || claimed.payments.is_some() {
        return None;
    }
    let mut changes = scores;
    for seat in Seat::ALL {
        changes[seat] = changes[seat].saturating_sub(before[seat]);
    }
    Some(changes)
}

/// True if the record goes on to what follows the end of a hand: then only the act that ended it is missing.
fn shows_end(hand: &HandLog) -> bool {
    hand.events.last().is_some_and(|event| matches!(event.action, Action::Birds { .. } | Action::Flip { .. }))
}

/// Returns the reason why the play leaves the amounts due unknown.
fn due_unknown(replayed: &Replayed) -> Option<Unknown> {
    if !replayed.followed {
        return Some(Unknown::Deal);
    }
    if replayed.goes_on {
        return Some(Unknown::Events);
    }
    let breaches = &replayed.breaches;
    // A false win depends on what the seat held. If an earlier breach put that in doubt, the false win is in doubt too.
    let rests_on_doubt = |breach: &Breach| {
        let root = breach.because.and_then(|root| root.of(breaches));
        matches!(breach.what, What::FalseWin { .. } | What::NoChance)
            && root.is_some_and(|root| root.what.leaves_doubt())
    };
    // A win that was due ends the hand, so what was played after it decides no amounts.
    let ended_before = |breach: &Breach| breach.because.is_none() && breach.what.is(Mark::WinDue);
    let in_doubt = |breach: &Breach| breach.what.is_untold() || rests_on_doubt(breach) || ended_before(breach);
    breaches.iter().any(in_doubt).then_some(Unknown::Events)
}

/// Turns every false win into a note that cites the clause of its penalty. A fault that it leads to is not excused by
/// it.
fn note_penalty(findings: &mut [Finding], replayed: &Replayed, ledger: &Ledger) {
    let penalty = ledger.lines().iter().find(|line| line.cause.role == Role::FalseWin).map(|line| line.clause);
    let is_penalised = |breach: &Breach| breach.what.is(Mark::FalseWin);
    for (finding, breach) in findings.iter_mut().zip(&replayed.breaches) {
        if breach.because.and_then(|root| root.of(&replayed.breaches)).is_some_and(is_penalised) {
            finding.because = None;
        }
        if is_penalised(breach) {
            finding.check = &conduct::FALSE_WIN_PAID;
            finding.kind = conduct::FALSE_WIN_PAID.kind;
            finding.clauses.extend(penalty);
        }
    }
}

fn cover_play(hand: &HandLog, replayed: &Replayed, coverage: &mut Coverage) {
    coverage.either(Question::Wall, hand.wall.is_some(), "wall");
    coverage.either(Question::Deal, replayed.followed, "deal");
    if !replayed.followed {
        return;
    }
    coverage.checked(Question::Play, hand.events.len());
    coverage.checked(Question::Wins, replayed.wins.len());
    let draws: usize = Seat::ALL.iter().map(|&seat| usize::from(replayed.table.place(seat).draws)).sum();
    if draws > 0 {
        if hand.wall.is_some() {
            coverage.checked(Question::Draws, draws);
        } else {
            coverage.missing(Question::Draws, "wall");
        }
    }
    if replayed.breaches.iter().any(|breach| matches!(breach.what, What::ThrowUnknown)) {
        coverage.missing(Question::Draws, "events[].dice");
    }
    if replayed.table.birds.is_some() {
        coverage.either(Question::Birds, hand.wall.is_some(), "wall");
    }
    if replayed.table.flip.is_some() {
        coverage.either(Question::Flip, hand.wall.is_some(), "wall");
    }
    coverage.checked(Question::Digests, hand.events.iter().filter(|event| event.digest.is_some()).count());
}
