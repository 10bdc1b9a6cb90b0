//! Fields that last over the match: the floor and the first dealer's streak. If the log leaves one out, the payments of a
//! hand narrow it down for the next.

use super::Dealt;
use super::course::Course;
use super::hand::Audited;
use super::result::{Claimed, Facts};
use crate::rules::Open;
use crate::table::Fill;
use smallvec::SmallVec;

/// Maximum streaks that are tried one by one.
const FEW: usize = 4;

/// Maximum streak that is supposed.
const LONGEST: u32 = 64;

/// A value that lasts over hands and that the log leaves out, as far as the payments tell it.
#[derive(Clone, Debug, Default)]
pub(super) struct Lasts {
    /// The possible values, each with the number of hands that are paid wrongly by it; any value if empty.
    may: SmallVec<[(u32, u16); 8]>,
}

impl Lasts {
    /// Returns the values by which the fewest hands are paid wrongly; empty if any value is possible.
    pub(super) fn allowed(&self) -> SmallVec<[u32; 8]> {
        let least = self.may.iter().map(|&(_, wrong)| wrong).min();
        self.may.iter().filter(|(_, wrong)| Some(*wrong) == least).map(|&(value, _)| value).collect()
    }

    /// Returns the number of hands that are paid wrongly by this value; `None` if it is excluded.
    fn wrong(&self, value: u32) -> Option<u16> {
        let known = self.may.iter().find(|(other, _)| *other == value).map(|&(_, wrong)| wrong);
        known.or(self.may.is_empty().then_some(0))
    }

    /// Adds a value, by which this number of hands is paid wrongly. Of two ways to the same value the better one counts.
    fn add(&mut self, value: u32, wrong: u16) {
        match self.may.iter_mut().find(|(other, _)| *other == value) {
            Some((_, least)) => *least = wrong.min(*least),
            None => self.may.push((value, wrong)),
        }
    }
}

/// The values that the payments of the hands before allow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lasting<'a> {
    /// The floors; any floor if empty. Only 0 if the log states that the match begins downstairs and no hand leads upstairs.
    pub floors: &'a [u32],
    /// The dealer's streaks; any streak if empty.
    pub streaks: &'a [u32],
}

impl Lasting<'_> {
    /// Leaves an open field only the values that the hands before allow. Returns true if it had others.
    pub(super) fn narrow(self, open: &mut Open) -> bool {
        let Lasting { floors, streaks } = self;
        let all = open.values.len();
        match open.values.first() {
            Some(Fill::Floor(_)) if !floors.is_empty() => {
                open.values.retain(|value| matches!(value, Fill::Floor(floor) if floors.contains(floor)));
                open.values.len() < all
            }
            // Many streaks stay a number that rises, because a list of them would multiply with the other fields.
            Some(Fill::Streak(_)) if (1..=FEW).contains(&streaks.len()) => {
                *open = Open::of(open.field, streaks.iter().map(|&streak| Fill::Streak(streak)));
                true
            }
            _ => false,
        }
    }
}

impl Course {
    /// Carries the possible floors over a hand: each counts the hands that are paid wrongly on it, and each leads to the
    /// floor that the rules name.
    pub(super) fn carry_floors(&mut self, dealt: Dealt<'_>, audited: &Audited, claimed: &Claimed<'_>) {
        let Dealt { rules, before, .. } = dealt;
        let before_hand = std::mem::take(&mut self.floors);
        if self.floor.is_some() || before.floor.is_some() || rules.floors().is_none() {
            return;
        }
        let replayed = &audited.replayed;
        let mut table = replayed.table.clone();
        let open = rules.left_open(&table, &replayed.standing);
        let other = open.len() > 1;
        let open = open.into_iter().flat_map(|open| open.values);
        let all: SmallVec<[u32; 4]> =
            open.filter_map(|value| if let Fill::Floor(floor) = value { Some(floor) } else { None }).collect();
        // Where the end is unknown, every floor may follow; else each floor has one that follows it.
        let decides = audited.end_doubt.is_none()
            && !audited.rests_on_hidden()
            && replayed.followed
            && !replayed.is_cut_off()
            && !replayed.left();
        let tells = decides && !other && claimed.names_money();
        for &floor in &all {
            let Some(wrong) = before_hand.wrong(floor) else { continue };
            table.floor = Some(floor);
            let ledger = rules.settle(&table, &replayed.standing);
            let facts = Facts { rules, replayed, ledger: &ledger, next: None, lasting: Lasting::default() };
            let wrong = wrong.saturating_add(u16::from(tells && !facts.pays(claimed)));
            match rules.next_floor(&table, &replayed.standing, audited.next).filter(|_| decides) {
                Some(next) => self.floors.add(next, wrong),
                None => all.iter().for_each(|&next| self.floors.add(next, wrong)),
            }
        }
    }

    /// Carries the possible streaks of the first dealer over a hand, if its payments tell them.
    pub(super) fn carry_streaks(&mut self, dealt: Dealt<'_>, audited: &Audited, claimed: &Claimed<'_>) {
        let Dealt { rules, before, .. } = dealt;
        let before_hand = std::mem::take(&mut self.streaks);
        let replayed = &audited.replayed;
        let is_open = |value: &Fill| matches!(value, Fill::Streak(_));
        if before.streak.is_some() {
            return;
        }
        let open = rules.left_open(&replayed.table, &replayed.standing);
        // Another missing field moves the payments too, so that no streak follows from them.
        let (of_streak, other) = (open.iter().flat_map(|open| &open.values).any(is_open), open.len() > 1);
        let tells = audited.end_doubt.is_none() && claimed.names_money();
        let fits = |streak: &u32| {
            let mut table = replayed.table.clone();
            table.streak = Some(*streak);
            let ledger = rules.settle(&table, &replayed.standing);
            Facts { rules, replayed, ledger: &ledger, next: None, lasting: Lasting::default() }.pays(claimed)
        };
        let fitting: SmallVec<[u32; 8]> =
            if tells && of_streak && !other { (1..=LONGEST).filter(fits).collect() } else { SmallVec::new() };
        let both: SmallVec<[u32; 8]> =
            fitting.iter().copied().filter(|&streak| before_hand.wrong(streak).is_some()).collect();
        // A hand that no streak explains tells nothing; one that contradicts the hands before is told, and goes on alone.
        let kept = match (both.is_empty(), fitting.is_empty()) {
            (false, _) => both,
            (true, false) => fitting,
            (true, true) => before_hand.allowed(),
        };
        if kept.len() < LONGEST as usize {
            kept.into_iter().for_each(|streak| self.streaks.add(streak.saturating_add(1), 0));
        }
    }
}
