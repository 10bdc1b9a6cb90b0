//! Consistency checks of a request: whether its melds, hand sizes and wins are possible at one table.

use super::error::{ScoreError, bad, refused};
use super::request::{ScoreRequest, WinGiven, meld_of, source};
use crate::rules::{Ground, Rules, Verdict};
use crate::table::{Drawn, Offer, Phase, Shown, Source, Table};
use caipan_log::{Declaration, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{MeldKind, Seat, Tile};

/// Runs the checks that need no judged win. `table` is empty.
pub(super) fn check(rules: &dyn Rules, table: &Table, request: &ScoreRequest) -> Result<(), ScoreError> {
    numbers(rules, request)?;
    seats(rules, table, request)?;
    dealt(rules, table, request)?;
    for (at, win) in request.wins.iter().enumerate() {
        melds(rules, table, &win.melds, win.seat, &format!("/wins/{at}/melds"))?;
        self::win(rules, table, request, win, at)?;
    }
    together(request)
}

fn numbers(rules: &dyn Rules, request: &ScoreRequest) -> Result<(), ScoreError> {
    if request.dealer_streak == Some(0) {
        let text = bilingual!(
            "dealer_streak 含本局，至少是 1；不知道就别写。",
            "`dealer_streak` includes this hand, so it is at least 1; omit it if unknown"
        );
        return Err(bad("/dealer_streak".to_owned(), text));
    }
    if request.weekday.is_some_and(|day| !(1..=7).contains(&day)) {
        let text = bilingual!("weekday 是 1（周一）到 7（周日）。", "`weekday` runs from 1 (Monday) to 7 (Sunday)");
        return Err(bad("/weekday".to_owned(), text));
    }
    if request.upstairs && rules.floors().is_none() {
        let text = bilingual!("本规则没有上楼；请删去 upstairs。", "these rules have no floors; remove `upstairs`");
        return Err(bad("/upstairs".to_owned(), text));
    }
    Ok(())
}

/// Checks that each seat appears once, with a legal number of tiles, and declares only what the rules have.
fn seats(rules: &dyn Rules, table: &Table, request: &ScoreRequest) -> Result<(), ScoreError> {
    for (at, given) in request.seats.iter().enumerate() {
        let seat = given.seat;
        if request.seats.iter().take(at).any(|other| other.seat == seat) {
            return Err(twice(format!("/seats/{at}/seat"), seat));
        }
        melds(rules, table, &given.melds, seat, &format!("/seats/{at}/melds"))?;
        let held = given.hand.0.len() + 3 * given.melds.len();
        // In a hand without a win, the seat that drew the last tile still holds it. The dealer holds 14 tiles if
        // another seat wins as dealt.
        let as_dealt = seat == request.dealer && request.wins.iter().any(|win| win.by.as_deref() == Some("dealt"));
        let whole = held == 13 || held == 14 && (request.wins.is_empty() || as_dealt);
        if !given.hand.0.is_empty() && !whole {
            let text = bilingual!(
                "手牌加吃碰杠应是 13 张（每副算 3 张），现在 {held} 张。请补全，或不填手牌。",
                "The hand and its melds must have 13 tiles (3 for each meld), but have {held}. Enter all of them, or leave the hand empty."
            );
            return Err(bad(format!("/seats/{at}/hand"), text));
        }
        let declared = given.declared || given.declared_as_dealt;
        known(declared, rules.may_declare(table, seat, Declaration::Ready), format!("/seats/{at}/declared"))?;
    }
    for (at, &seat) in request.hunyou.iter().enumerate() {
        known(true, rules.may_declare(table, seat, Declaration::Hunyou), format!("/hunyou/{at}"))?;
    }
    Ok(())
}

/// Returns an error if the request states something that the rules do not have at all.
fn known(said: bool, verdict: Verdict, pointer: String) -> Result<(), ScoreError> {
    match verdict {
        Err(no) if said && no.ground == Ground::NoSuchAction => Err(refused("bad-request", pointer, &no)),
        _ => Ok(()),
    }
}

/// Checks the dealt tiles of initial wins. If these wins end the hand, only wins as dealt may follow.
fn dealt(rules: &dyn Rules, table: &Table, request: &ScoreRequest) -> Result<(), ScoreError> {
    for (at, opening) in request.openings.iter().enumerate() {
        let (held, due) = (opening.hand.0.len(), if opening.seat == table.dealer { 14 } else { 13 });
        if held != due {
            let text = bilingual!(
                "起手牌应是 {due} 张（庄家 14，闲家 13），现在 {held} 张。",
                "the dealt hand must be {due} tiles (14 for the dealer, 13 for the others), not {held}"
            );
            return Err(bad(format!("/openings/{at}/hand"), text));
        }
    }
    let mut opened = table.clone();
    opened.phase = Phase::Turn { seat: table.dealer, drawn: Drawn::Nothing };
    for opening in &request.openings {
        opened.open(opening.seat, Vec::new(), None);
    }
    let ends = rules.due(&opened) == crate::rules::Due::Finish;
    for (at, win) in request.wins.iter().enumerate().filter(|_| ends) {
        if source(win, at)? != Source::Dealt {
            let text = bilingual!(
                "本房起手胡就结束本局，后面不会再有人胡；请删去 openings 或这次胡牌。",
                "under the house rules an initial win ends the hand, so nobody wins after it; remove `openings` or this win"
            );
            return Err(bad(format!("/wins/{at}"), text));
        }
    }
    Ok(())
}

/// Checks the melds: at most four, none from the seat itself, and chows only as the rules allow.
fn melds(
    rules: &dyn Rules,
    table: &Table,
    given: &[super::request::MeldGiven],
    seat: Seat,
    pointer: &str,
) -> Result<(), ScoreError> {
    if given.len() > 4 {
        let count = given.len();
        let text =
            bilingual!("吃碰杠有 {count} 副，最多 4 副。", "{count} melds are given, but a hand has at most four");
        return Err(bad(pointer.to_owned(), text));
    }
    for (at, one) in given.iter().enumerate() {
        let laid = meld_of(one, seat, table.seats, &format!("{pointer}/{at}"))?;
        if laid.from == Some(seat) {
            let text = bilingual!(
                "吃碰杠不能要自己的牌；from 写别家，或不写。",
                "a meld takes another player's tile: give that seat as `from`, or omit it"
            );
            return Err(bad(format!("{pointer}/{at}/from"), text));
        }
        if laid.kind == MeldKind::Chow {
            let mut open = table.clone();
            let from = laid.from.unwrap_or(table.seats.before(seat));
            open.phase = Phase::Open { from, tiles: Shown::one(laid.tile), why: Offer::Discard };
            let verdict = rules.may_chow(&open, seat, laid.tile);
            if let Err(no) = verdict
                && matches!(no.ground, Ground::NoSuchAction | Ground::Seat)
            {
                return Err(refused("bad-request", format!("{pointer}/{at}"), &no));
            }
        }
    }
    Ok(())
}

/// Checks one win: the number of winning tiles and the facts that its source excludes.
fn win(rules: &dyn Rules, table: &Table, request: &ScoreRequest, win: &WinGiven, at: usize) -> Result<(), ScoreError> {
    let source = source(win, at)?;
    let by = || format!("/wins/{at}/by");
    let dice = matches!(source, Source::DiceKong | Source::DiceKongOf | Source::Rob { dice: true, .. });
    let any = win.tile.0.first().copied().or_else(|| Tile::all().next());
    if let Some(tile) = any.filter(|_| dice) {
        known(true, rules.may_kong(table, win.seat, tile, KongKind::Concealed, true), by())?;
    }
    let most =
        if matches!(source, Source::DiceKong | Source::DiceKongOf) { rules.dice_kong_tiles(table).max(1) } else { 1 };
    let count = win.tile.0.len();
    if count > most {
        let text = bilingual!(
            "这样胡的牌最多 {most} 张，这里写了 {count} 张。",
            "this win is on at most {most}, but {count} tiles are given; give only the winning tile"
        );
        return Err(bad(format!("/wins/{at}/tile"), text));
    }
    if source == Source::SeabedOf
        && let Err(no) = rules.may_take_last(table, win.seat)
        && no.ground == Ground::NoSuchAction
    {
        let text = bilingual!(
            "本规则不问海底；胡别人打的最后一张请写 discard。",
            "these rules do not offer the last tile; a win on the last discard is `discard`"
        );
        return Err(ScoreError { clause: Some(no.clause), ..bad(by(), text) }.by(no.option));
    }
    let kong = win.melds.iter().any(|meld| !matches!(meld.kind.as_str(), "chow" | "pung"));
    if matches!(source, Source::Replacement | Source::DiceKong) && !kong {
        let text = bilingual!(
            "杠上胡要先有杠；请在 melds 写出那副杠，或改写 by。",
            "a win after a kong needs the kong: add it to `melds`, or correct `by`"
        );
        return Err(bad(format!("/wins/{at}/melds"), text));
    }
    let wilds = win.hand.0.iter().chain(&win.tile.0).filter(|&&tile| table.wild == Some(tile)).count();
    if source == Source::Dealt && (!win.melds.is_empty() || win.seat != request.dealer && wilds < 4) {
        let text = bilingual!(
            "发完牌就胡的只有庄家（或摸齐四混的人），没有吃碰杠；请改 by、dealer 或 melds。",
            "only the dealer (or a seat dealt four wilds) wins with the dealt hand, without melds; correct `by`, `dealer` or `melds`"
        );
        return Err(bad(by(), text));
    }
    if win.after_kong && source != Source::Discard {
        let text = bilingual!(
            "after_kong 只用于别人杠后打的牌；请删去它，或改 by。",
            "`after_kong` applies to a discard only; remove it or correct `by`"
        );
        return Err(bad(format!("/wins/{at}/after_kong"), text));
    }
    let last = matches!(source, Source::Seabed | Source::SeabedOf);
    if win.first_discard && (last || source == Source::DiceKongOf) {
        let text = bilingual!(
            "第一张不会又是最后一张或开杠翻出的牌；请删去 first_discard，或改 by。",
            "the first discard cannot be the last tile or a turned tile of a kong; remove `first_discard` or correct `by`"
        );
        return Err(bad(format!("/wins/{at}/first_discard"), text));
    }
    if last && request.flip.is_some() {
        let text = bilingual!(
            "胡的是最后一张，没牌可翻；请删去 flip，或改 by。",
            "the last tile was won on, so none is left to flip; remove `flip` or correct `by`"
        );
        return Err(bad("/flip".to_owned(), text));
    }
    if win.kong_run.is_some() && source != Source::Replacement {
        let text = bilingual!(
            "kong_run 只用于杠上开花；请删去它，或改 by。",
            "`kong_run` applies to a win on a replacement only; remove it or correct `by`"
        );
        return Err(bad(format!("/wins/{at}/kong_run"), text));
    }
    Ok(())
}

/// Checks several wins together: all are on one tile of one seat, and that seat does not win.
fn together(request: &ScoreRequest) -> Result<(), ScoreError> {
    let Some(first) = request.wins.first() else { return Ok(()) };
    for (at, win) in request.wins.iter().enumerate().skip(1) {
        if request.wins.iter().take(at).any(|other| other.seat == win.seat) {
            return Err(twice(format!("/wins/{at}/seat"), win.seat));
        }
        let of = |win: &WinGiven, at| source(win, at).map(|source| (source, win.from, win.after_kong));
        let turned = source(win, at)? == Source::DiceKongOf;
        if of(win, at)? != of(first, 0)? || win.from.is_none() || win.tile.0 != first.tile.0 && !turned {
            let text = bilingual!(
                "几家一起胡的是同一家的同一张牌，tile、from、by 应相同；请核对，或分开算。",
                "several winners win on the same tile of the same seat: `tile`, `from` and `by` must agree; correct them or settle each win on its own"
            );
            return Err(bad(format!("/wins/{at}"), text));
        }
        if request.wins.iter().any(|other| other.from == Some(win.seat)) {
            let text = bilingual!(
                "点炮的人自己不能胡；请核对 from。",
                "the discarder cannot win on that tile; check `seat` and `from`"
            );
            return Err(bad(format!("/wins/{at}/seat"), text));
        }
    }
    Ok(())
}

/// Returns the error for a seat with two entries.
fn twice(pointer: String, seat: Seat) -> ScoreError {
    bad(pointer, bilingual!("座位 {seat} 写了两次；请合成一条。", "seat {seat} is listed twice; merge the two entries"))
}
