//! Conservation at the table: no tile and no point is created or lost.

use super::clean;
use caipan_engine::replay::{Before, replay};
use caipan_engine::rules::{IndicatorAt, Rules};
use caipan_engine::table::{Exchanged, Phase, Table};
use caipan_lab::generate::Rng;
use caipan_log::{Action, HandLog};
use caipan_tiles::ledger::Party;
use caipan_tiles::tile::{Counts, Seat, Tile};

/// All tiles at the table and in the wall.
pub fn tiles(rules: &dyn Rules, table: &Table) -> Vec<Tile> {
    let mut all: Vec<Tile> = table.wall.tiles_from_head().collect();
    for seat in Seat::ALL {
        let place = table.place(seat);
        all.extend(place.hand.tiles());
        all.extend(&place.flowers_held);
        all.extend(table.wild.into_iter().flat_map(|wild| std::iter::repeat_n(wild, usize::from(place.wilds))));
        all.extend(place.melds.iter().flat_map(caipan_tiles::tile::Meld::tiles));
        all.extend(place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile));
    }
    // An indicator that is only looked at stays in the wall.
    all.extend(table.indicator.filter(|_| rules.indicator() != Some(IndicatorAt::Peek)));
    all
}

/// Replays a hand, compares its tiles with the deck after every event, and returns the number of comparisons. Tiles away from
/// the table are added: that of a robbed kong, and a discard taken along by a winner who left. During an exchange the tiles
/// given count, and those taken do not.
fn assert_tiles_conserved(rules: &dyn Rules, hand: &HandLog, before: Before, id: &str) -> usize {
    let deck: Counts = hand.wall.as_ref().expect("generated").0.iter().copied().collect();
    let (mut kong, mut won, mut away, mut steps) = (None, None, Vec::new(), 0);
    replay(rules, hand, before, |at, table| {
        if let Some(Action::Win { seat, tile }) = at.map(|at| &hand.events[at].action) {
            away.extend(kong);
            let is_theirs = table.winners.last().is_some_and(|winner| winner.from.is_some());
            won = Some((*seat, *tile)).filter(|_| is_theirs && away.last() != Some(tile)).or(won);
            kong = None;
        } else {
            kong = if let Phase::Kong { tile, .. } = table.phase { Some(tile) } else { None };
        }
        if let Some((_, tile)) = won.filter(|&(seat, _)| table.out.contains(seat)) {
            away.push(tile);
            won = None;
        }
        let now: Counts = tiles(rules, table).into_iter().chain(away.iter().copied()).collect();
        let moved = |tile: Tile, made: fn(&Exchanged) -> &Vec<Tile>| -> usize {
            let each = table.exchanged.iter().flat_map(made);
            each.filter(|&&other| other == tile).count()
        };
        for tile in Tile::all() {
            let there = usize::from(now.of(tile)) + moved(tile, |made| &made.gave);
            let due = usize::from(deck.of(tile)) + moved(tile, |made| &made.took);
            assert_eq!(there, due, "{id} {at:?}: {tile}");
        }
        steps += 1;
    });
    steps
}

#[test]
fn tiles_are_conserved() {
    let mut steps = 0;
    for (ruleset, log) in clean(8) {
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        for (hand, (before, _)) in log.hands.iter().zip(&audit.hands) {
            steps += assert_tiles_conserved(ruleset.rules.as_ref(), hand, *before, &log.id);
        }
    }
    assert!(steps > 10_000, "{steps}");
}

#[test]
fn points_are_conserved() {
    let mut paid = 0;
    for (_, log) in clean(8) {
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        for (hand, (_, audited)) in log.hands.iter().zip(&audit.hands) {
            let ledger = &audited.ledger;
            let mut balance = [0; 4];
            let mut house = 0;
            for line in ledger.lines() {
                for (party, sign) in [(line.from, -1), (line.to, 1)] {
                    match party {
                        Party::Seat(seat) => balance[seat.index()] += sign * line.sum.value(),
                        Party::House => house += sign * line.sum.value(),
                    }
                }
                paid += 1;
            }
            assert_eq!((ledger.balance().0, ledger.house()), (balance, house), "{}", log.id);
            assert_eq!(balance.iter().sum::<i64>() + house, 0, "{}", log.id);
            let deltas = hand.result.as_ref().and_then(|result| result.deltas).expect("generated");
            assert_eq!(deltas.0, balance, "{}: what a faultless client claims is what is owed", log.id);
            // The net debts of a seat add up to its balance.
            let net = ledger.net();
            for (seat, balance) in balance.into_iter().enumerate() {
                let between: i64 = Seat::ALL.into_iter().map(|other| net.paid(other, Seat::ALL[seat])).sum();
                assert!(house != 0 || between == balance, "{} {net:?}", log.id);
            }
        }
    }
    assert!(paid > 500, "{paid}");
}

/// A hand broken off at any event, as at a live table.
#[test]
fn broken_off_hand_conserves_tiles_and_points() {
    let mut chance = Rng::new(2);
    for (ruleset, mut log) in clean(3) {
        log.hands.truncate(1);
        let Some(hand) = log.hands.first_mut() else { continue };
        hand.events.truncate(chance.below(hand.events.len()));
        hand.result = None;
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        let Some((before, audited)) = audit.hands.first() else { panic!("{} has a hand", log.id) };
        assert_eq!(audited.ledger.balance().0.iter().sum::<i64>() + audited.ledger.house(), 0, "{}", log.id);
        assert_tiles_conserved(ruleset.rules.as_ref(), &log.hands[0], *before, &log.id);
    }
}
