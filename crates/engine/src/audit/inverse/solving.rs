//! Numbers of house rules worked out from the claimed amounts of a hand.
//!
//! An amount follows most numbers in a straight line, so two values of a number tell the third one that gives what is
//! claimed. Every value found is then tried as any other.

use super::seeker::{Seeker, Try};
use super::{Change, Single};
use crate::audit::result::net;
use crate::audit::{Audit, Audited, Scope};
use crate::rules::{Decl, OptionSet, Value};
use caipan_log::HandResult;
use caipan_tiles::ledger::{Net, Pair};
use caipan_tiles::tile::{Seat, SeatMap};
use std::ops::RangeInclusive;

/// Maximum values worked out for a number from one hand: below a limit, other amounts give other values.
const MOST: usize = 2;

/// The amounts of a hand that its claims name: points by pair or by seat, then the value of each seat's win.
type Amounts = [Option<i64>; 10];

/// A value of a number, and the amounts under it.
type Point = (Value, Amounts);

/// The amounts of a hand under some rules.
#[derive(Clone, Copy, Default)]
pub(super) struct Due {
    amounts: Amounts,
    /// The options that they depend on.
    pub asked: OptionSet,
}

impl Due {
    /// Takes the amounts of the last hand of an audit, none if they are unknown.
    pub(super) fn of(seeker: &Seeker<'_>, audit: &Audit, hand: Option<usize>, asked: OptionSet) -> Due {
        let result = hand.and_then(|at| seeker.log.hands.get(at)?.result.as_ref());
        let audited = audit.hands.last().map(|(_, audited)| audited).filter(|audited| audited.due_unknown.is_none());
        let amounts = result.zip(audited).map(|(result, audited)| due(result, audited)).unwrap_or_default();
        Due { amounts, asked }
    }
}

/// Returns the changes of one number, beside the changes of some rules, that give the amounts claimed in a hand. `under`:
/// its amounts under these rules; `known`: those under one more change. `None` if the budget is spent.
pub(super) fn solved(
    seeker: &Seeker<'_>,
    hand: Option<usize>,
    (preset, changes): &Try,
    under: Due,
    known: &[(Change, Due)],
) -> Option<Vec<Change>> {
    let claimed = hand.and_then(|at| claimed(seeker, at)).unwrap_or_default();
    let mut all = Vec::new();
    if claimed.iter().zip(&under.amounts).all(|(claimed, due)| claimed.is_none() || claimed == due) {
        return Some(all);
    }
    let rules = seeker.rules(preset.as_ref(), changes);
    for (decl, range) in seeker.options().filter_map(|decl| Some((decl, decl.wide()?))) {
        let Some(from) = rules.choices.get(decl.id) else { continue };
        let is_changed = changes.iter().any(|other| other.decl.id == decl.id);
        if is_changed || under.asked.and(seeker.place(decl)).is_empty() {
            continue;
        }
        let amounts = |to: Value| {
            let one = seeker.change(decl, to);
            if let Some((_, due)) = known.iter().find(|(known, _)| known.decl.id == decl.id && known.to == to) {
                return Some(due.amounts);
            }
            let rules = seeker.rules(preset.as_ref(), &[&changes[..], &[one]].concat());
            let audit = seeker.tried(&rules, hand.map_or(Scope::All, Scope::Hand), &|_| true)?;
            Some(Due::of(seeker, &audit, hand, OptionSet::default()).amounts)
        };
        let mut points = vec![(from, under.amounts)];
        for to in probes(decl, from, &range) {
            points.push((to, amounts(to)?));
            // The lowest number changes what any number changes.
            if points.iter().all(|(_, amounts)| *amounts == under.amounts) {
                break;
            }
        }
        let changes = solutions(&points, &claimed, &range).into_iter().map(|to| seeker.change(decl, Value::Number(to)));
        all.extend(changes.filter(|change| change.is_solved() && change.to != from));
    }
    Some(all)
}

