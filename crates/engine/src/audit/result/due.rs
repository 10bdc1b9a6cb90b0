//! Amounts owed, and how well they are known.
//!
//! [`Due`] holds the settlement of a hand together with everything that leaves it open: fields that the log leaves out,
//! rules that caipan does not know, and play in doubt. For each pair of seats, each gain and each cause it answers what
//! may be due ([`Owed`]). Sentences and corrections ask it separately: in doubt, an amount may be told as wrong by the
//! recorded play although nobody can say what is owed instead.

use super::filling::Filling;
use super::house::Taken;
use crate::audit::unmodelled::Reach;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Ledger, Net, Pair, Pairs};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap, Seats};
use smallvec::SmallVec;

/// Maximum amounts that a sentence lists; more are told as a range.
const LISTED: usize = 6;

/// The points that one seat may owe another, or that a seat may gain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::audit) enum Owed {
    /// These points.
    Known(i64),
    /// One of these amounts, ascending.
    OneOf(SmallVec<[i64; 4]>),
    /// An amount between these two.
    Between(i64, i64),
    /// Any amount.
    Open,
}

impl Owed {
    fn one_of(amounts: impl Iterator<Item = i64>) -> Owed {
        let mut all: SmallVec<[i64; 4]> = amounts.collect();
        all.sort_unstable();
        all.dedup();
        Owed::OneOf(all)
    }

    /// The least and the most that may be due; `None` if that is not known.
    fn limits(&self) -> Option<(i64, i64)> {
        match self {
            Owed::Known(points) => Some((*points, *points)),
            Owed::OneOf(all) => all.first().copied().zip(all.last().copied()),
            Owed::Between(least, most) => Some((*least, *most)),
            Owed::Open => None,
        }
    }

    /// True if a claimed amount lies beyond all that may be due.
    pub fn is_beyond(&self, claimed: i64) -> bool {
        self.over(claimed) != 0
    }

    /// The points by which a claimed amount exceeds the nearest one that may be due; negative if it falls short.
    pub fn over(&self, claimed: i64) -> i64 {
        self.limits().map_or(0, |(least, most)| claimed.saturating_sub(claimed.clamp(least, most)))
    }

    /// The amount from the other side.
    pub fn reversed(self) -> Owed {
        match self {
            Owed::Known(points) => Owed::Known(points.saturating_neg()),
            Owed::OneOf(all) => Owed::one_of(all.into_iter().map(i64::saturating_neg)),
            Owed::Between(least, most) => Owed::Between(most.saturating_neg(), least.saturating_neg()),
            Owed::Open => Owed::Open,
        }
    }

    /// Returns the words for the amounts that may be due, to follow the sentence; empty unless there are several.
    pub fn in_words(&self) -> Text {
        let between =
            |least: i64, most: i64| bilingual!("（该付的可能是 {least} 到 {most}）", " ({least} to {most} may be due)");
        match self {
            Owed::Between(least, most) if least != most => between(*least, *most),
            Owed::OneOf(all) => match all.as_slice() {
                [] | [_] => Text::default(),
                [first @ .., last] if first.len() < LISTED => {
                    let list = |comma: &str| first.iter().map(i64::to_string).collect::<Vec<_>>().join(comma);
                    let (zh, en) = (list("、"), list(", "));
                    bilingual!("（该付的可能是 {zh} 或 {last}）", " ({en} or {last} may be due)")
                }
                [least, .., most] => between(*least, *most),
            },
            Owed::Known(_) | Owed::Between(..) | Owed::Open => Text::default(),
        }
    }
}

/// The money due in a hand.
#[derive(Clone, Copy, Debug)]
pub(in crate::audit) struct Due<'a> {
    /// The settlement that sentences, lines and clauses come from: by the values that fit best, if fields are missing.
    pub ledger: &'a Ledger,
    /// The values put in for what the log leaves out.
    pub filling: Option<&'a Filling>,
    /// The money that rules unknown to caipan may move.
    pub moved: Option<&'a Reach>,
    /// The points that each seat gets besides the payments of the game: from the house, or by a referee.
    pub apart: SeatMap<i64>,
    /// The pairs between which the play leaves open what is due.
    doubted: Pairs,
}

impl<'a> Due<'a> {
    /// Returns the money due by this ledger, which has the values of `filling`.
    pub fn of(ledger: &'a Ledger, filling: Option<&'a Filling>, moved: Option<&'a Reach>, taken: Taken) -> Due<'a> {
        Due { ledger, filling, moved, apart: taken.apart(ledger), doubted: Pairs::NONE }
    }

    /// Returns it where the play is in doubt: open between each pair with one of these seats, and where another possible
    /// hand leads to other points.
    pub fn in_doubt(self, touched: Seats, other: Option<&Net>) -> Due<'a> {
        let is_touched = |pair: &Pair| touched.iter().any(|seat| pair.has(seat));
        let differs = other.map_or(Pairs::NONE, |other| self.ledger.net().differs(other));
        Due { doubted: Pair::ALL.into_iter().filter(is_touched).collect::<Pairs>().or(differs), ..self }
    }

