//! The digest of a table: a SHA-256 over a plain text of its state, so that any client can compute the same.
//!
//! The algorithm is published in `docs/log-format.md`; a change of it is a change of the log format.

use super::Table;
use crate::tile::{Meld, MeldKind, Seat, Suit, Tile};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The state as text: one line for the table, then one a seat. Public facts and hands only, no rules and no phase. Flowers (花牌) that
/// a seat has laid stand after its melds; where it has laid none, nothing speaks of them.
///
/// ```text
/// dealer 0 left 54 discards 1
/// 0 hand 123m456p789s1122m melds - river 9m
/// 1 hand … melds pung:9m@0,chow:1s@0 river -
/// ```
pub fn canonical(table: &Table) -> String {
    let mut text = String::with_capacity(1024);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "dealer {} left {} discards {}", table.dealer, table.wall.left(), table.discards);
    for seat in table.seats.iter() {
        let place = table.place(seat);
        text.push(seat.digit());
        text.push_str(" hand ");
        push_tiles(&mut text, hand(table, seat));
        text.push_str(" melds ");
        push_melds(&mut text, &place.melds);
        if !place.flowers.is_empty() {
            text.push_str(" flowers ");
            push_tiles(&mut text, place.flowers.iter().copied());
        }
        text.push_str(" river ");
        push_tiles(&mut text, place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile));
        text.push('\n');
    }
    text
}

/// `sha256:` and the 64 hex digits of the digest of [`canonical`].
pub fn digest(table: &Table) -> String {
    sha256(canonical(table).as_bytes())
}

/// `sha256:` and the 64 hex digits of some bytes.
pub fn sha256(bytes: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(bytes)))
}

/// Bytes as hex digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half % 16)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

/// The concealed tiles in order, wilds at their place among them.
fn hand(table: &Table, seat: Seat) -> impl Iterator<Item = Tile> {
    let place = table.place(seat);
    let mut kinds = place.hand.kinds();
    let wilds = table.wild.filter(|_| place.wilds > 0);
    wilds.into_iter().for_each(|wild| kinds.insert(wild));
    let held = move |tile| {
        let wilds = if wilds == Some(tile) { place.wilds } else { 0 };
        usize::from(place.hand.count(tile)) + usize::from(wilds)
    };
    let mut flowers = place.flowers_held.clone();
    flowers.sort_unstable();
    kinds.iter().flat_map(move |tile| std::iter::repeat_n(tile, held(tile))).chain(flowers)
}

/// The tiles in notation, or a dash for none.
fn push_tiles(text: &mut String, tiles: impl Iterator<Item = Tile>) {
    let mut suit = None;
    for tile in tiles {
        if let Some(before) = suit.replace(tile.suit())
            && before != tile.suit()
        {
            text.push(before.letter());
        }
        text.push(tile.digit());
    }
    text.push(suit.map_or('-', Suit::letter));
}

/// The melds in the order laid, or a dash for none.
fn push_melds(text: &mut String, melds: &[Meld]) {
    if melds.is_empty() {
        text.push('-');
    }
    for (at, meld) in melds.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(match meld.kind {
            MeldKind::Chow => "chow:",
            MeldKind::Pung => "pung:",
            MeldKind::KongExposed => "exposed:",
            MeldKind::KongAdded => "added:",
            MeldKind::KongConcealed => "concealed:",
        });
        push_tiles(text, std::iter::once(meld.tile));
        if let Some(from) = meld.from {
            text.push('@');
            text.push(from.digit());
        }
    }
}
