//! The result of the score calculator: the wins, the payments, and what a hand that is not a win comes nearest to.

use super::super::frame::{signed, word};
use super::super::tiles::{prose, tiles};
use super::super::words;
use super::wind;
use caipan_engine::report::{NearView, WinView};
use caipan_engine::score::ScoreReport;
use caipan_log::People;
use caipan_pages::four::{Figure, due};
use caipan_pages::{laid, reading};
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};

pub(super) fn settled(report: &ScoreReport, lang: Lang) -> Markup {
    let party =
        |seat: Option<Seat>| seat.map_or_else(|| lang.pick("公账", "house").to_owned(), |seat| wind(seat, lang));
    let by_seat = |points: SeatList<i64>| {
        html! { @for (seat, points) in points.seats().iter().zip(points.entries()) {
            span { (wind(seat, lang)) " " strong { (signed(*points)) } } " "
        } }
    };
    html! {
        section.settled id="settled" {
            h2 { (lang.pick("结果", "Result")) }
            @if let Some(unknown) = report.rules.unknown() { p.error { (unknown.get(lang)) } }
            @for win in &report.wins { (won(win, lang)) }
            p.balance { (by_seat(report.balance)) }
            (figure(report, lang))
            @if let Some(totals) = report.match_totals { p.balance { (lang.pick("散场总分 ", "Totals at the end ")) (by_seat(totals)) } }
            div.scroll { table {
                thead { tr {
                    th scope="col" { (lang.pick("谁付谁", "Who pays whom")) } th scope="col" { (lang.pick("名目", "For")) }
                    th scope="col" { (lang.pick("算式", "Sum")) } th scope="col" { (lang.pick("条文", "Clause")) }
                } }
                tbody { @for line in &report.ledger { tr {
                    td { (party(line.from)) " → " (party(line.to)) }
                    td { (line.cause_name.get(lang)) @if !line.tiles.is_empty() { " " (tiles(&line.tiles, None, lang)) } }
                    td { code { (line.sum) } }
                    td { (word(lang, &line.clause)) }
                } } }
            } }
        }
    }
}

/// Renders who pays whom as a figure, seen from the first winner.
fn figure(report: &ScoreReport, lang: Lang) -> Markup {
    let dealer = Seat::ALL[0];
    let seats = report.balance.seats();
    let people = People::called(
        &seats.iter().map(|seat| words::word(lang, &format!("wind {}", seat.index()))).collect::<Vec<_>>(),
    );
    let view = report.wins.first().map_or(dealer, |win| win.seat);
    let paid = due(&report.ledger, seats);
    Figure { paid: &paid, view, people: &people, dealer: Some(dealer), points: Some(report.balance) }.draw(lang)
}

fn won(win: &WinView, lang: Lang) -> Markup {
    html! {
        div.winner {
            p { strong { (wind(win.seat, lang)) } (lang.pick(" 胡 ", " wins on ")) (tiles(&win.tiles, None, lang)) }
            div.laid { (reading(&win.reading, &win.tiles, lang)) }
            ul.counts {
                @for pattern in &win.patterns { li { (pattern.name.get(lang)) @if pattern.value != 0 { " " (pattern.value) } " " (word(lang, &pattern.clause)) } }
                @if win.value != 0 { li { "= " strong { (win.value) } } } @else { li.quiet { (lang.pick("按底分算", "base points only")) } }
            }
        }
    }
}

/// Renders the winning hands that a hand comes nearest to, with the tiles that do not fit marked.
pub(super) fn nearest(all: &[NearView], lang: Lang) -> Markup {
    html! {
        @if !all.is_empty() {
            div.near {
                p { strong { (lang.pick("最接近的牌型：", "Closest winning hands:")) } }
                ul { @for near in all { li {
                    strong { (near.name.get(lang)) } (lang.pick("：", ": ")) (prose(near.lacks.get(lang), lang)) " " (word(lang, &near.clause))
                    @if !near.reading.is_empty() { div.laid { (laid(near, lang)) } }
                } } }
            }
        }
    }
}
