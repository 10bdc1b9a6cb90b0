//! The lines that a log records: penalties, adjustments and what else no rule demands. HM-penalty.

use super::{HouseMoney, Per, clause_of, of_kind};
use crate::table::{Moved, Table};
use caipan_log::HouseKind;
use caipan_tiles::ledger::{Flow, Ledger, Party, Role, Sum};
use caipan_tiles::tile::Seat;

/// Adds the recorded lines of kinds that the rules do not demand. A penalty that a seat pays for leaving is demanded, so
/// only what goes beyond it is added.
pub fn add(money: &HouseMoney, table: &Table, ledger: &mut Ledger) {
    if table.moved.is_empty() {
        return;
    }
    let mut leaving = [0i64; 4];
    for seat in Seat::ALL {
        let of_seat = |flow: Flow| flow.from == Party::Seat(seat) && flow.to == Party::House;
        let lines = ledger.lines().iter().filter(|line| line.cause.role == Role::Leaving && of_seat(line.flow()));
        leaving[seat.index()] = lines.fold(0, |sum: i64, line| sum.saturating_add(line.sum.value()));
    }
    for &Moved { flow: Flow { from, to, points }, kind } in &table.moved {
        if money.demands(kind, Per::Hand) {
            continue;
        }
        let mut points = points;
        if let (HouseKind::Penalty, Party::Seat(seat), Party::House) = (kind, from, to)
            && let Some(left) = leaving.get_mut(seat.index())
        {
            let of_rules = points.min(*left);
            points = points.saturating_sub(of_rules);
            *left = left.saturating_sub(of_rules);
        }
        let cause = of_kind(kind);
        ledger.pay(from, to, Sum::of(points, &cause.name), cause, clause_of(kind));
    }
}
