//! Compares the engine's referee with the reference one over generated matches: legal acts after every event; wins,
//! birds, payments and the next dealer after every hand.

use super::bridge::{self, seat};
use crate::oracle::changsha::cases::{Chance, house};
use crate::oracle::changsha::house::{House, OpeningBirds, Profile};
use crate::oracle::changsha::referee::act::{Act, Event as Line, KongOf};
use crate::oracle::changsha::referee::table::{Now, Table};
use crate::oracle::changsha::settle::{Payments, deltas, escape};
use crate::oracle::changsha::tiles::Tile as Plain;
use caipan_engine::replay::{Before, Possible, possible, replay};
use caipan_engine::rules::{Rules, Ruleset, Won};
use caipan_lab::generate::{MatchConfig, one};
use caipan_log::{Action, Event, GameLog, HandLog, KongKind, PassOf, to_text};
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{Seat, Seats, Tile};
use std::collections::BTreeMap;

/// Matches per run, all houses together; `CAIPAN_MATCHES` sets another number.
const MATCHES: u64 = 4000;
/// Number of tests that share them.
const TESTS: u64 = 5;

/// Occurrence counts by name.
type Seen = BTreeMap<&'static str, usize>;

fn plain(tile: Tile) -> Plain {
    tile.index() as Plain
}

pub(super) fn plains(tiles: &[Tile]) -> Vec<Plain> {
    tiles.iter().copied().map(plain).collect()
}

fn kong_of(kind: KongKind) -> KongOf {
    match kind {
        KongKind::Concealed => KongOf::Concealed,
        KongKind::Exposed => KongOf::Exposed,
        KongKind::Added => KongOf::Added,
    }
}

/// The log event as an event of the reference table; `None` if it does not affect play.
pub(super) fn line(event: &Event) -> Option<Line> {
    Some(match &event.action {
        Action::Draw { seat, tile, .. } => Line::Draw(seat.index(), plain(*tile)),
        Action::Discard { seat, tile } => Line::Discard(seat.index(), plain(*tile)),
        Action::Chow { seat, tile, with } => Line::Chow(seat.index(), plain(*tile), with.map(plain)),
        Action::Pung { seat, tile } => Line::Pung(seat.index(), plain(*tile)),
        Action::Kong { seat, tile, kind, dice } => {
            let pips = dice.as_ref().map(|dice| dice.faces().iter().map(|&face| usize::from(face)).sum());
            Line::Kong(seat.index(), plain(*tile), kong_of(*kind), pips)
        }
        Action::Reveal { seat, tiles } => Line::Reveal(seat.index(), plains(tiles)),
        Action::Opening { seat, kinds, .. } => Line::Open(seat.index(), kinds.clone()),
        Action::Seabed { seat, take } => Line::AnswerLast(seat.index(), *take),
        Action::Win { seat, tile } => Line::Win(seat.index(), plain(*tile)),
        Action::Pass { seat, of: PassOf::Win } => Line::Pass(seat.index()),
        Action::Pass { .. } => return None,
        Action::Birds { tiles, .. } => Line::Birds(plains(tiles)),
        Action::DrawGame => Line::DrawGame,
        Action::Leave { seat } => Line::Leave(seat.index()),
        other => panic!("nobody does this in Changsha: {other:?}"),
    })
}

