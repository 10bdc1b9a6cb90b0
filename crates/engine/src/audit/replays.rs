//! Replays used again: under two rule sets that agree in every option a replay asked, it is the same replay.

use super::{Audited, Dealt, Finding};
use crate::replay::{Before, Checkpoint, Replayed, checkpoints, replay_with, resume};
use crate::rules::{OptionSet, Rules, Ruleset};
use caipan_log::HandLog;
use std::cell::RefCell;
use std::sync::Arc;

/// A hand as replayed, and what the replay rests on.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The replay.
    pub replayed: Arc<Replayed>,
    /// The options that it asked.
    pub asked: OptionSet,
}

/// The replays of a match that are kept: those under the declared rules, and of one hand those under others.
pub(super) struct Replays<'a> {
    declared: &'a [(Before, Audited)],
    /// The hand of which all are kept.
    kept: Option<usize>,
    /// That hand under the declared rules, stage by stage.
    checkpoints: Vec<Checkpoint<'a>>,
    others: RefCell<Vec<Other>>,
}

/// A replay of that hand under other rules.
struct Other {
    under: Differing,
    before: Before,
    known: Known,
}

/// How rules differ from those declared: the options, and their values by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Differing {
    /// Which differ.
    pub options: OptionSet,
    values: Vec<(usize, crate::rules::Value)>,
}

impl Differing {
    /// How some rules differ from others of the same system.
    pub(super) fn of(rules: &Ruleset, declared: &Ruleset) -> Differing {
        let both = rules.choices.values().iter().zip(declared.choices.values()).enumerate();
        let values: Vec<_> =
            both.filter(|(_, (one, other))| one != other).map(|(place, (&value, _))| (place, value)).collect();
        let options = values.iter().fold(OptionSet::default(), |set, &(place, _)| set.or(OptionSet::of(place)));
        Differing { options, values }
    }

    /// Whether both agree in these options.
    fn agrees(&self, other: &Differing, asked: OptionSet) -> bool {
        let value =
            |of: &Differing, at: usize| of.values.iter().find(|(place, _)| *place == at).map(|&(_, value)| value);
        asked.and(self.options.or(other.options)).places().all(|place| value(self, place) == value(other, place))
    }
}

impl<'a> Replays<'a> {
    /// Those of an audit under the declared rules.
    pub(super) fn of(
        rules: &'a dyn Rules,
        hands: &[HandLog],
        declared: &'a [(Before, Audited)],
        kept: Option<usize>,
    ) -> Replays<'a> {
        let both = kept.and_then(|at| Some((hands.get(at)?, declared.get(at)?.0)));
        let checkpoints = both.map_or_else(Vec::new, |(hand, before)| checkpoints(rules, hand, before));
        Replays { declared, kept, checkpoints, others: RefCell::default() }
    }

    /// The replay of the hand that is kept, taken up where the rules first differ.
    fn taken_up(&self, dealt: &Dealt<'_>, under: &Differing) -> Option<Replayed> {
        let (declared, _) = self.declared.get(dealt.index)?;
        let same = self.kept == Some(dealt.index) && *declared == dealt.before;
        if same { resume(&self.checkpoints, dealt.rules, under.options, dealt.hand) } else { None }
    }

    fn known(&self, hand: usize, before: Before, under: &Differing) -> Option<Known> {
        if let Some((its, audited)) = self.declared.get(hand)
            && *its == before
            && audited.asked.and(under.options).is_empty()
        {
            return Some(Known { replayed: audited.replayed.clone(), asked: audited.asked });
        }
        if self.kept != Some(hand) {
            return None;
        }
        let others = self.others.borrow();
        let same = |other: &&Other| other.before == before && other.under.agrees(under, other.known.asked);
        others.iter().find(same).map(|other| other.known.clone())
    }

    fn keep(&self, hand: usize, before: Before, under: &Differing, known: &Known) {
        if self.kept == Some(hand) {
            self.others.borrow_mut().push(Other { under: under.clone(), before, known: known.clone() });
        }
    }
}

/// Other rules that are tried on a match, with the replays that they may use again.
#[derive(Clone, Copy)]
pub(super) struct Tried<'a> {
    /// Those kept.
    pub replays: &'a Replays<'a>,
    /// How the rules differ from those declared.
    pub under: &'a Differing,
    /// Whether what was found so far leaves hope: where it does not, nobody asks what else is wrong.
    pub hopeful: &'a dyn Fn(&[Finding]) -> bool,
}

impl Dealt<'_> {
    /// Whether these rules explain nothing, whatever else is found.
    pub(super) fn is_hopeless(&self, findings: &[Finding]) -> bool {
        self.tried.is_some_and(|tried| !(tried.hopeful)(findings))
    }

    /// The replay of this hand: one that is known, or a new one.
    pub(super) fn replay(&self) -> Known {
        let Dealt { rules, hand, before, index, tried, stands, .. } = *self;
        if let Some(known) = tried.and_then(|tried| tried.replays.known(index, before, tried.under)) {
            rules.asked().note(known.asked);
            return known;
        }
        let earlier = rules.asked().take();
        let replayed = match tried.and_then(|tried| tried.replays.taken_up(self, tried.under)) {
            Some(taken_up) => Arc::new(taken_up),
            None => Arc::new(replay_with(rules, hand, before, stands.cloned(), |_, _| ())),
        };
        let asked = rules.asked().take();
        rules.asked().note(earlier.or(asked));
        let known = Known { replayed, asked };
        if let Some(tried) = tried {
            tried.replays.keep(index, before, tried.under, &known);
        }
        known
    }
}
