//! Renders the list of all moves of a hand. Moves with findings name them, and the list can be reduced to those.

use super::Page;
use crate::tiles::prose;
use crate::{Move, TableFinding};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

impl Page<'_> {
    /// Renders the list; links are relative to the steps of this hand.
    pub(super) fn moves(&self) -> Markup {
        let (lang, moment, board) = (self.lang, self.moment, self.board);
        let is_about = |found: &&TableFinding, step: usize| found.acts && found.step + 1 == step;
        let of_hand = || board.found.iter().filter(|found| !found.acts);
        let mut others: Vec<(usize, usize)> = board.problems.clone();
        others.retain(|(hand, _)| *hand != moment.hand);
        others.dedup_by_key(|(hand, _)| *hand);
        html! {
            div.moves tabindex="0" role="region" aria-label=(lang.pick("全部各手", "All moves")) {
                @if !board.found.is_empty() || !others.is_empty() {
                    label.only { input type="checkbox" id="only"; " " (lang.pick("只看错误", "Errors only")) }
                }
                ol id="moves" {
                    li.now[moment.step == 0] { (self.row(0, &html! { (crate::words::word(lang, "deal")) }, None, &[])) }
                    @for (at, one) in board.moves.iter().enumerate() {
                        @let found: Vec<&TableFinding> = board.found.iter().filter(|found| is_about(found, at + 1)).collect();
                        li.now[moment.step == at + 1].bad[!found.is_empty()].draw[one.kind == "draw"].own[self.is_own(one)] data-seat=[one.seat] {
                            (self.row(at + 1, &prose(one.text.get(lang), lang), one.ms, &found))
                        }
                    }
                    @if of_hand().next().is_some() {
                        li.bad {
                            a href=(self.near(moment.last_step)) data-step=(moment.last_step) {
                                span.n {} " " (lang.pick("结算", "Settlement"))
                                @for found in of_hand() { span.title { (found.title.get(lang)) } }
                            }
                        }
                    }
                }
                @if !others.is_empty() {
                    ul.elsewhere {
                        @for (hand, step) in &others { li { a href=(self.link(*hand, *step)) {
                            @let number = hand + 1;
                            (bilingual!("第 {number} 局也有错误 →", "Hand {number} has errors too →").get(lang))
                        } } }
                    }
                }
            }
        }
    }

    /// Returns whether the seat at the bottom makes a move.
    pub(super) fn is_own(&self, one: &Move) -> bool {
        one.seat == Some(self.look.view)
    }

    fn row(&self, step: usize, text: &Markup, ms: Option<u64>, found: &[&TableFinding]) -> Markup {
        html! {
            a href=(self.near(step)) data-step=(step) aria-current=[(step == self.moment.step).then_some("step")] {
                span.n { (step) } " " (text)
                @if let Some(ms) = ms { " " small.took { (seconds(ms, self.lang)) } }
                @for found in found { span.title { (found.title.get(self.lang)) } }
            }
        }
    }
}

/// Returns the time that a player thought, to a tenth of a second.
fn seconds(ms: u64, lang: Lang) -> String {
    let (whole, tenth) = (ms / 1000, ms % 1000 / 100);
    lang.pick(format!("{whole}.{tenth} 秒"), format!("{whole}.{tenth} s"))
}
