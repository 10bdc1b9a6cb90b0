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
use crate::rules::{Decl, OptionSet, Ruleset, Search, Start, Value};
use caipan_log::GameLog;
use seeker::{Look, Seeker, Try};

/// How many explanations of the same size are named.
const MOST: usize = 5;

/// One change that explains the log.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Another preset to start from, where that is the change.
    pub preset: Option<Start>,
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
    let base = seeker.first_look(&(None, vec![]))?;
    let mut singles: Vec<Single> = Vec::new();
    for change in seeker.singles() {
        let option = seeker.place(&change);
        // Where the hand tried first never asks, every answer looks the same.
        let look = if base.asks(option) { seeker.first_look(&(None, vec![change]))? } else { base.clone() };
        singles.push(Single { change, option, look });
    }
    let hopeful = singles.iter().filter(|one| one.look.clean).map(|one| (None, vec![one.change]));
    let found = seeker.explaining(hopeful);
    // What an option leaves a fault another preset may explain as well.
    let explains_all = |found: &[Explanation]| found.iter().any(|one| one.explains.len() == seeker.open());
    if explains_all(&found) {
        return Some(found);
    }
    let presets = seeker.presets().into_iter().map(|preset| (Some(preset), vec![]));
    let others = seeker.explaining(presets.filter(|one| seeker.is_hopeful(one)));
    let found = if found.is_empty() || explains_all(&others) { others } else { found };
    // Each of two options needs evidence of its own: where there is not enough for two, a pair would be a guess.
    if !found.is_empty() || !seeker.base.is_shown(false) {
        return Some(found);
    }
    // Where an option makes the hand tried first right, what it leaves wrong is in another one.
    for one in singles.iter_mut().filter(|one| one.look.clean) {
        one.look.asked = one.look.asked.or(seeker.asked_in_match(&(None, vec![one.change]))?);
    }
    // Of two options at least one makes a difference by itself, and each is asked under the other.
    let (moving, still): (Vec<&Single>, _) = singles.iter().partition(|one| one.look.found != base.found);
    let beside = moving.iter().flat_map(|&one| still.iter().map(move |&other| (one, other)));
    let asked = |&(one, other): &(&Single, &Single)| {
        one.change.decl.id != other.change.decl.id && one.look.asks(other.option) && other.look.asks(one.option)
    };
    let tries = pairs(&moving).chain(beside).filter(asked);
    // They are named in the order of the rule book.
    let tries = tries.map(|(one, other)| if one.option < other.option { [one, other] } else { [other, one] });
    let tries = tries.map(|pair| -> Try { (None, pair.map(|one| one.change).to_vec()) });
    Some(seeker.explaining(tries.filter(|one| seeker.is_hopeful(one))))
}

/// One option under another value, and what it makes of the hand that is tried first.
struct Single {
    change: Change,
    option: OptionSet,
    look: Look,
}

fn pairs<'a>(singles: &'a [&'a Single]) -> impl Iterator<Item = (&'a Single, &'a Single)> {
    let rest = |at: usize| singles.get(at + 1..).unwrap_or_default();
    singles.iter().enumerate().flat_map(move |(at, &one)| rest(at).iter().map(move |&other| (one, other)))
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
