//! Lays out a plan as a hand of a log: every filler becomes a tile with which no seat can win.
//!
//! A fixed generator shuffles the rest of the deck. Where a filler lets a seat win, hands keep that kind to the end
//! from then on, and the next shuffle is tried. The same block gives the same log everywhere.

use super::block::{Hand, Slip, Wall};
use super::plan::{Content, Move, Plan, Use, plan};
use caipan_engine::replay::{Before, receiver, replay};
use caipan_engine::rules::{DealOrder, IndicatorAt, Rules, WinCandidate};
use caipan_engine::table::TailOrder;
use caipan_log::{Action, Event, HandLog};
use caipan_tiles::tile::{Counts, Deck, Seat, SeatMap, Seats, Tile, TileSet, Tiles};

const TRIES: u64 = 600;

/// A hand as laid out, with the line of the block that each event comes from.
pub struct Laid {
    pub log: HandLog,
    pub lines: Vec<Option<usize>>,
}

/// Lays out hand `at`, dealt by `dealer`; `indicator` where the rules have one.
pub fn lay(hand: &Hand, dealer: Seat, indicator: Option<Tile>, rules: &dyn Rules, at: usize) -> Result<Laid, Slip> {
    let deck = rules.deck();
    let out = rules.indicator().is_some_and(|at| at != IndicatorAt::Peek);
    let plan = plan(hand, dealer, deck.size() - 53 - usize::from(out))?;
    let layout = Layout::of(hand, &plan, dealer, indicator, rules);
    let mut unwanted = TileSet::EMPTY;
    let mut last = None;
    // Each hand of a block has its own seeds, so that no two are dealt alike.
    let first = TRIES * at as u64;
    for seed in first..first + TRIES {
        let fillers = layout.fillers(&plan, seed, unwanted)?;
        let log = HandLog { indicator, ..layout.log(&plan, &fillers) };
        match unintended_win(hand, dealer, rules, &plan, &log) {
            None => return Ok(Laid { log, lines: plan.moves.iter().map(|(line, _)| *line).collect() }),
            Some((event, seat, tiles)) => {
                tiles.into_iter().for_each(|tile| unwanted.insert(tile));
                last = Some((event, seat));
            }
        }
    }
    let (event, seat) = last.unwrap_or_default();
    Err(format!("no way to fill up the tiles: seat {seat} could always win, last at event {event}"))
}

/// Returns the first event after which a seat can win though the block does not intend it, with the seat and the
/// fillers.
fn unintended_win(
    hand: &Hand,
    dealer: Seat,
    rules: &dyn Rules,
    plan: &Plan,
    log: &HandLog,
) -> Option<(usize, usize, Vec<Tile>)> {
    let mut found = None;
    replay(
        rules,
        log,
        Before {
            seats: Seats::FOUR,
            dealer,
            streak: None,
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        },
        |at, table| {
            let Some(at) = at.filter(|_| found.is_none()) else { return };
            let generated = matches!(plan.moves.get(at), Some((_, Move::Draw(..) | Move::Discard(..))));
            for seat in Seat::ALL.into_iter().filter(|&seat| generated || !hand.deal[seat].named) {
                let Some(case) = WinCandidate::at(table, seat) else { continue };
                if rules.judge(&case).is_ok() {
                    let tiles = if generated { case.chance.tiles.iter().collect() } else { Vec::new() };
                    found = Some((at, seat.index(), tiles));
                    return;
                }
            }
        },
    );
    found
}

/// The fixed tiles of a hand.
struct Layout {
    deck: Deck,
    /// The tile after the deal, where it leaves play; no filler is of the kind that it makes wild.
    indicator: Option<Tile>,
    wild: Option<Tile>,
    tail: TailOrder,
    /// The wall where the block gives one.
    wall: Option<Vec<Option<Content>>>,
    /// Tiles with a fixed place.
    used: Counts,
    /// Fillers at places where the block fixes the wall.
    fixed: Vec<(usize, Tile)>,
}

impl Layout {
    fn of(hand: &Hand, plan: &Plan, dealer: Seat, indicator: Option<Tile>, rules: &dyn Rules) -> Layout {
        let mut layout = Layout {
            deck: rules.deck(),
            indicator: indicator.filter(|_| rules.indicator() == Some(IndicatorAt::FirstLive)),
            wild: rules.wild_kind(indicator),
            tail: rules.tail_order(),
            wall: None,
            used: Counts::default(),
            fixed: Vec::new(),
        };
        if let Some(wall) = &hand.wall {
            layout.lay_wall(wall, plan, dealer, rules.deal_order());
        } else {
            let hands = plan.hands.0.iter().flatten();
            for content in hands.chain(&plan.head).chain(&plan.tail) {
                if let Content::Tile(tile) = content {
                    layout.used.add(*tile);
                }
            }
            let open = plan.revealed.iter().chain(&plan.birds).chain(&layout.indicator).copied();
            open.collect::<Vec<_>>().into_iter().for_each(|tile| layout.used.add(tile));
        }
        layout
    }

