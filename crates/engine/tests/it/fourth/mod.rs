//! A fourth rule system, unknown to the program, is generated, audited, given faults and explained: a region is only a
//! folder.
//!
//! It uses parts of the core that no published region uses: three seats, an exchange, a void suit, kongs paid among
//! those who still play, and a hand that goes on without its winners.

mod region;

use caipan_engine::audit::{Audit, Kind, Verdict, audit_under};
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, KongKind, Limits, Payment};
use caipan_tiles::tile::{Seat, Seats, parse_tile};
use region::SYSTEM;

fn rules(preset: usize) -> Ruleset {
    Ruleset::new(&SYSTEM, &SYSTEM.presets[preset], &[])
}

fn played(ruleset: &Ruleset, count: usize) -> Vec<GameLog> {
    matches(ruleset, 7, MatchConfig::default()).take(count).collect()
}

/// The codes of the primary findings except notes.
fn codes(audit: &Audit) -> Vec<&'static str> {
    audit
        .findings
        .iter()
        .filter(|found| found.is_primary() && found.kind != Kind::Note)
        .map(|found| found.check.code)
        .collect()
}

fn winners(log: &GameLog, hand: usize) -> Vec<Seat> {
    let won = |event: &caipan_log::Event| if let Action::Win { seat, .. } = event.action { Some(seat) } else { None };
    log.hands[hand].events.iter().filter_map(won).collect()
}

#[test]
fn clean_matches_have_no_findings() {
    let (mut twice, mut drawn, mut kongs, mut exchanged) = (0, 0, 0, 0);
    for preset in 0..2 {
        let ruleset = rules(preset);
        for log in played(&ruleset, 150) {
            let audit = audit_under(&log, &ruleset);
            assert_eq!(codes(&audit), [""; 0], "{} {:#?}", log.id, audit.findings);
            for (at, hand) in log.hands.iter().enumerate() {
                twice += usize::from(winners(&log, at).len() == 2);
                drawn += usize::from(hand.events.iter().any(|event| event.action == Action::DrawGame));
                kongs += hand.events.iter().filter(|event| matches!(event.action, Action::Kong { .. })).count();
                exchanged += hand.events.iter().filter(|event| matches!(event.action, Action::Exchange { .. })).count();
            }
        }
    }
    assert!(twice > 50 && drawn > 10 && kongs > 50 && exchanged > 300, "{twice} {drawn} {kongs} {exchanged}");
}

/// Computes the payments for kongs from the events alone.
#[test]
fn kongs_are_paid_by_those_still_playing() {
    let ruleset = rules(0);
    let mut after_a_win = 0;
    for log in played(&ruleset, 150) {
        let audit = audit_under(&log, &ruleset);
        for (hand, (_, audited)) in log.hands.iter().zip(&audit.hands) {
            let mut playing = vec![0, 1, 2];
            let mut due = [0; 4];
            let mut discarder = 0;
            for (at, event) in hand.events.iter().enumerate() {
                match event.action {
                    Action::Discard { seat, .. } => discarder = seat.index(),
                    Action::Win { seat, .. } => {
                        playing.retain(|&other| other != seat.index());
                    }
                    Action::Kong { seat, kind, .. } => {
                        let robbed =
                            matches!(hand.events.get(at + 1), Some(next) if matches!(next.action, Action::Win { .. }));
                        let (shares, payers) = match kind {
                            KongKind::Exposed => (2, vec![discarder]),
                            KongKind::Concealed => (2, playing.clone()),
                            KongKind::Added => (1, playing.clone()),
                        };
                        for payer in payers.into_iter().filter(|&payer| payer != seat.index() && !robbed) {
                            due[payer] -= shares;
                            due[seat.index()] += shares;
                        }
                        after_a_win += usize::from(playing.len() < 3);
                    }
                    _ => {}
                }
            }
            let mut paid = [0; 4];
            for line in audited.ledger.lines().iter().filter(|line| line.cause.id == "rain") {
                if let (caipan_tiles::ledger::Party::Seat(from), caipan_tiles::ledger::Party::Seat(to)) =
                    (line.from, line.to)
                {
                    paid[from.index()] -= line.sum.value();
                    paid[to.index()] += line.sum.value();
                }
            }
            assert_eq!(paid, due, "{}", log.id);
        }
    }
    assert!(after_a_win > 5, "{after_a_win}");
}

