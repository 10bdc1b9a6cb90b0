//! The features of Sichuan.

use super::{Sichuan, actions, exchange, judge, ready, scoring, void};
use crate::rules::features::{Declarations, Exchange, Fans, GoesOn, Readiness};
use crate::rules::{ExchangeDue, Join, Verdict, Won};
use crate::table::Table;
use caipan_log::{Action, Declaration};
use caipan_tiles::hand::Hand;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Tile, TileSet};

crate::has_features!(Sichuan {
    exchange: Exchange,
    declarations: Declarations,
    going_on: GoesOn,
    fans: Fans,
    readiness: Readiness,
});

impl Exchange for Sichuan {
    fn due(&self, table: &Table, seat: Seat) -> Option<ExchangeDue> {
        exchange::due(&self.options, table, seat)
    }

    fn may_give(&self, _table: &Table, _seat: Seat, tiles: &[Tile]) -> Verdict {
        exchange::may_give(tiles)
    }

    fn could_act(&self, hand: Hand, acts: &[&Action]) -> Option<bool> {
        Some(void::could_act(&self.options, hand, acts))
    }
}

impl Declarations for Sichuan {
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        actions::declare(&self.options, table, seat, what)
    }
}

impl GoesOn for Sichuan {
    fn goes_on(&self, table: &Table) -> bool {
        table.winners.len() < scoring::most_winners(table) && table.wall.left() > 0
    }
}

impl Fans for Sichuan {
    fn measure(&self) -> Label {
        super::SYSTEM.measure
    }

    fn join(&self) -> Join {
        Join::Sum
    }

    fn cap_of(&self, won: &Won) -> Option<(i64, &'static str)> {
        judge::is_cut(&self.options, &won.hits).then(|| (self.options.max_fan().0, "max_fan"))
    }
}

impl Readiness for Sichuan {
    fn ready(&self, table: &Table, wins: &[Won]) -> SeatMap<bool> {
        ready::ready(&self.options, table, wins)
    }

    fn notes(&self, _table: &Table, _seat: Seat, _waits: TileSet) -> bool {
        false
    }
}
