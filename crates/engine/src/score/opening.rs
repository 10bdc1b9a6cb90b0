//! Initial wins (起手胡) of a settlement.

use super::error::{ScoreError, bad, refused};
use super::request::{MidOpeningGiven, OpeningGiven, PaidOpening};
use super::seats;
use crate::rules::{Pattern, PatternKind, Rules};
use crate::table::{Drawn, Opened, Phase, Table};
use caipan_log::Dice;
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Counts, Seat};

/// Sets up the hand with the initial wins and declares them.
pub(super) fn declare(rules: &dyn Rules, table: &mut Table, given: &OpeningGiven, at: usize) -> Result<(), ScoreError> {
    let kinds = named(rules, &given.kinds, PatternKind::Opening, &format!("/openings/{at}"))?;
    let dice = if given.dice.is_empty() { None } else { Dice::new(&given.dice) };
    if dice.is_none() && !given.dice.is_empty() {
        let text = bilingual!("骰子是一到四颗，每颗 1 到 6 点。", "give one to four dice, each from 1 to 6");
        return Err(bad(format!("/openings/{at}/dice"), text));
    }
    for &tile in &given.hand.0 {
        table.give(given.seat, tile);
    }
    if given.seat == table.dealer
        && let Some(&last) = given.hand.0.last()
    {
        table.phase = Phase::Turn { seat: given.seat, drawn: Drawn::Dealt(Some(last)) };
    }
    rules.may_open(table, given.seat, &kinds).map_err(|no| refused("not-a-win", format!("/openings/{at}"), &no))?;
    table.open(given.seat, kinds.iter().map(|pattern| pattern.id).collect(), dice);
    Ok(())
}

/// Declares initial wins during play on the tiles that the request gives, then clears the hand again.
pub(super) fn declare_mid(
    rules: &dyn Rules,
    table: &mut Table,
    given: &MidOpeningGiven,
    at: usize,
) -> Result<(), ScoreError> {
    let pointer = format!("/mid_openings/{at}");
    let kinds = named(rules, &given.kinds, PatternKind::MidOpening, &pointer)?;
    let melds = seats::melds(&given.melds, given.seat, table.seats, &format!("{pointer}/melds"))?;
    let held = given.hand.0.len() + 3 * melds.len();
    if held != 13 {
        let text = bilingual!(
            "手牌加吃碰杠应是 13 张（每副算 3 张，不含摸的那张），现在 {held} 张；请补全。",
            "The hand and its melds must have 13 tiles (3 for each meld, without the tile drawn), but have {held}; enter all of them."
        );
        return Err(bad(format!("{pointer}/hand"), text));
    }
    let (mut hand, seat) = (table.clone(), given.seat);
    seats::may_lie(rules, table, seat, &melds, &format!("{pointer}/melds"))?;
    // The dealt tiles of its initial wins, if given, are another state of the same hand.
    hand.places[seat].hand = Hand::default();
    hand.places[seat].wilds = 0;
    hand.places[seat].melds = melds;
    given.hand.0.iter().for_each(|&tile| hand.give(seat, tile));
    hand.give(seat, given.tile);
    hand.phase = Phase::Turn { seat, drawn: Drawn::Wall(Some(given.tile)) };
    // A first discard, so that these are not the dealt tiles.
    hand.discards = hand.discards.max(1);
    if !given.paid_kinds.is_empty() {
        hand.openings.push(paid(seat, Vec::new(), given.paid_kinds.iter().flat_map(|&tile| [tile; 3]).collect()));
    }
    rules.may_open_mid(&hand, seat, &kinds).map_err(|no| refused("not-a-win", pointer, &no))?;
    hand.open_mid(seat, kinds.iter().map(|pattern| pattern.id).collect());
    table.mid_openings = hand.mid_openings;
    Ok(())
}

/// Records initial wins whose tiles are not known.
pub(super) fn record(rules: &dyn Rules, table: &mut Table, given: &PaidOpening, at: usize) -> Result<(), ScoreError> {
    let pointer = format!("/paid_openings/{at}");
    let kinds = named(rules, &given.kinds, PatternKind::Opening, &pointer)?;
    let mut unknown = table.clone();
    unknown.places[given.seat].unknown = 1;
    rules.may_open(&unknown, given.seat, &kinds).map_err(|no| refused("not-a-win", pointer, &no))?;
    let kinds = kinds.iter().map(|pattern| pattern.id).collect();
    table.openings.push(paid(given.seat, kinds, Counts::default()));
    Ok(())
}

fn paid(seat: Seat, kinds: Vec<&'static str>, hand: Counts) -> Opened {
    Opened { seat, kinds, dice: None, hand, fourteenth: None, at: None }
}

/// Finds initial wins of this kind by their names.
fn named(
    rules: &dyn Rules,
    names: &[String],
    kind: PatternKind,
    pointer: &str,
) -> Result<Vec<&'static Pattern>, ScoreError> {
    let mut kinds = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let openings = || rules.system().patterns.iter().filter(|pattern| pattern.kind == kind && rules.knows(pattern));
        let Some(pattern) = openings().find(|pattern| pattern.is_called(name)) else {
            let known = openings().map(|pattern| pattern.name.zh).collect::<Vec<_>>().join(", ");
            let text = if known.is_empty() {
                bilingual!(
                    "这套规则没有这类起手胡；请删去“{name}”，或核对规则。",
                    "these rules have no initial wins of this kind; remove `{name}`, or check the rules"
                )
            } else {
                bilingual!(
                    "没有起手胡“{name}”；请写其中之一：{known}。",
                    "there is no initial win `{name}`; use one of: {known}"
                )
            };
            return Err(bad(format!("{pointer}/kinds/{index}"), text));
        };
        kinds.push(*pattern);
    }
    Ok(kinds)
}
