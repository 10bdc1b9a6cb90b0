//! The features of Beijing.

use super::clauses as c;
use super::options::{FanMode, Position, SecondThrow};
use super::scoring::Ending;
use super::{Beijing, SYSTEM, fan_table, floor, hunyou, none, promised, wall, wild};
use crate::rules::features::{AutomaticWins, CutDice, Declarations, FalseWins, Fans, Floors, Reserve, Wild};
use crate::rules::{Cut, IndicatorAt, Join, NextDealer, Play, Verdict, Won};
use crate::table::{Phase, Table};
use caipan_log::{Declaration, Dice};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Tile};

crate::has_features!(Beijing {
    wild: Wild,
    cut_dice: CutDice,
    reserve: Reserve,
    declarations: Declarations,
    automatic_wins: AutomaticWins,
    false_wins: FalseWins,
    fans: Fans,
    floors: Floors,
});

impl Wild for Beijing {
    fn kind(&self, indicator: Option<Tile>) -> Option<Tile> {
        let indicator = indicator?;
        if self.options.wild_use() { wild::after(indicator) } else { None }
    }

    fn indicator(&self) -> Option<IndicatorAt> {
        if !self.options.wild_use() {
            return None;
        }
        Some(match self.options.indicator_position() {
            Position::FirstLive => IndicatorAt::FirstLive,
            Position::Last => IndicatorAt::Last,
            Position::Peek => IndicatorAt::Peek,
        })
    }
}

impl CutDice for Beijing {
    fn dice(&self) -> (usize, &'static Clause) {
        let throws = if self.options.dice_second_throw() == SecondThrow::AddToFirst { 2 } else { 1 };
        (self.options.dice_count().count() * throws, &c::DICE)
    }

    fn option(&self, count: usize) -> Option<&'static str> {
        let once = self.options.dice_count().count();
        let throws = self.options.dice_second_throw();
        let other = if throws == SecondThrow::AddToFirst { once } else { once * 2 };
        Some(if count == other { "dice.second_throw" } else { "dice.count" })
    }

    fn cut(&self, dealer: Seat, dice: &Dice) -> Option<Cut> {
        let throw = dice.total();
        Some(Cut { seat: wall::cut_side(self.seats(), dealer, throw), stacks: throw, clause: &c::CUT_OWNER })
    }
}

impl Reserve for Beijing {
    fn tiles(&self, table: &Table) -> usize {
        wall::reserve(&self.options, table)
    }
}

impl Declarations for Beijing {
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        match what {
            Declaration::Hunyou => hunyou::may_declare(&self.options, table, seat),
            Declaration::Void(_) => Err(none(&c::HUNYOU, "没有定缺", "no suit is declared void")),
            Declaration::Ready => Err(none(&c::HUNYOU, "没有报听", "readiness is not declared")),
            Declaration::Sky => promised::may_declare_sky(&self.options, table, seat),
            Declaration::Xiaosa => promised::may_declare_xiaosa(&self.options, table, seat),
        }
    }
}

impl AutomaticWins for Beijing {
    fn due(&self, table: &Table) -> Option<(Seat, &'static Clause)> {
        let ends = matches!(table.phase, Phase::Turn { .. }) && table.wild.is_some();
        if !ends {
            return None;
        }
        let all_four = |&seat: &Seat| {
            let place = table.place(seat);
            let due = if table.in_turn() == Some(seat) { 14 } else { 13 };
            place.wilds == 4 && place.is_known() && place.size() == due
        };
        let seat = table.seats.iter().find(all_four).filter(|_| self.options.four_wilds_end());
        seat.map(|seat| (seat, &c::FOUR_WILDS))
    }
}

impl FalseWins for Beijing {
    fn plays_on(&self) -> bool {
        !self.options.false_win_ends()
    }
}

impl Fans for Beijing {
    fn measure(&self) -> Label {
        match self.options.fan_mode() {
            FanMode::Multiply => SYSTEM.measure,
            FanMode::Add => Label::new("番数之和，含自摸与庄胡", "sum of fans, self-draw and dealer's win included"),
        }
    }

    fn join(&self) -> Join {
        match self.options.fan_mode() {
            FanMode::Multiply => Join::Product,
            FanMode::Add => Join::Sum,
        }
    }

    fn cap_of(&self, won: &Won) -> Option<(i64, &'static str)> {
        let is_cut = won.options.contains(&"fan.cap");
        fan_table::cap(&self.options).filter(|_| is_cut).map(|cap| (cap, "fan.cap"))
    }
}

impl Floors for Beijing {
    fn clause(&self) -> &'static Clause {
        &c::FLOOR
    }

    fn of_first(&self, dealer: Seat, streak: Option<u32>) -> Option<u32> {
        floor::of_first(&self.options, dealer, streak)
    }

    fn next(&self, table: &Table, wins: &[Won], next: Option<NextDealer>) -> Option<u32> {
        let drawn = Ending::of(&self.options, table, wins) == Ending::Drawn;
        floor::next(&self.options, table, next, drawn)
    }
}
