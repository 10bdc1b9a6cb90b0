//! The choices of the players: initial wins, wins and discards.

use super::{All, Sitting};
use caipan_engine::replay::{Possible, possible};
use caipan_engine::table::{Phase, Source};
use caipan_tiles::tile::{Seat, Tile};

impl Sitting<'_> {
    /// The next seat that declares initial wins. Each seat is asked once.
    pub(super) fn opening(&mut self, all: &All) -> Option<(Seat, Vec<String>)> {
        for (seat, can) in all {
            let Possible::Opening { kinds } = can else { continue };
            if std::mem::replace(&mut self.asked[*seat], true) || !self.chance.percent(self.config.open) {
                continue;
            }
            return Some((*seat, self.names(kinds)));
        }
        None
    }

    /// Returns the initial wins that the seat declares after its draw, if it wants to.
    pub(super) fn mid_opening(&mut self, seat: Seat, all: &All) -> Option<Vec<String>> {
        let kinds = super::of(all, seat).find_map(|can| match can {
            Possible::MidOpening { kinds } => Some(kinds),
            _ => None,
        })?;
        let wants = self.chance.percent(self.config.open);
        wants.then(|| self.names(kinds))
    }

    /// The Chinese names of these patterns.
    fn names(&self, ids: &[&'static str]) -> Vec<String> {
        let sheet = self.rules.system().patterns;
        let name = |id: &&str| sheet.iter().find(|p| p.id == *id).map(|p| p.name.zh.to_owned());
        ids.iter().filter_map(name).collect()
    }

    /// Returns whether the seat takes the win that it is offered.
    pub(super) fn wants_win(&mut self, seat: Seat) -> bool {
        if self.is_fed(seat) {
            return true;
        }
        let source = self.live.table().chance(seat).map(|moment| moment.source);
        let usual = matches!(source, Some(Source::Draw | Source::Discard | Source::Replacement));
        !self.chance.percent(if usual { self.config.decline } else { self.config.decline / 8 })
    }

    /// The tile that the dealer discarded first; for the dealer itself, a tile that every seat holds.
    fn alike(&mut self, seat: Seat, may: &[Tile]) -> Option<Tile> {
        let table = self.live.table();
        table.indicator?;
        if table.claims > 0 || !table.place(seat).river.is_empty() {
            return None;
        }
        let everybody = |tile: &Tile| table.seats.iter().all(|seat| table.held(seat, *tile) > 0);
        let tile = match table.place(table.dealer).river.first() {
            Some(first) => first.tile,
            None => may.iter().copied().find(everybody)?,
        };
        (may.contains(&tile) && self.config.alike > 0 && self.chance.percent(80)).then_some(tile)
    }

    pub(super) fn discard(&mut self, seat: Seat, may: &[Tile]) -> Option<Tile> {
        if let Some(tile) = self.feeds(seat, may) {
            return Some(tile);
        }
        if let Some(tile) = self.alike(seat, may) {
            return Some(tile);
        }
        if self.chance.percent(self.config.feed)
            && let Some(tile) = self.fed(seat, may)
        {
            return Some(tile);
        }
        let player = self.players[seat];
        player.discard(self.chance, self.rules, self.live.table(), seat, may)
    }

    /// The discard on which the most others can win, if any.
    fn fed(&self, seat: Seat, may: &[Tile]) -> Option<Tile> {
        let winners = |tile: Tile| {
            let mut table = self.live.table().clone();
            table.discard(seat, tile);
            let wins = |can: &(Seat, Possible)| matches!(can.1, Possible::Win { .. });
            possible(self.rules, &table).iter().filter(|can| wins(can)).count()
        };
        may.iter().map(|&tile| (winners(tile), tile)).filter(|&(n, _)| n > 0).max().map(|(_, tile)| tile)
    }
    /// True if the open tile was discarded for this seat.
    fn is_fed(&self, seat: Seat) -> bool {
        // At most the refusals of the other seats come between the discard and the claim.
        let since = self.events.len().saturating_sub(Seat::ALL.len());
        let open = |partner| matches!(self.live.table().phase, Phase::Open { from, .. } if from == partner);
        let fed = self.feeding.as_ref().filter(|feeding| feeding.was_fed(since, seat));
        fed.and_then(|feeding| feeding.partner(seat)).is_some_and(open)
    }

    /// The claim with which a seat takes what its partner discarded for it.
    pub(super) fn takes_fed(&self, seat: Seat, all: &All) -> Option<Possible> {
        super::of(all, seat)
            .filter(|_| self.is_fed(seat))
            .max_by_key(|can| gain(can))
            .filter(|can| gain(can) > 0)
            .cloned()
    }

    /// The discard with which a seat feeds its partner, if it has one that the partner can take.
    fn feeds(&mut self, seat: Seat, may: &[Tile]) -> Option<Tile> {
        let feeding = self.feeding.as_mut()?;
        let partner = feeding.partner(seat)?;
        let (table, rules) = (self.live.table(), self.rules);
        let gained = |tile: Tile| {
            let mut table = table.clone();
            table.discard(seat, tile);
            let all = possible(rules, &table);
            super::of(&all, partner).map(gain).max().unwrap_or(0)
        };
        let best = may.iter().map(|&tile| (gained(tile), tile)).max().filter(|&(gain, _)| gain > 0);
        let (_, tile) = best.filter(|_| feeding.acts(self.chance))?;
        feeding.note(self.events.len(), seat, partner);
        Some(tile)
    }
}

/// The worth of a claim to the seat that makes it; 0 if the action takes no discard.
const fn gain(can: &Possible) -> u8 {
    match can {
        Possible::Win { .. } => 4,
        Possible::Kong { dice: false, .. } => 3,
        Possible::Pung { .. } => 2,
        Possible::Chow { .. } => 1,
        _ => 0,
    }
}
