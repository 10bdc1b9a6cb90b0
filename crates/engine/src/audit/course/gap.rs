//! Hands missing between two recorded ones, as their numbers say.

use super::Course;
use crate::audit::checks::{course, money};
use crate::audit::hand::Audited;
use crate::audit::unknown::Unknown;
use crate::audit::{Finding, FindingIdx};
use crate::rules::Missing;
use caipan_log::{GameLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::SeatMap;

impl Course {
    /// Forgets what follows from the hands before this one, if the numbers of the hands say that some are missing in
    /// between. Returns the finding that says so.
    ///
    /// `at`: the index that this finding will have.
    pub(in crate::audit) fn hands_missing(&mut self, log: &GameLog, index: usize, at: FindingIdx) -> Option<Finding> {
        let number = |at: usize| log.hands.get(at)?.number;
        let (last, this) = (number(index.checked_sub(1)?)?, number(index)?);
        let missing = this.checked_sub(last)?.checked_sub(1).filter(|&missing| missing > 0)?;
        let moved = self.moved_in_gap(log, index);
        let fresh = Course { totals: self.totals, ..Course::start(log) };
        let known = std::mem::replace(self, Course { dealer: None, streak: None, floor: None, ..fresh });
        self.totals.lose_hand();
        (self.scores, self.holdings, self.downstairs) = (None, None, false);
        // Streak and floor were known before the gap, and are unknown because of it.
        self.floor_unknown = known.floor_unknown.or(Some(at));
        self.streak_lost = known.streak.map(|_| at);
        let Text { zh, en } = moved.map_or_else(Text::default, |moved| {
            let people = People::of(log);
            let list = |lang, comma: &str| {
                let each = log.seats().iter().map(|seat| format!("{} {:+}", people.who(seat).get(lang), moved[seat]));
                each.collect::<Vec<_>>().join(comma)
            };
            let (zh, en) = (list(Lang::Zh, "，"), list(Lang::En, ", "));
            bilingual!("照累计分，其间各家得失是：{zh}。", "; by the scores they moved {en}")
        });
        let text = bilingual!(
            "第 {last} 局和第 {this} 局之间缺了 {missing} 局，坐庄、连庄和累计分接不上。{zh}",
            "hand {this} follows hand {last} (missing in between: {missing}), so dealer, streak and scores cannot be carried on{en}"
        );
        let short = bilingual!(
            "第 {last} 局和第 {this} 局之间缺了 {missing} 局",
            "hands missing between hand {last} and hand {this}: {missing}"
        );
        let finding = Finding::new(&course::MISSING, index, text).in_short(short);
        Some(finding.at_field("number").values(this, last.saturating_add(1)))
    }

    /// Returns the points that missing hands moved, if the scores on both sides are known.
    fn moved_in_gap(&self, log: &GameLog, index: usize) -> Option<SeatMap<i64>> {
        let result = log.hands.get(index)?.result.as_ref()?;
        Some(result.scores?.minus(result.deltas?).minus(self.scores?))
    }

    /// Makes an unknown streak of the dealer a consequence of the gap before which it was known.
    pub(super) fn streak_in_gap(&self, audited: &Audited, first: usize, findings: &mut [Finding]) {
        let is_unknown = audited.due_unknown == Some(Unknown::Field(Missing::Streak));
        let Some(root) = self.streak_lost.filter(|_| is_unknown) else { return };
        let mut own = findings.iter_mut().skip(first).filter(|found| found.is_primary());
        if let Some(found) = own.find(|found| found.check == &money::UNCHECKED) {
            found.because = Some(root);
        }
    }
}
