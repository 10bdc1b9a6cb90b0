//! Renders the panel of a step: the event, the findings, the legal actions and the next event.

use super::Page;
use crate::TableFinding;
use crate::fragments::about;
use crate::tiles::{TileMarks, prose, tile, tiles};
use crate::words::{self, numbered};
use caipan_engine::report::ActionView;
use caipan_tiles::tile::{Seat, parse_tiles};
use maud::{Markup, html};

impl Page<'_> {
    /// Renders the panel. If hands are hidden, it leaves out what the seat at the bottom could not know.
    pub(super) fn panel(&self) -> Markup {
        let (lang, moment) = (self.lang, self.moment);
        let done = moment.step.checked_sub(1).and_then(|at| self.board.moves.get(at));
        html! {
            section.event.draw[done.is_some_and(|done| done.kind == "draw")].own[done.is_some_and(|done| self.is_own(done))] {
                h2 { (numbered(lang, "step", moment.step)) }
                p { @match &moment.event { Some(event) => (prose(event.get(lang), lang)), None => (words::word(lang, "deal")) } }
            }
            @for (found, place, _) in self.here() { (self.found(found, place)) }
            (self.could())
            (self.waits())
            @if !self.look.hidden && let Some(next) = &moment.next_event {
                section.next { h2 { (numbered(lang, "next", moment.step + 1)) } p { (prose(next.get(lang), lang)) } }
            }
        }
    }

    fn found(&self, found: &TableFinding, place: &str) -> Markup {
        let lang = self.lang;
        let mood = if found.kind == "fault" { "bad" } else { "odd" };
        html! {
            section.found.(found.kind) {
                h2 { (words::word(lang, &format!("{mood} {place}"))) }
                p { strong { (found.title.get(lang)) } }
                // The sentence can name the tiles of a hidden hand.
                @if !self.look.hidden { p { (prose(found.message.get(lang), lang)) } }
                p.quiet {
                    (about(lang, &found.code, words::word(lang, "about")))
                    @for clause in &found.clauses { " · " (about(lang, clause, words::word(lang, "clause"))) }
                }
            }
        }
    }

    fn could(&self) -> Markup {
        let lang = self.lang;
        let possible = &self.moment.table.possible;
        let acts = |seat: &Seat| self.sees(*seat) && possible.iter().any(|can| can.seat == *seat);
        let over = if self.moment.next_event.is_none() { "nobody can" } else { "nobody acts" };
        html! {
            section.could {
                h2 { (words::word(lang, "now")) }
                @if possible.is_empty() { p.quiet { (words::word(lang, over)) } }
                @else if !Seat::ALL.iter().any(acts) { p.quiet { (words::word(lang, "not now")) } }
                @for seat in Seat::ALL.into_iter().filter(acts) {
                    div.row {
                        b { (self.people.who(seat).get(lang)) }
                        span.acts { @for (at, can) in possible.iter().enumerate().filter(|(_, can)| can.seat == seat) { (self.act(at, can)) } }
                    }
                }
            }
        }
    }

    /// Renders an action of a seat; all discards are shown together at the first of them.
    fn act(&self, at: usize, can: &ActionView) -> Markup {
        let lang = self.lang;
        let possible = &self.moment.table.possible;
        let detail = can.detail.as_deref().unwrap_or_default();
        let key = match can.kind {
            "kong" | "declare" | "seabed" => format!("{} {detail}", can.kind),
            kind => kind.to_owned(),
        };
        let alike = |other: &&ActionView| other.kind == "discard" && other.seat == can.seat;
        let shown: String = match can.kind {
            "discard" if possible.iter().take(at).any(|other| alike(&other)) => return html! {},
            "discard" => possible.iter().filter(alike).filter_map(|other| other.tiles.as_deref()).collect(),
            _ => can.tiles.clone().unwrap_or_default(),
        };
        html! {
            span.act.(can.kind) {
                (words::word(lang, &key))
                @if matches!(can.kind, "opening" | "mid_opening") { (detail.split(' ').map(|id| self.moment.names.get(id).map_or(id, |name| name.get(lang))).collect::<Vec<_>>().join(words::word(lang, "comma"))) }
                @if can.kind == "chow" && let Ok([one]) = parse_tiles(detail).as_deref() {
                    (tile(*one, TileMarks { last: true, wild: self.moment.table.wild == Some(*one), ..TileMarks::default() }, lang))
                }
                (tiles(&shown, self.moment.table.wild, lang))
                @if let Some(value) = can.value { small { "(" (value) ")" } }
            }
        }
    }
}
