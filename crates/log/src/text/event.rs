//! Event lines, read and written.

use super::super::problem::Problem;
use super::super::read::list::{CLAIMS, KINDS};
use super::super::read::scalar::{digest, two_tiles};
use super::super::read::view::draws_unseen;
use super::super::want::Want;
use super::super::word::{EventKind, Word};
use super::super::{Action, Dice, Event, LostClaim, Offer};
use super::token::{Slip, Token, Words, quote};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats, Tile, Tiles};
use std::fmt::{self, Write};

/// The events that begin with a seat.
const SEATED: &[&str] = &[
    "draw",
    "discard",
    "chow",
    "pung",
    "kong",
    "reveal",
    "opening",
    "declare",
    "seabed",
    "win",
    "pass",
    "leave",
    "exchange",
    "flower",
    "mid_opening",
];

/// Reads the rest of a line that begins with a seat. `hidden` are the seats whose tiles the record does not show.
pub(super) fn seated(seat: Seat, hidden: Seats, words: &mut Words<'_>) -> Result<Event, Slip> {
    let name = words.text(Want::Word)?;
    let Some(kind) = EventKind::from_word(&name).filter(|_| SEATED.contains(&&*name)) else {
        let found = super::super::read::short(&name);
        return Err(words.slip(Problem::UnknownWord { found, known: SEATED }));
    };
    let action = match kind {
        EventKind::Draw => {
            let is_end = |token| matches!(token, Some(Token::Bare("wall" | "tail")));
            // A line without a tile goes on with the end of the wall or with what any event may have.
            let is_unseen = match words.peek()? {
                None | Some(Token::Mark('@') | Token::Bare("over" | "digest" | "auto" | "offer")) => true,
                token => is_end(token),
            };
            if is_unseen {
                draws_unseen(seat, hidden).map_err(|problem| words.slip(problem))?;
            }
            let tile = if is_unseen { None } else { Some(words.tile()?) };
            let from = if is_end(words.peek()?) { Some(words.one_of()?) } else { None };
            tile.map_or(Action::DrawUnseen { seat, from }, |tile| Action::Draw { seat, tile, from })
        }
        EventKind::Discard => Action::Discard { seat, tile: words.tile()? },
        EventKind::Chow => {
            let tile = words.tile()?;
            if !words.take("with")? {
                return Err(words.ends(Label::new(
                    "“with”与手中的两张牌，如 with 23m",
                    "`with` and the two tiles from the hand, such as with 23m",
                )));
            }
            Action::Chow { seat, tile, with: words.value(Want::TwoTiles, two_tiles)? }
        }
        EventKind::Pung => Action::Pung { seat, tile: words.tile()? },
        EventKind::Flower => Action::Flower { seat, tile: words.tile()? },
        EventKind::Kong => Action::Kong { seat, tile: words.tile()?, kind: words.one_of()?, dice: dice(words)? },
        EventKind::Reveal => Action::Reveal { seat, tiles: words.tiles()?.0 },
        EventKind::Exchange => {
            let tiles = words.tiles()?.0;
            if !words.take("takes")? {
                return Err(words.ends(Label::new(
                    "“takes”与换来的牌，如 takes 456p",
                    "`takes` and the tiles that come in, such as takes 456p",
                )));
            }
            Action::Exchange { seat, tiles, takes: words.tiles()?.0 }
        }
        EventKind::Opening => Action::Opening { seat, kinds: kinds(words)?, dice: dice(words)? },
        EventKind::MidOpening => Action::MidOpening { seat, kinds: kinds(words)? },
        EventKind::Declare => Action::Declare { seat, what: words.one_of()? },
        EventKind::Seabed => {
            let take = words.one_of::<Taken>()?;
            Action::Seabed { seat, take: take == Taken::Take }
        }
        EventKind::Win => Action::Win { seat, tile: words.tile()? },
        EventKind::Pass => Action::Pass { seat, of: words.one_of()? },
        EventKind::Leave | EventKind::Birds | EventKind::Flip | EventKind::DrawGame => Action::Leave { seat },
    };
    beside(action, words)
}

/// Reads the rest of a line for an event without a seat; `None` if `name` is not such an event.
pub(super) fn unseated(name: &str, words: &mut Words<'_>) -> Option<Result<Event, Slip>> {
    let action = match name {
        "birds" => words.tiles().and_then(|Tiles(tiles)| {
            let fly = if words.take("fly")? { Some(words.tiles()?.0) } else { None };
            Ok(Action::Birds { tiles, fly })
        }),
        "flip" => words.tile().map(|tile| Action::Flip { tile }),
        "draw_game" => Ok(Action::DrawGame),
        _ => return None,
    };
    Some(action.and_then(|action| beside(action, words)))
}

/// True if a line that begins with this word only lacks its seat.
pub(super) fn lacks_seat(name: &str) -> bool {
    SEATED.contains(&name)
}

/// Reads the names of one or more initial wins.
fn kinds(words: &mut Words<'_>) -> Result<Vec<String>, Slip> {
    let mut kinds = Vec::new();
    while let Some(kind) = words.name()? {
        words.add(&mut kinds, kind.into_owned(), KINDS)?;
    }
    if kinds.is_empty() { Err(words.ends(Want::Kinds.label())) } else { Ok(kinds) }
}

