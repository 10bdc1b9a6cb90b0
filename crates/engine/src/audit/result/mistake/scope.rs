//! Parts of a ledger that a mistake concerns as a whole: all payments for one cause, or those of one payer or receiver.

use super::flows::kind;
use caipan_tiles::ledger::{Cause, Ledger, Line, Party};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;

/// Some lines of a ledger.
#[derive(Clone, Debug)]
pub(super) struct LineGroup {
    /// Their positions, ascending.
    pub lines: Vec<usize>,
    /// Their name: that of the only step if all share it, else that of the cause.
    pub name: Label,
    /// The cause; that of the first line if `is_mixed`.
    pub cause: &'static Cause,
    /// True if the lines have several causes.
    pub is_mixed: bool,
    /// The payer or the receiver, if the scope is bound to one.
    pub from: Option<Seat>,
    pub to: Option<Seat>,
    /// The points of all lines together, and of each if they are equal.
    pub total: i64,
    pub each: Option<i64>,
}

/// Returns the scopes of a ledger, the widest first; no two have the same lines.
pub(super) fn scopes(ledger: &Ledger) -> Vec<LineGroup> {
    let mut all: Vec<LineGroup> = Vec::new();
    let lines = ledger.lines();
    let mut causes: Vec<&'static Cause> = Vec::new();
    for line in lines {
        if !causes.iter().any(|cause| std::ptr::eq(*cause, line.cause)) {
            causes.push(line.cause);
        }
    }
    let any_seat = || std::iter::once(None).chain(Seat::ALL.into_iter().map(Some));
    for bound in [(false, false), (false, true), (true, false), (true, true)] {
        for &cause in &causes {
            for from in any_seat().filter(|from| from.is_some() == bound.0) {
                for to in any_seat().filter(|to| to.is_some() == bound.1) {
                    let is_of = |line: &Line| {
                        std::ptr::eq(line.cause, cause)
                            && from.is_none_or(|from| line.from == Party::Seat(from))
                            && to.is_none_or(|to| line.to == Party::Seat(to))
                    };
                    add(&mut all, lines, (from, to), is_of);
                    // Payments of one cause may have several names: kinds of kongs, kinds of chickens.
                    let mut names: Vec<Label> = lines.iter().filter(|line| is_of(line)).map(name).collect();
                    names.dedup();
                    let mut events: Vec<Option<usize>> =
                        lines.iter().filter(|line| is_of(line)).map(|line| line.at).collect();
                    events.dedup();
                    for one in names {
                        add(&mut all, lines, (from, to), |line| is_of(line) && name(line) == one);
                    }
                    for at in events {
                        add(&mut all, lines, (from, to), |line| is_of(line) && line.at == at);
                    }
                }
            }
        }
    }
    for from in Seat::ALL {
        add(&mut all, lines, (Some(from), None), |line| line.from == Party::Seat(from));
        for to in from.others() {
            add(&mut all, lines, (Some(from), Some(to)), |line| {
                (line.from, line.to) == (Party::Seat(from), Party::Seat(to))
            });
        }
    }
    for to in Seat::ALL {
        add(&mut all, lines, (None, Some(to)), |line| line.to == Party::Seat(to));
    }
    all
}

/// The name of payments for several causes.
const EVERYTHING: Label = Label::new("全部输赢", "anything");

fn add(
    all: &mut Vec<LineGroup>,
    lines: &[Line],
    (from, to): (Option<Seat>, Option<Seat>),
    is_of: impl Fn(&Line) -> bool,
) {
    let of: Vec<usize> = lines.iter().enumerate().filter(|(_, line)| is_of(line)).map(|(at, _)| at).collect();
    let chosen: Vec<&Line> = of.iter().filter_map(|&at| lines.get(at)).collect();
    let Some(first) = chosen.first() else { return };
    if all.iter().any(|known| known.lines == of) {
        return;
    }
    let (same, cause) = (name(first), first.cause);
    let is_mixed = chosen.iter().any(|line| !std::ptr::eq(line.cause, cause));
    let name = match () {
        () if is_mixed => EVERYTHING,
        () if chosen.iter().all(|line| name(line) == same) => same,
        () => cause.name,
    };
    let points = first.sum.value();
    all.push(LineGroup {
        name,
        cause,
        is_mixed,
        from: from.or_else(|| only(chosen.iter().map(|line| line.from))),
        to: to.or_else(|| only(chosen.iter().map(|line| line.to))),
        total: chosen.iter().fold(0i64, |sum, line| sum.saturating_add(line.sum.value())),
        each: chosen.iter().all(|line| line.sum.value() == points).then_some(points),
        lines: of,
    });
}

/// Returns the seat if all parties are this one.
fn only(mut parties: impl Iterator<Item = Party>) -> Option<Seat> {
    let Some(Party::Seat(first)) = parties.next() else { return None };
    parties.all(|party| party == Party::Seat(first)).then_some(first)
}

/// The name of a payment: that of its kind, else that of its cause.
fn name(line: &Line) -> Label {
    kind(line).unwrap_or(line.cause.name)
}
