//! Draws the disputed tiles of a finding: the hand at its move with the tiles at fault ringed, or the hand that won.

use super::Page;
use super::reading::reading;
use crate::tiles::{TileMarks, tile, tiles};
use crate::{TileMark, moment_of};
use caipan_engine::audit::Kind;
use caipan_engine::report::{FindingView, HandView, StepView, WinView};
use caipan_tiles::tile::{Seat, Tile, parse_tiles};
use maud::{Markup, html};

impl Page<'_> {
    /// Draws the tiles of a finding; nothing if it is about no tiles or its table is not known.
    pub(super) fn shown(&self, finding: &FindingView) -> Markup {
        let mark = self.mark(finding);
        let table = moment_of(finding, &self.case.log).and_then(|at| self.case.tables.get(&at));
        let of_event = finding.event.and(mark).and_then(|mark| Some((mark, table?)));
        if let Some((mark, table)) = of_event.filter(|_| finding.kind != Kind::Unverifiable) {
            return self.held(finding, mark, table);
        }
        let hand = self.report.hands.iter().find(|hand| Some(hand.hand) == finding.hand);
        let win = hand.and_then(|hand| Some((hand, self.win_of(hand, finding)?)));
        html! { @if let Some((hand, win)) = win { div.row.l { (self.won_with(hand, win)) } } }
    }

    fn mark(&self, finding: &FindingView) -> Option<&TileMark> {
        let found = self.case.found.get(&finding.hand?)?;
        found.iter().find(|found| found.id == finding.id).map(|found| &found.before)
    }

    /// Returns the win that a finding without a move is about: that of its seat, or the only one.
    fn win_of<'a>(&self, hand: &'a HandView, finding: &FindingView) -> Option<&'a WinView> {
        let own = hand.wins.iter().find(|win| Some(win.seat) == finding.seat);
        own.or_else(|| hand.wins.first().filter(|_| hand.wins.len() == 1)).filter(|win| !win.reading.is_empty())
    }

    /// Draws the hand of the acting seat just before its move: the tiles at fault, and the discard that it claims.
    fn held(&self, finding: &FindingView, mark: &TileMark, table: &StepView) -> Markup {
        let Some(seat) = mark.seat else { return html! {} };
        let lang = self.lang;
        let held = parse_tiles(&table.places[seat].hand).unwrap_or_default();
        let spare = finding.near.first().map(|near| near.spare.as_str()).unwrap_or_default();
        let claims = mark.river.is_some() || !finding.near.is_empty();
        let claimed = table.open.as_ref().filter(|_| claims).and_then(|open| parse_tiles(&open.tiles).ok());
        let mut wrong = parse_tiles(if finding.near.is_empty() { &mark.hand } else { spare }).unwrap_or_default();
        let drawn = table.places[seat].drawn.filter(|drawn| finding.near.is_empty() || !wrong.contains(drawn));
        let mut draw = |one: Tile| {
            let bad = wrong.iter().position(|other| *other == one).map(|at| wrong.remove(at)).is_some();
            tile(one, TileMarks { bad, wild: table.wild == Some(one), ..TileMarks::default() }, lang)
        };
        let last = |one: Tile| tile(one, TileMarks { last: true, ..TileMarks::default() }, lang);
        // The drawn tile stands apart, as on the table.
        let mut held = held;
        let apart = drawn.and_then(|drawn| held.iter().rposition(|one| *one == drawn).map(|at| held.remove(at)));
        html! {
            @if !held.is_empty() || claimed.is_some() {
                div.row.l {
                    span.tiles { @for one in held { (draw(one)) } }
                    @if let Some(one) = apart { span.tiles { (draw(one)) } }
                    @for meld in &table.places[seat].laid { (tiles(&meld.tiles, None, lang)) }
                    @if let Some(claimed) = claimed { span.tiles { @for one in claimed { (last(one)) } } }
                }
            }
        }
    }

    /// Draws the hand of a win in sets with its melds, and the tile won on.
    pub(super) fn won_with(&self, hand: &HandView, win: &WinView) -> Markup {
        let lang = self.lang;
        let last = self.case.log.hands.get(hand.hand).map_or(0, |hand| hand.events.len());
        let table = self.case.tables.get(&(hand.hand, last));
        let melds = table.map(|table| &table.places[win.seat].laid).into_iter().flatten();
        html! {
            (reading(&win.reading, &win.tiles, lang))
            @for meld in melds { (tiles(&meld.tiles, None, lang)) }
        }
    }

    /// Returns whether a seat is the dealer in the hand of a finding.
    pub(super) fn dealer_of(&self, finding: &FindingView) -> Option<Seat> {
        self.report.hands.iter().find(|hand| Some(hand.hand) == finding.hand).map(|hand| hand.dealer)
    }
}
