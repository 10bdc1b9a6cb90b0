//! Sets of seats (一组座位): the players at a table of two to four, or those still in play.

use super::Seat;

/// A set of seats. Turn order within it skips the seats outside it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);
    /// All four seats.
    pub const FOUR: Seats = Seats(0b1111);

    /// The seats of a table with this number of players (人数), from seat 0 on; more than four count as four.
    pub const fn first(players: usize) -> Seats {
        if players >= 4 { Seats::FOUR } else { Seats((1 << players) - 1) }
    }

    /// True if the set contains the seat.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// Adds a seat.
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.index())
    }

    /// Removes the seats of the other set.
    pub const fn minus(self, others: Seats) -> Seats {
        Seats(self.0 & !others.0)
    }

    /// The number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats by number.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::ALL.into_iter().filter(move |&seat| self.contains(seat))
    }

    /// The seats in turn order, from this seat on if the set contains it, else from the next.
    pub fn from(self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        seat.from_here().into_iter().filter(move |&seat| self.contains(seat))
    }

    /// The other seats of the set in turn order, from 下家 on.
    pub fn others(self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        seat.others().into_iter().filter(move |&seat| self.contains(seat))
    }

    /// 下家: the next seat of the set after this seat; the seat itself if there is no other.
    pub const fn next(self, seat: Seat) -> Seat {
        let mut steps = 1;
        while steps < 4 {
            if self.contains(seat.after(steps)) {
                return seat.after(steps);
            }
            steps += 1;
        }
        seat
    }

    /// 上家: the last seat of the set before this seat; the seat itself if there is no other.
    pub const fn before(self, seat: Seat) -> Seat {
        let mut steps = 3;
        while steps > 0 {
            if self.contains(seat.after(steps)) {
                return seat.after(steps);
            }
            steps -= 1;
        }
        seat
    }

    /// The number of steps within the set from one seat to another; 0 if they are equal or the set lacks either.
    pub fn distance(self, from: Seat, to: Seat) -> usize {
        self.from(from).position(|seat| seat == to).filter(|_| self.contains(from)).unwrap_or(0)
    }

    /// Returns the seat of the set that is `steps` further than this seat.
    pub const fn after(self, seat: Seat, steps: usize) -> Seat {
        let mut at = seat;
        let mut left = if self.0 == 0 { 0 } else { steps % self.len() };
        while left > 0 {
            at = self.next(at);
            left -= 1;
        }
        at
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl std::fmt::Debug for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_order_skips_seats_outside_the_set() {
        let [a, b, c, d] = Seat::ALL;
        let three = Seats::first(3);
        assert_eq!((three.len(), three.contains(d)), (3, false));
        assert_eq!([three.next(a), three.next(b), three.next(c)], [b, c, a]);
        assert_eq!([three.before(a), three.before(b), three.before(c)], [c, a, b]);
        assert_eq!(three.others(b).collect::<Vec<_>>(), [c, a]);
        assert_eq!(
            [three.distance(a, c), three.distance(c, b), three.distance(c, c), three.distance(a, d)],
            [2, 2, 0, 0]
        );
        assert_eq!(three.from(d).collect::<Vec<_>>(), [a, b, c]);
        let two = three.minus(Seats::NONE.with(b));
        assert_eq!((two.next(b), two.before(b), two.next(c)), (c, a, a));
        assert_eq!((two.after(a, 3), three.after(a, 4)), (c, b));
        let one = Seats::NONE.with(c);
        assert_eq!((one.next(c), one.before(c), one.others(c).count()), (c, c, 0));
        assert_eq!((Seats::NONE.after(a, 3), Seats::NONE.next(a)), (a, a));
    }

    #[test]
    fn four_seats_match_plain_turn_order() {
        for seat in Seat::ALL {
            assert_eq!(Seats::FOUR.next(seat), seat.next());
            assert_eq!(Seats::FOUR.before(seat), seat.after(3));
            Seat::ALL.iter().for_each(|&to| assert_eq!(Seats::FOUR.distance(seat, to), seat.distance(to)));
            assert_eq!(Seats::FOUR.others(seat).collect::<Vec<_>>(), seat.others());
            assert_eq!(Seats::FOUR.from(seat).collect::<Vec<_>>(), seat.from_here());
            (0..9).for_each(|steps| assert_eq!(Seats::FOUR.after(seat, steps), seat.after(steps)));
        }
    }
}
