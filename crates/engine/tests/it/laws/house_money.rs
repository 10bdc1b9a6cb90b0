//! Money of the house: rooms with stake, limits, rake and fees are clean; thefts beside them keep their transfer; a rake
//! that nobody declares is named, and money that is stolen or lost never looks like one.

use super::thefts::pay;
use crate::generate::{audited, preset, presets, told};
use caipan_engine::audit::{Audit, Explanation, Verdict};
use caipan_engine::report::{TransferView, report};
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, Rng, one};
use caipan_log::{Between, GameLog, Holder, HouseKind, HouseLine, RulesDeclared, to_text};
use caipan_tiles::tile::{Seat, SeatMap};

type Changes = Vec<(&'static str, Value)>;

const HANDS: MatchConfig = MatchConfig { hands: 10, ..MatchConfig::USUAL };
const LEAVING: MatchConfig = MatchConfig { leave: 3, ..HANDS };
/// Matches per preset. The figures in docs/design/inverse-audit.md are those of 260.
const EACH: u64 = 14;

fn number(number: i64) -> Value {
    Value::Number(number)
}

/// Returns options of the house money at random.
fn room(chance: &mut Rng, base: &Ruleset) -> Changes {
    let mut changes = Changes::new();
    let mut set = |chance: &mut Rng, percent: u8, id: &'static str, values: &[Value]| {
        let chosen = chance.percent(percent).then(|| *chance.pick(values).unwrap());
        changes.extend(chosen.map(|value| (id, value)));
        chosen.is_some()
    };
    let (word, numbers) = (Value::Word, |all: &[i64]| all.iter().copied().map(number).collect::<Vec<_>>());
    set(chance, 60, "stake", &numbers(&[5, 10, 100]));
    if set(chance, 70, "rake", &numbers(&[10, 25, 50, 75, 100])) {
        set(chance, 50, "rake_round", &[word("nearest"), word("up")]);
        if set(chance, 30, "rake_payer", &[word("big_winner")]) {
            set(chance, 50, "rake_tie", &[word("share_down"), word("each_full")]);
        }
        set(chance, 20, "rake_per", &[word("match")]);
        if set(chance, 20, "rake_from", &numbers(&[10, 50])) {
            set(chance, 50, "rake_below", &numbers(&[1]));
        }
        set(chance, 20, "rake_min", &numbers(&[1]));
        set(chance, 20, "rake_max", &numbers(&[3, 10]));
    }
    if set(chance, 50, "fee", &numbers(&[1, 2, 5])) {
        if set(chance, 40, "fee_payer", &[word("gainers"), word("big_winner")]) {
            set(chance, 100, "fee_taken", &[word("end")]);
        } else {
            set(chance, 30, "fee_payer", &[word("owner")]);
        }
        set(chance, 20, "fee_per", &[word("match")]);
    }
    if set(chance, 20, "loss_limit", &[word("holdings")]) {
        set(chance, 50, "gain_limit", &[word("holdings"), word("holdings_times_losers")]);
        set(chance, 50, "limit_order", &[word("proportional"), word("seat_order")]);
    }
    if base.choices.get("escape_penalty").is_none() && set(chance, 20, "leave_penalty", &numbers(&[10])) {
        set(chance, 50, "leave_to", &[word("others")]);
    }
    changes
}

/// Leaves out parts of the results: the lines of the house, then the payments too, or payments and scores.
fn thinned(log: &GameLog, part: usize) -> GameLog {
    let mut log = log.clone();
    for result in log.hands.iter_mut().filter_map(|hand| hand.result.as_mut()) {
        match part {
            1 => result.house = None,
            2 => (result.house, result.payments) = (None, None),
            3 => (result.payments, result.scores) = (None, None),
            _ => {}
        }
    }
    log
}

#[test]
fn honest_gold_rooms_are_clean() {
    let mut tried = 0;
    for (id, seed) in presets().flat_map(|id| (0..EACH).map(move |seed| (id, seed))) {
        let mut chance = Rng::nth(7, seed);
        let base = preset(id);
        let changes = room(&mut chance, &base);
        let rules = base.changed(None, changes.iter().copied());
        if rules.contradicts_itself() {
            continue;
        }
        for config in [HANDS, LEAVING] {
            let log = one(&rules, 11, seed, &config);
            for part in 0..4 {
                let log = thinned(&log, part);
                let audit = audited(&log);
                tried += 1;
                if let Some(fault) = audit.findings.iter().find(|found| found.is_fault()) {
                    panic!("{changes:?} {part} {}", told(&log, fault));
                }
                let is_right =
                    audit.verdict() == Verdict::Clean || part > 0 && audit.verdict() == Verdict::Unverifiable;
                assert!(is_right, "{id} {seed} {part}: {:?}", audit.verdict());
            }
        }
    }
    assert!(tried > 600, "{tried}");
}

