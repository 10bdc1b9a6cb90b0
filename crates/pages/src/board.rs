//! Renders the table: four hands, melds turned towards their source, rivers around the hub, and an arrow from the last
//! discard to the seat that claims it.
//!
//! `assets/draw.js` renders the same table in the browser; a test compares the two.

use crate::TileMark;
use crate::fragments::signed;
use crate::tiles::{TileMarks, back, tile, tiles};
use crate::words;
use caipan_engine::report::{LaidView, PlaceView, StakeView, StepView};
use caipan_log::People;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, SeatMap, Tile, parse_tiles};
use maud::{Markup, html};

/// The number of discards per row.
const ROW: usize = 6;

/// A table and the way to show it.
pub(super) struct BoardView<'a> {
    pub table: &'a StepView,
    pub hand: usize,
    pub people: &'a People,
    /// The wrong tiles.
    pub marks: &'a [&'a TileMark],
    /// The seat at the bottom.
    pub view: Seat,
    /// True if only the hand of that seat is face up.
    pub hidden: bool,
    /// The seat that won on the tile that it drew.
    pub took: Option<Seat>,
    /// The points of each seat.
    pub points: Option<SeatMap<i64>>,
    /// The points that each seat should have; where they differ, the others are struck out.
    pub due: Option<SeatMap<i64>>,
    pub lang: Lang,
}

/// Returns what a seat picked before the deal and owns: the key of the word and the number.
pub(super) fn staked(stake: &StakeView) -> impl Iterator<Item = (&'static str, i64)> {
    let StakeView { piao, gu_mai, holdings } = *stake;
    let all = [("is piao", piao), ("is gu_mai", gu_mai), ("is holdings", holdings)];
    all.into_iter().filter_map(|(key, number)| Some((key, number?)))
}

