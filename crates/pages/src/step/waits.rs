//! Renders the waits of each seat: one line a tile with the number of unseen tiles; every reason is given once.

use super::Page;
use crate::fragments::about;
use crate::tiles::{prose, tiles};
use crate::words::{self, numbered};
use caipan_engine::report::{BarredView, PlaceView};
use caipan_tiles::tile::{PLAYED, Seat, Tile, parse_tiles};
use maud::{Markup, html};

/// Consecutive tiles of a seat that may or may not be won on for the same reasons.
struct Group<'a> {
    tiles: Vec<Tile>,
    wins: bool,
    bars: Vec<&'a BarredView>,
}

/// Groups the tiles that a seat waits for.
fn groups(place: &PlaceView) -> Vec<Group<'_>> {
    let winning = parse_tiles(&place.waits).unwrap_or_default();
    let barred = |bar: &BarredView| parse_tiles(&bar.tiles).unwrap_or_default();
    let mut kinds: Vec<Tile> = winning.iter().copied().chain(place.barred.iter().flat_map(barred)).collect();
    kinds.sort();
    kinds.dedup();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for tile in kinds {
        let wins = winning.contains(&tile);
        let bars: Vec<&BarredView> = place.barred.iter().filter(|bar| barred(bar).contains(&tile)).collect();
        match groups.last_mut().filter(|last| last.wins == wins && last.bars == bars) {
            Some(last) => last.tiles.push(tile),
            None => groups.push(Group { tiles: vec![tile], wins, bars }),
        }
    }
    groups
}

impl Page<'_> {
    /// Renders the waits of the seats whose hands are face up.
    pub(super) fn waits(&self) -> Markup {
        let lang = self.lang;
        let places = &self.moment.table.places;
        let waiting = |seat: &Seat| {
            let place = &places[*seat];
            self.sees(*seat) && !(place.waits.is_empty() && place.barred.is_empty())
        };
        html! {
            section.waits {
                h2 { (words::word(lang, "waits")) }
                @if !Seat::ALL.iter().any(waiting) { p.quiet { (words::word(lang, "nobody waits")) } }
                @for seat in Seat::ALL.into_iter().filter(waiting) {
                    @let place = &places[seat];
                    div.row {
                        b { (self.people.who(seat).get(lang)) }
                        ul { @for group in groups(place) { (self.group(place, &group)) } }
                    }
                }
            }
        }
    }

    fn group(&self, place: &PlaceView, group: &Group<'_>) -> Markup {
        let lang = self.lang;
        let mut reasons: Vec<&BarredView> = Vec::new();
        for bar in &group.bars {
            if reasons.iter().all(|known| known.text != bar.text) {
                reasons.push(bar);
            }
        }
        html! {
            @if group.tiles.len() == PLAYED {
                li { (words::word(lang, "any")) " " (self.status(group)) }
            } @else {
                @for one in &group.tiles { li {
                    (tiles(&one.to_string(), self.moment.table.wild, lang)) " "
                    @if let Some(left) = place.unseen.get(&one.to_string()) { small { (numbered(lang, "unseen", usize::from(*left))) } " " }
                    (self.status(group))
                } }
            }
            @for reason in reasons { li.reason { (prose(reason.text.get(lang), lang)) " " (about(lang, reason.clause, words::word(lang, "clause"))) } }
        }
    }

    /// Renders, for a group of tiles, whether the seat may win on them.
    fn status(&self, group: &Group<'_>) -> Markup {
        let lang = self.lang;
        let said: Vec<String> = match group {
            Group { bars, .. } if bars.is_empty() => vec![words::word(lang, "may win").to_owned()],
            Group { wins: false, bars, .. } if bars.iter().all(|bar| bar.by != "now") => {
                vec![words::word(lang, "no win").to_owned()]
            }
            Group { bars, .. } => {
                let mut said: Vec<String> = bars.iter().map(|bar| self.bar(bar)).collect();
                said.dedup();
                said
            }
        };
        html! { span.may.no[!group.wins] { (said.join(words::word(lang, "comma"))) } }
    }

    fn bar(&self, bar: &BarredView) -> String {
        let lang = self.lang;
        if bar.from.is_empty() {
            return words::word(lang, &format!("bar {}", bar.by)).to_owned();
        }
        let from: Vec<String> = bar.from.iter().map(|seat| self.people.who(*seat).get(lang)).collect();
        words::word(lang, "bar discard of").replace("{}", &from.join(words::word(lang, "comma")))
    }
}
