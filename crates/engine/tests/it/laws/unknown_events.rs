//! A finding about an event that the declared rules do not have names the house rule that would allow it.

use crate::generate::{audited, preset, told};
use caipan_engine::audit::{Finding, Verdict};
use caipan_engine::rules::Value;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Declaration, Event, GameLog, KongKind, OptionValue};
use caipan_tiles::tile::{Seat, Suit, Tile, parse_tiles};

/// A house, the value of its option, an event that only that house has, and the words of the rule in both languages.
struct House {
    id: &'static str,
    option: &'static str,
    value: Value,
    without: Option<OptionValue>,
    is_its: fn(&Action) -> bool,
    rule: [&'static str; 2],
}

const HOUSES: [House; 8] = [
    House {
        id: "guiyang",
        option: "exchange",
        value: Value::Number(3),
        without: None,
        is_its: |action| matches!(action, Action::Exchange { .. }),
        rule: ["“换几张，0 为不换：3”", "“tiles exchanged before play, 0 for none: 3”"],
    },
    House {
        id: "guiyang",
        option: "exchange",
        value: Value::Number(4),
        without: None,
        is_its: |action| matches!(action, Action::Exchange { .. }),
        rule: ["“换几张，0 为不换：4”", "“tiles exchanged before play, 0 for none: 4”"],
    },
    House {
        id: "guiyang",
        option: "roll_ji",
        value: Value::Word("last"),
        without: None,
        is_its: |action| matches!(action, Action::Flip { .. }),
        rule: ["“前后鸡、滚筒鸡：", "“chickens opened during play: "],
    },
    House {
        id: "guiyang",
        option: "ding_que",
        value: Value::Flag(true),
        without: None,
        is_its: |action| matches!(action, Action::Declare { what: Declaration::Void(_), .. }),
        rule: ["“定缺：是”", "“each seat names a suit that it lacks: yes”"],
    },
    House {
        id: "changsha-a",
        option: "no_chow",
        value: Value::Flag(false),
        without: Some(OptionValue::Flag(true)),
        is_its: |action| matches!(action, Action::Chow { .. }),
        rule: ["“不可吃：否”", "“no chow: no”"],
    },
    House {
        id: "beijing",
        option: "claims.chow",
        value: Value::Flag(true),
        without: Some(OptionValue::Flag(false)),
        is_its: |action| matches!(action, Action::Chow { .. }),
        rule: ["“可以吃牌：是”", "“chows are allowed: yes”"],
    },
    House {
        id: "beijing",
        option: "fan.xiaosa",
        value: Value::Number(2),
        without: None,
        is_its: |action| matches!(action, Action::Declare { what: Declaration::Xiaosa, .. }),
        rule: ["“潇洒几番，1 为没有：2”", "“xiaosa, 1 if not played: 2”"],
    },
    House {
        id: "beijing",
        option: "fan.sky_ready",
        value: Value::Number(2),
        without: None,
        is_its: |action| matches!(action, Action::Declare { what: Declaration::Sky, .. }),
        rule: ["“天听几番，1 为没有：2–20”", "“ready as dealt, 1 if not played: 2–20”"],
    },
];

/// A match of the house that has such an event, with its place; the log declares the rules without the option.
fn undeclared(house: &House) -> (GameLog, usize, usize) {
    let played = preset(house.id).changed(None, [(house.option, house.value)]);
    let found = matches(&played, 1, MatchConfig::default()).take(300).find_map(|log| {
        let place = log.hands.iter().enumerate().find_map(|(hand, played)| {
            Some((hand, played.events.iter().position(|event| (house.is_its)(&event.action))?))
        });
        place.map(|(hand, event)| (log, hand, event))
    });
    let (mut log, hand, event) = found.unwrap_or_else(|| panic!("{} {}: no such event", house.id, house.option));
    log.rules.options.remove(house.option);
    log.rules.options.extend(house.without.clone().map(|value| (house.option.to_owned(), value)));
    (log, hand, event)
}

fn finding(log: &GameLog, hand: usize, event: usize) -> Finding {
    let audit = audited(log);
    assert_eq!(audit.verdict(), Verdict::Faulty, "{}", log.id);
    let here = |found: &&Finding| (found.hand, found.event) == (Some(hand), Some(event));
    let unknown = |found: &&Finding| here(found) && ["A008", "A609"].contains(&found.check.code);
    let found = audit.findings.iter().find(unknown).unwrap_or_else(|| panic!("{}: no finding", log.id));
    found.clone()
}

#[test]
fn names_the_house_rule_of_each_kind_of_event() {
    for house in &HOUSES {
        let (log, hand, event) = undeclared(house);
        let found = finding(&log, hand, event);
        let said = told(&log, &found);
        assert_eq!(found.option, Some(house.option), "{said}");
        assert!(found.text.zh.contains("（本房若约定") && found.text.zh.contains(house.rule[0]), "{said}");
        assert!(found.text.en.contains("if the house plays") && found.text.en.contains(house.rule[1]), "{said}");
    }
}

/// An exchange that is wrong in itself too is still one that the house may have.
#[test]
fn names_it_beside_another_fault() {
    let (mut log, hand, event) = undeclared(&HOUSES[0]);
    let Action::Exchange { tiles, .. } = &mut log.hands[hand].events[event].action else { panic!("an exchange") };
    tiles.pop();
    let found = finding(&log, hand, event);
    assert_eq!(found.option, Some("exchange"), "{}", told(&log, &found));
    // Tiles of two suits, by two seats.
    let (mut log, hand, event) = undeclared(&HOUSES[0]);
    for at in [event, event + 1] {
        let Action::Exchange { tiles, .. } = &mut log.hands[hand].events[at].action else { panic!("an exchange") };
        *tiles = parse_tiles("1m5p9s").expect("tiles");
    }
    for at in [event, event + 1] {
        let found = finding(&log, hand, at);
        assert_eq!(found.option, Some("exchange"), "{}", told(&log, &found));
    }
}

/// Inserts an event into the first hand of a usual match.
fn with(id: &str, at: usize, action: Action) -> GameLog {
    let mut log = matches(&preset(id), 1, MatchConfig::default()).next().expect("a match");
    log.hands[0].events.insert(at, Event::from(action));
    log
}

/// No house of the system has these events, so nothing is named.
#[test]
fn names_nothing_that_no_house_has() {
    let tile: Tile = parse_tiles("5m").expect("a tile")[0];
    let flower = Suit::Flowers.mask().iter().next().expect("a flower");
    let dealer = |id: &str| matches(&preset(id), 1, MatchConfig::default()).next().and_then(|log| log.hands[0].dealer);
    for id in ["changsha-a", "beijing", "guiyang"] {
        let seat = dealer(id).expect("a dealer");
        let mut events = vec![Action::Flower { seat, tile: flower }];
        if id != "guiyang" {
            events.push(Action::Exchange { seat, tiles: vec![tile; 3], takes: vec![tile; 3] });
        }
        if id != "changsha-a" {
            events.push(Action::Opening { seat, kinds: vec!["四喜".to_owned()], dice: None });
        }
        if id == "guiyang" {
            events.push(Action::Chow { seat: Seat::ALL[1], tile, with: [tile, tile] });
            events.push(Action::Kong { seat, tile, kind: KongKind::Concealed, dice: caipan_log::Dice::new(&[]) });
        }
        for action in events {
            let log = with(id, 0, action.clone());
            for found in audited(&log).findings.iter().filter(|found| found.check.code == "A008") {
                assert_eq!(found.option, None, "{action:?}: {}", told(&log, found));
                assert!(!found.text.zh.contains("本房若约定"), "{action:?}: {}", told(&log, found));
            }
        }
    }
}

/// The search replays a hand for every value of an option, and once for each kind of event: in long hands it ends.
#[test]
fn names_only_the_first_kinds_in_a_long_hand() {
    let (mut log, hand, event) = undeclared(&HOUSES[0]);
    let exchange = log.hands[hand].events[event].clone();
    let tile = parse_tiles("1m").expect("a tile")[0];
    let kinds = (4..12).map(|count| {
        let mut other = exchange.clone();
        let Action::Exchange { tiles, takes, .. } = &mut other.action else { panic!("an exchange") };
        (*tiles, *takes) = (vec![tile; count], vec![tile; count]);
        other
    });
    let added: Vec<Event> = kinds.chain(std::iter::repeat_n(exchange.clone(), 500)).collect();
    let after = event + 1;
    log.hands[hand].events.splice(after..after, added);
    let named: Vec<bool> = (event..=event + 8).map(|at| finding(&log, hand, at).option.is_some()).collect();
    assert!(named[0] && !named[8], "{named:?}");
}
