//! The discards, claims and declarations that a seat may make: SC-1.5, SC-2, SC-3.3.

use super::options::Options;
use super::{clauses as c, void};
use crate::rules::{Ground, Refusal, Verdict};
use crate::table::Table;
use caipan_log::{Declaration, EventKind};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, Tile};

/// Refuses every chow (SC-1.5).
pub fn chow() -> Verdict {
    Err(Refusal::new(Ground::NoSuchAction, &c::ACTS, || bilingual!("四川麻将不能吃牌。", "Sichuan has no chow")))
}

/// Checks a kong: a tile must be left for its replacement (SC-3.3).
pub fn kong(options: &Options, table: &Table, seat: Seat, tile: Tile, dice: bool) -> Verdict {
    if dice {
        return Err(Refusal::new(Ground::NoSuchAction, &c::WALL, || {
            bilingual!("四川麻将杠牌不掷骰。", "Sichuan kongs use no dice")
        }));
    }
    if table.wall.left() == 0 {
        return Err(Refusal::new(Ground::WallShort, &c::KONG_LEFT, || {
            bilingual!("牌摸完了，不能再杠。", "the wall is empty, so no kong may be made")
        }));
    }
    void::may_meld(options, table, seat, tile)
}

/// Checks a declaration: only the void suit is declared.
pub fn declare(options: &Options, table: &Table, seat: Seat, what: Declaration) -> Verdict {
    if matches!(what, Declaration::Void(_)) {
        return void::may_name(options, table.place(seat));
    }
    Err(Refusal::new(Ground::NoSuchAction, &c::VOID, || {
        bilingual!("四川麻将只有定缺可报；请删去这一项。", "only the void suit is declared in Sichuan; remove it")
    }))
}

/// Checks that the wall is empty before a hand is drawn.
pub fn draw_game(table: &Table) -> Verdict {
    let left = table.wall.left();
    if left == 0 {
        return Ok(());
    }
    Err(Refusal::new(Ground::Time, &c::GOES_ON, move || {
        bilingual!("牌墙还有 {left} 张，不能流局。", "the wall still has {left} tiles, so the hand is not over")
    }))
}

/// The refusal of an event that belongs to a feature which Sichuan does not have.
pub fn lacks(event: EventKind) -> Box<Refusal> {
    match event {
        EventKind::Seabed => Refusal::new(Ground::NoSuchAction, &c::WALL, || {
            bilingual!("四川麻将不问海底，直接摸；请删去这一项。", "Sichuan does not offer the last tile; remove it")
        }),
        _ => Refusal::new(Ground::NoSuchAction, &c::ACTS, || {
            bilingual!("四川麻将没有起手胡；请删去这一项。", "Sichuan has no initial wins; remove it")
        }),
    }
}
