//! The clause that each breach breaks.

use super::breach::What;
use crate::rules::{Rules, Topic};
use caipan_log::Claim;
use caipan_tiles::clause::Clause;

/// Returns the clause that makes this a breach. `None` if no rule of the region applies: missing tiles, a turn out of
/// order, or a record that contradicts itself.
pub(super) fn clause(rules: &dyn Rules, what: &What) -> Option<&'static Clause> {
    let matter = match what {
        What::Refused { refusal, .. }
        | What::FalseWin { refusal, .. }
        | What::ForbiddenWin { refusal }
        | What::DoubtfulWin { refusal }
        | What::WinPassed { refusal } => return Some(refusal.clause),
        What::CutDice { clause, .. }
        | What::SecondWinner { clause, .. }
        | What::AutomaticWin { clause }
        | What::BirdCount { clause, .. }
        | What::BirdTiles { clause, .. }
        | What::BirdsNoneOf { clause, .. }
        | What::FlipTile { clause, .. }
        | What::ExchangeCount { clause, .. }
        | What::ExchangeTiles { clause, .. }
        | What::ExchangeMissing { clause } => return Some(clause),
        What::NotInDeck { .. } | What::TooManyCopies { .. } | What::WallTiles { .. } | What::WallSize { .. } => {
            Topic::Deck
        }
        What::DealSize { .. } | What::DealerDeal { .. } => Topic::DealSize,
        What::DealNotFromWall { .. } => Topic::DealOrder,
        What::IndicatorDiffers { .. } | What::IndicatorMissing => Topic::Indicator,
        What::DrawWrongEnd { .. } => Topic::Replacement,
        What::LastTileSkipped { .. } | What::LastTileAnswer { .. } => Topic::LastTile,
        What::DrawFromReserve { .. } => Topic::Reserve,
        What::DrawFromNothing => Topic::UsedUp,
        What::ClaimOverridden { .. } => Topic::ClaimOrder,
        What::WinOverridden { by: Some(Claim::Win), .. } => Topic::Winners,
        What::WinOverridden { .. } => Topic::WinFirst,
        What::RevealUncalled | What::RevealMissing | What::RevealCount { .. } => Topic::DiceKong,
        What::RevealTiles { .. } | What::RevealNowhere { .. } | What::ThrowUnknown => Topic::DicePlace,
        What::Preempted { .. } => Topic::KongerFirst,
        What::BirdsUncalled | What::BirdsTwice => Topic::Birds,
        What::FlipUncalled { .. } => Topic::Flip,
        What::Left => Topic::Leaving,
        What::DrawOutOfTurn { .. }
        | What::DrawWrongTile { .. }
        | What::DrawNoneOf { .. }
        | What::DrawMissing { .. }
        | What::DiscardMissing { .. }
        | What::DiscardOutOfTurn { .. }
        | What::DiscardNotHeld { .. }
        | What::NothingOpen
        | What::TileNotOpen { .. }
        | What::OwnTile { .. }
        | What::NotARun { .. }
        | What::MeldNotHeld { .. }
        | What::KongOutOfTurn { .. }
        | What::NoPung { .. }
        | What::NoChance
        | What::WinTile { .. }
        | What::WonTwice
        | What::UnknownOpening { .. }
        | What::IdlePass { .. }
        | What::IdleClaim { .. }
        | What::LeftTwice
        | What::ExchangeUncalled
        | What::ExchangeNotHeld { .. }
        | What::FlowerUncalled
        | What::FlowerWrong { .. }
        | What::AfterEnd
        | What::OutOfPlay
        | What::Unfinished { .. }
        | What::DigestDiffers { .. }
        | What::TimeBackwards { .. }
        | What::CommitmentBroken { .. } => return None,
    };
    rules.clause_on(matter)
}
