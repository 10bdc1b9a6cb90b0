//! A hand whose wild kind is not known, as it was with the indicator that fits best.
//!
//! The wild kind decides what may be played and what wins, so the hand is replayed with every indicator. The one with
//! the fewest breaches is judged, and of several the one that gives most claims. What is wrong with it is wrong with
//! every indicator.

use super::Dealt;
use super::result::{Claimed, Filling};
use super::world::{Compared, World};
use crate::replay::{Assumed, Replayed, Slip, replay_assuming};
use crate::rules::Missing;
use caipan_log::HandLog;
use caipan_tiles::ledger::Net;
use std::cmp::Reverse;

/// The hand with the indicator that fits best.
pub(super) struct Wild {
    /// The hand with this indicator. Its wall is left out, because the wall would name the indicator.
    pub hand: HandLog,
    /// Its replay.
    pub replayed: Replayed,
    /// Its payments, and those with the other indicators.
    pub filling: Filling,
}

/// Returns the hand with the indicator that fits best; `None` if the deck has no kinds.
pub(super) fn fits_best(dealt: Dealt<'_>, slip: Option<Slip>, claimed: &Claimed<'_>) -> Option<Wild> {
    let Dealt { rules, hand, before, lasting: &lasting, .. } = dealt;
    let mut best: Option<Wild> = None;
    let mut rank = None;
    let mut nets: Vec<Net> = Vec::new();
    for indicator in rules.deck().kinds().iter() {
        if !dealt.meter.spend(hand.events.len()) {
            break;
        }
        let hand = HandLog { indicator: Some(indicator), wall: None, ..hand.clone() };
        let assumed = Assumed { forced: None, slip };
        let world = World::of(rules, replay_assuming(rules, &hand, before, assumed, |_, _| ()));
        let Compared { given, filling } = world.compare(rules, lasting, claimed, dealt.meter);
        let World { replayed, ledger, next, .. } = world;
        let filling = filling.unwrap_or_else(|| Filling::of(&ledger, next, given));
        let own = replayed.breaches.iter().filter(|breach| breach.because.is_none()).count();
        let (whole, agrees) = (filling.given.is_whole(), filling.given.given.count());
        for (net, _) in &filling.all {
            if !nets.contains(net) {
                nets.push(*net);
            }
        }
        let candidate = Some((Reverse(own), agrees));
        let all: Vec<_> =
            best.iter_mut().flat_map(|best| best.filling.all.drain(..)).chain(filling.all.iter().copied()).collect();
        if candidate > rank {
            rank = candidate;
            best = Some(Wild { hand, replayed, filling });
        }
        if let Some(best) = &mut best {
            best.filling.all = all;
        }
        if whole && own == 0 && nets.len() > 1 {
            break;
        }
    }
    let mut best = best?;
    best.filling.is_certain = false;
    best.filling.fields.insert(0, Missing::Indicator);
    Some(best)
}