    /// Returns what the first seat of a pair owes the second.
    pub fn owed(&self, pair: Pair) -> Owed {
        if self.is_open(pair) {
            return Owed::Open;
        }
        match self.filling {
            None => Owed::Known(self.ledger.net().at(pair)),
            Some(filling) if filling.bounded => {
                filling.payable(pair).map_or(Owed::Open, |(least, most)| Owed::Between(least, most))
            }
            Some(filling) => Owed::one_of(filling.due(pair)),
        }
    }

    /// True if nothing is known about what is due between a pair.
    pub fn is_open(&self, pair: Pair) -> bool {
        self.doubted.contains(pair)
            || self.moved.is_some_and(|moved| moved.reaches(pair))
            || self.filling.is_some_and(|filling| filling.cut && !filling.bounded)
    }

    /// Returns what a seat gains: between the least and the most of every pair, and what it gains from the house.
    pub fn gain(&self, seat: Seat) -> Owed {
        let house = self.apart[seat];
        let of = |other: Seat| {
            let pair = Pair::of(other, seat)?;
            let owed = self.owed(pair);
            if pair.seats().0 == other { owed } else { owed.reversed() }.limits()
        };
        let all: Option<SmallVec<[(i64, i64); 3]>> = seat.others().into_iter().map(of).collect();
        all.map_or(Owed::Open, |all| {
            let add = |(least, most): (i64, i64), (low, high): (i64, i64)| {
                (least.saturating_add(low), most.saturating_add(high))
            };
            let (least, most) = all.into_iter().fold((house, house), add);
            Owed::Between(least, most)
        })
    }

    /// True if no doubt and nothing unknown moves a payment for this cause.
    pub fn leaves(&self, cause: &'static Cause) -> bool {
        self.doubted.is_empty()
            && self.moved.is_none_or(|moved| moved.leaves(cause))
            && self.filling.is_none_or(|filling| filling.leaves(cause))
    }

    /// Returns the pairs whose points lie beyond all that may be due.
    pub fn beyond(&self, paid: &Net) -> Pairs {
        Pair::ALL.into_iter().filter(|&pair| self.owed(pair).is_beyond(paid.at(pair))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::result::{Claims, Given};
    use caipan_tiles::ledger::{Flow, Party};

    fn net(points: i64) -> Net {
        let [from, to, ..] = Seat::ALL.map(Party::Seat);
        Net::of([Flow { from, to, points }])
    }

    /// Another value of a missing field may give what the values that fit best do not, and play in doubt must not turn
    /// that into a fault.
    #[test]
    fn in_doubt_every_value_of_a_missing_field_stays_possible() {
        let ledger = Ledger::default();
        let mut filling = Filling::of(&ledger, None, Given::default());
        filling.all = [net(2), net(4)].map(|net| (net, Claims::default())).to_vec();
        let due = Due::of(&ledger, Some(&filling), None, Taken::default());
        let [pair, other, ..] = Pair::ALL;
        let third = Seat::ALL.into_iter().filter(|&seat| !pair.has(seat)).collect();
        for in_doubt in [due, due.in_doubt(third, None)] {
            assert!(in_doubt.beyond(&net(2)).is_empty() && in_doubt.beyond(&net(4)).is_empty());
            assert_eq!(in_doubt.beyond(&net(5)).iter().collect::<Vec<_>>(), [pair]);
            assert_eq!((in_doubt.owed(pair).over(5), in_doubt.owed(pair).over(1)), (1, -1));
        }
        let touched = due.in_doubt([pair.seats().0].into_iter().collect(), None);
        assert_eq!((touched.owed(pair), touched.beyond(&net(5))), (Owed::Open, Pairs::NONE));
        assert_eq!(due.owed(other), Owed::OneOf([0].into_iter().collect()));
    }

    #[test]
    fn several_amounts_are_listed_and_many_are_a_range() {
        let words = |amounts: &[i64]| Owed::one_of(amounts.iter().copied()).in_words().en.into_owned();
        assert_eq!(words(&[3, 3]), "");
        assert_eq!(words(&[4, 2, 4]), " (2 or 4 may be due)");
        assert_eq!(words(&[1, 2, 3, 4, 5, 6, 7]), " (1 to 7 may be due)");
        assert_eq!(Owed::Between(2, 5).reversed(), Owed::Between(-5, -2));
        assert_eq!(Owed::Between(2, 2).in_words().en, "");
    }
}