/// Audits the first match that `inject` can change, cut off after the changed hand.
fn with_fault(ruleset: &Ruleset, inject: impl Fn(&mut caipan_log::HandLog) -> bool) -> Audit {
    let faulty = played(ruleset, 200).into_iter().find_map(|mut log| {
        let at = log.hands.iter().position(|hand| inject(&mut hand.clone()))?;
        inject(&mut log.hands[at]);
        log.hands.truncate(at + 1);
        Some(log)
    });
    audit_under(&faulty.expect("a hand to spoil"), ruleset)
}

#[test]
fn theft_is_found() {
    let audit = with_fault(&rules(0), |hand| {
        let Some(result) = &mut hand.result else { return false };
        let (Some(payments), Some(deltas), Some(scores)) =
            (&mut result.payments, &mut result.deltas, &mut result.scores)
        else {
            return false;
        };
        payments.push(Payment { from: Seat::ALL[0], to: Seat::ALL[1], points: 37, cause: None, at: None });
        for (seat, points) in [(Seat::ALL[0], -37), (Seat::ALL[1], 37)] {
            deltas[seat] += points;
            scores[seat] += points;
        }
        true
    });
    assert_eq!(audit.verdict(), Verdict::Faulty, "{:#?}", audit.findings);
    assert!(codes(&audit).iter().all(|code| code.starts_with("A7")), "{:?}", codes(&audit));
}

#[test]
fn winner_plays_no_more() {
    let audit = with_fault(&rules(0), |hand| {
        let won = hand.events.iter().position(|event| matches!(event.action, Action::Win { .. }));
        let Some((at, winner)) = won.and_then(|at| Some((at, hand.events[at].action.seat()?))) else { return false };
        let later = hand.events.iter().skip(at + 1).position(|event| matches!(event.action, Action::Discard { .. }));
        let Some(later) = later else { return false };
        let Action::Discard { tile, .. } = hand.events[at + 1 + later].action else { return false };
        hand.events.insert(at + 2 + later, Action::Pung { seat: winner, tile }.into());
        true
    });
    assert_eq!(codes(&audit), ["A003"], "{:#?}", audit.findings);
}

/// Finds a payment to the second winner by the first, who had left with its win.
#[test]
fn departed_winner_pays_nothing() {
    let audit = with_fault(&rules(0), |hand| {
        let seats: Vec<Seat> = (hand.events.iter())
            .filter_map(|event| if let Action::Win { seat, .. } = event.action { Some(seat) } else { None })
            .collect();
        let &[first, second] = &seats[..] else { return false };
        let Some(result) = &mut hand.result else { return false };
        let (Some(payments), Some(deltas), Some(scores)) =
            (&mut result.payments, &mut result.deltas, &mut result.scores)
        else {
            return false;
        };
        payments.push(Payment { from: first, to: second, points: 1, cause: None, at: None });
        for (seat, points) in [(first, -1), (second, 1)] {
            deltas[seat] += points;
            scores[seat] += points;
        }
        true
    });
    assert_eq!(audit.verdict(), Verdict::Faulty, "{:#?}", audit.findings);
}

#[test]
fn wrong_exchange_is_found() {
    let audit = with_fault(&rules(0), |hand| {
        for event in &mut hand.events {
            if let Action::Exchange { tiles, takes, .. } = &mut event.action
                && tiles != takes
            {
                takes.clone_from(tiles);
                return true;
            }
        }
        false
    });
    assert_eq!(codes(&audit).first(), Some(&"A125"), "{:#?}", audit.findings);
}

#[test]
fn missing_exchange_is_found_once() {
    let audit = with_fault(&rules(0), |hand| {
        let before = hand.events.len();
        // One seat exchanges: where nobody does, the record may have left it out.
        let mut first = true;
        hand.events.retain(|event| !matches!(event.action, Action::Exchange { .. }) || std::mem::take(&mut first));
        hand.events.len() < before
    });
    let of_exchange = codes(&audit).into_iter().filter(|code| *code == "A125").count();
    assert_eq!(of_exchange, 1, "{:#?}", audit.findings);
}

/// The inverse audit names the changed option of this region too.
#[test]
fn other_house_rules_are_found() {
    let house = Ruleset::new(&SYSTEM, &SYSTEM.presets[0], &[("rain", Value::Number(2))]);
    let declared = rules(0);
    let mut explained = 0;
    for log in played(&house, 40) {
        let audit = audit_under(&log, &declared);
        explained += usize::from(audit.explanations.iter().any(|found| {
            let changes: Vec<_> = found.changes.iter().map(|change| (change.decl.id, change.to)).collect();
            changes == [("rain", Value::Number(2))]
        }));
    }
    assert!(explained > 5, "{explained}");
}

