//! Compares the engine's referee with the reference one over generated matches: legal acts after every event; wins,
//! payments, next dealer and floor after every hand. Some hands contain a false win.

use super::bridge::{self, plain, seat};
use crate::oracle::beijing::course::{End, Standing as Course, next as course};
use crate::oracle::beijing::referee::act::{Act, Event as Line, KongOf};
use crate::oracle::beijing::referee::ending::Standing;
use crate::oracle::beijing::referee::house::Play;
use crate::oracle::beijing::referee::table::Table;
use crate::oracle::beijing::tiles::Tile as Plain;
use crate::oracle::changsha::cases::Chance;
use caipan_engine::replay::{Before, Possible, possible, replay};
use caipan_engine::rules::{Due, Rules, Ruleset};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Declaration, DrawFrom, Event, GameLog, HandLog, KongKind, PassOf, to_text};
use caipan_tiles::ledger::Party;
use std::collections::BTreeMap;

/// Matches per run, all houses together; `CAIPAN_MATCHES` sets another number.
const MATCHES: usize = 1620;
/// Number of houses; each has one test.
const HOUSES: usize = 9;

/// Occurrence counts by name.
type Seen = BTreeMap<String, usize>;

fn kong_of(kind: KongKind) -> KongOf {
    match kind {
        KongKind::Concealed => KongOf::Concealed,
        KongKind::Exposed => KongOf::Exposed,
        KongKind::Added => KongOf::Added,
    }
}

/// The log event as an event of the reference table.
pub(super) fn line(event: &Event) -> Line {
    match event.action {
        Action::Draw { seat, tile, .. } => Line::Draw(seat.index(), plain(tile)),
        Action::Discard { seat, tile } => Line::Discard(seat.index(), plain(tile)),
        Action::Chow { seat, tile, with } => Line::Chow(seat.index(), plain(tile), with.map(plain)),
        Action::Pung { seat, tile } => Line::Pung(seat.index(), plain(tile)),
        Action::Kong { seat, tile, kind, .. } => Line::Kong(seat.index(), plain(tile), kong_of(kind)),
        Action::Declare { seat, what: Declaration::Hunyou } => Line::Hunyou(seat.index()),
        Action::Declare { seat, what: Declaration::Sky } => Line::Sky(seat.index()),
        Action::Declare { seat, what: Declaration::Xiaosa } => Line::Xiaosa(seat.index()),
        Action::Win { seat, tile } => Line::Win(seat.index(), plain(tile)),
        Action::DrawGame => Line::DrawGame,
        Action::Leave { .. } => Line::Leave,
        Action::Pass { seat, of: PassOf::Win } => Line::Refuse(seat.index()),
        Action::Pass { .. } => Line::Pass,
        ref other => panic!("nobody does this in Beijing: {other:?}"),
    }
}

/// The engine's legal acts of each seat, converted and sorted.
fn engine_may(rules: &dyn Rules, table: &caipan_engine::table::Table) -> [Vec<Act>; 4] {
    let mut all: [Vec<Act>; 4] = std::array::from_fn(|_| Vec::new());
    let tail = matches!(rules.due(table), Due::Draw(_, DrawFrom::Tail));
    for (seat, can) in possible(rules, table) {
        all[seat.index()].push(match can {
            Possible::Win { tile, value } => Act::Win { tile: plain(tile), value },
            Possible::Discard { tile } => Act::Discard(plain(tile)),
            Possible::Chow { tile, with } => Act::Chow(plain(tile), with.map(plain)),
            Possible::Pung { tile } => Act::Pung(plain(tile)),
            Possible::Kong { tile, kind, dice: false } => Act::Kong(plain(tile), kong_of(kind)),
            Possible::Declare { what: Declaration::Hunyou } => Act::Hunyou,
            Possible::Declare { what: Declaration::Sky } => Act::Sky,
            Possible::Declare { what: Declaration::Xiaosa } => Act::Xiaosa,
            Possible::Draw if tail => Act::Replace,
            Possible::Draw => Act::Draw,
            other => panic!("nobody may do this in Beijing: {other:?}"),
        });
    }
    all.iter_mut().for_each(|acts| acts.sort_unstable());
    all
}

