//! The table at one moment, as a page.

use super::frame::{frame, tiles};
use crate::app::{Moment, SeatMoment, Sentence};
use crate::say;
use crate::say::Lang;
use maud::{Markup, html};

/// The page of a step of a stored log.
pub fn step(id: &str, moment: &Moment, lang: Lang) -> Markup {
    let Moment { hand, step, last_step, .. } = moment;
    let address = |step: usize| format!("/v1/reports/{id}/hands/{hand}/steps/{step}");
    let link = |step: usize| format!("{}?lang={}", address(step), lang.tag());
    let said = |sentence: &Sentence| lang.pick(&sentence.zh, &sentence.en).clone();
    let title = say!("第 {hand} 局，第 {step} 步", "Hand {hand}, step {step}");
    let title = title.get(lang);
    let body = html! {
        h1 { (title) span.quiet { " / " (last_step) } }
        p { (moment.event.as_ref().map_or_else(|| lang.pick("发牌", "The deal").to_owned(), said)) }
        nav.steps {
            @if let Some(before) = step.checked_sub(1) { a rel="prev" href=(link(before)) { "← " (before) } }
            @if step < last_step { a rel="next" href=(link(step + 1)) { (step + 1) " →" } }
            a href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (lang.pick("报告", "Report")) }
        }
        p.quiet {
            (lang.pick("规则 ", "Rules ")) (moment.rules) " · "
            (lang.pick("庄家 座位 ", "Dealer seat ")) (moment.dealer) " · "
            (lang.pick("牌墙剩 ", "Tiles left ")) (moment.wall)
            @if let Some(next) = &moment.wall_next { " · " (lang.pick("下一张 ", "next ")) (tiles(next)) }
            @if let Some(wild) = &moment.wild { " · " (lang.pick("混儿 ", "wild ")) (tiles(wild)) }
            @if let Some(birds) = &moment.birds { " · " (lang.pick("鸟 ", "birds ")) (tiles(birds)) }
        }
        table {
            tr {
                th { (lang.pick("座位", "Seat")) }
                th { (lang.pick("手牌", "Hand")) }
                th { (lang.pick("副露", "Melds")) }
                th { (lang.pick("牌河", "River")) }
                th { (lang.pick("听", "Waits")) }
            }
            @for seat in &moment.seats { (row(seat, lang)) }
        }
        h2 { (lang.pick("此时可以", "Now possible")) }
        table {
            @for seat in &moment.seats {
                @let can: Vec<String> = moment.possible.iter().filter(|can| can.seat == seat.seat).map(|can| said(&can.text)).collect();
                @if !can.is_empty() { tr { th { (seat.seat) } td { (can.join(lang.pick("；", "; "))) } } }
            }
        }
        @if let Some(next) = &moment.next_event {
            p { (lang.pick("牌谱接着写：", "The log goes on: ")) strong { (said(next)) } }
        }
        p.quiet { (lang.pick("牌桌摘要 ", "Digest of the table ")) code { (moment.digest) } }
    };
    frame(lang, title, &address(*step), &body)
}

fn row(seat: &SeatMoment, lang: Lang) -> Markup {
    html! {
        tr.turn[seat.in_turn] {
            th { (seat.seat) @if let Some(player) = &seat.player { " " span.quiet { (player) } } }
            td {
                (tiles(&seat.hand))
                @if seat.unknown > 0 { span.quiet { " + " (seat.unknown) (lang.pick(" 张未知", " unknown")) } }
                @if let Some(drawn) = &seat.drawn { div.quiet { (lang.pick("刚摸 ", "just drawn ")) (tiles(drawn)) } }
            }
            td {
                @for meld in &seat.melds {
                    div {
                        (lang.pick(meld.name, meld.kind)) " " (tiles(&meld.tiles))
                        @if let Some(from) = meld.from { span.quiet { " ← " (from) } }
                    }
                }
            }
            td { (tiles(&seat.river)) }
            td { (tiles(&seat.waits)) }
        }
    }
}
