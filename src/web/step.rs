//! The page of a step of a hand: the table, the errors there, the possible actions, and links to every other step.
//!
//! Every step is a page that works without scripts. `assets/board.js` steps through the hand in place and shows the
//! same content.

use super::board::BoardView;
use super::frame::{Document, Head, framed, readable, word};
use super::tiles::{Look, icon, prose, tile, tiles};
use super::words::{self, numbered};
use crate::app::{Moment, StepPage, TableFinding, TileMark};
use caipan_engine::report::{ActionView, BarredView};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{PLAYED, Seat, Tile, parse_tiles};
use maud::{Markup, html};

/// Renders the page of a step of a stored log, seen from a seat.
pub fn step(id: &str, board: &StepPage, view: Seat, lang: Lang) -> Document {
    let moment = &board.moment;
    let people = People::called(&moment.players);
    let view = if people.seats().contains(view) { view } else { Seat::ALL[0] };
    let page = Page { id, board, moment, view, lang, people };
    let Moment { hand, step, .. } = moment;
    let number = hand + 1;
    let title = bilingual!("第 {number} 局，第 {step} 步", "Hand {number}, step {step}");
    let here = page.address(*hand, *step);
    let body = html! { h1.unseen { (title.get(lang)) } (page.body()) };
    framed(&Head { lang, title: title.get(lang), here: &here, script: Some("board.js"), wide: true }, body)
}

struct Page<'a> {
    id: &'a str,
    board: &'a StepPage,
    moment: &'a Moment,
    view: Seat,
    lang: Lang,
    people: People,
}

