//! The table at one moment, as a page.

use super::frame::{face, frame, seat, tiles, word};
use crate::app::Moment;
use crate::log::People;
use crate::say;
use crate::say::Lang;
use crate::tile::{Seat, parse_tiles};
use maud::{Markup, html};

/// The page of a step of a stored log.
pub fn step(id: &str, moment: &Moment, lang: Lang) -> Markup {
    let Moment { hand, step, last_step, table, .. } = moment;
    let address = |step: usize| format!("/v1/reports/{id}/hands/{hand}/steps/{step}");
    let link = |step: usize| format!("{}?lang={}", address(step), lang.tag());
    let number = hand + 1;
    let title = say!("第 {number} 局，第 {step} 步", "Hand {number}, step {step}");
    let title = title.get(lang);
    let people = People::called(&moment.players);
    let named = |place: Seat| seat(lang, place, &people);
    let held = |hand: &str| {
        let hand = parse_tiles(hand).unwrap_or_default();
        html! { span.tiles { @for tile in hand { (face(tile, table.wild == Some(tile))) } } }
    };
    let body = html! {
        h1 { (title) span.quiet { " / " (last_step) } }
        p { (moment.event.as_ref().map_or(lang.pick("发牌", "The deal"), |event| event.get(lang))) }
        nav.steps {
            @if let Some(before) = step.checked_sub(1) { a rel="prev" href=(link(before)) { "← " (before) } }
            @if step < last_step { a rel="next" href=(link(step + 1)) { (step + 1) " →" } }
            a href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (lang.pick("报告", "Report")) }
        }
        p.quiet {
            (lang.pick("规则 ", "Rules ")) (word(lang, moment.rules)) " · "
            (lang.pick("庄家 ", "dealer ")) (named(table.dealer)) " · "
            (lang.pick("牌墙剩 ", "tiles left ")) (table.left)
            @if let Some(wild) = table.wild { " · " (lang.pick("混儿 ", "wild ")) (face(wild, true)) }
            @if let Some(flip) = table.flip { " · " (lang.pick("翻鸡 ", "flip ")) (face(flip, false)) }
            @if let Some(birds) = &table.birds { " · " (lang.pick("鸟 ", "birds ")) (tiles(birds)) }
            @if let Some(open) = &table.open { " · " (lang.pick("桌面 ", "open ")) (tiles(&open.tiles)) " ← " (named(open.from)) }
            @if let Some(kong) = &table.kong { " · " (lang.pick("可抢的杠 ", "kong to rob ")) (face(kong.tile, false)) " ← " (named(kong.seat)) }
        }
        div.wide { table.table {
            thead { tr {
                th scope="col" { (lang.pick("座位", "Seat")) }
                th scope="col" { (lang.pick("手牌", "Hand")) }
                th scope="col" { (lang.pick("副露", "Melds")) }
                th scope="col" { (lang.pick("牌河", "River")) }
                th scope="col" { (lang.pick("听", "Waits for")) }
            } }
            @for (at, place) in Seat::ALL.into_iter().zip(&table.places) {
                tr.turn[place.drawn.is_some()] {
                    th scope="row" {
                        (named(at))
                        @if at == table.dealer { div.quiet { (lang.pick("庄家", "dealer")) } }
                        @match place.declared {
                            Some("hunyou") => div.quiet { (lang.pick("混儿悠", "hunyou declared")) },
                            Some(_) => div.quiet { (lang.pick("报听", "ready declared")) },
                            None => {}
                        }
                        @if place.left { div.quiet { (lang.pick("已离开", "has left")) } }
                    }
                    td {
                        (held(&place.hand))
                        @if place.unknown > 0 { span.quiet { " + " (place.unknown) (lang.pick(" 张未知", " unknown")) } }
                        @if let Some(drawn) = place.drawn { div { (lang.pick("刚摸 ", "just drawn ")) (face(drawn, table.wild == Some(drawn))) } }
                    }
                    td { @for meld in &place.melds {
                        @let (name, notation) = meld.split_once(' ').unwrap_or(("", meld));
                        div { (meld_name(name, lang)) " " (tiles(notation)) }
                    } }
                    td { (tiles(&place.river)) }
                    td {
                        (waits(&place.waits, lang))
                        @if let Some(barred) = moment.barred.get(at.index()) { @for no in barred { div.quiet { (no.get(lang)) } } }
                    }
                }
            }
        } }
        h2 { (lang.pick("此时可以", "Now possible")) }
        table {
            @for (at, could) in Seat::ALL.into_iter().zip(&moment.could).filter(|(_, could)| !could.is_empty()) {
                tr {
                    th scope="row" { (named(at)) }
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

/// The tiles that would complete a hand; with wilds it may be every one.
fn waits(notation: &str, lang: Lang) -> Markup {
    let every = parse_tiles(notation).is_ok_and(|tiles| tiles.len() == crate::tile::KINDS);
    html! { @if every { (lang.pick("任何一张", "any tile")) } @else { (tiles(notation)) } }
}

/// A meld's name, which the report gives in Chinese.
fn meld_name(zh: &str, lang: Lang) -> &str {
    let en = match zh {
        "吃" => "chow",
        "碰" => "pung",
        "暗杠" => "concealed kong",
        "明杠" => "exposed kong",
        "补杠" => "added kong",
        other => other,
    };
    lang.pick(zh, en)
}
