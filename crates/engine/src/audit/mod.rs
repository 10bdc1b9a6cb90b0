//! The audit (审计): what a log did wrong, hand by hand and over the match, what could be checked, and which other house
//! rules would explain it.

mod check;
pub mod checks;
mod course;
mod coverage;
mod describe;
mod finding;
mod hand;
mod inverse;
mod repeated;
mod replays;
mod result;
mod scores;
mod streak;
mod hypotheses;

pub(crate) use check::checks;
pub use check::{Check, Kind, Severity};
pub use coverage::{Answered, Coverage, Question};
pub use finding::Finding;
pub use hand::Audited;
pub use inverse::{Change, Evidence, Explanation, Searched};

use crate::replay::{Before, ForcedEvent};
use crate::rules::{OptionSet, Rules, RulesError, Ruleset, resolve_for};
use caipan_log::{GameLog, HandLog, People};
use caipan_tiles::text::Label;
use course::Course;
use replays::Tried;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The verdict of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing wrong was found; what there was nothing to compare with stands in the coverage.
    Clean,
    /// Nothing wrong was found, but something claimed could not be checked.
    Unverifiable,
    /// Wrong under the declared options, right under others that are named.
    Variant,
    /// Wrong.
    Faulty,
}

impl Verdict {
    /// The word in reports: `clean`, `unverifiable`, `variant`, `faulty`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Clean => "clean",
            Verdict::Unverifiable => "unverifiable",
            Verdict::Variant => "variant",
            Verdict::Faulty => "faulty",
        }
    }

    /// What people call it.
    pub const fn label(self) -> Label {
        match self {
            Verdict::Clean => Label::new("无误", "clean"),
            Verdict::Unverifiable => Label::new("无法全部复核", "unverifiable"),
            Verdict::Variant => Label::new("另一规则", "variant"),
            Verdict::Faulty => Label::new("有误", "faulty"),
        }
    }
}

/// A match as audited.
#[derive(Debug, Default)]
pub struct Audit {
    /// Everything found, in order; `because` refers into this list.
    pub findings: Vec<Finding>,
    /// The hands, as far as they were looked at.
    pub hands: Vec<(Before, Audited)>,
    /// What was checked.
    pub coverage: Coverage,
    /// Other house rules that explain what is wrong: the smallest changes, several where they are equally small.
    pub explanations: Vec<Explanation>,
    /// Other house rules that would make everything right as well, but on so little evidence that it may be a mistake: what
    /// is wrong stays a fault.
    pub possible: Vec<Explanation>,
    /// What the search for them came to.
    pub searched: Searched,
}

impl Audit {
    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        let primary = |kind: Kind| self.findings.iter().any(|finding| finding.is_primary() && finding.kind == kind);
        if primary(Kind::Fault) {
            Verdict::Faulty
        } else if primary(Kind::Variant) {
            Verdict::Variant
        } else if primary(Kind::Unverifiable) {
            Verdict::Unverifiable
        } else {
            Verdict::Clean
        }
    }
}

/// Audits a match under the rules that it declares, and where something is wrong looks for other house rules that would
/// explain it. The error says which part of the declaration cannot be used.
pub fn audit(log: &GameLog) -> Result<(Ruleset, Audit), RulesError> {
    let ruleset = resolve_for(log)?;
    let audit = audit_under(log, &ruleset);
    Ok((ruleset, audit))
}

/// Audits a match under these rules, whatever it declares, and looks for other house rules as [`audit`] does.
pub fn audit_under(log: &GameLog, ruleset: &Ruleset) -> Audit {
    let mut audit = audit_with(log, &People::of(log), ruleset, Scope::All, hypotheses::MOST, None);
    let (found, searched) = inverse::search(log, ruleset, &audit);
    (audit.explanations, audit.possible) = found.into_iter().partition(|explanation| explanation.evidence.shown);
    if !audit.explanations.is_empty() {
        audit.possible.clear();
    }
    if searched.cut_off {
        audit.coverage.cut_off(Question::Houses, searched.tried);
    }
    audit.searched = searched;
    if let Some(explanation) = audit.explanations.first() {
        for &index in &explanation.explains {
            if let Some(finding) = audit.findings.get_mut(index) {
                finding.kind = Kind::Variant;
            }
        }
    }
    audit
}

