//! The page of a step of a hand: the table, the errors there, the legal actions, every move and the settlement.
//!
//! Every step is a page that works without scripts. `assets/board.js` steps through the hand in place and shows the
//! same content.

mod controls;
mod moves;
mod panel;
mod settled;
mod waits;

use crate::board::BoardView;
use crate::fragments::{readable, technical, word};
use crate::tiles::tiles;
use crate::words;
use crate::{Drawn, Moment, StepPage, TableFinding, TileMark};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};

/// The way to look at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The seat at the bottom.
    pub view: Seat,
    /// True to show only what that seat could see.
    pub hidden: bool,
}

/// Renders a hand of a saved report, for its script.
pub(crate) fn kept_hand(board: &StepPage, lang: Lang) -> Markup {
    let (moment, look) = (&board.moment, Look { view: Seat::ALL[0], hidden: false });
    let page = Page { id: None, board, moment, look, lang, people: People::called(&moment.players) };
    let number = moment.hand + 1;
    let title = bilingual!("第 {number} 局", "Hand {number}");
    html! { template id={ "hand-" (moment.hand) } { h1.unseen { (title.get(lang)) } (page.body()) } }
}

/// Renders a step of a stored log.
pub fn step(id: &str, board: &StepPage, look: Look, lang: Lang) -> Drawn {
    let moment = &board.moment;
    let people = People::called(&moment.players);
    let view = if people.seats().contains(look.view) { look.view } else { Seat::ALL[0] };
    let page = Page { id: Some(id), board, moment, look: Look { view, ..look }, lang, people };
    let Moment { hand, step, .. } = moment;
    let number = hand + 1;
    let title = bilingual!("第 {number} 局，第 {step} 手", "Hand {number}, step {step}");
    let parameters = page.parameters();
    let join = if parameters.is_empty() { "" } else { "?" };
    let address = format!("/v1/reports/{id}/hands/{hand}/steps/{step}{join}{}", parameters.trim_end_matches('&'));
    let body = html! { h1.unseen { (title.get(lang)) } (page.body()) };
    Drawn { title: title.get(lang).to_owned(), address, body }
}

struct Page<'a> {
    /// The id of the stored log; none in a saved report, where `#m0-12` is hand 0 at step 12.
    id: Option<&'a str>,
    board: &'a StepPage,
    moment: &'a Moment,
    look: Look,
    lang: Lang,
    people: People,
}

