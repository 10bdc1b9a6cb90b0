//! House rules that explain all but a few hands: the house plays by another rule, and a few hands are wrong besides.
//!
//! Without this search a single theft would hide a house rule, and the theft would hide among the hands that the rule
//! makes right. A thief could also imitate a rule, so it is accepted only if
//!
//! 1. it leaves at most a quarter of the wrong hands, and no more than three;
//! 2. it makes no hand wrong that is right as declared;
//! 3. at least three hands speak for it, and at least two for each of its options; a hand that it leaves speaks for it if
//!    fewer of its payments are wrong by it. If two hands speak for it, it is only possible;
//! 4. in every hand that it leaves, it changes no payment or makes fewer of them wrong.
//!
//! Options are added one at a time: each time the one that leaves the fewest hands wrong.

use super::evidence::{Evidence, Wrong};
use super::seeker::{Key, Seeker, Try, key, tried_first};
use super::solving::{Due, solved};
use super::{Change, Explanation, MOST, may_go};
use crate::audit::finding::{Finding, FindingIdx, root};
use crate::audit::hypotheses::Limit;
use crate::audit::result::net;
use crate::audit::{Audit, Audited, Scope, audit_with};
use crate::rules::{OptionSet, Start};
use caipan_log::{HandResult, People};
use caipan_tiles::tile::Seat;
use std::collections::BTreeMap;

/// Maximum options of such a house.
const OPTIONS: usize = 3;

/// Rules that leave some hands wrong.
struct House {
    rules: Try,
    audit: Audit,
    /// The hands that stay wrong.
    left: Vec<usize>,
}

/// Returns the rules that explain all but a few hands, several if they explain the same number.
pub(super) fn search(seeker: &Seeker<'_>) -> Vec<Explanation> {
    let Some(wrong) = wrong_hands(seeker, seeker.audit).filter(|wrong| wrong.len() > 2) else { return Vec::new() };
    seeker.allow_exceptions();
    let used = beginning(seeker, &wrong, one_more);
    if used.first().is_some_and(|first| first.evidence.shown) {
        return used;
    }
    let solved = beginning(seeker, &wrong, numbers);
    if used.is_empty() || solved.first().is_some_and(|first| first.evidence.shown) { solved } else { used }
}

/// Rules with one more change, each with the option that it sets.
type More = Vec<(Try, OptionSet)>;