/// Returns pairs of one option and a number that give every amount claimed in the first hand. `tried`: the amounts under
/// each pair that was tried.
pub(super) fn solved_beside(seeker: &Seeker<'_>, tried: &[([&Single; 2], Due)]) -> Vec<Vec<Change>> {
    let Some(claimed) = seeker.first_hand().and_then(|hand| claimed(seeker, hand)) else { return Vec::new() };
    let mut all: Vec<(Change, &'static Decl, Vec<Point>)> = Vec::new();
    for &([one, other], due) in tried {
        for (beside, number) in [(one, other.change), (other, one.change)] {
            let change = beside.change;
            let key = |of: &Change, decl: &Decl| (of.decl.id, of.to, decl.id);
            let same = all.iter_mut().find(|(of, decl, _)| key(of, decl) == key(&change, number.decl));
            match same {
                Some((.., points)) => points.push((number.to, due.amounts)),
                None if number.decl.wide().is_some() => {
                    let points = vec![(number.from, beside.look.due.amounts), (number.to, due.amounts)];
                    all.push((change, number.decl, points));
                }
                None => {}
            }
        }
    }
    let solved = all.into_iter().filter_map(|(change, decl, points)| {
        let exact = exact(&points, &claimed).filter(|value| decl.wide().is_some_and(|range| range.contains(value)))?;
        let mut pair = vec![change, seeker.change(decl, Value::Number(exact))];
        pair.sort_by_key(|one| seeker.place(one.decl));
        pair.iter().any(Change::is_solved).then_some(pair)
    });
    solved.collect()
}

/// Returns the value of a number at which every amount is the claimed one, if amounts change in a straight line between
/// two points.
fn exact(points: &[Point], claimed: &Amounts) -> Option<i64> {
    let points = in_order(points);
    points.iter().zip(points.iter().skip(1)).find_map(|(&(low, under_low), &(high, under_high))| {
        let mut value = None;
        for ((from, to), claimed) in under_low.iter().zip(under_high).zip(claimed) {
            let (Some(from), Some(to), Some(claimed)) = (*from, *to, *claimed) else { continue };
            if from == to && from == claimed {
                continue;
            }
            let here = meets((low, from), (high, to), claimed)?;
            if value.is_some_and(|value| value != here) {
                return None;
            }
            value = Some(here);
        }
        value
    })
}

/// Returns the points in the order of the number.
fn in_order(points: &[(Value, Amounts)]) -> Vec<(i64, &Amounts)> {
    let mut points: Vec<(i64, &Amounts)> = points
        .iter()
        .filter_map(|(at, due)| if let Value::Number(at) = at { Some((*at, due)) } else { None })
        .collect();
    points.sort_unstable_by_key(|&(at, _)| at);
    points
}

/// The values of a number at which amounts are compared: the two lowest that are no sign for "none", then those in use.
fn probes(decl: &Decl, from: Value, range: &RangeInclusive<i64>) -> Vec<Value> {
    let mut all: Vec<Value> = [1, 2].map(|more| Value::Number(range.start().saturating_add(more))).to_vec();
    all.retain(|&low| low != from);
    let used = decl.others(from).into_iter().filter(|used| !all.contains(used)).collect::<Vec<_>>();
    all.extend(used);
    all
}

/// Returns the values of a number at which an amount is the claimed one, if amounts change in a straight line between two
/// points: those that most amounts agree on first.
fn solutions(points: &[(Value, Amounts)], claimed: &Amounts, range: &RangeInclusive<i64>) -> Vec<i64> {
    let points = in_order(points);
    let mut found: Vec<(i64, usize)> = Vec::new();
    for (&(low, under_low), &(high, under_high)) in points.iter().zip(points.iter().skip(1)) {
        let amounts = under_low.iter().zip(under_high).zip(claimed);
        let values = amounts.filter_map(|((from, to), claimed)| meets((low, (*from)?), (high, (*to)?), (*claimed)?));
        for value in values.filter(|value| range.contains(value)) {
            match found.iter_mut().find(|(known, _)| *known == value) {
                Some((_, times)) => *times += 1,
                None => found.push((value, 1)),
            }
        }
    }
    found.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    found.into_iter().map(|(value, _)| value).take(MOST).collect()
}

/// Returns the place at which the straight line through two points has this height, if it is an integer.
fn meets((low, from): (i64, i64), (high, to): (i64, i64), height: i64) -> Option<i64> {
    let less = |one: i64, other: i64| i128::from(one).saturating_sub(i128::from(other));
    let (run, rise) = (less(high, low), less(to, from));
    let wanted = less(height, from).checked_mul(run)?;
    let exact = wanted.checked_rem(rise)? == 0;
    let place = i128::from(low).checked_add(wanted.checked_div(rise)?)?;
    i64::try_from(place).ok().filter(|_| exact)
}

/// Returns the amounts that a hand claims.
fn claimed(seeker: &Seeker<'_>, hand: usize) -> Option<Amounts> {
    let result = seeker.log.hands.get(hand)?.result.as_ref()?;
    let (_, declared) = seeker.audit.hands.get(hand)?;
    let gains = result.deltas.or(declared.booked);
    let net = result.payments.as_ref().map(net);
    let value = |seat| result.wins.iter().flatten().find(|win| win.seat == seat)?.value;
    Some(amounts(net.as_ref(), gains.filter(|_| net.is_none()), value))
}

/// Returns the amounts due in a hand, in the form of its claims.
fn due(result: &HandResult, audited: &Audited) -> Amounts {
    let net = result.payments.as_ref().map(|_| audited.ledger.net());
    let value = |seat| audited.replayed.standing.iter().find(|won| won.seat == seat).map(|won| won.value);
    amounts(net.as_ref(), net.is_none().then(|| audited.gains()), value)
}

fn amounts(net: Option<&Net>, gains: Option<SeatMap<i64>>, value: impl Fn(Seat) -> Option<i64>) -> Amounts {
    let mut all = Amounts::default();
    let money =
        Pair::ALL.into_iter().filter_map(|pair| Some(net?.at(pair))).chain(gains.into_iter().flat_map(|of| of.0));
    all.iter_mut().zip(money).for_each(|(place, amount)| *place = Some(amount));
    let values = all.iter_mut().skip(Pair::ALL.len());
    values.zip(Seat::ALL).for_each(|(place, seat)| *place = value(seat));
    all
}
