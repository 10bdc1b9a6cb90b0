//! Renders the settlement at the end of a hand: the wins, the points of each seat, the payments and the transfers.

use super::Page;
use crate::four::Figure;
use crate::fragments::{seat, signed};
use crate::money::owes;
use crate::report::flows_of_hand;
use crate::tiles::tiles;
use caipan_engine::report::{HandView, LineView, WinView};
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};

impl Page<'_> {
    /// Renders the settlement; it is hidden before the last step.
    pub(super) fn settled(&self) -> Markup {
        let (lang, moment) = (self.lang, self.moment);
        let hand = self.board.report.hands.iter().find(|hand| hand.hand == moment.hand);
        html! {
            @if let Some(hand) = hand {
                section.settled id="settled" hidden[moment.step != moment.last_step] {
                    h2 { (lang.pick("本局结算", "Settlement of this hand")) }
                    @for win in &hand.wins { (self.won(win)) }
                    @if hand.wins.is_empty() { p.quiet { (lang.pick("本局没有人胡牌。", "Nobody won this hand.")) } }
                    (self.figure(hand))
                    (self.moved(hand))
                    @if !hand.transfers.is_empty() { (owes(&flows_of_hand(hand), &self.people, Some(hand.dealer), lang)) }
                    @if let Some(why) = hand.why_unknown() { p.quiet { (why.get(lang)) } }
                    @if !hand.ledger.is_empty() {
                        details.fold { summary { span { (lang.pick("每一笔", "Every payment")) } } ul { @for line in &hand.ledger { li { (self.line(line)) } } } }
                    }
                }
            }
        }
    }

    fn figure(&self, hand: &HandView) -> Markup {
        let points = hand.due_unknown.is_none().then_some(hand.balance);
        let dealer = Some(hand.dealer);
        Figure { paid: &self.board.paid, view: self.look.view, people: &self.people, dealer, points }.draw(self.lang)
    }

    fn won(&self, win: &WinView) -> Markup {
        let lang = self.lang;
        html! {
            p {
                strong { (seat(lang, win.seat, &self.people)) }
                @match win.from {
                    Some(from) => { (lang.pick(" 胡 ", " won on ")) (tiles(&win.tiles, None, lang)) (lang.pick("，点炮 ", " discarded by ")) (seat(lang, from, &self.people)) },
                    None => { (lang.pick(" 自摸 ", " won on a self-drawn ")) (tiles(&win.tiles, None, lang)) },
                }
                @if !win.stands { " " span.error { (lang.pick("（不算）", "(does not count)")) } }
                @for (at, pattern) in win.patterns.iter().enumerate() {
                    @if at == 0 { (lang.pick("：", ": ")) } @else { (lang.pick("、", ", ")) }
                    (pattern.name.get(lang)) @if pattern.value != 0 { " " (pattern.value) }
                }
            }
        }
    }

    /// Renders the points of each seat: as recorded, and as due where that differs.
    fn moved(&self, hand: &HandView) -> Markup {
        let lang = self.lang;
        let due = hand.due_unknown.is_none().then_some(hand.balance);
        let differs =
            |seat: Seat| matches!((hand.recorded, due), (Some(recorded), Some(due)) if recorded[seat] != due[seat]);
        let shown = |points: SeatList<i64>, seat: Seat| signed(points[seat]);
        html! {
            @if hand.recorded.is_some() || due.is_some() {
                ul.moved { @for place in self.people.seats().iter() { li {
                    (seat(lang, place, &self.people)) " "
                    @match (hand.recorded, due) {
                        (Some(recorded), Some(due)) if differs(place) => {
                            del { (shown(recorded, place)) } " " strong.error { (lang.pick("应为 ", "should be ")) (shown(due, place)) }
                        },
                        (Some(points), _) | (None, Some(points)) => strong { (shown(points, place)) },
                        (None, None) => {},
                    }
                } } }
            }
        }
    }

    fn line(&self, line: &LineView) -> Markup {
        let lang = self.lang;
        let party = |place: Option<Seat>| match place {
            Some(place) => seat(lang, place, &self.people),
            None => html! { (lang.pick("公账", "house")) },
        };
        html! { (party(line.from)) " → " (party(line.to)) " " (line.cause_name.get(lang)) " " @if !line.tiles.is_empty() { (tiles(&line.tiles, None, lang)) " " } (line.sum) }
    }
}
