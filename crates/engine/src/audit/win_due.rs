//! The points of an automatic win that was passed, for the headline of its finding (A521). Nothing that follows a win
//! adds to them; what another win would have brought is not known, because its birds were never turned up.

use super::Finding;
use super::checks::wins;
use super::hypotheses::Hypotheses;
use crate::replay::BreachIdx;
use caipan_log::People;
use caipan_tiles::bilingual;

/// Adds to the first such finding what its player would have won. `worlds`: the hypotheses of the hand.
pub(super) fn tell<'a>(findings: &mut [Finding], people: &People, worlds: impl FnOnce() -> Hypotheses<'a>) {
    let is_due = |finding: &Finding| finding.check == &wins::AUTOMATIC && finding.is_primary();
    let Some((at, finding)) = findings.iter_mut().enumerate().find(|(_, finding)| is_due(finding)) else { return };
    let Some(seat) = finding.seat else { return };
    let won = worlds()
        .find(|one| one.root == BreachIdx(at) && one.world.replayed.standing.iter().any(|won| won.seat == seat));
    let points = won.map_or(0, |won| won.world.ledger.net().gains()[seat]);
    if points > 0 {
        let (who, unit) = (people.who(seat), if points == 1 { "point" } else { "points" });
        finding.short.push(bilingual!(
            "{who}摸齐四个混儿，该自动胡，收 {points} 分，却没停",
            "{who:#} holds all four wilds, a win of {points} {unit}, but play went on"
        ));
    }
}
