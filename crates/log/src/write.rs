//! Writer of canonical `paipu/1`: keys in a fixed order, no keys for unknown values, no blanks.
//!
//! It does not write what [`super::read()`] dropped, which is everything under `x`.

use super::read::scalar::FORMAT;
use super::word::Word;
use super::{
    Action, Between, Dice, Event, Fairness, GameLog, HandLog, HandResult, Hidden, Holder, HouseLine, LostClaim, Offer,
    Owner, Payment, Player, RulesDeclared, Source, Start, Touches, Unmodelled, WinClaimed,
};
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile, Tiles};
use chrono::SecondsFormat;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Writes the log as one line of JSON without a line end: a document or a line of NDJSON.
///
/// `read(write(log))` gives the same log for every log that [`super::read()`] can give.
pub fn write(log: &GameLog) -> String {
    // Every key is a string and every value can be serialized.
    serde_json::to_string(log).unwrap_or_default()
}

/// A part of a log with the seats at the table: a list by seat has as many entries.
struct AtTable<'a, T>(&'a T, Seats);

/// Declares how a struct is written: its keys in order, each with an `Option` of its value.
macro_rules! writes {
    ($type:ty, |$it:pat_param| { $($key:literal: $value:expr,)+ }) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let $it = self;
                let mut map = to.serialize_map(None)?;
                $(if let Some(value) = $value {
                    map.serialize_entry($key, &value)?;
                })+
                map.end()
            }
        }
    };
}

writes!(GameLog, |log| {
    "format": Some(FORMAT),
    "id": Some(&log.id),
    "corrects": log.corrects.as_ref(),
    "in_progress": log.is_in_progress().then_some(true),
    "view": log.view().map(|view| view.iter().collect::<Vec<_>>()),
    "rules": Some(&log.rules),
    "source": (log.source != Source::default()).then_some(&log.source),
    "players": (!log.players.is_empty()).then_some(&log.players),
    "start": (log.start != Start::default()).then_some(AtTable(&log.start, log.seats())),
    "match": (log.totals.is_some() || log.between.is_some()).then_some(End(log)),
    "hands": Some(log.hands.iter().map(|hand| AtTable(hand, log.seats())).collect::<Vec<_>>()),
});

writes!(RulesDeclared, |rules| {
    "system": Some(&rules.system),
    "options": (!rules.options.is_empty()).then_some(&rules.options),
    "unmodelled": (!rules.unmodelled.is_empty()).then_some(&rules.unmodelled),
});

impl Serialize for Unmodelled {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.touches == Touches::All {
            return self.rule.serialize(to);
        }
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("rule", &self.rule)?;
        map.serialize_entry("touches", self.touches.word())?;
        map.end()
    }
}

writes!(Source, |source| {
    "platform": source.platform.as_ref(),
    "client": source.client.as_ref(),
    "version": source.version.as_ref(),
});

writes!(Player, |player| {
    "id": Some(&player.id),
    "name": player.name.as_ref(),
});

writes!(AtTable<'_, Start>, |AtTable(start, seats)| {
    "seats": start.seats.map(Seats::len),
    "scores": start.scores.as_ref().map(|scores| scores.entries(*seats)),
    "dealer": start.dealer,
    "dealer_streak": start.dealer_streak,
    "upstairs": start.upstairs,
    "piao": start.piao.as_ref().map(|piao| piao.entries(*seats)),
    "gu_mai": start.gu_mai.as_ref().map(|gu_mai| gu_mai.entries(*seats)),
    "holdings": start.holdings.as_ref().map(|holdings| holdings.entries(*seats)),
    "owner": start.owner.map(Seated::from),
    "last_hand": start.last_hand,
});

writes!(AtTable<'_, HandLog>, |AtTable(hand, seats)| {
    "number": hand.number,
    "dealer": hand.dealer,
    "started_at": hand.started_at.map(|time| time.to_rfc3339_opts(SecondsFormat::AutoSi, false)),
    "dice": hand.dice,
    "wall": hand.wall.as_ref(),
    "deal": hand.deal.as_ref().map(|deal| DealOf(deal, &hand.hidden, *seats)),
    "indicator": hand.indicator,
    "piao": hand.piao.as_ref().map(|piao| piao.entries(*seats)),
    "gu_mai": hand.gu_mai.as_ref().map(|gu_mai| gu_mai.entries(*seats)),
    "last_hand": hand.last_hand,
    "fairness": hand.fairness.as_ref(),
    "events": Some(&hand.events),
    "shown": hand.shown.as_ref().map(|shown| shown.entries(*seats)),
    "result": hand.result.as_ref().map(|result| AtTable(result, *seats)),
});

writes!(Fairness, |fairness| {
    "commitment": Some(&fairness.commitment),
    "salt": fairness.salt.as_ref(),
});

writes!(AtTable<'_, HandResult>, |AtTable(result, seats)| {
    "outcome": result.outcome.map(Word::word),
    "wins": result.wins.as_ref(),
    "payments": result.payments.as_ref(),
    "deltas": result.deltas.as_ref().map(|deltas| deltas.entries(*seats)),
    "scores": result.scores.as_ref().map(|scores| scores.entries(*seats)),
    "house": result.house.as_ref(),
    "next_dealer": result.next_dealer,
});

writes!(WinClaimed, |win| {
    "seat": Some(win.seat),
    "patterns": win.patterns.as_ref(),
    "value": win.value,
});

