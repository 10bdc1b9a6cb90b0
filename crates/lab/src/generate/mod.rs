//! Generates legal matches by self-play, for any rule system. The same seed gives the same bytes on every machine.
//!
//! The generator acts as a client that makes no mistake: it plays what the rules allow and records what the rules
//! compute. It shows that the audit finds nothing in a correct log. Whether the rules are right is left to tests that
//! check the rule book independently.

mod rng;
mod shanten;
mod exchange;
mod void;
pub mod faults;
mod hand;
mod config;
mod picked;
mod player;
mod result;
mod shuffle;
mod redact;
mod settled;
pub mod part;
pub mod population;
pub mod view;

pub use config::MatchConfig;
pub use redact::redact;
pub use rng::Rng;
pub use settled::settled;

use caipan_engine::replay::{Before, dealt as dealt_to};
use caipan_engine::rules::features::Flips;
use caipan_engine::rules::{IndicatorAt, Rules, Ruleset};
use caipan_engine::table::Wall;
use caipan_log::{Dice, DrawFrom, Fairness, GameLog, HandLog, Player as Named, Source, Start};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile, TileSet, Tiles};
use chrono::{DateTime, FixedOffset};
use player::Player;
use population::Host;
use result::{End, Style};

/// Generates matches under these rules without end. Match `n` of a seed is always the same.
pub fn matches(ruleset: &Ruleset, seed: u64, config: MatchConfig) -> impl Iterator<Item = GameLog> + '_ {
    (0..).map(move |number| one(ruleset, seed, number, &config))
}

/// Generates the match with this number.
pub fn one(ruleset: &Ruleset, seed: u64, number: u64, config: &MatchConfig) -> GameLog {
    hosted(ruleset, seed, number, config, None)
}

/// The id of the match with this number.
fn id(ruleset: &Ruleset, seed: u64, number: u64) -> String {
    format!("{}-{seed}-{number}", ruleset.id())
}

/// Generates the match with this number; a host names the players, lays the walls and ends the hands.
fn hosted(ruleset: &Ruleset, seed: u64, number: u64, config: &MatchConfig, mut host: Option<&mut Host<'_>>) -> GameLog {
    let mut chance = Rng::nth(seed, number);
    let rules = ruleset.rules.as_ref();
    let good = player::good_pairs(rules);
    let style = if chance.percent(50) { Style::Causes } else { Style::Pairs };
    let score = if chance.percent(50) { 0 } else { 1000 };
    let seats = rules.seats();
    let players = seats.len();
    let mut scores = SeatMap::default();
    seats.iter().for_each(|seat| scores[seat] = score);
    let first = seats.after(Seat::ALL[0], chance.below(players));
    let floor = rules.floors().map(|_| 0);
    let mut log = GameLog {
        id: id(ruleset, seed, number),
        corrects: None,
        rules: settled::declared(ruleset),
        source: Source { platform: Some("caipan-generate".to_owned()), ..Source::default() },
        players: (1..=players).map(|n| Named { id: format!("u{n}"), name: None }).collect(),
        start: Start {
            seats: (seats != Seats::FOUR).then_some(seats),
            scores: Some(scores),
            dealer: Some(first),
            dealer_streak: Some(1),
            upstairs: floor.map(|_| false),
            holdings: picked::holdings(ruleset, &mut chance, seats),
            owner: picked::owner(ruleset, &mut chance, seats),
            ..Start::default()
        },
        totals: None,
        between: None,
        hands: Vec::new(),
    };
    if let Some(host) = &host {
        host.name(&mut log);
    }
    let holdings = log.start.holdings;
    let mut before = Before {
        seats,
        dealer: first,
        streak: Some(1),
        floor,
        picked: None,
        last_hand: None,
        holdings,
        owner: log.start.owner,
        exchange: None,
    };
    let hands = 1 + chance.below(config.hands.max(1));
    let (mut won, mut apart) = (SeatMap::default(), SeatMap::default());
    while log.hands.len() < hands {
        let at = log.hands.len();
        let wall = host.as_mut().map(|host| host.wall(at, before));
        let mut hand = dealt(ruleset, &mut chance, config, before, good, wall);
        if let Some(host) = &host {
            hand.started_at = host.started_at(at);
        }
        let players = SeatMap([(); 4].map(|()| Player::new(&mut chance, config, good)));
        let feeding = host.as_mut().and_then(|host| host.feeding());
        let Some(replayed) = hand::play(rules, &mut chance, config, &players, before, feeding, &mut hand) else {
            break;
        };
        let end = End { table: &replayed.table, wins: &replayed.standing, drawn: replayed.drawn_game, stops: false };
        let mut result = result::result(rules, style, end, scores);
        if let Some(host) = &mut host {
            host.settle(at, &mut result);
        }
        scores = result.scores.unwrap_or(scores);
        let ledger = replayed.ledger(rules);
        won = won.plus(ledger.balance());
        apart = apart.plus(ledger.balance().minus(ledger.net().gains()));
        let next = result.next_dealer;
        let floor = rules.next_floor(&replayed.table, &replayed.standing, replayed.next_dealer(rules));
        hand.result = Some(result);
        let last = hand.last_hand == Some(true);
        log.hands.push(hand);
        if last {
            break;
        }
        // A hand that was broken off ends the match.
        let Some(next) = next else { break };
        let streak = if next == before.dealer { before.streak.map(|streak| streak.saturating_add(1)) } else { Some(1) };
        let holdings = before.holdings.map(|held| held.plus(replayed.ledger(rules).balance()));
        before = Before { dealer: next, streak, floor, holdings, ..before };
    }
    picked::end(ruleset, &mut log, won, apart);
    log
}

