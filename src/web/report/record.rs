//! Renders the rulings one by one: author, time, and the points as recorded, as due and as ruled.

use super::super::frame::{seat, signed};
use super::rulings::{Ruled, decided, signature, when};
use crate::app::{ReportPage, RuledLine, RulingView, Settlement};
use crate::store::Entry;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};

impl Ruled<'_> {
    pub(super) fn one(&self, view: &RulingView) -> Markup {
        let (lang, entry) = (self.lang, &view.entry);
        html! {
            article.card.ruling.gone[view.reversed_by.is_some()] id={ "r" (entry.number) } {
                h3 { (self.say(&bilingual!("第 {} 号", "Ruling {}", entry.number))) " · " (decided(entry.kind, lang)) " · " (self.about(entry)) }
                p.quiet { (author(entry, lang)) @if !entry.at.is_empty() { " · " time datetime=(entry.at) { (when(&entry.at)) } } }
                @if let Some(by) = view.reversed_by {
                    p { (lang.pick("已由 ", "Reversed by ")) a href={ "#r" (by) } { (self.say(&bilingual!("第 {by} 号", "ruling {by}"))) } (lang.pick(" 撤销。", ".")) }
                }
                @if let Some(before) = entry.reverses {
                    p { (lang.pick("撤销 ", "Reverses ")) a href={ "#r" (before) } { (self.say(&bilingual!("第 {before} 号", "ruling {before}"))) } (lang.pick("。", ".")) }
                }
                @if !entry.note.is_empty() { p.body { bdi { (entry.note) } } }
                @for flow in self.flows(entry) { p { strong { (self.say(&flow.in_words(&self.people))) } } }
                @if entry.revision != self.revision() {
                    p.quiet { (self.say(&bilingual!("针对较早的一份报告（{}）。", "About an earlier report ({}).", entry.revision))) }
                }
                @if !view.digest.is_empty() {
                    details.quiet.digest { summary { (lang.pick("技术信息", "Technical details")) }
                        p { (lang.pick("这条裁定的摘要 ", "Digest of this ruling ")) code { (view.digest) } } }
                }
            }
        }
    }

    /// Renders the subject of a ruling.
    fn about(&self, entry: &Entry) -> Markup {
        let place = match entry.hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局", "hand {hand}"),
            None => bilingual!("全场", "the whole match"),
        };
        html! {
            @match &entry.finding {
                Some(found) if entry.revision == self.revision() => { a href={ "#f" (found.id) } { "#" (found.id) " " (found.code) } " " }
                Some(found) => { "#" (found.id) " " (found.code) " " }
                None => {}
            }
            (self.say(&place))
        }
    }

    /// Renders the points as recorded, as due and as ruled.
    pub(super) fn settled(&self, settlement: &Settlement) -> Markup {
        let lang = self.lang;
        let Settlement { hand, recorded, due, ledger, ruled } = settlement;
        let title = match hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局，裁定后", "Hand {hand}, as ruled"),
            None => bilingual!("全场，裁定后", "The match, as ruled"),
        };
        let row = |name: &str, points: &Option<SeatList<i64>>| {
            html! { tr { th scope="row" { (name) } @for place in self.people.seats().iter() {
                td { (points.map_or_else(|| "–".to_owned(), |points| signed(points[place]))) }
            } } }
        };
        html! {
            h3 { (self.say(&title)) }
            div.scroll { table.matrix {
                thead { tr { td {} @for place in self.people.seats().iter() { th scope="col" { (seat(lang, place, &self.people)) } } } }
                tbody {
                    (row(lang.pick("记成", "recorded"), recorded))
                    (row(lang.pick("应得", "due"), due))
                    @for line in ledger { (self.line(line)) }
                    (row(lang.pick("裁定", "ruled"), ruled))
                }
            } }
        }
    }

    fn line(&self, RuledLine { ruling, kind, moved }: &RuledLine) -> Markup {
        let points = |place: Seat| match (moved.from == Some(place), moved.to == Some(place)) {
            (true, _) => signed(moved.points.saturating_neg()),
            (_, true) => signed(moved.points),
            _ => String::new(),
        };
        html! {
            tr.moved { th scope="row" { a href={ "#r" (ruling) } { (self.say(&bilingual!("第 {ruling} 号", "ruling {ruling}"))) } " " (decided(*kind, self.lang)) }
                @for place in self.people.seats().iter() { td { (points(place)) } } }
        }
    }
}

/// Renders the author of a ruling: the name given, and the key used.
fn author(entry: &Entry, lang: Lang) -> Markup {
    html! {
        bdi { (signature(entry, lang)) }
        @match &entry.key {
            Some(key) if key.name != entry.referee => { (lang.pick("（密钥：", " (key: ")) bdi { (key.name) } (lang.pick("）", ")")) }
            Some(_) => {}
            None => (lang.pick("（未登录）", " (not signed in)")),
        }
    }
}

/// Renders a ruling before it is recorded, and the points after it. `case` has the ruling as its last one.
pub(in crate::web) fn preview(case: &ReportPage, lang: Lang) -> Markup {
    let page = Ruled::of(None, case.report(), &case.rulings, lang);
    let about = case.rulings.rulings.last().map(|view| view.entry.hand);
    let after = case.rulings.settlements.iter().filter(|one| about == Some(one.hand));
    html! {
        @if let Some(last) = case.rulings.rulings.last() { (page.one(last)) }
        @for settlement in after { (page.settled(settlement)) }
    }
}
