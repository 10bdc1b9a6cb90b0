//! The inverse audit: the smallest change of house rules that makes every claimed number of a match right.
//!
//! The usual dispute is "your bug or our option?". A change explains a match only if, in all hands at once, it leaves
//! nothing that house rules could explain and makes nothing else wrong. If no change does, one may explain all but a few
//! hands ([`excepting`]). Its [`Evidence`] distinguishes it from a plain
//! mistake: with too little evidence, the change is reported as possible and the fault remains.

mod evidence;
mod excepting;
mod house_money;
mod seeker;
mod single_mistake;
mod solving;

pub use evidence::Evidence;

use super::Audit;
use super::check::{About, Kind};
use super::coverage::Question;
use super::finding::Finding;
use crate::meter::Meter;
use crate::rules::{Decl, OptionSet, Ruleset, Search, Start, Value};
use caipan_log::GameLog;
use seeker::{FirstHand, Seeker};
use solving::{Due, solved, solved_beside};

/// Maximum explanations of the same size that are reported.
const MOST: usize = 5;

/// One change that explains the log.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Another preset to start from, if that is the change.
    pub preset: Option<Start>,
    /// The changed options.
    pub changes: Vec<Change>,
    /// Indexes of the findings it explains.
    pub explains: Vec<usize>,
    /// The evidence for it.
    pub evidence: Evidence,
    /// Indexes of the hands that stay wrong under it. The audit then has the findings and payments of these hands under
    /// this explanation.
    pub exceptions: Vec<usize>,
}

/// One option with another value.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The option.
    pub decl: &'static Decl,
    /// The declared value.
    pub from: Value,
    /// The value that explains the log.
    pub to: Value,
}

/// Statistics of a search.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// The number of rule sets tried.
    pub tried: usize,
    /// The number of hands replayed.
    pub replays: usize,
    /// True if the budget was spent before everything was tried.
    pub cut_off: bool,
}

/// Searches for the smallest changes that explain the log: single options, then other presets, then pairs of options,
/// then changes that leave a few hands wrong. Free numbers come after options that houses name, because they explain nearly
/// any amounts. Returns the audit with its explanations.
pub(super) fn explained(log: &GameLog, ruleset: &Ruleset, mut audit: Audit, meter: &Meter<'_>) -> Audit {
    let Some(seeker) = Seeker::new(log, ruleset, &audit, meter) else { return audit };
    let of_house = if ruleset.unmodelled.is_empty() { house_money::search(&seeker) } else { Vec::new() };
    let is_house = of_house.iter().any(|one| one.evidence.shown);
    let found = if is_house { of_house.clone() } else { smallest(&seeker).unwrap_or_default() };
    let (mut shown, mut possible): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| one.evidence.shown);
    if shown.is_empty() && possible.is_empty() {
        possible = of_house;
    }
    let mut judged = None;
    if is_house && shown.iter().any(|one| !one.exceptions.is_empty()) {
        judged = excepting::judged(&seeker, &mut shown);
    }
    // An unknown rule could explain the hands that an explanation leaves wrong.
    if shown.is_empty() && ruleset.unmodelled.is_empty() {
        let (named, others): (Vec<_>, Vec<_>) =
            excepting::search(&seeker).into_iter().partition(|one| one.evidence.shown);
        shown = named;
        judged = excepting::judged(&seeker, &mut shown);
        if possible.is_empty() {
            possible = others;
        }
    }
    if !shown.is_empty() {
        possible.clear();
    }
    let searched = seeker.searched();
    if let Some(judged) = judged {
        audit = judged;
    }
    if searched.cut_off {
        audit.coverage.cut_off(Question::Houses, searched.tried);
    }
    for &index in shown.first().map_or(&[][..], |first| &first.explains) {
        if let Some(finding) = audit.findings.get_mut(index) {
            finding.kind = Kind::Variant;
        }
    }
    Audit { explanations: shown, possible, searched, ..audit }
}

