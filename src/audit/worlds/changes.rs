//! What may have been otherwise, breach by breach.

use super::change::Change;
use crate::log::{Action, DrawFrom, Event, EventKind, HandLog, KongKind, WinClaimed};
use crate::replay::{Before, Breach, Replayed, Stands, What, shares};
use crate::rules::{Hit, Hits, PatternKind, Rules};
use crate::tile::{Counts, Seat, Tile, Tiles};

/// What may have been otherwise for each breach of a hand: first what the breach itself names, then an event recorded
/// wrongly. With each change the breach of its own that it goes back to.
pub(super) fn of(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    replayed: &Replayed,
    claimed: &[WinClaimed],
) -> Vec<(usize, Change)> {
    let mut named = Vec::new();
    let mut recorded = Vec::new();
    for (at, breach) in replayed.breaches.iter().enumerate() {
        let root = breach.because.unwrap_or(at);
        let of = Of { rules, hand, before, replayed, claimed, breach };
        named.extend(of.named().into_iter().map(|change| (root, change)));
        if breach.because.is_none() {
            recorded.extend(of.recorded().into_iter().map(|change| (root, change)));
        }
    }
    named.extend(recorded);
    named
}

/// One breach, and what is known beside it.
struct Of<'a> {
    rules: &'a dyn Rules,
    hand: &'a HandLog,
    before: Before,
    replayed: &'a Replayed,
    claimed: &'a [WinClaimed],
    breach: &'a Breach,
}

