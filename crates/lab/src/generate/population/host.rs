//! The host of one match: it seats the players, lays the walls and writes the results, fairly or not.

use super::unfair::{Act, Feeding, Mode, Source, Unfair};
use super::{CLIENTS, Population, ROOMS, VERSIONS};
use crate::generate::{Rng, player, shanten};
use caipan_engine::replay::{Before, dealt, receiver};
use caipan_engine::rules::{IndicatorAt, Ruleset};
use caipan_log::{GameLog, HandResult, Player};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Tile};
use chrono::{DateTime, FixedOffset};

/// Streams of chance beside that of the play, so that an unfair act changes nothing but itself.
const SEATING: u64 = 0x5EA7_0000_0000_0001;
const WALLS: u64 = 0x3A11_0000_0000_0003;
const DRAWN: u64 = 0xD7A3_0000_0000_0007;
const UNFAIR: u64 = 0xFA12_0000_0000_0005;

/// The most hands of a match: a wall belongs to the number `match × HANDS + hand`.
const HANDS: u64 = 64;

/// The number of shuffles from which a biased deal is chosen.
const SHUFFLES: usize = 3;

/// The number of shuffles of the tiles after the deal from which biased draws are chosen. They are more than those of a
/// deal, because claims move draws to other seats.
const DRAWN_SHUFFLES: usize = 10;

/// The number of draws of the favoured seat that decide between shuffles. Later draws mostly go to other seats.
const DRAWS: usize = 4;

/// The period in which one match starts, and the time from hand to hand, in seconds.
const PERIOD: i64 = 600;
const HAND: i64 = 180;

/// Midnight in China on 1 January 2026, in seconds of Unix time.
const FIRST: i64 = 1_767_196_800;

/// The host of one match.
pub struct Host<'a> {
    ruleset: &'a Ruleset,
    seed: u64,
    number: u64,
    unfair: Option<Unfair>,
    /// The players, by seat.
    names: Vec<u16>,
    source: caipan_log::Source,
    start: i64,
    feeding: Option<Feeding>,
    acts: Vec<Act>,
}