#[test]
fn three_player_logs_round_trip() {
    for log in played(&rules(0), 20) {
        assert_eq!(log.start.seats, Some(Seats::first(3)));
        let json = caipan_log::write(&log);
        assert_eq!(caipan_log::read(json.as_bytes(), &Limits::default()), Ok(log.clone()));
        assert_eq!(caipan_log::from_text(&caipan_log::to_text(&log), &Limits::default()), Ok(log));
    }
}

/// Refuses every field that names the fourth seat at a table of three.
#[test]
fn empty_seat_is_refused() {
    let log = played(&rules(0), 1).remove(0);
    let wrong = |inject: fn(&mut GameLog)| {
        let mut log = log.clone();
        inject(&mut log);
        let error = caipan_log::read(caipan_log::write(&log).as_bytes(), &Limits::default()).expect_err("refused");
        (error.code, error.pointer)
    };
    let fourth = Seat::ALL[3];
    let code = |pointer: &str| ("wrong-value", pointer.to_owned());
    assert_eq!(wrong(|log| log.start.dealer = Some(Seat::ALL[3])), code("/start/dealer"));
    assert_eq!(
        wrong(|log| log.hands[0].events[1].action = Action::Leave { seat: Seat::ALL[3] }),
        code("/hands/0/events/1/seat")
    );
    let deltas = log.hands[0].result.as_ref().and_then(|result| result.deltas).expect("deltas");
    let [a, b, c, _] = deltas.0;
    let (three, four) = (format!("\"deltas\":[{a},{b},{c}]"), format!("\"deltas\":[{a},{b},{c},1]"));
    let written = caipan_log::write(&log);
    assert!(written.contains(&three), "{written}");
    let error =
        caipan_log::read(written.replacen(&three, &four, 1).as_bytes(), &Limits::default()).expect_err("refused");
    assert_eq!((error.code, error.pointer), code("/hands/0/result/deltas/3"));
    assert_eq!(
        wrong(|log| {
            log.players.pop();
        })
        .0,
        "wrong-length"
    );
    assert!(!log.seats().contains(fourth));
}

/// A log that states another number of players than it has seats is refused.
#[test]
fn wrong_number_of_players_is_refused() {
    let mut log = played(&rules(0), 1).remove(0);
    log.rules.system = "beijing".to_owned();
    log.rules.options.insert("players".to_owned(), caipan_log::OptionValue::Number(4));
    let error = caipan_engine::audit::audit(&log).expect_err("four stated, three seated");
    assert_eq!((error.code, error.pointer.as_str()), ("wrong-players", "/start/seats"));
}

/// Where the house exchanges no tiles, an exchange is A008 and changes nothing.
#[test]
fn exchange_is_refused_without_a_rule() {
    for system in caipan_engine::rules::SYSTEMS {
        let ruleset = Ruleset::new(system, &system.presets[0], &[]);
        for mut log in played(&ruleset, 5) {
            let exchanges = |event: &caipan_log::Event| matches!(event.action, Action::Exchange { .. });
            let Some(hand) = log.hands[0].deal.clone() else { continue };
            if log.hands[0].events.iter().any(exchanges) {
                continue;
            }
            let tiles = hand[Seat::ALL[1]].0[..3].to_vec();
            let exchange = Action::Exchange { seat: Seat::ALL[1], tiles: tiles.clone(), takes: tiles };
            log.hands[0].events.insert(0, exchange.into());
            assert_eq!(codes(&audit_under(&log, &ruleset)), ["A008"], "{}", log.id);
        }
    }
}

/// No region has flowers: one is a tile outside the deck, and laying it changes nothing else.
#[test]
fn flower_is_refused() {
    for system in caipan_engine::rules::SYSTEMS {
        let ruleset = Ruleset::new(system, &system.presets[0], &[]);
        for mut log in played(&ruleset, 5) {
            let tile = parse_tile("3f").expect("a flower");
            log.hands[0].events.insert(0, Action::Flower { seat: Seat::ALL[1], tile }.into());
            assert_eq!(codes(&audit_under(&log, &ruleset)), ["A102"], "{}", log.id);
        }
    }
}
