//! A recorded pass of a win on the tiles that a seat turned up for its own kong (开杠), with `must_win` and without.

use crate::generate::{audited, house};
use caipan_engine::rules::Value;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, HandLog, PassOf};

/// The index of a win by the seat that turned up the tiles just before, if the hand has one.
fn own_win(hand: &HandLog) -> Option<usize> {
    let is_own = |pair: &[caipan_log::Event]| match (&pair[0].action, &pair[1].action) {
        (Action::Reveal { seat, .. }, Action::Win { seat: winner, .. }) => seat == winner,
        _ => false,
    };
    hand.events.windows(2).position(is_own).map(|at| at + 1)
}

/// Lets the winner of that win pass it first.
fn passed(log: &GameLog) -> Option<GameLog> {
    let mut log = log.clone();
    let hand = log.hands.iter_mut().find(|hand| own_win(hand).is_some())?;
    let at = own_win(hand)?;
    let seat = hand.events[at].action.seat()?;
    hand.events.insert(at, Action::Pass { seat, of: PassOf::Win }.into());
    hand.events.iter_mut().for_each(|event| event.digest = None);
    Some(log)
}

#[test]
fn win_on_own_kong_dice_can_be_passed() {
    let rooms = [false, true].map(|must| house("changsha-a", &[("must_win", Value::Flag(must))]));
    for (must, room) in [false, true].into_iter().zip(rooms) {
        let mut seen = 0;
        for log in matches(&room, 3, MatchConfig::KONGS).take(400).filter_map(|log| passed(&log)).take(5) {
            let audit = audited(&log);
            let has = |code: &str| audit.findings.iter().any(|found| found.check.code == code);
            assert!(!has("A205"), "{}", caipan_log::to_text(&log));
            assert_eq!(has("A310"), must, "{}", caipan_log::to_text(&log));
            seen += 1;
        }
        assert!(seen > 1, "{seen}");
    }
}