/// Builds a hand with its wall and deal, without events. The wall is built by chance unless it is given.
fn dealt(
    ruleset: &Ruleset,
    chance: &mut Rng,
    config: &MatchConfig,
    before: Before,
    good: TileSet,
    wall: Option<Vec<Tile>>,
) -> HandLog {
    let Before { seats, dealer, .. } = before;
    let rules = ruleset.rules.as_ref();
    let deck = rules.deck();
    let built = || shuffle::wall(chance, config, deck, seats, dealer, rules.deal_order(), good);
    let mut wall = Tiles(wall.unwrap_or_else(built));
    if rules.indicator().is_some() {
        favour_wilds(rules, chance, config, before, &mut wall);
    }
    let mut deal = SeatMap::<Tiles>::default();
    for (at, &tile) in wall.0.iter().take(dealt_to(seats)).enumerate() {
        deal[caipan_engine::replay::receiver(at, seats, dealer, rules.deal_order())].0.push(tile);
    }
    let dice = rules.cut_dice().map_or(2, |cut| cut.dice().0);
    let throw: Vec<u8> = (0..dice).map(|_| 1 + chance.below(6) as u8).collect();
    let started_at = rules.flips().is_some_and(Flips::asks_day).then(|| chance.below(365)).and_then(noon);
    let indicator = indicator(rules, seats, &wall);
    let fairness = chance.percent(config.digests).then(|| {
        let salt = format!("{:016x}", chance.draw());
        Fairness { commitment: sha256(format!("{salt}{wall}").as_bytes()), salt: Some(salt) }
    });
    let mut hand = HandLog {
        dealer: Some(dealer),
        started_at,
        dice: Dice::new(&throw),
        wall: Some(wall),
        deal: Some(deal),
        indicator,
        fairness,
        ..HandLog::default()
    };
    picked::pick(ruleset, chance, seats, &mut hand);
    hand
}

/// Noon in China on day `day` of 2026, counted from 0.
fn noon(day: usize) -> Option<DateTime<FixedOffset>> {
    const FIRST: i64 = 1_767_240_000;
    let at = DateTime::from_timestamp(FIRST.saturating_add(86_400 * i64::try_from(day).ok()?), 0)?;
    Some(at.with_timezone(&FixedOffset::east_opt(8 * 3600)?))
}

/// The indicator that this wall reveals.
fn indicator(rules: &dyn Rules, seats: Seats, wall: &Tiles) -> Option<Tile> {
    let at = rules.indicator()?;
    let whole = Wall::known(&wall.0, rules.tail_order());
    if at == IndicatorAt::Last { whole.at(DrawFrom::Tail) } else { wall.0.get(dealt_to(seats)).copied() }
}

/// By chance deals wild tiles to one seat, or the same tile to all seats to discard first. The indicator stays
/// unchanged.
fn favour_wilds(rules: &dyn Rules, chance: &mut Rng, config: &MatchConfig, before: Before, wall: &mut Tiles) {
    let Before { seats, dealer, .. } = before;
    let order = rules.deal_order();
    let turned = indicator(rules, seats, wall);
    let whole = wall.clone();
    if chance.percent(config.wilds)
        && let Some(wild) = rules.wild_kind(turned)
    {
        shuffle::gather(chance, &mut wall.0, seats, dealer, order, wild);
    }
    if chance.percent(config.alike)
        && let Some(&tile) = chance.pick(&wall.0)
    {
        shuffle::spread(&mut wall.0, seats, dealer, order, tile);
    }
    if indicator(rules, seats, wall) != turned {
        *wall = whole;
    }
}
