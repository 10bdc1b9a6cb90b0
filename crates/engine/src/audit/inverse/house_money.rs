//! A rake or fee that the log does not declare: money that leaves the table in every hand by one rule.
//!
//! It is worked out from two numbers of each seat and hand: the points won in the game by the rules, and the recorded
//! ones. A rule is named only if
//!
//! 1. no seat has more than it won, and in no hand do the points add up to 0 although they differ: that is a theft;
//! 2. one rule gives every difference, the missing ones included, but for a few hands that are then wrong beside it;
//! 3. at least three hands show it; a rake by two amounts, and by gains so different that chance is ruled out. Two hands
//!    make it possible, one nothing.
//!
//! The audit under the rule decides, as for any other house rule.

use super::evidence::Evidence;
use super::seeker::Seeker;
use super::{Change, Explanation};
use crate::audit::check::About;
use crate::audit::finding::Finding;
use crate::audit::{Audit, Scope};
use crate::rules::{HouseMoney, Value};
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// Chance is ruled out if the product of the raked gains but for the first, each with 1 added, is at least this: 12 bits.
const PLAIN_CHANCE: u128 = 4096;

/// The points of the seats in one hand.
struct HandPoints {
    hand: usize,
    /// The points won from each other by the rules.
    won: SeatMap<i64>,
    /// The points that left the table, by seat.
    gone: SeatMap<i64>,
}

impl HandPoints {
    /// True if something left the table, and nobody has more than it won.
    fn is_taken(&self) -> bool {
        self.gone.0.iter().all(|&gone| gone >= 0) && self.gone != SeatMap::default()
    }

    fn has_gain(&self) -> bool {
        self.won.0.iter().any(|&won| won > 0)
    }
}

