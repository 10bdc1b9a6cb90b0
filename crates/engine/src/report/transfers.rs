//! Transfers that correct a hand: payments between seats from the recorded points to the due points.
//!
//! The list is as short as possible: exact opposites first, then a seat that alone gets or gives what nobody else did,
//! then the largest against the largest. Ties go to the lower seat.

use super::{HandView, Report};
use caipan_log::{HandResult, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One transfer that corrects recorded points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TransferView {
    /// The seat that gives points; absent if the record must rise because points taken from nobody are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The seat that gets points; absent if the record must fall because nobody lost the points given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// The points, more than 0.
    pub points: i64,
}

impl TransferView {
    /// Returns the transfer as a referee states it.
    pub fn in_words(self, people: &People) -> Text {
        let (points, unit) = (self.points, if self.points == 1 { "point" } else { "points" });
        match (self.from.map(|seat| people.who(seat)), self.to.map(|seat| people.who(seat))) {
            (Some(from), Some(to)) => {
                bilingual!("{from}应补给{to} {points} 分", "{from:#} owes {to:#} {points} {unit}")
            }
            (Some(who), None) => {
                bilingual!("{who}应减记 {points} 分", "{points} {unit} must be taken off the record of {who:#}")
            }
            (None, Some(who)) => {
                bilingual!("{who}应加记 {points} 分", "{points} {unit} must be added to the record of {who:#}")
            }
            (None, None) => Text::default(),
        }
    }
}

/// Returns the recorded points of each seat. If only payments are recorded, what the seats get besides is added.
pub(super) fn recorded(result: &HandResult, apart: SeatMap<i64>) -> Option<SeatMap<i64>> {
    if let Some(deltas) = result.deltas {
        return Some(deltas);
    }
    let mut points = apart;
    let mut pay = |from: Option<Seat>, to: Option<Seat>, sum: i64| {
        from.into_iter().for_each(|seat| points[seat] = points[seat].saturating_sub(sum));
        to.into_iter().for_each(|seat| points[seat] = points[seat].saturating_add(sum));
    };
    result.payments.as_ref()?.iter().for_each(|payment| pay(Some(payment.from), Some(payment.to), payment.points));
    Some(points)
}

/// Returns the transfers from the recorded points to the due points.
pub(super) fn transfers(recorded: [i64; 4], due: [i64; 4]) -> Vec<TransferView> {
    let mut open: [i64; 4] = std::array::from_fn(|at| due[at].saturating_sub(recorded[at]));
    let mut transfers = Vec::new();
    let mut give = |open: &mut [i64; 4], from: Option<Seat>, to: Option<Seat>, points: i64| {
        from.into_iter().for_each(|seat| open[seat.index()] = open[seat.index()].saturating_add(points));
        to.into_iter().for_each(|seat| open[seat.index()] = open[seat.index()].saturating_sub(points));
        transfers.push(TransferView { from, to, points });
    };
    for from in Seat::ALL {
        for to in Seat::ALL {
            let points = open[to.index()];
            if points > 0 && open[from.index()] == -points {
                give(&mut open, Some(from), Some(to), points);
            }
        }
    }
    // Points that nobody gave or lost may concern one seat alone; the others then settle among themselves.
    let house = open.iter().fold(0_i64, |sum, &points| sum.saturating_add(points));
    let alone = Seat::ALL.into_iter().find(|seat| house != 0 && open[seat.index()] == house);
    if let Some(seat) = alone {
        open[seat.index()] = 0;
    }
    let most = |open: &[i64; 4], sign: i64| {
        let owed = |seat: &Seat| open[seat.index()].saturating_mul(sign);
        Seat::ALL.into_iter().rev().max_by_key(owed).filter(|seat| owed(seat) > 0)
    };
    // Each transfer settles at least one seat.
    while let (Some(from), Some(to)) = (most(&open, -1), most(&open, 1)) {
        let points = open[from.index()].saturating_neg().min(open[to.index()]);
        give(&mut open, Some(from), Some(to), points);
    }
    if let Some(seat) = alone {
        open[seat.index()] = house;
    }
    for seat in Seat::ALL {
        match open[seat.index()] {
            0 => {}
            points @ 1.. => give(&mut open, None, Some(seat), points),
            points => give(&mut open, Some(seat), None, points.saturating_neg()),
        }
    }
    transfers
}

impl Report {
    /// Returns the transfers from the recorded points to those that the declared rules give, for a hand or for all: what is
    /// to move if the players agreed on no other rule. Hands whose points are not known move nothing.
    pub fn as_declared(&self, hand: Option<usize>) -> Vec<TransferView> {
        let (mut recorded, mut due) = ([0i64; 4], [0i64; 4]);
        let known =
            self.hands.iter().filter(|one| one.due_unknown.is_none() && hand.is_none_or(|hand| hand == one.hand));
        for (was, is) in known.filter_map(|one| Some((one.recorded?, one.balance))) {
            for seat in was.seats().iter() {
                recorded[seat.index()] = recorded[seat.index()].saturating_add(was[seat]);
                due[seat.index()] = due[seat.index()].saturating_add(is[seat]);
            }
        }
        transfers(recorded, due)
    }
}

/// Returns the transfers that correct all hands together.
pub(super) fn in_all(hands: &[HandView]) -> Vec<TransferView> {
    let mut due = [0i64; 4];
    for TransferView { from, to, points } in hands.iter().flat_map(|hand| &hand.transfers) {
        from.iter().for_each(|seat| due[seat.index()] = due[seat.index()].saturating_sub(*points));
        to.iter().for_each(|seat| due[seat.index()] = due[seat.index()].saturating_add(*points));
    }
    transfers([0; 4], due)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(recorded: [i64; 4], due: [i64; 4]) -> String {
        let people = People::called(&["u1", "u2", "u3", "老周"]);
        let each = |transfer: TransferView| transfer.in_words(&people).zh;
        transfers(recorded, due).into_iter().map(each).collect::<Vec<_>>().join("；")
    }

    #[test]
    fn finds_the_fewest_transfers() {
        assert_eq!(sentences([0; 4], [0; 4]), "");
        assert_eq!(sentences([0, 0, 6, -6], [0, 0, 0, 0]), "u3 应补给老周 6 分");
        assert_eq!(sentences([9, -3, -3, -3], [-3, -3, 9, -3]), "u1 应补给 u3 12 分");
        assert_eq!(sentences([6, -6, 1, -1], [-6, 6, -1, 1]), "u1 应补给 u2 12 分；u3 应补给老周 2 分");
        assert_eq!(sentences([0; 4], [9, -4, -4, -1]), "u2 应补给 u1 4 分；u3 应补给 u1 4 分；老周应补给 u1 1 分");
        assert_eq!(sentences([500, 0, 0, 0], [0; 4]), "u1 应减记 500 分");
        assert_eq!(sentences([0; 4], [5, -3, -2, 4]), "u2 应补给 u1 3 分；u3 应补给 u1 2 分；老周应加记 4 分");
        assert_eq!(sentences([0, -5, 0, 0], [5, -5, 0, 0]), "u1 应加记 5 分");
    }

    #[test]
    fn transfers_turn_recorded_points_into_due_points() {
        for number in 0..2401i64 {
            let digit = |at: u32| number / 7i64.pow(at) % 7 - 3;
            let (recorded, due) = ([digit(0), digit(1), digit(2), digit(3)], [2, -1, 0, -1]);
            let list = transfers(recorded, due);
            let mut points = recorded;
            for TransferView { from, to, points: sum } in &list {
                assert!(*sum > 0);
                from.iter().for_each(|seat| points[seat.index()] -= sum);
                to.iter().for_each(|seat| points[seat.index()] += sum);
            }
            assert_eq!(points, due);
            assert!(list.len() <= 4 && (recorded.iter().sum::<i64>() != 0 || list.len() <= 3));
        }
    }

    #[test]
    fn terminates_for_extreme_points() {
        let list = transfers([i64::MIN, i64::MAX, 0, 1], [i64::MAX, i64::MIN, -1, 0]);
        assert!(list.len() <= 5 && list.iter().all(|transfer| transfer.points > 0), "{list:?}");
    }
}
