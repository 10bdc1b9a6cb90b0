//! Explanations of wrong payments: another floor, a hypothesis, or a claimed value.

use super::{ClaimCheck, Claims};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::checks::course;
use crate::table::Table;
use caipan_tiles::bilingual;

/// The floors that payments are tried on.
const FLOORS: [u32; 4] = [0, 1, 2, 3];

impl ClaimCheck<'_> {
    /// Reports payments that would be right on another floor, unless the log states the floor and nothing led to another.
    pub(super) fn floor(&mut self) -> Option<FindingIdx> {
        let claimed = self.claimed;
        let clause = self.facts.rules.floors()?.clause();
        let mut table = self.filled();
        let now = table.floor?;
        if claimed.agrees(self.due.ledger) {
            return None;
        }
        let by_claims = self.facts.replayed.table.floor.is_none();
        if !by_claims && self.facts.lasting.floors == [0] {
            return None;
        }
        // Without earlier hands nothing tells the floor.
        if by_claims && self.facts.lasting.floors.is_empty() {
            return None;
        }
        let other = FLOORS.into_iter().find(|&floor| {
            table.floor = Some(floor);
            floor != now && claimed.agrees(&self.facts.rules.settle(&table, &self.facts.replayed.standing))
        })?;
        let ((zh, en), (other_zh, other_en)) = (floor_name(now), floor_name(other));
        let text = if by_claims {
            bilingual!(
                "照前面各局的输赢，这一局{zh}，它的输赢却按{other_zh}算；必有一处错。",
                "by the payments of the earlier hands this hand is played {en}, but its payments are those of a hand {other_en}; one of them is wrong"
            )
        } else {
            bilingual!(
                "这一局{zh}，输赢却按{other_zh}算。",
                "this hand is played {en}, but the payments are those of a hand {other_en}"
            )
        };
        let finding =
            Finding::new(&course::FLOOR, self.hand, text).at_field("result/payments").values(other, now).under(clause);
        Some(self.find(finding))
    }

    /// Returns the table with the values put in for what the log leaves out.
    pub(super) fn filled(&self) -> Table {
        let mut table = self.facts.replayed.table.clone();
        self.due.filling.iter().flat_map(|filling| &filling.values).for_each(|value| table.fill(value));
        table
    }

    /// Returns the earlier finding that explains the money, if any: the root of a hypothesis in which it is right, or a
    /// wrong value by which it was paid.
    pub(super) fn explanation(&self, values: Option<FindingIdx>) -> Option<FindingIdx> {
        if self.pays() {
            return None;
        }
        self.explains(Claims::MONEY).or_else(|| {
            let root = values?;
            let mut wins = self.facts.replayed.standing.clone();
            for won in &mut wins {
                let claim = self.claimed.result.wins.iter().flatten().find(|claim| claim.seat == won.seat);
                if let Some(value) = claim.and_then(|claim| claim.value) {
                    won.value = value;
                }
            }
            self.claimed.agrees(&self.facts.rules.settle(&self.filled(), &wins)).then_some(root)
        })
    }
}

/// Returns a floor as part of a sentence.
fn floor_name(floor: u32) -> (String, String) {
    match floor {
        0 => ("没有上楼".to_owned(), "downstairs".to_owned()),
        1 => ("在楼上".to_owned(), "upstairs".to_owned()),
        floor => (format!("在第 {floor} 层楼上"), format!("on floor {floor}")),
    }
}
