//! Arbitrary mangling of logs: nothing panics, every audit ends, findings stay bounded, every ledger balances, and the same
//! log gives the same findings twice.

use crate::generate::{preset, presets};
use caipan::audit::{Audit, audit};
use caipan::generate::{Chance, Knobs, matches, thin};
use caipan::log::{
    Action, Claim, Declaration, Dice, DrawFrom, Event, GameLog, HandLog, KongKind, LostClaim, Outcome, PassOf, Payment,
    WinClaimed,
};
use caipan::tile::{Seat, SeatMap, Tile, Tiles};

/// Mangled logs of each preset.
const LOGS: u64 = 72;

fn seat(chance: &mut Chance) -> Seat {
    Seat::ALL[chance.below(4)]
}

fn tile(chance: &mut Chance) -> Tile {
    Tile::new(chance.below(34) as u8).expect("one of 34 kinds")
}

fn tiles(chance: &mut Chance, most: usize) -> Vec<Tile> {
    (0..chance.below(most + 1)).map(|_| tile(chance)).collect()
}

fn dice(chance: &mut Chance) -> Option<Dice> {
    let faces: Vec<u8> = (0..chance.below(5)).map(|_| 1 + chance.below(6) as u8).collect();
    Dice::new(&faces)
}

fn points(chance: &mut Chance) -> i64 {
    let all = [0, 1, -1, 7, -70, i64::MAX, i64::MIN, i64::MAX / 2, 1_000_000_000_000];
    all[chance.below(all.len())]
}

fn maybe<T>(chance: &mut Chance, make: impl FnOnce(&mut Chance) -> T) -> Option<T> {
    if chance.percent(70) { Some(make(chance)) } else { None }
}

fn words(chance: &mut Chance) -> Vec<String> {
    let all = ["四喜", "小胡", "清一色", "all-258", "缺一色", "", "不识"];
    (0..chance.below(4)).map(|_| all[chance.below(all.len())].to_owned()).collect()
}

/// Anything that a log can say.
fn action(chance: &mut Chance) -> Action {
    let (seat, tile) = (seat(chance), tile(chance));
    let kinds = [KongKind::Concealed, KongKind::Exposed, KongKind::Added];
    let passes = [PassOf::Win, PassOf::Kong, PassOf::Pung, PassOf::Chow];
    match chance.below(16) {
        0 => Action::Draw { seat, tile, from: Some(DrawFrom::Tail) },
        1 => Action::Draw { seat, tile, from: None },
        2 => Action::Discard { seat, tile },
        3 => Action::Chow { seat, tile, with: [self::tile(chance), self::tile(chance)] },
        4 => Action::Pung { seat, tile },
        5 | 6 => Action::Kong { seat, tile, kind: kinds[chance.below(3)], dice: dice(chance) },
        7 => Action::Reveal { seat, tiles: tiles(chance, 3) },
        8 => Action::Opening { seat, kinds: words(chance), dice: dice(chance) },
        9 => {
            let what = if chance.percent(50) { Declaration::Ready } else { Declaration::Hunyou };
            Action::Declare { seat, what }
        }
        10 => Action::Seabed { seat, take: chance.percent(50) },
        11 => Action::Win { seat, tile },
        12 => Action::Pass { seat, of: passes[chance.below(4)] },
        13 => Action::Birds { tiles: tiles(chance, 4) },
        14 => Action::Flip { tile },
        _ => {
            if chance.percent(50) {
                Action::Leave { seat }
            } else {
                Action::DrawGame
            }
        }
    }
}

fn event(chance: &mut Chance) -> Event {
    let mut event = Event::from(action(chance));
    event.ms = maybe(chance, Chance::draw);
    if chance.percent(20) {
        let what = [Claim::Win, Claim::Kong, Claim::Pung, Claim::Chow][chance.below(4)];
        event.claims.push(LostClaim { seat: seat(chance), what });
    }
    if chance.percent(5) {
        event.digest = Some(format!("sha256:{}", "a".repeat(64)).into_boxed_str());
    }
    event
}

fn mangle_events(chance: &mut Chance, events: &mut Vec<Event>) {
    let (at, other) = (chance.below(events.len()), chance.below(events.len()));
    match chance.below(6) {
        0 if events.len() > 1 => events.swap(at, other),
        1 if !events.is_empty() => {
            events.remove(at);
        }
        2 if !events.is_empty() => events.insert(at, events[at].clone()),
        3 => events.truncate(at),
        4 if !events.is_empty() => events[at] = event(chance),
        _ => events.insert(at, event(chance)),
    }
}

