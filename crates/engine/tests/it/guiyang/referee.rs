//! Compares the engine with the reference referee over self-play matches: legal acts at every event; wins, flip, ready
//! seats, payments and next dealer at every end; dealers, streaks and scores over the match.

use super::compare::{payments, rules, tile};
use crate::oracle::changsha::cases::Chance;
use crate::oracle::guiyang::house::{House, Room};
use crate::oracle::guiyang::referee::{Act, Kong, Table as Plain, kind_of};
use crate::oracle::guiyang::settle::{End, How};
use caipan_engine::audit::audit;
use caipan_engine::replay::{Before, Possible, Replayed, possible, replay};
use caipan_engine::rules::{PatternKind, Ruleset};
use caipan_engine::table::Table;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Declaration, Event, GameLog, HandLog, KongKind, to_text};
use caipan_tiles::tile::Seat;
use std::collections::BTreeMap;

/// Matches per house, all match configurations together. `CAIPAN_MATCHES` sets another total.
const MATCHES: usize = 80;

/// Counts of what was compared.
#[derive(Debug, Default)]
struct Tally {
    matches: usize,
    hands: usize,
    events: usize,
    acts: BTreeMap<&'static str, usize>,
    causes: BTreeMap<&'static str, usize>,
    winners: [usize; 4],
    exchanges: usize,
    moments: BTreeMap<&'static str, usize>,
    barred: usize,
}

/// The published houses, two with changed options of play, and random ones.
fn houses() -> Vec<House> {
    let strict = House { guo_shui: "any", guo_shui_false: true, sha_bao_waives: false, ..House::plain() };
    let strict = House { hot_waives: false, multi_win: false, draw_by_ready: true, ..strict };
    let loose = House { bao_kong: true, ever: true, burn: "last_dou", late: "three_each", ..House::plain() };
    let loose = House { week: true, guo_shui_false: true, multi_to_discarder: true, bao_value: "plus20_hard", ..loose };
    let mut houses = vec![House::plain(), House::table(), House::reduced(), House::app(), strict, loose];
    houses.push(House {
        players: 3,
        bao_ji: "yaoji",
        gu_mai: "free",
        first_round: 3,
        standing: "double",
        ..House::plain()
    });
    houses.push(House {
        players: 2,
        roll: "keep_all",
        pure: 3,
        bao_gang: true,
        earth: 10,
        single: 10,
        ..House::plain()
    });
    houses.push(House { tong_san: true, heavenly: 20, earthly: 10, draw_by_ready: true, players: 3, ..House::plain() });
    let red =
        House { up_down: true, ben: true, week: true, rank_ji: true, two_suit_5: true, seven: true, ..House::plain() };
    let rooms =
        [House::plain(), House { scope: "shou_shang", wu_gu: true, players: 3, roll: "last", ..House::app() }, red];
    houses.extend(rooms.into_iter().filter_map(|house| house.roomed(Room::Red)));
    let lacking = [
        (House::plain(), 0),
        (House { players: 3, bao_kong: true, ..House::plain() }, 1),
        (House { players: 2, ever: true, ..House::table() }, 4),
    ];
    houses.extend(lacking.into_iter().filter_map(|(house, each)| house.roomed(Room::Lacking(each))));
    let exchanging = [
        (House::plain(), 3),
        (House { players: 3, roll: "keep_all", heavenly: 20, ..House::app() }, 4),
        (House { players: 2, earth: 10, single: 10, ..House::table() }, 3),
    ];
    houses.extend(exchanging.into_iter().filter_map(|(house, tiles)| house.roomed(Room::Exchanging(tiles))));
    let mut chance = Chance(41);
    houses.extend((0..8).map(|_| {
        let mut house = House::plain();
        house.vary(|values| chance.percent(35).then(|| chance.below(values)));
        house
    }));
    houses
}

fn matches_of_each(houses: usize) -> usize {
    let total = std::env::var("CAIPAN_MATCHES").ok().map(|text| text.parse().expect("a number of matches"));
    total.unwrap_or(MATCHES * houses).div_ceil(houses * MatchConfig::ALL.len())
}

#[test]
fn agrees_with_the_reference_referee() {
    let houses = houses();
    let each = matches_of_each(houses.len());
    let mut tally = Tally::default();
    for (seed, house) in (1000..).zip(&houses) {
        let ruleset = rules(house);
        for (_, config) in MatchConfig::ALL {
            for log in matches(&ruleset, seed, config).take(each) {
                whole_match(&ruleset, house, &log, &mut tally);
            }
        }
    }
    println!("{tally:#?}");
    for act in ["win", "discard", "pung", "concealed kong", "exposed kong", "added kong", "declare", "draw"] {
        assert!(tally.acts.get(act).is_some_and(|&n| n >= 100), "{act}: {tally:?}");
    }
    assert!(tally.exchanges > 100, "{tally:?}");
    let rare = ["hand", "dealer", "dou", "ji", "charge", "duty", "cha-jiao", "sha-bao", "bao-ji", "burn"];
    assert!(rare.iter().all(|cause| tally.causes.contains_key(cause)), "{tally:?}");
    assert!(tally.winners.iter().all(|&n| n > 0) && tally.barred > 0, "{tally:?}");
}

