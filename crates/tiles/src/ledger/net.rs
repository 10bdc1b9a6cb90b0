//! Points between seats without their sums: the form in which claimed and due payments are compared.

use super::{Ledger, Line, Party, Role};
use crate::tile::{Seat, SeatMap};

/// Points that pass from one party to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The payer.
    pub from: Party,
    /// The receiver.
    pub to: Party,
    /// The points.
    pub points: i64,
}

impl Line {
    /// True if it is no payment of the game: the house takes or gives it, or a referee moves it.
    pub fn is_apart(&self) -> bool {
        self.from == Party::House || self.to == Party::House || self.cause.role == Role::House
    }

    /// Returns the points of the payment without their sum.
    pub fn flow(&self) -> Flow {
        Flow { from: self.from, to: self.to, points: self.sum.value() }
    }
}

/// Two seats, the lower one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair(Seat, Seat);

impl Pair {
    /// Every pair of the four seats.
    pub const ALL: [Pair; 6] = {
        let [a, b, c, d] = Seat::ALL;
        [Pair(a, b), Pair(a, c), Pair(a, d), Pair(b, c), Pair(b, d), Pair(c, d)]
    };

    /// Returns the pair of these seats; `None` for a seat with itself.
    pub fn of(one: Seat, other: Seat) -> Option<Pair> {
        Pair::ALL.into_iter().find(|pair| pair.has(one) && pair.has(other) && one != other)
    }

    /// Returns the pair of the seats that these parties are; `None` if one is the house, or for a seat with itself.
    pub fn between(from: Party, to: Party) -> Option<Pair> {
        let (Party::Seat(from), Party::Seat(to)) = (from, to) else { return None };
        Pair::of(from, to)
    }

    /// The two seats, the lower one first.
    pub const fn seats(self) -> (Seat, Seat) {
        (self.0, self.1)
    }

    /// The position in [`Pair::ALL`].
    pub const fn index(self) -> usize {
        let (a, b) = (self.0.index(), self.1.index());
        // 0 1, 0 2, 0 3, 1 2, 1 3, 2 3
        a * (7 - a) / 2 + b - a - 1
    }

    /// True if the seat is one of the two.
    pub fn has(self, seat: Seat) -> bool {
        self.0 == seat || self.1 == seat
    }
}

/// A set of pairs of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(u8);

impl Pairs {
    /// The empty set.
    pub const NONE: Pairs = Pairs(0);

    /// True if the set contains the pair.
    pub const fn contains(self, pair: Pair) -> bool {
        self.0 >> pair.index() & 1 == 1
    }

    /// Adds a pair.
    pub const fn with(self, pair: Pair) -> Pairs {
        Pairs(self.0 | 1 << pair.index())
    }

    /// Adds the pairs of the other set.
    pub const fn or(self, others: Pairs) -> Pairs {
        Pairs(self.0 | others.0)
    }

    /// The pairs of both sets.
    pub const fn and(self, others: Pairs) -> Pairs {
        Pairs(self.0 & others.0)
    }

