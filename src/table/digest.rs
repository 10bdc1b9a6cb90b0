//! The digest of a table: a SHA-256 over a plain text of its state, so that any client can compute the same.
//!
//! The algorithm is published in `docs/log-format.md`; a change of it is a change of the log format.

use super::Table;
use crate::tile::{Meld, Seat, Tiles};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The state as text: one line for the table, then one a seat. Public facts and hands only, no rules and no phase.
///
/// ```text
/// dealer 0 left 54 discards 1
/// 0 hand 123m456p789s1122m melds - river 9m
/// 1 hand … melds pung:9m@0,chow:1s@0 river -
/// ```
pub fn canonical(table: &Table) -> String {
    let mut text = format!("dealer {} left {} discards {}\n", table.dealer, table.wall.left(), table.discards);
    for seat in Seat::ALL {
        let place = table.place(seat);
        let wild = table.wild.into_iter().flat_map(|tile| std::iter::repeat_n(tile, usize::from(place.wilds)));
        let mut hand: Vec<_> = place.hand.tiles().chain(wild).collect();
        hand.sort_unstable();
        let melds = or_dash(place.melds.iter().map(meld).collect::<Vec<_>>().join(","));
        let river = or_dash(
            place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile).collect::<Tiles>().to_string(),
        );
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{seat} hand {} melds {melds} river {river}", or_dash(Tiles(hand).to_string()));
    }
    text
}

/// `sha256:` and the 64 hex digits of the digest of [`canonical`].
pub fn digest(table: &Table) -> String {
    sha256(canonical(table).as_bytes())
}

/// `sha256:` and the 64 hex digits of some bytes.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold("sha256:".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn meld(meld: &Meld) -> String {
    let kind = match meld.kind {
        crate::tile::MeldKind::Chow => "chow",
        crate::tile::MeldKind::Pung => "pung",
        crate::tile::MeldKind::KongExposed => "exposed",
        crate::tile::MeldKind::KongAdded => "added",
        crate::tile::MeldKind::KongConcealed => "concealed",
    };
    match meld.from {
        Some(from) => format!("{kind}:{}@{from}", meld.tile),
        None => format!("{kind}:{}", meld.tile),
    }
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}
