//! The state of a case, derived from the rulings in force. Nothing is stored, so a state cannot differ from the rulings.

use super::Rulings;
use crate::store::{Entry, RulingKind};
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{FindingView, Report};

/// The progress of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseState {
    /// Something is wrong, and no referee has taken it.
    Open,
    /// A referee put a note on it and has not decided yet.
    Taken,
    /// Rulings cover everything that is wrong.
    Decided,
    /// Rulings cover everything that is wrong, and all of them dismiss it.
    Dismissed,
}

impl CaseState {
    /// All states in the order in which a case passes through them.
    pub const ALL: [CaseState; 4] = [CaseState::Open, CaseState::Taken, CaseState::Decided, CaseState::Dismissed];

    /// The word in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            CaseState::Open => "open",
            CaseState::Taken => "taken",
            CaseState::Decided => "decided",
            CaseState::Dismissed => "dismissed",
        }
    }

    /// The state with this word.
    pub fn named(word: &str) -> Option<CaseState> {
        CaseState::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A case: its state and the ruling that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The state.
    pub state: CaseState,
    /// The newest ruling behind the state; absent while the case is open.
    pub by: Option<Entry>,
}

impl Case {
    /// Returns the case of a report and its rulings; `None` if there is nothing to decide and nothing was decided.
    pub fn of<'a>(report: &Report, rulings: impl Iterator<Item = &'a Entry>) -> Option<Case> {
        let all: Vec<&Entry> = rulings.collect();
        let is_reversed = |number: i32| all.iter().any(|entry| entry.reverses == Some(number));
        let standing = || all.iter().copied().filter(|entry| !is_reversed(entry.number));
        let decisions: Vec<&Entry> = standing().filter(|entry| decides(entry)).collect();
        let needs_referee = matches!(report.verdict, Verdict::Faulty | Verdict::Variant);
        let mut wrong = report
            .findings
            .iter()
            .filter(|finding| matches!(finding.kind, Kind::Fault | Kind::Variant) && report.stands_alone(finding));
        let is_covered = |finding: &FindingView| decisions.iter().any(|entry| covers(entry, finding));
        let last = decisions.last().map(|entry| Entry::clone(entry));
        if needs_referee && (decisions.is_empty() || wrong.any(|finding| !is_covered(finding))) {
            let taken = standing().rfind(|entry| entry.kind == RulingKind::Note && entry.reverses.is_none());
            let by = taken.cloned().or(last);
            let state = if by.is_some() { CaseState::Taken } else { CaseState::Open };
            return Some(Case { state, by });
        }
        let dismissed = decisions.iter().all(|entry| entry.kind == RulingKind::Dismiss);
        last.map(|by| Case { state: if dismissed { CaseState::Dismissed } else { CaseState::Decided }, by: Some(by) })
    }
}

impl Rulings {
    /// The case of a report with these rulings.
    pub fn case(&self, report: &Report) -> Option<Case> {
        Case::of(report, self.rulings.iter().map(|view| &view.entry))
    }
}

/// Returns whether a ruling decides something. A note decides nothing. A report that is upheld only to reverse an earlier
/// ruling opens the case again.
fn decides(entry: &Entry) -> bool {
    match entry.kind {
        RulingKind::Note => false,
        RulingKind::Uphold => entry.reverses.is_none() || entry.finding.is_some() || entry.hand.is_some(),
        RulingKind::Correct | RulingKind::Penalty | RulingKind::Dismiss => true,
    }
}

/// Returns whether a decision settles a finding. A penalty without a finding punishes something else, such as delay.
fn covers(entry: &Entry, finding: &FindingView) -> bool {
    match (&entry.finding, entry.hand) {
        (Some(subject), _) => subject.code == finding.code && subject.pointer == finding.pointer,
        (None, _) if entry.kind == RulingKind::Penalty => false,
        (None, Some(hand)) => finding.hand == Some(hand),
        (None, None) => true,
    }
}