/// Reads `dice 3 4`, if present.
fn dice(words: &mut Words<'_>) -> Result<Option<Dice>, Slip> {
    if words.take("dice")? { words.dice().map(Some) } else { Ok(None) }
}

/// Reads the fields that any event may have: `@ms`, `auto word`, `over seat claim`, `offer seat claim`, `digest`. After them the line must end.
fn beside(action: Action, words: &mut Words<'_>) -> Result<Event, Slip> {
    let mut event = Event::from(action);
    let mut offers: Option<Vec<Offer>> = None;
    loop {
        match words.peek()? {
            Some(Token::Mark('@')) if event.ms.is_none() => {
                words.next()?;
                event.ms = Some(words.value(Want::Millis, |text| text.parse().ok())?);
            }
            Some(Token::Bare("over")) => {
                words.next()?;
                let claim = LostClaim { seat: words.seat()?, what: words.one_of()? };
                words.add(&mut event.claims, claim, CLAIMS)?;
            }
            Some(Token::Bare("auto")) if event.auto.is_none() => {
                words.next()?;
                event.auto = Some(words.one_of()?);
            }
            Some(Token::Bare("offer")) => {
                words.next()?;
                if words.take("-")? {
                    offers.get_or_insert_default();
                    continue;
                }
                let offer = Offer { seat: words.seat()?, what: words.one_of()? };
                words.add(offers.get_or_insert_default(), offer, CLAIMS)?;
            }
            Some(Token::Bare("digest")) if event.digest.is_none() => {
                words.next()?;
                event.digest = Some(words.value(Want::Digest, digest)?.0);
            }
            _ => {
                words.end()?;
                event.offers = offers.map(Vec::into_boxed_slice);
                return Ok(event);
            }
        }
    }
}

/// The words for taking or declining the last tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Take,
    Decline,
}

impl Word for Taken {
    const WORDS: &'static [&'static str] = &["take", "decline"];

    fn from_word(word: &str) -> Option<Taken> {
        match word {
            "take" => Some(Taken::Take),
            "decline" => Some(Taken::Decline),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        if self == Taken::Take { "take" } else { "decline" }
    }
}

/// Writes an event as one line.
pub(super) fn write(event: &Event, out: &mut String) -> fmt::Result {
    if let Some(seat) = event.action.seat() {
        write!(out, "{seat} ")?;
    }
    out.push_str(event.action.name());
    match &event.action {
        Action::Draw { tile, from, .. } => {
            write!(out, " {tile}")?;
            if let Some(from) = from {
                write!(out, " {}", from.word())?;
            }
        }
        Action::DrawUnseen { from, .. } => {
            if let Some(from) = from {
                write!(out, " {}", from.word())?;
            }
        }
        Action::Discard { tile, .. }
        | Action::Pung { tile, .. }
        | Action::Flower { tile, .. }
        | Action::Win { tile, .. }
        | Action::Flip { tile } => {
            write!(out, " {tile}")?;
        }
        Action::Chow { tile, with, .. } => write!(out, " {tile} with {}", group(with))?,
        Action::Kong { tile, kind, dice, .. } => {
            write!(out, " {tile} {}", kind.word())?;
            throw(*dice, out)?;
        }
        Action::Reveal { tiles, .. } => write!(out, " {}", group(tiles))?,
        Action::Birds { tiles, fly } => {
            write!(out, " {}", group(tiles))?;
            if let Some(fly) = fly {
                write!(out, " fly {}", group(fly))?;
            }
        }
        Action::Exchange { tiles, takes, .. } => write!(out, " {} takes {}", group(tiles), group(takes))?,
        Action::Opening { kinds, dice, .. } => {
            for kind in kinds {
                write!(out, " {}", quote(kind))?;
            }
            throw(*dice, out)?;
        }
        Action::MidOpening { kinds, .. } => kinds.iter().try_for_each(|kind| write!(out, " {}", quote(kind)))?,
        Action::Declare { what, .. } => write!(out, " {}", what.word())?,
        Action::Seabed { take, .. } => write!(out, " {}", if *take { Taken::Take } else { Taken::Decline }.word())?,
        Action::Pass { of, .. } => write!(out, " {}", of.word())?,
        Action::Leave { .. } | Action::DrawGame => {}
    }
    if let Some(ms) = event.ms {
        write!(out, " @{ms}")?;
    }
    if let Some(auto) = event.auto {
        write!(out, " auto {}", auto.word())?;
    }
    for claim in &event.claims {
        write!(out, " over {} {}", claim.seat, claim.what.word())?;
    }
    for offer in event.offers.iter().flatten() {
        write!(out, " offer {} {}", offer.seat, offer.what.word())?;
    }
    if event.offers.as_ref().is_some_and(|offers| offers.is_empty()) {
        out.push_str(" offer -");
    }
    if let Some(digest) = &event.digest {
        write!(out, " digest {digest}")?;
    }
    out.push('\n');
    Ok(())
}

/// Writes tiles as one word; `-` for none.
pub(super) fn group(tiles: &[Tile]) -> String {
    if tiles.is_empty() { "-".to_owned() } else { tiles.iter().copied().collect::<Tiles>().to_string() }
}

/// Writes ` dice 3 4`, if dice were thrown.
pub(super) fn throw(dice: Option<Dice>, out: &mut String) -> fmt::Result {
    let Some(dice) = dice else { return Ok(()) };
    out.push_str(" dice");
    dice.faces().iter().try_for_each(|face| write!(out, " {face}"))
}