/// A rule that gives what left the table.
#[derive(Clone)]
struct Rule {
    /// The options by id.
    options: Vec<(&'static str, Value)>,
    /// True if one amount alone shows it.
    is_plain: bool,
}

/// Returns the rules of the house that explain the money that left the table: those that are shown, or else possible.
pub(super) fn search(seeker: &Seeker<'_>) -> Vec<Explanation> {
    if seeker.ruleset.rules.house_money().takes() {
        return Vec::new();
    }
    let Some(hands) = points(seeker) else { return Vec::new() };
    let taken = hands.iter().filter(|hand| hand.is_taken()).count();
    if taken < 2 {
        return Vec::new();
    }
    let explain = |rule: Rule| Some((rule.is_plain, explanation(seeker, &rule, &hands)?));
    let mut found = candidates(seeker, &hands).into_iter().filter_map(explain);
    let Some((is_plain, first)) = found.next() else { return Vec::new() };
    // One amount alone fits a fixed fee and a rake alike: both are named.
    let other = found.find(|(other, one)| is_plain && !other && first.evidence.shown && one.explains == first.explains);
    let other = other.map(|(_, one)| Explanation { evidence: first.evidence, ..one });
    [first].into_iter().chain(other).collect()
}

/// Returns the points of each hand; `None` if those of one are not known.
fn points(seeker: &Seeker<'_>) -> Option<Vec<HandPoints>> {
    let hands = seeker.log.hands.iter().zip(&seeker.audit.hands).enumerate();
    let of = |(hand, (log, (_, audited))): (usize, (&caipan_log::HandLog, &(_, crate::audit::Audited)))| {
        let result = log.result.as_ref()?;
        if audited.due_unknown.is_some() || result.house.is_some() {
            return None;
        }
        let recorded = result.deltas.or(audited.booked)?;
        let won = audited.ledger.net().gains();
        let gone = won.plus(audited.taken(&audited.ledger)).minus(recorded);
        Some(HandPoints { hand, won, gone })
    };
    hands.map(of).collect()
}

/// The options beside the rate: none, another rounding or payer, a gain from which the rake is taken, a most.
fn forms(hands: &[HandPoints], rest: &[SeatMap<i64>]) -> Vec<Vec<(&'static str, Value)>> {
    let word = |id, word| (id, Value::Word(word));
    let rounds = [vec![], vec![word("rake_round", "nearest")], vec![word("rake_round", "up")]];
    let payers = [vec![], vec![word("rake_payer", "big_winner")]];
    let mut all: Vec<_> =
        payers.iter().flat_map(|payer| rounds.iter().map(|round| [&payer[..], &round[..]].concat())).collect();
    let amounts = || {
        let of = |(hand, rest): (&HandPoints, &SeatMap<i64>)| Seat::ALL.map(|seat| (hand.won[seat], rest[seat]));
        hands.iter().zip(rest).flat_map(of).filter(|&(won, _)| won > 0)
    };
    let raked = amounts().filter(|&(_, gone)| gone > 0).map(|(won, _)| won).min();
    let free: Vec<i64> = amounts().filter(|&(_, gone)| gone == 0).map(|(won, _)| won).collect();
    // Each of these parameters needs two gains that it makes right.
    if let (Some(raked), Some(&most)) = (raked, free.iter().max())
        && most < raked
        && free.len() > 1
    {
        all.push(vec![("rake_from", Value::Number(roundest(most.saturating_add(1), raked)))]);
    }
    let most = amounts().map(|(_, gone)| gone).max().filter(|&most| most > 0);
    if let Some(most) = most.filter(|&most| amounts().filter(|&(_, gone)| gone == most).count() > 1) {
        all.push(vec![("rake_max", Value::Number(most))]);
    }
    all
}

/// The number between these two, both included, with the most zeros at its end.
fn roundest(least: i64, most: i64) -> i64 {
    let places = (0..18).rev().map(|place| 10i64.pow(place));
    let round =
        |unit: i64| most.checked_div(unit).map(|times| times.saturating_mul(unit)).filter(|&round| round >= least);
    places.filter_map(round).find(|&round| round > 0).unwrap_or(most)
}

/// Returns the rules that may explain what left the table, the simplest first.
fn candidates(seeker: &Seeker<'_>, hands: &[HandPoints]) -> Vec<Rule> {
    let seats = seeker.log.seats();
    let mut all = Vec::new();
    // An amount that the losers pay too is a fee of every seat.
    let fee = common(hands, seats, |hand, seat| hand.won[seat] <= 0).unwrap_or(0);
    let fees = if fee > 0 { vec![("fee", Value::Number(fee))] } else { Vec::new() };
    let rest: Vec<SeatMap<i64>> = hands
        .iter()
        .map(|hand| {
            SeatMap(Seat::ALL.map(|seat| if seats.contains(seat) { hand.gone[seat].saturating_sub(fee) } else { 0 }))
        })
        .collect();
    let is_fee_only = most(hands.iter().zip(&rest), |(_, rest)| *rest == SeatMap::default());
    if fee > 0 && is_fee_only {
        all.push(Rule { options: fees.clone(), is_plain: true });
    }
    if let Some(fixed) = common(hands, seats, |hand, seat| hand.won[seat] > 0).filter(|&fixed| fixed > 0 && fee == 0) {
        let end =
            [("fee", Value::Number(fixed)), ("fee_payer", Value::Word("gainers")), ("fee_taken", Value::Word("end"))];
        all.push(Rule { options: end.to_vec(), is_plain: true });
    }
    for form in forms(hands, &rest) {
        let base = [&fees[..], &form[..]].concat();
        let Some(rate) = rate(seeker, hands, &rest, &form) else { continue };
        let options = [&[("rake", Value::Number(rate))][..], &base[..]].concat();
        all.push(Rule { options, is_plain: false });
    }
    all
}

/// The amount that most often leaves seats for which `pays`, if it does so in three quarters of the hands with one.
fn common(hands: &[HandPoints], seats: Seats, pays: impl Fn(&HandPoints, Seat) -> bool) -> Option<i64> {
    let of = |hand: &HandPoints| {
        let mut amounts = seats.iter().filter(|&seat| pays(hand, seat)).map(|seat| hand.gone[seat]);
        let first = amounts.next()?;
        amounts.all(|amount| amount == first).then_some(first)
    };
    let has = hands.iter().filter(|hand| seats.iter().any(|seat| pays(hand, seat))).count();
    let mut amounts: Vec<i64> = hands.iter().filter_map(of).collect();
    amounts.sort_unstable();
    let longest = amounts.chunk_by(|one, other| one == other).max_by_key(|run| run.len())?;
    (longest.len().saturating_mul(4) >= has.saturating_mul(3)).then(|| longest.first().copied())?
}

/// True for three quarters of the entries or more.
fn most<T>(mut all: impl Iterator<Item = T> + Clone, is: impl Fn(T) -> bool) -> bool {
    let count = all.clone().count();
    let fits = all.by_ref().filter_map(|one| is(one).then_some(())).count();
    fits.saturating_mul(4) >= count.saturating_mul(3)
}

/// The house money of these options on top of the declared ones.
fn money_of(seeker: &Seeker<'_>, options: &[(&'static str, Value)]) -> HouseMoney {
    let mut choices = seeker.ruleset.choices.clone();
    options.iter().for_each(|&(id, value)| choices.set(id, value));
    HouseMoney::with(&choices)
}

