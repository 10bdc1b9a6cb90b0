//! The inverse audit: which smallest change of house rules would make every claimed number of the match right?
//!
//! The usual dispute is "your bug or our option?". A change counts only if under it nothing new is wrong and nothing that
//! house rules could explain is left, in all hands at once. An option that permits or forbids play must explain at least
//! two hands: one breach alone is a fault like any other.

use super::check::Kind;
use super::finding::Finding;
use super::{Audit, audit_under};
use crate::log::GameLog;
use crate::rules::{Decl, Preset, Ruleset, Search, Value};

/// How many explanations of the same size are named.
const MOST: usize = 5;

/// One change that explains the log.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Another preset to start from, where that is the change.
    pub preset: Option<&'static Preset>,
    /// Options with the value that explains, and the one declared.
    pub changes: Vec<Change>,
    /// Indexes of the findings it explains.
    pub explains: Vec<usize>,
}

/// One option under another value.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The option.
    pub decl: &'static Decl,
    /// As declared.
    pub from: Value,
    /// As it would have to be.
    pub to: Value,
}

/// A preset to start from, where it is another one, and options to change.
type Try = (Option<&'static Preset>, Vec<Change>);

/// What some rules say of the hand that is tried first: most changes fail there already.
struct Look {
    /// Everything found, with what would be right.
    found: Vec<(Key, Option<String>)>,
    /// Whether nothing is wrong but what was wrong before for other reasons.
    clean: bool,
}

/// A fault as it is recognised under other rules.
type Key = (&'static str, Option<usize>, Option<usize>, Option<crate::tile::Seat>);

/// The smallest changes that explain the log: single options, then other presets, then pairs of options. Empty where
/// nothing is to be explained or nothing explains it.
pub(super) fn search(log: &GameLog, ruleset: &Ruleset, audit: &Audit) -> Vec<Explanation> {
    let faults = audit.findings.iter().enumerate().filter(|(_, finding)| finding.is_fault());
    let (open, fixed): (Vec<_>, Vec<_>) = faults.partition(|(_, finding)| explainable(finding));
    let Some(&(_, worst)) = open.first() else { return Vec::new() };
    let unverifiable = audit.findings.iter().filter(|finding| finding.kind == Kind::Unverifiable).map(key);
    let seeker = Seeker {
        log,
        ruleset,
        first_hand: worst.hand,
        open,
        fixed: fixed.iter().map(|(_, finding)| key(finding)).chain(unverifiable).collect(),
    };
    if seeker.is_one_breach() {
        return Vec::new();
    }
    let singles: Vec<(Change, Look)> =
        seeker.singles().into_iter().map(|one| (one, seeker.first_look(&seeker.rules(None, &[one])))).collect();
    let hopeful = singles.iter().filter(|(_, look)| look.clean).map(|&(one, _)| (None, vec![one]));
    let found = seeker.explaining(hopeful);
    if !found.is_empty() {
        return found;
    }
    let hopeful = |&(preset, ref changes): &Try| seeker.first_look(&seeker.rules(preset, changes)).clean;
    let presets = ruleset.system.presets.iter().filter(|preset| preset.id != ruleset.preset.id);
    let found = seeker.explaining(presets.map(|preset| (Some(preset), vec![])).filter(hopeful));
    if !found.is_empty() {
        return found;
    }
    // Of two options at least one makes a difference by itself.
    let base = seeker.first_look(ruleset);
    let (moving, still): (Vec<_>, Vec<_>) = singles.into_iter().partition(|(_, look)| look.found != base.found);
    let [moving, still] = [moving, still].map(|some| some.into_iter().map(|(one, _)| one).collect::<Vec<Change>>());
    let beside = moving.iter().flat_map(|&one| still.iter().map(move |&other| vec![one, other]));
    seeker.explaining(pairs(&moving).chain(beside).map(|pair| (None, pair)).filter(hopeful))
}

/// Whether other house rules could make this right.
fn explainable(finding: &Finding) -> bool {
    finding.check.by_house && (finding.option.is_some() || finding.check.code >= "A6")
}

fn key(finding: &Finding) -> Key {
    (finding.check.code, finding.hand, finding.event, finding.seat)
}

fn pairs(singles: &[Change]) -> impl Iterator<Item = Vec<Change>> + '_ {
    singles.iter().enumerate().flat_map(move |(at, &one)| {
        let rest = singles.get(at + 1..).unwrap_or_default();
        rest.iter().filter(move |other| other.decl.id != one.decl.id).map(move |&other| vec![one, other])
    })
}

struct Seeker<'a> {
    log: &'a GameLog,
    ruleset: &'a Ruleset,
    /// What other rules might explain.
    open: Vec<(usize, &'a Finding)>,
    /// Other faults, which stay, and what could not be verified in the first place.
    fixed: Vec<Key>,
    /// The hand to try first; `None`: the whole match.
    first_hand: Option<usize>,
}

impl Seeker<'_> {
    /// Whether something that an option forbids was done in one hand alone: a fault like any other.
    fn is_one_breach(&self) -> bool {
        let forbids = |id: &str| {
            let options = (self.ruleset.system.options)();
            options.iter().any(|decl| decl.id == id && decl.search == Search::Permission)
        };
        let mut hands: Vec<Option<usize>> = self.open.iter().map(|(_, finding)| finding.hand).collect();
        hands.dedup();
        let breach = |finding: &Finding| finding.check.code < "A6" && finding.option.is_some_and(forbids);
        hands.len() < 2 && self.open.iter().any(|(_, finding)| breach(finding))
    }

    /// What is found under some rules in the hand that is tried first.
    fn first_look(&self, rules: &Ruleset) -> Look {
        let audit = audit_under(self.log, rules, self.first_hand);
        let clean = self.is_clean(&audit);
        Look { found: audit.findings.into_iter().map(|finding| (key(&finding), finding.computed)).collect(), clean }
    }

    /// Every other value of every option.
    fn singles(&self) -> Vec<Change> {
        let options: &'static [Decl] = (self.ruleset.system.options)();
        let changes = options.iter().filter(|decl| decl.search != Search::Never).flat_map(|decl| {
            let from = self.ruleset.choices.get(decl.id).unwrap_or(decl.default);
            decl.alternatives(from).into_iter().map(move |to| Change { decl, from, to })
        });
        changes.collect()
    }

    /// Those of some tries that explain the match; in the hand tried first each is right.
    fn explaining(&self, tries: impl Iterator<Item = Try>) -> Vec<Explanation> {
        tries.filter_map(|(preset, changes)| self.explanation(preset, changes)).take(MOST).collect()
    }

    fn explanation(&self, preset: Option<&'static Preset>, changes: Vec<Change>) -> Option<Explanation> {
        if !self.is_clean(&audit_under(self.log, &self.rules(preset, &changes), None)) {
            return None;
        }
        let explains: Vec<usize> = self.open.iter().map(|&(index, _)| index).collect();
        // What permits or forbids play must be a habit; in a pair each such option is asked for its own share.
        let habit = changes
            .iter()
            .all(|change| change.decl.search != Search::Permission || self.share(preset, &changes, change) >= 2);
        (habit && self.is_minimal(preset, &changes)).then_some(Explanation { preset, changes, explains })
    }

    /// In how many hands something stays unexplained without this change.
    fn share(&self, preset: Option<&'static Preset>, changes: &[Change], change: &Change) -> usize {
        let rest: Vec<Change> = changes.iter().filter(|other| other.decl.id != change.decl.id).copied().collect();
        let audit = audit_under(self.log, &self.rules(preset, &rest), None);
        let mut hands: Vec<Option<usize>> = audit
            .findings
            .iter()
            .filter(|finding| finding.is_fault() && explainable(finding))
            .map(|finding| finding.hand)
            .collect();
        hands.dedup();
        hands.len()
    }

    /// Whether no change of a pair could be left out. Single changes are, by the order of the search.
    fn is_minimal(&self, preset: Option<&'static Preset>, changes: &[Change]) -> bool {
        changes.len() < 2 || changes.iter().all(|change| self.share(preset, changes, change) > 0)
    }

    fn rules(&self, preset: Option<&'static Preset>, changes: &[Change]) -> Ruleset {
        self.ruleset.changed(preset, changes.iter().map(|change| (change.decl.id, change.to)))
    }

    /// Whether nothing is wrong but what was wrong before for other reasons. Rules under which something can no longer be
    /// verified explain nothing.
    fn is_clean(&self, audit: &Audit) -> bool {
        let counts =
            |finding: &&Finding| finding.is_fault() || finding.is_primary() && finding.kind == Kind::Unverifiable;
        audit.findings.iter().filter(counts).all(|finding| self.fixed.contains(&key(finding)))
    }
}