/// The acts that only one side allows, seat by seat.
fn differences(engine: &[Vec<Act>; 4], plain: &[Vec<Act>; 4]) -> String {
    let only = |these: &[Act], those: &[Act]| -> Vec<Act> {
        these.iter().copied().filter(|act| !those.contains(act)).collect()
    };
    let of = |seat: usize| {
        let (here, there) = (&engine[seat], &plain[seat]);
        format!("seat {seat}: only engine {:?}, only plain {:?}; ", only(here, there), only(there, here))
    };
    (0..4).map(of).collect()
}

/// Describes the reference table, one line per seat.
fn describe(table: &Table) -> String {
    let of = |seat: usize| format!("{seat}: {:?}\n", table.places[seat]);
    let seats: String = (0..4).map(of).collect();
    format!("dealer {} floor {} wild {} {:?}\n{seats}", table.dealer, table.floor, table.wild, table.now)
}

/// True if this line is a legal act.
fn is_legal(line: Line, may: &[Vec<Act>; 4], drawn_out: bool) -> bool {
    let has = |seat: usize, act: Act| may[seat].contains(&act);
    match line {
        Line::Draw(seat, _) => has(seat, Act::Draw) || has(seat, Act::Replace),
        Line::Discard(seat, tile) => has(seat, Act::Discard(tile)),
        Line::Chow(seat, tile, with) => has(seat, Act::Chow(tile, with)),
        Line::Pung(seat, tile) => has(seat, Act::Pung(tile)),
        Line::Kong(seat, tile, of) => has(seat, Act::Kong(tile, of)),
        Line::Hunyou(seat) => has(seat, Act::Hunyou),
        Line::Sky(seat) => has(seat, Act::Sky),
        Line::Xiaosa(seat) => has(seat, Act::Xiaosa),
        Line::Win(seat, on) => may[seat].iter().any(|act| matches!(act, Act::Win { tile, .. } if *tile == on)),
        Line::DrawGame => drawn_out,
        Line::Leave | Line::Refuse(_) | Line::Pass => true,
    }
}

pub(super) fn dealt<'p>(play: &'p Play, hand: &HandLog, now: Standing) -> Table<'p> {
    let wall: Vec<Plain> = hand.wall.as_ref().expect("a wall").0.iter().copied().map(plain).collect();
    let table = Table::deal(play, &wall, now.dealer, now.floor);
    let mut claimed = hand.deal.clone().expect("a deal");
    for (place, tiles) in table.places.iter().zip(&mut claimed.0) {
        let mut claimed: Vec<Plain> = tiles.0.drain(..).map(plain).collect();
        let mut held = place.hand.clone();
        claimed.sort_unstable();
        held.sort_unstable();
        assert_eq!(claimed, held, "the deal");
    }
    let indicator = play.house.wilds.then_some(table.indicator);
    assert_eq!(hand.indicator.map(plain), indicator, "the indicator");
    table
}

/// Inserts a false win: a seat that has a tile to win on, but may not win, declares it.
fn insert_false_win(play: &Play, hand: &HandLog, now: Standing, chance: &mut Chance) -> Option<HandLog> {
    let mut table = dealt(play, hand, now);
    let mut places = Vec::new();
    for (at, event) in hand.events.iter().enumerate() {
        let may = table.may();
        let automatic = may.iter().filter(|acts| !acts.is_empty()).count() == 1
            && may.iter().flatten().all(|act| matches!(act, Act::Win { .. }));
        if !table.won.is_empty() || automatic {
            break;
        }
        for by in (0..play.seats).filter(|&by| !may[by].iter().any(|act| matches!(act, Act::Win { .. }))) {
            if let Some(on) = table.tile_before(by) {
                places.push((at, by, on));
            }
        }
        table.follow(line(event), &may);
    }
    if places.is_empty() {
        return None;
    }
    let (at, by, on) = chance.pick(&places);
    let mut faulty = hand.clone();
    if play.false_win_ends {
        faulty.events.truncate(at);
    }
    faulty.events.insert(at, Action::Win { seat: seat(by), tile: bridge::tile(on) }.into());
    faulty.result = None;
    Some(faulty)
}

