//! One win of a settlement: the moment at which it is declared, and its declaration in the replay.

use super::error::{ScoreError, bad, refused};
use super::request::{ScoreRequest, WinGiven, source};
use crate::replay::{Live, What};
use crate::report::build;
use crate::rules::{Called, Rules, WinCandidate};
use crate::table::{Drawn, Offer, Phase, Shown, Source, Table};
use caipan_log::{Action, Dice};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Tile;

/// Declares a win. Its hand and melds are on the table.
pub(super) fn declare(
    rules: &dyn Rules,
    live: &mut Live<'_>,
    request: &ScoreRequest,
    win: &WinGiven,
    at: usize,
) -> Result<(), ScoreError> {
    let source = source(win, at)?;
    let (Some(tiles), Some(&tile)) = (Shown::of(&win.tile.0), win.tile.0.first()) else {
        let text = bilingual!("请填胡的是哪张牌，如“五万”（5m）。", "Enter the winning tile, for example 5m.");
        return Err(bad(format!("/wins/{at}/tile"), text));
    };
    let held = win.hand.0.len() + 3 * win.melds.len();
    // An automatic win on four wilds out of turn: the winning tile is one of the 13 dealt tiles.
    let due = if source == Source::Dealt && win.seat != request.dealer { 12 } else { 13 };
    if held != due {
        let text = bilingual!(
            "手牌加吃碰杠应是 {due} 张（每副算 3 张），现在 {held} 张（不含胡的那张）。",
            "The hand and its melds must have {due} tiles (3 for each meld), but have {held}. Do not count the winning tile."
        );
        return Err(bad(format!("/wins/{at}/hand"), text));
    }
    set_moment(rules, live.table_mut(), win, source, tiles, tile);
    let called = WinCandidate::at(live.table(), win.seat).map(|case| Called::of(&case));
    let Some(breach) = live.first_breach_of(Action::Win { seat: win.seat, tile }) else { return Ok(()) };
    Err(match &breach.what {
        What::FalseWin { refusal, .. } | What::ForbiddenWin { refusal } => {
            let near = called.map(|called| build::near(rules, &called.case())).unwrap_or_default().into();
            ScoreError { near, ..refused("not-a-win", format!("/wins/{at}"), refusal) }
        }
        What::SecondWinner { first, clause, option } => {
            let at = request.wins.iter().position(|win| win.seat != *first).unwrap_or_default();
            let text = bilingual!(
                "一张牌只能一家胡（{option}），按次序是座位 {first}；请只写这一家，或改这个选项。",
                "only one seat may win on a tile (`{option}`), and seat {first} comes first; give only that win or change the option"
            );
            let error = bad(format!("/wins/{at}"), text);
            ScoreError { code: "not-a-win", clause: Some(clause), ..error }.by(Some(option))
        }
        _ => ScoreError { code: "not-a-win", ..ScoreError::of(breach, format!("/wins/{at}")) },
    })
}

/// Sets the moment of a win: the phase, and what the request says about the hand so far.
fn set_moment(rules: &dyn Rules, table: &mut Table, win: &WinGiven, source: Source, tiles: Shown, tile: Tile) {
    let from = win.from.unwrap_or(win.seat);
    let turn = |drawn| Phase::Turn { seat: win.seat, drawn };
    let open = |why| Phase::Open { from, tiles, why };
    table.phase = match source {
        // Four wilds win out of turn too.
        Source::Dealt => Phase::Turn { seat: table.dealer, drawn: Drawn::Dealt(Some(tile)) },
        Source::Draw | Source::Seabed => turn(Drawn::Wall(Some(tile))),
        Source::Replacement => turn(Drawn::Replacement(Some(tile))),
        Source::Discard => open(Offer::Discard),
        Source::DiceKong | Source::DiceKongOf => open(Offer::DiceKong),
        Source::SeabedOf => open(Offer::Seabed),
        Source::Rob { kind, dice } => {
            let dice = if dice { Dice::new(&[]) } else { None };
            Phase::Kong { seat: from, tile, kind, dice, from: None }
        }
    };
    if source == Source::Seabed && rules.last_tile().is_none() {
        // If the last tile is not offered, it is an ordinary draw.
        table.wall.deal(table.wall.left().saturating_sub(rules.reserved(table)));
    } else if matches!(source, Source::Seabed | Source::SeabedOf) {
        table.last.taken_by = Some(from);
        table.last.tile = Some(tile);
    }
    let discarded = source != Source::Dealt && !win.first_discard;
    let place = &mut table.places[win.seat];
    place.discards = discarded.into();
    if source.is_own() && source != Source::Dealt {
        // Declarations belong to an earlier turn.
        place.turns = place.turns.max(1);
    }
    table.discards = if discarded { 2 } else { u16::from(!source.is_own()) };
    table.fresh_kong = win.by.as_deref() == Some("rob_added");
    table.kong_run = if source == Source::Replacement { win.kong_run.unwrap_or(1) } else { 0 };
}