    /// Removes the pairs of the other set.
    pub const fn minus(self, others: Pairs) -> Pairs {
        Pairs(self.0 & !others.0)
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pairs.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The pairs in the order of [`Pair::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Pair> {
        Pair::ALL.into_iter().filter(move |&pair| self.contains(pair))
    }
}

impl FromIterator<Pair> for Pairs {
    fn from_iter<I: IntoIterator<Item = Pair>>(pairs: I) -> Pairs {
        pairs.into_iter().fold(Pairs::NONE, Pairs::with)
    }
}

/// Net points between each pair of seats. What the house receives is not in it.
///
/// Amounts saturate, each direction by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Net([[i64; 4]; 4]);

impl Net {
    /// Returns what these payments come to between the seats.
    pub fn of(flows: impl IntoIterator<Item = Flow>) -> Net {
        let mut net = Net::default();
        for Flow { from, to, points } in flows {
            if let (Party::Seat(from), Party::Seat(to)) = (from, to)
                && from != to
            {
                let there = &mut net.0[from.index()][to.index()];
                *there = there.saturating_add(points);
                let back = &mut net.0[to.index()][from.index()];
                *back = back.saturating_sub(points);
            }
        }
        net
    }

    /// Returns the points that one seat pays another; negative if it receives them.
    pub const fn paid(&self, from: Seat, to: Seat) -> i64 {
        self.0[from.index()][to.index()]
    }

    /// Returns the points that the first seat of a pair pays the second; negative if it receives them.
    pub const fn at(&self, Pair(from, to): Pair) -> i64 {
        self.paid(from, to)
    }

    /// Returns what a seat pays each seat.
    pub const fn row(&self, from: Seat) -> [i64; 4] {
        self.0[from.index()]
    }

    /// Returns the gain of each seat.
    pub fn gains(&self) -> SeatMap<i64> {
        SeatMap(self.0.map(|row| row.into_iter().fold(0i64, i64::saturating_sub)))
    }

    /// Returns the points that pass between seats, all told.
    pub fn moved(&self) -> i64 {
        self.0
            .as_flattened()
            .iter()
            .filter(|&&points| points > 0)
            .fold(0, |sum: i64, &points| sum.saturating_add(points))
    }

    /// Returns the pairs between which the points differ.
    pub fn differs(&self, other: &Net) -> Pairs {
        Pair::ALL.into_iter().filter(|&pair| self.at(pair) != other.at(pair)).collect()
    }

    /// Returns these points, with those of the other between some pairs.
    pub fn with(mut self, other: &Net, pairs: Pairs) -> Net {
        for (a, b) in pairs.iter().map(Pair::seats).flat_map(|(a, b)| [(a, b), (b, a)]) {
            self.0[a.index()][b.index()] = other.paid(a, b);
        }
        self
    }
}

/// Returns the gain of each seat by these payments, with what passes between it and the house.
pub fn gains(flows: impl IntoIterator<Item = Flow>) -> SeatMap<i64> {
    let mut gains = SeatMap::<i64>::default();
    for Flow { from, to, points } in flows {
        if let Party::Seat(seat) = from {
            gains[seat] = gains[seat].saturating_sub(points);
        }
        if let Party::Seat(seat) = to {
            gains[seat] = gains[seat].saturating_add(points);
        }
    }
    gains
}

impl Ledger {
    /// Returns all payments without their sums.
    pub fn flows(&self) -> impl Iterator<Item = Flow> {
        self.lines().iter().map(Line::flow)
    }

    /// Returns the net points between each pair of seats by the payments of the game.
    pub fn net(&self) -> Net {
        Net::of(self.lines().iter().filter(|line| !line.is_apart()).map(Line::flow))
    }

    /// Returns the gain or loss of each seat. Together with [`Ledger::house`] it sums to zero.
    pub fn balance(&self) -> SeatMap<i64> {
        gains(self.flows())
    }

    /// Returns the points that the house receives.
    pub fn house(&self) -> i64 {
        self.flows().fold(0i64, |house, Flow { from, to, points }| {
            let gain = if to == Party::House { points } else { 0 };
            let loss = if from == Party::House { points } else { 0 };
            house.saturating_add(gain).saturating_sub(loss)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_in_their_order() {
        assert!(Pair::ALL.iter().enumerate().all(|(at, pair)| pair.index() == at));
        let [a, b, _, d] = Seat::ALL;
        assert_eq!(Pair::of(d, a).map(Pair::seats), Some((a, d)));
        assert_eq!(Pair::of(b, b), None);
        assert_eq!(Pair::between(Party::Seat(a), Party::House), None);
        let set: Pairs = Pair::of(d, a).into_iter().chain(Pair::of(a, b)).collect();
        assert_eq!(set.iter().map(Pair::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((set.len(), set.minus(set).is_empty()), (2, true));
    }

    #[test]
    fn nets_leave_out_the_house_and_gains_do_not() {
        let [a, b, c, _] = Seat::ALL;
        let flow = |from, to, points| Flow { from, to, points };
        let flows = [
            flow(Party::Seat(a), Party::Seat(b), 5),
            flow(Party::Seat(b), Party::Seat(a), 2),
            flow(Party::Seat(c), Party::House, 7),
            flow(Party::Seat(c), Party::Seat(c), 9),
        ];
        let net = Net::of(flows);
        assert_eq!((net.paid(a, b), net.paid(b, a), net.moved()), (3, -3, 3));
        assert_eq!(net.gains().0, [-3, 3, 0, 0]);
        assert_eq!(gains(flows).0, [-3, 3, -7, 0]);
        let other = Net::of([flow(Party::Seat(b), Party::Seat(c), 1)]);
        let wrong = net.differs(&other);
        assert_eq!(wrong.iter().map(Pair::seats).collect::<Vec<_>>(), [(a, b), (b, c)]);
        assert_eq!(net.with(&other, wrong), other);
    }
}