/// Compares one match; the model keeps dealer, streak and scores by itself.
fn whole_match(ruleset: &Ruleset, house: &House, log: &GameLog, tally: &mut Tally) {
    let context = || format!("{}\n{}", log.id, to_text(log));
    let mut dealer = log.start.dealer.expect("a first dealer").index();
    let mut streak = 1;
    let mut scores = log.start.scores.expect("scores").0;
    let mut barred = Vec::new();
    for (number, hand) in log.hands.iter().enumerate() {
        assert_eq!(hand.dealer.map(Seat::index), Some(dealer), "who deals hand {number}: {}", context());
        opened(ruleset, hand, dealer);
        let mut plain = Plain::deal(house, hand, dealer, streak);
        let before = Before {
            seats: log.seats(),
            dealer: Seat::ALL[dealer],
            streak: u32::try_from(streak).ok(),
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        };
        let replayed = replay(ruleset.rules.as_ref(), hand, before, |at, table| {
            if let Some(at) = at {
                let event = &hand.events[at];
                if plain.is_barred_win(event) {
                    barred.push((number, at));
                }
                let legal = plain.legal();
                plain.play(event, &legal);
            }
            same(ruleset, &plain, table, tally, || format!("hand {number} after {at:?} of {}", context()));
        });
        tally.exchanges += plain.exchanged.len();
        let next = end(ruleset, &plain, &replayed, tally, context);
        let result = hand.result.as_ref().expect("a result");
        let paid = plain.ending().map(|end| end.settle()).unwrap_or_default();
        for ((from, to, _), points) in paid {
            scores[from] -= points;
            scores[to] += points;
        }
        assert_eq!(result.scores.map(|scores| scores.0), Some(scores), "{}", context());
        assert_eq!(result.next_dealer.map(Seat::index), next, "{}", context());
        let Some(next) = next else { break };
        streak = if next == dealer { streak + 1 } else { 1 };
        dealer = next;
        tally.hands += 1;
    }
    // 过水 is reported exactly where the model says so.
    let audit = audit(log).expect("known rules").1;
    let noted = audit.findings.iter().filter(|found| found.clauses.iter().any(|clause| clause.id == "X-GUO"));
    let noted: Vec<_> = noted.map(|found| (found.hand.unwrap_or(0), found.event.unwrap_or(0))).collect();
    assert_eq!(noted, barred, "{}", context());
    tally.barred += barred.len();
    tally.matches += 1;
}

/// GY-1.5: the throw names a side of the wall, the smaller die skips stacks.
fn opened(ruleset: &Ruleset, hand: &HandLog, dealer: usize) {
    let dice = hand.dice.expect("a throw");
    let cut =
        ruleset.rules.cut_dice().and_then(|cut| cut.cut(Seat::ALL[dealer], &dice)).expect("two dice open the wall");
    let (sum, least) = (dice.faces().iter().sum::<u8>(), dice.faces().iter().min());
    assert_eq!(cut.seat.index(), (dealer + usize::from(sum) - 1) % ruleset.players());
    assert_eq!(Some(cut.stacks), least.map(|&die| usize::from(die)));
}

/// Compares the hands, melds and wall, and the legal acts of each seat.
fn same(ruleset: &Ruleset, plain: &Plain, table: &Table, tally: &mut Tally, context: impl Fn() -> String) {
    tally.events += 1;
    assert_eq!(table.wall.left(), plain.wall.len() + usize::from(plain.flip.is_some()), "the wall, {}", context());
    for seat in Seat::ALL {
        let (mut hand, place): (Vec<u8>, _) = (plain.places[seat.index()].hand.clone(), table.place(seat));
        hand.sort_unstable();
        let engine: Vec<u8> = place.hand.tiles().map(kind_of).collect();
        assert_eq!(engine, hand, "the hand of {seat}, {}", context());
        assert_eq!(place.melds.len(), plain.places[seat.index()].melds.len(), "the melds of {seat}, {}", context());
    }
    // The engine does not judge play before every suit is named: a log may leave the names out.
    if plain.flip.is_some() || plain.exhausted || plain.is_naming() || plain.is_exchanging() {
        return;
    }
    let mut engine: [Vec<Act>; 4] = Default::default();
    for (seat, can) in possible(ruleset.rules.as_ref(), table) {
        let (act, name) = act(can);
        engine[seat.index()].push(act);
        *tally.acts.entry(name).or_default() += 1;
    }
    engine.iter_mut().for_each(|acts| acts.sort_unstable());
    assert_eq!(engine, plain.legal(), "engine, then model: {}", context());
}