/// The engine's legal acts of each seat, converted and sorted.
fn engine_may(rules: &dyn Rules, table: &caipan_engine::table::Table) -> [Vec<Act>; 4] {
    let mut all: [Vec<Act>; 4] = Default::default();
    let named = |id: &str| rules.system().patterns.iter().find(|pattern| pattern.id == id).expect("a pattern").name.zh;
    let replaces = matches!(table.phase, caipan_engine::table::Phase::Kong { .. });
    for (seat, can) in possible(rules, table) {
        all[seat.index()].push(match can {
            Possible::Win { tile, value } => Act::Win { on: plain(tile), units: u32::try_from(value).unwrap() },
            Possible::Discard { tile } => Act::Discard(plain(tile)),
            Possible::Chow { tile, with } => Act::Chow(plain(tile), with.map(plain)),
            Possible::Pung { tile } => Act::Pung(plain(tile)),
            Possible::Kong { tile, kind, dice } => Act::Kong(plain(tile), kong_of(kind), dice),
            Possible::Opening { kinds } => Act::Open(kinds.into_iter().map(named).collect()),
            Possible::TakeLast => Act::TakeLast,
            Possible::DeclineLast => Act::DeclineLast,
            Possible::Draw if replaces => Act::Replace,
            Possible::Draw => Act::Draw,
            Possible::Reveal => Act::Reveal,
            Possible::Declare { what } => panic!("nobody may declare {what:?} in Changsha"),
            can @ (Possible::MidOpening { .. } | Possible::Exchange { .. }) => panic!("nobody may {can:?}"),
        });
    }
    all.iter_mut().for_each(|acts| acts.sort_unstable());
    all
}

/// The acts that only one side allows, seat by seat.
fn differences(engine: &[Vec<Act>; 4], plain: &[Vec<Act>; 4]) -> String {
    let only = |these: &[Act], those: &[Act]| -> Vec<Act> {
        these.iter().filter(|act| !those.contains(act)).cloned().collect()
    };
    let of = |seat: usize| {
        let (here, there) = (&engine[seat], &plain[seat]);
        format!("seat {seat}: only engine {:?}, only plain {:?}; ", only(here, there), only(there, here))
    };
    (0..4).map(of).collect()
}

/// True if this line is a legal act.
fn is_legal(line: &Line, table: &Table<'_>, may: &[Vec<Act>; 4]) -> bool {
    let has = |seat: usize, act: &Act| may[seat].contains(act);
    match line {
        Line::Draw(seat, _) => has(*seat, &Act::Draw) || has(*seat, &Act::Replace),
        Line::Discard(seat, tile) => has(*seat, &Act::Discard(*tile)),
        Line::Chow(seat, tile, with) => has(*seat, &Act::Chow(*tile, *with)),
        Line::Pung(seat, tile) => has(*seat, &Act::Pung(*tile)),
        Line::Kong(seat, tile, of, pips) => has(*seat, &Act::Kong(*tile, *of, pips.is_some())),
        Line::Reveal(seat, _) => has(*seat, &Act::Reveal),
        Line::Open(seat, names) => may[*seat]
            .iter()
            .any(|act| matches!(act, Act::Open(all) if names.iter().all(|name| all.iter().any(|it| it == name)))),
        Line::AnswerLast(seat, true) => has(*seat, &Act::TakeLast),
        Line::AnswerLast(seat, false) => has(*seat, &Act::DeclineLast),
        Line::Win(seat, tile) => may[*seat].iter().any(|act| matches!(act, Act::Win { on, .. } if on == tile)),
        Line::DrawGame => match &table.now {
            Now::Thrown { .. } | Now::Turned { .. } => table.wall.left() == 0,
            Now::Declined => true,
            Now::Turn { .. } => table.seabed.tile.is_some(),
            _ => false,
        },
        Line::Pass(_) | Line::Birds(_) | Line::Leave(_) => true,
    }
}

