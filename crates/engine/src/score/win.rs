//! Judgement of one win of a settlement.

use super::error::{ScoreError, bad, refused};
use super::request::{ScoreRequest, WinGiven, source};
use super::seats;
use crate::report::build;
use crate::rules::{Past, Refusal, Rules, WinCandidate, Won};
use crate::table::{Place, Shown, Source, Table, WinChance};
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Seat, Tile};

/// Returns a win and the reading of its tiles.
pub(super) fn judge(
    rules: &dyn Rules,
    table: &Table,
    request: &ScoreRequest,
    win: &WinGiven,
    at: usize,
) -> Result<(Won, String), ScoreError> {
    let (source, left) = match source(win, at)? {
        // If the last tile is not offered, it is an ordinary draw.
        Source::Seabed if rules.last_tile().is_none() => (Source::Draw, rules.reserved(table) as u16),
        source => (source, u16::MAX),
    };
    let tiles = Shown::of(&win.tile.0).ok_or_else(|| {
        bad(
            format!("/wins/{at}/tile"),
            bilingual!("请填胡的是哪张牌，如“五万”（5m）。", "Enter the winning tile, for example 5m."),
        )
    })?;
    let melds = seats::melds(&win.melds, win.seat, table.seats, &format!("/wins/{at}/melds"))?;
    let held = win.hand.0.len() + 3 * melds.len();
    let dealt = source == Source::Dealt;
    // An automatic win on four wilds out of turn: the winning tile is one of the 13 dealt tiles.
    let due = if dealt && win.seat != request.dealer { 12 } else { 13 };
    if held != due {
        let text = bilingual!(
            "手牌加吃碰杠应是 {due} 张（每副算 3 张），现在 {held} 张（不含胡的那张）。",
            "The hand and its melds must have {due} tiles (3 for each meld), but have {held}. Do not count the winning tile."
        );
        return Err(bad(format!("/wins/{at}/hand"), text));
    }
    let natural = |tile: &Tile| Some(*tile) != table.wild;
    let from = win.from.filter(|_| !source.is_own());
    let laid = |place: &Place| place.melds.len() as u16;
    let case = WinCandidate {
        seat: win.seat,
        dealer: request.dealer,
        hand: win.hand.0.iter().copied().filter(natural).collect::<Hand>(),
        wilds: win.hand.0.iter().filter(|tile| !natural(tile)).count() as u8,
        wild: table.wild,
        melds: &melds,
        chance: WinChance { tiles, source, from },
        discards: match (dealt, win.first_discard) {
            (true, _) => 0,
            (false, true) => u16::from(!source.is_own()),
            (false, false) => 2,
        },
        claims: Seat::ALL.iter().map(|&seat| laid(table.place(seat))).sum(),
        kongs: table.kongs.len() as u16,
        past: Past {
            own_discards: u16::from(!dealt && !win.first_discard),
            left,
            fresh_kong: win.by.as_deref() == Some("rob_added"),
            kong_run: if source == Source::Replacement { win.kong_run.unwrap_or(1) } else { 0 },
            ..Past::at(table, win.seat, from)
        },
    };
    let refused = |no: Box<Refusal>| {
        let near = build::near(rules, &case).into();
        ScoreError { near, ..refused("not-a-win", format!("/wins/{at}"), &no) }
    };
    let (won, verdict) = rules.win_left(table, &case).map_err(refused)?;
    verdict.map_err(refused)?;
    let reading = rules.reading(&case, &won);
    Ok((won, reading))
}