impl BoardView<'_> {
    /// Renders the table, with an arrow to the seat that claims the open tile.
    pub(super) fn draw(&self, claims: Option<Seat>) -> Markup {
        html! {
            div.board id="board" {
                (self.hub())
                @for seat in self.people.seats().iter() { (self.seat(seat)) }
                @if let Some(path) = claims.and_then(|to| self.arrow(to)) {
                    svg.over viewBox="-5000 -5000 10000 10000" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
                        defs { marker id="head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto" { path d="M0 0L10 5L0 10Z" {} } }
                        path.line d=(path) marker-end="url(#head)" {}
                    }
                }
            }
        }
    }

    fn look(&self, tile: Tile) -> TileMarks {
        TileMarks { wild: self.table.wild == Some(tile), ..TileMarks::default() }
    }

    fn hub(&self) -> Markup {
        let (lang, table) = (self.lang, self.table);
        let group = |key: &str, group: Markup| html! { span.kept { small { (words::word(lang, key)) } " " (group) } };
        let one = |one: Tile| tile(one, self.look(one), lang);
        html! {
            div.hub {
                b { (words::numbered(lang, "hand n", self.hand + 1)) }
                span.kept { small { (words::word(lang, "left")) } " " (table.left) }
                @if let Some(tile) = table.indicator { (group("indicator", one(tile))) }
                @if let Some(tile) = table.wild { (group("wild", one(tile))) }
                @if let Some(tile) = table.flip { (group("flip", one(tile))) }
                @if !table.rolls.is_empty() { (group("rolls", tiles(&table.rolls, table.wild, lang))) }
                @if let Some(birds) = &table.birds { (group("birds", tiles(birds, table.wild, lang))) }
                @if let Some(fly) = &table.fly { (group("fly", tiles(fly, table.wild, lang))) }
                @if let Some(open) = table.open.as_ref().filter(|open| !open.tiles.is_empty() && !self.lies_in_river(open.from)) {
                    (group("open", self.row(&open.tiles, |_, look| TileMarks { last: true, bad: self.bad_river(open.from), ..look })))
                }
                @if let Some(kong) = &table.kong { (group("rob", one(kong.tile))) }
            }
        }
    }

    /// Returns whether the open tiles are the end of this seat's river.
    fn lies_in_river(&self, from: Seat) -> bool {
        let open =
            self.table.open.as_ref().filter(|open| open.from == from).and_then(|open| parse_tiles(&open.tiles).ok());
        let river = parse_tiles(&self.place(from).river).unwrap_or_default();
        open.is_some_and(|open| !open.is_empty() && river.ends_with(&open))
    }

    fn bad_river(&self, seat: Seat) -> bool {
        self.marks.iter().any(|mark| mark.river == Some(seat))
    }

    fn place(&self, seat: Seat) -> &PlaceView {
        &self.table.places[seat]
    }

    /// Renders tiles in a row; `look` adjusts each tile by its index.
    fn row(&self, notation: &str, look: impl Fn(usize, TileMarks) -> TileMarks) -> Markup {
        let all = parse_tiles(notation).unwrap_or_default();
        html! { @for (at, one) in all.into_iter().enumerate() { (tile(one, look(at, self.look(one)), self.lang)) } }
    }

    fn seat(&self, seat: Seat) -> Markup {
        let place = self.place(seat);
        let at = format!("p{}", self.side(self.view, seat));
        let bad = self.marks.iter().any(|mark| mark.seat == Some(seat));
        html! {
            section.seat.(at).turn[place.drawn.is_some()].bad[bad] data-seat=(seat) {
                (self.plate(seat))
                div.rack data-k=(self.width(seat)) {
                    (self.hand(seat))
                    @if !place.laid.is_empty() { div.melds { @for (n, meld) in place.laid.iter().enumerate() { (self.meld(seat, n, meld)) } } }
                }
                (self.river(seat))
            }
        }
    }

    /// Returns the side of seat `seat` as seen from `of`: 1 right, 2 across, 3 left. With three players the next is
    /// right and the previous left; with two the other is across.
    fn side(&self, of: Seat, seat: Seat) -> usize {
        let seats = self.people.seats();
        match (seats.len(), seats.distance(of, seat)) {
            (3, 2) => 3,
            (2, 1) => 2,
            (_, steps) => steps,
        }
    }

    /// Returns how many tiles wide the hand of a seat is with its melds, at least 14.
    fn width(&self, seat: Seat) -> usize {
        let place = self.place(seat);
        let held = parse_tiles(&place.hand).unwrap_or_default().len() + usize::from(place.unknown);
        let melds = place.laid.iter().map(|meld| {
            let stacked = meld.kind == "added" && meld.claimed.is_some();
            let tiles = parse_tiles(&meld.tiles).unwrap_or_default().len() - usize::from(stacked);
            10 * tiles + if meld.claimed.is_some() { 7 } else { 3 }
        });
        (10 * held + 4 + melds.sum::<usize>()).div_ceil(10).max(14)
    }

    /// Returns the path from the last discard to the hand of the seat that claims it, in ten thousandths
    /// of the width from the centre.
    fn arrow(&self, to: Seat) -> Option<String> {
        let from = self.table.open.as_ref()?.from;
        let end = i32::try_from(parse_tiles(&self.place(from).river).unwrap_or_default().len()).ok()? - 1;
        if !self.lies_in_river(from) {
            return None;
        }
        // The sizes are those of the style sheet.
        let (row, column) = (end / 6, end % 6);
        let tile = match row {
            ..=2 => 410,
            3 => 320,
            _ => 250,
        };
        let along = column * (tile + 25) - 3 * tile - 62 + tile / 2;
        let out = |edge: i32| edge + row * (tile * 4 / 3 + 25) + tile * 2 / 3;
        let (x, y) = match self.side(self.view, from) {
            0 => (along, out(650)),
            1 => (out(1370), -along),
            2 => (along, -out(650)),
            _ => (-out(1370), along),
        };
        let (to_x, to_y) = match self.side(self.view, to) {
            0 => (2200, 2400),
            1 => (4340, -1700),
            2 => (1600, -2450),
            _ => (-4340, 1700),
        };
        // Begins beside the tile, which stays visible.
        let (x, y) = (x + (to_x - x) / 8, y + (to_y - y) / 8);
        let (bow_x, bow_y) = (i32::midpoint(x, to_x) + (to_y - y) / 6, i32::midpoint(y, to_y) - (to_x - x) / 6);
        Some(format!("M{x} {y}Q{bow_x} {bow_y} {to_x} {to_y}"))
    }

    fn plate(&self, seat: Seat) -> Markup {
        let (lang, place) = (self.lang, self.place(seat));
        let wind = format!("wind {}", self.people.seats().distance(self.table.dealer, seat));
        // A void suit stands for itself, beside another declaration too.
        let lack = place.lack.map(|suit| words::word(lang, &format!("is void_{suit}")));
        let declared = place.declared.filter(|declared| lack.is_none() || !declared.starts_with("void_"));
        let declared = declared.map(|declared| words::word(lang, &format!("is {declared}")));
        html! {
            h3.who.deals[seat == self.table.dealer] title=(words::numbered(lang, "seat", seat.index())) {
                b { (words::word(lang, &wind).chars().take(1).collect::<String>()) } " " span.name { (self.people.who(seat).get(lang)) }
                @if let Some(points) = self.points {
                    " " span.points title=(words::word(lang, "points")) {
                        @match self.due.map(|due| due[seat]).filter(|due| *due != points[seat]) {
                            Some(due) => { del { (signed(points[seat])) } " " ins { (signed(due)) } }
                            None => (signed(points[seat])),
                        }
                    }
                }
                @if seat == self.table.dealer { " " em { (words::word(lang, "is dealer")) } }
                @for (key, number) in staked(&place.stake) { " " em { (words::numbered(lang, key, number)) } }
                @if let Some(lack) = lack { " " em { (lack) } }
                @if let Some(declared) = declared { " " em { (declared) } }
                @if place.left { " " em { (words::word(lang, "is left")) } }
            }
        }
    }

    /// Renders the concealed tiles; the drawn tile is apart.
    fn hand(&self, seat: Seat) -> Markup {
        let place = self.place(seat);
        if self.hidden && seat != self.view {
            let held = parse_tiles(&place.hand).unwrap_or_default().len() + usize::from(place.unknown);
            let apart = usize::from(place.drawn.is_some()).min(held);
            return html! {
                div.hand { @for _ in apart..held { (back(self.lang)) } }
                @if apart > 0 { div.drawn { (back(self.lang)) } }
            };
        }
        let mut bad: Vec<Tile> = self
            .marks
            .iter()
            .filter(|mark| mark.seat == Some(seat))
            .flat_map(|mark| parse_tiles(&mark.hand).unwrap_or_default())
            .collect();
        let mut take = |tile: Tile| bad.iter().position(|one| *one == tile).map(|at| bad.swap_remove(at)).is_some();
        let mut held = parse_tiles(&place.hand).unwrap_or_default();
        let drawn =
            place.drawn.filter(|drawn| held.iter().position(|one| one == drawn).map(|at| held.remove(at)).is_some());
        let drawn = drawn.map(|drawn| (drawn, take(drawn)));
        let held: Vec<(Tile, bool)> = held.into_iter().map(|one| (one, take(one))).collect();
        html! {
            div.hand {
                @for (one, bad) in held { (tile(one, TileMarks { bad, ..self.look(one) }, self.lang)) }
                @for _ in 0..place.unknown { (back(self.lang)) }
            }
            @if let Some((one, bad)) = drawn { div.drawn { (tile(one, TileMarks { bad, took: self.took == Some(seat), ..self.look(one) }, self.lang)) } }
        }
    }

    /// Renders a meld. The claimed tile is turned, on the side of the seat that discarded it. The fourth tile of an
    /// added kong is on top of it; the outer two of a concealed kong are face down.
    fn meld(&self, seat: Seat, n: usize, meld: &LaidView) -> Markup {
        let lang = self.lang;
        let bad =
            self.place(seat).laid.len() == n + 1 && self.marks.iter().any(|mark| mark.seat == Some(seat) && mark.meld);
        let look = |one: Tile| TileMarks { bad, ..self.look(one) };
        let mut upright = parse_tiles(&meld.tiles).unwrap_or_default();
        let across = meld
            .claimed
            .filter(|tile| upright.iter().position(|one| one == tile).map(|at| upright.remove(at)).is_some());
        let stacked = meld.kind == "added" && across.is_some() && upright.pop().is_some();
        // The seat across lies upright, so its sides are exchanged.
        let place = meld.from.map_or(0, |from| match (self.side(seat, from), self.side(self.view, seat)) {
            (3, 2) => upright.len(),
            (3, _) => 0,
            (2, _) => 1,
            (_, 2) => 0,
            _ => upright.len(),
        });
        let across = across.map(
            |one| html! { span.across { (tile(one, look(one), lang)) @if stacked { (tile(one, look(one), lang)) } } },
        );
        html! {
            div.meld {
                @for (at, &one) in upright.iter().enumerate() {
                    @if at == place { @if let Some(across) = &across { (across) } }
                    @if meld.kind == "concealed" && (at == 0 || at == 3) { (back(lang)) } @else { (tile(one, look(one), lang)) }
                }
                @if place >= upright.len() { @if let Some(across) = &across { (across) } }
            }
        }
    }

    fn river(&self, seat: Seat) -> Markup {
        let river = parse_tiles(&self.place(seat).river).unwrap_or_default();
        let place = self.place(seat);
        let end = river.len().saturating_sub(1);
        let open = self.lies_in_river(seat);
        html! {
            div.river {
                @for (n, row) in river.chunks(ROW).enumerate() {
                    div {
                        @for (at, &one) in row.iter().enumerate() {
                            @let ends = n * ROW + at == end;
                            @let thrown = place.river_drawn.contains(&(n * ROW + at));
                            (tile(one, TileMarks { last: ends && open, bad: ends && self.bad_river(seat), thrown, ..self.look(one) }, self.lang))
                        }
                    }
                }
            }
        }
    }
}
