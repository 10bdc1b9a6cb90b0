//! Draws the reading of a hand: sets and pair apart, wild and missing tiles as the tiles they stand for.

use super::Page;
use crate::fragments::about;
use crate::tiles::{TileMarks, prose, tile, tiles};
use caipan_engine::report::NearView;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Tile, parse_tiles};
use maud::{Markup, html};

/// Draws sets and pair such as `45(6)p 7[7]z`: a wild tile in round brackets, a missing tile in square ones. The
/// tile won on is ringed, if it is a single one and no wild tile stands for it.
pub fn reading(text: &str, won_on: &str, lang: Lang) -> Markup {
    let mut groups: Option<Vec<Vec<(Tile, TileMarks)>>> = text.split(' ').map(group).collect();
    if let Ok([won_on]) = parse_tiles(won_on).as_deref() {
        let mut all = groups.iter_mut().flatten().flatten();
        if let Some((_, look)) = all.find(|(one, look)| one == won_on && *look == TileMarks::default()) {
            look.took = true;
        }
    }
    html! {
        @match groups {
            Some(groups) => @for group in groups { span.tiles.set { @for (one, look) in group { (tile(one, look, lang)) } } " " },
            None => (tiles(text, None, lang)),
        }
    }
}

fn group(text: &str) -> Option<Vec<(Tile, TileMarks)>> {
    let suit = text.chars().next_back()?;
    let mut look = TileMarks::default();
    let mut tiles = Vec::new();
    for c in text.chars().take(text.chars().count().saturating_sub(1)) {
        match c {
            '(' => look.wild = true,
            '[' => look.missing = true,
            ')' | ']' => look = TileMarks::default(),
            _ => tiles.push((*parse_tiles(&format!("{c}{suit}")).ok()?.first()?, look)),
        }
    }
    Some(tiles)
}

impl Page<'_> {
    /// Renders the readings nearest to a false win, the first one drawn with its unfit tiles marked, and what each lacks.
    pub(super) fn near(&self, all: &[NearView]) -> Markup {
        let lang = self.lang;
        html! {
            @if !all.is_empty() {
                ul.why aria-label=(lang.pick("为什么不能胡：离哪种牌型最近", "Why this is not a win: the closest hands")) { @for (at, near) in all.iter().enumerate() { li {
                    strong { (about(lang, &near.clause, self.say(&near.name))) } (lang.pick("：", ": ")) (prose(self.say(&near.lacks), lang))
                    @if at == 0 && !near.reading.is_empty() { div.row.m { (laid(near, lang)) } }
                } } }
            }
        }
    }
}

/// Renders a reading and the tiles that do not fit: beside it, or in place if the reading is just the tiles.
pub fn laid(near: &NearView, lang: Lang) -> Markup {
    let mut spare = parse_tiles(&near.spare).unwrap_or_default();
    let bad = |one: Tile| tile(one, TileMarks { bad: true, ..TileMarks::default() }, lang);
    let mut taken = |one: Tile| spare.iter().position(|other| *other == one).map(|at| spare.remove(at)).is_some();
    // A reading with spaces is split into sets; one without shows the tiles as held.
    match parse_tiles(&near.reading).ok().filter(|_| !near.reading.contains(' ')) {
        Some(held) => {
            html! { span.tiles { @for one in held { @if taken(one) { (bad(one)) } @else { (tile(one, TileMarks::default(), lang)) } } } }
        }
        None => html! { (reading(&near.reading, "", lang)) span.tiles.set { @for one in spare { (bad(one)) } } },
    }
}
