//! The physical wall and its reserve: the cut, the direction of drawing, and the end of the live tiles. BJ-3, BJ-6.

use super::options::{Options, Reserve};
use crate::table::{Phase, Table};
use caipan_tiles::tile::{Seat, Seats};

/// Stacks on each side (BJ-1b).
pub const SIDE: usize = 17;

/// A stack of the wall on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The seat whose side it is on.
    pub side: Seat,
    /// Its column from that seat's right-hand end, 0..17.
    pub column: usize,
}

/// The seat whose side a throw cuts: counted from the dealer in turn order, the dealer being one (BJ-3b, MB-players).
pub fn cut_side(seats: Seats, dealer: Seat, throw: usize) -> Seat {
    seats.after(dealer, throw.saturating_sub(1))
}

/// The stack that is drawn as number `drawn` (from 0) after this throw. Tiles are taken clockwise: along a side from
/// its right end, then from the side of the seat before, against the order of play (BJ-3c, BJ-3d).
pub fn stack(dealer: Seat, throw: usize, drawn: usize) -> Stack {
    let along = (throw + drawn) % (4 * SIDE);
    let sides = along / SIDE;
    Stack { side: cut_side(Seats::FOUR, dealer, throw).after(4 - sides), column: along % SIDE }
}

/// The number of reserved stacks with this number of kongs (BJ-6c; ten with four by R-106).
pub fn reserved_stacks(kongs: usize) -> usize {
    if kongs <= 1 { 7 } else { 6 + kongs }
}

/// The number of tiles at the tail that no ordinary draw takes, out of those still there.
pub fn reserve(options: &Options, table: &Table) -> usize {
    let kongs = table.kongs.len();
    // The replacement of a kong just declared has not been drawn yet.
    let replaced = kongs.saturating_sub(usize::from(matches!(table.phase, Phase::Kong { .. })));
    reserve_with(options, kongs, replaced)
}

/// The same from numbers: valid kongs, and replacements drawn.
pub fn reserve_with(options: &Options, kongs: usize, replaced: usize) -> usize {
    match options.reserve_mode() {
        Reserve::StackTable => (2 * reserved_stacks(kongs)).saturating_sub(replaced),
        Reserve::ShrinkOnly => 14usize.saturating_sub(replaced),
        Reserve::Constant => 14 + kongs.saturating_sub(replaced),
    }
}