/// Replays one hand on both tables. Returns the standing after it.
fn hand(
    play: &Play,
    ruleset: &Ruleset,
    log: &HandLog,
    now: Standing,
    clean: bool,
    seen: &mut Seen,
) -> Option<Standing> {
    let rules = ruleset.rules.as_ref();
    let mut count = |what: String| *seen.entry(what).or_default() += 1;
    let mut table = dealt(play, log, now);
    let mut may = table.may();
    let before = Before {
        seats: caipan_tiles::tile::Seats::first(play.seats),
        dealer: seat(now.dealer),
        streak: None,
        floor: Some(now.floor),
        picked: None,
        last_hand: None,
        holdings: None,
        owner: None,
        exchange: None,
    };
    let replayed = replay(rules, log, before, |at, engine| {
        if let Some(event) = at.and_then(|at| log.events.get(at)) {
            let line = line(event);
            let legal = is_legal(line, &may, table.is_drawn_out());
            assert!(legal || !clean && matches!(line, Line::Win(..)), "{line:?} among {may:?}");
            table.follow(line, &may);
        }
        if !table.won.is_empty() || !table.false_wins.is_empty() && play.false_win_ends || table.drawn || table.left {
            return;
        }
        may = table.may();
        let engine_says = engine_may(rules, engine);
        assert!(engine_says == may, "after event {at:?}: {}\n{}", differences(&engine_says, &may), describe(&table));
        let open = matches!(engine.phase, caipan_engine::table::Phase::Open { .. });
        assert_eq!(rules.may_draw_game(engine).is_ok(), open && table.is_drawn_out(), "after event {at:?}");
        may.iter().flatten().for_each(|act| {
            let text = format!("{act:?}");
            count(format!("may {}", text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()));
        });
    });
    let wins = &replayed.standing;
    assert_eq!(wins.len(), table.won.len(), "winners");
    for (won, plain) in wins.iter().zip(&table.won) {
        let fans = won.hits.iter().map(|hit| (hit.pattern.name.zh, hit.value)).collect();
        assert_eq!((won.seat.index(), won.value), (plain.facts.winner, plain.win.value), "{plain:?}");
        assert_eq!(plain.win.fans, fans, "{plain:?}");
        count(format!("won {:?}", plain.facts.how));
        plain.facts.hunyou.iter().filter(|&&promised| promised).for_each(|_| count("won 混儿悠".into()));
    }
    let mut paid = [[0; 4]; 4];
    for line in replayed.ledger(rules).lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else { panic!("no house in Beijing") };
        paid[from.index()][to.index()] += line.sum.value();
        count(format!("paid {}", line.cause.id));
    }
    assert_eq!(paid, table.payments(), "payments\n{}", describe(&table));
    let next = replayed.next_dealer(rules);
    let floor = rules.next_floor(&replayed.table, wins, next);
    let due = table.next();
    assert_eq!(next.map(|next| next.seat.index()), due.map(|due| due.dealer), "the next dealer\n{}", describe(&table));
    if let Some(due) = due {
        assert_eq!(floor, Some(due.floor), "the next floor\n{}", describe(&table));
        count(format!("floor {}", due.floor.min(2)));
    }
    if table.drawn {
        count(format!("drawn with {} kongs", table.kongs.min(4)));
    }
    let both =
        play.seats != 4 || play.floor_next_hand || play.floor_adds || play.false_win_passes || table.won.len() > 1;
    if let (Some(due), false) = (due, both) {
        let end = match (table.won.first(), table.false_wins.first()) {
            (Some(won), _) => End::Won(won.facts.winner),
            (None, Some(&offender)) if play.false_win_ends => End::FalseWin(offender),
            _ => End::Drawn,
        };
        let then = course(Course { dealer: now.dealer, upstairs: now.floor > 0 }, end);
        assert_eq!((then.dealer, u32::from(then.upstairs)), (due.dealer, due.floor), "the small model of dealers");
    }
    due
}

