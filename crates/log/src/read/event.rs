//! Conversion from the flat event to the typed one: each type requires its own keys and allows no others.

use super::super::problem::Problem;
use super::super::shape::{Key, Keys};
use super::super::want::Want;
use super::super::word::EventKind;
use super::super::{Action, Event, LostClaim, Offer};
use super::fault::Fault;
use super::list::{Anything, EVENTS, InlineVec, KINDS, list};
use super::scalar::{Field, Must, OneOf, Wire};
use super::wire::WireEvent;
use caipan_tiles::tile::Tiles;
use schemars::{Schema, SchemaGenerator};
use serde::de::{Deserializer, Error};

/// An event on either general path of the reader.
pub(crate) trait WireToEvent: Wire {
    /// Returns the typed event.
    fn event(self) -> Result<Event, Fault>;
}

/// The events of a hand, on any path of the reader.
pub(crate) trait WireEvents: Wire {
    /// Returns the typed events, at most `most`.
    fn events(self, most: usize) -> Result<Vec<Event>, Fault>;
}

/// A list of events. Reserves room for a typical hand.
pub(crate) struct Events<E>(Vec<E>);

impl<E: WireToEvent> Wire for Events<E> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Events<E>, D::Error> {
        list(from, 128, EVENTS).map(Events)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<E>::schema(schemas)
    }
}

impl<E: WireToEvent> WireEvents for Events<E> {
    fn events(self, most: usize) -> Result<Vec<Event>, Fault> {
        let Events(events) = self;
        if events.len() > most {
            return Err(Fault::from(Problem::TooManyEvents { limit: most }).within(most).within("events"));
        }
        let typed = |(at, event): (usize, E)| event.event().map_err(|fault| fault.within(at).within("events"));
        events.into_iter().enumerate().map(typed).collect()
    }
}

/// The placeholder for events on the fast path: `scan` cuts them out, and they are put back after the rest is read.
pub(super) struct CutOut;

impl Wire for CutOut {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<CutOut, D::Error> {
        bool::read(from).map(|_| CutOut)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        bool::schema(schemas)
    }
}

impl WireEvents for CutOut {
    fn events(self, _most: usize) -> Result<Vec<Event>, Fault> {
        Ok(Vec::new())
    }
}

/// An event on the general path. It is typed as it is read, so that the flat events are never kept.
pub(super) struct Ready(Event);

impl Wire for Ready {
    #[inline]
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Ready, D::Error> {
        WireEvent::read(from)?.event().map(Ready).map_err(D::Error::custom)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        WireEvent::schema(schemas)
    }
}

impl WireToEvent for Ready {
    #[inline]
    fn event(self) -> Result<Event, Fault> {
        Ok(self.0)
    }
}

impl WireEvent {
    /// Creates an event of this type without other keys.
    #[inline]
    pub(super) fn of(kind: EventKind) -> WireEvent {
        WireEvent {
            event: Must(OneOf(kind)),
            seat: Field(None),
            tile: Field(None),
            from: Field(None),
            with: Field(None),
            kind: Field(None),
            dice: Field(None),
            tiles: Field(None),
            kinds: Field(None),
            what: Field(None),
            take: Field(None),
            of: Field(None),
            takes: Field(None),
            fly: Field(None),
            ms: Field(None),
            claims: Field(None),
            digest: Field(None),
            auto: Field(None),
            offers: Field(None),
            _x: Anything,
        }
    }

    /// Returns the keys that are present, among those that not every type of event has.
    fn keys(&self) -> Keys {
        Keys::default()
            .and(Key::Seat, self.seat.0.is_some())
            .and(Key::Tile, self.tile.0.is_some())
            .and(Key::From, self.from.0.is_some())
            .and(Key::With, self.with.0.is_some())
            .and(Key::Kind, self.kind.0.is_some())
            .and(Key::Dice, self.dice.0.is_some())
            .and(Key::Tiles, self.tiles.0.is_some())
            .and(Key::Kinds, self.kinds.0.is_some())
            .and(Key::What, self.what.0.is_some())
            .and(Key::Take, self.take.0.is_some())
            .and(Key::Of, self.of.0.is_some())
            .and(Key::Takes, self.takes.0.is_some())
            .and(Key::Fly, self.fly.0.is_some())
    }
}

