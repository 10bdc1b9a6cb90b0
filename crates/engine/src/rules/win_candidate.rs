//! One win to be judged: the hand, the tile, and what the table knows of it.

use crate::table::{Chance, Offer, Phase, Shown, Source, Table};
use caipan_log::Declaration;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, Suit, Tile};

/// Everything a rule system needs to judge one win.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// Who wants to win.
    pub seat: Seat,
    /// Who deals.
    pub dealer: Seat,
    /// The concealed tiles without the winning one: 3n + 1.
    pub hand: Hand,
    /// Concealed tiles of the wild kind among them.
    pub wilds: u8,
    /// The wild kind.
    pub wild: Option<Tile>,
    /// The melds.
    pub melds: &'a [Meld],
    /// On which tile or tiles, and how.
    pub chance: Chance,
    /// Discards so far at the table, a discard won on included.
    pub discards: u16,
    /// Chows, pungs and kongs so far at the table.
    pub claims: u16,
    /// Kongs among those claims.
    pub kongs: u16,
    /// What happened before.
    pub past: Past,
}

/// What happened before at the table, as far as a win may depend on it. A system that has no use for a fact does not
/// look at it. The default: nothing.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The seat's own discards so far.
    pub own_discards: u16,
    /// Tiles left in the wall.
    pub left: u16,
    /// Whether the kong to be robbed is of the tile its seat had just drawn.
    pub fresh_kong: bool,
    /// Kongs in a row that led to the replacement drawn.
    pub kong_run: u8,
    /// What the seat declared in its turn before this one.
    pub declared: Option<Declaration>,
    /// The suit that the seat declared to be rid of (定缺).
    pub void: Option<Suit>,
    /// How many flowers the seat has laid (花牌).
    pub flowers: u8,
    /// Whether anybody chowed, punged or konged since the seat declared.
    pub claimed_since: bool,
    /// The discard is the first one after its seat's own kong and replacement (热炮).
    pub after_kong: bool,
    /// The seat declared itself ready (报听) and made the discard that goes with it.
    pub ready: bool,
    /// And its dealt tiles were ready as they stood: it discarded what it drew (硬报).
    pub ready_as_dealt: bool,
    /// The seat whose tile it is declared itself ready.
    pub from_ready: bool,
}

impl Past {
    /// What the table knows of a win of this seat, on a tile from that one, in this moment.
    pub fn at(table: &Table, seat: Seat, from: Option<Seat>) -> Past {
        let place = table.place(seat);
        let last_turn = place.declared_at.saturating_add(1) == place.turns;
        let ready = |seat: Seat| table.is_bound_ready(seat);
        let last = from.and_then(|from| table.place(from).river.last());
        Past {
            own_discards: place.river.iter().filter(|lying| !lying.turned).count() as u16,
            left: table.wall.left() as u16,
            fresh_kong: table.fresh_kong,
            kong_run: table.kong_run,
            declared: place.declared.filter(|_| last_turn),
            void: place.void,
            flowers: u8::try_from(place.flowers.len()).unwrap_or(u8::MAX),
            claimed_since: table.claims != place.declared_claims,
            after_kong: last.is_some_and(|lying| lying.after_kong)
                && matches!(table.phase, Phase::Open { why: Offer::Discard, .. }),
            ready: ready(seat),
            ready_as_dealt: ready(seat) && place.river.first().is_some_and(|lying| lying.drawn),
            from_ready: from.is_some_and(ready),
        }
    }
}

impl<'a> Case<'a> {
    /// With this as the only tile.
    pub fn on(&self, tile: Tile) -> Case<'a> {
        Case { chance: Chance { tiles: Shown::one(tile), ..self.chance }, ..self.clone() }
    }

    /// The case of a seat at the table in this moment; `None` where the moment gives it no chance to win.
    pub fn at(table: &'a Table, seat: Seat) -> Option<Case<'a>> {
        Case::on_chance(table, seat, table.chance(seat)?)
    }

    /// The case of a seat at the table on this chance, whatever the moment gives it.
    pub fn on_chance(table: &'a Table, seat: Seat, chance: Chance) -> Option<Case<'a>> {
        let place = table.place(seat);
        let mut case = Case {
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
        // A tile turned up by a dice kong, or lying before somebody else, is not in the hand yet.
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