/// Replays one hand on both tables. Returns the next dealer, or the first difference.
fn hand(
    house: &House,
    profile: Profile,
    rules: &dyn Rules,
    log: &HandLog,
    before: Before,
    seen: &mut Seen,
) -> Result<Option<Seat>, String> {
    let wall = plains(&log.wall.as_ref().expect("a wall").0);
    let mut table = Table::deal(house, profile, &wall, before.dealer.index());
    let dealt = table.places.each_ref().map(|place| place.hand.clone());
    let mut may = table.may();
    let mut compared = Ok(());
    let replayed = replay(rules, log, before, |at, engine| {
        if compared.is_ok() {
            compared = step(rules, log, at, engine, &mut table, &mut may, seen)
                .map_err(|difference| format!("event {at:?}: {difference}"));
        }
    });
    compared?;
    let standing = table.standing(&dealt);
    let wins: Vec<(usize, i64, Option<usize>)> = replayed
        .standing
        .iter()
        .map(|won| (won.seat.index(), won.value, won.from.filter(|&from| from != won.seat).map(Seat::index)))
        .collect();
    let expected: Vec<_> = table.won.iter().map(|won| (won.seat, i64::from(won.units), won.payer)).collect();
    same("wins", &wins, &expected)?;
    let birds = replayed.table.birds.as_deref().map(plains).unwrap_or_default();
    same("birds", &birds, &standing.birds)?;
    let ledger = replayed.ledger(rules);
    if let Some(leaver) = table.left {
        // A hand that was cut short voids its openings, unless the house keeps them.
        let kept = if keeps_openings(house) { deltas(&standing.payments) } else { [0; 4] };
        let penalty = escape(house, leaver);
        same("balance", &ledger.balance().0, &std::array::from_fn(|at| kept[at] + penalty[at]))?;
    } else {
        same("payments", &gross(&ledger)?, &standing.payments)?;
    }
    let next = replayed.next_dealer(rules).map(|next| next.seat);
    same("next dealer", &next, &standing.next_dealer.map(seat).filter(|_| on_one_tile(&replayed.standing)))?;
    *seen.entry("hands").or_default() += 1;
    Ok(next)
}

/// seats that won on different turned tiles did not win on one, and nothing says who deals next.
fn on_one_tile(wins: &[Won]) -> bool {
    wins.len() < 2 || wins[0].tiles.iter().any(|tile| wins.iter().all(|won| won.tiles.contains(tile)))
}

/// If openings end the hand, it is finished before anybody leaves. The csmj server always pays them, by a house rule
/// that the scorer does not model.
fn keeps_openings(house: &House) -> bool {
    house.initial_hu_ends_hand || *house == House::csmj()
}

/// Applies one event to both tables and compares the legal acts after it.
fn step(
    rules: &dyn Rules,
    log: &HandLog,
    at: Option<usize>,
    engine: &caipan_engine::table::Table,
    table: &mut Table<'_>,
    may: &mut [Vec<Act>; 4],
    seen: &mut Seen,
) -> Result<(), String> {
    if let Some(event) = at.map(|at| &log.events[at]) {
        let Some(line) = line(event) else { return Ok(()) };
        if let Line::Win(seat, _) = line {
            table.let_seabed_go(seat);
            *may = table.may();
        }
        if !is_legal(&line, table, may) {
            return Err(format!("{line:?} is not legal: {may:?}"));
        }
        table.follow(&line, may)?;
        *seen.entry(kind(&line)).or_default() += 1;
    }
    // Acts after a win follow from the moment of the first win.
    if !table.won.is_empty() || table.left.is_some() {
        return Ok(());
    }
    *may = table.may();
    let engine = engine_may(rules, engine);
    *seen.entry("moments").or_default() += 1;
    if engine == *may { Ok(()) } else { Err(format!("{} {:?}", differences(&engine, may), table.now)) }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, plain: &T) -> Result<(), String> {
    if engine == plain { Ok(()) } else { Err(format!("{what}: engine {engine:?}, plain {plain:?}")) }
}

/// Total payments between each pair of seats.
fn gross(ledger: &Ledger) -> Result<Payments, String> {
    let mut paid = [[0; 4]; 4];
    for line in ledger.lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else {
            return Err(format!("the house has no part in a win: {line:?}"));
        };
        paid[from.index()][to.index()] += line.sum.value();
    }
    Ok(paid)
}

fn kind(line: &Line) -> &'static str {
    match line {
        Line::Draw(..) => "draw",
        Line::Discard(..) => "discard",
        Line::Chow(..) => "chow",
        Line::Pung(..) => "pung",
        Line::Kong(_, _, _, Some(_)) => "dice kong",
        Line::Kong(..) => "kong",
        Line::Reveal(..) => "reveal",
        Line::Open(..) => "opening",
        Line::AnswerLast(_, true) => "take last",
        Line::AnswerLast(_, false) => "decline last",
        Line::Win(..) => "win",
        Line::Pass(..) => "pass",
        Line::Birds(..) => "birds",
        Line::DrawGame => "drawn game",
        Line::Leave(..) => "leave",
    }
}

