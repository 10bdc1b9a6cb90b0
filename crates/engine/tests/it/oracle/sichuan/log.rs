//! Follows a log of self-play. Of the engine it uses only the types of a log.

use super::house::House;
use super::legal::{Act, Kong};
use super::shape::{Tile, counts};
use super::table::{Moment, Table};
use caipan_log::{Action, Declaration, DrawFrom, Event, HandLog, KongKind, PassOf};
use caipan_tiles::tile::Tile as Logged;

/// The kind of a tile of a log, where 万 come first.
pub fn kind_of(tile: Logged) -> Tile {
    ((tile.index() + 18) % 27) as Tile
}

fn kinds(tiles: &[Logged]) -> Vec<Tile> {
    tiles.iter().copied().map(kind_of).collect()
}

impl Table {
    /// Deals from the wall of a log (SC-1.1).
    pub fn of_log(house: &House, log: &HandLog, dealer: usize) -> Table {
        let wall = kinds(&log.wall.as_ref().expect("a wall").0);
        assert_eq!(counts(&wall), [4; 27], "108 tiles");
        Table::deal(house, dealer, &wall)
    }

    /// Carries out one event, which must be legal.
    pub fn follow(&mut self, event: &Event) {
        let (seat, act) = match &event.action {
            Action::Draw { seat, tile, from } => {
                assert_ne!(*from, Some(DrawFrom::Tail), "all draws are from one end (SC-1.4)");
                assert_eq!(self.wall.last(), Some(&kind_of(*tile)), "the next tile is drawn (SC-1.4)");
                (seat, Act::Draw)
            }
            Action::Discard { seat, tile } => (seat, Act::Discard(kind_of(*tile))),
            Action::Pung { seat, tile } => (seat, Act::Pung(kind_of(*tile))),
            Action::Kong { seat, tile, kind, dice: None } => {
                let kong = match kind {
                    KongKind::Concealed => Kong::Concealed,
                    KongKind::Exposed => Kong::Exposed,
                    KongKind::Added => Kong::Added,
                };
                (seat, Act::Kong(kind_of(*tile), kong))
            }
            Action::Declare { seat, what: Declaration::Void(suit) } => {
                let first = Logged::of(*suit, 1).expect("a suit");
                (seat, Act::Void(kind_of(first) / 9))
            }
            Action::Win { seat, tile } => {
                let win = self.may_win(seat.index()).expect("a win");
                (seat, Act::Win(kind_of(*tile), win.fan))
            }
            Action::Exchange { seat, tiles, takes } => {
                return self.exchange(seat.index(), kinds(tiles), kinds(takes));
            }
            Action::DrawGame => {
                let nobody = matches!(self.moment, Moment::Lying { .. } | Moment::Drew { .. });
                assert!(nobody && self.wall.is_empty() && !self.three_won(), "the wall has run out (SC-7.1)");
                self.exhausted = true;
                return;
            }
            Action::Pass { seat, of: PassOf::Win } => return self.record_pass(seat.index()),
            Action::Pass { .. } | Action::Leave { .. } => return,
            other => panic!("there is no such event in Sichuan: {other:?}"),
        };
        self.play(seat.index(), act);
    }

    /// True once the hand is over: three have won, or the wall has run out (SC-7.1).
    pub fn is_over(&self) -> bool {
        self.exhausted || self.three_won()
    }
}
