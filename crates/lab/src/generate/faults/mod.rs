//! Injects one labelled fault into a clean log, as a broken client or a cheating player would write it.
//!
//! The label states what an audit must find: one primary finding with the label's code, hand, event and seat.
//! Everything else that is then wrong in the log is a consequence of it.

/// Declares the kinds of fault of one block.
macro_rules! block {
    ($($code:literal $name:literal $commit:ident;)+) => {
        /// The kinds of this block.
        pub const KINDS: &[crate::generate::faults::Kind] =
            &[$(crate::generate::faults::Kind { name: $name, code: $code, commit: $commit }),+];
    };
}

mod bugs;
mod causes;
mod chickens;
mod claims;
mod course;
mod deal;
mod discards;
mod foreign;
mod houses;
mod kongs;
mod log;
mod missing;
mod money;
mod offers;
mod openings;
mod patterns;
mod scene;
mod slips;
mod stakes;
mod wilds;
mod wins;

pub use causes::{CAUSES, causes_of};

use super::Rng;
use caipan_engine::audit::Finding;
use caipan_engine::rules::Ruleset;
use caipan_log::GameLog;
use caipan_tiles::tile::Seat;
use scene::{Place, Scene, Watched};

/// A kind of fault.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name, for people.
    pub name: &'static str,
    /// The code of the check that must find it.
    pub code: &'static str,
    /// Injects it into the scene. Returns `None` if it does not fit this hand.
    commit: fn(&mut Scene<'_>) -> Option<Place>,
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kind({} {})", self.code, self.name)
    }
}

/// The label of a fault: the finding that an audit must report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the kind.
    pub name: &'static str,
    /// The code of the check that must find it.
    pub code: &'static str,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event, if the fault concerns one.
    pub event: Option<usize>,
    /// The seat that it concerns, if any.
    pub seat: Option<Seat>,
    /// The option under which everything would be right. The finding is then a variant, or a fault if one hand is too
    /// little evidence.
    pub option: Option<&'static str>,
}

impl Fault {
    /// True if this finding is the fault: the same code, hand, event and seat.
    pub fn is(&self, found: &Finding) -> bool {
        let place = (found.hand, found.event, found.seat);
        found.check.code == self.code && place == (Some(self.hand), self.event, self.seat)
    }
}

/// All kinds of fault.
pub fn kinds() -> impl Iterator<Item = Kind> {
    [
        log::KINDS,
        deal::KINDS,
        foreign::KINDS,
        discards::KINDS,
        claims::KINDS,
        kongs::KINDS,
        wins::KINDS,
        openings::KINDS,
        patterns::KINDS,
        money::KINDS,
        course::KINDS,
        chickens::KINDS,
        bugs::KINDS,
        houses::KINDS,
        wilds::KINDS,
        stakes::KINDS,
        missing::KINDS,
        slips::KINDS,
        offers::KINDS,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// A clean match, replayed once, into which faults are injected one at a time.
#[derive(Debug)]
pub struct Stage<'a> {
    ruleset: &'a Ruleset,
    log: &'a GameLog,
    hands: Vec<Watched>,
}

impl<'a> Stage<'a> {
    /// Replays a clean match.
    pub fn of(ruleset: &'a Ruleset, log: &'a GameLog) -> Stage<'a> {
        Stage { ruleset, log, hands: Watched::all(ruleset.rules.as_ref(), log) }
    }

    /// Injects a fault of this kind into any hand that it fits.
    pub fn inject(&self, kind: Kind, chance: &mut Rng) -> Option<(Fault, GameLog)> {
        let mut hands: Vec<usize> = (0..self.hands.len()).collect();
        chance.shuffle(&mut hands);
        hands.into_iter().find_map(|hand| self.inject_in(kind, hand, chance))
    }

    /// Injects a fault of this kind into this hand.
    pub fn inject_in(&self, kind: Kind, hand: usize, chance: &mut Rng) -> Option<(Fault, GameLog)> {
        let watched = self.hands.get(hand)?;
        let mut scene = Scene::of(self.ruleset, self.log, hand, watched, Rng::new(chance.draw()))?;
        let place = (kind.commit)(&mut scene)?;
        let hand = place.hand.unwrap_or(hand);
        let Place { event, seat, option, .. } = place;
        let fault = Fault { name: kind.name, code: kind.code, hand, event, seat, option };
        Some((fault, scene.into_log()))
    }
}

/// Injects a fault of this kind into a clean match, in any hand that it fits.
pub fn inject(ruleset: &Ruleset, log: &GameLog, kind: Kind, chance: &mut Rng) -> Option<(Fault, GameLog)> {
    Stage::of(ruleset, log).inject(kind, chance)
}
