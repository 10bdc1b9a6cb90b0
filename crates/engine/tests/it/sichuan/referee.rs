//! Compares the engine with the reference referee over self-play matches: legal acts at every event; wins, ready seats,
//! payments and next dealer at every end; dealers and scores over the match.

use crate::oracle::changsha::cases::Chance;
use crate::oracle::sichuan::house::House;
use crate::oracle::sichuan::kind_of;
use crate::oracle::sichuan::legal::{Act, Kong};
use crate::oracle::sichuan::pay::Payments;
use crate::oracle::sichuan::table::{How, Table as Plain};
use caipan_engine::replay::{Before, Possible, Replayed, possible, replay};
use caipan_engine::rules::{Ruleset, resolve};
use caipan_engine::table::Table;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{GameLog, KongKind, OptionValue, RulesDeclared, to_text};
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::Seat;
use std::collections::BTreeMap;

/// Matches per house, all match configurations together. `CAIPAN_MATCHES` sets another total.
const MATCHES: usize = 40;

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
}

/// The house of the book, others with changed options, and random ones.
fn houses() -> Vec<House> {
    let fan = House { zimo: "add_fan", dian_gang_hua: "self_draw", max_fan: 0, tian_di_hu: true, ..House::plain() };
    let rich = House { men_qing: true, jiang_dui: true, max_fan: 5, base: 2, deal: "fours", ..House::plain() };
    let bare = House { exchange: "none", ding_que: false, zimo: "none", guo_shui: "off", ..House::plain() };
    let mild = House { cha_jiao: false, tui_shui: false, zhuan_yi: false, late_kong: true, ..House::plain() };
    let strict = House { guo_shui: "passed", multi_dealer: "discarder", draw_dealer: "stays", ..House::plain() };
    let mut houses = vec![House::plain(), fan, rich, bare, mild, strict];
    let mut chance = Chance(57);
    houses.extend((0..6).map(|_| {
        let mut house = House::plain();
        house.vary(|values| chance.percent(35).then(|| chance.below(values)));
        house
    }));
    houses
}

fn rules(house: &House) -> Ruleset {
    let read = |text: &str| text.parse().map_or_else(|_| OptionValue::Word(text.to_owned()), OptionValue::Number);
    let options = house.entries().into_iter().map(|(id, text)| (id.to_owned(), read(text))).collect();
    resolve(&RulesDeclared { system: "sichuan".to_owned(), options, ..Default::default() })
        .expect("the oracle's options are the engine's")
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
    for act in ["win", "discard", "pung", "concealed kong", "exposed kong", "added kong", "draw"] {
        assert!(tally.acts.get(act).is_some_and(|&n| n >= 100), "{act}: {tally:?}");
    }
    assert!(["win", "kong", "cha-jiao", "transfer"].iter().all(|cause| tally.causes.contains_key(cause)), "{tally:?}");
    assert!(tally.winners.iter().all(|&n| n > 0) && tally.exchanges > 100, "{tally:?}");
}

/// Compares one match; the model keeps dealer and scores by itself.
fn whole_match(ruleset: &Ruleset, house: &House, log: &GameLog, tally: &mut Tally) {
    let context = || format!("{}\n{}", log.id, to_text(log));
    let mut dealer = log.start.dealer.expect("a first dealer").index();
    let mut streak = 1;
    let mut scores = log.start.scores.expect("scores").0;
    for (number, hand) in log.hands.iter().enumerate() {
        assert_eq!(hand.dealer.map(Seat::index), Some(dealer), "who deals hand {number}: {}", context());
        let mut plain = Plain::of_log(house, hand, dealer);
        let before = Before {
            seats: log.seats(),
            dealer: Seat::ALL[dealer],
            streak: Some(streak),
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        };
        let replayed = replay(ruleset.rules.as_ref(), hand, before, |at, table| {
            if let Some(at) = at {
                plain.follow(&hand.events[at]);
            }
            same(ruleset, &plain, table, tally, || format!("hand {number} after {at:?} of {}", context()));
        });
        tally.exchanges += plain.exchanged.len();
        // A hand that was broken off ends the match; nothing of it is compared.
        if !plain.is_over() {
            break;
        }
        end(ruleset, &plain, &replayed, tally, || format!("hand {number} of {}", context()));
        for ((from, to, _), points) in plain.settle() {
            scores[from] -= points;
            scores[to] += points;
        }
        let result = hand.result.as_ref().expect("a result");
        let next = plain.next_dealer();
        assert_eq!(result.scores.map(|scores| scores.0), Some(scores), "{}", context());
        assert_eq!(result.next_dealer.map(Seat::index), Some(next), "{}", context());
        streak = if next == dealer { streak + 1 } else { 1 };
        dealer = next;
        tally.hands += 1;
    }
    tally.matches += 1;
}

