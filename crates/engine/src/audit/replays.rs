//! A cache of replays: rule sets that agree in every option that a replay read share this replay.

use super::{Audited, Dealt, Finding};
use crate::replay::{
    Assumed, Before, Checkpoint, InferredExchange, MOST_SLIP_WORK, Replayed, checkpoints_without, replay_assuming,
    resume, without_slips,
};
use crate::rules::{OptionSet, Rules, Ruleset};
use caipan_log::HandLog;
use std::cell::RefCell;
use std::sync::Arc;

/// A replayed hand, with the options that the replay depends on.
#[derive(Clone, Debug)]
pub(super) struct SharedReplay {
    /// The replay.
    pub replayed: Arc<Replayed>,
    /// The options that the replay read.
    pub asked: OptionSet,
}

/// The cached replays of a match: all hands under the declared rules, and one hand under other rules.
pub(super) struct Replays<'a> {
    declared: &'a [(Before, Audited)],
    /// The hand whose replays are all cached.
    kept: Option<usize>,
    /// The checkpoints of that hand under the declared rules.
    checkpoints: Vec<Checkpoint<'a>>,
    others: RefCell<Vec<Other>>,
}

/// A replay of that hand under other rules.
struct Other {
    under: Differing,
    before: Before,
    known: SharedReplay,
}

/// The difference between rules and the declared ones: the options, and their values by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Differing {
    /// The options that differ.
    pub options: OptionSet,
    values: Vec<(usize, crate::rules::Value)>,
}

impl Differing {
    /// Returns how a rule set differs from another of the same system.
    pub(super) fn of(rules: &Ruleset, declared: &Ruleset) -> Differing {
        let both = rules.choices.values().iter().zip(declared.choices.values()).enumerate();
        let values: Vec<_> =
            both.filter(|(_, (one, other))| one != other).map(|(place, (&value, _))| (place, value)).collect();
        let options = values.iter().fold(OptionSet::default(), |set, &(place, _)| set.or(OptionSet::of(place)));
        Differing { options, values }
    }

    /// True if both have the same values for these options.
    fn agrees(&self, other: &Differing, asked: OptionSet) -> bool {
        let value =
            |of: &Differing, at: usize| of.values.iter().find(|(place, _)| *place == at).map(|&(_, value)| value);
        asked.and(self.options.or(other.options)).places().all(|place| value(self, place) == value(other, place))
    }
}

impl<'a> Replays<'a> {
    /// Prepares the cache for an audit under the declared rules.
    pub(super) fn of(
        rules: &'a dyn Rules,
        hands: &[HandLog],
        declared: &'a [(Before, Audited)],
        kept: Option<usize>,
    ) -> Replays<'a> {
        let both = kept.and_then(|at| Some((hands.get(at)?, declared.get(at)?.0)));
        let slip = kept.and_then(|at| declared.get(at)?.1.replayed.slip);
        let checkpoints = both.map_or_else(Vec::new, |(hand, before)| checkpoints_without(slip, rules, hand, before));
        Replays { declared, kept, checkpoints, others: RefCell::default() }
    }

    /// Returns the exchange that the log leaves out in a hand, as the play shows it.
    pub(super) fn exchange(&self, hand: usize) -> Option<InferredExchange> {
        self.declared.get(hand)?.0.exchange
    }

    /// Replays the cached hand from the last checkpoint before the rules differ.
    fn taken_up(&self, dealt: &Dealt<'_>, under: &Differing) -> Option<Replayed> {
        let (declared, _) = self.declared.get(dealt.index)?;
        let same = self.kept == Some(dealt.index) && *declared == dealt.before;
        if same { resume(&self.checkpoints, dealt.rules, under.options, dealt.hand) } else { None }
    }

    fn known(&self, hand: usize, before: Before, under: &Differing) -> Option<SharedReplay> {
        if let Some((its, audited)) = self.declared.get(hand)
            && *its == before
            && audited.asked.and(under.options).is_empty()
        {
            return Some(SharedReplay { replayed: audited.replayed.clone(), asked: audited.asked });
        }
        if self.kept != Some(hand) {
            return None;
        }
        let others = self.others.borrow();
        let same = |other: &&Other| other.before == before && other.under.agrees(under, other.known.asked);
        others.iter().find(same).map(|other| other.known.clone())
    }

    fn keep(&self, hand: usize, before: Before, under: &Differing, known: &SharedReplay) {
        if self.kept == Some(hand) {
            self.others.borrow_mut().push(Other { under: under.clone(), before, known: known.clone() });
        }
    }
}

/// Other rules that are tried on a match, with the replays that they may reuse.
#[derive(Clone, Copy)]
pub(super) struct Tried<'a> {
    /// The cached replays.
    pub replays: &'a Replays<'a>,
    /// The differences of the rules from the declared ones.
    pub under: &'a Differing,
    /// Returns false if a finding rules these rules out; the rest of the hand is then skipped.
    pub hopeful: &'a dyn Fn(&Finding) -> bool,
}

impl Dealt<'_> {
    /// True if these rules are tried and already ruled out.
    pub(super) fn is_hopeless(&self, findings: &[Finding]) -> bool {
        self.tried.is_some_and(|tried| !findings.iter().all(tried.hopeful))
    }

    /// Returns the replay of this hand, from the cache if possible.
    pub(super) fn replay(&self) -> SharedReplay {
        let Dealt { rules, hand, before, index, tried, stands, .. } = *self;
        if let Some(known) = tried.and_then(|tried| tried.replays.known(index, before, tried.under)) {
            rules.asked().note(known.asked);
            return known;
        }
        self.meter.spend(hand.events.len());
        let earlier = rules.asked().take();
        let replayed = match tried.and_then(|tried| tried.replays.taken_up(self, tried.under)) {
            Some(taken_up) => Arc::new(taken_up),
            None => {
                // A slip of the record is one under all rules.
                let slip = tried.and_then(|tried| tried.replays.declared.get(index)?.1.replayed.slip);
                let assumed = Assumed { forced: stands.cloned(), slip };
                let replayed = replay_assuming(rules, hand, before, assumed, |_, _| ());
                let is_known = tried.is_some() || stands.is_some();
                Arc::new(if is_known { replayed } else { self.without_slips(replayed) })
            }
        };
        let asked = rules.asked().take();
        rules.asked().note(earlier.or(asked));
        let known = SharedReplay { replayed, asked };
        if let Some(tried) = tried {
            tried.replays.keep(index, before, tried.under, &known);
        }
        known
    }

    /// Returns the replay without the slip of the record that explains its breaches, if there is one.
    fn without_slips(&self, replayed: Replayed) -> Replayed {
        let spend = |events: usize| {
            self.slip_work.set(self.slip_work.get().saturating_add(events));
            self.meter.spend(events) && self.slip_work.get() <= MOST_SLIP_WORK
        };
        without_slips(self.rules, self.hand, self.before, &replayed, spend).unwrap_or(replayed)
    }
}
