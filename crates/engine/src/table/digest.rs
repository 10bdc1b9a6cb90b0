//! The digest of a table: a SHA-256 over a canonical text of its state, which any client can compute.
//!
//! `docs/log-format.md` publishes the algorithm; changing it changes the log format.

use super::Table;
use caipan_tiles::hash::{is_sha256, sha256};
use caipan_tiles::tile::{Meld, MeldKind, Seat, Tile, WRITTEN};

/// Returns the state as text: one line for the table, then one line per seat. It covers public facts and hands, not
/// rules and not the phase.
///
/// ```text
/// dealer 0 left 54 discards 1
/// 0 hand 123m456p789s1122m melds - river 9m
/// 1 hand … melds pung:9m@0,chow:1s@0 river -
/// ```
pub fn canonical(table: &Table) -> String {
    let mut text = Text(Vec::with_capacity(1024));
    text.table(table);
    text.0.into_iter().map(char::from).collect()
}

/// Returns `sha256:` and the 64 hex digits of the digest of [`canonical`].
pub fn digest(table: &Table) -> String {
    let mut text = Text(Vec::with_capacity(1024));
    text.table(table);
    sha256(&text.0)
}

/// True if a claimed digest equals that of the table. Reuses `buffer`, so that a replay of many events allocates once.
pub(crate) fn is_digest(claimed: &str, table: &Table, buffer: &mut Vec<u8>) -> bool {
    let mut text = Text(std::mem::take(buffer));
    text.0.clear();
    text.table(table);
    *buffer = text.0;
    is_sha256(claimed, buffer)
}

/// The ASCII text being written.
struct Text(Vec<u8>);

impl Text {
    fn table(&mut self, table: &Table) {
        self.word("dealer ");
        self.seat(table.dealer);
        self.word(" left ");
        self.number(table.wall.left());
        self.word(" discards ");
        self.number(table.discards.into());
        self.0.push(b'\n');
        for seat in table.seats.iter() {
            let place = table.place(seat);
            self.seat(seat);
            self.word(" hand ");
            self.hand(table, seat);
            self.word(" melds ");
            self.melds(&place.melds);
            self.word(" river ");
            self.tiles(place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile));
            self.0.push(b'\n');
        }
    }

    fn word(&mut self, word: &str) {
        self.0.extend_from_slice(word.as_bytes());
    }

    fn seat(&mut self, seat: Seat) {
        self.0.push(seat.digit() as u8);
    }

    fn number(&mut self, number: usize) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.0.push(b'0' + (number % 10) as u8);
    }

    /// Writes the concealed tiles in order, with wilds in their place among them and flowers at the end.
    fn hand(&mut self, table: &Table, seat: Seat) {
        let place = table.place(seat);
        let mut kinds = place.hand.kinds();
        let wilds = table.wild.filter(|_| place.wilds > 0);
        wilds.into_iter().for_each(|wild| kinds.insert(wild));
        let mut run = Run::default();
        for tile in kinds.iter() {
            let wilds = if wilds == Some(tile) { place.wilds } else { 0 };
            let held = usize::from(place.hand.count(tile)) + usize::from(wilds);
            (0..held).for_each(|_| run.tile(&mut self.0, tile));
        }
        if !place.flowers_held.is_empty() {
            let mut flowers = place.flowers_held.clone();
            flowers.sort_unstable();
            flowers.into_iter().for_each(|tile| run.tile(&mut self.0, tile));
        }
        run.end(&mut self.0);
    }

    /// Writes the tiles in notation, or a dash if there are none.
    fn tiles(&mut self, tiles: impl Iterator<Item = Tile>) {
        let mut run = Run::default();
        tiles.for_each(|tile| run.tile(&mut self.0, tile));
        run.end(&mut self.0);
    }

    /// Writes the melds in the order in which they were made, or a dash if there are none.
    fn melds(&mut self, melds: &[Meld]) {
        if melds.is_empty() {
            self.0.push(b'-');
        }
        for (at, meld) in melds.iter().enumerate() {
            if at > 0 {
                self.0.push(b',');
            }
            self.word(match meld.kind {
                MeldKind::Chow => "chow:",
                MeldKind::Pung => "pung:",
                MeldKind::KongExposed => "exposed:",
                MeldKind::KongAdded => "added:",
                MeldKind::KongConcealed => "concealed:",
            });
            self.0.extend_from_slice(&WRITTEN[meld.tile.index()]);
            if let Some(from) = meld.from {
                self.0.push(b'@');
                self.seat(from);
            }
        }
    }
}

/// Writes tiles in notation in the given order. A suit letter follows the last tile of each run of one suit.
#[derive(Default)]
struct Run {
    letter: Option<u8>,
}

impl Run {
    fn tile(&mut self, text: &mut Vec<u8>, tile: Tile) {
        let [digit, letter] = WRITTEN[tile.index()];
        if let Some(before) = self.letter.replace(letter).filter(|&before| before != letter) {
            text.push(before);
        }
        text.push(digit);
    }

    fn end(self, text: &mut Vec<u8>) {
        text.push(self.letter.unwrap_or(b'-'));
    }
}