/// Audits a match under the rules that it declares, but lets one event of some hands stand whatever they say: by hand, the
/// index of the event. A win that the rules do not see counts for what is claimed of it. No other house rules are looked for.
pub fn audit_letting(log: &GameLog, stand: &BTreeMap<usize, usize>) -> Result<(Ruleset, Audit), RulesError> {
    let ruleset = resolve_for(log)?;
    let rules = ruleset.rules.as_ref();
    let of =
        |(&hand, &event): (&usize, &usize)| Some((hand, hypotheses::let_stand(rules, log.hands.get(hand)?, event)));
    let stands: BTreeMap<usize, ForcedEvent> = stand.iter().filter_map(of).collect();
    let audit = audit_with(log, &People::of(log), &ruleset, Scope::Letting(&stands), hypotheses::MOST, None);
    Ok((ruleset, audit))
}

/// What stood before a hand: who deals, for how many hands in a row, on which floor. Only the hands up to it are replayed, and
/// no other rules are looked for. `None` where the log has no such hand.
pub fn before(log: &GameLog, hand: usize) -> Result<Option<(Ruleset, Before)>, RulesError> {
    let ruleset = resolve_for(log)?;
    let until = GameLog { hands: log.hands.iter().take(hand.saturating_add(1)).cloned().collect(), ..log.clone() };
    let hands = audit_with(&until, &People::of(log), &ruleset, Scope::All, hypotheses::FEW, None).hands;
    Ok(hands.get(hand).map(|&(before, _)| (ruleset, before)))
}

/// What stood before each hand, as far as there are rules to say it; in one pass over the match.
pub fn all_before(log: &GameLog) -> Result<(Ruleset, Vec<Before>), RulesError> {
    let ruleset = resolve_for(log)?;
    let hands = audit_with(log, &People::of(log), &ruleset, Scope::All, hypotheses::FEW, None).hands;
    Ok((ruleset, hands.into_iter().map(|(before, _)| before).collect()))
}

/// A hand in its match, under the rules that it is audited by.
#[derive(Clone, Copy)]
struct Dealt<'a> {
    rules: &'a dyn Rules,
    log: &'a GameLog,
    people: &'a People,
    /// The hand's number, from 0.
    index: usize,
    hand: &'a HandLog,
    before: Before,
    /// Where these are other rules that are tried.
    tried: Option<Tried<'a>>,
    /// The event that is let stand whatever the rules say.
    stands: Option<&'a ForcedEvent>,
}

/// How much of a match is audited.
#[derive(Clone, Copy)]
enum Scope<'a> {
    /// All hands.
    All,
    /// All hands, in some of which an event is let stand.
    Letting(&'a BTreeMap<usize, ForcedEvent>),
    /// This hand alone.
    Hand(usize),
    /// Hand after hand, as long as this holds of what was found so far.
    While(&'a dyn Fn(&[Finding]) -> bool),
}

/// Audits a match under these rules. Of each hand in doubt at most so many other worlds are looked at.
fn audit_with(
    log: &GameLog,
    people: &People,
    ruleset: &Ruleset,
    scope: Scope<'_>,
    most: usize,
    tried: Option<Tried<'_>>,
) -> Audit {
    let rules = ruleset.rules.as_ref();
    let mut course = Course::start(log);
    let mut audit = Audit::default();
    let Audit { findings, hands, coverage, .. } = &mut audit;
    for (index, hand) in log.hands.iter().enumerate() {
        let before = course.before(rules, hand);
        // A wall is dealt from the dealer on: to guess who that is would be to guess every hand.
        let undealt = course.cannot_deal(hand).then(|| HandLog { wall: None, ..hand.clone() });
        let tried = tried.filter(|_| undealt.is_none());
        let stands = if let Scope::Letting(stands) = scope { stands.get(&index) } else { None };
        let hand = undealt.as_ref().unwrap_or(hand);
        let dealt = Dealt { rules, log, people, index, hand, before, tried, stands };
        if let Scope::Hand(only) = scope {
            if index == only {
                let mut audited = hand::audit_hand(dealt, None, most, coverage);
                findings.append(&mut audited.findings);
                hands.push((before, audited));
                break;
            }
            if rules.floors().is_some() {
                // On which floor the hand is played is told by the hands before it.
                course.follow(dealt);
            } else {
                course.skip(before);
            }
            continue;
        }
        course.dealer(dealt, findings, coverage);
        findings.extend(repeated::wall(log, index));
        let first = findings.len();
        let mut audited = hand::audit_hand(dealt, course.scores, most, coverage);
        // From here on consequences are counted over the whole match.
        findings.extend(std::mem::take(&mut audited.findings).into_iter().map(|mut finding| {
            finding.because = finding.because.map(|at| first + at);
            finding
        }));
        course.after(dealt, &mut audited, first, findings, coverage);
        if undealt.is_some() {
            // Rules that tell who deals would replay it with its wall.
            audited.asked = OptionSet::ALL;
        }
        hands.push((before, audited));
        if let Scope::While(holds) = scope
            && !holds(findings)
        {
            break;
        }
    }
    audit
}
