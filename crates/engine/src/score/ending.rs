//! Tiles turned up after the hand: birds and the flip, as the rules require.

use super::error::{ScoreError, bad};
use super::request::ScoreRequest;
use super::tally;
use crate::replay::{Live, What};
use crate::rules::{BirdsDue, Rules};
use caipan_log::Action;
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Tile, Tiles};

/// Checks the flip and the flying birds, and turns up the birds in the replay, in which the wins are already declared.
/// After a win on the last tile, that tile is the bird, even if the request does not name it. In other cases,
/// birds that are not named do not exist.
pub(super) fn turned_up(rules: &dyn Rules, live: &mut Live<'_>, request: &ScoreRequest) -> Result<(), ScoreError> {
    if request.flip.is_some() && rules.flip_due(live.table()).is_none() {
        let text = bilingual!(
            "这时不翻牌：本规则不翻，或没人胡；请删去 flip。",
            "no tile is flipped: these rules flip none, or nobody won; remove `flip`"
        );
        return Err(bad("/flip".to_owned(), text));
    }
    if let Some(fly) = &request.fly {
        let most = live.fly().map_or(0, |due| due.count);
        if fly.0.len() > most {
            let count = fly.0.len();
            let text = bilingual!(
                "写了 {count} 张飞鸟，这时只翻 {most} 张；请核对 fly，或改选项 fly_birds。",
                "{count} flying birds are given, but {most} are turned up; correct `fly` or the option `fly_birds`"
            );
            return Err(bad("/fly".to_owned(), text));
        }
    }
    let given: &[Tile] = request.birds.as_ref().map_or(&[], |birds| &birds.0);
    if given.is_empty() {
        return Ok(());
    }
    let due = live.birds();
    shorten_wall(live, given);
    let Some(breach) = live.first_breach_of(Action::Birds { tiles: given.to_vec(), fly: None }) else { return Ok(()) };
    let found = ScoreError::of(breach, "/birds".to_owned());
    let text = match (&breach.what, due.as_ref().and_then(BirdsDue::tiles)) {
        (What::BirdTiles { .. } | What::BirdCount { .. }, Some(right)) => {
            let tiles = Tiles(right.clone());
            bilingual!(
                "这时的鸟是 {tiles}；请照写，或不写 birds。",
                "the birds are {tiles}; write them or remove `birds`"
            )
        }
        (What::BirdCount { count, due, .. }, None) => bilingual!(
            "写了 {count} 只鸟，本房只扎 {due} 只；请核对，或改这个选项。",
            "{count} birds are given, but the house draws {due}; correct them or change the option"
        ),
        (What::BirdsUncalled | What::AfterEnd, _) => bilingual!(
            "这时不扎鸟：本规则或本房不扎，或没人胡；请删去 birds。",
            "no birds are turned up: the rules draw none, or nobody won; remove `birds`"
        ),
        (What::TooManyCopies { tile, count }, _) => return Err(tally::too_many(*tile, *count, "/birds".to_owned())),
        _ => return Err(found),
    };
    Err(ScoreError { text, ..found })
}

/// Leaves in the wall what the birds show: fewer tiles than the house draws if it was short. The last bird may repeat.
fn shorten_wall(live: &mut Live<'_>, birds: &[Tile]) {
    let whole = live.table().wall.clone();
    let repeated = birds.iter().rev().skip(1).take_while(|&tile| birds.last() == Some(tile)).count();
    for left in [birds.len() - repeated, birds.len()] {
        let wall = &mut live.table_mut().wall;
        wall.clone_from(&whole);
        wall.deal(whole.left().saturating_sub(left));
        if live.birds().is_some_and(|due| due.count == birds.len()) {
            return;
        }
    }
    live.table_mut().wall = whole;
}
