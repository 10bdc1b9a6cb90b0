//! A hand in short, as a chip: its number, who won it with how many points, and the colour of its worst finding.

use crate::points::brought;
use caipan_engine::audit::{Kind, checks};
use caipan_engine::report::{FindingView, HandView, Report};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders the chip of a hand that leads to an address; `is_here` is true if the page is about it.
pub(crate) fn chip(report: &Report, hand: &HandView, people: &People, to: &str, is_here: bool, lang: Lang) -> Markup {
    let number = hand.hand + 1;
    html! {
        a.chip.(colour(report, hand.hand)) href=(to) aria-current=[is_here.then_some("page")] {
            b { (bilingual!("第 {number} 局", "Hand {number}").get(lang)) } " " span { (outcome(report, hand, people, lang)) }
        }
    }
}

fn standing(report: &Report, hand: usize) -> impl Iterator<Item = &FindingView> {
    report.findings.iter().filter(move |one| one.hand == Some(hand) && report.stands_alone(one))
}

/// Returns the class of the worst finding of a hand.
fn colour(report: &Report, hand: usize) -> &'static str {
    let of = |kind: Kind| standing(report, hand).any(|one| one.kind == kind);
    match () {
        () if of(Kind::Fault) => "fault",
        () if of(Kind::Variant) => "variant",
        () if of(Kind::Unverifiable) => "unverifiable",
        () => "clean",
    }
}

/// Renders who won a hand and what that brought; if nobody did, the fault of a player, or how the hand ended.
fn outcome(report: &Report, hand: &HandView, people: &People, lang: Lang) -> Markup {
    let fault = standing(report, hand.hand).find(|one| one.kind == Kind::Fault && one.event.is_some());
    let fault = fault.and_then(|one| Some((one.seat?, checks::find(&one.code)?.title.get(lang))));
    html! {
        @for (at, win) in hand.wins.iter().enumerate() {
            @if at > 0 { (lang.pick("、", ", ")) }
            (people.who(win.seat).get(lang)) " "
            @if win.from.is_some() { (lang.pick("胡", "won")) } @else { (lang.pick("自摸", "self-draw")) }
            " " (brought(hand, win.seat))
        }
        @match (hand.wins.is_empty(), fault) {
            (false, _) => {}
            (true, Some((seat, title))) => {
                (people.who(seat).get(lang)) " " (title.split(['：', ':']).next().unwrap_or_default().to_lowercase()) " " (brought(hand, seat))
            }
            (true, None) => (match hand.outcome.as_ref() {
                "draw" => lang.pick("流局", "drawn"),
                "aborted" => lang.pick("中断", "aborted"),
                "unknown" => lang.pick("无法复盘", "cannot be replayed"),
                _ => lang.pick("没有胡", "no win"),
            }),
        }
    }
}