fn mangle_setup(chance: &mut Chance, hand: &mut HandLog) {
    match chance.below(7) {
        0 => hand.dealer = maybe(chance, seat),
        1 => hand.dice = dice(chance),
        2 => hand.wall = maybe(chance, |chance| Tiles(tiles(chance, 200))),
        3 => {
            if let Some(wall) = &mut hand.wall {
                let at = chance.below(wall.0.len());
                wall.0.truncate(at);
            }
        }
        4 => hand.deal = maybe(chance, |chance| SeatMap([(); 4].map(|()| Tiles(tiles(chance, 20))))),
        5 => {
            if let Some(deal) = &mut hand.deal {
                deal[seat(chance)].0.push(tile(chance));
            }
        }
        _ => hand.indicator = maybe(chance, tile),
    }
}

fn mangle_result(chance: &mut Chance, hand: &mut HandLog) {
    let Some(result) = &mut hand.result else { return };
    match chance.below(7) {
        0 => result.outcome = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Aborted)][chance.below(4)],
        1 => {
            let win = |chance: &mut Chance| WinClaimed {
                seat: seat(chance),
                patterns: maybe(chance, words),
                value: maybe(chance, points),
            };
            result.wins = maybe(chance, |chance| (0..chance.below(6)).map(|_| win(chance)).collect());
        }
        2 => {
            let payment = |chance: &mut Chance| Payment {
                from: seat(chance),
                to: seat(chance),
                points: points(chance).max(0),
                cause: maybe(chance, |chance| words(chance).concat()),
            };
            result.payments = maybe(chance, |chance| (0..chance.below(9)).map(|_| payment(chance)).collect());
        }
        3 => result.deltas = maybe(chance, |chance| SeatMap([(); 4].map(|()| points(chance)))),
        4 => result.scores = maybe(chance, |chance| SeatMap([(); 4].map(|()| points(chance)))),
        5 => result.next_dealer = maybe(chance, seat),
        _ => hand.result = None,
    }
}

/// A few changes to a log.
fn mangled(log: &GameLog, chance: &mut Chance) -> GameLog {
    let mut log = if chance.percent(30) { thin(log) } else { log.clone() };
    for _ in 0..=chance.below(8) {
        let at = chance.below(log.hands.len());
        if chance.percent(5) {
            log.start.scores = maybe(chance, |chance| SeatMap([(); 4].map(|()| points(chance))));
            log.start.dealer = maybe(chance, seat);
        }
        let Some(hand) = log.hands.get_mut(at) else { break };
        match chance.below(10) {
            0 => mangle_setup(chance, hand),
            1 | 2 => mangle_result(chance, hand),
            3 => {
                let copy = hand.clone();
                log.hands.insert(at, copy);
            }
            _ => mangle_events(chance, &mut hand.events),
        }
    }
    log
}

/// All that an audit says, as text.
fn said(audit: &Audit) -> String {
    format!("{:?} {:?} {:?}", audit.findings, audit.verdict(), audit.explanations)
}

fn check(log: &GameLog) {
    let (_, audit) = audit(log).expect("the preset is known");
    let things: usize = log.hands.iter().map(|hand| hand.events.len() + 40).sum();
    assert!(audit.findings.len() <= 4 * things, "{} findings of {things}", audit.findings.len());
    for (at, found) in audit.findings.iter().enumerate() {
        // What follows from something follows from what stands before it, and that from nothing.
        let root = found.because.map(|because| (because, &audit.findings[because]));
        assert!(root.is_none_or(|(because, root)| because < at && root.is_primary()), "{at}: {found:?}");
    }
    for (_, hand) in &audit.hands {
        let sum: i128 = hand.ledger.balance().into_iter().map(i128::from).sum();
        assert_eq!(sum, -i128::from(hand.ledger.house()));
    }
    let (_, again) = caipan::audit::audit(log).expect("the preset is known");
    assert_eq!(said(&audit), said(&again));
}

#[test]
fn mangled_logs_are_audited_all_the_same() {
    for id in presets() {
        let ruleset = preset(id);
        for (&(_, knobs), seed) in Knobs::ALL.iter().zip(100..) {
            let mut chance = Chance::new(seed);
            for log in matches(&ruleset, seed, Knobs { hands: 2, ..knobs }).take(LOGS as usize / Knobs::ALL.len()) {
                check(&mangled(&log, &mut chance));
            }
        }
    }
}

/// Nothing but noise on a dealt hand.
#[test]
fn noise_is_audited_all_the_same() {
    for id in presets() {
        let ruleset = preset(id);
        let mut chance = Chance::new(9);
        for mut log in matches(&ruleset, 9, Knobs { hands: 1, ..Knobs::USUAL }).take(60) {
            for hand in &mut log.hands {
                hand.events = (0..chance.below(120)).map(|_| event(&mut chance)).collect();
            }
            check(&log);
        }
    }
}
