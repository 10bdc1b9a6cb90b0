//! The claims of a result, one by one, and those of them that some facts give.

use caipan_tiles::ledger::Pair;
use caipan_tiles::tile::Seat;

/// A set of claims of a result, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::audit) struct Claims(u64);

impl Claims {
    pub const OUTCOME: Claims = Claims(1);
    pub const WINNERS: Claims = Claims(1 << 1);
    pub const DEALER: Claims = Claims(1 << 2);
    /// The causes that payments name.
    pub const CAUSES: Claims = Claims(1 << 3);
    /// The payments between all pairs.
    pub const PAIRS: Claims = Claims(0x3f0);
    /// All claims about money.
    pub const MONEY: Claims = Claims(0x3ff8);
    /// The patterns and values of all wins.
    pub const WORTH: Claims = Claims(!0xffff);

    /// The payment between a pair of seats.
    pub const fn pair(pair: Pair) -> Claims {
        Claims(1 << (4 + pair.index()))
    }

    /// The point change of a seat.
    pub const fn gain(seat: Seat) -> Claims {
        Claims(1 << (10 + seat.index()))
    }

    /// The patterns of a claimed win, by its position; the last bit is shared by wins that no table of four has.
    pub const fn patterns(win: usize) -> Claims {
        Claims(1 << (16 + 2 * if win < 23 { win } else { 23 }))
    }

    /// The value of a claimed win, by its position.
    pub const fn value(win: usize) -> Claims {
        Claims(1 << (17 + 2 * if win < 23 { win } else { 23 }))
    }

    pub const fn and(self, other: Claims) -> Claims {
        Claims(self.0 & other.0)
    }

    pub const fn or(self, other: Claims) -> Claims {
        Claims(self.0 | other.0)
    }

    pub const fn without(self, other: Claims) -> Claims {
        Claims(self.0 & !other.0)
    }

    /// True if all of these claims are in the set.
    pub const fn has(self, all: Claims) -> bool {
        self.0 & all.0 == all.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the subsets of the set, smallest first.
    pub fn subsets(self) -> Vec<Claims> {
        let mut all = vec![Claims::default()];
        for bit in (0..64).map(|at| Claims(1 << at)).filter(|&bit| self.has(bit)) {
            all.extend_from_within(..);
            let half = all.len() / 2;
            all.iter_mut().skip(half).for_each(|set| *set = set.or(bit));
        }
        all.sort_by_key(|set| set.count());
        all
    }
}

/// The claims that some facts give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::audit) struct Given {
    /// The claims that the facts give or contradict. On others they are silent.
    pub judged: Claims,
    /// The claims that they give.
    pub given: Claims,
}

impl Given {
    /// Adds a claim.
    pub fn add(&mut self, claim: Claims, given: bool) {
        self.judged = self.judged.or(claim);
        self.given = if given { self.given.or(claim) } else { self.given.without(claim) };
    }

    /// The claims that the facts contradict.
    pub const fn wrong(self) -> Claims {
        self.judged.without(self.given)
    }

    /// True if the facts contradict none of these claims.
    pub const fn agrees(self, on: Claims) -> bool {
        self.wrong().and(on).is_empty()
    }

    /// True if the facts contradict none but these claims.
    pub const fn agrees_but_for(self, claims: Claims) -> bool {
        self.wrong().without(claims).is_empty()
    }

    /// True if the facts contradict no claim.
    pub const fn is_whole(self) -> bool {
        self.wrong().is_empty()
    }

    /// True if the facts contradict no claim about money.
    pub const fn pays(self) -> bool {
        self.agrees(Claims::MONEY)
    }

    /// True if the facts contradict no claim but those about money.
    pub const fn agrees_in_all_else(self) -> bool {
        self.agrees_but_for(Claims::MONEY)
    }

    /// True if a hypothesis may replace the record. It must give every claim other than money that the record gives.
    /// If the record itself may be wrong (`of_record`), it must give more of them, or as many and fewer wrong payments.
    /// If the rules decide, the record stands, so nothing may be lost and something must be won.
    pub fn accepts(self, world: Given, of_record: bool) -> bool {
        let (record, other) = (self.given.without(Claims::MONEY), world.given.without(Claims::MONEY));
        if !other.has(record) {
            return false;
        }
        if of_record {
            other != record || world.wrong().and(Claims::MONEY).count() < self.wrong().and(Claims::MONEY).count()
        } else {
            world.given.has(self.given) && world.given != self.given
        }
    }
}
