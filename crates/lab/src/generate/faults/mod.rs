//! One labelled fault in a clean log: what a broken client or a cheating player would have written.
//!
//! Whoever checks an audit against these knows what must be found, and where: one primary finding with the label's code,
//! seat and event; everything else that the log then says wrongly follows from it.

/// Declares the kinds of one block.
macro_rules! block {
    ($($code:literal $name:literal $commit:ident;)+) => {
        /// The kinds of this block.
        pub const KINDS: &[crate::generate::faults::Kind] =
            &[$(crate::generate::faults::Kind { name: $name, code: $code, commit: $commit }),+];
    };
}

mod bugs;
mod chickens;
mod claims;
mod course;
mod deal;
mod discards;
mod foreign;
mod houses;
mod kongs;
mod log;
mod money;
mod openings;
mod patterns;
mod scene;
mod stakes;
mod wilds;
mod wins;

use super::Chance;
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
    /// Puts it into the scene; `None` where this hand has no place for it.
    commit: fn(&mut Scene<'_>) -> Option<Place>,
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kind({} {})", self.code, self.name)
    }
}

/// The label of a fault: what must be found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind's name.
    pub name: &'static str,
    /// The code of the check that must find it.
    pub code: &'static str,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event, where it is one event's.
    pub event: Option<usize>,
    /// The seat it concerns, where it concerns one.
    pub seat: Option<Seat>,
    /// The house rule under which everything would be right: what is found is then a variant, or a fault where one hand is
    /// too little to tell it from a mistake.
    pub option: Option<&'static str>,
}

impl Fault {
    /// Whether this finding is the fault: its code, hand, event and seat.
    pub fn is(&self, found: &Finding) -> bool {
        let place = (found.hand, found.event, found.seat);
        found.check.code == self.code && place == (Some(self.hand), self.event, self.seat)
    }
}

/// Every kind of fault, by code.
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
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// A clean match, watched once, into which faults are put one at a time.
#[derive(Debug)]
pub struct Stage<'a> {
    ruleset: &'a Ruleset,
    log: &'a GameLog,
    hands: Vec<Watched>,
}

impl<'a> Stage<'a> {
    /// The stage of a clean match.
    pub fn of(ruleset: &'a Ruleset, log: &'a GameLog) -> Stage<'a> {
        Stage { ruleset, log, hands: Watched::all(ruleset.rules.as_ref(), log) }
    }

    /// The match with a fault of this kind, in any hand that has a place for it.
    pub fn inject(&self, kind: Kind, chance: &mut Chance) -> Option<(Fault, GameLog)> {
        let mut hands: Vec<usize> = (0..self.hands.len()).collect();
        chance.shuffle(&mut hands);
        hands.into_iter().find_map(|hand| self.inject_in(kind, hand, chance))
    }

    /// The match with a fault of this kind in this hand.
    pub fn inject_in(&self, kind: Kind, hand: usize, chance: &mut Chance) -> Option<(Fault, GameLog)> {
        let watched = self.hands.get(hand)?;
        let mut scene = Scene::of(self.ruleset, self.log, hand, watched, Chance::new(chance.draw()))?;
        let place = (kind.commit)(&mut scene)?;
        let hand = place.hand.unwrap_or(hand);
        let Place { event, seat, option, .. } = place;
        let fault = Fault { name: kind.name, code: kind.code, hand, event, seat, option };
        Some((fault, scene.told()))
    }
}

/// Puts a fault of this kind into a clean match, in any hand that has a place for it.
pub fn inject(ruleset: &Ruleset, log: &GameLog, kind: Kind, chance: &mut Chance) -> Option<(Fault, GameLog)> {
    Stage::of(ruleset, log).inject(kind, chance)
}
