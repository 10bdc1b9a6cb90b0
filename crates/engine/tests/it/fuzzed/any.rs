//! Builds arbitrary parts of a log, likely or not, from drawn numbers.

use super::draw::Draw;
use caipan_log::{
    Action, Automatic, Claim, Declaration, Dice, DrawFrom, Event, HandLog, KongKind, LostClaim, Offer, Outcome, PassOf,
    Payment, WinClaimed,
};
use caipan_tiles::tile::{Seat, SeatMap, Tile, Tiles};

pub fn seat(chance: &mut impl Draw) -> Seat {
    Seat::ALL[chance.below(4)]
}

pub fn tile(chance: &mut impl Draw) -> Tile {
    Tile::new(chance.below(34) as u8).expect("one of 34 kinds")
}

pub fn tiles(chance: &mut impl Draw, most: usize) -> Vec<Tile> {
    (0..chance.below(most + 1)).map(|_| tile(chance)).collect()
}

pub fn dice(chance: &mut impl Draw) -> Option<Dice> {
    let faces: Vec<u8> = (0..chance.below(5)).map(|_| 1 + chance.below(6) as u8).collect();
    Dice::new(&faces)
}

pub fn points(chance: &mut impl Draw) -> i64 {
    let all = [0, 1, -1, 7, -70, i64::MAX, i64::MIN, i64::MAX / 2, 1_000_000_000_000];
    all[chance.below(all.len())]
}

pub fn words(chance: &mut impl Draw) -> Vec<String> {
    let all = ["四喜", "小胡", "清一色", "all-258", "缺一色", "", "不识"];
    (0..chance.below(4)).map(|_| all[chance.below(all.len())].to_owned()).collect()
}

/// Builds any action.
pub fn action(chance: &mut impl Draw) -> Action {
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
        13 => Action::Birds { tiles: tiles(chance, 4), fly: None },
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

pub fn event(chance: &mut impl Draw) -> Event {
    let mut event = Event::from(action(chance));
    event.ms = chance.maybe(|chance| [u64::MAX, 0, 1 << 40, chance.below(1 << 16) as u64][chance.below(4)]);
    if chance.percent(20) {
        let what = [Claim::Win, Claim::Kong, Claim::Pung, Claim::Chow][chance.below(4)];
        event.claims.push(LostClaim { seat: seat(chance), what });
    }
    if chance.percent(5) {
        event.auto = Some([Automatic::Timeout, Automatic::Managed, Automatic::Offline][chance.below(3)]);
        let what = [Claim::Win, Claim::Kong, Claim::Pung, Claim::Chow][chance.below(4)];
        let offer = Offer { seat: seat(chance), what };
        event.offers = Some(std::iter::repeat_n(offer, chance.below(3)).collect());
    }
    if chance.percent(5) {
        event.digest = Some(format!("sha256:{}", "a".repeat(64)).into_boxed_str());
    }
    event
}

pub fn mangle_events(chance: &mut impl Draw, events: &mut Vec<Event>) {
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

pub fn mangle_setup(chance: &mut impl Draw, hand: &mut HandLog) {
    match chance.below(7) {
        0 => hand.dealer = chance.maybe(seat),
        1 => hand.dice = dice(chance),
        2 => hand.wall = chance.maybe(|chance| Tiles(tiles(chance, 200))),
        3 => {
            if let Some(wall) = &mut hand.wall {
                let at = chance.below(wall.0.len());
                wall.0.truncate(at);
            }
        }
        4 => hand.deal = chance.maybe(|chance| SeatMap([(); 4].map(|()| Tiles(tiles(chance, 20))))),
        5 => {
            if let Some(deal) = &mut hand.deal {
                deal[seat(chance)].0.push(tile(chance));
            }
        }
        _ => hand.indicator = chance.maybe(tile),
    }
}

pub fn mangle_result<D: Draw>(chance: &mut D, hand: &mut HandLog) {
    let Some(result) = &mut hand.result else { return };
    match chance.below(7) {
        0 => result.outcome = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Aborted)][chance.below(4)],
        1 => {
            let win = |chance: &mut D| WinClaimed {
                seat: seat(chance),
                patterns: chance.maybe(words),
                value: chance.maybe(points),
            };
            result.wins = chance.maybe(|chance| (0..chance.below(6)).map(|_| win(chance)).collect());
        }
        2 => {
            let payment = |chance: &mut D| Payment {
                from: seat(chance),
                to: seat(chance),
                points: points(chance).max(0),
                cause: chance.maybe(|chance| words(chance).concat()),
                at: chance.maybe(|chance| chance.below(200)),
            };
            result.payments = chance.maybe(|chance| (0..chance.below(9)).map(|_| payment(chance)).collect());
        }
        3 => result.deltas = chance.maybe(|chance| SeatMap([(); 4].map(|()| points(chance)))),
        4 => result.scores = chance.maybe(|chance| SeatMap([(); 4].map(|()| points(chance)))),
        5 => result.next_dealer = chance.maybe(seat),
        _ => hand.result = None,
    }
}