impl Of<'_> {
    /// What the breach itself says was otherwise.
    fn named(&self) -> Vec<Change> {
        let (at, seat) = (self.breach.event, self.breach.seat);
        match (&self.breach.what, at, seat) {
            (What::Refused { action: EventKind::Chow | EventKind::Pung | EventKind::Discard, .. }, ..) => Vec::new(),
            (What::Refused { action: EventKind::DrawGame, .. }, Some(at), _) => {
                vec![self.stands(at, None), Change::BrokenOff(at)]
            }
            (What::Refused { .. } | What::FlipUncalled { .. }, Some(at), _) => {
                vec![self.stands(at, None), Change::Without(at)]
            }
            (What::FalseWin { .. } | What::ForbiddenWin { .. } | What::Preempted { .. }, Some(at), _) => {
                let worth = self.stands_for_patterns(at).into_iter();
                [self.stands(at, None)].into_iter().chain(worth).chain([Change::Without(at)]).collect()
            }
            (What::NoChance, Some(at), Some(seat)) => {
                let from = [None].into_iter().chain(self.before.seats.others(seat).map(Some));
                let mut all: Vec<Change> = from.map(|from| self.stands(at, from)).collect();
                all.push(Change::Without(at));
                all
            }
            (What::SecondWinner { first, .. }, Some(at), _) => {
                let of = |event: &Event| matches!(event.action, Action::Win { seat, .. } if seat == *first);
                let before = self.hand.events.iter().take(at).position(of);
                [self.stands(at, None), Change::Without(at)].into_iter().chain(before.map(Change::Without)).collect()
            }
            (What::WinTile { open, .. }, Some(at), Some(seat)) => {
                let on = open.iter().map(|&tile| Change::Instead(at, Action::Win { seat, tile }));
                on.chain([self.stands(at, None)]).collect()
            }
            (What::WinOverridden { tile, .. }, Some(at), Some(seat)) => {
                vec![Change::Ends(at, Action::Win { seat, tile: *tile })]
            }
            (What::AutomaticWin { .. }, at, Some(seat)) => {
                let at = at.unwrap_or(self.hand.events.len());
                let wild = self.replayed.table.wild.into_iter();
                wild.map(|tile| Change::Ends(at, Action::Win { seat, tile })).collect()
            }
            (What::BirdTiles { due, .. }, Some(at), _) => {
                vec![Change::Instead(at, Action::Birds { tiles: due.clone() })]
            }
            (What::BirdCount { .. }, Some(at), _) => {
                let due = self.replayed.birds_due.iter();
                due.map(|due| Change::Instead(at, Action::Birds { tiles: due.clone() })).collect()
            }
            (What::FlipTile { due, .. }, Some(at), _) => vec![Change::Instead(at, Action::Flip { tile: *due })],
            (What::BirdsUncalled | What::RevealUncalled, Some(at), _) => vec![Change::Without(at)],
            (What::RevealTiles { due, .. }, Some(at), Some(seat)) => {
                vec![Change::Instead(at, Action::Reveal { seat, tiles: due.clone() })]
            }
            (What::DrawWrongTile { due, .. }, Some(at), Some(seat)) => self.drawn(at, seat, *due),
            (What::UnknownOpening { name }, Some(at), _) => self.openings(at, name),
            (What::DealNotFromWall { .. }, ..) => self.dealt_by_wall(),
            (What::DealerDeal { dealt }, _, Some(dealer)) => self.extra_tile_moved(dealer, *dealt),
            (What::IndicatorDiffers { claimed, .. }, ..) => vec![Change::Indicator(*claimed)],
            (What::IndicatorMissing, ..) => self.kinds().map(Change::Indicator).collect(),
            (What::WallTiles { .. } | What::WallSize { .. }, ..) => vec![Change::NoWall],
            (What::AfterEnd, Some(at), _) if self.breach.because.is_none() => self.not_dissolved(at),
            (What::LastTileAnswer { asked: Some(asked) } | What::LastTileSkipped { asked }, Some(at), _) => {
                vec![Change::Before(at, Action::Seabed { seat: *asked, take: false }), Change::Without(at)]
            }
            _ => Vec::new(),
        }
    }

    /// The event, or one that made it wrong, recorded wrongly: another seat, another tile, out of order, one too many or one
    /// too few.
    fn recorded(&self) -> Vec<Change> {
        let what = &self.breach.what;
        let mut all = Vec::new();
        match (what, self.breach.event, self.breach.seat) {
            // Nothing that anybody holds or did is in question.
            (
                What::AfterEnd
                | What::IdlePass { .. }
                | What::TimeBackwards { .. }
                | What::DigestDiffers { .. }
                | What::CommitmentBroken { .. }
                | What::CutDice { .. }
                | What::Left
                | What::LeftTwice
                | What::ExchangeUncalled
                | What::FlowerUncalled
                | What::DoubtfulWin { .. }
                | What::WonTwice
                | What::ClaimOverridden { .. }
                | What::WinOverridden { .. }
                | What::AutomaticWin { .. }
                | What::SecondWinner { .. }
                | What::Preempted { .. }
                | What::Unfinished,
                ..,
            ) => {}
            (What::DealSize { count, due }, None, Some(seat)) => all.extend(self.sized(seat, *count, *due)),
            (What::NotInDeck { tile } | What::TooManyCopies { tile, .. }, None, Some(seat)) => {
                all.extend(self.kinds().filter_map(|kind| self.dealt(seat, *tile, kind)));
            }
            (What::DrawMissing { .. }, Some(at), Some(seat)) => {
                all.extend([Change::Swapped(at), Change::Swapped(at.saturating_add(1))]);
                all.extend(self.draws_before(at, seat));
            }
            (What::DiscardMissing { .. }, Some(at), Some(seat)) => {
                all.extend([Change::Swapped(at), Change::Swapped(at.saturating_add(1))]);
                all.extend(self.discards_before(at, seat));
                all.extend(self.kongs_before(at, seat));
            }
            (_, Some(at), seat) => {
                if let (What::DrawOutOfTurn { .. }, Some(seat)) = (what, seat) {
                    all.extend(self.kongs_before(at, seat));
                }
                all.extend(self.other_seats(at));
                all.extend(self.other_tiles(at));
                all.push(Change::Without(at));
                all.push(Change::Swapped(at));
                all.push(Change::Swapped(at.saturating_add(1)));
                if let (Some(seat), Some(tile)) = (seat, wanted(what)) {
                    all.extend(self.held_after_all(at, seat, tile));
                }
                for seat in seat.into_iter().chain(self.in_turn_before(at)) {
                    all.extend(self.discards_before(at, seat));
                    all.extend(self.draws_before(at, seat));
                }
            }
            _ => {}
        }
        all
    }

    fn kinds(&self) -> impl Iterator<Item = Tile> {
        self.rules.system().deck.kinds().iter()
    }

    fn action(&self, at: usize) -> Option<&Action> {
        self.hand.events.get(at).map(|event| &event.action)
    }

    /// The event stands. A win that the rules do not see counts for what is claimed of it.
    fn stands(&self, at: usize, from: Option<Seat>) -> Change {
        let seat = self.action(at).and_then(Action::seat);
        let claim = self.claimed.iter().find(|claim| Some(claim.seat) == seat);
        let (hits, value) = claim.map(|claim| price(self.rules, claim)).unwrap_or_default();
        Change::Stands(Stands { event: at, hits, value, from })
    }

    /// The win stands and counts what its claimed patterns come to, where another value is claimed.
    fn stands_for_patterns(&self, at: usize) -> Option<Change> {
        let seat = self.action(at).and_then(Action::seat);
        let claim = self.claimed.iter().find(|claim| Some(claim.seat) == seat)?;
        let (hits, value) = price(self.rules, &WinClaimed { value: None, ..claim.clone() });
        (claim.value != Some(value) && claim.patterns.is_some()).then_some(Change::Stands(Stands {
            event: at,
            hits,
            value,
            from: None,
        }))
    }

    /// Of the four who have left, after which there is play, one did not leave.
    fn not_dissolved(&self, at: usize) -> Vec<Change> {
        let left = |(at, event): (usize, &Event)| matches!(event.action, Action::Leave { .. }).then_some(at);
        let leaves: Vec<usize> = self.hand.events.iter().enumerate().take(at).filter_map(left).collect();
        if leaves.len() < self.before.seats.iter().count() {
            Vec::new()
        } else {
            leaves.into_iter().map(Change::Without).collect()
        }
    }

    /// Who acted before this event, as far as the log tells: who may owe a discard.
    fn in_turn_before(&self, at: usize) -> Option<Seat> {
        let before = at.checked_sub(1)?;
        match self.action(before)? {
            Action::Draw { seat, .. } | Action::Chow { seat, .. } | Action::Pung { seat, .. } => Some(*seat),
            Action::Discard { seat, .. } => Some(seat.next()),
            _ => None,
        }
        .filter(|&seat| Some(seat) != self.breach.seat)
    }

    fn draws_before(&self, at: usize, seat: Seat) -> Vec<Change> {
        self.kinds().map(|tile| Change::Before(at, Action::Draw { seat, tile, from: None })).collect()
    }

    fn discards_before(&self, at: usize, seat: Seat) -> Vec<Change> {
        self.kinds().map(|tile| Change::Before(at, Action::Discard { seat, tile })).collect()
    }

    /// A kong of the seat is missing: of the tile that lies there, of four that it held, or of a fourth beside its pung.
    fn kongs_before(&self, at: usize, seat: Seat) -> Vec<Change> {
        let kong = |tile, kind| Change::Before(at, Action::Kong { seat, tile, kind, dice: None });
        let lying = at.checked_sub(1).and_then(|before| match self.action(before)? {
            Action::Discard { tile, .. } => Some(kong(*tile, KongKind::Exposed)),
            _ => None,
        });
        let own = self.kinds().flat_map(|tile| [KongKind::Concealed, KongKind::Added].map(|kind| kong(tile, kind)));
        lying.into_iter().chain(own).collect()
    }

    fn drawn(&self, at: usize, seat: Seat, tile: Tile) -> Vec<Change> {
        match self.action(at) {
            Some(Action::Draw { from, .. }) => vec![Change::Instead(at, Action::Draw { seat, tile, from: *from })],
            _ => Vec::new(),
        }
    }

    /// The event by another seat.
    fn other_seats(&self, at: usize) -> Vec<Change> {
        let Some((action, seat)) = self.action(at).and_then(|action| Some((action, action.seat()?))) else {
            return Vec::new();
        };
        let by = |other: Seat| {
            let mut action = action.clone();
            if let Some(seat) = action.seat_mut() {
                *seat = other;
            }
            Change::Instead(at, action)
        };
        self.before.seats.others(seat).map(by).collect()
    }

    /// The event with other tiles, or of the other end.
    fn other_tiles(&self, at: usize) -> Vec<Change> {
        let Some(action) = self.action(at) else { return Vec::new() };
        let with = |tile: Tile| -> Option<Action> {
            let mut action = action.clone();
            match &mut action {
                Action::Draw { tile: of, .. }
                | Action::Discard { tile: of, .. }
                | Action::Pung { tile: of, .. }
                | Action::Kong { tile: of, .. }
                | Action::Flip { tile: of }
                | Action::Win { tile: of, .. } => *of = tile,
                _ => return None,
            }
            Some(action)
        };
        let mut all: Vec<Change> = self.kinds().filter_map(with).map(|action| Change::Instead(at, action)).collect();
        match *action {
            Action::Chow { seat, tile, .. } => {
                let open = |event: &Event| match event.action {
                    Action::Discard { tile, .. } => Some(tile),
                    _ => None,
                };
                let lying = self.hand.events.iter().take(at).rev().find_map(open).unwrap_or(tile);
                for tile in [tile, lying] {
                    all.extend(runs(tile).map(|with| Change::Instead(at, Action::Chow { seat, tile, with })));
                }
            }
            // Where several of the tiles turned up cannot be what they are, all of them are put otherwise at once.
            Action::Birds { ref tiles } => {
                all.extend(self.turned(tiles).map(|tiles| Change::Instead(at, Action::Birds { tiles })));
            }
            Action::Reveal { seat, ref tiles } => {
                all.extend(self.turned(tiles).map(|tiles| Change::Instead(at, Action::Reveal { seat, tiles })));
            }
            Action::Kong { seat, tile, kind, dice } => {
                let kinds = [KongKind::Added, KongKind::Concealed, KongKind::Exposed].into_iter();
                let other = kinds.filter(|&other| other != kind);
                all.extend(other.map(|kind| Change::Instead(at, Action::Kong { seat, tile, kind, dice })));
            }
            Action::Draw { seat, tile, from } => {
                let other = if from == Some(DrawFrom::Tail) { DrawFrom::Wall } else { DrawFrom::Tail };
                all.push(Change::Instead(at, Action::Draw { seat, tile, from: Some(other) }));
            }
            _ => {}
        }
        all
    }

    /// Tiles turned up, with others in the place of those that cannot be what is recorded; of one or two.
    fn turned(&self, tiles: &[Tile]) -> impl Iterator<Item = Vec<Tile>> {
        let open = &self.replayed.birds_open;
        let places = if open.is_empty() { (0..tiles.len()).collect() } else { open.clone() };
        let put = |tiles: &[Tile], at: usize, other: Tile| {
            let mut tiles = tiles.to_vec();
            tiles.get_mut(at).into_iter().for_each(|tile| *tile = other);
            tiles
        };
        let mut all: Vec<Vec<Tile>> = Vec::new();
        match places.as_slice() {
            &[one, two] if !open.is_empty() => {
                for first in self.kinds() {
                    all.extend(self.kinds().map(|second| put(&put(tiles, one, first), two, second)));
                }
            }
            places => {
                for &at in places.iter().filter(|_| places.len() <= 2) {
                    all.extend(self.kinds().map(|other| put(tiles, at, other)));
                }
            }
        }
        all.into_iter()
    }

    /// The seat held this tile after all: one that it was dealt or drew before is recorded wrongly.
    fn held_after_all(&self, at: usize, seat: Seat, tile: Tile) -> Vec<Change> {
        let dealt: Counts = self.hand.deal.iter().flat_map(|deal| deal[seat].0.iter().copied()).collect();
        let mut all: Vec<Change> = dealt.iter().filter_map(|(kind, _)| self.dealt(seat, kind, tile)).collect();
        for (at, event) in self.hand.events.iter().enumerate().take(at) {
            if matches!(event.action, Action::Draw { seat: who, .. } if who == seat) {
                all.extend(self.drawn(at, seat, tile));
            }
        }
        all
    }

    /// One dealt tile of a seat replaced by another.
    fn dealt(&self, seat: Seat, out: Tile, by: Tile) -> Option<Change> {
        let mut tiles = self.hand.deal.as_ref()?[seat].clone();
        let at = tiles.0.iter().rposition(|&tile| tile == out)?;
        *tiles.0.get_mut(at)? = by;
        Some(Change::Dealt(seat, tiles))
    }

    /// A tile more or less in a deal of a wrong size.
    fn sized(&self, seat: Seat, count: usize, due: usize) -> Vec<Change> {
        let Some(deal) = &self.hand.deal else { return Vec::new() };
        let tiles = &deal[seat];
        if count == due + 1 {
            let without = |at: usize| {
                let mut tiles = tiles.clone();
                tiles.0.remove(at);
                Change::Dealt(seat, tiles)
            };
            return (0..tiles.0.len()).map(without).collect();
        }
        if count + 1 == due {
            let with = |tile: Tile| Change::Dealt(seat, Tiles(tiles.0.iter().copied().chain([tile]).collect()));
            return self.kinds().map(with).collect();
        }
        Vec::new()
    }

    /// The seat that was dealt fourteen deals, or one tile of it was the dealer's.
    fn extra_tile_moved(&self, dealer: Seat, dealt: Seat) -> Vec<Change> {
        let mut all = vec![Change::Dealer(dealt)];
        let Some(deal) = &self.hand.deal else { return all };
        for at in (0..deal[dealt].0.len()).rev() {
            let mut deal = deal.clone();
            let tile = deal[dealt].0.remove(at);
            deal[dealer].0.push(tile);
            all.push(Change::Deal(deal));
        }
        all
    }

    fn dealt_by_wall(&self) -> Vec<Change> {
        let wall = self.hand.wall.iter();
        let deal = wall
            .map(|wall| Change::Deal(shares(&wall.0, self.before.seats, self.before.dealer, self.rules.deal_order())));
        deal.chain([Change::NoWall]).collect()
    }

    /// The unknown initial win by each name that there is.
    fn openings(&self, at: usize, unknown: &str) -> Vec<Change> {
        let Some(Action::Opening { seat, kinds, dice }) = self.action(at) else { return Vec::new() };
        let patterns = self.rules.system().patterns.iter().filter(|pattern| pattern.kind == PatternKind::Opening);
        let named = patterns.map(|pattern| {
            let kinds = kinds.iter().map(|kind| if kind == unknown { pattern.id.to_owned() } else { kind.clone() });
            Change::Instead(at, Action::Opening { seat: *seat, kinds: kinds.collect(), dice: *dice })
        });
        named.chain([Change::Without(at)]).collect()
    }
}

