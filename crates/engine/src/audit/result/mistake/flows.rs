//! Payments without their sums, as a mistake leaves them.

use caipan_tiles::ledger::{Cause, Ledger, Net, Party};
use caipan_tiles::tile::SeatMap;

/// Points that pass from one party to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub from: Party,
    pub to: Party,
    pub points: i64,
    pub cause: &'static Cause,
}

/// The payments of a ledger, one for each line in its order.
pub(super) fn flows(ledger: &Ledger) -> Vec<Flow> {
    let flow = |line: &caipan_tiles::ledger::Line| Flow {
        from: line.from,
        to: line.to,
        points: line.sum.value(),
        cause: line.cause,
    };
    ledger.lines().iter().map(flow).collect()
}

/// The net points between each pair of seats.
pub(super) fn net_of(flows: &[Flow]) -> Net {
    let mut net = Net::default();
    for flow in flows {
        if let (Party::Seat(from), Party::Seat(to)) = (flow.from, flow.to)
            && from != to
        {
            let (from, to) = (from.index(), to.index());
            net[from][to] = net[from][to].saturating_add(flow.points);
            net[to][from] = net[to][from].saturating_sub(flow.points);
        }
    }
    net
}

/// The gain of each seat, with what it pays to the house.
pub(super) fn balance(flows: &[Flow]) -> SeatMap<i64> {
    let mut balance = SeatMap::<i64>::default();
    for flow in flows {
        if let Party::Seat(seat) = flow.from {
            balance[seat] = balance[seat].saturating_sub(flow.points);
        }
        if let Party::Seat(seat) = flow.to {
            balance[seat] = balance[seat].saturating_add(flow.points);
        }
    }
    balance
}