impl Page<'_> {
    /// Returns the address of a step without its language.
    fn address(&self, hand: usize, step: usize) -> String {
        let seat = if self.view == Seat::ALL[0] { String::new() } else { format!("?seat={}", self.view) };
        format!("/v1/reports/{}/hands/{hand}/steps/{step}{seat}", self.id)
    }

    fn link(&self, hand: usize, step: usize) -> String {
        let address = self.address(hand, step);
        let join = if address.contains('?') { "&" } else { "?" };
        format!("{address}{join}lang={}", self.lang.tag())
    }

    /// Returns the findings about this step: on the next move, on the last move, on the hand.
    fn here(&self) -> impl Iterator<Item = (&TableFinding, &'static str, &TileMark)> {
        let step = self.moment.step;
        self.board.found.iter().filter_map(move |found| match (found.acts, found.step) {
            (true, at) if at == step => Some((found, "bad next", &found.before)),
            (true, at) if at + 1 == step => Some((found, "bad done", &found.after)),
            (false, at) if at == step => Some((found, "bad hand", &found.before)),
            _ => None,
        })
    }

    fn body(&self) -> Markup {
        let (lang, board, moment) = (self.lang, self.board, self.moment);
        let report = format!("/v1/reports/{}?lang={}", self.id, lang.tag());
        let marks: Vec<&TileMark> = self
            .here()
            .filter(|(found, ..)| found.kind == "fault" || found.kind == "variant")
            .map(|(.., mark)| mark)
            .collect();
        let view = BoardView {
            table: &moment.table,
            hand: moment.hand,
            people: &self.people,
            marks: &marks,
            view: self.view,
            lang,
        };
        html! {
            p.path {
                a href=(report) { (readable(&board.report.log.id)) } " · "
                (board.report.rules.name.get(lang)) " · " (word(lang, &moment.rules)) " · "
                span.verdict.(board.report.verdict.word()) { (board.report.verdict.label().get(lang)) }
            }
            div.play id="play" data-steps={ "/v1/reports/" (self.id) "/hands/" (moment.hand) "/steps" } data-step=(moment.step)
                data-seat=(self.view) data-lang=(lang.pick("zh", "en")) data-tag=(lang.tag()) data-words=(words::all(lang, &moment.table).to_string())
                data-names=(serde_json::json!(self.people.seats().iter().map(|seat| self.people.who(seat).get(lang)).collect::<Vec<_>>()).to_string())
                data-tiles=(super::assets::address("tiles.svg")) {
                div.stage { (view.draw(false)) (self.controls()) }
                aside.panel id="panel" aria-live="polite" { (self.panel()) }
            }
            @if let Some(wall) = &moment.table.wall {
                details.wall id="wall" {
                    summary { (lang.pick("看牌墙（从牌头起）", "Show the wall, from its head")) }
                    (tiles(wall, moment.table.wild, lang))
                }
            }
            p.quiet.digest { (lang.pick("牌桌摘要 ", "Digest of the table ")) code id="digest" { (moment.table.digest) } }
        }
    }

    fn controls(&self) -> Markup {
        let (lang, moment, board) = (self.lang, self.moment, self.board);
        let Moment { hand, step, last_step, .. } = *moment;
        let to = |id: &str, at: Option<usize>, name: &str, shape: &str| {
            html! {
                @match at {
                    Some(at) => a.button id=(id) href=(self.link(hand, at)) title=(name) aria-label=(name) { (icon(shape)) },
                    None => a.button id=(id) title=(name) aria-label=(name) aria-disabled="true" { (icon(shape)) },
                }
            }
        };
        let mut faults: Vec<usize> = board.found.iter().map(|found| found.step).collect();
        faults.dedup();
        let next =
            faults.iter().copied().find(|at| *at > step).or_else(|| faults.first().copied().filter(|at| *at != step));
        let turned = Page { view: self.people.seats().next(self.view), people: People::default(), ..*self };
        html! {
            nav.controls aria-label=(lang.pick("各步", "Steps")) {
                (to("first", (step > 0).then_some(0), lang.pick("发牌", "The deal"), "first"))
                (to("prev", step.checked_sub(1), lang.pick("上一步", "Step back"), "prev"))
                button.button id="run" hidden title=(lang.pick("播放", "Play")) aria-label=(lang.pick("播放", "Play")) { (icon("play")) }
                (to("next", (step < last_step).then_some(step + 1), lang.pick("下一步", "Step on"), "next"))
                (to("last", (step < last_step).then_some(last_step), lang.pick("终局", "The end"), "last"))
                span.count { span id="count" { (step) } " / " span id="of" { (last_step) } }
                a.button id="turn" href=(turned.link(hand, step)) title=(lang.pick("换一家看", "Turn the table")) aria-label=(lang.pick("换一家看", "Turn the table")) { (icon("turn")) }
                @if let Some(next) = next {
                    a.button.jump id="fault" href=(self.link(hand, next)) { (icon("fault")) " " (lang.pick("下一处错误", "Next fault")) }
                }
            }
            div.track {
                svg.ticks viewBox={ "0 0 " (last_step.max(1)) " 8" } preserveAspectRatio="none" aria-hidden="true" {
                    rect.line x="0" y="3" width=(last_step.max(1)) height="2" {}
                    rect.done id="done" x="0" y="3" width=(step) height="2" {}
                    @for at in &faults { path.bad d={ "M" (at) " 0V8" } vector-effect="non-scaling-stroke" {} }
                }
                input id="slider" type="range" min="0" max=(last_step) value=(step) hidden aria-label=(lang.pick("第几步", "Step"));
            }
            nav.hands aria-label=(lang.pick("各局", "Hands")) {
                @if let Some(before) = hand.checked_sub(1) { a href=(self.link(before, 0)) { (lang.pick("← 上一局", "← hand before")) } }
                a href={ "/v1/reports/" (self.id) "?lang=" (lang.tag()) "#h" (hand) } { (lang.pick("回到报告", "Back to the report")) }
                a id="if" href={ "/what-if/" (self.id) "?hand=" (hand + 1) "&step=" (step.max(1)) "&lang=" (lang.tag()) } { (lang.pick("若另是一样？", "What if?")) }
                @if hand + 1 < board.hands { a href=(self.link(hand + 1, 0)) { (lang.pick("下一局 →", "next hand →")) } }
                span.keys hidden { (lang.pick("键盘：← → Home End，空格播放，N / P 错误，F 换座", "Keys: ← → Home End, space plays, N / P faults, F turns")) }
            }
        }
    }

    fn panel(&self) -> Markup {
        let (lang, moment) = (self.lang, self.moment);
        html! {
            section.event {
                h2 { (numbered(lang, "step", moment.step)) }
                p { @match &moment.event { Some(event) => (prose(event.get(lang), lang)), None => (words::word(lang, "deal")) } }
            }
            @for (found, key, _) in self.here() { (self.found(found, key)) }
            (self.could())
            (self.waits())
            section.next {
                @match &moment.next_event {
                    Some(next) => { h2 { (numbered(lang, "next", moment.step + 1)) } p { (prose(next.get(lang), lang)) } },
                    None => p.quiet { (words::word(lang, "end")) },
                }
            }
        }
    }

    fn found(&self, found: &TableFinding, key: &str) -> Markup {
        let lang = self.lang;
        html! {
            section.found.(found.kind) {
                h2 { (words::word(lang, key)) }
                p { strong { (found.title.get(lang)) } " " (word(lang, &found.code)) }
                p { (prose(found.message.get(lang), lang)) }
                @if !found.clauses.is_empty() { p.quiet { @for clause in &found.clauses { (word(lang, clause)) " " } } }
            }
        }
    }

    fn could(&self) -> Markup {
        let lang = self.lang;
        let possible = &self.moment.table.possible;
        html! {
            section.could {
                h2 { (words::word(lang, "now")) }
                @if possible.is_empty() { p.quiet { (words::word(lang, "nobody can")) } }
                @for seat in Seat::ALL.into_iter().filter(|seat| possible.iter().any(|can| can.seat == *seat)) {
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
                @if can.kind == "opening" { (detail.split(' ').map(|id| self.moment.names.get(id).map_or(id, |name| name.get(lang))).collect::<Vec<_>>().join(words::word(lang, "comma"))) }
                @if can.kind == "chow" && let Ok([one]) = parse_tiles(detail).as_deref() {
                    (tile(*one, Look { last: true, wild: self.moment.table.wild == Some(*one), ..Look::default() }, lang))
                }
                (tiles(&shown, self.moment.table.wild, lang))
                @if let Some(value) = can.value { small { "(" (value) ")" } }
            }
        }
    }

    fn waits(&self) -> Markup {
        let lang = self.lang;
        let places = &self.moment.table.places;
        let waiting = |seat: Seat| {
            let place = &places[seat.index()];
            !place.waits.is_empty() || !place.barred.is_empty()
        };
        html! {
            section.waits {
                h2 { (words::word(lang, "waits")) }
                @if !Seat::ALL.into_iter().any(waiting) { p.quiet { (words::word(lang, "nobody waits")) } }
                @for seat in Seat::ALL.into_iter().filter(|seat| waiting(*seat)) {
                    @let place = &places[seat.index()];
                    div.row {
                        b { (self.people.who(seat).get(lang)) }
                        span.acts {
                            @if !place.waits.is_empty() { (self.kinds(&place.waits)) }
                            @for barred in &place.barred { (self.barred(barred)) }
                        }
                    }
                }
            }
        }
    }

    /// Renders kinds of tiles; with wild tiles it may be every kind.
    fn kinds(&self, notation: &str) -> Markup {
        let every = parse_tiles(notation).is_ok_and(|tiles: Vec<Tile>| tiles.len() == PLAYED);
        html! { @if every { span.act { (words::word(self.lang, "any")) } } @else { (tiles(notation, self.moment.table.wild, self.lang)) } }
    }

    fn barred(&self, barred: &BarredView) -> Markup {
        let lang = self.lang;
        let from: Vec<String> = barred.from.iter().map(|seat| self.people.who(*seat).get(lang)).collect();
        html! {
            span.barred {
                (self.kinds(&barred.tiles)) " " (words::word(lang, &format!("bar {}", barred.by)))
                @if !from.is_empty() { " (" (words::word(lang, "from")) " " (from.join(", ")) ")" }
                ": " (prose(barred.text.get(lang), lang)) " " (word(lang, barred.clause))
            }
        }
    }
}
