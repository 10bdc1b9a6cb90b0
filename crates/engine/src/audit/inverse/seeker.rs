//! Tries rule sets on a match within a budget counted in replays, so that the result is the same on every machine.

use super::evidence::Wrong;
use super::solving::Due;
use super::{Change, Explanation, MOST, Searched, counts, may_go, must_go};
use crate::audit::allowance::allowance;
use crate::audit::check::{About, Kind};
use crate::audit::checks::course;
use crate::audit::finding::Finding;
use crate::audit::hypotheses::Limit;
use crate::audit::replays::{Differing, Replays, Tried};
use crate::audit::{Audit, Scope, audit_with};
use crate::meter::Meter;
use crate::rules::house_presets::starts;
use crate::rules::{Decl, OptionSet, Ruleset, Search, Start, Value};
use caipan_log::{GameLog, People};
use std::cell::{Cell, RefCell};

/// Maximum replays of a search for rules that explain every hand: a base, and an amount for each hand of the match.
const BUDGET: (usize, usize) = (1000, 10);

/// The replays added to it for a search that allows exceptions, which reads most rule sets over the whole match.
const BUDGET_WITH_EXCEPTIONS: (usize, usize) = (1000, 40);

/// The values of the same options that are kept among the explanations of a search when others explain as much.
const VALUES: usize = 2;

/// Another preset to start from, if any, and the options to change.
pub(super) type Try = (Option<Start>, Vec<Change>);

/// The result of a rule set in the first hand, where most changes already fail.
#[derive(Clone)]
pub(super) struct FirstHand {
    /// Every finding with its computed value.
    pub found: Vec<(Key, Option<String>)>,
    /// True if nothing is wrong except findings that may remain.
    pub clean: bool,
    /// The amounts due in it.
    pub due: Due,
}

impl FirstHand {
    /// True if the result depends on this option.
    pub(super) fn asks(&self, option: OptionSet) -> bool {
        !self.due.asked.and(option).is_empty()
    }
}

/// The identity of a finding across rule sets.
pub(super) type Key = (&'static str, Option<usize>, Option<usize>, Option<caipan_tiles::tile::Seat>);

pub(super) struct Seeker<'a> {
    pub log: &'a GameLog,
    pub ruleset: &'a Ruleset,
    pub audit: &'a Audit,
    /// Findings that may remain under other rules, sorted: other faults, and what could not be checked under the
    /// declared rules.
    fixed: Vec<Key>,
    /// The fault to begin with: its hand is tried first.
    first: &'a Finding,
    /// The faults under the declared rules.
    pub base: Wrong,
    people: People,
    /// Replays shared by the rule sets tried.
    replays: Replays<'a>,
    searched: RefCell<Searched>,
    budget: Cell<usize>,
    /// The work of the audit at which the search ends.
    until: Cell<u64>,
    pub meter: &'a Meter<'a>,
}

