//! The features of Guiyang.

use super::clauses as c;
use super::options::ReadyTime;
use super::{Guiyang, actions, dealer, exchange, missed, ready, roll, scoring};
use crate::rules::features::{CutDice, Declarations, Doubts, Exchange, Flips, Readiness};
use crate::rules::{Cut, ExchangeDue, Flip, Play, Verdict, Won};
use crate::table::Table;
use caipan_log::{Declaration, Dice, DrawFrom};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, SeatMap, Tile, TileSet};

crate::has_features!(Guiyang {
    cut_dice: CutDice,
    exchange: Exchange,
    declarations: Declarations,
    flips: Flips,
    doubts: Doubts,
    readiness: Readiness,
});

impl CutDice for Guiyang {
    fn dice(&self) -> (usize, &'static Clause) {
        (2, &c::GY_1_5)
    }

    fn cut(&self, dealer: Seat, dice: &Dice) -> Option<Cut> {
        dealer::cut(self.seats(), dealer, dice)
    }
}

impl Exchange for Guiyang {
    fn due(&self, table: &Table, seat: Seat) -> Option<ExchangeDue> {
        exchange::due(&self.options, table, seat)
    }

    fn may_give(&self, _table: &Table, _seat: Seat, tiles: &[Tile]) -> Verdict {
        exchange::may_give(tiles)
    }
}

impl Declarations for Guiyang {
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        actions::declare(&self.options, table, seat, what)
    }
}

impl Flips for Guiyang {
    /// Due after a win, while a tile is left (X-JI-FLIP).
    fn flip(&self, table: &Table) -> Option<Flip> {
        let due = !table.winners.is_empty() && table.wall.left() > 0;
        due.then(|| Flip { tile: table.wall.at(DrawFrom::Wall), clause: &c::X_JI_FLIP })
    }

    fn roll(&self, table: &Table) -> Option<Flip> {
        roll::due(&self.options, table)
    }

    fn asks_day(&self) -> bool {
        self.options.week_ji()
    }
}

impl Doubts for Guiyang {
    fn of(&self, table: &Table, won: &Won) -> Verdict {
        missed::may_win(&self.options, table, won)
    }
}

impl Readiness for Guiyang {
    fn ready(&self, table: &Table, wins: &[Won]) -> SeatMap<bool> {
        scoring::ready(&self.options, table, wins)
    }

    fn notes(&self, table: &Table, seat: Seat, waits: TileSet) -> bool {
        self.options.jiao_time() == ReadyTime::Ever && ready::is_ready_on(waits, table.place(seat))
    }
}