#[test]
fn stake_multiplies_every_payment_of_the_book() {
    for (id, seed) in presets().flat_map(|id| (0..4).map(move |seed| (id, seed))) {
        let base = preset(id);
        let staked = base.changed(None, [("stake", number(10))]);
        if staked.contradicts_itself() {
            continue;
        }
        let (log, times) = (one(&base, 13, seed, &LEAVING), one(&staked, 13, seed, &LEAVING));
        for (hand, staked) in log.hands.iter().zip(&times.hands) {
            let result = |hand: &caipan_log::HandLog| hand.result.clone().unwrap();
            let paid = |hand| result(hand).payments.unwrap().iter().map(|paid| paid.points).collect::<Vec<_>>();
            let shared = staked.events.iter().any(|event| matches!(event.action, caipan_log::Action::Leave { .. }));
            if !shared {
                let ten: Vec<i64> = paid(hand).iter().map(|points| points * 10).collect();
                assert_eq!(paid(staked), ten, "{id} {seed}: {}", to_text(&times));
            }
        }
    }
}

/// Takes points of the victim for the thief, in the point changes and in half of the cases in the payments.
fn steal(chance: &mut Rng, log: &mut GameLog, hand: usize, rules: &Ruleset) -> TransferView {
    let seats: Vec<Seat> = rules.rules.seats().iter().collect();
    let thief = *chance.pick(&seats).unwrap();
    let victim = *chance.pick(&seats.into_iter().filter(|seat| *seat != thief).collect::<Vec<_>>()).unwrap();
    let points = *chance.pick(&[1, 2, 3, 10, 37]).unwrap();
    let result = log.hands[hand].result.as_mut().unwrap();
    if chance.percent(50) {
        pay(result, victim, thief, points);
    } else {
        let deltas = result.deltas.as_mut().unwrap();
        deltas[thief] += points;
        deltas[victim] -= points;
    }
    for result in log.hands.iter_mut().skip(hand).filter_map(|hand| hand.result.as_mut()) {
        let scores = result.scores.as_mut().unwrap();
        scores[thief] += points;
        scores[victim] -= points;
    }
    TransferView { from: Some(thief), to: Some(victim), points }
}

#[test]
fn theft_beside_a_rake_keeps_its_transfer() {
    let (mut tried, mut undeclared) = (0, 0);
    for (id, seed) in presets().flat_map(|id| (0..EACH).map(move |seed| (id, seed))) {
        let mut chance = Rng::nth(10, seed);
        let rate = *chance.pick(&[10, 50, 100]).unwrap();
        let rules = preset(id).changed(None, [("rake", number(rate)), ("stake", number(10))]);
        if rules.contradicts_itself() {
            continue;
        }
        let mut log = one(&rules, 41, seed, &HANDS);
        let hand = chance.below(log.hands.len());
        let is_raked = |(at, log): &(usize, &caipan_log::HandLog)| *at != hand && !log.house().is_empty();
        let raked = log.hands.iter().enumerate().filter(is_raked).count();
        let back = steal(&mut chance, &mut log, hand, &rules);
        let found = report(&log, "sha256:00").unwrap();
        assert_eq!((found.verdict, &found.transfers[..]), (Verdict::Faulty, &[back][..]), "{}", to_text(&log));
        tried += 1;
        // Five hands show the rake beside a hand that stays wrong.
        if raked >= 5 {
            undeclare(&mut log);
            let found = report(&log, "sha256:00").unwrap();
            assert_eq!((found.verdict, &found.transfers[..]), (Verdict::Faulty, &[back][..]), "{}", to_text(&log));
            undeclared += 1;
        }
    }
    assert!(tried > 60 && undeclared > 25, "{tried} {undeclared}");
}

/// Removes what a log says about rake and fee.
fn undeclare(log: &mut GameLog) {
    log.rules.options.retain(|id, _| id == "stake");
    (log.totals, log.between) = (None, None);
    log.hands.iter_mut().filter_map(|hand| hand.result.as_mut()).for_each(|result| result.house = None);
}