impl WireToEvent for WireEvent {
    #[inline]
    fn event(self) -> Result<Event, Fault> {
        let keys = self.keys();
        let kind = self.event.0.0;
        let shape = kind.shape();
        if let Some(key) = keys.beyond(shape.may) {
            return Err(misplaced(kind, key));
        }
        // `need` takes every required key below; a test compares this list with the shape table.
        let need = |key: Key| move || missing(kind, key);
        let seat = self.seat.0.ok_or_else(need(Key::Seat));
        let tile = self.tile.0.ok_or_else(need(Key::Tile));
        let action = match kind {
            EventKind::Draw => {
                let (seat, from) = (seat?, self.from.0.map(|OneOf(from)| from));
                // `view` may follow the hands, so that `viewed` checks later whether the tile may be missing.
                tile.map_or(Action::DrawUnseen { seat, from }, |tile| Action::Draw { seat, tile, from })
            }
            EventKind::Discard => Action::Discard { seat: seat?, tile: tile? },
            EventKind::Chow => {
                Action::Chow { seat: seat?, tile: tile?, with: self.with.0.ok_or_else(need(Key::With))? }
            }
            EventKind::Pung => Action::Pung { seat: seat?, tile: tile? },
            EventKind::Kong => {
                let OneOf(kind) = self.kind.0.ok_or_else(need(Key::Kind))?;
                Action::Kong { seat: seat?, tile: tile?, kind, dice: self.dice.0 }
            }
            EventKind::Reveal => {
                let Tiles(tiles) = self.tiles.0.ok_or_else(need(Key::Tiles))?;
                Action::Reveal { seat: seat?, tiles }
            }
            EventKind::Opening => {
                let kinds = some_kinds(self.kinds.0.ok_or_else(need(Key::Kinds))?)?;
                Action::Opening { seat: seat?, kinds, dice: self.dice.0 }
            }
            EventKind::MidOpening => {
                let kinds = some_kinds(self.kinds.0.ok_or_else(need(Key::Kinds))?)?;
                Action::MidOpening { seat: seat?, kinds }
            }
            EventKind::Declare => {
                let OneOf(what) = self.what.0.ok_or_else(need(Key::What))?;
                Action::Declare { seat: seat?, what }
            }
            EventKind::Seabed => Action::Seabed { seat: seat?, take: self.take.0.ok_or_else(need(Key::Take))? },
            EventKind::Win => Action::Win { seat: seat?, tile: tile? },
            EventKind::Pass => {
                let OneOf(of) = self.of.0.ok_or_else(need(Key::Of))?;
                Action::Pass { seat: seat?, of }
            }
            EventKind::Birds => {
                let Tiles(tiles) = self.tiles.0.ok_or_else(need(Key::Tiles))?;
                Action::Birds { tiles, fly: self.fly.0.map(|Tiles(fly)| fly) }
            }
            EventKind::Flip => Action::Flip { tile: tile? },
            EventKind::Leave => Action::Leave { seat: seat? },
            EventKind::DrawGame => Action::DrawGame,
            EventKind::Flower => Action::Flower { seat: seat?, tile: tile? },
            EventKind::Exchange => {
                let Tiles(tiles) = self.tiles.0.ok_or_else(need(Key::Tiles))?;
                let Tiles(takes) = self.takes.0.ok_or_else(need(Key::Takes))?;
                Action::Exchange { seat: seat?, tiles, takes }
            }
        };
        let claims = self.claims.0.map(|claims| claims.0).unwrap_or_default();
        Ok(Event {
            action,
            ms: self.ms.0,
            claims: claims.into_iter().map(|claim| LostClaim { seat: claim.seat.0, what: claim.what.0.0 }).collect(),
            digest: self.digest.0.map(|digest| digest.0),
            auto: self.auto.0.map(|OneOf(auto)| auto),
            offers: self.offers.0.map(|offers| {
                offers.0.into_iter().map(|offer| Offer { seat: offer.seat.0, what: offer.what.0.0 }).collect()
            }),
        })
    }
}

/// Returns the names of initial wins; none at all is a fault.
fn some_kinds(kinds: InlineVec<String, KINDS>) -> Result<Vec<String>, Fault> {
    if kinds.0.is_empty() {
        return Err(Fault::from(Problem::WrongLength { found: 0, want: Want::Kinds }).within("kinds"));
    }
    Ok(kinds.0)
}

/// The fault for a required key that is missing.
#[cold]
fn missing(kind: EventKind, key: Key) -> Fault {
    Problem::MissingKey { key: key.name().to_owned(), of: Some(kind.shape().name()) }.into()
}

/// The fault for a key that belongs to other types of event.
#[cold]
fn misplaced(kind: EventKind, key: Key) -> Fault {
    let may: Vec<&str> = kind.shape().may.iter().map(Key::name).collect();
    let problem = Problem::MisplacedKey { key: key.name(), of: kind.shape().name(), may: may.join(", ") };
    Fault::from(problem).within(key.name())
}
