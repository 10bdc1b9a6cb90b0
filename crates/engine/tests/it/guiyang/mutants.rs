//! Settles logs by another house rule: the audit must report a variant and name the option. `proof` tests faults that
//! no option explains.

use caipan_engine::audit::{Audit, Finding, Kind, audit};
use caipan_engine::replay::{Before, Replayed, replay};
use caipan_engine::rules::{Ruleset, Value, resolve};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{GameLog, HandResult, Payment, RulesDeclared, to_text};
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{SeatMap, Seats};
use std::collections::BTreeSet;

/// Matches tried per match configuration.
const EACH: usize = 40;

pub fn guiyang(options: &[(&'static str, Value)]) -> Ruleset {
    let options = options.iter().map(|&(id, value)| (id.to_owned(), value.to_log())).collect();
    resolve(&RulesDeclared { system: "guiyang".to_owned(), options, ..Default::default() }).expect("known options")
}

pub fn all_matches(rules: &Ruleset) -> impl Iterator<Item = GameLog> + '_ {
    MatchConfig::ALL
        .iter()
        .enumerate()
        .flat_map(|(seed, &(_, config))| matches(rules, 100 + seed as u64, config).take(EACH))
}

pub fn audited(log: &GameLog) -> Audit {
    audit(log).expect("the preset is known").1
}

/// The primary findings that are not notes.
pub fn primary(audit: &Audit) -> Vec<&Finding> {
    audit.findings.iter().filter(|found| found.is_primary() && found.kind != Kind::Note).collect()
}

pub fn told(what: &str, log: &GameLog, audit: &Audit) -> String {
    let found: Vec<String> = primary(audit)
        .iter()
        .map(|found| {
            format!("{} {:?} seat {:?}: {}", found.check.code, (found.hand, found.event), found.seat, found.text.en)
        })
        .collect();
    format!("{what}: {}\n{}", found.join(" | "), to_text(log))
}

/// Settlement bugs of a client, each with the one option under which it would be right.
const BUGS: &[(&str, &str, Value)] = &[
    ("the bean of a seat that is not ready is paid", "dou_requires_jiao", Value::Flag(false)),
    ("chickens of a seat that is not ready are paid", "ji_requires_jiao", Value::Flag(false)),
    ("concealed kongs are paid 3", "men_dou", Value::Number(3)),
    ("added kongs are paid 2", "papo_dou", Value::Number(2)),
    ("exposed kongs are paid 3", "dian_dou", Value::Number(3)),
    ("the konger pays the discarder", "dian_dou_payer", Value::Word("konger")),
    ("gold reaches no river", "ji_scope", Value::Word("shou_shang")),
    ("gold counts 3", "gold_value", Value::Number(3)),
    ("the charge counts 3", "charge", Value::Word("3_6")),
    ("duty is paid twice", "duty", Value::Number(2)),
    ("both neighbours of the flip are chickens", "flip_mode", Value::Word("up_down")),
    ("the flip itself is a chicken", "ben_ji", Value::Flag(true)),
    ("the 8 of dots is a chicken", "wu_gu_ji", Value::Flag(true)),
    ("a seat that is not ready answers for its chickens", "bao_ji", Value::Word("yaoji")),
    ("only seats that are not ready pay", "ji_payers", Value::Word("not_jiao_only")),
    ("the burn is ignored", "re_pao_burn", Value::Word("none")),
    ("the exhausted wall is not paid", "cha_jiao", Value::Word("off")),
    ("beans and chickens of a drawn hand are paid", "draw_scores_dou_ji", Value::Flag(true)),
    ("the dealer pays his bonus too", "dealer_bonus", Value::Word("win_and_lose")),
    ("the dealer's bonus is forgotten", "dealer_bonus", Value::Word("off")),
    ("everything is doubled", "base", Value::Number(2)),
];

/// The first hand as a match of its own, with its replay.
pub fn hands(log: &GameLog, rules: &Ruleset) -> Option<(GameLog, Replayed)> {
    let hand = log.hands.first()?;
    let before = Before {
        seats: Seats::FOUR,
        dealer: hand.dealer?,
        streak: log.start.dealer_streak,
        floor: None,
        picked: None,
        last_hand: None,
        holdings: None,
        owner: None,
        exchange: None,
    };
    let replayed = replay(rules.rules.as_ref(), hand, before, |_, _| ());
    Some((GameLog { hands: vec![hand.clone()], ..log.clone() }, replayed))
}

/// Writes the result of a client that settles by this ledger.
fn settled(log: &mut GameLog, ledger: &Ledger) {
    let before = log.start.scores.unwrap_or_default();
    let Some(result) = log.hands[0].result.as_mut() else { return };
    let payments = ledger.lines().iter().filter_map(|line| match (line.from, line.to) {
        (Party::Seat(from), Party::Seat(to)) => {
            Some(Payment { from, to, points: line.sum.value(), cause: Some(line.cause.id.to_owned()), at: None })
        }
        _ => None,
    });
    let deltas = ledger.balance();
    let scores = SeatMap([0, 1, 2, 3].map(|seat| before.0[seat] + deltas.0[seat]));
    *result =
        HandResult { payments: Some(payments.collect()), deltas: Some(deltas), scores: Some(scores), ..result.clone() };
}

#[test]
fn names_the_option_behind_a_settlement_bug() {
    let rules = guiyang(&[]);
    let played: Vec<(GameLog, Replayed)> = all_matches(&rules).filter_map(|log| hands(&log, &rules)).collect();
    let mut missing = BTreeSet::new();
    for &(what, option, value) in BUGS {
        let bugged = guiyang(&[(option, value)]);
        let mut seen = 0;
        for (log, replayed) in &played {
            let (right, wrong) = (replayed.ledger(rules.rules.as_ref()), replayed.ledger(bugged.rules.as_ref()));
            if right.net() == wrong.net() || seen >= 3 {
                continue;
            }
            let mut faulty = log.clone();
            settled(&mut faulty, &wrong);
            let audit = audited(&faulty);
            let [only] = primary(&audit)[..] else { panic!("{}", told(what, &faulty, &audit)) };
            assert!(["A702", "A703", "A704"].contains(&only.check.code), "{}", told(what, &faulty, &audit));
            assert_eq!((only.hand, only.event), (Some(0), None), "{what}");
            // The seat belongs to a pair that was paid wrongly.
            let seat = only.seat.expect("a seat");
            assert!(right.net().row(seat) != wrong.net().row(seat), "{what}: seat {seat}");
            // One hand makes a variant only if its amounts differ in distinct ways; otherwise the option is only
            // possible.
            let shown = only.kind == Kind::Variant;
            let named = if shown { &audit.explanations } else { &audit.possible };
            let named = named.iter().flat_map(|one| &one.changes);
            assert!(
                named.into_iter().any(|change| (change.decl.id, change.to) == (option, value)),
                "{what} is not explained by {option} = {value} but by {:?} {:?}",
                audit.explanations,
                audit.possible
            );
            seen += 1;
        }
        if seen == 0 {
            missing.insert(what);
        }
    }
    assert!(missing.is_empty(), "no match shows: {missing:?}");
}

/// Seven pairs scored with the other fan table are a variant that names the table.
#[test]
fn names_the_fan_table_of_seven_pairs() {
    let (rules, table) = (
        guiyang(&[]),
        resolve(&RulesDeclared { system: "guiyang-table".to_owned(), options: [].into(), ..Default::default() }),
    );
    let table = table.expect("a preset");
    let mut seen = 0;
    for (mut log, replayed) in matches(&table, 9, MatchConfig::BIG).take(400).filter_map(|log| hands(&log, &table)) {
        if replayed.ledger(table.rules.as_ref()).net() == replay_under(&rules, &log).net() {
            continue;
        }
        log.rules.system = "guiyang".to_owned();
        let audit = audited(&log);
        let named = audit.explanations.iter().chain(&audit.possible).next();
        let named = named.unwrap_or_else(|| panic!("{}", told("table", &log, &audit)));
        let changes: Vec<String> = named.changes.iter().map(|c| format!("{} = {}", c.decl.id, c.to)).collect();
        assert_eq!(changes, ["fan_table = table"]);
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

fn replay_under(rules: &Ruleset, log: &GameLog) -> Ledger {
    let hand = &log.hands[0];
    let before = Before {
        seats: Seats::FOUR,
        dealer: hand.dealer.expect("a dealer"),
        streak: log.start.dealer_streak,
        floor: None,
        picked: None,
        last_hand: None,
        holdings: None,
        owner: None,
        exchange: None,
    };
    replay(rules.rules.as_ref(), hand, before, |_, _| ()).ledger(rules.rules.as_ref())
}