fn names(explanations: &[Explanation], option: &str) -> bool {
    explanations.iter().any(|one| one.changes.iter().any(|change| change.decl.id == option))
}

#[test]
fn undeclared_rakes_fees_and_stakes_are_named() {
    for kind in ["rake", "fee", "stake"] {
        let (mut tried, mut named) = (0, 0);
        for (id, seed) in presets().flat_map(|id| (0..EACH).map(move |seed| (id, seed))) {
            let mut chance = Rng::nth(8, seed);
            let stake = if kind == "stake" { *chance.pick(&[2, 3, 7, 10, 50, 1000]).unwrap() } else { 10 };
            let value = number(*chance.pick(&[10, 30, 50, 100]).unwrap());
            let rules = preset(id).changed(None, [("stake", number(stake))]);
            let rules = if kind == "stake" { rules } else { rules.changed(None, [(kind, value)]) };
            if rules.contradicts_itself() {
                continue;
            }
            let mut log = one(&rules, 21, seed, &HANDS);
            let changed: std::collections::BTreeSet<_> =
                log.hands.iter().filter_map(|hand| hand.result.as_ref()?.deltas).map(|deltas| deltas.0).collect();
            let raked = log.hands.iter().filter(|hand| !hand.house().is_empty()).count();
            if changed.len() < 3 || kind != "stake" && raked < 3 {
                continue;
            }
            undeclare(&mut log);
            if kind == "stake" {
                log.rules = RulesDeclared { system: id.to_owned(), ..Default::default() };
            }
            let audit = audited(&log);
            tried += 1;
            named += usize::from(
                names(&audit.explanations, kind) || kind == "stake" && names(&audit.explanations, "base_points"),
            );
        }
        assert!(tried > 50 && named * 20 >= tried * 19, "{kind}: {named} of {tried}");
    }
}

