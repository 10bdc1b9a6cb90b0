//! A field that is left out hides no theft: what no value of it explains is a primary fault with its transfer, and
//! without a theft the match has no fault.

use super::clean;
use super::thefts::{carried, pay};
use crate::generate::{audited, house, told};
use caipan_engine::audit::Verdict;
use caipan_engine::report::report;
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog};
use caipan_tiles::tile::Seat;

/// More than any value of any field makes due.
const MILLION: i64 = 1_000_003;
/// More than the payments of one pair that depend on a field.
const RANGE: i64 = 2_000;

/// The name of a field and the function that removes it, with all from which it follows.
type Cut = (&'static str, fn(&mut GameLog));

const CUTS: [Cut; 10] = [
    ("birds", |log| without(log, |action| matches!(action, Action::Birds { .. }))),
    ("flip", |log| without(log, |action| matches!(action, Action::Flip { .. }))),
    ("indicator", |log| {
        log.hands.iter_mut().for_each(|hand| hand.indicator = None);
        without(log, |_| false);
    }),
    ("dealer_streak", |log| log.start.dealer_streak = None),
    ("upstairs", |log| log.start.upstairs = None),
    ("started_at", |log| log.hands.iter_mut().for_each(|hand| hand.started_at = None)),
    ("piao", |log| log.hands.iter_mut().for_each(|hand| hand.piao = None)),
    ("gu_mai", |log| log.hands.iter_mut().for_each(|hand| hand.gu_mai = None)),
    ("last_hand", |log| log.hands.iter_mut().for_each(|hand| hand.last_hand = None)),
    ("holdings", |log| log.start.holdings = None),
];

/// Rooms whose payments depend on what the seats pick or hold.
fn rooms() -> impl Iterator<Item = (Ruleset, GameLog)> {
    let (word, number) = (Value::Word, Value::Number);
    let rooms: [(&str, Vec<(&'static str, Value)>); 9] = [
        ("changsha-a", vec![("piao_max", number(2))]),
        ("changsha-b", vec![("piao_max", number(10))]),
        ("changsha-a", vec![("cap_by_holdings", word("loser"))]),
        ("changsha-a", vec![("cap_by_holdings", word("winner_each")), ("kong_points", word("on"))]),
        ("changsha-b", vec![("cap_by_holdings", word("both")), ("mid_openings", word("both"))]),
        ("changsha-b", vec![("cap_by_holdings", word("loser")), ("piao_max", number(5)), ("players", number(3))]),
        ("guiyang", vec![("gu_mai", word("free"))]),
        ("guiyang", vec![("gu_mai", word("free")), ("last_hand_double", number(2))]),
        ("guiyang", vec![("last_hand_double", number(3)), ("players", number(2))]),
    ];
    rooms.into_iter().zip(0_u64..).flat_map(|((id, changes), seed)| {
        let room = move || house(id, &changes);
        let config = MatchConfig { hands: 3, ..MatchConfig::USUAL };
        let logs: Vec<GameLog> = matches(&room(), 70 + seed, config).take(2).collect();
        logs.into_iter().map(move |log| (room(), log))
    })
}

fn without(log: &mut GameLog, left_out: fn(&Action) -> bool) {
    for hand in &mut log.hands {
        hand.wall = None;
        hand.events.retain(|event| !left_out(&event.action));
        hand.events.iter_mut().for_each(|event| event.digest = None);
    }
}

/// Returns the thief and the victim of each theft: between losers, to the winner, from the winner.
fn thefts(ruleset: &Ruleset, log: &GameLog, hand: usize) -> Vec<(Seat, Seat)> {
    let Some(result) = &log.hands[hand].result else { return Vec::new() };
    let [winner] = result.wins.as_deref().unwrap_or_default() else { return Vec::new() };
    let losers = losers(ruleset, log, hand, winner.seat);
    let mut all = vec![(winner.seat, losers[0]), (losers[0], winner.seat)];
    if let [one, other, ..] = losers[..] {
        all.push((one, other));
    }
    all
}

/// Returns the losers whose payments among each other no field changes.
fn losers(ruleset: &Ruleset, log: &GameLog, hand: usize, winner: Seat) -> Vec<Seat> {
    let dealer = log.hands[hand].dealer;
    // The dealer of Beijing may owe a loser for a burnt dealership, whatever else is known.
    let apart = |seat: &Seat| ruleset.system.id == "beijing" && Some(*seat) == dealer;
    let mut losers: Vec<Seat> = log.seats().others(winner).filter(|seat| !apart(seat)).collect();
    losers.sort_by_key(|seat| seat.index());
    losers
}

#[test]
fn missing_field_hides_no_theft() {
    // Every fifth match: each preset, and each way of playing.
    let (tried, open) = robbed(clean(8).step_by(5));
    assert!(tried > 300 && open > 30, "{tried} thefts, {open} matches with something missing");
}

#[test]
fn missing_field_of_a_room_hides_no_theft() {
    let (tried, open) = robbed(rooms());
    assert!(tried > 150 && open > 15, "{tried} thefts, {open} matches with something missing");
}

/// Robs a seat in every hand of every match with a field left out. Returns the thefts, and the matches that without the
/// field cannot be verified.
fn robbed(matches: impl Iterator<Item = (Ruleset, GameLog)>) -> (usize, usize) {
    let (mut tried, mut open) = (0, 0);
    for (ruleset, log) in matches {
        assert_eq!(audited(&log).verdict(), Verdict::Clean, "{}", log.id);
        for (name, cut) in CUTS {
            let mut less = log.clone();
            cut(&mut less);
            if less == log {
                continue;
            }
            let audit = audited(&less);
            assert!(audit.verdict() <= Verdict::Unverifiable, "without {name}: {}", told(&less, &audit.findings[0]));
            open += usize::from(audit.verdict() == Verdict::Unverifiable);
            for hand in 0..less.hands.len() {
                for (thief, victim) in thefts(&ruleset, &less, hand) {
                    let mut stolen = less.clone();
                    let Some(result) = stolen.hands[hand].result.as_mut() else { continue };
                    if result.payments.is_none() {
                        continue;
                    }
                    pay(result, victim, thief, MILLION);
                    carried(&mut stolen, hand);
                    let audit = audited(&stolen);
                    let own = audit.findings.iter().find(|found| {
                        found.hand == Some(hand)
                            && found.is_primary()
                            && found.is_fault()
                            && found.check.code.starts_with("A7")
                    });
                    assert!(
                        own.is_some(),
                        "without {name}: {thief} robs {victim} in hand {hand}: {}",
                        caipan_log::to_text(&stolen)
                    );
                    let report = report(&stolen, "sha256:00").unwrap();
                    let transfers = &report.hands[hand].transfers;
                    let back = |transfer: &&caipan_engine::report::TransferView| {
                        (transfer.from, transfer.to) == (Some(thief), Some(victim))
                            && (transfer.points - MILLION).abs() < RANGE
                    };
                    assert!(
                        transfers.iter().any(|transfer| back(&transfer)),
                        "without {name}: {thief} robs {victim} in hand {hand}: {transfers:?} {:?} {}",
                        own.map(|own| &own.text.en),
                        caipan_log::to_text(&stolen)
                    );
                    tried += 1;
                }
            }
        }
    }
    (tried, open)
}

/// Payments that no holdings limit so, and that no float explains, are wrong; the least and the most that may be due are
/// named. Lower ones cannot be verified, and so are the hands after them.
#[test]
fn only_amounts_beyond_the_limits_are_wrong() {
    let mut seen = [0; 3];
    for (ruleset, log) in rooms().filter(|(_, log)| log.start.holdings.is_some()) {
        let paid = |hand: usize| {
            let [(winner, _), ..] = thefts(&ruleset, &log, hand)[..] else { return None };
            let payments = log.hands[hand].result.as_ref()?.payments.as_ref()?;
            let payment = payments.iter().find(|payment| payment.to == winner && payment.points > 1)?;
            Some((hand, winner, payment.from))
        };
        let Some((hand, winner, payer)) = (0..log.hands.len()).find_map(paid) else { continue };
        let with = |points: i64, known: bool| {
            let mut other = log.clone();
            other.hands.truncate(hand + 1);
            if !known {
                other.start.holdings = None;
            }
            let result = other.hands[hand].result.as_mut().expect("a result");
            (result.scores, result.payments) = (None, result.payments.take().filter(|_| points != 0));
            pay(result, payer, winner, points);
            audited(&other)
        };
        // With payments left out only the point changes are judged.
        assert_eq!(with(0, false).verdict(), Verdict::Unverifiable, "{}", log.id);
        assert_eq!(with(RANGE, true).verdict(), Verdict::Faulty, "{}", log.id);
        let beyond = with(RANGE, false);
        let found = beyond.findings.iter().find(|found| found.is_fault() && found.is_primary()).expect("a fault");
        let (zh, en) = (&found.text.zh, &found.text.en);
        let named = zh.contains("开局时有多少分") || zh.contains("飘了几分");
        assert!(named && en.contains(" may be due)"), "{}: {zh} {en}", log.id);
        seen[0] += 1;
        // A point less is what a seat that holds less pays.
        let less = with(-1, false);
        seen[1] += usize::from(less.verdict() == Verdict::Unverifiable);
        seen[2] += usize::from(with(-1, true).verdict() == Verdict::Faulty);
    }
    assert!(seen[0] > 4 && seen[1] > 2 && seen[2] == seen[0], "{seen:?}");
}