writes!(Payment, |payment| {
    "from": Some(payment.from),
    "to": Some(payment.to),
    "points": Some(payment.points),
    "for": payment.cause.as_ref(),
    "at": payment.at,
});

writes!(HouseLine, |line| {
    "from": Some(Seated::from(line.from)),
    "to": Some(Seated::from(line.to)),
    "points": Some(line.points),
    "for": Some(line.kind.word()),
    "why": line.why.as_ref(),
    "by": line.by.as_ref(),
});

writes!(Between, |between| {
    "after": Some(between.after),
    "from": Some(Seated::from(between.line.from)),
    "to": Some(Seated::from(between.line.to)),
    "points": Some(between.line.points),
    "for": Some(between.line.kind.word()),
    "why": between.line.why.as_ref(),
    "by": between.line.by.as_ref(),
});

/// The end of a match.
struct End<'a>(&'a GameLog);

writes!(End<'_>, |end| {
    "totals": end.0.totals.as_ref().map(|totals| totals.entries(end.0.seats())),
    "house": end.0.between.as_ref(),
});

/// A seat, or a word in its place.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Seated {
    Seat(Seat),
    Word(&'static str),
}

impl From<Holder> for Seated {
    fn from(holder: Holder) -> Seated {
        match holder {
            Holder::Seat(seat) => Seated::Seat(seat),
            Holder::House => Seated::Word("house"),
            Holder::Pool => Seated::Word("pool"),
        }
    }
}

impl From<Owner> for Seated {
    fn from(owner: Owner) -> Seated {
        match owner {
            Owner::Seat(seat) => Seated::Seat(seat),
            Owner::Away => Seated::Word("away"),
        }
    }
}

writes!(Offer, |offer| {
    "seat": Some(offer.seat),
    "what": Some(offer.what.word()),
});

writes!(LostClaim, |claim| {
    "seat": Some(claim.seat),
    "what": Some(claim.what.word()),
});

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.faces().serialize(to)
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("type", self.action.name())?;
        if let Some(seat) = self.action.seat() {
            map.serialize_entry("seat", &seat)?;
        }
        match &self.action {
            Action::Draw { tile, from, .. } => {
                map.serialize_entry("tile", tile)?;
                if let Some(from) = from {
                    map.serialize_entry("from", from.word())?;
                }
            }
            Action::DrawUnseen { from, .. } => {
                if let Some(from) = from {
                    map.serialize_entry("from", from.word())?;
                }
            }
            Action::Discard { tile, .. }
            | Action::Pung { tile, .. }
            | Action::Flower { tile, .. }
            | Action::Win { tile, .. }
            | Action::Flip { tile } => {
                map.serialize_entry("tile", tile)?;
            }
            Action::Chow { tile, with, .. } => {
                map.serialize_entry("tile", tile)?;
                map.serialize_entry("with", &Group(with))?;
            }
            Action::Kong { tile, kind, dice, .. } => {
                map.serialize_entry("tile", tile)?;
                map.serialize_entry("kind", kind.word())?;
                if let Some(dice) = dice {
                    map.serialize_entry("dice", dice)?;
                }
            }
            Action::Reveal { tiles, .. } => map.serialize_entry("tiles", &Group(tiles))?,
            Action::Birds { tiles, fly } => {
                map.serialize_entry("tiles", &Group(tiles))?;
                if let Some(fly) = fly {
                    map.serialize_entry("fly", &Group(fly))?;
                }
            }
            Action::MidOpening { kinds, .. } => map.serialize_entry("kinds", kinds)?,
            Action::Exchange { tiles, takes, .. } => {
                map.serialize_entry("tiles", &Group(tiles))?;
                map.serialize_entry("takes", &Group(takes))?;
            }
            Action::Opening { kinds, dice, .. } => {
                map.serialize_entry("kinds", kinds)?;
                if let Some(dice) = dice {
                    map.serialize_entry("dice", dice)?;
                }
            }
            Action::Declare { what, .. } => map.serialize_entry("what", what.word())?,
            Action::Seabed { take, .. } => map.serialize_entry("take", take)?,
            Action::Pass { of, .. } => map.serialize_entry("of", of.word())?,
            Action::Leave { .. } | Action::DrawGame => {}
        }
        if let Some(ms) = self.ms {
            map.serialize_entry("ms", &ms)?;
        }
        if !self.claims.is_empty() {
            map.serialize_entry("claims", &self.claims)?;
        }
        if let Some(auto) = self.auto {
            map.serialize_entry("auto", auto.word())?;
        }
        if let Some(offers) = &self.offers {
            map.serialize_entry("offers", &**offers)?;
        }
        if let Some(digest) = &self.digest {
            map.serialize_entry("digest", digest)?;
        }
        map.end()
    }
}

/// A deal, with the number of tiles of the seats that the record does not show.
struct DealOf<'a>(&'a SeatMap<Tiles>, &'a Hidden, Seats);

impl Serialize for DealOf<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let DealOf(deal, hidden, seats) = self;
        let mut list = to.serialize_seq(Some(seats.len()))?;
        for seat in seats.iter() {
            match hidden.dealt[seat] {
                Some(number) => list.serialize_element(&number)?,
                None => list.serialize_element(&deal[seat])?,
            }
        }
        list.end()
    }
}

/// Tiles that are written as one string.
struct Group<'a>(&'a [Tile]);

impl Serialize for Group<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.iter().copied().collect::<Tiles>().serialize(to)
    }
}