impl<'a> Seeker<'a> {
    /// Prepares a search. `None` if there is nothing that other rules could make right.
    pub(super) fn new(
        log: &'a GameLog,
        ruleset: &'a Ruleset,
        audit: &'a Audit,
        meter: &'a Meter<'a>,
    ) -> Option<Seeker<'a>> {
        if meter.is_stopped() {
            return None;
        }
        let findings = || audit.findings.iter();
        let first = findings().find(|finding| must_go(finding)).or(findings().find(|finding| may_go(finding)))?;
        let stays = |finding: &&Finding| finding.is_fault() && !must_go(finding) || finding.kind == Kind::Unverifiable;
        let mut fixed: Vec<Key> = findings().filter(stays).map(key).collect();
        fixed.sort_unstable();
        let searched = RefCell::default();
        let budget = Cell::new(replays(BUDGET, log));
        let until = Cell::new(meter.work().saturating_add(allowance(log)));
        let base = Wrong::of(log, audit, may_go);
        let replays = Replays::of(ruleset.rules.as_ref(), &log.hands, &audit.hands, tried_first(first));
        Some(Seeker {
            log,
            ruleset,
            audit,
            fixed,
            first,
            base,
            people: People::of(log),
            replays,
            searched,
            budget,
            until,
            meter,
        })
    }

    /// Returns the number of findings that could be explained.
    pub(super) fn open(&self) -> usize {
        self.audit.findings.iter().filter(|finding| may_go(finding)).count()
    }

    /// Returns the statistics of the search so far.
    pub(super) fn searched(&self) -> Searched {
        self.searched.borrow().clone()
    }

    /// Returns the options that are tried. A breach in a single hand says nothing about other options, so only the
    /// options that a finding names are tried then.
    pub(super) fn options(&self) -> impl Iterator<Item = &'static Decl> {
        let options: &'static [Decl] = (self.ruleset.system.options)();
        let open = || self.audit.findings.iter().filter(|finding| may_go(finding));
        let one_breach = self.base.hands() < 2 && open().any(|finding| finding.check.about == About::Play);
        let named = move |decl: &&Decl| !one_breach || open().any(|finding| finding.option == Some(decl.id));
        options.iter().filter(|decl| decl.search != Search::Never).filter(named)
    }

    /// Returns the options with their other values, except numbers that only a claim can tell.
    pub(super) fn singles(&self) -> Vec<Change> {
        let from = |decl: &Decl| self.ruleset.choices.get(decl.id).unwrap_or(decl.default);
        let changes =
            self.options().flat_map(|decl| decl.others(from(decl)).into_iter().map(move |to| self.change(decl, to)));
        changes.filter(|&change| !self.rules(None, &[change]).contradicts_itself()).collect()
    }

    /// Returns the change of an option to this value.
    pub(super) fn change(&self, decl: &'static Decl, to: Value) -> Change {
        Change { decl, from: self.ruleset.choices.get(decl.id).unwrap_or(decl.default), to }
    }

    /// True if the change sets a number freely, or makes numbers count that are set freely: with such a price list nearly
    /// any amounts are right.
    pub(super) fn is_free(&self, change: Change) -> bool {
        let frees = |decl: &'static Decl| {
            let Some(range) = decl.wide() else { return false };
            let most = self.change(decl, Value::Number(*range.end()));
            self.rules(None, &[most]).contradicts_itself() && !self.rules(None, &[change, most]).contradicts_itself()
        };
        change.decl.wide().is_some() || change.is_solved() || (self.ruleset.system.options)().iter().any(frees)
    }

    /// Returns every other preset that the log could have named.
    pub(super) fn presets(&self) -> Vec<Start> {
        let mut all = starts(self.ruleset.system, &self.log.rules);
        all.retain(|start| start.id() != self.ruleset.id());
        all
    }

    /// Returns an option as a set.
    pub(super) fn place(&self, decl: &Decl) -> OptionSet {
        let place = (self.ruleset.system.options)().iter().position(|other| other.id == decl.id);
        place.map_or(OptionSet::default(), OptionSet::of)
    }

    /// Audits the first hand under some rules. `None` if the budget is spent.
    pub(super) fn first_look(&self, (preset, changes): &Try) -> Option<FirstHand> {
        let rules = self.rules(preset.as_ref(), changes);
        let scope = self.first_hand().map_or(Scope::All, Scope::Hand);
        let audit = self.tried(&rules, scope, &|finding| !self.is_wrong(finding))?;
        let due = Due::of(self, &audit, self.first_hand(), rules.rules.asked().take());
        let first = key(self.first);
        let is_first = |code: &str| self.first.check.code == code;
        let mut found: Vec<_> = audit.findings.iter().map(|finding| (key(finding), finding.computed.clone())).collect();
        let right = if is_first(course::DEALER.code) || is_first(course::NEXT_DEALER.code) {
            let next = audit.hands.last().and_then(|(_, audited)| audited.next).map(|next| next.seat.to_string());
            let right = next.is_none() || next == self.first.claimed;
            found.push((first, next));
            right
        } else {
            found.iter().all(|&(found, _)| found != first)
        };
        Some(FirstHand { clean: right && self.is_clean(&audit.findings), found, due })
    }

    /// Returns the hand to try first; `None` if the fault is not about a hand.
    pub(super) fn first_hand(&self) -> Option<usize> {
        tried_first(self.first)
    }

    /// Returns the options read over the match, hand by hand as long as the hands are clean. `None` if the budget is
    /// spent.
    pub(super) fn asked_in_match(&self, (preset, changes): &Try) -> Option<OptionSet> {
        let rules = self.rules(preset.as_ref(), changes);
        let clean = |finding: &Finding| !self.is_wrong(finding);
        self.tried(&rules, Scope::While(&clean), &clean)?;
        Some(rules.rules.asked().take())
    }

    /// True if the first hand is clean under this change.
    pub(super) fn is_hopeful(&self, one: &Try) -> bool {
        self.first_look(one).is_some_and(|look| look.clean)
    }

    /// Returns the explanations among some changes, each of which must leave the first hand clean.
    pub(super) fn explaining(&self, tries: impl Iterator<Item = Try>) -> Vec<Explanation> {
        let options = |changes: &[Change]| changes.iter().map(|change| change.decl.id).collect::<Vec<_>>();
        let mut explaining: Vec<Explanation> = Vec::new();
        for (preset, changes) in tries.take_while(|_| !self.searched.borrow().cut_off) {
            let values =
                |of: &[Change]| explaining.iter().filter(|other| options(&other.changes) == options(of)).count();
            let is_full = explaining.len() == MOST;
            // Where an option explains all with any value, its last values make room for other options.
            let crowding = explaining.iter().rposition(|one| values(&one.changes) > VALUES);
            if is_full && crowding.is_none() {
                break;
            }
            if is_full && values(&changes) > 0 {
                continue;
            }
            if let Some(found) = self.explanation(preset, changes) {
                if let Some(last) = crowding.filter(|_| is_full) {
                    explaining.remove(last);
                }
                explaining.push(found);
            }
        }
        explaining
    }

    fn explanation(&self, preset: Option<Start>, changes: Vec<Change>) -> Option<Explanation> {
        if self.rules(preset.as_ref(), &changes).contradicts_itself() {
            return None;
        }
        let clean = |finding: &Finding| !self.is_wrong(finding);
        let right = self.tried(&self.rules(preset.as_ref(), &changes), Scope::While(&clean), &clean)?;
        if !self.is_clean(&right.findings) {
            return None;
        }
        let mut left: Vec<Key> = right.findings.iter().filter(|finding| finding.is_fault()).map(key).collect();
        left.sort_unstable();
        let gone = |finding: &Finding| may_go(finding) && left.binary_search(&key(finding)).is_err();
        let explains: Vec<usize> =
            self.audit.findings.iter().enumerate().filter(|(_, finding)| gone(finding)).map(|(at, _)| at).collect();
        if explains.is_empty() {
            return None;
        }
        let wrong = Wrong::of(self.log, self.audit, gone);
        let mut evidence = wrong.evidence(changes.iter().any(Change::permits));
        if changes.len() > 1 {
            // Each option of a pair needs evidence of its own: the faults that remain without it.
            for change in &changes {
                let rest: Vec<Change> =
                    changes.iter().filter(|other| other.decl.id != change.decl.id).copied().collect();
                let without = self.tried(&self.rules(preset.as_ref(), &rest), Scope::All, &|_| true)?;
                let share = Wrong::of(self.log, &without, gone);
                if share.hands() == 0 {
                    return None;
                }
                evidence.shown &= share.is_shown(change.permits());
            }
        }
        // A number that no house is known to use fits any one amount.
        let is_solved = changes.iter().any(Change::is_solved);
        evidence.shown &= !(is_solved && wrong.repeats_one_amount());
        let is_told = evidence.shown || !is_solved || wrong.hands() > 1;
        is_told.then_some(Explanation { preset, changes, explains, evidence, exceptions: Vec::new() })
    }

    /// Allows the replays of a search with exceptions beyond those spent so far.
    pub(super) fn allow_exceptions(&self) {
        self.budget.set(self.searched.borrow().replays.saturating_add(replays(BUDGET_WITH_EXCEPTIONS, self.log)));
        self.until.set(self.meter.work().saturating_add(allowance(self.log)));
    }

    /// Returns the changed rules.
    pub(super) fn rules(&self, preset: Option<&Start>, changes: &[Change]) -> Ruleset {
        self.ruleset.changed(preset, changes.iter().map(|change| (change.decl.id, change.to)))
    }

    /// Audits under some rules. A hand with a finding for which `hopeful` is false is not audited further. `None` if the budget
    /// is spent; the search is then marked as cut off.
    pub(super) fn tried(&self, rules: &Ruleset, scope: Scope<'_>, hopeful: &dyn Fn(&Finding) -> bool) -> Option<Audit> {
        let mut searched = self.searched.borrow_mut();
        if searched.replays >= self.budget.get() || self.is_spent() || !self.meter.spend(1) {
            searched.cut_off = true;
            return None;
        }
        let under = Differing::of(rules, self.ruleset);
        let tried = Tried { replays: &self.replays, under: &under, hopeful };
        let audit = audit_with(
            self.log,
            &self.people,
            rules,
            scope,
            Limit::FEW.until(self.until.get()),
            Some(tried),
            self.meter,
        );
        searched.tried += 1;
        searched.replays += match scope {
            // The floor of this hand follows from the hands before it, which are replayed too.
            Scope::Hand(only) if rules.rules.floors().is_some() => only + 1,
            Scope::Hand(_) => 1,
            Scope::All | Scope::Letting(_) | Scope::While(_) => audit.hands.len(),
        };
        // Beyond the limit hypotheses were left out.
        searched.cut_off |= self.is_spent();
        (!self.is_spent()).then_some(audit)
    }

    /// True if the work allowed is done.
    fn is_spent(&self) -> bool {
        self.meter.work() >= self.until.get()
    }

    /// True if all findings that speak against these rules may remain. This includes claims that can no longer be
    /// checked, so rules that make a claim uncheckable explain nothing.
    fn is_clean(&self, findings: &[Finding]) -> bool {
        !findings.iter().any(|finding| self.is_wrong(finding))
    }

    /// True if this finding speaks against the rules under which it was found.
    pub(super) fn is_wrong(&self, finding: &Finding) -> bool {
        counts(finding) && self.fixed.binary_search(&key(finding)).is_err()
    }
}

/// Returns the hand to try first: that of the finding, or the one before it if the finding is about the dealer of a
/// hand.
pub(super) fn tried_first(first: &Finding) -> Option<usize> {
    let before = first.check.code == course::DEALER.code;
    first.hand.map(|hand| hand.saturating_sub(usize::from(before)))
}

pub(super) fn key(finding: &Finding) -> Key {
    (finding.check.code, finding.hand, finding.event, finding.seat)
}

fn replays((base, a_hand): (usize, usize), log: &GameLog) -> usize {
    base.saturating_add(a_hand.saturating_mul(log.hands.len()))
}
