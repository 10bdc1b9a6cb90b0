//! The candidate for a win: the hand, the tile, and the facts of the table that a verdict may depend on.

use crate::table::{Offer, Phase, Shown, Source, Table, WinChance};
use caipan_log::{Declaration, KongKind};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, Suit, Tile};

/// Everything that a rule system needs to judge one win.
#[derive(Clone, Debug)]
pub struct WinCandidate<'a> {
    /// The seat that wants to win.
    pub seat: Seat,
    /// The dealer.
    pub dealer: Seat,
    /// The concealed natural tiles without the winning one. Together with `wilds` they are 3n + 1.
    pub hand: Hand,
    /// Concealed tiles of the wild kind.
    pub wilds: u8,
    /// The wild kind.
    pub wild: Option<Tile>,
    /// The melds.
    pub melds: &'a [Meld],
    /// The tile or tiles to win on, with their origin.
    pub chance: WinChance,
    /// Discards so far at the table, a discard won on included.
    pub discards: u16,
    /// Chows, pungs and kongs so far at the table.
    pub claims: u16,
    /// Kongs among those claims.
    pub kongs: u16,
    /// Earlier facts of the hand.
    pub past: Past,
}

/// Earlier facts of the hand that a win may depend on. A system ignores the facts it has no use for. The default is an
/// empty history.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The seat's own discards so far.
    pub own_discards: u16,
    /// Tiles left in the wall.
    pub left: u16,
    /// True if the kong to be robbed is of the tile that its seat had just drawn.
    pub fresh_kong: bool,
    /// Kongs in a row that led to the replacement drawn.
    pub kong_run: u8,
    /// The seat's latest kong that was not robbed: its kind, and the seat that fed it.
    pub last_kong: Option<(KongKind, Option<Seat>)>,
    /// The declaration that the seat made in its turn before this one.
    pub declared: Option<Declaration>,
    /// The suit that the seat declared void (定缺).
    pub void: Option<Suit>,
    /// True if anybody chowed, punged or konged since the seat's declaration.
    pub claimed_since: bool,
    /// True if the discard is the first one after its seat's own kong and replacement (热炮).
    pub after_kong: bool,
    /// True if the seat declared itself ready (报听) and made the discard of that declaration.
    pub ready: bool,
    /// True if the dealt tiles of a declared seat were ready unchanged: it discarded what it drew (硬报).
    pub ready_as_dealt: bool,
    /// True if the seat that shows the tile declared itself ready.
    pub from_ready: bool,
    /// True if the seat declared itself ready as dealt (天听) and kept its hand since: no meld, and every discard was the
    /// tile just drawn, apart from the dealer's first.
    pub sky: bool,
    /// True if the seat declared 潇洒.
    pub xiaosa: bool,
}

impl Past {
    /// The facts at the table now for a win of this seat on a tile from that one.
    pub fn at(table: &Table, seat: Seat, from: Option<Seat>) -> Past {
        let place = table.place(seat);
        let last_turn = place.declared_at.saturating_add(1) == place.turns;
        let ready = |seat: Seat| table.is_bound_ready(seat);
        let last = from.and_then(|from| table.place(from).river.last());
        let latest = table.kongs.iter().rfind(|kong| kong.seat == seat);
        Past {
            own_discards: place.discards,
            left: table.wall.left() as u16,
            fresh_kong: table.fresh_kong,
            kong_run: table.kong_run,
            last_kong: latest.map(|kong| (kong.kind, kong.from)),
            declared: place.declared.filter(|_| last_turn),
            void: place.void,
            claimed_since: table.claims != place.declared_claims,
            after_kong: last.is_some_and(|lying| lying.after_kong)
                && matches!(table.phase, Phase::Open { why: Offer::Discard, .. }),
            ready: ready(seat),
            ready_as_dealt: ready(seat) && place.river.first().is_some_and(|lying| lying.drawn),
            from_ready: from.is_some_and(ready),
            sky: place.sky && place.melds.is_empty() && kept(table, seat),
            xiaosa: place.xiaosa.is_some(),
        }
    }
}

/// True if the seat discarded what it drew, apart from the dealer's first discard.
fn kept(table: &Table, seat: Seat) -> bool {
    let free = usize::from(seat == table.dealer);
    table.place(seat).river.iter().skip(free).all(|lying| lying.drawn)
}

impl<'a> WinCandidate<'a> {
    /// Returns the case with this as the only tile.
    pub fn on(&self, tile: Tile) -> WinCandidate<'a> {
        WinCandidate { chance: WinChance { tiles: Shown::one(tile), ..self.chance }, ..self.clone() }
    }

    /// The case of a seat at the table now; `None` if the current phase gives it no chance to win.
    pub fn at(table: &'a Table, seat: Seat) -> Option<WinCandidate<'a>> {
        WinCandidate::on_chance(table, seat, table.chance(seat)?)
    }

    /// The case of a seat at the table on this chance, whatever the current phase allows.
    pub fn on_chance(table: &'a Table, seat: Seat, chance: WinChance) -> Option<WinCandidate<'a>> {
        let place = table.place(seat);
        let mut case = WinCandidate {
            seat,
            dealer: table.dealer,
            hand: place.hand,
            wilds: place.wilds,
            wild: table.wild,
            melds: &place.melds,
            chance,
            discards: table.discards,
            claims: table.claims,
            kongs: table.kongs.len() as u16,
            past: Past::at(table, seat, chance.from),
        };
        // A tile turned up by a dice kong, or shown by another seat, is not in the hand yet.
        if chance.source.is_own() && chance.source != Source::DiceKong {
            let tile = chance.tiles.iter().next()?;
            if table.wild == Some(tile) {
                case.wilds = case.wilds.saturating_sub(1);
            } else {
                case.hand.take(tile);
            }
        }
        Some(case)
    }
}
