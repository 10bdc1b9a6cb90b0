//! Seats (座位) and maps with one value per seat.

use super::Seats;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Write};
use std::ops::{Index, IndexMut};

/// One of the four seats, 0..4 in turn order (逆时针). 下家 is `+1`, 对家 `+2`, 上家 `+3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// All four seats in turn order from seat 0.
    pub const ALL: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

    /// Returns the seat with this number, if it is 0 to 3.
    pub const fn new(number: u8) -> Option<Seat> {
        if number < 4 { Some(Seat(number)) } else { None }
    }

    /// The seat number, 0..4.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat number as a digit.
    pub const fn digit(self) -> char {
        (b'0' + self.0) as char
    }

    /// Returns the seat `steps` further in turn order.
    pub const fn after(self, steps: usize) -> Seat {
        Seat(((self.0 as usize + steps % 4) % 4) as u8)
    }

    /// 下家: the next seat in turn order.
    pub const fn next(self) -> Seat {
        self.after(1)
    }

    /// The number of steps in turn order from `self` to `to`, 0..4.
    pub const fn distance(self, to: Seat) -> usize {
        ((to.0 + 4 - self.0) % 4) as usize
    }

    /// The other three seats in turn order, from 下家 on.
    pub const fn others(self) -> [Seat; 3] {
        [self.after(1), self.after(2), self.after(3)]
    }

    /// All four seats in turn order, from this one on.
    pub const fn from_here(self) -> [Seat; 4] {
        [self, self.after(1), self.after(2), self.after(3)]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.digit())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(from)?;
        Seat::new(number)
            .ok_or_else(|| serde::de::Error::custom(format_args!("seat {number} is not one of 0, 1, 2, 3")))
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatMap<T>(pub [T; 4]);

impl<T> SeatMap<T> {
    /// The values of the seats at a table, which are the first ones.
    pub fn entries(&self, seats: Seats) -> &[T] {
        self.0.get(..seats.len()).unwrap_or(&self.0)
    }
}

impl SeatMap<i64> {
    /// These points with a gain of each seat added.
    #[must_use]
    pub fn plus(mut self, gains: SeatMap<i64>) -> SeatMap<i64> {
        for (points, gain) in self.0.iter_mut().zip(gains.0) {
            *points = points.saturating_add(gain);
        }
        self
    }

    /// These points with a gain of each seat taken away.
    #[must_use]
    pub fn minus(mut self, gains: SeatMap<i64>) -> SeatMap<i64> {
        for (points, gain) in self.0.iter_mut().zip(gains.0) {
            *points = points.saturating_sub(gain);
        }
        self
    }

    /// Returns the number of seats with other points.
    pub fn differs(&self, other: &SeatMap<i64>) -> usize {
        self.0.iter().zip(other.0).filter(|&(one, other)| *one != other).count()
    }
}

impl<T> Index<Seat> for SeatMap<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for SeatMap<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
