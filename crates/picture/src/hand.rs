//! The tiles of the seat that a picture is about, with those in dispute ringed.

use caipan_engine::report::{FindingView, HandView, PlaceView, StepView};
use caipan_log::People;
use caipan_pages::{ReportPage, moment_of};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, Tile, parse_tiles};

/// A tile of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    /// The part of the sheet of tiles.
    pub name: String,
    pub wrong: bool,
    pub wild: bool,
}

/// The tiles of a seat.
pub(crate) struct Laid {
    /// The words that name the seat.
    pub whose: String,
    pub concealed: Vec<Face>,
    pub melds: Vec<Vec<Face>>,
    /// The tile won on or claimed, and where it came from.
    pub taken: Option<(Face, String)>,
}

/// Returns the tiles that a finding is about: those of its seat just before the event, or of the winner of a hand whose
/// money is wrong. `None` if there is nobody to show, or no table.
pub(crate) fn laid(case: &ReportPage, finding: &FindingView, people: &People, lang: Lang) -> Option<Laid> {
    let (hand, step) = moment_of(finding, &case.log)?;
    let view = case.report.hands.iter().find(|one| one.hand == hand)?;
    if finding.event.is_none() {
        return won(case, view, people, lang);
    }
    let table = case.tables.get(&(hand, step))?;
    let found = case.found.get(&hand)?.iter().find(|one| one.id == finding.id)?;
    let mark = &found.before;
    let seat = mark.seat?;
    let place = table.places.entries().get(seat.index())?;
    let spare = finding.near.first().map(|near| near.spare.as_str()).unwrap_or_default();
    let mut wrong = parse_tiles(if spare.is_empty() { &mark.hand } else { spare }).unwrap_or_default();
    let claims = |from: Seat| mark.river == Some(from) || (!finding.near.is_empty() && from != seat);
    let taken = table.open.as_ref().filter(|open| claims(open.from));
    let taken = taken.and_then(|open| Some((*parse_tiles(&open.tiles).ok()?.last()?, Some(open.from))));
    Some(shown(table, place, (seat, &mut wrong), taken, people, lang))
}

/// Returns the tiles of the first winner of a hand.
pub(crate) fn won(case: &ReportPage, hand: &HandView, people: &People, lang: Lang) -> Option<Laid> {
    let win = hand.wins.first()?;
    let table = case.tables.get(&(hand.hand, case.log.hands.get(hand.hand)?.events.len()))?;
    let place = table.places.entries().get(win.seat.index())?;
    let tile = parse_tiles(&win.tiles).ok()?.first().copied();
    Some(shown(table, place, (win.seat, &mut Vec::new()), tile.map(|tile| (tile, win.from)), people, lang))
}

fn shown(
    table: &StepView,
    place: &PlaceView,
    (seat, wrong): (Seat, &mut Vec<Tile>),
    taken: Option<(Tile, Option<Seat>)>,
    people: &People,
    lang: Lang,
) -> Laid {
    let wild = |tile: Tile| table.wild == Some(tile);
    let mut face = |tile: Tile| {
        let wrong = wrong.iter().position(|one| *one == tile).map(|at| wrong.swap_remove(at)).is_some();
        Face { name: tile.to_string(), wrong, wild: wild(tile) }
    };
    let mut held = parse_tiles(&place.hand).unwrap_or_default();
    let unknown = usize::from(place.unknown);
    // A tile drawn, or won on, lies in the hand; it is shown apart.
    let full = (held.len() + unknown) % 3 == 2;
    let (apart, from) = match taken {
        Some((tile, from)) => (Some(tile), from),
        None => (place.drawn, None),
    };
    if let Some(at) = apart.filter(|_| full).and_then(|apart| held.iter().position(|one| *one == apart)) {
        held.remove(at);
    }
    let apart = apart.map(|tile| {
        let said = match from {
            Some(from) => {
                let from = people.who(from);
                bilingual!("{from}打的", "from {from:#}")
            }
            None => bilingual!("摸到的", "drawn"),
        };
        (face(tile), said.get(lang).to_owned())
    });
    let back = Face { name: "b".to_owned(), wrong: false, wild: false };
    let mut concealed: Vec<Face> = held.into_iter().map(&mut face).collect();
    concealed.extend(std::iter::repeat_n(back, unknown));
    let melds = place.laid.iter().map(|meld| {
        let tiles = parse_tiles(&meld.tiles).unwrap_or_default();
        tiles.into_iter().map(|tile| Face { name: tile.to_string(), wrong: false, wild: wild(tile) }).collect()
    });
    let melds = melds.collect();
    let who = people.who(seat);
    let whose = bilingual!("{who}的牌", "Tiles of {who:#}").get(lang).to_owned();
    Laid { whose, concealed, melds, taken: apart }
}
