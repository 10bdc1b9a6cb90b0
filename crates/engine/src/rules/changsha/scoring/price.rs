//! The price of a win between one winner and one payer, before birds, floats and limits. Rule book 2.9.

use crate::rules::changsha::clauses as c;
use crate::rules::changsha::options::{DealerBonus, DealerExtra, Options, Scale, SmallExtra};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Sum;
use caipan_tiles::text::Label;

const SMALL: Label = Label::new("小胡", "small win");
const BIG: Label = Label::new("大胡", "big pattern");
const UNITS: Label = Label::new("大胡数", "big patterns");
const DEALER: Label = Label::new("庄家", "dealer");
const EXTRA: Label = Label::new("自摸加一", "self-draw, one more");
const INITIAL: Label = Label::new("起手胡", "initial win");

/// The win that is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// An initial win, priced as a small self-draw. `extra`: with the extra point of CS-A.23.
    Opening {
        /// True if the extra point counts.
        extra: bool,
    },
    /// A win of the hand with this number of big patterns; 0 is a small win.
    Win {
        /// Big patterns.
        units: i64,
        /// True if it was won on the payer's tile.
        on_discard: bool,
    },
}

/// The price of one win between two seats.
#[derive(Clone, Copy)]
pub struct Price<'a> {
    /// The house rules.
    pub options: &'a Options,
    /// The win.
    pub paid: Paid,
    /// True if the dealer's point counts between the two.
    pub dealer: bool,
}

impl Price<'_> {
    /// The sum up to the birds, which `birds` applies, with its clause. Stages: base, dealer, extra point, birds.
    pub fn with(&self, birds: impl Fn(Sum) -> Sum) -> (Sum, &'static Clause) {
        let under = self.dealer_is_under_birds();
        let extra = self.extra();
        let mut sum = self.base(under);
        if extra == SmallExtra::UnderBirds {
            sum = sum.plus(1, &EXTRA);
        }
        sum = birds(sum);
        if !under {
            sum = sum.plus(self.point(), &DEALER);
        }
        if extra == SmallExtra::AfterBirds {
            sum = sum.plus(1, &EXTRA);
        }
        (sum, self.clause())
    }

    /// The base price; `with_dealer`: with the dealer's point.
    fn base(&self, with_dealer: bool) -> Sum {
        let (n, options) = (self.units(), self.options);
        let point = if with_dealer { self.point() } else { 0 };
        match (options.scale(), n > 0) {
            (Scale::A, false) => Sum::of(1, &SMALL).plus(point, &DEALER),
            (Scale::A, true) => Sum::of(6, &BIG).times(n, &UNITS).plus(point, &DEALER),
            (Scale::B, false) => Sum::of(10, &SMALL).plus(point, &DEALER),
            (Scale::B, true) if self.on_discard() => Sum::of(60, &BIG).times(n, &UNITS).plus(point, &DEALER),
            // The source prints 40 and 30 for each big pattern.
            (Scale::B, true) => Sum::of(30, &BIG).plus(point / n, &DEALER).times(n, &UNITS),
            (Scale::C, _) => self.base_c().plus(point, &DEALER),
        }
    }

    fn base_c(&self) -> Sum {
        let options = self.options;
        match self.paid {
            Paid::Opening { .. } => Sum::of(options.c_opening().0, &INITIAL),
            Paid::Win { units: 0, on_discard: true } => Sum::of(options.c_small_ron().0, &SMALL),
            Paid::Win { units: 0, on_discard: false } => Sum::of(options.c_small_draw().0, &SMALL),
            Paid::Win { units, on_discard: true } => Sum::of(options.c_big_ron().0, &BIG).times(units, &UNITS),
            Paid::Win { units, on_discard: false } => Sum::of(options.c_big_draw().0, &BIG).times(units, &UNITS),
        }
    }

    /// The dealer's point of the whole win; 0 if it does not count.
    fn point(&self) -> i64 {
        let n = self.units();
        if !self.dealer {
            return 0;
        }
        match (self.options.scale(), n > 0) {
            (Scale::A | Scale::C, false) => 1,
            (Scale::A | Scale::C, true) => match self.options.dealer_bonus_big() {
                DealerBonus::Once => 1,
                DealerBonus::PerUnit => n,
            },
            (Scale::B, false) => 10,
            // A sentence of the source is missing (AMB-2).
            (Scale::B, true) if self.on_discard() => match self.options.big_ron_dealer_extra() {
                DealerExtra::None => 0,
                DealerExtra::Once => 10,
                DealerExtra::PerUnit => 10 * n,
            },
            (Scale::B, true) => 10 * n,
        }
    }

    /// True if birds multiply the dealer's point (MC-dealer; AMB-1 for a big self-draw on scale a).
    fn dealer_is_under_birds(&self) -> bool {
        if !self.dealer {
            return true;
        }
        let big_draw_a = self.options.scale() == Scale::A && self.units() > 0 && !self.on_discard();
        self.options.dealer_point_under_birds() && (!big_draw_a || self.options.big_bonus_under_birds())
    }

    /// The extra point of a small self-draw on scale a: after the birds, under them, or none.
    fn extra(&self) -> SmallExtra {
        let counts = match self.paid {
            Paid::Opening { extra } => extra,
            Paid::Win { units, on_discard } => units == 0 && !on_discard,
        };
        if counts && self.options.scale() == Scale::A {
            self.options.small_self_draw_plus_one()
        } else {
            SmallExtra::Off
        }
    }

    const fn units(&self) -> i64 {
        if let Paid::Win { units, .. } = self.paid { units } else { 0 }
    }

    const fn on_discard(&self) -> bool {
        matches!(self.paid, Paid::Win { on_discard: true, .. })
    }

    fn clause(&self) -> &'static Clause {
        match (self.options.scale(), self.units() > 0, self.on_discard()) {
            (Scale::A, false, true) => &c::A_22,
            (Scale::A, false, false) => &c::A_23,
            (Scale::A, true, true) => &c::A_24,
            (Scale::A, true, false) => &c::A_25,
            (Scale::B, false, true) => &c::B_8_2,
            (Scale::B, false, false) => &c::B_8_1,
            (Scale::B, true, false) => &c::B_8_3,
            (Scale::B, true, true) => &c::B_8_4,
            (Scale::C, ..) => &c::SCALE,
        }
    }

    /// The options that made a difference to this sum.
    pub fn deciding(&self, hit: bool) -> impl Iterator<Item = &'static str> {
        let scale = self.options.scale();
        let (dealer, n, on_discard) = (self.dealer, self.units(), self.on_discard());
        let after = dealer && hit && !self.options.dealer_point_under_birds();
        [
            ("dealer_bonus_big", scale != Scale::B && dealer && n > 1),
            ("big_ron_dealer_extra", scale == Scale::B && dealer && n > 0 && on_discard),
            ("big_bonus_under_birds", scale == Scale::A && dealer && n > 0 && !on_discard && hit && !after),
            ("dealer_point_under_birds", after),
        ]
        .into_iter()
        .filter_map(|(option, decides)| decides.then_some(option))
    }
}