/// The tile that a seat acts on without holding it.
fn wanted(what: &What) -> Option<Tile> {
    match *what {
        What::DiscardNotHeld { tile } | What::MeldNotHeld { tile, .. } | What::NoPung { tile } => Some(tile),
        _ => None,
    }
}

/// The pairs of tiles that make a run with this one.
fn runs(tile: Tile) -> impl Iterator<Item = [Tile; 2]> {
    let up = move |n| tile.up(n);
    let down = move |n| Tile::played().find(|below| below.up(n) == Some(tile));
    let pairs = [(down(2), down(1)), (down(1), up(1)), (up(1), up(2))];
    pairs.into_iter().filter_map(|(one, other)| Some([one?, other?]))
}

/// What a claimed win is worth by the claim: its patterns, and its value or what they come to.
pub(super) fn price(rules: &dyn Rules, claim: &WinClaimed) -> (Hits, i64) {
    let patterns = rules.system().patterns;
    let names = claim.patterns.iter().flatten();
    let known = names.filter_map(|name| patterns.iter().find(|pattern| pattern.is_called(name)));
    let hits: Hits = known.map(|&pattern| Hit { pattern, value: pattern.value }).collect();
    let values = || hits.iter().map(|hit| hit.value);
    let together = if rules.hits_join().contains('×') {
        values().fold(1i64, i64::saturating_mul)
    } else {
        values().fold(0i64, i64::saturating_add)
    };
    let value = claim.value.unwrap_or(together);
    (hits, value)
}
