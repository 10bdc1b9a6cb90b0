//! Decides whether all wrong money of a hand is the result of one mistake.

use crate::audit::result::net;
use caipan_log::HandResult;
use caipan_tiles::ledger::{Flow, Ledger, Line, Net, Op, Pair, Party, Step, gains};
use caipan_tiles::tile::Seat;

/// The amounts of six pairs of seats, or of four seats; unused places are zero.
type Amounts = [i64; 6];

/// True if a single mistake gives the claimed money:
///
/// * one amount is wrong by the same points for every seat it concerns;
/// * everything, one cause, or all that one seat pays or receives is multiplied by one factor (doubled, left out,
///   reversed);
/// * two seats are confused;
/// * one step of the sums is left out or applied twice.
pub(super) fn is_single_mistake(claimed: &HandResult, ledger: &Ledger) -> bool {
    let by_pair = claimed.payments.is_some();
    let view = |flows: &[Flow]| if by_pair { pairs(flows) } else { seats(flows) };
    let said = match (&claimed.payments, claimed.deltas) {
        (Some(payments), _) => upper(&net(payments)),
        (None, Some(deltas)) => wide(deltas.0),
        (None, None) => return true,
    };
    let lines = ledger.lines();
    let due = view(&flows(lines.iter()));
    let off = minus(said, due);
    let groups = groups(lines);
    is_one_amount(off, by_pair)
        || is_one_factor(said, due, off)
        || groups.iter().any(|group| is_share(off, view(group)) || is_exchange(off, group, view))
        || steps(lines).iter().any(|of| view(of) == said)
}

fn flows<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<Flow> {
    lines.map(Line::flow).collect()
}

/// Returns the net amount that the first seat of each pair pays the second.
fn pairs(flows: &[Flow]) -> Amounts {
    upper(&Net::of(flows.iter().copied()))
}

/// Returns the gain of each seat.
fn seats(flows: &[Flow]) -> Amounts {
    wide(gains(flows.iter().copied()).0)
}

fn upper(net: &Net) -> Amounts {
    Pair::ALL.map(|pair| net.at(pair))
}

const fn wide([a, b, c, d]: [i64; 4]) -> Amounts {
    [a, b, c, d, 0, 0]
}

fn minus(one: Amounts, other: Amounts) -> Amounts {
    let mut off = one;
    for (amount, other) in off.iter_mut().zip(other) {
        *amount = amount.saturating_sub(other);
    }
    off
}

/// True if every amount is off by the same points. With amounts by seat, the side with more seats decides: three pay 2
/// more, one gets 6 more.
fn is_one_amount(off: Amounts, by_pair: bool) -> bool {
    let same = |amounts: &[u64]| amounts.windows(2).all(|two| two.first() == two.last());
    let of = |is: fn(&i64) -> bool| off.iter().copied().filter(is).map(i64::unsigned_abs).collect::<Vec<u64>>();
    if by_pair {
        return same(&of(|&amount| amount != 0));
    }
    let (more, less) = (of(|&amount| amount > 0), of(|&amount| amount < 0));
    match more.len().cmp(&less.len()) {
        std::cmp::Ordering::Greater => same(&more),
        std::cmp::Ordering::Less => same(&less),
        std::cmp::Ordering::Equal => same(&more) || same(&less),
    }
}

/// True if two rows of amounts are proportional.
fn in_ratio(one: &[i64], other: &[i64]) -> bool {
    let times = |a: i64, b: i64| i128::from(a).saturating_mul(i128::from(b));
    let mut all = one.iter().zip(other);
    all.all(|(&a, &b)| one.iter().zip(other).all(|(&c, &d)| times(a, d) == times(c, b)))
}

/// True if the wrong amounts are the due ones times one factor.
fn is_one_factor(said: Amounts, due: Amounts, off: Amounts) -> bool {
    let differing = |amounts: Amounts| -> Vec<i64> {
        amounts.into_iter().zip(off).filter(|(_, off)| *off != 0).map(|(amount, _)| amount).collect()
    };
    in_ratio(&differing(said), &differing(due))
}

/// True if the differences are a multiple of these payments.
fn is_share(off: Amounts, group: Amounts) -> bool {
    group.iter().any(|&amount| amount != 0) && in_ratio(&off, &group)
}

/// True if these payments went to or from the wrong seat.
fn is_exchange(off: Amounts, group: &[Flow], view: impl Fn(&[Flow]) -> Amounts) -> bool {
    let exchanged = |one: Seat, other: Seat| -> Vec<Flow> {
        let turned = |party| match party {
            Party::Seat(seat) if seat == one => Party::Seat(other),
            Party::Seat(seat) if seat == other => Party::Seat(one),
            party => party,
        };
        group.iter().map(|flow| Flow { from: turned(flow.from), to: turned(flow.to), ..*flow }).collect()
    };
    let all = Seat::ALL.into_iter().flat_map(|one| Seat::ALL.into_iter().map(move |other| (one, other)));
    all.filter(|(one, other)| one < other).any(|(one, other)| off == minus(view(&exchanged(one, other)), view(group)))
}

/// Groups payments that belong together: all, by cause, by seat, by cause and seat.
fn groups(lines: &[Line]) -> Vec<Vec<Flow>> {
    let mut groups = vec![flows(lines.iter())];
    for line in lines {
        let (cause, from, to) = (line.cause.id, line.from, line.to);
        let of_cause = |other: &&Line| other.cause.id == cause;
        let all = || lines.iter();
        groups.extend([
            flows(all().filter(of_cause)),
            flows(all().filter(of_cause).filter(|other| other.from == from)),
            flows(all().filter(of_cause).filter(|other| other.to == to)),
            flows(all().filter(|other| other.from == from)),
            flows(all().filter(|other| other.to == to)),
        ]);
    }
    groups.dedup();
    groups
}

/// Returns the payments with one step of the sums left out everywhere, and with it applied twice, for every step.
fn steps(lines: &[Line]) -> Vec<Vec<Flow>> {
    let mut names: Vec<&'static str> = lines.iter().flat_map(|line| line.sum.steps()).map(|step| step.why.en).collect();
    names.sort_unstable();
    names.dedup();
    let with = |name: &str, times: usize| -> Vec<Flow> {
        let sum = |line: &Line| {
            let repeated = |step: &Step| std::iter::repeat_n(*step, if step.why.en == name { times } else { 1 });
            worked_out(line.sum.steps().iter().flat_map(repeated))
        };
        lines.iter().map(|line| Flow { points: sum(line), ..line.flow() }).collect()
    };
    names.iter().flat_map(|name| [with(name, 0), with(name, 2)]).collect()
}

fn worked_out(steps: impl Iterator<Item = Step>) -> i64 {
    steps.fold(0, |sum: i64, step| match step.op {
        Op::Plus => sum.saturating_add(step.by),
        Op::Times => sum.saturating_mul(step.by),
        Op::AtMost => sum.min(step.by),
        Op::Share => sum.checked_div(step.by).unwrap_or(sum),
        Op::Rest => sum.checked_rem(step.by).unwrap_or(sum),
    })
}