    /// Places the hands, then the tiles that the block names, then the draws in order.
    fn lay_wall(&mut self, wall: &Wall, plan: &Plan, dealer: Seat, order: DealOrder) {
        let size = self.deck.size();
        let live = 53 + usize::from(self.indicator.is_some());
        let mut slots: Vec<Option<Content>> = vec![None; size];
        let mut given = SeatMap([0usize; 4]);
        for (at, slot) in slots.iter_mut().enumerate().take(53) {
            let seat = receiver(at, Seats::FOUR, dealer, order);
            let place = given[seat];
            given[seat] += 1;
            *slot = match &wall.dealt[seat] {
                Some(tiles) => tiles.get(place).copied().map(Content::Tile),
                None => plan.hands[seat].get(place).copied(),
            };
        }
        slots[53] = self.indicator.map(|tile| Content::Tile(wall.indicator.unwrap_or(tile)));
        let tail_from = size - wall.tail.len().min(55);
        for (slot, &tile) in slots[live..].iter_mut().zip(&wall.next) {
            *slot = Some(Content::Tile(tile));
        }
        for (slot, &tile) in slots[tail_from..].iter_mut().zip(&wall.tail) {
            *slot = Some(Content::Tile(tile));
        }
        let birds = plan.birds.iter().copied().map(Content::Tile);
        for (at, content) in (live..size).zip(plan.head.iter().copied().chain(birds)) {
            self.put(&mut slots, at, content);
        }
        // Replacements: the last stack's upper tile, its lower one, then the stack before it; or the last tile each
        // time.
        let stacked = self.tail == TailOrder::StackTopFirst;
        let places = (0..27).flat_map(|stack| {
            let (upper, lower) = (size - 2 - 2 * stack, size - 1 - 2 * stack);
            if stacked { [upper, lower] } else { [lower, upper] }
        });
        for (at, content) in places.zip(plan.tail.iter().copied()) {
            self.put(&mut slots, at, content);
        }
        self.used = slots
            .iter()
            .flatten()
            .filter_map(|slot| if let Content::Tile(tile) = slot { Some(*tile) } else { None })
            .collect();
        self.wall = Some(slots);
    }

    fn put(&mut self, slots: &mut [Option<Content>], at: usize, content: Content) {
        match (slots[at], content) {
            (Some(Content::Tile(tile)), Content::Filler(filler)) => self.fixed.push((filler, tile)),
            (Some(_), _) => {}
            (None, content) => slots[at] = Some(content),
        }
    }

    /// Chooses a tile for every filler.
    fn fillers(&self, plan: &Plan, seed: u64, unwanted: TileSet) -> Result<Vec<Tile>, Slip> {
        let wild: TileSet = self.wild.into_iter().collect();
        let kinds = self.deck.kinds().minus(wild);
        let mut pool: Vec<Tile> = kinds
            .iter()
            .flat_map(|tile| std::iter::repeat_n(tile, usize::from(4u8.saturating_sub(self.used.of(tile)))))
            .collect();
        shuffle(&mut pool, seed);
        // Unwanted kinds come first: hands keep them, and discards are taken from the other end.
        pool.sort_by_key(|&tile| !unwanted.contains(tile));
        let mut tiles = vec![None; plan.fillers.len()];
        for &(filler, tile) in &self.fixed {
            tiles[filler] = Some(tile);
        }
        let open = |what: Use| move |&at: &usize| plan.fillers[at] == what;
        let mut pool = std::collections::VecDeque::from(pool);
        let kept: Vec<usize> = (0..tiles.len()).filter(|&at| tiles[at].is_none()).filter(open(Use::Kept)).collect();
        for at in kept {
            tiles[at] = pool.pop_front();
        }
        let out: Vec<usize> = (0..tiles.len()).filter(|&at| tiles[at].is_none()).filter(open(Use::Out)).collect();
        for at in out {
            tiles[at] = pool.pop_back();
        }
        tiles.into_iter().collect::<Option<Vec<Tile>>>().ok_or_else(|| "the deck has too few tiles for this".to_owned())
    }

    fn log(&self, plan: &Plan, fillers: &[Tile]) -> HandLog {
        let tile = |content: &Content| match content {
            Content::Tile(tile) => *tile,
            Content::Filler(at) => fillers[*at],
        };
        let events = plan.moves.iter().map(|(_, step)| match step {
            Move::Event(event) => event.clone(),
            Move::Draw(seat, at) => Event::from(Action::Draw { seat: *seat, tile: fillers[*at], from: None }),
            Move::Discard(seat, at) => Event::from(Action::Discard { seat: *seat, tile: fillers[*at] }),
        });
        HandLog {
            dealer: Seat::new(plan.dealer as u8),
            deal: Some(SeatMap(plan.hands.0.each_ref().map(|hand| Tiles(hand.iter().map(tile).collect())))),
            wall: self.wall.as_ref().map(|slots| self.fill_wall(slots, tile)),
            events: events.collect(),
            ..HandLog::default()
        }
    }

    /// Fills the rest of the wall in tile order; no seat draws it.
    fn fill_wall(&self, slots: &[Option<Content>], tile: impl Fn(&Content) -> Tile) -> Tiles {
        let laid: Counts = slots.iter().flatten().map(&tile).collect();
        let mut rest = self
            .deck
            .kinds()
            .iter()
            .flat_map(|kind| std::iter::repeat_n(kind, usize::from(4u8.saturating_sub(laid.of(kind)))));
        Tiles(slots.iter().filter_map(|slot| slot.as_ref().map(&tile).or_else(|| rest.next())).collect())
    }
}

/// Fisher-Yates shuffle with a linear congruential generator.
fn shuffle(tiles: &mut [Tile], seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    for at in (1..tiles.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tiles.swap(at, (state >> 33) as usize % (at + 1));
    }
}
