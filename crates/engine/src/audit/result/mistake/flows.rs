//! Payments without their sums, as a mistake leaves them.

use caipan_tiles::ledger::{self, Cause, Ledger, Net, Party, Role};
use caipan_tiles::text::Label;
use caipan_tiles::tile::SeatMap;

/// Points that pass from one party to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub from: Party,
    pub to: Party,
    pub points: i64,
    pub cause: &'static Cause,
    /// The kind of payment, where the cause has several.
    pub kind: Option<Label>,
}

/// The payments of a ledger, one for each line in its order.
pub(super) fn flows(ledger: &Ledger) -> Vec<Flow> {
    let flow = |line: &caipan_tiles::ledger::Line| Flow {
        from: line.from,
        to: line.to,
        points: line.sum.value(),
        cause: line.cause,
        kind: kind(line),
    };
    ledger.lines().iter().map(flow).collect()
}

/// The kind of a payment: its only step, if its cause has several kinds.
pub(super) fn kind(line: &caipan_tiles::ledger::Line) -> Option<Label> {
    match line.sum.steps() {
        [only] if line.cause.role == Role::Kinds => Some(*only.why),
        _ => None,
    }
}

fn plain(flows: &[Flow]) -> impl Iterator<Item = ledger::Flow> {
    flows.iter().map(|&Flow { from, to, points, .. }| ledger::Flow { from, to, points })
}

/// The net points between each pair of seats.
pub(super) fn net_of(flows: &[Flow]) -> Net {
    Net::of(plain(flows))
}

/// The gain of each seat, with what it pays to the house.
pub(super) fn balance(flows: &[Flow]) -> SeatMap<i64> {
    ledger::gains(plain(flows))
}