/// Replays a whole match on both tables. Returns the first difference, with its hand.
fn one_match(house: &House, profile: Profile, ruleset: &Ruleset, log: &GameLog, seen: &mut Seen) -> Result<(), String> {
    let mut dealer = log.start.dealer;
    for (at, one) in log.hands.iter().enumerate() {
        let before = Before {
            seats: Seats::FOUR,
            dealer: dealer.ok_or("no dealer")?,
            streak: None,
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        };
        if one.dealer != dealer {
            return Err(format!("{dealer:?} deals, not {:?}", one.dealer));
        }
        let next = hand(house, profile, ruleset.rules.as_ref(), one, before, seen);
        dealer = next.map_err(|difference| format!("hand {at}, {difference}\n{house:?}\n{}", to_text(log)))?;
    }
    Ok(())
}

/// Number of matches per test.
fn share() -> u64 {
    let requested = std::env::var("CAIPAN_MATCHES").ok().and_then(|number| number.parse().ok());
    requested.unwrap_or(MATCHES).div_ceil(TESTS)
}

/// Asserts that no match differs; prints the first three that do.
fn assert_no_errors(errors: &[String]) {
    assert!(errors.is_empty(), "{} matches differ\n{}", errors.len(), errors[..errors.len().min(3)].join("\n\n"));
}

/// Compares matches of one preset under every match configuration in turn.
fn preset(id: &str, profile: Profile, house: &House, seed: u64) {
    let ruleset = bridge::preset(id);
    let (mut seen, mut errors) = (Seen::new(), Vec::new());
    for number in 0..share() {
        let (_, config) = MatchConfig::ALL[number as usize % MatchConfig::ALL.len()];
        errors.extend(one_match(house, profile, &ruleset, &one(&ruleset, seed, number, &config), &mut seen).err());
    }
    assert_no_errors(&errors);
    let all = [
        "draw",
        "discard",
        "chow",
        "pung",
        "kong",
        "dice kong",
        "reveal",
        "opening",
        "take last",
        "decline last",
        "win",
        "pass",
        "birds",
        "drawn game",
        "leave",
    ];
    for what in all {
        assert!(seen.get(what).is_some_and(|&times| times > 0), "{what} never came up: {seen:?}");
    }
}

#[test]
fn agrees_on_changsha_a() {
    preset("changsha-a", Profile::A, &House::a(), 1);
}

#[test]
fn agrees_on_changsha_b() {
    preset("changsha-b", Profile::B, &House::b(), 2);
}

#[test]
fn agrees_on_changsha_b_restored() {
    preset("changsha-b-restored", Profile::B, &House::b_restored(), 3);
}

#[test]
fn agrees_on_changsha_csmj() {
    preset("changsha-csmj", Profile::A, &House::csmj(), 4);
}

/// Each match has its own house; about a third of the options are drawn anew.
#[test]
fn agrees_on_varied_houses() {
    let mut chance = Chance(5);
    let (mut seen, mut errors) = (Seen::new(), Vec::new());
    for number in 0..share() {
        let (profile, mut house) = house(&mut chance);
        // Self-play throws no dice for openings.
        if house.initial_hu_birds == OpeningBirds::Dice {
            house.initial_hu_birds = OpeningBirds::None;
        }
        let (_, config) = MatchConfig::ALL[number as usize % MatchConfig::ALL.len()];
        let ruleset = bridge::rules(profile, &house);
        errors.extend(one_match(&house, profile, &ruleset, &one(&ruleset, 5, number, &config), &mut seen).err());
    }
    assert_no_errors(&errors);
    assert!(seen.len() > 10, "{seen:?}");
}
