//! Legal matches by self-play, for any rule system: the same bytes for the same seed on every machine.
//!
//! The generator plays the part of a client that makes no mistake: it asks the rules what everybody may do, lets players
//! choose, and writes what it did and what the rules say came of it. What it proves is that the audit finds nothing where
//! nothing is wrong; whether the rules are right is for the tests that know the rule book by other means.

mod rng;
mod shanten;
mod exchange;
pub mod faults;
mod hand;
mod config;
mod player;
mod result;
mod shuffle;
mod redact;

pub use config::Knobs;
pub use redact::thin;
pub use rng::Chance;

use caipan_engine::replay::{Before, dealt as dealt_to};
use caipan_engine::rules::{IndicatorAt, Rules, Ruleset};
use caipan_engine::table::Wall;
use caipan_log::{Dice, DrawFrom, Fairness, GameLog, HandLog, Player as Named, RulesDeclared, Source, Start};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile, TileSet, Tiles};
use chrono::{DateTime, FixedOffset};
use player::Player;
use result::{End, Style};

/// Matches under these rules, without end: the `n`th of a seed is always the same one.
pub fn matches(ruleset: &Ruleset, seed: u64, knobs: Knobs) -> impl Iterator<Item = GameLog> + '_ {
    (0..).map(move |number| one(ruleset, seed, number, &knobs))
}

/// The match with this number.
pub fn one(ruleset: &Ruleset, seed: u64, number: u64, knobs: &Knobs) -> GameLog {
    let mut chance = Chance::nth(seed, number);
    let rules = ruleset.rules.as_ref();
    let good = player::good_pairs(rules);
    let style = if chance.percent(50) { Style::Causes } else { Style::Pairs };
    let score = if chance.percent(50) { 0 } else { 1000 };
    let players = match ruleset.system.players {
        [players] => *players,
        several => *chance.pick(several).unwrap_or(&Seat::ALL.len()),
    };
    let seats = Seats::first(players);
    let mut scores = SeatMap::default();
    seats.iter().for_each(|seat| scores[seat] = score);
    let first = seats.after(Seat::ALL[0], chance.below(players));
    let floor = rules.floors().map(|_| 0);
    let mut log = GameLog {
        id: format!("{}-{seed}-{number}", ruleset.id()),
        corrects: None,
        rules: RulesDeclared {
            system: ruleset.id().to_owned(),
            options: ruleset.changes().map(|(id, value)| (id.to_owned(), value.to_log())).collect(),
            ..Default::default()
        },
        source: Source { platform: Some("caipan-generate".to_owned()), ..Source::default() },
        players: (1..=players).map(|n| Named { id: format!("u{n}"), name: None }).collect(),
        start: Start {
            seats: (seats != Seats::FOUR).then_some(seats),
            scores: Some(scores),
            dealer: Some(first),
            dealer_streak: Some(1),
            upstairs: floor.map(|_| false),
        },
        hands: Vec::new(),
    };
    let mut before = Before { seats, dealer: first, streak: Some(1), floor };
    let hands = 1 + chance.below(knobs.hands.max(1));
    while log.hands.len() < hands {
        let mut hand = dealt(ruleset, &mut chance, knobs, before, good);
        let players = SeatMap([(); 4].map(|()| Player::new(&mut chance, knobs, good)));
        let Some(replayed) = hand::play(rules, &mut chance, knobs, &players, before, &mut hand) else { break };
        let end = End { table: &replayed.table, wins: &replayed.standing, drawn: replayed.drawn_game };
        let result = result::result(rules, style, end, scores);
        scores = result.scores.unwrap_or(scores);
        let next = result.next_dealer;
        let floor = rules.next_floor(&replayed.table, &replayed.standing, replayed.next_dealer(rules));
        hand.result = Some(result);
        log.hands.push(hand);
        // After a hand that was broken off nobody plays on.
        let Some(next) = next else { break };
        let streak = if next == before.dealer { before.streak.map(|streak| streak.saturating_add(1)) } else { Some(1) };
        before = Before { seats, dealer: next, streak, floor };
    }
    log
}

/// A hand with its wall and deal, before the first event.
fn dealt(ruleset: &Ruleset, chance: &mut Chance, knobs: &Knobs, before: Before, good: TileSet) -> HandLog {
    let Before { seats, dealer, .. } = before;
    let rules = ruleset.rules.as_ref();
    let deck = ruleset.system.deck;
    let mut wall = Tiles(shuffle::wall(chance, knobs, deck, seats, dealer, rules.deal_order(), good));
    if rules.indicator().is_some() {
        favour_wilds(rules, chance, knobs, before, &mut wall);
    }
    let mut deal = SeatMap::<Tiles>::default();
    for (at, &tile) in wall.0.iter().take(dealt_to(seats)).enumerate() {
        deal[caipan_engine::replay::receiver(at, seats, dealer, rules.deal_order())].0.push(tile);
    }
    let dice = rules.cut_dice().map_or(2, |(dice, _)| dice);
    let throw: Vec<u8> = (0..dice).map(|_| 1 + chance.below(6) as u8).collect();
    let started_at = rules.asks_day().then(|| chance.below(365)).and_then(noon);
    let indicator = indicator(rules, seats, &wall);
    let fairness = chance.percent(knobs.digests).then(|| {
        let salt = format!("{:016x}", chance.draw());
        Fairness { commitment: sha256(format!("{salt}{wall}").as_bytes()), salt: Some(salt) }
    });
    HandLog {
        dealer: Some(dealer),
        started_at,
        dice: Dice::new(&throw),
        wall: Some(wall),
        deal: Some(deal),
        indicator,
        fairness,
        ..HandLog::default()
    }
}

/// Noon in China on this day of 2026.
fn noon(day: usize) -> Option<DateTime<FixedOffset>> {
    const FIRST: i64 = 1_767_240_000;
    let at = DateTime::from_timestamp(FIRST.saturating_add(86_400 * i64::try_from(day).ok()?), 0)?;
    Some(at.with_timezone(&FixedOffset::east_opt(8 * 3600)?))
}

/// The tile that this wall turns up.
fn indicator(rules: &dyn Rules, seats: Seats, wall: &Tiles) -> Option<Tile> {
    let at = rules.indicator()?;
    let whole = Wall::known(&wall.0, rules.tail_order());
    if at == IndicatorAt::Last { whole.at(DrawFrom::Tail) } else { wall.0.get(dealt_to(seats)).copied() }
}

/// Now and then a seat is dealt the wild tiles, or all seats the same tile to throw first. The indicator stays what it is.
fn favour_wilds(rules: &dyn Rules, chance: &mut Chance, knobs: &Knobs, before: Before, wall: &mut Tiles) {
    let Before { seats, dealer, .. } = before;
    let order = rules.deal_order();
    let turned = indicator(rules, seats, wall);
    let whole = wall.clone();
    if chance.percent(knobs.wilds)
        && let Some(wild) = turned.and_then(|tile| rules.wild(tile))
    {
        shuffle::gather(chance, &mut wall.0, seats, dealer, order, wild);
    }
    if chance.percent(knobs.alike)
        && let Some(&tile) = chance.pick(&wall.0)
    {
        shuffle::spread(&mut wall.0, seats, dealer, order, tile);
    }
    if indicator(rules, seats, wall) != turned {
        *wall = whole;
    }
}
