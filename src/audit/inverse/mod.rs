//! The inverse audit: which smallest change of house rules would make every claimed number of the match right?
//!
//! The usual dispute is "your bug or our option?". A change counts only if under it nothing new is wrong and nothing that
//! house rules could explain is left, in all hands at once. What it explains is told from a plain mistake by its
//! [`Evidence`]: without enough of it the change is named as possible, and the fault stays one.

mod evidence;
mod seeker;
mod slip;

pub use evidence::Evidence;

use super::Audit;
use super::check::Kind;
use super::finding::Finding;
use crate::log::GameLog;
use crate::rules::houses::presets_of;
use crate::rules::{Decl, Preset, Ruleset, Search, Value};
use seeker::{Look, Seeker, Try};

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
    /// What speaks for it.
    pub evidence: Evidence,
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

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// How many rule sets were tried.
    pub tried: usize,
    /// How many hands were replayed for it.
    pub replays: usize,
    /// Whether the budget was spent before everything was tried.
    pub cut_off: bool,
}

/// The smallest changes that explain the log: single options, then other presets, then pairs of options. Empty where
/// nothing is to be explained or nothing explains it.
pub(super) fn search(log: &GameLog, ruleset: &Ruleset, audit: &Audit) -> (Vec<Explanation>, Searched) {
    let Some(seeker) = Seeker::new(log, ruleset, audit) else { return (Vec::new(), Searched::default()) };
    let found = smallest(&seeker).unwrap_or_default();
    (found, seeker.searched())
}

/// `None` where the budget was spent before anything was found.
fn smallest(seeker: &Seeker<'_>) -> Option<Vec<Explanation>> {
    let mut singles: Vec<(Change, Look)> = Vec::new();
    for one in seeker.singles() {
        singles.push((one, seeker.first_look(&seeker.rules(None, &[one]))?));
    }
    let hopeful = singles.iter().filter(|(_, look)| look.clean).map(|&(one, _)| (None, vec![one]));
    let found = seeker.explaining(hopeful);
    // What an option leaves a fault another preset may explain as well.
    let explains_all = |found: &[Explanation]| found.iter().any(|one| one.explains.len() == seeker.open());
    if explains_all(&found) {
        return Some(found);
    }
    let presets = presets_of(seeker.ruleset.system).filter(|preset| preset.id != seeker.ruleset.preset.id);
    let others = seeker.explaining(presets.map(|preset| (Some(preset), vec![])).filter(|one| seeker.is_hopeful(one)));
    let found = if found.is_empty() || explains_all(&others) { others } else { found };
    // Each of two options needs evidence of its own: where there is not enough for two, a pair would be a guess.
    if !found.is_empty() || !seeker.base.is_shown(false) {
        return Some(found);
    }
    // Of two options at least one makes a difference by itself.
    let base = seeker.first_look(seeker.ruleset)?;
    let (moving, still): (Vec<_>, Vec<_>) = singles.into_iter().partition(|(_, look)| look.found != base.found);
    let [moving, still] = [moving, still].map(|some| some.into_iter().map(|(one, _)| one).collect::<Vec<Change>>());
    let beside = moving.iter().flat_map(|&one| still.iter().map(move |&other| vec![one, other]));
    let tries = pairs(&moving).chain(beside).map(|pair| -> Try { (None, pair) });
    Some(seeker.explaining(tries.filter(|one| seeker.is_hopeful(one))))
}

fn pairs(singles: &[Change]) -> impl Iterator<Item = Vec<Change>> + '_ {
    singles.iter().enumerate().flat_map(move |(at, &one)| {
        let rest = singles.get(at + 1..).unwrap_or_default();
        rest.iter().filter(move |other| other.decl.id != one.decl.id).map(move |&other| vec![one, other])
    })
}

/// Whether other house rules must make this right for anything to be explained: what an option forbids, and every number.
fn must_go(finding: &Finding) -> bool {
    may_go(finding) && (finding.option.is_some() || finding.check.code >= "A6" && finding.claimed.is_some())
}

/// Whether other house rules could make this right.
fn may_go(finding: &Finding) -> bool {
    finding.is_fault() && finding.check.by_house
}

/// Whether it counts against rules: a fault of its own, or something that can no longer be verified.
fn counts(finding: &Finding) -> bool {
    finding.is_fault() || finding.is_primary() && finding.kind == Kind::Unverifiable
}

impl Change {
    /// Whether it permits or forbids play.
    fn permits(&self) -> bool {
        self.decl.search == Search::Permission
    }
}
