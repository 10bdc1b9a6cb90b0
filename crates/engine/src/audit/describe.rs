//! Turns a breach of the replay into a finding: its check, its sentence, the claimed and the right value.

mod phrases;
mod sentence;

use super::finding::Finding;
use crate::audit::FindingIdx;
use crate::replay::{Breach, What};
use caipan_log::People;
use phrases::{choices, group, moved};
use sentence::words;

/// Returns the finding for a breach.
pub(super) fn finding(hand: usize, breach: &Breach, people: &People) -> Finding {
    let seat = breach.seat;
    let (check, mut text) = words(&breach.what, seat, people);
    if let Some(by) = breach.moved {
        text = moved(text, by);
    }
    let mut finding =
        Finding::new(check, hand, text).at_event(breach.event).of(seat).because(breach.because.map(FindingIdx::from));
    finding.clauses.extend(breach.clause);
    if let What::FalseWin { called, .. } = &breach.what {
        finding.called = Some(called.clone());
    }
    match &breach.what {
        What::Refused { refusal, .. }
        | What::FalseWin { refusal, .. }
        | What::ForbiddenWin { refusal }
        | What::DoubtfulWin { refusal }
        | What::WinPassed { refusal } => finding = finding.by(refusal.option),
        What::CutDice { count, due, option, .. } => {
            finding = finding.values(count, due).by(*option).at_field("dice");
        }
        What::IndicatorDiffers { claimed, due } => finding = finding.values(claimed, due).at_field("indicator"),
        What::IndicatorMissing => finding = finding.at_field("indicator"),
        What::SecondWinner { option, .. } => finding = finding.by(Some(option)),
        What::DrawFromReserve { option, .. } => finding = finding.by(*option),
        What::DrawWrongTile { tile, due } => finding = finding.values(tile, due),
        What::RevealTiles { tiles, due } | What::BirdTiles { tiles, due, .. } => {
            finding = finding.values(group(tiles), group(due));
        }
        What::DrawNoneOf { tile, due } => finding = finding.values(tile, choices(due)),
        What::BirdsNoneOf { tiles, due, .. } => {
            finding = finding.values(group(tiles), choices(&due.iter().map(|due| group(due)).collect::<Vec<_>>()));
        }
        What::RevealCount { count, due, option } => finding = finding.values(count, due).by(*option),
        What::BirdCount { count, due, option, .. } => finding = finding.values(count, due).by(*option),
        What::DealSize { count, due } => {
            finding = finding.values(count, due);
        }
        What::DealNotFromWall { dealt, due } => finding = finding.values(group(dealt), group(due)).at_field("deal"),
        What::DigestDiffers { claimed, computed } => finding = finding.values(claimed, computed),
        What::CommitmentBroken { published, computed } => {
            finding = finding.values(published, computed).at_field("fairness");
        }
        What::WallTiles { .. } | What::WallSize { .. } => finding = finding.at_field("wall"),
        What::FlipTile { tile, due, .. } => finding = finding.values(tile, due),
        What::TileNotOpen { tile, open } | What::WinTile { tile, open } => finding = finding.values(tile, group(open)),
        _ => {}
    }
    finding
}