impl Host<'_> {
    pub fn new<'a>(ruleset: &'a Ruleset, seed: u64, number: u64, population: &Population) -> Host<'a> {
        let mut chance = Rng::nth(seed ^ SEATING, number);
        let mut names: Vec<u16> = (1..=population.players).collect();
        chance.shuffle(&mut names);
        names.truncate(ruleset.rules.seats().len());
        let word = |chance: &mut Rng, words: &[&str]| chance.pick(words).map(|&word| word.to_owned());
        let source = caipan_log::Source {
            platform: word(&mut chance, &ROOMS),
            client: word(&mut chance, &CLIENTS),
            version: word(&mut chance, &VERSIONS),
        };
        let period = PERIOD.saturating_mul(i64::try_from(number).unwrap_or(i64::MAX));
        let start = FIRST
            .saturating_add(period)
            .saturating_add(i64::try_from(chance.below(PERIOD as usize)).unwrap_or_default());
        let seat_of = |name: u16| names.iter().position(|&at| at == name).and_then(|at| Seat::ALL.get(at).copied());
        let feeding = population.unfair.filter(|unfair| unfair.mode == Mode::Feeding);
        let feeding = feeding.and_then(|unfair| Some(Feeding::new([seat_of(1)?, seat_of(2)?], unfair.rate)));
        Host { ruleset, seed, number, unfair: population.unfair, names, source, start, feeding, acts: Vec::new() }
    }

    /// Writes the players and the source into the log.
    pub fn name(&self, log: &mut GameLog) {
        log.source = self.source.clone();
        log.players = self.names.iter().map(|name| Player { id: format!("p{name:04}"), name: None }).collect();
    }

    /// The time at which this hand starts, in China; `None` after the end of the calendar.
    pub fn started_at(&self, hand: usize) -> Option<DateTime<FixedOffset>> {
        let later = HAND.saturating_mul(i64::try_from(hand).ok()?);
        let at = DateTime::from_timestamp(self.start.saturating_add(later), 0)?;
        Some(at.with_timezone(&FixedOffset::east_opt(8 * 3600)?))
    }

    /// The pair that feeds each other at this table, if any.
    pub const fn feeding(&mut self) -> Option<&mut Feeding> {
        self.feeding.as_mut()
    }

    /// Lays the wall of this hand, in drawing order.
    pub fn wall(&mut self, hand: usize, before: Before) -> Vec<Tile> {
        let at = self.at(hand);
        let first = self.first_use(at);
        if first != at {
            let of = Source { log: self.log_id(first / HANDS), hand: (first % HANDS) as usize };
            self.acts.push(Act { of: Some(of), ..Act::new(Mode::RepeatedWalls, hand) });
        }
        if self.acts_in(Mode::BiasedDeal, at) {
            let seat = Seat::ALL[0];
            self.acts.push(Act { seat: Some(seat.index()), ..Act::new(Mode::BiasedDeal, hand) });
            let walls = (0..SHUFFLES).map(|turn| self.shuffled(at, turn));
            return walls.min_by_key(|wall| self.distance(wall, seat, before)).unwrap_or_default();
        }
        let wall = self.shuffled(first, 0);
        if self.acts_in(Mode::BiasedDraws, at) {
            let seat = Seat::ALL[0];
            self.acts.push(Act { seat: Some(seat.index()), ..Act::new(Mode::BiasedDraws, hand) });
            let walls = (0..DRAWN_SHUFFLES).map(|turn| self.redrawn(&wall, at, turn, before));
            return walls.min_by_key(|wall| self.way(wall, seat, before)).unwrap_or_default();
        }
        wall
    }

    /// Ends a hand: notes the discards that fed, and rounds the payments if this client does so.
    pub fn settle(&mut self, hand: usize, result: &mut HandResult) {
        let fed = self.feeding.as_mut().map(Feeding::take).unwrap_or_default();
        self.acts.extend(fed.into_iter().map(|(event, seat, to)| Act {
            event: Some(event),
            seat: Some(seat.index()),
            to: Some(to.index()),
            ..Act::new(Mode::Feeding, hand)
        }));
        let rounds = self.source.version.as_deref() == VERSIONS.last().copied();
        if rounds && self.acts_in(Mode::Rounding, self.at(hand)) && round(result) {
            self.acts.push(Act::new(Mode::Rounding, hand));
        }
    }

    /// The unfair acts of the match, hand by hand.
    pub fn acts(self) -> Vec<Act> {
        self.acts
    }

    const fn at(&self, hand: usize) -> u64 {
        self.number.wrapping_mul(HANDS).wrapping_add(hand as u64)
    }

    fn log_id(&self, number: u64) -> String {
        crate::generate::id(self.ruleset, self.seed, number)
    }

    /// The hand whose wall the hand `at` takes: itself, or the first use of a repeated wall.
    fn first_use(&self, mut at: u64) -> u64 {
        while self.acts_in(Mode::RepeatedWalls, at) {
            let mut chance = Rng::nth(self.seed ^ UNFAIR ^ WALLS, at);
            let (number, hand) = (at / HANDS, at % HANDS);
            let within = hand > 0 && (number == 0 || chance.percent(50));
            if !within && number == 0 {
                break;
            }
            at = if within {
                number * HANDS + chance.below(hand as usize) as u64
            } else {
                chance.below(usize::try_from(number).unwrap_or(usize::MAX)) as u64 * HANDS
            };
        }
        at
    }

    /// True if the platform is unfair in this mode, and acts in the hand `at`.
    fn acts_in(&self, mode: Mode, at: u64) -> bool {
        let unfair = self.unfair.filter(|unfair| unfair.mode == mode);
        unfair.is_some_and(|unfair| unfair.rate.happens(&mut Rng::nth(self.seed ^ UNFAIR, at)))
    }

    /// An even shuffle of the deck; `turn` counts the shuffles of one hand.
    fn shuffled(&self, at: u64, turn: usize) -> Vec<Tile> {
        let mut wall: Vec<Tile> = self.ruleset.rules.deck().tiles().collect();
        let mut chance = Rng::nth(self.seed ^ WALLS, at);
        (0..=turn).for_each(|_| chance.shuffle(&mut wall));
        wall
    }

    /// This wall with the tiles after the deal shuffled evenly; turn 0 leaves them.
    fn redrawn(&self, wall: &[Tile], at: u64, turn: usize, before: Before) -> Vec<Tile> {
        let mut wall = wall.to_vec();
        let mut chance = Rng::nth(self.seed ^ DRAWN, at);
        let rest = wall.get_mut(dealt(before.seats)..).unwrap_or_default();
        (0..turn).for_each(|_| chance.shuffle(rest));
        wall
    }

    /// The number of tiles that the deal of this wall leaves a seat away from a hand.
    fn distance(&self, wall: &[Tile], seat: Seat, before: Before) -> u8 {
        self.lacking(&self.held(wall, seat, before))
    }

    /// The sum of the numbers of tiles that a seat lacks after each of its first draws, if nobody claims and no tile is
    /// discarded.
    fn way(&self, wall: &[Tile], seat: Seat, before: Before) -> u32 {
        let Before { seats, dealer, .. } = before;
        let turned = self.ruleset.rules.indicator() == Some(IndicatorAt::FirstLive);
        let live = wall.iter().skip(dealt(seats) + usize::from(turned)).enumerate();
        let drawn = live.filter(|&(at, _)| seats.after(dealer, at + 1) == seat).map(|(_, &tile)| tile);
        let mut held = self.held(wall, seat, before);
        drawn
            .take(DRAWS)
            .map(|tile| {
                held.add(tile);
                u32::from(self.lacking(&held))
            })
            .sum()
    }

    /// The tiles that this wall deals a seat.
    fn held(&self, wall: &[Tile], seat: Seat, before: Before) -> Counts {
        let Before { seats, dealer, .. } = before;
        let order = self.ruleset.rules.deal_order();
        let tiles = wall.iter().take(dealt(seats)).enumerate();
        tiles.filter(|&(at, _)| receiver(at, seats, dealer, order) == seat).map(|(_, &tile)| tile).collect()
    }

    fn lacking(&self, held: &Counts) -> u8 {
        shanten::Profiles::new(held, player::good_pairs(self.ruleset.rules.as_ref())).distance(0)
    }
}

/// Rounds each payment down to an even number of points, with point changes and scores. Returns whether one changed.
fn round(result: &mut HandResult) -> bool {
    let mut lost = SeatMap::<i64>::default();
    let mut changed = false;
    for payment in result.payments.iter_mut().flatten() {
        let odd = payment.points % 2;
        changed |= odd != 0;
        payment.points -= odd;
        lost[payment.from] += odd;
        lost[payment.to] -= odd;
    }
    for kept in [&mut result.deltas, &mut result.scores].into_iter().flatten() {
        Seat::ALL.iter().for_each(|&seat| kept[seat] += lost[seat]);
    }
    if let Some(payments) = &mut result.payments {
        payments.retain(|payment| payment.points != 0);
    }
    changed
}