fn whole_match(play: &Play, ruleset: &Ruleset, log: &GameLog, chance: &mut Chance, seen: &mut Seen) {
    let dealer = log.start.dealer.expect("a dealer").index();
    let mut now = Standing { dealer, floor: 0 };
    for clean in &log.hands {
        assert_eq!(clean.dealer.map(caipan_tiles::tile::Seat::index), Some(now.dealer), "who deals");
        if chance.percent(12)
            && let Some(faulty) = insert_false_win(play, clean, now, chance)
        {
            hand(play, ruleset, &faulty, now, false, seen);
            *seen.entry("false win".into()).or_default() += 1;
        }
        let Some(next) = hand(play, ruleset, clean, now, true, seen) else { break };
        now = next;
    }
}

fn run(play: &Play, seed: u64, must: &[&str]) {
    let ruleset = bridge::declared(play.entries());
    let total = std::env::var("CAIPAN_MATCHES").ok().map(|text| text.parse().expect("a number of matches"));
    let each = total.unwrap_or(MATCHES).div_ceil(HOUSES * MatchConfig::ALL.len());
    let mut chance = Chance(seed);
    let mut seen = Seen::new();
    for (at, (name, config)) in MatchConfig::ALL.into_iter().enumerate() {
        let logs = matches(&ruleset, seed * 100 + at as u64, config);
        for log in logs.take(each) {
            let attempt = std::panic::AssertUnwindSafe(|| whole_match(play, &ruleset, &log, &mut chance, &mut seen));
            if let Err(panic) = std::panic::catch_unwind(attempt) {
                eprintln!("{name} {}\n{}", log.id, to_text(&log));
                std::panic::resume_unwind(panic);
            }
        }
    }
    println!("{seen:#?}");
    let never: Vec<_> = must.iter().filter(|&&what| !seen.contains_key(what)).collect();
    assert!(never.is_empty(), "{never:?} never occurs in {seen:#?}");
}

const ALWAYS: [&str; 12] = [
    "may Win",
    "may Chow",
    "may Pung",
    "may Kong",
    "may Replace",
    "won Draw",
    "won Discard",
    "won Dealt",
    "won Replacement(1)",
    "drawn with 0 kongs",
    "false win",
    "floor 1",
];

#[test]
fn agrees_on_rules_as_written() {
    run(&Play::written(), 1, &ALWAYS);
}

#[test]
fn agrees_on_common_rules() {
    run(&Play::common(), 2, &ALWAYS);
}

#[test]
fn agrees_on_the_rules_of_friends() {
    run(&Play::friends(), 5, &ALWAYS[..11]);
}

#[test]
fn agrees_on_market_options() {
    let must = ["may Sky", "may Xiaosa", "won Draw", "won Discard", "paid kong", "false win"];
    run(&Play::market(), 6, &must);
}

#[test]
fn agrees_on_three_players_without_bamboo() {
    let must = ["may Chow", "may Xiaosa", "won Draw", "won Discard", "paid kong", "drawn with 0 kongs", "floor 1"];
    run(&Play::three(), 7, &must);
}

#[test]
fn agrees_on_three_players_without_honours() {
    run(&Play::three_suits(), 8, &["may Win", "may Chow", "won Draw", "won Discard", "won Dealt"]);
}

#[test]
fn agrees_on_two_players_without_wilds() {
    run(&Play::two(), 9, &["may Chow", "may Pung", "won Draw", "paid kong", "false win"]);
}

#[test]
fn agrees_with_every_option_changed() {
    run(&Play::other(), 3, &ALWAYS);
}

#[test]
fn agrees_with_some_options_changed() {
    run(&Play::mixed(), 4, &ALWAYS);
}
