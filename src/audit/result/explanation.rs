//! What explains payments that differ: another floor, birds or a flip in doubt, a claimed value, a hand in doubt.

use super::Against;
use super::money::agrees;
use crate::audit::Finding;
use crate::audit::checks::course;
use crate::audit::coverage::Question;
use crate::ledger::Ledger;
use crate::log::HandResult;
use crate::replay::Replayed;
use crate::say;
use crate::table::{Opened, Table};
use crate::tile::{Seat, Suit, Tile};

/// Floors that payments are tried on.
const FLOORS: [u32; 4] = [0, 1, 2, 3];

/// For so many doubted birds others are tried.
const MOST_BIRDS: usize = 4;

impl Against<'_> {
    /// The payments if the match were on this floor.
    fn ledger_on(&self, floor: u32) -> Ledger {
        let mut table = self.replayed.table.clone();
        table.floor = Some(floor);
        self.rules.settle(&table, &self.replayed.standing)
    }

    /// Where it is not known whether the match is upstairs, payments that are right on one of the floors cannot be told
    /// from wrong ones. Returns whether that settles it.
    pub(super) fn floor_unknown(&mut self, claimed: &HandResult, doubt: Option<usize>) -> bool {
        let unknown = self.rules.floors().is_some() && self.replayed.table.floor.is_none();
        if !unknown
            || self.ledger.lines().is_empty()
            || !FLOORS.into_iter().any(|floor| agrees(claimed, &self.ledger_on(floor)))
        {
            return false;
        }
        let text = say!(
            "不知是否在楼上，输赢是否该加倍无法复核；其余都对得上。",
            "whether the match is upstairs is not known, so whether the payments are doubled rightly cannot be checked; but for that they agree"
        );
        let mut finding = Finding::new(&course::FLOOR_UNKNOWN, self.hand, text).at_field("result").because(doubt);
        if let Some(clause) = self.rules.floors() {
            finding = finding.under(clause);
        }
        self.find(finding);
        self.coverage.missing(Question::Payments, "start.upstairs");
        true
    }

    /// Payments that would be right on another floor.
    pub(super) fn floor(&mut self, claimed: &HandResult) -> Option<usize> {
        let clause = self.rules.floors()?;
        let now = self.replayed.table.floor?;
        if agrees(claimed, self.ledger) {
            return None;
        }
        let other = FLOORS.into_iter().find(|&floor| floor != now && agrees(claimed, &self.ledger_on(floor)))?;
        let ((zh, en), (other_zh, other_en)) = (floor_name(now), floor_name(other));
        let text = say!(
            "这一局{zh}，输赢却按{other_zh}算。",
            "this hand is played {en}, but the payments are those of a hand {other_en}"
        );
        let finding =
            Finding::new(&course::FLOOR, self.hand, text).at_field("result/payments").values(other, now).under(clause);
        Some(self.find(finding))
    }

    /// A bird or a flip that cannot be what is recorded is another tile: the finding that says so, where with some tile in
    /// its place the claim would be right.
    fn turned_otherwise(&self, claimed: &HandResult) -> Option<usize> {
        let Replayed { table, standing, doubts, birds_open, birds_due, flip_due, .. } = self.replayed;
        let fits = |table: &Table| agrees(claimed, &self.rules.settle(table, standing));
        if let (Some(root), Some(birds), None) = (doubts.birds, &table.birds, birds_due)
            && !birds_open.is_empty()
        {
            // Only whom a bird falls on counts, which four ranks tell.
            let others: Vec<Tile> = (1..=4).filter_map(|rank| Tile::of(Suit::Characters, rank)).collect();
            let mut table = table.clone();
            let mut tries = vec![birds.clone()];
            for &at in birds_open.iter().take(MOST_BIRDS) {
                let put = |birds: &Vec<Tile>, other: Tile| {
                    let mut birds = birds.clone();
                    birds.get_mut(at).into_iter().for_each(|bird| *bird = other);
                    birds
                };
                tries = tries.iter().flat_map(|birds| others.iter().map(|&other| put(birds, other))).collect();
            }
            let mut settles = |birds| {
                table.birds = Some(birds);
                fits(&table)
            };
            return tries.into_iter().any(&mut settles).then_some(root);
        }
        if let (Some(root), None, Some(_)) = (doubts.flip, flip_due, table.flip) {
            let flipped = |tile| fits(&Table { flip: Some(tile), ..table.clone() });
            return table.deck.kinds().iter().any(flipped).then_some(root);
        }
        None
    }

    /// The earlier finding that explains the money, if one does: had it been right, would the claim be?
    pub(super) fn explanation(
        &self,
        claimed: &HandResult,
        doubt: Option<usize>,
        values: Option<usize>,
    ) -> Option<usize> {
        if doubt.is_some() || agrees(claimed, self.ledger) {
            return doubt;
        }
        if let (Some(root), Some(due)) = (self.replayed.doubts.birds, &self.replayed.birds_due) {
            let mut table = self.replayed.table.clone();
            table.birds = Some(due.clone());
            if agrees(claimed, &self.rules.settle(&table, &self.replayed.standing)) {
                return Some(root);
            }
        }
        if let (Some(root), flip) = (self.replayed.doubts.flip, self.replayed.flip_due) {
            let mut table = self.replayed.table.clone();
            table.flip = flip;
            if agrees(claimed, &self.rules.settle(&table, &self.replayed.standing)) {
                return Some(root);
            }
        }
        if let Some(root) = self.turned_otherwise(claimed) {
            return Some(root);
        }
        if let Some(root) = values {
            let mut wins = self.replayed.standing.clone();
            for won in &mut wins {
                let claim = claimed.wins.iter().flatten().find(|claim| claim.seat == won.seat);
                if let Some(value) = claim.and_then(|claim| claim.value) {
                    won.value = value;
                }
            }
            if agrees(claimed, &self.rules.settle(&self.replayed.table, &wins)) {
                return Some(root);
            }
        }
        if let Some(root) = self.replayed.doubts.first_discards.filter(|_| self.rules.prices_first_discards()) {
            return Some(root);
        }
        let hand = &self.replayed.doubts.hand;
        let doubted = |won: &crate::rules::Won| hand[won.seat];
        // Initial wins are priced by the hand as dealt.
        let as_dealt = |root: &usize| self.replayed.breaches.get(*root).is_some_and(|breach| breach.event.is_none());
        let misdealt = |opened: &Opened| hand[opened.seat].filter(as_dealt);
        let opened = || self.replayed.table.openings.iter().find_map(misdealt);
        // Where others' hands are looked at too, any doubt about one explains the money.
        let others = self.rules.ready(&self.replayed.table, &self.replayed.standing).is_some();
        let any = || Seat::ALL.into_iter().find_map(|seat| hand[seat]);
        self.replayed.standing.iter().find_map(doubted).or_else(opened).or_else(|| if others { any() } else { None })
    }
}

/// A floor as part of a sentence.
fn floor_name(floor: u32) -> (String, String) {
    match floor {
        0 => ("没有上楼".to_owned(), "downstairs".to_owned()),
        1 => ("在楼上".to_owned(), "upstairs".to_owned()),
        floor => (format!("在第 {floor} 层楼上"), format!("on floor {floor}")),
    }
}
