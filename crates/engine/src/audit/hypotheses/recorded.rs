//! Changes for an event recorded wrongly: another seat, another tile, another kind, a missing event.

use super::change::LogChange;
use super::changes::BreachContext;
use caipan_log::{Action, DrawFrom, Event, KongKind};
use caipan_tiles::tile::{Seat, Tile};

impl BreachContext<'_> {
    pub(super) fn draws_before(&self, at: usize, seat: Seat) -> Vec<LogChange> {
        self.kinds().map(|tile| LogChange::Before(at, Action::Draw { seat, tile, from: None })).collect()
    }

    pub(super) fn discards_before(&self, at: usize, seat: Seat) -> Vec<LogChange> {
        self.kinds().map(|tile| LogChange::Before(at, Action::Discard { seat, tile })).collect()
    }

    /// Returns the changes that add a kong of the seat: of the tile just discarded, of four that it held, or of a
    /// fourth tile to its pung.
    pub(super) fn kongs_before(&self, at: usize, seat: Seat) -> Vec<LogChange> {
        let kong = |tile, kind| LogChange::Before(at, Action::Kong { seat, tile, kind, dice: None });
        let lying = at.checked_sub(1).and_then(|before| match self.action(before)? {
            Action::Discard { tile, .. } => Some(kong(*tile, KongKind::Exposed)),
            _ => None,
        });
        let own = self.kinds().flat_map(|tile| [KongKind::Concealed, KongKind::Added].map(|kind| kong(tile, kind)));
        lying.into_iter().chain(own).collect()
    }

    /// Returns the changes that add a win on the last tile for each seat that could have won: at the end, or before the
    /// birds and flips after a win.
    pub(super) fn wins_left_out(&self) -> Vec<LogChange> {
        let turned = |event: &&Event| matches!(event.action, Action::Birds { .. } | Action::Flip { .. });
        let events = &self.hand.events;
        let at = events.len() - events.iter().rev().take_while(turned).count();
        let last = at.checked_sub(1).and_then(|last| self.action(last));
        let (seats, tile): (Vec<Seat>, Tile) = match last {
            Some(&Action::Draw { seat, tile, .. }) => (vec![seat], tile),
            Some(&(Action::Discard { seat, tile } | Action::Kong { seat, tile, .. })) => {
                (self.before.seats.others(seat).collect(), tile)
            }
            _ => return Vec::new(),
        };
        let win = |seat| {
            let win = Action::Win { seat, tile };
            if at == events.len() { LogChange::Ends(at, win) } else { LogChange::Before(at, win) }
        };
        seats.into_iter().map(win).collect()
    }

    pub(super) fn drawn(&self, at: usize, seat: Seat, tile: Tile) -> Vec<LogChange> {
        match self.action(at) {
            Some(Action::Draw { from, .. }) => vec![LogChange::Instead(at, Action::Draw { seat, tile, from: *from })],
            _ => Vec::new(),
        }
    }

    /// Returns the changes that give the event to another seat.
    pub(super) fn other_seats(&self, at: usize) -> Vec<LogChange> {
        let Some((action, seat)) = self.action(at).and_then(|action| Some((action, action.seat()?))) else {
            return Vec::new();
        };
        let by = |other: Seat| {
            let mut action = action.clone();
            if let Some(seat) = action.seat_mut() {
                *seat = other;
            }
            LogChange::Instead(at, action)
        };
        self.before.seats.others(seat).map(by).collect()
    }

    /// Returns the changes of the event's tiles, of the kind of a kong, or of the end of the wall drawn from.
    pub(super) fn other_tiles(&self, at: usize) -> Vec<LogChange> {
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
        let mut all: Vec<LogChange> =
            self.kinds().filter_map(with).map(|action| LogChange::Instead(at, action)).collect();
        match *action {
            Action::Chow { seat, tile, .. } => {
                let open = |event: &Event| match event.action {
                    Action::Discard { tile, .. } => Some(tile),
                    _ => None,
                };
                let lying = self.hand.events.iter().take(at).rev().find_map(open).unwrap_or(tile);
                for tile in [tile, lying] {
                    all.extend(runs(tile).map(|with| LogChange::Instead(at, Action::Chow { seat, tile, with })));
                }
            }
            // If several revealed tiles are impossible, all of them are replaced at once.
            Action::Birds { ref tiles, .. } => {
                all.extend(self.turned(tiles).map(|tiles| LogChange::Instead(at, Action::Birds { tiles, fly: None })));
            }
            Action::Reveal { seat, ref tiles } => {
                all.extend(self.turned(tiles).map(|tiles| LogChange::Instead(at, Action::Reveal { seat, tiles })));
            }
            Action::Kong { seat, tile, kind, dice } => {
                let kinds = [KongKind::Added, KongKind::Concealed, KongKind::Exposed].into_iter();
                let other = kinds.filter(|&other| other != kind);
                all.extend(other.map(|kind| LogChange::Instead(at, Action::Kong { seat, tile, kind, dice })));
            }
            Action::Draw { seat, tile, from } => {
                let other = if from == Some(DrawFrom::Tail) { DrawFrom::Wall } else { DrawFrom::Tail };
                all.push(LogChange::Instead(at, Action::Draw { seat, tile, from: Some(other) }));
            }
            _ => {}
        }
        all
    }

    /// Returns the revealed tiles with other tiles in the impossible places, or in any one place if none is known to be
    /// impossible. Empty for more than two places.
    pub(super) fn turned(&self, tiles: &[Tile]) -> impl Iterator<Item = Vec<Tile>> {
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
}

/// Returns the pairs of tiles that form a run with this tile.
fn runs(tile: Tile) -> impl Iterator<Item = [Tile; 2]> {
    let up = move |n| tile.up(n);
    let down = move |n| Tile::played().find(|below| below.up(n) == Some(tile));
    let pairs = [(down(2), down(1)), (down(1), up(1)), (up(1), up(2))];
    pairs.into_iter().filter_map(|(one, other)| Some([one?, other?]))
}