/// A step of the search, given the hands to look at first and what is found in them. `None` if the budget is spent.
type Step = fn(&Seeker<'_>, &Try, &[Option<usize>], &[HandFindings]) -> Option<More>;

/// Searches as [`search`] does, beginning with one of these changes.
fn beginning(seeker: &Seeker<'_>, wrong: &[usize], first: Step) -> Vec<Explanation> {
    let mut found = Vec::new();
    let (mut rules, mut open): (Try, _) = ((None, Vec::new()), wrong.to_vec());
    for step in 0..OPTIONS {
        // If the budget is spent, the comparison of this step is incomplete and does not count.
        let more = if step == 0 { first } else { one_more };
        let Some(best) = best(seeker, &rules, &open, most_left(wrong.len()), more) else { break };
        let mut accepted: Vec<Explanation> =
            best.iter().filter_map(|house| accepted(seeker, house, wrong)).take(MOST).collect();
        accepted
            .sort_by_cached_key(|one| (!one.evidence.shown, one.changes.iter().any(|&change| seeker.is_free(change))));
        if let Some((left, shown)) = accepted.first().map(|first| (first.exceptions.clone(), first.evidence.shown)) {
            // Rules that leave other hands contradict the first; the report follows one.
            accepted.retain(|one| one.exceptions == left && one.evidence.shown == shown);
            found = accepted;
        }
        // Each option needs two hands.
        let Some(first) = best.into_iter().next().filter(|house| house.left.len() > 1) else { break };
        (rules, open) = (first.rules, first.left);
    }
    found
}

/// The most hands that an explanation may leave, given the number of wrong hands.
fn most_left(wrong: usize) -> usize {
    (wrong / 4).clamp(1, 3)
}

/// Returns the hands that are wrong in an audit. `None` if something is wrong outside of the hands.
fn wrong_hands(seeker: &Seeker<'_>, audit: &Audit) -> Option<Vec<usize>> {
    let wrong = audit.findings.iter().filter(|finding| seeker.is_wrong(finding));
    let mut hands: Vec<usize> = wrong.map(|finding| finding.hand).collect::<Option<_>>()?;
    hands.sort_unstable();
    hands.dedup();
    Some(hands)
}

/// Returns the rules with one more change that leave the fewest of the open hands wrong and no other hand. Empty if no
/// change makes a hand right, `None` if the budget is spent.
fn best(seeker: &Seeker<'_>, rules: &Try, open: &[usize], most_left: usize, more: Step) -> Option<Vec<House>> {
    // An explanation makes all but a few hands right, so it shows in one of these.
    let probes: Vec<Option<usize>> = open
        .iter()
        .take(most_left + 1)
        .filter_map(|&hand| {
            let of_hand = |finding: &&Finding| finding.hand == Some(hand) && seeker.is_wrong(finding);
            seeker.audit.findings.iter().find(of_hand).map(tried_first)
        })
        .collect();
    let looks =
        probes.iter().map(|&hand| HandFindings::of(seeker, rules, hand)).collect::<Option<Vec<HandFindings>>>()?;
    let mut best: Vec<House> = Vec::new();
    for (rules, option) in more(seeker, rules, &probes, &looks)? {
        if !moves(seeker, &rules, option, &probes, &looks)? {
            continue;
        }
        let adds_none =
            |finding: &Finding| !seeker.is_wrong(finding) || finding.hand.is_some_and(|hand| open.contains(&hand));
        let audit = seeker.tried(&seeker.rules(rules.0.as_ref(), &rules.1), Scope::While(&adds_none), &adds_none)?;
        let Some(left) = wrong_hands(seeker, &audit).filter(|_| audit.findings.iter().all(adds_none)) else { continue };
        let least = best.first().map_or(open.len(), |house| house.left.len());
        if left.len() < least {
            best.clear();
        }
        if left.len() < open.len() && left.len() <= least {
            best.push(House { rules, audit, left });
        }
    }
    Some(best)
}

/// Returns these rules with one more option changed to a value in use, each with that option; before any change also
/// the other presets.
#[expect(clippy::unnecessary_wraps, reason = "the same signature as `numbers`")]
fn one_more(seeker: &Seeker<'_>, rules: &Try, _: &[Option<usize>], _: &[HandFindings]) -> Option<More> {
    let (preset, changes) = rules;
    let fresh = |change: &Change| changes.iter().all(|other| other.decl.id != change.decl.id);
    let singles =
        seeker.singles().into_iter().filter(fresh).filter(Change::is_usual).map(|change| with(seeker, rules, change));
    let first = preset.is_none() && changes.is_empty();
    let presets = if first { seeker.presets() } else { Vec::new() };
    let presets = presets.into_iter().map(|preset: Start| ((Some(preset), Vec::new()), OptionSet::ALL));
    Some(singles.chain(presets).collect())
}

/// Returns these rules with one number more that no house is known to use: one of a short range, or one that the amounts
/// of one of these hands tell. `None` if the budget is spent.
fn numbers(seeker: &Seeker<'_>, rules: &Try, hands: &[Option<usize>], looks: &[HandFindings]) -> Option<More> {
    let mut numbers: Vec<Change> = seeker.singles().into_iter().filter(|change| !change.is_usual()).collect();
    for (&hand, look) in hands.iter().zip(looks) {
        numbers.extend(solved(seeker, hand, rules, look.due, &[])?);
    }
    numbers.sort_by_key(|number| (seeker.place(number.decl), number.to));
    numbers.dedup_by_key(|number| (seeker.place(number.decl), number.to));
    Some(numbers.into_iter().map(|number| with(seeker, rules, number)).collect())
}

/// Returns these rules with one more change, and its option.
fn with(seeker: &Seeker<'_>, (preset, changes): &Try, change: Change) -> (Try, OptionSet) {
    ((preset.clone(), [&changes[..], &[change]].concat()), seeker.place(change.decl))
}

/// True if these rules change what is found in one of these hands.
fn moves(
    seeker: &Seeker<'_>,
    rules: &Try,
    option: OptionSet,
    probes: &[Option<usize>],
    looks: &[HandFindings],
) -> Option<bool> {
    for (&hand, look) in probes.iter().zip(looks) {
        if !look.due.asked.and(option).is_empty() && HandFindings::of(seeker, rules, hand)?.found != look.found {
            return Some(true);
        }
    }
    Some(false)
}

/// The result of some rules in one hand.
struct HandFindings {
    /// Every finding with its computed value, and the next dealer.
    found: (Vec<(Key, Option<String>)>, Option<Seat>),
    due: Due,
}

impl HandFindings {
    /// Audits one hand, or the match if `hand` is `None`. Returns `None` if the budget is spent.
    fn of(seeker: &Seeker<'_>, (preset, changes): &Try, hand: Option<usize>) -> Option<HandFindings> {
        let rules = seeker.rules(preset.as_ref(), changes);
        let audit = seeker.tried(&rules, hand.map_or(Scope::All, Scope::Hand), &|_| true)?;
        let found = audit.findings.iter().map(|finding| (key(finding), finding.computed.clone())).collect();
        let next = audit.hands.last().and_then(|(_, audited)| audited.next).map(|next| next.seat);
        let due = Due::of(seeker, &audit, hand, rules.rules.asked().take());
        Some(HandFindings { found: (found, next), due })
    }
}

/// Returns the explanation by these rules if the evidence suffices.
fn accepted(seeker: &Seeker<'_>, house: &House, wrong: &[usize]) -> Option<Explanation> {
    let House { rules: (preset, changes), audit, left } = house;
    let explained: Vec<usize> = wrong.iter().filter(|hand| !left.contains(hand)).copied().collect();
    if left.len() > most_left(wrong.len()) {
        return None;
    }
    let result = |hand: usize| seeker.log.hands.get(hand)?.result.as_ref();
    let fits = |&hand: &usize| {
        let (declared, under) = (seeker.audit.hands.get(hand), audit.hands.get(hand));
        let both = declared.zip(under);
        both.map_or(Fit::Same, |((_, declared), (_, under))| fit(result(hand), declared, under))
    };
    let fits: Vec<Fit> = left.iter().map(fits).collect();
    // Beside one hand that stays wrong, two hands may be chance: that hand has to speak too, or the rule is only possible.
    let speaks = fits == [Fit::Better];
    let enough = if left.len() == 1 { 2 } else { left.len().saturating_mul(3).max(3) };
    if fits.contains(&Fit::Worse) || explained.len() < enough {
        return None;
    }
    let shown = explained.len().saturating_add(usize::from(speaks)) > 2;
    for change in changes.iter().filter(|_| changes.len() > 1) {
        let rest: Vec<Change> = changes.iter().filter(|other| other.decl.id != change.decl.id).copied().collect();
        let without = seeker.tried(&seeker.rules(preset.as_ref(), &rest), Scope::All, &|_| true)?;
        let wrong_without = wrong_hands(seeker, &without)?;
        if explained.iter().filter(|hand| wrong_without.contains(hand)).count() < 2 {
            return None;
        }
    }
    let gone = |finding: &Finding| may_go(finding) && finding.hand.is_some_and(|hand| explained.contains(&hand));
    let findings = seeker.audit.findings.iter().enumerate();
    let explains = findings.filter(|(_, finding)| gone(finding)).map(|(at, _)| at).collect();
    let permits = changes.iter().any(Change::permits);
    let evidence = Evidence { shown, ..Wrong::of(seeker.log, seeker.audit, gone).evidence(permits) };
    // In the order of the rule book.
    let mut changes = changes.clone();
    changes.sort_by_key(|change| seeker.place(change.decl));
    Some(Explanation { preset: preset.clone(), changes, explains, evidence, exceptions: left.clone() })
}

/// The claimed money of a hand by some rules, compared with that by the declared ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Fewer payments are wrong.
    Better,
    /// The rules give the same.
    Same,
    /// As many payments are wrong, or more.
    Worse,
}

