//! Hands in which a house rule shows, and matches made of them.

use super::super::houses::hands;
use crate::generate::audited;
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Decl, OptionSet, Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches, settled};
use caipan_log::{GameLog, RulesDeclared};

/// Hands played under the declared rules, for each way of playing.
const EACH: usize = 300;

/// Hands played under a house with another value, for each way of playing, if the declared rules forbid that play.
const EACH_OF_HOUSE: usize = 30;

/// The most hands of a list.
const MOST: usize = 40;

/// The most continuations of a match that are tried for each hand.
const TRIES: usize = 12;

/// Matches of one hand under the declared rules.
pub struct Pool {
    /// The declared rules.
    pub base: Ruleset,
    /// True if hands are also played under a house, for play that the declared rules forbid.
    plays_houses: bool,
    /// Each match as settled by them, with the options that its play and its settlement asked for.
    played: Vec<(GameLog, OptionSet)>,
}

impl Pool {
    /// Plays hands in every way.
    pub fn new(base: Ruleset, plays_houses: bool) -> Pool {
        let played = one_hand(&base, EACH).filter_map(|log| {
            base.rules.asked().take();
            let log = settled(&base, &log)?;
            Some((log, base.rules.asked().take()))
        });
        let played = played.collect();
        Pool { base, plays_houses, played }
    }

    /// Hands whose result a house settles in another way, or whose play it alone permits.
    pub fn showing(&self, house: &Ruleset, decl: &Decl) -> Vec<GameLog> {
        let place = (self.base.system.options)().iter().position(|other| other.id == decl.id).expect("an option");
        let asks = |asked: &OptionSet| !asked.and(OptionSet::of(place)).is_empty();
        let played = self.played.iter().filter(|(_, asked)| asks(asked)).map(|(log, _)| log);
        let differing = played.filter_map(|log| {
            let other = settled(house, log)?;
            // A house may ask for a record that these hands lack, as of dice.
            let complete = || audited(&other).verdict() == Verdict::Clean;
            (other.hands[0].result != log.hands[0].result && complete()).then_some(other)
        });
        let mut all: Vec<GameLog> = differing.take(MOST).collect();
        if self.plays_houses && all.len() < MOST / 4 {
            let forbidden = one_hand(house, EACH_OF_HOUSE).filter(|log| hands(&self.judged(log)) > 0);
            all.extend(forbidden.filter_map(|log| settled(house, &log)).take(MOST / 4));
        }
        all
    }

    /// Audits a match as declared under the rules of the pool.
    pub fn judged(&self, log: &GameLog) -> Audit {
        judged_by(&self.base, log)
    }
}

/// Audits a match as declared under these rules.
pub fn judged_by(rules: &Ruleset, log: &GameLog) -> Audit {
    let options = rules.changes().map(|(id, value)| (id.to_owned(), value.to_log())).collect();
    let rules = RulesDeclared { system: rules.id().to_owned(), options, ..Default::default() };
    audited(&GameLog { rules, ..log.clone() })
}

fn one_hand(ruleset: &Ruleset, each: usize) -> impl Iterator<Item = GameLog> + '_ {
    let of = move |(&(_, config), seed): (&(&str, MatchConfig), u64)| {
        matches(ruleset, seed, MatchConfig { hands: 1, digests: 0, ..config }).take(each)
    };
    MatchConfig::ALL.iter().zip(900..).flat_map(of)
}

/// The other values of an option.
pub fn values(base: &Ruleset, decl: &Decl) -> Vec<Value> {
    decl.alternatives(base.choices.get(decl.id).expect("an option"))
}

/// The other values of an option, and of a number with a wide range two that no house is known to use.
pub fn all_values(base: &Ruleset, decl: &Decl) -> Vec<Value> {
    let declared = base.choices.get(decl.id).expect("an option");
    // A number without values in use decides a field that the log would have.
    if decl.alternatives(declared).is_empty() {
        return Vec::new();
    }
    let mut all = decl.others(declared);
    let range = decl.wide().into_iter().flatten();
    let unknown = range.filter(|number| [3, 4, 6, 7, 11, 13].contains(number)).map(Value::Number);
    let unknown: Vec<Value> = unknown.filter(|value| *value != declared && !all.contains(value)).take(2).collect();
    all.extend(unknown);
    all
}

/// Matches of this house with one hand of each list in turn, at most `most`, no two with the same first hand.
pub fn chained(house: &Ruleset, lists: &[&[GameLog]], most: usize) -> Vec<GameLog> {
    let Some((first, rest)) = lists.split_first() else { return Vec::new() };
    first.iter().filter_map(|log| continued(house, log.clone(), rest)).take(most).collect()
}

/// Adds a hand of each list, dealt by the seat that the hand before it names.
fn continued(house: &Ruleset, log: GameLog, lists: &[&[GameLog]]) -> Option<GameLog> {
    let Some((list, rest)) = lists.split_first() else { return Some(log) };
    let next = log.hands.last()?.result.as_ref()?.next_dealer?;
    let added = |more: &GameLog| {
        let mut longer = log.clone();
        longer.hands.extend(more.hands.iter().cloned());
        settled(house, &longer)
    };
    let fitting = list.iter().filter(|more| more.hands[0].dealer == Some(next) && more.hands != log.hands);
    fitting.take(TRIES).find_map(|more| continued(house, added(more)?, rest))
}
