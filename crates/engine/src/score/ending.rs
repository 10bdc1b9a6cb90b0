//! Tiles turned up after the hand: birds and the flip, as the rules require.

use super::error::{ScoreError, bad};
use super::request::ScoreRequest;
use super::tally;
use crate::rules::{BirdsDue, Rules, Won};
use crate::table::{Table, Wall};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Tile, Tiles};

/// Sets the birds and the flip on the table, on which the wins are already noted. After a win on the last tile, that
/// tile is the bird, even if the request does not name it. In other cases, birds that are not named do not
/// exist.
pub(super) fn turned_up(
    rules: &dyn Rules,
    table: &mut Table,
    request: &ScoreRequest,
    wins: &[Won],
) -> Result<(), ScoreError> {
    if table.flip.is_some() && rules.flip_due(table).is_none() {
        let text = bilingual!(
            "这时不翻牌：本规则不翻，或没人胡；请删去 flip。",
            "no tile is flipped: these rules flip none, or nobody won; remove `flip`"
        );
        return Err(bad("/flip".to_owned(), text));
    }
    if let Some(fly) = &request.fly {
        let most = rules.fly_due(table, wins).map_or(0, |due| due.count);
        if fly.0.len() > most {
            let count = fly.0.len();
            let text = bilingual!(
                "写了 {count} 张飞鸟，这时只翻 {most} 张；请核对 fly，或改选项 fly_birds。",
                "{count} flying birds are given, but {most} are turned up; correct `fly` or the option `fly_birds`"
            );
            return Err(bad("/fly".to_owned(), text));
        }
    }
    let given = request.birds.as_ref().map(|birds| birds.0.as_slice());
    let due = rules.birds_due(table, wins);
    let known = due.as_ref().and_then(|due| due.tiles().cloned());
    table.birds = match (due, known, given) {
        (None, _, None | Some([])) => None,
        (None, _, Some(_)) => {
            let text = bilingual!(
                "这时不扎鸟：本规则或本房不扎，或没人胡；请删去 birds。",
                "no birds are turned up: the rules draw none, or nobody won; remove `birds`"
            );
            return Err(bad("/birds".to_owned(), text));
        }
        (Some(BirdsDue { clause, .. }), Some(right), Some(given)) if given != right => {
            let tiles = Tiles(right);
            let text = bilingual!(
                "这时的鸟是 {tiles}；请照写，或不写 birds。",
                "the birds are {tiles}; write them or remove `birds`"
            );
            return Err(ScoreError { clause: Some(clause.id), ..bad("/birds".to_owned(), text) });
        }
        (Some(_), Some(right), _) => Some(right),
        (Some(_), None, None) => None,
        (Some(birds), None, Some(given)) => {
            drawn(rules, table, request, wins, &birds, given)?;
            Some(given.to_vec())
        }
    };
    Ok(())
}

/// Checks birds drawn from the wall: the number under the house rules, or fewer if the wall was short. If the rules
/// repeat the last bird, it is the same tile.
fn drawn(
    rules: &dyn Rules,
    table: &Table,
    request: &ScoreRequest,
    wins: &[Won],
    due: &BirdsDue,
    given: &[Tile],
) -> Result<(), ScoreError> {
    let short = Table { wall: Wall::known(given.get(..1).unwrap_or_default(), rules.tail_order()), ..table.clone() };
    let repeats = rules.birds_due(&short, wins).is_some_and(|birds| birds.count == due.count && due.count > 1);
    let (count, most) = (given.len(), due.count);
    if count > most || repeats && count < most {
        let text = bilingual!(
            "写了 {count} 只鸟，本房只扎 {most} 只；请核对，或改这个选项。",
            "{count} birds are given, but the house draws {most}; correct them or change the option"
        );
        return Err(ScoreError { clause: Some(due.clause.id), ..bad("/birds".to_owned(), text) });
    }
    let mut own = given.to_vec();
    if repeats {
        own.dedup();
    }
    tally::birds(rules, request, &own)
}