fn act(can: Possible) -> (Act, &'static str) {
    match can {
        Possible::Win { tile, value } => (Act::Win(kind_of(tile), value), "win"),
        Possible::Discard { tile } => (Act::Discard(kind_of(tile)), "discard"),
        Possible::Pung { tile } => (Act::Pung(kind_of(tile)), "pung"),
        Possible::Kong { tile, kind, dice: false } => {
            let (kong, name) = match kind {
                KongKind::Concealed => (Kong::Concealed, "concealed kong"),
                KongKind::Exposed => (Kong::Exposed, "exposed kong"),
                KongKind::Added => (Kong::Added, "added kong"),
            };
            (Act::Kong(kind_of(tile), kong), name)
        }
        Possible::Declare { what: Declaration::Ready } => (Act::Declare, "declare"),
        Possible::Draw => (Act::Draw, "draw"),
        other => panic!("there is no {other:?} in Guiyang"),
    }
}

/// Compares the end of a hand. Returns the model's next dealer.
fn end(
    ruleset: &Ruleset,
    plain: &Plain,
    replayed: &Replayed,
    tally: &mut Tally,
    context: impl Fn() -> String,
) -> Option<usize> {
    let (rules, standing) = (ruleset.rules.as_ref(), &replayed.standing);
    tally.winners[standing.len()] += 1;
    let next = replayed.next_dealer(rules).map(|next| next.seat.index());
    let Some(end) = plain.ending() else {
        assert_eq!((standing.len(), next, replayed.ledger(rules).lines().len()), (0, None, 0), "{}", context());
        return None;
    };
    let wins = end.wins();
    let named = |pattern: &PatternKind| *pattern == PatternKind::Hand;
    let engine: Vec<_> = standing
        .iter()
        .map(|won| {
            let name = won.hits.iter().find(|hit| named(&hit.pattern.kind)).map(|hit| hit.pattern.name.zh);
            (won.seat.index(), name, won.value)
        })
        .collect();
    let model: Vec<_> = wins.iter().map(|win| (win.seat, Some(win.name), win.fan)).collect();
    assert_eq!(engine, model, "the wins, {}", context());
    assert_eq!(replayed.table.flip, plain.flip.map(tile), "the flip, {}", context());
    let due = !wins.is_empty() && (plain.flip.is_some() || !plain.wall.is_empty());
    assert_eq!(plain.flip.is_some(), due, "a win flips while a tile is left, {}", context());
    let jiao = end.jiao(&wins);
    assert_eq!(rules.ready(&replayed.table, standing).map(|ready| ready.0), Some(jiao), "who is ready, {}", context());
    let paid = end.settle();
    assert_eq!(payments(&replayed.ledger(rules)), paid, "the payments, {}", context());
    paid.keys().for_each(|(_, _, cause)| *tally.causes.entry(cause).or_default() += 1);
    assert_eq!(next, end.next_dealer(), "the next dealer, {}", context());
    for moment in moments(&end, plain) {
        *tally.moments.entry(moment).or_default() += 1;
    }
    next
}

/// Rare events at the end of a hand.
fn moments(end: &End, plain: &Plain) -> Vec<&'static str> {
    let wins = end.wins();
    let robbed = matches!(end.how, How::Rob { .. });
    let ready = end.jiao(&wins).iter().filter(|ready| **ready).count();
    let facts = [
        (robbed, "a robbed kong"),
        (robbed && wins.len() > 1, "a kong robbed by two"),
        (robbed && wins.iter().any(|win| win.seat == end.dealer), "a kong robbed by the dealer"),
        (matches!(end.how, How::Discard { hot: true, .. }), "a hot discard"),
        (wins.iter().any(|win| end.seats[win.seat].declared), "a declared win"),
        (wins.iter().any(|win| end.seats[win.seat].hard), "a hard declared win"),
        (matches!(end.how, How::Discard { from, .. } if end.seats[from].declared), "a declared discarder"),
        (!wins.is_empty() && plain.wall.is_empty() && plain.flip.is_none(), "a win with the wall empty"),
        (wins.is_empty() && ready == 0, "drawn, nobody ready"),
        (wins.is_empty() && ready == 1, "drawn, one ready"),
        (wins.is_empty() && ready == 2, "drawn, two ready"),
        (wins.is_empty() && ready == 3, "drawn, three ready"),
        (wins.is_empty() && ready == 4, "drawn, all ready"),
        (end.streak >= 3, "a dealer's third hand"),
    ];
    facts.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
}

impl Plain {
    /// True if the event is a win on a tile that the seat passed before.
    fn is_barred_win(&self, event: &Event) -> bool {
        event
            .action
            .seat()
            .is_some_and(|seat| matches!(event.action, caipan_log::Action::Win { .. }) && self.is_barred(seat.index()))
    }
}
