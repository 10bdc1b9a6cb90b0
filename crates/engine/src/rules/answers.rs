//! The answers of the rules that carry more than yes or no: the due action, missing fields, the next dealer.

use super::missing::Missing;
use crate::table::Fill;
use caipan_log::DrawFrom;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Cause;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// The action that comes next if nobody wins or claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The seat in turn acts.
    Act(Seat),
    /// A seat draws.
    Draw(Seat, DrawFrom),
    /// A konger turns up dice tiles.
    Reveal(Seat),
    /// The last tile is offered to this seat.
    AnswerLast(Seat),
    /// The hand is drawn.
    DrawGame,
    /// The hand is won; only birds or a flip can follow.
    Finish,
    /// No action is due.
    Nothing,
}

/// The order in which tiles are dealt, starting with the dealer. In both orders the dealer gets the last tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealOrder {
    /// Three rounds of four, then one each.
    Fours,
    /// One each, thirteen times.
    Ones,
}

/// Something that a log leaves out although the payments depend on it.
#[derive(Clone, Debug)]
pub struct Open {
    /// The field of the log.
    pub field: Missing,
    /// All possible values. Of values that settle alike one is enough. If the value [`Open::rises`], the first two.
    pub values: Vec<Fill>,
    /// For a number without a practical limit: makes a value of it. Payments grow evenly with it, from 1 up.
    pub rises: Option<fn(u32) -> Fill>,
    /// Values between whose payments those of every other value lie. They are tried if all values are too many. Empty if
    /// no such values are known.
    pub limits: Vec<Fill>,
    /// The causes of the payments that it may move; all if empty.
    pub moves: &'static [&'static Cause],
    /// True if there are more possible values than those listed.
    pub partial: bool,
}

impl Open {
    /// A field with these possible values.
    pub fn of(field: Missing, values: impl IntoIterator<Item = Fill>) -> Open {
        Open {
            field,
            values: values.into_iter().collect(),
            rises: None,
            limits: Vec::new(),
            moves: &[],
            partial: false,
        }
    }

    /// Says that it moves only payments for these causes.
    pub fn moving_only(self, moves: &'static [&'static Cause]) -> Open {
        Open { moves, ..self }
    }

    /// A number of each of these seats, from 0 to `most`, with which payments only grow. `apart`: the seats whose numbers
    /// may move the points between two seats in opposite directions; those of the other seats move them the same way.
    pub fn limited(field: Missing, seats: Seats, apart: Seats, most: i64, fill: fn(SeatMap<i64>) -> Fill) -> Open {
        let together = |chosen: SeatMap<i64>| {
            [0, most].map(|number| {
                let mut chosen = chosen;
                seats.iter().filter(|&seat| !apart.contains(seat)).for_each(|seat| chosen[seat] = number);
                chosen
            })
        };
        let mut limits = Open::choices(apart, &[0, most].into_iter(), Open::MOST);
        limits = limits.into_iter().flat_map(together).collect();
        limits.dedup();
        Open { limits: limits.into_iter().map(fill).collect(), ..Open::of_seats(field, seats, most, fill) }
    }

    /// A number of each of these seats, from 0 to `most`, with which payments only grow.
    pub fn of_seats(field: Missing, seats: Seats, most: i64, fill: fn(SeatMap<i64>) -> Fill) -> Open {
        let limits = Open::choices(seats, &[0, most].into_iter(), Open::MOST).into_iter().map(fill).collect();
        // One more than can be tried says that there are too many.
        let values = Open::choices(seats, &(0..=most), Open::MOST + 1).into_iter().map(fill).collect();
        Open { field, values, rises: None, limits, moves: &[], partial: false }
    }

    /// At most this number of choices of one of these numbers for each seat; 0 for other seats.
    fn choices(seats: Seats, numbers: &(impl Iterator<Item = i64> + Clone), most: usize) -> Vec<SeatMap<i64>> {
        let mut all: Vec<SeatMap<i64>> = vec![SeatMap::default()];
        for seat in seats.iter() {
            let with = |chosen: SeatMap<i64>| {
                numbers.clone().map(move |number| {
                    let mut chosen = chosen;
                    chosen[seat] = number;
                    chosen
                })
            };
            all = all.into_iter().flat_map(with).take(most).collect();
        }
        all
    }

    /// The most combinations of values that the audit tries.
    pub const MOST: usize = 256;
}

/// The next dealer and the reason.
#[derive(Clone, Copy, Debug)]
pub struct NextDealer {
    /// The seat.
    pub seat: Seat,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided it.
    pub option: Option<&'static str>,
}