/// Compares the hands, melds and wall, and the legal acts of each seat.
fn same(ruleset: &Ruleset, plain: &Plain, table: &Table, tally: &mut Tally, context: impl Fn() -> String) {
    tally.events += 1;
    assert_eq!(table.wall.left(), plain.wall.len(), "the wall, {}", context());
    for seat in Seat::ALL {
        let (mut hand, place): (Vec<u8>, _) = (plain.places[seat.index()].hand.clone(), table.place(seat));
        hand.sort_unstable();
        let mut engine: Vec<u8> = place.hand.tiles().map(kind_of).collect();
        engine.sort_unstable();
        assert_eq!(engine, hand, "the hand of {seat}, {}", context());
        assert_eq!(place.melds.len(), plain.places[seat.index()].melds.len(), "the melds of {seat}, {}", context());
    }
    // The engine does not judge play before every suit is named: a log may leave the names out.
    if plain.is_over() || plain.is_naming() || plain.is_exchanging() {
        return;
    }
    let mut engine: [Vec<Act>; 4] = Default::default();
    for (seat, can) in possible(ruleset.rules.as_ref(), table) {
        let (act, name) = act(can);
        engine[seat.index()].push(act);
        *tally.acts.entry(name).or_default() += 1;
    }
    engine.iter_mut().for_each(|acts| acts.sort_unstable());
    let mut model = plain.legal();
    for act in model.iter_mut().flatten() {
        if let Act::Win(_, fan) = act {
            *fan = plain.house.capped(*fan);
        }
    }
    assert_eq!(engine, model, "engine, then model: {}", context());
}

fn act(can: Possible) -> (Act, &'static str) {
    match can {
        Possible::Win { tile, value } => (Act::Win(kind_of(tile), u32::try_from(value).expect("a fan")), "win"),
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
        Possible::Draw => (Act::Draw, "draw"),
        other => panic!("there is no {other:?} in Sichuan"),
    }
}

/// Compares the end of a hand.
fn end(ruleset: &Ruleset, plain: &Plain, replayed: &Replayed, tally: &mut Tally, context: impl Fn() -> String) {
    let (rules, standing) = (ruleset.rules.as_ref(), &replayed.standing);
    tally.winners[standing.len()] += 1;
    let engine: Vec<_> = standing.iter().map(|won| (won.seat.index(), won.value)).collect();
    let model: Vec<_> = plain.wins.iter().map(|win| (win.seat, i64::from(plain.house.capped(win.fan)))).collect();
    assert_eq!(engine, model, "the wins, {}", context());
    let ready = rules.ready(&replayed.table, standing).map(|ready| ready.0);
    assert_eq!(ready, Some(plain.ready()), "who is ready, {}", context());
    let paid = plain.settle();
    assert_eq!(payments(&replayed.ledger(rules)), paid, "the payments, {}", context());
    paid.keys().for_each(|(_, _, cause)| *tally.causes.entry(cause).or_default() += 1);
    let next = replayed.next_dealer(rules).map(|next| next.seat.index());
    assert_eq!(next, Some(plain.next_dealer()), "the next dealer, {}", context());
    for moment in moments(plain) {
        *tally.moments.entry(moment).or_default() += 1;
    }
}

fn payments(ledger: &Ledger) -> Payments {
    let mut paid = Payments::new();
    for line in ledger.lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else { panic!("no house here: {line:?}") };
        *paid.entry((from.index(), to.index(), line.cause.id)).or_default() += line.sum.value();
    }
    paid
}

/// Rare events of a hand.
fn moments(plain: &Plain) -> Vec<&'static str> {
    let any = |is: fn(How) -> bool| plain.wins.iter().any(|win| is(win.how));
    let ready = plain.ready().iter().filter(|ready| **ready).count();
    let unready = |seat: usize| !plain.ready()[seat];
    let facts = [
        (any(|how| matches!(how, How::Rob { .. })), "a robbed kong"),
        (any(|how| matches!(how, How::Discard { hot: Some(_), .. })), "a win on the discard after a kong"),
        (any(|how| matches!(how, How::KongDraw { .. })), "a win on a replacement"),
        (plain.kongs.iter().any(|kong| kong.winners.len() > 1), "a kong transferred to two"),
        (plain.kongs.iter().any(|kong| unready(kong.seat)) && !plain.three_won(), "a kong of a seat that is not ready"),
        (plain.several.is_some(), "several winners on one tile"),
        (plain.wins.is_empty(), "nobody won"),
        (plain.wall.is_empty() && !plain.wins.is_empty(), "the wall ran out after a win"),
        (ready == 0, "nobody is ready"),
        (plain.wins.iter().any(|win| win.fan > 3), "more than three fan"),
    ];
    facts.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
}