fn fit(claimed: Option<&HandResult>, declared: &Audited, under: &Audited) -> Fit {
    let Some(claimed) = claimed else { return Fit::Same };
    if declared.ledger.net() == under.ledger.net() {
        return Fit::Same;
    }
    let wrong = |audited: &Audited| match (&claimed.payments, claimed.deltas) {
        (Some(payments), _) => net(payments).differs(&audited.ledger.net()).len(),
        (None, Some(deltas)) => deltas.differs(&audited.gains()),
        (None, None) => 0,
    };
    if wrong(under) < wrong(declared) { Fit::Better } else { Fit::Worse }
}

/// Replaces the audit by that under the rules of an explanation with exceptions: first what stays wrong under them, then
/// the findings that they explain. The hands that they explain keep the payments of the declared rules. All
/// `explanations` explain the same findings.
pub(super) fn judged(seeker: &Seeker<'_>, explanations: &mut [Explanation]) -> Option<Audit> {
    let first = explanations.first()?;
    let rules = seeker.rules(first.preset.as_ref(), &first.changes);
    let mut audit = audit_with(
        seeker.log,
        &People::of(seeker.log),
        &rules,
        Scope::All,
        Limit::most(seeker.log, seeker.meter),
        None,
        seeker.meter,
    );
    let declared = &seeker.audit.findings;
    let mut places = BTreeMap::new();
    for (at, finding) in declared.iter().enumerate() {
        let root = root(declared, at);
        if !first.explains.contains(&root) {
            continue;
        }
        places.insert(at, audit.findings.len());
        let because = finding.because.and_then(|because| places.get(&because.0)).or(places.get(&root));
        let because = because.filter(|_| at != root).map(|&at| FindingIdx(at));
        audit.findings.push(Finding { because, ..finding.clone() });
    }
    for explanation in explanations.iter_mut() {
        explanation.explains = explanation.explains.iter().filter_map(|at| places.get(at).copied()).collect();
    }
    let exceptions = explanations.first().map(|first| &first.exceptions)?;
    for (hand, (under, declared)) in audit.hands.iter_mut().zip(&seeker.audit.hands).enumerate() {
        if !exceptions.contains(&hand) {
            *under = declared.clone();
        }
    }
    audit.coverage = seeker.audit.coverage.clone();
    Some(audit)
}
