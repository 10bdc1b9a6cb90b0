//! The discards and claims that a seat may make: rule book 2.2 and 2.4.

use super::clauses as c;
use super::judge;
use super::options::{FlipClaims, KongAfterDice, Options};
use crate::rules::{Ground, Refusal, Verdict};
use crate::table::{Drawn, Offer, Phase, Table};
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, Tile};

/// Checks a discard: a locked hand must discard the drawn tile (CS-A.12, CS-B.9.6).
pub fn discard(table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let drawn = match table.phase {
        Phase::Turn { seat: turn, drawn } if turn == seat => drawn.tile(),
        _ => None,
    };
    match drawn {
        Some(drawn) if is_locked(table, seat) && drawn != tile => {
            Err(Refusal::new(Ground::Locked, &c::B_9_6, move || {
                bilingual!(
                    "开杠后只能打刚摸的 {drawn}，不能打 {tile}。",
                    "after a dice kong the drawn {drawn} must be discarded, not {tile}"
                )
            }))
        }
        _ => Ok(()),
    }
}

/// Checks a pass of a possible win. MC-must-win.
pub fn pass_win(options: &Options) -> Verdict {
    if options.must_win() {
        return Err(Refusal::by_option(Ground::Time, &c::MUST_WIN, "must_win", || {
            bilingual!("本房有胡必胡。", "under the house rules a possible win must be taken")
        }));
    }
    Ok(())
}

/// Checks a chow: by the next seat only (CS-B.3).
pub fn chow(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if options.no_chow() {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::NO_CHOW, "no_chow", || {
            bilingual!("本房不许吃；请删去这一项。", "no chow is played in this house; remove it")
        }));
    }
    if let Phase::Open { from, .. } = table.phase
        && table.seats.next(from) != seat
    {
        return Err(Refusal::new(Ground::Seat, &c::B_3, || {
            bilingual!("只能吃上家打的牌。", "only the previous player's discard may be chowed")
        }));
    }
    open_claim(options, table, seat)
}

/// Checks a pung: by any seat (CS-B.3).
pub fn pung(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    no_wild(table, tile)?;
    open_claim(options, table, seat)
}

/// Checks a kong, which may also follow a claim at once: the wall must have enough tiles, and a dice kong needs a ready hand (rule book 2.4).
pub fn kong(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict {
    no_wild(table, tile)?;
    if kind == KongKind::Exposed {
        open_claim(options, table, seat)?;
    }
    // Of more than two dice-kong tiles, fewer are turned near the end of the wall.
    let turned = options.dice_kong_tiles().count();
    let turned = if turned > 2 { 1 } else { turned };
    let need = match (dice, options.kaigang_keeps_haidi(), options.bu_may_take_haidi()) {
        (true, true, _) => turned + 1,
        (true, false, _) => turned,
        (false, _, true) => 1,
        (false, _, false) => 2,
    };
    let left = table.wall.left();
    if left < need {
        let (clause, option) = if dice { (&c::B_9_6, "kaigang_keeps_haidi") } else { (&c::B_9_3, "bu_may_take_haidi") };
        return Err(Refusal::by_option(Ground::WallShort, clause, option, move || {
            bilingual!(
                "牌墙只剩 {left} 张，此杠需要 {need} 张。",
                "the wall has {left} left and this kong needs {need}"
            )
        }));
    }
    if !table.place(seat).is_known() {
        return Ok(());
    }
    if is_locked(table, seat) {
        return kong_when_locked(options, table, seat, tile, kind);
    }
    if dice && !is_ready_after(options, table, seat, tile, kind) {
        return Err(Refusal::new(Ground::NotReady, &c::B_9_6, move || {
            bilingual!(
                "没有四张 {tile} 就没听牌，不能掷骰开杠，只能碰或补张。",
                "without the four {tile} the hand is not ready for a dice kong"
            )
        }));
    }
    Ok(())
}

/// The tiles that a dice kong turns up: more than two only as far as the wall has them besides the last tile.
pub fn dice_kong_tiles(options: &Options, table: &Table) -> usize {
    let wanted = options.dice_kong_tiles().count();
    if wanted <= 2 {
        return wanted;
    }
    let kept = usize::from(options.kaigang_keeps_haidi());
    wanted.min(table.wall.left().saturating_sub(kept)).max(1)
}

/// True if the seat declared a dice kong and may not change its hand.
pub fn is_locked(table: &Table, seat: Seat) -> bool {
    table.place(seat).dice_kongs > 0
}

/// Checks that a tile of a meld is not wild (MC-wild).
pub fn no_wild(table: &Table, tile: Tile) -> Verdict {
    if table.wild != Some(tile) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Tile, &c::WILD, move || {
        bilingual!("{tile} 是百搭，不能用来吃碰杠。", "{tile} is wild and may not be in a meld")
    }))
}

/// Checks the rules that apply to every claim of another seat's tile.
fn open_claim(options: &Options, table: &Table, seat: Seat) -> Verdict {
    let Phase::Open { why, .. } = table.phase else { return Ok(()) };
    if why == Offer::Seabed {
        return Err(Refusal::new(Ground::WallShort, &c::A_18, || {
            bilingual!("海底牌只能胡，不能吃碰杠。", "the last tile may only be won on")
        }));
    }
    if why == Offer::DiceKong && options.flip_tile_claims() == FlipClaims::WinOnly {
        return Err(Refusal::by_option(Ground::Tile, &c::B_9_6, "flip_tile_claims", || {
            bilingual!("本房规定开杠翻出的牌只能胡。", "tiles turned for a dice kong may only be won on in this house")
        }));
    }
    if is_locked(table, seat) {
        return Err(Refusal::new(Ground::Locked, &c::A_19D, || {
            bilingual!("开过杠，不能再吃碰杠别人的牌。", "after a dice kong no more tiles may be claimed from others")
        }));
    }
    Ok(())
}

/// Checks a kong after a dice kong: it must be of the drawn tile and keep the wait (CS-A.19d), or the house rules
/// forbid it.
fn kong_when_locked(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind) -> Verdict {
    if options.kong_after_dice() == KongAfterDice::Never {
        return Err(Refusal::by_option(Ground::Locked, &c::B_9_6, "kong_after_dice", || {
            bilingual!(
                "开杠后摸到的牌不胡就要打出，不能再杠。",
                "after a dice kong a draw wins or is discarded, not konged"
            )
        }));
    }
    let place = table.place(seat);
    let (mut before, mut wilds) = (place.hand, place.wilds);
    if let Phase::Turn { drawn: Drawn::Wall(Some(drawn)) | Drawn::Replacement(Some(drawn)), .. } = table.phase
        && !before.take(drawn)
    {
        wilds = wilds.saturating_sub(1);
    }
    let waits = |hand: &Hand, wilds, melds: &[Meld]| judge::legal_waits(options, hand, (table.wild, wilds), melds);
    let (after, melds) = table.place(seat).with_kong(tile, kind);
    // A kong of kept tiles, with another drawn tile in hand, changes the hand even if the waits agree.
    let drew_it = !matches!(table.phase, Phase::Turn { drawn, .. } if drawn.tile().is_some_and(|drawn| drawn != tile));
    if drew_it && waits(&before, wilds, &place.melds) == waits(&after, place.wilds, &melds) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Locked, &c::A_19D, move || {
        bilingual!("再杠 {tile} 会改听。", "another kong of {tile} would change the wait")
    }))
}

fn is_ready_after(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind) -> bool {
    let (hand, melds) = table.place(seat).with_kong(tile, kind);
    judge::is_ready(options, &hand, (table.wild, table.place(seat).wilds), &melds)
}
