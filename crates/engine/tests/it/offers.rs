//! Honest offers. After each event the plain referee of a region names every choice that a client has to offer. The generator
//! must offer the same ones; a log that records them has no fault, one choice less is A311, and one more A312.

use caipan_engine::audit::audit;
use caipan_engine::replay::{Before, choices, replay};
use caipan_engine::rules::{Rules, Ruleset};
use caipan_lab::generate::{MatchConfig, one};
use caipan_log::{Action, Claim, GameLog, HandLog, Offer, to_text};
use caipan_tiles::tile::Seat;
use std::collections::BTreeMap;

/// Matches of each preset.
const MATCHES: usize = 24;

/// The offers after each event of a hand; `None` after an event that opens no choice.
pub type Offered = Vec<Option<Vec<Offer>>>;

/// A plain referee at one table.
pub trait Plain {
    /// Returns the offers after each event of the next hand, with what the engine has to know before it.
    fn hand(&mut self, log: &GameLog, hand: &HandLog) -> (Offered, Before);
}

/// The counts of what was compared.
#[derive(Debug, Default)]
pub struct Tally {
    /// Offers by name, and moments without any as `none`.
    offers: BTreeMap<String, usize>,
    /// Changed offers that were found, by code.
    found: BTreeMap<&'static str, usize>,
}

/// Returns true if seats may choose anew after an event.
pub const fn opens(action: &Action) -> bool {
    matches!(
        action,
        Action::Draw { .. }
            | Action::Discard { .. }
            | Action::Chow { .. }
            | Action::Pung { .. }
            | Action::Kong { .. }
            | Action::Reveal { .. }
    )
}

/// Returns the offers of the legal acts, each once.
pub fn offers<A>(may: &[Vec<A>; 4], claim: impl Fn(&A) -> Option<Claim>) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for (seat, acts) in Seat::ALL.into_iter().zip(may) {
        for what in acts.iter().filter_map(&claim) {
            if !offers.contains(&Offer { seat, what }) {
                offers.push(Offer { seat, what });
            }
        }
    }
    offers
}

/// Checks honest offers in matches of a preset.
pub fn preset<P: Plain>(ruleset: &Ruleset, seed: u64, tally: &mut Tally, plain: impl Fn() -> P) {
    for (number, (_, config)) in (0..).zip(MatchConfig::ALL.iter().cycle()).take(MATCHES) {
        let mut log = one(ruleset, seed, number, config);
        let mut plain = plain();
        for at in 0..log.hands.len() {
            let (offered, before) = plain.hand(&log, &log.hands[at]);
            same(ruleset.rules.as_ref(), &log, at, before, &offered);
            for (event, offers) in log.hands[at].events.iter_mut().zip(&offered) {
                event.offers = offers.as_deref().map(Into::into);
            }
        }
        log.hands.iter().flat_map(|hand| &hand.events).filter_map(|event| event.offers.as_deref()).for_each(|offers| {
            let mut count = |name| *tally.offers.entry(name).or_default() += 1;
            offers.iter().for_each(|offer| count(format!("{:?}", offer.what)));
            if offers.is_empty() {
                count("none".to_owned());
            }
        });
        assert_eq!(accused(&log), [], "{}", to_text(&log));
        changed(&log, tally);
    }
}

/// Asserts that the generator, which asks the engine, offers what the plain referee allows.
fn same(rules: &dyn Rules, log: &GameLog, at: usize, before: Before, offered: &Offered) {
    let key = |offer: &Offer| (offer.seat.index(), format!("{:?}", offer.what));
    replay(rules, &log.hands[at], before, |event, table| {
        let Some((event, plain)) = event.and_then(|event| Some((event, offered.get(event)?.clone()?))) else { return };
        let allowed = choices(rules, table).into_iter().filter(|(_, verdict)| verdict.is_ok());
        let mut generated: Vec<_> = allowed.map(|(offer, _)| key(&offer)).collect();
        let mut plain: Vec<_> = plain.iter().map(key).collect();
        generated.sort();
        plain.sort();
        assert_eq!(generated, plain, "generated, then plain: hand {at} event {event} of {}", to_text(log));
    });
}

/// A fault of an offer: code, hand, event and seat.
type Accused = (&'static str, usize, usize, Option<Seat>);

fn accused(log: &GameLog) -> Vec<Accused> {
    let found = audit(log).expect("known rules").1.findings;
    let of_offers = found.iter().filter(|found| ["A311", "A312"].contains(&found.check.code));
    of_offers
        .map(|found| (found.check.code, found.hand.expect("a hand"), found.event.expect("an event"), found.seat))
        .collect()
}

/// Takes the only offer after a discard away, and gives one to a seat that has no choice: both are found.
fn changed(log: &GameLog, tally: &mut Tally) {
    let events = log.hands.iter().enumerate().flat_map(|(hand, of)| {
        of.events.iter().enumerate().filter_map(move |(at, event)| match event.action {
            Action::Discard { seat, .. } => Some((hand, at, seat, event.offers.as_deref()?)),
            _ => None,
        })
    });
    let events: Vec<_> = events.collect();
    let with = |hand: usize, at: usize, offers: &[Offer]| {
        let mut log = log.clone();
        log.hands[hand].events[at].offers = Some(offers.into());
        accused(&log)
    };
    let only = events.iter().find_map(|&(hand, at, _, offers)| match offers {
        [only] => Some((hand, at, only.seat)),
        _ => None,
    });
    if let Some((hand, at, seat)) = only {
        assert_eq!(with(hand, at, &[]), [("A311", hand, at, Some(seat))], "{}", to_text(log));
        *tally.found.entry("A311").or_default() += 1;
    }
    let none = events.iter().find_map(|&(hand, at, from, offers)| {
        let idle = log.seats().others(from).find(|seat| offers.iter().all(|offer| offer.seat != *seat))?;
        Some((hand, at, idle, offers))
    });
    if let Some((hand, at, seat, offers)) = none {
        let more: Vec<Offer> = offers.iter().copied().chain([Offer { seat, what: Claim::Win }]).collect();
        assert_eq!(with(hand, at, &more), [("A312", hand, at, Some(seat))], "{}", to_text(log));
        *tally.found.entry("A312").or_default() += 1;
    }
}

impl Tally {
    /// Asserts that each of these offers, and each change of one, came up.
    pub fn assert_seen(&self, names: &[&str]) {
        for name in names.iter().chain(&["none"]) {
            assert!(self.offers.get(*name).is_some_and(|&times| times > 20), "{name}: {self:?}");
        }
        assert!(["A311", "A312"].iter().all(|code| self.found.get(code).is_some_and(|&n| n > 20)), "{self:?}");
    }
}
