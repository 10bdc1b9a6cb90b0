//! Tile count of a request: every named tile must be in the deck, with at most four of a kind.

use super::error::{ScoreError, bad};
use super::request::{MeldGiven, ScoreRequest, meld};
use crate::rules::{IndicatorAt, Rules};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Counts, Deck, Meld, MeldKind, Tile};

/// The tiles counted so far.
struct Tally {
    deck: Deck,
    seen: Counts,
}

/// Counts all tiles on the table at the end of the hand, and the tiles dealt to the seats with initial wins. Returns the
/// former, without the birds.
pub(super) fn check(rules: &dyn Rules, request: &ScoreRequest) -> Result<Counts, ScoreError> {
    let deck = rules.deck();
    let mut table = Tally { deck, seen: Counts::default() };
    for (at, seat) in request.seats.iter().enumerate() {
        table.all(&seat.hand.0, &format!("/seats/{at}/hand"))?;
        table.melds(&seat.melds, &format!("/seats/{at}/melds"))?;
        table.all(&seat.river.0, &format!("/seats/{at}/river"))?;
        seat.late_kongs.0.iter().try_for_each(|&tile| known(deck, tile, &format!("/seats/{at}/late_kongs")))?;
    }
    for (at, win) in request.wins.iter().enumerate() {
        table.all(&win.hand.0, &format!("/wins/{at}/hand"))?;
        table.melds(&win.melds, &format!("/wins/{at}/melds"))?;
        // Several wins share one winning tile.
        if at == 0 {
            table.all(&win.tile.0, &format!("/wins/{at}/tile"))?;
        }
    }
    request.flip.into_iter().try_for_each(|tile| table.one(tile, "/flip"))?;
    if rules.indicator() != Some(IndicatorAt::Peek) {
        request.indicator.into_iter().try_for_each(|tile| table.one(tile, "/indicator"))?;
    }
    request.birds.iter().flat_map(|birds| &birds.0).try_for_each(|&tile| known(deck, tile, "/birds"))?;
    for (at, first) in request.first_discards.iter().enumerate() {
        known(deck, first.tile, &format!("/first_discards/{at}/tile"))?;
    }
    request.fly.iter().flat_map(|fly| &fly.0).try_for_each(|&tile| known(deck, tile, "/fly"))?;
    for (at, &tile) in request.rolls.iter().enumerate() {
        known(deck, tile, &format!("/rolls/{at}"))?;
    }
    for (at, mid) in request.mid_openings.iter().enumerate() {
        let mut held = Tally { deck, seen: Counts::default() };
        held.all(&mid.hand.0, &format!("/mid_openings/{at}/hand"))?;
        held.melds(&mid.melds, &format!("/mid_openings/{at}/melds"))?;
        held.one(mid.tile, &format!("/mid_openings/{at}/tile"))?;
    }
    let mut dealt = Tally { deck, seen: Counts::default() };
    for (at, opening) in request.openings.iter().enumerate() {
        dealt.all(&opening.hand.0, &format!("/openings/{at}/hand"))?;
    }
    Ok(table.seen)
}

impl Tally {
    fn one(&mut self, tile: Tile, pointer: &str) -> Result<(), ScoreError> {
        known(self.deck, tile, pointer)?;
        self.seen.add(tile);
        let count = self.seen.of(tile);
        if count <= 4 {
            return Ok(());
        }
        Err(too_many(tile, count.into(), pointer.to_owned()))
    }

    fn all(&mut self, tiles: &[Tile], pointer: &str) -> Result<(), ScoreError> {
        tiles.iter().try_for_each(|&tile| self.one(tile, pointer))
    }

    fn melds(&mut self, given: &[MeldGiven], pointer: &str) -> Result<(), ScoreError> {
        for (at, given) in given.iter().enumerate() {
            let pointer = format!("{pointer}/{at}");
            let laid: Meld = meld(given, &pointer)?;
            // A chow of honours is rejected elsewhere.
            let tiles: Vec<Tile> = laid.tiles().collect();
            self.all(&tiles, &format!("{pointer}/{}", if laid.kind == MeldKind::Chow { "kind" } else { "tile" }))?;
        }
        Ok(())
    }
}

/// Returns the error for a fifth tile of a kind.
pub(super) fn too_many(tile: Tile, count: usize, pointer: String) -> ScoreError {
    let text = bilingual!(
        "一共写了 {count} 张 {tile}，一副牌只有 4 张；请核对。",
        "the request has {count} of {tile}, but a deck has only 4"
    );
    bad(pointer, text)
}

fn known(deck: Deck, tile: Tile, pointer: &str) -> Result<(), ScoreError> {
    if deck.kinds().contains(tile) {
        return Ok(());
    }
    let kinds = deck.size() / 4;
    Err(bad(
        pointer.to_owned(),
        bilingual!(
            "本规则只有 {kinds} 种牌，没有 {tile}；请换一张。",
            "{tile} is not among the {kinds} kinds of tile in these rules; use another"
        ),
    ))
}