/// Searches by increasing size of the change. `None` if the budget was spent before anything was found.
fn smallest(seeker: &Seeker<'_>) -> Option<Vec<Explanation>> {
    let base = seeker.first_look(&(None, vec![]))?;
    let mut singles: Vec<Single> = Vec::new();
    for change in seeker.singles() {
        let option = seeker.place(change.decl);
        // If the first hand never reads the option, its value changes nothing there.
        let look = if base.asks(option) { seeker.first_look(&(None, vec![change]))? } else { base.clone() };
        singles.push(Single { change, option, look });
    }
    let known: Vec<_> = singles.iter().map(|one| (one.change, one.look.due)).collect();
    for change in solved(seeker, seeker.first_hand(), &(None, vec![]), base.due, &known)? {
        let look = seeker.first_look(&(None, vec![change]))?;
        singles.push(Single { change, option: seeker.place(change.decl), look });
    }
    let mut hopeful: Vec<Change> = singles.iter().filter(|one| one.look.clean).map(|one| one.change).collect();
    hopeful.sort_by_cached_key(|&change| seeker.is_free(change));
    let found = seeker.explaining(hopeful.into_iter().map(|change| (None, vec![change])));
    // Another preset may also explain the faults that a single option leaves, and it comes before free numbers.
    let is_all = |one: &Explanation| one.explains.len() == seeker.open();
    let is_named = |one: &Explanation| one.changes.iter().all(|&change| !seeker.is_free(change));
    if found.iter().any(|one| is_all(one) && is_named(one)) {
        return Some(found);
    }
    let presets = seeker.presets().into_iter().map(|preset| (Some(preset), vec![]));
    let others = seeker.explaining(presets.filter(|one| seeker.is_hopeful(one)));
    let found = match (found.iter().any(is_all), others.iter().any(is_all)) {
        (true, true) => others.into_iter().chain(found).take(MOST).collect(),
        (false, true) => others,
        _ if found.is_empty() => others,
        _ => found,
    };
    // Each option of a pair needs evidence: if the faults together are too little evidence, a pair would be a guess.
    if !found.is_empty() || !seeker.base.is_shown(false) {
        return Some(found);
    }
    singles.retain(|one| one.look.clean || !one.change.is_solved());
    // If an option makes the first hand right, what it leaves wrong lies in other hands: add the options that they
    // read.
    for one in singles.iter_mut().filter(|one| one.look.clean) {
        one.look.due.asked = one.look.due.asked.or(seeker.asked_in_match(&(None, vec![one.change]))?);
    }
    // At least one option of a pair changes the findings by itself, and each is read under the other.
    let (moving, still): (Vec<&Single>, _) = singles.iter().partition(|one| one.look.found != base.found);
    let beside = moving.iter().flat_map(|&one| still.iter().map(move |&other| (one, other)));
    let asked = |&(one, other): &(&Single, &Single)| {
        one.change.decl.id != other.change.decl.id && one.look.asks(other.option) && other.look.asks(one.option)
    };
    let tries = pairs(&moving).chain(beside).filter(asked);
    // A pair is reported in the order of the rule book.
    let tries = tries.map(|(one, other)| if one.option < other.option { [one, other] } else { [other, one] });
    let mut known: Vec<([&Single; 2], Due)> = Vec::new();
    let tries = tries.filter_map(|pair| {
        let one = (None, pair.map(|one| one.change).to_vec());
        let look = seeker.first_look(&one)?;
        known.push((pair, look.due));
        look.clean.then_some(one)
    });
    let found = seeker.explaining(tries);
    if !found.is_empty() {
        return Some(found);
    }
    let numbers = solved_beside(seeker, &known).into_iter().map(|pair| (None, pair));
    Some(seeker.explaining(numbers.filter(|one| seeker.is_hopeful(one))))
}

/// One option with another value, and its effect on the first hand.
struct Single {
    change: Change,
    option: OptionSet,
    look: FirstHand,
}

fn pairs<'a>(singles: &'a [&'a Single]) -> impl Iterator<Item = (&'a Single, &'a Single)> {
    let rest = |at: usize| singles.get(at + 1..).unwrap_or_default();
    singles.iter().enumerate().flat_map(move |(at, &one)| rest(at).iter().map(move |&other| (one, other)))
}

/// True if an explanation must make this finding disappear: a refusal that an option decides, or a wrong number.
fn must_go(finding: &Finding) -> bool {
    may_go(finding) && (finding.option.is_some() || finding.check.about != About::Play && finding.claimed.is_some())
}

/// True if other house rules could make this right.
fn may_go(finding: &Finding) -> bool {
    finding.is_fault() && finding.check.by_house
}

/// True if the finding speaks against a rule set: a primary fault, or a claim that cannot be checked.
fn counts(finding: &Finding) -> bool {
    finding.is_fault() || finding.is_primary() && finding.kind == Kind::Unverifiable
}

impl Change {
    /// True if houses are known to use the value.
    fn is_usual(&self) -> bool {
        self.decl.alternatives(self.from).contains(&self.to)
    }

    /// True if the value is a number that only the claimed amounts tell.
    fn is_solved(&self) -> bool {
        !self.decl.others(self.from).contains(&self.to)
    }

    /// True if the option permits or forbids play.
    fn permits(&self) -> bool {
        self.decl.search == Search::Permission
    }
}