/// Returns the roundest rate per mille whose shares are most of these amounts in this form.
fn rate(
    seeker: &Seeker<'_>,
    hands: &[HandPoints],
    rest: &[SeatMap<i64>],
    form: &[(&'static str, Value)],
) -> Option<i64> {
    let seats = seeker.log.seats();
    let gains: Vec<(&HandPoints, &SeatMap<i64>)> = hands.iter().zip(rest).filter(|(hand, _)| hand.has_gain()).collect();
    let mut best: Option<(usize, u32, i64)> = None;
    for rate in 1..=1000 {
        let money = money_of(seeker, &[&[("rake", Value::Number(rate))][..], form].concat());
        let mut wrong = 0usize;
        for (hand, rest) in &gains {
            wrong += usize::from(&share(&money, &hand.won, seats) != *rest);
            // A quarter of the hands may be wrong beside the rule.
            if wrong.saturating_mul(4) > gains.len() {
                break;
            }
        }
        if wrong.saturating_mul(4) > gains.len() || !seeker.meter.spend(1) {
            continue;
        }
        let fits = gains.len().saturating_sub(wrong);
        let round = roundness(rate);
        if best.is_none_or(|(most, roundest, _)| (fits, round) > (most, roundest)) {
            best = Some((fits, round, rate));
        }
    }
    best.map(|(.., rate)| rate)
}

/// The share that the house takes of these gains, by seat.
fn share(money: &HouseMoney, won: &SeatMap<i64>, seats: Seats) -> SeatMap<i64> {
    let mut all = SeatMap::default();
    for line in Ledger::with(|ledger| money.rake(won, seats, ledger)).lines() {
        if let Party::Seat(seat) = line.from {
            all[seat] = line.sum.value();
        }
    }
    all
}

/// The roundness of a rate: 10 % before 5 %, 5 % before 1 %, that before fractions.
fn roundness(rate: i64) -> u32 {
    let steps = [500, 100, 50, 20, 10, 5, 2];
    let place = steps.iter().position(|step| rate % step == 0);
    place.map_or(0, |place| u32::try_from(steps.len() - place).unwrap_or(0))
}

/// Returns the explanation by a rule, if the audit under it leaves nothing wrong but a few hands.
fn explanation(seeker: &Seeker<'_>, rule: &Rule, hands: &[HandPoints]) -> Option<Explanation> {
    let decls = (seeker.ruleset.system.options)();
    let change =
        |&(id, value): &(&'static str, Value)| Some(seeker.change(decls.iter().find(|decl| decl.id == id)?, value));
    let mut changes: Vec<Change> = rule.options.iter().filter_map(change).collect();
    changes.sort_by_key(|change| seeker.place(change.decl));
    let rules = seeker.rules(None, &changes);
    if rules.contradicts_itself() {
        return None;
    }
    let under = seeker.tried(&rules, Scope::All, &|_| true)?;
    let left = left_wrong(&under)?;
    let seats = seeker.log.seats();
    let raked: Vec<&HandPoints> = hands.iter().filter(|hand| hand.is_taken() && !left.contains(&hand.hand)).collect();
    let amounts = || raked.iter().flat_map(|hand| seats.iter().map(|seat| (hand.won[seat], hand.gone[seat])));
    let paid: Vec<(i64, i64)> = amounts().filter(|&(won, gone)| gone > 0 && (rule.is_plain || won > 0)).collect();
    let with_gain = hands.iter().filter(|hand| hand.has_gain()).count();
    // A hand that stays wrong is a fault beside the rule only where many hands show the rule.
    let allows = raked.len() >= 5 && left.len().saturating_mul(4) <= with_gain;
    if raked.len() < 2 || !left.is_empty() && !allows {
        return None;
    }
    let differ = paid.iter().any(|(_, gone)| paid.first().is_some_and(|(_, first)| first != gone));
    let bits = paid
        .iter()
        .skip(1)
        .fold(1u128, |all, &(won, _)| all.saturating_mul(u128::try_from(won.saturating_add(1)).unwrap_or(1).max(1)));
    let shown = raked.len() > 2 && (rule.is_plain || differ && bits >= PLAIN_CHANCE);
    let gone = |finding: &Finding| {
        let is_money = finding.check.about == About::Money && finding.is_fault();
        is_money && finding.hand.is_none_or(|hand| !left.contains(&hand))
    };
    let findings = seeker.audit.findings.iter().enumerate();
    let explains: Vec<usize> = findings.filter(|(_, finding)| gone(finding)).map(|(at, _)| at).collect();
    let evidence = Evidence { hands: raked.len(), numbers: paid.len(), shown };
    (!explains.is_empty()).then_some(Explanation { preset: None, changes, explains, evidence, exceptions: left })
}

/// Returns the hands whose money stays wrong; `None` if money outside of the hands is.
fn left_wrong(audit: &Audit) -> Option<Vec<usize>> {
    let wrong = audit.findings.iter().filter(|finding| finding.is_fault() && finding.check.about == About::Money);
    let mut hands: Vec<usize> = wrong.map(|finding| finding.hand).collect::<Option<_>>()?;
    hands.sort_unstable();
    hands.dedup();
    Some(hands)
}
