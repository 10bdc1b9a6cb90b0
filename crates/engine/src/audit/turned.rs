//! A result whose seats are as far off as those of the events before it.

use super::check::About;
use super::finding::{Finding, FindingIdx};
use super::result::{Claimed, Facts};
use crate::replay::Slip;
use caipan_log::{HandResult, Holder};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// Returns the finding that the seats of the events are too far, if those of the result are too, and right when they are
/// turned back.
pub(super) fn with_events(facts: Facts<'_>, result: &HandResult) -> Option<FindingIdx> {
    let Some(Slip::Turned { by, .. }) = facts.replayed.slip else { return None };
    let is_right = |result: &HandResult| facts.given(&Claimed::of(facts.rules, result, None)).is_whole();
    let turned = turned_back(result, facts.replayed.table.seats, by);
    let slip = facts.replayed.slip_breach().filter(|_| !is_right(result) && is_right(&turned));
    slip.map(FindingIdx::from)
}

/// Lets the findings about such a result follow from that of the events.
pub(super) fn follow(findings: &mut [Finding], hand: usize, root: FindingIdx) {
    let words = bilingual!("结果里的座位也转回来", "the seats of the result were turned back too");
    for finding in findings.iter_mut().filter(|finding| finding.hand == Some(hand) && finding.is_primary()) {
        if matches!(finding.check.about, About::Money | About::Worth | About::Course) {
            *finding = finding.clone().if_only(&words).because(Some(root));
        }
    }
}

fn turned_back(result: &HandResult, seats: Seats, by: usize) -> HandResult {
    let real = |seat: Seat| seats.after(seat, seats.len().saturating_sub(by));
    let mut result = result.clone();
    for win in result.wins.iter_mut().flatten() {
        win.seat = real(win.seat);
    }
    for payment in result.payments.iter_mut().flatten() {
        (payment.from, payment.to) = (real(payment.from), real(payment.to));
    }
    for line in result.house.iter_mut().flatten() {
        for holder in [&mut line.from, &mut line.to] {
            if let Holder::Seat(seat) = holder {
                *seat = real(*seat);
            }
        }
    }
    let turned = |points: SeatMap<i64>| {
        let mut all = SeatMap::default();
        seats.iter().for_each(|seat| all[real(seat)] = points[seat]);
        all
    };
    result.deltas = result.deltas.map(turned);
    result.scores = result.scores.map(turned);
    result.next_dealer = result.next_dealer.map(real);
    result
}
