//! Settles a played match under given rules, as the client of a house with these rules would.

use super::picked;
use super::result::{End, Style, result};
use caipan_engine::replay::{Before, What, replay};
use caipan_engine::rules::{LogField, Ruleset};
use caipan_log::{GameLog, RulesDeclared};
use caipan_tiles::tile::SeatMap;

/// Returns the match with its play unchanged, declared under these rules, with the result of every hand by them.
///
/// `None` if the play breaks these rules, if a hand is dealt by another seat than the hand before it names, or if the
/// log does not state the first dealer.
pub fn settled(ruleset: &Ruleset, log: &GameLog) -> Option<GameLog> {
    let rules = ruleset.rules.as_ref();
    let mut log = log.clone();
    log.rules = declared(ruleset);
    let mut scores = log.start.scores.unwrap_or_default();
    let mut before = Before {
        seats: log.seats(),
        dealer: log.start.dealer?,
        streak: log.start.dealer_streak,
        floor: rules.floors().and(log.start.upstairs).map(u32::from),
        picked: None,
        last_hand: None,
        holdings: log.start.holdings,
        owner: log.start.owner,
        exchange: None,
    };
    let last = log.hands.len().checked_sub(1)?;
    let (mut won, mut apart) = (SeatMap::default(), SeatMap::default());
    for (at, hand) in log.hands.iter_mut().enumerate() {
        if hand.dealer != Some(before.dealer) {
            return None;
        }
        if !LogField::Indicator.is_used(ruleset) {
            hand.indicator = None;
        }
        // A hand with another after it is not the last.
        before.last_hand = (at < last).then_some(false);
        let played = replay(rules, hand, before, |_, _| ());
        let harmless = |what: &What| matches!(what, What::DoubtfulWin { .. } | What::Left);
        if !played.breaches.iter().all(|breach| harmless(&breach.what)) {
            return None;
        }
        let end = End { table: &played.table, wins: &played.standing, drawn: played.drawn_game, stops: false };
        let settled = result(rules, Style::Causes, end, scores);
        scores = settled.scores.unwrap_or(scores);
        let ledger = played.ledger(rules);
        won = won.plus(ledger.balance());
        apart = apart.plus(ledger.balance().minus(ledger.net().gains()));
        if at < last {
            let next = settled.next_dealer?;
            let streak = before.streak.map(|streak| if next == before.dealer { streak.saturating_add(1) } else { 1 });
            let floor = rules.next_floor(&played.table, &played.standing, played.next_dealer(rules));
            let holdings = before.holdings.map(|held| held.plus(played.ledger(rules).balance()));
            before = Before { dealer: next, streak, floor, holdings, ..before };
        }
        hand.result = Some(settled);
    }
    (log.totals, log.between) = (None, None);
    picked::end(ruleset, &mut log, won, apart);
    Some(log)
}

/// The rules as a log declares them.
pub(super) fn declared(ruleset: &Ruleset) -> RulesDeclared {
    RulesDeclared {
        system: ruleset.id().to_owned(),
        options: ruleset.changes().map(|(id, value)| (id.to_owned(), value.to_log())).collect(),
        unmodelled: ruleset.unmodelled.clone(),
        ..Default::default()
    }
}