impl Page<'_> {
    /// Returns the parameters of an address without its language, each with its separator.
    fn parameters(&self) -> String {
        let seat = Some(self.look.view).filter(|view| *view != Seat::ALL[0]).map(|view| format!("seat={view}&"));
        seat.unwrap_or_default() + if self.look.hidden { "hide=true&" } else { "" }
    }

    fn link(&self, hand: usize, step: usize) -> String {
        let Some(id) = self.id else { return format!("#m{hand}-{step}") };
        format!("/v1/reports/{id}/hands/{hand}/steps/{step}?{}lang={}", self.parameters(), self.lang.tag())
    }

    /// Returns the address of a step of this hand, relative to the page if it is stored.
    fn near(&self, step: usize) -> String {
        if self.id.is_none() {
            return self.link(self.moment.hand, step);
        }
        format!("{step}?{}lang={}", self.parameters(), self.lang.tag())
    }

    /// Returns the address of the what-if page of this hand, to which the step is added.
    fn what_if(&self) -> Option<String> {
        Some(format!("/what-if/{}?hand={}&lang={}&step=", self.id?, self.moment.hand + 1, self.lang.tag()))
    }

    /// Returns the same page with another look.
    fn looked(&self, look: Look) -> Page<'_> {
        Page { look, people: self.people.clone(), ..*self }
    }

    /// Returns whether the hand of a seat is face up.
    fn sees(&self, seat: Seat) -> bool {
        !self.look.hidden || seat == self.look.view
    }

    /// Returns the findings about this step: on the next move, on the last move, on the hand.
    fn here(&self) -> impl Iterator<Item = (&TableFinding, &'static str, &TileMark)> {
        let step = self.moment.step;
        self.board.found.iter().filter_map(move |found| match (found.acts, found.step) {
            (true, at) if at == step => Some((found, "next", &found.before)),
            (true, at) if at + 1 == step => Some((found, "done", &found.after)),
            (false, at) if at == step => Some((found, "hand", &found.before)),
            _ => None,
        })
    }

    /// Returns the seat that won by the last move, before birds and flips.
    fn winner(&self) -> Option<Seat> {
        let moves = self.board.moves.get(..self.moment.step)?;
        let last = moves.iter().rev().find(|one| !["birds", "flip"].contains(&one.kind))?;
        last.seat.filter(|_| last.kind == "win")
    }

    /// Returns the seat that claims the open tile: by the next move, or by the win just made.
    fn claims(&self) -> Option<Seat> {
        let from = self.moment.table.open.as_ref()?.from;
        let moves = &self.board.moves;
        let next = moves.get(self.moment.step).filter(|_| !self.look.hidden);
        let next = next.filter(|next| ["win", "pung", "chow", "kong"].contains(&next.kind));
        let done = self.moment.step.checked_sub(1).and_then(|at| moves.get(at)).filter(|done| done.kind == "win");
        next.or(done)?.seat.filter(|seat| *seat != from)
    }

    fn body(&self) -> Markup {
        let (lang, board, moment) = (self.lang, self.board, self.moment);
        let marks: Vec<&TileMark> = self
            .here()
            .filter(|(found, ..)| found.kind == "fault" || found.kind == "variant")
            .map(|(.., mark)| mark)
            .collect();
        let is_over = moment.step == moment.last_step;
        let points = board.points.map(|points| if is_over { points.after } else { points.before });
        let view = BoardView {
            table: &moment.table,
            hand: moment.hand,
            people: &self.people,
            marks: &marks,
            view: self.look.view,
            hidden: self.look.hidden,
            took: self.winner(),
            points,
            due: board.points.filter(|_| is_over).map(|points| points.due),
            lang,
        };
        let names: Vec<String> = self.people.seats().iter().map(|seat| self.people.who(seat).get(lang)).collect();
        let points = board.points.map(|points| {
            serde_json::json!(
                [points.before, points.after, points.due].map(|points| SeatList::new(points, self.people.seats()))
            )
        });
        html! {
            div.play.hide[self.look.hidden] id="play" data-steps=[self.id.map(|id| format!("/v1/reports/{id}/hands/{}/steps", moment.hand))] data-step=(moment.step)
                data-seat=(self.look.view) data-lang=(lang.pick("zh", "en")) data-tag=(lang.tag()) data-words=(words::all(lang, &moment.table).to_string())
                data-names=(serde_json::json!(names)) data-points=[points]
                data-if=[self.what_if()] data-problems=(serde_json::json!(board.problems))
                data-tiles=(crate::assets::address("tiles.svg")) {
                div.stage { (view.draw(self.claims())) }
                (self.deck())
                input.unseen type="radio" name="tab" id="tab-now" checked;
                input.unseen type="radio" name="tab" id="tab-moves";
                nav.tabs aria-label=(lang.pick("看什么", "View")) {
                    label for="tab-now" { (lang.pick("这一手", "This move")) }
                    label for="tab-moves" { (lang.pick("全部各手", "All moves")) }
                }
                (self.moves())
                div.info tabindex="0" role="region" aria-label=(lang.pick("这一手", "This move")) {
                    (self.settled())
                    aside.panel id="panel" aria-live="polite" { (self.panel()) }
                    @if let Some(wall) = &moment.table.wall {
                        details.fold.wall id="wall" {
                            summary { span { (lang.pick("看牌墙（从牌头起）", "Show the wall, from its head")) } }
                            (tiles(wall, moment.table.wild, lang))
                        }
                    }
                    (technical(lang, &self.technical()))
                }
            }
        }
    }

    /// Renders the place of this step in the log, the codes of the findings of the hand, and the digest of the table.
    fn technical(&self) -> Markup {
        let (lang, moment) = (self.lang, self.moment);
        html! {
            p { (lang.pick("牌谱 ", "log ")) (readable(&self.board.report.log.id)) " · " (word(lang, &moment.rules)) " · " code { "/hands/" (moment.hand) "/events" } }
            @for found in &self.board.found {
                p { "#" (found.step) " " (word(lang, &found.code)) @for clause in &found.clauses { " " (word(lang, clause)) } }
            }
            p { (lang.pick("牌桌摘要 ", "digest of the table ")) code id="digest" { (moment.table.digest) } }
        }
    }
}
