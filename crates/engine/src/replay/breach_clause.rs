//! Which clause a breach rests on.

use super::breach::What;
use crate::rules::{Matter, Rules};
use caipan_log::Claim;
use caipan_tiles::clause::Clause;

/// The clause that makes it a breach; `None` where no rule of the region does: tiles that are not there, a turn taken out
/// of order, a record that contradicts itself.
pub(super) fn clause(rules: &dyn Rules, what: &What) -> Option<&'static Clause> {
    let matter = match what {
        What::Refused { refusal, .. }
        | What::FalseWin { refusal, .. }
        | What::ForbiddenWin { refusal }
        | What::DoubtfulWin { refusal } => return Some(refusal.clause),
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
            Matter::Deck
        }
        What::DealSize { .. } | What::DealerDeal { .. } => Matter::DealSize,
        What::DealNotFromWall { .. } => Matter::DealOrder,
        What::IndicatorDiffers { .. } | What::IndicatorMissing => Matter::Indicator,
        What::DrawWrongEnd { .. } => Matter::Replacement,
        What::LastTileSkipped { .. } | What::LastTileAnswer { .. } => Matter::LastTile,
        What::DrawFromReserve { .. } => Matter::Reserve,
        What::DrawFromNothing => Matter::UsedUp,
        What::ClaimOverridden { .. } => Matter::ClaimOrder,
        What::WinOverridden { by: Some(Claim::Win), .. } => Matter::Winners,
        What::WinOverridden { .. } => Matter::WinFirst,
        What::RevealUncalled | What::RevealMissing | What::RevealCount { .. } => Matter::DiceKong,
        What::RevealTiles { .. } | What::RevealNowhere { .. } | What::ThrowUnknown => Matter::DicePlace,
        What::Preempted { .. } => Matter::KongerFirst,
        What::BirdsUncalled | What::BirdsTwice => Matter::Birds,
        What::FlipUncalled { .. } => Matter::Flip,
        What::Left => Matter::Leaving,
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