#[test]
fn stolen_and_lost_money_is_no_rake() {
    let mut tried = 0;
    for (id, seed) in presets().flat_map(|id| (0..2 * EACH).map(move |seed| (id, seed))) {
        let mut chance = Rng::nth(9, seed);
        let rules = preset(id).changed(None, [("stake", number(if seed % 2 == 0 { 1 } else { 10 }))]);
        if rules.contradicts_itself() {
            continue;
        }
        let mut log = one(&rules, 31, seed, &HANDS);
        let (seats, hands) = (log.seats().len(), log.hands.len());
        let (kind, times, thief) = (chance.below(4), 1 + chance.below(4), Seat::ALL[chance.below(seats)]);
        let mut is_wrong = false;
        for at in 0..hands {
            if kind < 2 && chance.below(hands) >= times {
                continue;
            }
            let result = log.hands[at].result.as_mut().unwrap();
            let before = result.deltas;
            taken(&mut chance, kind, thief, seats, result.deltas.as_mut().unwrap());
            is_wrong |= result.deltas != before;
        }
        let without = chance.percent(50);
        for result in log.hands.iter_mut().filter_map(|hand| hand.result.as_mut()) {
            result.scores = None;
            result.payments = result.payments.take().filter(|_| !without);
        }
        if is_wrong {
            let audit = audited(&log);
            let is_named = ["rake", "fee"].into_iter().any(|option| names(&audit.explanations, option));
            assert!(!is_named, "{id} {seed} {kind}: {}", to_text(&log));
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}

/// Changes the points of a hand: some are lost to nobody, the first gain shrinks, a seat keeps 5 % of the others' gains, or
/// it takes 3 of its neighbour.
fn taken(chance: &mut Rng, kind: usize, thief: Seat, seats: usize, deltas: &mut SeatMap<i64>) {
    let points = |below: usize, chance: &mut Rng| i64::try_from(1 + chance.below(below)).unwrap();
    match kind {
        0 => deltas[Seat::ALL[chance.below(seats)]] -= points(20, chance),
        1 => {
            if let Some(seat) = Seat::ALL.into_iter().find(|&seat| deltas[seat] > 0) {
                let most = usize::try_from(deltas[seat]).unwrap();
                deltas[seat] -= points(most, chance);
            }
        }
        2 => {
            for seat in Seat::ALL.into_iter().filter(|&seat| seat != thief) {
                let share = deltas[seat].max(0) * 50 / 1000;
                deltas[seat] -= share;
                deltas[thief] += share;
            }
        }
        _ => {
            let neighbour = Seat::ALL[(thief.index() + 1) % seats];
            deltas[neighbour] -= 3;
            deltas[thief] += 3;
        }
    }
}

#[test]
fn wrong_rake_is_told_with_its_sum() {
    let mut tried = 0;
    for (id, seed) in presets().flat_map(|id| (0..4).map(move |seed| (id, seed))) {
        let rules = preset(id).changed(None, [("rake", number(50)), ("stake", number(10))]);
        if rules.contradicts_itself() {
            continue;
        }
        let mut log = one(&rules, 51, seed, &HANDS);
        let Some(at) = log.hands.iter().position(|hand| !hand.house().is_empty()) else { continue };
        let result = log.hands[at].result.as_mut().unwrap();
        let line = &mut result.house.as_mut().unwrap()[0];
        line.points += 1;
        let seat = line.from.seat().unwrap();
        result.deltas.as_mut().unwrap()[seat] -= 1;
        for result in log.hands.iter_mut().skip(at).filter_map(|hand| hand.result.as_mut()) {
            result.scores.as_mut().unwrap()[seat] -= 1;
        }
        let found = report(&log, "sha256:00").unwrap();
        let codes: Vec<&str> = found.findings.iter().map(|finding| &*finding.code).collect();
        assert_eq!(codes, ["A716"], "{}", to_text(&log));
        assert_eq!(found.transfers, [TransferView { from: None, to: Some(seat), points: 1 }]);
        assert!(found.findings[0].message.en.contains("÷ 1000"), "{}", found.findings[0].message.en);
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}

/// A line that a referee writes after a number of hands.
fn penalty(after: usize, from: Seat, to: Holder, points: i64) -> Between {
    let line = HouseLine {
        from: Holder::Seat(from),
        to,
        points,
        kind: HouseKind::Penalty,
        why: Some("迟到".to_owned()),
        by: None,
    };
    Between { after, line }
}

#[test]
fn penalties_between_hands_move_the_scores() {
    for (id, seed) in presets().flat_map(|id| (0..3).map(move |seed| (id, seed))) {
        let log = one(&preset(id), 61, seed, &HANDS);
        let hands = log.hands.len();
        let [first, second, ..] = Seat::ALL;
        for (after, to) in (0..hands).flat_map(|after| [(after, Holder::House), (after, Holder::Seat(second))]) {
            let mut moved = log.clone();
            moved.between = Some(vec![penalty(after, first, to, 20)]);
            for result in moved.hands.iter_mut().skip(after).filter_map(|hand| hand.result.as_mut()) {
                let scores = result.scores.as_mut().unwrap();
                scores[first] -= 20;
                if to == Holder::Seat(second) {
                    scores[second] += 20;
                }
            }
            assert_eq!(audited(&moved).verdict(), Verdict::Clean, "{}", to_text(&moved));
            // Without the line nothing explains the step.
            let unexplained = GameLog { between: None, ..moved.clone() };
            let codes: Vec<_> = audited(&unexplained).findings.iter().map(|found| found.check.code).collect();
            assert_eq!(codes, ["A707"], "{}", to_text(&unexplained));
            // A line that moved nothing is wrong too.
            let unmoved = GameLog { between: moved.between.clone(), ..log.clone() };
            assert_eq!(audited(&unmoved).verdict(), Verdict::Faulty, "{}", to_text(&unmoved));
        }
    }
}

#[test]
fn one_raked_hand_shows_nothing() {
    for (id, seed) in presets().flat_map(|id| (0..4).map(move |seed| (id, seed))) {
        let mut log = one(&preset(id), 71, seed, &HANDS);
        let gains = |hand: &caipan_log::HandLog| {
            hand.result.as_ref()?.deltas.filter(|deltas| deltas.0.iter().any(|&gain| gain > 20))
        };
        let Some(at) = log.hands.iter().position(|hand| gains(hand).is_some()) else { continue };
        let result = log.hands[at].result.as_mut().unwrap();
        let deltas = result.deltas.as_mut().unwrap();
        let winner = Seat::ALL.into_iter().find(|&seat| deltas[seat] > 20).unwrap();
        let share = deltas[winner] * 50 / 1000;
        deltas[winner] -= share;
        for result in log.hands.iter_mut().filter_map(|hand| hand.result.as_mut()) {
            result.scores = None;
        }
        let Audit { explanations, possible, .. } = audited(&log);
        assert!(!names(&explanations, "rake") && !names(&possible, "rake"), "{}", to_text(&log));
        let found = report(&log, "sha256:00").unwrap();
        assert_eq!(found.transfers, [TransferView { from: None, to: Some(winner), points: share }]);
    }
}
