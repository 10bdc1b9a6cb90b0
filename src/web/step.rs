//! The table at one moment, as a page.

use super::frame::{frame, tiles};
use crate::app::Moment;
use crate::say;
use crate::say::Lang;
use maud::{Markup, html};

/// The page of a step of a stored log.
pub fn step(id: &str, moment: &Moment, lang: Lang) -> Markup {
    let Moment { hand, step, last_step, table, .. } = moment;
    let address = |step: usize| format!("/v1/reports/{id}/hands/{hand}/steps/{step}");
    let link = |step: usize| format!("{}?lang={}", address(step), lang.tag());
    let number = hand + 1;
    let title = say!("第 {number} 局，第 {step} 步", "Hand {number}, step {step}");
    let title = title.get(lang);
    let body = html! {
        h1 { (title) span.quiet { " / " (last_step) } }
        p { (moment.event.as_ref().map_or(lang.pick("发牌", "The deal"), |event| event.get(lang))) }
        nav.steps {
            @if let Some(before) = step.checked_sub(1) { a rel="prev" href=(link(before)) { "← " (before) } }
            @if step < last_step { a rel="next" href=(link(step + 1)) { (step + 1) " →" } }
            a href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (lang.pick("报告", "Report")) }
        }
        p.quiet {
            (lang.pick("规则 ", "Rules ")) (moment.rules) " · "
            (lang.pick("庄家 座位 ", "Dealer seat ")) (table.dealer) " · "
            (lang.pick("牌墙剩 ", "Tiles left ")) (table.left)
            @if let Some(birds) = &table.birds { " · " (lang.pick("鸟 ", "birds ")) (tiles(birds)) }
            @if let Some(open) = &table.open { " · " (lang.pick("桌面 ", "open ")) (tiles(&open.tiles)) " ← " (open.from) }
            @if let Some(kong) = &table.kong { " · " (lang.pick("可抢的杠 ", "kong to rob ")) (tiles(&kong.tile.to_string())) " ← " (kong.seat) }
        }
        table {
            tr {
                th { (lang.pick("座位", "Seat")) }
                th { (lang.pick("手牌", "Hand")) }
                th { (lang.pick("副露", "Melds")) }
                th { (lang.pick("牌河", "River")) }
                th { (lang.pick("可能听的牌", "May wait for")) }
            }
            @for (seat, place) in table.places.iter().enumerate() {
                tr.turn[place.drawn.is_some()] {
                    th { (seat) @if let Some(player) = moment.players.get(seat) { " " span.quiet { (player) } } }
                    td {
                        (tiles(&place.hand))
                        @if place.unknown > 0 { span.quiet { " + " (place.unknown) (lang.pick(" 张未知", " unknown")) } }
                        @if let Some(drawn) = place.drawn { div.quiet { (lang.pick("刚摸 ", "just drawn ")) (tiles(&drawn.to_string())) } }
                    }
                    td { @for meld in &place.melds {
                        @let (name, notation) = meld.split_once(' ').unwrap_or(("", meld));
                        div { (name) " " (tiles(notation)) }
                    } }
                    td { (tiles(&place.river)) }
                    td { (tiles(&place.waits)) }
                }
            }
        }
        h2 { (lang.pick("此时可以", "Now possible")) }
        table {
            @for (seat, could) in moment.could.iter().enumerate().filter(|(_, could)| !could.is_empty()) {
                tr {
                    th { (seat) }
                    td { @for (at, can) in could.iter().enumerate() { @if at > 0 { (lang.pick("；", "; ")) } (can.get(lang)) } }
                }
            }
        }
        @if let Some(next) = &moment.next_event {
            p { (lang.pick("牌谱接着写：", "The log goes on: ")) strong { (next.get(lang)) } }
        }
        @if let Some(wall) = &table.wall { p.quiet { (lang.pick("牌墙 ", "Wall ")) (tiles(wall)) } }
        p.quiet { (lang.pick("牌桌摘要 ", "Digest of the table ")) code { (table.digest) } }
    };
    frame(lang, title, &address(*step), &body)
}
