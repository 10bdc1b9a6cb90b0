//! Initial wins (起手胡) of a settlement.

use super::error::{ScoreError, bad, refused};
use super::request::OpeningGiven;
use crate::rules::{Pattern, PatternKind, Rules};
use crate::table::{Drawn, Phase, Table};
use caipan_log::Dice;
use caipan_tiles::bilingual;

/// Sets up the hand with the initial wins and declares them.
pub(super) fn declare(rules: &dyn Rules, table: &mut Table, given: &OpeningGiven, at: usize) -> Result<(), ScoreError> {
    let mut kinds: Vec<&'static Pattern> = Vec::with_capacity(given.kinds.len());
    for (index, name) in given.kinds.iter().enumerate() {
        let openings = || rules.system().patterns.iter().filter(|pattern| pattern.kind == PatternKind::Opening);
        let Some(pattern) = openings().find(|pattern| pattern.is_called(name)) else {
            let known = openings().map(|pattern| pattern.name.zh).collect::<Vec<_>>().join(", ");
            let text = bilingual!(
                "没有起手胡“{name}”；请写其中之一：{known}。",
                "there is no initial win `{name}`; use one of: {known}"
            );
            return Err(bad(format!("/openings/{at}/kinds/{index}"), text));
        };
        kinds.push(pattern);
    }
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
        table.phase = Phase::Turn { seat: given.seat, drawn: Drawn::Dealt(last) };
    }
    rules.may_open(table, given.seat, &kinds).map_err(|no| refused("not-a-win", format!("/openings/{at}"), &no))?;
    table.open(given.seat, kinds.iter().map(|pattern| pattern.id).collect(), dice);
    Ok(())
}
