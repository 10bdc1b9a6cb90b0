//! Renders a hand: the winners with their tiles and patterns, and the payments with their causes.

use super::{Page, outcome};
use crate::fragments::about;
use crate::tiles::tiles;
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
    /// Renders a hand as a line that unfolds; the only hand of a match without problems is open.
    pub(super) fn hand(&self, hand: &HandView) -> Markup {
        let lang = self.lang;
        let replayed = matches!(hand.outcome.as_ref(), "win" | "draw" | "aborted");
        let found = self.report.findings.iter().any(|finding| finding.hand == Some(hand.hand));
        html! {
            details.fold.hand-box id={ "h" (hand.hand) } open[!found && self.report.hands.len() == 1] {
                summary {
                    b { (self.numbered(hand.hand)) @if !found && replayed { (lang.pick("没有问题", ": nothing found")) } }
                    span.quiet.small {
                        (lang.pick("庄 ", "dealer ")) (self.seat(hand.dealer)) " · "
                        @if hand.wins.is_empty() { (outcome(&hand.outcome, lang)) }
                        @for (at, win) in hand.wins.iter().enumerate() { @if at > 0 { " · " } (self.won(win)) }
                    }
                }
                div.stack {
                    @if let Some(step) = self.step(hand.hand, 0).filter(|_| replayed) { p { a.button.look href=(step) { (lang.pick("逐手回放", "Replay")) } } }
                    (self.extras(hand.hand, replayed))
                    @if let Some(why) = hand.why_unlisted() { p.quiet { (self.say(&why)) } }
                    @for win in &hand.wins { (self.win(hand, win)) }
                    @if let Some(why) = hand.why_unknown() { p.quiet { (self.say(&why)) } }
                    @if !hand.ledger.is_empty() {
                        @if hand.transfers.is_empty() { (self.account(hand)) }
                        (self.lines(&hand.ledger))
                    }
                }
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
    /// value. A pattern that is worth nothing has no number.
    fn win(&self, hand: &HandView, win: &WinView) -> Markup {
        let lang = self.lang;
        html! {
            div.winner {
                p {
                    strong { (self.seat(win.seat)) }
                    @match win.from {
                        Some(from) => { (lang.pick(" 胡 ", " won on ")) (tiles(&win.tiles, None, lang)) (lang.pick("，点炮 ", " discarded by ")) (self.seat(from)) }
                        None => { (lang.pick(" 自摸 ", " won on a self-drawn ")) (tiles(&win.tiles, None, lang)) }
                    }
                    @if !win.stands { " " span.error { (lang.pick("不算", "does not count")) } }
                }
                div.row { (self.won_with(hand, win)) }
                ul.counts {
                    @for pattern in &win.patterns { li { (about(lang, &pattern.clause, self.say(&pattern.name))) @if pattern.value != 0 { " " (pattern.value) } } }
                    @if win.value != 0 && win.patterns.len() > 1 { li { "= " strong { (win.value) } } }
                    @for (pattern, clause) in uncounted(&self.report.rules.system, win) {
                        li.quiet { (lang.pick("不另计：", "not counted separately: ")) (about(lang, clause, pattern.get(lang))) }
                    }
                }
            }
        }
    }

    /// Renders the payments that move points, each with the reason, the causes of its parts, the clause, and the sum.
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
                    th scope="col" { (lang.pick("为什么", "Why")) }
                    th.n scope="col" { (lang.pick("应付", "Due")) }
                } }
                tbody { @for line in lines.iter().filter(|line| line.points != 0) { tr {
                    td { (party(line.from)) " → " (party(line.to)) }
                    td {
                        (about(lang, line.ruling.as_deref().unwrap_or(&line.clause), self.say(&line.cause_name))) @if !line.tiles.is_empty() { " " (tiles(&line.tiles, None, lang)) }
                        @if line.steps.len() > 1 { " " span.quiet.small { @for (at, step) in line.steps.iter().enumerate() { @if at > 0 { (lang.pick("、", ", ")) } (self.say(&step.why)) } } }
                    }
                    td.n { (line.sum) }
                } } }
            } }
        }
    }
}
