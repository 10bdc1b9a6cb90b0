//! Renders a hand: the winners with their tiles and patterns, and the payments with their causes.

use super::reading::reading;
use super::{Page, outcome, signed};
use crate::fragments::about;
use crate::tiles::tiles;
use crate::words;
use caipan_engine::report::{HandView, LineView, WinView};
use caipan_engine::rules::SYSTEMS;
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Returns the patterns that the hand also has but that do not count, each with the clause that excludes it.
fn uncounted(system: &str, win: &WinView) -> Vec<(&'static Label, &'static str)> {
    let instead = SYSTEMS.iter().find(|known| known.id == system).map_or(&[][..], |system| system.instead);
    let counted = |id: &str| win.patterns.iter().any(|hit| hit.id == id);
    let mut all: Vec<(&'static Label, &'static str)> = Vec::new();
    for one in instead.iter().filter(|one| counted(one.counted.id)) {
        for pattern in one.of.iter().filter(|pattern| !counted(pattern.id)) {
            if all.iter().all(|(name, _)| *name != &pattern.name) {
                all.push((&pattern.name, one.clause.id));
            }
        }
    }
    all
}

impl Page<'_> {
    /// Renders a hand: expanded if it has findings or is the only hand, collapsed otherwise.
    pub(super) fn hand(&self, hand: &HandView) -> Markup {
        let lang = self.lang;
        let outcome = outcome(&hand.outcome, lang);
        let replayed = matches!(hand.outcome.as_ref(), "win" | "draw" | "aborted");
        let found = self.report.findings.iter().any(|finding| finding.hand == Some(hand.hand));
        html! {
            details.hand-box id={ "h" (hand.hand) } open[found || self.report.hands.len() == 1] {
                summary {
                    strong { (self.numbered(hand.hand)) } " · "
                    (lang.pick("庄 ", "dealer ")) (self.seat(hand.dealer)) " · " (outcome)
                    @for win in &hand.wins { " · " (self.won(win)) }
                    @if !found { " · " span.clean { (lang.pick("没有发现问题", "nothing found")) } }
                }
                @if let Some(step) = self.step(hand.hand, 0).filter(|_| replayed) { p { a.look href=(step) { (lang.pick("逐手回放", "Replay")) } } }
                (self.extras(hand.hand, replayed))
                @if let Some(why) = hand.why_unlisted() { p.quiet { (self.say(&why)) } }
                @for win in &hand.wins { (self.win(hand, win)) }
                @if let Some(why) = hand.why_unknown() { p.quiet { (self.say(&why)) } }
                @if !hand.ledger.is_empty() {
                    @if hand.transfers.is_empty() { (self.matrix(hand)) }
                    (self.lines(&hand.ledger))
                    p.balance {
                        (lang.pick("应得 ", "Due "))
                        @for (seat, points) in self.people.seats().iter().zip(hand.balance.entries()) { span { (self.seat(seat)) " " strong { (signed(*points)) } } " " }
                    }
                }
                (self.transfers(&hand.transfers))
            }
        }
    }

    /// Renders a win on one line: the winner, the tile and the patterns.
    fn won(&self, win: &WinView) -> Markup {
        let lang = self.lang;
        let names: Vec<&str> = win.patterns.iter().map(|pattern| self.say(&pattern.name)).collect();
        html! {
            (self.seat(win.seat)) @if win.from.is_none() { (lang.pick(" 自摸 ", " won on a self-drawn ")) } @else { (lang.pick(" 胡 ", " won on ")) }
            (tiles(&win.tiles, None, lang)) " " (names.join(lang.pick("、", ", ")))
        }
    }

    /// Renders a win in detail: the counted reading with wild tiles shown as the tiles they replace, the melds, and the
    /// value.
    fn win(&self, hand: &HandView, win: &WinView) -> Markup {
        let lang = self.lang;
        let last = self.case.log.hands.get(hand.hand).map_or(0, |hand| hand.events.len());
        let table = self.case.tables.get(&(hand.hand, last));
        let melds = table.map(|table| &table.places[win.seat].laid).into_iter().flatten();
        let wild = table.and_then(|table| table.wild);
        html! {
            div.winner.void[!win.stands] {
                p {
                    strong { (self.seat(win.seat)) }
                    @match win.from {
                        Some(from) => { (lang.pick(" 胡 ", " won on ")) (tiles(&win.tiles, wild, lang)) (lang.pick("，点炮 ", " discarded by ")) (self.seat(from)) }
                        None => { (lang.pick(" 自摸 ", " won on a self-drawn ")) (tiles(&win.tiles, wild, lang)) }
                    }
                    @if !win.stands { " " span.error { (lang.pick("不算", "does not count")) } }
                }
                div.laid {
                    (reading(&win.reading, lang))
                    @for meld in melds { (tiles(&meld.tiles, None, lang)) }
                }
                ul.counts {
                    @for pattern in &win.patterns { li { (about(lang, &pattern.clause, self.say(&pattern.name))) " " (pattern.value) } }
                    li { "= " strong { (win.value) } }
                    @for (pattern, clause) in uncounted(&self.report.rules.system, win) {
                        li.quiet { (lang.pick("不另计：", "not counted separately: ")) (about(lang, clause, pattern.get(lang))) }
                    }
                }
            }
        }
    }

    /// Renders payments, each with its sum, the causes of its parts, and the clause.
    pub(super) fn lines(&self, lines: &[LineView]) -> Markup {
        let lang = self.lang;
        let party = |seat: Option<Seat>| match seat {
            Some(seat) => self.seat(seat),
            None => html! { (lang.pick("公账", "house")) },
        };
        html! {
            div.scroll { table {
                thead { tr {
                    th scope="col" { (lang.pick("谁付谁", "Who pays whom")) }
                    th scope="col" { (lang.pick("名目", "For")) }
                    th scope="col" { (lang.pick("算式", "Sum")) }
                    th scope="col" { (lang.pick("怎么来的", "Made of")) }
                    th scope="col" { (words::word(lang, "clause")) }
                } }
                tbody { @for line in lines { tr {
                    td { (party(line.from)) " → " (party(line.to)) }
                    td { (self.say(&line.cause_name)) @if !line.tiles.is_empty() { " " (tiles(&line.tiles, None, lang)) } }
                    td { code { (line.sum) } }
                    td.quiet { @for (at, step) in line.steps.iter().enumerate() { @if at > 0 { (lang.pick("、", ", ")) } (self.say(&step.why)) } }
                    td { (about(lang, line.ruling.as_deref().unwrap_or(&line.clause), words::word(lang, "clause"))) }
                } } }
            } }
        }
    }
}
